"""From a token to its principal: a session's person, or a device. Accounts and sessions are cached."""

import hmac
from collections.abc import Callable
from typing import Final

from pitboss.access import commands as cmd
from pitboss.access.account import Account
from pitboss.access.people import People
from pitboss.access.principal import Principal
from pitboss.access.roles import SYSTEM
from pitboss.access.sessions import UserSession
from pitboss.access.tokens import machine_of, token_digest
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse

FRESH: Final = 2_000_000
"""Microseconds for which an account is cached: another server's change may go unnoticed for so long."""
_MOST_ACCEPTED: Final = 20_000
Find = Callable[[str], UserSession | None]
"""Looks up the session of a token."""


class TokenResolver:
    """Resolves the tokens of sessions and devices.

    An event loop asks :meth:`known` or :meth:`watched`, which answer from the cache, and a thread
    :meth:`principal` or :meth:`watch`, which may query the database.
    """

    def __init__(self, people: People) -> None:
        self.people = people
        self._looked_at: dict[str, int] = {}
        self._accepted: set[str] = set()
        """Digests of devices' tokens that were valid; only for these does the cache look at an account, so
        that a guessed token takes as long whether or not there is an account of the name in it."""

    def principal(self, token: str) -> Principal | Refusal:
        """The principal of a session's or device's token, or the refusal."""
        found = self._resolved(token, self.people.sessions.find)
        return found or refuse("not_signed_in", because("not_signed_in.any_more"))

    def known(self, token: str) -> Principal | None:
        """The principal of a token, from the cache only."""
        return self._resolved_from_cache(token, self.people.sessions.known)

    def watch(self, token: str) -> Principal | None:
        """The principal of a token, without restarting the session's idle timeout."""
        return self._resolved(token, self.people.sessions.watch)

    def watched(self, token: str) -> Principal | None:
        """What :meth:`watch` returns, from the cache only."""
        return self._resolved_from_cache(token, self.people.sessions.watched)

    def heard(self, name: str) -> None:
        """Refresh the caches of an account that any server has changed."""
        self.people.sessions.forget(name)
        self.people.accounts.refresh(name)

    def shown_elsewhere(self, who: Principal, table: str, where: str) -> None:
        """Record that a device's token was presented for another table than its own."""
        self.people.execute(
            cmd.NoteTokenElsewhere(account=who.name, token=who.session, table=table, where=where), SYSTEM
        )

    def _resolved(self, token: str, find: Find) -> Principal | None:
        machine = machine_of(token)
        return self._person(find(token)) if machine is None else self._device(machine, token)

    def _resolved_from_cache(self, token: str, find: Find) -> Principal | None:
        machine = machine_of(token)
        if machine is not None and token_digest(token) not in self._accepted:
            return None
        session = find(token) if machine is None else None
        name = machine or (session.account if session else "")
        if not self._fresh(name):
            return None
        return self._person(session) if session else self._device(name, token)

    def _person(self, session: UserSession | None) -> Principal | None:
        account = self._lately(session.account) if session else None
        if session is None or account is None or not account.in_use or account.enrolment:
            return None
        if account.secrets.get(session.means) != session.secret:
            return None
        return Principal(name=account.name, roles=account.roles, session=session.id, means=session.means)

    def _device(self, name: str, token: str) -> Principal | None:
        account, digest = self._lately(name), token_digest(token)
        if account is None or not account.in_use:
            return None
        for key, issued in account.tokens.items():
            if hmac.compare_digest(issued.digest, digest) and self.people.clock() < issued.expires:
                self._accept(digest)
                return Principal(
                    name=account.name,
                    roles=(),
                    session=key,
                    means="token",
                    scopes=issued.scopes,
                    table=issued.table,
                )
        return None

    def _accept(self, digest: str) -> None:
        if len(self._accepted) >= _MOST_ACCEPTED:
            self._accepted.clear()
        self._accepted.add(digest)

    def _lately(self, name: str) -> Account | None:
        """An account, at most :data:`FRESH` old."""
        if self._fresh(name):
            return self.people.accounts.get(name).state
        now, account = self.people.clock(), self.people.account(name)
        if account:
            self._looked_at[account.name] = now
        return account

    def _fresh(self, name: str) -> bool:
        """Whether the cached account is fresh enough."""
        looked = self._looked_at.get(name)
        if looked is None:
            return False
        return self.people.sessions.followed() or 0 <= self.people.clock() - looked < FRESH
