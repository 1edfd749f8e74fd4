"""The console: a table run card by card, irregularities with their sign-off, claims, corrections, money."""

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from msgspec import structs
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from pitboss.access.roles import Role
from pitboss.client import Refused, calls
from pitboss.floor.setup.config import FloorConfig
from pitboss.floor.tables.table import TableState
from pitboss.jackpots import Link
from pitboss.messages import acts
from pitboss.round import Round
from pitboss.settlement import Line
from tests.api.served import SLOW, Served, config, served_floor
from tests.browser.axe import violations
from tests.browser.evening import Evening
from tests.browser.pseudo_pages import without_accents
from tests.browser.test_every_page import FAULTS
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.browser.windows import Windows
from tests.words.pseudo import CODE

TABLE = "3CP-1"
SHOE = "ML3-1"
OWN = "P3CP-1"

WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("#page *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1
    && !e.closest(".scroll")).map((e) => e.outerHTML.slice(0, 100))"""


def people_deal() -> FloorConfig:
    """The default floor with people as Dealers: real cards, one shoe, one table with the software's."""
    floor = config(SLOW)
    tables = tuple(
        structs.replace(
            table,
            automatic=False,
            cards="shoe" if table.id == OWN else "outside",
            device="shoe" if table.id == SHOE else table.device,
            counts_tray=table.id == OWN,
        )
        for table in floor.tables
    )
    return structs.replace(floor, tables=tables)


served = served_floor(SLOW, floor=people_deal, scope="function")


@pytest.fixture
def visitors(windows: Windows, served: Served) -> Iterator[Visitors]:
    made = Visitors(windows, served)
    yield made
    made.leave()


def table_at(served: Served, name: str) -> TableState:
    state = served.site.floor.table(name)
    assert state is not None
    return state


def round_at(served: Served, name: str) -> Round:
    state = table_at(served, name).round
    assert state is not None
    return state


def lines_at(served: Served, name: str) -> tuple[Line, ...]:
    settlement = round_at(served, name).settlement
    assert settlement is not None
    return settlement.lines


def link_of(served: Served) -> Link:
    state = served.site.floor.link("spade")
    assert state is not None
    return state


class Console:
    """Somebody at the console of a table, by keyboard wherever there is a key."""

    def __init__(self, visitor: Visitor, role: Role, table: str = TABLE) -> None:
        self.visitor = visitor
        self.served = visitor.served
        self.table = table
        self.page: Page = visitor.be(role).open(f"/console/{table}")
        self.cards = self.page.locator(".entry-cards")
        self.title = self.page.locator("#next-title")
        self.fault = self.page.locator(".console-fault")

    def due(self, words: str) -> None:
        expect(self.title).to_contain_text(words)

    def enter(self, due: str) -> None:
        """One key does what is due."""
        self.due(due)
        expect(self.page.locator(":is(.next, .paying) [data-do]:not([aria-disabled])").first).to_be_enabled()
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Enter")

    def begin(self, *bets: tuple[int, str, str, str]) -> None:
        """Sign on, open the betting, enter bets, close it."""
        self.enter("Sign on")
        self.enter("Open the betting")
        self.due("Close the betting")
        for box, player, bet, amount in bets:
            form = self.page.locator("form.bets")
            form.locator("[name=box]").select_option(str(box))
            form.locator("[name=bet]").select_option(bet)
            form.locator("[name=player]").fill(player)
            form.locator("[name=amount]").fill(amount)
            form.locator("[name=amount]").press("Enter")
            expect(self.cell(box, bet)).to_contain_text(f"${amount}")
        self.enter("Close the betting")

    def type(self, due: str, cards: str) -> None:
        """Cards for the place that is due."""
        self.due(due)
        self.cards.fill(cards)
        self.cards.press("Enter")
        expect(self.title).not_to_contain_text(due)

    def cell(self, box: int, bet: str) -> Locator:
        return self.page.locator(f"[data-cell='{box} {bet}']")

    def panel(self, name: str) -> Locator:
        self.page.get_by_role("tab", name=name).click()
        return self.page.locator("#panel")

    def sign(self, within: Locator, role: Role) -> None:
        """Somebody else signs on this screen, with his PIN."""
        within.locator("[name=sign_name]").fill(self.served.secret(role)[0])
        within.locator("[name=sign_secret]").fill(self.served.pins[role])


def test_a_round_is_typed_card_by_card_to_its_settlement(visitors: Visitors, served: Served) -> None:
    desk = Console(visitors.new(), "dealer")
    desk.begin((1, "ann", "ante", "25"), (2, "bob", "ante", "50"), (2, "bob", "pair_plus", "25"))
    desk.type("Box 1", "As Kd Qh")
    desk.type("Box 2", "7c7d, 2s")
    desk.type("Dealer", "9h 8d 3c")
    desk.due("Ask for decisions: boxes 1, 2")
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("p")
    desk.due("Ask for decisions: box 2")
    desk.page.keyboard.press("f")
    desk.enter("Turn the cards over")
    desk.due("Check the payouts")
    paying = desk.page.locator(".paying")
    expect(paying.locator(".why")).to_have_count(5)
    expect(paying).to_contain_text("+S$50")
    assert not round_at(served, TABLE).settled
    said = [line.inner_text() for line in paying.locator(".why .why-net").all()]
    desk.enter("Check the payouts")
    desk.due("Open the betting of round 2")
    assert [_cents(text) for text in said] == [line.net for line in lines_at(served, TABLE)]
    expect(desk.cell(1, "ante")).to_contain_text("+S$")


