"""The tables of an export and their columns, explained in ``docs/reference/export.md``."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

Type = Literal["int", "text", "flag", "day", "time", "texts", "ints"]
"""Integers, text, booleans, dates, instants in microseconds, lists of texts and of integers."""
Value = int | str | bool | date | tuple[str, ...] | tuple[int, ...] | None
ExportRow = tuple[Value, ...]
TableRows = Iterator[tuple[str, ExportRow]]
"""Rows, each with the name of the table that it belongs to."""


class Column(Struct, frozen=True):
    """The name and type of a column. Any value may be missing."""

    name: str
    type: Type


def _columns(text: str) -> tuple[Column, ...]:
    """Columns from ``name`` (text) or ``name:type``."""
    found = []
    for word in text.split():
        name, _, type_ = word.partition(":")
        found.append(Column(name, type_ or "text"))  # type: ignore[arg-type]
    return tuple(found)


_ROUND: Final = "round table number:int day:day"
_WHERE: Final = "position:int time:time"
_TEXTS: Final = {
    "rounds": f"""{_ROUND} shift sheet sheet_hash build link dealing boxes:int players:int outcome
        settlements:int staked:int net:int displayed_before displayed_before_cents:int displayed_after
        displayed_after_cents:int opened:time closed:time settled:time position:int""",
    "bets": f"""{_ROUND} box:int player bet act amount:int unnoticed:flag decides:flag by_name by_role
        {_WHERE}""",
    "lines": f"""{_ROUND} sheet revision:int stands:flag line:int box:int player bet stake:int result net:int
        clauses:texts why {_WHERE}""",
    "cards": f"{_ROUND} card:int act place box:int face anew:flag {_WHERE}",
    "decisions": f"{_ROUND} box:int player decision amount:int clauses:texts by_name by_role {_WHERE}",
    "irregularities": f"""{_ROUND} what clause boxes:ints player bet amount:int clauses:texts by_name by_role
        reason {_WHERE}""",
    "transfers": f"""id source target amount amount_cents:int sheet clauses:texts day:day shift why reverses
        stream {_WHERE}""",
    "link_movements": f"""link version:int kind table round day:day displayed_before
        displayed_before_cents:int displayed_after displayed_after_cents:int pool_after reserve_after
        overflow_after sheet clauses:texts {_WHERE}""",
    "slips": f"""link number:int claim round table box:int player hand percent:int value value_cents:int
        amount:int means prepared_by signed_by_first signed_by_second sheet clauses:texts reversed_at:int
        day:day {_WHERE}""",
    "events": "position:int stream version:int kind schema:int time:time day:day bytes:int hash",
}
TABLES: Final = {name: _columns(text) for name, text in _TEXTS.items()}


def exactly(cents: Fraction | None) -> tuple[str | None, int | None]:
    """An exact amount in two columns: as a fraction of cents ``n/d``, and in whole cents rounded down."""
    if cents is None:
        return None, None
    return f"{cents.numerator}/{cents.denominator}", cents.numerator // cents.denominator
