"""The display of a link at each position of the journal."""

from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from pitboss.floor.aggregates import floor_registry
from pitboss.floor.link_streams import evolve_link
from pitboss.floor.tables.past_rounds import DecodedEvent
from pitboss.jackpots import Link
from pitboss.jackpots.parts import Slip
from pitboss.jackpots.queue import shown
from pitboss.sheets.game import Game
from pitboss.store import Journal, Recorded
from pitboss.store.heads_at import head_at
from pitboss.store.journal import HEAD
from pitboss.store.streams import StreamCache


class SignChange(Struct, frozen=True):
    """An event of a link, the display after it, and the change."""

    entry: DecodedEvent
    value: Fraction
    change: Fraction


class Displays(Struct, frozen=True):
    """A link between two positions."""

    opening: Fraction
    movements: tuple[SignChange, ...]
    slips: tuple[Slip, ...] = ()
    """The slips of the link at the end."""
    reversed_slips: tuple[int, ...] = ()

    def at(self, position: int) -> Fraction:
        """The display right after the event at this position."""
        place = bisect_right(self.movements, position, key=lambda moved: moved.entry.recorded.position)
        return self.movements[place - 1].value if place else self.opening


def displays(
    journal: Journal,
    links: StreamCache[Link],
    name: str,
    game: Game,
    between: tuple[Recorded, Recorded],
    day: str,
) -> Displays:
    """The changes of a link between two events of a table, including the last one's append.

    ``game`` may be that of any table: all sheets of a link order, divide and reset alike. ``day`` is the
    gaming day whose opening state of the link may have a snapshot.
    """
    stream = f"link/{name}"
    first, last = between
    head = head_at(journal, stream, first.position)
    held = links.at(name, head.version if head else 0, (day,))
    link, opening = held.state, _shown(game, held.state)
    value, movements = opening, []
    for entry in _entries(journal, stream, held.version, last):
        link = evolve_link(link, entry.event, entry.recorded.position)
        now = _shown(game, link)
        movements.append(SignChange(entry, now, now - value))
        value = now
    if link is None:
        return Displays(opening, tuple(movements))
    return Displays(opening, tuple(movements), link.slips, link.reversed_slips)


def _entries(journal: Journal, stream: str, version: int, last: Recorded) -> Iterator[DecodedEvent]:
    end = last.position
    for recorded in journal.read_stream(stream, version):
        if recorded.position > end:
            # What a command moves at the link stands right after what it recorded of the table.
            if (recorded.position, recorded.recorded) != (end + 1, last.recorded):
                return
            end += 1
        if recorded.kind != HEAD:
            yield DecodedEvent(recorded, floor_registry().decode(recorded))


def _shown(game: Game, link: Link | None) -> Fraction:
    return shown(dict.fromkeys(link.members.values(), game), link) if link else Fraction(0)
