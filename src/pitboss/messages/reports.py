"""Reports of a gaming day, of liabilities and hits; checkpoints of the record and their witnesses."""

from typing import Any

from msgspec import Struct

from pitboss.messages.session import Signature
from pitboss.messages.texts import CommandId, DayText, FreeText
from pitboss.reason import Reason


class LiabilityNow(Struct, frozen=True, kw_only=True):
    """What a link holds that is the players' and not the house's, in exact dollars."""

    link: str
    displayed: str
    pool: str
    reserve: str
    overflow: str
    liability: str
    """Pool, reserve and overflow together."""
    unpaid: str
    """What the claims that are not paid are worth; it is in the pool."""
    claims: int
    hits: int
    wins: str
    """Paid over the life of the link."""
    closed: bool


class HitNow(Struct, frozen=True, kw_only=True):
    """A jackpot that was paid, by its slip."""

    link: str
    slip: int
    claim: str
    table: str
    round: str
    box: int
    player: str
    hand: str
    percent: int
    displayed: str
    amount: str
    means: str
    prepared_by: str
    signed_by: tuple[str, ...]
    clauses: tuple[str, ...]
    reversed: bool


class DaysHeld(Struct, frozen=True, kw_only=True):
    """The gaming day that it is, the first and last of which the journal has entries, and the last closed.

    ``unsigned`` are the closed days that nobody has signed off yet.
    """

    today: str
    first: str | None
    last: str | None
    closed: str | None
    unsigned: tuple[str, ...]


class CloseDay(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A gaming day that is over, to be closed."""

    id: CommandId
    day: DayText
    reason: FreeText = ""
    """Why counted chips differ from what was recorded, or why entries stand out of order, where they do."""
    second: Signature | None = None
    """The second person, of another department, who closes a day with entries out of order too."""


class SignOffDay(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A closed gaming day, to be signed off by its sender and a second person of another department."""

    id: CommandId
    day: DayText
    second: Signature
    """The second person, who signs with a password on the sender's screen."""
    note: FreeText = ""


class DayClosing(Struct, frozen=True):
    """What became of the closing of a gaming day."""

    day: str
    code: str = ""
    """Empty where the day is closed; otherwise why it is not."""
    message: str = ""
    reason: Reason | None = None
    """The message as a code with params, to be said in another language."""


class AuditNow(Struct, frozen=True, kw_only=True):
    """An audit of the record that was kept in it."""

    number: int
    """The position of the event that keeps it."""
    time: str
    by: str
    role: str
    sound: bool
    complete: bool
    events: int
    """How many events were verified."""
    digest: str
    """The SHA-256 of its report."""


class AuditReport(Struct, frozen=True, kw_only=True):
    """An audit that was kept, with its report."""

    audit: AuditNow
    report: dict[str, Any]
    """What the audit found, as ``pitboss audit --json`` prints it."""


class CheckpointNow(Struct, frozen=True, kw_only=True):
    """A signed checkpoint of the journal."""

    size: int
    """How many appends it covers."""
    position: int
    """The newest event that it covers."""
    time: str
    root: str
    key: str
    cosigned: int
    """How many of the floor's witnesses have cosigned it."""
    signed: bool
    """Whether its signature is that of its key; an audit proves the rest."""


class WitnessNow(Struct, frozen=True, kw_only=True):
    """What a witness of the record has cosigned last."""

    name: str
    key: str
    """Its verifier key."""
    size: int
    """Of the tree that it has cosigned, in appends; 0 if none."""
    time: str | None


class WitnessedLog(Struct, frozen=True, kw_only=True):
    """The newest checkpoint, and its cosignatures."""

    origin: str
    key: str
    """The verifier key of the log."""
    size: int
    """How many appends the newest checkpoint covers."""
    time: str
    note: str
    """The checkpoint as a signed note, with every cosignature that was recorded of it."""
    needed: int
    """So many witnesses must have cosigned; 0 where the floor names none."""
    covered: int
    """How many appends so many of them have cosigned."""
    cosigned: str | None
    """When so many of them last had."""
    cosigned_seconds: float | None
    """How many seconds ago."""
    late: bool
    """Whether that is longer ago than the floor allows."""
    witnesses: tuple[WitnessNow, ...]
