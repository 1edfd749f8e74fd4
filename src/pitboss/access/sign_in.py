"""Authentication: signing in and out, setting passwords and PINs."""

import threading
import time
from collections.abc import Callable, Sequence
from math import ceil
from typing import Final, Generic, TypeVar

from msgspec import Struct, structs

from pitboss.access import commands as cmd
from pitboss.access import events as ev
from pitboss.access.account import Account
from pitboss.access.decide_command import SIGN_IN_REFUSED
from pitboss.access.hashing import Credentials, Hasher, choice_refusal
from pitboss.access.lockout import closed_to_attempts, is_closed
from pitboss.access.people import People
from pitboss.access.principal import Principal
from pitboss.access.rate_limit import Buckets, limited_place
from pitboss.access.roles import SYSTEM
from pitboss.access.sessions import LONGEST_PLACE, new_session
from pitboss.access.token_resolver import TokenResolver
from pitboss.access.tokens import code_digest
from pitboss.commands.record import Done
from pitboss.people import Means, known_as
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.store.snapshots import PURPOSE as SNAPSHOTS

SLOWEST: Final = 1.0
"""Seconds until a refused attempt is answered, or a multiple of them where many guess at one name at once:
whatever was wrong, so that timing reveals nothing."""
_LOCKS: Final = 64


T = TypeVar("T")


class SignInAttempt(Struct, Generic[T], frozen=True):
    """The result of an attempt, and for how many seconds its answer must be held back."""

    answer: T | Refusal
    seconds: float = 0.0


class Caller(Struct, frozen=True):
    """The origin of an attempt."""

    where: str
    device: str | None = None
    """The device's token, if it keeps one."""
    known: str | None = None
    """The account's name for the known device or session, which has an attempt counter of its own."""


class SessionGrant(Struct, frozen=True, kw_only=True):
    """A new session with its token, for a cookie or a header."""

    token: str
    principal: Principal
    device: str = ""
    """The token for the device to keep."""
    wrong: int = 0
    """Failed attempts since a session was last opened, to be shown to the person."""


