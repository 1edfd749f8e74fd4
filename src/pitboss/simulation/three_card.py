"""Rounds of the three-card games: look-up tables, and the kernels that play by them.

A hand is known by the place of its cards in a table of 52 x 52 x 52 entries, which says everything about it
at once: its level, whether it is played, whether it qualifies, and its kind.
"""

from collections.abc import Callable
from itertools import combinations_with_replacement, permutations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import payoffs
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.decisions import InformationSet, StrategyName
from pitboss.analysis.levels import hand_levels
from pitboss.analysis.model import CountProgress
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    HANDS,
    RANKS_OF_A_SUIT,
    cards_of,
    classes,
    hand_number,
    qualifying,
    ranks,
    strengths,
    triples,
)
from pitboss.analysis.three_card.play import main_game
from pitboss.cards import SUITS
from pitboss.hands import Rank
from pitboss.reason import at, because
from pitboss.sheets.game import Game
from pitboss.simulation.cells import (
    FOLD,
    HIGHER,
    LOWER,
    OUTCOMES,
    SAME,
    hand_cell,
    line_of_cards,
    lines_of_levels,
)
from pitboss.simulation.dealing import CARDS, GROUP, Cuts, deal_group, new_rows
from pitboss.simulation.model import Plan, SimulationFault
from pitboss.simulation.tally import Counts, Totals, note_house

Packed = NDArray[np.uint32]
LEVEL: Final = 0x3FF
PLAYED_BIT: Final = 10
QUALIFIES_BIT: Final = 11
KIND: Final = 12
KINDS: Final = 16
RANKS_AT: Final = 16
RANK_SETS: Final = 0x1FF
SUITS_AT: Final = 25
"""The bits of an entry: level, played, qualifies, and from where on the kind, the ranks, the suits."""
FLUSH: Final = 5
NO_CARDS, DEALERS, COMMUNITY = range(3)
_FURTHER: Final = {
    "own": NO_CARDS,
    "own_and_dealer": DEALERS,
    "own_and_community": COMMUNITY,
}


class ThreeCardTables(NamedTuple):
    """The look-up tables of a three-card sheet and a strategy."""

    hands: Packed
    own_line: NDArray[np.int64]
    """The jackpot line of each kind, where the own hand alone makes it."""
    further: int
    """The cards beside the own that make the jackpot hand: none, the Dealer's, or the community's."""
    pairs: Packed
    """The ranks and the suits of two cards, as entries of hands have them."""
    may_flush: NDArray[np.int64]
    """For the suits of the own hand, a mask of the suits of further cards that may make a flush with them."""
    jackpot_lines: NDArray[np.int8]
    """The line of the own ranks with the further ones, without a flush."""
    jackpot_levels: NDArray[np.int16]
    """The level of the best jackpot hand, suits ignored."""
    jackpot_suited: NDArray[np.int16]
    """The level of the best hand of one suit, by the mask of its ranks."""
    line_of_level: NDArray[np.int8]
    """The jackpot line of a level in each suit; the last row is for hands of several."""
    no_line: int
    forfeited: int
    """Where to count a box without a line, and one whose fold has lost the bet."""
    fold_loses_jackpot: bool


def plan(game: Game, boxes: int, strategy: StrategyName, progress: CountProgress) -> Plan:
    """The plan of a three-card sheet."""
    kinds, kind_of_hand = _kinds(game)
    tables = _tables(game, kinds, kind_of_hand, played_hands(game, strategy))
    cards = 3 * boxes + 3 + game.sheet.hands.community
    return Plan(
        game=game,
        boxes=boxes,
        strategy=strategy,
        cells=[hand_cell(game, rank, outcome) for rank, _ in kinds for outcome in range(OUTCOMES)],
        cards=cards,
        loop=play_rounds,
        tables=tables,
    )


def exact_play(game: Game, progress: CountProgress) -> Callable[[InformationSet], bool]:
    """Whether exact play bets at a decision."""
    played = played_hands(game, "exact")
    return lambda spot: bool(played[hand_number(spot.own)])


def played_hands(game: Game, strategy: StrategyName) -> Bools:
    """A mask of all hands that a strategy plays."""
    if strategy == "blind":
        return np.ones(HANDS, dtype=np.bool_)
    if strategy == "simple":
        return qualifying(game)
    found: Bools = main_game(game).played[classes(ALL_SUITS_ALIKE).of_hand]
    return found


