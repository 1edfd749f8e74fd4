"""What an edited file wants becomes proposals of the software, which take two people; each of them once."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from pitboss.access.proposals import Proposal, ProposalOutcome, digest_of, remembered
from pitboss.access.roles import SYSTEM
from pitboss.floor import proposed as pa
from pitboss.floor.proposals import FloorProposals
from pitboss.floor.setup.config_diff import ConfigDifference
from pitboss.invariant import InvariantBroken
from pitboss.refusal import Refusal

REASON = "the file of the floor says so"


class ConfigProposal(Struct, frozen=True):
    """A difference and what has become of it."""

    difference: ConfigDifference
    state: ProposalOutcome | Literal["waiting", "refused", "left"]
    """Proposed and waiting; decided before for this very text; not possible; or for people to see to."""
    says: str
    """A sentence for whoever reads the log."""


def propose_wanted(
    proposals: FloorProposals, differences: Iterable[ConfigDifference]
) -> tuple[ConfigProposal, ...]:
    """Propose what the file wants, unless it is the last that the file has wanted, and waits or was decided.

    So what two people have rejected stays so until the file says something else, and a file that nobody
    has brought up to date after a decision does not ask to undo it.
    """
    found: dict[str, ConfigProposal] = {}
    wanted = []
    for difference in differences:
        if difference.act is None:
            wanted.append(ConfigProposal(difference, "left", difference.remedy))
            continue
        text = pa.as_text(difference.act)
        if text not in found:
            found[text] = _propose(proposals, difference, difference.act, digest_of(text))
        said = found[text]
        wanted.append(ConfigProposal(difference, said.state, said.says))
    return tuple(wanted)


def _propose(
    proposals: FloorProposals, difference: ConfigDifference, act: pa.ProposedAct, digest: str
) -> ConfigProposal:
    before = _last(proposals, act)
    if before and before[0].digest == digest and before[1] != "lapsed":
        return _said(difference, *before)
    answer = proposals.propose(act, SYSTEM, REASON)
    if isinstance(answer, Refusal) and answer.code != "proposal_known":
        return ConfigProposal(difference, "refused", f"it cannot be proposed: {answer.message}")
    after = _last(proposals, act)
    if after is None:
        raise InvariantBroken(f"a change of {difference.path} was proposed, and no such proposal is recorded")
    return _said(difference, *after)


def _said(
    difference: ConfigDifference, one: Proposal, state: ProposalOutcome | Literal["waiting"]
) -> ConfigProposal:
    if state == "waiting":
        return ConfigProposal(difference, state, f"proposal {one.id} waits for two people")
    return ConfigProposal(
        difference, state, f"proposal {one.id} was {state}: edit the file to say what holds"
    )


def _last(
    proposals: FloorProposals, act: pa.ProposedAct
) -> tuple[Proposal, ProposalOutcome | Literal["waiting"]] | None:
    """The newest proposal of the software about the same, and what has become of it."""
    now = proposals.people.clock()
    for one, decided in remembered(proposals.state(pa.subject_of(act))):
        if one.by == SYSTEM and type(pa.from_text(one.what)) is type(act):
            return one, decided.outcome if decided else "waiting" if now < one.expires else "lapsed"
    return None
