"""The figures of a gaming day: per table and shift, per link, and the alarms."""

from collections.abc import Iterable
from datetime import date
from fractions import Fraction

from msgspec import Struct, field

from pitboss.floor.tables.events import BetsReturned
from pitboss.floor.tables.money import Session, SlipMade
from pitboss.jackpots import Meters
from pitboss.jackpots.parts import Slip
from pitboss.ledger.days import DayTotals
from pitboss.ledger.rounds import JACKPOT
from pitboss.people import Actor
from pitboss.reason import Reason
from pitboss.reconcile.sessions import DaySessions
from pitboss.settlement.jackpot import ENVY
from pitboss.words import say

OF_THE_HOUSE = frozenset({JACKPOT, ENVY})
"""Bets against the house; all others are against the table's float."""


class ShiftFigures(Struct, kw_only=True):
    """A table's figures in a shift. Money in cents; gains of the house are positive."""

    rounds: int = 0
    """Rounds that began."""
    void_rounds: int = 0
    wagers: dict[str, int] = field(default_factory=dict)
    """Stakes by bet; returned bets are left out."""
    win: dict[str, int] = field(default_factory=dict)
    """By settlements, without awards of a link."""
    fixed_jackpot_pays: int = 0
    envy_pays: int = 0
    link_pays: int = 0
    """Shares of displays, by settlements."""
    adjustments: int = 0
    """Rulings on past rounds; a player's gain is negative."""
    house_adjustments: int = 0
    """Of those, rulings on bets against the house."""
    rulings: int = 0
    corrections: int = 0
    """Corrections before a settlement."""
    jackpot_wagers_in: int = 0
    jackpot_wagers_returned: int = 0
    contributions: Fraction = field(default_factory=Fraction)
    """Shares of accepted bets for the display, overflow included."""
    reserve_shares: Fraction = field(default_factory=Fraction)
    shares_taken_back: Fraction = field(default_factory=Fraction)
    float_movement: Fraction = field(default_factory=Fraction)
    """By the ledger."""
    house_movement: Fraction = field(default_factory=Fraction)
    """By the ledger, for this table's settlements and rulings."""

    @property
    def float_win(self) -> int:
        """What settlements and rulings add to the float."""
        won = sum(win for bet, win in self.win.items() if bet not in OF_THE_HOUSE)
        return won + self.adjustments - self.house_adjustments

    @property
    def house_win(self) -> int:
        """What settlements and rulings add to the house."""
        return sum(win for bet, win in self.win.items() if bet in OF_THE_HOUSE) + self.house_adjustments

    def add(self, other: "ShiftFigures") -> None:
        """Add another shift's figures."""
        for name in self.__struct_fields__:
            mine, more = getattr(self, name), getattr(other, name)
            if isinstance(mine, dict):
                for bet, amount in more.items():
                    mine[bet] = mine.get(bet, 0) + amount
            else:
                setattr(self, name, mine + more)


class TrayDay(Struct):
    """What was counted and sold at a table in a gaming day, in cents."""

    slips: list[SlipMade] = field(default_factory=list)
    sold: int = 0
    cashed: int = 0

    def together(self, total: ShiftFigures) -> Session:
        """All sessions of the day as one, with the day's settlement wins."""
        return Session(
            number=0,
            slips=tuple(self.slips),
            float_win=total.float_win,
            house_win=total.house_win,
            link_pays=total.link_pays,
            bought=self.sold,
            cashed=self.cashed,
        )

    @property
    def comparable(self) -> bool:
        """Whether every session began and ended in the day, and its drop was counted."""
        whole = [sum(slip.kind == kind for slip in self._standing()) for kind in ("opener", "closer")]
        dropped = any(slip.kind == "drop" for slip in self.slips)
        return whole[0] == whole[1] > 0 and (dropped or not self.sold)

    def _standing(self) -> tuple[SlipMade, ...]:
        return Session(number=0, slips=tuple(self.slips)).standing


class GivenBack(Struct, kw_only=True):
    """What one member of staff gave back to one player at a table, after cards were seen."""

    by: Actor
    player: str
    acts: int = 0
    """How often: interruptions, reports, rulings and recorded walks away."""
    amount: int = 0
    """The sum of the bets, in cents."""
    reasons: list[str] = field(default_factory=list)


class TableDay(Struct, kw_only=True):
    """A table's gaming day."""

    name: str
    sheets: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    shifts: dict[str, ShiftFigures] = field(default_factory=dict)
    tray: TrayDay = field(default_factory=TrayDay)
    sessions: DaySessions = field(default_factory=DaySessions)
    given_back: list[GivenBack] = field(default_factory=list)

    def give_back(self, given: BetsReturned) -> None:
        """Add what staff gave back, to the line of each player."""
        for player in dict.fromkeys(bet.player for bet in given.bets):
            same = (one for one in self.given_back if (one.by, one.player) == (given.by, player))
            line = next(same, None)
            if line is None:
                line = GivenBack(by=given.by, player=player)
                self.given_back.append(line)
            line.acts += 1
            line.amount += sum(bet.amount for bet in given.bets if bet.player == player)
            if given.reason and given.reason not in line.reasons:
                line.reasons.append(given.reason)

    def shift(self, name: str) -> ShiftFigures:
        """The figures of a shift, created if new."""
        return self.shifts.setdefault(name, ShiftFigures())

    def total(self) -> ShiftFigures:
        """All shifts together."""
        total = ShiftFigures()
        for figures in self.shifts.values():
            total.add(figures)
        return total


