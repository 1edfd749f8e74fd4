"""What two people must answer for, on both databases: nobody gets power by himself."""

from functools import partial

import pytest

from pitboss.access import commands as cmd
from pitboss.access import events as ev
from pitboss.access.bootstrap import make_demo_people
from pitboss.access.decide_command import ENROLMENT
from pitboss.access.roles import SYSTEM, Actor, ActorRole
from pitboss.access.tokens import machine_token
from pitboss.store import Journal
from pitboss.store.private import PrivateStore
from pitboss.store.verify import verify
from tests.access.entrance import enrol
from tests.access.house import ADMIN, ADMIN_TOO, DAY, DEALER, PASSWORD, SHIFT, House, no, ok
from tests.waiting import at_once

NEW = cmd.MakeAccount("eve", "staff")


def test_a_role_is_given_by_two_people_of_two_departments(house: House) -> None:
    house.act(NEW)
    grant = cmd.GrantRole("eve", "pit_supervisor")
    assert no(house.people.act(grant, ADMIN, "alone")).code == "approval_missing"
    ok(house.people.propose(grant, ADMIN, "hired today"))
    waiting = house.waiting("eve")
    assert (waiting.act, waiting.by, waiting.may_approve()) == ("grant_role", ADMIN, ("shift_manager",))
    approve = house.people.approve
    assert no(approve("eve", 1, waiting.digest, ADMIN)).code == "same_person"
    assert no(approve("eve", 1, waiting.digest, Actor(" ADAM", "shift_manager"))).code == "same_person"
    assert no(approve("eve", 1, waiting.digest, ADMIN_TOO)).code == "same_department"
    assert no(approve("eve", 1, waiting.digest, DEALER)).code == "role_too_low"
    assert no(approve("eve", 1, "0" * 64, SHIFT)).code == "proposal_differs"
    assert no(approve("eve", 2, waiting.digest, SHIFT)).code == "no_such_proposal"
    assert house.account("eve").roles == ()
    ok(approve("eve", 1, waiting.digest, SHIFT))
    assert house.account("eve").roles == ("pit_supervisor",)
    assert no(approve("eve", 1, waiting.digest, SHIFT)).code == "proposal_decided"
    (granted,) = [e for e in house.events("account/eve") if isinstance(e, ev.RoleGranted)]
    assert (granted.warrant.by, granted.warrant.approved) == (ADMIN, SHIFT)
    assert granted.warrant.reason == "hired today"


def test_the_approval_and_what_it_does_are_one_append(house: House, journal: Journal) -> None:
    house.act(NEW)
    house.both(cmd.GrantRole("eve", "dealer"))
    approved, granted = (
        next(e for e in journal.read_all(0, 1000) if (e.kind, e.stream) == found)
        for found in (("ProposalApproved", "proposal/account/eve"), ("RoleGranted", "account/eve"))
    )
    assert abs(approved.position - granted.position) == 1
    assert approved.recorded == granted.recorded


def test_nobody_decides_about_himself(house: House) -> None:
    grant = cmd.GrantRole("sam", "pit_manager")
    ok(house.people.propose(grant, ADMIN, "x"))
    digest = house.waiting("sam").digest
    assert no(house.people.approve("sam", 1, digest, SHIFT)).code == "own_account"
    ok(house.people.propose(cmd.OpenEnrolment("adam"), SHIFT, "x"))
    assert no(house.people.approve("adam", 1, house.waiting("adam").digest, ADMIN)).code == "own_account"
    for command in (
        cmd.RevokeRole("adam", "administrator"),
        cmd.LockAccount("adam"),
        cmd.UnlockAccount("adam"),
        cmd.DisableAccount("adam"),
    ):
        assert no(house.people.act(command, ADMIN, "x")).code == "own_account"


def test_nobody_is_of_two_departments(house: House) -> None:
    house.act(NEW)
    house.both(cmd.GrantRole("eve", "dealer"))
    house.both(cmd.GrantRole("eve", "pit_supervisor"))
    for role in ("accounting", "surveillance", "regulator", "administrator", "player"):
        refusal = no(house.people.propose(cmd.GrantRole("eve", role), ADMIN, "x"))
        assert refusal.code == "role_not_possible"
    house.act(cmd.RevokeRole("eve", "dealer"))
    house.act(cmd.RevokeRole("eve", "pit_supervisor"))
    house.both(cmd.GrantRole("eve", "accounting"))
    assert house.account("eve").roles == ("accounting",)


