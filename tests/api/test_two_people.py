"""Two people over HTTP: what takes two is reached by proposing, and in no other way."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.access.bootstrap import set_up
from pitboss.access.commands import LockAccount
from pitboss.access.rate_limit import Buckets
from pitboss.access.roles import SYSTEM, Role
from pitboss.audit.audit import audit
from pitboss.client import Client, Refused, calls
from pitboss.floor.setup.config import DEFAULT_FILE
from pitboss.messages import acts
from pitboss.messages.proposals import ProposalNow
from pitboss.messages.session import Signature
from pitboss.store.open import open_journal
from tests.api.served import PASSWORD, SLOW, Served, served_floor, serving
from tests.api.two import SINGLE, taken_by_two
from tests.sheets.shipped import shipped_texts

SHEET, CLAUSES = shipped_texts("rws-three-card-v3")
PAYS_MORE = SHEET.replace('straight_flush = "40 to 1"', 'straight_flush = "41 to 1"')
LIMITS = acts.SetLimits(table="3CP-1", limits={"ante": ("50.00", "2000.00")}, boxes=6)
ACTS: tuple[acts.AnyTwoPeopleAct, ...] = (
    LIMITS,
    acts.SetLimits(table="3CP-1", denominations=("25", "100")),
    acts.SetTable(
        table="3CP-2",
        sheet="rws-three-card-v3",
        link="spade",
        limits={"ante": ("25", "500")},
        denominations=("5", "25"),
        dealer="automatic",
    ),
    acts.ChangeLink(link="spade", reset="30000", contribution_rate="7/30", overflow_to="diamond"),
    acts.CorrectDisplay(link="mega", amount="12.345"),
    acts.CorrectDisplay(link="mega", amount="-12.34"),
    acts.MoveMoney(link="club", part="display", amount="5.00", to="revenue"),
    acts.CloseLink(link="club", to="diamond"),
    acts.OpenLink(
        link="heart",
        members={"P3CP-2": "rws-progressive-three-card-v5"},
        reset="1000",
        contribution_rate="5%",
        reserve_rate="0",
        cap="50000",
        overflow_to="next_seed",
        prescribed_bet="5",
        alarm_above="100",
    ),
    acts.TakeSheet(sheet_toml=PAYS_MORE, clauses_toml=CLAUSES),
    acts.GrantRole(name="dealer", role="pit_supervisor"),
    acts.OpenEnrolment(name="dealer"),
)
PEOPLE = (acts.GrantRole, acts.OpenEnrolment, acts.IssueToken)


served = served_floor(SLOW, databases=True)


@pytest.fixture
def manager(served: Served) -> Iterator[Client]:
    with served.client("pit_manager") as found:
        yield found


@pytest.fixture
def shift(served: Served) -> Iterator[Client]:
    with served.client("shift_manager") as found:
        yield found


def refused(client: Client, call: calls.Call[Any]) -> Refused:
    with pytest.raises(Refused) as found:
        client.send(call)
    assert str(found.value)
    return found.value


def proposed(client: Client, act: acts.AnyTwoPeopleAct) -> ProposalNow:
    return client.send(calls.propose(act, "as agreed")).proposal


@pytest.mark.parametrize("act", ACTS, ids=lambda act: type(act).__name__)
def test_an_act_of_two_is_read_and_done(tmp_path: Path, act: acts.AnyTwoPeopleAct) -> None:
    url = str(tmp_path / "floor.db")
    with serving(tmp_path, SLOW, url=url) as served:
        first: Role = "administrator" if isinstance(act, PEOPLE) else "pit_manager"
        with served.client(first) as one, served.client("shift_manager") as other:
            before = served.site.journal.last_position()
            made = proposed(one, act)
            assert taken_by_two(served.site.journal, before) == []
            read = other.send(calls.proposal(made.id))
            assert read == made
            assert (read.state, read.by.role) == ("waiting", first)
            assert read.says
            assert "shift_manager" in read.may_approve
            done = other.send(calls.approve(read))
            assert done.proposal.state == "approved"
            assert done.proposal.decided_by
            assert bool(done.shown) == isinstance(act, acts.OpenEnrolment)
            assert taken_by_two(served.site.journal, before)
            assert refused(other, calls.approve(read)).code == "proposal_decided"
    with open_journal(url) as journal:
        assert audit(journal).fault is None


def test_limits_are_read_and_displayed(served: Served, manager: Client, shift: Client) -> None:
    made = proposed(manager, LIMITS)
    assert "limits of Ante 50.00 to 2000.00, instead of 25.00 to 1000.00" in made.says
    assert made.says[2:] == ("boxes 6, instead of 7",)
    shift.send(calls.approve(made))
    now = shift.send(calls.table("3CP-1"))
    assert now.limits["ante"].least == "50.00"
    assert now.limits["pair_plus"].least == "25.00", "what is not named stays"
    assert now.boxes == 6


def test_roles_read_the_proposals_that_concern_them(served: Served, manager: Client) -> None:
    floor = proposed(manager, LIMITS)
    with served.client("administrator") as admin, served.client("dealer") as dealer:
        people = proposed(admin, acts.GrantRole(name="dealer", role="pit_supervisor"))
        sees: dict[Role, set[str]] = {
            "pit_manager": {floor.id},
            "shift_manager": {floor.id, people.id},
            "administrator": {floor.id, people.id},
            "accounting": {floor.id, people.id},
            "regulator": {floor.id, people.id},
            "dealer": set(),
            "player": set(),
        }
        for role, ids in sees.items():
            with served.client(role) as client:
                assert {one.id for one in client.send(calls.proposals())} == ids, role
                assert {one.id for one in client.send(calls.proposals(waiting=False))} == set()
        assert refused(dealer, calls.proposal(floor.id)).status == 403
        assert refused(manager, calls.proposal(people.id)).status == 403
        with served.client() as nobody:
            assert refused(nobody, calls.proposals()).status == 401
            assert refused(nobody, calls.proposal(floor.id)).status == 401
            assert refused(nobody, calls.propose(LIMITS, "why")).status == 401
        assert refused(dealer, calls.propose(LIMITS, "why")).status == 403
        assert refused(admin, calls.approve(floor)).status == 403
        assert [one.id for one in admin.send(calls.proposals(subject="account/dealer"))] == [people.id]


def test_rejected_withdrawn_repeated_and_unknown(served: Served, manager: Client, shift: Client) -> None:
    call = calls.propose(LIMITS, "as agreed", command_id="the-same-id")
    made, again = manager.send(call).proposal, manager.send(call).proposal
    assert made == again
    assert refused(shift, calls.propose(LIMITS, "me too")).code == "proposal_known"
    assert refused(shift, calls.withdraw(made.id, "not mine")).status == 403
    assert refused(manager, calls.reject(made.id, "my own")).code == "same_person"
    gone = manager.send(calls.withdraw(made.id, "a slip")).proposal
    assert (gone.state, gone.decided_because) == ("withdrawn", "a slip")
    assert refused(shift, calls.approve(made)).code == "proposal_decided"
    other = proposed(manager, LIMITS)
    assert other.number == made.number + 1
    assert shift.send(calls.reject(other.id, "not now")).proposal.state == "rejected"
    assert refused(shift, calls.approve(other)).code == "proposal_decided"
    assert len(manager.send(calls.proposals("table/3CP-1", waiting=False))) == 2
    for name in ("table/3CP-1/9", "table/none/1", "moon/x/1"):
        assert refused(shift, calls.reject(name, "why")).status == 404


@pytest.mark.parametrize(
    ("act", "status", "code"),
    [
        (acts.SetLimits(table="none"), 404, "not_found"),
        (acts.SetLimits(table="3CP-1", limits={"flop": ("5", "6")}), 409, "plate_not_possible"),
        (acts.ChangeLink(link="none", reset="1"), 404, "not_found"),
        (acts.ChangeLink(link="spade", reserve_rate="200%"), 409, "config_not_possible"),
        (acts.ChangeLink(link="spade", reserve_rate="much"), 400, "bad_request"),
        (acts.OpenLink(link="heart", members={"X": "rws-three-card-v3"}), 400, "bad_request"),
        (acts.DenyClaim(link="spade", claim="none"), 404, "no_such_claim"),
        (acts.TakeSheet(sheet_toml=SHEET, clauses_toml="nonsense"), 400, "bad_request"),
        (acts.TakeSheet(sheet_toml=SHEET + "\nmore = 1", clauses_toml=CLAUSES), 400, "bad_request"),
        (acts.CloseLink(link="spade", to="none"), 404, "no_such_link"),
        (acts.GrantRole(name="dealer", role="pit_manager"), 403, "role_too_low"),
        (acts.OpenEnrolment(name="nobody"), 403, "role_too_low"),
    ],
)
def test_bad_proposals(tmp_path: Path, act: acts.AnyTwoPeopleAct, status: int, code: str) -> None:
    with (
        serving(tmp_path, SLOW) as served,
        served.client("pit_manager") as one,
    ):
        answer = refused(one, calls.propose(act, "why not"))
        assert (answer.status, answer.code) == (status, code)


def test_a_pin_is_not_enough(served: Served) -> None:
    pins: dict[Any, str] = {"password": PASSWORD, "pin": "739164"}
    set_up(served.site.doors, "max", ("shift_manager",), pins, "a test")
    with httpx.Client(base_url=served.url) as browser:
        signing_in = {"name": "max", "pin": "739164", "token": True}
        token = browser.post("/api/session", json=signing_in).json()["token"]
    with Client(served.url, token=token) as max_:
        answer = refused(max_, calls.propose(LIMITS, "why"))
        assert (answer.status, answer.code) == (403, "password_needed")


def test_two_at_one_screen(served: Served, manager: Client) -> None:
    for name, role in (("max", "shift_manager"), ("eve", "pit_manager")):
        set_up(served.site.doors, name, (role,), {"password": PASSWORD, "pin": "739164"}, "a test")  # type: ignore[arg-type]
    before = served.site.journal.last_position()
    for second, code in (
        (Signature("max", password="not his password"), "sign_in_refused"),
        (Signature("max", pin="739164"), "password_needed"),
        (Signature("eve", password=PASSWORD), "role_too_low"),
    ):
        assert refused(manager, calls.propose(LIMITS, "as agreed", second)).code == code
    assert taken_by_two(served.site.journal, before) == []
    assert not manager.send(calls.proposals())
    done = manager.send(calls.propose(LIMITS, "as agreed", Signature("MAX", password=PASSWORD)))
    assert done.proposal.state == "approved"
    assert [actor.name for actor in done.proposal.signed] == ["pit-manager", "max"]
    people = calls.propose(acts.OpenEnrolment(name="dealer"), "new", Signature("max", password=PASSWORD))
    with served.client("administrator") as admin:
        assert refused(admin, people).code == "bad_request"


def test_a_locked_account_answers_for_nothing(served: Served, manager: Client, shift: Client) -> None:
    made = proposed(manager, LIMITS)
    served.site.people.act(LockAccount("pit-manager"), SYSTEM, "under inquiry")
    assert refused(shift, calls.approve(made)).code == "role_too_low"


def test_an_edited_file_is_a_proposal_over_the_api(url: str, tmp_path: Path) -> None:
    whole = DEFAULT_FILE.read_text(encoding="utf-8")
    with serving(tmp_path, SLOW, text=whole, url=url) as served:
        one, other = served.token("pit_manager"), served.token("shift_manager")
    text = whole.replace("ante = [25, 1_000] }", "ante = [50, 1_000] }")
    with serving(tmp_path, SLOW, text=text, url=url) as served, served.client() as nobody:
        ready = nobody.send(calls.ready())
        assert (ready.differences, ready.waiting) == (("tables.MSS-1.limits",), ("table/MSS-1/1",))
        with Client(served.url, token=one) as first, Client(served.url, token=other) as second:
            read = first.send(calls.proposal("table/MSS-1/1"))
            assert (read.by.role, read.signed) == ("system", ())
            assert first.send(calls.approve(read)).proposal.state == "waiting"
            assert refused(first, calls.approve(read)).code == "same_person"
            assert nobody.send(calls.table("MSS-1")).limits["ante"].least == "25.00"
            assert second.send(calls.approve(read)).proposal.state == "approved"
            assert nobody.send(calls.table("MSS-1")).limits["ante"].least == "50.00"
        assert nobody.send(calls.ready()).waiting == ()
    with serving(tmp_path, SLOW, text=text, url=url) as served, served.client() as nobody:
        assert nobody.send(calls.ready()).differences == ()


def _with_single_roles(served: Served) -> None:
    doors = served.site.doors
    doors._by_place = doors._by_name = Buckets(10**9, 1e-9)
    for name, roles in SINGLE.items():
        set_up(doors, name, roles, {"password": PASSWORD}, "a test")


single = served_floor(SLOW, then=_with_single_roles)


STEPS = st.tuples(
    st.sampled_from(["propose", "together", "approve", "withdraw"]),
    st.sampled_from([*ACTS, acts.GrantRole(name="pitt", role="accounting"), acts.OpenEnrolment(name="adam")]),
    st.sampled_from(["{}", "{} ", " {}", "\u3000{}"]),
    st.booleans(),
    st.integers(0, 5),
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(SINGLE)), st.lists(STEPS, min_size=1, max_size=8))
def test_no_single_person_does_what_takes_two(single: Served, name: str, steps: list[Any]) -> None:
    """Whatever his roles, whatever he sends, by whatever spelling of his name he signs as the second."""
    before = single.site.journal.last_position()
    with Client(single.url, token=single.sign_in(name)) as alone:
        for what, act, spelled, wide, pick in steps:
            waiting = alone.send(calls.proposals(waiting=True))
            one = waiting[pick % len(waiting)] if waiting else None
            signed = "".join(chr(ord(letter) + 0xFEE0) for letter in name) if wide else name.upper()
            call: calls.Call[Any] = calls.propose(act, "alone")
            if what == "together":
                second = Signature(spelled.format(signed), password=PASSWORD)
                call = calls.propose(act, "alone", second)
            elif one:
                call = calls.approve(one) if what == "approve" else calls.withdraw(one.id, "no")
            with suppress(Refused):
                alone.send(call)
        assert taken_by_two(single.site.journal, before) == []
        for one in alone.send(calls.proposals(waiting=True)):
            alone.send(calls.withdraw(one.id, "the next example begins"))
