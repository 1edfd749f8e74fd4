"""The rows of a box: all hands by classes, or hands that hold no card known to be elsewhere.

Only what the bets depend on is counted: a box without a jackpot bet needs no jackpot hands.
"""

from math import comb

import numpy as np
from msgspec import Struct, structs

from pitboss.analysis import payoffs
from pitboss.analysis.three_card.box import Hands
from pitboss.analysis.three_card.counts import Counts
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    CARDS,
    DEALER_HANDS,
    Ints,
    alike,
    classes,
    qualifying,
    ranks,
    strengths,
    triples,
)
from pitboss.analysis.three_card.envy import Envied, totals
from pitboss.analysis.three_card.jackpot_hands import columns_of, line_matrix
from pitboss.analysis.three_card.meetings import count_meetings
from pitboss.sheets.game import Game


class Needs(Struct, frozen=True):
    """What the bets of a box depend on beside the main game."""

    jackpot: bool
    envy: bool


def all_hands(counts: Counts, needs: Needs) -> Hands:
    """All hands by classes that the sheet does not tell apart."""
    own, wider = classes(alike(counts.game)), classes(ALL_SUITS_ALIKE)
    belongs = wider.of_hand[own.first]
    lines, sets = _no_lines(counts.game, len(own.first))
    if needs.jackpot:
        lines, sets = counts.jackpot.lines.sum(axis=1), counts.jackpot.sets
    envy, deals = _envy(counts.envied, own.first) if needs.envy else _no_envy(len(own.first))
    return Hands(
        hands=own.first,
        size=own.size,
        play=counts.main.play_totals[belongs],
        fold=counts.main.fold_totals[belongs],
        dealers=DEALER_HANDS,
        sides=_sides(counts.game, belongs),
        lines=lines,
        sets=sets,
        envy=envy,
        envy_deals=deals,
    )


def one_hand(counts: Counts, needs: Needs, hand: int) -> Hands:
    """One hand, no other card known."""
    every, row = all_hands(counts, needs), classes(alike(counts.game)).of_hand[[hand]]
    return structs.replace(
        every,
        hands=every.hands[row],
        size=np.ones(1, dtype=np.int64),
        play=every.play[row],
        fold=every.fold[row],
        sides={bet: gains[row] for bet, gains in every.sides.items()},
        lines=every.lines[row],
        envy=every.envy[row],
    )


def hands_without(counts: Counts, needs: Needs, dead: tuple[int, ...], hand: int | None) -> Hands:
    """One hand, or all that may be dealt, when some cards are known to be elsewhere."""
    game, left = counts.game, CARDS - len(dead)
    alive = (~np.isin(triples(), dead)).all(axis=1)
    hands = np.flatnonzero(alive) if hand is None else np.array([hand])
    belongs = classes(ALL_SUITS_ALIKE).of_hand[hands]
    met = count_meetings(strengths(game.ranking.order), qualifying(game), np.asarray(alive), hands)
    lines, sets = _no_lines(game, len(hands))
    if needs.jackpot:
        lines, sets = _lines_without(counts, hands, dead)
    envy, deals = _no_envy(len(hands))
    if needs.envy:
        others = counts.envied
        kept = (~np.isin(others.cards, dead)).all(axis=1)
        deals = comb(left - 3, 3) * (comb(left - 6, 3) if others.cards.shape[1] > 3 else 1)
        envy = totals(Envied(others.cards[kept], others.cents[kept], deals), hands)
    dealers = comb(left - 3, 3)
    return Hands(
        hands=hands,
        size=np.ones(len(hands), dtype=np.int64),
        play=(met * counts.main.gains[belongs]).sum(axis=1),
        fold=counts.main.folded[belongs] * dealers,
        dealers=dealers,
        sides=_sides(game, belongs),
        lines=lines,
        sets=sets,
        envy=envy,
        envy_deals=deals,
    )


def _lines_without(counts: Counts, hands: Ints, dead: tuple[int, ...]) -> tuple[Ints, int]:
    if counts.game.sheet.jackpot.hand == "own":
        return counts.jackpot.lines[counts.jackpot.classes.of_hand[hands], 0], 1
    columns = columns_of(counts.game, hands, dead, counts.progress).sum(axis=1)
    return columns @ line_matrix(counts.game, ALL_SUITS_ALIKE[0]), int(columns[0].sum())


def _sides(game: Game, belongs: Ints) -> dict[str, Ints]:
    held = ranks(game.ranking.order)
    gains = {
        bet: np.array([payoffs.by_hand(game, bet, rank) for rank in held], dtype=np.int64)
        for bet in payoffs.side_bets(game)
    }
    return {bet: of_class[belongs] for bet, of_class in gains.items()}


def _envy(others: Envied, hands: Ints) -> tuple[Ints, int]:
    return totals(others, hands), others.deals


def _no_envy(number: int) -> tuple[Ints, int]:
    return np.zeros(number, dtype=np.int64), 1


def _no_lines(game: Game, number: int) -> tuple[Ints, int]:
    return np.zeros((number, len(game.jackpot_pays)), dtype=np.int64), 1
