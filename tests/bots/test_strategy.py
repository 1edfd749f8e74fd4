"""How a bot answers a decision: the size that is worth most, a bet taken back, or simply on with the hand."""

from typing import Any, cast

import pytest

from pitboss.bots import strategy
from pitboss.messages import acts
from pitboss.messages.legal import ActNow, LegalNow
from pitboss.messages.tables import BoxNow, TableNow, WagerNow

pytestmark = pytest.mark.pure

TABLE = cast("TableNow", None)
BOX = BoxNow(
    number=1,
    player="bot",
    wagers=(WagerNow("ante", "bot", "10.00"),),
    cards=("As", "Ks"),
    examined=True,
    decided=(),
    folded=False,
    out=(),
    to_decide=True,
    to_choose=False,
)
SIZES: list[ActNow] = [{"act": "bet", "box": 1, "bet": "third", "amount": f"{n}0.00"} for n in (1, 2, 3)]
FOLD: list[ActNow] = [{"act": "fold", "box": 1}]
BACK: list[ActNow] = [{"act": "check", "box": 1}, {"act": "withdraw", "box": 1, "bet": "first"}]


@pytest.mark.parametrize(
    ("best", "may", "does"),
    [
        ("third x 3", [*SIZES, *FOLD], acts.PlaceBet(box=1, bet="third", amount="30.00")),
        ("third x 1", [*SIZES, *FOLD], acts.PlaceBet(box=1, bet="third", amount="10.00")),
        ("third", [*SIZES, *FOLD], acts.PlaceBet(box=1, bet="third", amount="10.00")),
        (None, [*SIZES, *FOLD], acts.PlaceBet(box=1, bet="third", amount="10.00")),
        ("fold", [*SIZES, *FOLD], acts.FoldHand(box=1)),
        ("withdraw first", BACK, acts.WithdrawBet(box=1, bet="first")),
        ("check", BACK, acts.Check(box=1)),
        (None, BACK, acts.Check(box=1)),
    ],
)
def test_the_best_action_is_taken(
    best: str | None, may: list[ActNow], does: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategy, "_best", lambda table, box: best)
    legal = LegalNow(version=1, round=1, acts=tuple(may), bets=(), refused=(), due=None, unnamed=())
    assert strategy.decide(TABLE, BOX, legal) == does
