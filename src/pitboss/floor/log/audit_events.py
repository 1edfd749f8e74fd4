"""Audits that were kept: who ran them, how far they went, and what they found. Pure."""

from typing import Final

from msgspec import Struct

LONGEST_REPORT: Final = 1_000_000
"""The most characters of a report."""


class AuditKept(Struct, frozen=True, tag=True, kw_only=True):
    """The result of an audit; its report is in the command, and the event has its digest."""

    sound: bool
    complete: bool
    """Whether everything could be seen: every event, a witness, and the end of the record."""
    events: int
    """How many events of the record were verified."""
    digest: str
    """The SHA-256 of the report, in hexadecimal."""


class Audits(Struct, frozen=True):
    """The audits that were kept."""

    count: int = 0


def evolve_audits(audits: Audits | None, event: AuditKept, position: int) -> Audits:
    """The audits after one more."""
    return Audits((audits.count if audits else 0) + 1)
