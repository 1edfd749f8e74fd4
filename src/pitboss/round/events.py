"""Events: what has happened in a round. The state is the fold of its events."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.cards import Card
from pitboss.citation import Clause
from pitboss.people import PitRole
from pitboss.refusal import Refusal
from pitboss.round.commands import (
    CardCorrection,
    Place,
    Report,
    RoundOpening,
    TableRestriction,
    Withdrawal,
)
from pitboss.settlement import Linked, RuledBet, Settlement


class RoundOpened(RoundOpening, frozen=True, tag=True):
    """Betting is open."""


class BetPlaced(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Chips lie on a bet area."""

    box: int
    player: str
    bet: str
    amount: int
    unnoticed: bool = False
    decides: bool = False
    """Whether the bet answers the decision that was due on the box."""
    by: PitRole | None = None
    brings_hand: bool = True
    """Whether the bet, by itself, brings the box its hand."""
    seated: str | None = None
    """The player who sits at the position, where that is not the first player of the box (MBS 3.5.1)."""


class ExcessRejected(Struct, frozen=True, tag=True, kw_only=True):
    """What of a bet was over the maximum of its area and given back at once; the rest was placed."""

    box: int
    player: str
    bet: str
    amount: int
    clauses: tuple[Clause, ...]


class BetWithdrawn(Withdrawal, frozen=True, tag=True):
    """A bet was taken back before the Bets were closed."""


class BetTakenBack(Struct, frozen=True, tag=True):
    """A player's decision took a bet back: it is returned at the settlement whatever the cards are."""

    box: int
    bet: str
    clauses: tuple[Clause, ...]


class BetsClosed(Struct, frozen=True, tag=True):
    """No more Bets. Every jackpot bet on the layout is now accepted and adds its share."""


class CardBurnt(Struct, frozen=True, tag=True):
    """A card lies in the discard rack, unseen."""

    card: Card


class CardsDealt(Struct, frozen=True, tag=True):
    """Cards lie at a place."""

    to: Place
    cards: tuple[Card, ...]
    anew: bool = False
    """Whether the cards state the whole hand anew, after a Reconstruction."""


class CardDiscarded(Struct, frozen=True, tag=True):
    """A community card was put aside."""

    card: Card


class CardsShown(Struct, frozen=True, tag=True):
    """The hand of a place as it is now named, and which of its cards were turned over."""

    at: Place
    cards: tuple[Card, ...]
    turned: tuple[Card, ...]


class ExcessCardFound(Struct, frozen=True, tag=True):
    """A card has appeared a second time, or more than the deck holds."""


class HandExamined(Struct, frozen=True, tag=True):
    """The player of a box has seen its cards."""

    box: int
    additional: bool = False
    """Whether the player had examined another hand before."""


class HandHandled(Struct, frozen=True, tag=True):
    """The player of a box has touched its cards."""

    box: int


class HandFolded(Struct, frozen=True, tag=True):
    """A hand does not continue."""

    box: int
    clauses: tuple[Clause, ...]


class Checked(Struct, frozen=True, tag=True):
    """A hand continues without a further bet."""

    box: int
    clauses: tuple[Clause, ...]


class Revealed(Struct, frozen=True, tag=True):
    """Cards were turned over; ``reveals`` counts the dealing procedure's reveals done by it."""

    reveals: int
    community: int
    dealer: bool


class ShowDeclined(Struct, frozen=True, tag=True):
    """A hand was not shown."""

    box: int


class RankEstablished(Struct, frozen=True, tag=True):
    """A hand that was first declined has been shown after all."""

    box: int


class HandViewed(Struct, frozen=True, tag=True):
    """A supervisor has viewed a hand that its player did not show; nothing follows for its bets."""

    box: int
    by: PitRole
    clauses: tuple[Clause, ...]


class NoHandAnnounced(Struct, frozen=True, tag=True):
    """The Dealer has announced that their hand does not qualify."""

    clauses: tuple[Clause, ...]


class JackpotHandNotified(Struct, frozen=True, tag=True):
    """A hand stays face up on the layout, because its player claims a jackpot payout for it."""

    box: int
    clauses: tuple[Clause, ...]


class PlayerLeft(Struct, frozen=True, tag=True):
    """A player walked away from boxes, their own or shared, to which the same clauses apply.

    Further events say what follows.
    """

    player: str
    boxes: tuple[int, ...]
    clauses: tuple[Clause, ...]
    tell_shift_manager: bool = False


class PlayInterrupted(Struct, frozen=True, tag=True):
    """A technical interruption; whether the round goes on follows from what was established."""

    outcome_established: bool
    clauses: tuple[Clause, ...]


class IrregularityReported(Struct, frozen=True, tag=True):
    """An irregularity was reported and decided by a role."""

    report: Report
    by: PitRole
    clauses: tuple[Clause, ...]


class RoundVoided(Struct, frozen=True, tag=True):
    """The round has no result; every bet goes back."""

    clauses: tuple[Clause, ...]


class HandInvalidated(Struct, frozen=True, tag=True):
    """A hand is out of the round and its bets go back."""

    box: int
    clauses: tuple[Clause, ...]


class ShareReturned(Struct, frozen=True, tag=True):
    """One player's share of a common box goes back."""

    box: int
    player: str
    clauses: tuple[Clause, ...]


