"""Who is paid first when linked tables win at the same time."""

from collections.abc import Iterable

from msgspec import Struct

from pitboss.sheets.game import Game


class LinkedWin(Struct, frozen=True, kw_only=True):
    """A major win at one of several linked tables, with its places in the record's one order.

    Positions are those of the journal, which all tables share, never the clock of a server.
    """

    table: str
    box: int
    percent: int
    complete_at: int
    """When the winner's hand was complete, as :func:`full_hand_at` reads it."""
    entered_at: int
    """When the win was entered into the jackpot system."""


def order_of_payment(game: Game, wins: Iterable[LinkedWin]) -> list[LinkedWin]:
    """The wins in the order in which they are paid (RWS by the deal, MBS by the entry)."""
    if game.sheet.jackpot.across_tables == "by_entry":
        return sorted(wins, key=lambda win: win.entered_at)
    return sorted(wins, key=lambda win: (win.complete_at, win.entered_at))


def full_hand_at(game: Game, own_cards_at: int, community_at: int) -> int:
    """When a full hand was dealt: with the player's own cards or, read otherwise, with the community's."""
    if game.readings.full_hand == "own_cards":
        return own_cards_at
    return max(own_cards_at, community_at)
