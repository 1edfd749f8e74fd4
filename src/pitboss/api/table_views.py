"""Tables, signs and rounds as messages for one reader, with money and times as text."""

from fractions import Fraction

from msgspec import structs

from pitboss.api.ranks import dealer_qualifies, rank_of
from pitboss.cards import Card
from pitboss.citation import Clause
from pitboss.floor.dealer.turns import DealerTurn
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.faces import as_seen_by
from pitboss.floor.tables.money.chips import free_chips
from pitboss.floor.tables.opening import notices, procedure
from pitboss.floor.tables.prompts import prompts
from pitboss.floor.tables.table import TableState
from pitboss.jackpots import Link, sign
from pitboss.jackpots.parts import Slip
from pitboss.jackpots.sign import PendingWin
from pitboss.messages.links import LastWinNow, SignNow
from pitboss.messages.tables import (
    BoxNow,
    ChoiceNow,
    LimitsNow,
    LineNow,
    NoteNow,
    NoticeNow,
    OpenPointNow,
    RankNow,
    RoundNow,
    SayingNow,
    SeatNow,
    SettlementNow,
    TableNow,
    WagerNow,
)
from pitboss.messages.views import CrewNow, PendingNow
from pitboss.money import format_cents, format_exact
from pitboss.projection import project
from pitboss.reason import Reason
from pitboss.round import Round
from pitboss.round.applied_readings import applied_readings
from pitboss.round.notes import notes
from pitboss.round.state import Option
from pitboss.round.views import BoxView, TableView, open_view, view
from pitboss.settlement import Line, Settlement, Table
from pitboss.sheets.game import Game, Games
from pitboss.shoe import Commitment
from pitboss.words import say


def table_now(
    game: Game,
    state: TableState,
    version: int,
    player: str | None,
    *,
    shown: Fraction | None = None,
    turn: tuple[DealerTurn, float] | None = None,
    play_money: int = 0,
    sealer: Sealer | None = None,
) -> TableNow:
    """A table for one player or, without a name, for anybody; ``sealer`` opens what they have looked at."""
    identity, plate, method = game.sheet.identity, state.plate, method_of(game, state)
    return project(
        TableNow,
        state,
        version=version,
        sheet=plate.sheet,
        short=identity.short,
        title=identity.title,
        sheet_version=str(identity.version),
        device=plate.device,
        boxes=plate.boxes,
        limits=limits_now(plate),
        jackpot_bet=jackpot_bet_of(plate),
        denominations=tuple(format_cents(chip) for chip in state.denominations),
        displayed=format_exact(shown) if shown is not None else None,
        round=round_now(game, state, player, sealer),
        dealer=saying_now(turn, method) if turn else None,
        method=method,
        crew=project(CrewNow, state.crew),
        seats=tuple(SeatNow(box, seat.player, seat.idle) for box, seat in sorted(state.seats.items())),
        notices=tuple(notice_now(*each) for each in notices(game, state)),
        prompts=tuple(notice_now(*each) for each in prompts(game, state)),
        chips=format_cents(free_chips(state, player)) if player else None,
        buy_in_most=format_cents(play_money) if play_money and state.automatic else None,
    )


def notice_now(told: str | Reason, clauses: tuple[Clause, ...]) -> NoticeNow:
    """The public state of a table; texts of the House are shown as they are."""
    return NoticeNow(told, clauses) if isinstance(told, str) else NoticeNow(say(told), clauses, told)


def jackpot_bet_of(plate: Table) -> str | None:
    """The jackpot bet on a table's plate; none without a jackpot."""
    return format_cents(plate.jackpot_bet) if plate.jackpot_bet else None


def limits_now(plate: Table) -> dict[str, LimitsNow]:
    """The limits of a table's plate."""
    return {
        bet: LimitsNow(format_cents(found.minimum), format_cents(found.maximum))
        for bet, found in plate.limits.items()
    }


def method_of(game: Game, state: TableState) -> str:
    """The dealing method of the current or the next round."""
    if state.in_play and state.round:
        return procedure(game, state.round.table.device, state.dealt_by)[0].title
    return procedure(game, state.plate.device, state.method)[0].title


def round_now(game: Game, state: TableState, player: str | None, sealer: Sealer | None) -> RoundNow | None:
    """The round of a table for one reader."""
    seen = as_seen_by(state, player, sealer)
    shoe = state.shoe.commitment if state.shoe else None
    if seen is None:
        return None
    won = bool(state.pending)
    return round_of(game, seen, state.number, shoe, player, method=state.dealt_by, win_entered=won)


