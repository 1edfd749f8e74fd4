"""Roles, their departments, and the table of permissions."""

from typing import Final, get_args

from msgspec import Struct

from pitboss.citation import Clause, Clauses
from pitboss.people import (
    LOWEST_TO_APPROVE,
    LOWEST_TO_SIGN,
    ONE_APPROVER,
    Actor,
    ActorRole,
    Permission,
    PitRole,
    role_in_words,
)
from pitboss.people import ROLES as PIT
from pitboss.people import AnyRole as Role
from pitboss.refusal import Refusal, refuse
from pitboss.sheets.game import Game

__all__ = ["Actor", "ActorRole", "Permission", "Role"]

ROLES: Final[tuple[Role, ...]] = get_args(Role)
DEPARTMENTS: Final[dict[ActorRole, str]] = {
    "player": "players",
    **dict.fromkeys(PIT, "table games"),
    "accounting": "accounting",
    "surveillance": "surveillance",
    "regulator": "the regulator",
    "administrator": "administration",
}
"""Nobody has roles of two departments: a person who counts does not deal."""


SYSTEM: Final = Actor("pitboss", "system")
"""The software: the Dealer of automatic tables, and commands from its host."""


class Allowed(Struct, frozen=True, kw_only=True):
    """A permission: its gist, its roles, and further conditions."""

    gist: str
    roles: tuple[Role, ...]
    pin: bool = False
    """A PIN typed at a table is enough; otherwise it takes a password."""
    two: bool = False
    """It takes two different people."""
    one: tuple[Role, ...] = ()
    """One of the two must have one of these roles; if empty, any of ``roles``."""
    apart: bool = False
    """The two must be of different departments."""
    machine: bool = False
    """A device may do it with a token of this scope."""
    at_table: bool = False
    """A device does it at the one table that its token names."""


def _from(lowest: PitRole) -> tuple[PitRole, ...]:
    """A pit role and all above it, which include its permissions."""
    return PIT[PIT.index(lowest) :]


_MONEY: Final = _from(LOWEST_TO_APPROVE)
_ONE: Final = _from(ONE_APPROVER)
_PEOPLE: Final[tuple[Role, ...]] = ("administrator", "shift_manager")

