"""Rounds of hold'em: look-up tables, and the kernels that play by them.

The ranks of the board are one row of a table that has the level of every pair of hole ranks, so that all
hands of a round are looked up in the same place; flushes are looked up apart where the board has three cards
of a suit. Turn and River are bet by the bit of the hole cards in the row of the canonical board.
"""

from fractions import Fraction
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import payoffs
from pitboss.analysis.arrays import Ints
from pitboss.analysis.boards import canonical, showdowns
from pitboss.analysis.boards.canonical import STARTS, UNPAIRED, Numbers, in_order, masks_of, place_of
from pitboss.analysis.boards.classes import CLASSES, NUMBER
from pitboss.analysis.boards.course import OUTCOMES, Course, holdem_course
from pitboss.analysis.boards.hole_cards import gain_of
from pitboss.analysis.boards.main_game import hands_of_lines, later_bets, main_game, row_name
from pitboss.analysis.boards.showdowns import rank_pair
from pitboss.analysis.compiled import compiled, inlined, next_set
from pitboss.analysis.decisions import Chooser, InformationSet, StrategyName, least_bet
from pitboss.analysis.hand_kinds import CARDS as NAMES
from pitboss.analysis.hand_kinds import card_number
from pitboss.analysis.levels import CATEGORIES, LevelTables, five_cards, hand_levels
from pitboss.analysis.model import CountProgress
from pitboss.cards import SUITS
from pitboss.reason import at, because
from pitboss.settlement.side_bets import hole_class
from pitboss.sheets.game import Game
from pitboss.simulation.dealing import (
    CARDS,
    GROUP,
    KEY,
    SUITS_START,
    Cuts,
    card_numbers,
    deal_group,
    new_rows,
)
from pitboss.simulation.model import FOLDED, Cell, NoLoop, Plan
from pitboss.simulation.sets import lines_of_levels
from pitboss.simulation.tally import Counts, Totals, note_house

RESULTS: Final = CATEGORIES + 2
TIE, LOSS = CATEGORIES, CATEGORIES + 1
"""The results of a box that stays: a win by each category, a tie, a loss."""
PLAYS: Final = 1 + 4 * RESULTS
"""The ways of the main game: a fold, then by Turn and River bet or not, the results."""
EXACT, SIMPLE, BLIND = range(3)
NO_SUIT: Final = 4
THREE, BOARD, ROW, FLOP, TURN = range(5)
"""What is looked up of a board beforehand: the sums of flop and board, its row, and its canonical places."""
_STRATEGIES: Final = {"exact": EXACT, "simple": SIMPLE, "blind": BLIND}
_NO_HOLE_LINE: Final = "no line"


class HoldemTables(NamedTuple):
    """The look-up tables of a hold'em sheet and a strategy."""

    cards: Ints
    """The number of each card that sums of cards are made of: key of the rank, count of the suit."""
    board_row: NDArray[np.int16]
    """The row of a board in ``levels``, by the sum of its keys."""
    levels: NDArray[np.int16]
    """The level of each board with each pair of hole ranks, suits ignored."""
    flushes: NDArray[np.int16]
    """The level of the best flush, by the mask of its ranks; -1 for fewer than five."""
    category: NDArray[np.int8]
    hole_class: NDArray[np.int16]
    """The class of two hole cards."""
    stays: NDArray[np.bool_]
    """Whether a class stays."""
    strategy: int
    adds: NDArray[np.int32]
    """What a card adds to the index of a set as its second, third or fourth."""
    flop_place: NDArray[np.int32]
    """For a flop by its index: the number of its canonical flop, and above 16 bits where each suit goes."""
    turn_place: NDArray[np.int32]
    """The same of a board of four."""
    turn: Ints
    river: Ints
    """For a canonical board, whether the bet is placed, as bits over the hole pairs of a row."""
    side_line: NDArray[np.int8]
    """The line of the bet on hole cards, by the classes of the own and the Dealer's; the last is no line."""
    side_lines: int
    jackpot_unsuited: NDArray[np.int8]
    """The jackpot line of five cards of several suits, by the sum of their keys."""
    jackpot_suited: NDArray[np.int8]
    """The jackpot line of five cards of one suit, by the suit and the mask of the ranks."""
    forfeited: int
    fold_loses_jackpot: bool


