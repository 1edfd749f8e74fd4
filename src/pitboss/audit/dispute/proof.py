"""The proof that events stand in the journal: hashes from them to a checkpoint that the house has signed.

What the events say is shown for the round alone. Of those between it and the end of their stream only the
hash of what they say is shown. That is enough to follow the chain, and hides what has many possible contents;
an event that deals a hand has few, so its hash gives the hand away to whoever tries them all.
"""

from collections.abc import Collection, Iterator

from msgspec import Struct

from pitboss.projection import project
from pitboss.store import Head, Journal, Recorded
from pitboss.store.chain import data_hash, linked_hash
from pitboss.store.checkpoint import Checkpoint, checkpoint_covering
from pitboss.store.merkle import Proof as HeadProof
from pitboss.store.merkle import prove, root_by_proof
from pitboss.store.past_heads import hash_before, heads_at

MOST_EVENTS = 20_000
"""A chain longer than this is not shown: the checkpoint came too long after the round."""


class ProofFault(ValueError):
    """A proof that does not hold; the text is a whole sentence."""


class ProvedEvent(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
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


class Way(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a stream's head stands among all heads, and its neighbours on the way to their root."""

    index: int
    streams: int
    path: tuple[str, ...]


class StreamProof(Struct, frozen=True, forbid_unknown_fields=True):
    """Events of one stream without a gap, and the way from the last of them to a checkpoint's root."""

    stream: str
    before: str
    """The hash that the first event follows."""
    events: tuple[ProvedEvent, ...]
    way: Way | None
    """From the last of them to the root; none without a checkpoint."""

    def shown(self) -> Iterator[Recorded]:
        """The events whose data is here, as they stand in the journal."""
        for event in self.events:
            if event.data is not None:
                yield project(
                    Recorded,
                    event,
                    stream=self.stream,
                    data=event.data.encode(),
                    hash=bytes.fromhex(event.hash),
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
        if self.way is None:
            return None
        path = tuple(bytes.fromhex(value) for value in self.way.path)
        return root_by_proof(self.follow(), HeadProof(self.way.index, self.way.streams, path))


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
    way = None
    if head and head.version - first < MOST_EVENTS:
        end = head.version
        found = prove(heads.values(), stream)
        way = Way(found.index, found.streams, tuple(value.hex() for value in found.path))
    chain = _up_to(journal, stream, first, end)
    events = tuple(_proved(event, event.version in shown) for event in chain)
    return StreamProof(stream, hash_before(journal, stream, first).hex(), events, way)


def _up_to(journal: Journal, stream: str, first: int, end: int) -> Iterator[Recorded]:
    for event in journal.read_stream(stream, first - 1):
        if event.version > end:
            return
        yield event


def _proved(event: Recorded, shown: bool) -> ProvedEvent:
    data = event.data.decode() if shown else None
    digest = None if shown else data_hash(event.data).hex()
    return project(ProvedEvent, event, hash=event.hash.hex(), data=data, digest=digest)
