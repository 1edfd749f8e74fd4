"""Rounds settled like one that was played: the same settlements as step by step, whatever is answered."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import pitboss as pb
from pitboss.settlement import Settlement
from pitboss.sheets import sheet_ids
from pitboss.toolkit.alike import RoundsAlike
from pitboss.toolkit.playing import GameTable

EXAMPLES = sorted((Path(__file__).parents[2] / "examples/sheets").iterdir())
SHEETS = [*sheet_ids(), *map(str, EXAMPLES)]


def by_the_cards(decision: pb.Decision) -> pb.Choice:
    """Any of the choices, by all that the player sees."""
    seen = repr((decision.cards, decision.dealer, decision.community, decision.decided, decision.ante))
    return decision.choices[crc32(seen.encode()) % len(decision.choices)]


def step_by_step(table: GameTable, staked: Mapping[str, int], rounds: int) -> Iterator[Settlement | None]:
    for _ in range(rounds):
        played = table.round()
        for bet, amount in staked.items():
            played.bet("player", bet, amount)
        played.deal()
        while asked := played.asks:
            played.answer(by_the_cards(asked[0]))
        yield played._state.settlement


@pytest.mark.parametrize("name", SHEETS)
def test_every_settlement_is_that_of_the_round_step_by_step(name: str) -> None:
    sheet = pb.sheet(name)
    rules = sheet.game.sheet.bets
    staked = {bet: 5 for bet, rule in rules.items() if rule.placed == "before_deal"}
    asked: dict[str, Any] = {"jackpot": 50_000} if "jackpot" in rules else {}
    one, two = (sheet.table(seed=5, **asked) for _ in range(2))
    alike = RoundsAlike(two, staked)
    assert [alike.play(by_the_cards) for _ in range(120)] == list(step_by_step(one, staked, 120))
    assert one.jackpot == two.jackpot


def test_a_bet_without_a_decision_is_settled_alike() -> None:
    one, two = (pb.sheet("3CP").table(seed=2) for _ in range(2))
    alike = RoundsAlike(two, {"pair_plus": 5})
    assert [alike.play(by_the_cards) for _ in range(60)] == list(step_by_step(one, {"pair_plus": 5}, 60))


@pytest.mark.parametrize(
    ("answer", "told"), [("check", "it may answer play 5, fold"), (["play"], "a word or a choice")]
)
def test_an_answer_that_is_not_offered_is_refused_in_every_round(answer: Any, told: str) -> None:
    alike = RoundsAlike(pb.sheet("3CP").table(seed=1), {"ante": 5})
    for said in ("play", answer, "fold", answer):
        if said is answer:
            with pytest.raises((TypeError, ValueError), match=told):
                alike.play(lambda _, said=said: said)  # type: ignore[misc]
        else:
            assert alike.play(lambda _, said=said: said).lines  # type: ignore[misc]
