"""The three-card games as look-up tables for the simulation."""

from collections.abc import Callable
from itertools import combinations_with_replacement, permutations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import payoffs
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.levels import hand_levels
from pitboss.analysis.model import CountProgress
from pitboss.analysis.strategies import InformationSet, StrategyName
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
from pitboss.analysis.three_card.main_game import main_game
from pitboss.cards import SUITS
from pitboss.hands import Rank
from pitboss.reason import at, because
from pitboss.sheets.game import Game
from pitboss.simulation import three_card_kernel as kernel
from pitboss.simulation.dealing import CARDS
from pitboss.simulation.hand_cells import OUTCOMES, hand_cell
from pitboss.simulation.jackpot_lines import line_of_cards, lines_of_levels
from pitboss.simulation.model import Plan, SimulationFault

_FURTHER: Final = {
    "own": kernel.NO_CARDS,
    "own_and_dealer": kernel.DEALERS,
    "own_and_community": kernel.COMMUNITY,
}


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
        loop=kernel.play_rounds,
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


def _tables(game: Game, kinds: list[tuple[Rank, int]], kind: Ints, played: Bools) -> kernel.ThreeCardTables:
    level = strengths(game.ranking.order)
    if int(level.max()) > kernel.LEVEL or len(kinds) > kernel.KINDS:
        raise SimulationFault(at("ranking.order", because("simulation.tables")))
    packed = (
        level
        | played.astype(np.int64) << kernel.PLAYED_BIT
        | qualifying(game).astype(np.int64) << kernel.QUALIFIES_BIT
        | kind << kernel.KIND
    )
    jackpot = game.jackpot.hand if game.sheet.jackpot else "own"
    further = _FURTHER[jackpot]
    if further == kernel.COMMUNITY and game.sheet.hands.community != 2:
        raise SimulationFault(at("hands.community", because("simulation.two_community")))
    cards = 2 if further == kernel.COMMUNITY else 3
    levels = np.zeros((1, 1), dtype=np.int16)
    suited, lines = np.zeros(1, dtype=np.int16), np.zeros((len(SUITS) + 1, 1), dtype=np.int8)
    if further != kernel.NO_CARDS:
        made = hand_levels(game.jackpot_ranking.size, game.jackpot_ranking.order)
        levels = made.of_ranks(_rank_sets(3, cards)).astype(np.int16)
        suited, lines = made.suited.astype(np.int16), lines_of_levels(game, made)
    return kernel.ThreeCardTables(
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
    found: NDArray[np.uint32] = ranks_held << kernel.RANKS | suits_held << kernel.SUITS
    return found.reshape(-1)


def _may_flush(further: int) -> Ints:
    """For each set of suits of the own hand, a mask of those of further cards with five of a suit in all."""
    return np.array(
        [
            sum(
                1 << place
                for place, others in enumerate(_sorted(len(SUITS), further))
                if max((*own, *others).count(suit) for suit in range(len(SUITS))) >= kernel.FLUSH
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
