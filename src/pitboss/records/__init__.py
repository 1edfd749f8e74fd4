"""Round files: read, written, played and checked against what they expect."""

from pitboss.records.round_file import FileFault, RoundFile, read_round_file
from pitboss.records.runner import FileFailed, PlayedRound, play

__all__ = [
    "FileFailed",
    "FileFault",
    "PlayedRound",
    "RoundFile",
    "play",
    "read_round_file",
]