def test_a_departure_from_the_procedure_is_told_before_the_next_act(
    visitors: Visitors, served: Served
) -> None:
    desk = Console(visitors.new(), "dealer")
    desk.begin((1, "ann", "ante", "25"))
    desk.due("Box 1")
    desk.page.locator(".entry-target").select_option("deal dealer")
    desk.cards.fill("9h 8d 3c")
    desk.cards.press("Enter")
    desk.type("Box 1", "As Kd Qh")
    desk.due("Ask for decisions: box 1")
    noted = desk.page.locator(".next-noted")
    expect(noted).to_contain_text("The Dealer received cards before box 1")
    expect(noted.locator("a.clause")).to_have_text("3.11")
    assert not round_at(served, TABLE).settled


def _cents(text: str) -> int:
    """The gain of a line as it is shown; what goes back is no gain."""
    if text.endswith(" back"):
        return 0
    return int(text.replace("S$", "").replace(",", "").replace("+", "").replace("−", "-")) * 100


def test_cards_unknown_until_shown_and_the_deck_to_click_in(visitors: Visitors) -> None:
    desk = Console(visitors.new(), "dealer")
    desk.begin((1, "ann", "ante", "25"))
    desk.type("Box 1", "???")
    desk.due("Dealer")
    desk.page.locator("[data-do=deck]").click()
    for code in ("Ah", "Ad", "2c"):
        desk.page.locator(f"[data-card='{code}']").click()
    expect(desk.cards).to_have_value("Ah Ad 2c")
    expect(desk.page.locator("[data-card=Ah]")).to_have_attribute("aria-disabled", "true")
    desk.page.locator("[data-do=cards]").click()
    desk.due("Ask for decisions")
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("p")
    desk.enter("Turn the cards over")
    desk.due("Name the cards that are turned over: Box 1")
    expect(desk.page.locator("[data-card=Ah]")).to_have_attribute(
        "aria-label", re.compile("out already: Dealer")
    )
    desk.type("Name the cards", "Ks Kd Kh")
    desk.due("Check the payouts")
    expect(desk.page.locator(".paying")).to_contain_text("Three kings")


def test_cards_typed_while_others_are_on_their_way_are_kept(visitors: Visitors, served: Served) -> None:
    """The table shows what was recorded before the answer to it is there; the Dealer goes on typing."""
    desk = Console(visitors.new(), "dealer")
    desk.begin((1, "ann", "ante", "25"), (2, "bob", "ante", "25"))
    desk.due("Box 1")
    held: list[tuple[Route, APIResponse]] = []
    desk.visitor.intercept("**/acts", lambda route: held.append((route, route.fetch())))
    desk.cards.fill("As Kd Qh")
    desk.cards.press("Enter")
    desk.due("Box 2")
    desk.cards.fill("7c 7d 2s")
    ((route, response),) = held
    route.fulfill(response=response)
    desk.page.unroute("**/acts")
    expect(desk.page.locator(".console-said")).to_contain_text("Box 1")
    expect(desk.cards).to_have_value("7c 7d 2s")
    desk.cards.press("Enter")
    desk.due("Dealer")
    expect(desk.cards).to_have_value("")
    assert [str(card) for card in round_at(served, TABLE).boxes[1].cards] == ["7c", "7d", "2s"]


def test_a_bet_typed_while_another_is_on_its_way_is_kept(visitors: Visitors, served: Served) -> None:
    desk = Console(visitors.new(), "dealer")
    desk.enter("Sign on")
    desk.enter("Open the betting")
    desk.due("Close the betting")
    form = desk.page.locator("form.bets")
    held: list[tuple[Route, APIResponse]] = []
    desk.visitor.intercept("**/acts", lambda route: held.append((route, route.fetch())))
    form.locator("[name=player]").fill("ann")
    form.locator("[name=amount]").fill("25")
    form.locator("[name=amount]").press("Enter")
    expect(desk.cell(1, "ante")).to_contain_text("$25")
    form.locator("[name=bet]").select_option("pair_plus")
    form.locator("[name=amount]").fill("50")
    ((route, response),) = held
    route.fulfill(response=response)
    desk.page.unroute("**/acts")
    expect(desk.page.locator(".console-said")).to_contain_text("ann")
    expect(form.locator("[name=amount]")).to_have_value("50")
    form.locator("[name=amount]").press("Enter")
    expect(desk.cell(1, "pair_plus")).to_contain_text("$50")
    assert {wager.amount for wager in round_at(served, TABLE).boxes[0].wagers} == {2500, 5000}


