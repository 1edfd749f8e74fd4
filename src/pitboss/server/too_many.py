"""Back-pressure: a request that comes too often, or too many at once, is told when to come back."""

from math import ceil


class TooMany(Exception):
    """Too many requests; the sender is asked to wait so many seconds."""

    def __init__(self, who: str, seconds: float) -> None:
        super().__init__(f"too many requests {who}")
        self.seconds = max(1, ceil(seconds))
