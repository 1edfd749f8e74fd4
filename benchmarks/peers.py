"""Hands ranked and rounds played a second beside other poker libraries, and beside the same loops in plain C.

The peers are no part of the development install: ``pip install 'pitboss[peers]'`` into an environment of its
own, and name its interpreter in ``PITBOSS_PEERS``; without it this one is asked. Each is called as its users
would (``benchmarks/peer_tasks.py``); those that are absent are told. Times are those of the processor, on one
core.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from benchmarks.command import command_of
from benchmarks.plain_c import NO_COMPILER, compile_c
from benchmarks.timing import best
from pitboss.analysis.compiled import compiled
from pitboss.analysis.hand_kinds import CARDS
from pitboss.analysis.odds import silent
from pitboss.cards import DECK
from pitboss.hands import Ranking
from pitboss.sheets.game import Game
from pitboss.sheets.library import library
from pitboss.simulation.dealing import KEY, SUITS_START, cuts_of, deal_rounds
from pitboss.simulation.engine import Engine
from pitboss.simulation.holdem import NO_SUIT, HoldemTables, best_level
from pitboss.simulation.model import Plan
from pitboss.simulation.plans import plan_of
from pitboss.toolkit.hand_ranks import rank

SHEETS = ("3CP", "ML3", "P3CP", "MSS", "MLTH", "four-card-v1", "three-against-four-v1")
EXAMPLES = Path(__file__).parent.parent / "examples" / "sheets"
HANDS = 2_000


def game_of(name: str) -> Game:
    """A sheet by its short name, or an example by its folder."""
    if (EXAMPLES / name).is_dir():
        return library().add(EXAMPLES / name).game
    found = library().find(name)
    assert found is not None
    return found.game


def main(
    *,
    runs: Annotated[int, "runs, of which the best counts, by the processor's time"] = 25,
    rounds: Annotated[int, "rounds of a compiled loop"] = 1 << 20,
    seconds: Annotated[float, "how long each peer is measured"] = 1.0,
) -> None:
    """Print all rates."""
    peers, absent = _peers(seconds)
    print("\nHands of seven cards ranked, each by one call from Python\n")
    _line("Pitboss, the engine's Ranking.rank", _rank_by_engine(runs))
    _line("Pitboss, pitboss.rank", _rank_by_name(runs))
    for peer in peers:
        if peer["task"] == "hands of seven":
            _line(f"{peer['peer']} {peer['version']}", peer.get("rate"), peer.get("fault"))
    print("\nHands of seven cards ranked in a compiled loop\n")
    _line("Pitboss, the tables of the simulation", _rank_by_loop(runs, rounds))
    print("\nRounds, one box or heads-up, step by step\n")
    for name in ("3CP", "MLTH"):
        _line(f"Pitboss, the engine, {name}", _engine_rate(name, min(runs, 3)))
    for peer in peers:
        if peer["task"] != "hands of seven":
            _line(f"{peer['peer']} {peer['version']}", peer.get("rate"), peer.get("fault"))
    print("\nRounds, one box with all its bets, exact play, in compiled loops and in plain C\n")
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c("simulation", folder)
        if program is None:
            print(f"  {NO_COMPILER}")
        for name in SHEETS:
            _beside_c(name, program, runs, rounds)
    print()
    for peer in absent:
        print(f"{peer['peer']} is not installed: pip install 'pitboss[peers]' (or {peer['absent']})")


def smallest() -> None:
    main(runs=1, rounds=1 << 10, seconds=0.01)


def _peers(seconds: float) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    python = os.environ.get("PITBOSS_PEERS") or sys.executable
    command = [python, str(Path(__file__).with_name("peer_tasks.py")), str(seconds)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
    return [one for one in found if "absent" not in one], [one for one in found if "absent" in one]


def _line(what: str, rate: float | None, fault: str | None = None, more: str = "") -> None:
    told = f"{rate:14,.0f} /s" if rate else f"failed: {fault}"
    print(f"  {what:44s}{told}{more}")


def _rank_by_engine(runs: int) -> float:
    order, drawn = game_of("MLTH").ranking.order, random.Random(1)
    hands = [tuple(drawn.sample(DECK, 7)) for _ in range(HANDS)]

    def rank() -> None:
        # A new one each time: a ranking remembers the patterns of cards it has seen.
        ranking = Ranking(5, order)
        for hand in hands:
            ranking.rank(hand)

    return HANDS / best(rank, runs, time.process_time)


def _rank_by_name(runs: int) -> float:
    drawn = random.Random(1)
    hands = [tuple(drawn.sample(DECK, 7)) for _ in range(HANDS)]
    return HANDS / best(lambda: [rank(hand) for hand in hands], runs, time.process_time)


@compiled
def rank_all(hands: Any, tables: HoldemTables) -> int:
    """Rank rows of seven cards, the hole cards first; the sum of their levels."""
    found = 0
    for number in range(len(hands)):
        hand = hands[number]
        board, suit, mask = 0, NO_SUIT, 0
        for place in range(2, 7):
            board += tables.cards[hand[place]]
        if (board >> SUITS_START) + 0x5555 & 0x8888:
            for each in range(4):
                if (board >> SUITS_START + 4 * each & 15) >= 3:
                    suit = each
            for place in range(2, 7):
                if hand[place] & 3 == suit:
                    mask |= 1 << (hand[place] >> 2)
        levels = tables.levels[tables.board_row[board & KEY]]
        found += best_level(np.int64(hand[0]), np.int64(hand[1]), levels, suit, mask, tables.flushes)
    return found


def _rank_by_loop(runs: int, rounds: int) -> float:
    tables = plan_of(game_of("MLTH"), 1, "blind", silent).tables
    hands = deal_rounds(np.uint64(1), np.uint64(0), rounds, 7, cuts_of(7))
    rank_all(hands[:1], tables)
    return rounds / best(lambda: rank_all(hands, tables), runs, time.process_time)


def _engine_rate(name: str, runs: int) -> float:
    game, drawn = game_of(name), random.Random(1)
    engine = Engine(game, 1, "blind", silent)
    deals = [tuple(drawn.sample(CARDS, engine.cards)) for _ in range(200)]
    return len(deals) / best(lambda: [engine.play(cards) for cards in deals], runs, time.process_time)


def _beside_c(name: str, program: str | None, runs: int, rounds: int) -> None:
    """Print the rate of a loop and of the same in C, run in turn so that a busy moment slows both."""
    plan = plan_of(game_of(name), 1, "exact", silent)
    counts, totals = plan.counts(), plan.totals()
    plan.play(1, 0, 256, plan.counts(), totals)
    plan.play(1, 0, rounds, counts, totals)
    play = partial(plan.play, 1, 0, rounds, plan.counts(), totals)
    if program is None:
        _line(name, rounds / best(play, runs, time.process_time))
        return
    ours, in_c = [], []
    with tempfile.TemporaryDirectory() as folder:
        run = [program, _write_tables(name, plan, Path(folder)), str(rounds), folder]
        for _ in range(runs):
            ours.append(best(play, 1, time.process_time))
            took, checksum = subprocess.run(run, check=True, capture_output=True, text=True).stdout.split()
            in_c.append(float(took))
            assert int(checksum) == _checksum(counts.cells), f"{name}: the loop in C counts something else"
    limit, share = rounds / min(in_c), min(in_c) / min(ours)
    _line(name, rounds / min(ours), more=f"   C {limit:14,.0f} /s   {share:4.0%} of C, the same counts")


def _checksum(cells: Any) -> int:
    found = 0
    flat = cells.reshape(-1).tolist()
    for place in range(1 << 16):
        found = (found * 31 + (flat[place] if place < len(flat) else 0) * (place + 1)) % (1 << 64)
    return found


def _write_tables(name: str, plan: Plan, folder: Path) -> str:
    """Write the tables of a plan for the C program, each array as in memory; the loop that reads them."""
    tables = plan.tables
    arrays = {key: value for key, value in tables._asdict().items() if isinstance(value, np.ndarray)}
    arrays["width"] = np.array([len(plan.lines)])
    arrays |= plan.cuts._asdict() | {"parts": np.array([len(plan.cuts.ends)])}
    loop = "holdem"
    if isinstance(tables, HoldemTables):
        arrays["side_lines"] = np.array([tables.side_lines])
    else:
        hands, further = plan.game.sheet.hands, len(tables.further_cards)
        loop = f"{hands.box} {hands.dealer} {further} {hands.community}"
        sizes = [tables.face_up, len(tables.masks), tables.masks[0].size, tables.cells.shape[1]]
        sizes += [tables.lines.shape[1], tables.own.flush, tables.jackpot.flush, tables.fold_loses_jackpot]
        arrays["sizes"] = np.array([*sizes, len(plan.lines)], dtype=np.int64)
        for ranked in ("own", "dealers", "jackpot"):
            given = getattr(tables, ranked)
            arrays |= {f"{ranked}_{key}": getattr(given, key) for key in ("unsuited", "more", "suited")}
    for key, array in arrays.items():
        (folder / key).write_bytes(np.ascontiguousarray(array).tobytes())
    return loop


if __name__ == "__main__":
    command_of(__file__)