@pytest.mark.parametrize("typed", ["form", "line"])
def test_a_bet_typed_before_it_is_known_what_may_be_done_is_for_the_new_round(
    visitors: Visitors, served: Served, typed: str
) -> None:
    """The table tells that the betting is open before the answer to what is legal then has come."""
    desk = Console(visitors.new(), "dealer")
    desk.enter("Sign on")
    desk.due("Open the betting")
    desk.visitor.settle()
    held = desk.visitor.hold("**/legal")
    desk.enter("Open the betting")
    desk.due("Close the betting")
    field = desk.page.locator("form.bets [name=amount]" if typed == "form" else ".entry-bets")
    if typed == "form":
        desk.page.locator("form.bets [name=player]").fill("ann")
    field.fill("25" if typed == "form" else "1 ann 25")
    field.press("Enter")
    expect(field).to_have_value("")
    while held:
        held.pop().continue_()
    desk.page.unroute("**/legal")
    expect(desk.cell(1, "ante")).to_contain_text("$25")
    assert round_at(served, TABLE).boxes[0].wagers[0].amount == 2500


def test_bets_are_typed_in_one_line_and_taken_back_before_anything_follows(
    visitors: Visitors, served: Served
) -> None:
    desk = Console(visitors.new(), "dealer")
    desk.enter("Sign on")
    desk.enter("Open the betting")
    desk.due("Close the betting")
    line, note = desk.page.locator(".entry-bets"), desk.page.locator("#line-note")
    expect(line).to_be_focused()
    for typed, said in (
        ("", "Enter once more"),
        ("8 ann 25", "no box 8"),
        ("1 25", "type the player"),
        ("1 ann 25/25/j/25", "25 is not a bet"),
    ):
        line.fill(typed)
        line.press("Enter")
        expect(note).to_contain_text(said)
    line.fill("1 ann 25/50/j")
    line.press("Enter")
    for bet, amount in (("ante", "25"), ("pair_plus", "50"), ("jackpot", "5")):
        expect(desk.cell(1, bet)).to_contain_text(f"${amount}")
    expect(line).to_have_value("")
    expect(desk.page.locator(".console-said")).to_have_text(
        "Box 1: ann, Ante S$25, Pair Plus S$50, Progressive Jackpot S$5"
    )
    undo = desk.page.locator("[data-do=undo]")
    expect(undo).to_have_text("Undo box 1")
    before = served.site.floor.tables.get(TABLE).version
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("u")
    expect(line).to_have_value("1 ann 25/50/j")
    assert round_at(served, TABLE).boxes[0].wagers == ()
    assert served.site.floor.tables.get(TABLE).version >= before + 3, "what was recorded stays"
    line.fill("1 ann 25//j")
    line.press("Enter")
    expect(undo).to_be_visible()
    line.fill("2 bob 25/5")
    line.press("Enter")
    expect(desk.page.locator(".next .console-fault")).to_contain_text("minimum")
    desk.visitor.excuse("409")
    expect(line).to_have_value("2 bob /5")
    assert {wager.bet for wager in round_at(served, TABLE).boxes[0].wagers} == {"ante", "jackpot"}
    expect(undo).to_have_text("Undo box 2")
    undo.click()
    expect(line).to_have_value("2 bob 25/5")
    assert round_at(served, TABLE).boxes[1].wagers == (), "what was taken of a refused line is taken back"


def test_a_bet_line_leaves_bets_out_forgets_old_refusals_and_closes_the_betting(
    visitors: Visitors, served: Served
) -> None:
    desk = Console(visitors.new(), "dealer")
    desk.enter("Sign on")
    desk.enter("Open the betting")
    desk.due("Close the betting")
    line, note = desk.page.locator(".entry-bets"), desk.page.locator("#line-note")
    refused = desk.page.locator(".next .console-fault")
    line.fill("1 ann 25/0/j")
    line.press("Enter")
    expect(desk.cell(1, "jackpot")).to_contain_text("$5")
    line.fill("2 bob 25/-")
    line.press("Enter")
    expect(desk.cell(2, "ante")).to_contain_text("$25")
    line.fill("3 cy 5")
    line.press("Enter")
    expect(refused).to_contain_text("minimum")
    desk.visitor.excuse("409")
    line.fill("9 cy 25")
    line.press("Enter")
    expect(note).to_contain_text("no box 9")
    expect(refused).to_have_count(0)
    line.fill("")
    line.press("Enter")
    expect(note).to_have_text("Enter once more: No more Bets.")
    assert not round_at(served, TABLE).closed
    line.press("Enter")
    desk.due("Box 1")
    bets = [{wager.bet for wager in box.wagers} for box in round_at(served, TABLE).boxes]
    assert [each for each in bets if each] == [{"ante", "jackpot"}, {"ante"}]


