"""The port of the executor's metrics."""

from typing import Literal, Protocol

CommandOutcome = Literal["recorded", "repeated", "nothing", "refused", "failed"]
"""Outcome of a command: ``nothing`` changed nothing, ``failed`` could not use the journal."""


class CommandMetrics(Protocol):
    """Receives every command and every append; must be quick and thread-safe."""

    def command(self, outcome: CommandOutcome) -> None:
        """Count a command."""

    def append(self, seconds: float) -> None:
        """Count an append, with the seconds until it was durable."""


class NoMetrics:
    """Null object: ignores everything."""

    def command(self, outcome: CommandOutcome) -> None:
        """Ignore a command."""

    def append(self, seconds: float) -> None:
        """Ignore an append."""
