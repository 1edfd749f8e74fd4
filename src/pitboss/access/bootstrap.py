"""Accounts made with roles and secrets at once: registered players, a floor's first people, a demo's."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from pitboss.access import commands as cmd
from pitboss.access.account import account_name
from pitboss.access.decide_command import begun, name_taken
from pitboss.access.hashing import choice_refusal, random_secret
from pitboss.access.roles import ROLES, SYSTEM, Actor, Role
from pitboss.access.sign_in import SignInService
from pitboss.access.warrant import Warrant
from pitboss.commands.record import Done
from pitboss.people import ROLES as PIT
from pitboss.people import AccountKind, Means
from pitboss.refusal import Refusal

_DEMO: Final = "the demo floor's first start"


class LogIn(Struct, frozen=True):
    """Credentials of a person of the demo floor; shown once and stored nowhere."""

    name: str
    role: Role
    password: str
    pin: str | None
    """The PIN of a person who works at tables."""


def make_player(doors: SignInService, name: str, password: str) -> Done | Refusal:
    """Make a player's account; the caller has checked ``newcomer_refusal``."""
    known = account_name(name) or name
    return _begin(
        doors, known, "player", (), {"password": password}, Warrant(Actor(known, "player"), "registered")
    )


def set_up(
    doors: SignInService, name: str, roles: Sequence[Role], chosen: Mapping[Means, str], reason: str
) -> Done | Refusal:
    """Make an account with roles and secrets from the command line of the host; the record says so.

    A floor needs its first people before two can approve anything.
    """
    kind: AccountKind = "player" if tuple(roles) == ("player",) else "staff"
    return _begin(doors, name, kind, () if kind == "player" else roles, chosen, Warrant(SYSTEM, reason))


def make_demo_people(doors: SignInService) -> tuple[LogIn, ...]:
    """Make an account for each role, named after it, with random secrets; existing accounts are skipped."""
    made = []
    for role in ROLES:
        name = role.replace("_", "-")
        password = random_secret("password", name)
        pin = random_secret("pin", name) if role in PIT else None
        chosen: dict[Means, str] = {"password": password}
        if pin:
            chosen["pin"] = pin
        if isinstance(set_up(doors, name, (role,), chosen, _DEMO), Done):
            made.append(LogIn(name, role, password, pin))
    return tuple(made)


def _begin(
    doors: SignInService,
    name: str,
    kind: AccountKind,
    roles: Sequence[Role],
    chosen: Mapping[Means, str],
    warrant: Warrant,
) -> Done | Refusal:
    first = begun(name, kind, tuple(roles), warrant)
    if isinstance(first, Refusal):
        return first
    account, _ = first
    if doors.people.account(account.name):
        return name_taken(account.name)
    for means, secret in chosen.items():
        if refusal := choice_refusal(account, means, secret):
            return refusal
    kept = tuple((means, doors.secrets.keep(account.name, secret)) for means, secret in chosen.items())
    begin = cmd.BeginAccount(
        account=account.name, kind=kind, roles=tuple(roles), reason=warrant.reason, chosen=kept
    )
    return doors.people.execute(begin, warrant.by)
