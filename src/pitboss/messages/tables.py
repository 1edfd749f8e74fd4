"""Tables and their rounds as one reader may see them, and the commands that run a table."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.messages.acts import AnyAct, BoxNumber
from pitboss.messages.session import Signature
from pitboss.messages.texts import ONE_LINE, AccountName, CommandId, DeviceName, PlayerName
from pitboss.reason import Reason


class RankNow(Struct, frozen=True, kw_only=True):
    """What a hand is, as far as its reader sees it."""

    category: str
    first: str
    """The rank that matters most, as in a pair of it."""
    second: str | None
    """The rank that comes next, as in two pairs."""
    suit: str
    """Of a flush or straight flush, otherwise empty."""
    kicker: str | None = None
    """The highest rank beside those that make a pair, two pairs, or three or four of a kind."""
    cards: tuple[str, ...] = ()
    """The cards that make the hand, where more were there to choose from."""


class LimitsNow(Struct, frozen=True):
    """The least and the most of a bet, in dollars."""

    least: str
    most: str


class WagerNow(Struct, frozen=True):
    """Chips on a bet area."""

    bet: str
    player: str
    amount: str


class ChoiceNow(Struct, frozen=True):
    """A choice that a clause gives to the player of a box."""

    continue_clauses: tuple[str, ...]
    withdraw_clauses: tuple[str, ...]
    alike: bool
    """The player chooses the same on all their boxes."""


class BoxNow(Struct, frozen=True, kw_only=True):
    """One box."""

    number: int
    player: str | None
    wagers: tuple[WagerNow, ...]
    cards: tuple[str, ...]
    """A card that the reader may not see is a question mark."""
    examined: bool
    decided: tuple[str, ...]
    folded: bool
    out: tuple[str, ...]
    """The clauses that took the hand out of the round."""
    left: tuple[str, ...] = ()
    """The clauses by which the player has walked away from the hand, or the time of a decision ran out."""
    taken_back: tuple[str, ...] = ()
    """Bets that the player's decisions took back, which are returned at the settlement."""
    to_decide: bool
    to_choose: bool
    choice: ChoiceNow | None = None
    """What the choice rests on, where there is one."""
    rank: RankNow | None = None
    """Of the hand, where its reader sees all of it."""


class LineNow(Struct, frozen=True, kw_only=True):
    """What one bet got, and why."""

    box: int
    player: str
    bet: str
    stake: str
    result: str
    net: str
    clauses: tuple[str, ...]
    why: str
    reason: Reason
    """Why, as a code with params, to be said in another language."""


class SettlementNow(Struct, frozen=True):
    """A settled or void round."""

    outcome: str
    lines: tuple[LineNow, ...]
    players: dict[str, str]


class NoteNow(Struct, frozen=True):
    """What was done otherwise than the sheet orders; it changes no settlement."""

    text: str
    clauses: tuple[str, ...]
    reason: Reason


class OpenPointNow(Struct, frozen=True, kw_only=True):
    """An open point of the sheet that bears on a round: as it is read, and how else it could be."""

    question: str
    taken: str
    others: tuple[str, ...]
    clauses: tuple[str, ...]


class RoundNow(Struct, frozen=True, kw_only=True):
    """A round as its reader sees it."""

    number: int
    phase: str
    """betting, playing, void or settled."""
    boxes: tuple[BoxNow, ...]
    dealer: tuple[str, ...]
    community: tuple[str, ...]
    burnt: int
    discarded: int
    void: tuple[str, ...]
    settlement: SettlementNow | None
    notes: tuple[NoteNow, ...]
    shoe: str | None
    commitment: str | None
    """The root that was published before the first bet, in hexadecimal."""
    dealer_rank: RankNow | None = None
    """Of the Dealer's hand, once it is turned over."""
    dealer_qualifies: bool | None = None
    """Whether it is a Qualifying Hand, where the game asks for one."""


class SayingNow(Struct, frozen=True, kw_only=True):
    """What the Dealer of an automatic table announces."""

    says: str
    seconds: float
    """Until the software Dealer goes on; 0 where it waits for somebody."""
    whole: float = 0.0
    """How long the turn lasts in all, in seconds; 0 where the Dealer waits for somebody."""
    box: int | None
    clause: str | None
    method: str | None = None
    """How the round will be dealt, said with "Place your Bets"."""


class CrewNow(Struct, frozen=True):
    """Who is signed on to a table."""

    dealer: str | None
    supervisors: tuple[str, ...]


class SeatNow(Struct, frozen=True):
    """A seat that somebody has."""

    box: int
    player: str
    idle: int
    """How many times in a row the Bets were closed without one of the player's on it."""


