"""People who act for the House, and acts that two of them approve together."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal
from unicodedata import normalize

from msgspec import Struct

from pitboss.reason import Reason, because
from pitboss.refusal_codes import PlainCode

PitRole = Literal["dealer", "pit_supervisor", "pit_manager", "shift_manager"]
ROLES: tuple[PitRole, ...] = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")
"""The pit roles, lowest first. A person with a higher role may act in a lower one."""
AnyRole = Literal[
    "player",
    "dealer",
    "pit_supervisor",
    "pit_manager",
    "shift_manager",
    "accounting",
    "surveillance",
    "regulator",
    "administrator",
]
"""The roles of accounts: the pit roles, and those who play, count, watch or manage accounts."""
ActorRole = Literal[AnyRole, "machine", "system"]
"""The roles in which something is done: those of accounts, of a device, and of the software itself."""
Means = Literal["password", "pin"]
AccountKind = Literal["player", "staff", "machine"]
"""What an account is for; it never changes, so no player's account can become a staff account."""

Permission = Literal[
    "watch_table",
    "play",
    "see_all_cards",
    "open_shoe",
    "run_table",
    "send_cards",
    "report",
    "supervise_table",
    "correct",
    "rule",
    "open_table",
    "keep_card_sets",
    "set_limits",
    "change_sheet",
    "verify_claim",
    "pay_claim",
    "deny_claim",
    "restore_jackpot",
    "change_link",
    "table_money",
    "bankroll",
    "sign_amount",
    "close_day",
    "sign_off_day",
    "read_reports",
    "read_audit",
    "read_people",
    "read_training",
    "manage_people",
    "set_break",
    "grant_role",
    "enrol",
    "issue_token",
    "read_metrics",
]
"""What roles are permitted to do; the table of permissions is ``access/roles.py``."""


class Actor(Struct, frozen=True):
    """Somebody, or the software itself, by name and role."""

    name: str
    role: ActorRole


class Person(Struct, frozen=True, tag=True):
    """A person on duty, by name and role."""

    name: str
    role: PitRole


class Approval(Struct, frozen=True, tag=True):
    """Two people who answer for an act together, and their reason."""

    first: Person
    second: Person
    reason: str


LONGEST_CACHED: Final = 64
"""Characters of a name whose normalised form is remembered."""
LOWEST_TO_APPROVE: Final[PitRole] = "pit_manager"
ONE_APPROVER: Final[PitRole] = "shift_manager"
"""For money and parameters: both have at least the first role, and one at least this one."""
LOWEST_TO_SIGN: Final[PitRole] = "pit_supervisor"
ONE_SIGNATORY: Final[PitRole] = "pit_manager"
"""For a win: both have at least the first role, and one at least this one."""

PersonFault = tuple[PlainCode, Reason]
"""The code and the reason of a refusal."""


def role_in_words(role: str) -> str:
    """A role as the sheets write it."""
    return role.replace("_", " ").title()


def at_least(person: Person, role: PitRole) -> bool:
    """Whether a person has a role or a higher one."""
    return ROLES.index(person.role) >= ROLES.index(role)


def role_fault(person: Person, role: PitRole, act: Reason) -> PersonFault | None:
    """Why a person may not do an act alone; ``None`` if they may."""
    if not person.name.strip():
        return "argument_missing", because("argument_missing.name", act=act)
    if not at_least(person, role):
        return "role_too_low", because("role_too_low.alone", act=act, role=role)
    return None


def pair_fault(
    first: Person, second: Person, lowest: PitRole, one: PitRole, act: Reason
) -> PersonFault | None:
    """Why two people may not do an act together; ``None`` if they may."""
    for person in (first, second):
        if fault := role_fault(person, lowest, act):
            return fault
    if known_as(first.name) == known_as(second.name):
        return "same_person", because("same_person.act", act=act, name=first.name.strip())
    if not at_least(first, one) and not at_least(second, one):
        return "role_too_low", because("role_too_low.one_of_two", act=act, role=one)
    return None


def approval_fault(approval: Approval, act: Reason) -> PersonFault | None:
    """Why an approval does not suffice; ``None`` if it does."""
    if not approval.reason.strip():
        return "argument_missing", because("argument_missing.reason_of", act=act)
    return pair_fault(approval.first, approval.second, LOWEST_TO_APPROVE, ONE_APPROVER, act)


def own_fault(players: Iterable[str], people: Iterable[str], act: Reason) -> PersonFault | None:
    """Why people may not do an act, if one of them is a player who gains or loses by it."""
    own = {known_as(player) for player in players}
    for name in people:
        if known_as(name) in own:
            return "own_account", because("own_account.money", act=act, name=name.strip())
    return None


def known_as(name: str) -> str:
    """The normalised name for comparison, whatever its case, spacing and Unicode form."""
    return _cached_name(name) if len(name) <= LONGEST_CACHED else _normalised(name)


def _normalised(name: str) -> str:
    return " ".join(normalize("NFKC", name).split()).casefold()


_cached_name: Final = lru_cache(16_384)(_normalised)
"""Names are compared by the thousand with every bet; a long one is not of an account, and is not kept."""
