"""Lock-out: failed attempts cause waits, each twice as long as the one before, and then a lock.

Attempts are counted by *door* (:func:`~pitboss.access.account.door_of`): one for each means, and one for each
known device. They do not affect each other: a guesser locks the door of unknown devices, and the owner still
signs in with their own device. A device that is locked out is forgotten.

The counters are in the account's stream, so they hold on every server and after a restart. During a wait or a
lock, attempts are not checked or recorded, so guesses cannot fill the journal either.
"""

from typing import Final

from pitboss.access import events as ev
from pitboss.access.account import Account, Tries, door_of
from pitboss.access.roles import SYSTEM
from pitboss.access.warrant import Warrant
from pitboss.people import Means

WAIT_AFTER: Final = 5
"""Number of failed attempts in a row from which each causes a wait."""
LOCK_AFTER: Final = 10
"""Number of failed attempts in a row that lock: for unknown devices, until the account is unlocked."""
FIRST_WAIT: Final = 60_000_000
"""The first wait, in microseconds."""


def closed_to_attempts(account: Account, means: Means, device: str | None, now: int) -> bool:
    """Whether an attempt would not be checked now."""
    if account.disabled or account.locked == "person":
        return True
    at_front = device is None and account.locked is not None
    return at_front or is_closed(account, means, device) or now < waits_until(account, means, device)


def is_closed(account: Account, means: Means, device: str | None) -> bool:
    """Whether a means, for a known device or for unknown ones, is locked by failed attempts."""
    return _tries(account, means, device).failures >= LOCK_AFTER


def waits_until(account: Account, means: Means, device: str | None = None) -> int:
    """When the next attempt will be checked, in microseconds since 1970."""
    tries = _tries(account, means, device)
    over = tries.failures - WAIT_AFTER
    return tries.failed_at + FIRST_WAIT * 2**over if over >= 0 else 0


def attempt(
    account: Account,
    *,
    right: bool,
    session: str | None,
    means: Means,
    device: str | None = None,
    where: str,
    now: int,
) -> tuple[ev.AccountEvent, ...]:
    """The events of an attempt to sign in or, without a session, to authorise one act."""
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


def _tries(account: Account, means: Means, device: str | None) -> Tries:
    return account.tries.get(door_of(means, device), Tries())
