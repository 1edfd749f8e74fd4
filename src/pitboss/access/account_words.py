"""Events of an account as sentences for people, with who answers for them."""

from typing import Any

from msgspec import Struct

from pitboss.access import events as ev
from pitboss.access.roles import Actor, roles_in_words
from pitboss.invariant import InvariantBroken


class AccountSentence(Struct, frozen=True):
    """One event of an account in words."""

    what: str
    by: Actor | None = None
    """Who did it; ``None`` for the account's own person."""
    second: Actor | None = None
    reason: str = ""


def account_event_in_words(event: Any) -> AccountSentence:
    """Describe an event of an account."""
    warrant = getattr(event, "warrant", None)
    if warrant is not None:
        return AccountSentence(_sentence(event), warrant.by, warrant.approved, warrant.reason)
    if isinstance(event, ev.SignedOn | ev.SignedOff):
        return AccountSentence(_sentence(event), event.by)
    return AccountSentence(_sentence(event), reason=getattr(event, "reason", ""))


def _sentence(event: Any) -> str:
    match event:
        case ev.AccountMade(kind=kind):
            return f"the account was made, for a {kind}"
        case ev.RoleGranted(role=role):
            return f"is {roles_in_words((role,))} from now on"
        case ev.RoleRevoked(role=role):
            return f"is no longer {roles_in_words((role,))}"
        case ev.EnrolmentOpened():
            return "may choose a new password or PIN with codes; those before hold no longer"
        case ev.SecretSet(means=means):
            return f"a {_means(means)} was chosen"
        case ev.AccountLocked(after="attempts"):
            return "the account was locked after too many wrong attempts"
        case ev.AccountLocked():
            return "the account was locked"
        case ev.AccountUnlocked():
            return "the account was unlocked"
        case ev.AccountDisabled():
            return "the account was disabled for good"
        case ev.TokenIssued(token=token, scopes=scopes, table=table):
            where = f" at table {table}" if table else ""
            return f"token {token} was given out, for {', '.join(scopes)}{where}"
        case ev.TokenUsedElsewhere(token=token, table=table, where=where):
            return f"token {token} was shown for table {table} from {where}, which it is not for"
        case ev.TokenRevoked(token=token):
            return f"token {token} was taken away"
        case ev.SignedOn(table=table, position=position):
            return f"signed on to table {table} as {roles_in_words((position,))}"
        case ev.SignedOff(table=table):
            return f"signed off table {table}"
        case ev.AttemptRefused(operation=operation, subject=subject, act=act, code=code):
            what = f"{operation} for {subject}" if subject else operation
            return f"was refused ({code}): {what} {act}".rstrip()
        case _:
            return _of_doors(event)


def _of_doors(event: Any) -> str:
    match event:
        case ev.SessionOpened(means=means, where=where):
            return f"signed in by {_means(means)} from {where}{_by_device(event.device)}{_wrong(event.wrong)}"
        case ev.SessionEnded():
            return "signed out"
        case ev.IdentityShown(means=means, where=where):
            said = f"answered for an act on another's screen, by {_means(means)} from {where}"
            return f"{said}{_by_device(event.device)}{_wrong(event.wrong)}"
        case ev.SignInFailed(means=means, where=where):
            return f"a wrong {_means(means)} was tried from {where}{_by_device(event.device)}"
        case _:
            raise InvariantBroken(f"{type(event).__name__} stands in an account, and is no event of one")


def _means(means: ev.Means) -> str:
    return "PIN" if means == "pin" else "password"


def _by_device(device: str | None) -> str:
    return f", on device {device} that had signed in before" if device else ""


def _wrong(count: int) -> str:
    return f"; wrong attempts since the last signing in: {count}" if count else ""
