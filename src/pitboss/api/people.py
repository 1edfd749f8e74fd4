"""Accounts over HTTP: who there is and what happened to them, what one person may do, what takes two.

Codes and tokens are shown once, in the answer to whoever they are for.
"""

from itertools import islice
from typing import Annotated, Final

from litestar import Controller
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta

from pitboss.access import commands as cmd
from pitboss.access import events as ev
from pitboss.access.account import account_name
from pitboss.access.carrying import Noted
from pitboss.access.doors import Doors
from pitboss.access.people import People
from pitboss.access.registry import access_registry
from pitboss.api.accounts import (
    NEEDS,
    AccountCommand,
    AccountDone,
    AccountNow,
    AccountProposal,
    MakeAccount,
    PersonNow,
    ProposedNow,
    SessionSeen,
    account_now,
    command_of,
    happened_now,
    proposed_of,
    time_of,
)
from pitboss.api.errors import not_found, sure
from pitboss.api.routing import acts, reads
from pitboss.api.who import Who

_MOST: Final = 200
Limit = FromQuery[Annotated[int, Meta(ge=1, le=_MOST)]]
After = FromQuery[Annotated[str, Meta(max_length=64)]]
AfterVersion = FromQuery[Annotated[int, Meta(ge=0)]]


class Accounts(Controller):
    """Everybody with an account."""

    path = "/api/people"
    tags = ("people",)

    @reads("/", summary="Every account", sync_to_thread=True)
    def list_people(
        self,
        who: NamedDependency[Who],
        doors: NamedDependency[Doors],
        kind: FromQuery[ev.Kind | None] = None,
        after: After = "",
        limit: Limit = _MOST,
    ) -> list[AccountNow]:
        """Accounts by name; a page begins after the last name of the one before."""
        who.acting("read_people")
        accounts = doors.people.accounts
        names = (name for name in sorted(accounts.names()) if name > after)
        chosen = (name for name in names if kind is None or _kind(doors.people, name) == kind)
        return [_account(doors.people, name) for name in islice(chosen, limit)]

    @reads("/{name:str}", summary="One account", sync_to_thread=True)
    def one(
        self,
        who: NamedDependency[Who],
        doors: NamedDependency[Doors],
        name: FromPath[str],
        after: AfterVersion = 0,
        limit: Limit = _MOST,
    ) -> PersonNow:
        """An account with what happened to it, after an event and so many of them."""
        who.acting("read_people")
        account = _account(doors.people, name)
        sessions = tuple(
            SessionSeen(seen.means, seen.where, time_of(seen.opened))
            for seen in doors.people.sessions.of(account.name)
        )
        events = doors.people.journal.read_stream(doors.people.accounts.stream(account.name), after)
        return PersonNow(account, sessions, happened_now(islice(events, limit)))

    @acts("/", summary="Make an account", sync_to_thread=True)
    def make(
        self, who: NamedDependency[Who], doors: NamedDependency[Doors], data: JSONBody[MakeAccount]
    ) -> AccountDone:
        """An account for somebody new. Roles and a password come by proposals."""
        by, people = who.acting("manage_people"), doors.people
        noted = sure(people.act(cmd.MakeAccount(data.name, data.kind), by, data.reason, data.id))
        return _done(people, data.name, noted)

    @acts("/{name:str}/acts", summary="Act on an account", sync_to_thread=True)
    def act(
        self,
        who: NamedDependency[Who],
        doors: NamedDependency[Doors],
        name: FromPath[str],
        data: JSONBody[AccountCommand],
    ) -> AccountDone:
        """Lock, unlock, disable, take a role or a token away; let a player choose a new password."""
        by, people = who.acting("manage_people"), doors.people
        noted = sure(people.act(command_of(name, data.act), by, data.reason, data.id))
        return _done(people, name, noted)

    @acts("/{name:str}/proposals", summary="Propose what takes two people", sync_to_thread=True)
    def propose(
        self,
        who: NamedDependency[Who],
        doors: NamedDependency[Doors],
        name: FromPath[str],
        data: JSONBody[AccountProposal],
    ) -> ProposedNow:
        """A role, a token, or a new password for staff: another department approves it."""
        by = who.acting(NEEDS[type(data.act)])
        noted = sure(doors.people.propose(proposed_of(name, data.act), by, data.reason, data.id))
        return _as_proposed(doors.people, name, data.id, noted)


def _kind(people: People, name: str) -> ev.Kind | None:
    state = people.accounts.get(name).state
    return state.kind if state else None


def _account(people: People, name: str) -> AccountNow:
    account = people.account(name)
    if account is None:
        raise not_found(f"there is no account {name}")
    return account_now(account)


def _done(people: People, name: str, noted: Noted) -> AccountDone:
    return AccountDone(_account(people, name), noted.shown)


def _as_proposed(people: People, name: str, command_id: str, noted: Noted) -> ProposedNow:
    """The proposal that a command made, also when it was sent before."""
    made = next((event for event in noted.events if isinstance(event, ev.ProposalMade)), None)
    if made is None:
        made = _made_by(people, f"account/{account_name(name)}", command_id)
    return ProposedNow(made.subject, made.number, made.digest, time_of(made.expires), noted.shown)


def _made_by(people: People, subject: str, command_id: str) -> ev.ProposalMade:
    found = people.journal.find_command(command_id)
    stream = people.proposals.stream(subject)
    decode = access_registry().decode
    for recorded in people.journal.read_stream(stream, 0):
        if found and found.first <= recorded.position <= found.last:
            event = decode(recorded)
            if isinstance(event, ev.ProposalMade):
                return event
    raise not_found("there is no such proposal: the id was used for something else")
