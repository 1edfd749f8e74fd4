"""Invariants: what holds whatever anybody asks. A broken one stops the act before it is recorded.

An invariant is raised and not asserted, because ``python -O`` switches assertions off. An ``assert`` is left
for what no input, no record and no other server can reach: it tells the reader, and narrows types.
"""

from typing import ClassVar, Final


class InvariantBroken(Exception):
    """Something that must always hold does not: a defect of ours, or a record that was changed.

    The text says what does not hold, and of what, without a full stop. It names streams, tables, links and
    amounts, and never a card or a secret: it is logged.
    """

    outcome: ClassVar[str] = "the act was stopped, and nothing of it was recorded"
    """What became of the act that met it."""


class OutOfOrder(InvariantBroken):
    """An event stands where its stream cannot have it: before its beginning, as a second one, after a gap."""


class RecordBroken(InvariantBroken):
    """What was just recorded breaks an invariant: the append stands, and its stream takes no other."""

    outcome: ClassVar[str] = "the act was recorded, and what it was recorded of takes no other act"


SENSELESS: Final = (
    InvariantBroken,
    AssertionError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
)
"""What following a record raises whose events do not fit together."""
