"""The signed page: whole, offline, and worth nothing as soon as anything in it is changed."""

import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pitboss.store.chain import data_hash

from pitboss.audit.dispute import proof
from pitboss.audit.dispute.cards import card_svg
from pitboss.audit.dispute.check import check_page
from pitboss.audit.dispute.document import Document, DocumentFault, page_hash, read, sign
from pitboss.audit.dispute.make import make_page
from pitboss.audit.replay import find, replay
from pitboss.audit.round_file import tell
from pitboss.cards import DECK, UNKNOWN, in_words
from pitboss.floor.dealer import AT_ONCE
from pitboss.floor.rulebook import Rulebook
from pitboss.jackpots import commands as lc
from pitboss.round import commands as cmd
from pitboss.settlement import Limits
from pitboss.sheets import sheet_ids
from pitboss.store import Journal
from pitboss.store.open import open_journal
from pitboss.store.snapshots import Snapshots
from pitboss.store.witness import read_file
from tests.audit.disputed import KEY, SHAW, play_evening
from tests.floor.house import DEALER, House
from tests.floor.test_dealers import Automatic
from tests.floor.test_service import BETS, FOLDED, NOTHING, ROYAL
from tests.jackpots.floor import APPROVED, SHIFT, THREE_CARD
from tests.store.archives import SNAPSHOT_KEY


def page_of(journal: Journal, name: str) -> str:
    past = find(journal, name)
    assert past is not None
    seen = replay(journal, Rulebook(journal, Snapshots(journal, SNAPSHOT_KEY)), past)
    return make_page(journal, seen, tell(journal, seen), KEY, clock=lambda: 1_741_700_000_000_000)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evening")
    play_evening(folder / "evening.db", folder / "witness.jsonl")
    return folder


@pytest.fixture(scope="module")
def page(evening: Path) -> str:
    with open_journal(evening / "evening.db", read_only=True) as journal:
        return page_of(journal, "T1/2")


def failing(text: str) -> list[str]:
    return [finding.text for finding in check_page(read(text)).findings if finding.holds is False]


def open_points(text: str) -> list[str]:
    return [finding.text for finding in check_page(read(text)).findings if finding.holds is None]


def signed_anew(document: Document, **changes: object) -> str:
    """The page as the house itself would sign it with other data behind it."""
    record = msgspec.structs.replace(document.record, **changes)
    return sign(document.visible, record, KEY)


def test_the_page_holds(page: str, evening: Path) -> None:
    checked = check_page(read(page), read_file(evening / "witness.jsonl"))
    assert checked.sound
    assert [finding.text for finding in checked.findings if not finding.holds] == [
        "Rulings said to be on other rounds: 1. What they say is not on the page."
    ]
    assert checked.past is not None
    assert checked.past.id == "T1/2"


def test_the_page_says_everything_without_a_script(page: str) -> None:
    static = re.sub(r"<script.*?</script>", "", page, flags=re.S)
    for text in ("Round T1/2", "+100,705.00", "100,010.00", "ace of spades", "4.7.1", "Percentage award"):
        assert text in static
    for text in ("At one table", "Slip 1", "Checkpoint", "03a107bf", "2 jackpot bets of H1/1"):
        assert text in static
    assert re.search(r"grand/\d+/\d+", static), "the transfers of the link"
    assert static.count('class="card"') == 14


