"""Rounds of the record over HTTP: found, replayed and handed out as each reader may see them."""

import re
import threading
import tomllib
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pitboss.api.replay import MOST_MOMENTS
from pitboss.api.routes import rounds as round_routes
from pitboss.client import Client, Refused, calls
from pitboss.floor.dealer.turns import Pace
from pitboss.floor.thread_pools import REQUESTS
from pitboss.messages import acts
from pitboss.messages.rounds import MomentNow, RoundBrief
from pitboss.projection import project
from pitboss.records.round_file import parse_round_file
from pitboss.records.runner import play
from pitboss.replay import search as searching
from pitboss.replay.dispute.check import check_page
from pitboss.replay.dispute.document import parse_page
from pitboss.shoe.in_log import find_in_log
from pitboss.shoe.opening_file import parse_openings
from pitboss.store import Recorded
from pitboss.store.checkpoint import last_checkpoint, make_checkpoint
from pitboss.store.codec import Registry
from pitboss.store.keys import load_key, public_bytes
from pitboss.store.tree import leaf_of
from pitboss.tlog.merkle import root_by_subset
from pitboss.tlog.shown import Label
from tests.api.served import PATIENCE, Served, served_floor
from tests.api.test_views import PAINTED

WEEK = 7 * 24 * 3600
BY_HAND = Pace(betting=WEEK, decision=WEEK, dealing=WEEK, pause=WEEK)
"""The software does nothing by itself, not even where a test sets the clock days ahead."""
CARD = re.compile(r"\b[2-9TJQKA][shdc]\b")


served = served_floor(BY_HAND, scope="function")


def play_round(served: Served, players: dict[int, Client], table: str, *, folds: bool = False) -> int:
    """A whole round by hand; everybody looks, and folds or plays on."""
    served.begin(table)
    for box, player in players.items():
        player.send(calls.act(table, acts.PlaceBet(box=box, bet="ante", amount="25.00")))
    served.close(table)
    served.deal_until(table, "ask")
    for box, player in players.items():
        player.send(calls.act(table, acts.ExamineHand(box=box)))
        if folds:
            player.send(calls.act(table, acts.FoldHand(box=box)))
        else:
            player.send(calls.act(table, acts.PlaceBet(box=box, bet="play", amount="25.00")))
    served.deal_until(table, None)
    state = served.site.floor.table(table)
    assert state is not None
    return state.number


def keys(found: tuple[RoundBrief, ...]) -> list[tuple[str, int]]:
    return [(brief.table, brief.number) for brief in found]


