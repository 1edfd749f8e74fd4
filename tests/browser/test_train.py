"""The trainer, in a browser: a set of ten by keyboard, what is right and why, and what is kept of it."""

import re

from playwright.sync_api import Locator, Page, expect

from pitboss.client import calls
from pitboss.messages.training import Said
from pitboss.money import format_cents
from pitboss.sheets import load
from pitboss.training.situations import Situation, choose, own_seed
from tests.browser.visitor import PHONE, Visitor, Visitors

SHEET = "rws-three-card-v3"


def situation(number: int, *, kind: str = "", account: str = "dealer") -> Situation:
    wanted = {"settle": "settle", "jackpot": "jackpot", "report": "report"}.get(kind)
    found = choose(SHEET, wanted, None, own_seed(account, 7), number)  # type: ignore[arg-type]
    assert found is not None
    return found


def row(page: Page, box: int, player: str, bet: str) -> Locator:
    title = {"ante_bonus": "Ante Bonus", "envy": "Envy Bonus"}.get(bet) or load(SHEET).sheet.bets[bet].title
    return page.get_by_role("group", name=f"Box {box}, {title}", exact=True)


def say_all(page: Page, found: Situation, *, wrong: bool = False) -> None:
    """Every line as it is settled, by keyboard; or the first of them wrongly."""
    for place, line in enumerate(found.lines):
        group = row(page, line.box, line.player, line.bet)
        group.get_by_role("radio").first.focus()
        key = {"lose": "l", "push": "s", "returned": "r", "win": "w"}[line.result]
        if wrong and place == 0:
            key = "s" if key != "s" else "l"
        page.keyboard.press(key)
        if key == "w":
            expect(group.get_by_role("textbox")).to_be_focused()
            page.keyboard.type(format_cents(line.net))


def test_a_set_is_answered_by_keyboard_and_explained(visitor: Visitor) -> None:
    page = visitor.be("dealer").open(f"/train?sheet={SHEET}&kind=settle&seed=7")
    expect(page.get_by_role("heading", name="1 of 10")).to_be_visible()
    first = situation(1, kind="settle")
    expect(page.get_by_role("group", name="The felt")).to_be_visible()
    boxes = [box.number for box in first.before.boxes if box.wagers]
    expect(page.locator(".train-box")).to_have_count(len(boxes))
    say_all(page, first)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("All of it is right.")
    expect(page.locator(".train-point.right")).to_have_count(len(first.lines))
    expect(page.locator(".area-result").first).to_be_visible()
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="2 of 10")).to_be_visible()
    second = situation(2, kind="settle")
    say_all(page, second, wrong=True)
    page.get_by_role("button", name="Check").click()
    missed = page.locator(".train-point.wrong")
    expect(missed).to_have_count(1)
    expect(missed).to_contain_text(second.lines[0].why)
    expect(missed).to_contain_text("You said:")
    expect(missed.locator(".clause").first).to_have_text(second.lines[0].clauses[0])
    page.reload()
    expect(page.get_by_role("heading", name="3 of 10")).to_be_visible()


def test_enter_on_an_empty_answer_says_what_is_missing_and_keys_go_on(visitor: Visitor) -> None:
    page = visitor.be("dealer").open(f"/train?sheet={SHEET}&kind=settle&seed=7")
    expect(page.get_by_role("heading", name="1 of 10")).to_be_visible()
    rows = page.locator("[data-line]")
    expect(rows.first.locator("input").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".train-open")).to_contain_text("missing")
    expect(page.locator(".train-point")).to_have_count(0)
    page.keyboard.press("l")
    expect(rows.nth(1).locator("input").first).to_be_focused()
    page.keyboard.press("w")
    expect(rows.nth(1).locator(".train-amount")).to_be_focused()
    page.keyboard.type("25")
    page.keyboard.press("Enter")
    expect(page.locator("[data-line][data-open]").first.locator("input").first).to_be_focused()
    for _ in range(rows.count()):
        if page.locator(".train-acts .main:focus").count():
            break
        page.keyboard.press("n" if page.locator(":focus[value='']").count() else "l")
    expect(page.get_by_role("button", name="Check")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".train-point").first).to_be_visible()
    asked = [f"{line.box} {line.bet}" for line in situation(1, kind="settle").lines]
    shown = page.locator("[data-point]").evaluate_all("all => all.map((e) => e.dataset.point)")
    assert [int(point.split()[0]) for point in shown] == sorted(int(point.split()[0]) for point in shown)
    assert set(asked) <= set(shown)


