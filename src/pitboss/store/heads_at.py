"""Where streams stood at an earlier position."""

from pitboss.store.errors import Archived
from pitboss.store.journal import Head, Journal, Recorded, archived_error


def head_at(journal: Journal, stream: str, position: int) -> Head | None:
    """The end of one stream as it was at a position, or ``None`` if it had no event yet."""
    head = journal.head(stream)
    if head is None or head.position <= position:
        return head
    anchor = anchor_of(journal, stream)
    if anchor and anchor.position > position:
        raise Archived(archived_error(journal.url, anchor.position), anchor.position)
    found, low, high = anchor, anchor.version if anchor else 0, head.version
    reach = 1
    while high - low > 1:
        # Back from the end in longer and longer steps, because what is asked for is mostly recent.
        middle = max((low + high) // 2, high - reach)
        reach *= 2
        event = next(journal.read_stream(stream, middle - 1, page=1))
        if event.position <= position:
            found, low = _head_of(event), middle
        else:
            high = middle
    return found


def first_after(journal: Journal, stream: str, position: int) -> int:
    """The version of a stream after which its events stand behind a position, in the journal itself."""
    try:
        before = head_at(journal, stream, position)
    except Archived:
        before = anchor_of(journal, stream)
    return before.version if before else 0


def anchor_of(journal: Journal, stream: str) -> Head | None:
    """Where a stream stood when its older events were archived, if any were."""
    return next((head for head in journal.anchors() if head.stream == stream), None)


def head_of_version(journal: Journal, stream: str, version: int) -> Head | None:
    """The place of the event with a version of a stream; none where neither it nor its anchor is here."""
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
