"""A floor behind its API: seats, bets, decisions, refusals and live streams, through the typed client."""

from pathlib import Path
from threading import Event
from typing import cast

import httpx
import pytest

from pitboss.client import Client, Refused, calls
from pitboss.floor.dealer.turns import Pace
from pitboss.floor.tables.table import TableState
from pitboss.messages import acts
from pitboss.messages.tables import LineNow, TableNow
from pitboss.sheets import Game
from tests.api.served import PASSWORD, QUICK, SLOW, Served, served_floor, serving
from tests.floor.house import House

served = served_floor(SLOW, databases=True)
unchanged = served_floor(SLOW, databases=True, scope="module")
"""A floor for requests that are refused."""


@pytest.fixture(scope="module")
def refused_player(unchanged: Served) -> dict[str, str]:
    return {"Authorization": f"Bearer {unchanged.token('player')}", "Content-Type": "application/json"}


def wait_for_round(client: Client, table: str) -> TableNow:
    for now in client.follow_table(table):
        if now.round and now.round.phase == "betting":
            return now
    raise AssertionError("the stream ended")


def wait_until_asked(client: Client, table: str, box: int = 1) -> None:
    """Until everybody has his cards and a box is asked for its decision."""
    for now in client.follow_table(table):
        if now.dealer and (now.dealer.says, now.dealer.box) == ("your_decision", box):
            return
    raise AssertionError("the stream ended")


def test_a_round_from_the_first_bet_to_its_settlement(url: str, tmp_path: Path) -> None:
    with serving(tmp_path, QUICK, url=url) as served, served.player("ann") as ann:
        wait_for_round(ann, "3CP-1")
        ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        decided = False
        lines: tuple[LineNow, ...] = ()
        for now in ann.follow_table("3CP-1"):
            assert now.round is not None
            box = now.round.boxes[0]
            if box.to_decide and not decided:
                ann.send(calls.act("3CP-1", acts.ExamineHand(box=1)))
                ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="play", amount="25.00")))
                decided = True
            if now.round.settlement:
                lines = now.round.settlement.lines
                break
        assert decided
        assert {line.bet for line in lines} >= {"ante", "play"}
        assert all(line.clauses and line.why for line in lines)


def test_every_table_and_sign_is_there(served: Served) -> None:
    with served.client() as nobody:
        assert {now.short for now in nobody.send(calls.tables())} == {"3CP", "P3CP", "ML3", "MLTH", "MSS"}
        assert {sign.link for sign in nobody.send(calls.signs())} == {"diamond", "spade", "club", "mega"}
        assert nobody.send(calls.health()).demo
        assert nobody.send(calls.ready()).ready
        assert len(nobody.send(calls.sheets())) == 5
        assert len(nobody.send(calls.clauses("rws-three-card-v3"))) > 90