def round_of(
    game: Game,
    state: Round,
    number: int,
    shoe: Commitment | None,
    player: str | None,
    *,
    method: str = "",
    everything: bool = False,
    then: Round | None = None,
    win_entered: bool = False,
) -> RoundNow:
    """A round, or as it stood ``then``, for one reader; ``everything`` is for who may see all its cards.

    ``method`` is the title of its dealing procedure. ``win_entered``: the settlement waits for a win.
    """
    told = then or state
    seen = open_view(game, state, then) if everything else view(game, told, player, win_entered=win_entered)
    choices = {option.box: _choice(option) for option in told.options}
    return project(
        RoundNow,
        seen,
        number=number,
        phase=phase_of(seen),
        boxes=tuple(_box(box, choices.get(box.number), rank_of(game, seen, box.cards)) for box in seen.boxes),
        settlement=settlement_now(seen.settlement) if seen.settlement else None,
        notes=tuple(NoteNow(note.text, note.clauses, note.reason) for note in notes(game, told, method)),
        shoe=shoe.shoe if shoe else None,
        commitment=shoe.root.hex() if shoe else None,
        dealer_rank=rank_of(game, seen, seen.dealer),
        dealer_qualifies=dealer_qualifies(game, seen),
    )


def settlement_now(settlement: Settlement) -> SettlementNow:
    """A settlement with its reasons."""
    players = {name: format_cents(net) for name, net in settlement.players().items()}
    return SettlementNow(settlement.outcome, tuple(line_now(line) for line in settlement.lines), players)


def readings_now(game: Game, state: Round, seen: TableView | RoundNow) -> tuple[OpenPointNow, ...]:
    """The open points of the sheet that bear on a settled round, by the cards that its reader has ``seen``.

    A hand that lies face down must not be told by the points that would change its bets.
    """
    boxes = tuple(
        structs.replace(box, cards=tuple(map(Card, seen.boxes[place].cards)))
        for place, box in enumerate(state.boxes)
    )
    dealer, community = tuple(map(Card, seen.dealer)), tuple(map(Card, seen.community))
    shown = structs.replace(state, boxes=boxes, dealer=dealer, community=community)
    return tuple(project(OpenPointNow, reading) for reading in applied_readings(game, shown))


def sign_now(games: Games, link: Link, version: int) -> SignNow:
    """The sign of a link."""
    now = sign(games, link)
    return SignNow(
        link=link.id,
        version=version,
        displayed=format_exact(now.value),
        suspended=now.suspended,
        pending=tuple(win_now(win) for win in now.pending),
        hits=link.meters.hits,
        last=format_cents(link.slips[-1].amount) if link.slips else None,
        last_win=last_win_now(link.slips[-1]) if link.slips else None,
    )


def last_win_now(slip: Slip) -> LastWinNow:
    """The win that a slip paid."""
    return project(LastWinNow, slip, amount=format_cents(slip.amount))


def win_now(win: PendingWin) -> PendingNow:
    """A win that is not paid."""
    return project(PendingNow, win, amount=format_cents(win.amount))


def saying_now(turn: tuple[DealerTurn, float], method: str) -> SayingNow:
    """The Dealer's announcement and its remaining time."""
    now, seconds = turn
    waits = now.act in ("wait", "stand_up")
    return SayingNow(
        says=now.says,
        seconds=0.0 if waits else round(seconds, 1),
        whole=0.0 if waits else round(now.after, 1),
        box=None if now.act == "stand_up" else now.box,
        clause=now.clause,
        method=method if now.says == "place_your_bets" else None,
    )


def phase_of(seen: TableView | Round) -> str:
    """The phase of a round."""
    if seen.settlement:
        return "settled"
    if seen.void:
        return "void"
    return "playing" if seen.closed else "betting"


def _choice(option: Option) -> ChoiceNow:
    return ChoiceNow(option.continue_clauses, option.withdraw_clauses, option.alike)


def _box(box: BoxView, choice: ChoiceNow | None, rank: RankNow | None) -> BoxNow:
    wagers = tuple(WagerNow(wager.bet, wager.player, format_cents(wager.amount)) for wager in box.wagers)
    return project(BoxNow, box, wagers=wagers, choice=choice, rank=rank)


def line_now(line: Line) -> LineNow:
    """A line of a settlement."""
    return project(LineNow, line, stake=format_cents(line.stake), net=format_cents(line.net))
