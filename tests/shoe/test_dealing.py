"""Cards leave the shoe in the order of their positions, and the events say where it stands."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.shoe import (
    CardsDrawn,
    NotEnoughCards,
    ShoeCommitted,
    ShoeInUse,
    cards_of,
    commit,
    draw,
    fresh_shoe,
)
from pitboss.shoe.dealing import ShoeBroken, ShoeEvent, Use, evolve, fold

SHOE = fresh_shoe("T1/17")
DRAWS = st.lists(
    st.tuples(
        st.integers(1, 9),
        st.sampled_from(["dealt", "burnt", "discarded"]),
        st.sampled_from([1, 7, "dealer", "community", None]),
    )
)


@given(DRAWS)
def test_every_card_leaves_once_in_its_order_and_the_events_tell_all(
    draws: list[tuple[int, Use, int | str | None]],
) -> None:
    events: list[ShoeEvent] = [ShoeCommitted(commit(SHOE))]
    state = ShoeInUse(commit(SHOE))
    cards = list(SHOE.cards)
    for count, use, to in draws:
        answer = draw(state, count, use, to)
        if isinstance(answer, NotEnoughCards):
            assert answer == NotEnoughCards(count, len(cards))
            assert count > len(cards)
            continue
        (event,) = answer
        assert (event.use, event.to) == (use, to)
        assert cards_of(SHOE, event) == tuple(cards[:count])
        del cards[:count]
        state = evolve(state, event)
        events.append(event)
    assert state.left == len(cards)
    stored = [msgspec.json.encode(event) for event in events]
    again = [msgspec.json.decode(line, type=ShoeCommitted | CardsDrawn) for line in stored]
    assert fold(again) == state


def test_the_events_hold_no_card() -> None:
    (event,) = draw(ShoeInUse(commit(SHOE)), 52, "dealt", 1)  # type: ignore[misc]
    text = msgspec.json.encode(event).decode()
    assert not [card for card in SHOE.cards if f'"{card}"' in text]


def test_the_last_card_can_be_drawn_and_no_more() -> None:
    nearly = ShoeInUse(commit(SHOE), drawn=51)
    (event,) = draw(nearly, 1, "burnt")  # type: ignore[misc]
    empty = evolve(nearly, event)
    assert (event.first, empty.left) == (52, 0)
    assert draw(nearly, 2, "dealt", 1) == NotEnoughCards(2, 1)
    assert draw(empty, 1, "dealt", 1) == NotEnoughCards(1, 0)


def test_a_new_shoe_begins_at_the_first_card() -> None:
    other = fresh_shoe("T1/18")
    drawn = CardsDrawn(1, 20, "dealt", 1)
    assert fold([ShoeCommitted(commit(SHOE)), drawn, ShoeCommitted(commit(other))]) == ShoeInUse(
        commit(other)
    )
    assert fold([]) is None


@pytest.mark.parametrize(
    "event", [CardsDrawn(4, 1, "dealt"), CardsDrawn(2, 1, "dealt"), CardsDrawn(3, 51, "dealt")]
)
def test_a_skipped_repeated_or_surplus_card_is_a_defect(event: CardsDrawn) -> None:
    with pytest.raises(ShoeBroken):
        evolve(ShoeInUse(commit(SHOE), drawn=2), event)


def test_nothing_is_drawn_before_a_commitment() -> None:
    with pytest.raises(ShoeBroken):
        evolve(None, CardsDrawn(1, 1, "burnt"))
    with pytest.raises(ShoeBroken):
        draw(ShoeInUse(commit(SHOE)), 0, "dealt")
