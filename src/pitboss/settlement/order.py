"""Who is paid first when linked tables win at the same time."""

from collections.abc import Iterable

from msgspec import Struct

from pitboss.sheets.model import Jackpot


class LinkedWin(Struct, frozen=True):
    """A major win at one of several linked tables, with its places in the record's one order.

    Positions are those of the journal, which all tables share, never the clock of a server.
    """

    table: str
    box: int
    percent: int
    hand_complete_at: int
    """When the winner's own cards were complete."""
    entered_at: int
    """When the win was entered into the jackpot system."""


def order_of_payment(jackpot: Jackpot, wins: Iterable[LinkedWin]) -> list[LinkedWin]:
    """The wins in the order in which they are paid (RWS by the deal, MBS by the entry)."""
    if jackpot.across_tables == "by_time_dealt":
        return sorted(wins, key=lambda win: (win.hand_complete_at, win.entered_at))
    return sorted(wins, key=lambda win: win.entered_at)
