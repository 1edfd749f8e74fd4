"""What leaves the server: tables, links and rounds as one audience may see them, with money as text."""

from fractions import Fraction

from msgspec import Struct

from pitboss.access.roles import Actor
from pitboss.floor.dealer import Turn
from pitboss.floor.house_rules import table_refusal
from pitboss.floor.methods import notices, procedure
from pitboss.floor.table import TableState
from pitboss.jackpots import Link, sign
from pitboss.jackpots.refusal import Games
from pitboss.money import format_cents, format_exact
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.legal import legal_acts, legal_bets
from pitboss.round.views import BoxView, TableView, open_view, view
from pitboss.settlement import Line, Settlement
from pitboss.sheets.game import Game
from pitboss.shoe import Commitment


class LimitsNow(Struct, frozen=True):
    """The least and the most of a bet, in dollars."""

    least: str
    most: str


class WagerNow(Struct, frozen=True):
    """Chips on a bet area."""

    bet: str
    player: str
    amount: str


class BoxNow(Struct, frozen=True):
    """One box."""

    number: int
    player: str | None
    wagers: tuple[WagerNow, ...]
    cards: tuple[str, ...]
    """A card that the reader may not see is a question mark."""
    examined: bool
    decided: tuple[str, ...]
    folded: bool
    out: tuple[str, ...]
    """The clauses that took the hand out of the round."""
    to_decide: bool
    to_choose: bool


class LineNow(Struct, frozen=True):
    """What one bet got, and why."""

    box: int
    player: str
    bet: str
    stake: str
    result: str
    net: str
    clauses: tuple[str, ...]
    why: str


class SettlementNow(Struct, frozen=True):
    """A settled or void round."""

    outcome: str
    lines: tuple[LineNow, ...]
    players: dict[str, str]


class RoundNow(Struct, frozen=True):
    """A round as its reader sees it."""

    number: int
    phase: str
    """betting, playing, void or settled."""
    boxes: tuple[BoxNow, ...]
    dealer: tuple[str, ...]
    community: tuple[str, ...]
    burnt: int
    discarded: int
    void: tuple[str, ...]
    settlement: SettlementNow | None
    shoe: str | None
    commitment: str | None
    """The root that was published before the first bet, in hexadecimal."""


class SayingNow(Struct, frozen=True):
    """What the Dealer of an automatic table announces."""

    says: str
    seconds: float
    """Until he goes on by himself; 0 where he waits for somebody."""
    box: int | None
    clause: str | None
    method: str | None = None
    """How the round will be dealt, said with "Place your Bets"."""


class CrewNow(Struct, frozen=True):
    """Who is signed on to a table."""

    dealer: str | None
    supervisors: tuple[str, ...]


class SeatNow(Struct, frozen=True):
    """A seat that somebody has."""

    box: int
    player: str
    idle: int
    """How many times in a row the Bets were closed without one of his on it."""


class NoticeNow(Struct, frozen=True):
    """What the table tells everybody."""

    text: str
    clauses: tuple[str, ...]
    """Those by which the House goes on after a jackpot failure; none for a notice of its own."""


class TableNow(Struct, frozen=True):
    """A table with its plate, its sign and its round."""

    id: str
    version: int
    """Counts the events of the table; a stream goes on after it."""
    sheet: str
    short: str
    title: str
    sheet_version: str
    operator: str
    open: bool
    automatic: bool
    cards: str
    device: str
    boxes: int
    limits: dict[str, LimitsNow]
    jackpot_bet: str | None
    denominations: tuple[str, ...]
    link: str | None
    displayed: str | None
    """What the sign of the link shows now."""
    pending: tuple[str, ...]
    """Jackpot claims of the round that are not paid."""
    round: RoundNow | None
    dealer: SayingNow | None
    method: str
    """How the round is dealt, or the next one: announced before the first bet."""
    crew: CrewNow
    seats: tuple[SeatNow, ...]
    closing: bool
    """It closes after this round."""
    notices: tuple[NoticeNow, ...]


class PendingNow(Struct, frozen=True):
    """A win that is not paid."""

    table: str
    box: int
    hand: str
    amount: str
    ordered: bool


class SignNow(Struct, frozen=True):
    """What every sign of a link shows."""

    link: str
    version: int
    displayed: str
    suspended: bool
    pending: tuple[PendingNow, ...]
    hits: int
    last: str | None
    """What was paid last."""


class BetRangeNow(Struct, frozen=True):
    """Where chips may be put, and how many."""

    box: int
    bet: str
    least: str
    most: str | None
    step: str


class LegalNow(Struct, frozen=True):
    """What one reader may do now."""

    version: int
    acts: tuple[dict[str, str | int], ...]
    bets: tuple[BetRangeNow, ...]


def table_now(
    game: Game,
    state: TableState,
    version: int,
    shown: Fraction | None,
    turn: tuple[Turn, float] | None,
    player: str | None,
) -> TableNow:
    """A table for one player or, without a name, for anybody."""
    identity, plate = game.sheet.identity, state.plate
    limits = {
        bet: LimitsNow(format_cents(x.minimum), format_cents(x.maximum)) for bet, x in plate.limits.items()
    }
    return TableNow(
        state.id,
        version,
        plate.sheet,
        identity.short,
        identity.title,
        str(identity.version),
        state.operator,
        state.open,
        state.automatic,
        state.cards,
        plate.device,
        plate.boxes,
        limits,
        format_cents(plate.jackpot_bet) if plate.jackpot_bet else None,
        tuple(format_cents(chip) for chip in state.denominations),
        state.link,
        format_exact(shown) if shown is not None else None,
        state.pending,
        round_now(game, state, player),
        _saying(turn, _method(game, state)) if turn else None,
        _method(game, state),
        CrewNow(state.crew.dealer, state.crew.supervisors),
        tuple(SeatNow(box, seat.player, seat.idle) for box, seat in sorted(state.seats.items())),
        state.closing,
        tuple(NoticeNow(text, clauses) for text, clauses in notices(game, state)),
    )


