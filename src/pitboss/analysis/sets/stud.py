"""Stud: every hand with every face-up card against the Dealer's hands, and what its bets gain.

Hands of a category that meet the same are one row, which no pay table changes. Best play, the bets of a box
and the play in words follow from the rows.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from msgspec import Struct

from pitboss.analysis import count_cache, payoffs
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.best_play import CLOSEST, JACKPOT, HandGroup, LinearGain, closest, folded
from pitboss.analysis.hand_kinds import check_orders, examples, jackpot_lines
from pitboss.analysis.jackpot import line_counts, line_pays
from pitboss.analysis.levels import CATEGORIES, five_cards, hand_levels
from pitboss.analysis.model import Borderline, CountProgress, JackpotCounts, Strategy, StrategyTable
from pitboss.analysis.sets import FIELD, HANDS
from pitboss.analysis.sets.main_game import PlayCounts, PlayResults, count_play, whole_categories
from pitboss.analysis.sets.policy import SetPolicy, by_hand
from pitboss.cards import DECK, RANKS, SUITS, Card
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.reason import Reason, because
from pitboss.sheets.game import Game

if TYPE_CHECKING:
    from pitboss.analysis.sets.kernel import Deals


FACE_UP: Final = 47
"""The number of possible face-up cards once the player's five are known."""
SPOTS: Final = HANDS * FACE_UP
"""The number of hands with a face-up card."""
DEALERS: Final = 163_185
"""The number of the Dealer's hands once the face-up card is known too."""
DECK_SIZE: Final = len(DECK)


class Meetings(Struct, frozen=True, eq=False, kw_only=True):
    """One row for all hands with a face-up card of one category and equal counts of the Dealer's hands."""

    category: Ints
    """Places in the list of categories, rising."""
    dealers: Ints
    """The Dealer's hands with each outcome, in the order of ``payoffs.OUTCOMES``."""
    size: Ints
    """The number of hands with a face-up card in each row."""
    example: Ints
    """An example of each row: five cards and the face-up card as digits to base 52."""
    number: int
    """The number of the Dealer's possible hands, the same on every row."""

    @property
    def rows(self) -> list[slice]:
        """The rows of each category."""
        ends = np.searchsorted(self.category, range(CATEGORIES + 1)).tolist()
        return [slice(start, end) for start, end in pairwise(ends)]

    def name(self, row: int) -> str:
        """A hand of a row and its face-up card: ``As Kh 7d 4c 2s against Kd``."""
        *hand, up = _cards(int(self.example[row]))
        return f"{' '.join(sorted(hand, key=_height))} against {up}"


def meetings(game: Game, progress: CountProgress) -> Meetings:
    """The meetings under a sheet's ranking list and qualifier, from the cache."""
    check_orders(game)
    counted = count_cache.cached_arrays("stud meetings 1", stud_subject(game), lambda: _count(game, progress))
    return unpacked(counted["rows"], DEALERS)


def unpacked(rows: Ints, dealers: int) -> Meetings:
    """Unpack the rows of the kernel; ``dealers`` is the number of the Dealer's hands on each."""
    packed, size, example = rows.T
    unqualified, beaten, same = ((packed >> place * FIELD) & (1 << FIELD) - 1 for place in (2, 1, 0))
    outcomes = np.stack([unqualified, beaten, dealers - unqualified - beaten - same, same], axis=1)
    return Meetings(
        category=packed >> 3 * FIELD, dealers=outcomes, size=size, example=example, number=dealers
    )


def meetings_of_spot(game: Game, up: Card, dead: tuple[Card, ...], progress: CountProgress) -> Meetings:
    """The meetings of all possible hands against one face-up card, without the dead cards."""
    check_orders(game)
    subject = {**stud_subject(game), "up": up, "dead": sorted(dead)}
    counted = count_cache.cached_arrays("stud spot 1", subject, lambda: _count_spot(game, up, dead, progress))
    return unpacked(counted["rows"], comb(DECK_SIZE - 6 - len(dead), 4))


