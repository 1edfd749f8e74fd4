"""Proposals alone, whatever people do in whatever order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.access import events as ev
from pitboss.access.proposals import (
    VALID,
    Proposals,
    approve,
    evolve_proposals,
    open_proposals,
    propose,
    reject,
    withdraw,
)
from pitboss.access.roles import PERMISSIONS, ROLES, SYSTEM, Actor, ActorRole, Permission
from pitboss.access.warrant import Warrant, warrant_refusal
from pitboss.people import Approval, Person, approval_fault, known_as
from pitboss.reason import because
from pitboss.refusal import Refusal

TWO: list[Permission] = [name for name, allowed in PERMISSIONS.items() if allowed.two]
NAMES = st.sampled_from(["ann", "ANN ", "\uff21nn", "bob", "cat", ""])
ACTORS = st.builds(Actor, NAMES, st.sampled_from([*ROLES, "machine", "system"])) | st.just(SYSTEM)


class Desk:
    """Proposals about one subject, and what was approved with whom."""

    def __init__(self) -> None:
        self.state: Proposals | None = None
        self.done: list[tuple[ev.ProposalMade, Warrant]] = []
        self.made: dict[int, ev.ProposalMade] = {}

    def take(self, answer: tuple[ev.ProposalEvent, ...] | Refusal) -> bool:
        if isinstance(answer, Refusal):
            return False
        for event in answer:
            if isinstance(event, ev.ProposalApproved):
                assert self.state is not None
                found = self.state.waiting[event.number]
                self.done.append((self.made[event.number], found.warrant(event.by)))
            if isinstance(event, ev.ProposalMade):
                self.made[event.number] = event
            self.state = evolve_proposals(self.state, event)
        return True


@given(st.data())
def test_two_people_of_the_right_roles_answer_for_every_approval(data: st.DataObject) -> None:
    desk, now = Desk(), 0
    for _ in range(data.draw(st.integers(1, 30))):
        now += data.draw(st.sampled_from([0, 1, VALID]))
        by, number = data.draw(ACTORS), data.draw(st.integers(1, 4))
        match data.draw(st.sampled_from(["propose", "approve", "approve", "reject", "withdraw"])):
            case "propose":
                act, what = data.draw(st.sampled_from(TWO)), data.draw(st.sampled_from(["1", "2"]))
                desk.take(
                    propose(desk.state, subject="table/7", act=act, what=what, by=by, reason="why", now=now)
                )
            case "approve":
                known = desk.made.get(number)
                desk.take(approve(desk.state, number, known.digest if known else "", by, now))
            case "reject":
                desk.take(reject(desk.state, number, by, "no", now))
            case "withdraw":
                desk.take(withdraw(desk.state, number, by, "oh", now))
    assert len({made.number for made, _ in desk.done}) == len(desk.done)
    for made, warrant in desk.done:
        assert warrant.approved is not None
        pair = (warrant.by, warrant.approved)
        assert known_as(pair[0].name) != known_as(pair[1].name)
        assert all(actor.role in PERMISSIONS[made.act].roles for actor in pair)
        assert warrant_refusal(warrant, made.act) is None
        if made.by.role != "system":
            assert warrant.by == made.by
        if made.act in ("change_link", "deny_claim"):
            first, second = (Person(actor.name, actor.role) for actor in pair)  # type: ignore[arg-type]
            assert approval_fault(Approval(first, second, warrant.reason), because("act.set_amounts")) is None


def test_a_proposal_of_the_software_takes_two_people() -> None:
    desk = Desk()
    assert desk.take(
        propose(
            None,
            subject="link/gold",
            act="change_link",
            what="{}",
            by=SYSTEM,
            reason="the file was changed",
            now=0,
        )
    )
    digest = desk.made[1].digest
    manager, shift = Actor("pam", "pit_manager"), Actor("sam", "shift_manager")
    assert not desk.take(approve(desk.state, 1, digest, SYSTEM, 0))
    assert desk.take(approve(desk.state, 1, digest, manager, 0))
    assert desk.done == []
    assert desk.state is not None
    assert desk.state.waiting[1].may_approve() == ("shift_manager",)
    assert not desk.take(approve(desk.state, 1, digest, manager, 0))
    assert not desk.take(approve(desk.state, 1, digest, Actor("pat", "pit_manager"), 0))
    assert desk.take(approve(desk.state, 1, digest, shift, 0))
    assert desk.done[0][1] == Warrant(manager, "the file was changed", shift)


def test_only_the_last_decided_ones_are_remembered() -> None:
    desk = Desk()
    manager = Actor("pam", "pit_manager")
    for number in range(1, 61):
        assert desk.take(
            propose(desk.state, subject="table/7", act="set_limits", what="{}", by=manager, reason="x", now=0)
        )
        assert desk.take(withdraw(desk.state, number, manager, "x", 0))
    assert desk.state is not None
    assert list(desk.state.decided) == list(range(11, 61))
    assert list(open_proposals(desk.state, 0)) == []
    answer = withdraw(desk.state, 60, manager, "x", 0)
    assert isinstance(answer, Refusal)
    assert answer.message == "proposal table/7/60 is withdrawn already"


@pytest.mark.parametrize(
    ("act", "first", "second", "goes"),
    [
        ("change_link", "pit_manager", "shift_manager", True),
        ("change_link", "shift_manager", "pit_manager", True),
        ("change_link", "pit_manager", "pit_manager", False),
        ("change_link", "pit_supervisor", "shift_manager", False),
        ("change_link", "shift_manager", "administrator", False),
        ("table_money", "dealer", "pit_supervisor", True),
        ("table_money", "dealer", "accounting", True),
        ("table_money", "dealer", "dealer", False),
        ("grant_role", "administrator", "shift_manager", True),
        ("grant_role", "administrator", "administrator", False),
        ("grant_role", "shift_manager", "shift_manager", False),
    ],
)
def test_two_roles_answer_for_an_act_only_if_both_may_and_one_is_high_enough(
    act: Permission, first: ActorRole, second: ActorRole, goes: bool
) -> None:
    refusal = warrant_refusal(Warrant(Actor("ann", first), "x", Actor("bob", second)), act)
    assert (refusal is None) == goes, refusal