class BetRuled(Struct, frozen=True, tag=True):
    """A ruling pays, collects or corrects one bet, in place of an earlier ruling on it."""

    box: int
    ruled: RuledBet


class OptionsGiven(Struct, frozen=True, tag=True, kw_only=True):
    """The players of these boxes must choose before anything else happens."""

    boxes: tuple[int, ...]
    continue_clauses: tuple[Clause, ...]
    withdraw_clauses: tuple[Clause, ...]
    alike: bool = False
    """Whether a player must choose the same on all their boxes."""
    each: bool = False
    """Whether every player of a common box chooses for their own wagers."""


class OptionChosen(Struct, frozen=True, tag=True, kw_only=True):
    """A player has chosen; a withdrawal invalidates the hand."""

    box: int
    way: Literal["continue", "withdraw"]
    clauses: tuple[Clause, ...]
    lost: tuple[str, ...] = ()
    """The bets that the hand's fold has lost, which a withdrawal does not bring back."""
    stays: bool = False
    """Whether the hand stays, since other players of the box go on with it."""
    next: str = ""
    """The player of the box who is asked next, if each is."""


class OptionsEnded(Struct, frozen=True, tag=True):
    """A ruling has ended the options of these boxes; they go on."""

    boxes: tuple[int, ...]
    clauses: tuple[Clause, ...]


class ReconstructionBegun(Struct, frozen=True, tag=True):
    """Hands may be stated anew until the next look, decision or reveal."""


class OrderOfCardsDecided(Struct, frozen=True, tag=True):
    """Cards drawn together will be received in this order."""

    cards: tuple[Card, ...]


class SecondLooksJudged(Struct, frozen=True, tag=True):
    """Whether additional hands were examined on purpose has been decided."""

    boxes: tuple[int, ...]
    intentional: bool


class JackpotRegistered(Struct, frozen=True, tag=True):
    """The jackpot system failed; this value was registered before, and decides what is paid."""

    value: Fraction


class TableRestricted(Struct, frozen=True, tag=True):
    """The House restricts later rounds after a jackpot failure."""

    action: TableRestriction
    boxes: tuple[int, ...]
    clauses: tuple[Clause, ...]


class PlayerBarred(Struct, frozen=True, tag=True):
    """A player may not bet any more."""

    player: str
    clauses: tuple[Clause, ...]


class PlayerRestricted(Struct, frozen=True, tag=True):
    """A player may bet on one playing position only."""

    player: str
    clauses: tuple[Clause, ...]


Restriction = TableRestriction | Literal["barred", "one_position"]
"""A restriction of a table after a jackpot failure, or of a player."""


class RestrictionLifted(Struct, frozen=True, tag=True, kw_only=True):
    """A table, boxes, the jackpot or a player is not restricted any more, from now on."""

    restriction: Restriction
    boxes: tuple[int, ...]
    player: str | None
    by: PitRole
    reason: str
    clauses: tuple[Clause, ...]


class CardCorrected(CardCorrection, frozen=True, tag=True, kw_only=True):
    """A wrongly recorded card, put right; the record keeps both."""


class BetCorrected(Struct, frozen=True, tag=True, kw_only=True):
    """A wrongly recorded amount, put right; the record keeps both."""

    box: int
    player: str
    bet: str
    recorded: int
    amount: int
    by: PitRole
    reason: str


class SettlementAdjusted(Struct, frozen=True, tag=True, kw_only=True):
    """A ruling on a round that is over, booked beside its settlement."""

    box: int
    player: str
    bet: str
    amount: int
    by: PitRole
    reason: str
    clauses: tuple[Clause, ...]


class SettlementReopened(Struct, frozen=True, tag=True):
    """An error was found after payment and before the next round; the settlement is replaced."""

    clauses: tuple[Clause, ...]


class RoundSettled(Struct, frozen=True, tag=True):
    """Every bet has its line. A later settlement of the same round replaces this one."""

    settlement: Settlement
    linked: Linked | None = None
    """What the link of the table showed and had paid."""
    final: bool = False
    """Whether the Dealer settled; false for a settlement replaced after an error found past payment."""


Event = (
    RoundOpened
    | BetPlaced
    | ExcessRejected
    | BetWithdrawn
    | BetTakenBack
    | BetsClosed
    | CardBurnt
    | CardsDealt
    | CardDiscarded
    | CardsShown
    | ExcessCardFound
    | HandExamined
    | HandHandled
    | HandFolded
    | Checked
    | Revealed
    | ShowDeclined
    | RankEstablished
    | HandViewed
    | NoHandAnnounced
    | JackpotHandNotified
    | PlayerLeft
    | PlayInterrupted
    | IrregularityReported
    | RoundVoided
    | HandInvalidated
    | ShareReturned
    | BetRuled
    | OptionsGiven
    | OptionChosen
    | OptionsEnded
    | ReconstructionBegun
    | OrderOfCardsDecided
    | SecondLooksJudged
    | JackpotRegistered
    | TableRestricted
    | PlayerBarred
    | PlayerRestricted
    | RestrictionLifted
    | CardCorrected
    | BetCorrected
    | SettlementAdjusted
    | SettlementReopened
    | RoundSettled
)

RoundAnswer = tuple[Event, ...] | Refusal
"""What follows from a command in a round: its events, or the refusal."""
