"""What a commitment fixes, what an opening proves, and what neither gives away."""

from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitboss.cards import DECK, Card
from pitboss.shoe import Commitment, Opening, Shoe, commit, fresh_shoe, open_cards, open_positions, opens
from pitboss.shuffle import ORDERS, arranged
from pitboss.tlog.merkle import Tree, leaf_hash

SHOES = st.builds(
    Shoe,
    st.text("T/-0123456789 é", min_size=1, max_size=20),
    st.integers(0, ORDERS - 1).map(arranged),
    st.binary(min_size=32, max_size=32),
)
POSITIONS = st.sets(st.integers(1, 52), max_size=52).map(sorted)
SHOE = Shoe("T1/17", arranged(ORDERS // 3), bytes(range(32)))


def plain_leaf(shoe: str, position: int, card: str, salt: bytes) -> bytes:
    """The leaf as docs/how-to/regulator/shoe.md tells it, written out again."""
    name = shoe.encode()
    head = b"pitboss shoe 1\0" + bytes([len(name) >> 8, len(name) & 255]) + name
    return sha256(b"\0" + head + bytes([position]) + card.encode() + salt).digest()


@given(SHOES, POSITIONS)
def test_opened_cards_are_the_committed_ones(shoe: Shoe, positions: list[int]) -> None:
    commitment = commit(shoe)
    openings = open_positions(shoe, positions)
    assert [opening.position for opening in openings] == positions
    for opening in openings:
        assert opening.card == shoe.cards[opening.position - 1]
        assert opens(commitment, opening)


@given(SHOES, st.integers(1, 52), st.data())
def test_nothing_else_can_be_opened(shoe: Shoe, position: int, data: st.DataObject) -> None:
    commitment = commit(shoe)
    (opening,) = open_positions(shoe, [position])
    card = data.draw(st.sampled_from([card for card in DECK if card != opening.card]))
    other = data.draw(st.integers(1, 52).filter(lambda n: n != position))
    salt = data.draw(st.binary(min_size=32, max_size=32).filter(lambda salt: salt != opening.salt))
    step = data.draw(st.integers(0, len(opening.path) - 1))
    path = (*opening.path[:step], salt, *opening.path[step + 1 :])
    for wrong in (
        structs.replace(opening, card=card),
        structs.replace(opening, position=other),
        structs.replace(opening, salt=salt),
        structs.replace(opening, path=path),
        structs.replace(opening, path=opening.path[:-1]),
    ):
        assert not opens(commitment, wrong)
    assert not opens(structs.replace(commitment, shoe=shoe.id + "0"), opening)
    assert not opens(structs.replace(commitment, root=salt), opening)


def test_a_house_that_commits_to_two_cards_for_one_position_can_open_one_place_only() -> None:
    """A second leaf for position 3, hidden in the place of position 7, is not accepted as position 3."""
    salts = [bytes([n]) * 32 for n in range(53)]
    leaves = [plain_leaf("T", n, SHOE.cards[n - 1], salts[n]) for n in range(1, 53)]
    leaves[6] = plain_leaf("T", 3, "As", salts[7])
    tree = Tree(leaves)
    commitment = Commitment("T", tree.root)
    assert opens(commitment, Opening(3, SHOE.cards[2], salts[3], tree.path(2)))
    assert not opens(commitment, Opening(3, Card("As"), salts[7], tree.path(6)))
    assert not opens(commitment, Opening(7, Card("As"), salts[7], tree.path(6)))


def test_the_commitment_is_the_one_the_document_describes() -> None:
    openings = open_positions(SHOE, range(1, 53))
    leaves = [plain_leaf(SHOE.id, one.position, one.card, one.salt) for one in openings]
    assert Tree(leaves).root == commit(SHOE).root
    assert commit(SHOE).root.hex() == "435ea22dd31d095faf137f4b3386b06ced32d0c3f96c172bdf9438f106fe1f10"


def test_openings_give_no_key_to_the_other_positions() -> None:
    """Whoever holds all openings but one tries every card with every salt he knows, and finds nothing."""
    for hidden in (1, 2, 33, 52):
        known = open_positions(SHOE, [n for n in range(1, 53) if n != hidden])
        seen = {step for opening in known for step in opening.path}
        neighbours = {plain_leaf(SHOE.id, hidden, SHOE.cards[hidden - 1], one.salt) for one in known}
        assert seen.isdisjoint(neighbours)
        (own,) = open_positions(SHOE, [hidden])
        assert plain_leaf(SHOE.id, hidden, own.card, own.salt) in seen
    assert len({opening.salt for opening in open_positions(SHOE, range(1, 53))}) == 52


def test_the_same_cards_twice_have_nothing_in_common() -> None:
    one, two = fresh_shoe("T1/1"), fresh_shoe("T1/1")
    assert one.secret != two.secret
    same = Shoe("T1/1", one.cards, two.secret)
    mine, theirs = open_positions(one, range(1, 53)), open_positions(same, range(1, 53))
    assert not {opening.salt for opening in mine} & {opening.salt for opening in theirs}
    assert commit(one) != commit(same)
    assert commit(one).root != commit(structs.replace(one, id="T1/2")).root


def test_a_reader_gets_the_openings_of_the_cards_he_sees() -> None:
    hand = (SHOE.cards[20], SHOE.cards[3], SHOE.cards[11])
    assert [opening.position for opening in open_cards(SHOE, hand)] == [4, 12, 21]
    assert open_cards(SHOE, hand) == open_positions(SHOE, [4, 12, 21])


@pytest.mark.parametrize("position", [0, 53, -1])
def test_there_are_52_positions(position: int) -> None:
    with pytest.raises(IndexError):
        open_positions(SHOE, [position])


@pytest.mark.parametrize(
    ("id_", "cards", "secret", "what"),
    [
        ("", DECK, bytes(32), "named by"),
        ("T\n1", DECK, bytes(32), "named by"),
        ("x" * 201, DECK, bytes(32), "named by"),
        ("T1", DECK[:51], bytes(32), "each of the 52"),
        ("T1", (*DECK[:51], DECK[0]), bytes(32), "each of the 52"),
        ("T1", DECK, bytes(31), "32 bytes"),
    ],
)
def test_a_shoe_of_bad_parts_is_refused(id_: str, cards: tuple[Card, ...], secret: bytes, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        Shoe(id_, cards, secret)
    assert Shoe("x" * 200, DECK, bytes(32))


def test_a_shoe_survives_storing_and_does_not_show_itself() -> None:
    assert msgspec.json.decode(msgspec.json.encode(SHOE), type=Shoe) == SHOE
    assert repr(SHOE) == f"{SHOE}" == "Shoe('T1/17')"
    assert SHOE.__rich_repr__() == [("id", "T1/17")]


def test_a_leaf_and_the_head_of_a_stream_are_told_apart() -> None:
    assert plain_leaf("T", 1, "As", bytes(32)) != leaf_hash(b"T 1 1 " + bytes(32))
