"""Sessions: opaque tokens, known by their digest in the private records that all servers share.

Signed tokens would need no look-up, but a locked account would stay signed in until its token expires, or
every server would need a list of revoked ones, which is the same look-up. A session is one row; erasing it
ends the session on all servers at once.

Rows lie outside the log, so they are sealed with a key that is not in the database: write access to the
database is not enough to forge a session. Each row names the secret that opened it: a session ends with its
secret, even if its row was not erased or returns from a backup.
"""

import hashlib
import hmac
import threading
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.access.tokens import session_id, session_token, token_digest
from pitboss.keyed_hash import mac
from pitboss.people import Means
from pitboss.store.journal import Clock
from pitboss.store.private import Private, PrivateStore

IDLE: Final = 30 * 60_000_000
"""Idle timeout, in microseconds."""
ABSOLUTE: Final = 12 * 3600 * 1_000_000
"""Absolute timeout, in microseconds: a shift and its hand-over."""
REMEMBERED: Final = 1_000_000
"""Microseconds for which a session is cached, even if another server ends it meanwhile."""
_MOST_REMEMBERED: Final = 20_000
LONGEST_PLACE: Final = 64
"""Characters of an address that are stored."""
_SEAL: Final = hashlib.sha256().digest_size
_STEP: Final = 5 * 60_000_000
"""Microseconds between two updates of a session's expiry, which save writes; also the cache's lifetime on a
server that follows the journal, which announces ended sessions."""


class UserSession(Struct, frozen=True, kw_only=True):
    """A session of a signed-in person."""

    id: str
    account: str
    means: Means
    where: str
    opened: int
    expires: int
    secret: str = ""
    """Fingerprint of the password or PIN that opened the session."""


_Memory = dict[str, tuple[int, UserSession]]
"""A cache: sessions by the digests of their tokens, each with the time of its look-up."""


class SessionStore:
    """The open sessions, with a cache."""

    def __init__(self, private: PrivateStore, clock: Clock) -> None:
        self._private = private
        self._clock = clock
        self.seal = b""
        """The key that seals rows, set by the floor."""
        self._seen: _Memory = {}
        self._watched: _Memory = {}
        """Cache of look-ups that must not keep a session open; :meth:`find` has a cache of its own."""
        self._forgotten = 0
        self._remembering = threading.Lock()
        """Guards the caches."""
        self.followed: Callable[[], bool] = lambda: False
        """Whether :meth:`forget` is called for every change of an account by any server."""

    def open(self, token: str, account: str, means: Means, where: str, secret: str) -> UserSession:
        """Open a session with a token; ``secret`` is the fingerprint of the secret that was shown."""
        now = self._clock()
        # Sweep late: by the clocks of other servers, sessions may not have expired yet.
        self._private.sweep("session", now - ABSOLUTE)
        key = token_digest(token)
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
        """The open session of a token; its idle timeout starts again."""
        digest, now = token_digest(token), self._clock()
        known = self._remembered(self._seen, digest, now)
        session = known or self._look(self._seen, digest, now)
        if session and not known:
            expires = min(now + IDLE, session.opened + ABSOLUTE)
            if expires - session.expires >= _STEP:
                self._private.extend("session", bytes.fromhex(digest), expires)
        return session

    def known(self, token: str) -> UserSession | None:
        """The open session of a token, from the cache only."""
        return self._remembered(self._seen, token_digest(token), self._clock())

    def watch(self, token: str) -> UserSession | None:
        """The open session of a token, without restarting its idle timeout."""
        digest, now = token_digest(token), self._clock()
        return self.watched(token) or self._look(self._watched, digest, now)

    def watched(self, token: str) -> UserSession | None:
        """What :meth:`watch` returns, from the cache only."""
        digest, now = token_digest(token), self._clock()
        return self._remembered(self._seen, digest, now) or self._remembered(self._watched, digest, now)

    def forget(self, account: str) -> None:
        """Drop an account's sessions from the cache, because the account has changed."""
        with self._remembering:
            self._forgotten += 1
            for memory in (self._seen, self._watched):
                for digest, (_, session) in list(memory.items()):
                    if session.account == account:
                        memory.pop(digest, None)

    def end(self, token: str) -> None:
        """End the session of a token."""
        digest = token_digest(token)
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
        """Look up a session in the private records and cache it."""
        forgotten = self._forgotten
        record = self._private.get("session", bytes.fromhex(digest))
        session = self._read(record) if record else None
        if record is None or session is None or min(record.expires, session.opened + ABSOLUTE) <= now:
            return None
        with self._remembering:
            if len(memory) >= _MOST_REMEMBERED:
                memory.clear()
            # A session that was read before a forget must not enter the cache after it.
            if forgotten == self._forgotten:
                memory[digest] = now, session
        return session

    def _remembered(self, memory: _Memory, digest: str, now: int) -> UserSession | None:
        seen, session = memory.get(digest, (0, None))
        limit = _STEP if self.followed() else REMEMBERED
        fresh = session is not None and 0 <= now - seen < limit and now < session.expires
        return session if fresh else None

    def _read(self, record: Private) -> UserSession | None:
        """The session in a row; ``None`` if its seal is wrong or of another token."""
        seal, value = record.value[:_SEAL], record.value[_SEAL:]
        if not hmac.compare_digest(seal, self._sealed(record.key, value)):
            return None
        session = msgspec.json.decode(value, type=UserSession)
        return msgspec.structs.replace(session, expires=record.expires)

    def _sealed(self, key: bytes, value: bytes) -> bytes:
        return mac(self.seal, key + value)


def new_session() -> tuple[str, str]:
    """A new session token, and the session's id in the record."""
    token = session_token()
    return token, session_id(token_digest(token))