class NoticeNow(Struct, frozen=True):
    """What the table tells everybody."""

    text: str
    clauses: tuple[str, ...]
    """Those by which the House goes on after a jackpot failure; none for a notice of its own."""
    reason: Reason | None = None
    """The text as a reason; none for a notice that the House has written."""


class TableNow(Struct, frozen=True, kw_only=True):
    """A table with its plate, its sign and its round."""

    id: str
    version: int
    """Counts the events of the table; a stream goes on after it."""
    sheet: str
    short: str
    title: str
    sheet_version: str
    operator: str
    open: bool
    automatic: bool
    cards: str
    device: str
    boxes: int
    limits: dict[str, LimitsNow]
    jackpot_bet: str | None
    denominations: tuple[str, ...]
    link: str | None
    displayed: str | None
    """What the sign of the link shows now."""
    pending: tuple[str, ...]
    """Jackpot claims of the round that are not paid."""
    round: RoundNow | None
    dealer: SayingNow | None
    method: str
    """How the round is dealt, or the next one: announced before the first bet."""
    crew: CrewNow
    seats: tuple[SeatNow, ...]
    ready: tuple[str, ...] = ()
    """The players who wait for the cards while the Bets are open."""
    closing: bool
    """It closes after this round."""
    notices: tuple[NoticeNow, ...]
    prompts: tuple[NoticeNow, ...]
    """What the Dealer tells the players of the round, with the clauses."""
    chips: str | None = None
    """The reader's own at the table, besides what lies on the layout; none for who does not play."""
    buy_in_most: str | None = None
    """Up to this players buy chips for themselves; none where staff sell them."""


class TableBrief(Struct, frozen=True, kw_only=True):
    """A table as somebody sees it who walks by."""

    id: str
    sheet: str
    title: str
    sheet_version: str
    operator: str
    open: bool
    automatic: bool
    device: str
    boxes: int
    taken: tuple[int, ...]
    """The boxes that somebody sits at or has bet on."""
    limits: dict[str, LimitsNow]
    jackpot_bet: str | None
    link: str | None
    number: int
    """Of the round."""
    phase: str | None
    """betting, playing, void or settled; nothing before the first round."""
    dealer: SayingNow | None
    dealt_by: str | None
    """The Dealer who is signed on, where people deal."""
    notices: tuple[str, ...]
    notice_reasons: tuple[Reason | None, ...]
    """Each notice as a reason; none for one that the House has written."""


CrewPosition = Literal["dealer", "pit_supervisor"]
RoundOnTable = Annotated[int, Meta(ge=0, le=2**53)]


class RoundCommand(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An act for the round of a table."""

    id: CommandId
    act: AnyAct
    confirm: Signature | None = None
    """The person who answers for the act, where they do so on the screen of its sender."""
    round: RoundOnTable | None = None
    """The round that it is for; without it, whichever is on."""
    second: Signature | None = None
    """A second person, who signs with a password where the act moves more than one person moves alone."""


class DealNext(Struct, frozen=True, forbid_unknown_fields=True):
    """The Dealer's next act."""

    id: CommandId
    round: RoundOnTable | None = None
    """The round that it is for; without it, whichever is on."""


class BareCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """A command that needs no more than its id."""

    id: CommandId


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat at a box."""

    id: CommandId
    box: BoxNumber
    player: PlayerName | None = None
    """Whose seat; left out, one's own. Staff may seat a player."""


class StandUp(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that is given up."""

    id: CommandId
    box: BoxNumber


class SignOn(Struct, frozen=True, forbid_unknown_fields=True):
    """As what somebody signs on."""

    id: CommandId
    position: CrewPosition


class SignOff(Struct, frozen=True, forbid_unknown_fields=True):
    """Who signs off."""

    id: CommandId
    name: AccountName | None = None
    """Left out, oneself; a supervisor may sign others off."""


class ChooseMethod(Struct, frozen=True, forbid_unknown_fields=True):
    """A table is opened or dealt in another way: what is left out stays as it is."""

    id: CommandId
    device: DeviceName | None = None
    method: Annotated[str, Meta(max_length=100, pattern=ONE_LINE)] | None = None
    """The title of one of the sheet's dealing procedures for the device."""
    boxes: BoxNumber | None = None


class CloseTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table is closed."""

    id: CommandId
    after_round: bool = False
    """With bets on it, when the round is settled; otherwise that is refused."""


class PostNotice(Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody at a table is told; nothing takes it down."""

    id: CommandId
    text: Annotated[str, Meta(max_length=400, pattern=ONE_LINE)]


class MethodNow(Struct, frozen=True):
    """A dealing procedure that the House may choose."""

    device: DeviceName
    title: str
    clauses: tuple[str, ...]