def plan(game: Game, boxes: int, strategy: StrategyName, progress: CountProgress) -> Plan:
    """The plan of a hold'em sheet."""
    course, side = holdem_course(game), _side_bet(game)
    tables = _tables(game, course, side, strategy, progress)
    cards = 2 * boxes + 7
    return Plan(
        game=game,
        boxes=boxes,
        strategy=strategy,
        cells=_cells(game, course, side),
        cards=cards,
        loop=play_rounds,
        tables=tables,
    )


def exact_play(game: Game, progress: CountProgress) -> Chooser:
    """Exact play, decision by decision."""
    course = holdem_course(game)
    main, later = main_game(course, progress), later_bets(course, progress)
    places, rows = {3: _places(3), 4: _places(4)}, {3: later["turn"], 4: later["river"]}

    def bets(spot: InformationSet) -> bool:
        if not spot.board:
            return main.stays(NUMBER[hole_class(spot.own)])
        board = sorted(card_number(card) for card in spot.board)
        index = sum(comb(card, place + 1) for place, card in enumerate(board))
        a, b = (np.int64(card_number(card)) for card in spot.own)
        return bet_at(np.int64(places[len(board)][index]), a, b, rows[len(board)])

    return lambda spot: least_bet(spot.decision, bets=bets(spot))


def _side_bet(game: Game) -> str | None:
    """The one side bet that the loop knows: a bet on hole cards."""
    sides = payoffs.side_bets(game)
    if not sides:
        return None
    if len(sides) > 1 or not game.pays[sides[0]].hole_lines:
        raise NoLoop(at(f"bets.{sides[-1]}", because("simulation.one_side_bet")))
    return sides[0]


