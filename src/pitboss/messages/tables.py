"""Tables and their rounds as one reader may see them, and the commands that run a table."""

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.messages.acts import AnyAct
from pitboss.messages.session import Signature
from pitboss.messages.texts import ONE_LINE, BoxNumber, CommandId, DeviceName, RoundOnTable
from pitboss.messages.views import CrewNow
from pitboss.reason import Reason


class RankNow(Struct, frozen=True, kw_only=True):
    """The rank of a hand, as far as its reader sees the cards."""

    category: str
    first: str
    """The rank that matters most, such as that of a pair."""
    second: str | None
    """The rank that comes next, as in two pairs."""
    suit: str
    """The suit of a flush or straight flush, otherwise empty."""
    kicker: str | None = None
    """The highest rank outside the pair, two pairs, three or four of a kind."""
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
    """The basis of the choice, if there is one."""
    rank: RankNow | None = None
    """The rank, if the reader sees the whole hand."""


class LineNow(Struct, frozen=True, kw_only=True):
    """The settlement of one bet, and why."""

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


class _CitedText(Struct, frozen=True):
    """A text with the clauses that it rests on."""

    text: str
    clauses: tuple[str, ...]


class NoteNow(_CitedText, frozen=True):
    """A departure from the sheet's procedure; it does not change the settlement."""

    reason: Reason


class OpenPointNow(Struct, frozen=True, kw_only=True):
    """An open point of the sheet that affects a round: the reading taken, and the others."""

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
    """The rank of the Dealer's hand, once it is turned over."""
    dealer_qualifies: bool | None = None
    """It is a Qualifying Hand, if the game requires one."""


class SayingNow(Struct, frozen=True, kw_only=True):
    """An announcement of the software Dealer."""

    says: str
    seconds: float
    """Seconds until the software Dealer continues; 0 if it waits for a player."""
    whole: float = 0.0
    """Length of the whole turn in seconds; 0 if the Dealer waits for a player."""
    box: int | None
    clause: str | None
    method: str | None = None
    """The way of dealing, announced with "Place your Bets"."""


class SeatNow(Struct, frozen=True):
    """A seat that somebody has."""

    box: int
    player: str
    idle: int
    """Times in a row that the Bets were closed without a bet by this player on the box."""


class NoticeNow(_CitedText, frozen=True):
    """A notice to everybody at the table.

    Its clauses let the House continue after a jackpot failure; the House's own notice has none.
    """

    reason: Reason | None = None
    """The text as a reason; none for a notice that the House has written."""


class TableNow(Struct, frozen=True, kw_only=True):
    """A table with its plate, its sign and its round."""

    id: str
    version: int
    """Number of the table's events; a stream resumes after it."""
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
    """The sign of the link."""
    pending: tuple[str, ...]
    """Jackpot claims of the round that are not paid."""
    round: RoundNow | None
    dealer: SayingNow | None
    method: str
    """The way of dealing of this round or the next, announced before the first bet."""
    crew: CrewNow
    seats: tuple[SeatNow, ...]
    ready: tuple[str, ...] = ()
    """The players who wait for the cards while the Bets are open."""
    closing: bool
    """It closes after this round."""
    notices: tuple[NoticeNow, ...]
    prompts: tuple[NoticeNow, ...]
    """The Dealer's prompts to the players, with the clauses."""
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
    """The number of the round."""
    phase: str | None
    """betting, playing, void or settled; nothing before the first round."""
    dealer: SayingNow | None
    dealt_by: str | None
    """The Dealer who is signed on, where people deal."""
    notices: tuple[str, ...]
    notice_reasons: tuple[Reason | None, ...]
    """Each notice as a reason; none for one that the House has written."""


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


class BareCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """A command that needs no more than its id."""

    id: CommandId


class ChooseMethod(Struct, frozen=True, forbid_unknown_fields=True):
    """Change how a table is opened or dealt; omitted values stay as they are."""

    id: CommandId
    device: DeviceName | None = None
    method: Annotated[str, Meta(max_length=100, pattern=ONE_LINE)] | None = None
    """The title of one of the sheet's dealing procedures for the device."""
    boxes: BoxNumber | None = None


class MethodNow(Struct, frozen=True):
    """A dealing procedure that the House may choose."""

    device: DeviceName
    title: str
    clauses: tuple[str, ...]
