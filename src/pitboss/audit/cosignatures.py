"""Which part of a record witnesses have cosigned; the walk verifies every cosignature in it."""

from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pitboss.reason import because
from pitboss.store.checkpoint import COSIGNATURES, STREAM, Checkpoint, read_checkpoint, read_cosigned
from pitboss.store.fault import RecordFault, fault_of
from pitboss.store.journal import Recorded
from pitboss.store.own_streams import OWN_STREAMS
from pitboss.tlog.checkpoint import cosigned
from pitboss.tlog.note import Note, NoteKey, parse_signatures

_NEAR: Final = 1000
"""How many checkpoints, and positions, are kept: a cosignature is recorded soon after its checkpoint."""


class WitnessRecord(Struct, frozen=True, kw_only=True):
    """The newest cosignature of one witness."""

    name: str
    size: int
    """The size of the cosigned tree, in appends."""
    position: int
    """The newest event in it."""
    stamp: int
    """When it was made, by the witness's clock, in seconds since 1970."""
    others: int
    """Events in it, without those of the log itself."""


class Coverage(Struct, frozen=True, kw_only=True):
    """How much of a record enough witnesses have cosigned."""

    needed: int
    witnesses: int
    """How many keys of witnesses were named."""
    cosigners: tuple[WitnessRecord, ...]
    """The named witnesses that have cosigned something."""
    position: int
    """The newest event that enough of them have cosigned; 0 if there is none."""
    cosignatures: int
    tail: int
    """Events after it, without those of the log itself."""


class CosignatureCheck:
    """Verifies the cosignatures of named witnesses during a walk."""

    def __init__(self, witnesses: Sequence[NoteKey], needed: int) -> None:
        self._keys = tuple(witnesses)
        self._needed = needed
        self._signed: OrderedDict[int, tuple[Checkpoint, int]] = OrderedDict()
        """By size: a checkpoint, and how many events besides the log's own it covers."""
        self._found: dict[str, WitnessRecord] = {}
        self._others = 0
        self._near: deque[int] = deque(maxlen=_NEAR)
        """Positions of the newest events besides the log's own."""
        self._verified = 0

    def take(self, event: Recorded) -> RecordFault | None:
        """The fault of an event with an invalid cosignature."""
        if event.stream not in OWN_STREAMS:
            self._others += 1
            self._near.append(event.position)
        elif event.stream == STREAM:
            self._take_checkpoint(read_checkpoint(event))
        elif event.stream == COSIGNATURES:
            return self._verify(event)
        return None

    def coverage(self) -> Coverage:
        """What the witnesses cover, after the walk."""
        best = sorted(self._found.values(), key=lambda cosigner: cosigner.size, reverse=True)
        enough = best[self._needed - 1] if len(best) >= self._needed else None
        return Coverage(
            needed=self._needed,
            witnesses=len(self._keys),
            cosigners=tuple(best),
            position=enough.position if enough else 0,
            cosignatures=self._verified,
            tail=self._others - (enough.others if enough else 0),
        )

    def _take_checkpoint(self, checkpoint: Checkpoint) -> None:
        after = len(self._near) - bisect_right(self._near, checkpoint.position)
        self._signed[checkpoint.size] = checkpoint, self._others - after
        while len(self._signed) > _NEAR:
            self._signed.popitem(last=False)

    def _verify(self, event: Recorded) -> RecordFault | None:
        said = read_cosigned(event)
        known = self._signed.get(said.size)
        if known is None:
            return None  # Its checkpoint is in an archive that was not given: it counts for nothing.
        checkpoint, others = known
        note = Note(checkpoint.note.text, parse_signatures(said.signatures))
        for key in self._keys:
            if not note.by(key):
                continue
            stamp = cosigned(note, key)
            if stamp is None:
                return fault_of(event, because("fault.cosignature", witness=key.name, appends=said.size))
            self._verified += 1
            before = self._found.get(key.name)
            if before is None or before.size <= said.size:
                self._found[key.name] = WitnessRecord(
                    name=key.name, size=said.size, position=checkpoint.position, stamp=stamp, others=others
                )
        return None
