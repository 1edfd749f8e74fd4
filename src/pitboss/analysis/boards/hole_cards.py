"""Bets on the two hole cards, the Dealer's included where a line names them, with their cap."""

from collections import Counter
from fractions import Fraction
from math import comb

from pitboss.analysis.bet_odds import odds_of_rows
from pitboss.analysis.boards.classes import CLASSES, pairs_of
from pitboss.analysis.model import AnalysisFault, BetOdds, CombinationRow
from pitboss.analysis.payoffs import gain_of_rate, lost_by_a_fold
from pitboss.cards import DECK, Card
from pitboss.reason import at, because
from pitboss.settlement.side_bets import hole_class
from pitboss.sheets.game import Game, HoleLine

_LOSES = "no line"
_FOLDED = "fold"


def lines_reached(
    game: Game, bet: str, cards: tuple[Card, ...], gone: frozenset[Card] = frozenset()
) -> dict[int | None, int]:
    """For each line that the hole cards reach (None: no line), the number of the Dealer's pairs with it."""
    lines = game.pays[bet].hole_lines
    if not lines:
        raise AnalysisFault(at(f"pays.{bet}", because("count.holdem_hole_cards")))
    unseen = frozenset(cards) | gone
    left = comb(len(DECK) - len(unseen), 2)
    found: dict[int | None, int] = {}
    for place, line in enumerate(lines):
        if hole_class(cards) in line.cards:
            here = left if line.dealer is None else pairs_of(line.dealer, unseen)
            found[place] = here
            left -= here
            if line.dealer is None:
                return found
    return {**found, None: left}


def gain_of(game: Game, bet: str, line: HoleLine | None, stake: int | None) -> Fraction:
    """The net gain of a line per unit of the stake; the cap applies if ``stake`` is given, in cents."""
    if line is None:
        return Fraction(-1)
    gain, most = gain_of_rate(bet, line.rate), game.pays[bet].most_paid
    if stake is None or most is None:
        return gain
    if game.readings.bonus_cap_covers == "winnings_and_stake":
        most -= stake
    return min(gain, Fraction(most, stake))


def expected(
    game: Game, bet: str, cards: tuple[Card, ...], stake: int | None, gone: frozenset[Card] = frozenset()
) -> Fraction:
    """The expected gain of the bet on these hole cards, per unit of the stake."""
    lines = game.pays[bet].hole_lines
    reached = lines_reached(game, bet, cards, gone)
    brought = sum(
        times * gain_of(game, bet, None if place is None else lines[place], stake)
        for place, times in reached.items()
    )
    return Fraction(brought) / sum(reached.values())


def hole_cards_odds(game: Game, bet: str, stake: int | None, stays: list[bool]) -> BetOdds:
    """The odds of a bet on hole cards, on a box whose strategy says which classes stay."""
    lines = game.pays[bet].hole_lines
    counted: Counter[tuple[str, str, Fraction]] = Counter()
    for number, kind in enumerate(CLASSES):
        for place, times in lines_reached(game, bet, kind.cards).items():
            line = None if place is None else lines[place]
            folded = not stays[number] and lost_by_a_fold(game, bet)
            name = _FOLDED if folded else _LOSES if line is None else line.title
            gain = gain_of(game, bet, None if folded else line, stake)
            counted[name, "lose" if folded or line is None else _pays(bet, line, gain), gain] += (
                kind.size * times
            )
    order = {name: place for place, name in enumerate([*(line.title for line in lines), _LOSES, _FOLDED])}
    ordered = sorted(counted.items(), key=lambda item: order[item[0][0]])
    rows = (CombinationRow(name, times, pays, gain) for (name, pays, gain), times in ordered)
    return odds_of_rows(bet, "main", rows, stake=stake, cap_binds_from=_cap_binds_from(game, bet))


def _pays(bet: str, line: HoleLine, gain: Fraction) -> str:
    return str(line.rate) if gain == gain_of_rate(bet, line.rate) else f"{line.rate}, capped"


def _cap_binds_from(game: Game, bet: str) -> dict[str, Fraction]:
    pays = game.pays[bet]
    if pays.most_paid is None:
        return {}
    own = 1 if game.readings.bonus_cap_covers == "winnings_and_stake" else 0
    return {
        line.title: pays.most_paid / won
        for line in pays.hole_lines
        if (won := gain_of_rate(bet, line.rate) + own)
    }
