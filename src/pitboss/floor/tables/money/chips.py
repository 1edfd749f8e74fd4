"""Players' chips at a table: bought, cashed, and available for bets.

At an automatic table the software keeps the chips, and players bet only what they have. Elsewhere chips
are real: they are recorded, and a player may have brought more from elsewhere.

Slips: opener, fill, credit, drop and closer, as counted by two people.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.access.roles import Actor, permission_refusal
from pitboss.access.warrant import warrant_refusal
from pitboss.citation import Cited
from pitboss.commands.record import Signed
from pitboss.floor.amounts import AmountAsked, FloorAmounts, second_needed
from pitboss.floor.tables.money.events import (
    BuyIn,
    CashOut,
    ChipsBought,
    ChipsCashed,
    MakeSlip,
    Pieces,
    SlipMade,
)
from pitboss.floor.tables.money.state import Session
from pitboss.floor.tables.table import TableState
from pitboss.ledger import GamingDay, Transfer, TransfersPosted, accounts, post
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal, refuse
from pitboss.refusal_codes import RefusalCode
from pitboss.round import commands as cmd
from pitboss.settlement import Wager
from pitboss.sheets.game import Game

MoneyDecision = tuple[Struct, ...] | Refusal


def free_chips(table: TableState, player: str) -> int:
    """A player's chips at the table besides those on the layout, in cents."""
    return table.money.chips.get(player, 0) - on_layout(table, player)


def on_layout(table: TableState, player: str) -> int:
    """A player's chips in unsettled bets, in cents; a bet that a decision took back is theirs again."""
    return sum(wager.amount for wager in unsettled(table) if wager.player == player)


def unsettled(table: TableState) -> Iterator[Wager]:
    """The wagers of a round that is not settled, but for bets that a decision took back."""
    if table.round is None or table.round.settled:
        return
    for box in table.round.boxes:
        yield from (wager for wager in box.wagers if wager.bet not in box.taken_back)


def chips_refusal(game: Game, table: TableState, command: cmd.Command) -> Refusal | None:
    """Refusal of a bet for more chips than its player has."""
    if not table.automatic:
        return None
    match command:
        case cmd.PlaceBet(player=player, amount=amount):
            more = amount
        case cmd.CorrectBet(box=box, player=player, bet=bet, amount=amount) if table.round:
            known = 1 <= box <= len(table.round.boxes)
            more = amount - (table.round.box(box).total(bet, player) if known else 0)
        case _:
            return None
    free = free_chips(table, player)
    if more <= max(free, 0):
        return None
    why = because("chips_short", player=player, free=free, table=table.id, more=more)
    return refuse("chips_short", why, game.refusal_clauses("bet_below_minimum"))


def buy_in(
    game: Game, table: TableState, amounts: FloorAmounts, day: GamingDay, asked: BuyIn
) -> MoneyDecision:
    """The events of selling chips to a player, with the transfer."""
    refusal = (
        _whose(game, table, asked.by, asked.player, asked.most is not None)
        or _amount(game, asked.amount)
        or _can_sell(game, table, asked)
    )
    if refusal:
        return refusal
    second = _second(game, table, amounts, day, asked)
    if isinstance(second, Refusal):
        return second
    most = asked.most if asked.by.role == "player" else None
    event = ChipsBought(
        player=asked.player, amount=asked.amount, by=asked.by, most=most, day=day.date, second=second
    )
    cash, player = accounts.table_cash(table.id), accounts.player(asked.player)
    why = because("transfer.buy_in", player=asked.player, amount=asked.amount, table=table.id)
    return event, *_posted(game, table, day, (cash, player), asked.amount, why)


