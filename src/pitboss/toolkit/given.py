"""What scripts give: a value of a wrong kind gets a sentence that says what is wanted."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any


def check_whole(name: str, value: object) -> None:
    """Refuse what is not a whole number; raises :class:`TypeError`.

    >>> try:
    ...     check_whole("rounds", 1e4)
    ... except TypeError as error:
    ...     print(error)
    rounds is a whole number, not 10000.0
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} is a whole number, not {value!r}")


def check_mapping(name: str, value: object, example: str) -> None:
    """Refuse what is not a dictionary; raises :class:`TypeError`."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} is a dictionary such as {example}, not {value!r}")


def check_texts(name: str, value: object, example: str) -> None:
    """Refuse what is not a tuple of texts, one text alone included; raises :class:`TypeError`."""
    if not isinstance(value, tuple | list) or not all(isinstance(one, str) for one in value):
        raise TypeError(f"{name} is a tuple of texts such as {example}, not {value!r}")


def check_day(name: str, value: object) -> None:
    """Refuse what is not a gaming day; raises :class:`TypeError`."""
    if isinstance(value, datetime) or not isinstance(value, date):
        raise TypeError(f"{name} is a day such as datetime.date(2026, 11, 18), not {value!r}")


def pair_of(name: str, value: Any) -> tuple[Any, Any]:
    """The two values of a pair; raises :class:`TypeError`."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise TypeError(f"{name} is the least and the most, such as (25, 500), not {value!r}")
    return value[0], value[1]
