"""Who the sheets are, and what the loader refuses and where it says so."""

import re
import shutil
import tomllib
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from pitboss.sheets import SheetFault, load, read_folder, sheet_ids
from pitboss.sheets.checks import check_citations
from pitboss.sheets.loader import SHEETS, read_texts
from pitboss.sheets.settings import changed

THREE_CARD = "rws-three-card-v3"
PROGRESSIVE = "rws-progressive-three-card-v5"
MULTILINK = "rws-multilink-three-card-v4"
HOLDEM = "rws-multilink-holdem-v2"
STUD = "mbs-megalink-stud-v9"


# Who they are


class Identity(NamedTuple):
    sheet: str
    house: str
    title: str
    version: int
    in_force_from: tuple[int, int, int, int]
    clauses: int


IDENTITIES = [
    Identity(THREE_CARD, "RWS", "3 Card Poker", 3, (2020, 3, 17, 8), 106),
    Identity(PROGRESSIVE, "RWS", "Progressive 3 Card Poker", 5, (2020, 3, 17, 8), 108),
    Identity(MULTILINK, "RWS", "Multi-Link Progressive 3 Card Poker", 4, (2024, 1, 4, 8), 112),
    Identity(HOLDEM, "RWS", "Multi-Link Progressive Texas Hold'em Poker", 2, (2020, 6, 28, 8), 119),
    Identity(STUD, "MBS", "Megalink Singapore Stud Poker", 9, (2023, 7, 4, 7), 103),
]


@pytest.mark.parametrize("known", IDENTITIES, ids=lambda known: known.sheet)
def test_identity(known: Identity) -> None:
    game = load(known.sheet)
    identity = game.sheet.identity
    assert game.sheet.id == known.sheet
    assert (identity.house, identity.title, identity.version) == (known.house, known.title, known.version)
    singapore = timezone(timedelta(hours=8))
    assert identity.in_force_from == datetime(*known.in_force_from, tzinfo=singapore)
    assert identity.in_force_from.utcoffset() == timedelta(hours=8)
    stated = (identity.currency, identity.currency_sign, identity.time_zone)
    assert stated == ("SGD", "S$", "Asia/Singapore")
    assert len(game.register) == identity.numbered_clauses == known.clauses


def test_there_are_five_sheets_with_548_clauses() -> None:
    assert sorted(known.sheet for known in IDENTITIES) == list(sheet_ids())
    assert sum(len(load(sheet).register) for sheet in sheet_ids()) == 548


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_sheet_is_loaded_by_its_id_and_by_its_short_name(sheet: str) -> None:
    game = load(sheet)
    short = game.sheet.identity.short
    assert load(short) is load(short.lower()) is game


def test_an_unknown_sheet_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        load("../sheets/rws-three-card-v3")


def test_the_hash_is_of_the_data_and_not_of_its_layout(tmp_path: Path) -> None:
    edited = copy(tmp_path, THREE_CARD, ("[identity]\n", "# a comment\n\n[identity]\n"))
    assert read_folder(edited).hashes == load(THREE_CARD).hashes
    changed = copy(tmp_path, THREE_CARD, ('choice = "not_paid"', 'choice = "paid"'))
    assert read_folder(changed).hashes.sheet != load(THREE_CARD).hashes.sheet
    assert read_folder(changed).hashes.readings != load(THREE_CARD).hashes.readings


# What the loader refuses


def copy(folder: Path, sheet: str, *changes: tuple[str, str]) -> Path:
    """A copy of a sheet's folder with each text, which must be there, replaced once."""
    target = folder / sheet
    target.mkdir(exist_ok=True)
    for name in ("sheet.toml", "clauses.toml"):
        shutil.copyfile(SHEETS / sheet / name, target / name)
    for old, new in changes:
        paths = [path for path in sorted(target.iterdir()) if old in path.read_text(encoding="utf-8")]
        assert paths, f"{old!r} is not in {sheet}"
        text = paths[-1].read_text(encoding="utf-8")
        paths[-1].write_text(text.replace(old, new, 1), encoding="utf-8")
    return target


def without_clause(sheet: str, clause: str) -> tuple[str, str]:
    """The change that takes a clause out of a register."""
    text = (SHEETS / sheet / "clauses.toml").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines(keepends=True) if line.startswith(f'"{clause}" ='))
    return line, ""


class Broken(NamedTuple):
    """A change to a sheet, and where the fault is then said to be."""

    sheet: str
    old: str
    new: str
    path: str
    says: str


