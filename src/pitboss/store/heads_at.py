"""Heads of streams at an earlier position or version."""

from pitboss.store.errors import Archived
from pitboss.store.journal import Head, Journal, Recorded


def head_at(journal: Journal, stream: str, position: int) -> Head | None:
    """The head of a stream at a position; ``None`` if the stream had no event yet."""
    head = journal.head(stream)
    if head is None or head.position <= position:
        return head
    anchor = anchor_of(journal, stream)
    if anchor and anchor.position > position:
        raise Archived(journal.url, anchor.position)
    found, low, high = anchor, anchor.version if anchor else 0, head.version
    reach = 1
    while high - low > 1:
        # A galloping search backwards from the end, because most queries are for recent positions.
        middle = max((low + high) // 2, high - reach)
        reach *= 2
        event = next(journal.read_stream(stream, middle - 1, page=1))
        if event.position <= position:
            found, low = _head_of(event), middle
        else:
            high = middle
    return found


def first_after(journal: Journal, stream: str, position: int) -> int:
    """The version after which a stream's events have positions above ``position``, archives apart."""
    try:
        before = head_at(journal, stream, position)
    except Archived:
        before = anchor_of(journal, stream)
    return before.version if before else 0


def anchor_of(journal: Journal, stream: str) -> Head | None:
    """The head of a stream when its older events were archived; ``None`` if none were."""
    return next((head for head in journal.anchors() if head.stream == stream), None)


def head_of_version(journal: Journal, stream: str, version: int) -> Head | None:
    """The head of a stream at a version; ``None`` if neither that event nor its anchor is in the journal."""
    if version < 1:
        return None
    try:
        event = next(journal.read_stream(stream, version - 1, page=1), None)
    except Archived:
        anchor = anchor_of(journal, stream)
        return anchor if anchor and anchor.version == version else None
    return _head_of(event) if event and event.version == version else None


def _head_of(event: Recorded) -> Head:
    return Head(event.stream, event.version, event.position, event.hash)
