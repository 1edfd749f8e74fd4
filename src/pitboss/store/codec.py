"""Codec of events: each kind has a schema version, and upcasters bring old versions up to date.

A recorded event is never rewritten. When a type changes, its schema version goes up and an upcaster from the
old version is added; decoding applies them in turn, v1 to v2 to v3, to plain data, and only the result is
checked against the type.

An aggregate: one kind of stream, with its events, its state, and the fold from the events to the state.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from pitboss.reason import Unreadable, because, reason_of
from pitboss.store.errors import BadEvent
from pitboss.store.journal import HEAD, NewEvent, Recorded

_MOST_FRACTIONS: Final = 1024
"""Size of the cache of parsed fractions: shares of equal bets and displayed amounts recur in many events."""
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""From the plain data of one version to that of the next."""
UNREADABLE: Final = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""Exceptions of decoding data that no Pitboss has written: other shapes, invalid UTF-8, numbers out of
range, endless nesting."""


class EventType(Struct, frozen=True):
    """A kind of event: its type, its current schema version, and upcasters from older versions."""

    kind: str
    type: type[Struct]
    schema: int
    upcasters: Mapping[int, Upcaster]


class Registry:
    """The kinds of events that this program can encode and decode."""

    def __init__(self) -> None:
        self._kinds: dict[str, EventType] = {}
        self._types: dict[type[Struct], EventType] = {}
        self._decoders: dict[tuple[str, int], msgspec.json.Decoder[Any]] = {}

    def register(
        self, type_: type[Struct], *, schema: int = 1, upcasters: Mapping[int, Upcaster] | None = None
    ) -> None:
        """Register a type under its own name; every version before ``schema`` needs an upcaster."""
        kind = type_.__name__
        lifts = dict(upcasters or {})
        if sorted(lifts) != list(range(1, schema)):
            raise ValueError(f"{kind} version {schema} needs upcasters from versions 1 to {schema - 1}")
        if kind in self._kinds:
            raise ValueError(f"the kind {kind} is registered twice")
        entry = EventType(kind, type_, schema, lifts)
        self._kinds[kind] = self._types[type_] = entry
        self._decoders[kind, schema] = msgspec.json.Decoder(type_, dec_hook=from_plain)

    def types(self) -> tuple[EventType, ...]:
        """Every kind, in the order of registration."""
        return tuple(self._kinds.values())

    def encode(self, event: Struct) -> NewEvent:
        """Encode an event in its current version. Equal events have equal bytes."""
        entry = self._types.get(type(event))
        if entry is None:
            raise BadEvent(because("event.no_kind", kind=type(event).__name__))
        return NewEvent(entry.kind, entry.schema, _ENCODER.encode(event))

    def decode(self, event: Recorded | NewEvent) -> Any:
        """Decode an event, upcast to its current version."""
        decoder = self._decoders.get((event.kind, event.schema))
        try:
            if decoder is not None:
                found = decoder.decode(event.data)
                if len(_ENCODER.encode(found)) < len(event.data):
                    raise Unreadable(because("event.unknown_fields"))
                return found
            return self._lifted(event)
        except UNREADABLE as error:
            raise BadEvent(
                because(
                    "event.unreadable",
                    kind=event.kind,
                    version=event.schema,
                    position=event.position if isinstance(event, Recorded) else 0,
                    why=reason_of(error),
                )
            ) from error

    def _lifted(self, event: Recorded | NewEvent) -> Any:
        entry = self._kinds.get(event.kind)
        if entry is None:
            raise Unreadable(because("event.unknown_kind"))
        if not 0 < event.schema < entry.schema:
            raise Unreadable(because("event.unknown_version", known=entry.schema))
        plain = msgspec.json.decode(event.data)
        for version in range(event.schema, entry.schema):
            plain = entry.upcasters[version](plain)
        return msgspec.convert(plain, entry.type, dec_hook=from_plain)


def to_plain(value: object) -> object:
    """Encode what JSON lacks: a fraction becomes ``n/d``, always with its denominator."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    raise NotImplementedError(f"{type(value).__name__} has no place in an event")


def from_plain(type_: type, value: object) -> object:
    """The inverse of :func:`to_plain`; only a fraction's one canonical form is accepted."""
    if type_ is Fraction and isinstance(value, str):
        return _fraction(value)
    if type_ is Fraction:
        raise Unreadable(because("event.no_fraction", given=repr(value)))
    raise NotImplementedError(f"{type_} has no place in an event")


@lru_cache(_MOST_FRACTIONS)
def _fraction(text: str) -> Fraction:
    numerator, slash, denominator = text.partition("/")
    if slash and denominator.isdecimal() and int(denominator):
        found = Fraction(int(numerator), int(denominator))
        if to_plain(found) == text:
            return found
    raise Unreadable(because("event.not_lowest", given=repr(text)))


_ENCODER: Final = msgspec.json.Encoder(enc_hook=to_plain, order="deterministic")
"""Sorts sets and mappings, so that equal events have equal bytes."""


@cache
def shape_of(type_: type[Struct]) -> str:
    """A type's JSON schema as text, without descriptions; it differs whenever the type's data may differ."""
    (_,), components = msgspec.json.schema_components([type_], schema_hook=_hook)
    plain = _without_words(components)
    return msgspec.json.encode(plain, order="sorted").decode()


def _hook(type_: type) -> dict[str, Any]:
    if type_ is Fraction:
        return {"type": "string", "format": "fraction"}
    raise NotImplementedError(f"{type_} has no place in an event")


def _without_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _without_words(item)
            for key, item in value.items()
            if not (key in ("description", "title") and isinstance(item, str))
        }
    return [_without_words(item) for item in value] if isinstance(value, list) else value


StateT = TypeVar("StateT", bound=Struct)
Evolve = Callable[[StateT | None, Any, int], StateT | None]
"""Folds an event, given its position, into a state."""


class Aggregate(Struct, Generic[StateT], frozen=True, kw_only=True):
    """What the registry, the caches, the snapshots and the audit need to know of a kind of stream."""

    kind: str
    """``table`` of the streams ``table/7`` and ``table/8``."""
    name: str = ""
    """The name of its only stream, if it has one only."""
    state: type[StateT]
    events: tuple[type[Struct], ...]
    evolve: Evolve[StateT]
    by_day: bool = False
    """Whether a snapshot is saved as each gaming day begins, so that a report folds only what came later."""
    sparse: bool = False
    """Whether most names have no stream: all are read once, and a name without one is assumed empty."""
    people: Callable[[StateT], Set[str]] | None = None
    """The people that a state is about: a cache finds the states of a person without looking at all."""
    at_command: Callable[[StateT | None, Any], StateT | None] | None = None
    """Folds the command that begins an append, before its events; without it, commands change no state."""

    def stream(self, name: str = "") -> str:
        """The full name of a stream in the journal."""
        return f"{self.kind}/{name or self.name}"

    def fold(self, state: StateT | None, event: Struct, position: int) -> StateT | None:
        """The state after an event, or after the command that begins an append."""
        if type(event).__name__ != HEAD:
            return self.evolve(state, event, position)
        return self.at_command(state, event) if self.at_command else state


def registry_of(aggregates: Iterable[Aggregate[Any]], *others: type[Struct]) -> Registry:
    """The registry of the events of aggregates and of others; an event may belong to several aggregates."""
    registry = Registry()
    for kind in dict.fromkeys((*others, *(kind for found in aggregates for kind in found.events))):
        registry.register(kind)
    return registry
