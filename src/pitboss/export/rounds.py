"""Rows of one round, collected in play and written when it is over."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pitboss.access.roles import Actor
from pitboss.cards import Card
from pitboss.commands.record import CommandRecorded
from pitboss.export.columns import ExportRow, TableRows, exactly
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.past_rounds import DecodedEvent
from pitboss.round import events as re
from pitboss.settlement import Settlement
from pitboss.store import Recorded


class RoundRows:
    """One round of a table, from its beginning on."""

    def __init__(self, table: str, link: str | None, began: fe.RoundBegan, recorded: Recorded) -> None:
        self._began, self._recorded, self._link = began, recorded, link
        self._head: ExportRow = (f"{table}/{began.number}", table, began.number, began.day)
        self._opened: re.RoundOpened | None = None
        self._closed: int | None = None
        self._settled: int | None = None
        self._standing: Settlement | None = None
        self._settlements: list[tuple[re.RoundSettled, ExportRow]] = []
        self._by: Actor = began.by
        self._players: dict[int, str] = {}
        self._cards = 0
        self._rows: list[tuple[str, ExportRow]] = []

    def take(self, entry: DecodedEvent) -> None:
        """Take one event of the round."""
        event, where = entry.event, (entry.recorded.position, entry.recorded.recorded)
        match event:
            case CommandRecorded():
                self._by = event.by
            case re.RoundOpened():
                self._opened = event
            case re.BetsClosed():
                self._closed = entry.recorded.recorded
            case re.RoundSettled():
                self._settlements.append((event, where))
                self._standing, self._settled = event.settlement, entry.recorded.recorded
            case re.SettlementReopened():
                self._standing = None
        self._rows += (
            (table, (*self._head, *row, *where))
            for rows in (
                self._bets(event),
                self._of_cards(event),
                self._decisions(event),
                irregular(event, self._by),
            )
            for table, row in rows
        )

    def rows(self) -> TableRows:
        """All rows of the round, without the lines of replaced settlements."""
        yield "rounds", self._round()
        yield from self._rows
        sheet = self._opened.table.sheet if self._opened else None
        for revision, (event, where) in enumerate(self._settlements):
            stands = event.settlement is self._standing
            for number, line in enumerate(event.settlement.lines, 1):
                told = (
                    line.box,
                    line.player,
                    line.bet,
                    line.stake,
                    line.result,
                    line.net,
                    line.clauses,
                    line.why,
                )
                yield "lines", (*self._head, sheet, revision, stands, number, *told, *where)

    def _round(self) -> ExportRow:
        opened, standing = self._opened, self._standing
        lines = standing.lines if standing else ()
        moves = standing.jackpot if standing else None
        before = opened.display.value if opened and opened.display else None
        return (
            *self._head,
            self._began.shift,
            opened.table.sheet if opened else None,
            opened.hashes.sheet if opened else None,
            opened.hashes.build if opened else None,
            self._link,
            opened.table.device if opened else None,
            len({line.box for line in lines}),
            len({line.player for line in lines}),
            standing.outcome if standing else None,
            len(self._settlements),
            sum(line.stake for line in lines),
            sum(line.net for line in lines),
            *exactly(before),
            *exactly(Fraction(moves.after) if moves else None),
            self._recorded.recorded,
            self._closed,
            self._settled,
            self._recorded.position,
        )

    def _who(self) -> ExportRow:
        return self._by.name, self._by.role

    def _bets(self, event: Any) -> TableRows:
        match event:
            case re.BetPlaced():
                self._players.setdefault(event.box, event.player)
                placed = (event.box, event.player, event.bet, "placed", event.amount)
                yield "bets", (*placed, event.unnoticed, event.decides, *self._who())
            case re.BetWithdrawn():
                yield (
                    "bets",
                    (event.box, event.player, event.bet, "withdrawn", None, False, False, *self._who()),
                )
            case re.BetTakenBack():
                whose = self._players.get(event.box)
                yield "bets", (event.box, whose, event.bet, "withdrawn", None, False, True, *self._who())
            case re.BetCorrected():
                corrected = (event.box, event.player, event.bet, "corrected", event.amount)
                yield "bets", (*corrected, False, False, *self._who())

    def _of_cards(self, event: Any) -> TableRows:
        match event:
            case re.CardsDealt():
                yield from self._faces("dealt", event.to, event.cards, event.anew)
            case re.CardBurnt():
                yield from self._faces("burnt", "burnt", (event.card,))
            case re.CardDiscarded():
                yield from self._faces("discarded", "discarded", (event.card,))
            case re.CardsShown():
                yield from self._faces("shown", event.at, event.cards)
            case re.CardCorrected():
                yield from self._faces("corrected", event.at, (event.card,))

    def _faces(self, act: str, place: int | str, cards: Iterable[Card], anew: bool = False) -> TableRows:
        box = place if isinstance(place, int) else None
        for card in cards:
            self._cards += 1
            yield "cards", (self._cards, act, "box" if box else str(place), box, card, anew)

    def _decisions(self, event: Any) -> TableRows:
        match event:
            case re.BetPlaced(decides=True):
                yield self._decided(event.box, event.player, event.bet, event.amount)
            case re.BetTakenBack():
                yield self._decided(event.box, None, f"withdraw {event.bet}", None, event.clauses)
            case re.HandFolded():
                yield self._decided(event.box, None, "fold", None, event.clauses)
            case re.Checked():
                yield self._decided(event.box, None, "check", None, event.clauses)
            case re.OptionChosen():
                yield self._decided(event.box, None, event.way, None, event.clauses)
            case re.ShowDeclined():
                yield self._decided(event.box, None, "decline")
            case re.JackpotHandNotified():
                yield self._decided(event.box, None, "notify", None, event.clauses)
            case re.PlayerLeft():
                for box in event.boxes:
                    yield self._decided(box, event.player, "leave", None, event.clauses)

    def _decided(
        self,
        box: int,
        player: str | None,
        what: str,
        amount: int | None = None,
        clauses: tuple[str, ...] = (),
    ) -> tuple[str, ExportRow]:
        owner = player or self._players.get(box)
        return "decisions", (box, owner, what, amount, clauses, *self._who())


def irregular(event: Any, by: Actor) -> TableRows:
    """Rows of irregularities."""

    def row(
        what: str,
        clauses: tuple[str, ...],
        *,
        clause: str | None = None,
        boxes: tuple[int, ...] = (),
        player: str | None = None,
        bet: str | None = None,
        amount: int | None = None,
        role: str | None = None,
        reason: str | None = None,
    ) -> tuple[str, ExportRow]:
        named = (what, clause, boxes, player, bet, amount, clauses)
        return "irregularities", (*named, by.name, role or by.role, reason)

    match event:
        case re.IrregularityReported(report=report):
            told = {"clause": report.clause, "boxes": report.boxes, "player": report.player}
            told["reason"] = report.reason or None
            yield row("report", event.clauses, role=event.by, **told)  # type: ignore[arg-type]
        case re.PlayInterrupted():
            yield row("interruption", event.clauses)
        case re.RoundVoided():
            yield row("void", event.clauses)
        case re.HandInvalidated():
            yield row("hand invalid", event.clauses, boxes=(event.box,))
        case re.BetRuled():
            yield row(
                f"bet ruled: {event.ruled.way}",
                event.ruled.clauses,
                boxes=(event.box,),
                player=event.ruled.player,
                bet=event.ruled.bet,
                amount=event.ruled.amount,
            )
        case re.HandViewed():
            yield row("hand viewed", event.clauses, boxes=(event.box,), role=event.by)
        case re.RestrictionLifted():
            yield row(
                "restriction lifted",
                event.clauses,
                boxes=event.boxes,
                player=event.player,
                role=event.by,
                reason=event.reason,
            )
        case re.SettlementReopened():
            yield row("settlement reopened", event.clauses)
        case re.CardCorrected(at=at):
            boxes = (at,) if isinstance(at, int) else ()
            yield row("card corrected", (), boxes=boxes, role=event.by, reason=event.reason)
        case re.BetCorrected() | re.SettlementAdjusted():
            ruled = isinstance(event, re.SettlementAdjusted)
            yield row(
                "settlement adjusted" if ruled else "bet corrected",
                getattr(event, "clauses", ()),
                boxes=(event.box,),
                player=event.player,
                bet=event.bet,
                amount=event.amount,
                role=event.by,
                reason=event.reason,
            )
