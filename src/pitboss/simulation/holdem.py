"""Hold'em as look-up tables for the simulation."""

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import payoffs
from pitboss.analysis.boards import canonical, showdowns
from pitboss.analysis.boards.classes import CLASSES, NUMBER
from pitboss.analysis.categories import examples
from pitboss.analysis.hand_kinds import CARDS as NAMES
from pitboss.analysis.hand_kinds import card_number
from pitboss.analysis.holdem.cached_counts import later_bets
from pitboss.analysis.holdem.gains import CELLS, MainBets, bets_of
from pitboss.analysis.holdem.hole_cards import gain_of
from pitboss.analysis.holdem.main_game import gains_of_cell, layout_in_words, main_game
from pitboss.analysis.levels import LevelTables, five_cards, hand_levels
from pitboss.analysis.model import CountProgress
from pitboss.analysis.strategies import InformationSet, StrategyName
from pitboss.cards import SUITS
from pitboss.reason import at, because
from pitboss.settlement.side_bets import hole_class
from pitboss.sheets.game import Game
from pitboss.simulation import holdem_kernel as kernel
from pitboss.simulation.card_sums import card_numbers
from pitboss.simulation.dealing import CARDS
from pitboss.simulation.jackpot_lines import lines_of_levels
from pitboss.simulation.model import FOLDED, Cell, Plan, SimulationFault

_STRATEGIES: Final = {"exact": kernel.EXACT, "simple": kernel.SIMPLE, "blind": kernel.BLIND}
_NO_HOLE_LINE: Final = "no line"


def plan(game: Game, boxes: int, strategy: StrategyName, progress: CountProgress) -> Plan:
    """The plan of a hold'em sheet."""
    bets, side = bets_of(game), _side_bet(game)
    tables = _tables(game, bets, side, strategy, progress)
    cards = 2 * boxes + 7
    return Plan(
        game=game,
        boxes=boxes,
        strategy=strategy,
        cells=_cells(game, bets, side),
        cards=cards,
        loop=kernel.play_rounds,
        tables=tables,
    )


def exact_play(game: Game, progress: CountProgress) -> Callable[[InformationSet], bool]:
    """Whether exact play bets at a decision."""
    main, later = main_game(game, progress), later_bets(game, bets_of(game), progress)
    places, rows = {3: _places(3), 4: _places(4)}, {3: later["turn"], 4: later["river"]}

    def bets(spot: InformationSet) -> bool:
        if not spot.board:
            return main.stays(NUMBER[hole_class(spot.own)])
        board = sorted(card_number(card) for card in spot.board)
        index = sum(comb(card, place + 1) for place, card in enumerate(board))
        a, b = (np.int64(card_number(card)) for card in spot.own)
        return kernel.bet_at(np.int64(places[len(board)][index]), a, b, rows[len(board)])

    return bets


def _side_bet(game: Game) -> str | None:
    """The one side bet that the loop knows: a bet on hole cards."""
    sides = payoffs.side_bets(game)
    if not sides:
        return None
    if len(sides) > 1 or not game.pays[sides[0]].hole_lines:
        raise SimulationFault(at(f"bets.{sides[-1]}", because("simulation.one_side_bet")))
    return sides[0]


def _cells(game: Game, bets: MainBets, side: str | None) -> list[Cell]:
    """All ways for a box to end: those of the main game, each with every line of the side bet."""
    won = [f"higher, {payoffs.listed(game, rank)}" for rank in examples(game.ranking)]
    plays = [(FOLDED, -1)]
    for cell in range(len(CELLS)):
        said = layout_in_words(game, bets, cell)
        for result, gain in zip((*won, "same", "lower"), gains_of_cell(bets, cell), strict=True):
            plays.append((f"{result}, {said}", gain))
    found = []
    for place, (row, gain) in enumerate(plays):
        folded = place == 0
        if side is None:
            found.append(Cell((row,), (Fraction(gain),), folded))
            continue
        lost = folded and payoffs.lost_by_a_fold(game, side)
        for line in (*game.pays[side].hole_lines, None):
            name = FOLDED if lost else _NO_HOLE_LINE if line is None else line.title
            side_gain = gain_of(game, side, None if lost else line, None)
            found.append(Cell((row, name), (Fraction(gain), side_gain), folded))
    return found