def _method(game: Game, state: TableState) -> str:
    if state.in_play and state.round:
        return procedure(game, state.round.table.device, state.dealt_by)[0].title
    return procedure(game, state.plate.device, state.method)[0].title


def round_now(game: Game, state: TableState, player: str | None) -> RoundNow | None:
    """The round of a table for one reader."""
    if state.round is None:
        return None
    shoe = state.shoe.commitment if state.shoe else None
    return round_of(game, state.round, state.number, shoe, player)


def round_of(
    game: Game,
    state: Round,
    number: int,
    shoe: Commitment | None,
    player: str | None,
    *,
    everything: bool = False,
) -> RoundNow:
    """A round for one reader; ``everything`` is for those who may see all cards of a round that is over."""
    seen = open_view(game, state) if everything else view(game, state, player)
    return RoundNow(
        number,
        _phase(seen),
        tuple(_box(box) for box in seen.boxes),
        seen.dealer,
        seen.community,
        seen.burnt,
        seen.discarded,
        seen.void,
        settlement_now(seen.settlement) if seen.settlement else None,
        shoe.shoe if shoe else None,
        shoe.root.hex() if shoe else None,
    )


def settlement_now(settlement: Settlement) -> SettlementNow:
    """A settlement with its reasons."""
    players = {name: format_cents(net) for name, net in settlement.players().items()}
    return SettlementNow(settlement.outcome, tuple(_line(line) for line in settlement.lines), players)


def sign_now(games: Games, link: Link, version: int) -> SignNow:
    """The sign of a link."""
    now = sign(games, link)
    pending = tuple(
        PendingNow(win.table, win.box, win.hand, format_cents(win.amount), win.ordered) for win in now.pending
    )
    last = format_cents(link.slips[-1].amount) if link.slips else None
    value = format_exact(now.value)
    return SignNow(link.id, version, value, now.suspended, pending, link.meters.hits, last)


def legal_now(game: Game, state: TableState, version: int, player: str) -> LegalNow:
    """What a player may do at a table now."""
    if state.round is None:
        return LegalNow(version, (), ())
    by = Actor(player, "player")
    acts = tuple(
        act
        for command in legal_acts(game, state.round)
        if (act := _act_of(state, command, player)) is not None
        and not table_refusal(game, state, command, by)
    )
    bets = tuple(
        BetRangeNow(
            found.box,
            found.bet,
            format_cents(found.least),
            format_cents(found.most) if found.most is not None else None,
            format_cents(found.step),
        )
        for found in legal_bets(game, state.round, player)
        if not table_refusal(game, state, cmd.PlaceBet(found.box, player, found.bet, found.least), by)
    )
    return LegalNow(version, acts, bets)


_WORDS: dict[type, str] = {
    cmd.ExamineHand: "look",
    cmd.FoldHand: "fold",
    cmd.Check: "check",
    cmd.DeclineToShow: "decline",
    cmd.LeaveTable: "leave",
}


def _act_of(state: TableState, command: cmd.Command, player: str) -> dict[str, str | int] | None:
    """A player's own act as he may send it."""
    assert state.round is not None, "asked of a round"
    match command:
        case cmd.PlaceBet(box, who, bet, amount) if who == player:
            return {"act": "bet", "box": box, "bet": bet, "amount": format_cents(amount)}
        case cmd.Choose(box, way) if state.round.box(box).player == player:
            return {"act": "choose", "box": box, "way": way}
        case cmd.WithdrawBet(box, bet) if state.round.box(box).total(bet, player):
            return {"act": "withdraw", "box": box, "bet": bet}
        case _:
            word = _WORDS.get(type(command))
            box = getattr(command, "box", 0)
            if word and state.round.box(box).player == player:
                return {"act": word, "box": box}
            return None


def _saying(turn: tuple[Turn, float], method: str) -> SayingNow:
    now, seconds = turn
    announced = method if now.says == "place_your_bets" else None
    if now.act in ("wait", "stand_up"):
        return SayingNow(now.says, 0.0, None if now.act == "stand_up" else now.box, now.clause, announced)
    return SayingNow(now.says, round(seconds, 1), now.box, now.clause, announced)


def _phase(seen: TableView) -> str:
    if seen.settlement:
        return "settled"
    if seen.void:
        return "void"
    return "playing" if seen.closed else "betting"


def _box(box: BoxView) -> BoxNow:
    wagers = tuple(WagerNow(wager.bet, wager.player, format_cents(wager.amount)) for wager in box.wagers)
    return BoxNow(
        box.number,
        box.player,
        wagers,
        box.cards,
        box.examined,
        box.decided,
        box.folded,
        box.out,
        box.to_decide,
        box.to_choose,
    )


def _line(line: Line) -> LineNow:
    return LineNow(
        line.box,
        line.player,
        line.bet,
        format_cents(line.stake),
        line.result,
        format_cents(line.net),
        line.clauses,
        line.why,
    )
