"""A jackpot over many years, against its expected course worked out step by step."""

from fractions import Fraction

import pytest

from pitboss.analysis.jackpot import LinkTerms, long_run
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion
from pitboss.analysis.odds import odds
from pitboss.sheets import load
from pitboss.sheets.rates import Percent
from pitboss.sheets.settings import changed
from tests.analysis.engine import THREE_CARD

SEED, RATE = 10_000_000, Fraction(1, 5)


@pytest.mark.parametrize("sheet_id", THREE_CARD)
@pytest.mark.parametrize("reading", ["lowers_the_display", "resets_the_display"])
def test_the_mean_display_stays_where_it_is(sheet_id: str, reading: str) -> None:
    game = load(sheet_id)
    if "percentage_award" in game.sheet.readings:
        game = changed(sheet_id, [f"percentage_award={reading}"])
    answer = odds(game, AnalysisQuestion(jackpot_bet=500), LinkTerms(SEED, RATE, Fraction(0)))
    assert answer.long_run is not None
    assert answer.jackpot_counts is not None
    settling = answer.long_run.mean_display
    # One bet at the mean: what is expected to stand on the sign when the next bet is settled.
    after = Fraction(0)
    rest = Fraction(1)
    for line, count in zip(game.jackpot_pays, answer.jackpot_counts.lines, strict=True):
        if isinstance(line.rate, Percent):
            chance = Fraction(count.combinations, answer.jackpot_counts.total)
            rest -= chance
            resets = line.rate.percent == 100 or reading == "resets_the_display"
            after += chance * (SEED if resets else settling * (100 - line.rate.percent) / 100)
    assert after + rest * settling + 500 * RATE == settling


def test_contributions_and_seeds_come_out_again_in_the_long_run() -> None:
    """With shares that lower the display, all that is put in and all seeds come out again."""
    for sheet_id in THREE_CARD:
        answer = odds(
            load(sheet_id), AnalysisQuestion(jackpot_bet=500), LinkTerms(SEED, RATE, Fraction(1, 100))
        )
        run, size = answer.long_run, answer.jackpot[0]
        assert run is not None
        assert size.slope * run.mean_display == 500 * RATE + run.seed_cost
        assert run.returns == 1 + (size.value(run.mean_display)) / 500
        assert run.seed_from_reserve == min(run.seed_cost, Fraction(5))


def test_a_reserve_never_pays_more_than_the_seeds_cost() -> None:
    answer = odds(
        load(THREE_CARD[1]), AnalysisQuestion(jackpot_bet=500), LinkTerms(1_000, RATE, Fraction(4, 5))
    )
    assert answer.long_run is not None
    assert answer.long_run.seed_from_reserve == answer.long_run.seed_cost


def test_a_display_that_nothing_takes_down() -> None:
    game = changed(THREE_CARD[0], ["jackpot.akq_spades=$5000"])
    answer = odds(game, AnalysisQuestion(jackpot_bet=500))
    assert answer.jackpot[0].slope == 0
    assert answer.jackpot[0].break_even is None
    assert answer.jackpot_counts is not None
    assert (
        long_run(game, answer.jackpot_counts, answer.jackpot[0], LinkTerms(SEED, RATE, Fraction(0))) is None
    )
    with pytest.raises(AnalysisFault, match=r"jackpot\.lines"):
        odds(game, AnalysisQuestion(), LinkTerms(SEED, RATE, Fraction(0)))
