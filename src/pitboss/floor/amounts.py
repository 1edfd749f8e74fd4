"""Amounts: limits of one person by role, of two people, and of any single act. Pure.

The stream ``floor/amounts`` records them, so the audit decides by the amounts that held. Up to the amount of
their role, and of their gaming day at a table, one person is enough; above it a second person signs with a
password. An act that always takes two people is within the amount of either.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Final, Literal, get_args

from msgspec import Struct

from pitboss.access.roles import PERMISSIONS, Actor, Permission, Role, the_roles
from pitboss.citation import Clauses
from pitboss.commands.record import Signed
from pitboss.money import CENTS_PER_DOLLAR, format_cents, format_exact
from pitboss.people import ROLES as PIT
from pitboss.people import Approval, approval_fault, known_as, own_fault
from pitboss.reason import UNTOLD, Reason, because
from pitboss.refusal import Refusal, refuse
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.queries import faces_known
from pitboss.round.rulings import ruled_amount
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.sheets.rates import ForOne, ToOne

MoneyAct = Literal["adjust", "chips", "slips", "bets", "voids", "displays"]
MONEY_ACTS: Final[tuple[MoneyAct, ...]] = get_args(MoneyAct)


_MOST: Final = "most"


class RoleAmount(Struct, frozen=True):
    """The limits of one person in a role, in cents."""

    each: int
    """The most by one act."""
    day: int | None = None
    """The most in one gaming day at one table; None: unlimited."""


class ActAmounts(Struct, frozen=True):
    """The amounts of one kind of act."""

    roles: dict[str, RoleAmount]
    """By role; a role that is missing moves nothing alone."""
    most: int
    """The most by one act, whoever signs, in cents."""


def _act(most: int, **roles: tuple[int, int | None]) -> ActAmounts:
    """The amounts of one act, from dollars."""
    own = {
        role: RoleAmount(each * CENTS_PER_DOLLAR, day * CENTS_PER_DOLLAR if day else None)
        for role, (each, day) in roles.items()
    }
    return ActAmounts(own, most * CENTS_PER_DOLLAR)


_VOIDS: Final = _act(
    100_000,
    dealer=(500, 2_500),
    pit_supervisor=(2_500, 10_000),
    pit_manager=(10_000, 50_000),
    shift_manager=(25_000, 100_000),
)


class FloorAmounts(Struct, frozen=True, kw_only=True):
    """All amounts of a floor."""

    adjust: ActAmounts
    chips: ActAmounts
    slips: ActAmounts
    bets: ActAmounts
    voids: ActAmounts = _VOIDS
    """Bets that go back after cards were seen. Two people give back any sum."""
    displays: ActAmounts


class AmountsSet(Struct, frozen=True, tag=True):
    """The floor has new amounts."""

    amounts: FloorAmounts
    approval: Approval


class DaySums(Struct, frozen=True):
    """The amount that each person has moved alone at a table in one gaming day, in cents."""

    day: date | None = None
    sums: dict[str, int] = {}
    """By ``act/person``."""


class _Rule(Struct, frozen=True, kw_only=True):
    """An act, and the two people it takes above every role's amount."""

    gist: str
    """The code of the reason that names the act with its amount."""
    permission: Permission
    both: tuple[Role, ...]
    one: tuple[Role, ...]
    """At least one of the two people has one of these roles."""
    pair: bool = False
    """The act always takes two people; the amount of either is enough."""
    owed: bool = False
    """A sheet demands the act, so two people may do it at any amount."""


_PIT: Final[tuple[Role, ...]] = ("pit_manager", "shift_manager")
_CASH: Final[tuple[Role, ...]] = (*_PIT, "accounting")
_TOP: Final[tuple[Role, ...]] = ("shift_manager",)
_RULES: Final[dict[MoneyAct, _Rule]] = {
    "adjust": _Rule(gist="amount.adjust", permission="rule", both=_PIT, one=_TOP),
    "chips": _Rule(gist="amount.chips", permission="bankroll", both=_CASH, one=(*_TOP, "accounting")),
    "slips": _Rule(
        gist="amount.slips", permission="table_money", both=_CASH, one=(*_TOP, "accounting"), pair=True
    ),
    "bets": _Rule(gist="amount.bets", permission="correct", both=_PIT, one=_TOP),
    "voids": _Rule(
        gist="amount.voids",
        permission="report",
        both=PIT,
        one=_TOP,
        owed=True,
    ),
    "displays": _Rule(gist="amount.displays", permission="change_link", both=_TOP, one=_TOP, pair=True),
}


