"""The kinds of streams of a journal, and the registry that decodes each."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from pitboss.access.registry import access_registry
from pitboss.floor.amounts import KIND as AMOUNTS
from pitboss.floor.registry import floor_registry
from pitboss.floor.rulebook import KIND as SHEET
from pitboss.ledger.days import KIND as LEDGER
from pitboss.store import Recorded
from pitboss.store.journal import kind_and_name

PEOPLE: Final = frozenset({"account", "proposal"})
FLOOR: Final = frozenset({"table", "link", SHEET, AMOUNTS, LEDGER})


def of_floor(recorded: Recorded) -> bool:
    """Whether an event belongs to a table, a link, a sheet or the floor."""
    return kind_and_name(recorded.stream)[0] in FLOOR


@cache
def decoder_of(kind: str) -> Callable[[Recorded], Any]:
    """The decoder of a kind of stream; raises :class:`~pitboss.store.errors.BadEvent`."""
    return access_registry().decode if kind in PEOPLE else floor_registry().decode
