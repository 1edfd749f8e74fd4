"""The figures of a gaming day: of each table by shift, of each link, and what does not agree."""

from collections.abc import Iterable
from datetime import date
from fractions import Fraction

from msgspec import Struct, field

from pitboss.floor.tables.money import Session, SlipMade
from pitboss.jackpots import Meters
from pitboss.jackpots.parts import Slip
from pitboss.ledger.days import DayTotals
from pitboss.ledger.rounds import JACKPOT
from pitboss.settlement.jackpot import ENVY

OF_THE_HOUSE = frozenset({JACKPOT, ENVY})
"""Bets that the house stands against; all others are the float's."""


class ShiftFigures(Struct, kw_only=True):
    """What a table did in a shift. Money in cents; the house's gains are above zero."""

    rounds: int = 0
    """Begun."""
    void_rounds: int = 0
    wagers: dict[str, int] = field(default_factory=dict)
    """What stood on each bet; returned bets are left out."""
    win: dict[str, int] = field(default_factory=dict)
    """By the settlements; awards that a link pays are left out."""
    fixed_jackpot_pays: int = 0
    envy_pays: int = 0
    link_pays: int = 0
    """Shares of displays, by the settlements."""
    adjustments: int = 0
    """Rulings on rounds that were over, a gain of the player below zero."""
    house_adjustments: int = 0
    """Those of them on bets that the house stands against."""
    rulings: int = 0
    corrections: int = 0
    """Slips of the hand put right before a settlement."""
    jackpot_wagers_in: int = 0
    jackpot_wagers_returned: int = 0
    contributions: Fraction = field(default_factory=Fraction)
    """Shares of the accepted bets for the display, overflow included."""
    reserve_shares: Fraction = field(default_factory=Fraction)
    shares_taken_back: Fraction = field(default_factory=Fraction)
    float_movement: Fraction = field(default_factory=Fraction)
    """By the ledger."""
    house_movement: Fraction = field(default_factory=Fraction)
    """Of the house by this table's settlements and rulings, by the ledger."""

    @property
    def float_win(self) -> int:
        """What settlements and rulings move the float by."""
        won = sum(win for bet, win in self.win.items() if bet not in OF_THE_HOUSE)
        return won + self.adjustments - self.house_adjustments

    @property
    def house_win(self) -> int:
        """What they move the house by."""
        return sum(win for bet, win in self.win.items() if bet in OF_THE_HOUSE) + self.house_adjustments

    def add(self, other: "ShiftFigures") -> None:
        """Count another shift's figures with these."""
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
        """All sessions of the day as one, with what the settlements of the day won."""
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
        """Whether each session of the day began and ended in it, and the cash for its chips was counted."""
        whole = [sum(slip.kind == kind for slip in self._standing()) for kind in ("opener", "closer")]
        dropped = any(slip.kind == "drop" for slip in self.slips)
        return whole[0] == whole[1] > 0 and (dropped or not self.sold)

    def _standing(self) -> tuple[SlipMade, ...]:
        return Session(number=0, slips=tuple(self.slips)).standing


class TableDay(Struct, kw_only=True):
    """A table's gaming day."""

    name: str
    sheets: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    """That its jackpot bets went to."""
    shifts: dict[str, ShiftFigures] = field(default_factory=dict)
    tray: TrayDay = field(default_factory=TrayDay)

    def shift(self, name: str) -> ShiftFigures:
        """The figures of a shift, from nothing if it is new."""
        return self.shifts.setdefault(name, ShiftFigures())

    def total(self) -> ShiftFigures:
        """All shifts together."""
        total = ShiftFigures()
        for figures in self.shifts.values():
            total.add(figures)
        return total


class Holding(Struct, frozen=True):
    """What a link holds at a moment, in exact cents."""

    pool: Fraction = Fraction(0)
    display: Fraction = Fraction(0)
    """What the sign shows; claims that are not paid are in the pool only."""
    reserve: Fraction = Fraction(0)
    overflow: Fraction = Fraction(0)

    @property
    def liability(self) -> Fraction:
        """What is the players' and not the house's."""
        return self.pool + self.reserve + self.overflow


class Movements(Struct, frozen=True):
    """What the ledger moved in a link's accounts, in exact cents."""

    pool: Fraction = Fraction(0)
    reserve: Fraction = Fraction(0)
    overflow: Fraction = Fraction(0)


class UnpaidClaim(Struct, frozen=True):
    """A win that was pending when the day ended, and what it was worth then, in cents."""

    claim: str
    hand: str
    amount: int


class LinkDay(Struct, kw_only=True):
    """A link's gaming day."""

    name: str
    opening: Holding = Holding()
    closing: Holding = Holding()
    meters: Meters = field(default_factory=Meters)
    """What moved in the day."""
    table_bets: int = 0
    """Jackpot bets on the layouts of its tables at "No more Bets", by the tables' own records."""
    table_contributions: Fraction = field(default_factory=Fraction)
    """What those bets had to add by the rate in force."""
    slips: list[Slip] = field(default_factory=list)
    reversed_slips: list[int] = field(default_factory=list)
    unpaid: list[UnpaidClaim] = field(default_factory=list)
    alarms_raised: list[str] = field(default_factory=list)
    """By the link itself."""
    ledger: Movements = Movements()

    @property
    def expected_closing(self) -> Fraction:
        """What the pool must be by the identity."""
        return self.meters.closing(self.opening.pool)


class Alarm(Struct, frozen=True):
    """Something that does not agree."""

    where: str
    """``table T1``, ``link grand``, ``ledger``."""
    why: str
    counted: bool = False
    """It is a count of chips that differs, not two records."""


class ClosedBy(Struct, frozen=True):
    """Who closed a gaming day, when, in microseconds since 1970, and why chips that were counted differ."""

    by: str
    at: int
    reason: str


class DayFigures(Struct, kw_only=True):
    """All of a gaming day."""

    day: date
    first: int = 0
    """The position of the day's first entry; 0 when it has none."""
    last: int = 0
    entries: int = 0
    archived: int = 0
    """The position up to which the journal is archived, where the day begins right behind it."""
    tables: dict[str, TableDay] = field(default_factory=dict)
    links: dict[str, LinkDay] = field(default_factory=dict)
    alarms: list[Alarm] = field(default_factory=list)

    closed: ClosedBy | None = None
    """How it was closed, if it was."""

    def alarm(self, where: str, why: str, *, counted: bool = False) -> None:
        """Note what does not agree, once."""
        if (found := Alarm(where, why, counted)) not in self.alarms:
            self.alarms.append(found)

    def alarms_at(self, where: str, faults: Iterable[str], *, counted: bool = False) -> None:
        """Note all that does not agree at one place."""
        for why in faults:
            self.alarm(where, why, counted=counted)

    def totals(self) -> DayTotals:
        """What the day came to."""
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
        """A table's day, from nothing if it is new."""
        return self.tables.setdefault(name, TableDay(name=name))
