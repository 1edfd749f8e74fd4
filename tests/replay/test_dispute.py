"""The signed page: whole, offline, and worth nothing as soon as anything in it is changed."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from pitboss.cards import DECK, UNKNOWN, card_in_words
from pitboss.floor import Floor
from pitboss.floor.archiving import archive_through
from pitboss.floor.dealer.turns import AT_ONCE
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.floor.tables.dealing import Sealer
from pitboss.jackpots import commands as lc
from pitboss.replay.dispute.check import check_page
from pitboss.replay.dispute.document import (
    PLACE,
    Document,
    DocumentFault,
    Teller,
    Trusted,
    _block,
    page_hash,
    parse_page,
    signed_page,
)
from pitboss.replay.dispute.page import make_page
from pitboss.replay.dispute.table_view import card_svg
from pitboss.replay.log_proofs import Proof, covering, prove_appends
from pitboss.replay.replay import find, replay
from pitboss.replay.round_file import as_round_file
from pitboss.round import commands as cmd
from pitboss.settlement import Limits
from pitboss.sheets import sheet_ids
from pitboss.sheets.library import using
from pitboss.store import Journal, NewEvent, ToStream
from pitboss.store.checkpoint import make_checkpoint, record_cosignatures
from pitboss.store.checkpoint_copies import read_file
from pitboss.store.keys import public_bytes
from pitboss.store.open import open_journal
from pitboss.store.snapshots import Snapshots
from pitboss.store.tree import salted_hash
from pitboss.store.with_archives import with_archives
from pitboss.tlog.checkpoint import cosign, read_tree_head
from pitboss.tlog.note import COSIGNATURE, note_key, sign_note
from pitboss.tlog.shown import ShownAppend, ShownEvent
from tests.floor.house import DEALER, House
from tests.floor.test_archiving import two_days
from tests.floor.test_dealers import Automatic
from tests.floor.test_service import BETS, FOLDED, NOTHING, ROYAL
from tests.jackpots.floor import APPROVED, SHIFT, THREE_CARD
from tests.replay.disputed import KEY, SHAW, play_evening
from tests.store.archives import KEY as SIGNING
from tests.store.archives import SEAL, SNAPSHOT_KEY
from tests.store.quick import quick_journal

HOUSE = Trusted(keys=(public_bytes(KEY),))


def page_of(journal: Journal, name: str, language: str = "en") -> str:
    past = find(journal, name)
    assert past is not None
    seen = replay(journal, Rulebook(journal, Snapshots(journal, SNAPSHOT_KEY)), past)
    file, made = as_round_file(journal, seen), 1_741_700_000_000_000
    return make_page(journal, seen, file, KEY, clock=lambda: made, language=language)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evening")
    play_evening(folder / "evening.db", folder / "witness.txt")
    return folder


@pytest.fixture(scope="module")
def page(evening: Path) -> str:
    with open_journal(evening / "evening.db", read_only=True) as journal:
        return page_of(journal, "T1/2")


def failing(text: str) -> list[str]:
    return [finding.text for finding in check_page(parse_page(text)).findings if finding.holds is False]


def open_points(text: str) -> list[str]:
    findings = check_page(parse_page(text), HOUSE).findings
    return [finding.text for finding in findings if finding.holds is None]


def signed_anew(document: Document, **changes: object) -> str:
    """The page as the house itself would sign it with other data behind it."""
    record = replace(document.record, **changes)
    return signed_page(document.visible, record, KEY)


def proof_with(document: Document, change: Callable[[ShownEvent], ShownEvent]) -> Proof:
    """The proof of a page with each of its events as somebody changed it."""
    proof = document.record.proof
    appends = (replace(one, events=tuple(map(change, one.events))) for one in proof.appends)
    return replace(proof, appends=tuple(appends))


def events_in(document: Document) -> Iterator[ShownEvent]:
    return (event for append in document.record.proof.appends for event in append.events)


def by_label(event: ShownEvent) -> ShownEvent:
    """An event without what it says."""
    assert event.salt is not None
    assert event.data is not None
    return ShownEvent(label=event.label, digest=salted_hash(event.salt, event.data.encode()))


def test_the_page_holds(page: str, evening: Path) -> None:
    checked = check_page(parse_page(page), Trusted(kept=read_file(evening / "witness.txt")))
    assert checked.sound
    assert all(finding.holds for finding in checked.findings)
    assert checked.past is not None
    assert checked.past.id == "T1/2"


def test_the_page_says_everything_without_a_script(page: str) -> None:
    static = re.sub(r"<script.*?</script>", "", page, flags=re.S)
    for text in ("Round T1/2", "+100,705.00", "100,010.00", "ace of spades", "4.7.1", "Percentage award"):
        assert text in static
    for text in ("at one table", "Slip 1", "Checkpoint", "03a107bf", "2 jackpot bets of H1/1"):
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
            if tag not in ("meta", "br"):
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
    assert check_page(parse_page(text), HOUSE).proved


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
def test_the_visible_part_cannot_be_changed(page: str, old: str, new: str) -> None:
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
            parse_page(page.replace(old, new))


def test_neither_data_nor_signature_can_be_changed(page: str) -> None:
    document = parse_page(page)
    other = page.replace(document.signature.hex(" ", 4), bytes(64).hex(" ", 4))
    assert len(failing(other)) == 1
    assert "signed by the key" in failing(other)[0]
    data = document.data.replace('\\"amount\\":10000', '\\"amount\\":90000')
    assert data != document.data
    with pytest.raises(DocumentFault):
        parse_page(page.replace(document.data, data))


def test_an_event_cannot_be_changed_even_with_the_key(page: str) -> None:
    document = parse_page(page)
    bet = next(one for one in events_in(document) if one.label and one.label.kind == "BetPlaced")
    data = (bet.data or "").replace("10000", "90000")
    assert data != bet.data
    forged = proof_with(document, lambda one: replace(one, data=data) if one == bet else one)
    faults = failing(signed_anew(document, proof=forged))
    assert any("lead to the root of the checkpoint" in fault for fault in faults)


@pytest.mark.parametrize("kind", ["BetPlaced", "CardsDealt", "HandFolded", "TransfersPosted"])
@pytest.mark.parametrize("hide", [by_label, lambda event: ShownEvent(hash=event.event_hash())])
def test_an_event_of_the_round_cannot_be_hidden_even_with_the_key(
    page: str, kind: str, hide: Callable[[ShownEvent], ShownEvent]
) -> None:
    """Its hash alone leaves a gap in the versions of the table; its label says that it is of the round."""
    document = parse_page(page)
    hidden = next(
        one
        for one in events_in(document)
        if one.label and one.label.kind == kind and one.label.stream == "table/T1"
    )
    partial = proof_with(document, lambda one: hide(one) if one == hidden else one)
    faults = failing(signed_anew(document, proof=partial))
    assert not any("lead to the root" in fault for fault in faults), "the hashes are those of the log"
    assert any("left out" in fault or "whole round" in fault for fault in faults)


def test_an_event_before_the_round_does_not_stand_for_its_beginning(evening: Path, page: str) -> None:
    """Its label is shown and a bet is hidden: the versions are counted from where the round began."""
    document = parse_page(page)
    proof = document.record.proof
    numbers = [append.number for append in proof.appends[:-1]]
    labels = [label for label, _ in proof.labels("table/T1")]
    bet = next(label.position for label in labels if label.kind == "BetPlaced")
    whole = {event.position for event in proof.shown()} - {bet}
    with open_journal(evening / "evening.db", read_only=True) as journal:
        found = covering(journal, numbers[-1])
        partial = prove_appends(journal, numbers, found, whole, {labels[0].position - 1})
    assert next(partial.labels("table/T1"))[0].kind == "CommandRecorded"
    faults = failing(signed_anew(document, proof=partial))
    assert not any("lead to the root" in fault for fault in faults)
    assert any("left out" in fault for fault in faults)


@pytest.mark.parametrize("kind", ["BetPlaced", "CardsDealt", "BetsClosed"])
def test_an_append_of_the_round_cannot_be_left_out_even_with_the_key(
    evening: Path, page: str, kind: str
) -> None:
    """The key makes a proof of the other appends that leads to the root; the versions have a gap."""
    document = parse_page(page)
    proof = document.record.proof
    gone = next(append.number for append in proof.appends for label in append.labels() if label.kind == kind)
    kept = [append.number for append in proof.appends if append.number != gone]
    whole = {event.position for event in proof.shown()}
    with open_journal(evening / "evening.db", read_only=True) as journal:
        found = covering(journal, kept[-1])
        partial = prove_appends(journal, kept, found, whole)
    faults = failing(signed_anew(document, proof=partial))
    assert not any("lead to the root" in fault for fault in faults)
    assert any("left out" in fault or "whole round" in fault for fault in faults)


def test_a_proof_takes_no_hash_more_or_less_and_no_other_order(page: str) -> None:
    document = parse_page(page)
    proof = document.record.proof
    assert len(proof.hashes) > 2
    for hashes in (
        (*proof.hashes, bytes(32)),
        proof.hashes[:-1],
        tuple(reversed(proof.hashes)),
        (bytes(32), *proof.hashes[1:]),
    ):
        faults = failing(signed_anew(document, proof=replace(proof, hashes=hashes)))
        assert any("lead to the root" in fault for fault in faults)
    for appends in (proof.appends[1:], (*proof.appends, proof.appends[-1]), tuple(reversed(proof.appends))):
        faults = failing(signed_anew(document, proof=replace(proof, appends=appends)))
        assert any("lead to the root" in fault for fault in faults)
    beyond = (*proof.appends, ShownAppend(10_000, proof.appends[-1].events))
    faults = failing(signed_anew(document, proof=replace(proof, appends=beyond)))
    assert any("lead to the root" in fault for fault in faults), (
        "an append that the checkpoint does not cover"
    )


def test_positions_grow_with_the_log(page: str) -> None:
    document = parse_page(page)
    proof = document.record.proof
    first, second, *others = proof.appends
    for appends in (
        (second, first, *others),
        (replace(first, events=first.events[::-1]), second, *others),
    ):
        faults = failing(signed_anew(document, proof=replace(proof, appends=tuple(appends))))
        assert any("does not have the event" in fault and "in its place" in fault for fault in faults)


def test_another_checkpoint_does_not_fit(page: str) -> None:
    document = parse_page(page)
    proof = document.record.proof
    note, head = proof.signed_note(), proof.head()
    assert note is not None
    assert head is not None
    assert proof.note is not None
    longer = proof.note.replace(f"\n{head.size}\n", f"\n{head.size + 1}\n")
    assert any("is signed by the key it names" in f for f in failing(with_note(document, longer)))
    other = sign_note(replace(head, root=bytes(32)).text(), head.origin, KEY).write()
    assert any("lead to the root" in fault for fault in failing(with_note(document, other)))
    foreign = sign_note(note.text, head.origin, Ed25519PrivateKey.generate()).write()
    assert any("is signed by the key it names" in f for f in failing(with_note(document, foreign)))
    elsewhere = sign_note(note.text, "another.example/log", KEY).write()
    assert any("is signed by the key it names" in f for f in failing(with_note(document, elsewhere)))
    for nothing in ("", "{}", note.text):
        assert any("cannot be read" in fault for fault in failing(with_note(document, nothing)))
    for key in ("", "house", None):
        assert any(
            "key of the log cannot be read" in fault
            for fault in failing(signed_anew(document, proof=replace(proof, key=key)))
        )


def with_note(document: Document, note: str) -> str:
    return signed_anew(document, proof=replace(document.record.proof, note=note))


def test_a_cosignature_counts_by_the_key_of_its_witness(page: str) -> None:
    document = parse_page(page)
    note = document.record.proof.signed_note()
    assert note is not None
    private = Ed25519PrivateKey.generate()
    witness = note_key("witness.example", private, COSIGNATURE)
    signature = cosign(note, "witness.example", private, 1_741_700_000)
    text = with_note(document, note.with_signatures(signature).write())
    assert any("A cosignature of witness.example stands" in point for point in open_points(text))
    found = check_page(parse_page(text), Trusted(witnesses=(witness,)))
    assert any(
        f.holds
        and "witness.example that you named has cosigned the checkpoint on 2025-03-11 at 13:33:20" in f.text
        for f in found.findings
    )
    spoilt = replace(signature, value=signature.value[:-1] + b"x")
    text = with_note(document, note.with_signatures(spoilt).write())
    assert not check_page(parse_page(text), Trusted(witnesses=(witness,))).sound
    assert check_page(document, Trusted(witnesses=(witness,))).sound, "a witness that has not signed is said"
    named = signed_anew(parse_page(text), witnesses=(witness.text(),))
    assert any("that the page names has cosigned" in fault for fault in failing(named))
    assert any(
        "witness on the page cannot be read" in f for f in failing(signed_anew(document, witnesses=("x",)))
    )


def test_lines_that_the_events_do_not_record_are_found(page: str) -> None:
    document = parse_page(page)
    settlement = {**document.record.replay["settlement"], "outcome": "void"}
    told = {**document.record.replay, "settlement": settlement}
    (fault,) = failing(signed_anew(document, replay=told))
    assert "lines shown" in fault
    elsewhere = {**document.record.replay, "round": "T2/1"}
    assert any("whole round T2/1" in fault for fault in failing(signed_anew(document, replay=elsewhere)))


def test_a_witness_shows_a_checkpoint_made_anew(page: str, evening: Path) -> None:
    document = parse_page(page)
    (kept,) = read_file(evening / "witness.txt")
    head = read_tree_head(kept)
    other = sign_note(replace(head, root=bytes(32)).text(), head.origin, KEY)
    differs = check_page(document, Trusted(kept=(other,)))
    assert [f.text for f in differs.findings if f.holds is False] == [
        f"This does not hold: The witness file holds the same checkpoint over {head.size} appends."
    ]
    later = sign_note(replace(head, size=head.size + 1).text(), head.origin, KEY)
    unknown = check_page(document, Trusted(kept=(later,)))
    assert unknown.sound
    assert any(
        f"holds no checkpoint over {head.size} appends" in finding.text for finding in unknown.findings
    )


def test_a_later_ruling_is_proved_too(evening: Path) -> None:
    with open_journal(evening / "evening.db", read_only=True) as journal:
        text = page_of(journal, "T1/1")
    checked = check_page(parse_page(text), HOUSE)
    assert checked.proved
    assert checked.past is not None
    assert len(checked.past.round.adjustments) == 1
    assert "the camera shows a flush" in text
    assert not open_points(text)


def test_a_round_that_no_checkpoint_covers_says_so(evening: Path) -> None:
    with open_journal(evening / "evening.db", read_only=True) as journal:
        text = page_of(journal, "T1/3")
    assert check_page(parse_page(text), HOUSE).proved
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
    assert check_page(parse_page(text), HOUSE).proved
    assert any("on other rounds: 1" in point for point in open_points(text))


def test_a_page_takes_the_first_checkpoint_that_a_witness_has_cosigned(journal: Journal) -> None:
    """The witness was down when the first one was signed; without any cosignature the first is taken."""
    house = House(journal).open({"T1": THREE_CARD})
    for _ in range(2):
        house.begin("T1", "bet 1 ann ante 25", "close", *NOTHING, "fold 1", "settle")
    first, second, _ = (make_checkpoint(journal, KEY) for _ in range(3))
    assert parse_page(page_of(journal, "T1/1")).record.proof.head() == first.head
    private = Ed25519PrivateKey.generate()
    signature = cosign(second.note, "witness.example", private, 1_741_700_000)
    record_cosignatures(journal, second.size, [signature])
    proof = parse_page(page_of(journal, "T1/1")).record.proof
    assert proof.signed_note() == second.note.with_signatures(signature)
    assert check_page(parse_page(page_of(journal, "T1/1"))).sound


def test_a_round_in_an_archive_is_proved_by_the_journal_that_goes_on(tmp_path: Path) -> None:
    """Its events come from the archive; leaves, nodes and a later checkpoint from the journal."""
    with quick_journal(tmp_path / "j.db") as journal:
        two_days(journal)
        floor = Floor(journal, sealer=Sealer(SEAL))
        archive_through(floor, date(2025, 3, 10), tmp_path / "old.pbj", key=SIGNING)
        make_checkpoint(journal, SIGNING)
        with open_journal(tmp_path / "old.pbj", read_only=True) as old:
            text = page_of(with_archives(journal, [old]), "T1/1")
    assert check_page(parse_page(text), HOUSE).proved
    assert not open_points(text)
    assert parse_page(text).record.proof.hashes


def test_the_proof_hardly_grows_with_the_log(journal: Journal) -> None:
    """A page with its checkpoint a thousand appends later is a few hashes longer, and no more."""
    house = House(journal).open({"T1": THREE_CARD})
    for _ in range(2):
        house.begin("T1", "bet 1 ann ante 25", "close", *NOTHING, "fold 1", "settle")
    make_checkpoint(journal, KEY)
    near = parse_page(page_of(journal, "T1/1"))
    house.begin("T1", "bet 1 ann ante 25", "close", *NOTHING, "fold 1", "settle")
    ruling = cmd.AdjustSettlement(
        box=1, player="ann", bet="ante", amount=2500, by="shift_manager", reason="a push"
    )
    for number in range(1000):
        event = NewEvent("Noted", 1, b"{}")
        journal.append([ToStream(f"note/{number % 7}", None, (event,))])
    house.ok(house.floor.adjust("T1", 1, ruling, SHAW, house.id()))
    make_checkpoint(journal, KEY)
    text = page_of(journal, "T1/1")
    far = parse_page(text)
    assert check_page(far, HOUSE).proved
    assert "a push" in text
    assert len(near.record.proof.hashes) <= 8
    assert len(far.record.proof.hashes) <= 24
    assert len(far.data) < len(near.data) + 4000, "the ruling, and a few hashes"


def test_a_page_is_made_while_a_later_round_is_played(journal: Journal) -> None:
    """Salted hashes give no card away, so nobody need wait."""
    house = House(journal).open({"T1": THREE_CARD})
    house.begin("T1", "bet 1 ann ante 25", "close", *NOTHING, "fold 1", "settle")
    house.begin("T1", "bet 1 ann ante 25", "close", NOTHING[0])
    make_checkpoint(journal, KEY)
    text = page_of(journal, "T1/1")
    document = parse_page(text)
    assert check_page(document, HOUSE).proved
    assert not open_points(text)
    *_, last = document.record.proof.labels("table/T1")
    assert (last[0].kind, last[1]) == ("RoundBegan", False), (
        "of the next round its beginning is named, no more"
    )


def test_the_page_carries_the_text_of_its_sheet(page: str) -> None:
    """A reader without the sheet settles by the text on the page, which has the hash that the log holds."""
    found = check_page(parse_page(page), HOUSE).findings
    assert any("is installed here too" in finding.text and finding.holds for finding in found)
    with mock.patch("pitboss.sheets.library.SHEETS", Path("nowhere")), using():
        elsewhere = check_page(parse_page(page), HOUSE)
        assert not sheet_ids()
    assert all(finding.holds for finding in elsewhere.findings)
    assert any("No such text is installed here" in finding.text for finding in elsewhere.findings)
    assert any("Played again by" in finding.text for finding in elsewhere.findings)


def test_another_text_does_not_pass_for_the_one_that_was_played_by_even_with_the_key(page: str) -> None:
    document = parse_page(page)
    text = document.record.sheet
    assert text is not None
    other = replace(text, sheet_toml=text.sheet_toml.replace("most_boxes = 7", "most_boxes = 6"))
    assert other != text
    (fault,) = failing(signed_anew(document, sheet=other))
    assert "is the one that the round was played by" in fault
    laid_out = replace(text, clauses_toml=text.clauses_toml + "\n#")
    assert not failing(signed_anew(document, sheet=laid_out)), "the hash is that of the data, not its layout"
    for wrong in (
        replace(text, sheet_toml="id = [["),
        replace(text, sheet_toml="", form=1),
        replace(text, form=99),
        replace(text, clauses_toml="#" * (1 << 21)),
    ):
        broken = signed_anew(document, sheet=wrong)
        assert not failing(broken), "it is settled by the text installed here"
        assert any("cannot be read here" in point for point in open_points(broken))


def in_format_2(document: Document) -> str:
    """The page as it was made before pages carried the text of their sheet."""
    data = re.sub(r',"sheet":\{"sheet_toml".*\}$', "}", document.data)
    data = data.replace('"format":"pitboss dispute 3"', '"format":"pitboss dispute 2"')
    assert "sheet_toml" not in data
    signature = KEY.sign(b"pitboss dispute 2\n" + data.encode())
    return document.visible.replace(PLACE, _block(data, signature, document.record.key))


def test_a_page_of_the_format_before_is_checked_by_the_installed_sheet(page: str) -> None:
    older = in_format_2(parse_page(page))
    assert parse_page(older).record.sheet is None
    assert all(finding.holds for finding in check_page(parse_page(older), HOUSE).findings)
    with mock.patch("pitboss.sheets.library.SHEETS", Path("nowhere")), using():
        assert any("it was not settled again" in point for point in open_points(older))


def test_another_key_than_the_checkpoints_is_said(page: str) -> None:
    document = parse_page(page)
    new = Ed25519PrivateKey.generate()
    other = signed_page(document.visible, document.record, new)
    alone = [finding.text for finding in check_page(parse_page(other)).findings if finding.holds is None]
    assert any("another key than the page" in point for point in alone)
    both = Trusted(keys=(public_bytes(new), public_bytes(KEY)))
    assert all(finding.holds for finding in check_page(parse_page(other), both).findings)


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_round_that_the_software_dealt_is_proved(journal: Journal, sheet: str) -> None:
    """The deck's commitment and the positions of its cards are on the page; the sealed deck stays sealed."""
    table = Automatic(journal, sheet, AT_ONCE)
    plate = replace(table.table.plate, limits={"ante": Limits(2500, 50_000)})
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
        assert check_page(parse_page(text), HOUSE).proved
        assert "cards 1 to" in text
        assert "the deck is shuffled and committed to" in text
        past = find(journal, name)
        assert past is not None
        assert as_round_file(journal, replay(journal, Rulebook(journal), past)).same_lines


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
    assert check_page(parse_page(text), HOUSE).proved
    assert parse_page(text).visible.count("</script>") == 1


