"""Reports of a gaming day, of liabilities and hits; checkpoints of the record and their witnesses."""

from typing import Any

from msgspec import Struct

from pitboss.messages.session import Signature
from pitboss.messages.texts import CommandId, DayText, FreeText
from pitboss.reason import Reason


class LiabilityNow(Struct, frozen=True, kw_only=True):
    """A link's liability to players, in exact dollars."""

    link: str
    displayed: str
    pool: str
    reserve: str
    overflow: str
    liability: str
    """Pool, reserve and overflow together."""
    unpaid: str
    """Value of the unpaid claims; it is part of the pool."""
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
    """The current gaming day, the first and last with entries in the journal, and the last closed.

    ``unsigned``: closed days not signed off yet.
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
    """The outcome of closing a gaming day."""

    day: str
    code: str = ""
    """The code of the refusal; empty if the day is closed."""
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
    """Number of events verified."""
    digest: str
    """The SHA-256 of its report."""


class AuditReport(Struct, frozen=True, kw_only=True):
    """An audit that was kept, with its report."""

    audit: AuditNow
    report: dict[str, Any]
    """The audit's findings, as ``pitboss audit --json`` prints them."""


class CheckpointNow(Struct, frozen=True, kw_only=True):
    """A signed checkpoint of the journal."""

    size: int
    """Number of appends it covers."""
    position: int
    """The newest event that it covers."""
    time: str
    root: str
    key: str
    cosigned: int
    """Number of the floor's witnesses that have cosigned it."""
    signed: bool
    """Its signature matches its key; an audit proves the rest."""


class WitnessNow(Struct, frozen=True, kw_only=True):
    """The last checkpoint that a witness cosigned."""

    name: str
    key: str
    """Its verifier key."""
    size: int
    """Size of the tree that it cosigned, in appends; 0 if none."""
    time: str | None


class WitnessedLog(Struct, frozen=True, kw_only=True):
    """The newest checkpoint, and its cosignatures."""

    origin: str
    key: str
    """The verifier key of the log."""
    size: int
    """Number of appends that the newest checkpoint covers."""
    time: str
    note: str
    """The checkpoint as a signed note, with all its recorded cosignatures."""
    needed: int
    """Number of cosignatures that the floor requires; 0 if it names no witnesses."""
    covered: int
    """Number of appends covered by that many cosignatures."""
    cosigned: str | None
    """Time of the last checkpoint with that many cosignatures."""
    cosigned_seconds: float | None
    """Its age in seconds."""
    late: bool
    """Its age exceeds what the floor allows."""
    witnesses: tuple[WitnessNow, ...]