PERMISSIONS: Final[dict[Permission, Allowed]] = {
    "watch_table": Allowed(gist="see a table as everybody at it does", roles=ROLES, pin=True, machine=True),
    "play": Allowed(gist="take a seat, bet, look at the own hand and decide it", roles=("player",)),
    "see_all_cards": Allowed(
        gist="see every card of a round that is over; one that lies face down nobody sees",
        roles=("surveillance", "regulator"),
    ),
    "open_shoe": Allowed(gist="get the openings of all 52 cards of a past shuffle", roles=("regulator",)),
    "run_table": Allowed(
        gist="announce, take bets, deal, reveal and settle; sign on as Dealer",
        roles=_from("dealer"),
        pin=True,
    ),
    "send_cards": Allowed(
        gist="say which cards have left the shoe",
        roles=_from("dealer"),
        pin=True,
        machine=True,
        at_table=True,
    ),
    "report": Allowed(
        gist="report an irregularity; its clause says from which role on", roles=_from("dealer"), pin=True
    ),
    "supervise_table": Allowed(
        gist="sign on as supervisor, sign others off", roles=_from("pit_supervisor"), pin=True
    ),
    "correct": Allowed(
        gist="put right a card or a bet that was typed wrongly", roles=_from("pit_supervisor"), pin=True
    ),
    "rule": Allowed(
        gist="decide what the sheet leaves open, the order of winners, and adjustments of past rounds",
        roles=_from("shift_manager"),
        pin=True,
    ),
    "open_table": Allowed(gist="open and close a table", roles=_from("pit_manager")),
    "keep_card_sets": Allowed(
        gist="open, count, retain and destroy sets of cards", roles=_from("pit_supervisor"), pin=True
    ),
    "set_limits": Allowed(
        gist="change the limits and plates of a table, and the amounts that roles move alone",
        roles=_MONEY,
        two=True,
        one=_ONE,
    ),
    "change_sheet": Allowed(gist="bring a version of a sheet into force", roles=_MONEY, two=True, one=_ONE),
    "verify_claim": Allowed(gist="check and sign for a jackpot win", roles=_from(LOWEST_TO_SIGN), pin=True),
    "pay_claim": Allowed(gist="pay a verified win and file its slip", roles=_from(LOWEST_TO_SIGN), pin=True),
    "deny_claim": Allowed(gist="deny a claim, or take back an award", roles=_MONEY, two=True, one=_ONE),
    "restore_jackpot": Allowed(
        gist="declare the jackpot system restored, release overflow", roles=_from("pit_manager")
    ),
    "change_link": Allowed(
        gist="open, change, correct and close a link, move its money", roles=_MONEY, two=True, one=_ONE
    ),
    "table_money": Allowed(
        gist="opener, fill, credit, drop and closer of a table",
        roles=(*PIT, "accounting"),
        pin=True,
        two=True,
        one=(*_from("pit_supervisor"), "accounting"),
    ),
    "bankroll": Allowed(gist="buy-in and cash-out for a player", roles=(*PIT, "accounting"), pin=True),
    "sign_amount": Allowed(
        gist="sign beside another for an amount that they may not move alone",
        roles=(*_from("pit_supervisor"), "accounting"),
    ),
    "close_day": Allowed(gist="reconcile and close a gaming day", roles=("accounting",)),
    "sign_off_day": Allowed(
        gist="sign off a closed gaming day",
        roles=("shift_manager", "accounting"),
        two=True,
        apart=True,
    ),
    "read_reports": Allowed(
        gist="read reports and the ledger",
        roles=("pit_manager", "shift_manager", "accounting", "surveillance", "regulator"),
        machine=True,
    ),
    "read_audit": Allowed(
        gist="read and verify the journal, with the cards that the role may see",
        roles=("shift_manager", "accounting", "surveillance", "regulator", "administrator"),
        machine=True,
    ),
    "read_people": Allowed(
        gist="see accounts, roles and who signed in",
        roles=(*_PEOPLE, "accounting", "surveillance", "regulator"),
    ),
    "read_training": Allowed(
        gist="see the training results of others; one's own are for everybody",
        roles=_from("pit_supervisor"),
    ),
    "manage_people": Allowed(
        gist="make, lock, unlock and disable accounts, take roles and tokens away", roles=_PEOPLE
    ),
    "set_break": Allowed(
        gist="set a player who asks a break of more than a day, which nobody can undo",
        roles=_PEOPLE,
        two=True,
    ),
    "grant_role": Allowed(gist="give somebody a role", roles=_PEOPLE, two=True, apart=True),
    "enrol": Allowed(
        gist="let a member of staff choose a new password or PIN", roles=_PEOPLE, two=True, apart=True
    ),
    "issue_token": Allowed(gist="give a device a token", roles=_PEOPLE, two=True, apart=True),
    "read_metrics": Allowed(gist="read health and metrics", roles=("administrator",), machine=True),
}

SCOPES: Final = tuple(name for name, allowed in PERMISSIONS.items() if allowed.machine)
"""The permissions that a device may have; it never decides, approves or pays."""


def may(role: ActorRole, permission: Permission) -> bool:
    """Whether a role has a permission; the software has all."""
    return role == "system" or role in PERMISSIONS[permission].roles


def permission_refusal(role: ActorRole, permission: Permission, game: Game | None = None) -> Refusal | None:
    """Refusal if a role lacks a permission; ``None`` if it has it."""
    return None if may(role, permission) else permission_missing(permission, game)


def permission_missing(permission: Permission, game: Game | None = None) -> Refusal:
    """The refusal of a role that lacks a permission, with the clauses of the sheet."""
    allowed = PERMISSIONS[permission]
    message = f"to {allowed.gist} is for {roles_in_words(allowed.roles)}"
    return refuse("role_too_low", message, clauses_of(game, permission) if game else ())


def clauses_of(game: Game, permission: Permission) -> Clauses:
    """The clauses of a sheet that give an act to a role; otherwise those that define the roles."""
    ruling = game.ruling_clauses
    return ruling if permission == "rule" else game.refusal_clauses("role_too_low", ruling)


def lowest_role(game: Game, clause: Clause) -> PitRole | None:
    """The lowest role that may report or decide an irregularity of a clause."""
    policy = game.sheet.irregularities.get(clause)
    return policy.by if policy else None


def sees_all_cards(role: ActorRole, *, round_over: bool) -> bool:
    """Whether a role sees every card of a round; during the round, no role does."""
    return round_over and role in PERMISSIONS["see_all_cards"].roles


def roles_in_words(roles: tuple[ActorRole, ...]) -> str:
    """Roles as words of a sentence: ``the Dealer or the Pit Manager``."""
    words = [f"the {role_in_words(role)}" for role in roles]
    return " or ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
