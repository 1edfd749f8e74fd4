"""Kernels: every hand of the player's, with every face-up card, against all hands of the Dealer's.

The Dealer's hands are added, lowest level first, to counters: for a set of cards and a face-up card, how many
of the hands so far hold them. A hand of the player's asks before and after the hands of its own level are
added: how many hold the face-up card and none of the player's cards follows by inclusion and exclusion over
the sets of those cards. A set that leaves no card open is one hand, which is ranked directly.

Renaming suits changes no count, so one hand stands for its class on both sides, and the counters of a set are
those of the first set of its class, with the suits of the face-up card renamed. A row of counters has a
block of 16 for each suit, so that renaming moves whole blocks. Cards are four times the rank plus the suit.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Bools, Ints, SetMasks
from pitboss.analysis.boards.canonical import CARDS_IN, boards, boards_alike, in_order, masks_of
from pitboss.analysis.compiled import compiled, next_set, overwrite
from pitboss.analysis.outcome_kernel import OUTCOMES, by_outcome, gained

Counters = NDArray[np.int32]

DECK: Final = 52
RENAMINGS: Final = 24
"""Permutations of suits. Counters are in such parts of a hand."""
BLOCK: Final = 16
WIDTH: Final = 4 * BLOCK
"""The columns of a row of counters by the face-up card; without one there is a single column."""
RANKS: Final = 0x1FFF
"""The mask of all ranks of a suit."""
LOW, BELOW, SAME = range(3)
"""What is counted: the Dealer's hands that do not qualify, that are lower, and that are the same."""
_MOST_CARDS: Final = 6


class HandTable(NamedTuple):
    """The levels of all hands of some number of cards."""

    size: int
    """How many cards the ranking list ranks."""
    binomial: Ints
    """Binomial coefficients."""
    unsuited: Ints
    """Levels with the suits ignored, by the place of the ranks among all that may repeat."""
    suited: Ints
    """Levels of the best hand of one suit, by the mask of its ranks; -1 for too few."""


class SetTables(NamedTuple):
    """What sets of cards are looked up by; a mask is a set of places in a hand of up to six cards."""

    most: int
    """The size of the largest sets that have counters."""
    number: Ints
    """How many places a mask has."""
    highest: Ints
    """The highest place of a mask."""
    starts: Ints
    """Where the places of the sets of each size start."""
    row: NDArray[np.int32]
    """The row of counters of a set, by its place."""
    renamed: NDArray[np.uint8]
    """A renaming that takes a set to the first of its class."""
    alike: NDArray[np.uint8]
    """By row: which suits of the set hold the same ranks, as bits."""
    renamings: Ints
    """By renaming: the new suit of each suit."""
    blocks: NDArray[np.uint64]
    """By renaming: where the block of each suit's new suit starts."""
    runs: Ints
    """By suits alike and suit: its run, and the renamings for each suit of it (:func:`all_runs`)."""


class Hands(NamedTuple):
    """Hands by level, lowest first."""

    cards: SetMasks
    size: Ints
    """How many hands each stands for."""
    start: Ints
    """Where each level starts."""


class Deals(NamedTuple):
    """All that a count goes by."""

    own: Hands
    dealers: Hands
    """With the face-up card, where it may be any; without it where it is known."""
    qualifies: Bools
    """By level: whether the Dealer qualifies."""
    sets: SetTables
    whole: HandTable
    """The levels of the Dealer's hands."""
    hidden: int
    """The number of the Dealer's cards beside a face-up card."""
    shown: SetMasks
    """The Dealer's face-up card, if it is known."""
    width: int
    """Columns of the counters: :data:`WIDTH` by the face-up card, or 1."""
    compares_low: bool
    """Whether hands are compared with the Dealer's that do not qualify. If not, no such hand is lower or the
    same.
    """


class Room(NamedTuple):
    """The counters of a count under way, and room for the answers of one level."""

    low: Counters
    counters: Counters
    found: Counters
    """By hand, by what is counted and by column."""
    place: Ints
    """The place of each set of cards of a hand."""
    renamed: Counters
    """Sums by renaming and column, whose suits are still renamed."""
    by_rank: Counters
    """By what is counted and rank of the face-up card, for all suits alike."""
    cards: SetMasks
    """A hand of the Dealer's."""


