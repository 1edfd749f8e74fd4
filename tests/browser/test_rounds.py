"""Rounds of the past, in a browser: found, run again, settled with reasons, and proved there."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs
from playwright.sync_api import Page, Route, expect

from pitboss.client import Client, calls
from pitboss.messages import acts
from pitboss.records.round_file import parse_round_file
from pitboss.records.runner import play
from pitboss.replay.dispute.document import parse_page, signed_page
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.keys import load_key
from pitboss.tlog.checkpoint import cosign
from pitboss.tlog.note import COSIGNATURE, note_key
from tests.api.served import Served, served_floor
from tests.api.test_rounds import BY_HAND
from tests.browser.pseudo_pages import without_accents
from tests.browser.test_every_page import FAULTS
from tests.browser.visitor import PHONE, Readers, Visitor, Visitors
from tests.replay.disputed import KEY
from tests.words.pseudo import CODE

TABLE = "3CP-1"


def evening(served: Served) -> None:
    """Two rounds at one table, in the second of which a hand is folded, and a void one at another."""
    with (
        served.player("ann") as ann,
        served.player("bob") as bob,
        served.client("shift_manager") as shift,
    ):
        for folds in (False, True):
            one_round(served, {1: ann, 5: bob}, folds=5 if folds else 0)
        served.begin("ML3-1")
        bob.send(calls.act("ML3-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))
        shift.send(calls.act("ML3-1", acts.Report(clause="5.8.1")))
        served.settle("ML3-1")


def one_round(served: Served, players: dict[int, Client], folds: int = 0) -> None:
    served.begin(TABLE)
    for box, player in players.items():
        player.send(calls.act(TABLE, acts.PlaceBet(box=box, bet="ante", amount="50.00")))
        player.send(calls.act(TABLE, acts.PlaceBet(box=box, bet="jackpot", amount="5.00")))
    served.close(TABLE)
    served.deal_until(TABLE, "ask")
    for box, player in players.items():
        player.send(calls.act(TABLE, acts.ExamineHand(box=box)))
        act = acts.FoldHand(box=box) if box == folds else acts.PlaceBet(box=box, bet="play", amount="50.00")
        player.send(calls.act(TABLE, act))
    served.deal_until(TABLE, None)


def _evening(served: Served) -> None:
    evening(served)
    make_checkpoint(served.site.journal, load_key(Path(served.site.config.signing_key)))


served = served_floor(BY_HAND, then=_evening)


@pytest.fixture(scope="module")
def token(served: Served) -> str:
    """One session for all: whoever signs in too often waits."""
    return served.token("regulator")


@pytest.fixture(scope="module")
def client(served: Served, token: str) -> Iterator[Client]:
    with Client(served.url, token=token) as made:
        yield made


@pytest.fixture
def regulator(readers: Readers) -> Visitor:
    return readers.again(role="regulator")


@pytest.fixture
def altered(readers: Readers) -> Iterator[Visitor]:
    """A regulator whose answers somebody on the way changes."""
    yield readers.again(role="regulator", dress=_alterable)
    CHANGES.clear()


def names(page: Page) -> list[str]:
    expect(page.locator("[aria-busy=false]")).to_be_attached()
    return page.locator(".round-name").all_inner_texts()


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {}
"""How answers are changed in the test that runs, by what their addresses are like."""


def alter(path: str, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what the server answers, as somebody on the way might."""
    CHANGES[path] = change


def _alterable(visitor: Visitor) -> None:
    def fulfil(route: Route) -> None:
        changes = [change for path, change in CHANGES.items() if re.search(path, route.request.url)]
        answer = route.fetch()
        data = answer.json()
        for change in changes:
            change(data)
        route.fulfill(response=answer, body=json.dumps(data))

    visitor.page.route(re.compile(rf"/api/rounds/{TABLE}/\d$|/openings$"), fulfil)


