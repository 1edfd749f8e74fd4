"""Invariants. A broken one stops the act before it is recorded.

An invariant is raised and not asserted, because ``python -O`` switches assertions off. An ``assert`` is used
for what no input, record or other server can violate: it informs the reader and narrows types.
"""

from typing import ClassVar, Final

from pitboss.reason import Reason, because


class InvariantBroken(Exception):
    """An invariant does not hold: a defect of ours, or a tampered record.

    The text says what does not hold, without a full stop. It names streams, tables, links and amounts, and
    never a card or a secret, because it is logged.
    """

    outcome: ClassVar[Reason] = because("outcome.stopped")
    """What became of the act."""


class OutOfOrder(InvariantBroken):
    """An event is at an impossible place of its stream: before its beginning, repeated, after a gap."""


class RecordBroken(InvariantBroken):
    """A recorded append breaks an invariant: it stands, and its stream accepts no other."""

    outcome: ClassVar[Reason] = because("outcome.recorded")


SENSELESS: Final = (
    InvariantBroken,
    AssertionError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
)
"""Exceptions of folding a record whose events contradict each other."""