@compiled
def level_of(hand: SetMasks, table: HandTable) -> int:
    """The level of the best hand of some cards, which rise."""
    place, masks = 0, 0
    for at in range(len(hand)):
        rank = np.int64(hand[at]) >> 2
        place += table.binomial[rank + at, at + 1]
        masks |= 1 << ((hand[at] & 3) * BLOCK + rank)
    return int(max(table.unsuited[place], best_flush(masks, table)))


@compiled
def best_flush(masks: int, table: HandTable) -> int:
    """The level of the best hand of one suit among cards, given as a mask of ranks for each suit; or -1."""
    found = table.suited[masks & RANKS]
    for suit in range(1, 4):
        found = max(found, table.suited[masks >> BLOCK * suit & RANKS])
    return int(found)


@compiled
def levels_of(hands: SetMasks, table: HandTable) -> NDArray[np.int16]:
    """The level of each hand."""
    found = np.empty(len(hands), np.int16)
    for hand in range(len(hands)):
        found[hand] = level_of(hands[hand], table)
    return found


def every_class(cards: int) -> tuple[SetMasks, Ints]:
    """A hand of so many cards for each class under renamings of suits, and how many it stands for."""
    masks = boards(cards)
    found, size = np.empty((len(masks), cards), np.uint8), boards_alike(masks)
    every = np.arange(1 << 13)
    # Of no card, one above all others.
    lowest = np.where(every, CARDS_IN[(every & -every) - 1], 13)
    for place in range(cards):
        found[:, place] = (lowest[masks] << 2 | np.arange(4)).min(axis=1)
        # Each card takes the lowest rank out of its suit.
        suit = found[:, place] & 3
        there = np.arange(len(masks)), suit
        masks[there] &= masks[there] - 1
    return found, size


@compiled
def every_hand(deck: SetMasks, cards: int, number: int) -> SetMasks:
    """All hands of so many cards of a deck, whose cards rise; ``number`` is how many there are."""
    found = np.empty((number, cards), np.uint8)
    chosen = np.arange(cards)
    for hand in range(number):
        for place in range(cards):
            found[hand, place] = deck[chosen[place]]
        next_set(chosen, len(deck))
    return found


@compiled
def write(masks: Ints, hand: SetMasks) -> None:
    """Write the cards of four masks of ranks, rising."""
    place = 0
    for rank in range(13):
        for suit in range(4):
            if masks[suit] >> rank & 1:
                hand[place] = rank << 2 | suit
                place += 1


@compiled
def all_renamings() -> Ints:
    """The permutations of suits, that which renames none first."""
    found, number = np.empty((RENAMINGS, 4), np.int64), 0
    for code in range(256):
        # The first suit in the highest bits puts the permutations in their order.
        suits = (code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3)
        if 1 << suits[0] | 1 << suits[1] | 1 << suits[2] | 1 << suits[3] == 15:
            for suit in range(4):
                found[number, suit] = suits[suit]
            number += 1
    return found


@compiled
def set_tables(most: int, binomial: Ints, by_class: bool) -> SetTables:
    """The tables for sets of up to ``most`` cards; by class, or with a row for each set."""
    number, highest = np.zeros(1 << _MOST_CARDS, np.int64), np.zeros(1 << _MOST_CARDS, np.int64)
    for mask in range(1, 1 << _MOST_CARDS):
        top = 0
        while mask >> (top + 1):
            top += 1
        highest[mask] = top
        number[mask] = number[mask ^ 1 << top] + 1
    starts = np.zeros(most + 2, np.int64)
    for size in range(most + 1):
        starts[size + 1] = starts[size] + binomial[DECK, size]
    renamings = all_renamings()
    row, renamed = np.full(starts[most + 1], -1, np.int32), np.zeros(starts[most + 1], np.uint8)
    alike = np.full(starts[most + 1], 255, np.uint8)
    if by_class:
        number_rows(most, binomial, starts, renamings, row, renamed, alike)
    else:
        row[:] = np.arange(len(row))
    blocks = (renamings * BLOCK).astype(np.uint64)
    return SetTables(most, number, highest, starts, row, renamed, alike, renamings, blocks, all_runs())


