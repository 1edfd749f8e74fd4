"""Past rounds, read from their table's stream."""

from collections.abc import Callable, Iterator
from typing import Final, get_args

from msgspec import Struct

from pitboss.access.command_record import CommandRecorded, command_tag
from pitboss.access.events import SignedOff, SignedOn
from pitboss.card_sets import events as se
from pitboss.floor.registry import floor_registry
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.money import events as me
from pitboss.ledger.book import TransfersPosted
from pitboss.round import Round, evolve
from pitboss.round.events import Event as RoundEvent
from pitboss.store import Journal, Recorded
from pitboss.store.heads_at import anchor_of
from pitboss.store.journal import HEAD


class DecodedEvent(Struct, frozen=True):
    """An event as recorded, and decoded."""

    recorded: Recorded
    event: Struct


class PastRound(Struct, frozen=True):
    """A round with everything recorded of it, later rulings included."""

    table: str
    began: fe.RoundBegan
    round: Round
    entries: tuple[DecodedEvent, ...]

    @property
    def id(self) -> str:
        """The round's name on the whole floor: ``T1/17``."""
        return f"{self.table}/{self.began.number}"


EXCHANGES: Final = (me.ChipsBought, me.ChipsCashed)
"""Events followed by transfers that belong to no round."""
OF_TABLE: Final = (*get_args(fe.TableEvent), SignedOn, SignedOff, *get_args(se.CardSetEvent))
"""Events that may stand between those of a round and are not part of it."""
ROUND_EVENTS: Final = frozenset(get_args(RoundEvent))
_OF_NONE: Final = -1
_BEGAN = fe.RoundBegan.__name__
_ADJUSTED = fe.PastRoundAdjusted.__name__
_FEW, _MANY = 64, 1000
"""Events per page: for one round, or for everything after it."""


def find_round(
    journal: Journal, table: str, number: int, progress: Callable[[int], None] | None = None
) -> PastRound | None:
    """A round of a table, if the journal still holds it; ``progress`` is told each version read.

    Reads from the round's beginning to the end of the stream, because a ruling may come at any time.
    """
    began = where_began(journal, table, number)
    if began is None:
        return None
    return past_round(table, tuple(_entries(journal, table, began, number, progress)))


def round_from(journal: Journal, table: str, began: int, number: int) -> PastRound | None:
    """The round that began at a version of its table, without rulings made in later rounds."""
    return past_round(table, tuple(_entries(journal, table, began, number, None, later=False)))


def _entries(
    journal: Journal,
    table: str,
    began: int,
    number: int,
    progress: Callable[[int], None] | None,
    *,
    later: bool = True,
) -> Iterator[DecodedEvent]:
    current = ruled = 0
    for recorded in journal.read_stream(f"table/{table}", began - 1, _MANY if later else _FEW):
        if progress:
            progress(recorded.version)
        if recorded.kind == HEAD:
            ruled = 0
            if current == number and is_act(head := floor_registry().decode(recorded)):
                yield DecodedEvent(recorded, head)
            continue
        if recorded.kind not in (_BEGAN, _ADJUSTED) and number not in (current, ruled):
            ruled = 0
            continue
        event = floor_registry().decode(recorded)
        match event:
            case fe.RoundBegan():
                current, ruled = event.number, 0
                if current != number and not later:
                    return
            case fe.PastRoundAdjusted():
                ruled = event.number
            case me.ChipsBought() | me.ChipsCashed():
                ruled = _OF_NONE
            case TransfersPosted():
                pass  # what a ruling, or somebody's chips, posts comes right after it
            case _:
                ruled = 0
        if (ruled or current) == number and not isinstance(event, OF_TABLE):
            yield DecodedEvent(recorded, event)


def is_act(head: CommandRecorded) -> bool:
    """Whether the command of an append is an act in a round."""
    return command_tag(head) == "Act"


def where_began(journal: Journal, table: str, number: int) -> int | None:
    """The version at which a round of a table began, by binary search over round numbers."""
    stream = f"table/{table}"
    head = journal.head(stream)
    low, high = archived_versions(journal, stream), head.version if head else 0
    while low < high:
        middle = (low + high) // 2
        began = next((r for r in journal.read_stream(stream, middle, _FEW) if r.kind == _BEGAN), None)
        if began is None or began.version > high:
            high = middle
            continue
        event = floor_registry().decode(began)
        if event.number == number:
            return began.version
        if event.number < number:
            low = began.version
        else:
            high = middle
    return None


def events_of(journal: Journal, table: str) -> Iterator[Recorded]:
    """The decoded events of a table in the journal, archives left out."""
    stream = f"table/{table}"
    return journal.read_stream(stream, archived_versions(journal, stream))


def archived_versions(journal: Journal, stream: str) -> int:
    """The version up to which a stream is archived, or 0."""
    anchor = anchor_of(journal, stream)
    return anchor.version if anchor else 0


def past_round(table: str, entries: tuple[DecodedEvent, ...]) -> PastRound | None:
    """The round in these events, if they begin one."""
    if not entries or not isinstance(entries[0].event, fe.RoundBegan):
        return None
    state: Round | None = None
    for event in round_events(entry.event for entry in entries):
        state = evolve(state, event)
    return PastRound(table, entries[0].event, state, entries) if state else None


def round_events(events: Iterator[Struct]) -> Iterator[RoundEvent]:
    """The events of the round itself, including later rulings."""
    for event in events:
        if isinstance(event, fe.PastRoundAdjusted):
            yield event.adjusted
        elif type(event) in ROUND_EVENTS:
            yield event  # type: ignore[misc]
