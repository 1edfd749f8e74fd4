"""The floor's record as a transparency log: gaps, keys, witnesses and their policy."""
