"""The odds of a bet from the rows of its combination table, and those of a bet on the player's own hand.

A bet on the own hand needs no family: its hands are 22,100 of three cards, 270,725 of four, 2,598,960 of five
or 133,784,560 of seven. One that a fold loses depends on the play of the main game, and is left to a family.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from pitboss.analysis import payoffs
from pitboss.analysis.model import AnalysisFault, BetOdds, CombinationRow, CombinationTable, PlayedBy
from pitboss.analysis.payoffs import gain_in_words
from pitboss.analysis.statistics import distribution, figures
from pitboss.reason import at, because
from pitboss.sheets.game import Game

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
    gains_of = Counter(name for name, _ in results)
    found = NamedGains()
    for (name, gain), by_hand in results.items():
        said = f"{name}, {_hands_in_words(by_hand, hands)}" if gains_of[name] > 1 else name
        found[said, gain] += sum(by_hand.values())
    return found


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
