"""Figures of distributions that can be worked out by hand."""

from fractions import Fraction

import pytest

from pitboss.analysis.bet_odds import distribution, figures, house_std_dev, moment
from pitboss.analysis.model import BoxCovariances

F = Fraction


def test_a_fair_coin() -> None:
    coin = distribution({F(-1): 5, F(1): 5})
    assert coin.outcomes == ((F(-1), F(1, 2)), (F(1), F(1, 2)))
    found = figures(coin)
    assert (found.ev, found.variance, found.std_dev, found.skewness) == (F(0), F(1), 1.0, 0.0)
    assert (found.hit_frequency, found.push_frequency, found.house_edge) == (F(1, 2), F(0), F(0))


def test_a_roulette_number_with_pushes_and_a_second_bet() -> None:
    spread = distribution({F(-1): 34, F(0): 2, F(35): 1})
    found = figures(spread, F(3, 2))
    assert found.ev == F(1, 37)
    assert found.element_of_risk == -F(1, 37) / F(3, 2)
    assert (found.hit_frequency, found.push_frequency) == (F(1, 37), F(2, 37))
    assert found.variance == F(34 + 35**2, 37) - F(1, 37) ** 2
    third = F(-34 + 35**3, 37) - 3 * F(1, 37) * F(34 + 35**2, 37) + 2 * F(1, 37) ** 3
    assert moment(spread, 3, found.ev) == third
    assert found.skewness == pytest.approx(float(third) / float(found.variance) ** 1.5, rel=1e-12)


def test_outcomes_that_never_happen_are_left_out() -> None:
    assert distribution({F(1): 0, F(2): 3}).outcomes == ((F(2), F(1)),)


def test_a_bet_that_always_pays_the_same_has_no_skewness() -> None:
    assert figures(distribution({F(2): 1})).skewness == 0.0


def test_boxes_that_move_as_one() -> None:
    alike = BoxCovariances(("ante",), ((F(4),),), ((F(4),),))
    assert house_std_dev(alike, {"ante": 1}, 3) == [2.0, 4.0, 6.0]


def test_boxes_that_know_nothing_of_each_other() -> None:
    apart = BoxCovariances(("ante", "side"), ((F(4), F(1)), (F(1), F(9))), ((F(0), F(0)), (F(0), F(0))))
    assert house_std_dev(apart, {"ante": 1}, 4)[3] == 4.0
    assert house_std_dev(apart, {"ante": 1, "side": 1}, 1)[0] ** 2 == pytest.approx(4 + 2 * 1 + 9)
