"""Iterate over a journal in order, by event or by round."""

from collections.abc import Callable, Iterator

from pitboss.commands.record import CommandRecorded
from pitboss.floor.aggregates import AMOUNTS, DAYS, LINK, TABLE, floor_registry
from pitboss.floor.sheets_in_force import KIND as SHEET
from pitboss.floor.tables.events import PastRoundAdjusted, RoundBegan
from pitboss.floor.tables.past_rounds import OF_TABLE, DecodedEvent, PastRound, past_round
from pitboss.store import Journal, Recorded
from pitboss.store.journal import HEAD, kind_and_name

ScanProgress = Callable[[int], None]
"""Called with each position reached."""
_PAGE = 5000
_OF_FLOOR = frozenset({TABLE.kind, LINK.kind, AMOUNTS.kind, DAYS.kind, SHEET})


def of_floor(recorded: Recorded) -> bool:
    """Whether an event belongs to a table, a link, a sheet or the floor: to no person."""
    return kind_and_name(recorded.stream)[0] in _OF_FLOOR


def floor_entries(
    journal: Journal,
    after: int = 0,
    progress: ScanProgress | None = None,
    *,
    heads: bool = False,
    wanted: Callable[[str], bool] | None = None,
) -> Iterator[DecodedEvent]:
    """Every event of the floor after a position, without people and checkpoints.

    ``heads`` includes the commands that appends begin with. Streams that are not ``wanted`` are not decoded.
    """
    decode = floor_registry().decode
    position = after
    while events := journal.read_all(position, _PAGE):
        for recorded in events:
            if wanted and not wanted(recorded.stream):
                continue
            if of_floor(recorded) and (heads or recorded.kind != HEAD):
                yield DecodedEvent(recorded, decode(recorded))
        position = events[-1].position
        if progress:
            progress(position)


def rounds(entries: Iterator[DecodedEvent]) -> Iterator[PastRound]:
    """The rounds among these events, each once its table's next begins, the rest at the end.

    Rulings on a round that was already yielded are missing;
    :func:`pitboss.floor.tables.past_rounds.find_round` reads a round with all of them.
    """
    gathered: dict[str, list[DecodedEvent]] = {}
    heads: dict[str, DecodedEvent] = {}
    for entry in entries:
        kind, table = kind_and_name(entry.recorded.stream)
        if kind != "table" or isinstance(entry.event, PastRoundAdjusted):
            continue
        if isinstance(entry.event, CommandRecorded):
            heads[table] = entry
            continue
        if isinstance(entry.event, RoundBegan):
            yield from _whole(table, gathered.pop(table, []))
            heads.pop(table, None)
        elif table in heads and not isinstance(entry.event, OF_TABLE):
            gathered.setdefault(table, []).append(heads.pop(table))
        gathered.setdefault(table, []).append(entry)
    for table, left in gathered.items():
        yield from _whole(table, left)


def _whole(table: str, entries: list[DecodedEvent]) -> Iterator[PastRound]:
    found = past_round(table, tuple(entries))
    if found:
        yield found