def test_rounds_are_found_and_their_question_stands_in_the_address(regulator: Visitor) -> None:
    page = regulator.open("/rounds")
    assert names(page) == ["ML3-1/1", f"{TABLE}/2", f"{TABLE}/1"]
    page.get_by_label("Table").select_option(TABLE)
    page.get_by_role("button", name="Search").click()
    assert names(page) == [f"{TABLE}/2", f"{TABLE}/1"]
    assert page.url.endswith(f"/rounds?table={TABLE}")
    page.reload()
    assert names(page) == [f"{TABLE}/2", f"{TABLE}/1"]
    expect(page.get_by_label("Table")).to_have_value(TABLE)
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("Ended").select_option("void")
    page.get_by_role("button", name="Search").click()
    assert names(page) == ["ML3-1/1"]
    expect(page.locator(".round-noted")).to_contain_text("5.8.1")
    page.get_by_label("Irregularity, by clause").fill("5.9")
    page.keyboard.press("Enter")
    expect(page.locator(".finder-count")).to_have_text("No round fits. Ask for less.")


def test_a_card_finds_the_rounds_in_which_the_reader_may_see_it(
    visitors: Visitors, served: Served, client: Client, token: str
) -> None:
    code = client.send(calls.round_then(TABLE, 2)).round.boxes[4].cards[0]
    for session, finds in ((token, True), (served.sign_in("ann"), False)):
        page = visitors.new().sign_in(session).open("/rounds")
        page.locator("select[name=rank]").select_option(code[0])
        page.locator("select[name=suit]").select_option(code[1])
        page.get_by_role("button", name="Search").click()
        assert (f"{TABLE}/2" in names(page)) == finds


def test_players_find_their_own_and_nobody_in_particular_is_asked_to_sign_in(
    visitors: Visitors, served: Served
) -> None:
    page = visitors.new().sign_in(served.sign_in("ann")).open("/rounds")
    assert names(page) == [f"{TABLE}/2", f"{TABLE}/1"]
    expect(page.locator(".round-players").first).to_contain_text("ann")
    nobody = visitors.new().open("/rounds")
    nobody.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(nobody.get_by_role("dialog")).to_be_visible()


def test_a_round_is_run_again_by_keyboard_and_by_its_time_line(regulator: Visitor, client: Client) -> None:
    page = regulator.open("/rounds")
    page.get_by_role("link", name=f"{TABLE}/2").click()
    slider = page.get_by_role("slider")
    then = client.send(calls.round_then(TABLE, 2))
    last = len(then.moments) - 1
    expect(slider).to_have_value(str(last))
    page.locator("body").press("Home")
    expect(slider).to_have_value("0")
    expect(page.locator(".replay-stage .card-place")).to_have_count(0)
    for index, moment in enumerate(then.moments):
        expect(slider).to_have_value(str(index))
        expect(page.locator(".moment.now")).to_contain_text(moment.what)
        if moment.round:
            boxes = [len(box.cards) for box in moment.round.boxes]
            cards = sum(boxes) + len(moment.round.dealer) + len(moment.round.community)
            expect(page.locator(".replay-stage .card-place")).to_have_count(cards)
        if moment.displayed:
            shown = f"S${float(moment.displayed):,.2f}"
            expect(page.locator(".replay-sign .jackpot-value")).to_have_text(shown)
        page.locator("body").press("ArrowRight")
    page.get_by_role("button", name="One moment back").click()
    expect(slider).to_have_value(str(last - 1))
    page.reload()
    expect(slider).to_have_value(str(last - 1))
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).to_have_value("2")
    page.get_by_role("button", name="Pause").click()


def _in_short_pages(visitor: Visitor) -> None:
    def asked(route: Route) -> None:
        url = route.request.url
        route.continue_(url=f"{url}{'&' if '?' in url else '?'}limit=7")

    visitor.page.route(re.compile(rf"/api/rounds/{TABLE}/\d(\?cursor=\d+)?$"), asked)


def test_a_round_that_comes_in_pages_is_shown_and_proved_whole(readers: Readers, client: Client) -> None:
    then = client.send(calls.round_then(TABLE, 2))
    page = readers.again(role="regulator", dress=_in_short_pages).open(f"/rounds/{TABLE}/2")
    expect(page.get_by_role("slider")).to_have_value(str(len(then.moments) - 1))
    expect(page.locator(".moment")).to_have_count(len(then.moments))
    page.locator("body").press("Home")
    expect(page.locator(".moment.now")).to_contain_text(then.moments[0].what)
    events = sum(len(moment.events) for moment in then.moments)
    log = page.locator("section[aria-labelledby=log-title] .verdict.good")
    expect(log).to_contain_text(str(events))


