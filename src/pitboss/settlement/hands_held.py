"""The hands of a round, ranked lazily.

A folded hand may stay unknown, so a card is required only where a bet depends on it.
"""

from typing import Literal

from msgspec import Struct

from pitboss.cards import UNKNOWN, Card
from pitboss.citation import Clause
from pitboss.hands import Rank
from pitboss.reason import Reason
from pitboss.settlement.facts import Box, Facts
from pitboss.sheets.game import Game
from pitboss.sheets.model import ShowdownOutcome

FLOP_CARDS = 3


class Showdown(Struct, frozen=True):
    """A hand against the Dealer's: the outcome, and why."""

    outcome: ShowdownOutcome
    reason: Reason
    clauses: tuple[Clause, ...] = ()
    """The clauses that decide whether the Dealer's hand qualifies, or which hand is higher."""

    def so(self, code: str, /, **params: str) -> Reason:
        """What follows for a bet, told with how the hands met."""
        return Reason(code, {"met": self.reason.code, **self.reason.params, **params})


def flop_left_out(game: Game, boxes: tuple[Box, ...]) -> bool:
    """Whether no flop is dealt, since every box has folded before it and the sheet is read so."""
    jackpot = game.sheet.jackpot
    if not jackpot or jackpot.hand != "own_and_flop" or game.readings.folded_jackpot == "decided_by_the_flop":
        return False
    hands = [box for box in boxes if box.in_play and box.takes_hand]
    return all(box.decided[:1] == ("fold",) for box in hands)


class CardsUnknown(Exception):
    """A bet depends on cards of this place that are not named."""

    def __init__(self, place: int | Literal["dealer", "community"]) -> None:
        super().__init__(place)
        self.place = place


class HandsHeld:
    """Ranks of the hands in a round, memoised."""

    def __init__(self, game: Game, facts: Facts) -> None:
        self._game = game
        self._facts = facts
        self._with_community = game.sheet.hands.shows_down == "own_and_community"
        self._dealer: Rank | None = None
        self._ranks: dict[int, Rank] = {}
        self._jackpot_ranks: dict[int, Rank] = {}
        self.met: dict[tuple[int, bool], Showdown] = {}
        """Results of boxes against the Dealer, memoised by box and whether the Dealer's must qualify."""

    def rank(self, box: Box) -> Rank:
        """The hand of a box that meets the Dealer's."""
        found = self._ranks.get(box.number)
        if found is None:
            found = self._game.ranking.rank(self._full(self.own(box)))
            self._ranks[box.number] = found
        return found

    def dealer_rank(self) -> Rank:
        """The Dealer's hand."""
        if self._dealer is None:
            self._dealer = self._game.ranking.rank(self._full(self.dealer()))
        return self._dealer

    def is_the_board(self, rank: Rank) -> bool:
        """Whether the community cards alone make a hand as high as this one."""
        board = self._full(())
        return len(board) >= self._game.ranking.size and (
            self._game.ranking.rank(board).strength == rank.strength
        )

    def jackpot_rank(self, box: Box) -> Rank:
        """The hand that the jackpot bet of a box is decided by."""
        found = self._jackpot_ranks.get(box.number)
        if found is None:
            found = self._game.jackpot_ranking.rank(self._jackpot_cards(box))
            self._jackpot_ranks[box.number] = found
        return found

    def _jackpot_cards(self, box: Box) -> tuple[Card, ...]:
        cards = self.own(box)
        match self._game.jackpot.hand:
            case "own_and_dealer":
                return cards + self.dealer()
            case "own_and_community":
                return cards + _known(self._facts.community)
            case "own_and_flop":
                return cards + _known(self._facts.community[:FLOP_CARDS])
            case "own":
                return cards

    def own(self, box: Box) -> tuple[Card, ...]:
        """The cards of a box, all named."""
        if UNKNOWN in box.cards:
            raise CardsUnknown(box.number)
        return box.cards

    def dealer_is_known(self) -> bool:
        """Whether the Dealer's full hand is on the table and named."""
        cards = self._facts.dealer
        return len(cards) == self._game.sheet.hands.dealer and UNKNOWN not in cards

    def dealer(self) -> tuple[Card, ...]:
        """The Dealer's cards, all named."""
        if UNKNOWN in self._facts.dealer:
            raise CardsUnknown("dealer")
        return self._facts.dealer

    def _full(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        if not self._with_community:
            return cards
        return cards + _known(self._facts.community)


def _known(community: tuple[Card, ...]) -> tuple[Card, ...]:
    if UNKNOWN in community:
        raise CardsUnknown("community")
    return community
