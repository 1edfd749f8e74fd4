"""Two people and one floor: what is proposed of tables, links and sheets, and done with the approval.

The approval and what it does are one append: either both are recorded or neither.
"""

from typing import Any, Final

from msgspec import structs

from pitboss.access import events as ev
from pitboss.access import proposals as pr
from pitboss.access.account import account_name
from pitboss.access.carrying import Noted
from pitboss.access.identity import identify
from pitboss.access.people import People
from pitboss.access.roles import PERMISSIONS, SYSTEM, Actor, Permission
from pitboss.floor import proposed as pa
from pitboss.floor.carrying import Done, Parts
from pitboss.floor.reads import Part, Reads
from pitboss.floor.rounds import Outcome, Scene
from pitboss.floor.rounds import act as act_at_table
from pitboss.floor.rulebook import sheet_taken
from pitboss.floor.service import Floor
from pitboss.floor.setting_tables import plate_plan, table_plan
from pitboss.jackpots import Approval, Person
from pitboss.jackpots.events import AwardReversed
from pitboss.round import Refusal
from pitboss.round.commands import SettleRound
from pitboss.sheets.model import ROLES

LATER: Final = frozenset({"round_in_play", "claims_open", "closer_missing", "sheet_too_early"})
"""What is refused for this reason now may be approved later, so it may be proposed."""
_OF_THE_FILE: Final = LATER | {"no_such_link", "no_such_sheet"}
"""What the software proposes all at once may wait for another part of it to be approved."""


