"""Compiles the files of tests once for all workers.

pytest compiles each file of tests with its assertions rewritten, and keeps the result. On a clean checkout
nothing is kept yet, and the workers, which begin at once, would each compile all files. Here each compiles
its share first, and then reads what the others have kept.
"""

import sys
from contextlib import suppress
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

from tests import purity


def compile_share(config: pytest.Config) -> None:
    """Compile a worker's share of the files that are to be run, where they are not compiled yet."""
    given = getattr(config, "workerinput", None)
    state = config.stash.get(rewrite.assertstate_key, None)
    if given is None or state is None or sys.dont_write_bytecode:
        return
    place, workers = int(given["workerid"].removeprefix("gw")), int(given["workercount"])
    for path in _files(config)[place::workers]:
        kept = rewrite.get_cache_dir(path) / f"{path.stem}{rewrite.PYC_TAIL}"
        # What cannot be compiled is told when it is collected.
        with suppress(SyntaxError, ValueError, OSError):
            if rewrite._read_pyc(path, kept) is None:
                kept.parent.mkdir(parents=True, exist_ok=True)
                source, code = rewrite._rewrite_test(path, config)
                rewrite._write_pyc(state, code, source, kept)


def _files(config: pytest.Config) -> list[Path]:
    """The files of tests that a run was given, in the same order for every worker."""
    named = [config.invocation_params.dir / name.partition("::")[0] for name in config.args]
    found = {path for name in named for path in ([name] if name.is_file() else name.rglob("test_*.py"))}
    pure = "pure" in config.option.markexpr
    return sorted(path for path in found if not pure or purity.has_pure(path))