FOLD = 'loses = ["ante", "pair_plus", "jackpot"]\nclauses = ["3.12.1"]'
OTHERS = 'hand = "akq_suited", suits = "hdc"'
LOW_PAIRS = '"TT", "99", "88", "77", "66", "55", "44", "33", "22"'
LOWER = """[showdown.lower]
ante = { result = "lose", clauses = ["3.15.2"] }
play = { result = "lose", clauses = ["3.15.2"] }
"""
PAIR_PLUS = '[pays.pair_plus.hands]\nstraight_flush = "40 to 1"\n'
TOP_PAY = "pays.pair_plus.hands.straight_flush"
BURN = '["burn", "3.10"]'
SHOE = 'device = "shoe"\ntitle = "one card at a time"'

BROKEN = {
    "uncited entry": Broken(THREE_CARD, FOLD, FOLD.partition("\n")[0], "fold.clauses", "missing"),
    "no clause cited": Broken(THREE_CARD, FOLD, FOLD.replace('"3.12.1"', ""), "fold.clauses", "no clause"),
    "clause of no form": Broken(THREE_CARD, FOLD, FOLD.replace("3.12.1", "three"), "fold.clauses", "three"),
    "unknown clause": Broken(THREE_CARD, FOLD, FOLD.replace("3.12.1", "9.9"), "fold.clauses", "9.9"),
    "unknown clause of a refusal": Broken(
        THREE_CARD, 'box_blocked = ["5.17.2b"]', 'box_blocked = ["5.99"]', "refusals.box_blocked", "5.99"
    ),
    "no clause of a refusal": Broken(
        THREE_CARD, 'box_blocked = ["5.17.2b"]', "box_blocked = []", "refusals.box_blocked", "no clause"
    ),
    "nothing left to the House": Broken(
        THREE_CARD, 'effect = "ruling"', 'effect = "continue"', "irregularities", "ruling"
    ),
    "unknown clause of an amount": Broken(
        THREE_CARD, 'under_ante = ["5.3.2"]', 'under_ante = ["5.3.9"]', "amounts.under_ante", "5.3.9"
    ),
    "unknown clause of a dealing step": Broken(
        THREE_CARD, BURN, BURN.replace("3.10", "3.99"), "dealing.1.steps.0", "3.99"
    ),
    "unknown clause of a reading": Broken(
        THREE_CARD, '"1.2", "3.12.1", "3.16"', '"1.99"', "readings.ante_bonus_after_fold.clauses", "1.99"
    ),
    "irregularity of an unknown clause": Broken(
        THREE_CARD, '[irregularities."5.13"]', '[irregularities."5.99"]', "irregularities.5.99", "5.99"
    ),
    "missing clause": Broken(THREE_CARD, *without_clause(THREE_CARD, "3.4"), "clauses.3.5", "3.4"),
    "first clause missing": Broken(THREE_CARD, *without_clause(THREE_CARD, "1.1"), "clauses.1.2", "1.1"),
    "parent clause missing": Broken(THREE_CARD, *without_clause(THREE_CARD, "2.1"), "clauses.2.1.1", "2.1"),
    "last clause missing": Broken(THREE_CARD, *without_clause(THREE_CARD, "5.23"), "clauses", "105"),
    "gap in the numbers": Broken(THREE_CARD, '"5.23" =', '"5.25" =', "clauses.5.25", "5.24"),
    "one clause too many": Broken(
        THREE_CARD, "numbered_clauses = 106", "numbered_clauses = 105", "clauses", "106"
    ),
    "clauses out of order": Broken(THREE_CARD, '"1.3" =', '"1.23" =', "clauses.1.4", "after 1.23"),
    "unknown kind of clause": Broken(
        THREE_CARD, 'kind = "defines"', 'kind = "hints"', "clauses.1.1.kind", "hints"
    ),
    "unknown key of a clause": Broken(
        THREE_CARD, 'kind = "defines"', 'color = 1, kind = "defines"', "clauses.1.1.color", "no such key"
    ),
    "pay table with a gap": Broken(
        THREE_CARD, 'flush = "4 to 1"\n', "", "pays.pair_plus.hands.one_pair", "flush"
    ),
    "pay table without its top": Broken(
        THREE_CARD,
        PAIR_PLUS,
        PAIR_PLUS.partition("straight")[0],
        "pays.pair_plus.hands.three_of_a_kind",
        "straight",
    ),
    "pay table in the wrong order": Broken(
        THREE_CARD,
        'straight = "5 to 1"\nflush = "4 to 1"',
        'flush = "4 to 1"\nstraight = "5 to 1"',
        "pays.pair_plus.hands.flush",
        "straight",
    ),
    "pay table with a hand twice": Broken(
        THREE_CARD, 'flush = "4 to 1"', 'straight = "4 to 1"', "sheet.toml", "TOML"
    ),
    "pay table with an unknown hand": Broken(
        THREE_CARD, 'flush = "4 to 1"', 'blaze = "4 to 1"', "pays.pair_plus.hands.blaze", "flush"
    ),
    "pay table with a hand after the last": Broken(
        STUD,
        'five_odd_cards = "1 to 1"\n',
        'five_odd_cards = "1 to 1"\nnothing = "1 to 1"\n',
        "pays.bet.hands.nothing",
        "nothing",
    ),
    "pay table that stops early": Broken(STUD, 'five_odd_cards = "1 to 1"\n', "", "pays.bet", "every hand"),
    "no pay table": Broken(
        THREE_CARD, '[pays.play]\npays = "1 to 1"\nclauses = ["4.1"]\n', "", "bets.play", "no pay table"
    ),
    "pay table of two forms": Broken(
        THREE_CARD, "[pays.pair_plus]\n", '[pays.pair_plus]\npays = "1 to 1"\n', "pays.pair_plus", "one rate"
    ),
    "bad rate": Broken(THREE_CARD, '"40 to 1"', '"40 to 0"', TOP_PAY, "40 to 0"),
    "rate that keeps the stake": Broken(THREE_CARD, '"40 to 1"', '"40 for 1"', TOP_PAY, "40 for 1"),
    "bad jackpot rate": Broken(THREE_CARD, '"$1250"', '"1250"', "jackpot.lines.1", "1250"),
    "bad fixed amount": Broken(THREE_CARD, '"$1250"', '"$1.2.3"', "jackpot.lines.1", "1.2.3"),
    "more than all of the jackpot": Broken(THREE_CARD, '"100%"', '"101%"', "jackpot.lines.0", "101%"),
    "nothing of the jackpot": Broken(THREE_CARD, '"100%"', '"0%"', "jackpot.lines.0", "0%"),
    "hole cards twice": Broken(HOLDEM, '["AKs"]', '["AKs", "AA"]', "pays.bonus.hole_cards.2", "AA"),
    "hole cards twice in a line": Broken(
        HOLDEM, '["AQo", "AJo"]', '["AQo", "AQo"]', "pays.bonus.hole_cards.6", "AQo"
    ),
    "hole cards of no class": Broken(HOLDEM, '["AKo"]', '["KAo"]', "pays.bonus.hole_cards.4", "KAo"),
    "missing pair": Broken(HOLDEM, LOW_PAIRS, LOW_PAIRS.replace(', "66"', ""), "pays.bonus", "66"),
    "only with the Dealer's hand": Broken(
        HOLDEM, 'cards = ["AA"], pays', 'cards = ["AQs"], pays', "pays.bonus.hole_cards.3", "AQs"
    ),
    "jackpot suits with a gap": Broken(
        THREE_CARD, OTHERS, OTHERS.replace("hdc", "hd"), "jackpot.lines", "akq_suited"
    ),
    "jackpot suits that overlap": Broken(
        THREE_CARD, OTHERS, OTHERS.replace("hdc", "shdc"), "jackpot.lines.1", "akq_suited"
    ),
    "jackpot hand out of order": Broken(
        THREE_CARD, 'hand = "three_of_a_kind"', 'hand = "flush"', "jackpot.lines.flush", "three_of_a_kind"
    ),
    "jackpot hand unknown": Broken(
        THREE_CARD, 'hand = "three_of_a_kind"', 'hand = "blaze"', "jackpot.lines.blaze", "three_of_a_kind"
    ),
    "envy without clauses": Broken(
        THREE_CARD, 'envy_clauses = ["4.7", "4.4"]\n', "", "jackpot.envy_clauses", "Envy"
    ),
    "unknown refusal": Broken(
        THREE_CARD, "[refusals]\n", '[refusals]\nbad_mood = ["3.4"]\n', "refusals.bad_mood", "refusal"
    ),
    "unknown reading": Broken(
        THREE_CARD,
        "[readings.envy_after_fold]",
        "[readings.envy_after_dark]",
        "readings.envy_after_dark",
        "no such point; did you mean envy_after_fold",
    ),
    "unknown option": Broken(
        THREE_CARD,
        'choice = "not_paid"',
        'choice = "perhaps"',
        "readings.ante_bonus_after_fold.choice",
        "'perhaps' is not one of not_paid, paid",
    ),
    "bad dealing step": Broken(
        THREE_CARD, '"deal 3 to boxes"', '"give 3 to boxes"', "dealing.0.steps.0", "give 3"
    ),
    "dealing step to nobody": Broken(
        THREE_CARD, '"deal 3 to dealer"', '"deal 3 to player"', "dealing.0.steps.1", "player"
    ),
    "decision on no decision bet": Broken(
        THREE_CARD, '"decide play or fold"', '"decide ante or fold"', "dealing.0", "ante"
    ),
    "Dealer never turned over": Broken(
        THREE_CARD, '  ["reveal dealer", "3.13"],\n', "", "dealing.0", "last reveal"
    ),
    "unknown device": Broken(THREE_CARD, SHOE, SHOE.replace('"shoe"', '"hat"'), "dealing.1.device", "hat"),
    "unknown key": Broken(THREE_CARD, "[fold]\n", "[fold]\nkeeps = []\n", "fold.keeps", "no such key"),
    "unknown section": Broken(THREE_CARD, "[fold]\n", "[bluff]\nx = 1\n\n[fold]\n", "bluff", "no such key"),
    "unknown effect": Broken(
        THREE_CARD, 'effect = "return_orphan"', 'effect = "shrug"', "irregularities.5.4.effect", "shrug"
    ),
    "missing outcome": Broken(THREE_CARD, LOWER, "", "showdown", "lower"),
    "outcome that says nothing of a bet": Broken(
        THREE_CARD, LOWER, LOWER.partition("play")[0], "showdown.lower", "play"
    ),
    "ranking with a hand twice": Broken(
        THREE_CARD, '"straight", "flush"', '"straight", "straight"', "ranking.order.3", "twice"
    ),
    "ranking without a hand": Broken(
        THREE_CARD, '"straight", "flush"', '"straight"', "ranking.order", "flush"
    ),
    "ranking with an unknown hand": Broken(
        THREE_CARD, '"straight", "flush"', '"straight", "blaze"', "ranking.order.3", "blaze"
    ),
    "fold of an unknown bet": Broken(
        THREE_CARD, FOLD, FOLD.replace("pair_plus", "flop"), "fold.loses", "flop"
    ),
    "Ante of a multiple below zero": Broken(
        THREE_CARD, "[bets.ante]\n", "[bets.ante]\ntimes_ante = -1\n", "bets.ante", "multiple of the Ante"
    ),
    "Play that needs an Ante": Broken(
        THREE_CARD,
        "[bets.play]\n",
        "[bets.play]\nneeds_ante = true\n",
        "bets.play.needs_ante",
        "before the deal",
    ),
    "first hand of a table by hands": Broken(
        THREE_CARD,
        "[pays.pair_plus]\n",
        '[pays.pair_plus]\npays_from = "flush"\n',
        "pays.pair_plus.pays_from",
        "one rate",
    ),
    "cap on a rate": Broken(
        THREE_CARD, "[pays.ante]\n", '[pays.ante]\nmost_paid = "5"\n', "pays.ante.most_paid", "hole cards"
    ),
    "cap without clauses": Broken(
        HOLDEM, 'cap_clauses = ["4.1.1"]\n', "", "pays.bonus.most_paid", "cap_clauses"
    ),
    "clauses of no cap": Broken(HOLDEM, 'most_paid = "100000.00"\n', "", "pays.bonus.cap_clauses", "no cap"),
    "showdown with cards that are not dealt": Broken(
        THREE_CARD, 'shows_down = "own"', 'shows_down = "own_and_community"', "hands.shows_down", "not deal"
    ),
    "jackpot hand of too few cards": Broken(
        PROGRESSIVE, 'hand = "own_and_dealer"', 'hand = "own"', "jackpot.hand", "3 cards"
    ),
    "jackpot hand with a flop of two": Broken(
        MULTILINK, 'hand = "own_and_community"', 'hand = "own_and_flop"', "jackpot.hand", "not deal"
    ),
    "too many cards dealt": Broken(THREE_CARD, "deal 3 to boxes", "deal 4 to boxes", "dealing.0", "deals 4"),
    "community cards turned too early": Broken(
        HOLDEM, "reveal community 3", "reveal community 6", "dealing.0", "before it is dealt"
    ),
    "community cards never turned": Broken(
        MULTILINK, "reveal community 2 and dealer", "reveal dealer", "dealing.0", "all of them"
    ),
    "decision left out": Broken(
        HOLDEM, '  ["decide turn or check", "3.12.4"],\n', "", "dealing.0", "must be decided"
    ),
    "argument that the effect does not read": Broken(
        THREE_CARD,
        'effect = "void_unless_reconstructed"',
        'effect = "void"',
        "irregularities.5.8.6.needs",
        "needs nothing",
    ),
    "condition of another effect": Broken(
        THREE_CARD,
        'when = ["bets_closed"]\n\n[irregularities."5.8.1"]',
        'when = ["second_look"]\n\n[irregularities."5.8.1"]',
        "irregularities.5.4.when",
        "cannot have the condition second_look",
    ),
    "effect without its condition": Broken(
        THREE_CARD,
        'when = ["second_look"]',
        "when = []",
        "irregularities.5.18.when",
        "must have the condition second_look",
    ),
    "count of nobody's cards": Broken(
        THREE_CARD, 'about = "dealer"\n', "", "irregularities.5.8.7.about", "whose cards"
    ),
    "effect about another place": Broken(
        THREE_CARD, 'about = "box"', 'about = "dealer"', "irregularities.5.15.about", "not about the dealer"
    ),
    "report that is never possible": Broken(
        THREE_CARD,
        'when = ["seen"]\ninstead',
        'when = ["seen", "unseen"]\ninstead',
        "irregularities.5.17.1.when",
        "never be reported",
    ),
    "nothing applies instead": Broken(
        THREE_CARD, 'instead = ["5.16"]\n', "", "irregularities.5.17.1.instead", "then, and only then"
    ),
    "options that nobody gets": Broken(
        THREE_CARD,
        'effect = "freeze_jackpot"',
        'options = "all"\neffect = "freeze_jackpot"',
        "irregularities.5.17.1.options",
        "does not read it",
    ),
    "options without clauses": Broken(
        THREE_CARD,
        'continue_clauses = ["5.10.1"]\n',
        "",
        "irregularities.5.14.continue_clauses",
        "needs it",
    ),
    "clauses that follow nothing": Broken(
        THREE_CARD,
        'effect = "freeze_jackpot"',
        'follows = ["5.21"]\neffect = "freeze_jackpot"',
        "irregularities.5.17.1.follows",
        "void",
    ),
    "action without clauses": Broken(
        THREE_CARD,
        'block = ["5.17.2b"], ',
        "",
        "irregularities.5.17.2.action_clauses",
        "block, close, no_jackpot",
    ),
    "fold that keeps the Ante": Broken(
        THREE_CARD, FOLD, FOLD.replace('"ante", ', ""), "fold.loses", "loses the Ante"
    ),
    "unshown hand that loses the Ante twice": Broken(
        THREE_CARD, 'loses = ["pair_plus", "jackpot"]', 'loses = ["ante"]', "decline.loses", "taken_as"
    ),
    "procedures that decide differently": Broken(
        MULTILINK,
        '3.11.2"],\n  ["decide play or fold"',
        '3.11.2"],\n  ["decide play or check"',
        "dealing.1",
        "first procedure",
    ),
    "two times under the minimum": Broken(
        STUD, "under_minimum_times = 1", "under_minimum_times = 2", "amounts.under_minimum_times", "2 is not"
    ),
    "argument needed and taken": Broken(
        THREE_CARD, 'takes = ["count"]', 'takes = ["reconstructed"]', "irregularities.5.8.7.takes", "once"
    ),
    "interruption that voids by no clause": Broken(
        THREE_CARD, 'void_clauses = ["5.7.2"]\n', "", "interruption.void_clauses", "void needs the clauses"
    ),
    "broken TOML": Broken(THREE_CARD, "[identity]\n", "[identity\n", "sheet.toml", "TOML"),
    "broken TOML in the register": Broken(THREE_CARD, '"1.1" = {', '"1.1" = [', "clauses.toml", "TOML"),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_sheet_is_refused_with_the_path(broken: Broken, tmp_path: Path) -> None:
    folder = copy(tmp_path, broken.sheet, (broken.old, broken.new))
    with pytest.raises(SheetFault, match=re.escape(broken.says)) as found:
        read_folder(folder)
    assert found.value.path == broken.path
    assert str(found.value).startswith(f"{broken.path}: ")


@pytest.mark.parametrize(
    ("sheet", "old", "new", "path"),
    [
        pytest.param(THREE_CARD, OTHERS, OTHERS.replace("hdc", "hdd"), "jackpot.lines", id="a suit twice"),
        pytest.param(THREE_CARD, OTHERS, OTHERS.replace("hdc", "hdx"), "jackpot.lines", id="unknown suit"),
        pytest.param(HOLDEM, 'dealer = "AA"', 'dealer = "A"', "pays.bonus", id="Dealer's hole cards"),
    ],
)
def test_a_line_that_could_never_be_paid_is_refused(
    sheet: str, old: str, new: str, path: str, tmp_path: Path
) -> None:
    folder = copy(tmp_path, sheet, (old, new))
    with pytest.raises(SheetFault) as found:
        read_folder(folder)
    assert found.value.path.startswith(path)


@pytest.mark.parametrize("name", ["sheet.toml", "clauses.toml"])
def test_a_missing_or_unreadable_file_is_a_fault_of_the_sheet(name: str, tmp_path: Path) -> None:
    folder = copy(tmp_path, THREE_CARD)
    (folder / name).write_bytes(b"\xff\xfe")
    with pytest.raises(SheetFault, match=name):
        read_folder(folder)
    (folder / name).unlink()
    with pytest.raises(SheetFault, match="cannot be read"):
        read_folder(folder)


@pytest.mark.parametrize("sheet", sheet_ids())
def test_an_untouched_copy_is_accepted(sheet: str, tmp_path: Path) -> None:
    assert read_folder(copy(tmp_path, sheet)).hashes == load(sheet).hashes


CLAUSE = re.compile(r"\d+(\.\d+)+[a-z]?")


def citations(value: Any) -> Iterator[tuple[list[Any], int]]:
    """Every place in a sheet's data where a list holds a clause number."""
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, list):
        yield from (
            (value, place)
            for place, item in enumerate(value)
            if isinstance(item, str) and CLAUSE.fullmatch(item)
        )
    for child in children:
        yield from citations(child)


