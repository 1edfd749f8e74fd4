"""Games of other courses than the shipped ones, made from a shipped sheet by a few changes of its data."""

from copy import deepcopy
from random import Random
from typing import Any

from pitboss.cards import DECK, Card
from pitboss.records.round_file import parse_round_file
from pitboss.records.runner import PlayedRound, play
from pitboss.records.steps import parse_step
from pitboss.refusal import Refusal
from pitboss.round import Round, apply, open_round
from pitboss.round.commands import (
    BurnCard,
    Check,
    CloseBets,
    Command,
    DealCards,
    DiscardCard,
    FoldHand,
    Hashes,
    LeaveTable,
    OpenRound,
    PlaceBet,
    Reveal,
    SettleRound,
    WithdrawBet,
)
from pitboss.round.plan import NextAct, next_act
from pitboss.settlement import Table
from pitboss.sheets import Game
from pitboss.sheets.loader import make_game
from pitboss.sheets.model import Device
from tests.round.legal_acts import legal_acts, legal_bets
from tests.sheets.shipped import source_of

HOLDEM = "rws-multilink-holdem-v2"
FLOP_FIRST = [
    ["deal 2 to boxes", "3.12.2"],
    ["deal 2 to dealer", "3.12.2"],
    ["deal 5 to community", "3.12.1"],
    ["reveal community 3", "3.12.4"],
    ["decide flop or fold", "3.12.3"],
    ["reveal community 5 and dealer", "3.12.6"],
]
"""The flop before the only decision, as in Casino Hold'em."""
RAISE_ONCE = [
    ["deal 2 to boxes", "3.12.2"],
    ["deal 2 to dealer", "3.12.2"],
    ["deal 5 to community", "3.12.1"],
    ["decide flop x 3, 4 or check", "3.12.3"],
    ["reveal community 3", "3.12.4"],
    ["decide flop x 2 or check", "3.12.4"],
    ["reveal community 5", "3.12.5"],
    ["decide flop x 1 or fold", "3.12.5"],
    ["reveal dealer", "3.12.6"],
]
"""One raise at one of three moments, as in Ultimate Texas Hold'em."""

TAKE_BACK = [
    ["deal 2 to boxes", "3.12.2"],
    ["deal 2 to dealer", "3.12.2"],
    ["deal 5 to community", "3.12.1"],
    ["decide withdraw bonus or check", "3.12.3"],
    ["reveal community 3", "3.12.4"],
    ["decide flop or fold", "3.12.3"],
    ["reveal community 5 and dealer", "3.12.6"],
]
"""A bet as high as the Ante that can be taken back, as in Let It Ride."""


def variant(steps: list[list[str]], *bets: str, rules: dict[str, dict[str, Any]] | None = None) -> Game:
    """Hold'em with another procedure for both devices and only some of its decision bets.

    ``rules`` changes entries of the bets, such as ``{"flop": {"times_ante": [1, 2]}}``.
    """
    source, clauses = deepcopy(source_of(HOLDEM))
    gone = {"flop", "turn", "river"} - set(bets)
    for part in (source["bets"], source["pays"], *source["showdown"].values()):
        for bet in gone:
            del part[bet]
    for bet, changes in (rules or {}).items():
        source["bets"][bet] = {**source["bets"].get(bet, {}), **changes}
    source["dealing"] = [
        {"device": device, "title": device, "steps": steps} for device in ("shoe", "shuffler")
    ]
    return make_game(source, clauses)


def told(game: Game, *steps: str, **table: Any) -> PlayedRound:
    """The round of these steps, settled."""
    data = {"sheet": game.sheet.id, "table": table, "round": [{"steps": list(steps)}]}
    return play(parse_round_file(data, game), game)[0]


def so_far(game: Game, *steps: str, boxes: int = 7) -> Round:
    """The state after steps that are all accepted."""
    table = Table(sheet=game.sheet.id, boxes=boxes)
    state = open_round(OpenRound(table, None, Hashes("", "", "")))
    for step in steps:
        state = done(game, state, parse_step(step)[0])
    return state


def done(game: Game, state: Round, command: Command) -> Round:
    """The state after a command that is accepted."""
    answered = apply(game, state, command)
    assert not isinstance(answered, Refusal), (command, answered)
    return answered[0]


def refused(game: Game, state: Round, step: str) -> Refusal:
    """The refusal of a step."""
    answered = apply(game, state, parse_step(step)[0])
    assert isinstance(answered, Refusal), step
    return answered


def random_round(game: Game, device: Device, rng: Random) -> Round:
    """A round dealt by the procedure, with bets and decisions taken at random from what is legal."""
    state = open_round(OpenRound(Table(sheet=game.sheet.id, device=device), None, Hashes("", "", "")))
    deck = rng.sample(DECK, len(DECK))
    for player in rng.sample(("ann", "bob", "cat"), rng.randint(1, 3)):
        bets = legal_bets(game, state, player)
        box = rng.choice([bet.box for bet in bets if bet.bet == "ante"])
        for bet in game.sheet.bets:
            for each in legal_bets(game, state, player):
                if (each.box, each.bet) != (box, bet):
                    continue
                if bet == "ante" or each.least == each.most or rng.random() < 0.5:
                    amount = each.least if each.least == each.most else each.least * 1000
                    state = done(game, state, each.command(amount))
    state = done(game, state, CloseBets())
    script = rng.choice(game.scripts[device])
    while not state.settled:
        state = done(game, state, _next(game, state, next_act(game, state, script), deck, rng))
    return state


def _next(game: Game, state: Round, act: NextAct, deck: list[Card], rng: Random) -> Command:
    match act.act:
        case "burn":
            return BurnCard(deck.pop())
        case "discard":
            return DiscardCard(deck.pop())
        case "deal":
            assert act.to is not None
            return DealCards(act.to, tuple(deck.pop() for _ in range(act.cards)))
        case "reveal":
            return Reveal()
        case "settle":
            return SettleRound()
    ways = [
        act_now
        for act_now in legal_acts(game, state)
        if getattr(act_now, "box", 0) in act.boxes
        and isinstance(act_now, PlaceBet | FoldHand | Check | WithdrawBet | LeaveTable)
    ]
    return rng.choice([way for way in ways if not isinstance(way, LeaveTable) or rng.random() < 0.1] or ways)
