"""Names of bets: any short word that a sheet likes, but those that mean something else."""

import re
from typing import Final

BET_NAME: Final = "^[a-z][a-z0-9_]{0,23}$(?!\\n)"
"""The pattern of a bet's name."""
RESERVED: Final = frozenset(
    "fold check withdraw ride envy ante_bonus meter others jackpot_bet dealer community".split()  # noqa: SIM905
)
"""Words of rounds, settlements and questions that no bet may have for a name."""

_PATTERN: Final = re.compile(BET_NAME)


def is_bet_name(word: str) -> bool:
    """Whether a sheet may have a bet of this name."""
    return _PATTERN.search(word) is not None and word not in RESERVED
