"""Every figure of the mathematics as fractions, for a comparison of two versions of the sources.

``python -m tools.figures before.json`` writes the odds, the joint play, the advice, the covariances
and the maps of the shipped sheets, the examples and variants of them; ``--beside before.json`` names every
figure that is another one now. ``--games`` takes some of them; ``--times`` makes each count anew, warm.
"""

import argparse
import json
import resource
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, to_builtins

from benchmarks.mathematics import nothing_kept
from pitboss.analysis.families import analyse, family_of
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import assemble_odds, silent
from pitboss.cards import DECK, Card
from pitboss.sheets.formats import SheetText
from pitboss.sheets.game import Game
from pitboss.sheets.loader import texts_in
from pitboss.sheets.settings import with_settings

_ROOT: Final = Path(__file__).parents[1]
_SHIPPED: Final = _ROOT / "src/pitboss/sheets"
_EXAMPLES: Final = _ROOT / "examples/sheets"
THREE, LINKED, STREAK, STUD, HOLDEM = (
    "rws-three-card-v3",
    "rws-multilink-three-card-v4",
    "rws-progressive-three-card-v5",
    "mbs-megalink-stud-v9",
    "rws-multilink-holdem-v2",
)
CASINO, FOUR, RIDE, MISSISSIPPI, AGAINST, ULTIMATE = (
    "casino-holdem-v1",
    "four-card-v1",
    "let-it-ride-v1",
    "mississippi-stud-v1",
    "three-against-four-v1",
    "ultimate-holdem-v1",
)
GAMES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    **{sheet: (sheet, ()) for sheet in (THREE, LINKED, STREAK, STUD, HOLDEM)},
    **{sheet: (sheet, ()) for sheet in (CASINO, FOUR, RIDE, MISSISSIPPI, AGAINST, ULTIMATE)},
    "3CP that qualifies with a King": (THREE, ("qualifier=K", "pair_plus.straight=6")),
    "3CP without a qualifier": (THREE, ("qualifier=none",)),
    "3CP with Envy after a fold": (THREE, ("envy_after_fold=kept", "play.times_ante=2")),
    "P3CP that loses Pair Plus by a fold": (STREAK, ("fold.loses=ante,pair_plus", "jackpot.flush=30")),
    "ML3 with a lower jackpot": (LINKED, ("jackpot.flush=30",)),
    "MSS that qualifies with AQ": (STUD, ("qualifier=AQ", "bet.royal_flush=100")),
    "MSS with a higher jackpot": (STUD, ("jackpot.flush=60",)),
    "MLTH that pays the Ante from a flush": (HOLDEM, ("ante.pays_from=flush", "bonus.AKs=30")),
    "MLTH with a capped bonus": (HOLDEM, ("bonus.most_paid=5000", "flop.pays=2")),
    "Ultimate with a pair of fives": (ULTIMATE, ("qualifier.hand=one_pair:5",)),
}
"""A sheet with settings by the name of the variant."""


def game_of(name: str) -> Game:
    """A sheet or a variant."""
    sheet, settings = GAMES[name]
    folder = next(home / sheet for home in (_SHIPPED, _EXAMPLES) if (home / sheet).is_dir())
    return with_settings(SheetText(*texts_in(folder)), settings)


def questions(game: Game) -> Iterator[tuple[str, AnalysisQuestion]]:
    """The assumptions that a game is asked with."""
    yield "alone", AnalysisQuestion()
    side = [bet for bet, rule in game.sheet.bets.items() if rule.placed == "before_deal" and bet != "jackpot"]
    stakes = {bet: 2500 if game.sheet.bets[bet].needs_ante or bet == "ante" else 500 for bet in side}
    yield "all but the jackpot", AnalysisQuestion(bets=stakes)
    if game.sheet.jackpot:
        for meter in (0, 9_000_000, 250_000_000):
            asked = {**stakes, "jackpot": 500}
            yield (
                f"all at {meter}",
                AnalysisQuestion(
                    jackpot_bet=500, bets=asked, meter=Fraction(meter), others=2, jackpot_named=True
                ),
            )


