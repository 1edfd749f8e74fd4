"""The independent settlement against the example rounds that tell of a regular round."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest

from .settlement import Settlement, settle

EXAMPLES = Path(__file__).parents[1] / "rounds"
REGULAR_STEPS = {
    *("bet", "withdraw", "close", "burn", "deal", "discard"),
    *("look", "handle", "fold", "check", "reveal", "settle"),
}


def read(path: Path) -> dict[str, Any]:
    """One example file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def is_regular(example: dict[str, Any]) -> bool:
    """Whether the file holds one round that nothing irregular happens in."""
    steps: list[str] = [step for each in example["round"] for step in each["steps"]]
    return (
        len(example["round"]) == 1
        and all(step.split()[0] in REGULAR_STEPS for step in steps)
        and not any(step.endswith(" unnoticed") or "?" in step for step in steps)
        and "error_exit" not in example["expect"]
    )


def regular_examples() -> list[Path]:
    """The example files that this settlement can be held against."""
    return [path for path in sorted(EXAMPLES.glob("*/*.toml")) if is_regular(read(path))]


def settled(example: dict[str, Any]) -> Settlement:
    """The example's round, settled."""
    steps: list[str] = example["round"][0]["steps"]
    return settle(example["sheet"], example.get("table", {}), example.get("jackpot"), steps)


def sums(settlement: Settlement, column: Literal["net", "stake"]) -> dict[str, Fraction]:
    """A column of money by "BOX BET"; lines of the same box and bet are added up."""
    found: dict[str, Fraction] = {}
    for line in settlement["lines"]:
        key = f"{line['box']} {line['bet']}"
        found[key] = found.get(key, Fraction(0)) + Fraction(line[column])
    return found


def test_there_are_regular_examples_of_every_sheet() -> None:
    """No sheet goes without an example, so that the tests below say something of each."""
    assert {path.parent.name for path in regular_examples()} == {path.name for path in EXAMPLES.iterdir()}


@pytest.mark.parametrize("path", regular_examples(), ids=lambda path: path.stem)
def test_money_is_as_expected(path: Path) -> None:
    """Nets, stakes and players' sums are those of the file, and no line is missing or over."""
    example = read(path)
    expect, settlement = example["expect"], settled(example)
    assert settlement["players"] == expect["players"]
    assert sums(settlement, "net") == {key: Fraction(net) for key, net in expect["net"].items()}
    stakes = sums(settlement, "stake")
    for key, stake in expect.get("stake", {}).items():
        assert stakes[key] == Fraction(stake)


@pytest.mark.parametrize("path", regular_examples(), ids=lambda path: path.stem)
def test_results_are_as_expected(path: Path) -> None:
    """Every line has the result that the file states."""
    example = read(path)
    results = {f"{line['box']} {line['bet']}": line["result"] for line in settled(example)["lines"]}
    assert results == example["expect"]["result"]


@pytest.mark.parametrize("path", regular_examples(), ids=lambda path: path.stem)
def test_jackpot_is_as_expected(path: Path) -> None:
    """The jackpot is absent, or what the file says it is afterwards and has paid."""
    example = read(path)
    expect, jackpot = example["expect"], settled(example)["jackpot"]
    assert (jackpot is None) == ("jackpot" not in example)
    if jackpot is not None:
        assert jackpot["before"] == example["jackpot"]["value"]
        assert jackpot["after"] == expect["jackpot_after"]
        payouts = [[payout["box"], payout["amount"]] for payout in jackpot["payouts"]]
        assert payouts == sorted(expect.get("payouts", payouts))
