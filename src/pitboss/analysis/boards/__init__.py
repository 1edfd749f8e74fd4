"""Games of two hole cards and five community cards: one pyramid of boards for all of their decisions."""
