"""Pictures of every page for the documents: ``make screenshots`` writes ``docs/screenshots``.

The floor is the same each time: one table is run by a person, so that its cards and its jackpot are known.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct, structs
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from pitboss.access.roles import Role
from pitboss.client import Client, calls
from pitboss.messages.acts import ExamineHand, GrantRole, PlaceBet
from pitboss.messages.texts import SituationKind, SituationLevel
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.keys import load_or_make_key
from pitboss.training.situations import find_situation
from tests.api.manual import ManualTable
from tests.api.served import SLOW, Served, serving
from tests.browser.evening import Evening, manual_at
from tests.browser.seats import known_decks
from tests.browser.visitor import DESK, PHONE, Visitors
from tests.browser.windows import Windows
from tests.floor.house import House
from tests.training.test_train import right_answer
from tools.chromium import MISSING, flags, set_up_chromium

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
MANUAL = "3CP-1"
DEALING = "P3CP-1"
MOVED = "pays.pair_plus.hands.straight%3D6"
TAKEN = {"MSS-1": (2, 3, 6), "MLTH-1": (1, 4, 5), "ML3-1": (4,)}

STUD = "5c 8d Jh 2s Tc Qs Qd 9c 4h As 3c 6d 7h Kc 2d Ks Jd 8c 4s 9h"
"""Hands of the stud table's three boxes and its Dealer."""


PROOF = "5.10_one-card-exposed-before-any-look"
ANSWERS = ".grid-scroll[aria-labelledby=grid-training-answers] tr:first-child"
TRAINED = "rws-three-card-v3"


class Shot(Struct, frozen=True):
    """A page as somebody sees it."""

    name: str
    path: str
    role: Role | None = None
    player: str = ""
    options: dict[str, object] = {}
    press: tuple[str, ...] = ()
    """What is pressed before the picture is taken."""


SHOTS = (
    Shot("floor", "/"),
    Shot("floor-high-contrast", "/", options={"contrast": True}),
    Shot("table-betting", "/tables/MLTH-1", player="ann"),
    Shot("table-decision", "/tables/MSS-1", player="ann"),
    Shot("table-jackpot", "/tables/3CP-1"),
    Shot("console-tables", "/console", "pit_manager"),
    Shot("waiting", "/waiting", "pit_manager"),
    Shot("console-dealing", "/console/P3CP-1", "pit_supervisor", press=("[data-do=deck]",)),
    Shot("console-report", "/console/P3CP-1", "pit_supervisor", press=("[data-clause='5.8.2']",)),
    Shot("console-jackpot", "/console/3CP-1#jackpot", "pit_manager"),
    Shot("sign-link", "/signs/mega"),
    Shot("sign-pending", "/signs/spade"),
    Shot("sign-table", "/signs/MLTH-1"),
    Shot("rounds", "/rounds", "regulator"),
    Shot("round", "/rounds/ML3-1/1", "regulator"),
    Shot("round-proof", "/rounds/ML3-1/1", "regulator", press=("#shoe-title",)),
    Shot("rulebook", "/rulebook/rws-three-card-v3/5.10"),
    Shot("rulebook-compare", "/rulebook/rws-three-card-v3?with=mbs-megalink-stud-v9"),
    Shot("proof", f"/rulebook/rws-three-card-v3/rounds/{PROOF}"),
    Shot("lab", f"/lab?sheet=rws-progressive-three-card-v5&set={MOVED}", "regulator"),
    Shot("lab-stud", "/lab?sheet=mbs-megalink-stud-v9", "regulator", press=(".map-up summary >> nth=0",)),
    Shot("lab-strategy", "/lab?sheet=rws-progressive-three-card-v5", "regulator", press=("#lab-strategy",)),
    Shot("reports", "/reports", "accounting"),
    Shot("people", "/people?name=pit-supervisor", "administrator"),
    Shot("people-player", "/people?name=ann", "shift_manager"),
    Shot("my-play", "/my-play", player="ann"),
    Shot("audit", "/audit", "regulator", press=(".main",)),
    Shot(
        "learn",
        "/learn/MLTH?hand=7",
        player="ann",
        press=("[data-act='bet ante']", "[data-act=go_on]", "[data-act=look]"),
    ),
    Shot("train", "/train?sheet=rws-three-card-v3&kind=jackpot&seed=7", "dealer"),
    Shot("train-results", "/train/results", "pit_supervisor"),
    Shot("train-trainee", "/train/results/dealer", "pit_supervisor"),
    Shot("train-answer", "/train/results/dealer", "pit_supervisor", press=(f"{ANSWERS} a[href*=results]",)),
    Shot("train-report", "/train?sheet=rws-multilink-holdem-v2&kind=report&seed=3", "dealer"),
    Shot("options", "/options", options={"fourColours": True}),
)