class SignInService:
    """Authenticates people by their passwords and PINs; :attr:`tokens` knows who is signed in.

    A server calls :meth:`too_often`, runs :meth:`try_sign_in` or :meth:`try_vouch` in a hashing thread, and
    holds the answer back on its event loop. The command line calls :meth:`vouch`, which blocks its thread
    while a refusal is held back.
    """

    def __init__(
        self,
        people: People,
        hasher: Hasher,
        *,
        by_place: Buckets | None = None,
        by_name: Buckets | None = None,
        newcomers: Buckets | None = None,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.people = people
        self.tokens = TokenResolver(people)
        self.secrets = Credentials(people.private, hasher, people.clock)
        people.sessions.seal = hasher.key_for(b"sessions 1")
        people.snapshots.key = hasher.key_for(SNAPSHOTS)
        self._by_place = by_place or Buckets(20, 3.0)
        self._by_name = by_name or Buckets(10, 6.0)
        self._newcomers = newcomers or Buckets(20, 3.0)
        self._pause = pause
        self._locks = tuple(threading.Lock() for _ in range(_LOCKS))

    def try_sign_in(
        self, name: str, secret: str, means: Means, caller: Caller
    ) -> SignInAttempt[SessionGrant]:
        """Open a session if the secret is right, and remember the device.

        Every refusal has the same words, and is to be held back until the same time has passed.
        """
        token, session = new_session()
        tried = self._recognise(name, secret, means, caller, session)
        account, devices = tried.answer, self.people.devices
        if isinstance(account, Refusal):
            return SignInAttempt(account, tried.seconds)
        self.people.sessions.open(token, account.name, means, caller.where, account.secrets[means])
        device = "" if caller.device is None else devices.keep(caller.device, account.name)
        principal = Principal(name=account.name, roles=account.roles, session=session, means=means)
        return SignInAttempt(
            SessionGrant(token=token, principal=principal, device=device, wrong=account.wrong)
        )

    def vouch(
        self, name: str, secret: str, means: Means, where: str, device: str | None = None
    ) -> Principal | Refusal:
        """Authenticate a person for one act on another's screen, without a session."""
        caller = self.caller(name, where, device)
        if refusal := self.too_often(name, caller):
            return refusal
        return self._hold_back(self.try_vouch(name, secret, means, caller))

    def try_vouch(self, name: str, secret: str, means: Means, caller: Caller) -> SignInAttempt[Principal]:
        """Authenticate a person without a session; the screen becomes a known device of theirs."""
        tried = self._recognise(name, secret, means, caller, None)
        account, devices = tried.answer, self.people.devices
        if isinstance(account, Refusal):
            return SignInAttempt(account, tried.seconds)
        if caller.device and devices.is_ours(caller.device):
            devices.keep(caller.device, account.name)
        return SignInAttempt(Principal(name=account.name, roles=account.roles, session="", means=means))

    def caller(self, name: str, where: str, device: str | None) -> Caller:
        """The origin of an attempt for a name.

        ``device`` is the device's token: empty if it has none yet, ``None`` if it keeps none.
        """
        known = self.people.devices.find(device, _known(name)) if device else None
        return Caller(where, device, known)

    def too_often(self, name: str, caller: Caller) -> Refusal | None:
        """Count an attempt for a name; the refusal if it exceeds the rate limit.

        A known device has a limit of its own, so that attempts from elsewhere do not lock its owner out.
        """
        if caller.known:
            return _wait_refusal(self._by_name.take(f"{_known(name)} {caller.known}"))
        return self.place_refusal(caller.where) or _wait_refusal(self._by_name.take(_known(name)))

    def place_refusal(self, where: str) -> Refusal | None:
        """Count an attempt from a place; the refusal if it exceeds the rate limit."""
        return _wait_refusal(self._by_place.take(limited_place(where)))

    def sign_out(self, token: str) -> None:
        """End the session of a token; a token without a session is ignored."""
        found = self.people.sessions.find(token)
        if found:
            self.people.sessions.end(token)
            self.people.execute(cmd.EndSessions(account=found.account, sessions=(found.id,)), SYSTEM)

    def sign_out_everywhere(self, name: str) -> None:
        """End every session of an account, on all devices."""
        ended = tuple(found.id for found in self.people.sessions.of(name))
        self.people.sessions.end_all(name)
        if ended:
            self.people.execute(cmd.EndSessions(account=name, sessions=ended), SYSTEM)

    def choose(self, name: str, codes: Sequence[str], means: Means, secret: str) -> Done | Refusal:
        """Set a password or PIN with enrolment codes; the caller has checked :meth:`place_refusal`."""
        account, now = self.people.account(name), self.people.clock()
        given = {code_digest(code) for code in codes}
        opened = account.enrolment if account else None
        if account is None or opened is None or now >= opened.expires or given != set(opened.codes):
            return refuse("code_wrong", because("code_wrong"))
        if refusal := choice_refusal(account, means, secret):
            return refusal
        chosen = cmd.ChooseSecret(
            account=account.name,
            means=means,
            fingerprint=self.secrets.keep(account.name, secret),
            door="codes",
            against=tuple(opened.codes),
            chosen_by=account.name,
            reason="enrolled with codes",
        )
        self.people.sessions.end_all(account.name)
        return self.people.execute(chosen, SYSTEM)

    def change_secret(
        self, who: Principal, proof: str, means: Means, secret: str, where: str
    ) -> Done | Refusal:
        """Change a password or PIN, by proof of the current password; all sessions end.

        A PIN is proof enough for another PIN only, and only where there is no password. Attempts are counted
        per session, so that attempts from elsewhere do not keep the owner from changing it.
        """
        account, now = self.people.account(who.name), self.people.clock()
        if account is None:
            return SIGN_IN_REFUSED
        proved_by: Means = "password" if "password" in account.secrets else "pin"
        if closed_to_attempts(account, proved_by, who.session, now):
            return SIGN_IN_REFUSED
        if proved_by == "pin" and means == "password":
            return refuse("password_needed", because("password_needed.choose"))
        caller = Caller(where, None, who.session)
        if refusal := self.too_often(account.name, caller) or choice_refusal(account, means, secret):
            return refusal
        if not self.secrets.matches(account, proved_by, proof):
            self._note(account, False, proved_by, caller, None)
            return SIGN_IN_REFUSED
        kept = self.secrets.keep(account.name, secret)
        answer = self._replace(
            account, proved_by, means, kept, chosen_by=account.name, reason="chose another"
        )
        self.sign_out_everywhere(account.name)
        return answer

    def newcomer_refusal(self, where: str) -> Refusal | None:
        """Count a registration from a place; the refusal if it exceeds the rate limit."""
        return _wait_refusal(self._newcomers.take(limited_place(where)))

    def _hold_back(self, tried: SignInAttempt[T]) -> T | Refusal:
        if tried.seconds:
            self._pause(tried.seconds)
        return tried.answer

    def _recognise(
        self, name: str, secret: str, means: Means, caller: Caller, session: str | None
    ) -> SignInAttempt[Account]:
        started, known = time.monotonic(), _known(name)
        # Serialised: parallel guesses must not all be checked before the first failure is recorded.
        with self._locks[hash(known) % _LOCKS]:
            account = self._try(known, secret, means, caller, session)
        if account is None:
            return SignInAttempt(SIGN_IN_REFUSED, _until_refused(time.monotonic() - started))
        return SignInAttempt(account)

    def _try(
        self, name: str, secret: str, means: Means, caller: Caller, session: str | None
    ) -> Account | None:
        account = self.people.account(name)
        if account and caller.known and is_closed(account, means, caller.known):
            # The known device is locked out: treat it as an unknown one.
            caller = structs.replace(caller, known=None)
        looked_at = account and not closed_to_attempts(account, means, caller.known, self.people.clock())
        right = self.secrets.matches(account if looked_at else None, means, secret)
        if account is None or not looked_at or not self._note(account, right, means, caller, session):
            return None
        renewed = self.secrets.renewed(account, means, secret)
        why = "hashed with other parameters"
        if renewed and isinstance(
            self._replace(account, means, means, renewed, chosen_by=SYSTEM.name, reason=why), Done
        ):
            return structs.replace(account, secrets=account.secrets | {means: renewed})
        return account

    def _replace(
        self,
        account: Account,
        proved_by: Means,
        means: Means,
        fingerprint: str,
        *,
        chosen_by: str,
        reason: str,
    ) -> Done | Refusal:
        """Set a new secret, unless the one that was shown for it has become invalid."""
        chosen = cmd.ChooseSecret(
            account=account.name,
            means=means,
            fingerprint=fingerprint,
            door=proved_by,
            against=(account.secrets[proved_by],),
            chosen_by=chosen_by,
            reason=reason,
        )
        return self.people.execute(chosen, SYSTEM)

    def _note(self, account: Account, right: bool, means: Means, caller: Caller, session: str | None) -> bool:
        """Record an attempt; return whether it succeeded."""
        tried = cmd.ShowSecret(
            account=account.name,
            means=means,
            right=right,
            against=account.secrets.get(means),
            session=session,
            device=caller.known,
            where=caller.where[:LONGEST_PLACE],
        )
        answer = self.people.execute(tried, SYSTEM)
        shown = (ev.SessionOpened, ev.IdentityShown)
        if isinstance(answer, Done) and any(isinstance(event, shown) for event in answer.events):
            return True
        after = self.people.accounts.get(account.name).state
        if caller.device and caller.known and after and is_closed(after, means, caller.known):
            self.people.devices.forget(caller.device, account.name)
        return False


def _until_refused(taken: float) -> float:
    """For how many seconds a refusal that has taken some already is held back."""
    return max(1, ceil(taken / SLOWEST)) * SLOWEST - taken


def _known(name: str) -> str:
    """The normalised name, of limited length."""
    return known_as(name)[:64]


def _wait_refusal(wait: float) -> Refusal | None:
    if not wait:
        return None
    return refuse("too_many_attempts", because("too_many_attempts", seconds=ceil(wait)))
