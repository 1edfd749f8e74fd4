"""The table's page, in a browser: whole rounds by mouse and by keyboard, held against the journal."""

import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from pitboss.analysis.families import analyse
from pitboss.analysis.model import AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import silent
from pitboss.cards import Card
from pitboss.client import Client, Refused, calls
from pitboss.messages import acts
from tests.api.served import Served, served_floor, serving
from tests.browser.seats import STILL, Seat, known_decks
from tests.browser.visitor import MOVING, PHONE, Visitors

TABLES = ("3CP-1", "P3CP-1", "ML3-1", "MLTH-1", "MSS-1")


served = served_floor(STILL)


floor = served_floor(STILL, scope="function")
"""A floor of a test's own."""


def seat(visitors: Visitors, served: Served, table: str, name: str, **how: object) -> Seat:
    visitor = visitors.new(**how)  # type: ignore[arg-type]
    visitor.served = served
    return Seat(visitor, served, table, name).sit()


@pytest.mark.parametrize("table", TABLES)
def test_a_full_round_by_mouse(visitors: Visitors, served: Served, table: str) -> None:
    how = MOVING if table == "MLTH-1" else {}
    ann = seat(visitors, served, table, f"mouse-{table.lower()}", **how)
    # The stream brings every change: the page has nothing else to know them by.
    ann.visitor.intercept(f"**/api/tables/{table}", lambda route: route.abort())
    ann.play_by_mouse()
    ann.visitor.excuse("net::ERR_FAILED")


@pytest.mark.parametrize("table", TABLES)
def test_a_full_round_by_keyboard(visitors: Visitors, served: Served, table: str) -> None:
    ann = seat(visitors, served, table, f"keys-{table.lower()}")
    ann.begin()
    press = ann.page.keyboard.press
    order = [
        name.split(" ")[1]
        for name in ann.page.locator('[data-area^="5 "]').evaluate_all("a => a.map(e => e.dataset.area)")
    ]
    focused = "document.activeElement?.dataset?.area ?? ''"
    for bet in ann.bets():
        while (at := ann.page.evaluate(focused)) != f"5 {bet}":
            box, _, here = at.partition(" ")
            if box != "5":
                press("ArrowLeft")
            else:
                press("ArrowDown" if order.index(here) < order.index(bet) else "ArrowUp")
            ann.page.wait_for_function(f"(before) => ({focused}) !== before", arg=at)
        press("2")
        press("Enter")
        expect(ann.area(5, bet)).to_have_accessible_name(re.compile(r"placed"))
    press("Backspace")
    expect(ann.area(5, ann.bets()[-1])).not_to_have_accessible_name(re.compile(r"placed"))
    ann.expect_journal()
    ann.close()
    expect(ann.says).to_contain_text("Your decision")
    press("l")
    expect(ann.hand(5).locator(".card.back")).to_have_count(0)
    while (asked := ann.shown(ann.asks(5)).round) and not asked.settled:
        press("p")
        decided = asked.box(5).decided
        ann.shown(lambda now, decided=decided: bool(now.round) and now.round.box(5).decided != decided)  # type: ignore[misc]
    ann.expect_settled()
    ann.expect_journal()


