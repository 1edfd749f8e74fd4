"""Lives of links against what can be worked out by hand."""

import math

import numpy as np
import pytest

from pitboss.forecast.days import Day, Terms
from pitboss.forecast.link_file import ForecastFault, StartMeters
from pitboss.forecast.lives import Lives, closed_forms, simulate_lives

TERMS = Terms(reset=1_000.0, rate=0.2, reserve_rate=0.05, cap=math.inf, keeps_overflow=1.0)


def day(whole: float, tenth: float = 0.0, hours: float = 24.0) -> Day:
    """A day of bets worth 100 an hour for so many hours, with so many wins an hour."""
    return Day(
        hours=np.array([hours, 24.0 - hours]),
        staked=np.array([100.0, 0.0]),
        hit_rate=np.array([[whole, tenth], [0.0, 0.0]]),
        share=np.array([1.0, 0.1]),
        resets=np.array([1.0, 0.0]),
        fixed_rate=np.array([2.0]),
        fixed_pay=np.array([30.0]),
    )


def lives(of: Day, terms: Terms = TERMS, start: StartMeters = StartMeters(1_000), **asked: int) -> Lives:  # noqa: B008
    question = {"years": 1, "lives": 400, "seed": 5} | asked
    return simulate_lives(
        of,
        terms,
        start,
        years=question["years"],
        lives=question["lives"],
        seed=question["seed"],
        progress=lambda what, done, total: None,
    )


def test_the_same_seed_gives_the_same_lives_and_no_life_depends_on_another() -> None:
    one, two, more = lives(day(0.01)), lives(day(0.01)), lives(day(0.01), lives=800)
    assert (one.noted == two.noted).all()
    assert (one.noted == more.noted[:400]).all()
    assert not (one.noted == lives(day(0.01), seed=6).noted).all()


def test_money_is_conserved() -> None:
    """Display and reserve at the end are what went in less what was paid."""
    noted = lives(day(0.01, 0.02), start=StartMeters(1_000, 300)).noted
    from_reserve = noted["resets"] * TERMS.reset - noted["house_seeds"]
    display = 1_000 + noted["staked"] * TERMS.rate + noted["resets"] * TERMS.reset - noted["shares_paid"]
    assert np.allclose(display, noted["end"])
    assert np.allclose(300 + noted["staked"] * TERMS.reserve_rate - from_reserve, noted["reserve_end"])


def test_wins_are_as_many_as_their_rates_say() -> None:
    found = lives(day(0.01, 0.02, hours=12), lives=2_000)
    expected = 365 * 12 * 0.01
    assert abs(found.noted["resets"].mean() - expected) < 5 * math.sqrt(expected / 2_000)
    assert abs(found.noted["hits"].mean() - 3 * expected) < 5 * math.sqrt(3 * expected / 2_000)
    assert abs(found.noted["fixed_paid"].mean() - 730 * 30) < 5 * 30 * math.sqrt(730 / 2_000)
    assert np.allclose(found.noted["staked"], 365 * 1_200)


def test_without_wins_the_display_grows_to_its_cap_and_overflows() -> None:
    capped = TERMS._replace(cap=100_000.0)
    found = lives(day(0.0), capped, lives=3)
    whole = 365 * 24 * 100 * 0.2
    assert (found.noted["end"] == 100_000).all()
    assert np.allclose(found.noted["overflowed"], whole - 99_000)
    assert (found.noted["hits"] == 0).all()
    assert len(found.gaps) == 0


def test_the_mean_display_under_a_cap_is_that_of_a_cut_exponential() -> None:
    """With wins of the whole display alone, the time since the last is exponential: the mean is known."""
    rate, cap = 0.01, 3_500.0
    found = lives(day(rate), TERMS._replace(cap=cap), years=20, lives=100)
    grows = 100 * TERMS.rate
    until = (cap - TERMS.reset) / grows
    mean = TERMS.reset + grows / rate * (1 - math.exp(-rate * until))
    simulated = found.noted["seen"].sum() / found.noted["weight"].sum()
    assert abs(simulated / mean - 1) < 0.01


@pytest.mark.parametrize("of", [day(0.01), day(0.002, 0.02), day(0.01, 0.03, hours=9)])
def test_closed_forms_agree(of: Day) -> None:
    for check in closed_forms(of, TERMS, 3):
        assert abs(check.z) < 5, check
        assert check.standard_error < 0.02 * check.exact


def test_the_terms_that_a_life_needed_are_just_enough() -> None:
    """With the reserve, rate or reset value that a life needed it is not short; with less it is."""
    of = day(0.002)
    for number, one in enumerate(lives(of, lives=20).noted):
        if not one["opening_needed"]:
            continue
        for less in (0.999, 1.001):
            changes = (
                (TERMS, StartMeters(1_000, float(one["opening_needed"]) * less)),
                (TERMS._replace(reserve_rate=float(one["rate_needed"]) * less), StartMeters(1_000)),
                (TERMS._replace(reset=float(one["seed_covered"]) / less), StartMeters(1_000)),
            )
            for terms, start in changes:
                again = lives(of, terms, start, lives=number + 1).noted[number]
                assert (again["shortfalls"] > 0) == (less < 1), (number, terms)


@pytest.mark.parametrize(
    ("name", "number", "says"),
    [
        ("lives", 0, "lives: 0 is not a number"),
        ("lives", 10_000_001, "lives: 10,000,001"),
        ("years", 0, "years: 0"),
        ("years", 1_001, "years: 1,001"),
        ("seed", -1, "seed: -1"),
        ("seed", 1 << 64, "seed: 18446744073709551616"),
    ],
)
def test_numbers_out_of_range_are_refused(name: str, number: int, says: str) -> None:
    with pytest.raises(ForecastFault, match=says):
        lives(day(0.01), TERMS, StartMeters(1_000), **{name: number})
