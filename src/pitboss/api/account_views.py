"""Accounts, what happened to them, and their open sessions, as messages."""

from collections.abc import Iterable
from datetime import tzinfo

from pitboss.access.account import Account, account_event_in_words
from pitboss.access.aggregates import access_registry
from pitboss.access.people import People
from pitboss.messages.people import AccountNow, HappenedNow, TokenNow
from pitboss.messages.session import SessionSeen
from pitboss.projection import project
from pitboss.store import Recorded
from pitboss.store.journal import HEAD
from pitboss.time_zones import clock_text


def account_now(account: Account, zone: tzinfo) -> AccountNow:
    """An account for those who may read it."""
    return project(
        AccountNow,
        account,
        signs_in_by=tuple(account.secrets),
        enrolment=clock_text(account.enrolment.expires, zone) if account.enrolment else None,
        tokens=tuple(
            TokenNow(name, token.scopes, clock_text(token.expires, zone), token.table)
            for name, token in account.tokens.items()
        ),
    )


def happened_now(events: Iterable[Recorded], zone: tzinfo) -> tuple[HappenedNow, ...]:
    """The history of an account, for readers with permission."""
    return tuple(_happened(recorded, zone) for recorded in events if recorded.kind != HEAD)


def _happened(recorded: Recorded, zone: tzinfo) -> HappenedNow:
    tale = account_event_in_words(access_registry().decode(recorded))
    return HappenedNow(
        version=recorded.version,
        at=clock_text(recorded.recorded, zone),
        kind=recorded.kind,
        what=tale.what,
        said=tale.said,
        by=tale.by.name if tale.by else None,
        role=tale.by.role if tale.by else None,
        second=tale.second.name if tale.second else None,
        reason=tale.reason,
    )


def sessions_seen(people: People, name: str, zone: tzinfo) -> list[SessionSeen]:
    """The sessions of an account that are open."""
    found = people.sessions.of(name)
    return [SessionSeen(seen.means, seen.where, clock_text(seen.opened, zone)) for seen in found]