@pytest.mark.parametrize("sheet", sheet_ids())
def test_no_citation_of_an_unknown_clause_gets_through(sheet: str) -> None:
    data = tomllib.loads((SHEETS / sheet / "sheet.toml").read_text(encoding="utf-8"))
    register = load(sheet).register
    places = list(citations(data))
    assert len(places) > 100
    accepted = []
    for cited, place in places:
        right, cited[place] = cited[place], "9.9"
        if not list(check_citations(data, register)):
            accepted.append(f"{right} in {cited}")
        cited[place] = right
    assert accepted == []


def test_a_reading_is_taken_from_the_sheet(tmp_path: Path) -> None:
    folder = copy(tmp_path, THREE_CARD, ('choice = "kept"', 'choice = "given_back"'))
    game = read_folder(folder)
    assert game.readings == msgspec.structs.replace(
        load(THREE_CARD).readings, jackpot_bet_with_a_win="given_back"
    )


@pytest.mark.parametrize(
    "text",
    ["a." * 30_000 + "b = 1", "a = " + "[" * 30_000, "a = " + "{b = " * 10_000, "a = " + "9" * 5_000],
    ids=["dots", "arrays", "tables", "digits"],
)
def test_a_text_that_would_cost_the_parser_too_much_is_no_sheet(text: str) -> None:
    with pytest.raises(SheetFault, match=r"sheet\.toml: .*(nested too deeply|it is not TOML)"):
        read_texts(text, "")


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("jackpot.most_units=0", "jackpot.most_units: 0 is not a number of units from 1 to 100"),
        ("jackpot.most_units=101", "jackpot.most_units: 101 is not a number of units from 1 to 100"),
        ("layout.most_boxes=0", "layout.most_boxes: 1 to 0 boxes must be a range from 1 to 7"),
        ("layout.most_boxes=12", "layout.most_boxes: 1 to 12 boxes must be a range from 1 to 7"),
    ],
)
def test_nothing_is_made_for_each_of_a_million_boxes_or_units(setting: str, says: str) -> None:
    with pytest.raises(SheetFault, match=re.escape(says)):
        changed(THREE_CARD, [setting])
    assert changed(THREE_CARD, ["jackpot.most_units=100", "layout.most_boxes=6"])
