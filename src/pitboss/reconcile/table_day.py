"""One table through a gaming day: its rounds folded, its settlements counted."""

from itertools import takewhile
from typing import Final

from msgspec import Struct

from pitboss.floor import Floor
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.archiving import WHEN_ARCHIVED
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.past_rounds import ROUND_EVENTS, archived_versions, round_events
from pitboss.jackpots.commands import BetToAccept
from pitboss.jackpots.from_round import accepted_bets
from pitboss.ledger.rounds import JACKPOT
from pitboss.reconcile.figures import OF_THE_HOUSE, ShiftFigures
from pitboss.round import Round, evolve
from pitboss.round import events as re
from pitboss.settlement import Settlement
from pitboss.settlement.jackpot import ENVY
from pitboss.store import Journal

_STEP: Final = 200
_BEGAN: Final = fe.RoundBegan.__name__


class Closed(Struct, frozen=True):
    """ "No more Bets" at a linked table, with the jackpot bets on the layout."""

    round: str
    bets: tuple[BetToAccept, ...]


class RoundSettlement(Struct, frozen=True):
    """A settlement of a round, or a new one."""

    round: str
    settlement: Settlement


class TableFold:
    """A table at a version, then folded on."""

    def __init__(self, floor: Floor, name: str, version: int) -> None:
        journal = floor.journal
        self._games = floor.rulebook.by_hash
        self._number = 0
        self._round: Round | None = None
        stream = f"table/{name}"
        archived = archived_versions(journal, stream)
        events = _since_the_last_round(journal, stream, archived, version)
        self._beginning_archived = bool(archived) and not events
        if self._beginning_archived:
            events = self._from_where_it_was_archived(floor, name, version)
        for event in events:
            self.follow(event, None)

    def _from_where_it_was_archived(self, floor: Floor, name: str, version: int) -> list[Struct]:
        """The events since the table's archiving, if its trusted snapshot exists."""
        kept = floor.tables.kept(name, WHEN_ARCHIVED)
        if kept.state is None:
            return []
        self._number, self._round, self._beginning_archived = kept.state.number, kept.state.round, False
        since = floor.journal.read_stream(f"table/{name}", kept.version)
        decode = floor_registry().decode
        return [decode(event) for event in takewhile(lambda event: event.version <= version, since)]

    def follow(self, event: Struct, figures: ShiftFigures | None) -> Closed | RoundSettlement | None:
        """Fold one more event, counted if it belongs to the day."""
        if isinstance(event, fe.RoundBegan):
            self._number, self._round, self._beginning_archived = event.number, None, False
            if figures:
                figures.rounds += 1
        elif isinstance(event, fe.PastRoundAdjusted):
            _adjusted(figures, event.adjusted)
        elif self._beginning_archived:
            # Of a round whose beginning is archived, the settlement tells what it moved.
            _count(figures, event.settlement if isinstance(event, re.RoundSettled) else None, 1)
        elif type(event) in ROUND_EVENTS:
            return self._of_round(event, figures)
        return None

    @property
    def sheet(self) -> str | None:
        """The sheet of the round."""
        return self._round.table.sheet if self._round else None

    def _of_round(self, event: Struct, figures: ShiftFigures | None) -> Closed | RoundSettlement | None:
        before = self._round.settlement if self._round else None
        for told in round_events(iter([event])):
            self._round = evolve(self._round, told)
        assert self._round is not None, "a round begins with RoundOpened"
        match event:
            case re.BetsClosed() if self._round.display:
                bets = accepted_bets(self._games[self._round.hashes.sheet], self._round)
                return Closed(str(self._number), bets) if bets else None
            case re.SettlementReopened():
                _count(figures, before, -1)
            case re.RoundSettled():
                _count(figures, before, -1)
                _count(figures, event.settlement, 1)
                return RoundSettlement(str(self._number), event.settlement)
            case re.SettlementAdjusted():
                _adjusted(figures, event)
            case re.CardCorrected() | re.BetCorrected() if figures:
                figures.corrections += 1
        return None


def _since_the_last_round(journal: Journal, stream: str, archived: int, version: int) -> list[Struct]:
    """The events of the round in play, or of the last one, at a version."""
    after = version
    while after > archived:
        after = max(archived, after - _STEP)
        events = list(takewhile(lambda event: event.version <= version, journal.read_stream(stream, after)))
        began = [place for place, event in enumerate(events) if event.kind == _BEGAN]
        if began:
            return [floor_registry().decode(event) for event in events[began[-1] :]]
    return []


def _count(figures: ShiftFigures | None, settlement: Settlement | None, sign: int) -> None:
    """Count a settlement or, when it is replaced, subtract it."""
    if figures is None or settlement is None:
        return
    figures.void_rounds += sign * (settlement.outcome == "void")
    by_link = {(won.box, won.player): won.amount for won in settlement.shares_won()}
    for line in settlement.lines:
        win = -line.net
        if line.bet == JACKPOT:
            win += by_link.get((line.box, line.player), 0)
        elif line.bet == ENVY:
            figures.envy_pays += sign * line.net
        stands = 0 if line.result == "returned" else line.stake
        figures.wagers[line.bet] = figures.wagers.get(line.bet, 0) + sign * stands
        figures.win[line.bet] = figures.win.get(line.bet, 0) + sign * win
    for paid in settlement.jackpot.payouts if settlement.jackpot else ():
        if paid.percent:
            figures.link_pays += sign * paid.amount
        else:
            figures.fixed_jackpot_pays += sign * paid.amount


def _adjusted(figures: ShiftFigures | None, ruling: re.SettlementAdjusted) -> None:
    if figures is None:
        return
    figures.rulings += 1
    figures.adjustments -= ruling.amount
    if ruling.bet in OF_THE_HOUSE:
        figures.house_adjustments -= ruling.amount