def test_a_fold_and_a_stand_off(visitors: Visitors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(tmp_path)
    with (
        known_decks(monkeypatch, **{"3CP_1": "Qs 9h 4d Qd 9c 4s"}),
        serving(folder, STILL) as floor,
    ):
        ann = seat(visitors, floor, "3CP-1", "ann")
        for answer, results in (
            ("play", {"ante": "Stand Off", "play": "Stand Off"}),
            ("fold", {"ante": "loses"}),
        ):
            ann.begin()
            ann.area(1, "ante").click()
            expect(ann.area(1, "ante")).to_have_accessible_name(
                "Box 1, Ante, S$25 placed, takes S$5 to S$975"
            )
            ann.close()
            ann.look(1)
            expect(ann.hand(1)).to_contain_text("Queen high")
            ann.act(answer).click()
            ann.expect_settled()
            for bet, word in results.items():
                expect(ann.area(1, bet)).to_have_accessible_name(re.compile(word))
            ann.expect_journal()
        ann.area(1, "ante").click()
        dialog = ann.page.get_by_role("dialog")
        expect(dialog.locator(".clause").first).to_be_visible()
        expect(dialog).to_contain_text("loses")


def test_the_adviser_says_what_each_decision_is_worth(
    visitors: Visitors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(tmp_path)
    with (
        known_decks(monkeypatch, **{"3CP_1": "Qs 6d 4c"}),
        serving(folder, STILL) as floor,
    ):
        ann = seat(visitors, floor, "3CP-1", "ann")
        ann.begin()
        ann.area(1, "ante").click()
        expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("placed"))
        ann.close()
        ann.look(1)
        expect(ann.act("play")).to_have_text("Play S$25")
        ann.page.get_by_role("button", name="Adviser").click()
        game = floor.site.floor.game_of(ann.state)
        spot = DecisionSpot(hand=tuple(Card(card) for card in ("Qs", "6d", "4c")))
        worth = analyse(game, silent).advise(spot, AnalysisQuestion()).actions
        expect(ann.act("fold")).to_contain_text("−S$25")
        expect(ann.act("play")).to_contain_text(f"Best −S${-round(float(worth['play'] * 25), 2):.2f}")


def test_the_adviser_counts_other_boxes_and_tells_going_on_from_withdrawing(
    visitors: Visitors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(tmp_path)
    with (
        known_decks(monkeypatch, **{"3CP_1": "5s 3d 2c Kh 9h 4h"}),
        serving(folder, STILL) as floor,
    ):
        ann = seat(visitors, floor, "3CP-1", "ann")
        ann.page.get_by_role("button", name="Adviser").click()
        ann.begin()
        for bet in ("ante", "jackpot"):
            ann.area(1, bet).click()
            expect(ann.area(1, bet)).to_have_accessible_name(re.compile("placed"))
        with floor.player("bob") as bob:
            bob.send(calls.act("3CP-1", acts.PlaceBet(box=2, bet="ante", amount="25")))
        asked: list[str] = []
        ann.page.on("request", lambda request: asked.append(request.url))
        ann.close()
        ann.look(1)
        expect(ann.act("fold")).to_contain_text("Best −S$30")
        assert any("hand=5s" in url and "others=1" in url for url in asked)
        with floor.client("pit_supervisor") as pit:
            fault = acts.Report(clause="5.10", boxes=(1,), reconstructed=False, reason="a card fell open")
            pit.send(calls.act("3CP-1", fault))
        expect(ann.act("withdraw")).to_contain_text("Best S$0")
        expect(ann.act("continue")).to_contain_text("−S$30")
        expect(ann.act("continue")).not_to_contain_text("Best")


def test_chips_are_drawn_taken_back_and_bet_again(visitors: Visitors, served: Served) -> None:
    ann = seat(visitors, served, "ML3-1", "chips")
    ann.begin()
    ante = ann.area(2, "ante")
    ann.chip("100").drag_to(ante)
    expect(ante).to_have_accessible_name(re.compile(r"S\$100 placed"))
    ann.chip("25").click()
    ante.click()
    expect(ante).to_have_accessible_name(re.compile(r"S\$125 placed"))
    ann.act("undo").click()
    expect(ante).to_have_accessible_name(re.compile(r"S\$100 placed"))
    ann.area(2, "jackpot").click()
    expect(ann.area(2, "jackpot")).to_have_accessible_name(re.compile(r"S\$5 placed"))
    ann.act("clear").click()
    expect(ante).not_to_have_accessible_name(re.compile("placed"))
    expect(ann.area(2, "jackpot")).not_to_have_accessible_name(re.compile("placed"))
    ann.expect_journal()
    ante.click()
    expect(ante).to_have_accessible_name(re.compile(r"S\$25 placed"))
    ann.close()
    ann.act("fold").click()
    ann.expect_settled()
    ann.begin()
    ann.act("rebet").click()
    expect(ante).to_have_accessible_name(re.compile(r"S\$25 placed"))
    ann.act("clear").click()
    expect(ante).not_to_have_accessible_name(re.compile("placed"))


def test_a_disabled_button_says_why(visitors: Visitors, served: Served) -> None:
    ann = seat(visitors, served, "P3CP-1", "whynot")
    ann.begin()
    coin = ann.area(4, "jackpot")
    expect(coin).to_have_attribute("aria-disabled", "true")
    coin.hover()
    tip = ann.page.get_by_role("tooltip")
    expect(tip).to_contain_text("Ante")
    expect(tip.locator(".clause").first).to_be_visible()
    ann.chip("5").click()
    ann.area(4, "ante").click()
    expect(tip).to_contain_text("S$25 or more")
    assert not ann.state.round or not ann.state.round.has_bets


def test_blind_boxes(visitors: Visitors, served: Served) -> None:
    ann = seat(visitors, served, "MSS-1", "blind")
    if not ann.state.in_play:
        ann.begin()
    for box in (1, 2):
        ann.area(box, "ante").click()
        expect(ann.area(box, "ante")).to_have_accessible_name(re.compile("placed"))
    ann.close()
    ann.look(1)
    expect(ann.hand(1).locator(".card.back")).to_have_count(0)
    ann.hand(2).click()
    expect(ann.page.get_by_role("tooltip")).to_contain_text("without looking")
    for box in (1, 2):
        bet = ann.page.get_by_role("group", name=f"Box {box}: what to do").locator('[data-act="bet"]')
        bet.click()
        expect(bet).to_have_count(0)
    ann.expect_settled()
    ann.expect_journal()


def test_a_choice_after_an_irregularity(visitors: Visitors, floor: Served) -> None:
    ann, bob = (seat(visitors, floor, "3CP-1", name) for name in ("ann", "bob"))
    ann.begin()
    for box, each in ((1, ann), (2, bob)):
        each.area(box, "ante").click()
        expect(each.area(box, "ante")).to_have_accessible_name(re.compile("placed"))
    ann.close()
    expect(ann.says).to_contain_text("Your decision")
    with floor.client("pit_supervisor") as pit:
        pit.send(calls.act("3CP-1", acts.Report(clause="5.10", boxes=(1, 2), reconstructed=False)))
    for each in (ann, bob):
        expect(each.page.locator(".panel")).to_contain_text("5.10.3")
        expect(each.says).to_contain_text("Your choice")
    ann.act("withdraw").click()
    expect(ann.hand(1)).to_contain_text("Out")
    bob.act("continue").click()
    bob.act("fold").click()
    bob.expect_settled()
    expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("returned"))
    expect(bob.area(2, "ante")).to_have_accessible_name(re.compile("loses"))
    ann.expect_journal()
    bob.expect_journal()


def test_a_void_round_and_a_closed_table(visitors: Visitors, floor: Served) -> None:
    ann = seat(visitors, floor, "ML3-1", "ann")
    ann.begin()
    ann.area(1, "ante").click()
    expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("placed"))
    ann.close()
    with floor.client("shift_manager") as shift:
        shift.send(
            calls.act("ML3-1", acts.Report(clause="5.23", action="void", reason="the lights went out"))
        )
    expect(ann.page.locator(".banner")).to_contain_text("void")
    expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("returned"))
    ann.expect_journal()
    with floor.client("shift_manager") as shift:
        shift.send(calls.close_table("ML3-1"))
    expect(ann.says).to_have_text("The table is closed")
    expect(ann.page.locator(".stage.closed")).to_be_visible()
    expect(ann.page.locator("[data-name].pressable")).to_have_count(0)
    expect(ann.act("rebet")).to_have_attribute("aria-disabled", "true")


