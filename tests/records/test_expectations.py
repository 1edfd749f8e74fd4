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
    ],
)
def test_an_expectation_holds_or_says_why_not(expect: dict[str, Any], says: str | None) -> None:
    faults = check_data({**PLAYED, "expect": expect})
    assert faults == [] if says is None else [fault for fault in faults if says in fault] == faults != []
