"""Context managers that release what they hold at the end of a ``with`` block."""

from typing import Protocol, Self


class Closeable(Protocol):
    """Holds connections, files or threads until it is closed."""

    def close(self) -> None:
        """Release the connections, files and threads."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
