"""The proof that a round stands in the log: its appends, and the hashes that lead to a signed checkpoint.

What the events say is shown for the round alone. Of other events of its table that stand between them the
label is shown, so that a gap would be seen; of all others in the same appends only a hash. Every hash is
salted, so none gives away what its event says. The number of hashes hardly depends on the length of the log.
"""

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct

from pitboss.audit.log_proofs import show_append
from pitboss.floor.events import RoundBegan
from pitboss.projection import project
from pitboss.store import Journal, Recorded
from pitboss.store.checkpoint import checkpoint_covering, cosigned_note
from pitboss.tlog.checkpoint import TreeHead, read_tree_head
from pitboss.tlog.note import Note, parse_note
from pitboss.tlog.shown import Hash, Label, ShownAppend
from pitboss.tlog.subset import root_by_subset, subset_proof

_BEGAN: Final = RoundBegan.__name__


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """Some appends of the log, shown in part, and what leads from their leaves to a checkpoint's root."""

    appends: tuple[ShownAppend, ...]
    hashes: tuple[Hash, ...] = ()
    """What the root needs besides the leaves of the appends, from left to right."""
    note: str | None = None
    """The checkpoint with its signatures; none where no checkpoint covers the appends."""
    key: str | None = None
    """The verifier key of the log, which has signed the checkpoint."""

    def signed_note(self) -> Note | None:
        """The checkpoint; raises ``BadNote`` where it is none."""
        return None if self.note is None else parse_note(self.note)

    def head(self) -> TreeHead | None:
        """What the checkpoint says; raises ``BadNote`` where it is none."""
        note = self.signed_note()
        return None if note is None else read_tree_head(note)

    def root(self, size: int) -> bytes | None:
        """The root over so many leaves that the appends lead to, if they lead to one."""
        numbers = [append.number for append in self.appends]
        if any(later <= earlier for earlier, later in pairwise(numbers)):
            return None
        leaves = {append.number - 1: append.leaf() for append in self.appends}
        return root_by_subset(leaves, size, self.hashes)

    def labels(self, stream: str) -> Iterator[tuple[Label, bool]]:
        """The events of a stream that are shown, in the log's order, and whether what they say is shown."""
        for append in self.appends:
            for event in append.events:
                if event.label is not None and event.label.stream == stream:
                    yield event.label, event.data is not None

    def shown(self) -> Iterator[Recorded]:
        """The events that are shown whole, as they stand in the journal."""
        for append in self.appends:
            for event in append.events:
                if event.label is not None and event.data is not None:
                    yield project(
                        Recorded,
                        event.label,
                        append=append.number,
                        salt=event.salt,
                        data=event.data.encode(),
                        hash=event.event_hash(),
                    )


def prove_round(journal: Journal, table: str, own: Collection[Recorded]) -> Proof:
    """The proof of a round's own events, with the labels of its table's others until the next round began."""
    stream = f"table/{table}"
    around = tuple(_until_next_round(journal, stream, own))
    ends = {event.append for event in own}
    numbers = sorted(ends | {event.append for event in around})
    # The beginning of the next round shows that nothing is missing; if need be, the proof does without it.
    found = checkpoint_covering(journal, numbers[-1]) or checkpoint_covering(journal, max(ends))
    whole = {event.position for event in own}
    if found is None:
        return Proof(tuple(show_append(journal, number, whole, stream) for number in numbers))
    covered = [number for number in numbers if number <= found.size]
    return Proof(
        tuple(show_append(journal, number, whole, stream) for number in covered),
        subset_proof(journal.node, [number - 1 for number in covered], found.size),
        cosigned_note(journal, found).write(),
        found.note_key.text(),
    )


def _until_next_round(journal: Journal, stream: str, own: Collection[Recorded]) -> Iterator[Recorded]:
    first = min(event.version for event in own if event.stream == stream)
    for event in journal.read_stream(stream, first - 1):
        yield event
        if event.kind == _BEGAN and event.version > first:
            return
