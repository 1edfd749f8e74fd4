"""The table of operations: one row for each, from which everything that knows the API is made.

From a row come the server's route with its check of permissions, the schema with the types of the pages, the
client's call (:mod:`pitboss.client.calls`) and a line of the matrix of operations by role. What the server
does for a row stands in ``api/routes``.
"""

import re
from collections.abc import Mapping
from types import NoneType
from typing import Any, Final, Literal
from urllib.parse import quote

import msgspec
from msgspec import Struct, structs

from pitboss.messages.acts import (
    Approve,
    CloseTable,
    DealNext,
    MakeAccount,
    MakeSlip,
    PostNotice,
    Propose,
    SetPlayLimit,
    SetRealityCheck,
    SignOff,
    SignOn,
    SitDown,
    StandUp,
    TakeBreak,
)
from pitboss.messages.answers import JobNow, RecordedNow
from pitboss.messages.cards import CardsNow, Dispute, ReadCommand, ReadingNow, SetCommand, SetHistory
from pitboss.messages.floor import FloorNow, Health, Ready
from pitboss.messages.legal import IrregularityNow, LegalNow, Preview, PreviewNow, WeighOptions
from pitboss.messages.links import LinkCommand, LinkNow, SignNow
from pitboss.messages.money import MoneyNow, MoveChips, RatingNow
from pitboss.messages.people import AccountCommand, AccountDone, AccountNow, PersonNow
from pitboss.messages.pit import PitTableNow, WaitingNow
from pitboss.messages.play import PlayerPlayNow, PlayNow
from pitboss.messages.proposals import DeclineProposal, ProposalDone, ProposalNow
from pitboss.messages.reports import (
    AuditNow,
    AuditReport,
    CheckpointNow,
    CloseDay,
    DaysHeld,
    HitNow,
    LiabilityNow,
    SignOffDay,
    WitnessedLog,
)
from pitboss.messages.rounds import RoundsFound, RoundThen
from pitboss.messages.session import (
    ChangeSecret,
    Enrol,
    RegisterPlayer,
    SessionNow,
    SessionSeen,
    SignIn,
)
from pitboss.messages.sheets import ClauseNow, DifferenceNow, FeltNow, ProofNow, ProofRun, SheetNow
from pitboss.messages.simulations import Simulate
from pitboss.messages.tables import (
    BareCommand,
    ChooseMethod,
    MethodNow,
    RoundCommand,
    TableNow,
)
from pitboss.messages.training import (
    AnswerKept,
    AnswerThen,
    AskQuestion,
    CheckedNow,
    ClauseToTrain,
    CoachedActs,
    CoachedNow,
    QuestionNow,
    Said,
    TraineeNow,
    TrainingNow,
)
from pitboss.messages.views import MovableNow

EVERYBODY: Final = "everybody"
SIGNED_IN: Final = "signed_in"
BY_ACT: Final = ""
"""Permission depends on the body, or on the account concerned."""
WHOLE: Final = "*"
_CALLED: Final = {"act": "what", "round": "number", "day": "date"}
"""Arguments of calls that have another name than their field."""
_NAMED: Final = re.compile(r"{([\w/]+)(?::(\w+))?}")


