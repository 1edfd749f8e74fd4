"""Proofs for people without the journal: appends shown in part, and the hashes up to a checkpoint."""

from collections.abc import Collection, Iterator
from itertools import islice, pairwise
from typing import Final

from msgspec import Struct

from pitboss.projection import project
from pitboss.reason import because
from pitboss.shoe.opening_file import InLog
from pitboss.store import Journal, Recorded
from pitboss.store.checkpoint import (
    COSIGNATURES,
    Checkpoint,
    checkpoint_covering,
    cosigned_note,
    read_cosigned,
)
from pitboss.store.errors import Damaged
from pitboss.store.heads_at import first_after
from pitboss.store.tree import salted_hash
from pitboss.tlog.checkpoint import TreeHead, read_tree_head
from pitboss.tlog.merkle import inclusion_proof, root_by_subset, subset_proof
from pitboss.tlog.note import Note, parse_note
from pitboss.tlog.proof_text import TlogProof
from pitboss.tlog.shown import Hash, Label, ShownAppend, ShownEvent

_FEW: Final = 20
"""How many recorded cosignatures are searched for one of a suitable checkpoint."""


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """Appends of the log, shown in part, and the hashes from their leaves to a checkpoint's root."""

    appends: tuple[ShownAppend, ...]
    hashes: tuple[Hash, ...] = ()
    """The hashes that the root needs besides the appends' leaves, left to right."""
    note: str | None = None
    """The checkpoint with its signatures; None where no checkpoint covers the appends."""
    key: str | None = None
    """The log's verifier key, which signed the checkpoint."""

    def signed_note(self) -> Note | None:
        """The parsed checkpoint; raises ``BadNote``."""
        return None if self.note is None else parse_note(self.note)

    def head(self) -> TreeHead | None:
        """The tree head of the checkpoint; raises ``BadNote``."""
        note = self.signed_note()
        return None if note is None else read_tree_head(note)

    def root(self, size: int) -> bytes | None:
        """The root that the appends lead to for a tree of this size; None if they do not."""
        numbers = [append.number for append in self.appends]
        if any(later <= earlier for earlier, later in pairwise(numbers)):
            return None
        leaves = {append.number - 1: append.leaf() for append in self.appends}
        return root_by_subset(leaves, size, self.hashes)

    def labels(self, stream: str) -> Iterator[tuple[Label, bool]]:
        """The labels of a stream's events, in log order, and whether each is shown whole."""
        for append in self.appends:
            for event in append.events:
                if event.label is not None and event.label.stream == stream:
                    yield event.label, event.data is not None

    def shown(self) -> Iterator[Recorded]:
        """The events that are shown whole, as recorded."""
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


class Covering(Struct, frozen=True):
    """A checkpoint, and its note with the recorded cosignatures."""

    checkpoint: Checkpoint
    note: Note


def covering(journal: Journal, append: int) -> Covering | None:
    """The first cosigned checkpoint over an append, else the first one; None if there is none."""
    first = checkpoint_covering(journal, append)
    if first is None:
        return None
    note = cosigned_note(journal, first)
    if note == first.note:
        for size in _cosigned_sizes(journal, first):
            later = checkpoint_covering(journal, size)
            if later and later.size == size:
                return Covering(later, cosigned_note(journal, later))
    return Covering(first, note)


def _cosigned_sizes(journal: Journal, after: Checkpoint) -> Iterator[int]:
    """The sizes of larger checkpoints whose cosignatures were recorded next."""
    start = first_after(journal, COSIGNATURES, after.position)
    said = map(read_cosigned, islice(journal.read_stream(COSIGNATURES, start, page=_FEW), _FEW))
    return (one.size for one in said if one.size > after.size)


def prove_appends(
    journal: Journal,
    numbers: Collection[int],
    found: Covering | None,
    whole: Collection[int] = (),
    labelled: Collection[int] = (),
) -> Proof:
    """The proof of the appends that a checkpoint covers; without a checkpoint, of all of them.

    Events at some positions are shown whole, those at others by label.
    """
    covered = sorted(number for number in numbers if found is None or number <= found.checkpoint.size)
    appends = tuple(show_append(journal, number, whole, labelled) for number in covered)
    if found is None:
        return Proof(appends)
    hashes = subset_proof(journal.node, [number - 1 for number in covered], found.checkpoint.size)
    return Proof(appends, hashes, found.note.write(), found.checkpoint.note_key.text())


def prove_event(journal: Journal, event: Recorded) -> InLog | None:
    """The proof that an event stands in the log, revealing nothing else of its append.

    None while no checkpoint covers it.
    """
    found = covering(journal, event.append)
    if found is None:
        return None
    path = inclusion_proof(journal.node, event.append - 1, found.checkpoint.size)
    proof = TlogProof(event.append - 1, path, found.note)
    shown = show_append(journal, event.append, {event.position})
    return InLog(shown, proof.text(), found.checkpoint.note_key.text())


def show_append(
    journal: Journal, number: int, whole: Collection[int], labelled: Collection[int] = ()
) -> ShownAppend:
    """An append with the events at some positions shown whole, those at others by label."""
    row = journal.append_at(number)
    if row is None:
        raise Damaged(because("journal.lost_append", append=number, journal=journal.url))
    events = journal.read_all(row.answer.first - 1, row.answer.last - row.answer.first + 1)
    return ShownAppend(number, tuple(_shown(event, whole, labelled) for event in events))


def _shown(event: Recorded, whole: Collection[int], labelled: Collection[int]) -> ShownEvent:
    if event.position in whole:
        return ShownEvent(label=project(Label, event), salt=event.salt, data=event.data.decode())
    if event.position in labelled:
        return ShownEvent(label=project(Label, event), digest=salted_hash(event.salt, event.data))
    return ShownEvent(hash=event.hash)
