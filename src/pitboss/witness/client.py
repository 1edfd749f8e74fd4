"""Client of a witness (C2SP ``tlog-witness``): requests a cosignature and verifies the answer.

A cosignature counts only if it verifies with the witness's key over this very checkpoint, at a plausible
time. Answers have a size limit and the whole exchange one deadline, so that a slow witness delays nobody.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

import httpx
from msgspec import Struct

from pitboss.reason import Reason, Unreadable, because
from pitboss.tlog.checkpoint import cosigned, parse_size, read_tree_head
from pitboss.tlog.note import COSIGNATURE, BadNote, Note, NoteKey, NoteSignature, parse_note, parse_signatures
from pitboss.tls import tls
from pitboss.witness.submission import SIZE_TYPE, origin_hash, write_submission
from pitboss.words import say

TIMEOUT: Final = 10.0
"""Seconds for the whole exchange."""
MOST_FUTURE: Final = 300
"""Seconds by which a witness's clock may be ahead of ours."""
MOST_PAST: Final = 3600
"""Seconds by which a witness's clock may be behind ours; an older cosignature may be a replay."""
MOST_ANSWER: Final = 64 * 1024
"""Largest answer, in bytes."""
_MOST_WORDS: Final = 200


class BadWitnessAddress(Unreadable):
    """A witness's URL or key that cannot be one; the reason is a sentence."""


class Witness(Struct, frozen=True):
    """A witness: its base URL and its key. Raises :class:`BadWitnessAddress`."""

    url: str
    key: NoteKey

    def __post_init__(self) -> None:
        try:
            url = httpx.URL(self.url)
        except (httpx.InvalidURL, TypeError) as error:
            raise BadWitnessAddress(because("witness.address", given=repr(self.url))) from error
        if url.scheme not in ("http", "https") or not url.host:
            raise BadWitnessAddress(because("witness.scheme", given=repr(self.url)))
        if self.key.algorithm != COSIGNATURE:
            raise BadWitnessAddress(because("witness.key", name=self.key.name))


class VerifiedCosignature(Struct, frozen=True):
    """A cosignature that was verified."""

    signature: NoteSignature
    at: int
    """The witness's time, in seconds since 1970."""


class Behind(Struct, frozen=True):
    """The witness knows the log at another size: retry with a proof from that size.

    A size above the checkpoint's own means that the witness has seen more than this journal holds.
    """

    size: int


class CosignatureRefused(Struct, frozen=True):
    """The witness has answered without a valid cosignature."""

    status: int
    reason: Reason

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return say(self.reason)


class WitnessUnreachable(Struct, frozen=True):
    """The witness has not answered in time."""

    reason: Reason

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return say(self.reason)


T = TypeVar("T")
CosignatureAnswer = VerifiedCosignature | Behind | CosignatureRefused | WitnessUnreachable


class _Answer(Struct, frozen=True):
    status: int
    content_type: str
    body: bytes


def ask(
    witness: Witness,
    note: Note,
    old: int,
    proof: Sequence[bytes],
    *,
    timeout: float = TIMEOUT,
    now: Callable[[], float] = time.time,
) -> CosignatureAnswer:
    """Request a cosignature, blocking for at most ``timeout`` seconds; for threads without an event loop."""
    return _in_loop(ask_async(witness, note, old, proof, timeout=timeout, now=now))


def published_checkpoint(witness: Witness, origin: str, *, timeout: float = TIMEOUT) -> Note | None:
    """The newest checkpoint of a log that a witness publishes, if its cosignature verifies.

    The caller verifies the log's own signature. For threads without an event loop.
    """
    return _in_loop(_shown_async(witness, origin, timeout))


async def _shown_async(witness: Witness, origin: str, timeout: float) -> Note | None:
    try:
        async with asyncio.timeout(timeout):
            answer = await _exchange(witness, "GET", f"{origin_hash(origin)}/checkpoint", b"", timeout)
        if answer is None or answer.status != 200:
            return None
        note = parse_note(answer.body)
        return note if read_tree_head(note).origin == origin and cosigned(note, witness.key) else None
    except (TimeoutError, httpx.HTTPError, httpx.InvalidURL, OSError, ValueError):
        return None


