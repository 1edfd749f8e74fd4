"""The least that can be changed about a value of any type that a database gives."""

from datetime import datetime, timedelta
from typing import Any


def changed(value: Any) -> Any:
    """The least that can be changed about a value."""
    match value:
        case None:
            return "x"
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}x"
        case bytes():
            return value[:-1] + bytes([value[-1] ^ 1]) if value else b"x"
        case list():
            return [*value[:-1], changed(value[-1])]
        case datetime():
            return value + timedelta(hours=1)
    raise TypeError(f"nothing is known of values like {value!r}")
