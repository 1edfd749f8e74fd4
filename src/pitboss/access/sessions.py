"""Sessions: opaque tokens, known by their digest in the private records that all servers share.

Signed tokens would need no look-up, but whoever is locked out would stay in until his token expires, or every
server would need a list of those that are revoked, which is the same look-up. A session is one row; erasing
it ends the session everywhere at once.
"""

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
_STEP: Final = 5 * 60_000_000
"""The end of a session is moved at most this often, so that reading does not become writing. Whoever follows
the journal, which says when sessions are ended, need not look in between."""


class Session(Struct, frozen=True):
    """Somebody who has signed in."""

    id: str
    account: str
    means: Means
    where: str
    opened: int
    expires: int


_Memory = dict[str, tuple[int, Session]]
"""Sessions by the digests of their tokens, each with when it was looked up."""


class Sessions:
    """The sessions that are open."""

    def __init__(self, private: PrivateStore, clock: Clock) -> None:
        self._private = private
        self._clock = clock
        self._seen: _Memory = {}
        self._watched: _Memory = {}
        """What was seen by whoever does not use a session; using one looks for itself, to keep it open."""
        self._forgotten = 0
        self.followed: Callable[[], bool] = lambda: False
        """Whether :meth:`forget` is called for whatever is recorded of an account, by whichever server."""

    def open(self, token: str, account: str, means: Means, where: str) -> Session:
        """Begin a session that a token stands for."""
        now = self._clock()
        self._private.sweep("session", now)
        key = digest_of(token)
        session = Session(session_id(key), account, means, where[:LONGEST_PLACE], now, now + IDLE)
        value = msgspec.json.encode(session)
        self._private.add("session", Private(bytes.fromhex(key), account, value, session.expires))
        return session

    def find(self, token: str) -> Session | None:
        """The session that a token stands for, if it is open; using it keeps it so for a while."""
        digest, now = digest_of(token), self._clock()
        known = self._remembered(self._seen, digest, now)
        session = known or self._look(self._seen, digest, now)
        if session and not known:
            expires = min(now + IDLE, session.opened + ABSOLUTE)
            if expires - session.expires >= _STEP:
                self._private.extend("session", bytes.fromhex(digest), expires)
        return session

    def known(self, token: str) -> Session | None:
        """The session that a token stands for, if that is known without looking."""
        return self._remembered(self._seen, digest_of(token), self._clock())

    def watch(self, token: str) -> Session | None:
        """The session that a token stands for, if it is open; watching it does not keep it so."""
        digest, now = digest_of(token), self._clock()
        return self.watched(token) or self._look(self._watched, digest, now)

    def watched(self, token: str) -> Session | None:
        """The session that a token stands for, if whoever watches knows that without looking."""
        digest, now = digest_of(token), self._clock()
        return self._remembered(self._seen, digest, now) or self._remembered(self._watched, digest, now)

    def forget(self, account: str) -> None:
        """Something was recorded of an account: look again before anybody is believed to be it."""
        self._forgotten += 1
        for memory in (self._seen, self._watched):
            for digest, (_, session) in list(memory.items()):
                if session.account == account:
                    memory.pop(digest, None)

    def end(self, token: str) -> None:
        """End the session that a token stands for."""
        digest = digest_of(token)
        self._private.erase("session", bytes.fromhex(digest))
        self._forgotten += 1
        self._seen.pop(digest, None)
        self._watched.pop(digest, None)

    def end_all(self, account: str) -> None:
        """End every session of an account."""
        self._private.erase_owned("session", account)
        self.forget(account)

    def of(self, account: str) -> tuple[Session, ...]:
        """The open sessions of an account."""
        now = self._clock()
        return tuple(_read(found) for found in self._private.owned("session", account) if found.expires > now)

    def _look(self, memory: _Memory, digest: str, now: int) -> Session | None:
        """A session in the private records, remembered from now on."""
        forgotten = self._forgotten
        record = self._private.get("session", bytes.fromhex(digest))
        if record is None or record.expires <= now:
            return None
        session = _read(record)
        if len(memory) >= _MOST_REMEMBERED:
            memory.clear()
        # What was read before somebody's sessions were ended must not be remembered after it.
        if forgotten == self._forgotten:
            memory[digest] = now, session
        return session

    def _remembered(self, memory: _Memory, digest: str, now: int) -> Session | None:
        seen, session = memory.get(digest, (0, None))
        limit = _STEP if self.followed() else REMEMBERED
        fresh = session is not None and 0 <= now - seen < limit and now < session.expires
        return session if fresh else None


def new_session() -> tuple[str, str]:
    """A token for a session, and how the session will be called in the record."""
    token = session_token()
    return token, session_id(digest_of(token))


def _read(record: Private) -> Session:
    session = msgspec.json.decode(record.value, type=Session)
    return msgspec.structs.replace(session, expires=record.expires)
