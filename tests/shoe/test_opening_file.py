"""The opening file: what it shows when it is read, and every way in which it is none."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import Card
from pitboss.shoe import Commitment, Opening, Shoe, commit, open_positions
from pitboss.shoe.opening_file import (
    LARGEST_FILE,
    OpeningFault,
    OpeningFile,
    check,
    parse_openings,
    read_openings,
    write_openings,
)
from pitboss.tlog.merkle import Tree
from tests.shoe.test_commitment import POSITIONS, SHOE, SHOES, plain_leaf

FILE = write_openings(commit(SHOE), open_positions(SHOE, [1, 2, 40]))


def changed(*path: str | int, to: object) -> bytes:
    """The file with one value replaced; ``None`` takes it out."""
    data: Any = json.loads(FILE)
    at = data
    for step in path[:-1]:
        at = at[step]
    if to is None:
        del at[path[-1]]
    else:
        at[path[-1]] = to
    return json.dumps(data).encode()


@given(SHOES, POSITIONS)
def test_a_file_survives_the_round_trip(shoe: Shoe, positions: list[int]) -> None:
    openings = open_positions(shoe, positions)
    content = write_openings(commit(shoe), openings)
    assert len(content) < LARGEST_FILE // 2
    file = parse_openings(content)
    assert (file.commitment, file.openings) == (commit(shoe), openings)
    found = check(file)
    assert found.fixed == tuple(positions)
    assert not found.failed
    assert not found.doubled
    assert found.holds == bool(positions)
    assert found.whole == (len(positions) == 52)


@given(st.sets(st.integers(1, 51), min_size=1, max_size=6), st.sampled_from(["card", "salt"]))
def test_changed_openings_are_named(which: set[int], what: str) -> None:
    data = json.loads(write_openings(commit(SHOE), open_positions(SHOE, range(1, 52))))
    for position in which:
        opening = data["openings"][position - 1]
        opening[what] = {"card": SHOE.cards[51], "salt": opening["path"][0]}[what]
    found = check(parse_openings(json.dumps(data).encode()))
    assert found.failed == tuple(sorted(which))
    assert found.fixed == tuple(n for n in range(1, 52) if n not in which)
    assert not found.holds


def test_an_opening_moved_to_another_position_fails_and_another_root_fails_them_all() -> None:
    assert check(parse_openings(changed("openings", 2, "position", to=41))).failed == (41,)
    salt = json.loads(FILE)["openings"][0]["salt"]
    assert check(parse_openings(changed("commitment", "root", to=salt))).failed == (1, 2, 40)
    assert check(parse_openings(changed("commitment", "shoe", to="T1/18"))).failed == (1, 2, 40)


def test_a_commitment_to_a_deck_with_a_card_twice_is_shown_up() -> None:
    """Both openings are good, and together they show what the House did."""
    cards = [*SHOE.cards[:51], SHOE.cards[8]]
    salts = [bytes([n]) * 32 for n in range(52)]
    tree = Tree([plain_leaf("T", n + 1, cards[n], salts[n]) for n in range(52)])
    openings = tuple(Opening(n + 1, Card(cards[n]), salts[n], tree.path(n)) for n in (3, 8, 51))
    found = check(OpeningFile("pitboss openings 1", Commitment("T", tree.root), openings))
    assert found.fixed == (4, 9, 52)
    assert found.doubled == ((SHOE.cards[8], (9, 52)),)
    assert not found.holds


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a valid opening file"),
        (b"\xff\xfe", "not a valid opening file"),
        (b"[]", "Expected `object`, got `array`"),
        (b'"' * 3, "not a valid opening file"),
        (b"[" * 60_000, "not a valid opening file"),
        (b" " * (LARGEST_FILE + 1), "larger than"),
        (FILE + b"{}", "trailing"),
        (changed("format", to="pitboss openings 3"), "Invalid enum value"),
        (changed("format", to="pitboss openings 2"), "format 2, and no other"),
        (
            changed("log", to={"append": {"number": 1, "events": []}, "proof": "", "key": ""}),
            "format 2, and no",
        ),
        (changed("log", to={"append": {"number": 0, "events": []}, "proof": "", "key": ""}), "`int` >= 1"),
        (changed("format", to=None), "missing required field `format`"),
        (changed("more", to=1), "unknown field `more`"),
        (changed("commitment", to=None), "missing required field `commitment`"),
        (changed("commitment", "root", to="AAAA"), "length >= 32 - at `commitment.root`"),
        (changed("commitment", "root", to="A" * 44), "length <= 32"),
        (changed("commitment", "root", to="x!"), "Invalid base64"),
        (changed("commitment", "shoe", to=""), "named by"),
        (changed("commitment", "shoe", to="a\nb"), "named by"),
        (changed("openings", 0, "position", to=0), "`int` >= 1"),
        (changed("openings", 0, "position", to=53), "`int` <= 52"),
        (changed("openings", 0, "position", to=1.5), "Expected `int`"),
        (changed("openings", 0, "position", to=2), "position 2 is opened twice"),
        (changed("openings", 0, "card", to="?"), "not a card"),
        (changed("openings", 0, "card", to="10h"), "not a card as it stands"),
        (changed("openings", 0, "card", to="as"), "not a card"),
        (changed("openings", 1, "salt", to=""), "at `openings[1].salt`"),
        (changed("openings", 1, "path", to=["A" * 43 + "="] * 7), "length <= 6"),
        (changed("openings", 1, "card", to=None), "missing required field `card` - at `openings[1]`"),
    ],
)
def test_a_file_without_openings_is_refused_in_one_sentence(content: bytes, says: str) -> None:
    with pytest.raises(OpeningFault) as caught:
        parse_openings(content)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_file_or_a_fault(content: bytes) -> None:
    with pytest.raises(OpeningFault):
        parse_openings(content)


@given(st.integers(0, len(FILE) - 1), st.binary(min_size=1, max_size=1))
def test_a_file_damaged_anywhere_never_proves_another_card(place: int, byte: bytes) -> None:
    try:
        file = parse_openings(FILE[:place] + byte + FILE[place + 1 :])
    except OpeningFault:
        return
    for position in check(file).fixed:
        opening = next(opening for opening in file.openings if opening.position == position)
        assert opening.card == SHOE.cards[position - 1]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none", "a\0b"):
        with pytest.raises(OpeningFault, match=r"cannot be read|not a file name"):
            read_openings(path)
    (tmp_path / "good").write_bytes(FILE)
    assert check(read_openings(tmp_path / "good")).fixed == (1, 2, 40)
