"""Events of a table besides those of its rounds: opening, closing, seats, plate, shoe, rulings."""

from datetime import date
from typing import Literal

from msgspec import Struct

from pitboss.access.roles import Actor
from pitboss.cards import Card
from pitboss.citation import Clause
from pitboss.floor.amounts import AmountsSet, MoneyAct
from pitboss.floor.tables.money.events import MoneyEvent
from pitboss.people import Approval
from pitboss.reason import Reason
from pitboss.round.commands import Memory
from pitboss.round.events import SettlementAdjusted
from pitboss.settlement import Table
from pitboss.sheets.model import Device
from pitboss.shoe import Commitment

CardSource = Literal["shoe", "outside"]
"""The software's own shuffled shoe, or cards from outside: typed in, or read by a device."""


class SheetTaken(Struct, frozen=True, tag=True, kw_only=True):
    """A sheet came into force, with its whole text, so that its rounds can always be settled again.

    Rounds that begin from now on are played by it.
    """

    sheet: str
    hash: str
    format: int
    """The version of the texts' format (:mod:`pitboss.sheets.formats`)."""
    sheet_toml: str
    clauses_toml: str
    by: Actor
    approval: Approval | None = None
    """Two people, for every text after the first table or link was opened."""


class Method(Struct, frozen=True):
    """The dealing procedure of the next rounds, and the number of boxes."""

    device: Device
    title: str
    """The title of the sheet's dealing procedure; empty: the device's first."""
    boxes: int


class TableSettings(Struct, frozen=True, kw_only=True):
    """The settings of a table besides its plate. Commands, events and state share this struct."""

    link: str | None = None
    cards: CardSource = "outside"
    denominations: tuple[int, ...] = (1,)
    """The chips in use, in cents; bets are multiples of the smallest."""
    automatic: bool = False
    away_seconds: int = 60
    """Seconds without dealing after which an automatic table's round is interrupted."""
    idle_rounds: int = 0
    """A player loses their seat after this many rounds without a bet; 0: never."""
    card_sets: bool = False
    """A round needs a counted set of real cards in use."""
    counts_tray: bool = False
    """Two people count the tray: rounds need an opener, closing the table a closer."""


class TableOpened(TableSettings, frozen=True, kw_only=True, tag=True):
    """A table opened for play."""

    table: str
    operator: str
    plate: Table
    by: Actor
    crewed: bool = False
    """The table is run by the Dealer who is signed on, or by a supervisor in their place."""
    method: str = ""
    """The dealing procedure, as in :class:`Method`."""
    memory: Memory = Memory()
    """The table's memory of its rounds before it was closed."""


class MethodChanged(Struct, frozen=True, tag=True):
    """The House chose the dealing method of the next rounds."""

    method: Method
    by: Actor


class NoticePosted(Struct, frozen=True, tag=True):
    """The House changed the notice at a table; an empty text takes it down."""

    text: str
    by: Actor


class _SeatChanged(Struct, frozen=True):
    """A seat has another player, or none."""

    box: int
    player: str
    by: Actor


class SeatTaken(_SeatChanged, frozen=True, tag=True):
    """A player sat down without a bet. A bet on a free box takes its seat without this event."""


class SeatLeft(_SeatChanged, frozen=True, tag=True):
    """A player stood up."""


class SeatsForfeited(Struct, frozen=True, tag=True):
    """The next round frees these seats: their players have not bet for too long."""

    boxes: tuple[int, ...]


class PlayerReady(Struct, frozen=True, tag=True):
    """A player waits for the cards: once everybody does, the software closes the Bets."""

    player: str


class PlateChanged(Struct, frozen=True, tag=True):
    """Limits, boxes or chips of a table change with its next round."""

    plate: Table
    denominations: tuple[int, ...]
    approval: Approval


class LastRoundAnnounced(Struct, frozen=True, tag=True):
    """The table closes once the round in play is settled."""

    by: Actor


class TableClosed(Struct, frozen=True, tag=True):
    """The table closed. A round without bets ends with it."""

    by: Actor


