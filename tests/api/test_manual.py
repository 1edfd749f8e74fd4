"""Tables that people deal at, on a real server: rounds of each family by every way to come by cards."""

import random
import re
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from msgspec import structs

from pitboss.audit.audit import audit
from pitboss.client import Client, Refused, calls
from pitboss.jackpots.commands import CheckItem
from pitboss.messages import acts
from pitboss.messages.session import Signature
from pitboss.shuffle import shuffled
from pitboss.store.open import open_journal
from tests.api.manual import ManualTable, Way, manual_floor, with_own_shoes
from tests.api.served import Served, served_floor, serving

FAMILIES = ("3CP-1", "MSS-1", "MLTH-1")
BETS = ((1, "ann", "ante", "25"), (2, "bob", "ante", "25"))
SET = "S-2041"
CARD = re.compile(r"\b[2-9TJQKA][shdc]\b")


def deck(seed: int) -> list[str]:
    return [str(card) for card in shuffled(random.Random(seed).randrange)]


served = served_floor(floor=manual_floor, scope="function")


strict = served_floor(floor=lambda: manual_floor(card_sets=True), scope="function")
"""A floor that asks for card sets."""


def refused(client: Client, call: calls.Call[Any]) -> Refused:
    with pytest.raises(Refused) as found:
        client.send(call)
    return found.value


@pytest.mark.parametrize("name", FAMILIES)
def test_the_same_cards_settle_alike_however_they_are_recorded(served: Served, name: str) -> None:
    ways: tuple[Way, ...] = ("typed", "read", "unknown")
    found = []
    with served.client("dealer") as dealer, served.device("shoe-7", "send_cards", table=name) as reader:
        ManualTable(served, name, dealer).sign_on()
        for way in ways:
            table = ManualTable(served, name, dealer, way, reader)
            table.begin(*BETS)
            table.play_on(deck(11))
            found.append(table.settle())
    typed, read, unknown = found
    assert typed.settlement is not None
    assert {line.bet for line in typed.settlement.lines} > {"ante"}
    assert typed.settlement == read.settlement == unknown.settlement
    assert typed.dealer == read.dealer == unknown.dealer
    assert "?" not in {card for box in unknown.boxes for card in box.cards}
    assert audit(served.site.journal).fault is None


@pytest.mark.parametrize("name", FAMILIES)
def test_a_dealer_deals_from_the_softwares_shoe(tmp_path: Path, name: str) -> None:
    url = f"sqlite:///{tmp_path}/j.db"
    floor = with_own_shoes(manual_floor())
    with serving(tmp_path, floor=floor, url=url) as served, served.client("dealer") as dealer:
        table = ManualTable(served, name, dealer, "shoe")
        table.sign_on()
        table.begin(*BETS)
        table.play_on(())
        dealer.send(calls.deal(name))
        assert table.now.settlement is not None
    with open_journal(url, read_only=True) as journal:
        assert audit(journal).fault is None


def test_players_choose_after_an_irregularity(served: Served) -> None:
    """Cards came in a wrong order and cannot be put right: who wants may take his bets back (RWS 5.10)."""
    with served.client("dealer") as dealer:
        table = ManualTable(served, "3CP-1", dealer)
        table.sign_on()
        table.begin(*BETS)
        table.play_on(deck(11), until="ask")
        table.act(
            acts.ExamineHand(box=1),
            acts.Report(clause="5.10", boxes=(1, 2), reconstructed=False, reason="a card fell open"),
        )
        assert [box.to_choose for box in table.now.boxes[:2]] == [True, True]
        assert refused(dealer, calls.act("3CP-1", acts.SettleRound())).code == "option_open"
        table.act(acts.Choose(box=1, way="continue"), acts.Choose(box=2, way="withdraw"))
        table.play_on(())
        settled = table.settle().settlement
    assert settled is not None
    assert settled.players["bob"] == "0.00"
    results = {(line.box, line.bet): line.result for line in settled.lines}
    assert results[2, "ante"] == "returned"
    assert results[1, "ante"] == "win", "the Dealer does not qualify"


