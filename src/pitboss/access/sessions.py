"""Sessions: opaque tokens, known by their digest in the private records that all servers share.

Signed tokens would need no look-up, but whoever is locked out would stay in until his token expires, or every
server would need a list of those that are revoked, which is the same look-up. A session is one row; erasing
it ends the session everywhere at once.

Rows are outside the journal's chain, so they are sealed with a key that is outside the database: whoever can
write to the database cannot sign in as somebody by that alone. Each names the secret that opened it, as the
journal does: a session is over with its secret, also if its row was not erased or comes back from a copy.
"""

import hashlib
import hmac
import threading
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.access.events import Means
from pitboss.access.tokens import digest_of, session_id, session_token
from pitboss.store.journal import Clock
from pitboss.store.private import Private, PrivateStore

IDLE: Final = 30 * 60_000_000
"""A session that is not used for so long is over, in microseconds."""
ABSOLUTE: Final = 12 * 3600 * 1_000_000
"""However much it is used, after so long somebody has to sign in again: a shift and its hand-over."""
REMEMBERED: Final = 1_000_000
"""So long, in microseconds, a session is known without looking, also one that another server has ended."""
_MOST_REMEMBERED: Final = 20_000
LONGEST_PLACE: Final = 64
"""Characters that are kept of where somebody is."""
_SEAL: Final = hashlib.sha256().digest_size
_STEP: Final = 5 * 60_000_000
"""The end of a session is moved at most this often, so that reading does not become writing. Whoever follows
the journal, which says when sessions are ended, need not look in between."""


class UserSession(Struct, frozen=True, kw_only=True):
    """Somebody who has signed in."""

    id: str
    account: str
    means: Means
    where: str
    opened: int
    expires: int
    secret: str = ""
    """The fingerprint of the password or PIN that it was opened by."""


_Memory = dict[str, tuple[int, UserSession]]
"""Sessions by the digests of their tokens, each with when it was looked up."""


class SessionStore:
    """The sessions that are open."""

    def __init__(self, private: PrivateStore, clock: Clock) -> None:
        self._private = private
        self._clock = clock
        self.seal = b""
        """The key that rows are sealed with; whoever holds the keys of the floor gives it."""
        self._seen: _Memory = {}
        self._watched: _Memory = {}
        """What was seen by whoever does not use a session; using one looks for itself, to keep it open."""
        self._forgotten = 0
        self._remembering = threading.Lock()
        """Held while something is remembered or forgotten."""
        self.followed: Callable[[], bool] = lambda: False
        """Whether :meth:`forget` is called for whatever is recorded of an account, by whichever server."""

    def open(self, token: str, account: str, means: Means, where: str, secret: str) -> UserSession:
        """Begin a session that a token stands for, by the secret with this fingerprint."""
        now = self._clock()
        # By the clocks of other servers they may not be over yet.
        self._private.sweep("session", now - ABSOLUTE)
        key = digest_of(token)
        session = UserSession(
            id=session_id(key),
            account=account,
            means=means,
            where=where[:LONGEST_PLACE],
            opened=now,
            expires=now + IDLE,
            secret=secret,
        )
        value = msgspec.json.encode(session)
        sealed = self._sealed(bytes.fromhex(key), value) + value
        self._private.add("session", Private(bytes.fromhex(key), account, sealed, session.expires))
        return session

    def find(self, token: str) -> UserSession | None:
        """The session that a token stands for, if it is open; using it keeps it so for a while."""
        digest, now = digest_of(token), self._clock()
        known = self._remembered(self._seen, digest, now)
        session = known or self._look(self._seen, digest, now)
        if session and not known:
            expires = min(now + IDLE, session.opened + ABSOLUTE)
            if expires - session.expires >= _STEP:
                self._private.extend("session", bytes.fromhex(digest), expires)
        return session

    def known(self, token: str) -> UserSession | None:
        """The session that a token stands for, if that is known without looking."""
        return self._remembered(self._seen, digest_of(token), self._clock())

    def watch(self, token: str) -> UserSession | None:
        """The session that a token stands for, if it is open; watching it does not keep it so."""
        digest, now = digest_of(token), self._clock()
        return self.watched(token) or self._look(self._watched, digest, now)

    def watched(self, token: str) -> UserSession | None:
        """The session that a token stands for, if whoever watches knows that without looking."""
        digest, now = digest_of(token), self._clock()
        return self._remembered(self._seen, digest, now) or self._remembered(self._watched, digest, now)

    def forget(self, account: str) -> None:
        """Something was recorded of an account: look again before anybody is believed to be it."""
        with self._remembering:
            self._forgotten += 1
            for memory in (self._seen, self._watched):
                for digest, (_, session) in list(memory.items()):
                    if session.account == account:
                        memory.pop(digest, None)

    def end(self, token: str) -> None:
        """End the session that a token stands for."""
        digest = digest_of(token)
        self._private.erase("session", bytes.fromhex(digest))
        with self._remembering:
            self._forgotten += 1
            self._seen.pop(digest, None)
            self._watched.pop(digest, None)

    def end_all(self, account: str) -> None:
        """End every session of an account."""
        self._private.erase_owned("session", account)
        self.forget(account)

    def of(self, account: str) -> tuple[UserSession, ...]:
        """The open sessions of an account."""
        now = self._clock()
        rows = (row for row in self._private.owned("session", account) if row.expires > now)
        return tuple(session for row in rows if (session := self._read(row)))

    def _look(self, memory: _Memory, digest: str, now: int) -> UserSession | None:
        """A session in the private records, remembered from now on."""
        forgotten = self._forgotten
        record = self._private.get("session", bytes.fromhex(digest))
        session = self._read(record) if record else None
        if record is None or session is None or min(record.expires, session.opened + ABSOLUTE) <= now:
            return None
        with self._remembering:
            if len(memory) >= _MOST_REMEMBERED:
                memory.clear()
            # What was read before somebody's sessions were ended must not be remembered after it.
            if forgotten == self._forgotten:
                memory[digest] = now, session
        return session

    def _remembered(self, memory: _Memory, digest: str, now: int) -> UserSession | None:
        seen, session = memory.get(digest, (0, None))
        limit = _STEP if self.followed() else REMEMBERED
        fresh = session is not None and 0 <= now - seen < limit and now < session.expires
        return session if fresh else None

    def _read(self, record: Private) -> UserSession | None:
        """The session in a row, unless it was sealed by somebody else or for another token."""
        seal, value = record.value[:_SEAL], record.value[_SEAL:]
        if not hmac.compare_digest(seal, self._sealed(record.key, value)):
            return None
        session = msgspec.json.decode(value, type=UserSession)
        return msgspec.structs.replace(session, expires=record.expires)

    def _sealed(self, key: bytes, value: bytes) -> bytes:
        return hmac.digest(self.seal, key + value, "sha256")


def new_session() -> tuple[str, str]:
    """A token for a session, and how the session will be called in the record."""
    token = session_token()
    return token, session_id(digest_of(token))
