"""Two people, or one person at two screens, who act at the same moment through two servers.

Holds: the rights of their roles, and good timing. Tries: to have a jackpot claim paid twice, or paid and
denied; a proposal done by somebody whose power is taken away at that moment; one proposal done twice; one set
of enrolment codes used twice; one Dealer signed on to two tables. Expected: of what excludes each other one
happens, whichever is recorded first, and the books agree.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from pitboss.access import commands as ac
from pitboss.access.account import Account
from pitboss.access.decide_command import LivePeopleView
from pitboss.access.people import People
from pitboss.access.roles import SYSTEM, Actor
from pitboss.audit.audit import audit
from pitboss.floor import Done
from pitboss.floor import proposed as pa
from pitboss.floor.proposals import FloorProposals
from pitboss.jackpots import commands as lc
from pitboss.refusal import Refusal
from pitboss.settlement import Limits
from pitboss.store import Journal
from pitboss.store.open import open_journal, open_private
from tests.access.entrance import enrol
from tests.access.house import ADMIN, House, ok
from tests.access.house import SHIFT as SAM
from tests.floor.desk import Desk as Floor
from tests.floor.house import House as FloorHouse
from tests.floor.scripts import BETS, FOLDED, ROYAL
from tests.floor.two_people import PIT, SHIFT, Desk
from tests.jackpots.floor import APPROVED, MANAGER, SUPERVISOR, THREE_CARD
from tests.waiting import at_once

CLAIMS = 10
RACES = 10


@contextmanager
def two_servers(url: str) -> Iterator[tuple[House, House]]:
    """The people of one floor, as two servers know them."""
    with ExitStack() as opened:
        houses = [
            House(opened.enter_context(open_journal(url)), opened.enter_context(open_private(url)))
            for _ in range(2)
        ]
        yield houses[0], houses[1]


def test_no_claim_is_paid_twice_or_paid_and_denied(url: str) -> None:
    with open_journal(url) as journal, open_journal(url) as elsewhere:
        house, other = FloorHouse(journal, "one"), FloorHouse(elsewhere, "two")
        house.open({f"T{number}": THREE_CARD for number in range(CLAIMS)})
        other.floor.rulebook.refresh()
        paid = 0
        for number in range(CLAIMS):
            table = f"T{number}"
            house.begin(table, *BETS, "close", *ROYAL, *FOLDED, "settle")
            (claim,) = (unpaid.id for unpaid in house.state_of().unpaid)
            house.verify(claim)
            for floor in (house.floor, other.floor):
                floor.links.refresh("grand")
            answers = at_once(
                *(_act(floor, claim, deny) for floor in (house, other) for deny in (False, True))
            )
            done = [answer for answer in answers if isinstance(answer, Done)]
            assert len(done) == 1, answers
            assert {answer.code for answer in answers if isinstance(answer, Refusal)} <= {
                "claim_paid",
                "no_such_claim",
            }
            slips = [slip for slip in house.state_of().slips if slip.claim == claim]
            denied = claim not in house.state_of().claims
            assert (len(slips), denied) in ((1, False), (0, True))
            if slips:
                paid += 1
                house.play(table, "settle")
                house.link(lc.CloseClaim(claim, SUPERVISOR))
                house.link_refused(lc.PayClaim(claim, MANAGER, "attendant"))
        kinds = [event.kind for event in journal.read_stream("link/grand")]
        assert (kinds.count("ClaimsPaid"), kinds.count("ClaimDenied")) == (paid, CLAIMS - paid)
        house.check()
        assert audit(journal).fault is None


def _act(house: FloorHouse, claim: str, deny: bool) -> Callable[[], Done | Refusal]:
    command = lc.DenyClaim(claim, APPROVED) if deny else lc.PayClaim(claim, SUPERVISOR, "attendant")
    for person in (APPROVED.first, APPROVED.second):
        house.floor.hire(person)
    name = house.id()
    return lambda: house.floor.to_link("grand", command, SYSTEM, name)


def test_nobody_approves_beside_somebody_who_is_disabled_at_that_moment(url: str) -> None:
    """Whichever comes first: no approval stands behind the disablement of one of the two."""
    with two_servers(url) as (house, other):
        house.staff()
        for number in range(RACES):
            first, second = Actor(f"adm{number}", "administrator"), Actor(f"sam{number}", "shift_manager")
            for actor in (first, second):
                house.set_up(actor.name, actor.role)  # type: ignore[arg-type]
            about, gone = f"new{number}", (first, second)[number % 2].name
            house.set_up(about, "dealer")
            ok(house.people.propose(ac.GrantRole(about, "pit_manager"), first, "a test"))
            at_once(_approve_account(house, about, second), _disable(other, gone))
            journal = house.people.journal
            (disabled,) = _positions(journal, f"account/{gone}", "AccountDisabled")
            approved = _positions(journal, f"proposal/account/{about}", "ProposalApproved")
            assert all(position < disabled for position in approved)


def _approve_account(house: House, about: str, by: Actor) -> Callable[[], Done | Refusal]:
    proposal = house.waiting(about)
    return lambda: house.people.approve(about, proposal.number, proposal.digest, by)


def _disable(house: House, name: str) -> Callable[[], Done | Refusal]:
    return lambda: house.people.act(ac.DisableAccount(name), ADMIN, "a test")


def _positions(journal: Journal, stream: str, kind: str) -> list[int]:
    return [event.position for event in journal.read_stream(stream) if event.kind == kind]


@pytest.mark.parametrize("gone", [PIT, SHIFT])
def test_an_act_of_the_floor_is_not_done_by_somebody_who_is_disabled_meanwhile(
    url: str, monkeypatch: pytest.MonkeyPatch, gone: Actor
) -> None:
    """Between the look at who they are and the append: the moment that a race has to hit."""
    with two_servers(url) as (here, there):
        floor = Floor(here.people.journal)
        FloorHouse(floor).open({"T1": THREE_CARD})
        desk = Desk(floor, here).staff()
        act = pa.PlateChange("T1", 6, {"ante": Limits(5000, 200_000)}, (500, 2500))
        proposal = desk.propose(act)
        _then(monkeypatch, here.people, there.people, gone.name)
        answer = desk.proposals.approve(proposal.subject, proposal.number, proposal.digest, SHIFT)
        assert isinstance(answer, Refusal)
        assert answer.code == "role_too_low"
        table = floor.table("T1")
        assert table is not None
        assert table.plate.boxes == 7
        assert desk.waiting(act) == proposal


@pytest.mark.parametrize("gone", ["adam", "sam"])
def test_an_account_is_not_decided_about_by_somebody_who_is_disabled_meanwhile(
    url: str, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    with two_servers(url) as (here, there):
        here.staff()
        ok(here.people.propose(ac.GrantRole("dan", "pit_manager"), ADMIN, "a test"))
        proposal = here.waiting("dan")
        _then(monkeypatch, here.people, there.people, gone)
        answer = here.people.approve("dan", proposal.number, proposal.digest, SAM)
        assert isinstance(answer, Refusal)
        assert here.account("dan").roles == ("dealer",)


def _then(monkeypatch: pytest.MonkeyPatch, here: People, there: People, gone: str) -> None:
    """One of the two is disabled right after it was looked at who they are."""
    look = LivePeopleView.account
    seen: list[str] = []

    def account(view: LivePeopleView, name: str) -> Account | None:
        answer = look(view, name)
        if name == gone and view.held("account", name).state and not seen:
            seen.append(name)
            ok(there.act(ac.DisableAccount(gone), SYSTEM, "a test"))
        return answer

    monkeypatch.setattr(LivePeopleView, "account", account)


def test_one_proposal_approved_at_two_servers_is_done_once(url: str) -> None:
    with two_servers(url) as (here, there):
        floors = [Floor(house.people.journal) for house in (here, there)]
        FloorHouse(floors[0]).open({"T1": THREE_CARD})
        desk = Desk(floors[0], here).staff()
        both = [
            FloorProposals(floor, house.people) for floor, house in zip(floors, (here, there), strict=True)
        ]
        for number in range(RACES):
            proposal = desk.propose(
                pa.PlateChange("T1", 1 + number % 6, {"ante": Limits(2500, 50_000)}, (500,))
            )
            answers = at_once(
                *(_approve(one, proposal, f"{number}/{place}") for place, one in enumerate(both * 2))
            )
            assert sum(isinstance(answer, Done) for answer in answers) == 1, answers
        kinds = [event.kind for event in floors[0].journal.read_stream("table/T1")]
        assert kinds.count("PlateChanged") == RACES


def _approve(proposals: FloorProposals, proposal: Any, name: str) -> Callable[[], Done | Refusal]:
    return lambda: proposals.approve(proposal.subject, proposal.number, proposal.digest, SHIFT, name)


def test_one_set_of_codes_chooses_one_password(url: str) -> None:
    with two_servers(url) as (here, there):
        here.staff()
        for number in range(RACES):
            codes = here.both(ac.OpenEnrolment("dan"))
            chosen = [f"a long walk by the sea {number} {place}" for place in range(4)]
            answers = at_once(*(_enrol((here, there)[n % 2], codes, word) for n, word in enumerate(chosen)))
            taken = [word for word, answer in zip(chosen, answers, strict=True) if isinstance(answer, Done)]
            assert len(taken) == 1, answers
            dan = here.account("dan")
            right = [word for word in chosen if here.doors.secrets.matches(dan, "password", word)]
            assert right == taken
        kinds = [event.kind for event in here.people.journal.read_stream("account/dan")]
        assert kinds.count("SecretSet") == 1 + RACES


def _enrol(house: House, codes: tuple[str, str], word: str) -> Callable[[], Done | Refusal]:
    return lambda: enrol(house.doors, "dan", codes, "password", word, "here")


def test_one_dealer_is_signed_on_to_one_table(url: str) -> None:
    with two_servers(url) as (here, there):
        here.staff()
        floors = [Floor(house.people.journal) for house in (here, there)]
        house = FloorHouse(floors[0]).open({"T1": THREE_CARD, "T2": THREE_CARD})
        dan = Actor("dan", "dealer")
        for number in range(RACES):
            answers = at_once(
                *(_sign_on(floors[n % 2], f"T{1 + n // 2}", f"on/{number}/{n}", dan) for n in range(4))
            )
            assert sum(isinstance(answer, Done) for answer in answers) == 1, answers
            at = here.account("dan").deals_at
            assert at is not None
            crews = {name: house.floor.table(name) for name in ("T1", "T2")}
            assert [name for name, table in crews.items() if table and table.crew.dealer == "dan"] == [at]
            offs = at_once(*(_sign_off(floors[n], at, f"off/{number}/{n}", dan) for n in range(2)))
            assert sum(isinstance(answer, Done) for answer in offs) == 1, offs


def _sign_on(floor: Floor, table: str, name: str, dan: Actor) -> Callable[[], Done | Refusal]:
    return lambda: floor.sign_on(table, "dealer", dan, name)


def _sign_off(floor: Floor, table: str, name: str, dan: Actor) -> Callable[[], Done | Refusal]:
    return lambda: floor.sign_off(table, "dan", dan, name)