def test_seats_and_chips(visitors: Visitors, floor: Served) -> None:
    ann = seat(visitors, floor, "MSS-1", "ann")
    ann.page.get_by_role("button", name="Sit down at box 2").click()
    expect(ann.page.get_by_role("group", name="Box 2, You")).to_be_visible()
    assert {box: each.player for box, each in ann.state.seats.items()} == {2: "ann"}
    ann.page.get_by_role("button", name="Buy chips").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_role("button", name="S$10,000", exact=True).click()
    expect(dialog.locator(".fault")).not_to_be_empty()
    dialog.get_by_role("button", name="Cash all S$10,000").click()
    expect(ann.balance).to_have_text("S$0.00")
    # The stream may bring the balance before the answer closes the dialog.
    expect(dialog).to_have_count(0)
    ann.page.get_by_role("button", name="Buy chips").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="S$500", exact=True).click()
    expect(ann.balance).to_have_text("S$500.00")
    ann.expect_journal()
    ann.page.get_by_role("button", name="Stand up from box 2").click()
    expect(ann.page.get_by_role("group", name="Box 2, free")).to_be_visible()
    ann.visitor.faults = [fault for fault in ann.visitor.faults if "409" not in fault]


def scene_of(ann: Seat) -> object:
    """All that the page says, but for the seconds of the clock."""
    return ann.page.evaluate(
        """() => [...document.querySelectorAll(".felt [aria-label], .saying-words, .balance-value, .panel")]
          .map((e) => [e.getAttribute("aria-label"), e.tagName === "g" ? "" : e.textContent])"""
    )


