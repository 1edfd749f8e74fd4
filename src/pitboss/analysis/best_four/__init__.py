"""The best four of five cards against the best four of the Dealer's six, counted."""
