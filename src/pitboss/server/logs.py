"""What a server logs: lines for people, or JSON for programs. Never a card, a secret or a token.

Of a request its route is logged and not its query, which may name cards; of a refusal its code and not its
sentence; of a defect where it happened and not what its message quotes. A broken invariant is told with its
text, which quotes neither cards nor secrets.
"""

import asyncio
import json
import logging
import re
import sys
import time
import traceback
from contextlib import nullcontext
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, Literal, TextIO

import msgspec

from pitboss.invariant import InvariantBroken

LogFormat = Literal["text", "json"]
FIELDS: Final = "pitboss"
"""The attribute of a record that holds its fields."""


GATHER_SECONDS: Final = 0.05
"""For so long the lines of an event loop are kept at most before they are written."""
_PLAIN: Final = re.compile(r"[!#-<>-\[\]-~]+")
"""Printable ASCII without spaces, quotes, backslashes and equals signs."""
_MOST_QUOTED: Final = 4096
"""Texts that are remembered as they are shown: routes, people and tables stand in many lines."""
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def set_up_logs(form: LogFormat) -> None:
    """Log to the error stream from now on."""
    handler = BatchedStreamHandler(sys.stderr)
    handler.setFormatter(_AsJson() if form == "json" else _AsText())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # Nothing of this is in a line, and to find it out takes a third of what a line takes.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging._srcfile = None


class BatchedStreamHandler(logging.StreamHandler[TextIO]):
    """Writes the lines of an event loop together, at most a moment late; all others, and warnings, at once.

    Each write may hand the interpreter to another thread, and whoever waits for an answer waits for it too.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._lines: list[str] = []
        self._due: asyncio.AbstractEventLoop | None = None
        """The loop that will write what was kept."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, or keep it for the next write."""
        try:
            self._lines.append(self.format(record))
            loop = asyncio._get_running_loop() if record.levelno < logging.WARNING else None
            if loop is None:
                self.flush()
            elif loop is not self._due:
                self._due = loop
                loop.call_later(GATHER_SECONDS, self.flush)
        except Exception:
            self.handleError(record)

    def flush(self) -> None:
        """Write what was kept."""
        with self.lock or nullcontext():
            lines, self._lines, self._due = self._lines, [], None
            if lines:
                self.stream.write("".join(f"{line}\n" for line in lines))
            super().flush()


def fields(**found: Any) -> dict[str, dict[str, Any]]:
    """The ``extra`` of a call to a logger; what is empty is left out."""
    return {FIELDS: {name: value for name, value in found.items() if value not in (None, "")}}


_RECORD: Final = vars(logging.LogRecord("", logging.INFO, "", 0, "", (), None))
"""What a record holds besides its time, level and text."""


def log_fields(logger: logging.Logger, level: int, message: str, extra: dict[str, dict[str, Any]]) -> None:
    """Log a line that comes often, as :meth:`logging.Logger.log` would.

    To make a record that way takes apart the path of the code that logs, which no line shows.
    """
    if not logger.isEnabledFor(level):
        return
    now = time.time()
    record = logging.LogRecord.__new__(logging.LogRecord)
    vars(record).update(_RECORD, created=now, msecs=int(now * 1000) % 1000, name=logger.name, msg=message)
    vars(record).update(extra, levelno=level, levelname=logging.getLevelName(level))
    logger.handle(record)


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
        words = [_second(int(record.created)), record.levelname, message]
        found = getattr(record, FIELDS, {})
        if record.exc_info and record.exc_info[1]:
            found = found | _broken(record.exc_info[1])
        words += [f"{name}={_shown(value)}" for name, value in found.items()]
        if record.exc_info and record.exc_info[1]:
            words += _where(record.exc_info[1])
        return " ".join(words)


def _shown(value: Any) -> str:
    """A value in a line for people; a number is shown as it is."""
    return str(value) if isinstance(value, int | float) else _quoted(str(value))


@lru_cache(_MOST_QUOTED)
def _quoted(text: str) -> str:
    """A text in a line for people; one that could be taken for another field stands in quotes, escaped."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text)


def _time(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _broken(error: BaseException) -> dict[str, str]:
    """Which invariant does not hold, if that is the error; its text names no card and no secret."""
    return {"invariant": str(error)} if isinstance(error, InvariantBroken) else {}


@lru_cache(2)
def _second(instant: int) -> str:
    """A second since 1970 as people write it: many lines are of the same."""
    return datetime.fromtimestamp(instant, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _where(error: BaseException) -> list[str]:
    """The kind of an error and where it was raised, without its message."""
    frames = traceback.extract_tb(error.__traceback__)
    return [type(error).__name__, *(f"{frame.filename}:{frame.lineno}" for frame in frames[-8:])]
