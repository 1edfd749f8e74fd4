"""Whether a journal is the one that its servers left, by what they left beside it; asked before every start.

The witness file holds the checkpoints that were signed, each of which the journal must hold too; the newest
checkpoint of the journal must show the streams as they are; no append may have been answered with positions
that the journal does not reach; and beside keys, private records or a witness of some age there must be a
journal. Only ends are compared here, in a moment: every hash is walked by the audit.
"""

import struct
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from pitboss.floor.config import FloorConfig
from pitboss.store import Journal
from pitboss.store.checkpoint import STREAM, Checkpoint, last_checkpoint, read_checkpoint
from pitboss.store.errors import Archived, BadEvent, JournalError
from pitboss.store.merkle import root_of
from pitboss.store.open import file_of
from pitboss.store.past_heads import heads_at
from pitboss.store.private import private_file
from pitboss.store.witness import read_lines

_OLD_SECONDS: Final = 60.0
"""Keys that were made so recently may be those of a server that is just starting on a new journal."""
_ODD: Final = (TypeError, ValueError, AttributeError, StopIteration, struct.error)
"""What following a journal raises whose rows are not of the kind they must be."""


class Gap(Struct, frozen=True, kw_only=True):
    """What a journal lacks."""

    lacks: str
    """In a sentence."""
    end: int = 0
    """The position of the newest event that is there."""
    farthest: int = 0
    """The farthest position that was named anywhere."""
    acceptable: bool = True
    """Whether two people may go on without it; not where the database would give out positions twice."""


class JournalGap(JournalError):
    """A server does not start: its journal is not the one that was left."""

    def __init__(self, url: str, gap: Gap) -> None:
        told = (
            f"{url} is not the journal that was left here. {gap.lacks} Put the whole journal back and start"
        )
        how = (
            " again. To go on without what is missing, an administrator and a shift manager record that they "
            "do: pitboss accept-gap --as NAME --second NAME --reason TEXT."
        )
        super().__init__(told + (how if gap.acceptable else " again."))


def missing_journal(config: FloorConfig, url: str) -> Gap | None:
    """What speaks of an earlier journal where there is no file of one; asked before one is made."""
    path = file_of(url)
    return None if path is None or path.exists() else _never_begun(config, url)


def find_gap(config: FloorConfig, url: str, journal: Journal) -> Gap | None:
    """What a journal lacks, if it lacks something."""
    # The witness and the answers first: what another server records meanwhile is in the journal then.
    witness = _witness_of(config)
    answered = journal.last_answer()
    end = max(journal.last_position(), journal.archived())
    if not end:
        return _never_begun(config, url)
    if answered and answered.last > end:
        lacks = f"It ends at position {end}, but an append was answered with positions up to {answered.last}."
        return Gap(lacks=lacks, end=end, farthest=answered.last, acceptable=False)
    found = _beside_witness(journal, witness, end, config.witness or "") or _beside_itself(journal)
    farthest = max([end, *(line.position for line in witness)])
    return Gap(lacks=found, end=end, farthest=farthest) if found else None


def agreeing(journal: Journal, witness: Sequence[Checkpoint]) -> frozenset[int]:
    """Which lines of a witness a journal agrees with, by their place; archived ones are believed."""
    anchor = next((head.version for head in journal.anchors() if head.stream == STREAM), 0)
    held = _held_after(journal, anchor) if any(line.number > anchor for line in witness) else {}
    return frozenset(
        place
        for place, line in enumerate(witness)
        if line.number <= anchor or held.get(line.number) == line.line()
    )


def _never_begun(config: FloorConfig, url: str) -> Gap | None:
    """What is older than the beginning of a journal that has none."""
    witness = _witness_of(config)
    if witness:
        last = max(witness, key=lambda line: line.position)
        lacks = (
            f"There is nothing in it, but the witness {config.witness} holds {len(witness)} of its "
            f"checkpoints, up to position {last.position}."
        )
        return Gap(lacks=lacks, farthest=last.position)
    path = file_of(url)
    kept = [Path(config.signing_key), Path(config.seal_key), *([private_file(path)] if path else [])]
    old = [str(file) for file in kept if _is_old(file)]
    if not old:
        return None
    words = " and ".join(filter(None, [", ".join(old[:-1]), old[-1]]))
    return Gap(lacks=f"There is nothing in it, but {words} of an earlier journal {_are(old)} here.")


def _are(names: Sequence[str]) -> str:
    return "are" if len(names) > 1 else "is"


def _is_old(file: Path) -> bool:
    with suppress(OSError):
        return time.time() - file.stat().st_mtime > _OLD_SECONDS
    return False


def _witness_of(config: FloorConfig) -> tuple[Checkpoint, ...]:
    return read_lines(Path(config.witness)) if config.witness else ()


def _beside_witness(journal: Journal, witness: Sequence[Checkpoint], end: int, where: str) -> str:
    """How a journal differs from its witness, if it does."""
    agreed = agreeing(journal, witness)
    others = [line for place, line in enumerate(witness) if place not in agreed]
    if not others:
        return ""
    head = journal.head(STREAM)
    held = head.version if head else 0
    beyond = max(others, key=lambda line: line.number)
    if beyond.number > held:
        return (
            f"It ends at position {end} and holds {held} checkpoints, but the witness {where} has checkpoint "
            f"{beyond.number}, which saw position {beyond.position}."
        )
    first = min(others, key=lambda line: line.number)
    return f"Its checkpoint {first.number} is another than that of the witness {where}."


def _held_after(journal: Journal, anchor: int) -> dict[int, bytes]:
    return dict(_checkpoints_after(journal, anchor))


def _checkpoints_after(journal: Journal, anchor: int) -> Iterator[tuple[int, bytes]]:
    for event in journal.read_stream(STREAM, anchor):
        with suppress(BadEvent):
            checkpoint = read_checkpoint(event)
            yield checkpoint.number, checkpoint.line()


def _beside_itself(journal: Journal) -> str:
    """How a journal differs from its own newest checkpoint, if it does."""
    try:
        last = last_checkpoint(journal)
        if last is None:
            return ""
        if not last.signed_by_its_key():
            return f"The signature of its newest checkpoint, number {last.number}, is wrong."
        if root_of(heads_at(journal, last.position)) == last.root:
            return ""
        number, position = last.number, last.position
    except Archived:
        return ""  # What it was signed over is in an archive.
    except _ODD as error:
        return f"Its newest checkpoint cannot be compared with its streams ({type(error).__name__}: {error})."
    return f"Its newest checkpoint, number {number}, was signed over other streams at position {position}."
