"""Before every start: whether the journal continues what its servers have left beside it.

Every checkpoint in the witness file, and the journal's own newest one, must have the root of the journal's
tree. No witness server may have cosigned more than the journal signed, or another history. No append may have
been answered with a position beyond the journal's end. Next to keys, private records or witness files of some
age there must be a journal. This compares roots and ends only, in a moment; the audit walks every hash.
"""

import struct
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from pitboss.floor.log.event_kinds import sealed_position
from pitboss.floor.setup.config import FloorConfig
from pitboss.floor.setup.witness_check import cosigned_before, cosigned_otherwise
from pitboss.plural import counted
from pitboss.store import Journal
from pitboss.store.checkpoint import last_checkpoint
from pitboss.store.checkpoint_copies import read_notes
from pitboss.store.errors import JournalError
from pitboss.store.open import file_of, open_private
from pitboss.store.private import private_file
from pitboss.tlog.checkpoint import TreeHead, read_tree_head
from pitboss.tlog.merkle import root_at
from pitboss.tlog.note import Note

_OLD_SECONDS: Final = 60.0
"""Younger keys may belong to a server that is just starting on a new journal."""
_NEWEST: Final = 200
"""Checkpoints of the witness file that are compared before a start."""
_ODD: Final = (JournalError, TypeError, ValueError, AttributeError, StopIteration, struct.error)
"""Errors raised by malformed rows of a journal."""


class Gap(Struct, frozen=True, kw_only=True):
    """What a journal lacks."""

    lacks: str
    """What is missing, as a sentence."""
    end: int = 0
    """The position of the newest event."""
    farthest: int = 0
    """The farthest position that anything names."""
    acceptable: bool = True
    """Whether two people may continue without it; not if the database would reuse positions."""


class JournalGap(JournalError):
    """The journal is not the one that its servers left, so no server starts."""

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
    """What shows that an earlier journal is missing, before a new file is created."""
    path = file_of(url)
    return None if path is None or path.exists() else _never_begun(config, url)


def find_gap(config: FloorConfig, url: str, journal: Journal) -> Gap | None:
    """What a journal lacks; None if nothing."""
    # The witness and the answers first: what another server records meanwhile is in the journal then.
    witness = _witness_of(config)
    size = journal.tree_size()
    newest = journal.append_at(size)
    end = max(journal.last_position(), journal.archived())
    if not end:
        return _never_begun(config, url)
    if newest and newest.answer.last > end:
        last = newest.answer.last
        lacks = f"It ends at position {end}, but an append was answered with positions up to {last}."
        return Gap(lacks=lacks, end=end, farthest=last, acceptable=False)
    sealed = _sealed_beside(config, url)
    found = (
        _beside_witness(journal, witness, config.witness or "")
        or _beside_itself(journal)
        or cosigned_otherwise(config, journal)
        or _before_sealed(end, sealed)
    )
    missing = max([0, *(head.size - size for head in witness)])
    return Gap(lacks=found, end=end, farthest=max(end + missing, sealed)) if found else None


def missing_witness_file(config: FloorConfig, journal: Journal) -> str:
    """A warning where the journal has checkpoints, and the witness file that would hold them is gone."""
    if not config.witness or Path(config.witness).exists():
        return ""
    last = last_checkpoint(journal)
    if last is None:
        return ""
    return (
        f"the journal has a checkpoint over {counted(last.size, 'append')}, and the witness file "
        f"{config.witness} is not there to compare it with: unless this host is new, find out why"
    )


def agreeing(journal: Journal, notes: Sequence[Note]) -> frozenset[int]:
    """Which notes of a witness agree with a journal, by index."""
    size = journal.tree_size()
    return frozenset(
        place for place, note in enumerate(notes) if _agrees(journal, size, read_tree_head(note))
    )


def _agrees(journal: Journal, size: int, head: TreeHead) -> bool:
    return head.size <= size and root_at(journal.node, head.size) == head.root


def _never_begun(config: FloorConfig, url: str) -> Gap | None:
    """What is older than an empty journal."""
    witness = _witness_of(config)
    if witness:
        last = max(head.size for head in witness)
        lacks = (
            f"There is nothing in it, but the witness {config.witness} holds {len(witness)} of its "
            f"checkpoints, up to append {last}."
        )
        return Gap(lacks=lacks, farthest=last)
    path = file_of(url)
    kept = [Path(config.signing_key), Path(config.seal_key), *([private_file(path)] if path else [])]
    old = [str(file) for file in kept if _is_old(file)]
    if not old:
        cosigned = cosigned_before(config)
        return Gap(lacks=cosigned) if cosigned else None
    words = " and ".join(filter(None, [", ".join(old[:-1]), old[-1]]))
    return Gap(lacks=f"There is nothing in it, but {words} of an earlier journal {_are(old)} here.")


def _are(names: Sequence[str]) -> str:
    return "are" if len(names) > 1 else "is"


def _is_old(file: Path) -> bool:
    with suppress(OSError):
        return time.time() - file.stat().st_mtime > _OLD_SECONDS
    return False


def _witness_of(config: FloorConfig) -> tuple[TreeHead, ...]:
    notes = read_notes(Path(config.witness)) if config.witness else ()
    return tuple(map(read_tree_head, notes))


def _beside_witness(journal: Journal, witness: Sequence[TreeHead], where: str) -> str:
    """How a journal differs from its witness file; None if it does not."""
    size = journal.tree_size()
    # The newest tell whether something is missing; every one of them is compared by the audit.
    newest = sorted(witness, key=lambda head: head.size)[-_NEWEST:]
    others = [(head.size, head.root) for head in newest if not _agrees(journal, size, head)]
    if not others:
        return ""
    farthest, first = others[-1][0], others[0][0]
    if farthest > size:
        return f"It has {counted(size, 'append')}, but the witness {where} has a checkpoint over {farthest}."
    return f"Its first {first} appends are others than those that the witness {where} has a checkpoint over."


def _sealed_beside(config: FloorConfig, url: str) -> int:
    """The position in the private records beside a file; in PostgreSQL they are lost with the journal."""
    path = file_of(url)
    if path is None or not private_file(path).exists() or not Path(config.seal_key).exists():
        return 0
    with open_private(url) as private:
        return sealed_position(private, Path(config.seal_key).read_bytes())


def _before_sealed(end: int, sealed: int) -> str:
    """How a journal ends before a position that a server has seen; empty if it does not."""
    if sealed <= end:
        return ""
    return f"It ends at position {end}, but a server has seen its position {sealed}."


def _beside_itself(journal: Journal) -> str:
    """How a journal differs from its own newest checkpoint; None if it does not."""
    try:
        last = last_checkpoint(journal)
        if last is None:
            return ""
        if not last.signed_by_its_key():
            return f"The signature of its newest checkpoint, over {counted(last.size, 'append')}, is wrong."
        if _agrees(journal, journal.tree_size(), last.head):
            return ""
        size = last.size
    except _ODD as error:
        return f"Its newest checkpoint cannot be compared with its tree ({type(error).__name__}: {error})."
    return f"Its newest checkpoint was signed over other appends than its first {size}."
