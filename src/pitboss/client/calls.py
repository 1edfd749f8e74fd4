"""Every call of the API as a value: how it is sent, and what its answer is read as."""

import uuid
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode

import msgspec
from msgspec import Struct

from pitboss.access.events import Kind, Position
from pitboss.api.accounts import (
    AccountCommand,
    AccountDone,
    AccountNow,
    AnyAccountAct,
    MakeAccount,
    PersonNow,
    SessionSeen,
)
from pitboss.api.acts import Adjust, AnyAct
from pitboss.api.context import Recorded
from pitboss.api.money_views import MoneyNow
from pitboss.api.proposal_acts import AnyTwoPeopleAct
from pitboss.api.proposal_views import ProposalNow
from pitboss.api.replay import RoundThen
from pitboss.api.routes.about import FloorNow
from pitboss.api.routes.cards import (
    AnySetAct,
    CardsNow,
    Dispute,
    ReadCommand,
    ReadingNow,
    SetCommand,
    SetHistory,
)
from pitboss.api.routes.felts import FeltNow
from pitboss.api.routes.lab import MovableNow
from pitboss.api.routes.legal import IrregularityNow, LegalNow
from pitboss.api.routes.links import AnyLinkAct, LinkCommand, LinkNow
from pitboss.api.routes.log import WitnessedLog
from pitboss.api.routes.money import Chips, Slip
from pitboss.api.routes.ops import Health, Ready
from pitboss.api.routes.preview import Preview, PreviewNow
from pitboss.api.routes.proposals import Approve, Decline, ProposalDone, Propose
from pitboss.api.routes.ratings import RatingNow
from pitboss.api.routes.reports import CheckpointNow, CloseDay, DaysHeld, HitNow, LiabilityNow
from pitboss.api.routes.rounds import RoundsFound
from pitboss.api.routes.seating import Closing, MethodNow, Notice, Opening, SignOff, SignOn, SitDown, StandUp
from pitboss.api.routes.session import ChangeSecret, Enrolment, Register, SessionNow, SignIn
from pitboss.api.routes.sheets import ClauseNow, DifferenceNow, ProofNow, SheetNow
from pitboss.api.routes.tables import Bare, Command, Dealing
from pitboss.api.routes.train import CheckedNow, ClauseToTrain, Said, SituationNow
from pitboss.api.second_person import Signature
from pitboss.api.views import SignNow, TableNow
from pitboss.server.jobs import JobNow
from pitboss.sheets.model import Device

Answer = TypeVar("Answer")


class Call(Struct, Generic[Answer], frozen=True):
    """One request and the type of its answer."""

    method: str
    path: str
    answer: Any
    body: Any = None

    @property
    def repeatable(self) -> bool:
        """Whether it may be sent once more when its answer was lost: it only asks, or carries an id."""
        return self.method == "GET" or getattr(self.body, "id", None) is not None

    def content(self) -> bytes | None:
        """The body as it is sent."""
        return msgspec.json.encode(self.body) if self.body is not None else None

    def read(self, content: bytes) -> Answer:
        """The answer."""
        if self.answer is str:
            found: Any = content.decode()
        else:
            found = msgspec.json.decode(content or b"null", type=self.answer)
        answer: Answer = found
        return answer


def new_id() -> str:
    """An id for a command; whoever may have to send it again keeps it."""
    return uuid.uuid4().hex


def register(name: str, password: str) -> Call[SessionNow]:
    """Make a player's account and sign in."""
    return Call("POST", "/api/players", SessionNow, Register(name, password, token=True))


def sign_in(name: str, password: str) -> Call[SessionNow]:
    """Sign in; the answer's token is for the client of whoever it is."""
    return Call("POST", "/api/session", SessionNow, SignIn(name, password, token=True))


def sign_in_by_pin(name: str, pin: str) -> Call[SessionNow]:
    """Sign in at a table."""
    return Call("POST", "/api/session", SessionNow, SignIn(name, pin=pin, token=True))


def who_am_i() -> Call[SessionNow]:
    """Whoever is signed in."""
    return Call("GET", "/api/session", SessionNow)


def sign_out() -> Call[None]:
    """End the session."""
    return Call("DELETE", "/api/session", None)


def sign_out_everywhere() -> Call[None]:
    """End every session of one's own."""
    return Call("DELETE", "/api/session/everywhere", None)


def open_sessions() -> Call[list[SessionSeen]]:
    """Where one is signed in."""
    return Call("GET", "/api/session/open", list[SessionSeen])


def change_secret(proof: str, password: str | None = None, pin: str | None = None) -> Call[None]:
    """Choose another password or PIN by proof of the password one has."""
    return Call("POST", "/api/session/secret", None, ChangeSecret(proof, password, pin))


