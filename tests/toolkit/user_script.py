"""A script as a user writes one, checked by ``mypy --strict``; what it does wrong is marked."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Literal

import pitboss as pb


def cautious(decision: pb.Decision) -> str:
    return "play" if decision.cards[0][0] in "AKQ" else "fold"


game: pb.RuleSheet = pb.sheet("3CP")
r: pb.GameRound = game.table(limits={"ante": (5, "500")}).round()
r.bet("ann", "ante", Decimal(25))
r.deal(ann="Qs 7d 4c")
r.answer(r.asks[0].choices[0])
net: Decimal = r.settlement.lines[0].net
edge: Fraction = pb.odds(game).bets["ante"].figures.house_edge
best: str = pb.advise("3CP", "Qs 7d 4c").best
error: float = pb.simulate(game, cautious, rounds=10, bets={"ante": 5}, seed=1).std_error
again: pb.SettledFile = pb.settle(r.file(), sheet="3CP")
decide: Callable[[pb.Decision], pb.Choice] = pb.best_play(game)
deviation: float = pb.odds(game).bets["ante"].figures.standard_deviation
results: list[Literal["win", "lose", "push", "returned"]] = [line.result for line in again.lines]
paid: list[Decimal] = [payout.amount for payout in again.rounds[0].payouts]
refused: list[str] = [step.message for step in again.rounds[0].refused]

if error < 0:
    rows: int = pb.journal("floor.db").frame("lines").num_rows
    pb.journal("floor.db").frame("lines").bluff()  # type: ignore[attr-defined]
    pb.bluff()  # type: ignore[attr-defined]
    r.bet("ann", "ante", 2.5)  # type: ignore[arg-type]
    pb.simulate(game, lambda decision: 3)  # type: ignore[arg-type, return-value]
