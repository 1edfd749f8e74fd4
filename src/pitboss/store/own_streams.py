"""The log's own streams: checkpoints, their cosignatures and notes of archives."""

from typing import Final

from pitboss.store.archive_note import STREAM as ARCHIVES
from pitboss.store.checkpoint import COSIGNATURES
from pitboss.store.checkpoint import STREAM as CHECKPOINTS

OWN_STREAMS: Final = frozenset({CHECKPOINTS, COSIGNATURES, ARCHIVES})
"""Each of their events is an append without a command."""