class Holding(Struct, frozen=True):
    """A link's money at a moment, in exact cents."""

    pool: Fraction = Fraction(0)
    display: Fraction = Fraction(0)
    """What the sign shows; unpaid claims are in the pool only."""
    reserve: Fraction = Fraction(0)
    overflow: Fraction = Fraction(0)

    @property
    def liability(self) -> Fraction:
        """What belongs to the players and not to the house."""
        return self.pool + self.reserve + self.overflow


class Movements(Struct, frozen=True):
    """The ledger's movements of a link's accounts, in exact cents."""

    pool: Fraction = Fraction(0)
    reserve: Fraction = Fraction(0)
    overflow: Fraction = Fraction(0)


class UnpaidClaim(Struct, frozen=True):
    """A win pending at the end of the day, and its value then, in cents."""

    claim: str
    hand: str
    amount: int


class LinkDay(Struct, kw_only=True):
    """A link's gaming day."""

    name: str
    opening: Holding = Holding()
    closing: Holding = Holding()
    meters: Meters = field(default_factory=Meters)
    table_bets: int = 0
    """Jackpot bets at "No more Bets", by the tables' own records."""
    table_contributions: Fraction = field(default_factory=Fraction)
    """What those bets add by the rate in force."""
    slips: list[Slip] = field(default_factory=list)
    reversed_slips: list[int] = field(default_factory=list)
    unpaid: list[UnpaidClaim] = field(default_factory=list)
    raised: list[Reason] = field(default_factory=list)
    """Alarms that the link itself raised."""
    ledger: Movements = Movements()
    other_days: Movements = Movements()
    """What entries of other days moved that stand among those of this day; the meters leave it out."""

    @property
    def alarms_raised(self) -> list[str]:
        """The alarms that the link raised, in English."""
        return [say(reason) for reason in self.raised]

    @property
    def expected_closing(self) -> Fraction:
        """The pool by the link's identity."""
        return self.meters.closing(self.opening.pool) + self.other_days.pool

    @property
    def moved(self) -> Movements:
        """What the day's own entries moved, by opening and closing."""
        opening, closing, others = self.opening, self.closing, self.other_days
        return Movements(
            closing.pool - opening.pool - others.pool,
            closing.reserve - opening.reserve - others.reserve,
            closing.overflow - opening.overflow - others.overflow,
        )


class FigureAlarm(Struct, frozen=True):
    """Two figures that do not agree."""

    place: Reason
    """A table, a link, the ledger, the day."""
    reason: Reason
    counted: bool = False
    """A count of chips differs, not two records."""
    order: bool = False
    """Entries stand after those of a later day, because a clock was wrong; the figures take account of it."""

    @property
    def where(self) -> str:
        """The place in English."""
        return say(self.place)

    @property
    def why(self) -> str:
        """The reason in English."""
        return say(self.reason)


class ClosedBy(Struct, frozen=True):
    """Who closed a gaming day, when (microseconds since 1970), and why with a difference or out of order."""

    by: str
    at: int
    reason: str
    second: str = ""
    """Who closed it too, because entries stand out of order."""


class SignedOffBy(Struct, frozen=True):
    """Who signed off a gaming day, in which roles, when (microseconds since 1970), and their note."""

    by: Actor
    second: Actor
    at: int
    note: str


class DayFigures(Struct, kw_only=True):
    """All figures of a gaming day."""

    day: date
    first: int = 0
    """The position of the day's first entry; 0 if it has none."""
    last: int = 0
    entries: int = 0
    archived: int = 0
    """The position up to which the journal is archived, if the day begins right after it."""
    tables: dict[str, TableDay] = field(default_factory=dict)
    links: dict[str, LinkDay] = field(default_factory=dict)
    alarms: list[FigureAlarm] = field(default_factory=list)
    accepted: list[FigureAlarm] = field(default_factory=list)
    """Entries out of order with which two people have closed the day; no alarms any more."""

    closed: ClosedBy | None = None
    signed: SignedOffBy | None = None

    def alarm(self, place: Reason, reason: Reason, *, counted: bool = False, order: bool = False) -> None:
        """Add an alarm, once."""
        if (found := FigureAlarm(place, reason, counted, order)) not in self.alarms:
            self.alarms.append(found)

    def accept_order(self) -> None:
        """Take entries out of order as accepted."""
        self.accepted = [alarm for alarm in self.alarms if alarm.order]
        self.alarms = [alarm for alarm in self.alarms if not alarm.order]

    def alarms_at(self, place: Reason, faults: Iterable[Reason], *, counted: bool = False) -> None:
        """Add all alarms of one place."""
        for reason in faults:
            self.alarm(place, reason, counted=counted)

    def totals(self) -> DayTotals:
        """The totals of the day."""
        figures = [table.total() for table in self.tables.values()]
        trays = [table.tray for table in self.tables.values()]
        return DayTotals(
            day=self.day,
            entries=self.entries,
            last=self.last,
            float_win=sum((each.float_movement for each in figures), Fraction(0)),
            house_win=sum((each.house_movement for each in figures), Fraction(0)),
            sold=sum(tray.sold for tray in trays),
            cashed=sum(tray.cashed for tray in trays),
            liability=sum((link.closing.liability for link in self.links.values()), Fraction(0)),
        )

    def table(self, name: str) -> TableDay:
        """A table's day, created if new."""
        return self.tables.setdefault(name, TableDay(name=name))
