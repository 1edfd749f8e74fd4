"""The keys of a floor's file. ``docs/reference/configuration.md`` is written from their docstrings."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.floor.dealer.turns import Pace
from pitboss.floor.tables.acts_in_round import MOST_ACTS
from pitboss.floor.tables.events import CardSource
from pitboss.floor.tables.seats import SEATS_WITHOUT_BET
from pitboss.ledger.days import Shift
from pitboss.money import Dollars
from pitboss.people import PitRole
from pitboss.sheets.model import Device

WhenLate = Literal["play_on", "hold_rounds"]
Slug = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$(?!\n)", examples=["3CP-1"])]
"""An id that may be part of a stream, a path and a page."""


class FloorPart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Settings of the whole floor."""

    name: str
    """The name of the floor on its pages."""
    demo: bool = False
    """A demonstration: every page says so, and the first start makes a log-in for each role."""
    journal: str
    """The journal: a file, or ``postgresql://user@host/database`` for several servers."""
    signing_key: str
    """The file of the key that signs checkpoints; made on the first start. A floor's servers share it."""
    seal_key: str
    """The file of the key that seals undealt decks; made on the first start. A floor's servers share it."""
    origin: str | None = None
    """The name of the record as a transparency log; the default follows from the signing key."""
    checkpoint_minutes: Annotated[float, Meta(gt=0)] = 10
    """Minutes between signed checkpoints, if there are new events."""
    checkpoint_appends: Annotated[int, Meta(ge=1)] = 1000
    """Appends between signed checkpoints; checkpoints themselves are not counted."""
    witness: str | None = None
    """The file to which every signed checkpoint is added."""
    shifts: tuple[Shift, ...]
    """The shifts in order; the gaming day begins with the first."""
    play_money: Dollars = 0
    """The most that players may buy in for by themselves at an automatic table; on a demo floor only."""
    acts_in_round: Annotated[int, Meta(ge=1)] = MOST_ACTS
    """Acts of one player in a round, after which the table takes no more bets, seats or chips of theirs."""
    seats_without_bet: Annotated[int, Meta(ge=1)] = SEATS_WITHOUT_BET
    """Seats that a player may take themselves and hold without a bet, over all tables."""


class ServerPart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The network settings of the floor's servers; each server reads them at start-up."""

    proxies: tuple[str, ...] = ()
    """Reverse proxies, as addresses or networks; only what these say in ``X-Forwarded-For`` is believed."""
    hosts: tuple[str, ...] = ()
    """Names that browsers ask for, besides loopback and the bound address; any other name is refused."""


class WitnessPart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A witness of the record; repeat the section for each witness."""

    url: str
    """The address of the witness."""
    vkey: str
    """The verifier key that the witness prints."""


class WitnessPolicyPart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The number of cosignatures required, and what happens without them."""

    needed: Annotated[int, Meta(ge=1)] = 1
    """Cosignatures required."""
    alarm_minutes: Annotated[float, Meta(gt=0)] | None = None
    """Minutes with too few cosignatures after which an alarm is raised.

    By default 30, or three times ``checkpoint_minutes`` if that is longer.
    """
    when_late: WhenLate = "play_on"
    """With ``hold_rounds``, no round begins before enough witnesses have cosigned again."""


class Somebody(Struct, frozen=True, forbid_unknown_fields=True):
    """A person on duty."""

    name: Annotated[str, Meta(min_length=1)]
    """Their name."""
    role: PitRole
    """Their role."""


class ApprovalPart(Struct, frozen=True, forbid_unknown_fields=True):
    """The two people who answer for the links on the first start."""

    first: Somebody
    """One of them."""
    second: Somebody
    """The other."""
    reason: Annotated[str, Meta(min_length=1)]
    """Why, for the record."""


