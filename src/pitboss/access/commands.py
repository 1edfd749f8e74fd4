"""What is asked of an account. Codes, digests, names and times arrive here; who asks comes beside."""

from msgspec import Struct

from pitboss.access.events import Kind
from pitboss.access.roles import Permission, Role


class MakeAccount(Struct, frozen=True, tag=True):
    """An account for somebody new."""

    name: str
    kind: Kind


class GrantRole(Struct, frozen=True, tag=True):
    """One more role for a member of staff."""

    name: str
    role: Role


class RevokeRole(Struct, frozen=True, tag=True):
    """One role fewer."""

    name: str
    role: Role


class OpenEnrolment(Struct, frozen=True, tag=True):
    """Somebody is to choose a new password or PIN with these codes."""

    name: str
    codes: tuple[str, ...] = ()
    """SHA-256 of each code; they are made when it is proposed and approved."""
    expires: int = 0


class IssueToken(Struct, frozen=True, tag=True):
    """A token for a device."""

    name: str
    token: str
    scopes: tuple[Permission, ...]
    days: int
    """How long it is good for."""
    table: str | None = None
    """The one table that it is good for; none: wherever its scopes are."""
    digest: str = ""
    """SHA-256 of the token, which is made when the second person approves."""
    expires: int = 0


class RevokeToken(Struct, frozen=True, tag=True):
    """A token is not to be taken any more."""

    name: str
    token: str


class LockAccount(Struct, frozen=True, tag=True):
    """Keep somebody out for now."""

    name: str


class UnlockAccount(Struct, frozen=True, tag=True):
    """Let him in again."""

    name: str


class DisableAccount(Struct, frozen=True, tag=True):
    """Keep somebody out for good."""

    name: str


Proposed = GrantRole | OpenEnrolment | IssueToken
"""What two people must answer for."""
Command = MakeAccount | RevokeRole | RevokeToken | LockAccount | UnlockAccount | DisableAccount | Proposed
