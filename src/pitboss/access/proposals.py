"""Proposals: acts that take two people, proposed by one and carried out with the approval of another.

A proposal holds a command as JSON, which is opaque here. Proposals about one subject (``link/gold``,
``table/7``, ``account/ann``) are one stream, ``proposal/<subject>``, and numbered in it. The events of the
command and the approval are one append. A proposal of the software itself, after a change of the floor's
file, takes two approvals, because no person has answered for it yet.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final, Literal

from msgspec import Struct, structs

from pitboss.access import events as ev
from pitboss.access.roles import (
    PERMISSIONS,
    SYSTEM,
    Actor,
    Permission,
    Role,
    permission_refusal,
    the_roles,
)
from pitboss.access.warrant import Warrant, second_refusal, who_may_sign, wording_refusal
from pitboss.invariant import InvariantBroken, OutOfOrder
from pitboss.people import known_as
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse

VALID: Final = 24 * 3600 * 1_000_000
"""Validity of a proposal, in microseconds."""
_REMEMBERED: Final = 50
"""Number of decided proposals of a subject that are kept, to answer late approvals."""

ProposalOutcome = Literal["approved", "rejected", "withdrawn", "lapsed"]
ProposalDecision = tuple[ev.ProposalEvent, ...] | Refusal


class Proposal(Struct, frozen=True, kw_only=True):
    """An open proposal."""

    subject: str
    number: int
    act: Permission
    what: str
    digest: str
    by: Actor
    reason: str
    made: int
    expires: int
    signed: tuple[Actor, ...]
    """The people who have approved it so far, the proposer included."""

    @property
    def id(self) -> str:
        """The proposal's unique name."""
        return f"{self.subject}/{self.number}"

    def may_approve(self) -> tuple[Role, ...]:
        """The roles of which a person may approve next."""
        return who_may_sign(self.act, self.signed)

    def warrant(self, by: Actor) -> Warrant:
        """The warrant of the act, with this person's approval as the second."""
        return Warrant(self.signed[0], self.reason, by)


class DecidedProposal(Struct, frozen=True):
    """A closed proposal, and how it was decided."""

    proposal: Proposal
    outcome: ProposalOutcome
    by: Actor | None = None
    """Who decided; ``None`` if the proposal lapsed."""
    reason: str = ""


class Proposals(Struct, frozen=True):
    """The proposals about one subject."""

    subject: str
    last: int = 0
    waiting: dict[int, Proposal] = {}
    decided: dict[int, DecidedProposal] = {}
    """The newest decided proposals."""


def propose(
    state: Proposals | None,
    *,
    subject: str,
    act: Permission,
    what: str,
    by: Actor,
    reason: str,
    now: int,
) -> ProposalDecision:
    """Make a proposal of a command, given as JSON."""
    state = state or Proposals(subject)
    if not PERMISSIONS[act].two:
        raise InvariantBroken(f"{act} was proposed to two people, and takes one only")
    if refusal := wording_refusal(Warrant(by, reason)) or permission_refusal(by.role, act):
        return refusal
    digest = proposal_digest(what)
    for known in open_proposals(state, now):
        if (known.act, known.digest) == (act, digest):
            return refuse("proposal_known", because("proposal_known", proposal=known.id, name=known.by.name))
    made = ev.ProposalMade(
        subject=subject,
        number=state.last + 1,
        act=act,
        what=what,
        digest=digest,
        by=by,
        reason=reason,
        made=now,
        expires=now + VALID,
    )
    return *_lapsed(state, now), made


def approve(state: Proposals | None, number: int, digest: str, by: Actor, now: int) -> ProposalDecision:
    """Approve a proposal. The last event is ``ProposalApproved`` if the act is to be carried out now.

    ``digest`` names the content that the approver has read.
    """
    found = _waiting(state, number, now)
    if isinstance(found, Refusal):
        return found
    if digest != found.digest:
        return refuse("proposal_differs", because("proposal_differs", proposal=found.id))
    if refusal := _next_refusal(found, by):
        return refusal
    return (ev.ProposalApproved(number, by) if found.signed else ev.ProposalSigned(number, by),)


def reject(state: Proposals | None, number: int, by: Actor, reason: str, now: int) -> ProposalDecision:
    """Reject a proposal; only for a person who could approve it."""
    found = _waiting(state, number, now)
    if isinstance(found, Refusal):
        return found
    if refusal := wording_refusal(Warrant(by, reason)) or _next_refusal(found, by):
        return refusal
    return (ev.ProposalRejected(number, by, reason),)


