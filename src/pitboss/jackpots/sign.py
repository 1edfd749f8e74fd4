"""What the signs of a link show, and what its tables need from it to open and to settle a round."""

from fractions import Fraction

from msgspec import Struct

from pitboss.jackpots.queue import shown, units
from pitboss.jackpots.refusal import Games
from pitboss.jackpots.state import Link, round_key
from pitboss.settlement import Display


class PendingWin(Struct, frozen=True):
    """A win that is not paid: who, where, and for how much as things stand."""

    table: str
    box: int
    hand: str
    amount: int
    ordered: bool
    """Its place in the order is final."""


class Sign(Struct, frozen=True):
    """What every sign of the link shows."""

    value: Fraction
    """The jackpot that a bet placed now plays for."""
    pending: tuple[PendingWin, ...]
    suspended: bool
    """The jackpot system has failed: no jackpot bets."""


def sign(games: Games, link: Link) -> Sign:
    """The sign now."""
    pending = tuple(
        PendingWin(claim.table, claim.box, claim.hand, amount, claim.place is not None)
        for unit in units(games, link)
        for claim, amount in zip(unit.claims, unit.amounts, strict=True)
    )
    return Sign(shown(games, link), pending, link.failure is not None)


def display_to_open(games: Games, link: Link) -> Display:
    """The jackpot with which a table of the link opens a round."""
    return Display(shown(games, link), link.config.reset, link.config.contribution_rate)


def displayed_to_settle(games: Games, link: Link, opened: Display, table: str, name: str) -> Fraction:
    """What a round must be told is displayed, so that its settlement pays what the link pays.

    A settlement adds the shares of the round's own bets itself, at the rate of the display with which
    the round opened, and the link has booked them already; so they come off here. A round with a claim
    settles from the value frozen for its first claim.
    """
    booked = link.rounds.get(round_key(table, name))
    own = sum(bet.amount for bet in booked.bets) * opened.contribution if booked else 0
    for unit in units(games, link):
        if (unit.claims[0].table, unit.claims[0].round) == (table, name):
            return unit.value - own
    return shown(games, link) - own
