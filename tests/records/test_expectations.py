"""``[expect]`` notices what it states: a wrong order of payment, a clause that is not cited."""

from typing import Any

import pytest

from pitboss.records.expectations import check_data

PLAYED: dict[str, Any] = {
    "sheet": "mbs-megalink-stud-v9",
    "jackpot": {"value": "100000.00", "reset": "50000.00", "contribution": "0"},
    "round": [
        {
            "steps": [
                "bet 1 ann ante 5",
                "bet 1 ann jackpot 5",
                "bet 2 bob ante 5",
                "bet 2 bob jackpot 5",
                "close",
                "deal 1 As Ks Qs Js Ts",
                "deal 2 9h 8h 7h 6h 5h",
                "deal dealer 2c 3d 8d 9c Jh",
                "fold 1",
                "fold 2",
                "! fold 2",
                "settle",
            ]
        }
    ],
}


@pytest.mark.parametrize(
    ("expect", "says"),
    [
        ({"payout_order": [2, 1]}, None),
        ({"payout_order": [1, 2]}, "paid in the order of boxes [2, 1], expected [1, 2]"),
        ({"payout_order": []}, "paid in the order of boxes [2, 1], expected []"),
        ({"cites": {"1 jackpot": ["4.2", "3.9.1", "3.15.3"]}}, None),
        ({"cites": {"1 jackpot": ["4.2", "3.15.1"]}}, "expected ['3.15.1'] too"),
        ({"cites": {"1 bet": ["4.2"]}}, "expected ['4.2'] too"),
        ({"refused": [[11, ["3.9.1"]], [11, ["1.1.4"]]]}, None),
        ({"refused": [[11, ["3.9.1"]], [11, ["1.1.5"]]]}, "expected one of ['1.1.5']"),
        ({"cited": {}}, "unknown keys: cited"),
        ({"players": {"ann": "89990", "bob": "9990.00"}}, None),
        ({"players": {"ann": "89990"}}, "players of bob is 9990.00, expected nothing"),
        ({"stake": {"1 ante": "5"}}, None),
        ({"stake": {"1 ante": "4.5"}}, "stake of 1 ante is 5.00, expected 4.50"),
        ({"stake": {"1 ante": "five"}}, "[expect] stake: "),
        ({"stake": {"1 ante": 5}}, "[expect] is not of its form: "),
        ({"refused": "11"}, "[expect] is not of its form: "),
        ({"round": {"outcome": "void"}}, "[expect] is not of its form: "),
        ({"round": [{}]}, "has no [expect]"),
        ({"round": []}, "has no [expect]"),
        ({"round": [{"payout_order": [2, 1]}]}, None),
    ],
)
def test_an_expectation_holds_or_says_why_not(expect: dict[str, Any], says: str | None) -> None:
    faults = check_data({**PLAYED, "expect": expect})
    assert faults == [] if says is None else [fault for fault in faults if says in fault] == faults != []


def test_an_amount_that_was_not_expected_is_told_as_a_decimal() -> None:
    net = {"1 ante": "-5", "1 jackpot": "1", "2 jackpot": "9995"}
    faults = check_data({**PLAYED, "expect": {"net": net}})
    assert faults == [
        "net of 1 jackpot is 89995.00, expected 1.00",
        "net of 2 ante is -5.00, expected nothing",
    ]


def test_a_failure_names_its_round_in_a_file_of_several() -> None:
    whole, short = PLAYED["round"][0], {"steps": ["bet 1 ann ante 5", "fold 1", "settle"]}
    expect = {"round": [{"outcome": "settled"}, {"outcome": "settled"}]}
    (fault,) = check_data({**PLAYED, "round": [whole, short], "expect": expect})
    assert fault.startswith("fails at round 2, step 2: ")
    assert fault.endswith(")"), "the clauses come last"
    (fault,) = check_data({**PLAYED, "round": [short], "expect": {"outcome": "settled"}})
    assert fault.startswith("fails at step 2: ")
    (fault,) = check_data({**PLAYED, "round": [whole, {"steps": ["fly 1"]}], "expect": expect})
    assert fault.startswith("fails at round 2, step 1: ")
    wrong = {"error_exit": 2, "error_step": 1, "error_clauses": ["9.9"]}
    exit_, step, clauses = check_data({**PLAYED, "round": [whole, short], "expect": wrong})
    assert exit_.startswith("exit 1, expected 2: ")
    assert step.startswith("fails at round 2, step 2, expected step 1: ")
    assert ", expected one of 9.9: " in clauses


def test_a_sheet_that_is_not_found_is_a_sentence() -> None:
    (fault,) = check_data({**PLAYED, "sheet": "acme-v1", "expect": {"outcome": "settled"}})
    assert fault.startswith("cannot be read: 'acme-v1' is not a sheet; the sheets are mbs-megalink-stud-v9, ")
    assert fault.endswith("; give its folder with --sheets")
