"""Seats, crews, sign-off by a higher role, opening and closing, over HTTP with the typed client."""

from typing import Any, cast

import pytest
from msgspec import structs

from pitboss.audit.audit import audit
from pitboss.client import Client, Refused, calls
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.setup.config import FloorConfig
from pitboss.messages import acts
from pitboss.messages.session import Signature
from pitboss.messages.tables import TableNow
from pitboss.store.journal import HEAD
from pitboss.store.open import open_journal
from tests.api.served import SLOW, Served, config, served_floor
from tests.api.test_tables import wait_until_asked


def with_manual_table() -> FloorConfig:
    """The default floor; its first table is dealt by people, from the software's shoe."""
    found = config(SLOW)
    first = structs.replace(found.tables[0], automatic=False)
    return structs.replace(found, tables=(first, *found.tables[1:]))


served = served_floor(floor=with_manual_table, databases=True)


def refused(client: Client, call: object) -> Refused:
    with pytest.raises(Refused) as found:
        client.send(cast("calls.Call[object]", call))
    return found.value


def wait_until(client: Client, table: str, phase: str) -> TableNow:
    for now in client.follow_table(table):
        if now.round and now.round.phase == phase:
            return now
    raise AssertionError("the stream ended")


def test_a_dealer_signs_on_by_pin_and_runs_a_round(served: Served) -> None:
    with served.client() as nobody, served.player("ann") as ann:
        session = nobody.send(calls.sign_in_by_pin("dealer", served.pins["dealer"]))
        with Client(served.url, token=session.token) as dealer:
            early = refused(dealer, calls.begin("3CP-1"))
            assert (early.status, early.code) == (409, "not_signed_on")
            dealer.send(calls.sign_on("3CP-1", "dealer"))
            assert nobody.send(calls.table("3CP-1")).crew.dealer == "dealer"
            dealer.send(calls.begin("3CP-1"))
            ann.send(calls.act("3CP-1", acts.PlaceBet(box=2, bet="ante", amount="25.00")))
            dealer.send(calls.act("3CP-1", acts.CloseBets()))
            for _ in range(2):
                dealer.send(calls.deal("3CP-1"))
            ann.send(calls.act("3CP-1", acts.ExamineHand(box=2)))
            ann.send(calls.act("3CP-1", acts.FoldHand(box=2)))
            while not _settled(dealer):
                dealer.send(calls.deal("3CP-1"))
            dealer.send(calls.sign_off("3CP-1"))
            assert nobody.send(calls.table("3CP-1")).crew.dealer is None
            assert refused(dealer, calls.sign_off("3CP-1")).code == "not_signed_on"


def _settled(client: Client) -> bool:
    now = client.send(calls.table("3CP-1"))
    return now.round is not None and now.round.settlement is not None


def test_a_refused_sign_on_or_off_says_why(served: Served) -> None:
    with (
        served.client("dealer") as dealer,
        served.client("pit_supervisor") as supervisor,
        served.client("accounting") as accountant,
        served.player("ann") as ann,
        served.client() as nobody,
    ):
        cases: tuple[tuple[Client, Any, int, str], ...] = (
            (nobody, calls.sign_on("3CP-1", "dealer"), 401, "not_signed_in"),
            (ann, calls.sign_on("3CP-1", "dealer"), 403, "role_too_low"),
            (accountant, calls.sign_on("3CP-1", "dealer"), 403, "role_too_low"),
            (dealer, calls.sign_on("3CP-1", "pit_supervisor"), 403, "role_too_low"),
            (dealer, calls.sign_on("none", "dealer"), 404, "no_such_table"),
            (dealer, calls.sign_on("MSS-1", "dealer"), 409, "dealer_signed_on"),
        )
        for client, call, status, code in cases:
            found = refused(client, call)
            assert (found.status, found.code) == (status, code), call
        dealer.send(calls.sign_on("3CP-1", "dealer", "the-same-id"))
        assert dealer.send(calls.sign_on("3CP-1", "dealer", "the-same-id")).repeated
        supervisor.send(calls.sign_on("3CP-1", "pit_supervisor"))
        supervisor.send(calls.sign_on("MSS-1", "pit_supervisor"))
        crew = nobody.send(calls.table("3CP-1")).crew
        assert (crew.dealer, crew.supervisors) == ("dealer", ("pit-supervisor",))
        assert refused(dealer, calls.sign_off("3CP-1", "pit-supervisor")).code == "role_too_low"
        supervisor.send(calls.sign_off("3CP-1", "Dealer"))
        assert nobody.send(calls.table("3CP-1")).crew.dealer is None


