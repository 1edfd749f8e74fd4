"""Tokens and codes: random, shown once, and known afterwards by their SHA-256 alone."""

import hashlib
import hmac
import secrets
from typing import Final

_SESSION: Final = "pbs~"
_MACHINE: Final = "pbm~"
_DEVICE: Final = "pbd~"
_BYTES: Final = 32
_DEVICE_LENGTH: Final = len(_DEVICE) + 43
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CSRF: Final = b"pitboss csrf 1"


def session_token() -> str:
    """A token for somebody who has signed in."""
    return _SESSION + secrets.token_urlsafe(_BYTES)


def device_token() -> str:
    """A token by which a device is known that has signed in before."""
    return _DEVICE + secrets.token_urlsafe(_BYTES)


def is_device_token(token: str) -> bool:
    """Whether a token has the form of a device's."""
    return len(token) == _DEVICE_LENGTH and token.startswith(_DEVICE)


def machine_token(name: str) -> str:
    """A token for a device; it says whose it is, so that it is found without an index."""
    return f"{_MACHINE}{name}~{secrets.token_urlsafe(_BYTES)}"


def machine_of(token: str) -> str | None:
    """The device that a token says it is of, or ``None`` if it is none of a device."""
    return token.removeprefix(_MACHINE).partition("~")[0] if token.startswith(_MACHINE) else None


def enrolment_code() -> str:
    """A code of 80 bits in groups that can be read aloud."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))


def digest_of(token: str) -> str:
    """What is kept of a token or code."""
    return hashlib.sha256(token.encode()).hexdigest()


def code_digest(code: str) -> str:
    """What is kept of a code, however it was typed."""
    return digest_of("".join(code.split()).replace("-", "").upper())


def session_id(digest: str) -> str:
    """How a session is called in the record; it opens nothing."""
    return digest[:16]


def csrf_token(session: str) -> str:
    """What a page must send along with a change, besides the cookie: bound to the session's token.

    Another site can make a browser send the cookie, but cannot read it or what the server says of it.
    """
    return hmac.digest(session.encode(), _CSRF, "sha256").hex()


def csrf_matches(session: str, given: str) -> bool:
    """Whether what was sent along is of this session."""
    return hmac.compare_digest(csrf_token(session), given.encode("ascii", "replace").decode())
