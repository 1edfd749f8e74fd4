"""Accounts over HTTP, through the typed client: who may, what takes two, and what is never told."""

from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from msgspec import structs

from pitboss.client import Client, Refused, calls
from pitboss.messages import acts
from pitboss.messages.proposals import ProposalDone
from tests.api.served import SLOW, Served, served_floor, serving

WORDS = "five quiet harbour lamps"


served = served_floor(SLOW, databases=True)


def refused(client: Client, call: object) -> Refused:
    with pytest.raises(Refused) as found:
        client.send(cast("calls.Call[object]", call))
    return found.value


def approved(served: Served, proposed: ProposalDone) -> str:
    """Somebody of another department approves; what is shown to him."""
    with served.client("shift_manager") as shift:
        return shift.send(calls.approve(proposed.proposal)).shown


def test_a_new_member_of_staff_from_the_account_to_the_first_sign_in(served: Served) -> None:
    with served.client("administrator") as admin, served.client() as nobody:
        made = admin.send(calls.make_account("Dora", "staff", "hired"))
        assert (made.account.name, made.account.roles, made.account.signs_in_by) == ("dora", (), ())
        role = admin.send(calls.propose(acts.GrantRole(name="dora", role="dealer"), "trained"))
        assert admin.send(calls.person("dora")).account.roles == ()
        approved(served, role)
        enrolment = admin.send(calls.propose(acts.OpenEnrolment(name="dora"), "first day"))
        codes = (enrolment.shown, approved(served, enrolment))
        assert refused(nobody, calls.enrol("dora", codes[:1], WORDS)).code == "code_wrong"
        assert refused(nobody, calls.enrol("dora", codes, "short")).code == "secret_weak"
        nobody.send(calls.enrol("dora", codes, WORDS))
        assert refused(nobody, calls.enrol("dora", codes, WORDS)).code == "code_wrong"
        session = nobody.send(calls.sign_in("dora", WORDS))
        assert session.roles == ("dealer",)
        with Client(served.url, token=session.token) as dora:
            (seen,) = dora.send(calls.open_sessions())
            assert seen.means == "password"
            dora.send(calls.change_secret(WORDS, pin="739164"))
            assert refused(dora, calls.who_am_i()).status == 401
        assert nobody.send(calls.sign_in_by_pin("dora", "739164")).roles == ("dealer",)
        happened = admin.send(calls.person("dora")).happened
        kinds = [event.kind for event in happened]
        assert kinds[:3] == ["AccountMade", "RoleGranted", "EnrolmentOpened"]
        granted = happened[1]
        assert (granted.by, granted.second, granted.reason) == ("administrator", "shift-manager", "trained")
        text = str(happened)
        assert not any(secret in text for secret in (*codes, WORDS, "739164"))


def test_a_device_gets_a_token_from_two_people(served: Served) -> None:
    with served.client("administrator") as admin:
        admin.send(calls.make_account("shoe-7", "machine", "a reading shoe"))
        issue = acts.IssueToken(name="shoe-7", token="one", scopes=("send_cards",), days=30)
        anywhere = refused(admin, calls.propose(issue, "for table 7"))
        assert (anywhere.status, anywhere.code) == (409, "argument_missing")
        assert "is for one table" in str(anywhere)
        nowhere = refused(admin, calls.propose(structs.replace(issue, table="7"), "for table 7"))
        assert nowhere.status == 404
        issue = structs.replace(issue, table="MSS-1")
        proposed = admin.send(calls.propose(issue, "for table 7"))
        assert proposed.shown == ""
        token = approved(served, proposed)
        assert token.startswith("pbm~shoe-7~")
        (known,) = admin.send(calls.person("shoe-7")).account.tokens
        assert (known.name, known.scopes, known.table) == ("one", ("send_cards",), "MSS-1")
        assert "at table MSS-1 alone" in proposed.proposal.says[0]
        with Client(served.url, token=token) as shoe:
            assert shoe.send(calls.tables())
            done = admin.send(calls.act_on_account("shoe-7", acts.RevokeToken(token="one"), "lost"))
            assert done.account.tokens == ()


def test_locked_unlocked_and_disabled(served: Served) -> None:
    with served.client("administrator") as admin, served.client("dealer") as dealer:
        dealer.send(calls.who_am_i())
        locked = admin.send(calls.act_on_account("dealer", acts.LockAccount(), "under inquiry"))
        assert locked.account.locked == "person"
        assert refused(dealer, calls.who_am_i()).status == 401
        again = refused(admin, calls.act_on_account("dealer", acts.LockAccount(), "under inquiry"))
        assert (again.status, again.code) == (409, "account_locked")
        admin.send(calls.act_on_account("dealer", acts.UnlockAccount(), "cleared"))
        assert served.token("dealer")
        fewer = admin.send(calls.act_on_account("dealer", acts.RevokeRole(role="dealer"), "moves on"))
        assert fewer.account.roles == ()
        gone = admin.send(calls.act_on_account("dealer", acts.DisableAccount(), "left"))
        assert gone.account.disabled
        assert (
            refused(admin, calls.act_on_account("dealer", acts.UnlockAccount(), "back")).code
            == "account_disabled"
        )


