"""Accounts as they leave the server, and what is sent about them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Final

from msgspec import Meta, Struct

from pitboss.access import commands as cmd
from pitboss.access import events as ev
from pitboss.access.account import Account
from pitboss.access.account_words import told
from pitboss.access.people import People
from pitboss.access.registry import access_registry
from pitboss.access.roles import Role
from pitboss.api.texts import ONE_LINE, AccountName, CommandId, Reason
from pitboss.api.wire import by_word, made
from pitboss.ledger.gaming_day import SINGAPORE
from pitboss.projection import project
from pitboss.store import Recorded
from pitboss.store.journal import HEAD

TokenName = Annotated[str, Meta(min_length=1, max_length=40, pattern=ONE_LINE)]


class TokenNow(Struct, frozen=True):
    """A token of a device, without what opens anything."""

    name: str
    scopes: tuple[str, ...]
    expires: str
    table: str | None = None
    """The one table that it is good for; none: wherever its scopes are."""


class AccountNow(Struct, frozen=True, kw_only=True):
    """An account as it stands."""

    name: str
    kind: ev.Kind
    roles: tuple[str, ...]
    signs_in_by: tuple[str, ...]
    """Password, PIN, or nothing yet."""
    locked: str | None
    """By a person, or by too many wrong attempts."""
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
    by: str | None
    role: str | None
    second: str | None
    """Who answered for it beside him."""
    reason: str


class PersonNow(Struct, frozen=True):
    """An account with its open sessions and what happened to it, the oldest first."""

    account: AccountNow
    sessions: tuple["SessionSeen", ...]
    happened: tuple[HappenedNow, ...]


class SessionSeen(Struct, frozen=True):
    """A session that is open."""

    means: str
    where: str
    opened: str


class MakeAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """An account for somebody new; it can do nothing yet."""

    id: CommandId
    name: AccountName
    kind: ev.Kind
    reason: Reason


class AccountAct(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True, kw_only=True):
    """What all acts share: nothing but the name of what is done."""


class Lock(AccountAct, frozen=True, tag="lock"):
    """Keep somebody out for now; whoever is in is out."""


class Unlock(AccountAct, frozen=True, tag="unlock"):
    """Let him in again."""


class Disable(AccountAct, frozen=True, tag="disable"):
    """Keep somebody out for good."""


class RevokeRole(AccountAct, frozen=True, tag="revoke_role"):
    """One role fewer."""

    role: Role


class RevokeToken(AccountAct, frozen=True, tag="revoke_token"):
    """A token is not to be taken any more."""

    token: TokenName


class Enrol(AccountAct, frozen=True, tag="enrol"):
    """Let a player choose a new password with one code; for staff it is proposed, and takes two."""


AnyAccountAct = Lock | Unlock | Disable | RevokeRole | RevokeToken | Enrol


_COMMANDS: Final = by_word(cmd.ACCOUNT_ACTS)


class AccountCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """What one person does to an account, and why."""

    id: CommandId
    act: AnyAccountAct
    reason: Reason


class AccountDone(Struct, frozen=True):
    """The account after a command, and what is shown this once."""

    account: AccountNow
    shown: str
    """A code for an enrolment; nothing where it was shown before."""


def account_now(account: Account) -> AccountNow:
    """An account for those who may read it."""
    return project(
        AccountNow,
        account,
        signs_in_by=tuple(account.secrets),
        enrolment=time_of(account.enrolment.expires) if account.enrolment else None,
        tokens=tuple(
            TokenNow(name, token.scopes, time_of(token.expires), token.table)
            for name, token in account.tokens.items()
        ),
    )


def happened_now(events: Iterable[Recorded]) -> tuple[HappenedNow, ...]:
    """What happened to an account, for those who may read it."""
    return tuple(_happened(recorded) for recorded in events if recorded.kind != HEAD)


def _happened(recorded: Recorded) -> HappenedNow:
    tale = told(access_registry().decode(recorded))
    return HappenedNow(
        version=recorded.version,
        at=time_of(recorded.recorded),
        kind=recorded.kind,
        what=tale.what,
        by=tale.by.name if tale.by else None,
        role=tale.by.role if tale.by else None,
        second=tale.second.name if tale.second else None,
        reason=tale.reason,
    )


def sessions_seen(people: People, name: str) -> list[SessionSeen]:
    """The sessions of an account that are open."""
    return [SessionSeen(seen.means, seen.where, time_of(seen.opened)) for seen in people.sessions.of(name)]


def command_of(name: str, act: AnyAccountAct) -> cmd.Command:
    """What one person asks of an account."""
    command: cmd.Command = made(_COMMANDS[str(act.__struct_config__.tag)], act, name=name)
    return command


def time_of(instant: int) -> str:
    """By the clock of the house."""
    return datetime.fromtimestamp(instant / 1_000_000, SINGAPORE).isoformat(timespec="seconds")