def test_a_round_after_midnight_has_its_date_beside_its_gaming_day(altered: Visitor) -> None:
    def after_midnight(then: dict[str, Any]) -> None:
        then["day"] = "2025-03-10"
        then["moments"][0]["time"] = "2025-03-11T01:30:00+08:00"

    alter(rf"/api/rounds/{TABLE}/2$", after_midnight)
    page = altered.open(f"/rounds/{TABLE}/2")
    expect(page.locator(".round-began")).to_have_text("2025-03-11 01:30:00")
    expect(page.locator(".round-day")).to_contain_text("Gaming day 2025-03-10")


def test_every_line_says_why_and_leads_to_its_clause(regulator: Visitor, client: Client) -> None:
    page = regulator.open(f"/rounds/{TABLE}/1")
    settlement = client.send(calls.round_then(TABLE, 1)).round.settlement
    assert settlement is not None
    lines = page.locator("section[aria-labelledby=settlement-title] details.why")
    expect(lines).to_have_count(len(settlement.lines))
    lines.first.locator("summary").click()
    expect(lines.first).to_contain_text(settlement.lines[0].why)
    clause = lines.first.locator("a.clause").first
    expect(clause).to_have_attribute("href", f"/rulebook/rws-three-card-v3/{settlement.lines[0].clauses[0]}")


def test_the_browser_checks_the_whole_shoe_and_the_log(regulator: Visitor) -> None:
    page = regulator.open(f"/rounds/{TABLE}/1")
    expect(page.locator(".slot.good")).to_have_count(52)
    shoe = page.locator("section[aria-labelledby=shoe-title] .verdict")
    expect(shoe).to_contain_text("All 52 cards checked by this browser")
    expect(page.locator("section[aria-labelledby=shoe-title]")).to_contain_text(
        re.compile(
            r"The commitment stands in the log as append \d+, under a signed checkpoint over \d+ appends"
        )
    )
    log = page.locator("section[aria-labelledby=log-title] .verdict")
    expect(log).to_contain_text(
        re.compile(r"\d+ events checked by this browser: their \d+ appends and \d+ further")
    )
    expect(log).to_contain_text("which the house has signed")
    expect(log).to_have_class(re.compile("good"))


def test_a_round_that_no_checkpoint_covers_says_so(altered: Visitor) -> None:
    alter(f"/api/rounds/{TABLE}/1$", lambda then: then.update(log=None))
    page = altered.open(f"/rounds/{TABLE}/1")
    log = page.locator("section[aria-labelledby=log-title] .verdict.open")
    expect(log).to_contain_text("No checkpoint covers the round yet")


def shorter(log: dict[str, Any]) -> None:
    log["hashes"].pop()


def longer(log: dict[str, Any]) -> None:
    log["hashes"].append("00" * 32)


def other_size(log: dict[str, Any]) -> None:
    origin, size, rest = log["note"].split("\n", 2)
    log["note"] = f"{origin}\n{int(size) + 1}\n{rest}"


def other_append(log: dict[str, Any]) -> None:
    log["appends"][2]["hashes"].reverse()


def other_number(log: dict[str, Any]) -> None:
    log["appends"][-1]["number"] += 10_000


def other_key(log: dict[str, Any]) -> None:
    name, _, _ = log["key"].split("+", 2)
    log["key"] = f"{name}+33d1bbcf+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"


@pytest.mark.parametrize("change", [shorter, longer, other_size, other_append, other_number, other_key])
def test_an_altered_proof_is_found_out(altered: Visitor, change: Callable[[dict[str, Any]], None]) -> None:
    alter(f"/api/rounds/{TABLE}/1$", lambda then: change(then["log"]))
    page = altered.open(f"/rounds/{TABLE}/1")
    expect(page.locator("section[aria-labelledby=log-title] .verdict.bad")).to_be_visible()


@pytest.mark.parametrize(
    ("old", "new"),
    [("index ", "index 1"), ("tlog-proof@v1", "tlog-proof@v2"), ("\n\n", "\n" + 43 * "A" + "=\n\n")],
)
def test_a_commitment_that_does_not_lead_to_the_log_is_found_out(
    altered: Visitor, old: str, new: str
) -> None:
    def change(file: dict[str, Any]) -> None:
        file["log"]["proof"] = file["log"]["proof"].replace(old, new, 1)

    alter("/openings$", change)
    page = altered.open(f"/rounds/{TABLE}/1")
    expect(page.locator("section[aria-labelledby=shoe-title] .verdict.bad")).to_contain_text(
        "does not stand in the log"
    )


