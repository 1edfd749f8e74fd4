"""Events keep their bytes, old versions are lifted, and no shape changes unnoticed."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from pitboss.floor import floor_registry
from pitboss.settlement import Line
from pitboss.store import NewEvent, Recorded
from pitboss.store.codec import Registry, shape_of
from pitboss.store.errors import BadEvent
from tools.stored_events import OPENED, golden_events, golden_shapes, samples

REGISTRY = floor_registry()
GOLDEN = golden_events()
PRESENT = {entry.kind: entry.schema for entry in REGISTRY.types()}


def test_every_kind_has_a_golden_event_in_every_version() -> None:
    wanted = {(kind, version) for kind, last in PRESENT.items() for version in range(1, last + 1)}
    assert {(event.kind, event.schema) for event in GOLDEN} == wanted


@pytest.mark.parametrize("event", GOLDEN, ids=lambda event: f"{event.kind}-{event.schema}")
def test_golden_event(event: NewEvent) -> None:
    """Each is read by the present code, and in the present version written with the same bytes."""
    decoded = REGISTRY.decode(event)
    again = REGISTRY.encode(decoded)
    assert (again.kind, again.schema) == (event.kind, PRESENT[event.kind])
    if event.schema == again.schema:
        assert again.data == event.data


def test_an_old_version_is_lifted_to_the_present_one() -> None:
    """Step by step, each to the next."""
    thing = msgspec.defstruct("Thing", [("box", int), ("by", str), ("live", bool)], frozen=True, tag=True)
    registry = Registry()
    lifts = {1: lambda data: data | {"by": "nobody"}, 2: lambda data: data | {"live": False}}
    registry.register(thing, schema=3, upcasters=lifts)
    for version, data in ((1, b'{"box":4}'), (2, b'{"box":4,"by":"nobody"}')):
        assert registry.decode(NewEvent("Thing", version, data)) == thing(4, "nobody", False)


@pytest.mark.parametrize("kind", list(PRESENT))
def test_a_shape_does_not_change_without_a_new_version(kind: str) -> None:
    entry = next(entry for entry in REGISTRY.types() if entry.kind == kind)
    recorded = golden_shapes()[kind]
    assert list(recorded) == [str(version) for version in range(1, entry.schema + 1)]
    assert msgspec.json.decode(shape_of(entry.type)) == recorded[str(entry.schema)], (
        f"{kind} has changed its shape: give it a new version, an upcaster and a golden event"
    )


def test_structs_stored_by_position_keep_their_positions() -> None:
    """A shape does not name the fields of such a struct, so that two could change places unnoticed."""
    waiting, by_places = [Struct], []
    while waiting:
        type_ = waiting.pop()
        waiting += type_.__subclasses__()
        if type_.__struct_config__.array_like and type_.__module__.startswith("pitboss."):
            by_places.append(type_)
    assert by_places == [Line]
    assert " ".join(Line.__struct_fields__) == "box player bet stake result net clauses reason"


def test_the_shape_test_notices_every_kind_of_change() -> None:
    def shape(*fields: Any) -> str:
        return shape_of(msgspec.defstruct("Thing", fields, frozen=True))

    base = shape(("a", int), ("b", str | None, None))
    changes = [
        shape(("a", int)),
        shape(("a", int), ("b", str | None)),
        shape(("a", int), ("b", str | None, "x")),
        shape(("a", Fraction), ("b", str | None, None)),
        shape(("a", int), ("c", str | None, None)),
        shape(("a", int), ("b", str | None, None), ("c", int, 0)),
        shape(("a", msgspec.defstruct("Inner", [("x", int)])), ("b", str | None, None)),
        shape(("a", msgspec.defstruct("Inner", [("x", int), ("y", int, 0)])), ("b", str | None, None)),
    ]
    assert base == shape(("a", int), ("b", str | None, None))
    assert len({base, *changes}) == len(changes) + 1


def test_every_event_comes_back_equal_and_with_the_same_bytes() -> None:
    """Those of every shipped round, of a floor on which nearly everything happens, and the rest by hand."""
    count = dict.fromkeys(PRESENT, 0)
    for sample in samples():
        written = REGISTRY.encode(sample)
        back = REGISTRY.decode(written)
        assert back == sample
        assert REGISTRY.encode(back).data == written.data
        count[written.kind] += 1
    assert sum(count.values()) > 10_000
    assert [kind for kind, times in count.items() if not times] == []


def test_sets_and_fractions_are_written_in_one_way_only() -> None:
    data = REGISTRY.encode(OPENED).data
    assert b'"under_minimum":["ann","bob","cat"]' in data
    assert b'"blocked":[3,5]' in data
    assert b'"value":"1000000001/3"' in data
    for wrong in (b"2/4", b"3", b"1/0", b"x/3", b"0.5", b"1/-2"):
        with pytest.raises(BadEvent, match="cannot be read"):
            REGISTRY.decode(
                NewEvent("JackpotRegistered", 1, b'{"type":"JackpotRegistered","value":"%s"}' % wrong)
            )


def test_an_unreadable_event_is_told() -> None:
    recorded = Recorded(
        position=9,
        append=1,
        stream="table/1",
        version=1,
        kind="Unheard",
        schema=1,
        recorded=0,
        salt=b"",
        data=b"{}",
        hash=b"",
    )
    with pytest.raises(
        BadEvent, match="Unheard version 1 at position 9 cannot be read: this Pitboss does not"
    ):
        REGISTRY.decode(recorded)
    with pytest.raises(BadEvent, match="knows its versions 1 to 1"):
        REGISTRY.decode(NewEvent("RoundOpened", 2, b"{}"))
    for data in (b"", b"{", b"[]", b'{"type":"RoundOpened"}', b'{"type":"RoundOpened","table":7}'):
        with pytest.raises(BadEvent):
            REGISTRY.decode(NewEvent("RoundOpened", 1, data))


class Thing(Struct, frozen=True):
    size: int
    name: str


class Strange(Struct, frozen=True):
    value: complex


def test_a_registry_asks_for_every_upcaster() -> None:
    registry = Registry()
    with pytest.raises(ValueError, match="upcasters from versions 1 to 2"):
        registry.register(Thing, schema=3, upcasters={2: lambda data: data})
    registry.register(
        Thing,
        schema=3,
        upcasters={
            1: lambda data: {"size": data["length"]},
            2: lambda data: {**data, "name": f"of {data['size']}"},
        },
    )
    assert registry.decode(NewEvent("Thing", 1, b'{"length":4}')) == Thing(4, "of 4")
    assert registry.decode(NewEvent("Thing", 2, b'{"size":5}')) == Thing(5, "of 5")
    with pytest.raises(BadEvent, match="length"):
        registry.decode(NewEvent("Thing", 1, b"{}"))
    with pytest.raises(ValueError, match="registered twice"):
        registry.register(Thing)
    with pytest.raises(BadEvent, match="not a registered kind"):
        registry.encode(OPENED)
    with pytest.raises(TypeError, match="complex"):
        shape_of(Strange)
    registry.register(Strange)
    with pytest.raises(NotImplementedError, match="complex has no place"):
        registry.encode(Strange(1j))
