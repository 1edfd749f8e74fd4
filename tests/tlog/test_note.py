"""Signed notes against published ones, and every way in which a note or a key can be wrong."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from pitboss.tlog.note import (
    COSIGNATURE,
    ED25519,
    LONGEST,
    BadNote,
    Note,
    NoteKey,
    NoteSignature,
    note_key,
    parse_note,
    parse_note_key,
    parse_signatures,
    sign_note,
    signed_by,
)
from tests.tlog.published import CHECKPOINTS, NEUMANN, PLAIN, Published

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))


@pytest.mark.parametrize("published", [PLAIN, NEUMANN, *CHECKPOINTS], ids=lambda found: found.what)
def test_published_notes_verify_with_the_published_keys(published: Published) -> None:
    key, note = parse_note_key(published.key), parse_note(published.note)
    assert signed_by(note, key)
    assert note.write() == published.note
    assert key.text() == published.key
    assert not signed_by(Note(note.text.replace("e", "f", 1), note.signatures), key)


def test_the_signature_of_the_go_reference_is_made_again_bit_by_bit() -> None:
    """Ed25519 is deterministic, so the published private key must sign exactly as published."""
    private = base64.b64decode("gQoUAtUUbI2E8kQzMPVAgOv5juF9nHT2JS/F1ccoMXM=")
    made = sign_note(NEUMANN.text, "PeterNeumann", Ed25519PrivateKey.from_private_bytes(private))
    assert made.write() == NEUMANN.note


def test_a_note_may_hold_empty_lines_and_other_alphabets() -> None:
    note = sign_note("Ognuno sta solo\n\ned è subito 夕方.\n", "poet.example/q", KEY)
    assert parse_note(note.write()) == note
    assert parse_note(note.write().encode()) == note
    assert signed_by(note, note_key("poet.example/q", KEY, ED25519))


@given(st.text("aé夕 \n—+=", max_size=80), st.integers(0, 3))
def test_a_signed_note_is_read_as_it_was_written(text: str, more: int) -> None:
    note = sign_note(f"{text}\n", "a", KEY)
    for number in range(more):
        note = note.with_signatures(*sign_note(note.text, f"b{number}", OTHER).signatures)
    assert parse_note(note.write()) == note
    assert signed_by(parse_note(note.write()), note_key("a", KEY, ED25519))


def test_signatures_of_unknown_keys_are_passed_over() -> None:
    note = sign_note("text\n", "a", KEY)
    key = note_key("a", KEY, ED25519)
    same_name = NoteSignature("a", b"none", b"x" * 64)
    same_id = NoteSignature("b", key.id, b"x" * 64)
    assert signed_by(note.with_signatures(same_name, same_id), key)
    assert not signed_by(note, note_key("a", OTHER, ED25519))
    assert not signed_by(note, note_key("b", KEY, ED25519))
    assert not signed_by(note, note_key("a", KEY, COSIGNATURE))


@pytest.mark.parametrize("value", [b"x" * 64, b"x", b"x" * 72, bytes(64)])
def test_one_wrong_signature_of_a_key_spoils_the_note(value: bytes) -> None:
    note = sign_note("text\n", "a", KEY)
    key = note_key("a", KEY, ED25519)
    assert not signed_by(note.with_signatures(NoteSignature("a", key.id, value)), key)


def test_sixteen_signatures_of_the_largest_kind_are_read() -> None:
    note = sign_note("text\n", "a", KEY)
    note = note.with_signatures(*(NoteSignature(f"w{number}", b"abcd", b"x" * 5000) for number in range(15)))
    assert parse_note(note.write()) == note
    assert signed_by(note, note_key("a", KEY, ED25519))


def test_a_signature_that_is_there_is_not_repeated() -> None:
    note = sign_note("text\n", "a", KEY)
    assert note.with_signatures(*note.signatures) == note


GOOD = sign_note("text\n", "a", KEY).write()
LINE = GOOD.rpartition("\n\n")[2]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no empty line"),
        ("text\n", "no empty line"),
        ("text\n" + LINE, "no empty line"),
        ("text\n\n", "no signature"),
        (GOOD.removesuffix("\n"), "cut off"),
        (GOOD + "\n", "no signature"),
        (GOOD + "more\n", "Signature line 2 does not begin with a dash"),
        (GOOD.replace("— ", "- "), "line 1 does not begin with a dash"),
        (GOOD.replace("— a", "—  a"), "name of a key is empty"),
        (GOOD.replace("— a", "— a+b"), "a space or a plus"),
        (GOOD.replace("— a", "— a\u00a0b"), "a space or a plus"),
        (GOOD.replace("— a ", "— a  "), "not written in Base 64"),
        (GOOD.replace("— a ", "— a\u2003"), "a space or a plus"),
        ("text\n\n— a\n", "not written in Base 64"),
        ("text\n\n— a \n", "not written in Base 64"),
        ("text\n\n— a AAAA\n", "too short"),
        ("text\n\n— a AAAAAA==\n", "too short"),
        ("text\n\n— a AAAAAAB=\n", "not written in Base 64"),
        ("text\n\n— a AAAAAAA\n", "not written in Base 64"),
        ("text\n\n— a AAAAAAA= \n", "not written in Base 64"),
        ("text\n\n— a AAAA-_A=\n", "not written in Base 64"),
        ("text\r\n\n" + LINE, "control character (U+000D)"),
        ("te\0xt\n\n" + LINE, "control character (U+0000)"),
        ("te\ud800xt\n\n" + LINE, "not valid UTF-8"),
        ("text\n\n" + LINE * 101, "101 signatures"),
        ("x" * LONGEST + "\n\n" + LINE, "longer than"),
    ],
)
def test_a_bad_note_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(BadNote) as caught:
        parse_note(text)
    assert says in str(caught.value)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("content", [b"\xff\n\n", b"te\xc3\n\n" + LINE.encode(), b"x" * (LONGEST + 1)])
def test_a_note_is_text(content: bytes) -> None:
    with pytest.raises(BadNote):
        parse_note(content)


@given(st.text(max_size=60))
def test_nothing_but_a_bad_note_is_raised(text: str) -> None:
    for reader in (parse_note, parse_note_key, parse_signatures):
        try:
            reader(text)
        except BadNote:
            continue


@pytest.mark.parametrize("number", range(1, len(GOOD)))
def test_a_note_that_is_cut_off_is_never_taken_for_a_signed_one(number: int) -> None:
    key = note_key("a", KEY, ED25519)
    try:
        note = parse_note(GOOD[:-number])
    except BadNote:
        return
    assert not signed_by(note, key)


@pytest.mark.parametrize("text", ["no newline", "a\tb\n", ""])
def test_a_text_that_cannot_be_a_note_is_not_signed(text: str) -> None:
    with pytest.raises(BadNote):
        sign_note(text, "a", KEY)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\nb", "a\u2003b", "a\x7f b", "\ud800"])
def test_a_name_that_no_key_can_have_signs_nothing(name: str) -> None:
    with pytest.raises(BadNote):
        sign_note("text\n", name, KEY)


VKEY = note_key("a", KEY, ED25519).text()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a verifier key"),
        ("a+00000000", "not a verifier key"),
        (VKEY.upper(), "eight hexadecimal digits"),
        (VKEY.replace("a+", "b+", 1), "a letter is wrong"),
        (VKEY.replace("a+", "+", 1), "name of a key is empty"),
        (VKEY.replace("a+", "a b+", 1), "a space or a plus"),
        (VKEY[:-4], "has 29 bytes"),
        (VKEY + "AAAA", "has 35 bytes"),
        (VKEY + "\n", "not written in Base 64"),
        ("a+00000000+", "not written in Base 64"),
        (NoteKey("a", 2, bytes(32)).text(), "0x02"),
        (NoteKey("a", 6, bytes(1312)).text(), "0x06"),
    ],
)
def test_a_bad_key_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(BadNote) as caught:
        parse_note_key(text)
    assert says in str(caught.value)


def test_keys_of_one_name_and_bytes_differ_by_their_algorithm() -> None:
    plain, timed = note_key("a", KEY, ED25519), note_key("a", KEY, COSIGNATURE)
    assert plain.id != timed.id
    assert parse_note_key(timed.text()) == timed
