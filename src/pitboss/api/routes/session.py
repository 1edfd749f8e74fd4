"""Signing in and out, choosing passwords and PINs, and players who make themselves an account."""

import asyncio
from typing import Any

from litestar import Controller, Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import structs

from pitboss.access import devices
from pitboss.access.bootstrap import make_player
from pitboss.access.principal import Principal
from pitboss.access.roles import PERMISSIONS
from pitboss.access.sign_in import SessionGrant
from pitboss.access.tokens import csrf_token
from pitboss.api.account_views import sessions_seen
from pitboss.api.authentication import hold_refusal
from pitboss.api.context import Ctx
from pitboss.api.errors import accepted
from pitboss.api.middleware.requests import note
from pitboss.api.routing import serves
from pitboss.api.second_person import client_host, means_of, recognised
from pitboss.messages import operations
from pitboss.messages.session import (
    ChangeSecret,
    Enrol,
    RegisterPlayer,
    SessionNow,
    SessionSeen,
    Signature,
    SignIn,
)
from pitboss.refusal import Refusal
from pitboss.server.site import Site


class SessionRoutes(Controller):
    """Sessions: signing in and out."""

    @serves(operations.sign_in)
    async def sign_in(
        self,
        request: Request[Any, Any, Any],
        site: NamedDependency[Site],
        data: JSONBody[SignIn],
    ) -> Response[SessionNow]:
        """Open a session: a cookie, or for a program that asks for it the token, which is shown once."""
        door = site.doors.try_sign_in
        answer = await recognised(site, request, data, door, new_device=not data.token)
        return _welcome(request, accepted(answer), data.token)

    @serves(operations.who_am_i, quick=True)
    def who_am_i(self, ctx: Ctx) -> SessionNow:
        """The account that is signed in."""
        return _now(ctx.who.signed_in, ctx.who.token)

    @serves(operations.open_sessions)
    def open_sessions(self, ctx: Ctx) -> list[SessionSeen]:
        """List the account's open sessions."""
        return sessions_seen(ctx.site.doors.people, ctx.who.signed_in.name, ctx.site.floor.zone)

    @serves(operations.sign_out)
    def sign_out(self, ctx: Ctx) -> None:
        """End the session."""
        if ctx.who.token:
            ctx.site.doors.sign_out(ctx.who.token)

    @serves(operations.change_secret)
    async def change(self, ctx: Ctx, data: JSONBody[ChangeSecret]) -> None:
        """Change the secret; every session of the account ends, and you sign in again."""
        principal, where = ctx.who.signed_in, client_host(ctx.request)
        means, secret = means_of(Signature(principal.name, data.password, data.pin))
        change = ctx.site.doors.change_secret
        accepted(await ctx.site.threads.hash(change, principal, data.proof, means, secret, where))

    @serves(operations.sign_out_everywhere)
    def everywhere(self, ctx: Ctx) -> None:
        """Ends all sessions of the account."""
        ctx.site.doors.sign_out_everywhere(ctx.who.signed_in.name)


class EnrolmentRoutes(Controller):
    """Choosing a first or a new password or PIN with codes."""

    @serves(operations.enrol)
    async def choose(
        self, request: Request[Any, Any, Any], site: NamedDependency[Site], data: JSONBody[Enrol]
    ) -> None:
        """A person who knows all the codes chooses; then they sign in."""
        means, secret = means_of(data)
        accepted(site.doors.place_refusal(client_host(request)))
        began = asyncio.get_running_loop().time()
        answer = await site.threads.hash(site.doors.choose, data.name, data.codes, means, secret)
        if isinstance(answer, Refusal):
            await hold_refusal(began)
        accepted(answer)


class PlayerRoutes(Controller):
    """Players who make themselves an account."""

    @serves(operations.register)
    async def register(
        self,
        request: Request[Any, Any, Any],
        site: NamedDependency[Site],
        data: JSONBody[RegisterPlayer],
    ) -> Response[SessionNow]:
        """Make an account to play with, and sign in."""
        doors = site.doors
        accepted(doors.newcomer_refusal(client_host(request)))
        accepted(await site.threads.hash(make_player, doors, data.name, data.password))
        signature, door = Signature(data.name, data.password), doors.try_sign_in
        answer = await recognised(site, request, signature, door, new_device=not data.token)
        return _welcome(request, accepted(answer), data.token)


def _welcome(request: Request[Any, Any, Any], welcome: SessionGrant, token: bool) -> Response[SessionNow]:
    """The answer to a sign-in. A browser's token is in a cookie that scripts cannot read, not in the body."""
    note(request.scope, signed_in=welcome.principal.name)
    now = structs.replace(_now(welcome.principal, welcome.token), wrong_attempts=welcome.wrong)
    kept = [] if token else [_cookie(devices.SESSION_COOKIE, welcome.token)]
    if welcome.device:
        kept.append(_cookie(devices.DEVICE_COOKIE, welcome.device, devices.DEVICE_SECONDS))
    shown = structs.replace(now, token=welcome.token) if token else now
    return Response(shown, status_code=201, cookies=kept)


def _cookie(name: str, value: str, seconds: int | None = None) -> Cookie:
    return Cookie(
        name,
        value=value,
        path=devices.PATH,
        max_age=seconds,
        secure=devices.SECURE,
        httponly=devices.HTTP_ONLY,
        samesite=devices.SAME_SITE,
    )


def _now(principal: Principal, token: str) -> SessionNow:
    permissions = tuple(name for name in PERMISSIONS if principal.may(name))
    return SessionNow(
        name=principal.name, roles=principal.roles, permissions=permissions, csrf=csrf_token(token), token=""
    )
