"""Counted or refused: sheets with random changes of every key that moves money, against the engine.

``python -m tests.analysis.counted_or_refused --seed 1 --variants 2000`` changes shipped sheets and examples.
Of each variant, decisions on small decks are settled by the engine over every deal that is left, and what
the mathematics says of each action must be equal as a fraction, or refused by the name of a key. ``--only
NUMBER`` makes one variant again.
"""

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from copy import deepcopy
from functools import cache
from typing import Any, Final

import msgspec

from pitboss.analysis.decisions import first_stakes
from pitboss.analysis.families import UNCOUNTED, analyse, check_counted, family_of
from pitboss.analysis.model import AnalysisFault
from pitboss.analysis.odds import silent
from pitboss.analysis.payoffs import main_bets
from pitboss.sheets import SheetFault
from pitboss.sheets.game import Game
from pitboss.sheets.loader import make_game
from pitboss.sheets.model import Sheet
from pitboss.sheets.money_keys import MONEY, money_keys
from tests.analysis.small_decks import ANTE, small_deck
from tests.random_edits import OF_MONEY, bases
from tools.data_mutations import Mutant, Path, mutants_of

SIDE, JACKPOT = 2_400, 1_200
_UNSEEN: Final = ("three_card", "stud")
"""The families that advise on a hand that is not seen."""


class Miscounted(Exception):
    """A figure that the engine does not settle to."""


class Count:
    """What was tried: variants by family, keys by how often they were changed, deals, refusals by key."""

    def __init__(self) -> None:
        self.variants: Counter[str] = Counter()
        self.touched: Counter[str] = Counter()
        """Keys changed in a variant of which some figure was compared."""
        self.refused: Counter[str] = Counter()
        self.compared = self.deals = 0

    def __str__(self) -> str:
        families = ", ".join(f"{name} {number:,}" for name, number in self.variants.most_common())
        return (
            f"{self.variants.total():,} variants ({families}); {self.compared:,} decisions compared over "
            f"{self.deals:,} deals settled; {len(self.touched)} of {len(MONEY)} keys changed; "
            f"{self.refused.total():,} refusals by {len(self.refused)} keys"
        )


@cache
def _changes(base: str) -> tuple[list[Mutant], ...]:
    """Every small change of a sheet, by the key that moves money which it is a change of."""
    source, clauses = next((sheet, register) for name, sheet, register in bases() if name == base)
    every = mutants_of(source, clauses)
    found = ([change for change in every if _changes_key(change.path, key)] for key in MONEY)
    return tuple(changes for changes in found if changes)


def _changes_key(path: Path, key: str) -> bool:
    parts = [str(part) for part in path]
    return all(mine in ("*", theirs) for mine, theirs in zip(key.split("."), parts, strict=False))


def variant(seed: str) -> tuple[Game, Game, list[str]]:
    """A base and a sheet that loads with some of its money changed, and what was done to it."""
    rng = random.Random(seed)
    while True:
        name, source, clauses = rng.choice(bases())
        sheet, done = deepcopy(_whole(name)), [name]
        for _ in range(rng.choice((1, 1, 2, 3))):
            try:
                if rng.random() < 0.6:
                    change = rng.choice(rng.choice(_changes(name)))
                    sheet = change.of(sheet)
                    done.append(change.name)
                else:
                    edit = rng.choice(OF_MONEY)
                    done.append(f"{edit.__name__.strip('_')}: {edit(rng, sheet)}")
            except (LookupError, TypeError, AttributeError, ValueError):
                continue
        try:
            game = make_game(deepcopy(sheet), clauses)
        except SheetFault:
            continue
        return make_game(source, clauses), game, done


@cache
def _whole(base: str) -> dict[str, Any]:
    source = next(sheet for name, sheet, _ in bases() if name == base)
    found: dict[str, Any] = msgspec.to_builtins(msgspec.convert(source, Sheet))
    return found