def test_an_altered_opening_is_found_out(altered: Visitor) -> None:
    def change(file: dict[str, Any]) -> None:
        one, other = file["openings"][3], file["openings"][20]
        one["card"], other["card"] = other["card"], one["card"]

    alter("/openings$", change)
    page = altered.open(f"/rounds/{TABLE}/1")
    expect(page.locator(".slot.bad")).to_have_count(2)
    expect(page.locator(".slot.good")).to_have_count(50)
    expect(page.locator("section[aria-labelledby=shoe-title] .verdict.bad")).to_be_visible()


def test_openings_for_another_commitment_prove_nothing(altered: Visitor) -> None:
    alter(f"/api/rounds/{TABLE}/1$", lambda then: then["round"].update(commitment="00" * 32))
    page = altered.open(f"/rounds/{TABLE}/1")
    expect(page.locator("section[aria-labelledby=shoe-title] .verdict.bad")).to_contain_text(
        "another commitment"
    )
    expect(page.locator(".slot.good")).to_have_count(0)


@pytest.mark.parametrize("field", ["position", "recorded", "digest", "append"])
def test_an_altered_event_is_found_out(altered: Visitor, field: str) -> None:
    def change(then: dict[str, Any]) -> None:
        event = then["moments"][4]["events"][0]
        event[field] = event[field] + 1 if isinstance(event[field], int) else "ab" * 32

    alter(f"/api/rounds/{TABLE}/1$", change)
    page = altered.open(f"/rounds/{TABLE}/1")
    expect(page.locator("section[aria-labelledby=log-title] .verdict.bad")).to_be_visible()
    page.get_by_text(re.compile(r"^\d+ events$")).click()
    expect(page.locator(".log-table .loss")).to_have_count(1)