class FloorProposals:
    """Proposals about a floor, as a service."""

    def __init__(self, floor: Floor, people: People) -> None:
        self.floor = floor
        self.people = people

    def state(self, subject: str) -> pr.Proposals | None:
        """What is and was proposed about a subject."""
        return self.people.proposals.refresh(subject).state

    def propose(
        self, act: pa.Proposed, by: Actor, reason: str, command_id: str | None = None
    ) -> Done | Refusal:
        """Propose an act; what could not be done even with every approval is refused at once.

        Raises ``SheetFault`` for the text of a sheet that cannot be played.
        """

        def plan(reads: Reads) -> Parts | Refusal:
            made = self._made(reads, act, by, reason)
            return made if isinstance(made, Refusal) else (self._note(reads, pa.subject_of(act), *made),)

        return self.floor.carry_out(plan, identify(by, command_id, "propose", act, by, reason))

    def answer(
        self, subject: str, number: int, digest: str, by: Actor, command_id: str | None = None
    ) -> Noted | Refusal:
        """Answer for a proposal about anything; of an account, a code or a token may be shown."""
        if not pa.is_of_floor(subject):
            return self.people.approve(subject.partition("/")[2], number, digest, by, command_id)
        done = self.approve(subject, number, digest, by, command_id)
        return done if isinstance(done, Refusal) else Noted(done.events)

    def approve(
        self, subject: str, number: int, digest: str, by: Actor, command_id: str | None = None
    ) -> Done | Refusal:
        """Answer for a proposal; with the second person it is done."""

        def plan(reads: Reads) -> Parts | Refusal:
            state = reads.of(self.people.proposals, subject).state
            return self._approved(reads, state, subject, number, digest, by, ())

        asked = identify(by, command_id, "approve", subject, number, digest, by)
        return self.floor.carry_out(plan, asked)

    def together(
        self, act: pa.Proposed, by: Actor, second: Actor, reason: str, command_id: str | None = None
    ) -> Done | Refusal:
        """Two people at one screen: proposed, approved and done in one append."""
        subject = pa.subject_of(act)

        def plan(reads: Reads) -> Parts | Refusal:
            made = self._made(reads, act, by, reason)
            if isinstance(made, Refusal):
                return made
            state = reads.of(self.people.proposals, subject).state
            for event in made:
                state = pr.evolve_proposals(state, event)
            assert state is not None, "something was proposed"
            digest = state.waiting[state.last].digest
            return self._approved(reads, state, subject, state.last, digest, second, made)

        return self.floor.carry_out(plan, identify(by, command_id, "together", act, by, second, reason))

    def _made(
        self, reads: Reads, act: pa.Proposed, by: Actor, reason: str
    ) -> tuple[ev.ProposalEvent, ...] | Refusal:
        subject, permission = pa.subject_of(act), pa.permission_for(act)
        state = reads.of(self.people.proposals, subject).state
        made = pr.propose(state, subject, permission, pa.as_text(act), by, reason, self.people.clock())
        if isinstance(made, Refusal):
            return made
        trial = self._parts(reads, act, _stand_in(permission, by))
        later = _OF_THE_FILE if by == SYSTEM else LATER
        return trial if isinstance(trial, Refusal) and trial.code not in later else made

    def _approved(
        self,
        reads: Reads,
        state: pr.Proposals | None,
        subject: str,
        number: int,
        digest: str,
        by: Actor,
        before: tuple[ev.ProposalEvent, ...],
    ) -> Parts | Refusal:
        signed = pr.approve(state, number, digest, by, self.people.clock())
        if isinstance(signed, Refusal):
            return signed
        note = self._note(reads, subject, *before, *signed)
        if state is None or not isinstance(signed[-1], ev.ProposalApproved):
            return (note,)
        proposal = state.waiting[number]
        for signer in (*proposal.signed, by):
            if name := account_name(signer.name):
                reads.guard(self.people.accounts, name)
        if refusal := self.people.signers_refusal(proposal, by):
            return refusal
        warrant = proposal.warrant(by)
        approval = Approval(_person(warrant.by), _person(by), warrant.reason)
        done = self._parts(reads, pa.from_text(proposal.what), approval)
        return done if isinstance(done, Refusal) else (*done, note)

    def _note(self, reads: Reads, subject: str, *events: ev.ProposalEvent) -> Part[Any]:
        return reads.to(self.people.proposals, subject, *events)

    def _parts(self, reads: Reads, act: pa.Proposed, approval: Approval) -> Parts | Refusal:
        """What an act does once two people have answered for it."""
        match act:
            case pa.SetPlate():
                return plate_plan(self.floor, reads, act, approval)
            case pa.SetTable():
                return table_plan(self.floor, reads, act, approval)
            case pa.TakeBackAward(table=table):
                return self._take_back(reads, table, approval)
            case pa.TakeSheet():
                taken = sheet_taken(act.sheet_toml, act.clauses_toml, act.format, approval)
                return self.floor.sheet_plan(reads, taken)
            case pa.SetAmounts(amounts=amounts):
                return self.floor.amounts_plan(reads, amounts, approval)
            case pa.RemoveTable(table=table) if (state := reads.table(table).state) and state.open:
                clauses = self.floor.game_of(state).ruling_clauses
                return Refusal("table_known", f"table {table} is open: close it first", clauses)
            case _:
                command = pa.link_command(act, self._operator(act), approval)
                return self.floor.link_plan(reads, act.link, command)

    def _take_back(self, reads: Reads, table: str, approval: Approval) -> Parts | Refusal:
        by = Actor(approval.first.name, approval.first.role)

        def settle(scene: Scene) -> Outcome | Refusal:
            return act_at_table(structs.replace(scene, approval=approval), SettleRound())

        parts = self.floor.round_plan(reads, table, by, settle, linked=True)
        if isinstance(parts, Refusal):
            return parts
        if not any(isinstance(event, AwardReversed) for part in parts for event in part.events):
            message = f"the last round of table {table} has no paid award that it did not win"
            return Refusal("nothing_there", message, ())
        return parts

    def _operator(self, act: pa.OfLink) -> str:
        """Whose link a new one is: that of the first table's sheet."""
        sheets = iter(act.members.values()) if isinstance(act, pa.OpenLink) else iter(())
        game = self.floor.rulebook.games.get(next(sheets, ""))
        return game.sheet.identity.operator if game else ""


def _person(actor: Actor) -> Person:
    assert actor.role in ROLES, f"{actor.role} is no post at the tables"
    return Person(actor.name, actor.role)


def _stand_in(permission: Permission, by: Actor) -> Approval:
    """Whoever proposes and the highest role that could approve, to try out whether it could be done so."""
    second, *_ = PERMISSIONS[permission].one
    assert second in ROLES, "acts of a floor are answered for at the tables"
    first = by.role if by.role in ROLES else second
    return Approval(Person("one", first), Person("another", second), f"tried by {SYSTEM.name}")
