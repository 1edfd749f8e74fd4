"""The lines of a TOML text, by the path of what stands there."""

import re
from typing import Final

_KEY: Final = re.compile(r"\s*(\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|[A-Za-z0-9_-]+)\s*(\.|=|\])")
_STRING: Final = re.compile(
    r"\"\"\"(?:[^\\]|\\.)*?\"{3,5}|'''.*?'{3,5}|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'", re.DOTALL
)
_BARE: Final = re.compile(r"[^,\]}\n#]+")
_GAP: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")


def lines_of(text: str) -> dict[str, int]:
    """The line of every path such as ``jackpot.lines.2.pays``, of a text that is TOML."""
    scan = _TextScan(text)
    scan.document()
    return scan.lines


def line_of(lines: dict[str, int], path: str) -> int | None:
    """The line of a path, or of the nearest table around it."""
    while path:
        if path in lines:
            return lines[path]
        path = path.rpartition(".")[0]
    return None


class _TextScan:
    """Reads a text once from its beginning; what it cannot read it passes over."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines: dict[str, int] = {}
        self._at = 0
        self._counted = (0, 1)
        self._tables: dict[str, int] = {}

    def document(self) -> None:
        """Read headers and entries to the end."""
        here: list[str] = []
        while self._next():
            begin = self._at
            if self.text[begin] == "[":
                here = self._header()
            else:
                self._entry(here)
            if self._at == begin:
                self._at = self._end_of_line()

    def _next(self) -> bool:
        gap = _GAP.match(self.text, self._at)
        self._at = gap.end() if gap else self._at
        return self._at < len(self.text)

    def _header(self) -> list[str]:
        several = self.text.startswith("[[", self._at)
        line = self._line()
        self._at += 2 if several else 1
        parts = self._path("]")
        self._at = self._end_of_line()
        path: list[str] = []
        for number, part in enumerate(parts):
            path.append(part)
            name, last = ".".join(path), number == len(parts) - 1
            if several and last:
                self._tables[name] = self._tables.get(name, -1) + 1
                self._note(path, line)
            if name in self._tables:
                path.append(str(self._tables[name]))
            self._note(path, line)
        return path

    def _entry(self, here: list[str]) -> None:
        line = self._line()
        parts = self._path("=")
        path = list(here)
        for part in parts:
            path.append(part)
            self._note(path, line)
        if parts:
            self._value(path)

    def _path(self, end: str) -> list[str]:
        parts: list[str] = []
        while found := _KEY.match(self.text, self._at):
            self._at = found.end()
            parts.append(found[1].strip("\"'"))
            if found[2] == end:
                break
        return parts

    def _value(self, path: list[str]) -> None:
        if not self._next():
            return
        if self.text[self._at] == "[":
            self._at += 1
            number = 0
            while self._next() and self.text[self._at] != "]":
                begin = self._at
                self._note([*path, str(number)], self._line())
                self._value([*path, str(number)])
                number += 1
                self._comma(begin)
            self._at += 1
        elif self.text[self._at] == "{":
            self._at += 1
            while self._next() and self.text[self._at] != "}":
                begin = self._at
                self._entry(path)
                self._comma(begin)
            self._at += 1
        else:
            found = _STRING.match(self.text, self._at) or _BARE.match(self.text, self._at)
            self._at = found.end() if found else self._at + 1

    def _comma(self, begin: int) -> None:
        if self._next() and self.text[self._at] == ",":
            self._at += 1
        if self._at == begin:
            self._at += 1

    def _note(self, path: list[str], line: int) -> None:
        self.lines.setdefault(".".join(path), line)

    def _line(self) -> int:
        """The number of this line; counted on from where it was asked last."""
        before, number = self._counted
        number += self.text.count("\n", before, self._at)
        self._counted = (self._at, number)
        return number

    def _end_of_line(self) -> int:
        end = self.text.find("\n", self._at)
        return len(self.text) if end < 0 else end
