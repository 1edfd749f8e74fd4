"""Find a strategy: guess one, ask the mathematics, and play both. Run: python examples/find_strategy.py"""

from itertools import combinations

import pitboss as pb

RANKS = "23456789TJQKA"
ROUNDS = 1_000

game = pb.sheet("3CP")


def ranks_of(cards: tuple[str, ...]) -> list[int]:
    """The ranks of a hand, highest first."""
    return sorted((RANKS.index(card[0]) for card in cards), reverse=True)


def made(cards: tuple[str, ...]) -> bool:
    """Whether a hand is a pair or better."""
    ranks = ranks_of(cards)
    in_a_row = ranks[0] - ranks[2] == 2 or ranks == ranks_of(("A", "3", "2"))
    return len(set(ranks)) < 3 or len({card[1] for card in cards}) == 1 or in_a_row


def everything(decision: pb.Decision) -> str:
    """Play everything."""
    return "play"


def king_high(decision: pb.Decision) -> str:
    """Play king high or better."""
    return "play" if made(decision.cards) or ranks_of(decision.cards)[0] >= RANKS.index("K") else "fold"


# The lowest hand of odd cards that is worth a Play bet, asked one by one from the queens up.
for low, middle in sorted(combinations(range(RANKS.index("J")), 2), key=lambda pair: pair[::-1]):
    hand = (f"{RANKS[low]}c", f"{RANKS[middle]}d", "Qs")
    advice = game.advise(" ".join(hand))
    if advice.best == "play":
        break
print(f"The lowest hand to play is {' '.join(hand)}: {float(advice.actions['play']):.4f} Antes, a fold -1.")


def found(decision: pb.Decision) -> str:
    """Play that hand or better."""
    good = made(decision.cards) or ranks_of(decision.cards) >= ranks_of(hand)
    return "play" if good else "fold"


exact = game.odds()
print(f"{exact.play}\nExactly, a round of it gains {float(exact.bets['ante'].figures.ev):.4f} Antes.\n")

print(f"{ROUNDS:,} rounds, always with the same cards:")
for strategy in (everything, king_high, found):
    gained = pb.simulate(game, strategy, rounds=ROUNDS, seed=1)
    print(f"  {strategy.__name__:10} {gained.mean:+.4f} ± {gained.std_error:.4f}")
