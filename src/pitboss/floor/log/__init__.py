"""The floor's record as a transparency log: continuity at start, gaps, keys, witnesses and their policy."""