def test_a_first_password_takes_the_codes_of_both(house: House) -> None:
    house.act(NEW)
    house.both(cmd.GrantRole("eve", "pit_manager"))
    mine, theirs = house.both(cmd.OpenEnrolment("eve"))
    assert mine != theirs
    for codes in ([mine], [theirs], [mine, mine], [], [mine, theirs, "AAAA-AAAA-AAAA-AAAA"]):
        assert no(enrol(house.doors, "eve", codes, "password", PASSWORD, "desk")).code == "code_wrong"
    assert no(enrol(house.doors, "sam", [mine, theirs], "password", PASSWORD, "desk")).code == "code_wrong"
    assert no(enrol(house.doors, "nobody", [mine, theirs], "password", PASSWORD, "desk")).code == "code_wrong"
    assert (
        no(enrol(house.doors, "eve", [theirs, mine], "password", "evelyn is short", "desk")).code
        == "secret_weak"
    )
    ok(enrol(house.doors, "eve", [theirs, mine], "password", PASSWORD, "desk"))
    assert house.enter("eve").principal.roles == ("pit_manager",)


def test_codes_expire_and_are_replaced_by_newer_ones(house: House) -> None:
    house.act(NEW)
    old = house.both(cmd.OpenEnrolment("eve"))
    house.now += ENROLMENT
    assert no(enrol(house.doors, "eve", old, "password", PASSWORD, "desk")).code == "code_wrong"
    new = house.both(cmd.OpenEnrolment("eve"), SHIFT, ADMIN_TOO)
    assert no(enrol(house.doors, "eve", [old[0], new[1]], "password", PASSWORD, "desk")).code == "code_wrong"
    ok(enrol(house.doors, "eve", new, "password", PASSWORD, "desk"))


def test_an_enrolment_takes_the_old_password_and_its_sessions_away(house: House) -> None:
    token = house.enter("dan").token
    house.both(cmd.OpenEnrolment("dan"))
    no(house.doors.tokens.principal(token))
    house.turned_away("dan", PASSWORD)
    assert house.people.private.owned("secret", "dan") == []


def test_a_proposal_of_somebody_who_is_no_longer_what_he_was_is_not_approved(house: House) -> None:
    house.act(NEW)
    ok(house.people.propose(cmd.GrantRole("eve", "dealer"), ADMIN, "x"))
    house.act(cmd.RevokeRole("adam", "administrator"), SHIFT)
    refusal = no(house.people.approve("eve", 1, house.waiting("eve").digest, SHIFT))
    assert "adam is no longer the Administrator" in refusal.message


def test_proposals_are_rejected_withdrawn_and_lapse(house: House) -> None:
    house.act(NEW)
    people, grants = house.people, [cmd.GrantRole("eve", role) for role in ("dealer", "pit_manager")]
    for grant in grants:
        ok(people.propose(grant, ADMIN, "x"))
    assert no(people.propose(grants[0], ADMIN_TOO, "x")).code == "proposal_known"
    assert no(people.reject("account/eve", 1, SHIFT, " ")).code == "argument_missing"
    assert no(people.reject("account/eve", 1, DEALER, "no")).code == "role_too_low"
    ok(people.reject("account/eve", 1, SHIFT, "not trained"))
    assert no(people.withdraw("account/eve", 2, ADMIN_TOO, "oh")).code == "role_too_low"
    ok(people.withdraw("account/eve", 2, ADMIN, "a slip"))
    assert people.waiting() == ()
    ok(people.propose(grants[0], ADMIN, "trained by now"))
    digest = house.waiting("eve").digest
    house.now += DAY
    assert people.waiting() == ()
    assert no(people.approve("eve", 3, digest, SHIFT)).code == "proposal_lapsed"
    ok(people.propose(grants[0], ADMIN, "again"))
    assert [type(event).__name__ for event in house.events("proposal/account/eve")][-2:] == [
        "ProposalLapsed",
        "ProposalMade",
    ]
    assert no(people.approve("eve", 3, digest, SHIFT)).code == "proposal_decided"
    ok(people.approve("eve", 4, digest, SHIFT))


def test_an_impossible_act_is_not_proposed(house: House) -> None:
    propose = house.people.propose
    assert no(propose(cmd.GrantRole("nobody", "dealer"), ADMIN, "x")).code == "no_such_account"
    assert no(propose(cmd.GrantRole("?", "dealer"), ADMIN, "x")).code == "no_such_account"
    assert no(propose(cmd.GrantRole("dan", "dealer"), ADMIN, "x")).code == "role_not_possible"
    assert no(propose(cmd.GrantRole("dan", "pit_manager"), ADMIN, " ")).code == "argument_missing"
    assert no(propose(cmd.GrantRole("dan", "pit_manager"), ADMIN, "x" * 501)).code == "argument_missing"
    assert no(propose(cmd.GrantRole("dan", "pit_manager"), DEALER, "x")).code == "role_too_low"
    assert no(house.people.approve("?", 1, "", SHIFT)).code == "no_such_account"
    assert house.people.waiting() == ()


