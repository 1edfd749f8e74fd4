"""Under which name a floor's record is a transparency log.

A witness never cosigns two histories under one name. Where two people have gone on with a journal that lacks
something, the record continues another history than the one that was cosigned, so it gets a name of its own:
the regulator adds it to their witness, and so hears of the gap from somebody else than the house.
"""

from pitboss.floor.log.gap_events import KIND, NAME, Gaps, evolve_gaps
from pitboss.floor.streams import FloorStreams
from pitboss.store import Journal
from pitboss.store.checkpoint import default_origin


def log_origin(journal: Journal, configured: str | None, public: bytes) -> str:
    """The origin of a journal's log, by the floor's file or else by its public key.

    After the first accepted gap ``/2`` follows it, after the second ``/3``.
    """
    base = configured or default_origin(public)
    gaps = FloorStreams(journal, KIND, Gaps, evolve_gaps).refresh(NAME).state
    return f"{base}/{gaps.count + 1}" if gaps else base