@compiled
def number_rows(
    most: int,
    binomial: Ints,
    starts: Ints,
    renamings: Ints,
    row: NDArray[np.int32],
    renamed: NDArray[np.uint8],
    alike: NDArray[np.uint8],
) -> None:
    """Number the classes of sets, and write how each set becomes the first of its class."""
    masks, ordered, goes = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    hand, rows = np.zeros(_MOST_CARDS, np.uint8), 0
    for size in range(most + 1):
        chosen = np.arange(size)
        for at in range(starts[size], starts[size + 1]):
            masks_of(chosen, masks)
            in_order(masks, goes, ordered)
            for each in range(RENAMINGS):
                there = renamings[each]
                if (
                    there[0] == goes[0]
                    and there[1] == goes[1]
                    and there[2] == goes[2]
                    and there[3] == goes[3]
                ):
                    renamed[at] = each
            write(ordered, hand)
            first = starts[size]
            for place in range(size):
                first += binomial[hand[place], place + 1]
            if row[first] < 0:
                row[first] = rows
                alike[rows] = (
                    int(ordered[0] == ordered[1])
                    | int(ordered[1] == ordered[2]) << 1
                    | int(ordered[2] == ordered[3]) << 2
                )
                rows += 1
            row[at] = row[first]
            next_set(chosen, DECK)


@compiled
def all_runs() -> Ints:
    """By suits alike and suit: the first and the end of its run, and the renamings for each suit of it.

    A renaming keeps a set as it is if it leaves every suit in its run.
    """
    found = np.empty((8, 4, 3), np.int64)
    for bits in range(8):
        renamings = 1
        for suit in range(4):
            first, end = suit, suit + 1
            while first > 0 and bits >> (first - 1) & 1:
                first -= 1
            while end < 4 and bits >> (end - 1) & 1:
                end += 1
            renamings *= suit - first + 1
            found[bits, suit, 0], found[bits, suit, 1] = first, end
        for suit in range(4):
            found[bits, suit, 2] = renamings // (found[bits, suit, 1] - found[bits, suit, 0])
    return found


@compiled
def add_hand(counters: Counters, hand: SetMasks, size: int, of: Deals, place: Ints) -> None:
    """Count a hand of the Dealer's and all that it stands for; ``place`` is room for a number by mask."""
    sets, binomial = of.sets, of.whole.binomial
    for mask in range(1 << len(hand)):
        cards = sets.number[mask]
        if mask:
            top = sets.highest[mask]
            place[mask] = place[mask ^ 1 << top] + binomial[hand[top], cards]
        if cards > sets.most:
            continue
        at = sets.starts[cards] + place[mask]
        row = sets.row[at]
        if sets.alike[row] == 255:
            counters[row, 0] += RENAMINGS * size
            continue
        runs = sets.runs[sets.alike[row]]
        if of.width == 1:
            counters[row, 0] += size * (runs[0, 1] - runs[0, 0]) * runs[0, 2]
            continue
        for card in range(len(hand)):
            if not mask >> card & 1:
                suit, rank = sets.renamings[sets.renamed[at], hand[card] & 3], hand[card] >> 2
                for each in range(runs[suit, 0], runs[suit, 1]):
                    counters[row, each * BLOCK + rank] += size * runs[suit, 2]


@compiled
def ask(counters: Counters, hand: SetMasks, of: Deals, room: Room, found: Counters) -> None:
    """For each column, the counted hands with none of a hand's cards, as far as sets have counters.

    Whole rows are added up for each renaming, by vector instructions, and only the sums are renamed.
    """
    sets, binomial, place, sums, begun = of.sets, of.whole.binomial, room.place, room.renamed, 0
    overwrite(found, counters[sets.row[0]])
    for mask in range(1, 1 << len(hand)):
        cards, top = sets.number[mask], sets.highest[mask]
        place[mask] = place[mask ^ 1 << top] + binomial[hand[top], cards]
        if cards > sets.most:
            continue
        at = sets.starts[cards] + place[mask]
        row, sign = sets.row[at], np.int32(-1 if cards & 1 else 1)
        if of.width == 1:
            found[0] += sign * counters[row, 0]
            continue
        renaming: Any = np.int64(sets.renamed[at])
        if not begun >> renaming & 1:
            begun |= 1 << renaming
            sums[renaming] = 0
        for column in range(WIDTH):
            sums[renaming, column] += sign * counters[row, column]
    for each in range(RENAMINGS):
        if begun >> each & 1:
            for suit in range(4):
                # Unsigned indices need no test for being negative, so these are vector instructions too.
                there, here = sets.blocks[each, suit], np.uint64(BLOCK * suit)
                for rank in range(np.uint64(BLOCK)):
                    found[here + rank] += sums[each, there + rank]
    for column in range(of.width):
        found[column] //= RENAMINGS


