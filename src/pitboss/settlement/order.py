"""The order of payment when linked tables win at the same time."""

from collections.abc import Iterable

from msgspec import Struct

from pitboss.settlement.facts import Box
from pitboss.sheets.game import Game


class LinkedWin(Struct, frozen=True, kw_only=True):
    """A major win at one of several linked tables, with its positions in the journal.

    All tables share the journal's positions; a server's clock decides nothing.
    """

    table: str
    box: int
    percent: int
    complete_at: int
    """The position at which the winner's hand was complete, from :func:`full_hand_at`."""
    entered_at: int
    """The position at which the win was entered into the jackpot system."""


def order_of_payment(game: Game, wins: Iterable[LinkedWin]) -> list[LinkedWin]:
    """The wins in the order in which they are paid (RWS by the deal, MBS by the entry)."""
    if game.jackpot.across_tables == "by_entry":
        return sorted(wins, key=lambda win: win.entered_at)
    return sorted(wins, key=lambda win: (win.complete_at, win.entered_at))


def place_in_deal(game: Game, box: Box) -> int:
    """The place of a box's hand, from 1, in the order in which hands count as dealt."""
    return box.intended if game.readings.order_once_reconstructed == "intended" else box.dealt


def full_hand_at(game: Game, own_cards_at: int, community_at: int) -> int:
    """The position of a full hand: of the own cards or, by the other reading, of the community cards too."""
    if game.readings.full_hand == "own_cards":
        return own_cards_at
    return max(own_cards_at, community_at)
