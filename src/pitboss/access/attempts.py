"""Lock-out: wrong attempts make an account wait, each twice as long as the one before, and then lock it.

Everything is in the stream of the account, so it holds on every server and after a start. While an account
waits, no attempt is looked at; so nobody can fill the journal with guesses either.
"""

from typing import Final

from pitboss.access import events as ev
from pitboss.access.account import Account
from pitboss.access.roles import SYSTEM
from pitboss.access.warrant import Warrant

WAIT_AFTER: Final = 5
"""From so many wrong attempts in a row on, each is followed by a wait."""
LOCK_AFTER: Final = 10
"""After so many in a row somebody has to unlock the account."""
FIRST_WAIT: Final = 60_000_000
"""The first wait, in microseconds."""


def closed_to_attempts(account: Account, now: int) -> bool:
    """Whether an attempt to sign in would not be looked at."""
    return account.disabled or account.locked is not None or now < waits_until(account)


def waits_until(account: Account) -> int:
    """When the next attempt will be looked at, in microseconds since 1970."""
    over = account.failures - WAIT_AFTER
    return account.failed_at + FIRST_WAIT * 2**over if over >= 0 else 0


def attempt(
    account: Account, *, right: bool, session: str | None, means: ev.Means, where: str, now: int
) -> tuple[ev.AccountEvent, ...]:
    """What follows from an attempt to sign in or, without a session, to answer for one act."""
    if closed_to_attempts(account, now):
        return ()
    if right:
        if session is None:
            return (ev.IdentityShown(means, where, now),)
        return (ev.SessionOpened(session, means, where, now),)
    failed = ev.SignInFailed(means, where, now)
    if account.failures + 1 < LOCK_AFTER:
        return (failed,)
    reason = f"{LOCK_AFTER} wrong attempts in a row"
    return failed, ev.AccountLocked("attempts", Warrant(SYSTEM, reason))
