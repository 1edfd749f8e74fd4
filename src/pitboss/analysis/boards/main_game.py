"""The main game of a game on boards under best play, by classes of hole cards, and that play in words."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from operator import mul
from typing import Final

from msgspec import Struct

from pitboss.analysis import count_cache, payoffs
from pitboss.analysis.best_play import JACKPOT, HandGroup, LinearGain, closest, folded
from pitboss.analysis.bet_odds import HandsOfGains, main_game_odds, main_game_row, main_game_rows, told_apart
from pitboss.analysis.boards.classes import CLASSES, HOLE_PAIRS
from pitboss.analysis.boards.course import BOARD, OUTCOMES, Course, Ending, paid_alike
from pitboss.analysis.boards.hole_cards import expected
from pitboss.analysis.hand_kinds import examples, hand_kinds, jackpot_lines
from pitboss.analysis.jackpot import line_pays
from pitboss.analysis.model import BetOdds, Borderline, CombinationRow, CountProgress, Strategy, StrategyTable
from pitboss.analysis.payoffs import listed, outcome_in_words
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.reason import because
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game

FLOPS: Final = 19_600
"""The number of flops once the hole cards are known."""
DEALS_OF_A_PAIR: Final = 2_118_760 * 990 * 20
"""Boards by flop, turn and river, with the Dealer's pairs, once the hole cards are known."""

Deals = Sequence[int]
"""Numbers of deals by result."""


class BoardMainGame(Struct, frozen=True, dict=True):
    """The counts of a main game."""

    course: Course
    cells: Sequence[Sequence[Deals]]
    """By class and ending."""

    @cached_property
    def values(self) -> list[dict[str, Fraction]]:
        """By class: what each choice before the flop is worth in Antes, the other choice first."""
        course, first = self.course, self.course.streets[0]
        names = ["fold" if first.folds else "check", *(course.named(0, size) for size in first.sizes)]
        later = [course.gains(ending) for ending in course.endings]
        found = []
        for kind, cells in zip(CLASSES, self.cells, strict=True):
            whole, every = kind.size * DEALS_OF_A_PAIR * course.unit, _sum(cells)
            worth = [
                sum(map(_gained, cells, later)) if end is None else _gained(every, course.gains(end))
                for end in course.first
            ]
            found.append({name: Fraction(gain, whole) for name, gain in zip(names, worth, strict=True)})
        return found

    @cached_property
    def stay(self) -> tuple[Fraction, ...]:
        """By class: what the bet before the flop is worth, where there is one."""
        return tuple(list(worth.values())[1] for worth in self.values)

    def best(self, number: int) -> int:
        """The best choice before the flop for a class; of equal ones, the first."""
        worth = list(self.values[number].values())
        return worth.index(max(worth))

    def stays(self, number: int) -> bool:
        """Whether a class is not folded when the Ante is alone on the box."""
        return self.best(number) > 0

    @cached_property
    def ends(self) -> list[tuple[Ending, Deals]]:
        """How best play ends, with the deals."""
        found: dict[str, tuple[Ending, Deals]] = {}
        for number, cells in enumerate(self.cells):
            end = self.course.first[self.best(number)]
            each = zip(self.course.endings, cells, strict=True) if end is None else [(end, _sum(cells))]
            for ending, deals in each:
                before = found[ending.said][1] if ending.said in found else ()
                found[ending.said] = ending, _sum([before, deals]) if before else deals
        return list(found.values())

    def odds(self, game: Game) -> BetOdds:
        """The odds of the whole main game per unit of Ante."""
        course = self.course
        hands, results = hands_of_lines(game, course), HandsOfGains()
        wager, before = 0, sum(course.stakes.values())
        # The fold comes last.
        for ending, deals in sorted(self.ends, key=lambda end: end[0].folded):
            wager += (before + sum(ending.placed.values())) * sum(deals)
            gains = course.gains(ending)
            for outcome in range(OUTCOMES):
                for line, some in enumerate(hands):
                    result = line * OUTCOMES + outcome
                    if not deals[result]:
                        continue
                    name = row_name(course, ending, outcome, some[0])
                    by_hand = results.setdefault((name, Fraction(gains[result], course.unit)), {})
                    # The deals of a line are not parted by its hands.
                    for hand in some:
                        by_hand.setdefault(hand, 0)
                    by_hand[some[0]] += deals[result]
        return main_game_odds(_rows(course, hands, results), Fraction(wager, HOLE_PAIRS * DEALS_OF_A_PAIR))


def _rows(course: Course, hands: Sequence[Sequence[str]], results: HandsOfGains) -> list[CombinationRow]:
    if not course.kinds:
        return [main_game_row(name, sum(some.values()), gain) for (name, gain), some in results.items()]
    ranked = dict.fromkeys(hand for line in reversed(course.lines) for hand in hands[line])
    return main_game_rows(told_apart(results, list(ranked)))


def row_name(course: Course, ending: Ending, outcome: int, hand: str) -> str:
    """A result in words: with the hand where each category is a line."""
    if ending.folded:
        return ending.said
    if course.kinds:
        return f"{ending.said}, {outcome_in_words(outcome)}"
    compared = (f"higher, {hand}", "same", "lower")[outcome % 3]
    return f"{compared}, {ending.said}"


def hands_of_lines(game: Game, course: Course) -> Sequence[Sequence[str]]:
    """The hands of each line as rows name them, the highest first."""
    if not course.kinds:
        return [[listed(game, rank)] for rank in examples(game.ranking)]
    found: list[dict[str, None]] = [{} for _ in course.above]
    bets = (*course.stakes, *course.raised, ANTE_BONUS)
    ranks = hand_kinds(BOARD, course.order).ranks
    falling = zip(reversed(course.lines), reversed(ranks), strict=True)
    for (line, _), rank in {(line, paid_alike(rank)): rank for line, rank in falling}.items():
        found[line][payoffs.paid_hand(game, rank, *bets)] = None
    return [list(hands) for hands in found]


