"""Rounds of games without community cards in play: look-up tables, and the kernel that plays by them.

The level of a hand follows from the sum of its cards' numbers, its play from the level or, at some levels,
from its suits and the Dealer's face-up card, and its cell from its kind, its choice and the Dealer's hand.
"""

from fractions import Fraction
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from pitboss.analysis import payoffs
from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled, inlined
from pitboss.analysis.decisions import Chooser, StrategyName
from pitboss.analysis.families import analyse
from pitboss.analysis.levels import HandLevels, Levels, hand_levels
from pitboss.analysis.model import CountProgress
from pitboss.analysis.sets.analysis import OneDecision
from pitboss.analysis.sets.deals import rank_sets
from pitboss.analysis.sets.main_game import OF_MET
from pitboss.analysis.sets.policy import SetPolicy, by_level, chooser
from pitboss.cards import RANKS, SUITS
from pitboss.hands import Rank
from pitboss.invariant import InvariantBroken
from pitboss.reason import at, because
from pitboss.sheets.game import Game
from pitboss.simulation.dealing import GROUP, KEY, SUITS_START, Cuts, card_numbers, deal_group, new_rows
from pitboss.simulation.model import FOLDED, Cell, Plan, SimulationFault
from pitboss.simulation.tally import Counts, Totals, note_house

SUMMED: Final = 5
"""Cards whose ranks the sum of their keys tells; that of more is looked up card by card."""
OUTCOMES: Final = len(payoffs.MET)
SEVERAL_SUITS: Final = len(SUITS)
Sides = tuple[tuple[str, Fraction], ...]
CardPlaces = tuple[int, ...]
"""A number of cards that the compiler knows: it unrolls the loops over them."""


class HandTables(NamedTuple):
    """The levels of the best hand of so many cards."""

    unsuited: Levels
    """By the sum of the ranks' keys, suits ignored; of more than five cards, a number of their first five."""
    more: Levels
    """By that number and the rank of the sixth card: the level."""
    suited: Levels
    """The level of the best hand of one suit, by the mask of its ranks."""
    flush: int
    """What sets the highest bit of a count of suits where that is enough for a hand of one suit."""


class RoundTables(NamedTuple):
    """The look-up tables of a sheet and a strategy."""

    numbers: Ints
    """The number of each card that sums of cards are made of."""
    own_cards: CardPlaces
    dealers_cards: CardPlaces
    further_cards: CardPlaces
    """The cards beside the own that make the jackpot hand."""
    own: HandTables
    dealers: HandTables
    jackpot: HandTables
    qualifies: NDArray[np.int8]
    """By level: 1 where the Dealer qualifies."""
    plays: Levels
    rows: Levels
    masks: Ints
    """The policy, as :class:`~pitboss.analysis.sets.policy.SetPolicy` has it."""
    face_up: bool
    kinds: Levels
    """The kind of each level."""
    cells: Ints
    """By kind, choice and outcome."""
    lines: NDArray[np.int8]
    """The jackpot line of a level in each suit; the last row is for hands of several."""
    community: bool
    """Whether the further cards are the community's; else they are the Dealer's."""
    fold_loses_jackpot: bool
    forfeited: int
    """Where to count a box whose fold has lost the jackpot bet."""


def plan(game: Game, boxes: int, strategy: StrategyName, progress: CountProgress) -> Plan:
    """The plan of a sheet."""
    hands, analysis = game.sheet.hands, _analysis(game, progress)
    cells, kinds, of_kind = _cells(game, analysis, strategy)
    policy = _policy(game, analysis, strategy)
    return Plan(
        game=game,
        boxes=boxes,
        strategy=strategy,
        cells=cells,
        cards=boxes * hands.box + hands.dealer + hands.community,
        loop=play_rounds,
        tables=_tables(game, policy, kinds, of_kind),
    )


def exact_play(game: Game, progress: CountProgress) -> Chooser:
    """Exact play, hand by hand."""
    return chooser(_levels(game), _analysis(game, progress).best_play())


def _analysis(game: Game, progress: CountProgress) -> OneDecision:
    found = analyse(game, progress)
    if not isinstance(found, OneDecision):
        raise InvariantBroken(f"the loop of one decision was asked to play {game.sheet.id}")
    return found


