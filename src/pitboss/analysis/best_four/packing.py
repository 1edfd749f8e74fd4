"""Constants shared by the kernels of the best four cards and the modules that unpack their rows."""

from typing import Final

FIELD: Final = 21
"""Bits of each count in a packed row: enough for the Dealer's hands with one face-up card."""
