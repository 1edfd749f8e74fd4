"""The facts of a round that money depends on."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.cards import UNKNOWN, Card
from pitboss.citation import Clause
from pitboss.sheets.model import Device


class Limits(Struct, frozen=True):
    """The least and the most that may stand on a bet area, in cents."""

    minimum: int
    maximum: int


class Table(Struct, frozen=True, kw_only=True):
    """The plate of a table: sheet, device, boxes, limits and prescribed jackpot bet."""

    sheet: str
    device: Device = "shuffler"
    boxes: int = 7
    jackpot_bet: int | None = None
    """The prescribed jackpot bet in cents; where multiples may be bet, the least."""
    limits: dict[str, Limits] = {}
    live: bool = False
    """At a live table a ruling needs a written reason; a round file may leave it out."""


class Display(Struct, frozen=True):
    """A progressive jackpot: what its display shows, in exact cents, and how it moves."""

    value: Fraction
    reset: int
    """What the display goes back to after all of it is paid, in cents."""
    contribution: Fraction
    """The share of each accepted jackpot bet that is added, from 0 to 1."""


class BoxAmount(Struct, frozen=True):
    """An amount of a player at a box, in cents."""

    box: int
    player: str
    amount: int


class Award(BoxAmount, frozen=True):
    """What a link has paid a winner as a share of its display, in cents."""


class Denied(Struct, frozen=True):
    """A claim to a share of a link's display that two people have denied."""

    box: int
    player: str
    hand: str
    percent: int


class Linked(Struct, frozen=True):
    """A display kept by a link: its value when the round is over, and its payments in the round."""

    displayed: Fraction
    awards: tuple[Award, ...] = ()
    denied: tuple[Denied, ...] = ()
    """Denied claims: wins by the cards that are not paid."""


class Wager(Struct, frozen=True, kw_only=True):
    """Chips put on one bet area of a box, once."""

    bet: str
    player: str
    amount: int
    unnoticed: bool = False
    """Whether the wager was not allowed and went unnoticed until the settlement."""
    brings_hand: bool = True
    """Whether the bet, by itself, brings the box its hand."""


class RuledBet(Struct, frozen=True, kw_only=True):
    """A ruling on one bet, in place of what the sheet would have it win or lose."""

    bet: str
    player: str
    way: Literal["pay", "collect", "correct"]
    amount: int
    """What it is paid beside its stake, or what of it stands, in cents; 0 for one collected."""
    clauses: tuple[Clause, ...]


class Box(Struct, frozen=True, kw_only=True):
    """One betting box and the hand dealt to it."""

    number: int
    wagers: tuple[Wager, ...] = ()
    """In the order placed."""
    cards: tuple[Card, ...] = ()
    dealt: int = 0
    """The place of the box, from 1, in the order of first cards; 0 without cards."""
    intended: int = 0
    """The place of the box where hands that a Reconstruction moved count as dealt in their turn."""
    examined: int = 0
    """The place of the hand, from 1, in the order of looks; 0 for a blind hand."""
    handled: bool = False
    decided: tuple[str, ...] = ()
    """The decisions taken so far: a bet's name, ``withdraw``, ``fold`` or ``check``."""
    folded: tuple[Clause, ...] = ()
    """The clauses by which the hand is folded, or none."""
    left: tuple[Clause, ...] = ()
    """The clauses of its player's leaving, or none."""
    declined: bool = False
    """The player did not show the hand."""
    established: bool = False
    """The hand was shown after all, so its rank is established."""
    notified: tuple[Clause, ...] = ()
    """The clauses by which the hand stays face up for a jackpot payout, or none."""
    shown: tuple[Card, ...] = ()
    """Cards of the hand that were turned over for all to see."""
    out: tuple[Clause, ...] = ()
    """The clauses by which the hand is invalid and its bets returned, or none."""
    lost: tuple[str, ...] = ()
    """Bets that a fold had lost before the hand went out, so that they are not returned."""
    shares_out: dict[str, tuple[Clause, ...]] = {}
    """Players whose share of a common box is returned, with the clauses."""
    shares_left: dict[str, tuple[Clause, ...]] = {}
    """Players who walked away from their share of a common box, with the clauses."""
    taken_back: dict[str, tuple[Clause, ...]] = {}
    """Bets that decisions took back, with the clauses; they are returned whatever the cards are."""

    rulings: tuple[RuledBet, ...] = ()
    """Rulings on its bets, one for each bet of a player."""

    @property
    def player(self) -> str | None:
        """The player of the box: the first whose bet brings a hand and stands, or else with any bet."""
        for wager in self.wagers:
            if wager.brings_hand and wager.player not in self.shares_out:
                return wager.player
        return self.wagers[0].player if self.wagers else None

    def has_player(self, player: str) -> bool:
        """Whether this player has a bet on the box."""
        return any(wager.player == player for wager in self.wagers)

    def left_by(self, player: str) -> tuple[Clause, ...]:
        """The clauses by which this player has walked away from the box, or none."""
        return self.left if player == self.player else self.shares_left.get(player, ())

    def ruling(self, bet: str, player: str) -> RuledBet | None:
        """The ruling on a player's bet."""
        for ruled in self.rulings:
            if ruled.bet == bet and ruled.player == player:
                return ruled
        return None

    def decided_by_ruling(self, bet: str, player: str) -> bool:
        """Whether a ruling pays or collects the bet, so that no card decides it."""
        ruled = self.ruling(bet, player) if self.rulings else None
        return ruled is not None and ruled.way != "correct"

    @property
    def unnoticed(self) -> bool:
        """Whether a wager on it was not allowed and went unnoticed."""
        for wager in self.wagers:  # noqa: SIM110 - as in has
            if wager.unnoticed:
                return True
        return False

    @property
    def unshown(self) -> bool:
        """Whether the player declined to show the hand and has not established its rank since."""
        return self.declined and not self.established

    @property
    def in_play(self) -> bool:
        """Whether the hand still meets the Dealer's or waits for a bet to be decided."""
        return bool(self.wagers) and not self.out

    @property
    def takes_hand(self) -> bool:
        """Whether a hand is dealt to it: a jackpot bet alone brings none."""
        for wager in self.wagers:  # noqa: SIM110 - as in has
            if wager.brings_hand:
                return True
        return False

    def has(self, bet: str) -> bool:
        """Whether anybody has this bet on the box."""
        for wager in self.wagers:  # noqa: SIM110 - the plain loop is twice as fast, and this is hot
            if wager.bet == bet:
                return True
        return False

    def total(self, bet: str, player: str | None = None) -> int:
        """What lies on one area, in cents: by one player, or by all whose share is not returned."""
        total = 0
        for wager in self.wagers:
            if wager.bet == bet and (
                wager.player not in self.shares_out if player is None else wager.player == player
            ):
                total += wager.amount
        return total


class Facts(Struct, frozen=True, kw_only=True):
    """The facts of a round at the moment of settlement."""

    table: Table
    boxes: tuple[Box, ...]
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]
    display: Display | None
    registered: Fraction | None = None
    """The jackpot value registered before its system failed, which then decides what is paid."""
    under_before: frozenset[str] = frozenset()
    """Players of whom bets under the minimum were paid or collected as often as the sheet allows."""
    void: tuple[Clause, ...] = ()
    linked: Linked | None = None
    """The facts of the table's link; None for a table with its own display."""


def all_known(cards: tuple[Card, ...]) -> bool:
    """Whether every card has been named."""
    return UNKNOWN not in cards
