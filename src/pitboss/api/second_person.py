"""A second person who answers for an act on the screen of its sender: by name and PIN or password.

They are recognised by the same door as at signing in, with its limits and its lock-out. No session is opened,
and nothing of the secret is kept.
"""

from asyncio import sleep
from collections.abc import Callable
from typing import Any, TypeVar

from litestar import Request

from pitboss.access.devices import DEVICE_COOKIE
from pitboss.access.sign_in import Caller, SignInAttempt
from pitboss.api.authentication import Who
from pitboss.api.errors import BadRequest, accepted
from pitboss.commands.record import Signed
from pitboss.floor.thread_pools import in_pool
from pitboss.messages.session import Signature
from pitboss.people import Means
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.server.site import Site

T = TypeVar("T")
Trying = Callable[[str, str, Means, Caller], SignInAttempt[T]]
"""A door that takes a name, its secret, by which means, and who tries it."""


def means_of(given: Signature, path: str = "") -> tuple[Means, str]:
    """By what a person shows who they are: exactly one of PIN and password."""
    if given.pin is not None and given.password is None:
        return "pin", given.pin
    if given.password is not None and given.pin is None:
        return "password", given.password
    raise BadRequest(because("bad_request.one_secret"), path)


async def vouched(
    site: Site, request: Request[Any, Any, Any], given: Signature, path: str = "confirm"
) -> Who:
    """The person who has signed, with all that they may do by these means."""
    answer = await recognised(site, request, given, site.doors.try_vouch, path)
    return Who(accepted(answer))


async def recognised(
    site: Site,
    request: Request[Any, Any, Any],
    given: Signature,
    door: Trying[T],
    path: str = "",
    *,
    new_device: bool = False,
) -> T | Refusal:
    """The answer of a door to a name and its secret; with ``new_device`` a device without a token gets one.

    The secret is compared by a thread that does nothing else, and a refusal is held back on the event loop:
    wrong attempts, however many, keep nobody else waiting.
    """
    (means, secret), where, doors = means_of(given, path), client_host(request), site.doors
    if device := request.cookies.get(DEVICE_COOKIE):
        caller = await in_pool(None, doors.caller, given.name, where, device)
    else:
        caller = Caller(where, "" if new_device else None)
    if refusal := doors.too_often(given.name, caller):
        return refusal
    tried = await site.threads.hash(door, given.name, secret, means, caller)
    if tried.seconds:
        await sleep(tried.seconds)
    return tried.answer


async def signed_too(site: Site, request: Request[Any, Any, Any], given: Signature | None) -> Signed | None:
    """The second person who signs for an amount, if there is one."""
    if given is None:
        return None
    who = await vouched(site, request, given, "second")
    return Signed(who.acting("sign_amount"), means_of(given, "second")[0])


def client_host(request: Request[Any, Any, Any]) -> str:
    """The origin of a request."""
    return request.client.host if request.client else "unknown"
