"""The client of witnesses: what it takes for a cosignature, and every way in which a witness can lie."""

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.tlog.checkpoint import cosign, cosigned
from pitboss.tlog.note import COSIGNATURE, ED25519, Note, NoteSignature, note_key
from pitboss.witness.client import (
    MOST_ANSWER,
    MOST_FUTURE,
    MOST_PAST,
    Behind,
    CosignatureAnswer,
    CosignatureRefused,
    VerifiedCosignature,
    Witness,
    WitnessUnreachable,
    ask,
    ask_async,
)
from tests.waiting import PATIENCE, started
from tests.witness.signed_log import NOW, WITNESS, WITNESS_KEY, SignedLog

LOG = SignedLog()
NOTE = LOG.note(9)
KEY = note_key(WITNESS, WITNESS_KEY, COSIGNATURE)
RIGHT = cosign(NOTE, WITNESS, WITNESS_KEY, NOW)
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))


@contextmanager
def server(answer: Callable[[socket.socket], None]) -> Iterator[tuple[str, list[bytes]]]:
    """A server for one connection, which reads a request and then does as it is told."""
    seen: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            listening.settimeout(PATIENCE)
            connection, _ = listening.accept()
            with connection:
                data = b""
                while not data.endswith(b"=\n"):
                    data += connection.recv(65536)
                seen.append(data)
                try:
                    answer(connection)
                except OSError:
                    return

        serving = started(serve)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", seen
        serving.result(PATIENCE)


def http(status: int, body: bytes, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def asked(answer: bytes, *, note: Note = NOTE, timeout: float = 5.0) -> CosignatureAnswer:
    with server(lambda connection: connection.sendall(answer)) as (url, _):
        return ask(Witness(url, KEY), note, 7, LOG.proof(7, 9), timeout=timeout, now=lambda: NOW)


def test_a_cosignature_that_verifies_is_one() -> None:
    with server(lambda connection: connection.sendall(http(200, RIGHT.line().encode()))) as (url, seen):
        outcome = ask(Witness(f"{url}/below/", KEY), NOTE, 7, LOG.proof(7, 9), now=lambda: NOW)
    assert outcome == VerifiedCosignature(RIGHT, NOW)
    assert cosigned(NOTE.with_signatures(RIGHT), KEY) == NOW
    (request,) = seen
    assert request.startswith(b"POST /below/add-checkpoint HTTP/1.1\r\n")
    assert request.endswith(LOG.submission(7, 9))


def test_lines_of_other_keys_are_passed_over() -> None:
    others = [cosign(NOTE, "other", OTHER, NOW).line(), NoteSignature("x", b"none", b"x" * 2000).line()]
    body = "".join([others[0], RIGHT.line(), others[1]]).encode()
    assert asked(http(200, body)) == VerifiedCosignature(RIGHT, NOW)


def test_of_several_cosignatures_the_newest_is_taken() -> None:
    newer = cosign(NOTE, WITNESS, WITNESS_KEY, NOW + 5)
    assert asked(http(200, (newer.line() + RIGHT.line()).encode())) == VerifiedCosignature(newer, NOW + 5)


@pytest.mark.parametrize(
    ("signature", "says"),
    [
        (cosign(LOG.note(8), WITNESS, WITNESS_KEY, NOW), "not over this checkpoint"),
        (NoteSignature(WITNESS, KEY.id, b"x" * 72), "not over this checkpoint"),
        (NoteSignature(WITNESS, KEY.id, (NOW + 1).to_bytes(8, "big") + RIGHT.value[8:]), "not over this"),
        (cosign(NOTE, WITNESS, OTHER, NOW), "without a signature of its key"),
        (cosign(NOTE, "other", WITNESS_KEY, NOW), "without a signature of its key"),
        (cosign(NOTE, WITNESS, WITNESS_KEY, NOW + MOST_FUTURE + 1), "in the future"),
        (cosign(NOTE, WITNESS, WITNESS_KEY, NOW - MOST_PAST - 1), "seconds ago"),
    ],
)
def test_a_cosignature_that_is_none_does_not_count(signature: NoteSignature, says: str) -> None:
    outcome = asked(http(200, signature.line().encode()))
    assert isinstance(outcome, CosignatureRefused)
    assert says in outcome.sentence


@pytest.mark.parametrize("off", [MOST_FUTURE, -MOST_PAST])
def test_clocks_may_differ_a_little(off: int) -> None:
    signature = cosign(NOTE, WITNESS, WITNESS_KEY, NOW + off)
    assert asked(http(200, signature.line().encode())) == VerifiedCosignature(signature, NOW + off)


@pytest.mark.parametrize(
    "body", [b"", b"\n", b"\xff\xfe", b"<html>hello</html>", b"\xe2\x80\x94 a b\n", b"x" * 5000]
)
def test_nonsense_is_told_in_a_sentence(body: bytes) -> None:
    outcome = asked(http(200, body))
    assert isinstance(outcome, CosignatureRefused)
    assert outcome.sentence.endswith(".")


SIZE = "Content-Type: text/x.tlog.size"


def test_a_witness_that_knows_another_size_says_which() -> None:
    assert asked(http(409, b"12\n", SIZE)) == Behind(12)
    assert asked(http(409, b"0\n", "Content-Type: Text/x.tlog.size; charset=utf-8")) == Behind(0)


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"12\n", ()),
        (b"12\n", ("Content-Type: text/plain",)),
        (b"", (SIZE,)),
        (b"-1\n", (SIZE,)),
        (b"012\n", (SIZE,)),
        (b"12\n\n", (SIZE,)),
        (b"9223372036854775808\n", (SIZE,)),
        (b"\xff\n", (SIZE,)),
    ],
)
def test_a_size_that_is_none_is_no_size(body: bytes, headers: tuple[str, ...]) -> None:
    outcome = asked(http(409, body, *headers))
    assert isinstance(outcome, CosignatureRefused)
    assert outcome.status == 409


