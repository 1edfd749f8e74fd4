"""Hands ranked and rounds played a second beside other poker libraries, and beside the same loops in plain C.

The peers are no part of the development install: ``pip install 'pitboss[peers]'`` into an environment of its
own, and name its interpreter in ``PITBOSS_PEERS``; without it this one is asked. Each is called as its users
would (``benchmarks/peer_tasks.py``); those that are absent are told. Times are those of the processor, on one
core.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.analysis.compiled import compiled
from pitboss.analysis.odds import silent
from pitboss.cards import DECK
from pitboss.hands import Ranking
from pitboss.sheets.game import Game
from pitboss.sheets.library import library
from pitboss.simulation import holdem, stud, three_card
from pitboss.simulation.engine import CARDS, Engine
from pitboss.simulation.holdem_kernel import KEY, NO_SUIT, SUITS_START, HoldemTables, best_level
from pitboss.simulation.model import Plan
from pitboss.simulation.plans import plan_of

SHEETS = ("3CP", "ML3", "P3CP", "MSS", "MLTH")
IN_C = {"3CP": ("three_card", three_card), "MSS": ("stud", stud), "MLTH": ("holdem", holdem)}
ROUNDS = 1 << 20
RUNS = 9
HANDS = 2_000


def best(function: Callable[[], object], runs: int = RUNS) -> float:
    """The shortest of several runs in seconds of the processor."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        function()
        times.append(time.process_time() - began)
    return min(times)


def game_of(name: str) -> Game:
    """A sheet by its short name."""
    found = library().find(name)
    assert found is not None
    return found.game


def main() -> None:
    """Print all rates."""
    peers, absent = _peers()
    print("\nHands of seven cards ranked, each by one call from Python\n")
    _line("Pitboss, the engine's Ranking.rank", _rank_by_engine())
    for peer in peers:
        if peer["task"] == "hands of seven":
            _line(f"{peer['peer']} {peer['version']}", peer.get("rate"), peer.get("fault"))
    print("\nHands of seven cards ranked in a compiled loop\n")
    _line("Pitboss, the tables of the simulation", _rank_by_loop())
    print("\nRounds, one box or heads-up, step by step\n")
    for name in ("3CP", "MLTH"):
        _line(f"Pitboss, the engine, {name}", _engine_rate(name))
    for peer in peers:
        if peer["task"] != "hands of seven":
            _line(f"{peer['peer']} {peer['version']}", peer.get("rate"), peer.get("fault"))
    print("\nRounds, one box with all its bets, exact play, in compiled loops and in plain C\n")
    for name in SHEETS:
        _beside_c(name)
    for peer in absent:
        print(
            f"\n{peer['peer']} is not installed: pip install 'pitboss[peers]' (or {peer['absent']})", end=""
        )
    print()


def _peers() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    python = os.environ.get("PITBOSS_PEERS") or sys.executable
    tasks = Path(__file__).with_name("peer_tasks.py")
    printed = subprocess.run([python, str(tasks)], check=True, capture_output=True, text=True).stdout
    found = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
    return [one for one in found if "absent" not in one], [one for one in found if "absent" in one]


def _line(what: str, rate: float | None, fault: str | None = None, more: str = "") -> None:
    told = f"{rate:14,.0f} /s" if rate else f"failed: {fault}"
    print(f"  {what:44s}{told}{more}")


def _rank_by_engine() -> float:
    order, drawn = game_of("MLTH").ranking.order, random.Random(1)
    hands = [tuple(drawn.sample(DECK, 7)) for _ in range(HANDS)]

    def rank() -> None:
        # A new one each time: a ranking remembers the patterns of cards it has seen.
        ranking = Ranking(5, order)
        for hand in hands:
            ranking.rank(hand)

    return HANDS / best(rank)


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


def _rank_by_loop() -> float:
    from pitboss.simulation.dealing import cuts_of, deal_rounds

    tables = _tables_of("MLTH", "blind")
    hands = deal_rounds(np.uint64(1), np.uint64(0), ROUNDS, 7, cuts_of(7))
    rank_all(hands[:1], tables)
    return ROUNDS / best(lambda: rank_all(hands, tables))


def _engine_rate(name: str) -> float:
    game, drawn = game_of(name), random.Random(1)
    engine = Engine(game, 1, "blind", silent)
    deals = [tuple(drawn.sample(CARDS, engine.cards)) for _ in range(200)]
    return len(deals) / best(lambda: [engine.play(cards) for cards in deals], 3)


def _tables_of(name: str, strategy: str) -> Any:
    """The look-up tables of a plan, as its loop gets them."""
    module: Any = IN_C[name][1]
    kept: list[Any] = []
    tables_of = module._tables

    def keep(*given: Any) -> Any:
        kept.append(tables_of(*given))
        return kept[0]

    module._tables = keep
    try:
        plan_of(game_of(name), 1, strategy, silent)
    finally:
        module._tables = tables_of
    return kept[0]


def _beside_c(name: str) -> None:
    plan = plan_of(game_of(name), 1, "exact", silent)
    counts, totals = plan.counts(), plan.totals()
    plan.play(1, 0, 256, plan.counts(), totals)
    plan.play(1, 0, ROUNDS, counts, totals)
    ours = ROUNDS / best(lambda: plan.play(1, 0, ROUNDS, plan.counts(), totals))
    more = ""
    if name in IN_C and (compiler := shutil.which("gcc") or shutil.which("cc")):
        in_c, checksum = _plain_c(compiler, name, plan)
        assert checksum == _checksum(counts.cells), f"{name}: the loop in C counts something else"
        more = f"   C {in_c:14,.0f} /s   {ours / in_c:4.0%} of C, the same counts"
    _line(name, ours, more=more)


def _checksum(cells: Any) -> int:
    found = 0
    flat = cells.reshape(-1).tolist()
    for place in range(1 << 16):
        found = (found * 31 + (flat[place] if place < len(flat) else 0) * (place + 1)) % (1 << 64)
    return found


def _plain_c(compiler: str, name: str, plan: Plan) -> tuple[float, int]:
    family = IN_C[name][0]
    with tempfile.TemporaryDirectory() as folder:
        _write_tables(name, plan, Path(folder))
        program, source = str(Path(folder) / "simulation"), str(Path(__file__).with_name("simulation.c"))
        subprocess.run([compiler, "-O3", "-march=native", "-w", "-o", program, source], check=True)
        times, sums = [], set()
        for _ in range(RUNS):
            run = [program, family, str(ROUNDS), folder]
            seconds, checksum = subprocess.run(run, check=True, capture_output=True, text=True).stdout.split()
            times.append(float(seconds))
            sums.add(int(checksum))
        assert len(sums) == 1
        return ROUNDS / min(times), sums.pop()


def _write_tables(name: str, plan: Plan, folder: Path) -> None:
    """Write the tables of a plan for the C program, each array as it is in memory."""
    tables = _tables_of(name, "exact")
    arrays = {key: value for key, value in tables._asdict().items() if isinstance(value, np.ndarray)}
    arrays["width"] = np.array([len(plan.lines)], dtype=np.int64)
    arrays["rejected"] = plan.cuts.rejected
    if name == "MSS":
        arrays["levels"] = np.array([len(tables.kinds)], dtype=np.int64)
    if name == "MLTH":
        arrays["side_lines"] = np.array([tables.side_lines], dtype=np.int64)
    for key, array in arrays.items():
        (folder / key).write_bytes(np.ascontiguousarray(array).tobytes())
