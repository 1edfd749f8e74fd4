"""What has happened in a round. Events are facts: the state is nothing but their fold."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.cards import Card
from pitboss.citation import Clause
from pitboss.people import Role
from pitboss.round.commands import Hashes, Memory, Place, Report
from pitboss.settlement import Display, Linked, Settlement, Table

Cited = tuple[Clause, ...]


class RoundOpened(Struct, frozen=True, tag=True):
    """Betting is open."""

    table: Table
    display: Display | None
    hashes: Hashes
    memory: Memory


class BetPlaced(Struct, frozen=True, tag=True, kw_only=True):
    """Chips lie on a bet area."""

    box: int
    player: str
    bet: str
    amount: int
    unnoticed: bool = False
    decides: bool = False
    """It answers the decision that was due on the box."""
    by: Role | None = None


class BetWithdrawn(Struct, frozen=True, tag=True):
    """A bet was taken back before the Bets were closed."""

    box: int
    bet: str
    player: str | None


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
    """They state the whole hand anew, after a Reconstruction."""


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
    """He had examined another hand before."""


class HandHandled(Struct, frozen=True, tag=True):
    """The player of a box has touched its cards."""

    box: int


class HandFolded(Struct, frozen=True, tag=True):
    """A hand does not continue."""

    box: int
    clauses: Cited


class Checked(Struct, frozen=True, tag=True):
    """A hand continues without a further bet."""

    box: int
    clauses: Cited


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


class PlayerLeft(Struct, frozen=True, tag=True):
    """A player walked away; what follows for his boxes comes in events of its own."""

    player: str
    boxes: tuple[int, ...]
    clauses: Cited
    tell_shift_manager: bool = False


class PlayInterrupted(Struct, frozen=True, tag=True):
    """A technical interruption; whether the round goes on follows from what was established."""

    outcome_established: bool
    clauses: Cited


class IrregularityReported(Struct, frozen=True, tag=True):
    """An irregularity, as it was found and by whom it was decided."""

    report: Report
    by: Role
    clauses: Cited


class RoundVoided(Struct, frozen=True, tag=True):
    """The round has no result; every bet goes back."""

    clauses: Cited


class HandInvalidated(Struct, frozen=True, tag=True):
    """A hand is out of the round and its bets go back."""

    box: int
    clauses: Cited


class ShareReturned(Struct, frozen=True, tag=True):
    """One player's share of a common box goes back."""

    box: int
    player: str
    clauses: Cited


class OptionsGiven(Struct, frozen=True, tag=True):
    """The players of these boxes must choose before anything else happens."""

    boxes: tuple[int, ...]
    continue_clauses: Cited
    withdraw_clauses: Cited
    alike: bool = False
    """A player must choose the same on all his boxes."""


class OptionChosen(Struct, frozen=True, tag=True):
    """A player has chosen; a withdrawal invalidates the hand."""

    box: int
    way: Literal["continue", "withdraw"]
    clauses: Cited


class OptionsEnded(Struct, frozen=True, tag=True):
    """A ruling has ended the options of these boxes; they go on."""

    boxes: tuple[int, ...]
    clauses: Cited


class ReconstructionBegun(Struct, frozen=True, tag=True):
    """Hands may be stated anew until somebody looks, decides or reveals."""


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
    """The House's way on after a jackpot failure, for later rounds."""

    action: Literal["close", "block", "no_jackpot"]
    boxes: tuple[int, ...]
    clauses: Cited


class PlayerBarred(Struct, frozen=True, tag=True):
    """A player may not bet any more."""

    player: str
    clauses: Cited


class PlayerRestricted(Struct, frozen=True, tag=True):
    """A player may bet on one playing position only."""

    player: str
    clauses: Cited


class CardCorrected(Struct, frozen=True, tag=True, kw_only=True):
    """A wrongly recorded card, put right; the record keeps both."""

    at: Place | Literal["burnt", "discarded"]
    recorded: Card
    card: Card
    by: Role
    reason: str


class BetCorrected(Struct, frozen=True, tag=True, kw_only=True):
    """A wrongly recorded amount, put right; the record keeps both."""

    box: int
    player: str
    bet: str
    recorded: int
    amount: int
    by: Role
    reason: str


class SettlementAdjusted(Struct, frozen=True, tag=True, kw_only=True):
    """A ruling on a round that is over, booked beside its settlement."""

    box: int
    player: str
    bet: str
    amount: int
    by: Role
    reason: str
    clauses: Cited


class SettlementReopened(Struct, frozen=True, tag=True):
    """An error was found after payment and before the next round; the settlement is replaced."""

    clauses: Cited


class RoundSettled(Struct, frozen=True, tag=True):
    """Every bet has its line. A later settlement of the same round replaces this one."""

    settlement: Settlement
    linked: Linked | None = None
    """What the link of the table showed and had paid."""
    final: bool = False
    """The Dealer settled; otherwise an error found after payment replaced the settlement by itself."""


Event = (
    RoundOpened
    | BetPlaced
    | BetWithdrawn
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
    | PlayerLeft
    | PlayInterrupted
    | IrregularityReported
    | RoundVoided
    | HandInvalidated
    | ShareReturned
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
    | CardCorrected
    | BetCorrected
    | SettlementAdjusted
    | SettlementReopened
    | RoundSettled
)
