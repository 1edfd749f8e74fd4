"""Signing in and out, choosing passwords and PINs, and players who make themselves an account."""

from typing import Annotated, Any

from litestar import Controller, Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from pitboss.access import cookies
from pitboss.access.doors import Doors
from pitboss.access.principal import Principal
from pitboss.access.roles import PERMISSIONS
from pitboss.access.setting_up import make_player
from pitboss.access.tokens import csrf_token
from pitboss.api.accounts import SessionSeen, sessions_seen
from pitboss.api.errors import sure
from pitboss.api.requests import note
from pitboss.api.routing import acts, ends, reads
from pitboss.api.signatures import Name, Secret, Signature, means_of, place_of, recognised
from pitboss.api.site import Site
from pitboss.api.who import Who

Code = Annotated[str, Meta(min_length=1, max_length=40)]


class SignIn(Signature, frozen=True, forbid_unknown_fields=True):
    """A name with its password, or with its PIN at a table."""


class Register(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's own account."""

    name: Name
    password: Secret


class Enrolment(Signature, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new password or PIN, with the codes of those who answer for it."""

    codes: Annotated[tuple[Code, ...], Meta(min_length=1, max_length=2)]


class ChangeSecret(Struct, frozen=True, forbid_unknown_fields=True):
    """Another password or PIN, by proof of the password one has."""

    proof: Secret
    password: Secret | None = None
    pin: Secret | None = None


class SessionNow(Struct, frozen=True):
    """Who is signed in, what he may do, and what his pages send along with changes."""

    name: str
    roles: tuple[str, ...]
    permissions: tuple[str, ...]
    csrf: str
    token: str
    """For programs, as a bearer token; browsers keep it in a cookie and are told nothing."""


class Sessions(Controller):
    """The way in."""

    path = "/api/session"
    tags = ("people",)

    @acts("/", summary="Sign in")
    async def sign_in(
        self,
        request: Request[Any, Any, Any],
        site: NamedDependency[Site],
        data: JSONBody[SignIn],
    ) -> Response[SessionNow]:
        """Open a session; the answer sets a cookie and shows the token once."""
        answer = await recognised(site, request, data, site.doors.try_sign_in)
        welcome = sure(answer, {"too_many_attempts": 429}, 401)
        note(request.scope, signed_in=welcome.principal.name)
        return Response(
            _now(welcome.principal, welcome.token),
            status_code=201,
            cookies=[_cookie(welcome.token)],
        )

    @reads("/", summary="Who am I", sync_to_thread=False)
    def who_am_i(self, who: NamedDependency[Who]) -> SessionNow:
        """Whoever is signed in."""
        now = _now(who.signed_in, who.token)
        return SessionNow(now.name, now.roles, now.permissions, now.csrf, "")

    @reads("/open", summary="My open sessions", sync_to_thread=True)
    def open_sessions(self, who: NamedDependency[Who], doors: NamedDependency[Doors]) -> list[SessionSeen]:
        """Where one is signed in, on whatever screen."""
        return sessions_seen(doors.people, who.signed_in.name)

    @ends("/", summary="Sign out", status_code=204, sync_to_thread=True)
    def sign_out(self, who: NamedDependency[Who], doors: NamedDependency[Doors]) -> None:
        """End the session."""
        if who.token:
            doors.sign_out(who.token)

    @acts("/secret", summary="Choose another password or PIN", status_code=204)
    async def change(
        self,
        request: Request[Any, Any, Any],
        who: NamedDependency[Who],
        site: NamedDependency[Site],
        data: JSONBody[ChangeSecret],
    ) -> None:
        """Every session of his ends; he signs in anew."""
        principal, where = who.signed_in, place_of(request)
        means, secret = means_of(Signature(principal.name, data.password, data.pin))
        change = site.doors.change_secret
        sure(await site.threads.hash(change, principal, data.proof, means, secret, where))

    @ends("/everywhere", summary="Sign out everywhere", status_code=204, sync_to_thread=True)
    def everywhere(self, who: NamedDependency[Who], doors: NamedDependency[Doors]) -> None:
        """End every session of one's own, on whatever screen it was left open."""
        doors.sign_out_everywhere(who.signed_in.name)


class Enrolments(Controller):
    """Choosing a first or a new password or PIN with codes."""

    path = "/api/enrolment"
    tags = ("people",)

    @acts("/", summary="Choose a password or PIN with codes", status_code=204)
    async def choose(
        self, request: Request[Any, Any, Any], site: NamedDependency[Site], data: JSONBody[Enrolment]
    ) -> None:
        """Whoever knows all the codes chooses; then he signs in."""
        means, secret = means_of(data)
        sure(site.doors.too_often(data.name, place_of(request)))
        sure(await site.threads.hash(site.doors.choose, data.name, data.codes, means, secret))


class Players(Controller):
    """Players who make themselves an account."""

    path = "/api/players"
    tags = ("people",)

    @acts("/", summary="Register as a player")
    async def register(
        self,
        request: Request[Any, Any, Any],
        site: NamedDependency[Site],
        data: JSONBody[Register],
    ) -> Response[SessionNow]:
        """Make an account to play with, and sign in."""
        doors, statuses = site.doors, {"account_known": 409, "too_many_attempts": 429}
        sure(doors.newcomer_refusal(place_of(request)), statuses)
        sure(await site.threads.hash(make_player, doors, data.name, data.password), statuses, 400)
        signature = Signature(data.name, data.password)
        welcome = sure(await recognised(site, request, signature, doors.try_sign_in), statuses, 401)
        note(request.scope, signed_in=welcome.principal.name)
        return Response(
            _now(welcome.principal, welcome.token), status_code=201, cookies=[_cookie(welcome.token)]
        )


def _cookie(token: str) -> Cookie:
    return Cookie(
        cookies.SESSION_COOKIE,
        value=token,
        path=cookies.PATH,
        secure=cookies.SECURE,
        httponly=cookies.HTTP_ONLY,
        samesite=cookies.SAME_SITE,
    )


def _now(principal: Principal, token: str) -> SessionNow:
    permissions = tuple(name for name in PERMISSIONS if principal.may(name))
    return SessionNow(principal.name, principal.roles, permissions, csrf_token(token), token)