def test_a_device_gets_a_token_of_named_scopes(house: House) -> None:
    house.act(cmd.MakeAccount("shoe-7", "machine"))
    issue = cmd.IssueToken(
        name="shoe-7", token="spring", scopes=("send_cards", "watch_table"), days=30, table="T1"
    )
    _, token = house.both(issue)
    principal = ok(house.doors.tokens.principal(token))
    assert (principal.name, principal.session, principal.roles) == ("shoe-7", "spring", ())
    assert principal.acting("send_cards", table="T1") == Actor("shoe-7", "machine")
    assert principal.acting("watch_table") == Actor("shoe-7", "machine")
    assert principal.may("send_cards")
    for elsewhere in ("T2", "", None):
        assert no(principal.acting("send_cards", table=elsewhere)).code == "token_elsewhere"
    assert no(principal.acting("run_table")).code == "role_too_low"
    assert no(principal.acting("read_audit")).code == "role_too_low"
    no(house.doors.tokens.principal(token + "x"))
    no(house.doors.tokens.principal(machine_token("shoe-7")))
    no(house.doors.tokens.principal(machine_token("nobody")))
    no(house.doors.tokens.principal("pbm~"))
    house.now += 30 * DAY - 1
    ok(house.doors.tokens.principal(token))
    house.now += 1
    no(house.doors.tokens.principal(token))


def test_a_token_shown_for_another_table_is_recorded_now_and_then(house: House) -> None:
    house.act(cmd.MakeAccount("shoe-7", "machine"))
    _, token = house.both(
        cmd.IssueToken(name="shoe-7", token="spring", scopes=("send_cards",), days=30, table="T1")
    )
    principal = ok(house.doors.tokens.principal(token))
    hour = 3600 * 1_000_000

    def recorded() -> int:
        return sum(
            one.kind == "TokenUsedElsewhere" for one in house.people.journal.read_stream("account/shoe-7")
        )

    for wait, table, seen in ((0, "T2", 1), (0, "T2", 1), (hour - 1, "T2", 1), (1, "T2", 2), (0, "T3", 3)):
        house.now += wait
        house.doors.tokens.shown_elsewhere(principal, table, "10.0.0.7")
        assert recorded() == seen, (wait, table)
    for number in range(60):
        house.doors.tokens.shown_elsewhere(principal, f"made-up-{number}", "10.0.0.7")
    assert recorded() == 51, "names that somebody makes up fill no journal"
    ok(house.doors.tokens.principal(token))


def test_a_token_is_revoked_and_a_device_locked_out(house: House) -> None:
    house.act(cmd.MakeAccount("sign", "machine"))
    one, two = (
        house.both(cmd.IssueToken(name="sign", token=name, scopes=("watch_table",), days=1))[1]
        for name in ("one", "two")
    )
    house.act(cmd.RevokeToken("sign", "one"))
    no(house.doors.tokens.principal(one))
    ok(house.doors.tokens.principal(two))
    assert no(house.people.act(cmd.RevokeToken("sign", "one"), ADMIN, "x")).code == "no_such_token"
    house.act(cmd.LockAccount("sign"))
    no(house.doors.tokens.principal(two))


BAD_TOKENS: dict[str, cmd.TwoPersonAction] = {
    "scope_not_possible": cmd.IssueToken(name="shoe-7", token="t", scopes=("rule",), days=1),
    "scope_not_possible ": cmd.IssueToken(name="shoe-7", token="t", scopes=(), days=1),
    "scope_not_possible  ": cmd.IssueToken(name="dan", token="t", scopes=("send_cards",), days=1),
    "argument_missing": cmd.IssueToken(name="shoe-7", token=" ", scopes=("send_cards",), days=1, table="T1"),
    "argument_missing ": cmd.IssueToken(
        name="shoe-7", token="t", scopes=("send_cards",), days=367, table="T1"
    ),
    "argument_missing  ": cmd.IssueToken(
        name="shoe-7", token="t", scopes=("send_cards",), days=0, table="T1"
    ),
    "argument_missing   ": cmd.IssueToken(name="shoe-7", token="t", scopes=("send_cards",), days=1),
    "argument_missing    ": cmd.IssueToken(
        name="shoe-7", token="t", scopes=("watch_table", "send_cards"), days=1, table=" "
    ),
    "role_not_possible": cmd.OpenEnrolment("shoe-7"),
}


