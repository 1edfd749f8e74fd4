"""Seven-box rounds decided, folded into state and settled per second, in memory, on one core.

The peer is the plain settlement of the tests, which only settles the same rounds and keeps no record;
the limit is the same commands answered by a function that does nothing.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any

from benchmarks.command import command_of
from benchmarks.timing import Runs, best
from pitboss.cards import DECK, Card
from pitboss.records.steps import format_step
from pitboss.refusal import Refusal
from pitboss.round import decide, evolve, open_round
from pitboss.round.commands import (
    BurnCard,
    Check,
    CloseBets,
    Command,
    DealCards,
    DiscardCard,
    ExamineHand,
    FoldHand,
    Hashes,
    OpenRound,
    PlaceBet,
    Reveal,
    SettleRound,
)
from pitboss.round.plan import next_act
from pitboss.round.state import Round
from pitboss.settlement import Display, Limits, Table
from pitboss.sheets import Game, load, sheet_ids
from tests.independent.settlement import settle as plain_settle

PLAYERS = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
HASHES = Hashes("build", "sheet", "readings")


def opening(game: Game) -> OpenRound:
    limits = {"ante": Limits(2500, 100_000)}
    table = Table(sheet=game.sheet.id, device="shuffler", boxes=7, jackpot_bet=500, limits=limits)
    return OpenRound(table, Display(Fraction(15_000_000), 10_000_000, Fraction(1, 20)), HASHES)


def commands_of_a_round(game: Game, rng: random.Random) -> list[Command]:
    """A full table: every player bets everything they may, looks, and mostly stays."""
    deck = rng.sample(DECK, len(DECK))
    commands: list[Command] = []
    state = open_round(opening(game))

    def do(command: Command) -> None:
        nonlocal state
        answer = decide(game, state, command)
        assert not isinstance(answer, Refusal), answer
        for event in answer:
            state = evolve(state, event)
        commands.append(command)

    for box, player in enumerate(PLAYERS, 1):
        for bet, rule in game.sheet.bets.items():
            if rule.placed == "before_deal":
                do(PlaceBet(box=box, player=player, bet=bet, amount=500 if bet == "jackpot" else 2500))
    do(CloseBets())
    looked = False
    while not state.settled:
        act = next_act(game, state, game.script("shuffler"))
        if act.act == "ask" and not looked:
            for box in range(1, 8):
                do(ExamineHand(box))
            looked = True
        elif act.act == "ask":
            for box in act.boxes:
                do(decision(game, state, box, rng))
        elif act.act == "deal":
            assert act.to is not None
            do(DealCards(act.to, tuple(deck.pop() for _ in range(act.cards))))
        else:
            do(dealers_act(act.act, deck))
    return commands


def dealers_act(act: str, deck: list[Card]) -> Command:
    if act == "burn":
        return BurnCard(deck.pop())
    if act == "discard":
        return DiscardCard(deck.pop())
    return Reveal() if act == "reveal" else SettleRound()


def decision(game: Game, state: Round, box: int, rng: random.Random) -> Command:
    due = game.script("shuffler").decisions[state.reveals]
    if rng.random() < 0.25:
        return FoldHand(box) if due.otherwise == "fold" else Check(box)
    times = game.sheet.bets[due.bet].sizes[0]
    return PlaceBet(box=box, player=PLAYERS[box - 1], bet=due.bet, amount=2500 * times)


def play(game: Game, commands: list[Command]) -> None:
    state = open_round(opening(game))
    for command in commands:
        answer = decide(game, state, command)
        assert not isinstance(answer, Refusal)
        for event in answer:
            state = evolve(state, event)


def nothing(game: Game, commands: list[Command]) -> None:
    for command in commands:
        type(command)


def best_rate(function: Callable[..., object], inputs: list[Any], runs: int) -> float:
    """Rounds per second."""
    return len(inputs) / best(lambda: [function(*arguments) for arguments in inputs], runs)


def main(*, rounds: Annotated[int, "rounds of each sheet"] = 400, runs: Runs = 5) -> None:
    """One line per sheet."""
    print(f"\nEngine: seven-box rounds per second on one core, in memory ({rounds} rounds, best of {runs})")
    for sheet_id in sheet_ids():
        game = load(sheet_id)
        rng = random.Random(sheet_id)
        played = [commands_of_a_round(game, rng) for _ in range(rounds)]
        ours = best_rate(play, [(game, commands) for commands in played], runs)
        table = {"dealing": "shuffler", "boxes": 7}
        jackpot = {"value": "150000.00", "reset": "100000.00", "contribution": "0.05"}
        texts = [[format_step(command) for command in commands] for commands in played[:50]]
        peer = best_rate(plain_settle, [(sheet_id, table, jackpot, steps) for steps in texts], runs)
        limit = best_rate(nothing, [(game, commands) for commands in played], runs)
        count = sum(map(len, played)) / rounds
        print(
            f"  {sheet_id:31} {ours:6.0f} rounds/s ({count:.0f} commands each)   "
            f"{ours / peer:5.1f} x the plain settlement   {ours / limit:.4f} of doing nothing"
        )


def smallest() -> None:
    main(rounds=1, runs=1)


if __name__ == "__main__":
    command_of(__file__)
