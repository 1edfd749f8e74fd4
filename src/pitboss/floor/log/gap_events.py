"""Gaps: what a journal lacks of what was once recorded, where two people have gone on without it. Pure."""

from typing import Final

from msgspec import Struct

KIND: Final = "journal"
NAME: Final = "gaps"
"""One stream, ``journal/gaps``, holds them."""


class GapAccepted(Struct, frozen=True, tag=True, kw_only=True):
    """Two people have gone on with a journal that lacks something."""

    lacks: str
    """What, in a sentence."""
    end: int
    """The position of the newest event that was left."""
    farthest: int
    """The farthest position that a checkpoint, a witness or an append had named."""
    people: tuple[str, str]
    reason: str
    seal: str = ""
    """The fingerprint of the key that decks are sealed with from now on."""


class Gaps(Struct, frozen=True):
    """What was gone on without."""

    count: int = 0
    position: int = 0
    """Where the newest was accepted."""
    seal: str = ""
    """The fingerprint of the key that the two of the newest went on with."""


def evolve_gaps(gaps: Gaps | None, event: GapAccepted, position: int) -> Gaps:
    """The gaps after one more."""
    return Gaps((gaps.count if gaps else 0) + 1, position, event.seal)
