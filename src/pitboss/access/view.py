"""What a command is decided by: the streams it reads, and the inputs that stand in no stream.

A stream that was read once stays as it was until all are read again: other threads bring the same streams up
to date meanwhile, and a command that was decided on one state must not be appended after a later one.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, Protocol

from msgspec import Struct

from pitboss.access.account import Account
from pitboss.access.proposals import Proposals
from pitboss.access.tokens import code_digest, digest_of, enrolment_code, machine_token
from pitboss.ledger import GamingDay
from pitboss.store.journal import Clock
from pitboss.store.streams import StreamState

StreamKey = tuple[str, str]
"""The kind of a stream and the name in it."""


class StreamReader(Protocol):
    """Streams of one kind, however they are kept."""

    def stream(self, name: str) -> str:
        """The name of a stream in the journal."""

    def get(self, name: str) -> StreamState[Any]:
        """What is known of it."""

    def refresh(self, name: str) -> StreamState[Any]:
        """What the journal holds of it now."""

    def appended(
        self, name: str, held: StreamState[Any], events: Iterable[Struct], first: int, now: int
    ) -> None:
        """Take over events that were just appended."""


class PeopleView(Protocol):
    """What commands about people are decided by."""

    @property
    def at(self) -> int:
        """The instant, in microseconds since 1970."""

    def account(self, name: str) -> Account | None:
        """An account, which must be as it is read when the command is recorded."""

    def proposals(self, subject: str) -> Proposals | None:
        """What is and was proposed about a subject."""

    def made_code(self) -> str:
        """SHA-256 of a code that is made for an enrolment."""

    def made_token(self, device: str) -> str:
        """SHA-256 of a token that is made for a device."""


class LiveView:
    """The streams of one command, read from what a server knows and from its journal.

    Kinds in ``known`` are taken as they are known here: whoever hears of every change need not ask, and the
    expected version of the append finds out what was old. All others are read when first asked for.
    """

    def __init__(self, kinds: Mapping[str, StreamReader], clock: Clock, known: Iterable[str] = ()) -> None:
        self._kinds = kinds
        self._clock = clock
        self._known = frozenset(known)
        self._held: dict[StreamKey, StreamState[Any]] = {}
        self._read: dict[StreamKey, None] = {}
        self._guarded: set[StreamKey] = set()
        self._at: int | None = None
        self.made: list[str] = []
        """Digests of what was made, in order."""
        self.shown = ""
        """The code or token that was made last."""

    @property
    def at(self) -> int:
        """The instant; the same for the whole decision."""
        if self._at is None:
            self._at = self._clock()
        return self._at

    def held(self, kind: str, name: str, *, fresh: bool = False) -> StreamState[Any]:
        """A stream, as it was when the command first asked; ``fresh`` from the journal in any case."""
        key = kind, name
        found = self._held.get(key)
        if found is None:
            kept = self._kinds[kind]
            known = key in self._read or (kind in self._known and not fresh)
            found = self._held[key] = kept.get(name) if known else kept.refresh(name)
            self._read[key] = None
        return found

    def guard(self, kind: str, name: str) -> StreamState[Any]:
        """A stream that must be as it was read when the command is recorded, also if nothing is written."""
        self._guarded.add((kind, name))
        return self.held(kind, name)

    def account(self, name: str) -> Account | None:
        """An account, held fast: nobody's power is taken away between the decision and its record."""
        state: Account | None = self.guard("account", name).state
        return state

    def proposals(self, subject: str) -> Proposals | None:
        """What is and was proposed about a subject."""
        state: Proposals | None = self.held("proposal", subject).state
        return state

    def made_code(self) -> str:
        """SHA-256 of a new code."""
        self.shown = enrolment_code()
        return self._make(code_digest(self.shown))

    def made_token(self, device: str) -> str:
        """SHA-256 of a new token."""
        self.shown = machine_token(device)
        return self._make(digest_of(self.shown))

    def _make(self, digest: str) -> str:
        self.made.append(digest)
        return digest

    def guarded(self, written: Container[StreamKey]) -> Iterator[StreamKey]:
        """The streams that are held fast and not written to anyway."""
        return (key for key in sorted(self._guarded) if key not in written)

    def only_read(self, written: Container[StreamKey]) -> dict[str, int]:
        """The versions of the streams that are neither written nor held fast."""
        rest = (key for key in self._held if key not in written and key not in self._guarded)
        return {self._kinds[kind].stream(name): self._held[kind, name].version for kind, name in rest}

    def stream(self, key: StreamKey) -> str:
        """The name of a stream in the journal."""
        return self._kinds[key[0]].stream(key[1])

    def appended(self, key: StreamKey, events: Iterable[Struct], first: int, now: int) -> None:
        """Events stand in the journal from a position on."""
        self._kinds[key[0]].appended(key[1], self._held[key], events, first, now)

    @property
    def dated(self) -> GamingDay | None:
        """The gaming day and shift, where the decision asked for them."""
        return None

    def must_refresh(self, written: Container[StreamKey]) -> bool:
        """Whether something was taken as it was known that no expected version would show to be old."""
        return False

    def begin(self) -> None:
        """Decide, for the first time or again: another instant, and nothing made or held fast yet."""
        self._at = None
        self.made.clear()
        self.shown = ""
        self._guarded.clear()

    def refresh(self, stream: str | None = None) -> None:
        """Bring one stream, or all that was read, up to date; links always, and after the tables.

        So what a round opens or settles with is never older at its link than the round itself.
        """
        self._held.clear()
        for kind, name in sorted(self._read, key=lambda key: key[0] == "link"):
            kept = self._kinds[kind]
            if kind == "link" or stream in (None, kept.stream(name)):
                kept.refresh(name)
