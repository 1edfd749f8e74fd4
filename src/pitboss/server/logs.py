"""Logging of a server: lines for people, or JSON for programs; never a card, a secret or a token.

A request is logged by its route without its query, which may name cards; a refusal by its code without its
sentence; a defect by its traceback without its message. A broken invariant is logged with its text, which
quotes neither cards nor secrets.
"""

import asyncio
import json
import logging
import re
import sys
import threading
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
"""The attribute of a log record that holds its fields."""


GATHER_SECONDS: Final = 0.05
"""Longest delay of the event loop's lines before they are written."""
REPEAT_SECONDS: Final = 10.0
"""Within so many seconds a warning or an error is written once."""
_MOST_WRITTEN: Final = 1000
_PLAIN: Final = re.compile(r"[!#-<>-\[\]-~]+")
"""Printable ASCII without spaces, quotes, backslashes and equals signs."""
_MOST_QUOTED: Final = 4096
"""Size of the cache of quoted texts: routes, people and tables recur in many lines."""
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def set_up_logs(form: LogFormat) -> None:
    """Configure logging to stderr."""
    handler = BatchedStreamHandler(sys.stderr)
    handler.setFormatter(_AsJson() if form == "json" else _AsText())
    handler.addFilter(RepeatedLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # No line shows these, and finding them out takes a third of the time of a line.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging._srcfile = None


class BatchedStreamHandler(logging.StreamHandler[TextIO]):
    """Batches the lines of an event loop; lines of other threads, and warnings, are written at once.

    Each write may release the GIL to another thread, which would delay the requests of the loop.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._lines: list[str] = []
        self._due: asyncio.AbstractEventLoop | None = None
        """The loop that will flush the batch."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, or add it to the batch."""
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
        """Write the batch."""
        with self.lock or nullcontext():
            lines, self._lines, self._due = self._lines, [], None
            if lines:
                self.stream.write("".join(f"{line}\n" for line in lines))
            super().flush()


class RepeatedLines(logging.Filter):
    """Drops a warning or an error that was written less than ten seconds ago; the next one tells how many.

    While a database is away, every request and every probe would say the same. Lines of requests are kept.
    """

    def __init__(self) -> None:
        super().__init__()
        self._keeping = threading.Lock()
        self._written: dict[tuple[str, str, str], tuple[float, int]] = {}
        """When a line was last written, by its text, and how many were dropped since."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        found = getattr(record, FIELDS, {})
        if record.levelno < logging.WARNING or record.exc_info or "request" in found:
            return True
        key, now = (record.name, record.getMessage(), str(found)), time.monotonic()
        with self._keeping:
            written, dropped = self._written.get(key, (float("-inf"), 0))
            if now - written < REPEAT_SECONDS:
                self._written[key] = written, dropped + 1
                return False
            if len(self._written) >= _MOST_WRITTEN:
                self._written.clear()
            self._written[key] = now, 0
        if dropped:
            setattr(record, FIELDS, {**found, "repeated": dropped})
        return True


def fields(**found: Any) -> dict[str, dict[str, Any]]:
    """The ``extra`` argument of a logging call; empty values are left out."""
    return {FIELDS: {name: value for name, value in found.items() if value not in (None, "")}}


_RECORD: Final = vars(logging.LogRecord("", logging.INFO, "", 0, "", (), None))
"""Default attributes of a log record."""


def log_fields(logger: logging.Logger, level: int, message: str, extra: dict[str, dict[str, Any]]) -> None:
    """A faster :meth:`logging.Logger.log` for frequent lines: it skips finding the caller's source file."""
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
    """A value as a text line shows it."""
    return str(value) if isinstance(value, int | float) else _quoted(str(value))


@lru_cache(_MOST_QUOTED)
def _quoted(text: str) -> str:
    """A text as a text line shows it: quoted and escaped if it could be mistaken for another field."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text)


def _time(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _broken(error: BaseException) -> dict[str, str]:
    """The text of a broken invariant, which names no card and no secret; empty for other errors."""
    return {"invariant": str(error)} if isinstance(error, InvariantBroken) else {}


@lru_cache(2)
def _second(instant: int) -> str:
    """A second since 1970 as text, cached, because many lines share it."""
    return datetime.fromtimestamp(instant, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _where(error: BaseException) -> list[str]:
    """The type of an error and its traceback, without its message."""
    frames = traceback.extract_tb(error.__traceback__)
    return [type(error).__name__, *(f"{frame.filename}:{frame.lineno}" for frame in frames[-8:])]