def spots(game: Game) -> Iterator[DecisionSpot]:
    """Decisions of a game: hands seen and unseen, with dead cards and without."""
    hands = game.sheet.hands
    ups = (DECK[50], DECK[3]) if hands.dealers_last_card_face_up else (None,)
    for first in (0, 17, 31):
        own = tuple(DECK[(first + 7 * place) % 52] for place in range(hands.box))
        left = [card for card in DECK[::5] + DECK[1::5] + DECK[2::5] if card not in own]
        for shown in {0, *(range(3, hands.community + 1)), min(1, hands.community)}:
            board, dead = tuple(left[:shown]), tuple(left[shown : shown + 2])
            for up in ups:
                yield _spot(own, up, board, ())
                if first == 17:
                    yield _spot(own, up, board, dead)
                    yield _spot(None, up, board, ())
                    yield _spot(None, up, board, dead)
    yield _spot(None, None, (), ())
    yield DecisionSpot(hand=None, option=True)
    yield DecisionSpot(hand=None, option=True, blind=True)


def _spot(
    hand: tuple[Card, ...] | None, up: Card | None, board: tuple[Card, ...], dead: tuple[Card, ...]
) -> DecisionSpot:
    known = {up, *(hand or ()), *board}
    return DecisionSpot(hand=hand, up=up, board=board, dead=tuple(card for card in dead if card not in known))


def figures(name: str) -> Iterator[tuple[str, Any]]:
    """Every figure of a game by the question that it answers."""
    game = game_of(name)
    analysis = analyse(game, silent)
    for title, question in questions(game):
        yield title, _said(partial(assemble_odds, analysis, game, question, None))
        yield f"{title}: boxes", _said(partial(analysis.boxes, question))
        yield f"{title}: gone on", _said(partial(analysis.gone_on, question))
        for spot in spots(game) if "jackpot" not in question.bets or question.meter else ():
            cards = (spot.hand, spot.up, spot.board, spot.dead, spot.option, spot.blind)
            yield f"{title}: {cards}", _said(partial(analysis.advise, spot, question))
    if family_of(game) == "stud":
        from pitboss.analysis.sets.face_up import face_up_map

        yield "face up", _said(partial(face_up_map, game, silent))


def _said(ask: Any) -> Any:
    try:
        found = ask()
    except AnalysisFault as fault:
        return f"refused: {fault}"
    if isinstance(found, Struct) and "game" in found.__struct_fields__:
        found = {field: getattr(found, field) for field in found.__struct_fields__ if field != "game"}
    return json.loads(json.dumps(to_builtins(found, enc_hook=str, str_keys=True)))


def _timed(name: str) -> str:
    """The processor seconds of a count made anew, kernels compiled, and the memory of the process."""
    took = []
    for _ in range(3):
        with nothing_kept():
            start = time.process_time()
            game = game_of(name)
            assemble_odds(analyse(game, silent), game, AnalysisQuestion(), None)
            took.append(time.process_time() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"{name}: {min(took):.3f} s, {peak:.0f} MB"


def main() -> int:
    """Write the figures, or compare them."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("file", nargs="?", type=Path)
    options.add_argument("--beside", type=Path)
    options.add_argument("--games", nargs="*", default=list(GAMES))
    options.add_argument("--times", action="store_true")
    asked = options.parse_args()
    if asked.times:
        for name in asked.games:
            print(_timed(name))
        return 0
    found = {name: dict(figures(name)) for name in asked.games}
    if asked.file:
        asked.file.write_text(json.dumps(found, indent=1))
    if not asked.beside:
        return 0
    before = json.loads(asked.beside.read_text())
    other = 0
    for name, answers in found.items():
        for question in {**before[name], **answers}:
            if before[name].get(question) != answers.get(question):
                other += 1
                print(f"{name}: {question}\n  {before[name].get(question)}\n  {answers.get(question)}"[:2000])
    print(f"{sum(map(len, found.values())):,} answers of {len(found)} games; {other} are others now")
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