class Operation(Struct, frozen=True, kw_only=True):
    """An endpoint: method and path, request and response types, and permission."""

    subject: str
    method: Literal["GET", "POST", "DELETE"]
    template: str
    """The path. After a name in it stands that of the client's argument, where this is another one; several
    names may be one argument."""
    says: str
    by: str
    """Permissions, any one of which is enough; the server checks them first."""
    answer: Any = None
    """The type of the answer as clients read it; none for what they do not call."""
    body: type[Struct] | None = None
    takes: str = ""
    """Fields of the body or query that a call takes, each followed by a colon and the name of its argument
    where this is another one; nothing for every field of the body, ``*`` for the body as one argument."""
    fixed: dict[str, Any] = {}
    """Fields of the body with a fixed value in every call."""
    status: int | None = None
    later: bool = False
    """A long calculation is answered with 202 and a job."""
    media: str | None = None
    """The media type of an answer that is not JSON."""

    @property
    def path(self) -> str:
        """The path with the server's names of its parts."""
        return _NAMED.sub(lambda part: f"{{{part[1].replace('/', '}/{')}}}", self.template)

    @property
    def in_path(self) -> dict[str, str]:
        """The client's argument for each name in the path."""
        return {name: argument or name for name, argument in _NAMED.findall(self.template)}

    def filled(self, given: Mapping[str, str]) -> str:
        """The path with a value for each of the client's arguments in it."""
        return _NAMED.sub(
            lambda part: quote(given[part[2] or part[1]], "/" if "/" in part[1] else ""), self.template
        )

    @property
    def sent(self) -> dict[str, str]:
        """The field of the body or query for each of the client's arguments, in their order."""
        fields = self.body.__struct_fields__ if self.body else ()
        sent = {_CALLED.get(name, name): name for name in fields if name not in ("id", *self.fixed)}
        if self.takes:
            parts = [part.partition(":") for part in self.takes.split()]
            sent = {argument or field: field for field, _, argument in parts}
        return sent if "id" in sent.values() or "id" not in fields else {**sent, "command_id": "id"}

    def called(self, takes: str, **fixed: Any) -> "Operation":
        """The same operation as another call of the client."""
        return structs.replace(self, takes=takes, fixed=fixed)


class _Group(Struct):
    """The subject by which the documents group operations."""

    name: str

    def get(
        self, path: str, says: str, by: str, answer: Any = None, takes: str = "", **more: Any
    ) -> Operation:
        """An operation that reads; ``takes`` names the parameters of its query."""
        return self._row("GET", path, says, by=by, answer=answer, takes=takes, **more)

    def post(self, path: str, says: str, by: str, answer: Any, *sent: Any, **more: Any) -> Operation:
        """An operation with a body: its type, and the fields that a call takes as arguments."""
        return self._row(
            "POST",
            path,
            says,
            by=by,
            answer=answer,
            **dict(zip(("body", "takes"), sent, strict=False)),
            **more,
        )

    def command(self, path: str, says: str, *sent: Any, **more: Any) -> Operation:
        """A command to the floor, which says itself who may give it."""
        return self.post(path, says, BY_ACT, RecordedNow, *sent, **more)

    def delete(self, path: str, says: str, by: str) -> Operation:
        """An operation that ends something."""
        return self._row("DELETE", path, says, by=by, answer=NoneType, status=204)

    def _row(self, method: Any, path: str, says: str, **more: Any) -> Operation:
        return Operation(subject=self.name, method=method, template=path, says=says, **more)


_floor = _Group("floor")
_log = _Group("log")
_operations = _Group("operations")
_people = _Group("people")
_tables = _Group("tables")
_cards = _Group("cards")
_money = _Group("money")
_rounds = _Group("rounds")
_reports = _Group("reports")
_mathematics = _Group("mathematics")
_links = _Group("links")
_two = _Group("two people")
_rulebook = _Group("rulebook")
_training = _Group("training")
_TABLE: Final = "/api/tables/{table:name}"
_ROUND: Final = "/api/rounds/{table}/{number}"
_PROPOSAL: Final = "/api/proposals/{kind/name/number:name}"
_SHEET: Final = "/api/sheets/{sheet}"
_LAB: Final = "/api/lab/{sheet}"
_LINK: Final = "/api/links/{link:name}"
_PLAYER: Final = "/api/players/{name:player}"
_COUNT: Final = "/api/counts/{count:name}"