class LinkPart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One jackpot link; a floor without jackpots has none."""

    id: Slug
    """The name of the link, in addresses and in the record."""
    prescribed_bet: Dollars
    """The jackpot bet, or its unit if the sheet has several sizes."""
    reset: Dollars
    """The value at which the display starts, and restarts after it is paid in full."""
    contribution_rate: str
    """The share of each jackpot bet that the display gains, as ``20%``, ``1/5`` or ``0.2``."""
    reserve_rate: str
    """The share that goes to the hidden reserve, which pays for the next start."""
    cap: Dollars
    """The maximum of the display."""
    overflow_to: str
    """Destination of contributions above the cap: ``next_seed``, ``revenue``, or the id of another link."""
    alarm_above: Dollars
    """Contributions of one round above this raise an alarm."""


class TablePart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One table."""

    id: Slug
    """The name of the table, in addresses and in the record."""
    sheet: str
    """The sheet it plays, by id or short name."""
    link: str | None = None
    """The link of its jackpot."""
    dealer: Literal["automatic", "manual"]
    """``automatic``: the software deals. ``manual``: a Dealer who signs on to the table deals."""
    cards: CardSource
    """``shoe``: the software's shuffle, committed before the first bet. ``outside``: typed in or read."""
    device: Device = "shuffler"
    """The dealing device, which decides the sheet's dealing procedure."""
    boxes: Annotated[int, Meta(ge=1, le=7)] = 7
    """The number of boxes on the layout."""
    limits: dict[str, tuple[Dollars, Dollars]]
    """Minimum and maximum of each bet."""
    denominations: tuple[Dollars, ...] = (5, 25, 100, 500, 1000)
    """The chips in use."""
    card_sets: bool | None = None
    """A round needs a counted set in use. By default only where real cards are dealt for real money."""
    away_seconds: Annotated[int, Meta(gt=0)] = 60
    """Seconds of downtime after which the round is interrupted by the clause of its sheet."""
    idle_rounds: Annotated[int, Meta(ge=0)] = 3
    """Rounds without a bet after which a player loses their seat; 0: never."""
    pace: Pace | None = None
    """Its own waits, with the keys of ``[pace]``."""
    counts_tray: bool | None = None
    """A round needs an opener counted by two people. By default only where people deal."""


Own = tuple[Dollars, Dollars]
"""The most by one act, and in a gaming day at a table."""


class ActPart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Amounts that each role moves alone: by one act, and in a gaming day at a table. Each has a default."""

    dealer: Own | None = None
    """The Dealer."""
    pit_supervisor: Own | None = None
    """A pit supervisor."""
    pit_manager: Own | None = None
    """A pit manager."""
    shift_manager: Own | None = None
    """A shift manager."""
    accounting: Own | None = None
    """Accounting."""
    most: Dollars | None = None
    """The absolute maximum."""


class DisplaysPart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Amounts for displays, by role. Displays always need two people and have no daily limit."""

    pit_manager: Dollars | None = None
    """A pit manager."""
    shift_manager: Dollars | None = None
    """The maximum with one shift manager; above it, both people are shift managers."""
    most: Dollars | None = None
    """The absolute maximum."""


class AmountsPart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Amounts that one person moves alone, by kind of act."""

    adjust: ActPart = ActPart()
    """Rulings on finished rounds, and on one bet of the round in play."""
    chips: ActPart = ActPart()
    """Chips sold to players and cashed."""
    slips: ActPart = ActPart()
    """Opener, fill, credit, drop and closer."""
    bets: ActPart = ActPart()
    """Corrections of bets; after cards were seen, a raise counts with what it may win."""
    voids: ActPart = ActPart()
    """Bets that interruptions, reports and rulings give back after cards were seen; two people any sum."""
    displays: DisplaysPart = DisplaysPart()
    """Displays put right, and money of links moved."""


class FloorFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file."""

    floor: FloorPart
    approval: ApprovalPart
    links: tuple[LinkPart, ...] = ()
    tables: tuple[TablePart, ...]
    pace: Pace = Pace()
    amounts: AmountsPart = AmountsPart()
    server: ServerPart = ServerPart()
    witnesses: tuple[WitnessPart, ...] = ()
    witness_policy: WitnessPolicyPart | None = None
