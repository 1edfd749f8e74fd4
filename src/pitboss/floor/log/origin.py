"""The origin line: the name of a floor's record as a transparency log.

A witness never cosigns two histories under one origin. After an accepted gap the record continues another
history, so it gets a new origin: the regulator adds it to their witness and so learns of the gap.
"""

from pitboss.floor.aggregates import GAPS, floor_streams
from pitboss.store import Journal
from pitboss.store.keys import default_origin


def log_origin(journal: Journal, configured: str | None, public: bytes) -> str:
    """The origin of a journal's log: that of the floor's file, else one derived from its public key.

    After the first accepted gap ``/2`` is appended, after the second ``/3``.
    """
    base = configured or default_origin(public)
    gaps = floor_streams(journal, GAPS).refresh(GAPS.name).state
    return f"{base}/{gaps.count + 1}" if gaps else base
