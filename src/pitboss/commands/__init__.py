"""Commands carried out: a view of what they read, one decision, one append with its record."""
