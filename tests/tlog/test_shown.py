"""Appends as they are shown: the same leaf whatever is hidden, and no other form of showing an event."""

import struct
from hashlib import sha256

import msgspec
import pytest

from pitboss.tlog.shown import Label, ShownAppend, ShownEvent

TIME = 1_741_608_000_000_000
LABEL = Label(position=41, stream="table/T1", version=7, kind="BetPlaced", schema=1, recorded=TIME)
SALT, DATA = bytes(range(16)), '{"type":"BetPlaced","amount":2500}'
DIGEST = sha256(SALT + DATA.encode()).digest()
WHOLE = ShownEvent(label=LABEL, salt=SALT, data=DATA)
OTHER = ShownEvent(hash=bytes(32))


def test_an_event_has_the_hash_that_the_documents_say() -> None:
    """Written out by hand, as docs/how-to/regulator/disputes.md tells it."""
    numbers = struct.pack(">qqqqii", 41, 7, 1, TIME, 8, 9)
    assert WHOLE.event_hash() == sha256(numbers + b"table/T1" + b"BetPlaced" + DIGEST).digest()


def test_hiding_changes_no_leaf() -> None:
    label_only = ShownEvent(label=LABEL, digest=DIGEST)
    nothing = ShownEvent(hash=WHOLE.event_hash())
    leaves = {ShownAppend(3, (OTHER, event)).leaf() for event in (WHOLE, label_only, nothing)}
    content = b"\0pitboss append 1\n" + bytes(32) + WHOLE.event_hash()
    assert leaves == {sha256(content).digest()}


@pytest.mark.parametrize(
    "change",
    [
        {"label": msgspec.structs.replace(LABEL, version=8)},
        {"label": msgspec.structs.replace(LABEL, kind="BetPlaced2")},
        {"label": msgspec.structs.replace(LABEL, stream="table/T1B", kind="etPlaced")},
        {"salt": bytes(16)},
        {"data": DATA + " "},
    ],
)
def test_another_event_has_another_hash(change: dict[str, object]) -> None:
    assert msgspec.structs.replace(WHOLE, **change).event_hash() != WHOLE.event_hash()


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"label": LABEL},
        {"label": LABEL, "salt": SALT},
        {"label": LABEL, "data": DATA},
        {"salt": SALT, "data": DATA},
        {"label": LABEL, "salt": SALT, "data": DATA, "hash": bytes(32)},
        {"label": LABEL, "digest": DIGEST, "data": DATA},
        {"digest": DIGEST},
        {"hash": bytes(32), "digest": DIGEST},
    ],
)
def test_an_event_is_shown_in_one_of_three_ways(given: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="an event is shown by"):
        ShownEvent(**given)  # type: ignore[arg-type]


def test_positions_follow_from_the_place_in_the_append() -> None:
    later = ShownEvent(label=msgspec.structs.replace(LABEL, position=43, version=8), digest=DIGEST)
    assert ShownAppend(3, (WHOLE, OTHER, later)).misplaced() is None
    assert ShownAppend(3, (WHOLE, later)).misplaced() == later.label
    assert ShownAppend(3, (*[OTHER] * 41, WHOLE)).misplaced() == LABEL


@pytest.mark.parametrize(
    "text",
    [
        b'{"number":0,"events":[]}',
        b'{"number":1,"events":[{"hash":"AAAA"}]}',
        b'{"number":1,"events":[{"hash":"AAAA"}],"more":1}',
        b'{"number":9223372036854775808,"events":[]}',
    ],
)
def test_a_bad_append_is_refused(text: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=ShownAppend)
