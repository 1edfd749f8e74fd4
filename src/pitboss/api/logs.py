"""What a server logs: lines for people, or JSON for programs. Never a card, a secret or a token.

Of a request its route is logged and not its query, which may name cards; of a refusal its code and not its
sentence; of a defect where it happened and not what its message quotes. A broken invariant is told with its
text, which quotes neither cards nor secrets.
"""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Final, Literal

import msgspec

from pitboss.invariant import InvariantBroken

Form = Literal["text", "json"]
FIELDS: Final = "pitboss"
"""The attribute of a record that holds its fields."""


_PLAIN: Final = re.compile(r"[!#-<>-\[\]-~]+")
"""Printable ASCII without spaces, quotes, backslashes and equals signs."""
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def set_up_logs(form: Form) -> None:
    """Log to the error stream from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_AsJson() if form == "json" else _AsText())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # Nothing of this is in a line, and to find it out takes a third of what a line takes.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False


def fields(**found: Any) -> dict[str, dict[str, Any]]:
    """The ``extra`` of a call to a logger; what is empty is left out."""
    return {FIELDS: {name: value for name, value in found.items() if value not in (None, "")}}


class _AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": _time(record).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info and record.exc_info[1]:
            line |= _broken(record.exc_info[1])
            line["defect"] = _where(record.exc_info[1])
        return msgspec.json.encode(line).decode()


class _AsText(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        message = _CONTROL.sub(lambda found: ascii(found[0])[1:-1], record.getMessage())
        words = [_time(record).strftime("%Y-%m-%d %H:%M:%S"), record.levelname, message]
        found = getattr(record, FIELDS, {})
        if record.exc_info and record.exc_info[1]:
            found = found | _broken(record.exc_info[1])
        words += [f"{name}={_quoted(value)}" for name, value in found.items()]
        if record.exc_info and record.exc_info[1]:
            words += _where(record.exc_info[1])
        return " ".join(words)


def _quoted(value: Any) -> str:
    """A value in a line for people; one that could be taken for another field stands in quotes, escaped."""
    text = str(value)
    return text if _PLAIN.fullmatch(text) else json.dumps(text)


def _time(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _broken(error: BaseException) -> dict[str, str]:
    """Which invariant does not hold, if that is the error; its text names no card and no secret."""
    return {"invariant": str(error)} if isinstance(error, InvariantBroken) else {}


def _where(error: BaseException) -> list[str]:
    """The kind of an error and where it was raised, without its message."""
    frames = traceback.extract_tb(error.__traceback__)
    return [type(error).__name__, *(f"{frame.filename}:{frame.lineno}" for frame in frames[-8:])]