def test_a_player_who_forgot_his_password_needs_one_code(served: Served) -> None:
    with served.player("ann") as ann, served.client("administrator") as admin, served.client() as nobody:
        suffices = refused(admin, calls.propose(acts.OpenEnrolment(name="ann"), "forgot it"))
        assert suffices.code == "one_person_suffices"
        code = admin.send(calls.act_on_account("ann", acts.EnrolPlayer(), "forgot it", "the-enrolment")).shown
        assert code
        assert (
            admin.send(calls.act_on_account("ann", acts.EnrolPlayer(), "forgot it", "the-enrolment")).shown
            == ""
        )
        assert refused(ann, calls.who_am_i()).status == 401
        nobody.send(calls.enrol("ann", (code.lower().replace("-", " "),), WORDS))
        assert nobody.send(calls.sign_in("ann", WORDS)).name == "ann"


def test_acts_on_people_are_refused_with_their_codes(served: Served) -> None:
    with (
        served.client("administrator") as admin,
        served.client("dealer") as dealer,
        served.client("regulator") as regulator,
        served.client() as nobody,
    ):
        cases: tuple[tuple[Client, Any, int, str], ...] = (
            (nobody, calls.people(), 401, "not_signed_in"),
            (dealer, calls.people(), 403, "role_too_low"),
            (dealer, calls.person("dealer"), 403, "role_too_low"),
            (regulator, calls.make_account("eve", "staff", "hired"), 403, "role_too_low"),
            (regulator, calls.act_on_account("dealer", acts.LockAccount(), "no"), 403, "role_too_low"),
            (admin, calls.person("nobody"), 404, "not_found"),
            (admin, calls.act_on_account("nobody", acts.LockAccount(), "no"), 404, "no_such_account"),
            (admin, calls.make_account("dealer", "staff", "again"), 409, "account_known"),
            (admin, calls.make_account("9 lives", "staff", "a cat"), 400, "name_not_possible"),
            (admin, calls.make_account("eve", "staff", " "), 409, "argument_missing"),
            (admin, calls.act_on_account("administrator", acts.UnlockAccount(), "me"), 403, "own_account"),
            (admin, calls.act_on_account("dealer", acts.EnrolPlayer(), "alone"), 409, "approval_missing"),
            (
                admin,
                calls.act_on_account("dealer", acts.RevokeRole(role="pit_manager"), "no"),
                409,
                "role_not_possible",
            ),
            (admin, calls.act_on_account("dealer", acts.RevokeToken(token="x"), "no"), 404, "no_such_token"),
        )
        for client, call, status, code in cases:
            found = refused(client, call)
            assert (found.status, found.code) == (status, code), call
        assert {now.name for now in regulator.send(calls.people("staff"))} >= {"dealer", "administrator"}


def test_accounts_come_in_pages(served: Served) -> None:
    with served.client("surveillance") as watcher, served.player("ann"), served.player("bob"):
        every = [now.name for now in watcher.send(calls.people())]
        assert every == sorted(every)
        assert [now.name for now in watcher.send(calls.people("player"))] == ["ann", "bob", "player"]
        assert [now.name for now in watcher.send(calls.people("player", after="ann"))] == ["bob", "player"]
        person = watcher.send(calls.person("ann"))
        versions = [event.version for event in person.happened]
        assert versions == sorted(set(versions))
        assert versions[0] == 2, "behind the command that made the account"
        (session,) = person.sessions
        assert session.means == "password"
        later = watcher.send(calls.person("ann", after=2)).happened
        assert [event.version for event in later] == [version for version in versions if version > 2]


def test_signed_out_everywhere(served: Served) -> None:
    clients = [served.client("dealer") for _ in range(2)]
    for client in clients:
        client.send(calls.who_am_i())
    clients[0].send(calls.sign_out_everywhere())
    for client in clients:
        assert refused(client, calls.who_am_i()).status == 401
        client.close()


def test_a_wrong_proof_changes_no_password(served: Served) -> None:
    with served.client("dealer") as dealer, served.client() as nobody:
        wrong = refused(dealer, calls.change_secret("not my password", WORDS))
        assert (wrong.status, wrong.code) == (401, "sign_in_refused")
        assert refused(nobody, calls.change_secret(WORDS, WORDS)).status == 401
        dealer.send(calls.who_am_i())
        signature = served.signature("dealer")
        assert signature.password
        for body in ({"proof": "x"}, {"proof": "x", "password": "y", "pin": "1"}, {"password": "y"}, {}):
            answer = httpx.post(
                f"{served.url}/api/session/secret",
                json=body,
                headers={"Authorization": f"Bearer {served.token('dealer')}"},
            )
            assert answer.status_code == 400, answer.text


def test_the_floor_says_what_it_is(served: Served) -> None:
    with served.client() as nobody:
        floor = nobody.send(calls.floor())
        assert floor.demo
        assert floor.name == "Pitboss demo floor"
        assert [shift.from_hour for shift in floor.shifts] == [6, 14, 22]
        assert {sheet.short for sheet in floor.sheets} == {"3CP", "P3CP", "ML3", "MLTH", "MSS"}
        assert len(floor.build) == 64


def test_an_account_whose_first_days_were_archived_shows_what_came_since(tmp_path: Path) -> None:
    with serving(tmp_path, SLOW) as served, served.client("administrator") as admin:
        journal = served.site.journal
        stream = served.site.doors.people.accounts.stream("administrator")
        _, made, *_ = journal.read_stream(stream)
        before = admin.send(calls.person("administrator"))
        journal.forget(made.position)
        assert len(admin.send(calls.person("administrator")).happened) == len(before.happened) - 1
