"""A report as a list of blocks, independent of its output format."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class HeadingBlock(Struct, frozen=True):
    """A heading; level 1 is the title."""

    level: int
    text: str


class TextBlock(Struct, frozen=True):
    """A paragraph."""

    text: str


class TableBlock(Struct, frozen=True):
    """A table; the columns in ``right`` are aligned to the right."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int] = frozenset()
    """The numbers of the columns that hold numbers."""


class ChartBlock(Struct, frozen=True):
    """A chart with its caption."""

    caption: str
    draw: Callable[["Axes"], None]


Block = HeadingBlock | TextBlock | TableBlock | ChartBlock
