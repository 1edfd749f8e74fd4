"""Proofs for people who do not have the journal: appends shown in part, and the hashes to a checkpoint."""

from collections.abc import Collection, Iterator
from itertools import pairwise

from msgspec import Struct

from pitboss.projection import project
from pitboss.shoe.opening_file import InLog
from pitboss.store import Journal, Recorded
from pitboss.store.checkpoint import Checkpoint, checkpoint_covering, cosigned_note
from pitboss.store.hashes import salted_hash
from pitboss.tlog.checkpoint import TreeHead, read_tree_head
from pitboss.tlog.merkle import inclusion_proof
from pitboss.tlog.note import Note, parse_note
from pitboss.tlog.proof_text import TlogProof
from pitboss.tlog.shown import Hash, Label, ShownAppend, ShownEvent
from pitboss.tlog.subset import root_by_subset, subset_proof


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


def prove_appends(
    journal: Journal,
    numbers: Collection[int],
    checkpoint: Checkpoint | None,
    whole: Collection[int] = (),
    labelled: Collection[int] = (),
) -> Proof:
    """The proof of those appends that a checkpoint covers; without a checkpoint, all of them as they are.

    The events at some positions are shown whole, those at others by their label.
    """
    covered = sorted(number for number in numbers if checkpoint is None or number <= checkpoint.size)
    appends = tuple(show_append(journal, number, whole, labelled) for number in covered)
    if checkpoint is None:
        return Proof(appends)
    places = [number - 1 for number in covered]
    return Proof(
        appends,
        subset_proof(journal.node, places, checkpoint.size),
        cosigned_note(journal, checkpoint).write(),
        checkpoint.note_key.text(),
    )


def prove_event(journal: Journal, event: Recorded) -> InLog | None:
    """The proof that an event stands in the log, with nothing of what else its append says.

    None while no checkpoint covers it.
    """
    found = checkpoint_covering(journal, event.append)
    if found is None:
        return None
    path = inclusion_proof(journal.node, event.append - 1, found.size)
    proof = TlogProof(event.append - 1, path, cosigned_note(journal, found))
    shown = show_append(journal, event.append, {event.position})
    return InLog(shown, proof.text(), found.note_key.text())


def show_append(
    journal: Journal, number: int, whole: Collection[int], labelled: Collection[int] = ()
) -> ShownAppend:
    """An append with the events at some positions shown whole, those at others by their label."""
    row = journal.append_at(number)
    assert row is not None, "an append of the journal has a row"
    events = journal.read_all(row.answer.first - 1, row.answer.last - row.answer.first + 1)
    return ShownAppend(number, tuple(_shown(event, whole, labelled) for event in events))


def _shown(event: Recorded, whole: Collection[int], labelled: Collection[int]) -> ShownEvent:
    if event.position in whole:
        return ShownEvent(label=project(Label, event), salt=event.salt, data=event.data.decode())
    if event.position in labelled:
        return ShownEvent(label=project(Label, event), digest=salted_hash(event.salt, event.data))
    return ShownEvent(hash=event.hash)