def test_rounds_are_found_by_what_happened_in_them(served: Served) -> None:
    with (
        served.player("ann") as ann,
        served.player("bob") as bob,
        served.client("shift_manager") as shift,
        served.client("surveillance") as watcher,
    ):
        play_round(served, {1: ann}, "3CP-1")
        play_round(served, {1: ann, 2: bob}, "3CP-1", folds=True)
        play_round(served, {3: bob}, "ML3-1")
        served.begin("ML3-1")
        bob.send(calls.act("ML3-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        shift.send(calls.act("ML3-1", acts.Report(clause="5.8.1")))
        served.settle("ML3-1")
        everything = [("ML3-1", 2), ("ML3-1", 1), ("3CP-1", 2), ("3CP-1", 1)]
        assert keys(watcher.send(calls.rounds()).rounds) == everything
        assert keys(watcher.send(calls.rounds(table="3CP-1")).rounds) == [("3CP-1", 2), ("3CP-1", 1)]
        assert keys(watcher.send(calls.rounds(player="ann")).rounds) == [("3CP-1", 2), ("3CP-1", 1)]
        assert keys(watcher.send(calls.rounds(void=True)).rounds) == [("ML3-1", 2)]
        assert keys(watcher.send(calls.rounds(irregularity="5.8.1")).rounds) == [("ML3-1", 2)]
        assert keys(watcher.send(calls.rounds(jackpot=True)).rounds) == []
        (newest, *_), oldest = watcher.send(calls.rounds()).rounds, watcher.send(calls.rounds()).rounds[-1]
        assert keys(watcher.send(calls.rounds(day=newest.day)).rounds) == everything
        assert keys(watcher.send(calls.rounds(day="2020-01-01")).rounds) == []
        assert keys(watcher.send(calls.rounds(since=newest.began)).rounds) == [("ML3-1", 2)]
        assert keys(watcher.send(calls.rounds(until=newest.began)).rounds) == everything[1:]
        assert keys(watcher.send(calls.rounds(until=oldest.began, table="3CP-1")).rounds) == []
        gained = [(b.table, b.number) for b in watcher.send(calls.rounds()).rounds if float(b.most) >= 25]
        assert keys(watcher.send(calls.rounds(payout="25")).rounds) == gained
        assert keys(ann.send(calls.rounds()).rounds) == [("3CP-1", 2), ("3CP-1", 1)], "his own alone"
        assert keys(bob.send(calls.rounds(player="ann")).rounds) == [("3CP-1", 2)]


def test_pages_of_rounds_follow_each_other_without_a_gap(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "MOST_READ", 30)
    monkeypatch.setattr(searching, "WINDOW", 10)
    with served.player("ann") as ann, served.client("dealer") as dealer:
        for table in ("3CP-1", "ML3-1", "3CP-1", "P3CP-1", "3CP-1"):
            play_round(served, {1: ann}, table)
        for wanted in ({}, {"table": "3CP-1"}):
            found: list[tuple[str, int]] = []
            cursor: int | None = None
            while True:
                asked: dict[str, Any] = {**wanted, "limit": 1}
                if cursor is not None:
                    asked["cursor"] = cursor
                page = dealer.send(calls.rounds(**asked))
                found += keys(page.rounds)
                cursor = page.cursor
                if cursor is None:
                    break
            threes = [("3CP-1", 3), ("3CP-1", 2), ("3CP-1", 1)]
            others = [("3CP-1", 3), ("P3CP-1", 1), ("3CP-1", 2), ("ML3-1", 1), ("3CP-1", 1)]
            assert found == (threes if wanted else others)


def test_a_card_is_found_only_by_who_may_see_it(served: Served) -> None:
    with (
        served.player("ann") as ann,
        served.player("bob") as bob,
        served.client("dealer") as dealer,
        served.client("regulator") as regulator,
    ):
        play_round(served, {1: ann, 2: bob}, "3CP-1", folds=True)
        state = served.site.floor.table("3CP-1")
        assert state is not None
        assert state.round is not None
        opened = served.opened("3CP-1")
        of_ann, undisclosed = opened.boxes[0].cards[0], opened.dealer[0]
        for client, finds in ((ann, 1), (bob, 0), (dealer, 0), (regulator, 1)):
            assert len(client.send(calls.rounds(card=of_ann)).rounds) == finds
        for client in (ann, bob, dealer):
            assert not client.send(calls.rounds(card=undisclosed)).rounds


def test_a_replay_shows_each_moment_as_its_reader_could_see_it(served: Served) -> None:
    with (
        served.player("ann") as ann,
        served.player("bob") as bob,
        served.client("dealer"),
        served.client("surveillance") as watcher,
    ):
        served.begin("3CP-1")
        ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        bob.send(calls.act("3CP-1", acts.PlaceBet(box=2, bet="ante", amount="25.00")))
        served.close("3CP-1")
        served.deal_until("3CP-1", "ask")
        live = watcher.send(calls.round_then("3CP-1", 1))
        assert (live.log, live.everything) == (None, False)
        assert not any(PAINTED.search(moment.what) for moment in live.moments)
        ann.send(calls.act("3CP-1", acts.ExamineHand(box=1)))
        ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="play", amount="25.00")))
        bob.send(calls.act("3CP-1", acts.FoldHand(box=2)))
        served.deal_until("3CP-1", None)
        mine, theirs = ann.send(calls.round_then("3CP-1", 1)), bob.send(calls.round_then("3CP-1", 1))
        full = watcher.send(calls.round_then("3CP-1", 1))
        assert mine.round.settlement == theirs.round.settlement == full.round.settlement
        assert len(mine.moments) == len(theirs.moments) == len(full.moments)
        looked = next(n for n, moment in enumerate(mine.moments) if "looks at the hand" in moment.what)
        before, after = mine.moments[looked - 1].round, mine.moments[looked].round
        assert before is not None
        assert after is not None
        assert set(before.boxes[0].cards) == {"?"}
        assert "?" not in after.boxes[0].cards
        seen = theirs.moments[looked].round
        assert seen is not None
        assert set(seen.boxes[0].cards) == {"?"}
        shown = [
            [event for moment in then.moments for event in moment.events] for then in (mine, theirs, full)
        ]
        assert shown[0] == shown[1] == shown[2], "hashes are salted: they give nothing away"
        first = full.moments[0]
        assert first.clauses == ()
        assert all(moment.displayed for moment in full.moments)
        dealt = [moment for moment in full.moments if moment.what.startswith(("deals", "burns"))]
        assert dealt
        assert all(PAINTED.search(moment.what) for moment in dealt)
        hashes = [event.hash for event in shown[2]]
        assert len(set(hashes)) == len(hashes) > 20
        stream = [e for e in served.site.journal.read_stream("table/3CP-1") if e.hash.hex() in hashes]
        assert len(stream) >= 20
        for event in shown[2]:
            label = project(Label, event)
            assert label.hash(bytes.fromhex(event.digest)).hex() == event.hash
        plain = {sha256(event.data).hexdigest() for event in stream}
        assert plain.isdisjoint(event.digest for event in shown[2]), "nobody finds one by trying"


