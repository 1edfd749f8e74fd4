"""Known devices: a device that has signed in before has an attempt counter of its own for each account.

Guesses by others delay and at last lock an account's sign-in. That must not lock its owner out: a device
keeps a random token, and attempts with it are counted apart, for this device and account alone. A stolen
token gives as few guesses as sign-in without one, and is then worthless.

Private records know tokens by their digests: one record says that a token was issued here, and one for each
account that the device has signed in to, with the device's name in that account's record.

Names and attributes of the cookies for sessions and known devices.
"""

import secrets
from typing import Final, Literal

from pitboss.access.tokens import device_token, is_device_token, token_digest
from pitboss.store.journal import Clock
from pitboss.store.private import Private, PrivateStore

LASTING: Final = 180 * 24 * 3600 * 1_000_000
"""Microseconds after its last sign-in for which a device is known."""
SESSION_COOKIE: Final = "__Host-pitboss"
"""The prefix makes browsers insist on Secure, on the path ``/`` and on no domain."""
DEVICE_COOKIE: Final = "__Host-pitboss-device"
"""Identifies a device that has signed in before; it grants nothing by itself."""
DEVICE_SECONDS: Final = LASTING // 1_000_000
SECURE: Final = True
HTTP_ONLY: Final = True
SAME_SITE: Final[Literal["strict"]] = "strict"
PATH: Final = "/"
CSRF_HEADER: Final = "X-Pitboss-CSRF"
"""Header of every cookie-authenticated request that changes something; see ``csrf_matches``."""
MOST: Final = 20
"""Most devices of one account; the least recently used ones are dropped."""
_STEP: Final = 24 * 3600 * 1_000_000
"""Microseconds between two updates of a device's expiry, which save writes."""
_NOBODY: Final = ""


class Devices:
    """The known devices of a floor."""

    def __init__(self, private: PrivateStore, clock: Clock) -> None:
        self._private = private
        self._clock = clock

    def find(self, token: str, account: str) -> str | None:
        """The device's name in the record of an account that it has signed in to; ``None`` if unknown."""
        record = self._get(_key(token, account)) if is_device_token(token) else None
        return record.value.decode() if record else None

    def is_ours(self, token: str) -> bool:
        """Whether a token was issued here, so that nobody can plant a token on another's device."""
        return is_device_token(token) and self._get(_key(token)) is not None

    def keep(self, token: str, account: str) -> str:
        """Remember a sign-in with a device; return its token, a new one if it had none from here."""
        self._private.sweep("device", self._clock())
        if not self.is_ours(token):
            token = device_token()
        self._renew(_key(token), _NOBODY)
        self._renew(_key(token, account), account)
        for record in self._private.owned("device", account)[:-MOST]:
            self._private.erase("device", record.key)
        return token

    def forget(self, token: str, account: str) -> None:
        """Forget a device for an account; the next successful sign-in gives it another name."""
        self._private.erase("device", _key(token, account))

    def forget_all(self, account: str) -> None:
        """Forget every device of an account."""
        self._private.erase_owned("device", account)

    def _get(self, key: bytes) -> Private | None:
        record = self._private.get("device", key)
        return record if record and record.expires > self._clock() else None

    def _renew(self, key: bytes, owner: str) -> None:
        expires, record = self._clock() + LASTING, self._get(key)
        if record is None:
            self._private.add("device", Private(key, owner, secrets.token_hex(8).encode(), expires))
        elif expires - record.expires >= _STEP:
            self._private.extend("device", key, expires)


def _key(token: str, account: str = _NOBODY) -> bytes:
    return bytes.fromhex(token_digest(f"{token} {account}"))
