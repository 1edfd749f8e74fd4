"""Every command to a floor: one union of structs.

An :class:`~pitboss.commands.record.Order` adds who sends it, on which screen, and its id.
:data:`pitboss.floor.command_specs.SPECS` has the permission, the use of links and the words of each command;
:data:`pitboss.floor.acts.ACTS` those of the acts that commands carry.
"""

from datetime import date

from msgspec import Struct

from pitboss.access import commands as ac
from pitboss.access.events import Position
from pitboss.access.roles import Actor
from pitboss.card_sets import commands as sc
from pitboss.commands.record import CommandRecorded, command_decoder
from pitboss.floor import proposed as pa
from pitboss.floor.amounts import FloorAmounts
from pitboss.floor.players.events import PlayLimitName
from pitboss.floor.tables.events import Method, Read, TableSettings
from pitboss.floor.tables.money.events import MoneyCommand
from pitboss.jackpots import commands as lc
from pitboss.ledger.days import DayClosing
from pitboss.people import Approval
from pitboss.round import commands as cmd
from pitboss.settlement import Table


class _Tagged(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Base of all commands: stored with their tag, defaults left out."""


class TableCommand(_Tagged, frozen=True, kw_only=True):
    """A command to one table."""

    table: str


class OpenTable(TableSettings, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Open a table for the first time, or reopen it with another plate."""

    table: str
    plate: Table
    crewed: bool = False


class ReopenTable(TableCommand, frozen=True, kw_only=True):
    """Open a table again as it stood, dealt in another way if need be."""

    method: Method | None = None


class CloseTable(TableCommand, frozen=True, kw_only=True):
    """Close a table, or let the round under way be its last."""

    after_round: bool = False


class ChangeMethod(TableCommand, frozen=True, kw_only=True):
    """Choose how the next rounds of a table are dealt, and at how many boxes."""

    method: Method


class PostNotice(TableCommand, frozen=True, kw_only=True):
    """Show a notice to everybody at a table; an empty text takes it down."""

    text: str


class SitDown(TableCommand, frozen=True, kw_only=True):
    """A player takes a free seat."""

    box: int
    player: str


class SayReady(TableCommand, frozen=True, kw_only=True):
    """A player has made their bets and waits for the cards."""

    player: str


class StandUp(TableCommand, frozen=True, kw_only=True):
    """A player gives up their seat. With a hand in play they walk away from it, by the round's own rule."""

    box: int


class SignOn(TableCommand, frozen=True, kw_only=True):
    """A member of staff begins to deal at a table or to supervise it."""

    position: Position


class SignOff(TableCommand, frozen=True, kw_only=True):
    """A member of staff stops working at a table, or a supervisor signs them off."""

    name: str


class BeginRound(TableCommand, frozen=True, kw_only=True):
    """Open the betting of the next round."""


class ActInRound(TableCommand, frozen=True, kw_only=True, tag="Act"):
    """An act in the round of a table."""

    act: cmd.Command
    round: int | None = None
    """The number of the round it is meant for; None: the current one."""


class DealNext(TableCommand, frozen=True, kw_only=True):
    """Carry out the Dealer's next act, with the next cards of the table's shoe."""

    round: int | None = None
    """The number of the round it is meant for; None: the current one."""


class TimeOut(TableCommand, frozen=True, kw_only=True):
    """The player of a box has not decided in time."""

    box: int
    round: int | None = None
    """The number of the round it is meant for; None: the current one."""


class ReadCard(TableCommand, frozen=True, kw_only=True):
    """A reading shoe reports the card that left it; an impossible card is recorded as a doubt."""

    read: Read


class HandleCards(TableCommand, frozen=True, kw_only=True):
    """Act on the card sets of a table."""

    act: sc.CardSetCommand


class TakeMoney(TableCommand, frozen=True, kw_only=True):
    """Move table money: make a slip, or sell or cash chips."""

    act: MoneyCommand


class DisputeRound(TableCommand, frozen=True, kw_only=True):
    """Dispute a round: the card sets that it was dealt from must be retained."""

    round: int
    reason: str


class AdjustRound(TableCommand, frozen=True, kw_only=True):
    """Rule on a round that is over; later rounds stay untouched."""

    round: int
    act: cmd.AdjustSettlement


class ActAtLink(_Tagged, frozen=True, kw_only=True):
    """Act at a link: verify, pay, deny or file claims, report failure, restore; at set-up, open it."""

    link: str
    act: lc.JackpotCommand


class TakeSheet(_Tagged, frozen=True, kw_only=True):
    """Bring a text of a sheet into force. The event holds the text, the command its hash."""

    sheet: str
    hash: str


class EndGamingDay(_Tagged, frozen=True, kw_only=True):
    """End a gaming day: nothing is booked in it any more."""

    day: date


class CloseGamingDay(_Tagged, DayClosing, frozen=True, kw_only=True):
    """Close a gaming day that has ended and whose records agree."""


class SignOffGamingDay(_Tagged, frozen=True, kw_only=True):
    """Sign off the figures of a closed gaming day, by two people of two departments."""

    day: date
    second: Actor
    note: str = ""


class KeepAudit(_Tagged, frozen=True, kw_only=True):
    """Keep the result of an audit of the record in the record itself."""

    sound: bool
    complete: bool
    events: int
    report: str
    """The whole result as JSON."""


class AcceptGap(_Tagged, frozen=True, kw_only=True):
    """Continue with a journal that lacks something recorded before."""

    lacks: str
    """The part that the journal lacks, as a sentence."""
    end: int
    """The position of the newest event in the journal."""
    farthest: int
    """The farthest position that a checkpoint, a witness or an append names."""
    reason: str
    named: tuple[str, ...] = ()
    """The two people who approve, as the host names them, where there are no accounts yet."""
    seal: str = ""
    """The fingerprint of the key that seals decks from now on."""


class PlayerCommand(_Tagged, frozen=True, kw_only=True):
    """A command about a player's own limits."""

    player: str
    reason: str = ""
    """Why, where a manager acts for the player."""


class SetPlayLimit(PlayerCommand, frozen=True, kw_only=True):
    """Set a player's own limit, or take it away."""

    limit: PlayLimitName
    value: int | None
    """In cents, or in minutes for the time; None: no limit."""


class TakeBreak(PlayerCommand, frozen=True, kw_only=True):
    """Keep a player from seats, chips and bets for a number of days."""

    days: int


class SetRealityCheck(PlayerCommand, frozen=True, kw_only=True):
    """Choose after how many minutes of play a reality check comes."""

    minutes: int


class AnswerRealityCheck(PlayerCommand, frozen=True, kw_only=True):
    """Play on after a reality check."""


class SetAmounts(_Tagged, frozen=True, kw_only=True):
    """Set the amounts of the floor's file, on a floor that has recorded none."""

    amounts: FloorAmounts
    approval: Approval


class Propose(_Tagged, frozen=True, kw_only=True):
    """Propose an act that takes two people."""

    act: pa.ProposedFloorAct
    reason: str


class ProposeTogether(_Tagged, frozen=True, kw_only=True):
    """Propose, approve and carry out an act by two people at one screen, in one append."""

    act: pa.ProposedFloorAct
    reason: str
    second: Actor


InRound = BeginRound | ActInRound | DealNext | TimeOut | ReadCard
AtTable = (
    OpenTable
    | ReopenTable
    | CloseTable
    | ChangeMethod
    | PostNotice
    | SitDown
    | SayReady
    | StandUp
    | SignOn
    | SignOff
    | HandleCards
    | TakeMoney
    | DisputeRound
    | AdjustRound
    | InRound
)
GamingDayCommand = EndGamingDay | CloseGamingDay | SignOffGamingDay
OfPlayer = SetPlayLimit | TakeBreak | SetRealityCheck | AnswerRealityCheck
WholeFloorCommand = TakeSheet | GamingDayCommand | KeepAudit | AcceptGap | SetAmounts
FloorCommand = AtTable | ActAtLink | OfPlayer | WholeFloorCommand | Propose | ProposeTogether | ac.OfPeople


def command_of(recorded: CommandRecorded) -> FloorCommand:
    """The command in a stored record."""
    found: FloorCommand = command_decoder(FloorCommand).decode(recorded.command)
    return found
