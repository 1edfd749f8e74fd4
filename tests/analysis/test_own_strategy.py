"""Exact figures of a strategy that is not the best: against known ones, and against every deal one by one."""

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from pitboss.analysis.decisions import InformationSet, blind, simple
from pitboss.analysis.families import analyse
from pitboss.analysis.levels import hand_levels
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion
from pitboss.analysis.odds import StrategyAnalysis, assemble_odds, odds, silent, strategy_odds
from pitboss.analysis.own_cards.play import classes
from pitboss.analysis.payoffs import met_gains
from pitboss.cards import RANKS
from pitboss.cli.main import run as main
from pitboss.sheets import load, read_folder
from pitboss.sheets.game import Game
from pitboss.simulation.plans import chooser_of

pytestmark = pytest.mark.pure

THREE, TEN = "rws-three-card-v3", RANKS.index("T")
EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"


def test_best_play_given_as_a_strategy_has_the_figures_of_best_play() -> None:
    game = load(THREE)
    found = strategy_odds(game, chooser_of(game, "exact", silent), silent)
    assert found.figures == analyse(game, silent).main().figures


def test_a_strategy_is_asked_once_about_each_hand() -> None:
    game, asked = load(THREE), list[tuple[str, ...]]()

    def always(one: InformationSet) -> str:
        asked.append(one.own)
        return "play"

    found = strategy_odds(game, always, silent)
    assert len(asked) == len(set(asked)) == 1755
    assert found.figures.house_edge == Fraction(1947749, 25448150)


def test_it_may_go_by_the_face_up_card() -> None:
    """Every deal of a game with a face-up card: the hand is played if its highest card is above it."""
    plain, asked = load(THREE), list[InformationSet]()
    hands = structs.replace(plain.sheet.hands, dealers_last_card_face_up=True)
    game = Game(structs.replace(plain.sheet, hands=hands), plain.readings, plain.register, plain.hashes)

    def above(one: InformationSet) -> str:
        asked.append(one)
        assert one.up is not None
        return "play" if RANKS.index(one.own[0][0]) > RANKS.index(one.up[0]) else "fold"

    levels = hand_levels(3, game.ranking.order)
    dealers = np.array(list(combinations(range(52), 3)))
    level = levels.of_cards(dealers)
    qualifies = np.array([game.qualifies(rank) for rank in levels.ranks])[level]
    total = Fraction(0)
    for own, size in classes(3).items():
        mine = int(levels.of_cards(np.array([own]))[0])
        held, raised = met_gains(game, {"ante": 1}, "play", levels.ranks[mine])
        met = np.where(level < mine, 0, np.where(level == mine, 1, 2)) + 3 * qualifies
        apart = ~np.isin(dealers, own).any(axis=1)
        for place in range(3):
            played = apart & (dealers[:, place] >> 2 < max(own) >> 2)
            deals = np.bincount(met[played], minlength=6).tolist()
            total += size * sum(
                (n * (h + r) for n, h, r in zip(deals, held, raised, strict=True)), Fraction(0)
            )
            total -= size * int((apart & ~played).sum())
    found = strategy_odds(game, above, silent)
    assert found.figures.ev == total / (22_100 * 18_424 * 3)
    assert len({(one.own, one.up) for one in asked}) == len(asked) < 1755 * 49


def keeps(one: InformationSet) -> str:
    """The published strategy of Let It Ride, which is the best."""
    seen = (*one.own, *one.board)
    ranks = sorted((RANKS.index(card[0]) for card in seen), reverse=True)
    suited, high = len({card[1] for card in seen}) == 1, sum(rank >= TEN for rank in ranks)
    pays = any(ranks.count(rank) > 1 and rank >= TEN for rank in ranks)
    pays = pays or any(ranks.count(rank) > 2 for rank in ranks) or sorted(map(ranks.count, ranks)) == [2] * 4
    apart, spread = len(set(ranks)) == len(ranks), ranks[0] - ranks[-1] + 1
    if len(seen) == 3:
        run = suited and spread == 3 and ranks[0] > 2
        draws = suited and apart and (run or (spread == 4 and high >= 1) or (spread == 5 and high >= 2))
    else:
        draws = suited or (apart and spread == 4 and high >= 1)
    return "check" if pays or draws else f"withdraw {one.decision.bet}"


def test_a_published_strategy_of_let_it_ride_is_the_best_to_the_fraction() -> None:
    found = strategy_odds(read_folder(EXAMPLES / "let-it-ride-v1"), keeps, silent)
    assert found.figures.ev == Fraction(-37963, 1082900)


def test_a_later_decision_knows_what_was_decided() -> None:
    """Mississippi Stud: a hand that is never folded has every bet at stake; one folded at once, the Ante."""
    game, seen = read_folder(EXAMPLES / "mississippi-stud-v1"), set[tuple[int, tuple[str, ...]]]()

    def stays(one: InformationSet) -> str:
        seen.add((len(one.board), one.decided))
        return f"{one.decision.bet} x 1" if one.own[0][0] != "2" else "fold"

    found = strategy_odds(game, stays, silent)
    assert seen == {(0, ()), (1, ("third",)), (2, ("third", "fourth"))}
    folded = next(row for row in found.table.rows if row.name.startswith("fold"))
    assert Fraction(folded.combinations, found.table.total) == Fraction(6, 1326)


def test_bets_that_a_fold_loses_are_told_not_to_be_counted() -> None:
    game = load(THREE)
    question = AnalysisQuestion(bets={"ante": 1000, "pair_plus": 500})
    found = assemble_odds(StrategyAnalysis(game, simple(game), "simple", silent), game, question, None)
    best = odds(game, question)
    assert found.bets["pair_plus"] == best.bets["pair_plus"]
    assert found.bets["ante"].figures.ev == Fraction(-70219, 2035852) < best.bets["ante"].figures.ev
    assert "jackpot" in found.not_counted
    assert found.joint is not None
    assert found.joint.values["ante"] == 1000 * Fraction(-70219, 2035852)


def test_a_game_that_is_not_counted_is_refused() -> None:
    with pytest.raises(AnalysisFault, match="five community cards"):
        strategy_odds(read_folder(EXAMPLES / "ultimate-holdem-v1"), blind, silent)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def strategy(d):\n    return 'paly'", "cannot answer 'paly' now; it may answer play 1, fold"),
        ("def strategy(d):\n    return d.foo", "it fails on 2d 2h 2s: AttributeError"),
        ("def strategy(d) return 1", "SyntaxError"),
        ("tactics = 1", "defines no function 'strategy'"),
    ],
)
def test_a_file_that_is_no_strategy_is_told(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text, encoding="utf-8")
    assert main(["odds", "3CP", "--strategy", str(file)]) == 2
    assert said in capsys.readouterr().err


def test_a_file_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def strategy(decision):\n    return decision.choices[0]\n", encoding="utf-8")
    assert main(["odds", "3CP", "--strategy", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["bets"]["ante"]["ev"] == "-1947749/25448150"
    assert told["strategy"]["strategy"] == "mine.py"
