from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitboss.invariant import InvariantBroken
from pitboss.ledger import Cited, GamingDay, Ledger, LedgerEvent, Transfer, accounts, decide, evolve, fold
from pitboss.ledger.book import CloseDay, LedgerCommand, PostTransfers
from pitboss.ledger.transfer import reversal
from pitboss.round import Refusal

TODAY = GamingDay(date(2025, 3, 10), "day")
TOMORROW = GamingDay(date(2025, 3, 11), "swing")
CITED = Cited("rws-three-card-v3", ("3.15.1",))
ANN, FLOAT = accounts.player("ann"), accounts.table_float("T1")
HOUSE, METER = accounts.house("rws"), accounts.link_meter("grand")


def transfer(
    name: str, source: accounts.Account = FLOAT, target: accounts.Account = ANN, amount: int = 5000
) -> Transfer:
    return Transfer(
        id=name,
        source=source,
        target=target,
        amount=Fraction(amount),
        cited=CITED,
        day=TODAY.date,
        shift=TODAY.shift,
        why="A bet is paid.",
    )


def done(ledger: Ledger, command: LedgerCommand) -> tuple[Ledger, tuple[LedgerEvent, ...]]:
    answer = decide(ledger, command)
    assert not isinstance(answer, Refusal), answer
    for event in answer:
        ledger = evolve(ledger, event)
    return ledger, answer


def refused(ledger: Ledger, *transfers: Transfer) -> Refusal:
    answer = decide(ledger, PostTransfers(transfers))
    assert isinstance(answer, Refusal), answer
    assert answer.clauses == CITED.clauses
    return answer


def test_a_transfer_moves_money_and_the_accounts_sum_to_zero() -> None:
    ledger, events = done(Ledger(), PostTransfers((transfer("r1/1"),)))
    assert ledger.balance(ANN) == 5000
    assert ledger.balance(FLOAT) == -5000
    assert sum(ledger.balances.values()) == 0
    assert fold(events) == ledger


def test_the_same_transfer_again_changes_nothing() -> None:
    ledger, _ = done(Ledger(), PostTransfers((transfer("r1/1"),)))
    again, events = done(ledger, PostTransfers((transfer("r1/1"),)))
    assert events == ()
    assert again == ledger
    more, events = done(ledger, PostTransfers((transfer("r1/1"), transfer("r1/2"), transfer("r1/2"))))
    assert more.balance(ANN) == 10_000


def test_the_same_id_with_another_content_is_refused() -> None:
    ledger, _ = done(Ledger(), PostTransfers((transfer("r1/1"),)))
    changed = refused(ledger, transfer("r1/2"), transfer("r1/1", amount=5001))
    assert changed.code == "transfer_changed"
    assert refused(Ledger(), transfer("a"), transfer("a", amount=1)).code == "transfer_changed"


@pytest.mark.parametrize("amount", [0, -1])
def test_nothing_or_less_is_no_transfer(amount: int) -> None:
    assert refused(Ledger(), transfer("r1/1", amount=amount)).code == "amount_not_positive"


def test_a_transfer_needs_two_accounts() -> None:
    assert refused(Ledger(), transfer("r1/1", ANN, ANN)).code == "same_account"


def test_a_link_pays_only_what_it_holds() -> None:
    ledger, _ = done(Ledger(), PostTransfers((transfer("seed", HOUSE, METER, 100),)))
    assert refused(ledger, transfer("win", METER, ANN, 101)).code == "account_overdrawn"
    ledger, _ = done(ledger, PostTransfers((transfer("win", METER, ANN, 100),)))
    assert ledger.balance(METER) == 0


def test_all_of_a_transaction_or_nothing() -> None:
    ledger = Ledger()
    refused(ledger, transfer("a"), transfer("b", amount=0))
    assert ledger == Ledger()


def test_a_reversal_restores_every_balance_and_names_what_it_reverses() -> None:
    first = transfer("r1/1")
    back = reversal(first, TOMORROW)
    assert (back.reverses, back.day, back.shift) == ("r1/1", TOMORROW.date, "swing")
    ledger, _ = done(Ledger(), PostTransfers((first,)))
    ledger, _ = done(ledger, PostTransfers((back,)))
    assert not any(ledger.balances.values())
    assert len(ledger.posted) == 2


def test_a_closed_day_takes_no_entries_and_is_forgotten() -> None:
    ledger, first = done(Ledger(), PostTransfers((transfer("r1/1"),)))
    ledger, second = done(ledger, CloseDay(TODAY.date))
    assert ledger.posted == {}
    assert ledger.balance(ANN) == 5000
    assert refused(ledger, transfer("r1/1")).code == "day_closed"
    late = structs.replace(transfer("r2/1"), day=TOMORROW.date)
    ledger, third = done(ledger, PostTransfers((late,)))
    assert done(ledger, CloseDay(TODAY.date))[1] == ()
    assert fold((*first, *second, *third)) == ledger


def test_a_transfer_without_clauses_cannot_be_made() -> None:
    with pytest.raises(InvariantBroken):
        Cited("rws-three-card-v3", ())  # type: ignore[arg-type]


NAMES = st.sampled_from([ANN, FLOAT, HOUSE, accounts.player("bob"), accounts.seed_funding("rws")])
AMOUNTS = st.fractions(min_value=Fraction(1, 97), max_value=10_000, max_denominator=97)


@given(st.lists(st.tuples(NAMES, NAMES, AMOUNTS), max_size=30))
def test_any_transfers_sum_to_zero_and_their_reversals_to_nothing(
    moves: list[tuple[accounts.Account, accounts.Account, Fraction]],
) -> None:
    transfers = [
        structs.replace(transfer(str(n)), source=source, target=target, amount=amount)
        for n, (source, target, amount) in enumerate(moves)
        if source != target
    ]
    ledger = Ledger()
    for entry in transfers:
        ledger, _ = done(ledger, PostTransfers((entry,)))
        assert sum(ledger.balances.values()) == 0
    ledger, _ = done(ledger, PostTransfers(tuple(reversal(entry, TOMORROW) for entry in transfers)))
    assert not any(ledger.balances.values())