def enrol(
    name: str, codes: tuple[str, ...], password: str | None = None, pin: str | None = None
) -> Call[None]:
    """Choose a password or PIN with the codes of those who answer for it."""
    return Call("POST", "/api/enrolment", None, Enrolment(name, password, pin, codes=codes))


def people(kind: Kind | None = None, after: str = "") -> Call[list[AccountNow]]:
    """Accounts by name, after one of them."""
    query = {"kind": kind, "after": after}
    asked = urlencode({name: value for name, value in query.items() if value})
    return Call("GET", f"/api/people?{asked}", list[AccountNow])


def person(name: str, after: int = 0) -> Call[PersonNow]:
    """An account with what happened to it."""
    return Call("GET", f"/api/people/{quote(name, '')}?after={after}", PersonNow)


def make_account(name: str, kind: Kind, reason: str, command_id: str | None = None) -> Call[AccountDone]:
    """An account for somebody new."""
    body = MakeAccount(command_id or new_id(), name, kind, reason)
    return Call("POST", "/api/people", AccountDone, body)


def act_on_account(
    name: str, what: AnyAccountAct, reason: str, command_id: str | None = None
) -> Call[AccountDone]:
    """What one person may do to an account."""
    body = AccountCommand(command_id or new_id(), what, reason)
    return Call("POST", f"/api/people/{quote(name, '')}/acts", AccountDone, body)


def log() -> Call[WitnessedLog]:
    """The newest checkpoint of the record, and what its witnesses have cosigned."""
    return Call("GET", "/api/log", WitnessedLog)


def floor() -> Call[FloorNow]:
    """What floor this is."""
    return Call("GET", "/api/floor", FloorNow)


def health() -> Call[Health]:
    """Is the server alive?"""
    return Call("GET", "/health", Health)


def ready() -> Call[Ready]:
    """Is it ready?"""
    return Call("GET", "/ready", Ready)


def tables() -> Call[list[TableNow]]:
    """Every table."""
    return Call("GET", "/api/tables", list[TableNow])


def table(name: str) -> Call[TableNow]:
    """One table."""
    return Call("GET", f"/api/tables/{quote(name, '')}", TableNow)


def legal(name: str) -> Call[LegalNow]:
    """What one may do at a table, and why not the rest."""
    return Call("GET", f"/api/tables/{quote(name, '')}/legal", LegalNow)


def irregularities(name: str) -> Call[list[IrregularityNow]]:
    """What may have gone wrong at a table, and what must be said of it."""
    return Call("GET", f"/api/tables/{quote(name, '')}/irregularities", list[IrregularityNow])


def act(
    name: str,
    what: AnyAct,
    command_id: str | None = None,
    *,
    confirm: Signature | None = None,
    number: int | None = None,
    second: Signature | None = None,
) -> Call[Recorded]:
    """Act in the round of a table; ``confirm`` is whoever answers for it on this screen.

    With the number of a round the act is refused if another is on when it arrives. ``second`` signs too for
    an amount above what whoever answers moves alone.
    """
    body = Command(id=command_id or new_id(), act=what, confirm=confirm, round=number, second=second)
    return Call("POST", f"/api/tables/{quote(name, '')}/acts", Recorded, body)


def preview(name: str, what: AnyAct) -> Call[PreviewNow]:
    """What an act would do; nothing is recorded."""
    return Call("POST", f"/api/tables/{quote(name, '')}/preview", PreviewNow, Preview(what))


def adjust(
    name: str,
    number: int,
    what: Adjust,
    command_id: str | None = None,
    *,
    confirm: Signature | None = None,
    second: Signature | None = None,
) -> Call[Recorded]:
    """A ruling on an earlier round; ``second`` signs too for an amount above what one person moves alone."""
    body = Command(id=command_id or new_id(), act=what, confirm=confirm, round=None, second=second)
    return Call("POST", f"/api/tables/{quote(name, '')}/rounds/{number}/adjust", Recorded, body)


def sit_down(name: str, box: int, player: str | None = None, command_id: str | None = None) -> Call[Recorded]:
    """Take a free seat, or give a player one."""
    return _at(name, "seats", SitDown(command_id or new_id(), box, player))


def stand_up(name: str, box: int, command_id: str | None = None) -> Call[Recorded]:
    """Give up a seat; with a hand in play that is walking away."""
    return _at(name, "seats/leave", StandUp(command_id or new_id(), box))


def sign_on(name: str, position: Position, command_id: str | None = None) -> Call[Recorded]:
    """Deal at a table from now on, or watch it."""
    return _at(name, "crew", SignOn(command_id or new_id(), position))


