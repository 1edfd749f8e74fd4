"""The map of stud: which hands bet against which face-up card of the Dealer, counted exactly.

Rows are kinds of hands, the highest first. A kind that bets against some face-up cards only is split by its
ranks, the deciding one first, until each part bets or folds against every rank, or until its ranks are all
named; what differs then differs by suits. Neighbours that always bet, or never, share a row.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Ints
from pitboss.analysis.levels import hand_levels
from pitboss.analysis.model import CountProgress
from pitboss.analysis.payoffs import decision_bet
from pitboss.analysis.sets.policy import unpacked
from pitboss.analysis.sets.stud import best_choices
from pitboss.cards import RANKS, SUITS
from pitboss.hands import Rank
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.sheets.game import Game

MOST_ROWS: Final = 600
"""Rows beyond which a map is not split any further."""


class FaceUpRow(Struct, frozen=True, kw_only=True):
    """Hands of one kind, with how many deals there are and how many bet, by the face-up card's rank."""

    first: str
    """The category of its highest hands."""
    last: str
    """The category of its lowest hands."""
    high: str
    """The deciding ranks of its highest hands, such as ``AKQ``; empty for whole categories."""
    low: str
    """The deciding ranks of its lowest hands."""
    deals: tuple[int, ...]
    """By the rank of the face-up card, the highest first."""
    bets: tuple[int, ...]
    parts: tuple["FaceUpRow", ...] = ()
    """The same hands by one rank more."""


class FaceUpMap(Struct, frozen=True, kw_only=True):
    """Best play of the main game against every face-up card."""

    bet: str
    """The bet that is placed, or the hand folds."""
    deals: int
    bets: int
    rows: tuple[FaceUpRow, ...]


def face_up_map(game: Game, progress: CountProgress) -> FaceUpMap:
    """Count the map of a sheet, the Ante alone on the box."""
    counted = _counted(game, progress)
    ranks = hand_levels(5, game.ranking.order).ranks
    whole = [
        _Part((), np.flatnonzero([rank.category == name for rank in ranks])) for name in FIVE_CARD_CATEGORIES
    ]
    present = sorted((part for part in whole if len(part.levels)), key=lambda part: -int(part.levels[0]))
    deals, bets = (int(counted[:, :, place].sum()) for place in (0, 1))
    rows = _Split(ranks, counted).rows(present)
    return FaceUpMap(bet=decision_bet(game), deals=deals, bets=bets, rows=rows)


def _counted(game: Game, progress: CountProgress) -> Ints:
    """By level and rank of the face-up card: deals, and those that bet."""
    found, levels = best_choices(game, progress), hand_levels(5, game.ranking.order)
    hands, size = unpacked(found["hands"], game.sheet.hands.box), found["sizes"][:, None]
    held = (hands[:, :, None] >> 2 == np.arange(len(RANKS))).sum(axis=1)
    by_card = found["masks"][0][:, None] >> np.arange(len(RANKS) * len(SUITS)) & 1
    bets = by_card.reshape(len(hands), len(RANKS), len(SUITS)).sum(axis=2)
    counted = np.zeros((len(levels.ranks), len(RANKS), 2), dtype=np.int64)
    np.add.at(counted, levels.of_cards(hands), np.stack([size * (len(SUITS) - held), size * bets], axis=2))
    return counted


class _Part(Struct, frozen=True, eq=False):
    """Levels that share their category and their first ranks."""

    ranks: tuple[int, ...]
    levels: Ints


class _Split:
    """Splits kinds of hands until their play is alike, within the bound on rows."""

    def __init__(self, ranks: Sequence[Rank], counted: Ints) -> None:
        self._ranks = ranks
        self._counted = counted
        self._left = MOST_ROWS

    def rows(self, parts: Sequence[_Part]) -> tuple[FaceUpRow, ...]:
        """The rows of kinds of hands, the highest first."""
        joined = list(self._joined(parts))
        self._left -= len(joined)
        return tuple(self._row(group) for group in joined)

    def _joined(self, parts: Sequence[_Part]) -> Iterator[list[_Part]]:
        """Neighbours that always bet, or never, together; every other one by itself."""
        group: list[_Part] = []
        for part in parts:
            play = self._play(part)
            if group and (play is None or play != self._play(group[0])):
                yield group
                group = []
            group.append(part)
        if group:
            yield group

    def _play(self, part: _Part) -> bool | None:
        """Whether all deals of a part bet, or none; None if some do."""
        deals, bets = self._counted[part.levels].sum(axis=(0, 1)).tolist()
        return bets == deals if bets in (0, deals) else None

    def _row(self, group: list[_Part]) -> FaceUpRow:
        levels = np.concatenate([part.levels for part in group])
        deals, bets = self._counted[levels].sum(axis=0)[::-1].T.tolist()
        high, low = group[0], group[-1]
        return FaceUpRow(
            first=self._ranks[int(high.levels[0])].category,
            last=self._ranks[int(low.levels[0])].category,
            high="".join(RANKS[rank] for rank in high.ranks),
            low="".join(RANKS[rank] for rank in low.ranks),
            deals=tuple(deals),
            bets=tuple(bets),
            parts=self._parts(group[0]) if len(group) == 1 else (),
        )

    def _parts(self, part: _Part) -> tuple[FaceUpRow, ...]:
        """The rows of a kind by one rank more; none if it bets or folds against each rank of face-up card."""
        deals, bets = self._counted[part.levels].sum(axis=0).T
        depth = len(part.ranks)
        known = depth == len(self._ranks[int(part.levels[0])].tie_break)
        if known or bool(((bets == 0) | (bets == deals)).all()):
            return ()
        ranks = np.array([self._ranks[level].tie_break[depth] for level in part.levels.tolist()])
        found = [
            _Part((*part.ranks, rank), part.levels[ranks == rank])
            for rank in sorted(set(ranks.tolist()), reverse=True)
        ]
        return self.rows(found) if len(found) <= self._left else ()
