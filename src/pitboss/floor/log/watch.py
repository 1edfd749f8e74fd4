"""The record as a transparency log: its newest checkpoint, what is not signed yet, who has cosigned what.

Everything is read off the journal, so every server of a floor knows the same, also right after a restart.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pitboss.floor.log.witness_policy import LastCosignature, LastCosignatures, NamedWitness
from pitboss.store import Journal, Recorded
from pitboss.store.checkpoint import COSIGNATURES, STREAM, Checkpoint, read_checkpoint, read_cosigned
from pitboss.store.heads_at import anchor_of, first_after
from pitboss.tlog.cosignature import cosigned
from pitboss.tlog.note import Note, parse_signatures

_NEAR: Final = 200
"""So many of the newest events of each stream are read by a server that starts; a witness that has cosigned
nothing since then is asked as if it never had."""


class LogState(Struct, frozen=True, kw_only=True):
    """The log as of one look at the journal."""

    newest: Checkpoint | None = None
    oldest: int = 0
    """When the oldest checkpoint that is known of was signed, in microseconds since 1970."""
    size: int = 0
    """How many appends there are."""
    unsigned: int = 0
    """How many of them are newer than the newest checkpoint, those of the log itself apart."""
    seen: LastCosignatures = {}


class LogWatch:
    """Follows the checkpoints of a journal and their cosignatures. For one thread at a time."""

    def __init__(self, journal: Journal, witnesses: Sequence[NamedWitness]) -> None:
        self._journal = journal
        self._witnesses = witnesses
        self._versions = {STREAM: 0, COSIGNATURES: 0}
        self._own_before = 0
        """How many cosignatures were recorded before what the newest checkpoint covers ends."""
        self._signed: OrderedDict[int, Checkpoint] = OrderedDict()
        """The newest checkpoints, by their size."""
        self._seen: dict[str, LastCosignature] = {}
        self._cosigners: dict[int, set[str]] = {}
        """Who has cosigned the checkpoint of a size."""

    def look(self) -> LogState:
        """The log as it is now."""
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
        """The newest checkpoints as of the last look, the last first; each with how many have cosigned it."""
        newest = list(self._signed.values())[-most:]
        return [(each, len(self._cosigners.get(each.size, ()))) for each in reversed(newest)]

    def _new(self, stream: str) -> list[Recorded]:
        """The events of a stream that were not looked at yet."""
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