def test_a_jackpot_is_verified_and_paid_and_its_cards_are_kept(strict: Served) -> None:
    """The whole way of a set: sealed, counted, dealt, evidence of a win, released by two, destroyed."""
    royal = ["As", "Ks", "Qs", "3s", "5c", "8h", "Kh", "8d", "5s", "Js", "Ts", "2c"]
    with (
        strict.client("dealer") as dealer,
        strict.client("pit_supervisor") as supervisor,
        strict.client("pit_manager") as manager,
    ):
        table = ManualTable(strict, "ML3-1", dealer)
        table.sign_on()
        assert refused(dealer, calls.begin("ML3-1")).code == "no_set_in_use"
        witness = strict.signature("pit_supervisor")
        dealer.send(calls.act_on_set("ML3-1", acts.OpenSet(set=SET, backs="red lattice"), witness))
        dealer.send(calls.act_on_set("ML3-1", acts.CountSet(set=SET, count=52), witness))
        dealer.send(calls.act_on_set("ML3-1", acts.PutInUse(set=SET, shuffled=True)))
        table.begin(*BETS, (1, "ann", "jackpot", "5"))
        table.play_on(royal)
        table.act(acts.SettleRound())
        (claim,) = supervisor.send(calls.link("diamond")).claims
        verify(supervisor, manager, claim.id)
        supervisor.send(calls.act_at_link("diamond", acts.PayClaim(claim=claim.id, means="attendant")))
        settled = table.settle().settlement
        assert settled is not None
        assert [line.net for line in settled.lines if line.bet == "jackpot"] == ["49996.00"]
        evidence = refused(dealer, calls.begin("ML3-1"))
        assert evidence.code == "retention_due"
        assert evidence.clauses
        (kept,) = supervisor.send(calls.card_sets("ML3-1")).sets
        assert [(due.cause, due.round) for due in kept.to_retain_for] == [("major_win", "ML3-1/1")]
        retain = acts.RetainSet(set=SET, cause="major_win", round=1)
        assert refused(dealer, calls.act_on_set("ML3-1", retain)).status == 403
        supervisor.send(calls.act_on_set("ML3-1", retain))
        assert refused(dealer, calls.begin("ML3-1")).code == "no_set_in_use"
        release = acts.ReleaseSet(set=SET, cause="major_win", round=1, reason="paid and filed")
        assert refused(manager, calls.act_on_set("ML3-1", release)).status == 400
        low = refused(manager, calls.act_on_set("ML3-1", release, witness))
        assert (low.status, low.code) == (403, "role_too_low")
        manager.send(calls.act_on_set("ML3-1", release, strict.signature("shift_manager")))
        destroy = acts.DestroySet(set=SET)
        alone = refused(manager, calls.act_on_set("ML3-1", destroy, strict.signature("pit_manager")))
        assert alone.code == "same_person"
        manager.send(calls.act_on_set("ML3-1", destroy, witness))
        assert supervisor.send(calls.card_sets("ML3-1")).sets == ()
        history = supervisor.send(calls.card_set("ML3-1", SET))
    assert history.set.status == "destroyed"
    assert [act.what for act in history.acts] == [
        *("SetOpened", "SetCounted", "SetPutInUse", "RetentionDue"),
        *("SetRetained", "SetReleased", "SetDestroyed"),
    ]
    assert history.acts[0].who == ("dealer (dealer)", "pit-supervisor (pit_supervisor)")
    assert history.acts[3].who == ()
    assert history.acts[5].who == ("pit-manager (pit_manager)", "shift-manager (shift_manager)")
    assert sorted(act.at for act in history.acts) == [act.at for act in history.acts]
    assert audit(strict.site.journal).fault is None


def test_a_win_is_signed_for_by_two_people_at_one_screen(served: Served) -> None:
    with served.client("dealer") as dealer, served.client("pit_supervisor") as supervisor:
        table = ManualTable(served, "3CP-1", dealer)
        table.sign_on()
        table.begin((1, "ann", "ante", "25"), (1, "ann", "jackpot", "5"))
        table.play_on(("As", "Ks", "Qs", "Kh", "8d", "5s"))
        table.settle()
        (claim,) = (claim.id for claim in supervisor.send(calls.link("spade")).claims)
        for item in get_args(CheckItem):
            count = 52 if item == "deck_count" else None
            supervisor.send(calls.act_at_link("spade", acts.CheckClaim(claim=claim, item=item, count=count)))
        sign = acts.SignClaim(claim=claim)
        low = refused(dealer, calls.act_at_link("spade", sign, confirm=served.signature("dealer")))
        assert (low.status, low.code) == (403, "role_too_low")
        dealer.send(calls.act_at_link("spade", sign, confirm=served.signature("pit_supervisor")))
        again = refused(supervisor, calls.act_at_link("spade", sign))
        assert again.code == "same_person"
        wrong = Signature(served.secret("pit_manager")[0], pin="0" * 6)
        assert refused(supervisor, calls.act_at_link("spade", sign, confirm=wrong)).status == 401
        pin = Signature(served.secret("pit_manager")[0], pin=served.pins["pit_manager"])
        supervisor.send(calls.act_at_link("spade", sign, confirm=pin))
        (signed,) = supervisor.send(calls.link("spade")).claims
        assert signed.signatures == ("pit-supervisor", "pit-manager")
    with served.player("ben") as ben:
        answer = refused(ben, calls.act_at_link("spade", sign, confirm=served.signature("pit_supervisor")))
        assert answer.status == 403


