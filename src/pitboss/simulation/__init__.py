"""Rounds simulated by the card: compiled loops for the counted games, the engine for all, checked exactly."""