def test_a_player_sees_and_proves_what_he_may_and_takes_it_along(
    visitors: Visitors, served: Served, client: Client
) -> None:
    visitor = visitors.new(PHONE).sign_in(served.sign_in("ann"))
    page = visitor.open(f"/rounds/{TABLE}/2")
    expect(page.locator(".slot.bad")).to_have_count(0)
    expect(page.locator("section[aria-labelledby=shoe-title] .verdict.good")).to_be_visible()
    opened = page.locator(".slot.good").count()
    assert 3 <= opened <= 6, "his own hand, and the Dealer's if it was turned over; not the folded one"
    expect(page.locator("section[aria-labelledby=log-title] .verdict.good")).to_be_visible()
    page.get_by_text(re.compile(r"^\d+ events$")).click()
    expect(page.locator(".log-table .win").first).to_be_visible()
    section = page.locator("section[aria-labelledby=log-title]").bounding_box()
    assert section is not None
    assert section["width"] <= PHONE["width"], "the table scrolls, and not the page"
    expect(page.get_by_role("link", name="Signed page")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Round file").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    (played,) = play(parse_round_file(tomllib.loads(text)))
    settlement = client.send(calls.round_then(TABLE, 2)).round.settlement
    assert settlement is not None
    assert len(played.settlement.lines) == len(settlement.lines)


def test_a_reader_of_every_card_takes_the_signed_page_along(
    regulator: Visitor, tmp_path: Path, visitor: Visitor
) -> None:
    """It is opened from the disk, and the browser checks it there; a page that was changed does not hold."""
    page = regulator.open(f"/rounds/{TABLE}/2")
    with page.expect_download() as download:
        page.get_by_role("link", name="Signed page").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    document = parse_page(text)
    proof, note = document.record.proof, document.record.proof.signed_note()
    assert note is not None
    private = Ed25519PrivateKey.generate()
    witness = note_key("witness.example", private, COSIGNATURE).text()
    cosignature = cosign(note, "witness.example", private, 1_741_700_000)
    spoilt = structs.replace(cosignature, value=cosignature.value[:-1] + b"x")

    def signed(**changes: object) -> str:
        changed = structs.replace(proof, **changes)
        record = structs.replace(document.record, proof=changed, witnesses=(witness,))
        return signed_page(document.visible, record, KEY)

    for content, marks in (
        (text, ["ok", "ok", "ok", "ok"]),
        (signed(hashes=(*proof.hashes, bytes(32))), ["ok", "ok", "bad", "open"]),
        (signed(note=note.with_signatures(cosignature).write()), ["ok", "ok", "ok", "open", "ok"]),
        (signed(note=note.with_signatures(spoilt).write()), ["ok", "ok", "ok", "open", "bad"]),
        (text.replace("<td>ann</td>", "<td>bob</td>", 1), ["ok", "bad", "ok", "ok"]),
        (text.replace("</style>", ".net { display: none }</style>"), ["ok", "bad", "ok", "ok"]),
        (text.replace("</body>", "<p>and a car</p></body>"), ["ok", "bad", "ok", "ok"]),
        (text.replace("</dl>\n<script", "</dl>\n<b>x</b><script"), ["ok", "bad", "ok", "ok"]),
        (text.replace("<!DOCTYPE html>\n", ""), ["ok", "bad", "ok", "ok"]),
    ):
        (tmp_path / "page.html").write_text(content, encoding="utf-8")
        opened = visitor.page
        opened.goto((tmp_path / "page.html").as_uri())
        checks = opened.locator("#checks li[class]")
        expect(checks).to_have_count(len(marks))
        assert [checks.nth(place).get_attribute("class") for place in range(len(marks))] == marks
        expect(checks.nth(1)).to_contain_text("What this page shows is what was signed")
        expect(checks.nth(2)).to_contain_text("lead to the root of the checkpoint")


def test_a_reader_of_chinese_takes_the_signed_page_along_in_chinese(
    visitors: Visitors, token: str, tmp_path: Path
) -> None:
    visitor = visitors.new().sign_in(token).choose(language="zh")
    page = visitor.open(f"/rounds/{TABLE}/2")
    with page.expect_download() as download:
        page.get_by_role("link", name="签名页").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    for content, mark, said in (
        (text, "ok", "本页所示即为所签署的内容。"),
        (text.replace("</body>", "<p>x</p></body>"), "bad", "不成立：本页所示即为所签署的内容。"),
    ):
        (tmp_path / "page.html").write_text(content, encoding="utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        check = page.locator("#checks li").nth(1)
        expect(check).to_have_text(said)
        expect(check).to_have_class(mark)
        expect(page.locator("#checks")).not_to_contain_text(re.compile("[a-z]{3} [a-z]{3} "))


def test_nobody_in_particular_is_asked_to_sign_in_for_a_round(visitor: Visitor) -> None:
    page = visitor.open(f"/rounds/{TABLE}/1")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize(("name", "count"), [("ann", 2), ("eve", 0)])
def test_the_rounds_told_at_a_table_are_the_player_s_own(
    visitors: Visitors, served: Served, name: str, count: int
) -> None:
    if name == "eve":
        served.player(name).close()
    page = visitors.new().sign_in(served.sign_in(name)).open(f"/tables/{TABLE}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Rounds").click()
    told = page.get_by_role("dialog")
    expect(told.get_by_role("listitem").locator("strong")).to_have_count(count)
    if not count:
        expect(told).to_contain_text("None in which you have bet yet.")


def test_a_round_that_is_not_there(visitors: Visitors, token: str) -> None:
    visitor = visitors.new().sign_in(token)
    page = visitor.open(f"/rounds/{TABLE}/99")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"There is no round {TABLE}/99")
    visitor.excuse("status of 404")


@pytest.mark.parametrize("path", ["/rounds", f"/rounds/{TABLE}/2"])
def test_an_inspector_s_pages_have_words_of_the_catalogue_and_names(
    visitors: Visitors, token: str, path: str
) -> None:
    visitor = visitors.new().sign_in(token).choose(language=CODE)
    page = visitor.open(path)
    expect(page.locator(".round-name, .verdict").first).to_be_visible()
    assert without_accents(page) == []
    assert page.evaluate(FAULTS) == []
    page = visitors.new(PHONE).sign_in(token).open(path)
    expect(page.locator(".round-name, .verdict").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