def _sum(rows: Sequence[Deals]) -> Deals:
    return list(map(sum, zip(*rows, strict=True)))


def _gained(deals: Deals, gains: Sequence[int]) -> int:
    return sum(map(mul, deals, gains))


def main_game(course: Course, progress: CountProgress) -> BoardMainGame:
    """Count a main game, or take it from the cache."""

    def count() -> "count_cache.Arrays":
        from pitboss.analysis.boards.counting import count_cells

        return {"cells": count_cells(course, progress)}

    row = count_cache.cached_numbers("boards 1", course.subject(), count)["cells"].tolist()
    width, number = len(course.held), len(course.endings)
    cells = [row[start : start + width] for start in range(0, len(row), width)]
    return BoardMainGame(course, [cells[first : first + number] for first in range(0, len(cells), number)])


def later_bets(course: Course, progress: CountProgress) -> "count_cache.Arrays":
    """The optimal play after the flop, cached: by canonical flop and by canonical board of four, as bits
    over the hole pairs of a row.
    """

    def count() -> "count_cache.Arrays":
        from pitboss.analysis.boards.counting import count_bets

        return count_bets(course, progress)

    return count_cache.cached_arrays("bets on boards 1", course.subject(), count)


def strategy(main: BoardMainGame) -> Strategy:
    """Best play of one bet in words: the choice before the flop, and how often it is made on each street."""
    ends = {ending.said: sum(deals) for ending, deals in main.ends}
    whole, several = sum(ends.values()), len(main.course.first) > 1
    shares = tuple(
        because("strategy.end", end=said, share=f"{times / whole:.2%}")
        for said, times in ends.items()
        if times
    )
    table = StrategyTable(
        "Before the flop: what each choice is worth, in Antes",
        ("hand", "pairs", *main.values[0]),
        tuple(
            (kind.name, str(kind.size), *(f"{float(value):+.6f}" for value in worth.values()))
            for kind, worth in zip(CLASSES, main.values, strict=True)
        ),
    )
    return Strategy(
        contract={"hands": HOLE_PAIRS, "ends": [f"{said}: {times}" for said, times in ends.items()]},
        reason=because("strategy.streets", shares=shares),
        borderline=closest(_borderlines(main)) if several else (),
        details=(table,) if several else (),
    )


def _borderlines(main: BoardMainGame) -> Iterator[Borderline]:
    for number, kind in enumerate(CLASSES):
        worth = main.values[number]
        best, second = sorted(worth.values(), reverse=True)[:2]
        yield Borderline(kind.name, list(worth)[main.best(number)], best - second)


def strategy_of_box(
    game: Game, main: BoardMainGame, hands: Sequence[HandGroup], meter: Fraction, ante: int
) -> Strategy:
    """Best play of a box whose hands fold or stay, at a displayed value; ``meter`` and ``ante`` in cents."""
    gains = [hand.gain().at(meter) / ante for hand in hands]
    folds = [hand.name for hand, gain in zip(hands, gains, strict=True) if gain <= 0]
    staying = sum(hand.size for hand, gain in zip(hands, gains, strict=True) if gain > 0)
    first, second, third = main.course.raised
    first_title, second_title, third_title = (game.sheet.bets[bet].title for bet in main.course.raised)
    often = {bet: _often(main, bet) for bet in (second, third)}
    rows = (
        (hand.name, str(hand.size), f"{float(gain):+.6f}", *(f"{share:.2%}" for share in shares))
        for hand, gain, *shares in zip(hands, gains, *often.values(), strict=True)
    )
    return Strategy(
        contract={"folded": folds, f"{first}_bet": staying, "hands": HOLE_PAIRS},
        followed={
            bet: {hand.name: share for hand, share in zip(hands, shares, strict=True)}
            for bet, shares in often.items()
        },
        reason=because(
            "strategy.pairs",
            folds=tuple(folds),
            bet=first_title,
            staying=staying,
            pairs=HOLE_PAIRS,
            second=second_title,
            third=third_title,
        ),
        borderline=closest(
            Borderline(hand.name, first if gain > 0 else "fold", abs(gain))
            for hand, gain in zip(hands, gains, strict=True)
        ),
        details=(
            StrategyTable(
                f"Before the flop: what {first} gains on fold, and how often {second} and {third} follow",
                ("hand", "pairs", f"{first} over fold", second, third),
                tuple(rows),
            ),
        ),
    )


def _often(main: BoardMainGame, bet: str) -> list[float]:
    """By class: the share of deals in which a later bet is placed."""
    placed = [bet in ending.placed for ending in main.course.endings]
    found = []
    for cells in main.cells:
        deals = list(map(sum, cells))
        found.append(sum(map(mul, deals, placed)) / sum(deals))
    return found


def hands_of_box(game: Game, main: BoardMainGame, stakes: Mapping[str, int]) -> list[HandGroup]:
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


def flops(game: Game) -> list[list[int]]:
    """For each class, the flops that make each category of jackpot hand with it."""

    def count() -> "count_cache.Arrays":
        from pitboss.analysis.boards.counting import count_flops

        return {"flops": count_flops(game.jackpot_ranking.order)}

    subject, width = {"ranking": list(game.jackpot_ranking.order)}, len(FIVE_CARD_CATEGORIES)
    row = count_cache.cached_numbers("hold'em flops 1", subject, count)["flops"].tolist()
    return [row[start : start + width] for start in range(0, len(row), width)]


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