def sign_off(name: str, who: str | None = None, command_id: str | None = None) -> Call[Recorded]:
    """Leave a table one works at, or have somebody leave it."""
    return _at(name, "crew/off", SignOff(command_id or new_id(), who))


def open_table(
    name: str,
    device: Device | None = None,
    method: str | None = None,
    boxes: int | None = None,
    command_id: str | None = None,
) -> Call[Recorded]:
    """Open a table again as it stood."""
    return _at(name, "open", Opening(command_id or new_id(), device, method, boxes))


def close_table(name: str, *, after_round: bool = False, command_id: str | None = None) -> Call[Recorded]:
    """Close a table, or let the round under way be its last."""
    return _at(name, "close", Closing(command_id or new_id(), after_round))


def methods(name: str) -> Call[list[MethodNow]]:
    """How a table may be dealt."""
    return Call("GET", f"/api/tables/{quote(name, '')}/methods", list[MethodNow])


def change_method(
    name: str,
    device: Device | None = None,
    method: str | None = None,
    boxes: int | None = None,
    command_id: str | None = None,
) -> Call[Recorded]:
    """How the next rounds of a table are dealt, and at how many boxes."""
    return _at(name, "method", Opening(command_id or new_id(), device, method, boxes))


def post_notice(name: str, text: str, command_id: str | None = None) -> Call[Recorded]:
    """Tell everybody at a table something; an empty text takes the notice down."""
    return _at(name, "notice", Notice(command_id or new_id(), text))


def _at(table: str, path: str, body: Any) -> Call[Recorded]:
    return Call("POST", f"/api/tables/{quote(table, '')}/{path}", Recorded, body)


def begin(name: str, command_id: str | None = None) -> Call[Recorded]:
    """Open the betting of the next round."""
    return Call("POST", f"/api/tables/{quote(name, '')}/rounds", Recorded, Bare(command_id or new_id()))


def deal(name: str, command_id: str | None = None, *, number: int | None = None) -> Call[Recorded]:
    """The Dealer's next act from the table's own shoe, in this round alone if one is named."""
    body = Dealing(command_id or new_id(), number)
    return Call("POST", f"/api/tables/{quote(name, '')}/deal", Recorded, body)


def openings(name: str, number: int) -> Call[msgspec.Raw]:
    """What proves the cards of a round: the bytes are a file for ``pitboss check-shuffle``."""
    return Call("GET", f"/api/rounds/{quote(name, '')}/{number}/openings", msgspec.Raw)


def card_sets(name: str) -> Call[CardsNow]:
    """The card sets of a table."""
    return Call("GET", f"/api/tables/{quote(name, '')}/cards", CardsNow)


def card_set(name: str, set_: str) -> Call[SetHistory]:
    """The history of a card set."""
    return Call("GET", f"/api/tables/{quote(name, '')}/cards/{quote(set_, '')}", SetHistory)


def act_on_set(
    name: str, what: AnySetAct, confirm: Signature | None = None, command_id: str | None = None
) -> Call[Recorded]:
    """Act on a card set; a second person confirms what takes two."""
    body = SetCommand(command_id or new_id(), what, confirm)
    return Call("POST", f"/api/tables/{quote(name, '')}/cards", Recorded, body)


def dispute(name: str, number: int, reason: str, command_id: str | None = None) -> Call[Recorded]:
    """Record that a round of a table is disputed."""
    body = Dispute(command_id or new_id(), number, reason)
    return Call("POST", f"/api/tables/{quote(name, '')}/disputes", Recorded, body)


def reading(name: str) -> Call[ReadingNow]:
    """What a reading shoe sends next."""
    return Call("GET", f"/api/tables/{quote(name, '')}/read", ReadingNow)


def read_card(
    name: str, number: int, sequence: int, card: str, command_id: str | None = None
) -> Call[Recorded]:
    """A card has left the reading shoe: so many in this round, it included."""
    body = ReadCommand(command_id or new_id(), number, sequence, card)
    return Call("POST", f"/api/tables/{quote(name, '')}/read", Recorded, body)


def rounds(**wanted: str | int | bool) -> Call[RoundsFound]:
    """Rounds of the record, newest first, by ``table``, ``day``, ``since``, ``until``, ``player``, ``card``,
    ``payout``, ``irregularity``, ``void``, ``jackpot``; ``cursor`` of a page leads to the next."""
    asked = {name: str(value).lower() if isinstance(value, bool) else value for name, value in wanted.items()}
    return Call("GET", f"/api/rounds?{urlencode(asked)}", RoundsFound)