def withdraw(state: Proposals | None, number: int, by: Actor, reason: str, now: int) -> ProposalDecision:
    """Withdraw a proposal; only for its proposer."""
    found = _waiting(state, number, now)
    if isinstance(found, Refusal):
        return found
    if refusal := wording_refusal(Warrant(by, reason)):
        return refusal
    if known_as(by.name) != known_as(found.by.name):
        return refuse("role_too_low", because("role_too_low.withdraw", proposal=found.id, name=found.by.name))
    return (ev.ProposalWithdrawn(number, by, reason),)


def open_proposals(state: Proposals, now: int) -> Iterator[Proposal]:
    """The open proposals that have not expired."""
    return (proposal for proposal in state.waiting.values() if now < proposal.expires)


def remembered(state: Proposals | None) -> Iterator[tuple[Proposal, DecidedProposal | None]]:
    """Every kept proposal about a subject, newest first, with its decision."""
    if state is None:
        return
    both: dict[int, tuple[Proposal, DecidedProposal | None]] = {
        number: (gone.proposal, gone) for number, gone in state.decided.items()
    }
    both |= {number: (one, None) for number, one in state.waiting.items()}
    yield from (both[number] for number in sorted(both, reverse=True))


def evolve_proposals(state: Proposals | None, event: Any, position: int = 0) -> Proposals:
    """Fold an event into the proposals about a subject."""
    match event:
        case ev.ProposalMade():
            state = state or Proposals(event.subject)
            signed = () if event.by.role == SYSTEM.role else (event.by,)
            made = Proposal(**structs.asdict(event), signed=signed)
            return structs.replace(state, last=event.number, waiting=state.waiting | {event.number: made})
        case ev.ProposalSigned(number=number, by=by):
            if state is None:
                raise _not_made(number)
            signed_now = structs.replace(state.waiting[number], signed=(by,))
            return structs.replace(state, waiting=state.waiting | {number: signed_now})
        case ev.ProposalApproved(number=number, by=by):
            return _decided(state, number, "approved", by)
        case ev.ProposalRejected(number=number, by=by, reason=reason):
            return _decided(state, number, "rejected", by, reason)
        case ev.ProposalWithdrawn(number=number, by=by, reason=reason):
            return _decided(state, number, "withdrawn", by, reason)
        case _:
            return _decided(state, event.number, "lapsed")


def proposal_digest(what: str) -> str:
    """SHA-256 of a proposed command."""
    return sha256(what.encode()).hexdigest()


def _waiting(state: Proposals | None, number: int, now: int) -> Proposal | Refusal:
    found = state.waiting.get(number) if state else None
    if found and now < found.expires:
        return found
    if found:
        return refuse("proposal_lapsed", because("proposal_lapsed", proposal=found.id))
    if state and (decided := state.decided.get(number)):
        return refuse(
            "proposal_decided",
            because("proposal_decided", proposal=decided.proposal.id, outcome=decided.outcome),
        )
    return refuse("no_such_proposal", because("no_such_proposal", number=number))


def _next_refusal(found: Proposal, by: Actor) -> Refusal | None:
    """Refusal if a person may not approve a proposal next; ``None`` if they may."""
    if not by.name.strip():
        return refuse("argument_missing", because("argument_missing.approver"))
    if by.role == SYSTEM.role:
        roles = the_roles(found.may_approve())
        return refuse("role_too_low", because("role_too_low.software", proposal=found.id, roles=roles))
    refusal = permission_refusal(by.role, found.act)
    return refusal or (second_refusal(found.act, found.signed[0], by) if found.signed else None)


def _not_made(number: int) -> OutOfOrder:
    return OutOfOrder(f"proposal {number} is answered before ProposalMade, with which a proposal begins")


def _lapsed(state: Proposals, now: int) -> Iterator[ev.ProposalLapsed]:
    """The events of expired proposals, recorded with the next proposal about the subject."""
    return (ev.ProposalLapsed(number) for number, found in state.waiting.items() if now >= found.expires)


def _decided(
    state: Proposals | None, number: int, outcome: ProposalOutcome, by: Actor | None = None, reason: str = ""
) -> Proposals:
    if state is None:
        raise _not_made(number)
    waiting = {key: kept for key, kept in state.waiting.items() if key != number}
    found = state.waiting[number]
    if outcome == "approved" and by:
        found = structs.replace(found, signed=(*found.signed, by))
    decided = [*state.decided.items(), (number, DecidedProposal(found, outcome, by, reason))]
    return structs.replace(state, waiting=waiting, decided=dict(decided[-_REMEMBERED:]))