def _levels(game: Game) -> HandLevels:
    return hand_levels(game.ranking.size, game.ranking.order)


def _policy(game: Game, analysis: OneDecision, strategy: StrategyName) -> SetPolicy:
    if strategy == "exact":
        return analysis.best_play()
    ranks = _levels(game).ranks
    if strategy == "simple" and game.sheet.qualifier is not None:
        return by_level(np.array([game.qualifies(rank) for rank in ranks], dtype=np.int64))
    return by_level(np.ones(len(ranks), dtype=np.int64))


def _cells(game: Game, analysis: OneDecision, strategy: StrategyName) -> tuple[list[Cell], Levels, Ints]:
    """All ways for a box to end; the kind of each level; and the way of each kind, choice and outcome."""
    results = analysis.results()
    counted = strategy == "exact" and not results.by_category
    there = analysis.met() > 0 if counted else np.ones(results.gains.shape, dtype=np.bool_)
    named, choices = results.named(game, there), results.gains.shape[1]
    kinds: dict[tuple[int, Sides], int] = {}
    numbers: dict[Cell, int] = {}
    kind_of, cells = np.zeros(len(results.kind), dtype=np.int16), list[Ints]()
    for level, rank in reversed(list(enumerate(_levels(game).ranks))):
        kind, sides = int(results.kind[level]), _sides(game, rank)
        kind_of[level] = kinds.setdefault((kind, sides), len(kinds))
        if len(kinds) == len(cells):
            continue
        found = np.empty((choices, OUTCOMES), dtype=np.int64)
        # In the order in which rows are told: the folds last, a lower hand before an equal one.
        for choice in (*range(1, choices), 0):
            for outcome in (0, 1, 2, 3, 5, 4):
                row, gain = named[kind, choice, OF_MET[outcome] if results.by_category else outcome]
                cell = _cell(game, row, gain, sides, folded=not choice)
                found[choice, outcome] = numbers.setdefault(cell, len(numbers))
        cells.append(found)
    return list(numbers), kind_of, np.array(cells)


def _sides(game: Game, rank: Rank) -> Sides:
    """The row and the gain of each side bet on a hand."""
    return tuple(
        (payoffs.paid_hand(game, rank, bet), payoffs.by_hand_exactly(game, bet, rank))
        for bet in payoffs.side_bets(game)
    )


def _cell(game: Game, row: str, gain: Fraction, sides: Sides, *, folded: bool) -> Cell:
    rows, gains = [row], [gain]
    for bet, (side_row, side_gain) in zip(payoffs.side_bets(game), sides, strict=True):
        lost = folded and payoffs.lost_by_a_fold(game, bet)
        rows.append(FOLDED if lost else side_row)
        gains.append(Fraction(-1) if lost else side_gain)
    return Cell(tuple(rows), tuple(gains), folded)


def _tables(game: Game, policy: SetPolicy, kinds: Levels, cells: Ints) -> RoundTables:
    hands, levels, none = game.sheet.hands, _levels(game), len(game.jackpot_pays)
    own = hand_tables(levels, hands.box)
    further, jackpot, lines = 0, own, np.zeros((len(SUITS) + 1, len(levels.ranks)), dtype=np.int8)
    if game.sheet.jackpot:
        if game.jackpot.hand == "own_and_community" and hands.community != 2:
            raise SimulationFault(at("hands.community", because("simulation.two_community")))
        made = hand_levels(game.jackpot_ranking.size, game.jackpot_ranking.order)
        lines = lines_of_levels(game, made)
        further = {"own_and_dealer": hands.dealer, "own_and_community": hands.community}.get(
            game.jackpot.hand, 0
        )
        if further:
            jackpot = hand_tables(made, hands.box + further)
        else:
            lines = lines[:, _alike(levels, made)]
    return RoundTables(
        numbers=card_numbers(),
        own_cards=(0,) * hands.box,
        dealers_cards=(0,) * hands.dealer,
        further_cards=(0,) * further,
        own=own,
        dealers=own if hands.dealer == hands.box else hand_tables(levels, hands.dealer),
        jackpot=jackpot,
        qualifies=np.array([game.qualifies(rank) for rank in levels.ranks], dtype=np.int8),
        plays=policy.plays,
        rows=policy.rows,
        masks=policy.masks,
        face_up=hands.dealers_last_card_face_up,
        kinds=kinds,
        cells=cells,
        lines=lines,
        community=bool(game.sheet.jackpot) and game.jackpot.hand == "own_and_community",
        fold_loses_jackpot=bool(game.sheet.jackpot) and payoffs.lost_by_a_fold(game, "jackpot"),
        forfeited=none + 1,
    )


