"""Price a side bet: which pay table gives the house its margin? Run: python examples/price_side_bet.py"""

from itertools import product

import pitboss as pb

game = pb.sheet("3CP")
pair_plus = game.odds().bets["pair_plus"]

print("Pair Plus as approved")
for hand, deals in pair_plus.combinations.items():
    print(f"  {hand:16} {deals:6,} of 22,100")
edge = pair_plus.figures.house_edge
print(f"  house edge {edge} = {float(edge):.4%}\n")

print("What if? Pay tables with an edge from 2 % to 3 %")
for straight, flush in product((4, 5, 6), (3, 4)):
    what_if = game.variant(f"pair_plus.straight={straight}", f"pair_plus.flush={flush}")
    edge = what_if.odds().bets["pair_plus"].figures.house_edge
    chosen = " <-" if 0.02 <= edge <= 0.03 else ""
    print(f"  straight {straight}, flush {flush}: {float(edge):8.4%}{chosen}")

print("\nThe jackpot bet of 5")
bet = game.odds(jackpot_bet=5).jackpot[0]
for display in (25_000, 80_450, 150_000):
    print(f"  at {display:7,} it is worth {float(bet.value(display)):+.4f}")
print(f"  it costs nothing from {bet.break_even} on")