def _kinds(game: Game) -> tuple[list[tuple[Rank, int]], Ints]:
    """The kinds of hands, each a rank of its category and its own jackpot line, and the kind of each hand."""
    held, of_class = ranks(game.ranking.order), classes(ALL_SUITS_ALIKE).of_hand.tolist()
    own = game.sheet.jackpot is not None and game.jackpot.hand == "own"
    known: dict[tuple[str, int], int] = {}
    kinds: list[tuple[Rank, int]] = []
    found = np.empty(HANDS, dtype=np.int64)
    for hand in np.argsort(-strengths(game.ranking.order), kind="stable").tolist():
        rank = held[of_class[hand]]
        line = line_of_cards(game, cards_of(hand)) if own else len(game.jackpot_pays)
        if (rank.category, line) not in known:
            known[rank.category, line] = len(kinds)
            kinds.append((rank, line))
        found[hand] = known[rank.category, line]
    return kinds, found


def _tables(game: Game, kinds: list[tuple[Rank, int]], kind: Ints, played: Bools) -> ThreeCardTables:
    level = strengths(game.ranking.order)
    if int(level.max()) > LEVEL or len(kinds) > KINDS:
        raise SimulationFault(at("ranking.order", because("simulation.tables")))
    packed = (
        level
        | played.astype(np.int64) << PLAYED_BIT
        | qualifying(game).astype(np.int64) << QUALIFIES_BIT
        | kind << KIND
    )
    jackpot = game.jackpot.hand if game.sheet.jackpot else "own"
    further = _FURTHER[jackpot]
    if further == COMMUNITY and game.sheet.hands.community != 2:
        raise SimulationFault(at("hands.community", because("simulation.two_community")))
    cards = 2 if further == COMMUNITY else 3
    levels = np.zeros((1, 1), dtype=np.int16)
    suited, lines = np.zeros(1, dtype=np.int16), np.zeros((len(SUITS) + 1, 1), dtype=np.int8)
    if further != NO_CARDS:
        made = hand_levels(game.jackpot_ranking.size, game.jackpot_ranking.order)
        levels = made.of_ranks(_rank_sets(3, cards)).astype(np.int16)
        suited, lines = made.suited.astype(np.int16), lines_of_levels(game, made)
    return ThreeCardTables(
        hands=_by_cards(packed.astype(np.uint32)) | _ranks_and_suits(3),
        own_line=np.array([line for _, line in kinds], dtype=np.int64),
        further=further,
        pairs=_ranks_and_suits(2),
        may_flush=_may_flush(cards),
        jackpot_lines=lines[len(SUITS)][levels],
        jackpot_levels=levels,
        jackpot_suited=suited,
        line_of_level=lines,
        no_line=len(game.jackpot_pays),
        forfeited=len(game.jackpot_pays) + 1,
        fold_loses_jackpot=bool(game.sheet.jackpot) and payoffs.lost_by_a_fold(game, "jackpot"),
    )


def _by_cards(of_hand: NDArray[Any]) -> NDArray[Any]:
    """Entries of hands by their cards in any order, cards numbered as the loops do."""
    cards = triples() % RANKS_OF_A_SUIT * 4 + triples() // RANKS_OF_A_SUIT
    table = np.zeros((CARDS,) * 3, dtype=of_hand.dtype)
    for order in permutations(range(3)):
        table[tuple(cards[:, place] for place in order)] = of_hand
    return table.reshape(-1)


def _sorted(values: int, cards: int) -> list[tuple[int, ...]]:
    """All sets of ranks or of suits that so many cards can have."""
    return list(combinations_with_replacement(range(values), cards))


def _set_numbers(values: int, cards: int) -> NDArray[np.uint32]:
    """The number of such a set, by the values of the cards in any order."""
    number = np.zeros((values,) * cards, dtype=np.uint32)
    for place, held in enumerate(_sorted(values, cards)):
        for order in permutations(held):
            number[order] = place
    return number


def _ranks_and_suits(cards: int) -> NDArray[np.uint32]:
    """For cards in any order, their ranks and their suits in the bits of an entry."""
    every = np.meshgrid(*[np.arange(CARDS)] * cards, indexing="ij")
    ranks_held = _set_numbers(RANKS_OF_A_SUIT, cards)[tuple(card >> 2 for card in every)]
    suits_held = _set_numbers(len(SUITS), cards)[tuple(card & 3 for card in every)]
    found: NDArray[np.uint32] = ranks_held << RANKS_AT | suits_held << SUITS_AT
    return found.reshape(-1)


def _may_flush(further: int) -> Ints:
    """For each set of suits of the own hand, a mask of those of further cards with five of a suit in all."""
    return np.array(
        [
            sum(
                1 << place
                for place, others in enumerate(_sorted(len(SUITS), further))
                if max((*own, *others).count(suit) for suit in range(len(SUITS))) >= FLUSH
            )
            for own in _sorted(len(SUITS), 3)
        ],
        dtype=np.int64,
    )


