"""Transfers of a round, and rulings on earlier rounds with theirs. Pure."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec import Struct

from pitboss.commands.record import Order
from pitboss.floor.amounts import AmountAsked, FloorAmounts, second_needed
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.actors import as_done_by
from pitboss.floor.tables.past_rounds import PastRound
from pitboss.floor.tables.table import TableState
from pitboss.ledger import GamingDay, Transfer, post
from pitboss.ledger.accounts import reversal
from pitboss.ledger.rounds import Booking, adjustment_transfer, settlement_transfers
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round import decide
from pitboss.round import events as re
from pitboss.sheets.game import Game

_POSTING: Final = (re.SettlementReopened, re.RoundSettled, re.SettlementAdjusted)


def round_transfers(
    table: TableState, events: Iterable[Struct], day_now: Callable[[], GamingDay]
) -> Iterator[Transfer]:
    """Drafts of the transfers that a round's events post, given the table before them."""
    posting = [event for event in events if isinstance(event, _POSTING)]
    if not posting:
        return
    day = day_now()
    booking = Booking(
        round=table.round_id, table=table.id, operator=table.operator, sheet=table.plate.sheet, day=day
    )
    stands, revision = table.posted, table.revision
    for event in posting:
        match event:
            case re.SettlementReopened():
                yield from (reversal(entry, day) for entry in stands)
                stands = ()
            case re.RoundSettled():
                yield from (reversal(entry, day) for entry in stands)
                stands = settlement_transfers(booking, event.settlement, revision)
                revision += 1
                yield from stands
            case re.SettlementAdjusted():
                yield adjustment_transfer(booking, event)


def adjust_past(
    game: Game,
    table: TableState,
    past: PastRound,
    order: Order,
    command: cmd.AdjustSettlement,
    *,
    day: GamingDay,
    amounts: FloorAmounts,
) -> tuple[Struct, ...] | Refusal:
    """A ruling on an earlier round, booked beside its settlement."""
    by = order.by
    done = as_done_by(game, past.round, by, command)
    answer = done if isinstance(done, Refusal) else decide(game, past.round, done)
    if isinstance(answer, Refusal):
        return answer
    (adjusted,) = answer
    assert isinstance(adjusted, re.SettlementAdjusted), "an adjustment and nothing else"
    asked = AmountAsked(
        act="adjust",
        cents=abs(adjusted.amount),
        by=by,
        second=order.second,
        day=day.date,
        clauses=game.ruling_clauses,
        player=adjusted.player,
    )
    signed = second_needed(amounts, table.moved, asked)
    if isinstance(signed, Refusal):
        return signed
    ruled = fe.PastRoundAdjusted(
        number=past.began.number, adjusted=adjusted, by=by, day=day.date, entered=order.entered, second=signed
    )
    return ruled, *post(table.money.book, [past_transfer(table, past, adjusted, day)])


def past_transfer(
    table: TableState, past: PastRound, adjusted: re.SettlementAdjusted, day: GamingDay
) -> Transfer:
    """The draft of a ruling's transfer; it cites the sheet that the round was played by."""
    booking = Booking(
        round=past.id, table=table.id, operator=table.operator, sheet=past.round.table.sheet, day=day
    )
    return adjustment_transfer(booking, adjusted)
