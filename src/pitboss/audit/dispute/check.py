"""Check a signed page without its journal: what holds, what does not, and what it cannot show."""

import struct
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from pitboss.audit.acts import acts
from pitboss.audit.acts_again import decided_again
from pitboss.audit.dispute.document import Document
from pitboss.audit.dispute.proof import StreamProof
from pitboss.audit.replay_data import settlement_data
from pitboss.floor.events import PastRoundAdjusted, RoundBegan
from pitboss.floor.past import EXCHANGES, OF_TABLE, Entry, PastRound, past_round
from pitboss.floor.registry import floor_registry
from pitboss.invariant import InvariantBroken
from pitboss.ledger.book import TransfersPosted
from pitboss.sheets import load, sheet_ids
from pitboss.store.checkpoint import Checkpoint, parse_checkpoint
from pitboss.store.errors import JournalError
from pitboss.store.journal import HEAD

_RULED = PastRoundAdjusted.__name__
_POSTED = TransfersPosted.__name__
_BETWEEN = frozenset({_RULED, *(kind.__name__ for kind in OF_TABLE)})
"""What may stand between the events of a round without being of it."""
_POSTING = frozenset({_RULED, *(kind.__name__ for kind in EXCHANGES)})
"""Those of them that are followed by transfers."""


_SENSELESS = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, struct.error)
"""What a made-up page raises: numbers too large, hashes that are none, rounds that cannot be."""


class Finding(Struct, frozen=True):
    """One thing that was checked, in a sentence."""

    holds: bool | None
    """None where nothing could be checked."""
    text: str


class Checked(Struct, frozen=True):
    """What was found, and the round that the events tell."""

    findings: tuple[Finding, ...]
    past: PastRound | None

    @property
    def sound(self) -> bool:
        """Whether nothing that could be checked fails."""
        return all(finding.holds is not False for finding in self.findings)


def check_page(
    document: Document, witness: Sequence[Checkpoint] | None = None, trusted: bytes | None = None
) -> Checked:
    """Everything that can be checked of a page, in the order in which it rests on each other.

    ``witness`` are checkpoints kept elsewhere, ``trusted`` is the key that the house has given out.
    """
    record = document.record
    past = _past(str(record.replay.get("round")), record.streams)
    findings = (
        *_of_key(document, trusted),
        *_of_proof(document, witness),
        *_of_round(record.replay, record.streams, past),
    )
    return Checked(findings, past)


def _of_key(document: Document, trusted: bytes | None) -> Iterator[Finding]:
    key = document.record.key
    yield _finding(document.signed(), f"The data is signed by the key {key}.")
    if trusted is not None:
        yield _finding(bytes.fromhex(key) == trusted, "That is the key that you named.")


def _of_proof(document: Document, witness: Sequence[Checkpoint] | None) -> Iterator[Finding]:
    record = document.record
    yield _finding(document.page_is_as_signed(), "What the page shows is what was signed.")
    for stream in record.streams:
        yield _chain(stream)
    checkpoint = _checkpoint(record.checkpoint)
    if isinstance(checkpoint, Finding):
        yield checkpoint
    else:
        yield from _at_checkpoint(record.streams, checkpoint, bytes.fromhex(record.key))
        yield from _at_witness(checkpoint, witness)


def _finding(holds: bool, text: str) -> Finding:
    return Finding(holds, text if holds else f"This does not hold: {text}")


def _chain(stream: StreamProof) -> Finding:
    shown = sum(1 for event in stream.events if event.data is not None)
    try:
        stream.follow()
    except _SENSELESS as fault:
        return Finding(False, f"The chain of {stream.stream} is broken. {fault}")
    text = f"{shown} events of the round stand in the chain of {stream.stream}, {len(stream.events)} in all."
    return Finding(True, text)


def _checkpoint(line: str | None) -> Checkpoint | Finding:
    if line is None:
        return Finding(None, "No checkpoint covers the round: only the signature of the page vouches for it.")
    try:
        return parse_checkpoint(line.encode())
    except JournalError as fault:
        return Finding(False, str(fault))


