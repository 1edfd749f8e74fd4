"""Table money through the typed client: slips at one screen, chips bought and cashed, what they amount to."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

import httpx
import pytest
from msgspec import structs

from pitboss.access.roles import Actor, Role
from pitboss.audit.audit import audit
from pitboss.client import Client, Refused, calls
from pitboss.floor.setup.config import FloorConfig
from pitboss.floor.tables.money import SlipKind
from pitboss.messages import acts
from pitboss.messages.acts import MakeSlip, Pieces
from pitboss.messages.session import Signature
from pitboss.refusal import Refusal
from pitboss.store.open import open_journal
from tests.api.served import SLOW, Served, config, served_floor, serving
from tests.api.test_tables import wait_for_round
from tests.floor.desk import desk
from tests.waiting import until

PIT = "3CP-1"
AUTOMATIC = "MSS-1"
OPENER = {"1000.00": 5, "100.00": 50, "25.00": 40}
DEALT = (
    *(acts.DealCards(to=1, cards=("2h", "4d", "9c")), acts.DealCards(to="dealer", cards=("Kh", "8d", "5s"))),
    *(acts.FoldHand(box=1), acts.Reveal(), acts.SettleRound()),
)


def floor() -> FloorConfig:
    """The default floor, one of its tables dealt by people."""
    found = config(SLOW)
    tables = tuple(
        structs.replace(table, automatic=False, cards="outside", counts_tray=True)
        if table.id == PIT
        else table
        for table in found.tables
    )
    return structs.replace(found, tables=tables)


def _with_a_dealer(served: Served) -> None:
    answer = desk(served.site.floor).sign_on(PIT, "dealer", Actor("dealer", "dealer"), "the dealer comes")
    assert not isinstance(answer, Refusal), answer


served = served_floor(floor=floor, databases=True, then=_with_a_dealer)
unchanged = served_floor(floor=floor, databases=True, scope="module", then=_with_a_dealer)
"""A floor for requests that are refused."""


@pytest.fixture(scope="module")
def refused_dealer(unchanged: Served) -> dict[str, str]:
    return {"Authorization": f"Bearer {unchanged.token('dealer')}", "Content-Type": "application/json"}


def slip(
    served: Served, kind: SlipKind, count: dict[str, int], second: Role = "pit_supervisor", **more: str
) -> calls.Call[object]:
    name, password = served.secret(second)
    counted = tuple(Pieces(each=each, number=number) for each, number in count.items())
    signature = Signature(name, more.get("password", password))
    asked = MakeSlip(
        id=more.get("id", calls.new_id()),
        kind=kind,
        count=counted,
        reason="as every evening",
        second=signature,
    )
    return cast("calls.Call[object]", calls.slip(PIT, asked))


def refusal(client: Client, call: object) -> tuple[int, str]:
    with pytest.raises(Refused) as refused:
        client.send(cast("calls.Call[object]", call))
    assert str(refused.value)
    return refused.value.status, refused.value.code


def test_an_evening_from_the_opener_to_the_drop(served: Served, url: str) -> None:
    with served.client("dealer") as dealer, served.client("accounting") as accounting:
        assert refusal(dealer, calls.begin(PIT)) == (409, "opener_missing")
        dealer.send(slip(served, "opener", OPENER))
        dealer.send(calls.buy_in(PIT, "500.00", "ann"))
        dealer.send(calls.begin(PIT))
        dealer.send(calls.act(PIT, acts.PlaceBet(box=1, player="ann", bet="ante", amount="25")))
        dealer.send(calls.act(PIT, acts.PlaceBet(box=1, player="ann", bet="jackpot", amount="5")))
        dealer.send(calls.act(PIT, acts.CloseBets()))
        assert refusal(dealer, slip(served, "closer", OPENER)) == (409, "round_in_play")
        for act in DEALT:
            dealer.send(calls.act(PIT, act))
        now = accounting.send(calls.money(PIT))
        assert [(one.player, one.chips) for one in now.players] == [("ann", "470.00")]
        assert now.session is not None
        assert (now.session.tray, now.session.win_by_chips) == ("10530.00", None)
        dealer.send(calls.cash_out(PIT, "470.00", "ann"))
        dealer.send(slip(served, "closer", {"1000.00": 5, "100.00": 45, "25.00": 41, "5.00": 0}))
        dealer.send(slip(served, "drop", {"100.00": 5}, second="accounting"))
        found = accounting.send(calls.money(PIT)).session
        assert found is not None
        assert (found.win_by_chips, found.win_by_settlements, found.difference) == ("25.00", "30.00", "-5.00")
        assert (found.win_of_the_table, found.win_of_the_house) == ("25.00", "5.00")
        assert (found.tray_difference, found.drop_difference) == ("-5.00", "0.00")
        (why,) = found.why
        assert why.startswith("The closer found 10525.00 in the tray, 5.00 less than")
        assert [(one.number, one.kind, one.by, one.second) for one in found.slips] == [
            (1, "opener", "dealer", "pit-supervisor"),
            (2, "closer", "dealer", "pit-supervisor"),
            (3, "drop", "dealer", "accounting"),
        ]
    with open_journal(url, read_only=True) as journal:
        report = audit(journal)
        assert report.fault is None, report.fault


def test_one_person_alone_counts_nothing(served: Served) -> None:
    with served.client("dealer") as dealer, served.client("pit_supervisor") as supervisor:
        assert refusal(dealer, slip(served, "opener", OPENER, "dealer")) == (409, "same_person")
        assert refusal(supervisor, slip(served, "opener", OPENER)) == (409, "same_person")
        assert refusal(dealer, slip(served, "opener", OPENER, "player")) == (403, "role_too_low")
        assert refusal(dealer, slip(served, "opener", OPENER, "administrator")) == (403, "role_too_low")
        wrong = slip(served, "opener", OPENER, password="not it at all")
        assert refusal(dealer, wrong) == (401, "sign_in_refused")
        assert dealer.send(calls.money(PIT)).session is None
    with served.player("ann") as ann, served.client() as nobody:
        assert refusal(ann, slip(served, "opener", OPENER)) == (403, "role_too_low")
        assert refusal(nobody, slip(served, "opener", OPENER)) == (401, "not_signed_in")
        assert refusal(ann, calls.money(PIT)) == (403, "role_too_low")
        assert refusal(nobody, calls.money(PIT)) == (401, "not_signed_in")


def test_a_slip_sent_again_is_made_once(served: Served) -> None:
    with served.client("dealer") as dealer:
        same = slip(served, "opener", OPENER, id="the-same-id")
        dealer.send(same)
        dealer.send(same)
        now = dealer.send(calls.money(PIT))
        assert now.session is not None
        assert [one.number for one in now.session.slips] == [1]
        assert refusal(dealer, slip(served, "opener", OPENER)) == (409, "opener_made")


def test_a_player_buys_for_himself_and_bets_no_more(served: Served) -> None:
    with served.player("ann") as ann:
        now = wait_for_round(ann, AUTOMATIC)
        assert (now.chips, now.buy_in_most) == ("10000.00", "10000.00")
        assert refusal(ann, calls.buy_in(AUTOMATIC, "25.00")) == (409, "buy_in_too_large")
        ann.send(calls.cash_out(AUTOMATIC, "10000.00"))
        bet = calls.act(AUTOMATIC, acts.PlaceBet(box=1, bet="ante", amount="25.00"))
        assert refusal(ann, bet) == (409, "chips_short")
        ann.send(calls.buy_in(AUTOMATIC, "30.00"))
        ann.send(bet)
        assert ann.send(calls.table(AUTOMATIC)).chips == "5.00"
        assert refusal(ann, calls.cash_out(AUTOMATIC, "10.00")) == (409, "chips_short")
        assert refusal(ann, calls.buy_in(AUTOMATIC, "25.00", "bob")) == (403, "not_ones_own")
        assert refusal(ann, calls.buy_in(AUTOMATIC, "7.00")) == (409, "not_in_chips")
        assert refusal(ann, calls.buy_in(AUTOMATIC, "0")) == (409, "amount_not_positive")
        assert refusal(ann, calls.buy_in(PIT, "25.00")) == (403, "role_too_low")
        assert refusal(ann, calls.buy_in("none", "25.00")) == (404, "not_found")
    with served.client() as nobody:
        assert nobody.send(calls.table(AUTOMATIC)).chips is None
        assert refusal(nobody, calls.buy_in(AUTOMATIC, "25.00")) == (401, "not_signed_in")


def test_staff_sell_chips_to_players_who_exist(served: Served) -> None:
    with served.player("ann") as ann, served.client("dealer") as dealer, served.client("regulator") as reg:
        dealer.send(calls.buy_in(AUTOMATIC, "25.00", "Ann"))
        assert ann.send(calls.table(AUTOMATIC)).chips == "10025.00"
        assert refusal(dealer, calls.buy_in(AUTOMATIC, "25.00", "nobody")) == (404, "not_found")
        assert refusal(dealer, calls.buy_in(AUTOMATIC, "25.00", "regulator")) == (404, "not_found")
        assert refusal(dealer, calls.buy_in(AUTOMATIC, "25.00")) == (400, "bad_request")
        assert refusal(reg, calls.buy_in(AUTOMATIC, "25.00", "ann")) == (403, "role_too_low")


def test_only_a_demo_floor_has_play_money(tmp_path: Path) -> None:
    real = structs.replace(floor(), play_money=0, demo=False)
    url = str(tmp_path / "floor.db")
    with serving(tmp_path, floor=real, url=url) as served, served.player("ann") as ann:
        assert ann.send(calls.table(AUTOMATIC)).buy_in_most is None
        assert refusal(ann, calls.buy_in(AUTOMATIC, "25.00")) == (403, "role_too_low")
        assert refusal(ann, calls.cash_out(AUTOMATIC, "25.00")) == (403, "role_too_low")


def test_bets_that_race_for_the_same_chips_do_not_spend_them_twice(served: Served) -> None:
    with served.player("ann") as ann:
        wait_for_round(ann, AUTOMATIC)
        ann.send(calls.cash_out(AUTOMATIC, "9950.00"))

        tokens = [served.sign_in("ann") for _ in range(4)]

        def bet(token: str) -> str:
            with Client(served.url, token=token) as client:
                try:
                    client.send(calls.act(AUTOMATIC, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
                except Refused as refused:
                    return refused.code
            return "taken"

        ann.send(calls.act(AUTOMATIC, acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        with ThreadPoolExecutor(4) as pool:
            answers = sorted(pool.map(bet, tokens))
        assert answers == ["chips_short", "chips_short", "chips_short", "taken"]
        assert ann.send(calls.table(AUTOMATIC)).chips == "0.00"


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        ("chips", b'{"id":"abcdefgh","act":"steal","amount":"5"}', "body.act"),
        ("chips", b'{"id":"abcdefgh","act":"buy_in","amount":5}', "body.amount"),
        ("chips", b'{"id":"abcdefgh","act":"buy_in","amount":"5","more":1}', "body"),
        ("money", b'{"id":"abcdefgh","kind":"opener"}', "body"),
        ("money", b'{"id":"abcdefgh","kind":"opener","count":{"5":1}}', "body.count"),
    ],
)
def test_a_malformed_request_names_its_path(
    unchanged: Served, refused_dealer: dict[str, str], path: str, body: bytes, where: str
) -> None:
    answer = httpx.post(f"{unchanged.url}/api/tables/{PIT}/{path}", content=body, headers=refused_dealer)
    assert answer.status_code == 400
    assert answer.json()["error"]["path"].startswith(where)


def test_ratings_tell_what_was_played_and_what_it_is_worth(served: Served) -> None:
    with served.client("dealer") as dealer, served.client("pit_manager") as manager:
        dealer.send(slip(served, "opener", OPENER))
        dealer.send(calls.begin(PIT))
        for bet, amount in (("ante", "25"), ("pair_plus", "50"), ("jackpot", "5")):
            placed = acts.PlaceBet(box=1, player="ann", bet=bet, amount=amount)
            dealer.send(calls.act(PIT, placed))
        dealer.send(calls.act(PIT, acts.CloseBets()))
        for act in DEALT:
            dealer.send(calls.act(PIT, act))
        until(lambda: manager.send(calls.ratings(PIT))[0].theoretical, "the edges are counted")
        found = manager.send(calls.ratings(PIT))
        (ann,) = found
        assert (ann.player, ann.rounds, ann.average_bet) == ("ann", 1, "80.00")
        assert ann.handle == {"ante": "25.00", "pair_plus": "50.00", "jackpot": "5.00"}
        assert ann.win == "80.00"
        assert ann.theoretical is not None
        assert (ann.theoretical["ante"], ann.theoretical["pair_plus"]) == ("0.84", "2.79")
        assert ann.minutes is not None
        assert ann.day is not None
        assert manager.send(calls.ratings_of("Ann", ann.day)) == found
        assert manager.send(calls.ratings(PIT, ann.day)) == found
        assert manager.send(calls.ratings(PIT, "2001-01-01")) == []
        for day in ("yesterday", "2025-W11-1", "2025-02-30"):
            assert refusal(manager, calls.ratings(PIT, day)) == (400, "bad_request")
        assert refusal(manager, calls.ratings("none")) == (404, "not_found")
        assert refusal(dealer, calls.ratings(PIT)) == (403, "role_too_low")
