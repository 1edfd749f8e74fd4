"""The modules under the pages, in the browser they are for."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.visitor import Readers, Visitor, module


@pytest.fixture
def reader(readers: Readers) -> Visitor:
    """A window whose page stays open, for functions that change nothing of it."""
    return readers.again()


def run(visitor: Visitor, path: str, code: str) -> Any:
    """The answer of a piece of script that has a module of the pages as ``m``."""
    if not visitor.page.url.endswith("/options"):
        visitor.open("/options")
    return visitor.page.evaluate(
        f"""async () => {{
          const m = {module(path)};
          {code}
        }}"""
    )


@pytest.mark.parametrize(
    ("text", "cents", "shown"),
    [
        ("25.00", "2500", "S$25"),
        ("1250.50", "125050", "S$1,250.50"),
        ("-75.00", "-7500", "−S$75"),
        ("150000.009", "15000000", "S$150,000"),
        ("15.00 1/3", "1500", "S$15"),
        ("123456789012345.67", "12345678901234567", "S$123,456,789,012,345.67"),
        ("0", "0", "S$0"),
    ],
)
def test_money_is_exact(reader: Visitor, text: str, cents: str, shown: str) -> None:
    found = run(reader, "money.js", f"return [String(m.cents('{text}')), m.money('{text}')]")
    assert found == [cents, shown]


def test_gains_have_a_sign_and_nonsense_is_no_money(reader: Visitor) -> None:
    gains = run(reader, "money.js", "return ['5.00', '-5.00', '0.00'].map(m.gain)")
    assert gains == ["+S$5", "−S$5", "S$0"]
    faults = run(
        reader,
        "money.js",
        "return ['', '1e3', '1.2.3', 'NaN', ' 5'].map((x) => { try { m.cents(x) } catch { return true } })",
    )
    assert all(faults)
    assert len(faults) == 5


def test_chips_make_up_the_amount(reader: Visitor) -> None:
    found = run(
        reader,
        "svg/chip.js",
        "return m.breakdown('1630.00', ['5.00', '25.00', '100.00', '1000.00']).map(String)",
    )
    assert found == ["100000", *["10000"] * 6, "2500", "500"]


def test_elements_stay_the_same_when_they_move(reader: Visitor) -> None:
    found = run(
        reader,
        "dom.js",
        """
        const list = document.createElement("ul");
        const item = (key) => m.h("li", { key }, m.h("input", null), key);
        const show = (...keys) => m.render(list, keys.map(item));
        show("a", "b", "c");
        const [a, b, c] = list.children;
        show("c", "a", "d");
        const [first, second, third] = list.children;
        return [first === c, second === a, third === b, list.textContent, list.children.length];
        """,
    )
    assert found == [True, True, False, "cad", 3]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('[m.h("p", { key: "tip" }, "why not"), button("key")]', '[button("key")]'),
        ('[m.h("p", null, "why not"), button("key")]', '[button("key")]'),
        ('[m.h("p", null, "why not"), button("")]', '[button("")]'),
        ('["why not", button("")]', '[button("")]'),
        ('[m.h("p", null, "a"), button("key"), m.h("p", null, "b")]', '[button("key"), m.h("p", null, "b")]'),
        ('[button("key")]', '[m.h("p", { key: "tip" }, "why not"), "now", button("key")]'),
    ],
    ids=["keyed", "before a keyed one", "without keys", "text", "alike", "new"],
)
def test_a_press_outlives_what_comes_and_goes_beside_it(reader: Visitor, before: str, after: str) -> None:
    """A browser drops a press, and the focus, when their element is taken out and put back meanwhile."""
    draw = """
        const style = { position: "fixed", top: "0", left: "0", width: "80px", height: "80px" };
        const onclick = () => (document.title = "pressed");
        const button = (key) => m.h("button", { key, id: "pressed", style, onclick }, "press");
        const host = document.querySelector("#host") ?? document.createElement("div");
        host.id = "host";
        document.body.append(...(host.isConnected ? [] : [host]));
        m.render(host, %s);
    """
    reader.open("/options")
    run(reader, "dom.js", draw % before)
    mouse = reader.page.mouse
    mouse.move(40, 40)
    mouse.down()
    run(reader, "dom.js", draw % after)
    assert reader.page.evaluate("document.activeElement?.id") == "pressed"
    mouse.up()
    assert reader.page.title() == "pressed"


def test_a_redraw_removes_elements_and_exchanges_handlers(reader: Visitor) -> None:
    found = run(
        reader,
        "dom.js",
        """
        const root = document.createElement("div");
        const heard = [];
        const show = (props, ...kids) => m.render(root, m.h("button", props, ...kids));
        const props = { disabled: true, title: "t", style: { "--x": 1 }, onclick: () => heard.push(1) };
        show(props, "one", false, null, 0);
        const button = root.firstChild;
        const told = () => [
          button.disabled, button.title, button.style.getPropertyValue("--x"), button.textContent,
        ];
        const before = told();
        show({ onclick: () => heard.push(2) }, "two");
        button.click();
        return [root.firstChild === button, before, told(), heard];
        """,
    )
    assert found == [True, [True, "t", "1", "one0"], [False, "", "", "two"], [2]]


def test_data_is_never_markup(reader: Visitor) -> None:
    found = run(
        reader,
        "dom.js",
        """
        const root = document.createElement("div");
        m.render(root, m.h("p", { title: "<b>" }, "<img src=x onerror=alert(1)>"));
        return [root.querySelector("img"), root.textContent];
        """,
    )
    assert found == [None, "<img src=x onerror=alert(1)>"]


def test_a_command_without_an_answer_is_sent_again_with_its_id(visitor: Visitor) -> None:
    visitor.open("/options")
    ids: list[str] = []

    def answer(route: Route) -> None:
        ids.append(json.loads(route.request.post_data or "")["id"])
        if len(ids) == 1:
            route.abort()
        elif len(ids) == 2:
            fault = {"error": {"code": "busy", "message": "busy", "clauses": [], "path": ""}}
            route.fulfill(status=503, json=fault)
        else:
            route.fulfill(status=201, json={"first": 1, "last": 2, "repeated": True})

    visitor.page.route("**/api/tables/T/deal", answer)
    found = run(visitor, "api.js", "return await m.command('/api/tables/T/deal', {})")
    assert found["repeated"] is True
    assert len(ids) == 3
    assert len(set(ids)) == 1
    assert re.fullmatch(r"[0-9a-f-]{36}", ids[0])
    visitor.excuse("ERR_FAILED", "status of 503")


def test_a_refusal_is_not_sent_again_and_says_why(visitor: Visitor) -> None:
    found = run(
        visitor,
        "api.js",
        """
        try {
          await m.command("/api/tables/3CP-1/deal", {});
        } catch (error) {
          return [error instanceof m.Refused, error.status, error.code, error.message.length > 0];
        }
        """,
    )
    assert found == [True, 401, "not_signed_in", True]
    visitor.excuse("status of 401")


def test_the_reason_for_a_payment_names_its_clauses(reader: Visitor) -> None:
    reader.open("/options")
    found = reader.page.evaluate(
        "async () => {"
        f"const {{ make }} = {module('dom.js')}; const {{ why }} = {module('reasons.js')};"
        """
          const line = { box: 2, player: "ann", bet: "ante", stake: "25.00", result: "win", net: "25.00",
                         clauses: ["3.14", "4.1"], why: "The hand is higher." };
          const element = make(why(line, "a-sheet", { open: true, who: true }));
          const [summary, sentence] = ["summary", "p"].map((tag) => element.querySelector(tag).textContent);
          const links = [...element.querySelectorAll("a")].map((a) => a.getAttribute("href"));
          return [element.className, summary, sentence, links];
        }"""
    )
    assert found == [
        "why win",
        "Box 2 annAnte S$25wins+S$25",
        "The hand is higher.",
        ["/rulebook/a-sheet/3.14", "/rulebook/a-sheet/4.1"],
    ]


def test_a_stream_that_breaks_is_followed_again(visitor: Visitor) -> None:
    visitor.open("/options")
    visitor.page.route("**/api/links/spade/stream", lambda route: route.fulfill(status=503))
    visitor.page.evaluate(
        f"async () => {{ const {{ follow }} = {module('stream.js')};"
        """
          window.told = [];
          const hear = { sign: (sign) => told.push(sign.displayed) };
          window.end = follow("/api/links/spade/stream", hear, (fresh) => told.push(fresh));
        }"""
    )
    visitor.page.wait_for_function("() => told.includes('silent')")
    visitor.page.unroute("**/api/links/spade/stream")
    visitor.page.wait_for_function("() => told.length >= 4")
    assert visitor.page.evaluate("told") == ["connecting", "silent", "live", "20000.00"]
    visitor.page.evaluate("end()")
    visitor.excuse("status of 503")


def test_the_address_changes_with_the_page(visitor: Visitor) -> None:
    """Until the next page is there, what is typed belongs to the page of the address."""
    page = visitor.open("/rulebook")
    held = visitor.hold("**/pages/options.js")
    with page.expect_request("**/pages/options.js"):
        page.evaluate("document.querySelector('a[href=\"/options\"]').click()")
    assert page.url.endswith("/rulebook")
    expect(page.get_by_role("searchbox")).to_be_visible()
    held[0].continue_()
    expect(page).to_have_url(re.compile("/options$"))
    expect(page.get_by_role("searchbox")).to_have_count(0)
