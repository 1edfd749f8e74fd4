"""Before every start: whether the journal continues what its servers have left beside it.

Every checkpoint in the witness file, and the journal's own newest one, must have the root of the journal's
tree. No witness server may have cosigned more than the journal signed, or another history. No append may have
been answered with a position beyond the journal's end. Next to keys, private records or witness files of some
age there must be a journal. This compares roots and ends only, in a moment; the audit walks every hash.

Before a server opens a journal: whether a witness has cosigned more, or another history.

All witnesses are asked in parallel, with a deadline. A silent one does not stop the start; under a strict
policy no round begins until it has cosigned.
"""

import struct
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from pitboss.floor.log.event_kinds import sealed_position
from pitboss.floor.log.watch import LogWatch
from pitboss.floor.log.witness_policy import NamedWitness
from pitboss.floor.log.witness_requests import WithheldCosignature, request_cosignature, size_cosigned
from pitboss.floor.setup.config import FloorConfig
from pitboss.reason import Reason, because
from pitboss.store import Journal
from pitboss.store.checkpoint import last_checkpoint
from pitboss.store.checkpoint_copies import read_notes
from pitboss.store.errors import BadKey, JournalError
from pitboss.store.keys import default_origin, load_key, public_bytes
from pitboss.store.open import file_of, open_private
from pitboss.store.private import private_file
from pitboss.tlog.checkpoint import TreeHead, read_tree_head
from pitboss.tlog.merkle import root_at
from pitboss.tlog.note import Note
from pitboss.words import say

DEADLINE: Final = 3.0
"""Seconds that a starting server waits for its witnesses."""


def cosigned_otherwise(config: FloorConfig, journal: Journal) -> Reason | None:
    """Cosigned appends that the journal lacks; None if it has all."""
    if not config.witnesses:
        return None
    state = LogWatch(journal, config.witnesses).look()
    newest = state.newest
    if newest is None:
        return cosigned_before(config)

    def ask(witness: NamedWitness) -> Reason | None:
        seen = state.seen.get(witness.name)
        found = request_cosignature(journal, witness, newest, seen.size if seen else 0, DEADLINE)
        return found.reason if isinstance(found, WithheldCosignature) and found.is_conflict else None

    return _first(config.witnesses, ask)


def cosigned_before(config: FloorConfig) -> Reason | None:
    """Cosigned appends of a log whose journal is missing here; None if there are none."""
    if not config.witnesses:
        return None
    try:
        key = load_key(Path(config.signing_key))
    except (OSError, BadKey):
        return None
    origin = config.origin or default_origin(public_bytes(key))

    def ask(witness: NamedWitness) -> Reason | None:
        size = size_cosigned(witness, origin, key, DEADLINE)
        return because("gap.cosigned", witness=witness.name, appends=size, origin=origin) if size else None

    return _first(config.witnesses, ask)


def _first(witnesses: Sequence[NamedWitness], ask: Callable[[NamedWitness], Reason | None]) -> Reason | None:
    """Ask all witnesses in parallel; the first reason, in the file's order, before the deadline."""
    answers: dict[str, Reason | None] = {}

    def run(witness: NamedWitness) -> None:
        try:
            answers[witness.name] = ask(witness)
        except Exception as error:
            # A tree that no proof can be made from is not the one that was cosigned.
            answers[witness.name] = because(
                "gap.witness_no_tree", witness=witness.name, error=type(error).__name__, given=str(error)
            )

    threads = [threading.Thread(target=run, args=(witness,), daemon=True) for witness in witnesses]
    for thread in threads:
        thread.start()
    end = time.monotonic() + DEADLINE
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    return next(filter(None, (answers.get(witness.name) for witness in witnesses)), None)


_OLD_SECONDS: Final = 60.0
"""Younger keys may belong to a server that is just starting on a new journal."""
_NEWEST: Final = 200
"""Checkpoints of the witness file that are compared before a start."""
_ODD: Final = (JournalError, TypeError, ValueError, AttributeError, StopIteration, struct.error)
"""Errors raised by malformed rows of a journal."""


class Gap(Struct, frozen=True, kw_only=True):
    """A gap in a journal."""

    reason: Reason
    """The missing part."""
    end: int = 0
    """The position of the newest event."""
    farthest: int = 0
    """The farthest position that anything names."""
    acceptable: bool = True
    """Whether two people may continue without it; not if the database would reuse positions."""

    @property
    def lacks(self) -> str:
        """The missing part, as a sentence in English."""
        return say(self.reason)


class JournalGap(JournalError):
    """The journal is not the one that its servers left, so no server starts."""

    def __init__(self, url: str, gap: Gap) -> None:
        code = "gap.acceptable" if gap.acceptable else "gap.final"
        super().__init__(because(code, journal=url, lacks=gap.reason))


def missing_journal(config: FloorConfig, url: str) -> Gap | None:
    """Evidence of a missing earlier journal, before a new file is created."""
    path = file_of(url)
    return None if path is None or path.exists() else _never_begun(config, url)


