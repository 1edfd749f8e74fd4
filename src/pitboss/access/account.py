"""The state of an account, folded from its stream.

What the events of an account say, with who answers for them.
"""

import re
from typing import Any, Final

from msgspec import Struct, structs

from pitboss.access import events as ev
from pitboss.access.roles import ROLES, SYSTEM, Actor, Permission, Role
from pitboss.invariant import InvariantBroken, OutOfOrder
from pitboss.people import AccountKind, Means, known_as
from pitboss.reason import Reason, because
from pitboss.words import say

_NAME: Final = re.compile(r"[a-z][a-z0-9._-]{1,31}")


class Enrolment(Struct, frozen=True):
    """Codes that together allow choosing a new password or PIN."""

    codes: tuple[str, ...]
    expires: int


class Token(Struct, frozen=True, kw_only=True):
    """A device's token, known by its digest."""

    digest: str
    scopes: tuple[Permission, ...]
    expires: int
    table: str | None = None
    """The one table that the token is valid for."""
    shown_for: dict[str, int] = {}
    """Other tables that the token was presented for, and when that was last recorded."""


class Tries(Struct, frozen=True):
    """Failed attempts by one way of signing in since its last success."""

    failures: int = 0
    failed_at: int = 0


class Account(Struct, frozen=True, kw_only=True):
    """The account of a person or a device."""

    name: str
    kind: AccountKind
    roles: tuple[Role, ...] = ()
    secrets: dict[Means, str] = {}
    """Fingerprints of the valid hashes."""
    enrolment: Enrolment | None = None
    tries: dict[str, Tries] = {}
    """By :func:`door_of`: one counter for each means, and one for each means and known device."""
    wrong: int = 0
    """All failed attempts since a session was last opened."""
    locked: ev.LockCause | None = None
    disabled: bool = False
    tokens: dict[str, Token] = {}
    deals_at: str | None = None
    """The table at which this person is signed on as Dealer."""

    @property
    def in_use(self) -> bool:
        """Whether open sessions stay valid; a lock-out by failed attempts does not end them."""
        return self.locked != "person" and not self.disabled


def door_of(means: Means, device: str | None) -> str:
    """The key of an attempt counter: the means, and the known device if there is one."""
    return means if device is None else f"{means} {device}"


def account_name(name: str) -> str | None:
    """The canonical name of an account; ``None`` if no account can have that name."""
    known = known_as(name)
    return known if _NAME.fullmatch(known) and known != SYSTEM.name else None


def evolve_account(state: Account | None, event: Any, position: int = 0) -> Account:
    """Fold an event into the state of an account."""
    if isinstance(event, ev.AccountMade):
        return Account(name=event.name, kind=event.kind, roles=("player",) if event.kind == "player" else ())
    if state is None:
        raise OutOfOrder(f"{type(event).__name__} stands before AccountMade, with which an account begins")
    return structs.replace(state, **_changes(state, event))


def _changes(state: Account, event: ev.AccountEvent) -> dict[str, Any]:
    match event:
        case ev.RoleGranted(role=role):
            return {"roles": tuple(known for known in ROLES if known == role or known in state.roles)}
        case ev.RoleRevoked(role=role):
            return {"roles": tuple(known for known in state.roles if known != role)}
        case ev.EnrolmentOpened(codes=codes, expires=expires):
            return {"enrolment": Enrolment(codes, expires), "secrets": {}}
        case ev.SecretSet(means=means, fingerprint=fingerprint):
            return {"secrets": state.secrets | {means: fingerprint}, "enrolment": None}
        case ev.AccountLocked(after=after):
            return {"locked": after}
        case ev.AccountUnlocked():
            return {"locked": None, "tries": {}}
        case ev.AccountDisabled():
            return {"disabled": True, "secrets": {}, "tokens": {}, "enrolment": None}
        case ev.SessionOpened(means=means, device=device):
            return {"tries": _without(state.tries, door_of(means, device)), "wrong": 0}
        case ev.IdentityShown(means=means, device=device):
            return {"tries": _without(state.tries, door_of(means, device))}
        case ev.SignInFailed(means=means, device=device, at=at):
            door = door_of(means, device)
            failed = Tries(state.tries.get(door, Tries()).failures + 1, at)
            return {"tries": state.tries | {door: failed}, "wrong": state.wrong + 1}
        case ev.TokenIssued(token=token):
            issued = Token(digest=event.digest, scopes=event.scopes, expires=event.expires, table=event.table)
            return {"tokens": state.tokens | {token: issued}}
        case ev.TokenUsedElsewhere(token=token):
            known = state.tokens[token]
            shown = structs.replace(known, shown_for=known.shown_for | {event.table: event.at})
            return {"tokens": state.tokens | {token: shown}}
        case ev.TokenRevoked(token=token):
            return {"tokens": {name: kept for name, kept in state.tokens.items() if name != token}}
        case ev.SignedOn(position="dealer", table=table):
            return {"deals_at": table}
        case ev.SignedOff(table=state.deals_at):
            return {"deals_at": None}
        case _:
            return {}


def _without(tries: dict[str, Tries], door: str) -> dict[str, Tries]:
    return {name: kept for name, kept in tries.items() if name != door}


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