class RoundBegan(Struct, frozen=True, tag=True, kw_only=True):
    """A round began: its number, and the gaming day and shift in which its betting opened."""

    number: int
    day: date
    shift: str
    by: Actor
    method: str = ""
    """The dealing procedure, announced before the first bet."""
    sets: tuple[str, ...] = ()


class ShoeReady(Struct, frozen=True, tag=True):
    """A shuffled deck is ready for its round; only its commitment is public."""

    commitment: Commitment
    sealed: bytes
    """The deck, sealed with the servers' key."""


class AwardTakenBack(Struct, frozen=True, tag=True):
    """Two people took back an award that the round does not win; the round is settled again."""

    approval: Approval


class MovedAlone(Struct, frozen=True, tag=True):
    """One person alone moved money: by an adjustment, a corrected bet, or bets given back."""

    act: MoneyAct
    cents: int
    day: date
    by: Actor


class BetAt(Struct, frozen=True):
    """A bet on a box; its amount in cents."""

    box: int
    player: str
    bet: str
    amount: int


class BetsReturned(Struct, frozen=True, tag=True, kw_only=True):
    """Staff gave bets back after cards were seen: the round is void, or hands are out of it."""

    by: Actor
    reason: str
    bets: tuple[BetAt, ...]
    boxes: tuple[int, ...] = ()
    """Boxes whose players may take their bets back."""
    clauses: tuple[Clause, ...]
    waits: bool = False
    """The settlement waits for a second person to sign for the bets."""

    @property
    def cents(self) -> int:
        """The sum of the bets."""
        return sum(bet.amount for bet in self.bets)


class ReturnSigned(Struct, frozen=True, tag=True):
    """A second person signed for bets that go back after cards were seen."""

    by: Actor


class LimitPassed(Struct, frozen=True, tag=True, kw_only=True):
    """A bet that stood unnoticed was recorded against its player's own limits, or their break."""

    bet: BetAt
    code: str
    """The code with which the bet would have been refused."""
    by: Actor


class WinsEntered(Struct, frozen=True, tag=True):
    """The round waits for these claims to be paid or denied."""

    claims: tuple[str, ...]


class PastRoundAdjusted(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """A ruling on an earlier round of the table."""

    number: int
    adjusted: SettlementAdjusted
    by: Actor
    day: date
    entered: Actor | None = None
    """The signed-in user, when another person authorised the ruling on that user's screen."""
    second: Actor | None = None
    """The second person, who signed with a password, if the amount needs one."""


class RoundDisputed(Struct, frozen=True, tag=True):
    """A round of the table is disputed; its card sets are evidence."""

    number: int
    sets: tuple[str, ...]
    reason: str
    by: Actor


class Read(Struct, frozen=True):
    """A card that left a reading shoe."""

    round: int
    sequence: int
    """The card's number in the round, from 1."""
    card: Card


class CardRead(Struct, frozen=True, tag=True):
    """A reading shoe sent a card of an incomplete packet."""

    card: Card
    sequence: int
    """The number of the card among those that left the shoe in this round."""
    by: Actor


class ReadDoubted(Struct, frozen=True, tag=True, kw_only=True):
    """A reading shoe sent an impossible card; people must look."""

    card: Card
    sequence: int
    code: str
    reason: Reason
    clauses: tuple[Clause, ...]
    by: Actor


TableEvent = (
    TableOpened
    | PlateChanged
    | MethodChanged
    | NoticePosted
    | SeatTaken
    | SeatLeft
    | PlayerReady
    | LastRoundAnnounced
    | TableClosed
    | RoundDisputed
    | CardRead
    | ReadDoubted
    | MoneyEvent
)
"""Events that may stand between those of a round and are not part of it."""
TableRoundEvent = (
    RoundBegan
    | SeatsForfeited
    | ShoeReady
    | AwardTakenBack
    | MovedAlone
    | BetsReturned
    | ReturnSigned
    | LimitPassed
    | WinsEntered
    | PastRoundAdjusted
)
FloorEvent = SheetTaken | AmountsSet | TableEvent | TableRoundEvent