def test_a_supervisor_decides_on_the_dealers_screen_and_both_are_recorded(served: Served, url: str) -> None:
    with served.client("dealer") as dealer, served.player("ann") as ann:
        dealer.send(calls.sign_on("3CP-1", "dealer"))
        dealer.send(calls.begin("3CP-1"))
        ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        dealer.send(calls.act("3CP-1", acts.CloseBets()))
        ruling = acts.Report(clause="5.23", action="void", reason="the lights went out")
        alone = refused(dealer, calls.act("3CP-1", ruling))
        assert (alone.status, alone.code) == (403, "role_too_low")
        low = refused(dealer, calls.act("3CP-1", ruling, confirm=served.signature("pit_supervisor")))
        assert "5.23" in low.clauses
        wrong = Signature("shift-manager", pin="000000")
        guessed = refused(dealer, calls.act("3CP-1", ruling, confirm=wrong))
        assert (guessed.status, guessed.code) == (401, "sign_in_refused")
        both = Signature("shift-manager", "a", "b")
        assert refused(dealer, calls.act("3CP-1", ruling, confirm=both)).status == 400
        by_player = served.signature("player")
        assert refused(dealer, calls.act("3CP-1", ruling, confirm=by_player)).status == 403
        by_shift = served.signature("shift_manager")
        assert refused(ann, calls.act("3CP-1", ruling, confirm=by_shift)).status == 403
        pin = Signature("shift-manager", pin=served.pins["shift_manager"])
        dealer.send(calls.act("3CP-1", ruling, confirm=pin))
        assert dealer.send(calls.who_am_i()).name == "dealer"
        now = dealer.send(calls.table("3CP-1"))
        assert now.round is not None
        assert now.round.void
    with open_journal(url, read_only=True) as journal:
        record = list(journal.read_stream("table/3CP-1"))
        heads = [floor_registry().decode(event) for event in record if event.kind == HEAD]
        (ruled,) = [head for head in heads if head.entered]
        assert ruled.by.name == "shift-manager"
        assert ruled.entered.name == "dealer"
        secret = served.pins["shift_manager"].encode()
        assert not any(secret in event.data for event in journal.read_all(0, 10_000))
        assert audit(journal).fault is None


def test_seats_are_taken_shown_and_given_up(served: Served) -> None:
    with served.player("ann") as ann, served.player("bob") as bob, served.client() as nobody:
        wait_until(ann, "MLTH-1", "betting")
        ann.send(calls.sit_down("MLTH-1", 4))
        (seat,) = nobody.send(calls.table("MLTH-1")).seats
        assert (seat.box, seat.player, seat.idle) == (4, "ann", 0)
        cases: tuple[tuple[Client, Any, int, str], ...] = (
            (nobody, calls.sit_down("MLTH-1", 1), 401, "not_signed_in"),
            (bob, calls.sit_down("MLTH-1", 4), 409, "seat_taken"),
            (bob, calls.sit_down("MLTH-1", 1, "ann"), 403, "not_ones_own"),
            (bob, calls.stand_up("MLTH-1", 4), 403, "not_ones_own"),
            (bob, calls.stand_up("MLTH-1", 5), 409, "seat_empty"),
            (bob, calls.sit_down("none", 1), 404, "no_such_table"),
            (
                bob,
                calls.act("MLTH-1", acts.PlaceBet(box=4, bet="ante", amount="25")),
                409,
                "bet_on_anothers_box",
            ),
        )
        for client, call, status, code in cases:
            found = refused(client, call)
            assert (found.status, found.code) == (status, code), call
        assert 4 not in {found.box for found in bob.send(calls.legal("MLTH-1")).bets}
        assert 4 in {found.box for found in ann.send(calls.legal("MLTH-1")).bets}
        bob.send(calls.act("MLTH-1", acts.PlaceBet(box=5, bet="ante", amount="25")))
        assert refused(bob, calls.stand_up("MLTH-1", 5)).code == "bets_on_box"
        ann.send(calls.stand_up("MLTH-1", 4))
        assert [found.box for found in nobody.send(calls.table("MLTH-1")).seats] == [5]