@pytest.mark.parametrize("status", [204, 301, 400, 403, 404, 422, 429, 500, 503])
def test_a_refusal_has_its_status_and_the_words_of_the_witness(status: int) -> None:
    body = b"" if status == 204 else b"because\x1b[31m of\r\nthis."
    outcome = asked(http(status, body, "Location: http://127.0.0.1:1/elsewhere"))
    assert isinstance(outcome, CosignatureRefused)
    assert outcome.status == status
    assert outcome.sentence.isprintable()
    assert status == 204 or "because [31m of this." in outcome.sentence


def test_a_witness_s_answer_is_not_repeated_without_end() -> None:
    outcome = asked(http(500, b"x" * 10_000))
    assert isinstance(outcome, CosignatureRefused)
    assert len(outcome.sentence) < 400


@pytest.mark.parametrize(
    "answer", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 X\r\nContent-Length: 500\r\n\r\nshort", b"HTTP/1.1 2"]
)
def test_an_answer_that_is_no_http_is_no_answer(answer: bytes) -> None:
    outcome = asked(answer)
    assert isinstance(outcome, WitnessUnreachable)
    assert "cannot be reached" in outcome.sentence


def test_an_answer_without_end_is_cut_off() -> None:
    def endless(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 X\r\n\r\n")
        while True:
            connection.sendall(b"x" * 10_000)

    with server(endless) as (url, _):
        outcome = ask(Witness(url, KEY), NOTE, 7, LOG.proof(7, 9), now=lambda: NOW)
    assert isinstance(outcome, WitnessUnreachable)
    assert outcome.sentence == f"The witness {WITNESS} has answered with more than {MOST_ANSWER} bytes."


@pytest.mark.parametrize("first", [b"HTTP/1.1 200 X\r\n", b"HTTP/1.1 200 X\r\n\r\n", b""])
def test_a_witness_that_drips_is_cut_off_by_one_deadline(first: bytes) -> None:
    """Each piece arrives in time for itself, in the headers or in the body; the whole does not."""

    def drip(connection: socket.socket) -> None:
        connection.sendall(first)
        connection.settimeout(0.01)
        while True:
            try:
                if connection.recv(1) == b"":
                    return
            except TimeoutError:
                connection.sendall(b"X" if first else b"")

    with server(drip) as (url, _):
        outcome = ask(Witness(url, KEY), NOTE, 7, LOG.proof(7, 9), timeout=0.2, now=lambda: NOW)
    assert isinstance(outcome, WitnessUnreachable)
    assert outcome.sentence == f"The witness {WITNESS} has not answered within 0.2 seconds."


@pytest.mark.parametrize("host", ["127.0.0.1:9", "witness.invalid", "127.0.0.1:0", "["])
def test_a_witness_that_is_not_there_is_told(host: str) -> None:
    outcome = ask(Witness(f"http://{host}", KEY), NOTE, 7, LOG.proof(7, 9), timeout=2)
    assert isinstance(outcome, WitnessUnreachable)
    assert outcome.sentence.startswith(f"The witness {WITNESS} ")


def test_it_can_be_asked_from_an_event_loop() -> None:
    async def run(url: str) -> CosignatureAnswer:
        return await ask_async(Witness(url, KEY), NOTE, 7, LOG.proof(7, 9))

    signature = cosign(NOTE, WITNESS, WITNESS_KEY, int(time.time()))
    with server(lambda connection: connection.sendall(http(200, signature.line().encode()))) as (url, _):
        outcome = asyncio.run(run(url))
    assert isinstance(outcome, VerifiedCosignature)


@pytest.mark.parametrize(
    "url", ["", "witness.example", "ftp://witness.example", "http://", "http://a\x00b", "file:///x"]
)
def test_an_address_that_is_none_is_refused_at_once(url: str) -> None:
    with pytest.raises(ValueError, match="not the address of a witness"):
        Witness(url, KEY)


def test_a_key_that_signs_without_a_time_is_no_key_of_a_witness() -> None:
    with pytest.raises(ValueError, match="without a time"):
        Witness("https://witness.example", note_key(WITNESS, WITNESS_KEY, ED25519))