def test_an_easy_set_has_one_box_and_its_address_says_so(visitor: Visitor) -> None:
    page = visitor.be("dealer").open("/train")
    page.get_by_label("Rule sheet").select_option(SHEET)
    page.get_by_role("radio", name="Settlements").check()
    expect(page.get_by_role("radio", name="Easy: one box")).to_be_checked()
    page.get_by_role("button", name="Begin ten").click()
    expect(page.get_by_role("heading", name="1 of 10")).to_be_visible()
    expect(page.locator(".train-box")).to_have_count(1)
    assert "level=easy" in page.url
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".train-point").first).to_be_visible()


def test_an_irregularity_asks_what_follows_and_who_decides(visitor: Visitor) -> None:
    page = visitor.be("dealer").open(f"/train?sheet={SHEET}&kind=report&seed=7")
    found = situation(1, kind="report")
    clause = found.place.clauses[0]
    expect(page.locator(".train-what")).to_contain_text(load(SHEET).sheet.irregularities[clause].gist)
    role = {
        "dealer": "Dealer",
        "pit_supervisor": "Pit Supervisor",
        "pit_manager": "Pit Manager",
        "shift_manager": "Shift Manager",
    }[found.decided_by or ""]
    page.get_by_role("radio", name=role, exact=True).check()
    page.get_by_role("radio", name="Yes" if found.after.void else "No", exact=True).check()
    for asked, boxes in (("Which hands", found.out), ("Whose players", found.must_choose)):
        for box in boxes:
            page.get_by_role("group", name=asked).get_by_label(f"Box {box}", exact=True).check()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("status")).to_have_text("All of it is right.")
    expect(page.locator(".train-why .clause")).to_have_text(clause)


def test_ten_end_with_a_score_and_the_weak_clauses_which_can_be_trained(visitor: Visitor) -> None:
    visitor.served.player("tess").close()
    page = visitor.sign_in(visitor.served.sign_in("tess")).open("/train")
    page.get_by_label("Rule sheet").select_option(SHEET)
    page.get_by_role("radio", name="Irregularities").check()
    page.get_by_role("textbox", name="Set").fill("7")
    page.get_by_role("button", name="Begin ten").click()
    for number in range(1, 11):
        expect(page.get_by_role("heading", name=f"{number} of 10", exact=True)).to_be_visible()
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".train-open")).to_contain_text("missing")
        page.get_by_role("button", name="Check").click()
        page.locator(".train-next").press("Enter")
    expect(page.get_by_role("heading", name="Ten done")).to_be_visible()
    expect(page.locator(".train-score")).to_have_text("0 / 10")
    expect(page.get_by_text(re.compile(r"^Points: \d+ of \d+; time: \d+:\d\d$"))).to_be_visible()
    expect(page.get_by_role("link", name="seed=7")).to_be_visible()
    weak = page.get_by_role("row").nth(1)
    clause = weak.locator(".clause").inner_text()
    weak.get_by_role("button", name="Train it").click()
    expect(page.get_by_role("heading", name="1 of 10", exact=True)).to_be_visible()
    assert f"clause={clause}" in page.url
    page.get_by_role("link", name="Leave the set").click()
    page.get_by_label("Rule sheet").select_option(SHEET)
    expect(page.get_by_text("0 of 10 right")).to_be_visible()


