"""Every command to a floor: one union of structs, and one :class:`CommandSpec` for each.

An :class:`~pitboss.access.command_record.Order` adds who sends it, on which screen, and its id. :data:`SPECS`
has the permission, the use of links and the words of each command; :data:`pitboss.floor.acts.ACTS` those of
the acts that commands carry.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss.access import commands as ac
from pitboss.access.command_record import CommandRecorded, command_decoder
from pitboss.access.events import Position
from pitboss.access.roles import Actor, Permission
from pitboss.card_sets import commands as sc
from pitboss.floor import proposed as pa
from pitboss.floor.acts import ACTS, ROUND_ACTS, act_permission
from pitboss.floor.amounts import NAME, FloorAmounts
from pitboss.floor.log import audit_events, gap_events
from pitboss.floor.players import events as players
from pitboss.floor.players.events import PlayLimitName
from pitboss.floor.tables.events import Method, TableSettings
from pitboss.floor.tables.money.commands import MoneyCommand
from pitboss.floor.tables.reading_shoe import Read
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import commands as lc
from pitboss.ledger import days
from pitboss.ledger.days import DayTotals
from pitboss.people import Approval, known_as
from pitboss.round import commands as cmd
from pitboss.settlement import Table


class _Tagged(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Base of all commands: stored with their tag, defaults left out."""


class TableCommand(_Tagged, frozen=True, kw_only=True):
    """A command to one table."""

    table: str


