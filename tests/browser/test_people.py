"""People, in a browser: accounts, two people at two screens, codes shown once, one's own password."""

from playwright.sync_api import Locator, Page, expect

from pitboss.access.sign_in import SessionGrant
from tests.access.entrance import sign_in
from tests.api.served import Served
from tests.browser.visitor import PHONE, Visitor, Visitors

WORDS = "five quiet harbour lamps"


def choose(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_focused()


def unfold(page: Page, title: str) -> Locator:
    folded = page.locator("details:not([open]) > summary").get_by_text(title, exact=True)
    if folded.count():
        folded.click()
    return page.get_by_role("form", name=title, exact=True)


def fill(page: Page, title: str, **given: str) -> None:
    form = unfold(page, title)
    for label, value in given.items():
        form.locator(f"[name={label}]").fill(value)
    form.get_by_role("button").click()


def test_a_new_member_of_staff_by_two_people_at_two_screens(visitors: Visitors, served: Served) -> None:
    admin = visitors.new().be("administrator").open("/people")
    fill(admin, "New account", name="dora", reason="hired")
    expect(admin.get_by_role("heading", name="dora", exact=True)).to_be_visible()
    form = unfold(admin, "Propose a role")
    form.locator("select").select_option("dealer")
    form.locator("[name=reason]").fill("trained")
    form.get_by_role("button").click()
    expect(admin.get_by_text("Proposed: a second person approves it.")).to_be_visible()
    waiting = admin.get_by_role("article", name="account/dora/1")
    expect(waiting).to_contain_text("dora becomes the Dealer.")
    expect(waiting.get_by_role("button", name="Approve")).to_have_count(0)

    shift = visitors.new().be("shift_manager").open("/people")
    article = shift.get_by_role("article", name="account/dora/1")
    expect(article).to_contain_text("trained")
    article.get_by_role("button", name="Approve").click()
    expect(shift.get_by_text("Approved and done.")).to_be_visible()
    account = served.site.people.account("dora")
    assert account is not None
    assert account.roles == ("dealer",)

    fill(admin, "Let choose a new password", reason="first day")
    first = admin.locator(".people-code code").inner_text()
    admin.get_by_role("button", name="I have noted it").click()
    expect(admin.locator(".people-code")).to_have_count(0)
    shift.reload()
    shift.get_by_role("article", name="account/dora/2").get_by_role("button", name="Approve").click()
    second = shift.locator(".people-code code").inner_text()

    dora = visitors.new().open("/people")
    fill(dora, "Choose a password with codes", name="dora", codes=f"{first} {second}", password=WORDS)
    expect(dora.get_by_text("Chosen. Sign in with it now.")).to_be_visible()
    assert isinstance(sign_in(served.site.doors, "dora", WORDS, "password", "test"), SessionGrant)


def test_an_account_is_locked_and_unlocked_and_tells_it(visitor: Visitor, served: Served) -> None:
    served.player("liz").close()
    page = visitor.be("administrator").open("/people")
    page.get_by_role("searchbox").fill("li")
    choose(page, "liz")
    fill(page, "Lock", reason="lost his phone")
    expect(page.locator(".people-facts")).to_contain_text("locked")
    first = page.locator(".people-happened li").first
    expect(first).to_contain_text("the account was locked")
    expect(first).to_contain_text("administrator · lost his phone")
    fill(page, "Unlock", reason="found it")
    expect(page.locator(".people-facts")).to_contain_text("may sign in")
    expect(page.get_by_role("row").filter(has_text="liz")).to_contain_text("may sign in")


def test_a_proposal_is_rejected_or_taken_back(visitors: Visitors, served: Served) -> None:
    admin = visitors.new().be("administrator").open("/people")
    choose(admin, "dealer")
    fill(admin, "Let choose a new password", reason="a mistake")
    article = admin.get_by_role("article").filter(has_text="a mistake")
    article.locator("[name=reason]").fill("wrong person")
    article.get_by_role("button", name="Take back").click()
    expect(admin.get_by_role("article").filter(has_text="a mistake")).to_have_count(0)


def test_a_refusal_is_said_on_the_page_of_people(visitor: Visitor) -> None:
    page = visitor.be("administrator").open("/people")
    fill(page, "New account", name="dealer", reason="again")
    expect(page.get_by_role("alert")).to_contain_text("dealer")
    visitor.excuse("409", "400")


def test_one_s_own_password_and_sessions(visitors: Visitors, served: Served) -> None:
    served.player("olga").close()
    page = visitors.new().sign_in(served.sign_in("olga")).open("/people")
    expect(page.get_by_role("heading", name="Your account: olga")).to_be_visible()
    expect(page.get_by_role("table")).to_have_count(0)
    expect(page.locator(".people-list li")).to_have_count(2)
    fill(page, "Change the password", proof="a long walk by the sea", password=WORDS)
    expect(page.get_by_role("dialog")).to_be_visible()
    assert isinstance(sign_in(served.site.doors, "olga", WORDS, "password", "test"), SessionGrant)


def test_people_fit_a_phone(visitors: Visitors) -> None:
    page = visitors.new(PHONE).be("administrator").open("/people")
    choose(page, "dealer")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
