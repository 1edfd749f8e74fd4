"""Training: situations to learn from, made from the shipped proof or by a seed, checked by the engine."""
