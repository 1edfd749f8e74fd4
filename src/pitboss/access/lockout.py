"""Lock-out: wrong attempts make a door wait, each twice as long as the one before, and then close it.

An account has a front door for each means, and one more for each device that has signed in to it before.
What is tried at one door does not close another: whoever guesses from elsewhere closes the front door,
and the owner comes in by that of their own device. A device whose door was closed is not known any more.

Everything is in the stream of the account, so it holds on every server and after a start. While a door is
closed, no attempt is looked at; so nobody can fill the journal with guesses either.
"""

from typing import Final

from pitboss.access import events as ev
from pitboss.access.account import Account, Tries, door_of
from pitboss.access.roles import SYSTEM
from pitboss.access.warrant import Warrant

WAIT_AFTER: Final = 5
"""From so many wrong attempts in a row on, each is followed by a wait."""
LOCK_AFTER: Final = 10
"""After so many in a row a door is closed: the front door until somebody unlocks the account."""
FIRST_WAIT: Final = 60_000_000
"""The first wait, in microseconds."""


def closed_to_attempts(account: Account, means: ev.Means, device: str | None, now: int) -> bool:
    """Whether an attempt to sign in by a door would not be looked at."""
    if account.disabled or account.locked == "person":
        return True
    at_front = device is None and account.locked is not None
    return at_front or is_closed(account, means, device) or now < waits_until(account, means, device)


def is_closed(account: Account, means: ev.Means, device: str | None) -> bool:
    """Whether too many wrong attempts were made at a door."""
    return _tries(account, means, device).failures >= LOCK_AFTER


def waits_until(account: Account, means: ev.Means, device: str | None = None) -> int:
    """When the next attempt at a door will be looked at, in microseconds since 1970."""
    tries = _tries(account, means, device)
    over = tries.failures - WAIT_AFTER
    return tries.failed_at + FIRST_WAIT * 2**over if over >= 0 else 0


def attempt(
    account: Account,
    *,
    right: bool,
    session: str | None,
    means: ev.Means,
    device: str | None = None,
    where: str,
    now: int,
) -> tuple[ev.AccountEvent, ...]:
    """What follows from an attempt to sign in or, without a session, to answer for one act."""
    if closed_to_attempts(account, means, device, now):
        return ()
    if right:
        if session is None:
            return (ev.IdentityShown(means=means, where=where, at=now, device=device, wrong=account.wrong),)
        return (
            ev.SessionOpened(
                session=session, means=means, where=where, at=now, device=device, wrong=account.wrong
            ),
        )
    failed = ev.SignInFailed(means, where, now, device)
    if device is not None or _tries(account, means, device).failures + 1 < LOCK_AFTER:
        return (failed,)
    reason = f"{LOCK_AFTER} wrong attempts in a row"
    return failed, ev.AccountLocked("attempts", Warrant(SYSTEM, reason))


def _tries(account: Account, means: ev.Means, device: str | None) -> Tries:
    return account.tries.get(door_of(means, device), Tries())
