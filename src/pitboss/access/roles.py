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
from pitboss.reason import Reason, because
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

    gist: Reason
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
    "watch_table": Allowed(gist=because("permit.watch_table"), roles=ROLES, pin=True, machine=True),
    "play": Allowed(gist=because("permit.play"), roles=("player",)),
    "see_all_cards": Allowed(
        gist=because("permit.see_all_cards"),
        roles=("surveillance", "regulator"),
    ),
    "open_shoe": Allowed(gist=because("permit.open_shoe"), roles=("regulator",)),
    "run_table": Allowed(
        gist=because("permit.run_table"),
        roles=_from("dealer"),
        pin=True,
    ),
    "send_cards": Allowed(
        gist=because("permit.send_cards"),
        roles=_from("dealer"),
        pin=True,
        machine=True,
        at_table=True,
    ),
    "report": Allowed(gist=because("permit.report"), roles=_from("dealer"), pin=True),
    "supervise_table": Allowed(
        gist=because("permit.supervise_table"), roles=_from("pit_supervisor"), pin=True
    ),
    "correct": Allowed(gist=because("permit.correct"), roles=_from("pit_supervisor"), pin=True),
    "rule": Allowed(
        gist=because("permit.rule"),
        roles=_from("shift_manager"),
        pin=True,
    ),
    "open_table": Allowed(gist=because("permit.open_table"), roles=_from("pit_manager")),
    "keep_card_sets": Allowed(gist=because("permit.keep_card_sets"), roles=_from("pit_supervisor"), pin=True),
    "set_limits": Allowed(
        gist=because("permit.set_limits"),
        roles=_MONEY,
        two=True,
        one=_ONE,
    ),
    "change_sheet": Allowed(gist=because("permit.change_sheet"), roles=_MONEY, two=True, one=_ONE),
    "verify_claim": Allowed(gist=because("permit.verify_claim"), roles=_from(LOWEST_TO_SIGN), pin=True),
    "pay_claim": Allowed(gist=because("permit.pay_claim"), roles=_from(LOWEST_TO_SIGN), pin=True),
    "deny_claim": Allowed(gist=because("permit.deny_claim"), roles=_MONEY, two=True, one=_ONE),
    "restore_jackpot": Allowed(gist=because("permit.restore_jackpot"), roles=_from("pit_manager")),
    "change_link": Allowed(gist=because("permit.change_link"), roles=_MONEY, two=True, one=_ONE),
    "table_money": Allowed(
        gist=because("permit.table_money"),
        roles=(*PIT, "accounting"),
        pin=True,
        two=True,
        one=(*_from("pit_supervisor"), "accounting"),
    ),
    "bankroll": Allowed(gist=because("permit.bankroll"), roles=(*PIT, "accounting"), pin=True),
    "sign_amount": Allowed(
        gist=because("permit.sign_amount"),
        roles=(*_from("pit_supervisor"), "accounting"),
    ),
    "close_day": Allowed(gist=because("permit.close_day"), roles=("accounting",)),
    "sign_off_day": Allowed(
        gist=because("permit.sign_off_day"),
        roles=("shift_manager", "accounting"),
        two=True,
        apart=True,
    ),
    "read_reports": Allowed(
        gist=because("permit.read_reports"),
        roles=("pit_manager", "shift_manager", "accounting", "surveillance", "regulator"),
        machine=True,
    ),
    "read_audit": Allowed(
        gist=because("permit.read_audit"),
        roles=("shift_manager", "accounting", "surveillance", "regulator", "administrator"),
        machine=True,
    ),
    "read_people": Allowed(
        gist=because("permit.read_people"),
        roles=(*_PEOPLE, "accounting", "surveillance", "regulator"),
    ),
    "read_training": Allowed(
        gist=because("permit.read_training"),
        roles=_from("pit_supervisor"),
    ),
    "manage_people": Allowed(gist=because("permit.manage_people"), roles=_PEOPLE),
    "set_break": Allowed(
        gist=because("permit.set_break"),
        roles=_PEOPLE,
        two=True,
    ),
    "grant_role": Allowed(gist=because("permit.grant_role"), roles=_PEOPLE, two=True, apart=True),
    "enrol": Allowed(gist=because("permit.enrol"), roles=_PEOPLE, two=True, apart=True),
    "issue_token": Allowed(gist=because("permit.issue_token"), roles=_PEOPLE, two=True, apart=True),
    "read_metrics": Allowed(gist=because("permit.read_metrics"), roles=("administrator",), machine=True),
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
    reason = because("role_too_low.permit", permit=allowed.gist, roles=the_roles(allowed.roles))
    return refuse("role_too_low", reason, clauses_of(game, permission) if game else ())


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


def the_roles(roles: tuple[ActorRole, ...]) -> tuple[Reason, ...]:
    """Roles as a param of a reason, each with its article."""
    return tuple(because("role.the", role=role) for role in roles)


def roles_in_words(roles: tuple[ActorRole, ...]) -> str:
    """Roles as words of a sentence: ``the Dealer or the Pit Manager``."""
    words = [f"the {role_in_words(role)}" for role in roles]
    return " or ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
