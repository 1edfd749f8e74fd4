"""Proposals about a floor, as a service."""

from pitboss.access import commands as ac
from pitboss.access import proposals as pr
from pitboss.access.command_record import Done, Order
from pitboss.access.people import People
from pitboss.access.roles import Actor
from pitboss.floor import proposed as pa
from pitboss.floor.commands import Propose, ProposeTogether
from pitboss.floor.service import Floor
from pitboss.refusal import Refusal


class FloorProposals:
    """What is proposed of tables, links and sheets, and done with the approval."""

    def __init__(self, floor: Floor, people: People) -> None:
        self.floor = floor
        self.people = people

    def state(self, subject: str) -> pr.Proposals | None:
        """What is and was proposed about a subject."""
        return self.people.proposals.refresh(subject).state

    def propose(
        self, act: pa.ProposedAct, by: Actor, reason: str, command_id: str | None = None
    ) -> Done | Refusal:
        """Propose an act; what could not be done even with every approval is refused at once.

        Raises ``SheetFault`` for the text of a sheet that cannot be played.
        """
        return self.floor.execute(Order(command=Propose(act=act, reason=reason), by=by, id=command_id))

    def approve(
        self, subject: str, number: int, digest: str, by: Actor, command_id: str | None = None
    ) -> Done | Refusal:
        """Answer for a proposal about anything; of an account, a code or a token may be shown."""
        if not pa.is_of_floor(subject):
            return self.people.approve(subject.partition("/")[2], number, digest, by, command_id)
        approve = ac.Approve(subject=subject, number=number, digest=digest)
        return self.floor.execute(Order(command=approve, by=by, id=command_id))

    def together(
        self, act: pa.ProposedAct, by: Actor, second: Actor, reason: str, command_id: str | None = None
    ) -> Done | Refusal:
        """Two people at one screen: proposed, approved and done in one append."""
        command = ProposeTogether(act=act, reason=reason, second=second)
        return self.floor.execute(Order(command=command, by=by, id=command_id))