@compiled
def add_whole_hands(hand: SetMasks, level: int, of: Deals, room: Room, found: Counters) -> None:
    """The last term: sets that with the face-up card are the Dealer's whole hand, which is ranked.

    Hands of several suits are counted by the rank of the face-up card, and those of one suit by the card.
    """
    sets, table, by_rank = of.sets, of.whole, room.by_rank
    sign = -1 if of.hidden & 1 else 1
    by_rank[:] = 0
    for mask in range(1 << len(hand)):
        if sets.number[mask] != of.hidden:
            continue
        number = 0
        for place in range(len(hand)):
            if mask >> place & 1:
                room.cards[number] = hand[place]
                number += 1
        if of.width == 1:
            if len(of.shown):
                while number > 0 and room.cards[number - 1] > of.shown[0]:
                    room.cards[number] = room.cards[number - 1]
                    number -= 1
                room.cards[number] = of.shown[0]
            theirs = level_of(room.cards, table)
            note_level(theirs, level, of.qualifies[theirs], of.compares_low, found, 0, sign)
        else:
            cards = room.cards[: of.hidden]
            add_each_face_up(cards, level, table, of.qualifies, of.compares_low, by_rank, found)
    if of.width > 1:
        for suit in range(4):
            for what in range(3):
                for rank in range(np.uint64(BLOCK)):
                    found[what, np.uint64(BLOCK * suit) + rank] += by_rank[what, rank]


@compiled
def add_each_face_up(
    cards: SetMasks,
    level: int,
    table: HandTable,
    qualifies: Bools,
    compares_low: bool,
    by_rank: Counters,
    found: Counters,
) -> None:
    """Rank the hidden cards of a hand with every face-up card."""
    sign, masks, suits, high = -1 if len(cards) & 1 else 1, 0, 0, 0
    for place in range(len(cards)):
        theirs: Any = np.int64(cards[place]) >> 2
        theirs_suit: Any = np.int64(cards[place]) & 3
        masks |= 1 << (theirs_suit * BLOCK + theirs)
        suits += 1 << 4 * theirs_suit
        high += table.binomial[theirs + place + 1, place + 2]
    low, before, base = 0, 0, best_flush(masks, table)
    for rank in range(13):
        # The cards up to this rank keep their places; those above it move up by one.
        while before < len(cards) and np.int64(cards[before]) >> 2 <= rank:
            theirs = np.int64(cards[before]) >> 2
            low += table.binomial[theirs + before, before + 1]
            high -= table.binomial[theirs + before + 1, before + 2]
            before += 1
        plain = max(table.unsuited[low + table.binomial[rank + before, before + 1] + high], base)
        if plain < 0:
            continue
        note_level(plain, level, qualifies[plain], compares_low, by_rank, rank, sign)
        for suit in range(4):
            if (suits >> 4 * suit & 15) + 1 >= table.size:
                flush = table.suited[masks >> BLOCK * suit & RANKS | 1 << rank]
                if flush > plain:
                    column = suit * BLOCK + rank
                    note_level(plain, level, qualifies[plain], compares_low, found, column, -sign)
                    note_level(flush, level, qualifies[flush], compares_low, found, column, sign)


@compiled
def note_level(
    theirs: int, own: int, qualifies: bool, compares_low: bool, found: Counters, column: Any, sign: int
) -> None:
    """Count a hand of the Dealer's of a level in a column."""
    if not qualifies:
        found[LOW, column] += sign
        if not compares_low:
            return
    if theirs < own:
        found[BELOW, column] += sign
    elif theirs == own:
        found[SAME, column] += sign


