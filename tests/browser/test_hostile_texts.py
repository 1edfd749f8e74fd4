"""Somebody who writes markup wherever a text is taken, and a house whose sheet is full of it.

Holds: an account of staff, or the folder of a sheet. Tries: an element that sets a mark, in names of players,
notices, reasons, and every title and gist of a sheet. Expected: whoever opens a page or a printed file sees
the text as it was written; the element is never made, and the policy of the page has nothing to stop.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.access.roles import Role
from pitboss.cli.main import run
from pitboss.client import calls
from pitboss.floor.setup.config import DEFAULT_FILE
from pitboss.messages import acts
from pitboss.sheets.library import using
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.keys import load_key
from tests.api.manual import ManualTable
from tests.api.served import Served, config, serving
from tests.browser.seats import STILL
from tests.browser.visitor import DESK, Visitor, Visitors
from tests.browser.windows import Windows
from tests.sheets.own import OWN, own_sheet

MARK = "\"'><img/src=x/onerror=owned()>"
"""Closes an attribute and brings an element; without blanks, as a player's name has none."""
HEAD = "links = []\n" + DEFAULT_FILE.read_text(encoding="utf-8").partition("[[links]]")[0]
TABLE = """
[[tables]]
id = "{id}"
sheet = "ACME"
dealer = "{dealer}"
cards = "{cards}"
limits = {{ ante = [5, 500], pair_plus = [5, 500] }}
counts_tray = false
card_sets = false
"""
TITLES = re.compile(r'\b(title|gist|house|operator) = "([^"]*)"')


def hostile_sheet(into: Path) -> Path:
    """A sheet of which every title and gist ends with the mark."""
    folder = own_sheet(into, rounds=True)
    written = MARK.replace('"', r"\"")
    for file in (folder / "sheet.toml", folder / "clauses.toml"):
        text = TITLES.sub(lambda found: f'{found[1]} = "{found[2]} {written}"', file.read_text("utf-8"))
        file.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Path]]:
    """A floor of that sheet: texts of everybody, a round settled and ruled on, and one under way."""
    folder = tmp_path_factory.mktemp("hostile")
    sheet = hostile_sheet(folder)
    tables = TABLE.format(id="H-1", dealer="manual", cards="outside") + TABLE.format(
        id="A-1", dealer="automatic", cards="shoe"
    )
    with using(folder), serving(folder, floor=config(STILL, HEAD + tables)) as served:
        write_everywhere(served)
        yield served, sheet


def write_everywhere(served: Served) -> None:
    """The mark wherever somebody may write."""
    with (
        served.client("dealer") as dealer,
        served.client("pit_supervisor") as supervisor,
        served.client("shift_manager") as shift,
        served.client("administrator") as admin,
        served.player("ann") as player,
    ):
        admin.send(calls.make_account(name="eve", kind="staff", reason=MARK))
        admin.send(calls.propose(acts.GrantRole(name="dealer", role="pit_supervisor"), MARK))
        served.begin("A-1")
        player.send(calls.act("A-1", acts.PlaceBet(box=2, bet="ante", amount="25")))
        table = ManualTable(served, "H-1", dealer)
        table.sign_on()
        table.begin((1, MARK, "ante", "25"), (1, MARK, "pair_plus", "25"))
        table.play_on(("As", "Ks", "2d", "Kh", "8d", "5s"))
        table.act(acts.SettleRound())
        ruling = acts.AdjustSettlement(box=1, player=MARK, bet="ante", amount="25", reason=MARK)
        shift.send(calls.adjust("H-1", 1, ruling))
        supervisor.send(calls.dispute("H-1", 1, MARK))
        table.begin((1, MARK, "ante", "25"), (1, MARK, "pair_plus", "500"))
        right = acts.CorrectBet(box=1, player=MARK, bet="ante", amount="50", reason=MARK)
        supervisor.send(calls.act("H-1", right))
        table.play_on(("As", "Ks", "2d", "Kh", "8d", "5s"), until="ask")
        # The bets go back, and wait for a second signature.
        table.act(acts.ExamineHand(box=1), acts.InterruptPlay(reason=MARK))
        for name in ("A-1", "H-1"):
            shift.send(calls.post_notice(name, MARK))
    make_checkpoint(served.site.journal, load_key(Path(served.site.config.signing_key)))


