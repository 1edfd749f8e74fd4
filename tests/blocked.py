"""Run commands and statements in a process that cannot import certain modules, as if they were not installed.

``python -m tests.blocked`` reads a request from its input and writes what came of each part to its output.
"""

import contextlib
import importlib.abc
import io
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType

import msgspec


class Request(msgspec.Struct):
    """Which modules cannot be imported, and what is then tried."""

    modules: list[str]
    commands: list[list[str]]
    statements: list[str]
    folder: str


class Outcome(msgspec.Struct):
    """What came of a command or a statement: an exit status and what was printed, or an exception."""

    status: int | None = None
    out: str = ""
    err: str = ""
    raised: str = ""
    """The type and the text of an exception that came out."""


class Blocker(importlib.abc.MetaPathFinder):
    """Finds no module of some names, nor anything inside them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in self._names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def outside_the_base() -> list[str]:
    """Every module of this environment that a base install does not have."""
    kept = {"msgspec", "pitboss"}
    return sorted(name for name, of in packages_distributions().items() if kept.isdisjoint(of))


def outcomes(
    folder: Path, modules: Sequence[str], commands: Sequence[Sequence[str]], statements: Sequence[str] = ()
) -> list[Outcome]:
    """What comes of each command, then of each statement, in one process that lacks the modules."""
    request = Request(list(modules), [list(command) for command in commands], list(statements), str(folder))
    ran = subprocess.run(
        [sys.executable, "-m", "tests.blocked"],
        input=msgspec.json.encode(request),
        capture_output=True,
        check=True,
        timeout=300,
    )
    return msgspec.json.decode(ran.stdout, type=list[Outcome])


def _tried(command: list[str]) -> Outcome:
    from pitboss.cli.main import run

    out, err = io.StringIO(), io.StringIO()
    outcome = Outcome()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            outcome.status = run(command)
        except SystemExit as ended:
            outcome.status = ended.code if isinstance(ended.code, int) else 1
        except BaseException as error:
            outcome.raised = f"{type(error).__name__}: {error}"
    outcome.out, outcome.err = out.getvalue(), err.getvalue()
    return outcome


def _stated(statement: str) -> Outcome:
    out = io.StringIO()
    outcome = Outcome()
    with contextlib.redirect_stdout(out):
        try:
            exec(statement, {})
        except ImportError as error:
            outcome.raised = f"{type(error).__name__}: {error}"
    outcome.out = out.getvalue()
    return outcome


def _main() -> None:
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=Request)
    sys.stdin = io.TextIOWrapper(io.BytesIO())
    sys.meta_path.insert(0, Blocker(request.modules))
    with contextlib.chdir(request.folder):
        found = [*map(_tried, request.commands), *map(_stated, request.statements)]
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    _main()
