"""What a link's signs show, and what its tables need from it to open and settle a round."""

from fractions import Fraction

from msgspec import Struct

from pitboss.jackpots.parts import Slip
from pitboss.jackpots.queue import shown, units
from pitboss.jackpots.state import Link, round_key
from pitboss.settlement import Award, Denied, Display, Linked
from pitboss.sheets.game import Games


class PendingWin(Struct, frozen=True, kw_only=True):
    """An unpaid win: who, where, and how much at present."""

    table: str
    box: int
    hand: str
    amount: int
    ordered: bool
    """The place in the order is final."""


class Sign(Struct, frozen=True):
    """What every sign of the link shows."""

    value: Fraction
    """The jackpot for a bet placed now."""
    pending: tuple[PendingWin, ...]
    suspended: bool
    """The jackpot system has failed: no jackpot bets."""


def sign(games: Games, link: Link) -> Sign:
    """What the sign shows now."""
    pending = tuple(
        PendingWin(
            table=claim.table, box=claim.box, hand=claim.hand, amount=amount, ordered=claim.place is not None
        )
        for unit in units(games, link)
        for claim, amount in zip(unit.claims, unit.amounts, strict=True)
    )
    return Sign(shown(games, link), pending, link.failure is not None)


def display_to_open(games: Games, link: Link) -> Display:
    """The display with which a table of the link opens a round."""
    return Display(shown(games, link), link.config.reset, link.config.contribution_rate)


def linked_to_settle(games: Games, link: Link, table: str, name: str) -> Linked:
    """What a round's settlement needs from its link: the display now, and its slips' pays."""
    awards = tuple(Award(slip.box, slip.player, slip.amount) for slip in slips_of(link, table, name))
    return Linked(shown(games, link), awards, denied_of(link, table, name))


def denied_of(link: Link, table: str, name: str) -> tuple[Denied, ...]:
    """The denied wins of a round."""
    booked = link.rounds.get(round_key(table, name))
    return booked.denied if booked else ()


def slips_of(link: Link, table: str, name: str) -> tuple[Slip, ...]:
    """The slips of a round that have not been reversed."""
    return tuple(
        slip
        for slip in link.slips
        if (slip.table, slip.round) == (table, name) and slip.number not in link.reversed_slips
    )