def test_the_next_act_is_asked_for_again_after_a_lost_answer(visitors: Visitors, served: Served) -> None:
    """Nothing else asks before the table changes, and it changes by what is due."""
    visitor, asked = visitors.new(), 0

    def fail(route: Route) -> None:
        nonlocal asked
        asked += 1
        if asked <= 2:
            route.fulfill(status=503)
        else:
            route.continue_()

    visitor.page.route("**/legal", fail)
    desk = Console(visitor, "dealer")
    desk.enter("Sign on")
    desk.due("Open the betting")
    visitor.excuse("503")


def test_cards_that_are_refused_are_there_to_be_put_right(visitors: Visitors) -> None:
    desk = Console(visitors.new(), "dealer")
    desk.begin((1, "ann", "ante", "25"))
    desk.due("Box 1")
    refused = '{"error": {"code": "stale_round", "message": "Another round is on.", "clauses": []}}'
    desk.visitor.intercept("**/acts", lambda route: route.fulfill(status=409, body=refused))
    desk.cards.fill("As Kd Qh")
    desk.cards.press("Enter")
    expect(desk.fault).to_contain_text("Another round is on.")
    desk.visitor.faults = [fault for fault in desk.visitor.faults if "409" not in fault]
    expect(desk.cards).to_have_value("As Kd Qh")
    desk.page.unroute("**/acts")
    desk.cards.press("Enter")
    desk.due("Dealer")


def test_a_card_that_is_out_already_is_not_recorded_by_accident(visitors: Visitors, served: Served) -> None:
    desk = Console(visitors.new(), "dealer")
    desk.begin((1, "ann", "ante", "25"))
    desk.type("Box 1", "As Kd Qh")
    version = served.site.floor.tables.get(TABLE).version
    for typed, said in (
        ("As 2d 3d", "ace of spades lies there already: Box 1"),
        ("2d 2d 3d", "2 of diamonds is typed twice"),
        ("2x", "2x is not a card"),
        ("2d 3d", "2 typed, and 3 are due"),
        ("", "Type or pick the cards"),
    ):
        desk.cards.fill(typed)
        desk.cards.press("Enter")
        expect(desk.page.locator("#entry-note")).to_contain_text(said, ignore_case=True)
    assert served.site.floor.tables.get(TABLE).version == version
    desk.cards.fill("As 2d 3d")
    desk.cards.press("Enter")
    desk.cards.press("Enter")
    expect(desk.page.locator(".row-card")).to_have_count(6)
    assert served.site.floor.tables.get(TABLE).version > version


def test_impossible_cards_of_a_reading_shoe_are_shown(visitors: Visitors, served: Served) -> None:
    desk = Console(visitors.new(), "dealer")
    desk.begin((1, "ann", "ante", "25"))
    desk.type("Box 1", "As Kd Qh")
    with served.device("shoe-7", "send_cards", table=TABLE) as shoe:
        with pytest.raises(Refused):
            shoe.send(calls.read_card(TABLE, 1, 4, "As"))
        expect(desk.page.locator(".next-doubt")).to_contain_text("The reading shoe")
        for number, code in enumerate(("2c", "3c", "4d"), 4):
            shoe.send(calls.read_card(TABLE, 1, number, code))
    desk.due("Ask for decisions: box 1")
    expect(desk.page.locator(".next-doubt")).to_have_count(0)


def test_an_irregularity_from_report_to_choice_to_settlement(visitors: Visitors, served: Served) -> None:
    served.player("ann").close()
    desk = Console(visitors.new(), "dealer", SHOE)
    desk.begin((1, "ann", "ante", "25"), (2, "bob", "ante", "25"))
    desk.type("Burn", "2c")
    watching = visitors.new().sign_in(served.sign_in("ann"))
    felt = watching.open(f"/tables/{SHOE}")
    panel = desk.panel("Irregularities")
    panel.locator("[data-clause='5.14']").click()
    panel.locator("[name=order]").fill("As Kd")
    expect(panel.locator("[data-effect='1']")).to_contain_text("must choose")
    expect(panel.locator("[data-effect='2']")).to_contain_text("bob")
    weighed = panel.get_by_role("region", name="What each option is worth from here on")
    expect(weighed.locator("[data-option='0']")).to_contain_text("As it stands", timeout=60_000)
    box = weighed.locator("[data-worth='box 1'] td")
    expect(box.nth(0)).to_contain_text("exact")
    expect(box.nth(1)).to_contain_text("back: S$0")
    assert violations(desk.page) == []
    expect(panel).to_contain_text("Decided by: Pit Supervisor or above")
    version = served.site.floor.tables.get(SHOE).version
    desk.sign(panel, "pit_supervisor")
    panel.locator("[name=sign_secret]").fill("000111")
    panel.locator("[data-do=report]").click()
    expect(desk.fault).to_contain_text("PIN is wrong")
    desk.visitor.excuse("401")
    assert served.site.floor.tables.get(SHOE).version == version
    desk.sign(panel, "pit_supervisor")
    panel.locator("[data-do=report]").click()
    desk.due("Boxes 1, 2 must choose")
    felt.get_by_role("button", name="Continue").click()
    desk.due("Box 2 must choose")
    desk.page.locator("tr[data-box='2'] [data-act=choose]", has_text="back").click()
    expect(desk.page.locator("tr[data-box='2']")).to_contain_text("Out")
    desk.due("Deal")
    cards = iter(("As", "Kd", "Qh", "Js", "9c", "8d", "7h", "6s", "5h", "4h", "3h"))
    while found := re.search(r"Deal (\w+) card.*|.*aside", desk.title.inner_text()):
        many = int(found[1]) if (found[1] or "").isdigit() else 1
        desk.type(found[0], " ".join(next(cards) for _ in range(many)))
    desk.due("Ask for decisions: box 1")
    felt.get_by_role("button", name=re.compile("Play")).last.click()
    desk.enter("Turn the cards over")
    desk.enter("Check the payouts")
    desk.due("Open the betting")
    assert {line.result for line in lines_at(served, SHOE) if line.box == 2} == {"returned"}
    with served.client("regulator") as regulator:
        moments = regulator.send(calls.round_then(SHOE, 1)).moments
    told = next(moment for moment in moments if "5.14" in moment.clauses)
    assert (told.who, told.role) == (served.secret("pit_supervisor")[0], "pit supervisor")