def test_the_page_needs_nothing_from_outside(page: str) -> None:
    found: set[str | None] = set()

    class Links(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form")
            found.update(value for name, value in attrs if name in ("src", "href", "xlink:href"))

    Links().feed(page)
    assert found == {f"#suit-{suit}" for suit in "shdc"}
    assert "default-src 'none'" in page
    assert "url(" not in page
    assert "@import" not in page


def test_the_page_is_well_formed_and_accessible(page: str) -> None:
    class Tags(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.stack: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag == "svg" and ("aria-hidden", "true") not in attrs:
                assert dict(attrs).get("aria-label")
            if tag not in ("meta", "br", "rect", "use", "path", "circle", "polyline", "polygon"):
                self.stack.append(tag)

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            pass

        def handle_endtag(self, tag: str) -> None:
            assert self.stack.pop() == tag

    tags = Tags()
    tags.feed(page)
    assert tags.stack == []
    assert '<html lang="en">' in page
    headings = re.findall(r"<h([1-6])", page)
    assert headings[0] == "1"
    assert headings.count("1") == 1


def test_players_of_other_tables_are_not_in_it(page: str) -> None:
    for name in ("cat", "eve", "fay"):
        assert not re.search(rf"\b{name}\b", page)


def test_winners_at_other_tables_are_not_in_it_either(journal: Journal) -> None:
    """T2's royal is seen first and the House rules the order: T1's page tells it without the name."""
    house = House(journal).open({"T1": THREE_CARD, "T2": THREE_CARD})
    theirs = tuple(step.replace("ann", "zoe").replace("bob", "yan") for step in BETS)
    house.begin("T1", *BETS, "close", *ROYAL)
    house.begin("T2", *theirs, "close", *ROYAL, *FOLDED, "settle")
    house.play("T1", *FOLDED, "settle")
    first, second = house.state_of().claims
    house.link(lc.RuleOrder((first, second), SHIFT, "the cameras show it"))
    for claim in (first, second):
        house.verify(claim)
        house.pay(claim)
    house.play("T1", "settle")
    text = page_of(journal, "T1/1")
    assert "the House rules the order of payment: a claim of another table, claim T1/1/1/ann" in text
    assert "box 1 of T2/1" in text
    assert not re.search(r"\bzoe\b", text)
    assert check_page(read(text)).sound


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (">+100,705.00<", ">+100,715.00<"),
        ("<h2>Result</h2>", "<h2>Result</h2><p>and a car</p>"),
        ("</style>", ".net { display: none }</style>"),
        ('"use strict";', '"use strict";alert(1);'),
        ("</body>", "<!-- nothing --></body>"),
    ],
)
def test_what_is_visible_cannot_be_changed(page: str, old: str, new: str) -> None:
    assert page.count(old) == 1
    (fault,) = failing(page.replace(old, new))
    assert "What the page shows" in fault


def test_the_block_of_signed_data_takes_nothing_else(page: str) -> None:
    for old, new in (
        ('<dl class="seal">', '<dl class="seal"><style>body{display:none}</style>'),
        ("</dl>\n<script", '</dl>\n<b>x</b><script type="text/plain"></script><script'),
        ('<dd id="key">', '<dd id="key">00'),
    ):
        assert old in page
        with pytest.raises(DocumentFault):
            read(page.replace(old, new))


def test_neither_data_nor_signature_can_be_changed(page: str) -> None:
    document = read(page)
    other = page.replace(document.signature.hex(" ", 4), bytes(64).hex(" ", 4))
    assert len(failing(other)) == 1
    assert "signed by the key" in failing(other)[0]
    data = document.data.replace('\\"amount\\":10000', '\\"amount\\":90000')
    assert data != document.data
    with pytest.raises(DocumentFault):
        read(page.replace(document.data, data))


def test_an_event_cannot_be_changed_even_with_the_key(page: str) -> None:
    document = read(page)
    table, link = document.record.streams
    bets = [event for event in table.events if event.kind == "BetPlaced"]
    data = (bets[0].data or "").replace("10000", "90000")
    assert data != bets[0].data
    events = tuple(msgspec.structs.replace(e, data=data) if e == bets[0] else e for e in table.events)
    forged = msgspec.structs.replace(table, events=events)
    faults = failing(signed_anew(document, streams=(forged, link)))
    assert any(
        "chain of table/T1 is broken" in fault and f"position {bets[0].position}" in fault for fault in faults
    )


