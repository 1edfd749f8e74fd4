from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitboss.citation import Cited
from pitboss.invariant import InvariantBroken
from pitboss.ledger import Book, GamingDay, Transfer, TransfersPosted, accounts, evolve, post
from pitboss.ledger.accounts import PLAYERS, reversal
from pitboss.ledger.book import EntryBroken, LedgerUnbalanced
from pitboss.reason import UNTOLD

TODAY = GamingDay(date(2025, 3, 10), "day")
TOMORROW = GamingDay(date(2025, 3, 11), "swing")
CITED = Cited("rws-three-card-v3", ("3.15.1",))
ANN, FLOAT = accounts.player("ann"), accounts.table_float("T1")
HOUSE = accounts.house("rws")


def draft(
    name: str = "T1/1",
    source: accounts.LedgerAccount = FLOAT,
    target: accounts.LedgerAccount = ANN,
    amount: int = 5000,
) -> Transfer:
    return Transfer(
        id=name,
        source=source,
        target=target,
        amount=Fraction(amount),
        cited=CITED,
        day=TODAY.date,
        shift=TODAY.shift,
        reason=UNTOLD,
    )


def done(book: Book, *drafts: Transfer) -> tuple[Book, tuple[Transfer, ...]]:
    (event,) = post(book, drafts)
    return evolve(book, event), event.transfers


def test_an_entry_moves_money_and_the_accounts_sum_to_zero() -> None:
    book, (entry,) = done(Book(), draft())
    assert book.balance(PLAYERS) == 5000
    assert book.balance(FLOAT) == -5000
    assert book.balance(HOUSE) == 0
    assert (entry.id, book.entries) == ("T1/1/1", 1)


def test_entries_are_numbered_without_a_gap_whatever_they_are_for() -> None:
    book, first = done(Book(), draft("T1/1/settled-0"), draft("T1/1/settled-0"))
    book, then = done(book, draft("T1/chips", ANN, accounts.table_cash("T1")))
    assert [entry.id for entry in (*first, *then)] == ["T1/1/settled-0/1", "T1/1/settled-0/2", "T1/chips/3"]
    assert post(book, ()) == ()


@pytest.mark.parametrize("number", ["1", "3", "02", "", "two"])
def test_an_entry_posted_again_or_out_of_its_order_is_none(number: str) -> None:
    book, _ = done(Book(), draft())
    with pytest.raises(EntryBroken, match="entry 2 of its book"):
        evolve(book, TransfersPosted((draft(f"T1/1/{number}"),)))


@pytest.mark.parametrize("amount", [0, -1])
def test_an_entry_is_of_more_than_nothing(amount: int) -> None:
    with pytest.raises(EntryBroken, match="more than nothing"):
        post(Book(), [draft(amount=amount)])


def test_an_entry_needs_two_accounts() -> None:
    with pytest.raises(EntryBroken, match="where it is"):
        post(Book(), [draft(source=ANN)])


def test_all_entries_of_a_command_or_none() -> None:
    with pytest.raises(EntryBroken):
        post(Book(), [draft(), draft(amount=0)])


def test_a_book_that_does_not_sum_to_zero_takes_no_entry() -> None:
    with pytest.raises(LedgerUnbalanced, match="sum to"):
        post(Book(0, {HOUSE: Fraction(1)}), [draft()])


def test_a_reversal_restores_every_balance_and_names_what_it_reverses() -> None:
    book, (first,) = done(Book(), draft())
    back = reversal(first, TOMORROW)
    assert (back.reverses, back.day, back.shift) == ("T1/1/1", TOMORROW.date, "swing")
    book, _ = done(book, back)
    assert not any(book.balances.values())
    assert book.entries == 2


def test_an_entry_without_clauses_cannot_be_made() -> None:
    with pytest.raises(InvariantBroken):
        Cited("rws-three-card-v3", ())  # type: ignore[arg-type]


NAMES = st.sampled_from([ANN, FLOAT, HOUSE, accounts.player("bob"), accounts.seed_funding("rws")])
AMOUNTS = st.fractions(min_value=Fraction(1, 97), max_value=10_000, max_denominator=97)


@given(st.lists(st.tuples(NAMES, NAMES, AMOUNTS), max_size=30))
def test_any_entries_sum_to_zero_and_their_reversals_to_nothing(
    moves: list[tuple[accounts.LedgerAccount, accounts.LedgerAccount, Fraction]],
) -> None:
    drafts = [
        structs.replace(draft(), source=source, target=target, amount=amount)
        for source, target, amount in moves
        if source != target
    ]
    book = Book()
    entries: tuple[Transfer, ...] = ()
    for each in drafts:
        book, made = done(book, each)
        entries += made
        assert sum(book.balances.values()) == 0
    for entry in entries:
        book, _ = done(book, reversal(entry, TOMORROW))
    assert not any(book.balances.values())
