"""Proposals as people read them: what each will do, in plain words, and who may read it."""

from collections.abc import Iterator
from typing import Final

from pitboss.access.principal import Principal
from pitboss.access.proposals import DecidedProposal, Proposal, remembered
from pitboss.access.roles import Permission
from pitboss.floor.proposal_words import proposal_words
from pitboss.floor.proposed import is_of_floor
from pitboss.messages.proposals import ProposalNow, ProposalState
from pitboss.projection import project
from pitboss.server.site import Site
from pitboss.time_zones import utc_text
from pitboss.words import say

READ_OF_FLOOR: Final[tuple[Permission, ...]] = ("read_reports", "read_audit")
_READ: Final[dict[bool, tuple[Permission, ...]]] = {
    True: READ_OF_FLOOR,
    False: ("read_people",),
}
"""Permissions to read proposals without signing them: about the floor, and about people."""


def proposals_about(site: Site, subject: str) -> Iterator[tuple[Proposal, DecidedProposal | None]]:
    """Every proposal about a subject that is remembered, the newest first."""
    return remembered(site.people.proposals.refresh(subject).state if subject.isprintable() else None)


def readable(reader: Principal, one: Proposal) -> bool:
    """Whether somebody could answer for a proposal, or reads what such proposals are about."""
    return any(reader.may(permission) for permission in (one.act, *_READ[is_of_floor(one.subject)]))


def proposal_now(site: Site, one: Proposal, decided: DecidedProposal | None) -> ProposalNow:
    """A proposal with what it will do."""
    lapsed: ProposalState = "waiting" if site.people.clock() < one.expires else "lapsed"
    state = decided.outcome if decided else lapsed
    waits = state == "waiting"
    reasons = proposal_words(one, site.floor if waits else None)
    return project(
        ProposalNow,
        one,
        says=tuple(say(each) for each in reasons),
        reasons=reasons,
        made=utc_text(one.made),
        expires=utc_text(one.expires),
        state=state,
        may_approve=one.may_approve() if waits else (),
        decided_by=decided.by if decided else None,
        decided_because=decided.reason if decided else "",
    )
