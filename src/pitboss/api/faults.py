"""Faults on the wire; the text is always that of the reason."""

from pitboss.messages.answers import FaultNow
from pitboss.reason import Reason
from pitboss.words import say


def fault(code: str, reason: Reason, clauses: tuple[str, ...] = (), path: str = "") -> FaultNow:
    """A fault with its reason, and its text in English."""
    return FaultNow(code=code, message=say(reason), clauses=clauses, path=path, reason=reason)
