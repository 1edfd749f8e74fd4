"""Data that no Pitboss has written, in every place where some is read: each ends in a sentence."""

from typing import Any

import pytest
from msgspec import Struct

from pitboss.store import NewEvent, Recorded
from pitboss.store.archive_note import EVENT as ARCHIVED
from pitboss.store.archive_note import read_note
from pitboss.store.checkpoint import EVENTS, read_checkpoint, read_cosigned
from pitboss.store.codec import Registry
from pitboss.store.errors import BadEvent, Damaged
from pitboss.store.postgres.errors import translated
from pitboss.store.sqlite.schema import read_answer

STRANGE = {
    "nothing": b"",
    "no JSON": b"{",
    "no UTF-8": b'{"note":"\xf2","key":"","position":1,"text":"\xf2"}',
    "no UTF-8 in a name": b'{"\xf2":1}',
    "a list": b"[]",
    "nothing in particular": b"null",
    "a word for a number": b'{"note":"a","key":"","position":"x","text":1}',
    "no end of lists": b"[" * 100_000,
    "no end of lists in a field": b'{"text":' + b"[" * 100_000,
}


class Noted(Struct, frozen=True):
    text: str


def lift(plain: dict[str, Any]) -> dict[str, Any]:
    return {"text": plain.pop("old").upper()}


def recorded(kind: str, schema: int, data: bytes) -> Recorded:
    return Recorded(
        position=9,
        append=1,
        stream="table/1",
        version=1,
        kind=kind,
        schema=schema,
        recorded=0,
        salt=b"",
        data=data,
        hash=b"",
    )


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize("schema", [1, 2])
def test_an_event(name: str, schema: int) -> None:
    registry = Registry()
    registry.register(Noted, schema=2, upcasters={1: lift})
    with pytest.raises(BadEvent, match=f"Noted version {schema} at position 9 cannot be read"):
        registry.decode(recorded("Noted", schema, STRANGE[name]))


@pytest.mark.parametrize("old", [b"1", b"null", b'["a"]', b"{}"])
def test_an_event_of_an_old_shape_with_a_wrong_type(old: bytes) -> None:
    registry = Registry()
    registry.register(Noted, schema=2, upcasters={1: lift})
    with pytest.raises(BadEvent, match="cannot be read"):
        registry.decode(NewEvent("Noted", 1, b'{"old":%s}' % old))


TOO_LARGE = b'{"note":"a","key":"","position":9223372036854775808,"size":9223372036854775808,"signatures":""}'


@pytest.mark.parametrize("data", [*STRANGE.values(), TOO_LARGE], ids=[*STRANGE, "a number too large"])
def test_unreadable_records_of_the_journal_itself_are_told(data: bytes) -> None:
    signed, cosigned = EVENTS
    with pytest.raises(BadEvent, match="A checkpoint cannot be read"):
        read_checkpoint(recorded(*signed, data))
    with pytest.raises(BadEvent, match="A cosignature cannot be read"):
        read_cosigned(recorded(*cosigned, data))
    with pytest.raises(BadEvent, match="A note of an archive cannot be read"):
        read_note(recorded(*ARCHIVED, data))


@pytest.mark.parametrize("name", STRANGE)
def test_the_answer_of_an_append(name: str) -> None:
    with pytest.raises(Damaged, match="Rows of appends in the journal's file are not of the kind"):
        read_answer(1, 2, STRANGE[name])


def test_a_text_of_a_database_that_is_no_text() -> None:
    message = "The database postgresql://floor is damaged .*: restore it from a copy"
    with pytest.raises(Damaged, match=message), translated("postgresql://floor"):
        b"\xf2".decode()