def test_a_ruling_on_one_bet_is_signed_by_two_where_it_pays_much(visitors: Visitors, served: Served) -> None:
    desk = Console(visitors.new(), "dealer")
    desk.begin((1, "ann", "ante", "25"))
    panel = desk.panel("Irregularities")
    panel.locator("[data-clause='5.23']").click()
    panel.locator("[name=boxes][value='1']").check()
    panel.locator("[name=action]").select_option("pay")
    panel.locator("[name=bet]").select_option("ante")
    panel.locator("[name=reason]").fill("a quarrel")
    panel.locator("[name=amount]").fill("5000.01")
    expect(panel.locator("[name=second_name]")).to_be_visible()
    desk.visitor.excuse("403")
    panel.locator("[name=amount]").fill("30")
    expect(panel).to_contain_text("ann's Ante of box 1 is paid 30.00")
    expect(panel.locator("[name=second_name]")).to_have_count(0)
    desk.sign(panel, "shift_manager")
    panel.locator("[data-do=report]").click()
    expect(desk.page.locator(".console-said")).to_contain_text("5.23")
    (ruled,) = round_at(served, TABLE).box(1).rulings
    assert (ruled.way, ruled.bet, ruled.amount) == ("pay", "ante", 3000)


def test_an_interruption_after_a_look_has_a_reason_and_a_second_signature(
    visitors: Visitors, served: Served
) -> None:
    """The round is void at once; the bets go back once a shift manager has signed on the same screen."""
    desk = Console(visitors.new(), "dealer")
    desk.begin((1, "ann", "ante", "750"))
    desk.type("Box 1", "2h 4d 9c")
    desk.type("Dealer", "Kh 8d 6s")
    with served.client("dealer") as dealer:
        dealer.send(calls.act(TABLE, acts.ExamineHand(box=1)))
    panel = desk.panel("Irregularities")
    panel.locator("[data-clause='5.7']").click()
    expect(panel.locator("[data-effect='1']")).to_contain_text("750")
    assert violations(desk.page) == []
    panel.locator("[data-do=report]").click()
    expect(desk.fault).to_contain_text("Reason")
    panel.locator("[name=reason]").fill("the lights went out")
    panel.locator("[data-do=report]").click()
    held = desk.page.get_by_role("region", name="Bets wait for a second signature")
    expect(held).to_be_visible()
    expect(desk.page.locator(".next")).to_contain_text("is above the 500.00 that the Dealer moves alone")
    assert round_at(served, TABLE).void
    assert violations(desk.page) == []
    held.locator("[name=second_name]").fill(served.secret("shift_manager")[0])
    held.locator("[name=second_secret]").fill(served.secret("shift_manager")[1])
    held.locator("[data-do=sign-return]").click()
    expect(desk.page.locator(".console-said")).to_contain_text("the bets go back")
    expect(held).to_have_count(0)
    assert [line.result for line in lines_at(served, TABLE)] == ["returned"]


def test_looks_are_prompted_for_and_a_restriction_is_lifted(visitors: Visitors, served: Served) -> None:
    desk = Console(visitors.new(), "dealer")
    desk.begin((1, "ann", "ante", "25"), (2, "ann", "ante", "25"))
    prompts = desk.page.locator(".console-prompts")
    expect(prompts).to_contain_text("ann plays boxes 1 and 2, and may examine 1 hand only. 3.7")
    felt = visitors.new().open(f"/tables/{TABLE}")
    expect(felt.locator(".notices")).to_contain_text("may examine 1 hand only")
    panel = desk.panel("Irregularities")
    panel.locator("[data-clause='5.17.2']").click()
    panel.locator("[name=action]").select_option("no_jackpot")
    desk.sign(panel, "pit_manager")
    held: list[tuple[Route, APIResponse]] = []
    desk.visitor.intercept("**/acts", lambda route: held.append((route, route.fetch())))
    panel.locator("[data-do=report]").click()
    lift = panel.locator("[data-clause='5.17.2']", has_text="Lift")
    lift.click()
    ((route, response),) = held
    route.fulfill(response=response)
    desk.page.unroute("**/acts")
    expect(desk.page.locator(".console-said")).to_contain_text("5.17.2")
    expect(lift).to_have_attribute("aria-expanded", "true")
    panel.locator("[name=action]").select_option("no_jackpot")
    panel.locator("[name=reason]").fill("the system is back")
    desk.sign(panel, "pit_manager")
    panel.locator("[data-do=report]").click()
    expect(lift).to_have_count(0)
    assert round_at(served, TABLE).later == round_at(served, TABLE).memory


