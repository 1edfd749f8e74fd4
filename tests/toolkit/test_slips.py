"""Slips of a script: a sentence says what is wanted."""

import math
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

import pitboss as pb

GAME: Any = pb.sheet("3CP")
BOTH: Any = pb
"""Without types, as a notebook has none."""


def opened() -> Any:
    r = pb.sheet("3CP").table().round()
    r.bet("ann", "ante", 5)
    return r


SLIPS: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: opened().bet("ann", "ante", 5, box="1"), TypeError, "box is a whole number, not '1'"),
    (lambda: opened().bet(5, "ante", 5), TypeError, "a player is named by a text, not by 5"),
    (
        lambda: opened().bet("ann lee", "ante", 5),
        ValueError,
        "'ann lee' is not a player's name: it is one word",
    ),
    (lambda: opened().bet("dealer", "ante", 5), ValueError, "cards are dealt to the dealer by it"),
    (lambda: opened().bet("community", "ante", 5), ValueError, "cards are dealt to the community by it"),
    (lambda: opened().bet("ann", 5, 5), TypeError, "a bet is named by a text such as 'ante', not by 5"),
    (
        lambda: opened().bet("ann", "ante", 0),
        ValueError,
        "an amount of zero is not a bet: leave the ante out",
    ),
    (lambda: opened().bet("ann", "ante", "0.00"), ValueError, "an amount of zero is not a bet"),
    (lambda: opened().bet("ann", "ante", 2.5), ValueError, "2.5 is not an exact amount: write 25"),
    (
        lambda: opened().deal(ann=5),
        TypeError,
        "cards are a text such as 'Qs 7d 4c', or a text for each card, not 5",
    ),
    (lambda: opened().deal(ann=("Qs", 5)), TypeError, "not ('Qs', 5)"),
    (lambda: opened().deal("Qs 7d 4c"), TypeError, "the deal is a dictionary such as {1: 'Qs 7d 4c'"),
    (lambda: GAME.table(limits={"ante": 5}), TypeError, "limits of ante is the least and the most"),
    (lambda: GAME.table(limits=["ante"]), TypeError, "limits is a dictionary such as {'ante': (25, 500)}"),
    (lambda: GAME.table(seed="x"), TypeError, "seed is a whole number, not 'x'"),
    (lambda: GAME.table(seed=-3.7), TypeError, "seed is a whole number, not -3.7"),
    (lambda: GAME.variant(6), TypeError, "such as 'pair_plus.straight=6', not (6,)"),
    (lambda: GAME.odds(bets=["ante"]), TypeError, "bets is a dictionary such as {'ante': 25}, not ['ante']"),
    (lambda: GAME.advise(5), TypeError, "cards are a text such as"),
    (lambda: BOTH.advise("MSS", "Ks Kd 9c 5h 2s", up=5), TypeError, "cards are a text such as"),
    (lambda: BOTH.advise("MLTH", "Ks Kd", decided="flop"), TypeError, "decided is a tuple of texts such as"),
    (lambda: BOTH.simulate("3CP", rounds=1e4), TypeError, "rounds is a whole number, not 10000.0"),
    (lambda: BOTH.simulate("3CP", rounds=10, seed="x"), TypeError, "seed is a whole number"),
    (
        lambda: BOTH.simulate("3CP", 5),
        TypeError,
        "a strategy is a function, 'exact', 'simple' or 'blind', not 5",
    ),
    (lambda: BOTH.settle(""), pb.FileFault, "the text is empty: give the path of a round file"),
    (lambda: BOTH.settle(5), TypeError, "a round file is a path, a text or a dictionary, not 5"),
    (lambda: BOTH.journal("f.db", first="2026-11-18"), TypeError, "first is a day such as datetime.date("),
    (
        lambda: BOTH.journal("f.db", last=datetime(2026, 11, 18, tzinfo=UTC)),
        TypeError,
        "last is a day such as",
    ),
    (lambda: BOTH.journal("f.db", table=1), TypeError, "table is the name of one table, such as 'T1', not 1"),
    (
        lambda: BOTH.simulate("examples/sheets/let-it-ride-v1", "exact", rounds=10),
        pb.AnalysisFault,
        "let-it-ride-v1: the compiled loops do not know this game; a function such as best_play(sheet)",
    ),
    (
        lambda: BOTH.advise("MSS", "As Kd 7c 4h 2s"),
        pb.AnalysisFault,
        "up: the decision is taken by the Dealer's face-up card, so name it, such as Kd",
    ),
    (
        lambda: BOTH.simulate(pb.sheet("ML3").variant("hands.shows_down=own_and_community"), "simple"),
        pb.AnalysisFault,
        "the compiled loops do not know this game; a function of your own plays it step by step",
    ),
    (
        lambda: BOTH.simulate(pb.sheet("MSS").variant("jackpot.hand=own_and_dealer"), "exact"),
        pb.AnalysisFault,
        "the mathematics of stud counts own; a function such as best_play(sheet) plays it step by step",
    ),
]


@pytest.mark.parametrize(("slip", "fault", "says"), SLIPS, ids=[says for _, _, says in SLIPS])
def test_a_slip_is_told(
    slip: Callable[[], object],
    fault: type[Exception],
    says: str,
    pytestconfig: pytest.Config,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(pytestconfig.rootpath)
    with pytest.raises(fault, match=re.escape(says)):
        slip()


def test_a_refused_bet_of_nothing_leaves_a_round_that_its_file_tells() -> None:
    r = opened()
    with pytest.raises(ValueError, match="zero"):
        r.bet("ben", "ante", 0)
    r.deal()
    while r.asks:
        r.answer("fold")
    assert pb.settle(r.file()).rounds == (r.settlement,)


@pytest.mark.parametrize("strategy", ["simple", lambda _: "fold"])
def test_one_round_has_no_standard_error(strategy: Any) -> None:
    assert math.isnan(pb.simulate("3CP", strategy, rounds=1, seed=1).std_error)
    assert pb.simulate("3CP", strategy, rounds=20, seed=1).std_error > 0 or callable(strategy)


def test_a_settled_round_tells_payouts_and_refused_steps_as_the_command_does() -> None:
    steps = ["bet 1 ann ante 100", "bet 1 ann jackpot 5", "close", "! withdraw 1 ante", "deal 1 As Ks Qs"]
    steps += ["deal dealer Qd 9c 3s", "bet 1 ann play 100", "reveal", "settle"]
    jackpot = {"value": "150000.00", "reset": "100000.00", "contribution": "0"}
    (found,) = pb.settle({"sheet": GAME.id, "jackpot": jackpot, "round": [{"steps": steps}]}).rounds
    (paid,), (refused,) = found.payouts, found.refused
    assert (paid.box, paid.player, str(paid.amount)) == (1, "ann", "150000")
    assert "spades" in paid.hand
    assert (refused.step, refused.clauses) == (4, ("5.11",))
    assert "withdrawn" in refused.message or "closed" in refused.message
    assert [str(found.jackpot_before), str(found.jackpot)] == ["150000", "100000"]
    (plain,) = pb.settle(
        {"sheet": GAME.id, "round": [{"steps": [s for s in steps if "jackpot" not in s]}]}
    ).rounds
    assert (plain.payouts, plain.jackpot_before) == ((), None)
