"""The state of the transparency log: newest checkpoint, unsigned appends, cosignatures.

All of it is read from the journal, so every server knows the same, also right after a restart.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pitboss.floor.log.witness_policy import LastCosignature, LastCosignatures, NamedWitness
from pitboss.store import Journal, Recorded
from pitboss.store.checkpoint import COSIGNATURES, STREAM, Checkpoint, read_checkpoint, read_cosigned
from pitboss.store.heads_at import anchor_of, first_after
from pitboss.tlog.checkpoint import cosigned
from pitboss.tlog.note import Note, parse_signatures

_NEAR: Final = 200
"""A starting server reads this many of the newest events of each stream. A witness without a cosignature
among them is asked as if for the first time."""


class LogState(Struct, frozen=True, kw_only=True):
    """The log at one look at the journal."""

    newest: Checkpoint | None = None
    oldest: int = 0
    """When the oldest known checkpoint was signed, in microseconds since 1970."""
    size: int = 0
    unsigned: int = 0
    """Appends since the newest checkpoint, without those of the log itself."""
    seen: LastCosignatures = {}


class LogWatch:
    """Follows the checkpoints of a journal and their cosignatures. Not thread-safe."""

    def __init__(self, journal: Journal, witnesses: Sequence[NamedWitness]) -> None:
        self._journal = journal
        self._witnesses = witnesses
        self._versions = {STREAM: 0, COSIGNATURES: 0}
        self._own_before = 0
        """Cosignatures recorded before the end of what the newest checkpoint covers."""
        self._signed: OrderedDict[int, Checkpoint] = OrderedDict()
        self._seen: dict[str, LastCosignature] = {}
        self._cosigners: dict[int, set[str]] = {}
        """The witnesses that have cosigned the checkpoint of a size."""

    def look(self) -> LogState:
        """The current state of the log."""
        if signed := [read_checkpoint(event) for event in self._new(STREAM)]:
            self._take_checkpoints(signed)
        for event in self._new(COSIGNATURES):
            self._take_cosignatures(event)
        size = self._journal.tree_size()
        if not self._signed:
            return LogState(size=size, unsigned=size)
        newest = next(reversed(self._signed.values()))
        # The append of the checkpoint itself, and those of cosignatures after it.
        own = 1 + self._versions[COSIGNATURES] - self._own_before
        return LogState(
            newest=newest,
            oldest=next(iter(self._signed.values())).time,
            size=size,
            unsigned=max(0, size - newest.size - own),
            seen=dict(self._seen),
        )

    def signed(self, most: int) -> list[tuple[Checkpoint, int]]:
        """The newest checkpoints as of the last look, newest first, each with its number of cosigners."""
        newest = list(self._signed.values())[-most:]
        return [(each, len(self._cosigners.get(each.size, ()))) for each in reversed(newest)]

    def _new(self, stream: str) -> list[Recorded]:
        """The events of a stream since the last look."""
        head, known = self._journal.head(stream), self._versions[stream]
        if head is None or head.version == known:
            return []
        if not known:
            anchor = anchor_of(self._journal, stream)
            known = max(head.version - _NEAR, anchor.version if anchor else 0)
        events = list(self._journal.read_stream(stream, known))
        if events:
            self._versions[stream] = events[-1].version
        else:
            self._versions[stream] = head.version  # All of them are archived.
        return events

    def _take_checkpoints(self, found: Sequence[Checkpoint]) -> None:
        self._signed.update((checkpoint.size, checkpoint) for checkpoint in found)
        self._own_before = first_after(self._journal, COSIGNATURES, found[-1].position)
        while len(self._signed) > _NEAR:
            size, _ = self._signed.popitem(last=False)
            self._cosigners.pop(size, None)

    def _take_cosignatures(self, event: Recorded) -> None:
        said = read_cosigned(event)
        checkpoint = self._signed.get(said.size)
        if checkpoint is None:
            return
        note = Note(checkpoint.note.text, parse_signatures(said.signatures))
        for witness in self._witnesses:
            before, stamp = self._seen.get(witness.name), cosigned(note, witness.key)
            if stamp is None:
                continue
            self._cosigners.setdefault(said.size, set()).add(witness.name)
            if before is None or before.size <= said.size:
                self._seen[witness.name] = LastCosignature(
                    size=said.size, recorded=event.recorded, stamp=stamp
                )