def round_then(table: str, number: int) -> Call[RoundThen]:
    """A round of the record, moment by moment."""
    return Call("GET", f"/api/rounds/{quote(table, '')}/{number}", RoundThen)


def round_file(table: str, number: int) -> Call[str]:
    """A round that is over as a round file."""
    return Call("GET", f"/api/rounds/{quote(table, '')}/{number}/file", str)


def round_page(table: str, number: int) -> Call[str]:
    """The signed page of a round that is over."""
    return Call("GET", f"/api/rounds/{quote(table, '')}/{number}/page", str)


def money(name: str) -> Call[MoneyNow]:
    """The money of a table."""
    return Call("GET", f"/api/tables/{quote(name, '')}/money", MoneyNow)


def slip(name: str, what: Slip) -> Call[Recorded]:
    """Opener, fill, credit, drop or closer, signed by two people."""
    return Call("POST", f"/api/tables/{quote(name, '')}/money", Recorded, what)


def buy_in(
    name: str,
    amount: str,
    player: str | None = None,
    command_id: str | None = None,
    second: Signature | None = None,
) -> Call[Recorded]:
    """Chips for oneself or, by staff, for a player; above what they move alone a second one signs."""
    body = Chips(id=command_id or new_id(), act="buy_in", amount=amount, player=player, second=second)
    return Call("POST", f"/api/tables/{quote(name, '')}/chips", Recorded, body)


def cash_out(
    name: str,
    amount: str,
    player: str | None = None,
    command_id: str | None = None,
    second: Signature | None = None,
) -> Call[Recorded]:
    """Take chips away from a table; above what staff move alone a second one signs."""
    body = Chips(id=command_id or new_id(), act="cash_out", amount=amount, player=player, second=second)
    return Call("POST", f"/api/tables/{quote(name, '')}/chips", Recorded, body)


def audit() -> Call[JobNow]:
    """Begin an audit of the journal; :func:`job` tells how far it is."""
    return Call("POST", "/api/audit", JobNow)


def job(name: str) -> Call[JobNow]:
    """A count, an audit or a report that takes longer than an answer may."""
    return Call("GET", f"/api/counts/{quote(name, '')}", JobNow)


def cancel(name: str) -> Call[None]:
    """Nobody wants that answer any more."""
    return Call("DELETE", f"/api/counts/{quote(name, '')}", None)


def close_day(date: str, reason: str = "", command_id: str | None = None) -> Call[dict[str, Any]]:
    """Close a gaming day that agrees or, where that takes longer, the job that reconciles it first."""
    body = CloseDay(id=command_id or new_id(), day=date, reason=reason)
    return Call("POST", "/api/reports/day/close", dict[str, Any], body)


def day(date: str) -> Call[dict[str, Any]]:
    """The figures of a gaming day or, where they take longer, the job that counts them."""
    return Call("GET", f"/api/reports/day?{urlencode({'date': date})}", dict[str, Any])


def day_rows(date: str) -> Call[list[tuple[str, ...]]]:
    """The same as rows under a header, for a spreadsheet."""
    return Call("GET", f"/api/reports/day/rows?{urlencode({'date': date})}", list[tuple[str, ...]])


def days() -> Call[DaysHeld]:
    """The gaming day that it is, and those of which the journal has entries."""
    return Call("GET", "/api/reports/days", DaysHeld)


def checkpoints() -> Call[list[CheckpointNow]]:
    """The newest signed checkpoints of the journal."""
    return Call("GET", "/api/checkpoints", list[CheckpointNow])


def liability() -> Call[list[LiabilityNow]]:
    """What each link holds that is the players'."""
    return Call("GET", "/api/reports/liability", list[LiabilityNow])


def hits(link: str | None = None) -> Call[list[HitNow]]:
    """Jackpots paid, by their slips."""
    query = f"?{urlencode({'link': link})}" if link else ""
    return Call("GET", f"/api/reports/hits{query}", list[HitNow])


def ratings(name: str, day: str | None = None) -> Call[list[RatingNow]]:
    """How the players of a table play: in the session under way, or on a gaming day."""
    return Call("GET", f"/api/tables/{quote(name, '')}/ratings{_on(day)}", list[RatingNow])


def ratings_of(player: str, day: str | None = None) -> Call[list[RatingNow]]:
    """How somebody plays, at every table."""
    return Call("GET", f"/api/players/{quote(player, '')}/ratings{_on(day)}", list[RatingNow])


def _on(day: str | None) -> str:
    return f"?day={quote(day, '')}" if day else ""


def signs() -> Call[list[SignNow]]:
    """What every link displays."""
    return Call("GET", "/api/links", list[SignNow])