def expect_scene(ann: Seat, scene: object) -> None:
    """The page comes to say this."""
    ann.until(lambda: scene_of(ann) == scene, lambda: f"the page says {scene}; it said {scene_of(ann)}")


def test_a_reload_shows_the_same(visitors: Visitors, served: Served) -> None:
    ann = seat(visitors, served, "MLTH-1", "reload")
    if not ann.state.in_play:
        ann.begin()
    ann.area(6, "ante").click()
    expect(ann.area(6, "ante")).to_have_accessible_name(re.compile("placed"))
    ann.close()
    ann.look(6)
    expect(ann.hand(6).locator(".card.back")).to_have_count(0)
    expect(ann.page.locator(".panel.due")).to_contain_text("Flop")
    before = scene_of(ann)
    ann.page.reload()
    expect(ann.page.locator(".panel.due")).to_contain_text("Flop")
    expect_scene(ann, before)
    ann.act("fold").click()
    ann.expect_settled()


def test_a_server_that_restarts(visitors: Visitors, tmp_path: Path) -> None:
    folder = str(tmp_path)
    url = f"{folder}/floor.db"
    with serving(folder, STILL, url=url) as first:
        ann = seat(visitors, first, "3CP-1", "ann")
        ann.begin()
        ann.area(1, "ante").click()
        expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("placed"))
        ann.close()
        ann.look(1)
        expect(ann.hand(1).locator(".card.back")).to_have_count(0)
        expect(ann.act("play")).to_be_visible()
        before = scene_of(ann)
        port = int(first.url.rpartition(":")[2])
    expect(ann.page.locator(".table-fault")).to_contain_text("comes back by itself")
    expect(ann.act("play")).to_have_attribute("aria-disabled", "true")
    with serving(folder, STILL, port=port, url=url) as second:
        ann.served = second
        expect(ann.page.locator(".table-fault")).to_have_text("")
        expect_scene(ann, before)
        ann.act("play").click()
        ann.expect_settled()
        ann.expect_journal()
        ann.page.close()
    lost = [fault for fault in ann.visitor.faults if "net::ERR" not in fault]
    assert lost == []
    ann.visitor.faults.clear()


def test_an_answer_that_is_lost_is_asked_for_again(visitors: Visitors, served: Served) -> None:
    ann = seat(visitors, served, "P3CP-1", "lost")
    if not ann.state.in_play:
        ann.begin()
    answers: list[dict[str, object]] = []

    def lose(route: Route) -> None:
        """The first answer is lost on its way."""
        answer = route.fetch()
        answers.append(answer.json())
        if len(answers) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    ann.visitor.intercept("**/acts", lose)
    ann.area(7, "ante").click()
    ann.until(lambda: len(answers) == 2, "the command is answered twice")
    assert answers[1] == answers[0] | {"repeated": True}
    ann.shown(lambda now: True)
    expect(ann.area(7, "ante")).to_have_accessible_name(re.compile(r"S\$25 placed"))
    ann.expect_journal()
    assert all("net::ERR_FAILED" in fault for fault in ann.visitor.faults)
    ann.visitor.faults.clear()