@pytest.mark.parametrize("text", ["", "<html></html>", "no page at all", "\ud800"])
def test_a_file_other_than_a_signed_page_is_refused(text: str) -> None:
    with pytest.raises(DocumentFault):
        parse_page(text)


def test_a_page_of_another_version_is_refused(page: str) -> None:
    document = parse_page(page)
    for other in ("pitboss dispute 1", "pitboss dispute 4"):
        with pytest.raises(DocumentFault, match="another version"):
            parse_page(signed_anew(document, format=other))


def test_the_page_is_the_same_when_made_again(page: str, evening: Path) -> None:
    with open_journal(evening / "evening.db", read_only=True) as journal:
        assert page_of(journal, "T1/2") == page
    assert parse_page(page).record.page == page_hash(parse_page(page).visible)


@pytest.mark.parametrize("card", [*DECK, UNKNOWN])
def test_every_card_has_as_many_pips_as_its_rank(card: str) -> None:
    drawn = card_svg(Teller("en"), card)  # type: ignore[arg-type]
    assert f'aria-label="{card_in_words(card)}"' in drawn  # type: ignore[arg-type]
    corners = 2
    pips = {"A": 1, "J": 2, "Q": 2, "K": 2, "T": 10, "?": -corners}
    assert drawn.count("<use") - corners == (pips[card[0]] if card[0] in pips else int(card[0]))
