"""The sessions of a table within one gaming day: what was counted, sold and settled in each on that day."""

from msgspec import Struct, field, structs

from pitboss.floor.tables import events as fe
from pitboss.floor.tables.money import ChipsBought, ChipsCashed, Session, SlipMade
from pitboss.floor.tables.money.state import differences
from pitboss.reason import Reason
from pitboss.words import say


class DaySession(Struct, kw_only=True):
    """What a gaming day holds of one session of a table, in cents; gains of the house are positive."""

    began: bool
    """Whether it began on this day; otherwise it goes on from the day before."""
    money: Session
    """Its slips and wins of this day alone."""

    @property
    def whole(self) -> bool:
        """Whether the session began and closed on this day, so that chips and settlements can be compared."""
        return self.began and self.money.closed


class SessionFigures(Struct, frozen=True, kw_only=True):
    """The figures of a session on one gaming day, in cents; None where nothing was counted."""

    number: int
    """Within the day, from 1."""
    began: bool
    closed: bool
    opener: int | None
    fills: int | None
    credits: int | None
    drop: int | None
    closer: int | None
    win_by_chips: int | None
    """None where the day does not hold the whole session."""
    win_by_settlements: int
    paid_by_link: int
    bought: int
    cashed: int
    difference: int | None
    why: tuple[str, ...]
    reasons: tuple[Reason, ...]
    """The differences in words."""


class DaySessions(Struct):
    """The sessions of a table on one gaming day, in order."""

    all: list[DaySession] = field(default_factory=list)

    def follow(self, event: Struct) -> None:
        """Take an event of the table that begins or ends a session, or moves its money."""
        match event:
            case fe.TableOpened(counts_tray=False):
                self._begin()
            case fe.TableClosed():
                if self.all:
                    self._change(closed=True)
            case SlipMade():
                if event.kind == "opener" and event.replaces is None:
                    self._begin()
                money = self._now().money
                closed = money.closed or event.kind == "closer"
                self._change(slips=(*money.slips, event), closed=closed)
            case ChipsBought(amount=amount):
                self.add(bought=amount)
            case ChipsCashed(amount=amount):
                self.add(cashed=amount)

    def add(self, **more: int) -> None:
        """Add amounts in cents to the session."""
        if any(more.values()):
            money = self._now().money
            self._change(**{name: getattr(money, name) + cents for name, cents in more.items()})

    def figures(self) -> list[SessionFigures]:
        """The figures of every session in which something was counted, sold or settled."""
        held = [each for each in self.all if structs.replace(each.money, closed=False) != Session(number=0)]
        return [_figures(number, each) for number, each in enumerate(held, 1)]

    def _begin(self) -> None:
        self.all.append(DaySession(began=True, money=Session(number=0)))

    def _now(self) -> DaySession:
        if not self.all:
            self.all.append(DaySession(began=False, money=Session(number=0)))
        return self.all[-1]

    def _change(self, **changed: object) -> None:
        now = self._now()
        now.money = structs.replace(now.money, **changed)


def _figures(number: int, session: DaySession) -> SessionFigures:
    money = session.money
    by_chips = money.win_by_chips if session.whole else None
    why = differences(money) if session.whole else ()
    return SessionFigures(
        number=number,
        began=session.began,
        closed=money.closed,
        opener=money.counted("opener"),
        fills=money.counted("fill"),
        credits=money.counted("credit"),
        drop=money.counted("drop"),
        closer=money.counted("closer"),
        win_by_chips=by_chips,
        win_by_settlements=money.win,
        paid_by_link=money.link_pays,
        bought=money.bought,
        cashed=money.cashed,
        difference=None if by_chips is None else by_chips - money.win,
        why=tuple(map(say, why)),
        reasons=why,
    )