def changed_keys(base: Game, game: Game) -> set[str]:
    """The keys of which the variant says something else."""
    before, after = ({key.path: key for key in money_keys(each.sheet)} for each in (base, game))
    return {
        (after.get(path) or before[path]).pattern
        for path in before | after
        if path not in before or path not in after or before[path].value != after[path].value
    }


def try_variant(seed: str, count: Count, decks: int = 2) -> None:
    """Make a variant and compare what is counted; raises :class:`Miscounted` with all that was done."""
    base, game, done = variant(seed)
    rng = random.Random(seed)
    try:
        try:
            family = family_of(game)
        except AnalysisFault as fault:
            _note(count, fault)
            return
        count.variants[family] += 1
        if family == UNCOUNTED or not (stakes := _stakes(game, count)):
            return
        compared = False
        for _ in range(decks):
            compared |= compare(game, family, stakes, rng, count)
        if compared:
            count.touched.update(changed_keys(base, game))
    except Exception as fault:
        told = "\n  ".join(done)
        raise Miscounted(
            f"variant {seed}:\n  {told}\n{''.join(traceback.format_exception(fault))}"
        ) from fault


def _stakes(game: Game, count: Count) -> dict[str, int]:
    """The bets on a box whose keys are all read; empty where the main game's are not."""
    found = {}
    main = main_bets(game)
    for bet, rule in game.sheet.bets.items():
        if rule.placed != "before_deal":
            continue
        try:
            check_counted(game, [bet])
        except AnalysisFault as fault:
            _note(count, fault)
            continue
        equal = rule.equals or bet in main
        found[bet] = ANTE if equal else JACKPOT if bet == "jackpot" else SIDE
    return found if set(first_stakes(game)) <= set(found) else {}


def compare(game: Game, family: str, stakes: dict[str, int], rng: random.Random, count: Count) -> bool:
    """Compare a decision on a small deck; a box that is refused is tried with fewer bets."""
    deck = small_deck(game, rng, stakes, seen=family not in _UNSEEN or rng.random() < 0.5)
    try:
        said = analyse(game, silent).advise(deck.spot, deck.question).actions
    except AnalysisFault as fault:
        _note(count, fault)
        named = str(fault).partition(":")[0].split(".")
        fewer = {bet: stake for bet, stake in stakes.items() if bet not in named}
        if fewer == stakes and len(stakes) > len(first_stakes(game)):
            fewer = dict.fromkeys(first_stakes(game), ANTE)
        return fewer != stakes and compare(game, family, fewer, rng, count)
    found = deck.worth()
    count.compared += 1
    count.deals += deck.settled
    assert said == found, f"{deck.spot}, {stakes}:\n  counted {said}\n  settled {found}"
    return True


def _note(count: Count, fault: AnalysisFault) -> None:
    path, _, sentence = str(fault).partition(": ")
    assert sentence, fault
    assert " " not in path, fault
    count.refused[path] += 1


def main() -> int:
    """Try variants and print the counts; interrupted, those so far."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--variants", type=int, default=2000)
    options.add_argument("--only", type=int, help="the number of one variant")
    options.add_argument("--go-on", action="store_true", help="after a wrong figure too")
    asked = options.parse_args()
    count, began, wrong = Count(), time.monotonic(), 0
    numbers = [asked.only] if asked.only is not None else range(asked.variants)
    try:
        for number in numbers:
            try:
                try_variant(f"{asked.seed}/{number}", count)
            except Miscounted as fault:
                print(f"\n{fault}")
                wrong += 1
                if not asked.go_on:
                    break
            if number % 50 == 49:
                print(
                    f"{number + 1}: {count}, {time.monotonic() - began:,.0f} s", file=sys.stderr, flush=True
                )
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
    print(f"\n{count}; {wrong} wrong")
    print("changed: " + ", ".join(f"{key} {times}" for key, times in count.touched.most_common()))
    print("never compared: " + ", ".join(sorted(set(MONEY) - set(count.touched))))
    print("refused for: " + ", ".join(f"{path} {times}" for path, times in count.refused.most_common()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
