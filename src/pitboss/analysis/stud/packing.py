"""Constants shared by the kernels of the stud game and the modules that unpack their rows."""

from typing import Final

HANDS: Final = 2_598_960
"""The number of hands of five cards."""
FIELD: Final = 18
"""Bits of each count in a packed meeting: enough for the Dealer's hands."""