def test_software_lets_nobody_look_twice_and_legal_says_so(served: Served) -> None:
    with served.player("ann") as ann:
        wait_until(ann, "ML3-1", "betting")
        for box in (1, 2):
            ann.send(calls.act("ML3-1", acts.PlaceBet(box=box, bet="ante", amount="25")))
        served.close("ML3-1")
        wait_until_asked(ann, "ML3-1")
        ann.send(calls.act("ML3-1", acts.ExamineHand(box=2)))
        second = refused(ann, calls.act("ML3-1", acts.ExamineHand(box=1)))
        assert second.code == "look_not_allowed"
        assert "5.18" in second.clauses
        offered = [act for act in ann.send(calls.legal("ML3-1")).acts if act["act"] == "look"]
        assert {act["box"] for act in offered} <= {2}
        seen = ann.send(calls.table("ML3-1"))
        assert seen.round is not None
        assert set(seen.round.boxes[0].cards) == {"?"}


def test_tables_are_opened_closed_and_dealt_otherwise(served: Served) -> None:
    with (
        served.client("pit_manager") as manager,
        served.client("dealer") as dealer,
        served.player("ann") as ann,
        served.client() as nobody,
    ):
        wait_until(ann, "ML3-1", "betting")
        for call in (
            calls.close_table("ML3-1"),
            calls.open_table("ML3-1"),
            calls.change_method("ML3-1", boxes=5),
            calls.post_notice("ML3-1", "hello"),
        ):
            assert refused(dealer, call).status == 403
            assert refused(nobody, call).status == 401
        ann.send(calls.act("ML3-1", acts.PlaceBet(box=1, bet="ante", amount="25")))
        assert refused(manager, calls.close_table("ML3-1")).code == "round_in_play"
        ann.send(calls.act("ML3-1", acts.WithdrawBet(box=1, bet="ante")))
        manager.send(calls.close_table("ML3-1"))
        now = nobody.send(calls.table("ML3-1"))
        assert (now.open, now.seats) == (False, ())
        assert refused(ann, calls.sit_down("ML3-1", 1)).code == "table_closed"
        assert refused(ann, calls.act("ML3-1", acts.PlaceBet(box=1, bet="ante", amount="25"))).status == 409
        titles = [found.title for found in manager.send(calls.methods("ML3-1")) if found.device == "shuffler"]
        assert refused(manager, calls.open_table("ML3-1", boxes=7, method="by hand")).code == (
            "method_not_possible"
        )
        manager.send(calls.open_table("ML3-1", method=titles[1], boxes=5))
        now = wait_until(ann, "ML3-1", "betting")
        assert (now.method, now.boxes, now.open) == (titles[1], 5, True)
        assert now.dealer is not None
        assert (now.dealer.says, now.dealer.method) == ("place_your_bets", titles[1])
        manager.send(calls.change_method("ML3-1", device="shoe"))
        again = nobody.send(calls.table("ML3-1"))
        assert again.method == titles[1], "the round under way is dealt as it was announced"
        manager.send(calls.post_notice("ML3-1", "Minimum bets rise at 20:00"))
        (notice,) = nobody.send(calls.table("ML3-1")).notices
        assert (notice.text, notice.clauses) == ("Minimum bets rise at 20:00", ())
        manager.send(calls.post_notice("ML3-1", ""))
        assert nobody.send(calls.table("ML3-1")).notices == ()


def test_a_pin_does_not_open_tables(served: Served) -> None:
    with served.client() as nobody:
        session = nobody.send(calls.sign_in_by_pin("pit-manager", served.pins["pit_manager"]))
        with Client(served.url, token=session.token) as manager:
            found = refused(manager, calls.close_table("3CP-1"))
            assert (found.status, found.code) == (403, "password_needed")


def test_staff_seat_at_an_automatic_table_only_who_has_an_account_as_a_player(served: Served) -> None:
    with served.client("dealer") as dealer, served.player("ann"):
        for name in ("zz", "dealer", "pitboss"):
            strange = refused(dealer, calls.sit_down("MLTH-1", 4, name))
            assert (strange.status, f"there is no player {name}" in str(strange)) == (404, True)
        assert refused(dealer, calls.sit_down("MLTH-1", 4)).status == 404, "nor themselves"
        dealer.send(calls.sit_down("MLTH-1", 4, "ANN"))
        (seat,) = dealer.send(calls.table("MLTH-1")).seats
        assert (seat.box, seat.player) == (4, "ann")
        dealer.send(calls.sign_on("3CP-1", "dealer"))
        dealer.send(calls.sit_down("3CP-1", 2, "Mr.Tan"))
        (seat,) = dealer.send(calls.table("3CP-1")).seats
        assert seat.player == "Mr.Tan", "where people deal, a name is what they call somebody"
