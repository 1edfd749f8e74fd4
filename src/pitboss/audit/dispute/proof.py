"""The proof that events stand in the journal: hashes from them to a checkpoint that the house has signed.

What the events say is shown for the round alone. Of those between it and the end of their stream only the
hash of what they say is shown: enough to follow the chain, and nothing about other people's rounds.
"""

from collections.abc import Collection, Iterator

from msgspec import Struct

from pitboss.merkle import root_by_steps, sides
from pitboss.store import Head, Journal, Recorded
from pitboss.store.chain import GENESIS, data_hash, linked_hash
from pitboss.store.checkpoint import Checkpoint, checkpoint_covering
from pitboss.store.merkle import leaf, prove
from pitboss.store.past_heads import heads_at

MOST_EVENTS = 20_000
"""A chain longer than this is not shown: the checkpoint came too long after the round."""


class ProofFault(ValueError):
    """A proof that does not hold; the text is a whole sentence."""


class ProvedEvent(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event, with what it says or only the hash of that."""

    position: int
    version: int
    kind: str
    schema: int
    recorded: int
    hash: str
    data: str | None = None
    digest: str | None = None

    def data_hash(self) -> bytes:
        """The hash of what it says."""
        if self.data is not None:
            return data_hash(self.data.encode())
        return bytes.fromhex(self.digest or "")


class StreamProof(Struct, frozen=True, forbid_unknown_fields=True):
    """Events of one stream without a gap, and the way from the last of them to a checkpoint's root."""

    stream: str
    before: str
    """The hash that the first event follows."""
    events: tuple[ProvedEvent, ...]
    path: tuple[tuple[str, str], ...] | None
    """Neighbours on the way to the root, each with the side it stands on; none without a checkpoint."""

    def shown(self) -> Iterator[Recorded]:
        """The events whose data is here, as they stand in the journal."""
        for event in self.events:
            if event.data is not None:
                yield Recorded(
                    event.position,
                    self.stream,
                    event.version,
                    event.kind,
                    event.schema,
                    event.recorded,
                    event.data.encode(),
                    bytes.fromhex(event.hash),
                )

    def follow(self) -> Head:
        """The end of the chain; raises :class:`ProofFault` at the first event that does not follow."""
        value, version, position = bytes.fromhex(self.before), self.events[0].version, 0
        for event in self.events:
            value = linked_hash(
                value,
                event.position,
                self.stream,
                event.version,
                event.kind,
                event.schema,
                event.recorded,
                event.data_hash(),
            )
            if value.hex() != event.hash or event.version != version or event.position <= position:
                where = f"{event.kind} at position {event.position} ({self.stream} {event.version})"
                raise ProofFault(f"The event {where} does not have the hash it was recorded with.")
            version, position = version + 1, event.position
        return Head(self.stream, version - 1, position, value)

    def root(self) -> bytes | None:
        """The root that the chain leads to, if there is a way to one."""
        head = self.follow()
        if self.path is None:
            return None
        return root_by_steps(
            leaf(head), ((bytes.fromhex(value), side == "left") for value, side in self.path)
        )


class Proof(Struct, frozen=True):
    """The streams of a round up to the first checkpoint that covers it, if there is one."""

    streams: tuple[StreamProof, ...]
    checkpoint: Checkpoint | None


def prove_events(journal: Journal, events: Collection[Recorded]) -> Proof:
    """The proof of these events, stream by stream."""
    last = max(event.position for event in events)
    checkpoint = checkpoint_covering(journal, last)
    heads = {head.stream: head for head in heads_at(journal, checkpoint.position)} if checkpoint else {}
    streams = []
    for name in dict.fromkeys(event.stream for event in events):
        shown = {event.version: event for event in events if event.stream == name}
        streams.append(_prove(journal, name, shown, heads))
    return Proof(tuple(streams), checkpoint)


def _prove(journal: Journal, stream: str, shown: dict[int, Recorded], heads: dict[str, Head]) -> StreamProof:
    first, end = min(shown), max(shown)
    head = heads.get(stream)
    path = None
    if head and head.version - first < MOST_EVENTS:
        end = head.version
        proof = prove(heads.values(), stream)
        lefts = sides(proof.index, proof.streams)
        path = tuple(
            (step.hex(), "left" if left else "right") for step, left in zip(proof.path, lefts, strict=True)
        )
    chain = _up_to(journal, stream, first, end)
    events = tuple(_proved(event, event.version in shown) for event in chain)
    return StreamProof(stream, _hash_before(journal, stream, first).hex(), events, path)


def _up_to(journal: Journal, stream: str, first: int, end: int) -> Iterator[Recorded]:
    for event in journal.read_stream(stream, first - 1):
        if event.version > end:
            return
        yield event


def _hash_before(journal: Journal, stream: str, version: int) -> bytes:
    if version == 1:
        return GENESIS
    anchor = next((head for head in journal.anchors() if head.stream == stream), None)
    if anchor and anchor.version == version - 1:
        return anchor.hash
    return next(journal.read_stream(stream, version - 2)).hash


def _proved(event: Recorded, shown: bool) -> ProvedEvent:
    data = event.data.decode() if shown else None
    digest = None if shown else data_hash(event.data).hex()
    return ProvedEvent(
        event.position,
        event.version,
        event.kind,
        event.schema,
        event.recorded,
        event.hash.hex(),
        data,
        digest,
    )
