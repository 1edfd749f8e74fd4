"""The service for proposals about a floor."""

from pitboss.access import commands as ac
from pitboss.access import proposals as pr
from pitboss.access.people import People
from pitboss.access.roles import Actor
from pitboss.commands.record import Done, Order
from pitboss.floor import proposed as pa
from pitboss.floor.commands import Propose, ProposeTogether
from pitboss.floor.service import Floor
from pitboss.refusal import Refusal
from pitboss.store.journal import kind_and_name


class FloorProposals:
    """Proposals about tables, links, sheets and amounts, carried out with the approval."""

    def __init__(self, floor: Floor, people: People) -> None:
        self.floor = floor
        self.people = people

    def state(self, subject: str) -> pr.Proposals | None:
        """The proposals about a subject."""
        return self.people.proposals.refresh(subject).state

    def propose(
        self, act: pa.ProposedFloorAct, by: Actor, reason: str, command_id: str | None = None
    ) -> Done | Refusal:
        """Propose an act. An act that would be refused even with every approval is refused at once.

        Raises ``SheetFault`` for the text of a sheet that cannot be played.
        """
        return self.floor.execute(Order(command=Propose(act=act, reason=reason), by=by, id=command_id))

    def approve(
        self, subject: str, number: int, digest: str, by: Actor, command_id: str | None = None
    ) -> Done | Refusal:
        """Approve a proposal about any subject; an account's may show a code or a token."""
        if not pa.is_of_floor(subject):
            return self.people.approve(kind_and_name(subject)[1], number, digest, by, command_id)
        approve = ac.Approve(subject=subject, number=number, digest=digest)
        return self.floor.execute(Order(command=approve, by=by, id=command_id))

    def together(
        self, act: pa.ProposedFloorAct, by: Actor, second: Actor, reason: str, command_id: str | None = None
    ) -> Done | Refusal:
        """Propose, approve and carry out an act by two people at one screen, in one append."""
        command = ProposeTogether(act=act, reason=reason, second=second)
        return self.floor.execute(Order(command=command, by=by, id=command_id))
