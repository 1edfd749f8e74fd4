"""A script as a user writes one, checked by ``mypy --strict``; what it does wrong is marked."""

from decimal import Decimal
from fractions import Fraction

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

if error < 0:
    pb.bluff()  # type: ignore[attr-defined]
    r.bet("ann", "ante", 2.5)  # type: ignore[arg-type]
    pb.simulate(game, lambda decision: 3)  # type: ignore[arg-type, return-value]
