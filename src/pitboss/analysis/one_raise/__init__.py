"""Hold'em with one bet of the player's, made once: before the flop, on it, on the turn or on the river."""