def test_every_reader_is_given_the_proof_that_the_round_stands_in_the_log(served: Served) -> None:
    with served.player("ann") as ann, served.client("dealer") as dealer:
        number = play_round(served, {1: ann}, "3CP-1")
        assert ann.send(calls.round_then("3CP-1", number)).log is None, "no checkpoint covers it yet"
        checkpoint = make_checkpoint(served.site.journal, load_key(Path(served.site.config.signing_key)))
        for client in (ann, dealer):
            then = client.send(calls.round_then("3CP-1", number))
            assert then.log is not None
            leaves = {
                append.number - 1: leaf_of([bytes.fromhex(text) for text in append.hashes])
                for append in then.log.appends
            }
            hashes = [bytes.fromhex(text) for text in then.log.hashes]
            assert root_by_subset(leaves, checkpoint.size, hashes) == checkpoint.head.root
            assert (then.log.note, then.log.key) == (checkpoint.note.write(), checkpoint.note_key.text())
            listed = {append.number: append.hashes for append in then.log.appends}
            events = [event for moment in then.moments for event in moment.events]
            assert all(event.hash in listed[event.append] for event in events)


def test_a_long_round_comes_in_pages_each_with_its_own_proof(served: Served) -> None:
    with served.player("ann") as ann, served.client("regulator") as regulator:
        number = play_round(served, {1: ann}, "3CP-1")
        checkpoint = make_checkpoint(served.site.journal, load_key(Path(served.site.config.signing_key)))
        for client in (ann, regulator):
            whole = client.send(calls.round_then("3CP-1", number))
            assert whole.cursor is None, "an ordinary round has one page"
            moments, cursor, pages = list[MomentNow](), 0, 0
            while True:
                asked = {"cursor": cursor} if cursor else {}
                page = client.send(calls.round_then("3CP-1", number, limit=7, **asked))
                assert (page.round, page.hash, page.last) == (whole.round, whole.hash, whole.last)
                assert page.log is not None
                proved = {append.number: append.hashes for append in page.log.appends}
                leaves = {one - 1: leaf_of([bytes.fromhex(text) for text in proved[one]]) for one in proved}
                hashes = [bytes.fromhex(text) for text in page.log.hashes]
                assert root_by_subset(leaves, checkpoint.size, hashes) == checkpoint.head.root
                events = [event for moment in page.moments for event in moment.events]
                assert {event.append for event in events} == set(proved), "of this page and no other"
                moments += page.moments
                pages += 1
                if page.cursor is None:
                    break
                assert len(page.moments) == 7
                cursor = page.cursor
            assert tuple(moments) == whole.moments
            assert pages == -(-len(moments) // 7) > 1
            beyond = client.send(calls.round_then("3CP-1", number, cursor=whole.last + 1))
            assert (beyond.moments, beyond.cursor, beyond.log) == ((), None, None)
            for wrong in ({"limit": 0}, {"limit": MOST_MOMENTS + 1}, {"cursor": 0}):
                with pytest.raises(Refused) as refused:
                    client.send(calls.round_then("3CP-1", number, **wrong))
                assert refused.value.status == 400


def test_moments_of_a_round_without_an_end_are_never_all_in_one_answer(served: Served) -> None:
    with served.player("ann") as ann:
        served.begin("3CP-1")
        for _ in range(MOST_MOMENTS // 2 + 5):
            ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
            ann.send(calls.act("3CP-1", acts.WithdrawBet(box=1, bet="ante")))
        first = ann.send(calls.round_then("3CP-1", 1))
        assert len(first.moments) == MOST_MOMENTS
        assert first.cursor is not None
        rest = ann.send(calls.round_then("3CP-1", 1, cursor=first.cursor))
        assert len(rest.moments) == MOST_MOMENTS // 2 * 2 + 10 + 1 - MOST_MOMENTS, "and its beginning"
        assert rest.cursor is None


def test_a_stranger_is_answered_before_the_round_is_read(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served.player("ann") as ann, served.player("eve") as eve:
        number = play_round(served, {1: ann}, "3CP-1")
        decoded: list[str] = []
        decode = Registry.decode

        def noted(registry: Registry, event: Recorded) -> Any:
            if threading.current_thread().name.startswith("record"):
                decoded.append(event.kind)
            return decode(registry, event)

        monkeypatch.setattr(Registry, "decode", noted)
        for route in ROUTES[:3]:
            decoded.clear()
            assert answer_to(eve, route("3CP-1", number))[0] == 404
            assert set(decoded) == {"RoundBegan", "BetPlaced"}
            decoded.clear()
            assert answer_to(eve, route("3CP-1", 99))[0] == 404
            assert set(decoded) <= {"RoundBegan"}
        assert answer_to(ann, calls.round_then("3CP-1", number))[0] == 200
        assert "RoundSettled" in decoded


def test_slow_reads_of_rounds_hold_up_nothing_else(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them than a server has threads for requests, of many accounts."""
    reads, over = threading.Semaphore(0), threading.Event()

    def slow(*_: object, **__: object) -> None:
        reads.release()
        assert over.wait(PATIENCE), "until the others were answered"

    with ExitStack() as stack:
        ann = stack.enter_context(served.player("ann"))
        readers = [stack.enter_context(served.player(f"eve{number}")) for number in range(REQUESTS // 4)]
        monkeypatch.setattr(round_routes, "_past", slow)
        pool = stack.enter_context(ThreadPoolExecutor(2 * REQUESTS))
        stack.callback(over.set)
        asked = [
            pool.submit(answer_to, reader, calls.round_file("3CP-1", 1))
            for reader in readers
            for _ in range(6)
        ]
        assert reads.acquire(timeout=PATIENCE)
        assert ann.send(calls.my_play()).player == "ann"
        assert ann.send(calls.table("3CP-1")).id == "3CP-1"
        assert not any(one.done() for one in asked)


def test_openings_prove_that_the_commitment_stands_in_the_log(served: Served) -> None:
    with served.player("ann") as ann, served.client("regulator") as regulator:
        served.begin("3CP-1")
        ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        key = load_key(Path(served.site.config.signing_key))
        checkpoint = make_checkpoint(served.site.journal, key)
        early = parse_openings(bytes(ann.send(calls.openings("3CP-1", 1))))
        assert early.log is None, "the sealed deck is shown when the round is over"
        served.close("3CP-1")
        served.deal_until("3CP-1", "ask")
        ann.send(calls.act("3CP-1", acts.FoldHand(box=1)))
        served.deal_until("3CP-1", None)
        for client in (ann, regulator):
            file = parse_openings(bytes(client.send(calls.openings("3CP-1", 1))))
            assert file.log is not None
            found = find_in_log(file.commitment, file.log, [public_bytes(key)])
            assert (found.size, found.key) == (checkpoint.size, checkpoint.note_key)
            hidden = [event for event in file.log.append.events if event.data is None]
            assert hidden
            assert all(event.label is None for event in hidden), "nothing else of the append is said"


def test_a_round_as_a_file_settles_to_its_lines_and_holds_only_what_its_reader_may_see(
    served: Served,
) -> None:
    with (
        served.player("ann") as ann,
        served.player("bob") as bob,
        served.client("dealer") as dealer,
        served.client("regulator") as regulator,
    ):
        served.begin("3CP-1")
        ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        bob.send(calls.act("3CP-1", acts.PlaceBet(box=2, bet="ante", amount="25.00")))
        with pytest.raises(Refused) as early:
            ann.send(calls.round_file("3CP-1", 1))
        assert early.value.code == "round_in_play"
        assert early.value.clauses == ("5.23",)
        served.close("3CP-1")
        served.deal_until("3CP-1", "ask")
        for box, player in ((1, ann), (2, bob)):
            player.send(calls.act("3CP-1", acts.ExamineHand(box=box)))
        ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="play", amount="25.00")))
        bob.send(calls.act("3CP-1", acts.FoldHand(box=2)))
        served.deal_until("3CP-1", None)
        state = served.site.floor.table("3CP-1")
        assert state is not None
        assert state.round is not None
        assert state.round.settlement is not None
        folded = set(served.opened("3CP-1").boxes[1].cards)
        for client, shows in ((ann, False), (dealer, False), (bob, True), (regulator, True)):
            text = client.send(calls.round_file("3CP-1", 1))
            (played,) = play(parse_round_file(tomllib.loads(text)))
            assert played.settlement.lines == state.round.settlement.lines
            assert (folded <= set(CARD.findall(text))) == shows
            assert bool(folded & set(CARD.findall(text))) == shows


def test_the_signed_page_is_for_those_who_may_see_every_card(served: Served) -> None:
    with (
        served.player("ann") as ann,
        served.client("dealer") as dealer,
        served.client("regulator") as regulator,
    ):
        number = play_round(served, {1: ann}, "3CP-1")
        for client in (ann, dealer):
            with pytest.raises(Refused) as refused:
                client.send(calls.round_page("3CP-1", number))
            assert refused.value.status == 403
        document = parse_page(regulator.send(calls.round_page("3CP-1", number)))
        assert check_page(document, served.house()).proved
        chinese = parse_page(regulator.send(calls.round_page("3CP-1", number, language="zh")))
        assert (document.record.language, chinese.record.language) == ("en", "zh")
        assert check_page(chinese, served.house()).proved
        with pytest.raises(Refused) as unknown:
            regulator.send(calls.round_page("3CP-1", number, language="../en"))
        assert (unknown.value.status, unknown.value.code) == (400, "bad_request")
        assert "'../en' is not one of the languages en, zh" in str(unknown.value)
        with pytest.raises(Refused) as missing:
            regulator.send(calls.round_page("3CP-1", 99))
        assert missing.value.status == 404


ROUTES = (calls.round_then, calls.openings, calls.round_file, calls.round_page)


def answer_to(client: Client, call: Any) -> tuple[int, str]:
    """The status and, unless it is a success, the sentence."""
    try:
        client.send(call)
    except Refused as refused:
        return refused.status, str(refused)
    return 200, ""


def test_a_round_is_read_by_those_whose_search_finds_it(served: Served) -> None:
    with (
        served.player("ann") as ann,
        served.player("eve") as eve,
        served.client() as nobody,
        served.client("dealer") as dealer,
        served.client("surveillance") as watcher,
    ):
        assert play_round(served, {1: ann}, "3CP-1") == 1
        served.begin("3CP-1")
        ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        statuses = {
            nobody: (401, 401, 401, 401),
            eve: (404, 404, 404, 403),
            ann: (200, 200, 200, 403),
            dealer: (200, 200, 200, 403),
            watcher: (200, 200, 200, 200),
        }
        for client, wanted in statuses.items():
            assert tuple(answer_to(client, route("3CP-1", 1))[0] for route in ROUTES) == wanted
            if client is not nobody:
                assert bool(client.send(calls.rounds(table="3CP-1")).rounds) == (wanted[0] == 200)
        for route in ROUTES[:3]:
            there, not_there = (answer_to(eve, route("3CP-1", number)) for number in (1, 99))
            assert there == (404, not_there[1].replace("round 99", "round 1")), "nor that there is one"
            assert answer_to(nobody, route("3CP-1", 2))[0] == 401, "nor one that is played"
        assert answer_to(eve, calls.round_then("3CP-1", 2))[0] == 404


def test_a_page_is_made_while_a_later_round_is_played_and_signs_what_it_needs(served: Served) -> None:
    """A ruling was recorded in the midst of the next round: no hash on the page tells of its cards."""
    with (
        served.player("ann") as ann,
        served.player("bob") as bob,
        served.client("shift_manager") as shift,
        served.client("surveillance") as watcher,
    ):
        number = play_round(served, {1: ann, 2: bob}, "3CP-1", folds=True)
        events = list(served.site.journal.read_stream("table/3CP-1"))
        for client in (ann, bob, shift, watcher):
            assert client.send(calls.round_then("3CP-1", number)).hash == events[-1].hash.hex()

        served.begin("3CP-1")
        ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        served.close("3CP-1")
        served.deal_until("3CP-1", "ask")
        ruling = acts.AdjustSettlement(
            box=1, player="ann", bet="ante", amount="25.00", reason="the camera shows it"
        )
        shift.send(calls.adjust("3CP-1", number, ruling))
        then = watcher.send(calls.round_then("3CP-1", number))
        assert (len(then.rulings), then.log, then.everything) == (1, None, True)

        before = last_checkpoint(served.site.journal)
        document = parse_page(watcher.send(calls.round_page("3CP-1", number)))
        checked = check_page(document, served.house())
        assert checked.proved
        assert all(finding.holds for finding in checked.findings), checked.findings
        signed = last_checkpoint(served.site.journal)
        assert signed is not None
        assert signed != before
        assert document.record.proof.head() == signed.head
        again = parse_page(watcher.send(calls.round_page("3CP-1", number)))
        assert again.record.proof == document.record.proof, "what is covered is not signed again"
