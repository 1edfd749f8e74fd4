"""Where streams stood at an earlier position: what a checkpoint of that moment was signed over."""

from pitboss.store.chain import GENESIS
from pitboss.store.errors import Archived
from pitboss.store.journal import Head, Journal, archived_error


def heads_at(journal: Journal, position: int) -> tuple[Head, ...]:
    """The ends of all streams as they were at a position; raises ``Archived`` where they are not here."""
    anchors = {head.stream: head for head in journal.anchors()}
    found = (_stood(journal, head, position, anchors.get(head.stream)) for head in journal.heads())
    return tuple(head for head in found if head)


def head_at(journal: Journal, stream: str, position: int) -> Head | None:
    """The end of one stream as it was at a position, or ``None`` if it had no event yet."""
    head = journal.head(stream)
    anchor = anchor_of(journal, stream)
    return _stood(journal, head, position, anchor) if head else None


def anchor_of(journal: Journal, stream: str) -> Head | None:
    """Where a stream stood when its older events were archived, if any were."""
    return next((head for head in journal.anchors() if head.stream == stream), None)


def head_of_version(journal: Journal, stream: str, version: int) -> Head | None:
    """The place of the event with a version of a stream; none where neither it nor its anchor is here."""
    if version < 1:
        return None
    anchor = anchor_of(journal, stream)
    if anchor and anchor.version >= version:
        return anchor if anchor.version == version else None
    event = next(journal.read_stream(stream, version - 1, page=1), None)
    if event is None or event.version != version:
        return None
    return Head(stream, version, event.position, event.hash)


def hash_before(journal: Journal, stream: str, version: int) -> bytes:
    """The hash that the event with a version of a stream follows."""
    if version == 1:
        return GENESIS
    anchor = anchor_of(journal, stream)
    if anchor and anchor.version == version - 1:
        return anchor.hash
    return next(journal.read_stream(stream, version - 2, page=1)).hash


def _stood(journal: Journal, head: Head, position: int, anchor: Head | None) -> Head | None:
    if head.position <= position:
        return head
    if anchor and anchor.position > position:
        raise Archived(archived_error(journal.url, anchor.position), anchor.position)
    found, low, high = anchor, anchor.version if anchor else 0, head.version
    reach = 1
    while high - low > 1:
        # Back from the end in longer and longer steps, because what is asked for is mostly recent.
        middle = max((low + high) // 2, high - reach)
        reach *= 2
        event = next(journal.read_stream(head.stream, middle - 1, page=1))
        if event.position <= position:
            found, low = Head(event.stream, event.version, event.position, event.hash), middle
        else:
            high = middle
    return found
