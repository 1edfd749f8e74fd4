"""Back-pressure: a request beyond a limit is refused with the time to retry after."""

from math import ceil


class TooMany(Exception):
    """Too many requests; the sender may retry after ``seconds``."""

    def __init__(self, who: str, seconds: float) -> None:
        super().__init__(f"too many requests {who}")
        self.seconds = max(1, ceil(seconds))
