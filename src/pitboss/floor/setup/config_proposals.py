"""Propose each difference between an edited file and the record once, for two people to approve."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from pitboss.access.proposals import Proposal, ProposalOutcome, proposal_digest, remembered
from pitboss.access.roles import SYSTEM
from pitboss.floor import proposed as pa
from pitboss.floor.proposals import FloorProposals
from pitboss.floor.setup.config_diff import ConfigDifference
from pitboss.invariant import InvariantBroken
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal

REASON = "the file of the floor says so"


class ConfigProposal(Struct, frozen=True):
    """A difference between file and record, and the state of its proposal."""

    difference: ConfigDifference
    state: ProposalOutcome | Literal["waiting", "refused", "left"]
    """``waiting``: proposed. ``refused``: not possible. ``left``: not made by proposal. Or the decision on
    this text."""
    reason: Reason
    """Why it is so, for the log."""


def propose_wanted(
    proposals: FloorProposals, differences: Iterable[ConfigDifference]
) -> tuple[ConfigProposal, ...]:
    """Propose each difference, unless the same proposal waits or was the last one decided.

    What two people have rejected stays rejected until the file changes, and a file that is out of date after
    a decision does not propose to undo it.
    """
    found: dict[str, ConfigProposal] = {}
    wanted = []
    for difference in differences:
        if isinstance(difference.act, Reason):
            wanted.append(ConfigProposal(difference, "left", difference.act))
            continue
        text = pa.as_text(difference.act)
        if text not in found:
            found[text] = _propose(proposals, difference, difference.act, proposal_digest(text))
        said = found[text]
        wanted.append(ConfigProposal(difference, said.state, said.reason))
    return tuple(wanted)


def _propose(
    proposals: FloorProposals, difference: ConfigDifference, act: pa.ProposedFloorAct, digest: str
) -> ConfigProposal:
    before = _last(proposals, act)
    if before and before[0].digest == digest and before[1] != "lapsed":
        return _said(difference, *before)
    answer = proposals.propose(act, SYSTEM, REASON)
    if isinstance(answer, Refusal) and answer.code != "proposal_known":
        return ConfigProposal(difference, "refused", because("setup.not_proposed", why=answer.reason))
    after = _last(proposals, act)
    if after is None:
        raise InvariantBroken(f"a change of {difference.path} was proposed, and no such proposal is recorded")
    return _said(difference, *after)


def _said(
    difference: ConfigDifference, one: Proposal, state: ProposalOutcome | Literal["waiting"]
) -> ConfigProposal:
    if state == "waiting":
        return ConfigProposal(difference, state, because("setup.proposal_waits", proposal=one.id))
    reason = because("setup.proposal_decided", proposal=one.id, outcome=state)
    return ConfigProposal(difference, state, reason)


def _last(
    proposals: FloorProposals, act: pa.ProposedFloorAct
) -> tuple[Proposal, ProposalOutcome | Literal["waiting"]] | None:
    """The software's newest proposal on the same subject, and its outcome."""
    now = proposals.people.clock()
    for one, decided in remembered(proposals.state(pa.subject_of(act))):
        if one.by == SYSTEM and type(pa.from_text(one.what)) is type(act):
            return one, decided.outcome if decided else "waiting" if now < one.expires else "lapsed"
    return None
