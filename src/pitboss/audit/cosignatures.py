"""What witnesses have cosigned of a record, by the cosignatures in it, each verified in the walk."""

from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pitboss.store.checkpoint import COSIGNATURES, STREAM, Checkpoint, read_checkpoint, read_cosigned
from pitboss.store.fault import RecordFault, fault_of
from pitboss.store.journal import Recorded
from pitboss.store.own_streams import OWN_STREAMS
from pitboss.tlog.cosignature import cosigned
from pitboss.tlog.note import Note, NoteKey, parse_signatures

_NEAR: Final = 1000
"""A cosignature is recorded soon after its checkpoint: so many of them are kept, and so many positions."""


class WitnessRecord(Struct, frozen=True, kw_only=True):
    """What one witness has cosigned last."""

    name: str
    size: int
    """In appends."""
    position: int
    """The newest event in them."""
    stamp: int
    """When, by its own clock, in seconds since 1970."""
    others: int
    """How many events there were then, those of the log itself apart."""


class Coverage(Struct, frozen=True, kw_only=True):
    """How much of a record enough witnesses have cosigned."""

    needed: int
    witnesses: int
    """So many keys of witnesses were named."""
    cosigners: tuple[WitnessRecord, ...]
    """Those of them who have cosigned something."""
    position: int
    """The newest event that enough of them have cosigned; 0 if there is none."""
    cosignatures: int
    """So many were verified."""
    tail: int
    """Events that came after it, those of the log itself apart."""


class CosignatureCheck:
    """Hears every event of a walk, and verifies the cosignatures of the witnesses whose keys were named."""

    def __init__(self, witnesses: Sequence[NoteKey], needed: int) -> None:
        self._keys = tuple(witnesses)
        self._needed = needed
        self._signed: OrderedDict[int, tuple[Checkpoint, int]] = OrderedDict()
        """By size: a checkpoint, and how many events of others it covers."""
        self._found: dict[str, WitnessRecord] = {}
        self._others = 0
        self._near: deque[int] = deque(maxlen=_NEAR)
        """Where the newest events of others stand."""
        self._verified = 0

    def take(self, event: Recorded) -> RecordFault | None:
        """The fault of an event that holds a cosignature which is none."""
        if event.stream not in OWN_STREAMS:
            self._others += 1
            self._near.append(event.position)
        elif event.stream == STREAM:
            self._take_checkpoint(read_checkpoint(event))
        elif event.stream == COSIGNATURES:
            return self._verify(event)
        return None

    def coverage(self) -> Coverage:
        """What is covered, when the walk is over."""
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
                signed = f"the checkpoint over {said.size} appends"
                return fault_of(event, f"holds a cosignature of {key.name} that is not one of {signed}")
            self._verified += 1
            before = self._found.get(key.name)
            if before is None or before.size <= said.size:
                self._found[key.name] = WitnessRecord(
                    name=key.name, size=said.size, position=checkpoint.position, stamp=stamp, others=others
                )
        return None