@pytest.mark.parametrize("kind", ["BetPlaced", "CardsDealt", "HandFolded", "TransfersPosted"])
def test_an_event_of_the_round_cannot_be_hidden_even_with_the_key(page: str, kind: str) -> None:
    document = read(page)
    table, link = document.record.streams
    hidden = next(event for event in table.events if event.kind == kind and event.data is not None)
    blank = msgspec.structs.replace(hidden, data=None, digest=data_hash((hidden.data or "").encode()).hex())
    events = tuple(blank if event == hidden else event for event in table.events)
    partial = msgspec.structs.replace(table, events=events)
    assert any(
        "left out" in f or "whole round" in f for f in failing(signed_anew(document, streams=(partial, link)))
    )


def test_another_checkpoint_does_not_fit(page: str) -> None:
    document = read(page)
    assert document.record.checkpoint is not None
    other = document.record.checkpoint.replace('"streams":9', '"streams":8')
    assert any(
        "signature of checkpoint" in fault for fault in failing(signed_anew(document, checkpoint=other))
    )
    table, link = document.record.streams
    assert table.way is not None
    way = msgspec.structs.replace(table.way, path=tuple(reversed(table.way.path)))
    turned = msgspec.structs.replace(table, way=way)
    assert any("leads to the root" in f for f in failing(signed_anew(document, streams=(turned, link))))
    odd = msgspec.structs.replace(table, way=msgspec.structs.replace(way, path=("zz",)))
    assert failing(signed_anew(document, streams=(odd, link)))
    assert any("cannot be read" in fault for fault in failing(signed_anew(document, checkpoint="{}")))


def test_lines_that_the_events_do_not_record_are_found(page: str) -> None:
    document = read(page)
    settlement = {**document.record.replay["settlement"], "outcome": "void"}
    told = {**document.record.replay, "settlement": settlement}
    (fault,) = failing(signed_anew(document, replay=told))
    assert "lines shown" in fault
    elsewhere = {**document.record.replay, "round": "T2/1"}
    assert any("whole round T2/1" in fault for fault in failing(signed_anew(document, replay=elsewhere)))


def test_a_witness_shows_a_checkpoint_made_anew(page: str, evening: Path) -> None:
    document = read(page)
    (kept,) = read_file(evening / "witness.jsonl")
    other = msgspec.structs.replace(kept, time=kept.time + 1)
    differs = check_page(document, [other])
    assert [f.text for f in differs.findings if f.holds is False] == [
        "This does not hold: The witness holds the same checkpoint 1."
    ]
    unknown = check_page(document, [msgspec.structs.replace(kept, number=7)])
    assert unknown.sound
    assert any("holds no checkpoint 1" in finding.text for finding in unknown.findings)


def test_a_later_ruling_is_proved_too(evening: Path) -> None:
    with open_journal(evening / "evening.db", read_only=True) as journal:
        text = page_of(journal, "T1/1")
    checked = check_page(read(text))
    assert checked.sound
    assert checked.past is not None
    assert len(checked.past.round.adjustments) == 1
    assert "the camera shows a flush" in text
    assert not open_points(text)


def test_a_round_that_no_checkpoint_covers_says_so(evening: Path) -> None:
    with open_journal(evening / "evening.db", read_only=True) as journal:
        text = page_of(journal, "T1/3")
    assert check_page(read(text)).sound
    assert any("No checkpoint covers" in point for point in open_points(text))
    assert "No checkpoint covers this round yet" in text


def test_rulings_on_other_rounds_in_between_are_counted(journal: Journal) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    for _ in range(2):
        house.begin("T1", "bet 1 ann ante 25", "close", *NOTHING, "fold 1", "settle")
    ruling = cmd.AdjustSettlement(
        box=1, player="ann", bet="ante", amount=2500, by="shift_manager", reason="a push"
    )
    house.ok(house.floor.adjust("T1", 1, ruling, SHAW, house.id()))
    house.ok(house.floor.adjust("T1", 2, ruling, SHAW, house.id()))
    text = page_of(journal, "T1/2")
    assert check_page(read(text)).sound
    assert any("on other rounds: 1" in point for point in open_points(text))


