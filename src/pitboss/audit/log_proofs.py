"""Proofs for people who do not have the journal: appends shown in part, and one event with its path."""

from collections.abc import Collection

from pitboss.projection import project
from pitboss.shoe.opening_file import InLog
from pitboss.store import Journal, Recorded
from pitboss.store.checkpoint import checkpoint_covering, cosigned_note
from pitboss.store.hashes import salted_hash
from pitboss.tlog.merkle import inclusion_proof
from pitboss.tlog.proof_text import TlogProof
from pitboss.tlog.shown import Label, ShownAppend, ShownEvent


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
    journal: Journal, number: int, whole: Collection[int], stream: str | None = None
) -> ShownAppend:
    """An append with the events at some positions shown whole, and the others of a stream by their label."""
    row = journal.append_at(number)
    assert row is not None, "an append of the journal has a row"
    events = journal.read_all(row.answer.first - 1, row.answer.last - row.answer.first + 1)
    return ShownAppend(number, tuple(_shown(event, whole, stream) for event in events))


def _shown(event: Recorded, whole: Collection[int], stream: str | None) -> ShownEvent:
    if event.position in whole:
        return ShownEvent(label=project(Label, event), salt=event.salt, data=event.data.decode())
    if event.stream == stream:
        return ShownEvent(label=project(Label, event), digest=salted_hash(event.salt, event.data))
    return ShownEvent(hash=event.hash)
