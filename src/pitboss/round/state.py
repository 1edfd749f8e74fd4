"""The state of one round: frozen, and the fold of its events."""

from fractions import Fraction

from msgspec import Struct, structs

from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.citation import Clause
from pitboss.round.commands import Hashes, Memory, Place
from pitboss.round.events import ExcessRejected, SettlementAdjusted
from pitboss.settlement import Box, Display, Linked, Settlement, Table


class Option(Struct, frozen=True, kw_only=True):
    """A choice that the player of a box still has to make."""

    box: int
    continue_clauses: tuple[Clause, ...]
    withdraw_clauses: tuple[Clause, ...]
    alike: bool
    player: str = ""
    """The player who is asked."""
    each: bool = False
    """Whether the other players of the box are asked as well, one after the other."""


class DealtCards(Struct, frozen=True, kw_only=True, tag=True):
    """Cards that reached a place, and how far the round had come."""

    to: Place
    held: int
    """How many cards lay there before."""
    burnt: int
    reveals: int
    waiting: bool
    """Whether a box had still to decide."""


class TurnedEarly(Struct, frozen=True, tag=True):
    """A hand turned over before the Dealer's."""

    box: int


class Reported(Struct, frozen=True, tag=True):
    """A report of an irregularity; the notes leave out what the report has put right."""

    clause: Clause
    reconstructed: bool


class Round(Struct, frozen=True, kw_only=True):
    """One round at one table."""

    table: Table
    display: Display | None
    """The jackpot when betting opened."""
    hashes: Hashes
    memory: Memory
    """The table's memory when betting opened; bars and restrictions apply at once."""
    later: Memory
    """The table's memory when the next round opens."""
    boxes: tuple[Box, ...]
    closed: bool = False
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    burnt: tuple[Card, ...] = ()
    discarded: tuple[Card, ...] = ()
    reveals: int = 0
    """How many of the dealing procedure's reveals are done."""
    community_up: int = 0
    dealer_up: bool = False
    """The Dealer's hand is turned over; in a game without one, all that the Dealer turns over is."""
    no_hand: bool = False
    """The Dealer has announced that their hand does not qualify."""
    dealt_boxes: int = 0
    examined_hands: int = 0
    options: tuple[Option, ...] = ()
    chosen: tuple[tuple[int, str, str], ...] = ()
    """Choices made since the options were given: box, way and player."""
    excess_card: bool = False
    """A card too many has come up and must be reported next."""
    restated: frozenset[Place] | None = None
    """Places stated anew since a Reconstruction began; None outside of one."""
    unjudged_looks: tuple[int, ...] = ()
    """Boxes examined beyond what one player may, not yet judged."""
    next_cards: tuple[Card, ...] = ()
    """Cards drawn together, in the order decided, that have not reached a place yet."""
    registered: Fraction | None = None
    void: tuple[Clause, ...] = ()
    settlement: Settlement | None = None
    linked: Linked | None = None
    """What the link showed and had paid at the settlement, for a settlement that replaces it."""
    trail: tuple[DealtCards | TurnedEarly | Reported, ...] = ()
    """The deal in its order, for the notes on it."""
    rejected: tuple[ExcessRejected, ...] = ()
    """What of bets was over the maximum and given back at once."""
    adjustments: tuple[SettlementAdjusted, ...] = ()
    """Rulings on this round after it was over."""
    reopened: bool = False
    """An error found after payment lets the settlement be replaced."""

    @property
    def settled(self) -> bool:
        """Whether the round is settled; some errors may still replace the settlement."""
        return self.settlement is not None

    @property
    def has_bets(self) -> bool:
        """Whether any bet is on the layout."""
        return any(box.wagers for box in self.boxes)

    def box(self, number: int) -> Box:
        """The box with this number."""
        return self.boxes[number - 1]

    def cards_at(self, place: Place) -> tuple[Card, ...]:
        """The cards of a box, the Dealer or the community."""
        if place == "dealer":
            return self.dealer
        if place == "community":
            return self.community
        return self.boxes[place - 1].cards

    def cards_out(self) -> list[Card]:
        """Every card that has left the deck, unknown ones included."""
        cards = [*self.dealer, *self.community, *self.burnt, *self.discarded]
        for box in self.boxes:
            cards += box.cards
        return cards

    @property
    def cards_dealt(self) -> int:
        """How many cards have left the deck."""
        others = len(self.dealer) + len(self.community) + len(self.burnt) + len(self.discarded)
        return others + sum(len(box.cards) for box in self.boxes)

    @property
    def waiting(self) -> bool:
        """Whether a hand in play has not been decided on at the stage that the reveals have reached."""
        for box in self.boxes:
            over = box.folded or box.left or box.out
            if not over and len(box.decided) <= self.reveals and box.has("ante"):
                return True
        return False

    def boxes_in_play(self) -> tuple[int, ...]:
        """The boxes that hold, or will receive, a hand which is not out of the round."""
        return tuple(box.number for box in self.boxes if box.in_play and box.takes_hand)

    def memory_after(self) -> Memory:
        """What the table remembers when the next round opens."""
        settled = self.settlement.under_minimum if self.settlement else ()
        return structs.replace(self.later, under_minimum=self.later.under_minimum | set(settled))

    def player_boxes(self, player: str) -> tuple[Box, ...]:
        """The boxes on which this player was the first to bet."""
        return tuple(box for box in self.boxes if box.player == player)


def has_excess(cards: list[Card]) -> bool:
    """Whether a named card appears twice, or more cards are out than the deck holds."""
    named = [card for card in cards if card != UNKNOWN]
    return len(cards) > len(DECK) or len(set(named)) < len(named)