def results(game: Game) -> PlayResults:
    """What hands gain, by category."""
    return whole_categories(game, examples(game.ranking))


def best_choices(game: Game, progress: CountProgress) -> "count_cache.Arrays":
    """One hand for each class of suits, and its best choice against each face-up card, cached."""
    check_orders(game)
    gained = results(game)
    subject = {**stud_subject(game), "gains": gained.gains.tolist()}

    def count() -> "count_cache.Arrays":
        deals = stud_deals(game)._replace(compares_low=True)
        return count_play(deals, gained.by_level, DEALERS, progress)

    return count_cache.cached_arrays("stud play 1", subject, count)


def best_play(game: Game, progress: CountProgress) -> SetPolicy:
    """Best play of every hand, the Ante alone on the box."""
    found = best_choices(game, progress)
    return by_hand(hand_levels(5, game.ranking.order), game.sheet.hands.box, found, face_up=True)


def stud_subject(game: Game) -> dict[str, Any]:
    """What counts of stud depend on beside gains, for the cache."""
    return {
        "ranking": list(game.ranking.order),
        "qualifier": game.sheet.qualifier.least if game.sheet.qualifier else None,
    }


def _count(game: Game, progress: CountProgress) -> "count_cache.Arrays":
    from pitboss.analysis.compiled import compile_apart
    from pitboss.analysis.sets import stud_kernel as kernel

    compile_apart("stud", game, COMPILED, progress)
    progress("all deals of the stud game", 0, 1)
    rows = kernel.count_deals(stud_deals(game), categories(game))
    progress("all deals of the stud game", 1, 1)
    return {"rows": rows[np.argsort(rows[:, 0], kind="stable")]}


def _count_spot(
    game: Game, up: Card, dead: tuple[Card, ...], progress: CountProgress
) -> "count_cache.Arrays":
    from pitboss.analysis.sets import stud_kernel as kernel
    from pitboss.analysis.sets.deals import deals_against

    progress("all hands against the face-up card", 0, 1)
    levels, hands = hand_levels(5, game.ranking.order), game.sheet.hands
    against = deals_against(levels, hands.box, hands.dealer, _qualifying(game), up, dead)
    rows = kernel.count_deals(against, categories(game))
    progress("all hands against the face-up card", 1, 1)
    return {"rows": rows[np.argsort(rows[:, 0], kind="stable")]}


def stud_deals(game: Game) -> "Deals":
    """All hands by level, as the kernels take them."""
    from pitboss.analysis.sets.deals import deals_of

    levels, hands = hand_levels(5, game.ranking.order), game.sheet.hands
    return deals_of(levels, hands.box, hands.dealer, _qualifying(game), face_up=True, compares_low=False)


def _compile_count(game: Game) -> None:
    from pitboss.analysis.sets import stud_kernel as kernel
    from pitboss.analysis.sets.deals import no_deals

    levels, hands = hand_levels(5, game.ranking.order), game.sheet.hands
    kernel.count_deals(no_deals(levels, hands.box, hands.dealer), categories(game))


COMPILED: Final = (stud_deals, _compile_count)
"""What is compiled side by side."""


def categories(game: Game) -> Ints:
    """The category of each level."""
    return five_cards(game.ranking.order).tables.category


def _qualifying(game: Game) -> Bools:
    return np.array([game.qualifies(rank) for rank in five_cards(game.ranking.order).ranks], dtype=np.bool_)


