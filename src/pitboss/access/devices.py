"""Devices that have signed in before: each has a door of its own to the accounts that were opened with it.

Whoever guesses makes the front door of an account wait, and at last locks it. That must not keep its
owner out: a device keeps a random token, and attempts with it are counted apart, for this device and
account alone. A token that was stolen gives as few guesses as the front door does, and is then worth
nothing.

Tokens are known by digests among the private records: one record says that a token was given out here,
and one for each account that it was opened with this device, and how the account's record calls the
device.
"""

import secrets
from typing import Final

from pitboss.access.tokens import device_token, digest_of, is_device_token
from pitboss.store.journal import Clock
from pitboss.store.private import Private, PrivateStore

LASTING: Final = 180 * 24 * 3600 * 1_000_000
"""So long after it was last used for signing in, in microseconds, a device is known."""
MOST: Final = 20
"""Devices of one account; of more, those are forgotten that were not used for longest."""
_STEP: Final = 24 * 3600 * 1_000_000
"""The time of a device is moved at most this often, so that signing in does not write more than it must."""
_NOBODY: Final = ""


class Devices:
    """The devices that the servers of a floor know."""

    def __init__(self, private: PrivateStore, clock: Clock) -> None:
        self._private = private
        self._clock = clock

    def find(self, token: str, account: str) -> str | None:
        """How a device is called in the record of an account that was opened with it; that opens nothing."""
        record = self._get(_key(token, account)) if is_device_token(token) else None
        return record.value.decode() if record else None

    def is_ours(self, token: str) -> bool:
        """Whether a token was given out here: nobody chooses one for somebody else's device."""
        return is_device_token(token) and self._get(_key(token)) is not None

    def keep(self, token: str, account: str) -> str:
        """Remember that an account was opened with a device: its token, a new one if it has none of ours."""
        self._private.sweep("device", self._clock())
        if not self.is_ours(token):
            token = device_token()
        self._renew(_key(token), _NOBODY)
        self._renew(_key(token, account), account)
        for record in self._private.owned("device", account)[:-MOST]:
            self._private.erase("device", record.key)
        return token

    def forget(self, token: str, account: str) -> None:
        """A device is no longer known to an account; with the next right password it is, by another name."""
        self._private.erase("device", _key(token, account))

    def forget_all(self, account: str) -> None:
        """No device is known to an account any more."""
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
    return bytes.fromhex(digest_of(f"{token} {account}"))