PLACES: tuple[tuple[Role | None, str], ...] = (
    (None, "/"),
    (None, "/tables/A-1"),
    (None, "/tables/H-1"),
    (None, "/signs/A-1"),
    (None, "/rulebook"),
    (None, f"/rulebook/{OWN}"),
    (None, f"/rulebook/{OWN}/5.8.1"),
    (None, f"/rulebook/{OWN}/rounds/4.7_second-hand-gives-fifty"),
    (None, f"/rulebook/{OWN}?with=rws-three-card-v3"),
    (None, "/learn/ACME?hand=7"),
    ("player", f"/lab?sheet={OWN}"),
    ("dealer", f"/train?sheet={OWN}&kind=settle&seed=7"),
    ("dealer", "/console"),
    ("dealer", "/console/H-1"),
    ("shift_manager", "/people?name=dealer"),
    ("shift_manager", "/rounds"),
    ("shift_manager", "/rounds/H-1/1"),
    ("shift_manager", "/rounds/H-1/2"),
    ("accounting", "/reports"),
    ("administrator", "/people"),
    ("administrator", "/people?name=eve"),
)
"""Who sees a mark where."""
SHOWN = """() => document.body.innerText.includes("onerror=owned")
  || [...document.querySelectorAll("input, textarea, option, [aria-label], [title]")].some((one) =>
    `${one.value} ${one.textContent} ${one.ariaLabel} ${one.title}`.includes("onerror=owned"))"""
MADE = "() => document.querySelectorAll('img[src=x], [onerror]').length + (window.owned ? 1 : 0)"

STOPPED = """() => new Promise((done) => {
  addEventListener("securitypolicyviolation", (event) => done(event.violatedDirective));
  try { %s; } catch { /* The violation is told by its event. */ }
})"""


@pytest.mark.parametrize(("role", "path"), PLACES)
def test_a_mark_is_shown_as_it_was_written(
    hostile: tuple[Served, Path], visitors: Visitors, role: Role | None, path: str
) -> None:
    visitor = visitors.new()
    visitor.served, _ = hostile
    if role:
        visitor.be(role)
    visitor.open(path)
    page = visitor.settle()
    assert page.evaluate(SHOWN)
    assert page.evaluate(MADE) == 0


@pytest.mark.parametrize("made", [("chart",), ("explain", "5.8.1"), ("diff", "3CP"), ("par",), ("page",)])
def test_a_file_shows_a_mark_as_it_was_written(
    hostile: tuple[Served, Path], windows: Windows, tmp_path: Path, made: tuple[str, ...]
) -> None:
    """Printed pages, the report of the mathematics, and the signed page of a round, opened from a disk."""
    served, sheet = hostile
    file = tmp_path / "opened.html"
    command, *named = made
    if command == "page":
        with served.client("regulator") as regulator:
            file.write_text(regulator.send(calls.round_page("H-1", 1)), encoding="utf-8")
    else:
        option = "-o" if command == "par" else "--html"
        assert run([command, str(sheet), *named, option, str(file)]) == 0
    page = windows.new({"viewport": DESK})
    page.goto(file.as_uri())
    assert page.evaluate(SHOWN)
    assert page.evaluate(MADE) == 0
    page.context.close()


@pytest.mark.parametrize(
    ("script", "directive"),
    [
        ("document.body.innerHTML = '<b></b>'", "require-trusted-types-for"),
        ("document.createElement('script').text = '1'", "require-trusted-types-for"),
        ("document.body.setAttribute('onclick', 'owned()')", "require-trusted-types-for"),
        ("document.body.setAttribute('style', 'color: red')", "style-src-attr"),
        ("new Image().src = 'https://elsewhere.example/'", "img-src"),
        ("fetch('https://elsewhere.example/').catch(() => 0)", "connect-src"),
    ],
)
def test_the_policy_stops_what_a_page_of_ours_never_does(
    visitor: Visitor, script: str, directive: str
) -> None:
    page = visitor.open("/")
    stopped = page.evaluate(STOPPED % script)
    assert stopped == directive
    visitor.excuse(directive, "Content Security Policy", "TrustedHTML", "TrustedScript")
