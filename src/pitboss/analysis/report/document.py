"""The blocks of a report, and the report as one HTML page or as a PDF of A4 pages."""

import io
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from pitboss.analysis.report.charts import STYLE, chart

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_pdf import PdfPages
    from matplotlib.figure import Figure


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


_STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; max-width: 60rem; margin: 2rem auto }
body { padding: 0 1rem }
h1, h2, h3 { line-height: 1.2 } h2 { margin-top: 2.5rem; border-bottom: 1px solid #ccc }
table { border-collapse: collapse; margin: 1rem 0; font-size: 13px; font-variant-numeric: tabular-nums }
th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top }
th { border-bottom: 1px solid #888 }
.n { text-align: right } figure { margin: 1.5rem 0 } figure svg { max-width: 100%; height: auto }
figcaption { font-size: 13px; color: #555 } code { overflow-wrap: anywhere }
@media print { body { margin: 0; max-width: none } h2 { break-after: avoid } figure { break-inside: avoid } }
"""


def as_html(blocks: Sequence[Block]) -> bytes:
    """The report as the bytes of an HTML file."""
    title = next(block.text for block in blocks if isinstance(block, HeadingBlock))
    body = "\n".join(_block(block, number) for number, block in enumerate(blocks))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    ).encode()


def _block(block: Block, number: int) -> str:
    match block:
        case HeadingBlock(level, text):
            return f"<h{level}>{escape(text)}</h{level}>"
        case TextBlock(text):
            return f"<p>{escape(text)}</p>"
        case TableBlock():
            return _table(block)
        case ChartBlock(caption, draw):
            return (
                f"<figure>{_inline(chart(draw), number)}<figcaption>{escape(caption)}</figcaption></figure>"
            )


def _table(table: TableBlock) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        made = (
            f"<{tag}{' class=n' if place in table.right else ''}>{escape(cell)}</{tag}>"
            for place, cell in enumerate(cells)
        )
        return f"<tr>{''.join(made)}</tr>"

    rows = "\n".join(row(cells, "td") for cells in table.rows)
    return f"<table>\n<thead>{row(table.headers, 'th')}</thead>\n<tbody>\n{rows}\n</tbody></table>"


def _inline(svg: bytes, number: int) -> str:
    """A chart's SVG without its prologue, its ids made unique within the page."""
    text = svg.decode()
    text = text[text.index("<svg") :].strip()
    text = re.sub(r'\b(id=")([^"]+)"', rf'\g<1>c{number}-\2"', text)
    text = re.sub(r'(xlink:href="#|href="#)([^"]+)"', rf'\g<1>c{number}-\2"', text)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#c{number}-\1)", text)


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