def test_a_slip_of_the_hand_is_put_right_on_a_supervisor_s_word(visitors: Visitors, served: Served) -> None:
    desk = Console(visitors.new(), "dealer")
    desk.begin((1, "ann", "ante", "25"))
    desk.type("Box 1", "As Kd Qh")
    desk.page.locator(".next [data-do=fix]").click()
    panel = desk.page.locator("#panel")
    card = panel.locator("form", has=desk.page.locator("[data-do=correct_card]"))
    expect(card.locator("[name=recorded]")).to_have_value("As")
    expect(card.locator("[name=at]")).to_have_value("1")
    expect(card.locator("[name=card]")).to_be_focused()
    card.locator("[name=recorded]").fill("Qh")
    card.locator("[name=card]").fill("Qd")
    card.locator("[name=reason]").fill("mistyped")
    expect(card.locator(".will")).to_have_text("Box 1: queen of hearts becomes queen of diamonds")
    desk.sign(card, "pit_supervisor")
    card.locator("[data-do=correct_card]").click()
    expect(desk.page.locator(".console-said")).to_contain_text("queen of diamonds")
    expect(card.locator(".will")).to_be_empty()
    bet = panel.locator("form", has=desk.page.locator("[data-do=correct_bet]"))
    bet.locator("[name=amount]").fill("50")
    bet.locator("[name=reason]").fill("two chips")
    desk.sign(bet, "pit_supervisor")
    bet.locator("[data-do=correct_bet]").click()
    expect(desk.cell(1, "ante")).to_contain_text("$50")
    box = round_at(served, TABLE).box(1)
    assert (box.cards, box.total("ante")) == (("As", "Kd", "Qd"), 5000)


def test_above_ones_own_amount_the_page_lets_a_second_person_sign(visitors: Visitors, served: Served) -> None:
    """Chips and a ruling: the refusal says who may sign, and the form asks for them until it is taken."""
    with served.client("dealer") as dealer:
        evening = Evening(served, TABLE, dealer)
        evening.bets()
        evening.win()
        evening.pay()
    desk = Console(visitors.new(), "dealer")
    panel = desk.panel("Money")
    chips = panel.locator("form", has=desk.page.locator("[data-do=chips]"))
    chips.locator("[name=player]").fill("ann")
    chips.locator("[name=amount]").fill("10005")
    expect(chips.locator("[name=second_name]")).to_have_count(0)
    chips.locator("[data-do=chips]").click()
    expect(chips.locator(".console-fault")).to_contain_text(
        "is above the 10000.00 that the Dealer moves alone"
    )
    expect(desk.fault).to_have_count(1)
    expect(desk.fault).to_be_in_viewport()
    chips.locator("[name=second_name]").fill(served.secret("pit_supervisor")[0])
    chips.locator("[name=second_secret]").fill(served.secret("pit_supervisor")[1])
    chips.locator("[data-do=chips]").click()
    expect(desk.page.locator(".console-said")).to_contain_text("10,005")
    expect(chips.locator("[name=second_name]")).to_have_count(0)
    panel = desk.panel("Corrections")
    past = panel.locator("form", has=desk.page.locator("[data-do=adjust]"))
    said = {"round": "1", "box": "1", "player": "player1", "amount": "5000.01", "reason": "paid short"}
    for name, value in said.items():
        past.locator(f"[name={name}]").fill(value)
    desk.sign(past, "shift_manager")
    past.locator("[data-do=adjust]").click()
    expect(desk.fault).to_contain_text("is above the 5000.00 that the Shift Manager moves alone")
    past.locator("[name=second_name]").fill(served.secret("pit_manager")[0])
    past.locator("[name=second_secret]").fill(served.secret("pit_manager")[1])
    past.locator("[data-do=adjust]").click()
    expect(desk.page.locator(".console-said")).to_contain_text("round 1 is booked")
    (ruling,) = round_at(served, TABLE).adjustments
    assert ruling.amount == 500_001
    desk.visitor.excuse("403")