def _cards(example: int) -> list[Card]:
    """The five cards and the face-up card of an example."""
    digits = [example // DECK_SIZE**place % DECK_SIZE for place in range(5, -1, -1)]
    return [Card(RANKS[digit >> 2] + SUITS[digit & 3]) for digit in digits]


def _height(card: str) -> tuple[int, int]:
    return -RANKS.index(card[0]), SUITS.index(card[1])


class StudMainGame(Struct, frozen=True, eq=False, kw_only=True):
    """The main game of stud by rows of meetings; gains in units of the Ante."""

    meetings: Meetings
    gains: Ints
    """The gain of a hand that bets, by category and outcome."""
    folded: Ints
    """The gain of a folded hand, by category."""
    advantage: Ints
    """The advantage of betting over folding on each row, summed over the Dealer's hands."""
    bet: str
    """The name of the decision bet."""


def main_game(game: Game, meetings: Meetings) -> StudMainGame:
    """The main game of a sheet over counted meetings."""
    every = results(game).gains
    gains, folded = every[:, 1], every[:, 0, 0]
    advantage = np.empty(len(meetings.size), dtype=np.int64)
    for category, rows in enumerate(meetings.rows):
        advantage[rows] = meetings.dealers[rows] @ (gains[category] - folded[category])
    bet = payoffs.decision_bet(game)
    return StudMainGame(meetings=meetings, gains=gains, folded=folded, advantage=advantage, bet=bet)


def play_counts(game: Game, main: StudMainGame) -> PlayCounts:
    """The main game by category, the Ante alone on the box."""
    met = np.zeros((len(main.folded), 2, len(payoffs.OUTCOMES)), dtype=np.int64)
    spots = np.zeros((len(main.folded), 2), dtype=np.int64)
    for category, rows in enumerate(main.meetings.rows):
        size, bets = main.meetings.size[rows], main.advantage[rows] > 0
        spots[category] = size[~bets].sum(), size[bets].sum()
        met[category, 0, 0] = spots[category, 0] * main.meetings.number
        met[category, 1] = np.where(bets, size, 0) @ main.meetings.dealers[rows]
    return PlayCounts(results=results(game), spots=spots, met=met)


def jackpot_counts(game: Game, main: PlayCounts) -> JackpotCounts:
    """How often each jackpot line is paid, the box played by the optimal strategy."""
    spots, lost = main.spots, payoffs.lost_by_a_fold(game, JACKPOT)
    lines = [Fraction(0)] * len(game.jackpot_pays)
    unit = 1 if lost else FACE_UP
    for category, (folds, bets) in zip(FIVE_CARD_CATEGORIES, spots.tolist(), strict=True):
        for line, suits in jackpot_lines(game, category).items():
            if line is not None:
                lines[line] += Fraction((bets if lost else bets + folds) * suits, 4 * unit)
    forfeited = int(spots[:, 0].sum()) if lost else 0
    return JackpotCounts(lines=line_counts(game, lines), total=SPOTS // unit, forfeited=forfeited)


def staying(main: StudMainGame, ante: int, category: int, more: Fraction) -> Bools:
    """Mark the rows of a category that bet, where staying gains ``more`` cents outside the main game."""
    found: Bools = main.advantage[main.meetings.rows[category]] > -more * main.meetings.number // ante
    return found


def hands_of_box(game: Game, main: StudMainGame, stakes: Mapping[str, int]) -> list[HandGroup]:
    """All hands with a face-up card, grouped where they stay or fold alike at any display."""
    found = []
    for place, category in enumerate(FIVE_CARD_CATEGORIES):
        rows = np.arange(len(main.advantage))[main.meetings.rows[place]]
        for share, beside in _beside(game, stakes, category):
            more = beside.gain()
            at_no_display = staying(main, stakes["ante"], place, more.fixed)
            others = rows[~at_no_display]
            alone = more.slope > 0 and len(others) > 0
            for part in (rows[at_no_display], *(np.split(others, len(others)) if alone else [others])):
                if len(part):
                    found.append(_hand(main, stakes["ante"], part, share, beside))
    return found


def _hand(main: StudMainGame, ante: int, rows: Ints, share: Fraction, beside: HandGroup) -> HandGroup:
    """Rows of one category as one group."""
    meetings, category = main.meetings, int(main.meetings.category[rows[0]])
    size = int(meetings.size[rows].sum())
    met = (meetings.size[rows] @ meetings.dealers[rows]).tolist()
    gained = sum(gain * times for gain, times in zip(main.gains[category].tolist(), met, strict=True))
    stay = {"ante": LinearGain(ante * Fraction(gained, size * meetings.number)), **beside.stay}
    fold = {"ante": LinearGain(Fraction(ante * int(main.folded[category]))), **beside.fold}
    return HandGroup(meetings.name(int(rows[0])), int(size * share), stay, fold)


def _beside(game: Game, stakes: Mapping[str, int], category: str) -> Iterator[tuple[Fraction, HandGroup]]:
    """For the hands of a category: the share of suits, with what the bets beside the main game gain."""
    rank = examples(game.ranking)[FIVE_CARD_CATEGORIES.index(category)]
    others = {bet: stake for bet, stake in stakes.items() if bet != "ante"}
    for line, suits in jackpot_lines(game, category).items():
        stay = {}
        for bet, stake in others.items():
            if bet != JACKPOT:
                stay[bet] = LinearGain(Fraction(stake * payoffs.by_hand(game, bet, rank)))
            elif line is None:
                stay[bet] = LinearGain(Fraction(-stake))
            else:
                pay = line_pays(game, stake)[line]
                stay[bet] = LinearGain(Fraction(pay.cents - stake), pay.share)
        yield Fraction(suits, 4), HandGroup(category, suits, stay, folded(game, others, stay))


def bet_or_fold(game: Game, main: StudMainGame, stakes: Mapping[str, int], meter: Fraction) -> Strategy:
    """Best play of a box with these stakes at a displayed value, all in cents."""
    near: list[Borderline] = []
    table: list[tuple[str, int, int]] = []
    for place, rank in enumerate(examples(game.ranking)):
        sizes = main.meetings.size[main.meetings.rows[place]]
        number = 0
        for share, beside in _beside(game, stakes, FIVE_CARD_CATEGORIES[place]):
            more = beside.gain().at(meter)
            number += int(share * int(sizes[staying(main, stakes["ante"], place, more)].sum()))
            near += _closest(main, place, more / stakes["ante"])
        table.append((payoffs.listed(game, rank), int(sizes.sum()), number))
    bets = sum(number for _, _, number in table)
    rows = tuple((name, f"{size:,}", f"{number:,}", f"{size - number:,}") for name, size, number in table)
    return Strategy(
        contract={main.bet: bets, "hands": SPOTS},
        reason=_reason(game, main.bet, table, bets),
        borderline=closest(near),
        details=(StrategyTable("Hands with a face-up card", ("hand", "in all", main.bet, "fold"), rows),),
        by_hand=tuple(table),
    )


def _closest(main: StudMainGame, category: int, more: Fraction) -> list[Borderline]:
    """The closest decisions of a category, where staying gains ``more`` Antes outside the main game."""
    meetings, rows = main.meetings, main.meetings.rows[category]
    near = np.abs(main.advantage[rows] + round(more * meetings.number))
    last = np.partition(near, CLOSEST)[CLOSEST] if len(near) > CLOSEST else near.max(initial=0)
    among = np.flatnonzero(near <= last)
    order = among[np.argsort(near[among], kind="stable")][:CLOSEST] + rows.start
    found = []
    for row in order.tolist():
        gain = Fraction(int(main.advantage[row]), meetings.number) + more
        found.append(Borderline(meetings.name(row), main.bet if gain > 0 else "fold", abs(gain)))
    return found


def _reason(game: Game, bet: str, table: list[tuple[str, int, int]], bets: int) -> Reason:
    title = game.sheet.bets[bet].title
    always = [name for name, size, number in table if number == size]
    mixed = [name for name, size, number in table if 0 < number < size]
    from_top = always == [name for name, _, _ in table[: len(always)]]
    parts = []
    if always:
        parts.append(
            because("strategy.from_kind", bet=title, hand=always[-1])
            if from_top
            else because("strategy.kinds", bet=title, hands=tuple(always))
        )
    if mixed:
        parts.append(because("strategy.mixed", hands=tuple(mixed)))
    if len(always) + len(mixed) < len(table):
        parts.append(because("strategy.rest"))
    return because("strategy.by_kind", parts=tuple(parts), bets=bets, hands=SPOTS)
