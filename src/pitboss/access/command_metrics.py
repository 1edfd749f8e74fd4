"""What a floor counts of its commands, for whoever keeps the servers."""

from typing import Literal, Protocol

CommandOutcome = Literal["recorded", "repeated", "nothing", "refused", "failed"]
"""Of a command; ``nothing`` changed nothing, ``failed`` could not use the journal."""


class CommandMetrics(Protocol):
    """Is told of every command and of every append. It must be quick, and may be told by several threads."""

    def command(self, outcome: CommandOutcome) -> None:
        """A command was decided."""

    def append(self, seconds: float) -> None:
        """An append took so long until it was durable."""


class NoMetrics:
    """Counts nothing."""

    def command(self, outcome: CommandOutcome) -> None:
        """Nobody asked."""

    def append(self, seconds: float) -> None:
        """Nobody asked."""
