"""Slips: opener, fill, credit, drop and closer, as counted by two people."""

from typing import Final

from pitboss.access.command_record import Signed
from pitboss.access.warrant import warrant_refusal
from pitboss.floor.amounts import AmountAsked, FloorAmounts, second_needed
from pitboss.floor.tables.money.commands import MakeSlip
from pitboss.floor.tables.money.events import Pieces, SlipMade
from pitboss.floor.tables.money.state import Session
from pitboss.floor.tables.table import TableState
from pitboss.ledger import GamingDay
from pitboss.money import format_cents
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


_Fault = tuple[RefusalCode, str]


def _fault(table: TableState, asked: MakeSlip) -> _Fault | None:
    if not table.counts_tray:
        return "no_tray", f"the tray of table {table.id} is not counted: the software keeps its chips"
    if fault := _count_fault(table, asked):
        return fault
    if asked.replaces is not None:
        return _replacement_fault(table, asked)
    return _order_fault(table, asked)


def _count_fault(table: TableState, asked: MakeSlip) -> _Fault | None:
    pieces = NOTES if asked.kind == "drop" else chips_in_use(table)
    for piece, number in asked.count.items():
        if piece not in pieces:
            what = "notes" if asked.kind == "drop" else "chips in use at the table"
            known = ", ".join(format_cents(one) for one in sorted(pieces))
            return "not_in_chips", f"{format_cents(piece)} is none of the {what}: they are {known}"
        if not 0 <= number <= MOST_PIECES:
            return "argument_missing", f"{number} pieces of {format_cents(piece)} cannot have been counted"
    if asked.kind in ("opener", "fill", "credit") and not any(asked.count.values()):
        return "argument_missing", f"a slip for the {asked.kind} needs what was counted"
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
            return "table_closed", f"table {table.id} is closed: open it, then count the opener"
        if session and not session.closed:
            return "opener_made", f"the opener of session {session.number} is made: a closer comes first"
        return None
    begun = session is not None and session.counted("opener") is not None
    if session is None or not begun or (session.closed and asked.kind != "drop"):
        return "opener_missing", f"table {table.id} has no session under way: count its opener first"
    amount = _counted(asked)
    if asked.kind == "credit" and amount > session.tray:
        return "tray_too_small", _too_small(session, f"a credit of {format_cents(amount)}")
    if asked.kind == "closer" and table.in_play:
        return "round_in_play", f"round {table.number} is not settled: settle it, then count the closer"
    return None


def _replacement_fault(table: TableState, asked: MakeSlip) -> _Fault | None:
    session = table.money.session
    standing = {slip.number: slip for slip in session.standing} if session else {}
    wrong = standing.get(asked.replaces or 0)
    if wrong is None:
        return "no_such_slip", f"no slip {asked.replaces} of the session stands: only such a one is replaced"
    if wrong.kind != asked.kind:
        return "no_such_slip", f"slip {wrong.number} is for the {wrong.kind}, and is replaced by such a one"
    amount = _counted(asked)
    if session and asked.kind == "credit" and amount > session.tray + wrong.amount:
        return "tray_too_small", _too_small(session, f"a credit of {format_cents(amount)}")
    return None


def _too_small(session: Session, what: str) -> str:
    return (
        f"the tray holds {format_cents(session.tray)} by what was counted and played, too little for {what}"
    )
