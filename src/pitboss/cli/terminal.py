"""Sanitise output: escape control and bidirectional characters.

Commands print text from journals, pages and files that others have written. Without escapes, a typed reason
could wipe an alarm off an auditor's screen.
"""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, TextIO

_COMMANDS: Final = (
    *(code for code in range(0x20) if chr(code) not in "\n\t"),
    *range(0x7F, 0xA0),
    *(0x061C, 0x200E, 0x200F, 0x2028, 0x2029),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
)
"""Control characters, and characters that change the direction of text."""
_SHOWN: Final = {code: f"\\u{code:04x}" for code in _COMMANDS}
"""Their escapes, as in JSON, so that JSON output keeps its meaning."""


class Printable(io.TextIOWrapper):
    """A text stream that writes control characters as escapes."""

    below: TextIO

    def isatty(self) -> bool:
        """Whether the stream below is a terminal."""
        return self.below.isatty()

    def write(self, text: str) -> int:
        """Write a text with its control characters escaped."""
        return super().write(text.translate(_SHOWN))


@contextmanager
def printable_output() -> Iterator[None]:
    """Escape both output streams while a command runs, unencodable characters too."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_printable(stream) for stream in before)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, Printable):
                # Detach, not close: the stream below is not ours. This fails if its reader has gone.
                with suppress(OSError, ValueError):
                    stream.detach()
        sys.stdout, sys.stderr = before


def _printable(stream: TextIO) -> TextIO:
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    stream.flush()
    shown = Printable(
        stream.buffer,
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
    shown.below = stream
    return shown