DEFAULT_AMOUNTS: Final = FloorAmounts(
    adjust=_act(250_000, shift_manager=(5_000, 25_000)),
    chips=_act(
        5_000_000,
        dealer=(10_000, 200_000),
        pit_supervisor=(50_000, 500_000),
        pit_manager=(100_000, 1_000_000),
        shift_manager=(250_000, 2_500_000),
        accounting=(250_000, 2_500_000),
    ),
    slips=_act(
        10_000_000,
        pit_supervisor=(250_000, 2_500_000),
        pit_manager=(500_000, 5_000_000),
        shift_manager=(1_000_000, 10_000_000),
        accounting=(1_000_000, 10_000_000),
    ),
    bets=_act(
        1_000_000,
        pit_supervisor=(5_000, 50_000),
        pit_manager=(10_000, 100_000),
        shift_manager=(25_000, 250_000),
    ),
    displays=_act(20_000_000, shift_manager=(250_000, None)),
)
"""The amounts of a floor that has recorded none, and those that its file leaves out."""


def roles_of(act: MoneyAct) -> tuple[Role, ...]:
    """The roles that may have an amount for an act: those with its permission."""
    return PERMISSIONS[_RULES[act].permission].roles


def amounts_fault(amounts: FloorAmounts) -> tuple[str, Reason] | None:
    """The path and reason of the first fault in the amounts of a floor; None if there is none."""
    for act in MONEY_ACTS:
        found: ActAmounts = getattr(amounts, act)
        if found.most <= 0:
            return f"{act}.most", because("amounts.most")
        for role, one in found.roles.items():
            if role not in roles_of(act):
                return f"{act}.{role}", because(
                    "amounts.role",
                    act=because(_RULES[act].gist, amount=because("amount.any")),
                    roles=the_roles(roles_of(act)),
                )
            if not 0 <= one.each <= found.most:
                return f"{act}.{role}", because("amounts.each", most=format_exact(Fraction(found.most)))
            if one.day is not None and one.day < one.each:
                return f"{act}.{role}", because("amounts.day")
    return None


def changed_amounts(known: ActAmounts, said: Mapping[str, tuple[int, ...]]) -> ActAmounts:
    """The amounts of an act with some roles, or the ``most``, replaced; in cents."""
    roles = {name: RoleAmount(*cents) for name, cents in said.items() if name != _MOST}
    return ActAmounts(known.roles | roles, said[_MOST][0] if _MOST in said else known.most)


def amount_words(amounts: FloorAmounts) -> dict[Reason | str, Reason | str]:
    """Every amount in dollars, by ``act.role``."""
    found: dict[Reason | str, Reason | str] = {}
    for act in MONEY_ACTS:
        of_act: ActAmounts = getattr(amounts, act)
        for role, one in of_act.roles.items():
            found[f"{act}.{role}"] = (
                because("value.amount", each=one.each)
                if one.day is None
                else because("value.amounts", each=one.each, day=one.day)
            )
        found[f"{act}.most"] = format_cents(of_act.most)
    return found


def set_amounts(
    recorded: FloorAmounts | None, wanted: FloorAmounts, approval: Approval
) -> tuple[AmountsSet, ...] | Refusal:
    """The event that sets new amounts for the floor, approved by two people. Idempotent."""
    if fault := approval_fault(approval, because("act.set_amounts")):
        return refuse(*fault)
    if wrong := amounts_fault(wanted):
        return refuse("amounts_not_possible", because("amounts_not_possible", path=wrong[0], why=wrong[1]))
    return () if wanted == recorded else (AmountsSet(wanted, approval),)


def evolve_amounts(recorded: FloorAmounts | None, event: AmountsSet, position: int = 0) -> FloorAmounts:
    """The amounts after an event of their stream."""
    return event.amounts


def moved_by(game: Game, state: Round, command: cmd.Command) -> tuple[MoneyAct, int] | None:
    """The kind of money act that a command to a round is, and the cents it moves; None for other commands."""
    match command:
        case cmd.AdjustSettlement(amount=amount):
            return "adjust", abs(amount)
        case cmd.Report() if (cents := ruled_amount(state, command)) is not None:
            return "adjust", cents
        case cmd.CorrectBet(box=box, player=player, bet=bet, amount=amount):
            more = amount - state.box(box).total(bet, player)
            return "bets", more * _odds(game, bet) if more > 0 and faces_known(game, state) else abs(more)
    return None


def _odds(game: Game, bet: str) -> int:
    """The most that a bet may win, as a multiple of its stake: with cards seen, a raise is worth that."""
    tables = (bet, ANTE_BONUS) if bet == "ante" else (bet,)
    return max(1, sum(max(_times(game, table), default=0) for table in tables))


def _times(game: Game, table: str) -> Iterator[int]:
    """The multiples of a stake that a pay table has."""
    pays = game.pays.get(table)
    lines = (pays.flat, *(rate for _, rate in pays.hands), *pays.hole_lines) if pays else ()
    for line in (*lines, *(game.jackpot_pays if table == "jackpot" else ())):
        rate = getattr(line, "rate", line)
        if isinstance(rate, ToOne | ForOne):
            yield rate.times


def money_of(state: Round, command: cmd.Command) -> str | None:
    """The player whose money an adjustment, a correction or a ruling on a bet moves."""
    match command:
        case cmd.AdjustSettlement(player=player) | cmd.CorrectBet(player=player):
            return player
        case cmd.Report(boxes=boxes, player=player):
            return player or state.box(boxes[0]).player
    return None


