"""Keep an audit in the record that it is about, and find those that were kept."""

import hashlib
from collections.abc import Iterator

from msgspec import Struct

from pitboss.access.roles import Actor, permission_refusal
from pitboss.commands.record import Changes, CommandRecorded, StreamChange
from pitboss.floor.aggregates import AUDITS, floor_registry
from pitboss.floor.commands import KeepAudit, command_of
from pitboss.floor.log.audit_events import LONGEST_REPORT, AuditKept
from pitboss.floor.tables.past_rounds import archived_versions
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.store import Journal


class KeptAudit(Struct, frozen=True, kw_only=True):
    """A recorded audit of the record."""

    position: int
    """Its position in the journal, which is its name."""
    at: int
    """When it ended, in microseconds since 1970."""
    by: Actor
    found: AuditKept
    report: str
    """The report as JSON."""


def report_digest(report: str) -> str:
    """The SHA-256 of a report, in hexadecimal."""
    return hashlib.sha256(report.encode()).hexdigest()


def keep_audit(command: KeepAudit, by: Actor) -> Changes | Refusal:
    """The event that keeps an audit, or the refusal."""
    if by.role != "machine" and (refusal := permission_refusal(by.role, "read_audit")):
        return refusal
    if len(command.report) > LONGEST_REPORT:
        return refuse("argument_missing", because("argument_missing.report_length", most=LONGEST_REPORT))
    kept = AuditKept(
        sound=command.sound,
        complete=command.complete,
        events=command.events,
        digest=report_digest(command.report),
    )
    return (StreamChange(AUDITS.kind, AUDITS.name, (kept,)),)


def kept_audits(journal: Journal) -> Iterator[KeptAudit]:
    """Every audit that was kept and is not archived, the oldest first."""
    stream, decode = AUDITS.stream(), floor_registry().decode
    head: CommandRecorded | None = None
    for recorded in journal.read_stream(stream, archived_versions(journal, stream)):
        event = decode(recorded)
        if isinstance(event, CommandRecorded):
            head = event
        elif isinstance(event, AuditKept) and head:
            command = command_of(head)
            assert isinstance(command, KeepAudit), "an audit is kept by its command"
            yield KeptAudit(
                position=recorded.position, at=head.at, by=head.by, found=event, report=command.report
            )
