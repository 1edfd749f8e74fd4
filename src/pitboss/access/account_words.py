"""What the events of an account say, with who answers for them."""

from typing import Any

from msgspec import Struct

from pitboss.access import events as ev
from pitboss.access.roles import Actor
from pitboss.invariant import InvariantBroken
from pitboss.reason import Reason, because
from pitboss.words import say


class AccountSentence(Struct, frozen=True):
    """One event of an account."""

    said: Reason
    by: Actor | None = None
    """Who did it; ``None`` for the account's own person."""
    second: Actor | None = None
    reason: str = ""

    @property
    def what(self) -> str:
        """The event in English."""
        return say(self.said)


def account_event_in_words(event: Any) -> AccountSentence:
    """Describe an event of an account."""
    warrant = getattr(event, "warrant", None)
    if warrant is not None:
        return AccountSentence(_said(event), warrant.by, warrant.approved, warrant.reason)
    if isinstance(event, ev.SignedOn | ev.SignedOff):
        return AccountSentence(_said(event), event.by)
    return AccountSentence(_said(event), reason=getattr(event, "reason", ""))


def _said(event: Any) -> Reason:
    match event:
        case ev.AccountMade(kind=kind):
            return because("happened.made", kind=kind)
        case ev.RoleGranted(role=role):
            return because("happened.role_granted", role=role)
        case ev.RoleRevoked(role=role):
            return because("happened.role_revoked", role=role)
        case ev.EnrolmentOpened():
            return because("happened.enrolment")
        case ev.SecretSet(means=means):
            return because("happened.secret_set", means=means)
        case ev.AccountLocked(after="attempts"):
            return because("happened.locked_by_attempts")
        case ev.AccountLocked():
            return because("happened.locked")
        case ev.AccountUnlocked():
            return because("happened.unlocked")
        case ev.AccountDisabled():
            return because("happened.disabled")
        case ev.TokenIssued(token=token, scopes=scopes, table=table):
            return because("happened.token_issued", token=token, scopes=scopes, tables=_known(table))
        case ev.TokenUsedElsewhere(token=token, table=table, where=where):
            return because("happened.token_elsewhere", token=token, table=table, where=where)
        case ev.TokenRevoked(token=token):
            return because("happened.token_revoked", token=token)
        case ev.SignedOn(table=table, position=position):
            return because("happened.signed_on", table=table, role=position)
        case ev.SignedOff(table=table):
            return because("happened.signed_off", table=table)
        case ev.AttemptRefused(operation=operation, subject=subject, act=act, code=code):
            return because(
                "happened.refused",
                refusal=code,
                operation=operation,
                subjects=_known(subject),
                acts=_known(act),
            )
        case _:
            return _of_doors(event)


def _of_doors(event: Any) -> Reason:
    match event:
        case ev.SessionOpened(means=means, where=where):
            return because(
                "happened.signed_in",
                means=means,
                where=where,
                devices=_known(event.device),
                wrong=event.wrong,
            )
        case ev.SessionEnded():
            return because("happened.signed_out")
        case ev.IdentityShown(means=means, where=where):
            return because(
                "happened.answered",
                means=means,
                where=where,
                devices=_known(event.device),
                wrong=event.wrong,
            )
        case ev.SignInFailed(means=means, where=where):
            return because("happened.wrong_secret", means=means, where=where, devices=_known(event.device))
        case _:
            raise InvariantBroken(f"{type(event).__name__} stands in an account, and is no event of one")


def _known(name: str | None) -> tuple[str, ...]:
    return (name,) if name else ()
