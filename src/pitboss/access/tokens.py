"""Tokens and codes: random, shown once, and stored as SHA-256 only."""

import hashlib
import hmac
import secrets
from typing import Final

from pitboss.keyed_hash import mac

_SESSION: Final = "pbs~"
_MACHINE: Final = "pbm~"
_DEVICE: Final = "pbd~"
_BYTES: Final = 32
_DEVICE_LENGTH: Final = len(_DEVICE) + 43
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CSRF: Final = b"pitboss csrf 1"


def session_token() -> str:
    """A new token of a session."""
    return _SESSION + secrets.token_urlsafe(_BYTES)


def device_token() -> str:
    """A new token by which a known device is recognised."""
    return _DEVICE + secrets.token_urlsafe(_BYTES)


def is_device_token(token: str) -> bool:
    """Whether a text has the form of a known device's token."""
    return len(token) == _DEVICE_LENGTH and token.startswith(_DEVICE)


def machine_token(name: str) -> str:
    """A new token of a machine account; it contains the account's name, so that no index is needed."""
    return f"{_MACHINE}{name}~{secrets.token_urlsafe(_BYTES)}"


def machine_of(token: str) -> str | None:
    """The account that a machine token names; ``None`` for other tokens."""
    return token.removeprefix(_MACHINE).partition("~")[0] if token.startswith(_MACHINE) else None


def enrolment_code() -> str:
    """A new code of 80 bits, in groups that can be read aloud."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))


def token_digest(token: str) -> str:
    """The stored digest of a token or code."""
    return hashlib.sha256(token.encode()).hexdigest()


def code_digest(code: str) -> str:
    """The stored digest of a code, whatever the spaces, dashes and case it was typed with."""
    return token_digest("".join(code.split()).replace("-", "").upper())


def session_id(digest: str) -> str:
    """The id of a session in the record; it grants nothing."""
    return digest[:16]


def csrf_token(session: str) -> str:
    """The CSRF token of a session, which a page sends with every change besides the cookie.

    Another site can make a browser send the cookie, but cannot read it or derive this token.
    """
    return mac(session.encode(), _CSRF).hex()


def csrf_matches(session: str, given: str) -> bool:
    """Whether a CSRF token is that of a session."""
    return hmac.compare_digest(csrf_token(session), given.encode("ascii", "replace").decode())
