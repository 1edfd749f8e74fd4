"""Past rounds, read from their table's stream."""

from collections.abc import Callable, Iterator
from typing import Final, get_args

from msgspec import Struct

from pitboss.access.events import SignedOff, SignedOn
from pitboss.card_sets import events as se
from pitboss.commands.record import CommandRecorded
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.money import events as me
from pitboss.ledger.book import TransfersPosted
from pitboss.round import Round, evolve
from pitboss.round import events as re
from pitboss.round.events import Event as RoundEvent
from pitboss.store import Journal, Recorded
from pitboss.store.heads_at import anchor_of
from pitboss.store.journal import kind_and_name


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
_BEGAN: Final = fe.RoundBegan.__name__
_ADJUSTED: Final = fe.PastRoundAdjusted.__name__
_POSTED: Final = TransfersPosted.__name__
_PLACED: Final = re.BetPlaced.__name__
_FEW, _MANY = 64, 1000
"""Events per page: usual size, and maximum."""


def find_round(
    journal: Journal, table: str, number: int, progress: Callable[[int], None] | None = None
) -> PastRound | None:
    """A round of a table, if the journal still holds it; ``progress`` is told each version read."""
    began = round_began(journal, table, number)
    return read_round(journal, began, progress) if began else None


def read_round(
    journal: Journal, began: Recorded, progress: Callable[[int], None] | None = None, *, later: bool = True
) -> PastRound | None:
    """The round that begins with an event; ``later``: with the rulings made in later rounds."""
    number = floor_registry().decode(began).number
    end = _end(journal, began)
    entries = [*_own_entries(journal, began, number, end, progress)]
    if later and end:
        entries += _later_rulings(journal, began.stream, number, end)
    return past_round(kind_and_name(began.stream)[1], tuple(entries))


def round_began(journal: Journal, table: str, number: int) -> Recorded | None:
    """The event with which a round of a table began: a binary search of lookups in the index of rounds."""
    stream = f"table/{table}"
    head = journal.head(stream)
    low, high = archived_versions(journal, stream), head.version if head else 0
    while low < high:
        middle = (low + high) // 2
        began = next(iter(journal.of_kind(stream, _BEGAN, middle, 1)), None)
        if began is None or began.version > high:
            high = middle
            continue
        found = floor_registry().decode(began).number
        if found == number:
            return began
        if found < number:
            low = began.version
        else:
            high = middle
    return None


def has_bet(journal: Journal, began: Recorded, player: str) -> bool:
    """Whether a player has bet in the round that begins with an event, withdrawn bets included.

    Reads at most the round, and decodes its bets alone.
    """
    end = _end(journal, began)
    for recorded in journal.read_stream(began.stream, began.version, _page(began, end)):
        if recorded.version == end:
            return False
        if recorded.kind == _PLACED and floor_registry().decode(recorded).player == player:
            return True
    return False


def _end(journal: Journal, began: Recorded) -> int | None:
    """The version at which the round after this one began; None if there is none."""
    following = next(iter(journal.of_kind(began.stream, _BEGAN, began.version, 1)), None)
    return following.version if following else None


def _page(began: Recorded, end: int | None) -> int:
    return _MANY if end is None else min(end - began.version, _MANY)


def _own_entries(
    journal: Journal,
    began: Recorded,
    number: int,
    end: int | None,
    progress: Callable[[int], None] | None,
) -> Iterator[DecodedEvent]:
    """The events of a round before the next one, rulings on other rounds and chips left out."""
    apart = False
    head: DecodedEvent | None = None
    for recorded in journal.read_stream(began.stream, began.version - 1, _page(began, end)):
        if recorded.version == end:
            return
        if progress:
            progress(recorded.version)
        event = floor_registry().decode(recorded)
        match event:
            case CommandRecorded():
                apart, head = False, DecodedEvent(recorded, event)
                continue
            case fe.PastRoundAdjusted():
                apart = event.number != number
            case me.ChipsBought() | me.ChipsCashed():
                apart = True
            case TransfersPosted():
                pass  # what a ruling, or somebody's chips, posts comes right after it
            case _:
                apart = False
        if not apart and not isinstance(event, OF_TABLE):
            if head and head.recorded.append == recorded.append:
                yield head
            head = None
            yield DecodedEvent(recorded, event)


def _later_rulings(journal: Journal, stream: str, number: int, after: int) -> Iterator[DecodedEvent]:
    """The rulings on a round after a version, each with what it posts right after it."""
    while found := journal.of_kind(stream, _ADJUSTED, after, _MANY):
        for recorded in found:
            ruling = floor_registry().decode(recorded)
            if ruling.number != number:
                continue
            yield DecodedEvent(recorded, ruling)
            for posted in journal.read_stream(stream, recorded.version, _FEW):
                if posted.kind != _POSTED:
                    break
                yield DecodedEvent(posted, floor_registry().decode(posted))
        after = found[-1].version


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
