"""What each peer does in a second, called as its users would.

``python peer_tasks.py SECONDS`` needs no Pitboss. It prints one line of JSON for each peer and task, and one
for each peer that is not installed.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

HANDS = 2_000
SECONDS = float(sys.argv[1]) if __name__ == "__main__" else 1.0
RANKS, SUITS = "23456789TJQKA", "shdc"
DECK = [rank + suit for suit in SUITS for rank in RANKS]


def deals() -> list[list[str]]:
    """Seven cards each, the same for every peer."""
    drawn = random.Random(1)
    return [drawn.sample(DECK, 7) for _ in range(HANDS)]


def rate(function: Callable[[], object], each: int) -> float:
    """How many things a function does in a second, by the best of several runs."""
    function()
    best, began = float("inf"), time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        start = time.process_time()
        function()
        best = min(best, time.process_time() - start)
    return each / best


def ranks_eval7() -> float:
    eval7 = import_module("eval7")
    hands = [[eval7.Card(card) for card in hand] for hand in deals()]
    return rate(lambda: [eval7.evaluate(hand) for hand in hands], HANDS)


def ranks_phevaluator() -> float:
    evaluate_cards = import_module("phevaluator.evaluator").evaluate_cards
    hands = deals()
    return rate(lambda: [evaluate_cards(*hand) for hand in hands], HANDS)


def ranks_treys() -> float:
    treys = import_module("treys")
    evaluator = treys.Evaluator()
    hands = [[treys.Card.new(card) for card in hand] for hand in deals()]
    return rate(lambda: [evaluator.evaluate(hand[:2], hand[2:]) for hand in hands], HANDS)


def ranks_pokerkit() -> float:
    best_of = import_module("pokerkit").StandardHighHand.from_game
    hands = [("".join(hand[:2]), "".join(hand[2:])) for hand in deals()[:200]]
    return rate(lambda: [best_of(hole, board) for hole, board in hands], len(hands))


def rounds_pokerkit() -> float:
    """Heads-up limit hold'em; both only check and call."""
    pokerkit = import_module("pokerkit")
    automations = tuple(pokerkit.Automation)

    def play() -> None:
        for _ in range(10):
            state = pokerkit.FixedLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 4, 200, 2)
            while state.status:
                state.check_or_call()

    return rate(play, 10)


def rounds_rlcard() -> float:
    """Heads-up limit hold'em; both play at random."""
    env = import_module("rlcard").make("limit-holdem")
    agent = import_module("rlcard.agents").RandomAgent
    env.set_agents([agent(env.num_actions) for _ in range(env.num_players)])
    return rate(lambda: [env.run(is_training=False) for _ in range(20)], 20)


def rounds_open_spiel() -> float:
    """Heads-up limit hold'em of universal_poker; both only check and call."""
    game = import_module("pyspiel").load_game(
        "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,raiseSize=2 2 4 4,"
        "firstPlayer=2 1 1 1,maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
    )
    drawn = random.Random(1)

    def play() -> None:
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(drawn.choice(actions) if state.is_chance_node() else 1)

    return rate(play, 20)


TASKS: dict[str, tuple[str, dict[str, Callable[[], float]]]] = {
    "eval7": ("eval7", {"hands of seven": ranks_eval7}),
    "phevaluator": ("phevaluator", {"hands of seven": ranks_phevaluator}),
    "treys": ("treys", {"hands of seven": ranks_treys}),
    "pokerkit": ("pokerkit", {"hands of seven": ranks_pokerkit, "rounds, heads-up": rounds_pokerkit}),
    "RLCard": ("rlcard", {"rounds, heads-up": rounds_rlcard}),
    "OpenSpiel": ("open_spiel", {"rounds, heads-up": rounds_open_spiel}),
}

if __name__ == "__main__":
    for peer, (package, tasks) in TASKS.items():
        try:
            number = version(package)
        except PackageNotFoundError:
            print(json.dumps({"peer": peer, "absent": package}), flush=True)
            continue
        for task, measure in tasks.items():
            try:
                found = {"peer": peer, "version": number, "task": task, "rate": measure()}
            except Exception as fault:
                found = {"peer": peer, "version": number, "task": task, "fault": repr(fault)[:200]}
            print(json.dumps(found), flush=True)