@pytest.mark.parametrize(
    ("name", "asked"),
    [("3CP-1", ("dealer", 1, 2)), ("MSS-1", ("dealer", 1, 2)), ("MLTH-1", ("community",))],
)
def test_cards_dealt_unknown_are_asked_for_when_they_lie_face_up(
    served: Served, name: str, asked: tuple[int | str, ...]
) -> None:
    with served.client("dealer") as dealer, served.player("ann") as ann:
        table = ManualTable(served, name, dealer, "unknown")
        table.sign_on()
        table.begin(*BETS)
        table.play_on(deck(11), until="reveal")
        assert dealer.send(calls.legal(name)).unnamed == ()
        table.act(acts.Reveal())
        assert dealer.send(calls.legal(name)).unnamed == asked
        assert ann.send(calls.legal(name)).unnamed == ()
        table.show()
        assert dealer.send(calls.legal(name)).unnamed == ()


def verify(supervisor: Client, manager: Client, claim: str) -> None:
    for item in get_args(CheckItem):
        count = 52 if item == "deck_count" else None
        checked = acts.CheckClaim(claim=claim, item=item, count=count)
        supervisor.send(calls.act_at_link("diamond", checked))
    for client in (supervisor, manager):
        client.send(calls.act_at_link("diamond", acts.SignClaim(claim=claim)))


def test_a_disputed_round_keeps_its_cards(strict: Served) -> None:
    with strict.client("dealer") as dealer, strict.client("pit_supervisor") as supervisor:
        table = ManualTable(strict, "MSS-1", dealer)
        table.sign_on()
        witness = strict.signature("pit_supervisor")
        for name, backs in ((SET, "red"), ("S-2", "blue")):
            dealer.send(calls.act_on_set("MSS-1", acts.OpenSet(set=name, backs=backs), witness))
            dealer.send(calls.act_on_set("MSS-1", acts.CountSet(set=name, count=52), witness))
        dealer.send(calls.act_on_set("MSS-1", acts.PutInUse(set=SET, shuffled=True)))
        table.begin(*BETS)
        assert refused(dealer, calls.act_on_set("MSS-1", acts.TakeOut(set=SET))).code == "round_in_play"
        table.play_on(deck(5))
        table.settle()
        dealer.send(calls.dispute("MSS-1", 1, "he says that he had a pair"))
        dealer.send(calls.act_on_set("MSS-1", acts.TakeOut(set=SET)))
        dealer.send(calls.act_on_set("MSS-1", acts.PutInUse(set="S-2", shuffled=True)))
        assert refused(dealer, calls.begin("MSS-1")).code == "retention_due"
        supervisor.send(calls.act_on_set("MSS-1", acts.RetainSet(set=SET, cause="dispute", round=1)))
        dealer.send(calls.begin("MSS-1"))


def test_impossible_acts_on_card_sets_are_refused(strict: Served) -> None:
    open_ = acts.OpenSet(set=SET, backs="red")
    with (
        strict.client("dealer") as dealer,
        strict.player("ann") as ann,
        strict.client() as nobody,
        strict.client("surveillance") as watching,
    ):
        witness = strict.signature("pit_supervisor")
        wrong = structs.replace(witness, password="not her password")
        for client, call, status, code in (
            (nobody, calls.act_on_set("MSS-1", open_, witness), 401, "not_signed_in"),
            (ann, calls.act_on_set("MSS-1", open_, witness), 403, "role_too_low"),
            (watching, calls.act_on_set("MSS-1", open_, witness), 403, "role_too_low"),
            (dealer, calls.act_on_set("MSS-1", open_), 400, "bad_request"),
            (dealer, calls.act_on_set("MSS-1", open_, wrong), 401, "sign_in_refused"),
            (dealer, calls.act_on_set("MSS-1", open_, strict.signature("dealer")), 409, "same_person"),
            (dealer, calls.act_on_set("none", open_, witness), 404, "not_found"),
            (dealer, calls.act_on_set("MSS-1", acts.TakeOut(set=SET)), 404, "no_such_set"),
            (dealer, calls.dispute("MSS-1", 7, "of no round"), 404, "no_such_round"),
            (ann, calls.dispute("MSS-1", 1, "I had a pair"), 403, "role_too_low"),
        ):
            found = refused(client, call)
            assert (found.status, found.code) == (status, code), call
        assert refused(nobody, calls.card_sets("MSS-1")).status == 401
        assert refused(ann, calls.card_sets("MSS-1")).status == 403
        assert refused(dealer, calls.card_set("MSS-1", "none")).status == 404
        assert watching.send(calls.card_sets("MSS-1")).required
        twice = calls.act_on_set("MSS-1", open_, witness, "the-same-id")
        assert [dealer.send(twice).repeated for _ in range(2)] == [False, True]