def test_legal_acts_are_asked_for_until_they_are_answered(visitors: Visitors, floor: Served) -> None:
    """Otherwise a felt on which nothing else happens could not be pressed any more."""
    ann = seat(visitors, floor, "3CP-1", "ann")
    failing = True
    asked: list[int] = []

    def fail(route: Route) -> None:
        if not failing:
            return route.continue_()
        asked.append(len(asked))
        if len(asked) % 4 == 1:
            return route.abort()
        if len(asked) % 4 == 2:
            return route.fulfill(status=200, body='{"version": 1', content_type="application/json")
        return route.fulfill(status=503 if len(asked) % 4 == 3 else 429)

    ann.visitor.intercept("**/legal", fail)
    ann.begin()
    ann.until(lambda: len(asked) >= 1, "the first request is sent")
    ann.area(1, "ante").dispatch_event("click")
    tip = ann.page.get_by_role("tooltip")
    expect(tip).to_have_text("What may be done now is still being asked. Press again in a moment.")
    ann.until(lambda: len(asked) >= 4, "four requests are sent")
    failing = False
    ann.area(1, "ante").click()
    expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("placed"))
    ann.expect_journal()
    ann.visitor.excuse("net::ERR_FAILED", "503", "429")


def test_legal_acts_are_asked_for_when_the_stream_begins_with_a_change(
    visitors: Visitors, floor: Served
) -> None:
    """Its first event says that the stream is live, too, and that alone is nothing to ask for."""
    visitor = visitors.new()
    visitor.served = floor
    held = visitor.hold("**/tables/3CP-1/stream")
    with visitor.page.expect_response("**/legal") as known:
        ann = Seat(visitor, floor, "3CP-1", "ann").sit()
    known.value.finished()
    visitor.page.evaluate("new Promise((done) => setTimeout(done))")
    ann.house.begin("3CP-1")
    ann.until(lambda: bool(held), "a request is held back")
    held[0].continue_()
    ann.area(1, "ante").click()
    expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("placed"))
    ann.expect_journal()


def test_legal_acts_are_asked_for_again_after_a_lost_answer(visitors: Visitors, floor: Served) -> None:
    """A connection can be dead without a word, and nothing else asks before the table changes."""
    visitor = visitors.new()
    visitor.served = floor
    visitor.hold_clock()
    ann = Seat(visitor, floor, "3CP-1", "ann").sit()
    ann.shown(lambda now: True)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    ann.visitor.intercept("**/legal", hold)
    ann.begin()
    ann.until(lambda: bool(held), "a request is held back")
    expect(ann.area(1, "ante")).to_have_attribute("aria-disabled", "true")
    ann.page.clock.fast_forward(10_000)
    ann.area(1, "ante").click()
    expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("placed"))
    ann.expect_journal()


def test_a_change_that_the_stream_does_not_bring_is_read(
    visitors: Visitors, floor: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = visitors.new()
    visitor.served = floor
    visitor.hold_clock()
    ann = Seat(visitor, floor, "3CP-1", "ann").sit()
    ann.begin()
    ann.shown(lambda now: True)
    monkeypatch.setattr(floor.site.news, "_wake", lambda topics: None)

    def placed(box: int) -> bool:
        found = ann.state.round
        return found is not None and found.box(box).has("ante")

    for box in (1, 2):
        ann.area(box, "ante").click()
        ann.until(partial(placed, box), "the bet is placed")
    expect(ann.area(1, "ante")).not_to_have_accessible_name(re.compile("placed"))
    ann.page.clock.fast_forward(3_000)
    for box in (1, 2):
        expect(ann.area(box, "ante")).to_have_accessible_name(re.compile("placed"))
    ann.expect_journal()


def test_a_decision_is_pressed_once_and_a_press_in_between_says_so(visitors: Visitors, floor: Served) -> None:
    ann = seat(visitors, floor, "MLTH-1", "ann")
    ann.begin()
    ann.area(1, "ante").click()
    expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("placed"))
    ann.close()
    expect(ann.says).to_contain_text("Your decision")
    held = ann.visitor.hold("**/acts")
    ann.act("flop").dispatch_event("click")
    ann.act("flop").dispatch_event("click")
    tip = ann.page.get_by_role("tooltip")
    expect(tip).to_have_text("What you did last is still on its way. Press again in a moment.")
    (sent,) = held
    sent.continue_()
    expect(tip).to_have_count(0)
    expect(ann.act("flop")).to_have_count(0)
    expect(ann.act("check")).to_be_visible()
    ann.expect_journal()


