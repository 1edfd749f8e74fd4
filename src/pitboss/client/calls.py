"""Every call of the API: one line each, with where it is sent, what it takes and what its answer is read as.

``calls.table("3CP-1")`` is a :class:`Call`, for ``Client.send``. Arguments are given in the order of the line
or by name: first the names in the path, then the fields of the body or of the query. A command is idempotent
by its ``command_id``, which is made up unless it is given.

``calls.pyi`` has the types of the arguments for editors and type checkers. ``make types`` writes it from this
table, the messages and the schema.
"""

from types import NoneType
from typing import Any, Final

import msgspec

from pitboss.client.route import Call, delete, get, new_id, post
from pitboss.messages.answers import JobNow, RecordedNow
from pitboss.messages.cards import CardsNow, Dispute, ReadCommand, ReadingNow, SetCommand, SetHistory
from pitboss.messages.floor import FloorNow, Health, Ready
from pitboss.messages.legal import IrregularityNow, LegalNow, Preview, PreviewNow, WeighOptions
from pitboss.messages.links import LinkCommand, LinkNow, SignNow
from pitboss.messages.money import MakeSlip, MoneyNow, MoveChips, RatingNow
from pitboss.messages.people import AccountCommand, AccountDone, AccountNow, MakeAccount, PersonNow
from pitboss.messages.pit import PitTableNow, WaitingNow
from pitboss.messages.play import PlayerPlayNow, PlayNow, SetPlayLimit, SetRealityCheck, TakeBreak
from pitboss.messages.proposals import Approve, DeclineProposal, ProposalDone, ProposalNow, Propose
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
    ChooseSecret,
    RegisterPlayer,
    SessionNow,
    SessionSeen,
    SignIn,
)
from pitboss.messages.sheets import (
    ClauseNow,
    DifferenceNow,
    FeltNow,
    MovableNow,
    ProofNow,
    ProofRun,
    SheetNow,
)
from pitboss.messages.simulations import Simulate
from pitboss.messages.tables import (
    BareCommand,
    ChooseMethod,
    CloseTable,
    DealNext,
    MethodNow,
    PostNotice,
    RoundCommand,
    SignOff,
    SignOn,
    SitDown,
    StandUp,
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

__all__ = ["Call", "new_id"]

_TABLE: Final = "/api/tables/{name}"
_ROUND: Final = "/api/rounds/{table}/{number}"
_PROPOSAL: Final = "/api/proposals/{name:path}"
_SHEET: Final = "/api/sheets/{sheet}"
_ACT: Final = "act:what id:command_id confirm round:number second"
_RULING: Final = "act:what id:command_id confirm second"
_METHOD: Final = "device method boxes"
_CHIPS: Final = "amount player id:command_id second"

floor = get("/api/floor", FloorNow)
log = get("/api/log", WitnessedLog)
health = get("/health", Health)
ready = get("/ready", Ready)

register = post("/api/players", SessionNow, RegisterPlayer, "name password", token=True)
sign_in = post("/api/session", SessionNow, SignIn, "name password", token=True)
sign_in_by_pin = post("/api/session", SessionNow, SignIn, "name pin", token=True)
who_am_i = get("/api/session", SessionNow)
open_sessions = get("/api/session/open", list[SessionSeen])
sign_out = delete("/api/session")
sign_out_everywhere = delete("/api/session/everywhere")
change_secret = post("/api/session/secret", NoneType, ChangeSecret, "proof password pin")
enrol = post("/api/enrolment", NoneType, ChooseSecret, "name codes password pin")

people = get("/api/people", list[AccountNow], "kind after limit")
person = get("/api/people/{name}", PersonNow, "after limit")
make_account = post("/api/people", AccountDone, MakeAccount, "name kind reason")
act_on_account = post("/api/people/{name}/acts", AccountDone, AccountCommand, "act:what reason")

my_play = get("/api/my/play", PlayNow)
set_my_limit = post("/api/my/limits", RecordedNow, SetPlayLimit, "limit amount minutes")
"""Neither an amount nor minutes take the limit away, after 24 hours."""
take_break = post("/api/my/break", RecordedNow, TakeBreak, "days")
set_reality_check = post("/api/my/reality-check", RecordedNow, SetRealityCheck, "minutes")
answer_reality_check = post("/api/my/reality-check/answer", RecordedNow, BareCommand, "id:command_id")
play_of = get("/api/players/{player}/play", PlayerPlayNow)
set_limit_of = post("/api/players/{player}/limits", RecordedNow, SetPlayLimit, "limit amount minutes reason")
set_break_of = post("/api/players/{player}/break", RecordedNow, TakeBreak, "days reason")

tables = get("/api/tables", list[TableNow])
table = get(_TABLE, TableNow)
legal = get(f"{_TABLE}/legal", LegalNow)
irregularities = get(f"{_TABLE}/irregularities", list[IrregularityNow])
act = post(f"{_TABLE}/acts", RecordedNow, RoundCommand, _ACT)
"""``confirm`` answers for the act on this screen; ``second`` signs too for an amount above what one person
moves alone. With the ``number`` of a round the act is refused if another is on when it arrives."""
preview = post(f"{_TABLE}/preview", PreviewNow, Preview, "act:what")
worth = post(f"{_TABLE}/worth", dict[str, Any], WeighOptions, "act:what")
"""What each option of a report is worth; a long count is answered with a job, as in :data:`day`."""
adjust = post(f"{_TABLE}/rounds/{{number}}/adjust", RecordedNow, RoundCommand, _RULING)
begin = post(f"{_TABLE}/rounds", RecordedNow, BareCommand, "id:command_id")
deal = post(f"{_TABLE}/deal", RecordedNow, DealNext, "id:command_id round:number")
say_ready = post(f"{_TABLE}/ready", RecordedNow, BareCommand)
sit_down = post(f"{_TABLE}/seats", RecordedNow, SitDown, "box player")
stand_up = post(f"{_TABLE}/seats/leave", RecordedNow, StandUp, "box")
sign_on = post(f"{_TABLE}/crew", RecordedNow, SignOn, "position")
sign_off = post(f"{_TABLE}/crew/off", RecordedNow, SignOff, "name:who")
open_table = post(f"{_TABLE}/open", RecordedNow, ChooseMethod, _METHOD)
close_table = post(f"{_TABLE}/close", RecordedNow, CloseTable, "after_round")
methods = get(f"{_TABLE}/methods", list[MethodNow])
change_method = post(f"{_TABLE}/method", RecordedNow, ChooseMethod, _METHOD)
post_notice = post(f"{_TABLE}/notice", RecordedNow, PostNotice, "text")

card_sets = get(f"{_TABLE}/cards", CardsNow)
card_set = get(f"{_TABLE}/cards/{{set_}}", SetHistory)
act_on_set = post(f"{_TABLE}/cards", RecordedNow, SetCommand, "act:what confirm")
dispute = post(f"{_TABLE}/disputes", RecordedNow, Dispute, "round:number reason")
reading = get(f"{_TABLE}/read", ReadingNow)
read_card = post(f"{_TABLE}/read", RecordedNow, ReadCommand, "round:number sequence card")

money = get(f"{_TABLE}/money", MoneyNow)
slip = post(f"{_TABLE}/money", RecordedNow, MakeSlip)
buy_in = post(f"{_TABLE}/chips", RecordedNow, MoveChips, _CHIPS, act="buy_in")
cash_out = post(f"{_TABLE}/chips", RecordedNow, MoveChips, _CHIPS, act="cash_out")
ratings = get(f"{_TABLE}/ratings", list[RatingNow], "day")
ratings_of = get("/api/players/{player}/ratings", list[RatingNow], "day")

rounds = get(
    "/api/rounds",
    RoundsFound,
    "table day shift since until player card payout irregularity void jackpot cursor limit",
)
"""The newest first; ``cursor`` of a page leads to the next."""
round_then = get(_ROUND, RoundThen, "cursor limit")
"""A long round comes in pages of moments; ``cursor`` of one leads to the next."""
round_file = get(f"{_ROUND}/file", str)
round_page = get(f"{_ROUND}/page", str)
openings = get("/api/rounds/{name}/{number}/openings", msgspec.Raw)
"""The bytes are a file for ``pitboss check-shuffle``."""

audit = post("/api/audit", JobNow)
"""Begin an audit of the journal; :data:`job` tells how far it is."""
audits = get("/api/audits", list[AuditNow])
kept_audit = get("/api/audits/{number}", AuditReport)
job = get("/api/counts/{name}", JobNow)
cancel = delete("/api/counts/{name}")
close_day = post("/api/reports/day/close", dict[str, Any], CloseDay, "day:date reason second")
"""A day that takes longer to reconcile is answered with a job, as in :data:`day`."""
sign_off_day = post("/api/reports/day/sign", RecordedNow, SignOffDay, "day:date second note")
day = get("/api/reports/day", dict[str, Any], "date")
day_rows = get("/api/reports/day/rows", list[tuple[str, ...]], "date")
days = get("/api/reports/days", DaysHeld)
day_range = get("/api/reports/range", list[dict[str, Any]], "first last")
"""One row per gaming day; a long range is answered with a job, as in :data:`day`."""
day_file = get("/api/reports/file", dict[str, Any], "first last form")
checkpoints = get("/api/checkpoints", list[CheckpointNow])
liability = get("/api/reports/liability", list[LiabilityNow])
hits = get("/api/reports/hits", list[HitNow], "link")

signs = get("/api/links", list[SignNow])
sign = get("/api/links/{name}/sign", SignNow)
link = get("/api/links/{name}", LinkNow)
act_at_link = post("/api/links/{name}/acts", RecordedNow, LinkCommand, "act:what id:command_id confirm")

pit = get("/api/pit", list[PitTableNow])
waiting = get("/api/waiting", list[WaitingNow])
"""What waits for whoever asks."""

proposals = get("/api/proposals", list[ProposalNow], "subject waiting")
proposal = get(_PROPOSAL, ProposalNow)
"""By its id, such as ``link/diamond/3``."""
propose = post("/api/proposals", ProposalDone, Propose, "act:what reason second")
"""With the signature of a second person the act is done at once."""
proposal_impact = post(f"{_PROPOSAL}/impact", JobNow)
"""Begin to work out what a proposal changes; :data:`job` tells how far it is and has the result."""
approve_digest = post(f"{_PROPOSAL}/approve", ProposalDone, Approve, "digest")
reject = post(f"{_PROPOSAL}/reject", ProposalDone, DeclineProposal, "reason")
withdraw = post(f"{_PROPOSAL}/withdraw", ProposalDone, DeclineProposal, "reason")

felts = get("/api/felts", list[FeltNow])
sheets = get("/api/sheets", list[SheetNow])
clauses = get(f"{_SHEET}/clauses", list[ClauseNow])
proofs = get(f"{_SHEET}/rounds", list[ProofNow])
proof = get(f"{_SHEET}/rounds/{{name}}", str)
proof_run = get(f"{_SHEET}/rounds/{{name}}/play", ProofRun)
compare = get(f"{_SHEET}/compare/{{other}}", list[DifferenceNow])
movables = get("/api/lab/{sheet}/settings", list[MovableNow])
simulate = post("/api/simulations", JobNow, Simulate, "sheet rounds boxes strategy seed settings")
"""Begin simulated rounds; :data:`job` tells how far they are and has the result."""
newest_simulation = get("/api/simulations/newest", JobNow | None)

question = post("/api/train/{sheet}", QuestionNow, AskQuestion, "kind clause seed number level")
"""A question that is still open is asked again as it was."""
clauses_to_train = get("/api/train/{sheet}/clauses", list[ClauseToTrain])
answer = post("/api/train/{sheet}/{name}", CheckedNow, Said)
"""By the id of the question, which is answered once; the same answer sent again gets its first marks."""
trainees = get("/api/training", list[TraineeNow])
training = get("/api/training/{name}", TrainingNow)
answers = get("/api/training/{name}/answers", list[AnswerKept], "before limit")
answer_then = get("/api/training/{name}/answers/{question}", AnswerThen)
erase_training = delete("/api/training/{name}")
coached_hand = post("/api/coach/{sheet}", CoachedNow, CoachedActs)


def approve(read: ProposalNow, command_id: str | None = None) -> Call[ProposalDone]:
    """Answer for a proposal that was read."""
    return approve_digest(read.id, read.digest, command_id)
