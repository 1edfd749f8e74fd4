"""The state of an account, folded from its stream."""

import re
from typing import Any, Final

from msgspec import Struct, structs

from pitboss.access import events as ev
from pitboss.access.roles import ROLES, SYSTEM, Permission, Role
from pitboss.invariant import OutOfOrder
from pitboss.people import AccountKind, Means, known_as

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