def hand_tables(levels: HandLevels, cards: int) -> HandTables:
    """The levels of the best hand of so many cards."""
    ranks, further = rank_sets(min(cards, SUMMED)), cards > SUMMED
    sums = levels.keys[ranks].sum(axis=1)
    unsuited = np.full(int(sums.max()) + 1, -1, dtype=np.int16)
    unsuited[sums] = np.arange(len(ranks)) if further else levels.of_ranks(ranks)
    more = np.zeros((1, 1), dtype=np.int16)
    if further:
        every = np.broadcast_to(np.arange(len(RANKS))[:, None], (len(ranks), len(RANKS), 1))
        rows = np.concatenate([np.repeat(ranks[:, None], len(RANKS), axis=1), every], axis=2)
        # No hand has five cards of a rank; whatever stands there is not looked up.
        most = (rows == every).sum(axis=2, keepdims=True)
        more = levels.of_ranks(np.where(most > len(SUITS), 0, rows)).astype(np.int16)
    flush = (8 - levels.size) * 0x1111
    return HandTables(unsuited, more, levels.suited.astype(np.int16), flush)


def _alike(levels: HandLevels, other: HandLevels) -> Ints:
    """The level in another list of the hands of each level."""
    found = np.zeros(len(levels.ranks), dtype=np.int64)
    sums = np.flatnonzero(levels.unsuited >= 0)
    found[levels.unsuited[sums]] = other.unsuited[sums]
    masks = [sum(1 << rank for rank in ranks) for ranks in combinations(range(len(RANKS)), levels.size)]
    found[levels.suited[masks]] = other.suited[masks]
    return found


def lines_of_levels(game: Game, levels: HandLevels) -> NDArray[np.int8]:
    """By suit, or none, and level: the place of the line in the sheet's table; one past the last for none."""
    found = np.full((len(SUITS) + 1, len(levels.ranks)), len(game.jackpot_pays), dtype=np.int8)
    for level, rank in enumerate(levels.ranks):
        for place, suit in enumerate((*SUITS, "")):
            line = game.jackpot_line(structs.replace(rank, suit=suit))
            if line is not None:
                found[place, level] = game.jackpot_pays.index(line)
    return found


@inlined
def sum_of(deck: Any, at: int, cards: CardPlaces, numbers: Ints) -> Any:
    """The sum of the numbers of cards from a place of the deck on."""
    total = 0
    for place in range(len(cards)):
        total += numbers[deck[at + place]]
    return total


@inlined
def plain_level(total: Any, cards: int, last: Any, numbers: Ints, unsuited: Levels, more: Levels) -> Any:
    """The level of so many cards by the sum of their numbers, suits ignored; ``last`` is one of them."""
    if cards > SUMMED:
        return np.int64(more[unsuited[total - numbers[last] & KEY], last >> 2])
    return np.int64(unsuited[total & KEY])


@compiled
def best_suited(
    deck: Any,
    at: int,
    cards: CardPlaces,
    beside: int,
    further: CardPlaces,
    suited: Levels,
    lacks: int,
    level: Any,
) -> tuple[Any, Any]:
    """The best of a level and the hands of one suit, and that suit; ``lacks`` and their number make eight."""
    best, found = level, SEVERAL_SUITS
    for suit in range(SEVERAL_SUITS):
        mask, number = 0, lacks
        for place in range(len(cards)):
            if deck[at + place] & 3 == suit:
                mask |= 1 << (deck[at + place] >> 2)
                number += 1
        for place in range(len(further)):
            if deck[beside + place] & 3 == suit:
                mask |= 1 << (deck[beside + place] >> 2)
                number += 1
        if number >= 8 and suited[mask] >= best:
            best, found = np.int64(suited[mask]), suit
    return best, found


