"""Warrants: who answers for an act, and why; one person, or two different ones."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pitboss.access.roles import (
    DEPARTMENTS,
    PERMISSIONS,
    Actor,
    Permission,
    Role,
    permission_refusal,
    the_roles,
)
from pitboss.people import known_as
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse

LONGEST_REASON: Final = 500


class Warrant(Struct, frozen=True):
    """The person who answers for an act, their reason, and the second person where it takes two."""

    by: Actor
    reason: str
    approved: Actor | None = None


def warrant_refusal(warrant: Warrant, permission: Permission, about: str = "") -> Refusal | None:
    """Refusal if a warrant does not suffice for a permission; nobody decides about their own account."""
    people = [actor for actor in (warrant.by, warrant.approved) if actor]
    if refusal := wording_refusal(warrant):
        return refusal
    if about in [known_as(actor.name) for actor in people]:
        return refuse("own_account", because("own_account", name=about))
    for actor in people:
        if refusal := permission_refusal(actor.role, permission):
            return refusal
    if not PERMISSIONS[permission].two or warrant.by.role == "system":
        return None
    if warrant.approved is None:
        return refuse("approval_missing", because("approval_missing", permit=PERMISSIONS[permission].gist))
    return second_refusal(permission, warrant.by, warrant.approved)


def wording_refusal(warrant: Warrant) -> Refusal | None:
    """Refusal if a warrant lacks a name or a reason."""
    if not warrant.by.name.strip() or (warrant.approved and not warrant.approved.name.strip()):
        return refuse("argument_missing", because("argument_missing.actor"))
    if not warrant.reason.strip():
        return refuse("argument_missing", because("argument_missing.reason"))
    if len(warrant.reason) > LONGEST_REASON:
        return refuse("argument_missing", because("argument_missing.reason_length", most=LONGEST_REASON))
    return None


def second_refusal(permission: Permission, first: Actor, second: Actor) -> Refusal | None:
    """Refusal if ``second`` may not be the second person for an act of ``first``."""
    if known_as(first.name) == known_as(second.name):
        return refuse("same_person", because("same_person", name=first.name.strip()))
    if second.role not in who_may_sign(permission, (first,)):
        roles = who_may_sign(permission, (first,))
        reason = because(
            "role_too_low.second", name=first.name.strip(), roles=the_roles(roles), role=second.role
        )
        return refuse("same_department" if PERMISSIONS[permission].apart else "role_too_low", reason)
    return None


def who_may_sign(permission: Permission, signed: Sequence[Actor]) -> tuple[Role, ...]:
    """The roles of which a person may sign next for an act of two people."""
    allowed = PERMISSIONS[permission]
    if not signed:
        return allowed.roles
    (first,) = signed
    roles = allowed.roles if not allowed.one or first.role in allowed.one else allowed.one
    if allowed.apart:
        roles = tuple(role for role in roles if DEPARTMENTS[role] != DEPARTMENTS[first.role])
    return roles
