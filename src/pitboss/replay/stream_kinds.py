"""The kinds of streams of a journal, and the registry that decodes each."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final

from pitboss.access.registry import access_registry
from pitboss.floor.amounts import KIND as AMOUNTS
from pitboss.floor.registry import floor_registry
from pitboss.floor.rulebook import KIND as SHEET
from pitboss.ledger.days import KIND as LEDGER
from pitboss.store import Recorded

PEOPLE: Final = frozenset({"account", "proposal"})
FLOOR: Final = frozenset({"table", "link", SHEET, AMOUNTS, LEDGER})


@lru_cache(4096)
def split(stream: str) -> tuple[str, str]:
    """The kind of a stream, and the rest of its name."""
    kind, _, name = stream.partition("/")
    return kind, name


def of_floor(recorded: Recorded) -> bool:
    """Whether an event belongs to a table, a link, a sheet or the floor."""
    return split(recorded.stream)[0] in FLOOR


@cache
def decoder_of(kind: str) -> Callable[[Recorded], Any]:
    """The decoder of a kind of stream; raises :class:`~pitboss.store.errors.BadEvent`."""
    return access_registry().decode if kind in PEOPLE else floor_registry().decode
