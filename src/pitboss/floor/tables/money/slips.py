"""Slips: opener, fill, credit, drop and closer, as counted by two people."""

from typing import Final

from pitboss.access.warrant import warrant_refusal
from pitboss.commands.record import Signed
from pitboss.floor.amounts import AmountAsked, FloorAmounts, second_needed
from pitboss.floor.tables.money.commands import MakeSlip
from pitboss.floor.tables.money.events import Pieces, SlipMade
from pitboss.floor.tables.money.state import Session
from pitboss.floor.tables.table import TableState
from pitboss.ledger import GamingDay
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal, refuse
from pitboss.refusal_codes import RefusalCode
from pitboss.sheets.game import Game

NOTES: Final = (200, 500, 1000, 5000, 10_000, 100_000, 1_000_000)
"""Notes, in cents, in which the drop is counted."""
MOST_PIECES: Final = 1_000_000


def make_slip(
    game: Game, table: TableState, amounts: FloorAmounts, day: GamingDay, asked: MakeSlip
) -> tuple[SlipMade, ...] | Refusal:
    """The next slip of the table, or the refusal, which cites the sheet's ruling clause."""
    refusal = warrant_refusal(asked.warrant, "table_money")
    if refusal is None and (fault := _fault(table, asked)):
        refusal = refuse(*fault, game.ruling_clauses)
    if refusal:
        return refusal
    above = second_needed(amounts, table.moved, _amount(game, asked, day))
    if isinstance(above, Refusal):
        return above
    counted = sorted(asked.count.items(), reverse=True)
    count = tuple(Pieces(each, number) for each, number in counted if number)
    number = table.money.slips + 1
    return (
        SlipMade(
            number=number,
            kind=asked.kind,
            count=count,
            warrant=asked.warrant,
            day=day.date,
            shift=day.shift,
            replaces=asked.replaces,
            password=above is not None,
        ),
    )


def _amount(game: Game, asked: MakeSlip, day: GamingDay) -> AmountAsked:
    approved = asked.warrant.approved
    return AmountAsked(
        act="slips",
        cents=_counted(asked),
        by=asked.warrant.by,
        second=Signed(approved, asked.means) if approved else None,
        day=day.date,
        clauses=game.ruling_clauses,
    )


def _counted(asked: MakeSlip) -> int:
    return sum(piece * number for piece, number in asked.count.items())


_Fault = tuple[RefusalCode, Reason]


def _fault(table: TableState, asked: MakeSlip) -> _Fault | None:
    if not table.counts_tray:
        return "no_tray", because("no_tray", table=table.id)
    if fault := _count_fault(table, asked):
        return fault
    if asked.replaces is not None:
        return _replacement_fault(table, asked)
    return _order_fault(table, asked)


def _count_fault(table: TableState, asked: MakeSlip) -> _Fault | None:
    pieces = NOTES if asked.kind == "drop" else chips_in_use(table)
    for piece, number in asked.count.items():
        if piece not in pieces:
            return "not_in_chips", because(
                "not_in_chips.slip", piece=piece, slip=asked.kind, known=tuple(sorted(pieces))
            )
        if not 0 <= number <= MOST_PIECES:
            return "argument_missing", because("argument_missing.pieces", number=number, piece=piece)
    if asked.kind in ("opener", "fill", "credit") and not any(asked.count.values()):
        return "argument_missing", because("argument_missing.counted", slip=asked.kind)
    return None


def chips_in_use(table: TableState) -> set[int]:
    """The table's denominations, and those counted earlier in its session under another plate."""
    slips = table.money.session.slips if table.money.session else ()
    counted = (pieces.each for slip in slips if slip.kind != "drop" for pieces in slip.count)
    return {*table.denominations, *counted}


def _order_fault(table: TableState, asked: MakeSlip) -> _Fault | None:
    session = table.money.session
    if asked.kind == "opener":
        if not table.open:
            return "table_closed", because("table_closed.opener", table=table.id)
        if session and not session.closed:
            return "opener_made", because("opener_made", session=session.number)
        return None
    begun = session is not None and session.counted("opener") is not None
    if session is None or not begun or (session.closed and asked.kind != "drop"):
        return "opener_missing", because("opener_missing.session", table=table.id)
    amount = _counted(asked)
    if asked.kind == "credit" and amount > session.tray:
        return "tray_too_small", _too_small(session, amount)
    if asked.kind == "closer" and table.in_play:
        return "round_in_play", because("round_in_play.closer", round=table.number)
    return None


def _replacement_fault(table: TableState, asked: MakeSlip) -> _Fault | None:
    session = table.money.session
    standing = {slip.number: slip for slip in session.standing} if session else {}
    wrong = standing.get(asked.replaces or 0)
    if wrong is None:
        return "no_such_slip", because("no_such_slip", slip=asked.replaces)
    if wrong.kind != asked.kind:
        return "no_such_slip", because("no_such_slip.kind", number=wrong.number, slip=wrong.kind)
    amount = _counted(asked)
    if session and asked.kind == "credit" and amount > session.tray + wrong.amount:
        return "tray_too_small", _too_small(session, amount)
    return None


def _too_small(session: Session, amount: int) -> Reason:
    return because("tray_too_small.credit", tray=session.tray, amount=amount)
