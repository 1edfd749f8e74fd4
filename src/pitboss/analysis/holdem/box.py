"""The bets of a box in hold'em, as classes of hole cards that stay or fold."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.analysis.best_play import JACKPOT, HandGroup, LinearGain, folded
from pitboss.analysis.boards.classes import CLASSES
from pitboss.analysis.hand_kinds import jackpot_lines
from pitboss.analysis.holdem.cached_counts import FLOPS, flops
from pitboss.analysis.holdem.hole_cards import expected
from pitboss.analysis.holdem.main_game import HoldemMainGame
from pitboss.analysis.jackpot import line_pays
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.sheets.game import Game


def hands_of_box(game: Game, main: HoldemMainGame, stakes: Mapping[str, int]) -> list[HandGroup]:
    """Every class of hole cards with the gains of each bet when it stays and when it folds, in cents."""
    found = []
    made = flops(game) if JACKPOT in stakes else None
    reached = lines_by_category(game)
    for number, kind in enumerate(CLASSES):
        lines = {"ante": LinearGain(stakes["ante"] * main.stay[number])}
        for bet, stake in stakes.items():
            if made is not None and bet == JACKPOT:
                lines[bet] = jackpot_line(game, stake, line_chances(reached, made[number]))
            elif bet != "ante":
                lines[bet] = LinearGain(stake * expected(game, bet, kind.cards, stake))
        found.append(HandGroup(kind.name, kind.size, lines, folded(game, stakes, lines)))
    return found


def lines_by_category(game: Game) -> list[dict[int | None, int]]:
    """For each category, the number of suits, of four, that reach each jackpot line."""
    return [jackpot_lines(game, category) for category in FIVE_CARD_CATEGORIES]


def line_chances(reached: Sequence[Mapping[int | None, int]], made: Sequence[int]) -> dict[int, Fraction]:
    """The probability of each jackpot line, from the number of flops that make each category."""
    found: dict[int, Fraction] = {}
    for lines, times in zip(reached, made, strict=True):
        for line, suits in lines.items():
            if line is not None and times:
                found[line] = found.get(line, Fraction(0)) + Fraction(times * suits, 4 * FLOPS)
    return found


def jackpot_line(game: Game, stake: int, chances: Mapping[int, Fraction]) -> LinearGain:
    """The gain of a jackpot bet, from the probability of each line."""
    pays = line_pays(game, stake)
    fixed = sum((chance * pays[line].cents for line, chance in chances.items()), Fraction(-stake))
    return LinearGain(
        fixed, sum((chance * pays[line].share for line, chance in chances.items()), Fraction(0))
    )
