"""A self-contained HTML page that prints on A4, for ``--html``."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from pitboss.atomic_write import write_whole
from pitboss.cli.text import fail
from pitboss.reason import at, because

_STYLE: Final = """
body { font: 9pt/1.35 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; color: #111 }
body { margin: 8mm auto; max-width: 277mm; padding: 0 4mm; overflow-wrap: break-word }
h1 { font-size: 13pt; margin: 0 0 2mm } h2 { font-size: 10pt; margin: 3mm 0 1mm } p { margin: 0 0 1mm }
ul { margin: 0; padding-left: 4mm } .columns { columns: 2; column-gap: 5mm } ul.columns { font-size: 7.5pt }
table { border-collapse: collapse; width: 100%; font-size: 7.5pt; line-height: 1.07 }
th, td { text-align: left; vertical-align: top; padding: .2mm .8mm; border-bottom: .2mm solid #bbb }
thead th { border-bottom: .4mm solid #111; background: #e8e8e8 } td + td { border-left: .2mm solid #bbb }
td:first-child { font-weight: bold } .fixed { table-layout: fixed }
.notes { font-size: 7.5pt; line-height: 1.2; margin-top: 1.5mm }
.void { background: #f6cfc9 } .back { background: #fae6b8 } .choice { background: #d8e6f5 }
@media print {
  body { margin: 0; padding: 0; max-width: none; print-color-adjust: exact }
  tr, li { break-inside: avoid } h2, thead { break-after: avoid }
}
"""


def written(file: str, title: str, body: Iterable[str], *, landscape: bool = False) -> int:
    """Write a page and print its name; returns the exit status."""
    way: Literal["landscape", "portrait"] = "landscape" if landscape else "portrait"
    text = "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>',
            f"<style>@page {{ size: A4 {way}; margin: 7mm }}{_STYLE}</style>\n</head>\n<body>",
            f"<h1>{escape(title)}</h1>",
            *body,
            "</body>\n</html>\n",
        ]
    )
    try:
        write_whole(Path(file), text.encode())
    except OSError as fault:
        return fail(at(file, because("error.given", given=str(fault.strerror))))
    print(f"{file} written")
    return 0


def heading(text: str) -> str:
    """A heading within the page."""
    return f"<h2>{escape(text)}</h2>"


def text_block(text: str, kind: str = "") -> str:
    """A paragraph."""
    return f"<p{_class(kind)}>{escape(text)}</p>"


def listing(items: Iterable[str], kind: str = "") -> str:
    """A list of sentences or names."""
    return f"<ul{_class(kind)}>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ul>"


def grid(headers: Sequence[str], rows: Iterable[str], widths: Sequence[str] = ()) -> str:
    """A table of rows made by :func:`row`."""
    columns = "".join(f'<col style="width: {width}">' for width in widths)
    head = "".join(f"<th>{escape(header)}</th>" for header in headers)
    body = "\n".join(rows)
    head = f"<colgroup>{columns}</colgroup><thead><tr>{head}</tr></thead>"
    fixed = _class("fixed" if widths else "")
    return f"<table{fixed}>\n{head}\n<tbody>\n{body}\n</tbody></table>"


class PrintedCell(Struct, frozen=True):
    """A cell of a table: its text, its kind, which colours it, and how many columns it spans."""

    text: str
    kind: str = ""
    span: int = 1


def row(cells: Iterable[PrintedCell]) -> str:
    """A row of a table."""
    return f"<tr>{''.join(map(_cell, cells))}</tr>"


def _cell(cell: PrintedCell) -> str:
    span = f' colspan="{cell.span}"' if cell.span > 1 else ""
    return f"<td{_class(cell.kind)}{span}>{escape(cell.text)}</td>"


def in_columns(blocks: Iterable[str]) -> str:
    """Blocks in two columns side by side."""
    return f'<div class="columns">{"".join(blocks)}</div>'


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