def sign(name: str) -> Call[SignNow]:
    """What a link displays."""
    return Call("GET", f"/api/links/{quote(name, '')}/sign", SignNow)


def link(name: str) -> Call[LinkNow]:
    """A link's meters, parameters and claims."""
    return Call("GET", f"/api/links/{quote(name, '')}", LinkNow)


def act_at_link(
    name: str, what: AnyLinkAct, command_id: str | None = None, *, confirm: Signature | None = None
) -> Call[Recorded]:
    """Act at a link; somebody else may answer for it on this screen."""
    body = LinkCommand(command_id or new_id(), what, confirm)
    return Call("POST", f"/api/links/{quote(name, '')}/acts", Recorded, body)


def felts() -> Call[list[FeltNow]]:
    """What each sheet has printed on its felt and plates."""
    return Call("GET", "/api/felts", list[FeltNow])


def sheets() -> Call[list[SheetNow]]:
    """The sheets in force."""
    return Call("GET", "/api/sheets", list[SheetNow])


def movables(sheet: str) -> Call[list[MovableNow]]:
    """What a what-if can move in a sheet."""
    return Call("GET", f"/api/lab/{quote(sheet, '')}/settings", list[MovableNow])


def clauses(sheet: str) -> Call[list[ClauseNow]]:
    """The clauses of a sheet."""
    return Call("GET", f"/api/sheets/{quote(sheet, '')}/clauses", list[ClauseNow])


def proposals(subject: str | None = None, *, waiting: bool | None = None) -> Call[list[ProposalNow]]:
    """What is or was proposed, so far as one may read it."""
    asked = {"subject": subject, "waiting": None if waiting is None else str(waiting).lower()}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    return Call("GET", "/api/proposals" + (f"?{query}" if query else ""), list[ProposalNow])


def proposal(name: str) -> Call[ProposalNow]:
    """One proposal by its id, such as ``link/diamond/3``."""
    return Call("GET", f"/api/proposals/{quote(name)}", ProposalNow)


def propose(
    what: AnyTwoPeopleAct, reason: str, second: Signature | None = None, command_id: str | None = None
) -> Call[ProposalDone]:
    """Propose what two people must answer for; with a second person's signature it is done at once."""
    body = Propose(command_id or new_id(), what, reason, second)
    return Call("POST", "/api/proposals", ProposalDone, body)


def approve(read: ProposalNow, command_id: str | None = None) -> Call[ProposalDone]:
    """Answer for a proposal that was read."""
    body = Approve(command_id or new_id(), read.digest)
    return Call("POST", f"/api/proposals/{quote(read.id)}/approve", ProposalDone, body)


def reject(name: str, reason: str, command_id: str | None = None) -> Call[ProposalDone]:
    """Say no to a proposal."""
    body = Decline(command_id or new_id(), reason)
    return Call("POST", f"/api/proposals/{quote(name)}/reject", ProposalDone, body)


def withdraw(name: str, reason: str, command_id: str | None = None) -> Call[ProposalDone]:
    """Take back a proposal of one's own."""
    body = Decline(command_id or new_id(), reason)
    return Call("POST", f"/api/proposals/{quote(name)}/withdraw", ProposalDone, body)


def proofs(sheet: str) -> Call[list[ProofNow]]:
    """The round files that prove a sheet."""
    return Call("GET", f"/api/sheets/{quote(sheet, '')}/rounds", list[ProofNow])


def proof(sheet: str, name: str) -> Call[str]:
    """The text of a shipped round file."""
    return Call("GET", f"/api/sheets/{quote(sheet, '')}/rounds/{quote(name, '')}", str)


def compare(sheet: str, other: str) -> Call[list[DifferenceNow]]:
    """Where two sheets differ."""
    return Call("GET", f"/api/sheets/{quote(sheet, '')}/compare/{quote(other, '')}", list[DifferenceNow])


def situation(sheet: str, **wanted: str | int) -> Call[SituationNow]:
    """A situation to learn from, by ``kind``, ``clause``, ``seed`` and ``number``."""
    return Call("GET", f"/api/train/{quote(sheet, '')}?{urlencode(wanted)}", SituationNow)


def clauses_to_train(sheet: str) -> Call[list[ClauseToTrain]]:
    """The clauses about which there are situations."""
    return Call("GET", f"/api/train/{quote(sheet, '')}/clauses", list[ClauseToTrain])


def answer(sheet: str, name: str, what: Said) -> Call[CheckedNow]:
    """What a trainee says of a situation, checked."""
    return Call("POST", f"/api/train/{quote(sheet, '')}/{quote(name, '')}", CheckedNow, what)