def test_pressing_a_bet_on_the_felt_leads_to_its_row_also_on_a_phone(visitors: Visitors) -> None:
    found = situation(1, kind="settle")
    last = [box.number for box in found.before.boxes if box.wagers][-1]
    desk = visitors.new().be("dealer").open(f"/train?sheet={SHEET}&kind=settle&seed=7")
    desk.locator(f'[data-area="{last} ante"]').click()
    expect(row(desk, last, "", "ante").get_by_role("radio").first).to_be_focused()
    phone = visitors.new(PHONE).be("dealer").open(f"/train?sheet={SHEET}&kind=settle&seed=7")
    phone.get_by_role("button", name=f"Show box {last}").click()
    expect(phone.locator(f'[data-area="{last} ante"]')).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_reader_is_asked_to_sign_in(visitor: Visitor) -> None:
    page = visitor.open("/train")
    expect(page.get_by_text("Sign in to open this page.")).to_be_visible()
    page.locator("#page").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_results_are_kept_for_the_trainee_and_seen_by_who_supervises(visitors: Visitors) -> None:
    trainee, other, boss = visitors.new(), visitors.new(), visitors.new()
    for name in ("tim", "tom"):
        trainee.served.player(name).close()
    page = trainee.sign_in(trainee.served.sign_in("tim")).open(f"/train?sheet={SHEET}&kind=settle&seed=7")
    say_all(page, situation(1, kind="settle", account="tim"))
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Next").click()
    say_all(page, situation(2, kind="settle", account="tim"), wrong=True)
    page.get_by_role("button", name="Check").click()
    missed = page.locator(".train-point.wrong .clause").first.inner_text()
    page.get_by_role("link", name="Leave the set").click()
    page.get_by_role("link", name="My results").click()
    expect(page.get_by_role("heading", name="Training results: tim")).to_be_visible()
    expect(page.get_by_text("1 of 2 situations wholly right")).to_be_visible()
    part = page.get_by_role("group", name="By game, kind and level").get_by_role("row").nth(1)
    expect(part).to_contain_text("Hard: three or four boxes")
    weak = page.get_by_role("group", name="Clauses to work on")
    expect(weak.get_by_role("link", name=missed, exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="All trainees")).to_have_count(0)

    page = other.sign_in(other.served.sign_in("tom")).open("/train/results/tim")
    expect(page.get_by_role("alert")).to_contain_text("see the training results of others")
    expect(page.get_by_role("table")).to_have_count(0)
    other.excuse("403")
    page = other.open("/train/results")
    expect(page.get_by_role("heading", name="Training results: tom")).to_be_visible()

    page = boss.be("pit_supervisor").open("/train")
    page.get_by_role("link", name="Results of all trainees").click()
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="tim", exact=True))
    expect(row).to_contain_text("Player")
    with page.expect_download() as list_file:
        page.get_by_role("button", name="CSV All trainees").click()
    assert "tim,player,2,1," in list_file.value.path().read_text(encoding="utf-8")
    row.get_by_role("link").click()
    answers = page.get_by_role("group", name="Answers", exact=True)
    expect(answers.get_by_role("row")).to_have_count(3)
    with page.expect_download() as file:
        page.get_by_role("button", name="All answers as CSV").click()
    lines = file.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    assert (
        lines[0]
        .lstrip("\ufeff")
        .startswith("name,question,at,sheet,kind,level,situation,right,points,seconds")
    )
    assert missed in lines[1].rsplit(",", 1)[1].split()
    answers.get_by_role("link").first.click()
    expect(page.get_by_role("group", name="The felt")).to_be_visible()
    expect(page.locator(".train-point.wrong")).to_have_count(1)
    page.get_by_role("link", name="All results of tim").click()
    expect(page.get_by_role("heading", name="Training results: tim")).to_be_visible()
    expect(page.get_by_role("button", name="Erase these results")).to_have_count(0)


def test_a_manager_of_people_confirms_before_results_are_erased(visitors: Visitors) -> None:
    manager = visitors.new()
    with manager.served.player("gone") as one:
        asked = one.send(calls.question(SHEET, kind="settle"))
        one.send(calls.answer(SHEET, asked.id, Said()))
    page = manager.be("shift_manager").open("/train/results/gone")
    page.get_by_role("button", name="Erase these results").click()
    expect(page.get_by_text("cannot be brought back")).to_be_visible()
    page.get_by_role("button", name="Erase these results").click()
    expect(page.get_by_role("heading", name="Training results", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="gone", exact=True)).to_have_count(0)


def test_another_account_at_the_same_browser_begins_its_own_set(visitors: Visitors) -> None:
    visitor = visitors.new()
    for name in ("uma", "una"):
        visitor.served.player(name).close()
    page = visitor.sign_in(visitor.served.sign_in("uma")).open(f"/train?sheet={SHEET}&kind=settle&seed=7")
    say_all(page, situation(1, kind="settle", account="uma"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    page = visitor.sign_in(visitor.served.sign_in("una")).open(f"/train?sheet={SHEET}&kind=settle&seed=7")
    expect(page.get_by_role("heading", name="1 of 10")).to_be_visible()