def with_moved(moved: DaySums, act: MoneyAct, cents: int, day: date, *people: Actor) -> DaySums:
    """The sums after one more act."""
    sums = dict(moved.sums) if _same_day(moved, day) else {}
    for person in people:
        key = _key(act, person)
        sums[key] = sums.get(key, 0) + cents
    return DaySums(day if moved.day is None else max(moved.day, day), sums)


def moved_alone(moved: DaySums, act: MoneyAct, day: date, person: Actor) -> int:
    """The amount that a person has moved alone at a table in a gaming day, in cents."""
    return moved.sums.get(_key(act, person), 0) if _same_day(moved, day) else 0


def _same_day(moved: DaySums, day: date) -> bool:
    """Whether the sums belong to a day. A clock that was put back starts no new sums."""
    return moved.day is not None and day <= moved.day


def _key(act: MoneyAct, person: Actor) -> str:
    return f"{act}/{known_as(person.name)}"


class AmountAsked(Struct, frozen=True, kw_only=True):
    """A request to move an amount of money."""

    act: MoneyAct
    cents: int | Fraction
    by: Actor
    second: Signed | None
    day: date
    clauses: Clauses
    player: str | None = None
    """The player who gains or loses by it, who may be none of those who sign."""


def above_most(
    amounts: FloorAmounts, act: MoneyAct, cents: int | Fraction, clauses: Clauses
) -> Refusal | None:
    """Refusal of an amount above the maximum of one act, whoever signs."""
    found: ActAmounts = getattr(amounts, act)
    if cents <= found.most or _RULES[act].owed:
        return None
    most = format_exact(Fraction(found.most))
    reason = because("amount_above_most", act=_asked(act, cents), most=most, kind=act)
    return refuse("amount_above_most", reason, clauses)


def _asked(act: MoneyAct, cents: int | Fraction) -> Reason:
    return because(_RULES[act].gist, amount=format_exact(Fraction(cents)))


def second_needed(amounts: FloorAmounts, moved: DaySums, asked: AmountAsked) -> Actor | Refusal | None:
    """The second person who signs for an amount, None where one person is enough, or the refusal."""
    if refusal := above_most(amounts, asked.act, asked.cents, asked.clauses):
        return refusal
    found: ActAmounts = getattr(amounts, asked.act)
    rule = _RULES[asked.act]
    what = _asked(asked.act, asked.cents)
    if asked.by.role == "system":
        return None
    second = asked.second
    people = (asked.by.name, *((second.by.name,) if second else ()))
    if asked.player and (fault := own_fault((asked.player,), people, what)):
        return refuse(*fault, asked.clauses)
    alone = (asked.by, second.by) if rule.pair and second else (asked.by,)
    if any(_short(found, moved, asked, person) is None for person in alone):
        return None
    why = because("amount.above", act=what, limit=_short(found, moved, asked, asked.by) or UNTOLD)
    able = tuple(_able(found, rule, asked))
    if second is None or not able:
        return refuse(
            "amount_above_own", because("amount_above_own", why=why, who=_who(rule, able)), asked.clauses
        )
    if known_as(second.by.name) == known_as(asked.by.name):
        return refuse("same_person", because("same_person.amount", why=why), asked.clauses)
    if second.by.role not in able:
        reason = because("role_too_low.amount", why=why, who=_who(rule, able), role=second.by.role)
        return refuse("role_too_low", reason, asked.clauses)
    if second.means != "password":
        return refuse("password_needed", because("password_needed.amount", why=why), asked.clauses)
    return second.by


def _short(found: ActAmounts, moved: DaySums, asked: AmountAsked, person: Actor) -> Reason | None:
    """Which of a person's own amounts an act exceeds; None if neither."""
    own = found.roles.get(person.role, RoleAmount(0))
    if asked.cents > own.each:
        return because("amount.own", amount=format_exact(Fraction(own.each)), role=person.role)
    before = moved_alone(moved, asked.act, asked.day, person)
    if own.day is None or before + asked.cents <= own.day:
        return None
    return because(
        "amount.own_day",
        amount=format_exact(Fraction(own.day)),
        role=person.role,
        name=person.name,
        moved=format_exact(Fraction(before)),
    )


def _able(found: ActAmounts, rule: _Rule, asked: AmountAsked) -> Iterator[Role]:
    """The roles that may sign second: their limit covers the amount, or the rule lets the two share it."""
    first = asked.by.role
    for role in PERMISSIONS["sign_amount"].roles:
        own = found.roles.get(role)
        together = {first, role} <= {*rule.both} and not {first, role}.isdisjoint(rule.one)
        if together or (own and asked.cents <= own.each):
            yield role


def _who(rule: _Rule, able: tuple[Role, ...]) -> Reason:
    if able and rule.pair:
        return because("amount.second", roles=the_roles(able))
    if able:
        return because("amount.also", roles=the_roles(able))
    return because("amount.two", both=the_roles(rule.both), one=the_roles(rule.one))