def test_a_jackpot_is_verified_and_paid_and_the_sign_says_so(visitors: Visitors, served: Served) -> None:
    with served.client("dealer") as dealer:
        evening = Evening(served, TABLE, dealer)
        evening.bets()
        evening.win()
    sign = visitors.new().open("/signs/spade")
    expect(sign.locator("body")).to_contain_text("being verified")
    desk = Console(visitors.new(), "pit_supervisor")
    desk.due("Check the payouts")
    expect(desk.page.locator(".paying .win-at")).to_have_text(
        re.compile(r"Box 1 · player1 · A-K-Q of spades · S\$\d+")
    )
    expect(desk.page.locator("tr[data-box='1'] .row-state")).to_contain_text("A-K-Q of spades")
    steady = tabs_at(desk.page)
    panel = desk.panel("Jackpot")
    assert tabs_at(desk.page) == steady
    expect(panel.locator(".claim .row-card").first).to_have_attribute("aria-label", "ace of spades")
    for item in ("bet_light", "cards_face_up", "surveillance"):
        panel.locator(f"[data-check={item}]").click()
        expect(panel.locator(f"[data-check={item}]")).to_have_count(0)
    panel.locator("[name=count]").fill("51")
    panel.locator("[data-check=deck_count]").click()
    expect(desk.fault).to_contain_text("52")
    desk.visitor.excuse("409")
    panel.locator("[name=count]").fill("52")
    panel.locator("[data-check=deck_count]").click()
    panel.locator("[data-do=sign]").click()
    second = panel.locator("form", has=desk.page.locator("[data-do=second]"))
    desk.sign(second, "pit_manager")
    panel.locator("[data-do=second]").click()
    expect(panel).to_contain_text("To be paid")
    panel.locator("[data-do=pay]").click()
    expect(panel).to_contain_text("Slip number 1")
    expect(sign.locator("body")).not_to_contain_text("being verified")
    expect(sign.locator("body")).to_contain_text("aid")
    paying = desk.page.locator(".paying")
    expect(paying.locator(".by-slip")).to_contain_text("Box 1 player1 S$20,001.50")
    expect(paying.locator(".pay-sums")).to_contain_text("To pay from the trayS$425")
    expect(paying.locator(".pay-chips").first).to_have_text("Hand overS$175player11 ×100black3 ×25green")
    # Where the lines change between the press and the act, nothing is paid that nobody has seen: the console
    # says so, and the Dealer presses again.
    for _ in range(6):
        desk.page.locator("[data-do=settle]").click()
        with suppress(AssertionError):
            expect(desk.title).to_contain_text("Open the betting", timeout=10_000)
            break
    desk.due("Open the betting")
    panel.locator("[data-do=file]").click()
    expect(panel).to_contain_text("No win waits")
    assert ([slip.number for slip in link_of(served).slips], link_of(served).claims) == ([1], {})


def tabs_at(page: Page) -> list[tuple[float, float]]:
    """Where the tabs of the side stand: in one row, whatever waits."""
    boxes = [tab.bounding_box() for tab in page.get_by_role("tab").all()]
    assert len({box["y"] for box in boxes if box}) == 1
    return [(box["x"], box["y"]) for box in boxes if box]


def test_a_claim_is_denied_by_two_people_only(visitors: Visitors, served: Served) -> None:
    with served.client("dealer") as dealer:
        evening = Evening(served, TABLE, dealer)
        evening.bets()
        evening.win()
    desk = Console(visitors.new(), "pit_manager")
    panel = desk.panel("Jackpot")
    panel.get_by_text("It is not a win").first.click()
    deny = panel.locator("form", has=desk.page.locator("[data-do=deny]"))
    deny.locator("[name=reason]").fill("the light was off")
    deny.locator("[data-do=deny]").click()
    expect(desk.page.locator(".console-said")).to_contain_text("a second person approves")
    assert len(link_of(served).unpaid) == 1
    other = Console(visitors.new(), "shift_manager")
    badge = other.page.locator(".waiting-count")
    expect(badge).to_have_text("2")
    other.page.locator("a.waiting").click()
    listed = other.page.locator("[data-waits]")
    expect(listed).to_have_count(2)
    expect(listed.filter(has_text="Second signature")).to_contain_text("is denied")
    listed.filter(has_text="Jackpot win").get_by_role("link").click()
    expect(other.page.locator("#panel")).to_contain_text("A-K-Q of spades")
    waiting = other.panel("Proposals")
    expect(waiting).to_contain_text("the light was off")
    waiting.locator("[data-do=approve]").click()
    expect(waiting).to_contain_text("Nothing waits")
    expect(badge).to_have_text("0")
    assert not link_of(served).unpaid


