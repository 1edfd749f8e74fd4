"""The blocks of a report, and the report as one HTML page."""

import re
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from pitboss.analysis.report.charts import chart

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