@compiled
def by_suits(deck: Any, at: int, cards: CardPlaces, up: Any, row: Any, masks: Ints) -> Any:
    """The choice of a hand whose level leaves it to its suits and the face-up card."""
    suits: Any = 0
    choice: Any = 0
    for place in range(len(cards)):
        card, below = deck[at + place], 0
        for other in range(len(cards)):
            below += deck[at + other] < card
        suits |= np.int64(card & 3) << 2 * below
    for digit in range(len(masks)):
        choice |= (masks[digit, row, suits] >> up & 1) << digit
    return choice


@compiled
def play_rounds(
    seed: Any,
    first: Any,
    rounds: int,
    boxes: int,
    cards: int,
    cuts: Cuts,
    tables: RoundTables,
    counts: Counts,
    totals: Totals,
) -> None:
    """Play rounds from number ``first`` on, a multiple of 256, and add what they bring to the tally."""
    words, dealt = np.empty(GROUP * len(cuts.ends), np.uint64), new_rows(cards)
    cells, lines = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    width = tables.forfeited + 1
    flat = counts.cells.reshape(-1)
    size = flat.size // boxes
    held, theirs, further = tables.own_cards, tables.dealers_cards, tables.further_cards
    dealers = len(held) * boxes
    last = dealers + len(theirs)
    beside = last if tables.community else dealers
    # An array that is taken out of its tuple in a loop is counted as in use there, which takes longer.
    numbers, plays, rows, masks = tables.numbers, tables.plays, tables.rows, tables.masks
    kinds, of_kind, qualifies, lines_of = tables.kinds, tables.cells, tables.qualifies, tables.lines
    o_unsuited, _, o_suited, o_flush = tables.own
    d_unsuited, d_more, d_suited, d_flush = tables.dealers
    j_unsuited, j_more, j_suited, j_flush = tables.jackpot
    face_up, forfeited, fold_loses = tables.face_up, tables.forfeited, np.int64(tables.fold_loses_jackpot)
    for start in range(0, rounds, GROUP):
        number = min(GROUP, rounds - start)
        deal_group(seed, first + np.uint64(start), number, cuts, words, dealt)
        for place in range(number):
            deck = dealt[place]
            total = sum_of(deck, dealers, theirs, numbers)
            dealer = plain_level(total, len(theirs), deck[last - 1], numbers, d_unsuited, d_more)
            if (total >> SUITS_START) + d_flush & 0x8888:
                dealer = best_suited(deck, dealers, theirs, 0, (), d_suited, d_flush & 15, dealer)[0]
            up = np.int64(deck[last - 1]) if face_up else np.int64(0)
            for box in range(boxes):
                at = box * len(held)
                total = sum_of(deck, at, held, numbers)
                own, suit = np.int64(o_unsuited[total & KEY]), SEVERAL_SUITS
                if (total >> SUITS_START) + o_flush & 0x8888:
                    own, suit = best_suited(deck, at, held, 0, (), o_suited, o_flush & 15, own)
                choice: Any = np.int64(plays[own])
                if choice < 0:
                    choice = by_suits(deck, at, held, up, np.int64(rows[total & KEY]), masks)
                # Sums instead of branches, of which the processor would foresee every second one.
                outcome = 3 * qualifies[dealer] + (dealer >= own) + (dealer > own)
                level = own
                if len(further):
                    total += sum_of(deck, beside, further, numbers)
                    of_all, suit = len(held) + len(further), SEVERAL_SUITS
                    level = plain_level(total, of_all, deck[beside], numbers, j_unsuited, j_more)
                    if (total >> SUITS_START) + j_flush & 0x8888:
                        level, suit = best_suited(
                            deck, at, held, beside, further, j_suited, j_flush & 15, level
                        )
                line = np.int64(lines_of[suit, level])
                line += (choice == 0) * fold_loses * (forfeited - line)
                cells[box], lines[box] = of_kind[kinds[own], choice, outcome], line
                flat[box * size + cells[box] * width + line] += 1
            if boxes > 1:
                note_house(cells, lines, counts, totals)
