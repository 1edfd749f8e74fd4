"""Small batches for tests."""

from pitboss.store import Journal, NewEvent, ToStream


def event(number: int = 0, kind: str = "Tick") -> NewEvent:
    return NewEvent(kind, 1, b'{"n":%d}' % number)


def to(stream: str, expected: int | None, count: int = 1) -> ToStream:
    return ToStream(stream, expected, tuple(event(number) for number in range(count)))


def fill(journal: Journal, commands: int = 20) -> None:
    """Two tables on one link: each command appends to its table and the link."""
    for number in range(commands):
        stream = f"table/{number % 2 + 1}"
        head = journal.head(stream)
        journal.append([to(stream, head.version if head else 0, 2), to("link/gold", None)], f"c{number}")