def test_the_software_s_shoe_and_the_money_of_a_table(visitors: Visitors, served: Served) -> None:
    desk = Console(visitors.new(), "dealer", OWN)
    desk.enter("Sign on")
    expect(desk.page.locator(".next-why")).to_contain_text("opener")
    desk.page.locator(".next-why [data-answer=money]").click()
    panel = desk.page.locator("#panel")
    expect(panel.locator("[name=kind]")).to_be_focused()
    expect(desk.page.locator("[data-answer]")).to_have_count(0)
    panel.locator("[name='each 100.00']").fill("50")
    panel.locator("[name='each 25.00']").fill("40")
    expect(panel.locator(".will")).to_contain_text("S$6,000")
    expect(panel.locator(".pieces legend")).to_have_text("How many chips of each value")
    expect(panel.locator(".piece", has_text="S$100 ×")).to_contain_text("= S$5,000")
    marked = panel.locator(".field", has=desk.page.locator("[name=reason]")).first.locator("span")
    assert marked.evaluate("(e) => getComputedStyle(e, '::after').content") == '" *"'
    panel.locator("form [name=reason]").first.fill("opening")
    desk.sign(panel, "pit_supervisor")
    panel.locator("[data-do=slip]").click()
    expect(panel).to_contain_text("S$6,000")
    chips = panel.locator("form", has=desk.page.locator("[data-do=chips]"))
    chips.locator("[name=player]").fill("ann")
    chips.locator("[name=amount]").fill("500")
    chips.locator("[data-do=chips]").click()
    expect(panel.get_by_role("row", name=re.compile("ann"))).to_contain_text("S$500")
    desk.enter("Open the betting")
    form = desk.page.locator("form.bets")
    form.locator("[name=player]").fill("ann")
    form.locator("[name=amount]").fill("25")
    form.locator("[data-do=bet]").click()
    expect(desk.cell(1, "ante")).to_contain_text("$25")
    desk.enter("Close the betting")
    desk.due("Deal 3 cards: Box 1")
    desk.cards.press("Enter")
    desk.due("Deal 3 cards: Dealer")
    desk.page.locator("[data-do=shoe]").click()
    desk.due("Ask for decisions")
    assert len(round_at(served, OWN).dealer) == 3
    session = table_at(served, OWN).money.session
    assert session is not None
    assert [slip.kind for slip in session.slips] == ["opener"]


def test_limits_notices_and_closing(visitors: Visitors, served: Served) -> None:
    desk = Console(visitors.new(), "pit_manager")
    panel = desk.panel("Table")
    panel.locator("[name=text]").fill("Closing at midnight")
    panel.locator("[data-do=notice]").click()
    expect(panel).to_contain_text("Closing at midnight")
    limits = panel.locator("form", has=desk.page.locator("[data-do=limits]"))
    limits.locator("[name='ante least']").fill("50")
    limits.locator("[name=reason]").fill("a busy night")
    name, password = served.secret("shift_manager")
    limits.locator("[name=sign_name]").fill(name)
    limits.locator("[name=sign_secret]").fill(password)
    limits.locator("[data-do=limits]").click()
    expect(desk.page.locator(".console-said")).to_contain_text("next round on")
    seat = panel.locator("form", has=desk.page.locator("[data-do=seat]"))
    seat.locator("[name=box]").fill("2")
    seat.locator("[name=player]").fill("ann")
    seat.locator("[data-do=seat]").click()
    expect(panel.locator("[data-do='stand 2']")).to_be_visible()
    panel.locator("[data-do=close]").click()
    expect(desk.page.locator("dialog")).to_contain_text("lose their seats")
    expect(desk.page.locator("dialog li")).to_have_text("Box 2 ann")
    assert table_at(served, TABLE).open
    desk.page.locator("dialog [data-do='close sure']").click()
    expect(panel.locator("[data-do=open]")).to_be_visible()
    desk.due("The table is closed")
    state = table_at(served, TABLE)
    assert (state.open, state.plate.limits["ante"].minimum) == (False, 5000)
    desk.page.locator(".next [data-do=closed]").click()
    expect(panel.locator("[data-do=close]")).to_be_visible()


def test_the_list_of_tables_is_for_staff(visitors: Visitors, served: Served) -> None:
    stranger = visitors.new().open("/console")
    expect(stranger.locator("h1")).to_have_text("Console")
    expect(stranger.locator("#page")).to_contain_text("staff")
    served.player("ann").close()
    player = visitors.new().sign_in(served.sign_in("ann")).open(f"/console/{TABLE}")
    expect(player.locator("#page")).to_contain_text("staff")
    page = visitors.new().be("pit_supervisor").open("/console")
    expect(page.locator(f"[data-table='{TABLE}']")).to_contain_text("nobody")
    page.get_by_role("link", name=TABLE, exact=True).click()
    expect(page.locator("#next-title")).to_be_visible()
    missing = visitors.new().be("dealer").open("/console/nothing")
    expect(missing.locator("h1")).to_contain_text("nothing")


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_every_panel_has_words_names_and_room(
    visitors: Visitors, served: Served, size: dict[str, int]
) -> None:
    with served.client("dealer") as dealer:
        evening = Evening(served, TABLE, dealer)
        evening.bets()
        evening.win()
    visitor = visitors.new(size) if size else visitors.new()
    visitor.choose(language=CODE)
    page = visitor.be("shift_manager").open(f"/console/{TABLE}")
    tabs = page.get_by_role("tab")
    for place in range(7):
        tabs.nth(place).click()
        visitor.settle()
        for details in page.locator("#panel details").all():
            details.evaluate("(element) => (element.open = true)")
        assert without_accents(page) == []
        assert page.evaluate(FAULTS) == []
        assert page.evaluate(WIDE) == []