def test_a_reading_shoe_hears_nothing_of_cards(served: Served) -> None:
    """Whatever it sends: wrong numbers, cards that are out, cards that nobody asked for."""
    answers: list[str] = []
    heard = httpx.Client(base_url=served.url, event_hooks={"response": [lambda found: _note(found, answers)]})
    with served.client("dealer") as dealer, served.device("shoe-7", "send_cards", table="3CP-1") as issued:
        heard.headers.update(issued._http.headers)
        with Client(served.url, http=heard) as reader:
            table = ManualTable(served, "3CP-1", dealer, "read", reader)
            table.sign_on()
            table.begin(*BETS)
            table.read(["As", "Ks"])
            for number, sequence, card, status, code in (
                (1, 5, "Qs", 409, "read_out_of_order"),
                (1, 3, "As", 409, "card_out_already"),
                (1, 2, "7d", 409, "read_again"),
                (1, 2, "Ks", 409, "read_again"),
                (2, 3, "Qs", 404, "no_such_round"),
                (1, 3, "?", 400, "bad_request"),
                (1, 0, "Qs", 400, "bad_request"),
            ):
                found = refused(reader, calls.read_card("3CP-1", number, sequence, card))
                assert (found.status, found.code) == (status, code), code
            assert "card 2 of the round is recorded" in str(reader.send(calls.reading("3CP-1")).doubt)
            table.read(["Qs"])
            assert reader.send(calls.reading("3CP-1")).doubt is None
            for call in (calls.begin("3CP-1"), calls.deal("3CP-1"), calls.act("3CP-1", acts.Reveal())):
                assert refused(reader, call).status == 403
            assert refused(reader, calls.card_sets("3CP-1")).status == 403
        with served.device("clock-1", "watch_table") as other:
            assert refused(other, calls.read_card("3CP-1", 1, 4, "9c")).status == 403
    assert len(answers) > 15
    for answer in answers:
        assert not CARD.search(answer), answer


def _note(found: httpx.Response, answers: list[str]) -> None:
    found.read()
    answers.append(found.text)


def test_a_reading_shoe_waits_until_a_dealer_is_signed_on(served: Served) -> None:
    with (
        served.client("dealer") as dealer,
        served.device("shoe-7", "send_cards", table="3CP-1") as reader,
    ):
        table = ManualTable(served, "3CP-1", dealer, "read", reader)
        table.sign_on()
        table.begin(*BETS)
        dealer.send(calls.sign_off("3CP-1"))
        assert refused(reader, calls.read_card("3CP-1", 1, 1, "As")).code == "not_signed_on"
        table.sign_on()
        table.read(["As", "Ks"])
        dealer.send(calls.sign_off("3CP-1"))
        assert refused(reader, calls.read_card("3CP-1", 1, 3, "Qs")).code == "not_signed_on"
        table.sign_on()
        table.read(["Qs"])
        assert table.now.boxes[0].cards == ("?", "?", "?"), "face down for everybody but their player"


def test_a_shoe_of_another_table_deals_nobody_a_winning_hand(served: Served) -> None:
    """Its token is for one table: shown for another it is refused, and the record says so."""
    royal = ("As", "Ks", "Qs", "2h", "3d", "7c", "9d")
    with served.client("dealer") as dealer, served.device("shoe-8", "send_cards", table="P3CP-1") as shoe:
        table = ManualTable(served, "3CP-1", dealer)
        table.sign_on()
        table.begin(*BETS)
        before = table.state
        for sequence, card in enumerate(royal, 1):
            found = refused(shoe, calls.read_card("3CP-1", 1, sequence, card))
            assert (found.status, found.code) == (403, "token_elsewhere")
            assert "for table P3CP-1" in str(found)
        assert refused(shoe, calls.reading("3CP-1")).code == "token_elsewhere"
        assert refused(shoe, calls.table("3CP-1")).code == "token_elsewhere"
        assert refused(shoe, calls.rounds(table="3CP-1")).code == "token_elsewhere"
        assert table.state == before
        assert shoe.send(calls.reading("P3CP-1")).next == 1, "at its own table it reads on"
    with served.client("administrator") as admin:
        said = admin.send(calls.person("shoe-8"))
        told = [one.what for one in said.happened if one.kind == "TokenUsedElsewhere"]
        assert said.account.tokens[0].table == "P3CP-1"
    (once,) = told
    assert once.startswith("token one was shown for table 3CP-1 from 127.0.0.1"), "once an hour is enough"
    assert audit(served.site.journal).fault is None