def _tables(
    game: Game, bets: MainBets, side: str | None, strategy: StrategyName, progress: CountProgress
) -> kernel.HoldemTables:
    tables = five_cards(game.ranking.order).tables
    number_of, levels = showdowns.best_unsuited(tables)
    none = np.zeros((1, 1), dtype=np.int64)
    # Counts from the cache are read-only; for arrays of both kinds numba would compile the loop twice.
    none.flags.writeable = False
    turn, river = none, none
    stays = np.ones(len(CLASSES), dtype=np.bool_)
    if strategy == "exact":
        main = main_game(game, progress)
        stays = np.array([main.stays(each) for each in range(len(CLASSES))], dtype=np.bool_)
        later = later_bets(game, bets, progress)
        turn, river = later["turn"], later["river"]
    unsuited, suited = _jackpot(game, tables)
    return kernel.HoldemTables(
        cards=card_numbers(),
        board_row=number_of.astype(np.int16),
        levels=levels,
        flushes=showdowns.best_flushes(tables.suited),
        category=tables.category.astype(np.int8),
        hole_class=_hole_classes(),
        stays=stays,
        strategy=_STRATEGIES[strategy],
        adds=np.array([[comb(card, at) for card in range(CARDS)] for at in (2, 3, 4)], dtype=np.int32),
        flop_place=_places(3),
        turn_place=_places(4),
        turn=turn,
        river=river,
        side_line=_side_lines(game, side),
        side_lines=len(game.pays[side].hole_lines) + 1 if side else 1,
        jackpot_unsuited=unsuited,
        jackpot_suited=suited,
        forfeited=len(game.jackpot_pays) + 1,
        fold_loses_jackpot=bool(game.sheet.jackpot) and payoffs.lost_by_a_fold(game, "jackpot"),
    )


def _places(cards: int) -> NDArray[np.int32]:
    sets = comb(CARDS, cards)
    return kernel.places(cards, canonical.numbers_of(canonical.boards(cards), sets), sets)


def _hole_classes() -> NDArray[np.int16]:
    """The class of two hole cards, by both; the same card twice has none."""
    found = np.zeros((CARDS, CARDS), dtype=np.int16)
    for a in range(CARDS):
        for b in range(CARDS):
            if a != b:
                found[a, b] = NUMBER[hole_class((NAMES[a], NAMES[b]))]
    return found.reshape(-1)


def _side_lines(game: Game, side: str | None) -> NDArray[np.int8]:
    """The line of a bet on hole cards, by the classes of the own and the Dealer's; the last is no line."""
    lines = game.pays[side].hole_lines if side else ()
    found = np.full((len(CLASSES), len(CLASSES)), len(lines), dtype=np.int8)
    for own, kind in enumerate(CLASSES):
        for place, line in reversed(list(enumerate(lines))):
            if kind.name in line.cards:
                if line.dealer is None:
                    found[own] = place
                else:
                    found[own, NUMBER[line.dealer]] = place
    return found


def _jackpot(game: Game, tables: LevelTables) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """The jackpot lines of five cards of several suits and of one."""
    if not game.sheet.jackpot:
        return np.zeros_like(tables.unsuited, dtype=np.int8), np.zeros((4, 1 << 13), dtype=np.int8)
    levels = hand_levels(game.jackpot_ranking.size, game.jackpot_ranking.order)
    lines = lines_of_levels(game, levels)
    return lines[len(SUITS)][levels.unsuited], lines[: len(SUITS)][:, levels.suited]
