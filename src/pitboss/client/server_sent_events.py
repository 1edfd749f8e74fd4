"""A parser of server-sent events, line by line."""

from msgspec import Struct


class StreamMessage(Struct, frozen=True):
    """One event of a stream."""

    event: str
    data: str
    id: str


class StreamParser:
    """Puts the lines of a stream together to messages."""

    def __init__(self) -> None:
        self._event, self._data, self._id = "", list[str](), ""

    def line(self, line: str) -> StreamMessage | None:
        """A message, when this line ends one."""
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "event":
                self._event = value
            elif name == "data":
                self._data.append(value)
            elif name == "id":
                self._id = value
            return None
        found = StreamMessage(self._event, "\n".join(self._data), self._id) if self._event else None
        self._event, self._data = "", []
        return found