def test_a_press_outlives_the_reason_that_goes_away_beside_it(visitors: Visitors, floor: Served) -> None:
    ann = seat(visitors, floor, "3CP-1", "ann")
    ann.begin()
    ann.area(1, "ante").click()
    expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("placed"))
    ann.close()
    expect(ann.says).to_contain_text("Your decision")
    # What may be done is known by then, and with it the reason why nothing more can be bet.
    expect(ann.act("fold")).to_be_enabled()
    tip = ann.page.get_by_role("tooltip")
    ann.area(1, "pair_plus").dispatch_event("pointerenter")
    expect(tip).to_be_visible()
    ann.act("fold").hover()
    expect(tip).to_have_count(0)
    ann.area(1, "pair_plus").dispatch_event("pointerenter")
    expect(tip).to_be_visible()
    ann.page.mouse.down()
    ann.area(1, "pair_plus").dispatch_event("pointerleave")
    expect(tip).to_have_count(0)
    ann.page.mouse.up()
    ann.expect_settled()


def test_the_api_refuses_acts_that_the_page_does_not_offer(visitors: Visitors, floor: Served) -> None:
    ann, bob = (seat(visitors, floor, "3CP-1", name) for name in ("ann", "bob"))
    ann.begin()
    ann.area(1, "ante").click()
    bob.area(2, "ante").click()
    expect(bob.area(2, "ante")).to_have_accessible_name(re.compile("placed"))
    expect(bob.area(1, "ante")).to_have_attribute("aria-disabled", "true")
    ann.close()
    expect(bob.area(2, "pair_plus")).to_have_attribute("aria-disabled", "true")
    expect(bob.act("undo")).to_have_count(0)
    with pytest.raises(AssertionError):
        expect(bob.hand(1)).to_have_role("button", timeout=300)
    tries = (
        acts.PlaceBet(box=1, bet="pair_plus", amount="25"),
        acts.PlaceBet(box=2, bet="pair_plus", amount="25"),
        acts.PlaceBet(box=2, bet="play", amount="50", player="ann"),
        acts.WithdrawBet(box=2, bet="ante"),
        acts.ExamineHand(box=1),
        acts.FoldHand(box=1),
        acts.Reveal(),
        acts.SettleRound(),
        acts.Choose(box=2, way="withdraw"),
    )
    with Client(floor.url, token=floor.sign_in("bob")) as client:
        for act in tries:
            with pytest.raises(Refused) as refused:
                client.send(calls.act("3CP-1", act))
            assert refused.value.status in (403, 409), act


def test_a_watcher_sees_the_table_without_its_controls(visitors: Visitors, served: Served) -> None:
    page = visitors.new(PHONE).open("/tables/3CP-1")
    expect(page.get_by_text("You are watching")).to_be_visible()
    expect(page.locator("[data-chip]")).to_have_count(0)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_nothing_moves_where_the_reader_wants_it_so(visitors: Visitors, served: Served) -> None:
    visitor = visitors.new(**MOVING)
    visitor.choose(still=True)
    ann = Seat(visitor, served, "ML3-1", "still").sit()
    if not ann.state.in_play:
        ann.begin()
    ann.area(7, "ante").click()
    expect(ann.area(7, "ante")).to_have_accessible_name(re.compile("placed"))
    ann.close()
    ann.look(7)
    expect(ann.hand(7).locator(".card.back")).to_have_count(0)
    assert ann.page.evaluate("document.getAnimations().length") == 0
    ann.act("fold").click()
    ann.expect_settled()