def _cells(game: Game, course: Course, side: str | None) -> list[Cell]:
    """All ways for a box to end: those of the main game, each with every line of the side bet."""
    plays = [(FOLDED, -1)]
    won, same, lower = OUTCOMES // 2, OUTCOMES // 2 + 1, OUTCOMES // 2 + 2
    for ending in course.endings:
        gains = course.gains(ending)
        for place, (hand,) in enumerate(hands_of_lines(game, course)):
            plays.append((row_name(course, ending, won, hand), gains[place * OUTCOMES + won]))
        plays += [(row_name(course, ending, outcome, ""), gains[outcome]) for outcome in (same, lower)]
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
    game: Game, course: Course, side: str | None, strategy: StrategyName, progress: CountProgress
) -> HoldemTables:
    tables = five_cards(game.ranking.order).tables
    room = showdowns.row_room(game.ranking.order)
    none = np.zeros((1, 1), dtype=np.int64)
    # Counts from the cache are read-only; for arrays of both kinds numba would compile the loop twice.
    none.flags.writeable = False
    turn, river = none, none
    stays = np.ones(len(CLASSES), dtype=np.bool_)
    if strategy == "exact":
        main = main_game(course, progress)
        stays = np.array([main.stays(each) for each in range(len(CLASSES))], dtype=np.bool_)
        later = later_bets(course, progress)
        turn, river = later["turn"], later["river"]
    unsuited, suited = _jackpot(game, tables)
    return HoldemTables(
        cards=card_numbers(),
        board_row=room.number_of.astype(np.int16),
        levels=room.level,
        flushes=room.flushes,
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
    return places(cards, canonical.numbers_of(canonical.boards_by_place(cards), cards), comb(CARDS, cards))


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


@compiled
def places(cards: int, numbers: Numbers, number_of_sets: int) -> NDArray[np.int32]:
    """For every set of three or four cards by its index: its canonical board and where each suit goes."""
    found = np.zeros(number_of_sets, np.int32)
    chosen = np.arange(cards)
    masks, ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(4, np.int64)
    for place in range(number_of_sets):
        masks_of(chosen, masks)
        in_order(masks, goes, ordered)
        suits = goes[0] | goes[1] << 2 | goes[2] << 4 | goes[3] << 6
        found[place] = numbers[place_of(ordered)] | suits << 16
        next_set(chosen, CARDS)
    return found


@compiled
def places_of(deck: Any, flop: int, adds: Any, flop_place: Any, turn_place: Any) -> tuple[Any, Any]:
    """Where the flop and the board of four stand among the canonical ones.

    The cards are sorted without branches, which the processor could not foresee.
    """
    a, b, c = np.int64(deck[flop]), np.int64(deck[flop + 1]), np.int64(deck[flop + 2])
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    flop_at = flop_place[a + adds[0, b] + adds[1, c]]
    d = np.int64(deck[flop + 3])
    c, d = min(c, d), max(c, d)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return flop_at, turn_place[a + adds[0, b] + adds[1, c] + adds[2, d]]


@compiled
def bet_at(place: Any, a: Any, b: Any, bits: Ints) -> bool:
    """Whether hole cards bet on a board that stands at a place of its canonical ones."""
    suits = place >> 16
    high, low = (a, b) if a >= b else (b, a)
    first, second = suits >> 2 * (high & 3) & 3, suits >> 2 * (low & 3) & 3
    top, bottom = high >> 2, low >> 2
    if top == bottom:
        hole = STARTS[1, first, second] + top
    else:
        hole = (first * 4 + second) * UNPAIRED + top * (top - 1) // 2 + bottom
    return bool(bits[place & 0xFFFF, hole >> 6] >> (hole & 63) & 1)


@compiled
def pairs_own(a: Any, b: Any, deck: Any, flop: int, open_cards: int) -> bool:
    """Whether hole cards are a pair, or one of them pairs an open card of the board."""
    found = a >> 2 == b >> 2
    for place in range(flop, flop + open_cards):
        rank = deck[place] >> 2
        found = found or rank == a >> 2 or rank == b >> 2
    return bool(found)


@compiled
def best_level(a: Any, b: Any, levels: Any, suit: int, suited: int, flushes: NDArray[np.int16]) -> Any:
    """The level of the best hand of two hole cards and the board.

    ``levels`` has those of all hole ranks; ``suited`` are the ranks of the board in ``suit``.
    """
    ra, rb = a >> 2, b >> 2
    level = np.int64(levels[rank_pair(max(ra, rb), min(ra, rb))])
    if suit != NO_SUIT:
        mask = suited
        if a & 3 == suit:
            mask |= 1 << ra
        if b & 3 == suit:
            mask |= 1 << rb
        level = max(level, np.int64(flushes[mask]))
    return level


@compiled
def flop_mask(deck: Any, flop: int, a: Any, b: Any) -> Any:
    """The ranks of two hole cards and the flop."""
    mask = 1 << (a >> 2) | 1 << (b >> 2)
    for place in range(flop, flop + 3):
        mask |= 1 << (deck[place] >> 2)
    return mask


@inlined
def look_up_boards(dealt: Any, number: int, flop: int, tables: HoldemTables, rows: Ints) -> None:
    """Write to ``rows`` what is looked up of the boards of a group of rounds.

    These loads miss the processor's cache; in a short loop of their own they wait together.
    """
    values = tables.cards
    for place in range(number):
        deck = dealt[place]
        three = values[deck[flop]] + values[deck[flop + 1]] + values[deck[flop + 2]]
        board = three + values[deck[flop + 3]] + values[deck[flop + 4]]
        rows[place, THREE], rows[place, BOARD] = three, board
        rows[place, ROW] = tables.board_row[board & KEY]
        found = places_of(deck, flop, tables.adds, tables.flop_place, tables.turn_place)
        rows[place, FLOP], rows[place, TURN] = found


@inlined
def suit_of_board(deck: Any, flop: int, board: Any) -> tuple[int, int]:
    """The suit of which a board holds three or more cards, if any, and its ranks in it."""
    suit, suited = NO_SUIT, 0
    # A field of four bits with three cards of a suit or more has its highest bit set by five more.
    if (board >> SUITS_START) + 0x5555 & 0x8888:
        for each in range(4):
            if (board >> SUITS_START + 4 * each & 15) >= 3:
                suit = each
        for at in range(flop, flop + 5):
            if deck[at] & 3 == suit:
                suited |= 1 << (deck[at] >> 2)
    return suit, suited


@inlined
def result_of(own: Any, dealer: Any, category: NDArray[np.int8]) -> int:
    """The result of a box that stays, from its level and the Dealer's."""
    result = TIE if own == dealer else LOSS
    if own > dealer:
        result = int(category[own])
    return result


@compiled
def play_rounds(
    seed: Any,
    first: Any,
    rounds: int,
    boxes: int,
    cards: int,
    cuts: Cuts,
    tables: HoldemTables,
    counts: Counts,
    totals: Totals,
) -> None:
    """Play rounds from number ``first`` on, a multiple of 256, and add what they bring to the tally."""
    words, dealt = np.empty(GROUP * len(cuts.ends), np.uint64), new_rows(cards)
    cells, lines = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    rows = np.empty((GROUP, 5), np.int64)
    width = tables.forfeited + 1
    flat = counts.cells.reshape(-1)
    size = flat.size // boxes
    dealers, flop = 2 * boxes, 2 * boxes + 2
    # Functions that take all tables copy their descriptions; what every round needs is at hand.
    values, levels, flushes, hole_class = tables.cards, tables.levels, tables.flushes, tables.hole_class
    for start in range(0, rounds, GROUP):
        number = min(GROUP, rounds - start)
        deal_group(seed, first + np.uint64(start), number, cuts, words, dealt)
        look_up_boards(dealt, number, flop, tables, rows)
        for place in range(number):
            deck, row = dealt[place], rows[place]
            of_board = levels[row[ROW]]
            suit, suited = suit_of_board(deck, flop, row[BOARD])
            a, b = np.int64(deck[dealers]), np.int64(deck[dealers + 1])
            dealer = best_level(a, b, of_board, suit, suited, flushes)
            dealers_class = hole_class[a * CARDS + b]
            for box in range(boxes):
                a, b = np.int64(deck[2 * box]), np.int64(deck[2 * box + 1])
                own_class = hole_class[a * CARDS + b]
                total = row[THREE] + values[a] + values[b]
                if (total >> SUITS_START) + 0x3333 & 0x8888:
                    line = np.int64(tables.jackpot_suited[a & 3, flop_mask(deck, flop, a, b)])
                else:
                    line = np.int64(tables.jackpot_unsuited[total & KEY])
                if not tables.stays[own_class]:
                    play = 0
                    if tables.fold_loses_jackpot:
                        line = np.int64(tables.forfeited)
                else:
                    if tables.strategy == EXACT:
                        turn = bet_at(row[FLOP], a, b, tables.turn)
                        river = bet_at(row[TURN], a, b, tables.river)
                    elif tables.strategy == SIMPLE:
                        turn = pairs_own(a, b, deck, flop, 3)
                        river = pairs_own(a, b, deck, flop, 4)
                    else:
                        turn = river = True
                    own = best_level(a, b, of_board, suit, suited, flushes)
                    play = 1 + (2 * turn + river) * RESULTS + result_of(own, dealer, tables.category)
                side = np.int64(tables.side_line[own_class, dealers_class])
                cells[box], lines[box] = play * tables.side_lines + side, line
                flat[box * size + cells[box] * width + line] += 1
            if boxes > 1:
                note_house(cells, lines, counts, totals)
