"""A floor with people who propose and approve, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.access.bootstrap import set_up
from pitboss.access.people import People
from pitboss.access.proposals import DecidedProposal, Proposal
from pitboss.access.roles import Actor, Role
from pitboss.commands.record import Done
from pitboss.floor import Floor
from pitboss.floor import proposed as pa
from pitboss.floor.proposals import FloorProposals
from pitboss.floor.tables.dealing import Sealer
from pitboss.store import Journal
from pitboss.store.journal import wall_clock
from pitboss.store.open import open_private
from tests.access.house import House as Access
from tests.access.house import no, ok

PIT = Actor("pam", "pit_manager")
PIT_TOO = Actor("paul", "pit_manager")
SHIFT = Actor("sam", "shift_manager")
SHIFT_TOO = Actor("sue", "shift_manager")
OUTSIDERS = (
    Actor("dan", "dealer"),
    Actor("sid", "pit_supervisor"),
    Actor("ada", "administrator"),
    Actor("acc", "accounting"),
    Actor("reg", "regulator"),
    Actor("sur", "surveillance"),
)
STAFF = (PIT, PIT_TOO, SHIFT, SHIFT_TOO, *OUTSIDERS)


class Desk:
    """Proposals about one floor."""

    def __init__(self, floor: Floor, access: Access) -> None:
        self.floor = floor
        self.access = access
        self.people: People = access.people
        self.proposals = FloorProposals(floor, access.people)

    def staff(self) -> "Desk":
        for actor in STAFF:
            roles: tuple[Role, ...] = (actor.role,)  # type: ignore[assignment]
            ok(set_up(self.access.doors, actor.name, roles, {"password": "a long walk by the sea"}, "a test"))
        return self

    def propose(self, act: pa.ProposedFloorAct, by: Actor = PIT, reason: str = "as agreed") -> Proposal:
        ok(self.proposals.propose(act, by, reason))
        return self.waiting(act)

    def waiting(self, act: pa.ProposedFloorAct) -> Proposal:
        state = self.proposals.state(pa.subject_of(act))
        assert state is not None
        return state.waiting[state.last]

    def approve(self, proposal: Proposal, by: Actor = SHIFT) -> Done:
        return ok(self.proposals.approve(proposal.subject, proposal.number, proposal.digest, by))

    def refused(self, proposal: Proposal, by: Actor) -> str:
        before = self.floor.journal.last_position()
        answer = no(self.proposals.approve(proposal.subject, proposal.number, proposal.digest, by))
        assert self.floor.journal.last_position() == before
        return answer.code

    def both(self, act: pa.ProposedFloorAct) -> Done:
        return self.approve(self.propose(act))

    def decided(self, proposal: Proposal) -> DecidedProposal:
        state = self.proposals.state(proposal.subject)
        assert state is not None
        return state.decided[proposal.number]


@contextmanager
def desk_on(journal: Journal, url: str) -> Iterator[Desk]:
    """A desk on a journal, with the clock of the wall."""
    with open_private(url) as private:
        access = Access(journal, private, wall_clock)
        yield Desk(Floor(journal, sealer=Sealer(bytes(32))), access)