def _rank_sets(own: int, further: int) -> Ints:
    """The ranks of every own hand with every set of further cards; those that no deck holds are all twos."""
    rows = np.array(_sorted(RANKS_OF_A_SUIT, own), dtype=np.int64)
    columns = np.array(_sorted(RANKS_OF_A_SUIT, further), dtype=np.int64)
    shape = (len(rows), len(columns))
    both = np.concatenate(
        [
            np.broadcast_to(rows[:, None, :], (*shape, own)),
            np.broadcast_to(columns[None, :, :], (*shape, further)),
        ],
        axis=2,
    )
    most = (both[..., None] == np.arange(RANKS_OF_A_SUIT)).sum(axis=2).max(axis=2)
    found: Ints = np.where((most > len(SUITS))[..., None], 0, both)
    return found


@compiled
def place_of(deck: Any, at: int) -> int:
    """Where the hand of three cards from a place of the deck on is in the tables."""
    return int((deck[at] * CARDS + deck[at + 1]) * CARDS + deck[at + 2])


@compiled
def flush_line(deck: Any, own: int, further: int, cards: int, level: int, tables: ThreeCardTables) -> int:
    """The line of cards of which five or more have one suit; without it they make a hand of ``level``."""
    for suit in range(4):
        mask, number = 0, 0
        for place in range(3):
            if deck[own + place] & 3 == suit:
                mask |= 1 << (deck[own + place] >> 2)
                number += 1
        for place in range(cards):
            if deck[further + place] & 3 == suit:
                mask |= 1 << (deck[further + place] >> 2)
                number += 1
        if number >= FLUSH:
            suited = tables.jackpot_suited[mask]
            if suited > level:
                return int(tables.line_of_level[suit, suited])
    return int(tables.line_of_level[4, level])


@compiled
def play_rounds(
    seed: Any,
    first: Any,
    rounds: int,
    boxes: int,
    cards: int,
    cuts: Cuts,
    tables: ThreeCardTables,
    counts: Counts,
    totals: Totals,
) -> None:
    """Play rounds from number ``first`` on, a multiple of 256, and add what they bring to the tally."""
    words, dealt = np.empty(GROUP * len(cuts.ends), np.uint64), new_rows(cards)
    cells = np.zeros(boxes, np.int64)
    lines = np.full(boxes, tables.no_line, np.int64)
    dealers = 3 * boxes
    further = dealers + 3 if tables.further == COMMUNITY else dealers
    # Functions that take all tables copy their descriptions; what every round needs is at hand.
    hands, may_flush, jackpot_lines = tables.hands, tables.may_flush, tables.jackpot_lines
    width = tables.forfeited + 1
    flat = counts.cells.reshape(-1)
    size = flat.size // boxes
    fold_loses = 1 if tables.fold_loses_jackpot else 0
    for start in range(0, rounds, GROUP):
        number = min(GROUP, rounds - start)
        deal_group(seed, first + np.uint64(start), number, cuts, words, dealt)
        for place in range(number):
            deck = dealt[place]
            dealer = np.int64(hands[place_of(deck, dealers)])
            qualifies = dealer >> QUALIFIES_BIT & 1
            others = dealer
            if tables.further == COMMUNITY:
                others = np.int64(tables.pairs[deck[further] * CARDS + deck[further + 1]])
            for box in range(boxes):
                own = np.int64(hands[place_of(deck, 3 * box)])
                kind = own >> KIND & KINDS - 1
                # Sums instead of branches, of which the processor would foresee every second one.
                played = own >> PLAYED_BIT & 1
                mine, theirs = own & LEVEL, dealer & LEVEL
                met = HIGHER + (mine < theirs) * (LOWER - HIGHER) + (mine == theirs) * (SAME - HIGHER)
                outcome = played * qualifies * met + (1 - played) * FOLD
                line = tables.own_line[kind]
                if tables.further != NO_CARDS:
                    row, column = own >> RANKS_AT & RANK_SETS, others >> RANKS_AT & RANK_SETS
                    line = np.int64(jackpot_lines[row, column])
                    if may_flush[own >> SUITS_AT] >> (others >> SUITS_AT) & 1:
                        level = tables.jackpot_levels[row, column]
                        line = flush_line(deck, 3 * box, further, cards - further, level, tables)
                line += (1 - played) * fold_loses * (tables.forfeited - line)
                cells[box] = kind * OUTCOMES + outcome
                lines[box] = line
                flat[box * size + cells[box] * width + line] += 1
            if boxes > 1:
                note_house(cells, lines, counts, totals)
