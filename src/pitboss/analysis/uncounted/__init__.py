"""Games of no family: only the bets on one's own hand are counted."""