floor = _floor.get("/api/floor", "What floor this is", EVERYBODY, FloorNow)
log = _log.get("/api/log", "The record as a transparency log", EVERYBODY, WitnessedLog)
health = _operations.get("/health", "Is it alive", EVERYBODY, Health)
ready = _operations.get("/ready", "Is it ready", EVERYBODY, Ready)
register = _people.post(
    "/api/players", "Register as a player", EVERYBODY, SessionNow, RegisterPlayer, fixed={"token": True}
)
sign_in = _people.post(
    "/api/session", "Sign in", EVERYBODY, SessionNow, SignIn, "name password", fixed={"token": True}
)
sign_in_by_pin = sign_in.called("name pin", token=True)
who_am_i = _people.get("/api/session", "Who am I", SIGNED_IN, SessionNow)
open_sessions = _people.get("/api/session/open", "My open sessions", SIGNED_IN, list[SessionSeen])
sign_out = _people.delete("/api/session", "Sign out", EVERYBODY)
sign_out_everywhere = _people.delete("/api/session/everywhere", "Sign out everywhere", SIGNED_IN)
change_secret = _people.post(
    "/api/session/secret", "Choose another password or PIN", SIGNED_IN, NoneType, ChangeSecret, status=204
)
enrol = _people.post(
    "/api/enrolment",
    "Choose a password or PIN with codes",
    EVERYBODY,
    NoneType,
    Enrol,
    "name codes password pin",
    status=204,
)
people = _people.get("/api/people", "Every account", "read_people", list[AccountNow], "kind after limit")
person = _people.get("/api/people/{name}", "One account", "read_people", PersonNow, "after limit")
make_account = _people.post("/api/people", "Make an account", "manage_people", AccountDone, MakeAccount)
act_on_account = _people.post(
    "/api/people/{name}/acts", "Act on an account", "manage_people", AccountDone, AccountCommand
)
my_play = _people.get("/api/my/play", "My session, time and limits", "play", PlayNow)
set_my_limit = _people.post(
    "/api/my/limits", "Set a limit for myself", "play", RecordedNow, SetPlayLimit, "limit amount minutes"
)
"""Neither an amount nor minutes take the limit away, after 24 hours."""
take_break = _people.post("/api/my/break", "Take a break", "play", RecordedNow, TakeBreak, "days")
set_reality_check = _people.post(
    "/api/my/reality-check", "Choose how often a reality check comes", "play", RecordedNow, SetRealityCheck
)
answer_reality_check = _people.post(
    "/api/my/reality-check/answer", "Play on after a reality check", "play", RecordedNow, BareCommand
)
play_of = _people.get(
    f"{_PLAYER}/play", "A player's session, time and limits", "read_people read_reports", PlayerPlayNow
)
set_limit_of = _people.post(
    f"{_PLAYER}/limits", "Lower a player's limit", "manage_people", RecordedNow, SetPlayLimit
)
set_break_of = _people.post(
    f"{_PLAYER}/break", "Set a break for a player", "manage_people", RecordedNow, TakeBreak
)
tables = _tables.get("/api/tables", "Every table", EVERYBODY, list[TableNow])
table = _tables.get(_TABLE, "One table", EVERYBODY, TableNow)
legal = _tables.get(f"{_TABLE}/legal", "What one may do now, and why not the rest", BY_ACT, LegalNow)
irregularities = _tables.get(
    f"{_TABLE}/irregularities", "What may have gone wrong", "report", list[IrregularityNow]
)
act = _tables.command(
    f"{_TABLE}/acts", "Act in the round", RoundCommand, "act:what id:command_id confirm round:number second"
)
"""``confirm`` answers for the act on this screen; ``second`` signs too for an amount above what one person
moves alone. With the ``number`` of a round the act is refused if another round is in play when it arrives."""
preview = _tables.post(f"{_TABLE}/preview", "What an act would do", BY_ACT, PreviewNow, Preview, status=200)
worth = _tables.post(
    f"{_TABLE}/worth",
    "What the options of an irregularity are worth",
    BY_ACT,
    dict[str, Any],
    WeighOptions,
    later=True,
    status=200,
)
"""The value of each option of a report; a long count is answered with a job, as in :data:`day`."""
adjust = _tables.command(
    f"{_TABLE}/rounds/{{number}}/adjust",
    "Rule on an earlier round",
    RoundCommand,
    "act:what id:command_id confirm second",
)
begin = _tables.command(f"{_TABLE}/rounds", "Place your Bets", BareCommand)
deal = _tables.command(f"{_TABLE}/deal", "The Dealer's next act", DealNext, "id:command_id round:number")
say_ready = _tables.command(f"{_TABLE}/ready", "Wait for the cards", BareCommand, WHOLE)
sit_down = _tables.command(f"{_TABLE}/seats", "Sit down", SitDown)
stand_up = _tables.command(f"{_TABLE}/seats/leave", "Stand up", StandUp)
sign_on = _tables.command(f"{_TABLE}/crew", "Sign on", SignOn)
sign_off = _tables.command(f"{_TABLE}/crew/off", "Sign off", SignOff, "name:who")
open_table = _tables.command(f"{_TABLE}/open", "Open a table", ChooseMethod)
close_table = _tables.command(f"{_TABLE}/close", "Close a table", CloseTable)
methods = _tables.get(f"{_TABLE}/methods", "How the table may be dealt", EVERYBODY, list[MethodNow])
change_method = _tables.command(f"{_TABLE}/method", "Choose how the next rounds are dealt", ChooseMethod)
post_notice = _tables.command(f"{_TABLE}/notice", "Post a notice", PostNotice)
card_sets = _cards.get(f"{_TABLE}/cards", "Its card sets", "run_table read_audit see_all_cards", CardsNow)
card_set = _cards.get(
    f"{_TABLE}/cards/{{name:set_}}",
    "The history of a card set",
    "run_table read_audit see_all_cards",
    SetHistory,
)
act_on_set = _cards.command(f"{_TABLE}/cards", "Act on a card set", SetCommand)
dispute = _cards.command(f"{_TABLE}/disputes", "A round is disputed", Dispute)
reading = _cards.get(f"{_TABLE}/read", "What a reading shoe sends next", BY_ACT, ReadingNow)
read_card = _cards.command(f"{_TABLE}/read", "A card has left the reading shoe", ReadCommand)
money = _money.get(f"{_TABLE}/money", "The money of a table", "table_money read_reports", MoneyNow)
slip = _money.command(f"{_TABLE}/money", "Make out a slip", MakeSlip, WHOLE)
buy_in = _money.command(
    f"{_TABLE}/chips",
    "Buy or cash chips",
    MoveChips,
    "amount player id:command_id second",
    fixed={"act": "buy_in"},
)
cash_out = buy_in.called(buy_in.takes, act="cash_out")
ratings = _money.get(
    f"{_TABLE}/ratings", "Ratings of a table's players", "read_reports", list[RatingNow], "day"
)
ratings_of = _money.get(f"{_PLAYER}/ratings", "Ratings of a player", "read_reports", list[RatingNow], "day")
rounds = _rounds.get(
    "/api/rounds",
    "Find rounds",
    "watch_table",
    RoundsFound,
    "table day shift since until player card payout irregularity void jackpot cursor limit",
)
"""The newest first; ``cursor`` of a page leads to the next."""
round_then = _rounds.get(_ROUND, "A round", "watch_table", RoundThen, "cursor limit")
"""A long round comes in pages of moments; ``cursor`` of one leads to the next."""
round_file = _rounds.get(f"{_ROUND}/file", "As a round file", "watch_table", str, media="text/plain")
round_page = _rounds.get(
    f"{_ROUND}/page", "The signed page", "see_all_cards", str, "language", media="text/html"
)
"""``language`` is one of the pages' languages, such as ``zh``; the default is English."""
openings = _rounds.get(
    "/api/rounds/{table:name}/{number}/openings", "Openings of its shoe", "watch_table", msgspec.Raw
)
"""The bytes are a file for ``pitboss check-shuffle``."""
audit = _reports.post("/api/audit", "Audit the journal", "read_audit", JobNow, status=202)
"""Begin an audit of the journal; :data:`job` tells how far it is."""
audits = _reports.get("/api/audits", "Audits that were kept", "read_audit", list[AuditNow])
kept_audit = _reports.get("/api/audits/{number}", "An audit that was kept", "read_audit", AuditReport)
job = _mathematics.get(_COUNT, "A count", SIGNED_IN, JobNow)
cancel = _mathematics.delete(_COUNT, "Cancel a count", SIGNED_IN)
close_day = _reports.post(
    "/api/reports/day/close",
    "Close a gaming day",
    "close_day",
    dict[str, Any],
    CloseDay,
    later=True,
    status=200,
)
"""A day that takes longer to reconcile is answered with a job, as in :data:`day`."""
sign_off_day = _reports.post(
    "/api/reports/day/sign", "Sign off a gaming day", "sign_off_day", RecordedNow, SignOffDay
)
day = _reports.get(
    "/api/reports/day", "A gaming day reconciled", "read_reports", dict[str, Any], "date", later=True
)
day_rows = _reports.get(
    "/api/reports/day/rows", "A gaming day as rows", "read_reports", list[tuple[str, ...]], "date", later=True
)
days = _reports.get("/api/reports/days", "Gaming days", "read_reports", DaysHeld)
day_range = _reports.get(
    "/api/reports/range",
    "Gaming days side by side",
    "read_reports",
    list[dict[str, Any]],
    "first last",
    later=True,
)
"""One row per gaming day; a long range is answered with a job, as in :data:`day`."""
day_file = _reports.get(
    "/api/reports/file",
    "Gaming days as a file",
    "read_reports",
    dict[str, Any],
    "first last form",
    later=True,
)
checkpoints = _reports.get("/api/checkpoints", "Signed checkpoints", "read_audit", list[CheckpointNow])
liability = _reports.get("/api/reports/liability", "What the links owe", "read_reports", list[LiabilityNow])
hits = _reports.get("/api/reports/hits", "Jackpots paid", "read_reports", list[HitNow], "link")
signs = _links.get("/api/links", "Every link's sign", EVERYBODY, list[SignNow])
sign = _links.get(f"{_LINK}/sign", "A link's sign", EVERYBODY, SignNow)
link = _links.get(_LINK, "A link", "read_reports verify_claim", LinkNow)
act_at_link = _links.command(f"{_LINK}/acts", "Act at a link", LinkCommand, "act:what id:command_id confirm")
pit = _tables.get("/api/pit", "Every table from the pit", "run_table", list[PitTableNow])
waiting = _tables.get("/api/waiting", "What waits for you", SIGNED_IN, list[WaitingNow])
"""The matters that wait for the sender to act."""
proposals = _two.get(
    "/api/proposals", "What waits and what was decided", SIGNED_IN, list[ProposalNow], "subject waiting"
)
proposal = _two.get(_PROPOSAL, "One proposal", BY_ACT, ProposalNow)
"""By its id, such as ``link/diamond/3``."""
propose = _two.post("/api/proposals", "Propose", BY_ACT, ProposalDone, Propose)
"""With the signature of a second person the act is done at once."""
proposal_impact = _two.post(f"{_PROPOSAL}/impact", "Work out its impact", BY_ACT, JobNow, status=202)
"""Begin to work out what a proposal changes; :data:`job` tells how far it is and has the result."""
approve_digest = _two.post(f"{_PROPOSAL}/approve", "Approve", BY_ACT, ProposalDone, Approve)
reject = _two.post(f"{_PROPOSAL}/reject", "Reject", BY_ACT, ProposalDone, DeclineProposal)
withdraw = _two.post(f"{_PROPOSAL}/withdraw", "Withdraw", BY_ACT, ProposalDone, DeclineProposal)
felts = _rulebook.get("/api/felts", "Every felt", EVERYBODY, list[FeltNow])
sheets = _rulebook.get("/api/sheets", "Every sheet in force", EVERYBODY, list[SheetNow])
clauses = _rulebook.get(f"{_SHEET}/clauses", "The clauses of a sheet", EVERYBODY, list[ClauseNow])
proofs = _rulebook.get(f"{_SHEET}/rounds", "The round files that prove a sheet", EVERYBODY, list[ProofNow])
proof = _rulebook.get(f"{_SHEET}/rounds/{{name}}", "A round file", EVERYBODY, str, media="text/plain")
proof_run = _rulebook.get(f"{_SHEET}/rounds/{{name}}/play", "A round file played", EVERYBODY, ProofRun)
compare = _rulebook.get(
    f"{_SHEET}/compare/{{other}}", "Two sheets side by side", EVERYBODY, list[DifferenceNow]
)
movables = _mathematics.get(f"{_LAB}/settings", "What a what-if can move", "watch_table", list[MovableNow])
simulate = _mathematics.post(
    "/api/simulations", "Simulate rounds", "watch_table", JobNow, Simulate, status=202
)
"""Begin simulated rounds; :data:`job` tells how far they are and has the result."""
newest_simulation = _mathematics.get(
    "/api/simulations/newest", "One's newest simulation", "watch_table", JobNow | None
)
question = _training.post(
    "/api/train/{sheet}", "Ask for a question", BY_ACT, QuestionNow, AskQuestion, status=200
)
"""A question that is still open is asked again as it was."""
clauses_to_train = _training.get(
    "/api/train/{sheet}/clauses", "Clauses to train", "watch_table", list[ClauseToTrain]
)
answer = _training.post(
    "/api/train/{sheet}/{question:name}", "Answer", BY_ACT, CheckedNow, Said, WHOLE, status=200
)
"""By the id of the question, which is answered once; the same answer sent again gets its first marks."""
trainees = _training.get("/api/training", "Everybody who has trained", "read_training", list[TraineeNow])
training = _training.get("/api/training/{name}", "One trainee", BY_ACT, TrainingNow)
answers = _training.get(
    "/api/training/{name}/answers", "Answers of a trainee", BY_ACT, list[AnswerKept], "before limit"
)
answer_then = _training.get(
    "/api/training/{name}/answers/{question}", "One answer of a trainee", BY_ACT, AnswerThen
)
erase_training = _training.delete("/api/training/{name}", "Erase a trainee's results", "manage_people")
coached_hand = _training.post(
    "/api/coach/{sheet}", "A coached hand", EVERYBODY, CoachedNow, CoachedActs, WHOLE, status=200
)
floor_stream = _tables.get("/api/stream", "Follow the floor", EVERYBODY, media="text/event-stream")
odds = _mathematics.get(f"{_LAB}/odds", "Exact odds of every bet", "watch_table", later=True)
advise = _mathematics.get(f"{_LAB}/advise", "What every action is worth", "watch_table", later=True)
sweep = _mathematics.get(f"{_LAB}/sweep", "A figure over a range", "watch_table", later=True)
face_up = _mathematics.get(
    f"{_LAB}/face-up", "Best play by the Dealer's face-up card", "watch_table", later=True
)
report = _mathematics.get(f"{_LAB}/report", "The mathematics report", "watch_table", later=True)
job_stream = _mathematics.get(f"{_COUNT}/stream", "Follow a count", SIGNED_IN, media="text/event-stream")
sign_stream = _links.get(f"{_LINK}/stream", "Follow a sign", EVERYBODY, media="text/event-stream")
metrics = _operations.get(
    "/metrics", "Metrics for Prometheus", "read_metrics", media="text/plain; version=0.0.4"
)
table_stream = _tables.get(f"{_TABLE}/stream", "Follow a table", EVERYBODY, media="text/event-stream")

OPERATIONS: Final = {name: found for name, found in globals().items() if isinstance(found, Operation)}
"""Every row by its name; some have two, which clients call with other arguments."""