@compiled
def add_level(counters: Counters, of: Deals, level: int, place: Ints) -> None:
    """Count all hands of a level as the Dealer's."""
    for hand in range(of.dealers.start[level], of.dealers.start[level + 1]):
        add_hand(counters, of.dealers.cards[hand], of.dealers.size[hand], of, place)


@compiled
def room_for(of: Deals) -> Room:
    """Counters of which the low ones are complete, and room for the hands of any level."""
    most, rows = 0, 0
    for level in range(len(of.qualifies)):
        most = max(most, of.own.start[level + 1] - of.own.start[level])
    for each in of.sets.row:
        rows = max(rows, each + 1)
    room = Room(
        np.zeros((rows, of.width), np.int32),
        np.zeros((rows, of.width), np.int32),
        np.zeros((most, 3, of.width), np.int32),
        np.zeros(1 << _MOST_CARDS, np.int64),
        np.zeros((RENAMINGS, WIDTH), np.int32),
        np.zeros((3, BLOCK), np.int32),
        np.zeros(of.dealers.cards.shape[1] + len(of.shown), np.uint8),
    )
    for level in range(len(of.qualifies)):
        if not of.qualifies[level]:
            add_level(room.low, of, level, room.place)
    return room


@compiled
def meet_level(of: Deals, level: int, room: Room) -> None:
    """Write what the hands of a level meet, and add the Dealer's, whose lower levels have been added."""
    first, end = of.own.start[level], of.own.start[level + 1]
    compares = of.qualifies[level] or of.compares_low
    for hand in range(first, end):
        found = room.found[hand - first]
        ask(room.low, of.own.cards[hand], of, room, found[LOW])
        if compares:
            ask(room.counters, of.own.cards[hand], of, room, found[BELOW])
    if compares:
        add_level(room.counters, of, level, room.place)
    for hand in range(first, end):
        found = room.found[hand - first]
        if compares:
            ask(room.counters, of.own.cards[hand], of, room, found[SAME])
            for column in range(of.width):
                found[SAME, column] -= found[BELOW, column]
        add_whole_hands(of.own.cards[hand], level, of, room, found)


class ChoiceCounts(NamedTuple):
    """What is counted of the choices; a choice of 0 is the fold."""

    gains: Ints
    """By level, choice and outcome: what a hand gains."""
    given: bool
    """Whether the choices are given; else the best are taken."""
    choices: SetMasks
    """The choice of each hand with each face-up card."""
    spots: Ints
    """By level and choice: hands with a face-up card."""
    met: Ints
    """By level, choice and outcome: deals."""


@compiled
def choose(counts: Ints, level: int, gains: Ints) -> int:
    """The best choice of a hand of a level; of equal ones, the first."""
    best, choice = gained(counts, gains, level, 0), 0
    for each in range(1, gains.shape[1]):
        worth = gained(counts, gains, level, each)
        if worth > best:
            best, choice = worth, each
    return choice


@compiled
def count_choices(of: Deals, first: int, end: int, room: Room, dealers: int, found: ChoiceCounts) -> None:
    """Count the hands of some levels by choice and outcome; all lower levels have been counted.

    ``dealers`` is the number of the Dealer's hands that may meet a hand.
    """
    counts = np.empty(OUTCOMES, np.int64)
    for level in range(first, end):
        meet_level(of, level, room)
        for hand in range(of.own.start[level], of.own.start[level + 1]):
            met, size = room.found[hand - of.own.start[level]], of.own.size[hand]
            for up in range(found.choices.shape[1]):
                if found.choices.shape[1] > 1 and holds(of.own.cards[hand], up):
                    continue
                column = (up & 3) * BLOCK + (up >> 2)
                low, below, same = met[LOW, column], met[BELOW, column], met[SAME, column]
                by_outcome(of.qualifies[level], low, below, same, dealers, counts)
                if not found.given:
                    found.choices[hand, up] = choose(counts, level, found.gains)
                choice = np.int64(found.choices[hand, up])
                found.spots[level, choice] += size
                for outcome in range(OUTCOMES):
                    found.met[level, choice, outcome] += size * counts[outcome]


@compiled
def holds(hand: SetMasks, card: int) -> bool:
    """Whether a hand holds a card."""
    found = False
    for each in hand:
        found = found or each == card
    return found
