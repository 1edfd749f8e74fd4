"""Training: situations from the shipped round files or drawn by a seed, checked by the engine."""
