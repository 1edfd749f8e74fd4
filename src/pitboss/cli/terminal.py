"""Output that a terminal shows as it is: nothing in it moves the cursor, hides a line or turns text around.

What commands print comes from journals, pages and files that others have written. A reason that somebody
typed could otherwise wipe an alarm off the screen of an auditor.
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
"""Characters that a terminal obeys instead of showing them, or that change the direction of others."""
_SHOWN: Final = {code: f"\\u{code:04x}" for code in _COMMANDS}
"""As JSON writes them, so that JSON stays what it says."""


class Printable(io.TextIOWrapper):
    """A stream that writes such characters as escapes."""

    below: TextIO

    def isatty(self) -> bool:
        """Whether the stream below is a terminal."""
        return self.below.isatty()

    def write(self, text: str) -> int:
        """Write a text as it is to be shown."""
        return super().write(text.translate(_SHOWN))


@contextmanager
def printable_output() -> Iterator[None]:
    """Both output streams so, while a command runs; a character that they lack becomes an escape too."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_printable(stream) for stream in before)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, Printable):
                # Its reader may have gone; what is below it is not to be closed with it.
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