@pytest.mark.parametrize("code", BAD_TOKENS)
def test_impossible_tokens_of_a_device_are_not_proposed(house: House, code: str) -> None:
    house.act(cmd.MakeAccount("shoe-7", "machine"))
    assert no(house.people.propose(BAD_TOKENS[code], ADMIN, "x")).code == code.strip()


def test_a_command_that_is_sent_again_is_done_once_and_shows_nothing_more(house: House) -> None:
    for _ in range(2):
        ok(house.people.act(NEW, ADMIN, "x", "c1"))
    mine = [ok(house.people.propose(cmd.OpenEnrolment("eve"), ADMIN, "x", "c2")).shown for _ in range(2)]
    digest = house.waiting("eve").digest
    theirs = [ok(house.people.approve("eve", 1, digest, SHIFT, "c3")).shown for _ in range(2)]
    assert mine[1] == theirs[1] == ""
    ok(enrol(house.doors, "eve", [mine[0], theirs[0]], "password", PASSWORD, "desk"))
    assert len(house.events("account/eve")) == 3


def test_many_who_approve_at_once_do_it_once(house: House, journal: Journal, private: PrivateStore) -> None:
    house.act(NEW)
    ok(house.people.propose(cmd.GrantRole("eve", "dealer"), SHIFT, "x"))
    digest = house.waiting("eve").digest
    servers = [house, House(journal, private), House(journal, private)]
    answers = at_once(
        *(
            partial(server.people.approve, "eve", 1, digest, actor)
            for server in servers
            for actor in (ADMIN, ADMIN_TOO)
        )
    )
    assert sum(hasattr(answer, "events") for answer in answers) == 1
    assert [type(event).__name__ for event in house.events("account/eve")] == ["AccountMade", "RoleGranted"]
    assert verify(journal).sound


@pytest.mark.parametrize("name", ["", " ", "a", "1ann", "an n", "ann/bob", "pitboss", "x" * 33, "ä", "\0\0"])
def test_names_that_no_account_can_have(house: House, name: str) -> None:
    assert no(house.people.act(cmd.MakeAccount(name, "staff"), ADMIN, "x")).code == "name_not_possible"
    assert no(house.people.act(cmd.LockAccount(name), ADMIN, "x")).code == "no_such_account"


@pytest.mark.parametrize("role", ["player", "dealer", "pit_manager", "accounting", "regulator", "machine"])
def test_others_do_not_manage_people(house: House, role: ActorRole) -> None:
    by = Actor("who", role)
    for command in (NEW, cmd.LockAccount("sam"), cmd.DisableAccount("sam"), cmd.UnlockAccount("sam")):
        assert no(house.people.act(command, by, "x")).code == "role_too_low"


def test_the_host_lets_somebody_in_when_nobody_else_can(house: House) -> None:
    shown = ok(house.people.act(cmd.OpenEnrolment("adam"), SYSTEM, "the only one forgot")).shown
    ok(enrol(house.doors, "adam", [shown], "password", "entirely new words", "desk"))
    house.enter("adam", "entirely new words")
    (opened,) = [e for e in house.events("account/adam") if isinstance(e, ev.EnrolmentOpened)]
    assert opened.warrant.by == SYSTEM


def test_a_demo_has_a_log_in_for_each_role_and_makes_it_once(journal: Journal, private: PrivateStore) -> None:
    house = House(journal, private)
    made = make_demo_people(house.doors)
    assert len(made) == 9
    assert len({login.password for login in made}) == 9
    assert [login.role for login in made if login.pin] == [
        "dealer",
        "pit_supervisor",
        "pit_manager",
        "shift_manager",
    ]
    for login in made:
        assert house.enter(login.name, login.password).principal.roles == (login.role,)
        if login.pin:
            house.enter(login.name, login.pin, "pin")
    assert make_demo_people(House(journal, private).doors) == ()


def test_after_a_start_everything_is_as_it_was(house: House, journal: Journal, private: PrivateStore) -> None:
    house.act(NEW)
    house.both(cmd.GrantRole("eve", "dealer"))
    ok(house.people.propose(cmd.GrantRole("eve", "pit_supervisor"), ADMIN, "x"))
    again = House(journal, private)
    assert again.account("eve") == house.account("eve")
    assert again.people.waiting() == house.people.waiting()
    for name in again.people.accounts.names():
        again.people.accounts.refresh(name)
        again.people.accounts.save(name)
    again.people.proposals.refresh("account/eve")
    again.people.proposals.save("account/eve")
    snapped = House(journal, private)
    assert snapped.account("eve") == house.account("eve")
    assert snapped.people.waiting() == house.people.waiting()
