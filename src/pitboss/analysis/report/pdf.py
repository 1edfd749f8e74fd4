"""A report as a PDF of A4 pages."""

import io
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from pitboss.analysis.report.charts import STYLE
from pitboss.analysis.report.document import Block, ChartBlock, HeadingBlock, TableBlock, TextBlock

if TYPE_CHECKING:
    from matplotlib.backends.backend_pdf import PdfPages
    from matplotlib.figure import Figure

_PAGE: Final = (8.27, 11.69)
_LEFT, _TOP, _BOTTOM = 0.09, 0.95, 0.06
_COLUMNS: Final = 124
"""Characters of a line of the body."""
_LINE: Final = 0.0125
_CHART: Final = 0.30
"""Heights, as shares of the page."""
_SIZES: Final = {1: 15, 2: 11.5, 3: 9.5}


def as_pdf(blocks: Sequence[Block]) -> bytes:
    """The report as the bytes of a PDF file."""
    import matplotlib as mpl
    from matplotlib.backends.backend_pdf import PdfPages

    title = next(block.text for block in blocks if isinstance(block, HeadingBlock))
    buffer = io.BytesIO()
    with mpl.rc_context({**STYLE, "pdf.fonttype": 42}):
        metadata = {"Title": title, "Creator": "Pitboss", "Producer": "Pitboss", "CreationDate": None}
        with PdfPages(buffer, metadata=metadata) as pages:
            paper = _Paper(pages)
            for block in blocks:
                paper.add(block)
            paper.finish()
    return buffer.getvalue()


class _Paper:
    """Writes blocks onto pages from top to bottom."""

    def __init__(self, pages: "PdfPages") -> None:
        self._pages = pages
        self._figure: Figure | None = None
        self._left = 0.0
        """The height of the next line, as a share of the page from below."""
        self._number = 0

    def add(self, block: Block) -> None:
        match block:
            case HeadingBlock(level, text):
                self._space(_LINE * (6 if level < 3 else 4))
                self._left -= _LINE
                self._write(text, _SIZES[level], bold=True)
                self._left -= _LINE * 0.8
            case TextBlock(text):
                for line in textwrap.wrap(text, _COLUMNS):
                    self._write(line)
                self._left -= _LINE * 0.6
            case TableBlock():
                for line in _table_lines(block):
                    self._write(line)
                self._left -= _LINE
            case ChartBlock(caption, draw):
                self._space(_CHART + 3 * _LINE)
                assert self._figure is not None
                bottom = self._left - _CHART + 0.04
                axes = self._figure.add_axes((_LEFT + 0.06, bottom, 0.74, _CHART - 0.06))
                draw(axes)
                self._left -= _CHART + 1.5 * _LINE
                self._write(caption)
                self._left -= _LINE

    def finish(self) -> None:
        if self._figure is not None:
            self._pages.savefig(self._figure)  # type: ignore[no-untyped-call]

    def _space(self, height: float) -> None:
        """Begin a new page unless ``height`` still fits."""
        if self._figure is not None and self._left - height > _BOTTOM:
            return
        from matplotlib.figure import Figure

        self.finish()
        self._figure = Figure(figsize=_PAGE)
        self._number += 1
        self._left = _TOP
        self._figure.text(0.5, 0.03, str(self._number), fontsize=7, ha="center")

    def _write(self, line: str, size: float = 6.8, *, bold: bool = False) -> None:
        self._space(_LINE)
        assert self._figure is not None
        self._figure.text(
            _LEFT,
            self._left,
            line.replace("$", r"\$"),
            fontsize=size,
            family="DejaVu Sans" if bold else "DejaVu Sans Mono",
            weight="bold" if bold else "normal",
            va="top",
        )
        self._left -= _LINE * (size / 6.8)


def _table_lines(table: TableBlock) -> Iterator[str]:
    """A table as lines of monospaced text; the widest columns shrink until the line fits."""
    rows = [table.headers, *table.rows]
    sizes = [max(len(row[place]) for row in rows) for place in range(len(table.headers))]
    while sum(sizes) + 2 * (len(sizes) - 1) > _COLUMNS:
        sizes[sizes.index(max(sizes))] -= 1
    for number, row in enumerate(rows):
        cells = [textwrap.wrap(cell, size) or [""] for cell, size in zip(row, sizes, strict=True)]
        for line in range(max(len(cell) for cell in cells)):
            parts = [cell[line] if line < len(cell) else "" for cell in cells]
            yield "  ".join(
                part.rjust(size) if place in table.right else part.ljust(size)
                for place, (part, size) in enumerate(zip(parts, sizes, strict=True))
            ).rstrip()
        if number == 0:
            yield "  ".join("─" * size for size in sizes)