def _in_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new event loop."""
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        # Unlike asyncio.run, this does not wait for a thread that still resolves the witness's address.
        loop.close()


async def ask_async(
    witness: Witness,
    note: Note,
    old: int,
    proof: Sequence[bytes],
    *,
    timeout: float = TIMEOUT,
    now: Callable[[], float] = time.time,
) -> CosignatureAnswer:
    """Async variant of :func:`ask`."""
    name = witness.key.name
    try:
        async with asyncio.timeout(timeout):
            body = write_submission(note, old, proof)
            answer = await _exchange(witness, "POST", "add-checkpoint", body, timeout)
    except TimeoutError:
        return WitnessUnreachable(because("witness.late", witness=name, seconds=f"{timeout:g}"))
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        given = _words(str(error)) or type(error).__name__
        return WitnessUnreachable(because("witness.unreachable", witness=name, given=given))
    if answer is None:
        return WitnessUnreachable(because("witness.long", witness=name, most=MOST_ANSWER))
    return _read(witness, note, answer, now())


async def _exchange(witness: Witness, method: str, path: str, body: bytes, timeout: float) -> _Answer | None:
    """The witness's answer; ``None`` if it is too large. No redirect is followed."""
    headers = {"Content-Type": "text/plain; charset=utf-8", "Accept-Encoding": "identity"}
    url = f"{witness.url.rstrip('/')}/{path}"
    async with (
        httpx.AsyncClient(timeout=timeout, verify=tls(), headers=headers) as http,
        http.stream(method, url, content=body or None) as answer,
    ):
        found = b""
        async for part in answer.aiter_raw():
            found += part
            if len(found) > MOST_ANSWER:
                return None
        kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        return _Answer(answer.status_code, kind, found)


def _read(witness: Witness, note: Note, answer: _Answer, now: float) -> CosignatureAnswer:
    name = witness.key.name
    if answer.status == 200:
        return _cosigned(witness, note, answer.body, now)
    if answer.status == 409 and answer.content_type == SIZE_TYPE:
        try:
            return Behind(parse_size(answer.body.decode().removesuffix("\n")))
        except (BadNote, UnicodeDecodeError):
            return CosignatureRefused(409, because("witness.size", witness=name))
    status, words = answer.status, _words(answer.body.decode("utf-8", "replace"))
    if not words:
        return CosignatureRefused(status, because("witness.refused", witness=name, status=status))
    why = because("witness.refused_because", witness=name, status=status, given=words)
    return CosignatureRefused(status, why)


def _cosigned(
    witness: Witness, note: Note, body: bytes, now: float
) -> VerifiedCosignature | CosignatureRefused:
    name = witness.key.name
    try:
        lines = parse_signatures(body)
    except BadNote as error:
        return CosignatureRefused(200, because("witness.no_lines", witness=name, why=error.reason))
    found = Note(note.text, lines).by(witness.key)
    if not found:
        why = because("witness.unsigned", witness=name, key=witness.key.id.hex())
        return CosignatureRefused(200, why)
    at = cosigned(Note(note.text, found), witness.key)
    if at is None:
        return CosignatureRefused(200, because("witness.other", witness=name))
    if at > now + MOST_FUTURE:
        return CosignatureRefused(200, because("witness.ahead", witness=name, seconds=at - int(now)))
    if at < now - MOST_PAST:
        return CosignatureRefused(200, because("witness.old", witness=name, seconds=int(now) - at))
    newest = max(found, key=lambda signature: signature.value[:8])
    return VerifiedCosignature(newest, at)


def _words(text: str) -> str:
    """Foreign text as one printable line of limited length."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text[: _MOST_WORDS * 4])
    line = " ".join(plain.split())
    return line if len(line) <= _MOST_WORDS else f"{line[:_MOST_WORDS]}…"
