"""Steps that no round file can hold: the file cannot be read, so its clauses are never asked."""

import pytest

from pitboss.records.round_file import FileFault, parse_round_file


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("deal 1 Qs Td 7s 5h Jo", "'Jo' is not a card"),
        (
            "report 6.1 action=redeal",
            "action= is one of void, continue, return, pay, collect, correct, close, block, no_jackpot",
        ),
        ("report 5.4 by=croupier", "by= is one of dealer, pit_supervisor, pit_manager, shift_manager"),
        ("report 5.23 action=void by=cashier", "by= is one of dealer"),
        ("! bet 1 ann ante 0", "an amount of zero is not a bet"),
    ],
)
def test_a_step_that_cannot_be_read_is_named(step: str, says: str) -> None:
    data = {"sheet": "mbs-megalink-stud-v9", "round": [{"steps": ["bet 1 ann ante 20", step, "settle"]}]}
    with pytest.raises(FileFault, match=says) as fault:
        parse_round_file(data)
    assert (fault.value.round, fault.value.step) == (1, 2)