def test_a_checkpoint_too_long_after_is_not_followed(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "MOST_EVENTS", 50)
    with open_journal(evening / "evening.db", read_only=True) as journal:
        text = page_of(journal, "T1/2")
    document = read(text)
    assert [stream.way is None for stream in document.record.streams] == [True, False]
    assert check_page(document).sound
    assert any("went on too long" in point for point in open_points(text))


def test_a_sheet_that_is_not_installed_is_said(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.audit.dispute.check.sheet_ids", tuple)
    assert any("not installed here" in point for point in open_points(page))


def test_another_key_than_the_checkpoints_is_said(page: str) -> None:
    document = read(page)
    other = sign(document.visible, document.record, Ed25519PrivateKey.generate())
    assert any("another key than the page" in point for point in open_points(other))


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_round_that_the_software_dealt_is_proved(journal: Journal, sheet: str) -> None:
    """The deck's commitment and the positions of its cards are on the page; the sealed deck stays sealed."""
    table = Automatic(journal, sheet, AT_ONCE)
    plate = msgspec.structs.replace(table.table.plate, limits={"ante": Limits(2500, 50_000)})
    for number in range(2):
        table.wait(0)
        if number:
            table.house.ok(table.floor.change_plate("T1", plate, (100, 500), APPROVED, "plate"))
        for box, player in enumerate(("ann", "bob"), 1):
            table.do(cmd.PlaceBet(box=box, player=player, bet="ante", amount=2500), player)
            table.do(cmd.PlaceBet(box=box, player=player, bet="jackpot", amount=500), player)
        table.wait(0)
    for name in ("T1/1", "T1/2"):
        text = page_of(journal, name)
        assert check_page(read(text)).sound
        assert "cards 1 to" in text
        assert "the deck is shuffled and committed to" in text
        past = find(journal, name)
        assert past is not None
        assert tell(journal, replay(journal, Rulebook(journal), past)).same_lines


def test_names_and_reasons_are_text_and_never_markup(journal: Journal) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    house.begin("T1")
    name = "<img/src=x>&\"'</script><!--"
    house.ok(
        house.floor.act("T1", cmd.PlaceBet(box=1, player=name, bet="ante", amount=2500), DEALER, house.id())
    )
    house.play("T1", "close", *NOTHING, "fold 1", "settle")
    text = page_of(journal, "T1/1")
    assert "<img" not in text
    assert check_page(read(text)).sound
    assert read(text).visible.count("</script>") == 1


@pytest.mark.parametrize("text", ["", "<html></html>", "no page at all", "\ud800"])
def test_what_is_no_page_is_refused(text: str) -> None:
    with pytest.raises(DocumentFault):
        read(text)


def test_a_page_of_a_later_version_is_refused(page: str) -> None:
    document = read(page)
    with pytest.raises(DocumentFault, match="another version"):
        read(signed_anew(document, format="pitboss dispute 2"))


def test_the_page_is_the_same_when_made_again(page: str, evening: Path) -> None:
    with open_journal(evening / "evening.db", read_only=True) as journal:
        assert page_of(journal, "T1/2") == page
    assert read(page).record.page == page_hash(read(page).visible)


@pytest.mark.parametrize("card", [*DECK, UNKNOWN])
def test_every_card_has_as_many_pips_as_its_rank(card: str) -> None:
    drawn = card_svg(card)  # type: ignore[arg-type]
    assert f'aria-label="{in_words(card)}"' in drawn  # type: ignore[arg-type]
    corners = 2
    pips = {"A": 1, "J": 2, "Q": 2, "K": 2, "T": 10, "?": -corners}
    assert drawn.count("<use") - corners == (pips[card[0]] if card[0] in pips else int(card[0]))