def _at_checkpoint(streams: tuple[StreamProof, ...], checkpoint: Checkpoint, key: bytes) -> Iterator[Finding]:
    name = f"checkpoint {checkpoint.number}"
    for stream in streams:
        if stream.way is None:
            text = f"{stream.stream} went on too long before {name}: the way there is not on the page."
            yield Finding(None, text)
            continue
        try:
            leads = stream.root() == checkpoint.root
            covered = stream.events[-1].position <= checkpoint.position
            covered = covered and stream.way.streams == checkpoint.streams
        except _SENSELESS:
            leads = covered = False
        yield _finding(leads and covered, f"{stream.stream} leads to the root of {name}.")
    yield _finding(checkpoint.signed_by_its_key(), f"The signature of {name} is that of the key it names.")
    same = checkpoint.key == key
    text = f"{name.capitalize()} is signed with {'the same key as' if same else 'another key than'} the page."
    yield Finding(True if same else None, text)


def _at_witness(checkpoint: Checkpoint, witness: Sequence[Checkpoint] | None) -> Iterator[Finding]:
    if witness is None:
        return
    kept = [copy for copy in witness if copy.number == checkpoint.number]
    text = f"The witness holds the same checkpoint {checkpoint.number}."
    if kept:
        yield _finding(all(copy.line() == checkpoint.line() for copy in kept), text)
    else:
        yield Finding(None, f"The witness holds no checkpoint {checkpoint.number}.")


def _of_round(
    told: dict[str, Any], streams: tuple[StreamProof, ...], past: PastRound | None
) -> Iterator[Finding]:
    if past is None:
        yield Finding(False, f"The events are not those of a whole round {told.get('round')}.")
        return
    stream = next(stream for stream in streams if stream.stream == f"table/{past.table}")
    missing = _left_out(stream)
    yield _finding(not missing, "No event of the round is left out.")
    if rulings := sum(1 for event in stream.events if event.data is None and event.kind == _RULED):
        text = f"Rulings said to be on other rounds: {rulings}. What they say is not on the page."
        yield Finding(None, text)
    yield _finding(settlement_data(past) == told.get("settlement"), "The lines shown are those recorded.")
    yield _settled_again(past)


def _past(name: str, streams: tuple[StreamProof, ...]) -> PastRound | None:
    table = name.rpartition("/")[0]
    decode = floor_registry().decode
    try:
        stream = next(stream for stream in streams if stream.stream == f"table/{table}")
        past = past_round(table, tuple(Entry(event, decode(event)) for event in stream.shown()))
    except (StopIteration, AssertionError, InvariantBroken, *_SENSELESS, JournalError):
        return None
    return past if past and past.id == name else None


def _left_out(stream: StreamProof) -> bool:
    """Whether an event before the next round begins is hidden that can only be of this one."""
    posting = False
    for event in stream.events[1:]:
        if event.kind == RoundBegan.__name__:
            return False
        if (
            event.data is None
            and event.kind not in (HEAD, *_BETWEEN)
            and not (posting and event.kind == _POSTED)
        ):
            return True
        posting = event.data is None and event.kind in _POSTING
    return False


def _settled_again(past: PastRound) -> Finding:
    sheet, hashes = past.round.table.sheet, past.round.hashes
    if sheet not in sheet_ids() or load(sheet).hashes.sheet != hashes.sheet:
        text = f"The sheet {sheet} that it was played by is not installed here: it was not settled again."
        return Finding(None, text)
    try:
        differs = decided_again(load(sheet), acts(past))
    except (AssertionError, InvariantBroken, *_SENSELESS) as fault:
        differs = f"it cannot be played ({fault})"
    if differs:
        return Finding(False, f"Played again by {sheet}, {differs}.")
    return Finding(True, f"Played again by {sheet}, every act has the same consequences and lines.")
