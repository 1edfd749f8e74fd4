"""Authentication: the sender of a request, by session cookie or bearer token, or anonymous."""

import asyncio
from concurrent.futures import Executor
from typing import Any, Final

from litestar import Request
from msgspec import Struct

from pitboss.access.devices import CSRF_HEADER, SESSION_COOKIE
from pitboss.access.principal import Principal
from pitboss.access.roles import Actor, Permission
from pitboss.access.sign_in import SignInService
from pitboss.access.tokens import csrf_matches, machine_of
from pitboss.api.errors import RequestRefused
from pitboss.floor.command_specs import permission_of
from pitboss.floor.thread_pools import in_pool
from pitboss.people import ROLES as PIT
from pitboss.people import Person
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse

LONGEST_NAME: Final = 40
"""Maximum characters of a table's name that are recorded."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_BEARER: Final = "Bearer "
REFUSED_SECONDS: Final = 0.1
"""Seconds until a wrong device token or enrolment code is answered, so that the time does not tell whether
there is an account of the name that comes with it."""


class Who:
    """The sender of a request, possibly anonymous."""

    def __init__(self, principal: Principal | None, token: str = "") -> None:
        self.principal = principal
        self.token = token

    @property
    def audience(self) -> str | None:
        """The player whose cards the sender sees besides what everybody sees: themselves, if they play."""
        player = self.principal is not None and "player" in self.principal.roles
        return self.principal.name if player and self.principal else None

    @property
    def signed_in(self) -> Principal:
        """The sender, or the refusal of an anonymous request."""
        if self.principal is None:
            raise RequestRefused(refuse("not_signed_in", because("not_signed_in")))
        return self.principal

    def acting(self, permission: Permission, table: str | None = None) -> Actor:
        """The sender in a role that has a permission; a device, at the table that its token names."""
        found = self.signed_in.acting(permission, table=table)
        if isinstance(found, Refusal):
            raise RequestRefused(found)
        return found

    def may(self, *permissions: Permission) -> None:
        """Refuse the request unless its sender has one of these permissions."""
        if not any(self.signed_in.may(permission) for permission in permissions):
            self.acting(permissions[0])

    def person(self, permission: Permission) -> Person:
        """The sender as a member of the pit who has a permission."""
        actor = self.acting(permission)
        if actor.role not in PIT:
            raise RequestRefused(refuse("role_too_low", because("role_too_low.tables")))
        return Person(actor.name, actor.role)

    def acting_on(self, command: Struct) -> Actor:
        """The sender in the role that a command takes; a device, at the table that the command is for."""
        permission = permission_of(command, self.signed_in.name, player=self.audience is not None)
        return self.acting(permission, getattr(command, "table", None))


async def hold_refusal(began: float) -> None:
    """Wait until a refusal may be sent to a request that began at a time of the event loop."""
    await asyncio.sleep(max(0.0, began + REFUSED_SECONDS - asyncio.get_running_loop().time()))


async def recognise(doors: SignInService, pool: Executor, request: Request[Any, Any, Any]) -> Who:
    """The sender of a request; a change that is authenticated by cookie must carry the page's CSRF token.

    A token that is not cached is looked up in a thread pool of its own: every request waits for that, so
    requests that take long must not hold it up.
    """
    header = _header(request, b"authorization")
    cookie = request.cookies.get(SESSION_COOKIE, "") if _header(request, b"cookie") else ""
    if header.startswith(_BEARER):
        token = header.removeprefix(_BEARER).strip()
    elif cookie:
        token = cookie
        given = request.headers.get(CSRF_HEADER, "")
        if request.method not in _SAFE and not csrf_matches(cookie, given):
            reason = because("not_signed_in.other_page", header=CSRF_HEADER)
            raise RequestRefused(refuse("not_signed_in", reason), 403)
    else:
        return Who(None)
    began = asyncio.get_running_loop().time()
    found: Principal | Refusal | None = doors.tokens.known(token)
    if found is None:
        found = await in_pool(pool, doors.tokens.principal, token)
    if isinstance(found, Refusal):
        if machine_of(token) is not None:
            await hold_refusal(began)
        # A browser keeps sending the cookie of a session that is over: it reads on as nobody in particular.
        if not header and request.method in _SAFE:
            return Who(None)
        raise RequestRefused(found)
    await _at_its_table(doors, request, found)
    return Who(found, token)


def _header(request: Request[Any, Any, Any], name: bytes) -> str:
    """One header of a request; to make a mapping of all of them takes longer than the rest of this."""
    found = next((value for key, value in request.scope["headers"] if key == name), b"")
    return found.decode("latin-1")


async def _at_its_table(doors: SignInService, request: Request[Any, Any, Any], who: Principal) -> None:
    """Refuse a device's token that is shown for another table than its own, and record it."""
    if who.table is None:
        return
    named = request.path_params.get("table") or request.query_params.get("table")
    if not named or str(named) == who.table:
        return
    where = request.client.host if request.client else "unknown"
    shown = str(named)[:LONGEST_NAME]
    await asyncio.to_thread(doors.tokens.shown_elsewhere, who, shown if shown.isprintable() else "?", where)
    raise RequestRefused(who.elsewhere(shown))
