"""The odds of a bet from the rows of its combination table, and those of a bet on the player's own hand.

Figures come from an exact distribution. A bet on the own hand needs no family: its hands are 22,100 of three
cards, 270,725 of four, 2,598,960 of five or 133,784,560 of seven. One that a fold loses depends on the play
of the main game, and is left to a family.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from pitboss.analysis import payoffs
from pitboss.analysis.model import (
    AnalysisFault,
    BetFigures,
    BetOdds,
    BoxCovariances,
    CombinationRow,
    CombinationTable,
    Distribution,
    PlayedBy,
)
from pitboss.analysis.payoffs import gain_in_words
from pitboss.invariant import InvariantBroken
from pitboss.reason import at, because
from pitboss.sheets.game import Game


def distribution(counts: Mapping[Fraction, int]) -> Distribution:
    """The distribution of net gains, from the number of combinations of each."""
    total = sum(counts.values())
    if total < 1:
        raise InvariantBroken("the figures of a bet were asked for that has no outcome")
    return Distribution(
        tuple((Fraction(net), Fraction(count, total)) for net, count in sorted(counts.items()) if count)
    )


def moment(of: Distribution, power: int, around: Fraction = Fraction(0)) -> Fraction:
    """The moment of the gain around ``around``: the expectation of ``(gain - around) ** power``."""
    return sum(((net - around) ** power * chance for net, chance in of.outcomes), Fraction(0))


def figures(of: Distribution, average_wager: Fraction = Fraction(1)) -> BetFigures:
    """All figures of a bet."""
    ev = moment(of, 1)
    variance = moment(of, 2, ev)
    third = moment(of, 3, ev)
    return BetFigures(
        ev=ev,
        average_wager=average_wager,
        variance=variance,
        skewness=float(third) / float(variance) ** 1.5 if variance else 0.0,
        hit_frequency=sum((chance for net, chance in of.outcomes if net > 0), Fraction(0)),
        push_frequency=sum((chance for net, chance in of.outcomes if net == 0), Fraction(0)),
    )


def house_std_dev(boxes: BoxCovariances, stakes: Mapping[str, int | Fraction], most: int) -> list[float]:
    """The house's standard deviation of a round for 1 to ``most`` boxes with these stakes each.

    With n boxes the variance is n times that of a box, plus n (n - 1) times the covariance of two.
    """
    weights = [Fraction(stakes.get(bet, 0)) for bet in boxes.bets]
    one, two = _form(boxes.within, weights), _form(boxes.between, weights)
    return [math.sqrt(n * one + n * (n - 1) * two) for n in range(1, most + 1)]


def _form(matrix: Sequence[Sequence[Fraction]], weights: Sequence[Fraction]) -> Fraction:
    return sum(
        (a * b * matrix[i][j] for i, a in enumerate(weights) for j, b in enumerate(weights)),
        Fraction(0),
    )


HandsOfGains = dict[tuple[str, Fraction], dict[str, int]]
"""How many combinations each result has, by its name, its gain and the hand, which may have many gains."""
NamedGains = Counter[tuple[str, Fraction]]
"""How many combinations each result has, by its name and its gain in units of the stake."""


def odds_of_rows(
    bet: str,
    played_by: PlayedBy,
    rows: Iterable[CombinationRow],
    *,
    average_wager: Fraction = Fraction(1),
    stake: int | None = None,
    cap_binds_from: Mapping[str, Fraction] | None = None,
) -> BetOdds:
    """The odds of a bet, whose rows all have a gain; a row without combinations is left out."""
    there = tuple(row for row in rows if row.combinations)
    gains: Counter[Fraction] = Counter()
    for row in there:
        gains[row.net or Fraction(0)] += row.combinations
    spread = distribution(gains)
    return BetOdds(
        bet=bet,
        played_by=played_by,
        table=CombinationTable(there, sum(gains.values())),
        distribution=spread,
        figures=figures(spread, average_wager),
        stake=stake,
        cap_binds_from=dict(cap_binds_from or {}),
    )


def main_game_odds(rows: Iterable[CombinationRow], average_wager: Fraction) -> BetOdds:
    """The odds of a whole main game per unit of Ante."""
    return odds_of_rows("ante", "main", rows, average_wager=average_wager)


def main_game_row(name: str, combinations: int, gain: Fraction | int) -> CombinationRow:
    """A result of the main game, its gain in Antes with a sign."""
    return CombinationRow(name, combinations, f"{'+' if gain > 0 else ''}{gain}", Fraction(gain))


def told_apart(results: HandsOfGains, hands: Sequence[str]) -> NamedGains:
    """Results with the hands in the name where it has several gains; ``hands`` are all, highest first."""
    found, names = NamedGains(), names_apart(results, hands)
    for result, by_hand in results.items():
        found[names[result], result[1]] += sum(by_hand.values())
    return found


def names_apart(
    results: Mapping[tuple[str, Fraction], Iterable[str]], hands: Sequence[str]
) -> dict[tuple[str, Fraction], str]:
    """The name of each result, with its hands (of all, highest first) where it has several gains."""
    gains_of = Counter(name for name, _ in results)
    return {
        (name, gain): f"{name}, {_hands_in_words(some, hands)}" if gains_of[name] > 1 else name
        for (name, gain), some in results.items()
    }


def _hands_in_words(some: Iterable[str], hands: Sequence[str]) -> str:
    places = sorted(hands.index(hand) for hand in some)
    named = [hands[place] for place in places]
    if len(named) > 2 and places[-1] - places[0] == len(places) - 1:
        return f"{named[0]} to {named[-1]}"
    return " or ".join(named)


def main_game_rows(results: NamedGains) -> list[CombinationRow]:
    """The results of a main game, the highest gain first and equal ones by name."""
    ordered = sorted(results.items(), key=lambda result: (-result[0][1], result[0][0]))
    return [main_game_row(name, times, gain) for (name, gain), times in ordered]


def odds_by_category(
    game: Game, bet: str, stake: int | None, hands: NamedGains, played_by: PlayedBy
) -> BetOdds:
    """The odds of a bet on the own hand from its hands, highest category first; other names come last."""
    height = {name.replace("_", " "): place for place, name in enumerate(game.ranking.order)}
    listed = sorted(
        hands.items(),
        key=lambda hand: (height.get(hand[0][0].partition(",")[0], len(height)), -hand[0][1]),
    )
    rows = (CombinationRow(name, times, gain_in_words(gain), gain) for (name, gain), times in listed)
    return odds_of_rows(bet, played_by, rows, stake=stake)


def own_hand_odds(game: Game, bet: str, stake: int | None) -> BetOdds:
    """The odds of a bet that is paid by the hand alone; raises :class:`AnalysisFault` for any other."""
    if not game.pays[bet].hands:
        raise AnalysisFault(at(f"pays.{bet}", because("count.by_hand")))
    if payoffs.depends_on_play(game, bet):
        raise AnalysisFault(at(f"bets.{bet}", because("count.lost_by_a_fold")))
    from pitboss.analysis.levels import hand_levels, hands_by_level

    size, order = game.ranking.size, game.ranking.order
    numbers = hands_by_level(size, order, cards_of_a_hand(game))
    hands = NamedGains()
    for rank, number in zip(hand_levels(size, order).ranks, numbers, strict=True):
        hands[payoffs.paid_hand(game, rank, bet), payoffs.by_hand_exactly(game, bet, rank)] += number
    return odds_by_category(game, bet, stake, hands, "alone")


def cards_of_a_hand(game: Game) -> int:
    """How many cards a box's hand is chosen from at the end of a round."""
    hands = game.sheet.hands
    return hands.box + (hands.community if hands.shows_down == "own_and_community" else 0)