class OpenTable(TableSettings, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Open a table for the first time, or anew with another plate."""

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


class CloseGamingDay(_Tagged, frozen=True, kw_only=True):
    """Close a gaming day that has ended and whose records agree."""

    totals: DayTotals
    reason: str = ""
    """Why the counted chips differ from the record, if they do."""


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
    """What the journal lacks, as a sentence."""
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
    """A command about what a player has set for themselves."""

    player: str
    reason: str = ""
    """Why, where a manager acts for the player."""


class SetPlayLimit(PlayerCommand, frozen=True, kw_only=True):
    """Set a player's own limit, or take it away."""

    limit: PlayLimitName
    value: int | None
    """In cents, or in minutes for the time; None: no limit."""


class TakeBreak(PlayerCommand, frozen=True, kw_only=True):
    """Keep a player from seats, chips and bets for so many days."""

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

LinkUse = Literal["none", "read", "write"]
"""How a command uses the link of its table."""


class CommandSpec(Struct, frozen=True, kw_only=True):
    """Permission, use of links and words of one kind of command."""

    words: str
    """Predicate for the sentence "somebody opens the betting"."""
    permission: Permission | None = None
    """The permission that staff need. None where the carried act has one, where only the software gives the
    command, or where people act on their own account."""
    by_content: Callable[[Any, str], Permission] | None = None
    """The permission, where it depends on the command's fields and its sender's name."""
    player: bool = False
    """Players may give this command for themselves, with the permission to play."""
    link: LinkUse = "none"
    queries: bool = True
    """Whether it may query the database. Other commands are decided from memory."""


def _as_position(command: SignOn, asker: str) -> Permission:
    return "run_table" if command.position == "dealer" else "supervise_table"


def _oneself_or_another(command: SignOff, asker: str) -> Permission:
    return "run_table" if known_as(command.name) == known_as(asker) else "supervise_table"


SPECS: Final[dict[type[Struct], CommandSpec]] = {
    OpenTable: CommandSpec(words="opens a table as the floor's file says", link="read"),
    ReopenTable: CommandSpec(words="opens a table again", permission="open_table"),
    CloseTable: CommandSpec(words="closes a table", permission="open_table", queries=False),
    ChangeMethod: CommandSpec(words="chooses how the next rounds are dealt", permission="open_table"),
    PostNotice: CommandSpec(words="posts a notice", permission="open_table"),
    SitDown: CommandSpec(words="takes a seat", permission="run_table", player=True),
    SayReady: CommandSpec(words="waits for the cards", permission="run_table", player=True, queries=False),
    StandUp: CommandSpec(
        words="gives up a seat", permission="run_table", player=True, link="write", queries=False
    ),
    SignOn: CommandSpec(words="signs on to a table", by_content=_as_position),
    SignOff: CommandSpec(words="signs off", by_content=_oneself_or_another),
    BeginRound: CommandSpec(words="opens the betting", permission="run_table", link="read"),
    ActInRound: CommandSpec(words="acts in the round", link="write", queries=False),
    DealNext: CommandSpec(words="deals on", permission="run_table", link="write", queries=False),
    TimeOut: CommandSpec(words="lets the time of a decision run out", link="write", queries=False),
    ReadCard: CommandSpec(words="reads a card from the shoe", permission="send_cards"),
    HandleCards: CommandSpec(words="handles a card set"),
    TakeMoney: CommandSpec(words="moves table money"),
    DisputeRound: CommandSpec(words="disputes a round", permission="report"),
    AdjustRound: CommandSpec(words="rules on an earlier round", link="write"),
    ActAtLink: CommandSpec(words="acts at a link", link="write"),
    TakeSheet: CommandSpec(words="brings a sheet into force"),
    EndGamingDay: CommandSpec(words="ends a gaming day", permission="close_day"),
    CloseGamingDay: CommandSpec(words="closes a gaming day", permission="close_day"),
    SignOffGamingDay: CommandSpec(words="signs off a gaming day", permission="sign_off_day"),
    KeepAudit: CommandSpec(words="keeps an audit of the record", permission="read_audit"),
    AcceptGap: CommandSpec(words="goes on with a journal that lacks something", permission="grant_role"),
    SetAmounts: CommandSpec(words="sets the amounts of the floor"),
    SetPlayLimit: CommandSpec(words="sets a player's own limit", permission="manage_people", player=True),
    TakeBreak: CommandSpec(words="takes a break from play", permission="manage_people", player=True),
    SetRealityCheck: CommandSpec(
        words="chooses how often a reality check comes", permission="manage_people", player=True
    ),
    AnswerRealityCheck: CommandSpec(words="answers a reality check", permission="manage_people", player=True),
    Propose: CommandSpec(words="proposes what takes two people"),
    ProposeTogether: CommandSpec(words="proposes and approves at one screen", link="write"),
    ac.ManageAccount: CommandSpec(words="manages an account"),
    ac.BeginAccount: CommandSpec(words="makes an account"),
    ac.ProposeAboutAccount: CommandSpec(words="proposes a change of an account"),
    ac.Approve: CommandSpec(words="approves a proposal", link="write"),
    ac.Reject: CommandSpec(words="rejects a proposal"),
    ac.Withdraw: CommandSpec(words="withdraws a proposal"),
    ac.ShowSecret: CommandSpec(words="shows a password or PIN"),
    ac.ChooseSecret: CommandSpec(words="chooses a password or PIN"),
    ac.EndSessions: CommandSpec(words="signs out"),
    ac.NoteTokenElsewhere: CommandSpec(words="shows a token at a wrong table"),
    ac.NoteRefusedAttempt: CommandSpec(words="was refused"),
}
"""One entry per command of the union."""

_SUBJECTS: Final[dict[type[Struct], Callable[[Any], str]]] = {
    OpenTable: lambda command: f"table/{command.table}",
    ActAtLink: lambda command: f"link/{command.link}",
    TakeSheet: lambda command: f"sheet/{command.sheet}",
    EndGamingDay: lambda command: f"{days.KIND}/{days.NAME}",
    CloseGamingDay: lambda command: f"{days.KIND}/{days.NAME}",
    SignOffGamingDay: lambda command: f"{days.KIND}/{days.NAME}",
    KeepAudit: lambda command: f"{audit_events.KIND}/{audit_events.NAME}",
    AcceptGap: lambda command: f"{gap_events.KIND}/{gap_events.NAME}",
    SetAmounts: lambda command: f"floor/{NAME}",
    Propose: lambda command: f"proposal/{pa.subject_of(command.act)}",
    ProposeTogether: lambda command: f"proposal/{pa.subject_of(command.act)}",
    ac.ProposeAboutAccount: lambda command: f"proposal/account/{command.account}",
    ac.Approve: lambda command: f"proposal/{command.subject}",
    ac.Reject: lambda command: f"proposal/{command.subject}",
    ac.Withdraw: lambda command: f"proposal/{command.subject}",
}


def subject_of(command: Struct) -> str:
    """The stream that a command is about."""
    if isinstance(command, TableCommand):
        return f"table/{command.table}"
    if isinstance(command, PlayerCommand):
        return f"{players.KIND}/{known_as(command.player)}"
    found = _SUBJECTS.get(type(command))
    return found(command) if found else f"account/{command.account}"  # type: ignore[attr-defined]


def permission_of(command: Struct, asker: str, *, player: bool = False) -> Permission:
    """The permission that a command needs from its sender, as a player or as staff."""
    act: Any = getattr(command, "act", None)
    if type(act) in ACTS:
        return act_permission(act, player=player)
    spec = SPECS[type(command)]
    if player and spec.player:
        return "play"
    permission = spec.by_content(command, asker) if spec.by_content else spec.permission
    if permission is None:
        raise InvariantBroken(f"{type(command).__name__} is given by the software, and by no request")
    return permission


def link_need(command: Struct) -> LinkUse:
    """Whether a command reads or writes the link of its table."""
    if isinstance(command, ActInRound):
        return ROUND_ACTS[type(command.act)].link_need(command.act)
    return SPECS[type(command)].link


def asks_database(command: Struct) -> bool:
    """Whether deciding a command may query the database, for amounts, other streams or the sheet in force."""
    if isinstance(command, ActInRound) and ROUND_ACTS[type(command.act)].moves_money:
        return True
    return SPECS[type(command)].queries


def command_of(recorded: CommandRecorded) -> FloorCommand:
    """The command in a stored record."""
    found: FloorCommand = command_decoder(FloorCommand).decode(recorded.command)
    return found
