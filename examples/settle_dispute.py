"""Settle a dispute: a player says that a late bet counts. Run: python examples/settle_dispute.py"""

import pitboss as pb

# What both sides agree on, as the text of a round file.
AGREED = """
sheet = "rws-three-card-v3"

[table]
limits = { ante = ["25.00", "500.00"] }

[[round]]
steps = [
  "bet 1 ann ante 40.00",
  "bet 2 ben ante 25.00",
  "close",
  "deal 1 Qs Jd 4c",
  "deal 2 9s 9c 2d",
  "deal dealer Qh Jc 4d",
  "bet 1 ann play 40.00",
  "bet 2 ben play 25.00",
  "reveal",
  "settle",
]
"""

game = pb.sheet("3CP")
agreed = pb.settle(AGREED)
print(agreed)
print("In sum:", {player: str(net) for player, net in agreed.players.items()})

# Ann says that she put ten more on her Ante while the cards were dealt.
claimed = AGREED.replace('"deal 1', '"bet 1 ann ante 10.00",\n  "deal 1')
try:
    pb.settle(claimed)
except pb.FileFailed as failed:
    print(f"\nThe late bet: {failed.message}.")
    for clause in failed.clauses:
        print(f"  {clause}: {game.clauses[clause]}")

# Her equal hand gets its money back, whoever shouts. The clause that the line cites says so.
line = agreed.lines[0]
print(f"\nHer Ante: {line.result}, by {line.clauses[0]}: {game.clauses[line.clauses[0]]}")
