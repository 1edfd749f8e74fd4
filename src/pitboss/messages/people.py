"""Accounts: their state, their history, and the acts that one person may do."""

from msgspec import Struct

from pitboss.messages.acts import AnyAccountAct
from pitboss.messages.session import SessionSeen
from pitboss.messages.texts import CommandId, ReasonText
from pitboss.people import AccountKind
from pitboss.reason import Reason as Said


class TokenNow(Struct, frozen=True):
    """A device token's metadata; never the secret."""

    name: str
    scopes: tuple[str, ...]
    expires: str
    table: str | None = None
    """The one table that it is good for; none: wherever its scopes are."""


class AccountNow(Struct, frozen=True, kw_only=True):
    """An account as it stands."""

    name: str
    kind: AccountKind
    roles: tuple[str, ...]
    signs_in_by: tuple[str, ...]
    """Password, PIN, or nothing yet."""
    locked: str | None
    """Locked by a person, or by too many wrong attempts."""
    disabled: bool
    enrolment: str | None
    """Until when a new password or PIN may be chosen with codes."""
    deals_at: str | None
    tokens: tuple[TokenNow, ...]


class HappenedNow(Struct, frozen=True, kw_only=True):
    """One thing that happened to an account."""

    version: int
    """Counts the events of the account; the next page begins after the last."""
    at: str
    kind: str
    what: str
    said: Said
    """The event as a code with params, for other languages."""
    by: str | None
    role: str | None
    second: str | None
    """The second person who answered for it."""
    reason: str


class PersonNow(Struct, frozen=True):
    """An account with its open sessions and what happened to it, the oldest first."""

    account: AccountNow
    sessions: tuple["SessionSeen", ...]
    happened: tuple[HappenedNow, ...]


class AccountCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """An act of one person on an account, and the reason."""

    id: CommandId
    act: AnyAccountAct
    reason: ReasonText


class AccountDone(Struct, frozen=True):
    """The account after a command, and secrets that are shown only once."""

    account: AccountNow
    shown: str
    """A code for an enrolment; nothing where it was shown before."""