def cash_out(
    game: Game, table: TableState, amounts: FloorAmounts, day: GamingDay, asked: CashOut
) -> MoneyDecision:
    """The events of cashing a player's chips, with the transfer."""
    if refusal := _whose(game, table, asked.by, asked.player, True) or _amount(game, asked.amount):
        return refusal
    free = free_chips(table, asked.player)
    if table.automatic and asked.amount > free:
        why = because("chips_short.beside", player=asked.player, free=max(free, 0), table=table.id)
        return refuse("chips_short", why, game.ruling_clauses)
    second = _second(game, table, amounts, day, asked)
    if isinstance(second, Refusal):
        return second
    event = ChipsCashed(player=asked.player, amount=asked.amount, by=asked.by, day=day.date, second=second)
    cash, player = accounts.table_cash(table.id), accounts.player(asked.player)
    why = because("transfer.cash_out", player=asked.player, amount=asked.amount, table=table.id)
    return event, *_posted(game, table, day, (player, cash), asked.amount, why)


def _whose(game: Game, table: TableState, by: Actor, player: str, alone: bool) -> Refusal | None:
    """Refusal unless staff act, or players for themselves at an automatic table that allows it."""
    if not player.strip():
        return refuse("argument_missing", because("argument_missing.chips"), game.ruling_clauses)
    if by.role != "player":
        return permission_refusal(by.role, "bankroll", game)
    if not (alone and table.automatic):
        why = because("role_too_low.chips")
        return refuse("role_too_low", why, game.ruling_clauses)
    if by.name != player:
        return refuse("not_ones_own", because("not_ones_own.chips", name=by.name), game.ruling_clauses)
    return None


def _second(
    game: Game, table: TableState, amounts: FloorAmounts, day: GamingDay, asked: BuyIn | CashOut
) -> Actor | Refusal | None:
    """The second person who signs beside staff. Players need none for their own chips."""
    if asked.by.role == "player":
        return None
    amount = AmountAsked(
        act="chips",
        cents=asked.amount,
        by=asked.by,
        second=asked.second,
        day=day.date,
        clauses=game.ruling_clauses,
        player=asked.player,
    )
    return second_needed(amounts, table.moved, amount)


def _amount(game: Game, amount: int) -> Refusal | None:
    if amount > 0:
        return None
    return refuse("amount_not_positive", because("amount_not_positive"), game.ruling_clauses)


def _can_sell(game: Game, table: TableState, asked: BuyIn) -> Refusal | None:
    least, session = min(table.denominations), table.money.session
    if not table.open:
        return refuse("table_closed", because("table_closed.crew", table=table.id), game.ruling_clauses)
    if asked.amount % least:
        why = because("not_in_chips.sold", least=least, table=table.id)
        return refuse("not_in_chips", why, game.ruling_clauses)
    if table.counts_tray:
        if session is None or session.closed:
            why = because("opener_missing.chips", table=table.id)
            return refuse("opener_missing", why, game.ruling_clauses)
        if asked.amount > session.tray:
            why = because("tray_too_small.fill", table=table.id, tray=session.tray)
            return refuse("tray_too_small", why, game.ruling_clauses)
    held = table.money.chips.get(asked.player, 0)
    if asked.by.role == "player" and asked.most is not None and held + asked.amount > asked.most:
        why = because("buy_in_too_large", player=asked.player, held=held, table=table.id, most=asked.most)
        return refuse("buy_in_too_large", why, game.ruling_clauses)
    return None


def _posted(
    game: Game,
    table: TableState,
    day: GamingDay,
    between: tuple[accounts.LedgerAccount, accounts.LedgerAccount],
    amount: int,
    why: Reason,
) -> tuple[TransfersPosted, ...]:
    source, target = between
    draft = Transfer(
        id=f"{table.id}/chips",
        source=source,
        target=target,
        amount=Fraction(amount),
        cited=Cited(table.plate.sheet, game.ruling_clauses),
        day=day.date,
        shift=day.shift,
        reason=why,
    )
    return post(table.money.book, [draft])


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
    above = second_needed(amounts, table.moved, _slip_amount(game, asked, day))
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


def _slip_amount(game: Game, asked: MakeSlip, day: GamingDay) -> AmountAsked:
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
