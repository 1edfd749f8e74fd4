"""Invariants are raised and not asserted, so that no switch of Python takes them away; they tell no card."""

import ast
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import pitboss
from pitboss.cards import Card
from pitboss.cli import practice
from pitboss.cli.main import run
from pitboss.floor import Floor
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import Meters
from pitboss.store.open import open_journal
from tests.broken import CASES
from tests.cli.test_cli import Capture
from tests.floor.house import House
from tests.jackpots.floor import THREE_CARD

ROOT = Path(pitboss.__file__).parent
EVOLVE = import_module("pitboss.jackpots.evolve")
ASSERTS = {
    "access": 3,
    "analysis": 7,
    "api": 7,
    "bots": 1,
    "cli": 3,
    "floor": 16,
    "jackpots": 1,
    "messages": 1,
    "reconcile": 1,
    "replay": 2,
    "server": 3,
    "sheets": 2,
    "shoe": 2,
    "store": 2,
    "training": 2,
}
"""Assertions by package: for types, and for what no input, no record and no other server can reach."""
UNTOLD = {"card", "cards", "faces", "hand", "password", "pin", "secret", "sealed", "code", "token", "message"}
"""Names that would bring a card, a secret or a whole refusal into the text of an invariant."""


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield path.relative_to(ROOT), ast.parse(path.read_text(encoding="utf-8"))


def test_no_assertion_carries_an_invariant() -> None:
    found = Counter(
        path.parts[0] for path, tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Assert)
    )
    more = {package: found[package] for package in found if found[package] > ASSERTS.get(package, 0)}
    assert not more, (
        f"there are more assertions than before in {more}, and python -O removes them: raise InvariantBroken "
        "or the package's own kind of it, for what an input, a record or another server can reach; count the "
        "others here"
    )
    assert dict(found) == ASSERTS, "there are fewer than before, which is well: count them here"


def test_nothing_is_raised_as_a_failed_assertion() -> None:
    raised = {
        str(path)
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise) and node.exc and "AssertionError" in ast.unparse(node.exc)
    }
    assert raised == set(), "an error with a name of its own says more"


def kinds() -> set[str]:
    """The names of all errors of this kind."""
    found, waiting = set[str](), [InvariantBroken]
    while waiting:
        error = waiting.pop()
        found.add(error.__name__)
        waiting += error.__subclasses__()
    return found


def test_the_text_of_an_invariant_names_no_card_and_no_secret() -> None:
    texts = [
        (path, node)
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds()
    ]
    assert len(texts) > 50
    for path, call in texts:
        for part in ast.walk(call):
            if isinstance(part, ast.FormattedValue):
                said = {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}
                said |= {node.attr for node in ast.walk(part) if isinstance(node, ast.Attribute)}
                told = said & UNTOLD if ast.unparse(part.value) not in COUNTED else set()
                assert not told, f"{path}:{call.lineno} would log {told}"


COUNTED = {"len(cards)", "answer.code", "answered.code", "refusal.code"}
"""How many cards is no card, and the code of a refusal is no secret."""


@pytest.mark.parametrize("case", CASES)
def test_an_invariant_that_is_broken_is_raised(case: str) -> None:
    error, attempt = CASES[case]
    with pytest.raises(error) as found:
        attempt()
    assert type(found.value) is error
    assert str(found.value)
    assert not str(found.value).endswith(".")


def lost(seed_funding: object) -> Meters:
    """Meters of a new link that know nothing of its seed."""
    return Meters()


def test_an_act_that_breaks_an_invariant_is_not_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EVOLVE, "Meters", lost)
    with open_journal(tmp_path / "floor.db") as journal:
        with pytest.raises(InvariantBroken, match=r"the display holds \d+\.00, and 0\.00 is what went in"):
            House(journal).open({"T1": THREE_CARD})
        assert Floor(journal).link_names() == ()


def test_a_command_line_says_it_in_one_sentence(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def short() -> tuple[Card, ...]:
        raise InvariantBroken("a deck has 51 cards")

    monkeypatch.setattr(practice, "shuffled", short)
    assert run(["play", "3CP"]) == 70
    assert capsys.readouterr().err == (
        "pitboss: a deck has 51 cards, which must never happen: the act was stopped, and nothing of it was "
        "recorded; audit the journal and report this\n"
    )


def test_a_record_that_breaks_an_invariant_is_said_to_contradict_itself(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path}/floor.db"
    with open_journal(url) as journal:
        House(journal).open({"T1": THREE_CARD}).begin("T1")
    monkeypatch.setattr(EVOLVE, "Meters", lost)
    assert run(["replay", url, "T1/1"]) == 2
    said = capsys.readouterr().err
    assert "the record contradicts itself (LinkUnbalanced: link grand: the display holds" in said
    assert "Traceback" not in said
