"""Gaps: missing parts of a journal that two people accepted. Pure."""

from msgspec import Struct


class GapAccepted(Struct, frozen=True, tag=True, kw_only=True):
    """Two people continue with a journal that lacks something."""

    lacks: str
    """The part that the journal lacks, as a sentence."""
    end: int
    """The position of the newest event in the journal."""
    farthest: int
    """The farthest position that a checkpoint, a witness or an append names."""
    people: tuple[str, str]
    reason: str
    seal: str = ""
    """The fingerprint of the key that seals decks from now on."""


class Gaps(Struct, frozen=True):
    """All accepted gaps of a journal."""

    count: int = 0
    position: int = 0
    """The position of the newest acceptance."""
    seal: str = ""
    """The fingerprint of the sealing key named in the newest acceptance."""


def evolve_gaps(gaps: Gaps | None, event: GapAccepted, position: int) -> Gaps:
    """The gaps after one more acceptance."""
    return Gaps((gaps.count if gaps else 0) + 1, position, event.seal)