@contextmanager
def floor() -> Iterator[Served]:
    """A floor in the middle of an evening."""
    with (
        tempfile.TemporaryDirectory() as folder,
        known_decks(pytest.MonkeyPatch(), MSS_1=STUD),
        serving(folder, SLOW, manual_at(MANUAL, DEALING)) as served,
    ):
        with served.client("dealer") as dealer, served.player("ann") as ann:
            evening = Evening(served, MANUAL, dealer)
            evening.bets()
            evening.win()
            evening.pay()
            evening.bets()
            evening.win()
            _deal_on(served)
            _whole_round(served, ann, "ML3-1")
            _leave_for_two(served)
            _train(dealer, ann)
            for table, boxes in TAKEN.items():
                for box in boxes:
                    ann.send(calls.act(table, PlaceBet(box=box, bet="ante", amount="50.00")))
            ann.send(calls.act("MLTH-1", PlaceBet(box=4, bet="bonus", amount="25.00")))
            for box in TAKEN["MSS-1"]:
                ann.send(calls.act("MSS-1", PlaceBet(box=box, bet="jackpot", amount="5.00")))
            _no_more_bets(served, "MSS-1")
            _until_asked(ann, "MSS-1")
            ann.send(calls.act("MSS-1", ExamineHand(box=3)))
            ann.send(calls.act("MSS-1", PlaceBet(box=2, bet="bet", amount="100.00")))
        yield served


def _deal_on(served: Served) -> None:
    """A table at which a supervisor stands in for the Dealer, with two of four hands dealt."""
    with served.client("pit_supervisor") as supervisor:
        table = ManualTable(served, DEALING, supervisor)
        table.sign_on()
        antes = tuple(
            (box, name, "ante", "50") for box, name in ((1, "ben"), (2, "cora"), (5, "dan"), (6, "eve"))
        )
        table.begin(*antes, (2, "cora", "pair_plus", "25"), (5, "dan", "jackpot", "5"))
        for hand in (["As", "Kd", "9h"], ["Qc", "Qd", "4s"]):
            table.deal(table.due, hand)


def _whole_round(served: Served, player: Client, table: str) -> None:
    """A round for those who look back, three boxes played, until the next one begins."""
    boxes = (1, 4, 6)
    for box in boxes:
        for bet, amount in (("ante", "50.00"), ("pair_plus", "25.00"), ("jackpot", "5.00")):
            player.send(calls.act(table, PlaceBet(box=box, bet=bet, amount=amount)))
    _no_more_bets(served, table)
    _until_asked(player, table)
    player.send(calls.act(table, ExamineHand(box=boxes[0])))
    for box in boxes:
        player.send(calls.act(table, PlaceBet(box=box, bet="play", amount="50.00")))
    for now in player.follow_table(table):
        if now.round and now.round.number > 1:
            return


def _train(dealer: Client, ann: Client) -> None:
    """A dealer and a player who have answered a few questions, some points wrong."""
    kinds: tuple[SituationKind, ...] = ("settle", "report", "jackpot", "settle")
    for client, seeds in ((dealer, range(4)), (ann, range(1))):
        for seed in seeds:
            for level in get_args(SituationLevel):
                asked = client.send(calls.question(TRAINED, kind=kinds[seed], seed=seed, level=level))
                found = find_situation(TRAINED, asked.situation.id)
                assert found is not None
                right = right_answer(found)
                said = structs.replace(right, lines=right.lines[seed % 3 :], void=False)
                client.send(calls.answer(TRAINED, asked.id, said))


def _leave_for_two(served: Served) -> None:
    """A proposal that waits for its second person, and a checkpoint."""
    with served.client("administrator") as admin:
        admin.send(calls.propose(GrantRole(name="dealer", role="pit_supervisor"), "has passed the course"))
    make_checkpoint(served.site.journal, load_or_make_key(Path(served.site.config.signing_key)))


def _no_more_bets(served: Served, table: str) -> None:
    """The software closes the bets before its clock runs out."""
    House(served.site.floor, f"shots-{table}").play(table, "close")


def _until_asked(client: Client, table: str) -> None:
    """Until the cards are dealt."""
    for now in client.follow_table(table):
        if now.dealer and now.dealer.says == "your_decision":
            return


def take(browser: Browser, served: Served, shot: Shot, size: dict[str, int]) -> bytes:
    """One picture."""
    visitors = Visitors(Windows(browser), served)
    visitor = visitors.new(size, device_scale_factor=1, reduced_motion="reduce")
    if shot.player:
        visitor.sign_in(served.sign_in(shot.player))
    if shot.role:
        visitor.be(shot.role)
    page: Page = visitor.choose(**shot.options).open(shot.path)
    page.wait_for_load_state("load")
    for selector in shot.press:
        page.locator(selector).click()
    page.wait_for_timeout(900)
    page.evaluate("drawn(true)")
    picture = page.screenshot(type="png")
    visitors.leave()
    return _small(picture)


def _small(picture: bytes) -> bytes:
    """The same as WebP, which is a tenth of the size and looks alike."""
    out = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").save(out, "WEBP", quality=84, method=6)
    return out.getvalue()


def main(*names: str) -> int:
    """Take the pictures of these names, or all."""
    place = set_up_chromium()
    if place is None:
        print(MISSING)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with floor() as served, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=place, args=flags())
        for shot in SHOTS:
            for kind, size in (("desktop", DESK), ("phone", PHONE)):
                if not names or shot.name in names:
                    picture = take(browser, served, shot, size)
                    (FOLDER / f"{shot.name}-{kind}.webp").write_bytes(picture)
                    print(f"{shot.name}-{kind}: {len(picture) // 1000} kB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
