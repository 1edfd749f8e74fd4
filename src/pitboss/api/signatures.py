"""Somebody else who answers for an act on the screen of whoever sends it: by his name and PIN or password.

He is recognised by the same door as at signing in, with its limits and its lock-out. No session is opened,
and nothing of the secret is kept.
"""

from typing import Annotated, Any

from litestar import Request
from msgspec import Meta, Struct

from pitboss.access.doors import Doors
from pitboss.access.events import Means
from pitboss.api.errors import bad, sure
from pitboss.api.texts import AccountName
from pitboss.api.who import Who
from pitboss.floor.amounts import Signed

Secret = Annotated[str, Meta(min_length=1, max_length=128)]


class Signature(Struct, frozen=True, forbid_unknown_fields=True):
    """A name with its PIN, or with its password where an act asks for one."""

    name: AccountName
    password: Secret | None = None
    pin: Secret | None = None


def means_of(given: Signature, path: str = "") -> tuple[Means, str]:
    """With what he shows who he is; exactly one of the two."""
    if given.pin is not None and given.password is None:
        return "pin", given.pin
    if given.password is not None and given.pin is None:
        return "password", given.password
    raise bad("a name comes with a password or with a PIN: one of the two", path)


def vouched(doors: Doors, request: Request[Any, Any, Any], given: Signature, path: str = "confirm") -> Who:
    """Whoever has signed, with all that he may do by these means."""
    means, secret = means_of(given, path)
    return Who(
        sure(doors.vouch(given.name, secret, means, place_of(request)), {"too_many_attempts": 429}, 401)
    )


def signed_too(
    doors: Doors, request: Request[Any, Any, Any], given: Signature | None, path: str = "second"
) -> Signed | None:
    """A second person who signs for an amount, if somebody does."""
    if given is None:
        return None
    return Signed(vouched(doors, request, given, path).acting("sign_amount"), means_of(given, path)[0])


def place_of(request: Request[Any, Any, Any]) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "unknown"
