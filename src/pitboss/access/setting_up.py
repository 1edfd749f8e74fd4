"""Accounts that begin whole: players who register, the first people of a floor, and those of a demo."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from pitboss.access import commands as cmd
from pitboss.access.account import Account, account_name, evolve_account
from pitboss.access.carrying import Events, Noted
from pitboss.access.decide import decide
from pitboss.access.doors import Doors
from pitboss.access.events import Kind, Means
from pitboss.access.hashing import random_secret
from pitboss.access.roles import ROLES, SYSTEM, Actor, Role
from pitboss.access.secret_keeping import choice_refusal
from pitboss.access.warrant import Warrant
from pitboss.refusal import Refusal, refuse
from pitboss.sheets.model import ROLES as PIT

_DEMO: Final = "the demo floor's first start"


class LogIn(Struct, frozen=True):
    """What somebody of the demo floor signs in with; shown once and kept nowhere."""

    name: str
    role: Role
    password: str
    pin: str | None
    """For those who work at tables."""


def register_player(doors: Doors, name: str, password: str, where: str) -> Noted | Refusal:
    """Somebody makes himself an account to play with."""
    return doors.newcomer_refusal(where) or make_player(doors, name, password)


def make_player(doors: Doors, name: str, password: str) -> Noted | Refusal:
    """An account for a player; whoever asks has asked the doors about newcomers."""
    known = account_name(name) or name
    return _begin(
        doors, known, "player", (), {"password": password}, Warrant(Actor(known, "player"), "registered")
    )


def set_up(
    doors: Doors, name: str, roles: Sequence[Role], chosen: Mapping[Means, str], reason: str
) -> Noted | Refusal:
    """Make an account with roles and secrets at once, from the host of the software; the record says so.

    There must be somebody before two people can answer for anything.
    """
    kind: Kind = "player" if tuple(roles) == ("player",) else "staff"
    return _begin(doors, name, kind, () if kind == "player" else roles, chosen, Warrant(SYSTEM, reason))


def make_demo_people(doors: Doors) -> tuple[LogIn, ...]:
    """A log-in for each role, called as the role is, with random secrets; none for those that exist."""
    made = []
    for role in ROLES:
        name = role.replace("_", "-")
        password = random_secret("password", name)
        pin = random_secret("pin", name) if role in PIT else None
        chosen: dict[Means, str] = {"password": password}
        if pin:
            chosen["pin"] = pin
        if isinstance(set_up(doors, name, (role,), chosen, _DEMO), Noted):
            made.append(LogIn(name, role, password, pin))
    return tuple(made)


def _begin(
    doors: Doors,
    name: str,
    kind: Kind,
    roles: Sequence[Role],
    chosen: Mapping[Means, str],
    warrant: Warrant,
) -> Noted | Refusal:
    first = _fold(name, kind, roles, warrant)
    if isinstance(first, Refusal):
        return first
    account, events = first
    if doors.people.account(account.name):
        return _taken(account.name)
    for means, secret in chosen.items():
        if refusal := choice_refusal(account, means, secret):
            return refusal
    kept = [
        doors.secrets.keep(account.name, means, secret, warrant.by.name, warrant.reason)
        for means, secret in chosen.items()
    ]

    def plan(current: Account | None) -> Sequence[Events] | Refusal:
        if current:
            return _taken(account.name)
        return [(*events, *kept)]

    return doors.people.to_account(account.name, plan)


def _taken(name: str) -> Refusal:
    """The same whoever has the name, so that it says nothing else about them."""
    return refuse("account_known", f"the name {name} is taken: choose another")


def _fold(name: str, kind: Kind, roles: Sequence[Role], warrant: Warrant) -> tuple[Account, Events] | Refusal:
    account: Account | None = None
    events: Events = ()
    first: list[cmd.Command] = [cmd.MakeAccount(name, kind)]
    for command in (*first, *(cmd.GrantRole(name, role) for role in roles)):
        answer = decide(account, command, warrant)
        if isinstance(answer, Refusal):
            return answer
        for event in answer:
            account = evolve_account(account, event)
        events += answer
    assert account is not None, "an account was made"
    return account, events
