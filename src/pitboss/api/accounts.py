"""Accounts as they leave the server, and what is sent about them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from pitboss.access import commands as cmd
from pitboss.access.account import Account
from pitboss.access.account_words import told
from pitboss.access.people import People
from pitboss.access.registry import access_registry
from pitboss.api.wire import by_word, made
from pitboss.ledger.gaming_day import SINGAPORE
from pitboss.messages.people import AccountNow, AnyAccountAct, HappenedNow, TokenNow
from pitboss.messages.session import SessionSeen
from pitboss.projection import project
from pitboss.store import Recorded
from pitboss.store.journal import HEAD

_COMMANDS: Final = by_word(cmd.ACCOUNT_ACTS)


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


def command_of(name: str, act: AnyAccountAct) -> cmd.AccountAction:
    """What one person asks of an account."""
    command: cmd.AccountAction = made(_COMMANDS[str(act.__struct_config__.tag)], act, name=name)
    return command


def time_of(instant: int) -> str:
    """By the clock of the house."""
    return datetime.fromtimestamp(instant / 1_000_000, SINGAPORE).isoformat(timespec="seconds")
