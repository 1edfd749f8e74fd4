"""What a player or watcher meets at a table and on the floor, in a browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pitboss.floor import SYSTEM
from pitboss.floor import commands as fc
from pitboss.floor.dealer.turns import Pace
from pitboss.refusal import Refusal
from tests.access.entrance import register_player
from tests.api.served import PASSWORD, Served, served_floor, serving
from tests.browser.seats import STILL, Seat, known_decks
from tests.browser.visitor import MOVING, Visitors
from tests.floor.desk import desk
from tests.floor.house import DEALER

SLOWLY = Pace(betting=300, decision=300, dealing=300, pause=300)
"""Nothing at all happens by itself."""

served = served_floor(STILL)
slow = served_floor(SLOWLY)


def seat(visitors: Visitors, served: Served, table: str, name: str, **how: object) -> Seat:
    visitor = visitors.new(**how)  # type: ignore[arg-type]
    visitor.served = served
    return Seat(visitor, served, table, name).sit()


def bet(ann: Seat, box: int, *bets: str) -> None:
    for name in bets:
        ann.area(box, name).click()
        expect(ann.area(box, name)).to_have_accessible_name(re.compile("placed"))


def test_the_ring_runs_as_fast_as_the_time_and_asks_with_its_own_clock(
    visitors: Visitors, slow: Served
) -> None:
    visitor = visitors.new()
    visitor.served = slow
    visitor.hold_clock()
    ann = Seat(visitor, slow, "3CP-1", "ring").sit()
    ann.begin()
    bet(ann, 1, "ante")
    ring, seconds = ann.page.locator(".clock-hand"), ann.page.locator(".saying .clock text")
    set_once = ring.get_attribute("style")
    assert re.search(r"--whole: 30\d\d\d\dms", set_once or "")
    ann.page.clock.fast_forward(3_000)
    expect(seconds).to_have_text(re.compile(r"^29[0-8]$"))
    expect(ring).to_have_attribute("style", set_once or "")
    ann.close()
    while (held := ann.state.round) and len(held.box(1).cards) < 3:
        slow.deal(ann.table)
    ann.shown(lambda now: True)
    expect(ann.says).to_have_text("Dealing")
    slow.deal_until(ann.table, "ask")
    expect(ann.says).to_have_text("Your decision · Box 1")
    expect(seconds).to_have_text(re.compile(r"^(29\d|300)$"))


def test_nothing_moves_for_who_watches_a_table_at_which_nothing_happens(
    visitors: Visitors, served: Served
) -> None:
    visitor = visitors.new(**MOVING)
    visitor.served = served
    page = visitor.open("/tables/ML3-1")
    page.locator(".felt").wait_for()
    served.begin("ML3-1")
    expect(page.locator('[data-area="1 ante"]')).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator('[data-area="1 play"]')).to_have_attribute("aria-disabled", "true")
    assert page.evaluate("document.getAnimations().length") == 0
    redrawn = """async () => {
      let changes = 0;
      const seen = new MutationObserver((all) => (changes += all.length));
      seen.observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
      await new Promise((done) => setTimeout(done, 1100));
      return changes;
    }"""
    assert page.evaluate(redrawn) == 0


def test_a_player_out_of_time_is_told_so_and_sits_down_again(visitors: Visitors, served: Served) -> None:
    ann = seat(visitors, served, "P3CP-1", "late")
    ann.begin()
    bet(ann, 2, "ante")
    ann.close()
    expect(ann.says).to_contain_text("Your decision")
    late = fc.TimeOut(table=ann.table, box=2)
    assert not isinstance(desk(served.site.floor).do(late, SYSTEM, "late/2"), Refusal)
    told = ann.page.locator(".told")
    expect(told).to_contain_text("Your time ran out at box 2")
    expect(told.locator(".clause").first).to_be_visible()
    ann.page.reload()
    expect(told).to_contain_text("Your time ran out at box 2")
    ann.act("sit-again").click()
    expect(told).to_have_count(0)
    ann.until(lambda: 2 in ann.state.seats, "somebody has the second seat")


def test_a_player_who_walked_away_is_not_told_that_time_ran_out(visitors: Visitors, served: Served) -> None:
    ann = seat(visitors, served, "ML3-1", "away")
    if not ann.state.in_play:
        ann.begin()
    bet(ann, 3, "ante")
    ann.close()
    expect(ann.says).to_contain_text("Your decision")
    ann.page.get_by_role("button", name="Walk away").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Walk away").click()
    ann.shown(lambda now: 3 not in now.seats)
    expect(ann.page.locator(".told")).to_have_count(0)


def test_a_reason_goes_when_it_is_not_true_any_more(visitors: Visitors, served: Served) -> None:
    made = register_player(served.site.doors, "poor", PASSWORD, "test-poor")
    assert not isinstance(made, Refusal)
    visitor = visitors.new()
    visitor.served = served
    visitor.sign_in(served.sign_in("poor"))
    ann = Seat(visitor, served, "3CP-1", "poor").open()
    ann.begin()
    ann.shown(lambda now: True)
    tip = ann.page.get_by_role("tooltip")
    ann.area(1, "ante").dispatch_event("click")
    expect(tip).to_have_text("You do not have enough chips here: buy chips first.")
    ann.page.get_by_role("button", name="Buy chips").press("Enter")
    ann.page.get_by_role("dialog").get_by_role("button", name="S$500", exact=True).press("Enter")
    expect(ann.balance).to_have_text("S$500.00")
    expect(tip).to_have_count(0)


def test_floor_and_table_say_the_same_of_the_jackpot_bet(visitors: Visitors, served: Served) -> None:
    visitor = visitors.new()
    visitor.served = served
    page = visitor.open("/")
    expect(page.get_by_role("article", name="Stud")).to_contain_text("S$5 × 1–5")
    page = visitor.open("/tables/MSS-1")
    expect(page.locator(".limits")).to_contain_text("S$5 × 1–5")


def test_a_page_is_found_by_the_short_name_of_a_sheet(visitors: Visitors, served: Served) -> None:
    visitor = visitors.new()
    visitor.served = served
    page = visitor.open("/rulebook/3cp/5.5")
    expect(page).to_have_title(re.compile("^3 Card Poker"))


def test_the_one_look_is_said_before_it_is_spent(visitors: Visitors, served: Served) -> None:
    ann = seat(visitors, served, "MSS-1", "two")
    ann.begin()
    bet(ann, 3, "ante")
    ann.act("double").click()
    expect(ann.area(3, "ante")).to_have_accessible_name(re.compile(r"S\$50 placed"))
    bet(ann, 4, "ante")
    expect(ann.page.locator(".balance-laid")).to_have_text("On the layout S$75")
    ann.close()
    panel = ann.page.locator(".panel.due")
    expect(panel).to_contain_text("You may look at 1 of your 2 hands only")
    expect(panel.locator(".clause").first).to_be_visible()
    expect(panel.locator(".large:not(.quiet)")).to_have_text("Look")
    ann.act("look").click()
    expect(panel.locator(".large:not(.quiet)")).to_have_text("Bet S$100")
    expect(panel).not_to_contain_text("You may look")


def test_a_hand_names_its_kicker_and_marks_the_cards_that_count(
    visitors: Visitors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        known_decks(monkeypatch, MLTH_1="Ks 9h Kd 8c Kh 4d 2s 7c Jd"),
        serving(str(tmp_path), STILL) as floor,
    ):
        ann = seat(visitors, floor, "MLTH-1", "ann")
        ann.begin()
        bet(ann, 4, "ante")
        ann.close()
        while (asked := ann.shown(ann.asks(4)).round) and not asked.settled:
            decided = asked.box(4).decided
            ann.page.keyboard.press("p")
            ann.shown(lambda now, decided=decided: bool(now.round) and now.round.box(4).decided != decided)  # type: ignore[misc]
        ann.expect_settled()
        expect(ann.hand(4)).to_contain_text("Three kings, nine kicker")
        expect(ann.page.locator(".felt")).to_contain_text("Three kings, jack kicker")
        expect(ann.hand(4).locator(".unused")).to_have_count(2)
        expect(ann.page.locator(".dealers-cards .unused")).to_have_count(1)
        expect(ann.page.locator(".counts-mine")).to_have_count(5)
        expect(ann.page.locator(".counts-theirs")).to_have_count(4)
        expect(ann.page.locator(".cards-label")).to_have_text("Community cards")
        ann.page.close()


def test_the_floor_says_which_tables_feed_a_meter(visitors: Visitors, served: Served) -> None:
    visitor = visitors.new()
    visitor.served = served
    page = visitor.open("/")
    expect(page.locator(".meter", has_text="diamond")).to_contain_text("Tables ML3-1 · MLTH-1")
    felts = page.locator(".felt-words").all_text_contents()
    assert len(set(felts)) == len(felts)
    # Every game has a cloth of its own, those of one shape too.
    expect(page.locator(".tile.shade-1")).to_have_count(1)
    colour = "(tiles) => tiles.map((tile) => getComputedStyle(tile).getPropertyValue('--felt'))"
    cloths = page.locator(".tile").evaluate_all(colour)
    assert len(set(cloths)) == len(cloths) == 5


def test_a_player_who_is_alone_has_the_cards_dealt_now(visitors: Visitors, served: Served) -> None:
    ann = seat(visitors, served, "MLTH-1", "alone")
    if not ann.state.in_play:
        ann.begin()
    bet(ann, 5, "ante")
    ann.act("ready").click()
    expect(ann.says).to_contain_text("Your decision")
    ann.act("fold").click()
    ann.expect_settled()


def test_one_press_offers_somebody_new_chips_and_seats_them(visitors: Visitors, served: Served) -> None:
    visitor = visitors.new()
    visitor.served = served
    page = visitor.open("/")
    page.get_by_role("link", name="Sit down 3CP-1", exact=True).click()
    door = page.get_by_role("dialog", name="Register")
    door.get_by_label("Name").fill("newcomer")
    door.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    offer = page.get_by_role("dialog", name="Buy chips")
    offer.get_by_role("button", name="S$500", exact=True).click()
    expect(page.locator(".balance-value")).to_have_text("S$500.00")
    expect(page.locator(".box.mine")).to_have_count(1)
    # A seat takes chips at its table; who has them is not asked again.
    page.get_by_role("link", name="Floor", exact=True).click()
    page.get_by_role("link", name="Sit down MSS-1", exact=True).click()
    offer.get_by_role("button", name="Close").click()
    expect(offer).to_have_count(0)
    expect(page.locator(".box.mine")).to_have_count(0)
    page.locator('[data-name="2"]').click()
    offer.get_by_role("button", name="S$100", exact=True).click()
    expect(page.locator(".box.mine")).to_have_count(1)
    page.get_by_role("link", name="Floor", exact=True).click()
    page.get_by_role("link", name="Sit down 3CP-1", exact=True).click()
    expect(page.locator(".balance-value")).to_have_text("S$500.00")
    expect(page.locator(".box.mine")).to_have_count(1)
    expect(offer).to_have_count(0)
    page.get_by_role("link", name="Floor", exact=True).click()
    expect(page.locator(".tile")).to_have_count(5)
    visitor.settle()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    page.get_by_role("link", name="Sit down 3CP-1", exact=True).click()
    expect(page.get_by_role("dialog", name="Sign in")).to_be_visible()


def test_a_table_whose_boxes_are_taken_says_so_to_who_wants_a_seat(
    visitors: Visitors, served: Served
) -> None:
    late = seat(visitors, served, "ML3-1", "latecomer")
    house = late.house
    for box in range(1, 8):
        house.ok(house.floor.sit_down("ML3-1", box, "early", DEALER, house.id()))
    expect(late.page.locator(".box.taken")).to_have_count(7)
    late.page.evaluate("sessionStorage.setItem('pitboss.enters', 'ML3-1')")
    late.page.reload()
    expect(late.page.locator(".table-fault")).to_contain_text("Every box of this table is taken")
    for box in range(1, 8):
        house.ok(house.floor.stand_up("ML3-1", box, DEALER, house.id()))


def test_the_last_result_stays_in_reach_and_the_game_is_told_on_one_page(
    visitors: Visitors, served: Served
) -> None:
    ann = seat(visitors, served, "P3CP-1", "last")
    if not ann.state.in_play:
        ann.begin()
    bet(ann, 6, "ante")
    ann.close()
    ann.act("fold").click()
    ann.expect_settled()
    ann.begin()
    expect(ann.act("last")).to_have_text("Last round −S$25")
    ann.page.reload()
    ann.act("last").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text("loses")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="More").click()
    ann.page.get_by_role("button", name="How to play").click()
    expect(dialog).to_contain_text("Everybody gets 3 cards. The Dealer gets 3.")
    expect(dialog.locator(".clause").first).to_be_visible()


def test_the_floor_shows_the_tables_that_are_wanted(visitors: Visitors, served: Served) -> None:
    visitor = visitors.new()
    visitor.served = served
    page = visitor.open("/")
    expect(page.get_by_role("article")).to_have_count(5)
    page.get_by_label("Game").select_option("3 Card Poker")
    expect(page.get_by_role("article")).to_have_count(1)
    page.get_by_label("Game").select_option("")
    page.get_by_label("With a free box").check()
    expect(page.get_by_role("article")).to_have_count(5)


def test_favourite_bets_are_kept_by_game_and_laid_by_one_press(visitors: Visitors, served: Served) -> None:
    ann = seat(visitors, served, "P3CP-1", "fond")
    if not ann.state.in_play:
        ann.begin()
    bet(ann, 5, "ante", "pair_plus", "jackpot")
    ann.page.get_by_role("button", name="More").click()
    ann.page.get_by_role("button", name="Favourite bets").click()
    kept = ann.page.get_by_role("dialog", name="Favourite bets")
    expect(kept).to_contain_text("You have no favourite bets")
    kept.get_by_label("Name of the favourite").fill("Usual")
    kept.get_by_role("button", name="Keep these bets").click()
    expect(kept.get_by_role("listitem")).to_contain_text(
        "Usual Ante S$25, Pair Plus S$25, Progressive Jackpot S$5"
    )
    kept.get_by_role("button", name="Close").click()
    ann.act("clear").click()
    expect(ann.page.locator(".box.mine .area.laid")).to_have_count(0)
    ann.page.reload()
    ann.area(5, "ante").focus()
    favourite = ann.page.locator("[data-favourite=Usual]")
    expect(favourite).not_to_have_attribute("aria-disabled", "true")
    favourite.click()
    expect(ann.page.locator(".balance-laid")).to_contain_text("S$55")
    ann.act("clear").click()
    expect(ann.page.locator(".balance-laid")).to_have_count(0)
    expect(favourite).not_to_have_attribute("aria-disabled", "true")
    ann.page.keyboard.press("v")
    expect(ann.page.locator(".balance-laid")).to_contain_text("S$55")
    ann.act("clear").click()
    expect(ann.page.locator(".balance-laid")).to_have_count(0)
    ann.table = "3CP-1"
    ann.open()
    expect(ann.page.locator(".dock")).to_be_visible()
    expect(favourite).to_have_count(0)


def test_a_favourite_that_does_not_fit_the_table_says_why_and_lays_nothing(
    visitors: Visitors, served: Served
) -> None:
    ann = seat(visitors, served, "P3CP-1", "high")
    sheet, ante = ann.state.plate.sheet, {"bet": "ante", "amount": "25.00"}
    chosen = {
        "High": [{"bet": "ante", "amount": "1001.00"}],
        "Side": [ante, {"bet": "pair_plus", "amount": "1.00"}],
        "Odd": [ante, {"bet": "jackpot", "amount": "7.00"}],
    }
    told = {
        "High": "Ante takes S$1,000 at most",
        "Side": "Pair Plus takes",
        "Odd": "Jackpot takes S$5 at most",
    }
    kept = [{"name": name, "bets": bets} for name, bets in chosen.items()]
    ann.page.evaluate(
        "([key, kept]) => localStorage.setItem(key, JSON.stringify(kept))",
        [f"pitboss.favourites.high.{sheet}", kept],
    )
    if not ann.state.in_play:
        ann.begin()
    ann.open()
    for name, words in told.items():
        favourite = ann.page.locator(f"[data-favourite={name}]")
        expect(favourite).not_to_have_attribute("aria-disabled", "true")
        favourite.click()
        expect(ann.page.get_by_role("tooltip")).to_contain_text(words)
    assert ann.state.round is not None
    assert not ann.state.round.has_bets