def find_gap(config: FloorConfig, url: str, journal: Journal) -> Gap | None:
    """The gap in a journal; None if it has none."""
    # The witness and the answers first: what another server records meanwhile is in the journal then.
    witness = _witness_of(config)
    size = journal.tree_size()
    newest = journal.append_at(size)
    end = max(journal.last_position(), journal.archived())
    if not end:
        return _never_begun(config, url)
    if newest and newest.answer.last > end:
        last = newest.answer.last
        reason = because("gap.answered", end=end, last=last)
        return Gap(reason=reason, end=end, farthest=last, acceptable=False)
    sealed = _sealed_beside(config, url)
    found = (
        _beside_witness(journal, witness, config.witness or "")
        or _beside_itself(journal)
        or cosigned_otherwise(config, journal)
        or _before_sealed(end, sealed)
    )
    missing = max([0, *(head.size - size for head in witness)])
    return Gap(reason=found, end=end, farthest=max(end + missing, sealed)) if found else None


def missing_witness_file(config: FloorConfig, journal: Journal) -> str:
    """A warning where the journal has checkpoints, and the witness file that would hold them is gone."""
    if not config.witness or Path(config.witness).exists():
        return ""
    last = last_checkpoint(journal)
    if last is None:
        return ""
    return say(because("gap.no_witness_file", appends=last.size, file=config.witness))


def missing_private_records(url: str, journal: Journal) -> str:
    """A warning if a journal file has events and its private records are missing."""
    path = file_of(url)
    if path is None or private_file(path).exists() or not journal.last_position():
        return ""
    return say(because("gap.no_private", file=str(private_file(path))))


def agreeing(journal: Journal, notes: Sequence[Note]) -> frozenset[int]:
    """The indices of a witness's notes that agree with a journal."""
    size = journal.tree_size()
    return frozenset(
        place for place, note in enumerate(notes) if _agrees(journal, size, read_tree_head(note))
    )


def _agrees(journal: Journal, size: int, head: TreeHead) -> bool:
    return head.size <= size and root_at(journal.node, head.size) == head.root


def _never_begun(config: FloorConfig, url: str) -> Gap | None:
    """Evidence that is older than an empty journal."""
    witness = _witness_of(config)
    if witness:
        last = max(head.size for head in witness)
        reason = because("gap.empty", file=config.witness, count=len(witness), last=last)
        return Gap(reason=reason, farthest=last)
    path = file_of(url)
    kept = [Path(config.signing_key), Path(config.seal_key), *([private_file(path)] if path else [])]
    old = [str(file) for file in kept if _is_old(file)]
    if not old:
        cosigned = cosigned_before(config)
        return Gap(reason=cosigned) if cosigned else None
    return Gap(reason=because("gap.earlier", files=tuple(old)))


def _is_old(file: Path) -> bool:
    with suppress(OSError):
        return time.time() - file.stat().st_mtime > _OLD_SECONDS
    return False


def _witness_of(config: FloorConfig) -> tuple[TreeHead, ...]:
    notes = read_notes(Path(config.witness)) if config.witness else ()
    return tuple(map(read_tree_head, notes))


def _beside_witness(journal: Journal, witness: Sequence[TreeHead], where: str) -> Reason | None:
    """The difference between a journal and its witness file; None if they agree."""
    size = journal.tree_size()
    # The newest tell whether something is missing; every one of them is compared by the audit.
    newest = sorted(witness, key=lambda head: head.size)[-_NEWEST:]
    others = [(head.size, head.root) for head in newest if not _agrees(journal, size, head)]
    if not others:
        return None
    farthest, first = others[-1][0], others[0][0]
    if farthest > size:
        return because("gap.behind_witness", appends=size, file=where, farthest=farthest)
    return because("gap.other_appends", first=first, file=where)


def _sealed_beside(config: FloorConfig, url: str) -> int:
    """The position in the private records next to a file; in PostgreSQL they are lost with the journal."""
    path = file_of(url)
    if path is None or not private_file(path).exists() or not Path(config.seal_key).exists():
        return 0
    with open_private(url) as private:
        return sealed_position(private, Path(config.seal_key).read_bytes())


def _before_sealed(end: int, sealed: int) -> Reason | None:
    """The reason if a journal ends before a position that a server has seen; None if it does not."""
    return because("gap.sealed", end=end, sealed=sealed) if sealed > end else None


def _beside_itself(journal: Journal) -> Reason | None:
    """The difference between a journal and its own newest checkpoint; None if they agree."""
    try:
        last = last_checkpoint(journal)
        if last is None:
            return None
        if not last.signed_by_its_key():
            return because("gap.signature", appends=last.size)
        if _agrees(journal, journal.tree_size(), last.head):
            return None
        size = last.size
    except _ODD as error:
        return because("gap.no_tree", error=type(error).__name__, given=str(error))
    return because("gap.own_checkpoint", appends=size)
