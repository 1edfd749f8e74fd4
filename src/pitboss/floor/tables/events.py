"""What is recorded of a table besides its rounds: sheets in force, opening, closing, who did what."""

from datetime import date
from typing import Literal

from msgspec import Struct

from pitboss.access.roles import Actor
from pitboss.cards import Card
from pitboss.citation import Clause
from pitboss.floor.amounts import AmountsSet, MoneyAct
from pitboss.floor.tables.money.events import MoneyEvent
from pitboss.people import Approval
from pitboss.round.commands import Command
from pitboss.round.events import SettlementAdjusted
from pitboss.settlement import Table
from pitboss.sheets.model import Device
from pitboss.shoe import Commitment

CardSource = Literal["shoe", "outside"]
"""Cards come from the software's own shuffled shoe, or from outside: typed in, or read by a device."""


class SheetTaken(Struct, frozen=True, tag=True, kw_only=True):
    """A sheet came into force, with its whole text: what is settled by it can always be settled again.

    Rounds that begin from now on are played by it.
    """

    sheet: str
    hash: str
    format: int
    """The numbered form that the texts are written in (:mod:`pitboss.sheets.formats`)."""
    sheet_toml: str
    clauses_toml: str
    by: Actor
    approval: Approval | None = None
    """Two people, for every text that came after the first table or link was opened."""


class Method(Struct, frozen=True):
    """How rounds are dealt, and at how many boxes."""

    device: Device
    title: str
    """The sheet's dealing procedure, by its title; none: the device's first."""
    boxes: int


class TableSettings(Struct, frozen=True, kw_only=True):
    """How a table is set, besides its plate: asked for, recorded and held in this one form."""

    link: str | None = None
    cards: CardSource = "outside"
    denominations: tuple[int, ...] = (1,)
    """The chips in use, in cents; a bet is made of the smallest."""
    automatic: bool = False
    """The software is the Dealer, and a long absence of it interrupts the play."""
    away_seconds: int = 60
    """How long an automatic table may be away before its absence interrupts the play."""
    idle_rounds: int = 0
    """After so many rounds without a bet a player loses his seat; 0: never."""
    card_sets: bool = False
    """A round begins only with a counted set of real cards in use."""
    counts_tray: bool = False
    """Two people count its chips: no round before the opener, no end of the table before the closer."""


class TableOpened(TableSettings, frozen=True, kw_only=True, tag=True):
    """A table is open for play."""

    table: str
    operator: str
    plate: Table
    by: Actor
    crewed: bool = False
    """It is run by the Dealer who is signed on to it, or by a supervisor in his place."""
    method: str = ""
    """The dealing procedure, as in :class:`Method`."""


class MethodChanged(Struct, frozen=True, tag=True):
    """The House has chosen how the next rounds are dealt."""

    method: Method
    by: Actor


class NoticePosted(Struct, frozen=True, tag=True):
    """The House tells everybody at a table something, or nothing any more."""

    text: str
    by: Actor


class SeatTaken(Struct, frozen=True, tag=True):
    """A player sits down without betting yet; a bet on a free box takes its seat by itself."""

    box: int
    player: str
    by: Actor


class SeatLeft(Struct, frozen=True, tag=True):
    """He has stood up."""

    box: int
    player: str
    by: Actor


class SeatsForfeited(Struct, frozen=True, tag=True):
    """With the next round these seats are free: their players have not bet for too long."""

    boxes: tuple[int, ...]


class PlateChanged(Struct, frozen=True, tag=True):
    """Limits, boxes or chips of a table change with its next round."""

    plate: Table
    denominations: tuple[int, ...]
    approval: Approval


class LastRoundAnnounced(Struct, frozen=True, tag=True):
    """The table closes when the round under way is settled; no other begins."""

    by: Actor


class TableClosed(Struct, frozen=True, tag=True):
    """It is not. A round in which nobody has bet ends with it."""

    by: Actor


class RoundBegan(Struct, frozen=True, tag=True, kw_only=True):
    """A round has its number, and the gaming day and shift in which its betting opened."""

    number: int
    day: date
    shift: str
    by: Actor
    method: str = ""
    """The dealing procedure, announced before the first bet."""
    sets: tuple[str, ...] = ()
    """The card sets that were in use."""


class ShoeReady(Struct, frozen=True, tag=True):
    """A shuffled deck waits for its round: published is only what commits to it."""

    commitment: Commitment
    sealed: bytes
    """The deck, to be opened with the servers' key alone."""


class Acted(Struct, frozen=True, tag=True, omit_defaults=True):
    """What the round was told, where that is not the act that was asked for, or where nothing followed.

    The Dealer's next act is dealt by the procedure, whoever stands up with a hand in play leaves, and the
    software names cards as they are turned over.
    """

    by: Actor
    """Who answers for it."""
    command: Command
    entered: Actor | None = None
    """On whose screen, where they answered for it on another's."""


class MovedAlone(Struct, frozen=True, tag=True):
    """One person alone has moved money by an adjustment or the correction of a bet."""

    act: MoneyAct
    cents: int
    day: date
    by: Actor


class WinsEntered(Struct, frozen=True, tag=True):
    """The round waits to be settled: these claims must be paid or denied first."""

    claims: tuple[str, ...]


class PastRoundAdjusted(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """A ruling on an earlier round of the table."""

    number: int
    adjusted: SettlementAdjusted
    by: Actor
    day: date
    """The gaming day that it counts in."""
    entered: Actor | None = None
    """On whose screen, where he ruled on another's."""
    second: Actor | None = None
    """Who signed too with a password, where it moves more than the first moves alone."""


class RoundDisputed(Struct, frozen=True, tag=True):
    """Somebody disputes a round of the table; the sets that it was dealt from are evidence."""

    number: int
    sets: tuple[str, ...]
    reason: str
    by: Actor


class CardRead(Struct, frozen=True, tag=True):
    """A reading shoe has sent a card of a packet that is not whole yet."""

    card: Card
    sequence: int
    """The number of the card among those that left the shoe in the round."""
    by: Actor


class ReadDoubted(Struct, frozen=True, tag=True, kw_only=True):
    """A reading shoe has sent what cannot be; people see to it."""

    card: Card
    sequence: int
    code: str
    message: str
    clauses: tuple[Clause, ...]
    by: Actor


TableEvent = (
    TableOpened
    | PlateChanged
    | MethodChanged
    | NoticePosted
    | SeatTaken
    | SeatLeft
    | LastRoundAnnounced
    | TableClosed
    | RoundDisputed
    | CardRead
    | ReadDoubted
    | MoneyEvent
)
"""What may stand between the events of a round without being of it."""
TableRoundEvent = (
    RoundBegan | SeatsForfeited | ShoeReady | Acted | MovedAlone | WinsEntered | PastRoundAdjusted
)
FloorEvent = SheetTaken | AmountsSet | TableEvent | TableRoundEvent
