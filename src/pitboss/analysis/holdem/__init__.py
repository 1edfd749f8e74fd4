"""Hold'em: fold or see the flop, then bet or check on flop and turn; no fold after the flop."""
