"""Kernels: loops over cards, compiled just in time by numba and cached for the sources they were made of.

numba takes seconds to import, so kernel modules are imported only when a count is not in the cache. numba
takes tables as named tuples of arrays. Python calls kernels with many arguments by keyword; kernels call each
other by position.

numba takes a kernel from its cache while the kernel's own file is as it was, even if a function or a number
that was compiled into it from another file has changed. So the cache has a folder for each state of the
sources: after an upgrade every kernel is compiled anew.
"""

import os
import pickle
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from numba import config, njit
from numpy.typing import NDArray

from pitboss.analysis.count_cache import cache_folder
from pitboss.analysis.model import CountProgress
from pitboss.build import code_hash

P = ParamSpec("P")
R = TypeVar("R")
Given = TypeVar("Given")

_CONFIG: Final[Any] = config
_PACKAGE: Final = Path(__file__).parent.parent
_ROOMS: Final = ("analysis", "forecast", "simulation")
"""The packages whose modules kernels are made of."""
_WEEK: Final = 7 * 24 * 3600.0
_UNWRAPPED: Final = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""For functions that only compiled ones call: wrappers take numba a fifth of its time."""


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function just in time, without the global interpreter lock so that other threads run on."""
    return _jit(function)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function as part of each function that calls it: for parts of the hottest loops."""
    return _jit(function, inline="always")


def _jit(function: Callable[P, R], **options: Any) -> Callable[P, R]:
    made = _njit(function, kernel_folder(), **options)
    part = cache(lambda: _njit(function, kernel_folder() / "parts", **_UNWRAPPED, **options))
    # What numba asks a function for that another one calls: there the wrappers would never be used.
    made.get_call_template = lambda *types: part().get_call_template(*types)
    made.get_overload = lambda signature: part().get_overload(signature)
    found: Callable[P, R] = made
    return found


def _njit(function: Callable[..., Any], folder: Path, **options: Any) -> Any:
    # numba chooses the folder of a function's cache when it is decorated; other users of numba keep theirs.
    before = _CONFIG.CACHE_DIR
    _CONFIG.CACHE_DIR = str(folder)
    try:
        return njit(cache=True, nogil=True, **options)(function)
    finally:
        _CONFIG.CACHE_DIR = before


@cache
def kernel_folder() -> Path:
    """The folder for kernels of these sources: in ``NUMBA_CACHE_DIR``, beside them, or in the user's cache.

    Folders of other sources are removed after a week; until then another process may still use them.
    """
    sources = (path for room in _ROOMS for path in (_PACKAGE / room).rglob("*.py"))
    name = f"kernels-{code_hash(sources)[:16]}"
    beside = Path(__file__).parent / "__pycache__"
    usual = beside if os.access(beside, os.W_OK) else cache_folder()
    parent = Path(_CONFIG.CACHE_DIR) if _CONFIG.CACHE_DIR else usual
    with suppress(OSError):
        for folder in parent.glob("kernels-*"):
            if folder.name != name and time.time() - folder.stat().st_mtime > _WEEK:
                shutil.rmtree(folder, ignore_errors=True)
    return parent / name


_JOB: Final = (
    "import gc, pickle, sys; gc.set_threshold(100_000, 50, 100); "
    "function, given = pickle.load(sys.stdin.buffer); function(given)"
)
"""A process that compiles and ends need not look for garbage often."""


def compile_apart(
    name: str, given: Given, jobs: Sequence[Callable[[Given], object]], progress: CountProgress
) -> None:
    """Compile kernels in processes of their own, side by side, unless those of this name are compiled.

    A job calls its kernels with nothing to count. The memory of the compiler goes with the process. Where a
    process cannot be had or fails, kernels are compiled when they are called.
    """
    done = kernel_folder() / f"{name}.done"
    if done.exists():
        return
    progress("loops compiled, which is done once", 0, len(jobs))
    with ExitStack() as started, suppress(OSError):
        processes = [started.enter_context(_process(pickle.dumps((job, given)))) for job in jobs]
        failed = 0
        for number, process in enumerate(processes):
            failed |= process.wait()
            progress("loops compiled, which is done once", number + 1, len(jobs))
        if not failed:
            done.touch()


@contextmanager
def _process(job: bytes) -> Iterator[subprocess.Popen[bytes]]:
    # Without -P a file in the current folder could stand in for one of ours.
    command = [sys.executable, "-P", "-c", _JOB]
    null = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=null, stderr=null) as process:
        assert process.stdin is not None, "it was opened with a pipe"
        try:
            with process.stdin as sent:
                sent.write(job)
            yield process
        finally:
            process.kill()


@compiled
def overwrite(row: NDArray[Any], by: NDArray[Any]) -> None:
    """Copy a row over another of the same length.

    A loop, because with an assignment to a slice numba compiles the message about rows of different lengths
    too, which takes it two seconds.
    """
    for place in range(len(by)):
        row[place] = by[place]


@compiled
def next_set(chosen: NDArray[Any], most: int) -> bool:
    """Step ``chosen`` to the next rising set of numbers below ``most``; False after the last."""
    for place in range(len(chosen)):
        end = most if place == len(chosen) - 1 else chosen[place + 1]
        if chosen[place] + 1 < end:
            chosen[place] += 1
            for lower in range(place):
                chosen[lower] = lower
            return True
    return False