def test_a_table_and_what_its_dealer_says_are_of_one_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round that begins while an answer is made is in the next answer, with all that it brings."""
    with serving(tmp_path, Pace(betting=300, decision=300, pause=300)) as served, served.client() as nobody:
        floor = served.site.floor
        game_of, begun = floor.game_of, Event()

        def begin_meanwhile(table: TableState) -> Game:
            if not begun.is_set():
                begun.set()
                House(floor, "meanwhile").begin("3CP-1")
            return game_of(table)

        monkeypatch.setattr(floor, "game_of", begin_meanwhile)
        before, after = (nobody.send(calls.table("3CP-1")) for _ in range(2))
    assert before.dealer
    assert after.dealer
    assert (before.round, before.dealer.says) == (None, "round_over")
    assert after.round
    assert (after.round.phase, after.dealer.says) == ("betting", "place_your_bets")


def test_a_refusal_says_why_and_by_which_clause(served: Served) -> None:
    with served.player("ann") as ann, served.client() as nobody:
        wait_for_round(ann, "MSS-1")
        over = acts.PlaceBet(box=1, bet="ante", amount="5000.00")
        for client, call, status, code in (
            (ann, calls.act("MSS-1", over), 409, "bet_above_maximum"),
            (ann, calls.act("MSS-1", acts.PlaceBet(box=1, bet="ante", amount="26.00")), 409, "not_in_chips"),
            (ann, calls.act("MSS-1", acts.PlaceBet(box=1, bet="pair_plus", amount="25")), 409, "no_such_bet"),
            (
                ann,
                calls.act("MSS-1", acts.PlaceBet(box=2, player="bob", bet="ante", amount="25")),
                403,
                "not_ones_own",
            ),
            (ann, calls.act("MSS-1", acts.CloseBets()), 403, "role_too_low"),
            (ann, calls.act("MSS-1", acts.Report(clause="5.1")), 403, "role_too_low"),
            (ann, calls.begin("MSS-1"), 403, "role_too_low"),
            (ann, calls.act("none", over), 404, "no_such_table"),
            (nobody, calls.act("MSS-1", over), 401, "not_signed_in"),
            (nobody, calls.table("none"), 404, "not_found"),
            (nobody, calls.sign("none"), 404, "not_found"),
            (ann, calls.link("mega"), 403, "role_too_low"),
        ):
            with pytest.raises(Refused) as refused:
                client.send(cast("calls.Call[object]", call))
            assert (refused.value.status, refused.value.code) == (status, code), call


def test_the_same_command_sent_twice_counts_once(served: Served) -> None:
    with served.player("ann") as ann:
        wait_for_round(ann, "MSS-1")
        call = calls.act("MSS-1", acts.PlaceBet(box=1, bet="ante", amount="25.00"), "the-same-id")
        first, again = ann.send(call), ann.send(call)
        assert not first.repeated
        assert again.repeated
        assert (again.first, again.last) == (first.first, first.last)
        now = ann.send(calls.table("MSS-1"))
        assert now.round is not None
        assert [wager.amount for wager in now.round.boxes[0].wagers] == ["25.00"]


def test_staff_report_and_rule_at_an_automatic_table_and_no_more(url: str, tmp_path: Path) -> None:
    with serving(tmp_path, SLOW, url=url) as served, served.player("ann") as ann:
        wait_for_round(ann, "ML3-1")
        ann.send(calls.act("ML3-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        with served.client("dealer") as dealer, served.client("shift_manager") as shift:
            with pytest.raises(Refused) as software:
                dealer.send(calls.act("ML3-1", acts.CloseBets()))
            assert software.value.code == "software_deals"
            report = acts.Report(clause="5.23", action="void", reason="the lights went out")
            with pytest.raises(Refused) as low:
                dealer.send(calls.act("ML3-1", report))
            assert "5.23" in low.value.clauses
            shift.send(calls.act("ML3-1", report))
            for now in ann.follow_table("ML3-1"):
                if now.round and now.round.settlement:
                    assert now.round.settlement.outcome == "void"
                    break


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (b"", ""),
        (b"{", ""),
        (b"[]", ""),
        (b'{"id":"abcdefgh"}', "body"),
        (b'{"id":"short","act":{"act":"close"}}', "body.id"),
        (b'{"id":"abcdefgh","act":{"act":"fly"}}', "body.act.act"),
        (b'{"id":"abcdefgh","act":{"act":"look","box":8}}', "body.act.box"),
        (b'{"id":"abcdefgh","act":{"act":"look","box":1,"more":2}}', "body.act"),
        (b'{"id":"abcdefgh","act":{"act":"bet","box":1,"bet":"ante","amount":25}}', "body.act.amount"),
        (b'{"id":"abcdefgh","act":{"act":"bet","box":1,"bet":"ante","amount":"1e3"}}', "body.act.amount"),
    ],
)
def test_a_malformed_request_names_its_path(
    unchanged: Served, refused_player: dict[str, str], body: bytes, path: str
) -> None:
    answer = httpx.post(f"{unchanged.url}/api/tables/MSS-1/acts", content=body, headers=refused_player)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["code"] == "bad_request"
    assert error["message"]
    assert error["path"].startswith(path)


def test_too_large_wrong_method_wrong_path(served: Served) -> None:
    headers = {"Content-Type": "application/json"}
    big = httpx.post(f"{served.url}/api/session", content=b"x" * 100_000, headers=headers)
    assert big.status_code == 413
    assert httpx.put(f"{served.url}/api/tables").status_code == 405
    missing = httpx.get(f"{served.url}/nowhere")
    assert missing.status_code == 404
    assert missing.json()["error"]["code"] == "not_found"


def test_a_change_by_cookie_needs_the_pages_own_token(served: Served) -> None:
    with served.player("ann") as ann:
        wait_for_round(ann, "MSS-1")
    body = {"name": "ann", "password": PASSWORD}
    with httpx.Client(base_url=served.url) as browser:
        session = browser.post("/api/session", json=body)
        assert session.status_code == 201
        cookie = next(
            line for line in session.headers.get_list("set-cookie") if line.startswith("__Host-pitboss=")
        )
        for word in ("HttpOnly", "Secure", "SameSite=strict", "Path=/"):
            assert word in cookie
        token = cookie.partition("=")[2].partition(";")[0]
        act = {"id": "abcdefgh", "act": {"act": "bet", "box": 1, "bet": "ante", "amount": "25"}}
        headers = {"Cookie": f"__Host-pitboss={token}"}
        stolen = browser.post("/api/tables/MSS-1/acts", json=act, headers=headers)
        assert stolen.status_code == 403
        headers["X-Pitboss-CSRF"] = session.json()["csrf"]
        assert browser.post("/api/tables/MSS-1/acts", json=act, headers=headers).status_code == 201
        assert browser.get("/api/session", headers=headers).json()["token"] == ""
        assert browser.delete("/api/session", headers=headers).status_code == 204
        assert browser.get("/api/session", headers=headers).status_code == 401


def test_a_wrong_password_and_too_many_of_them(served: Served) -> None:
    with httpx.Client(base_url=served.url) as browser:
        wrong = browser.post("/api/session", json={"name": "dealer", "password": "not it"})
        assert wrong.status_code == 401
        assert wrong.json()["error"]["code"] == "sign_in_refused"
        unknown = browser.post("/api/session", json={"name": "nobody", "password": "not it"})
        assert unknown.json() == wrong.json(), "whether there is such a name is not told"


def test_a_stream_goes_on_after_a_lost_connection(served: Served) -> None:
    with served.player("ann") as ann:
        first = wait_for_round(ann, "MSS-1")
        ann.send(calls.act("MSS-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        again = next(iter(ann.follow_table("MSS-1")))
        assert again.version > first.version


def test_a_reader_with_the_cookie_of_an_ended_session_reads_as_nobody(served: Served) -> None:
    cookies = {"__Host-pitboss": "long gone"}
    with httpx.Client(base_url=served.url, cookies=cookies) as browser:
        assert browser.get("/api/tables").status_code == 200
        assert browser.get("/api/session").status_code == 401
        assert browser.post("/api/tables/3CP-1/deal", json={"id": "12345678"}).status_code in {401, 403}
    with httpx.Client(base_url=served.url, headers={"Authorization": "Bearer long gone"}) as program:
        assert program.get("/api/tables").status_code == 401
