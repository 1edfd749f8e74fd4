"""What the signs of a link show, and what its tables need from it to open and to settle a round."""

from fractions import Fraction

from msgspec import Struct

from pitboss.jackpots.parts import Slip
from pitboss.jackpots.queue import shown, units
from pitboss.jackpots.refusal import Games
from pitboss.jackpots.state import Link, round_key
from pitboss.settlement import Award, Denied, Display, Linked


class PendingWin(Struct, frozen=True, kw_only=True):
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
        PendingWin(
            table=claim.table, box=claim.box, hand=claim.hand, amount=amount, ordered=claim.place is not None
        )
        for unit in units(games, link)
        for claim, amount in zip(unit.claims, unit.amounts, strict=True)
    )
    return Sign(shown(games, link), pending, link.failure is not None)


def display_to_open(games: Games, link: Link) -> Display:
    """The jackpot with which a table of the link opens a round."""
    return Display(shown(games, link), link.config.reset, link.config.contribution_rate)


def linked_to_settle(games: Games, link: Link, table: str, name: str) -> Linked:
    """What a round must be told of its link to be settled: the sign now, and what its slips have paid."""
    awards = tuple(Award(slip.box, slip.player, slip.amount) for slip in slips_of(link, table, name))
    return Linked(shown(games, link), awards, denied_of(link, table, name))


def denied_of(link: Link, table: str, name: str) -> tuple[Denied, ...]:
    """The wins of a round that were denied."""
    booked = link.rounds.get(round_key(table, name))
    return booked.denied if booked else ()


def slips_of(link: Link, table: str, name: str) -> tuple[Slip, ...]:
    """The slips made out for a round that have not been reversed."""
    return tuple(
        slip
        for slip in link.slips
        if (slip.table, slip.round) == (table, name) and slip.number not in link.reversed_slips
    )
