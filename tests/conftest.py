"""Journals for tests: each test that takes ``url`` or ``journal`` runs on both databases."""

import gc
import os
import shutil
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import httpx
import pytest
from argon2.profiles import CHEAPEST
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from httpx._transports import default
from hypothesis import HealthCheck, settings

from pitboss.access.hashing import Hasher
from pitboss.client import plain
from pitboss.sheets import library
from pitboss.store import Journal
from pitboss.store.open import open_journal
from tests import purity
from tests.api.processes import QUICK, Process
from tests.rewriting import compile_share
from tests.scheduling import Parts, turn
from tests.store.server import in_memory, new_schema, running_server

settings.register_profile("pitboss", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pitboss")
"""No test asserts a time, neither of an example nor of its making: a busy machine is no fault."""
# For the same reason a test's request is not given up after five seconds, nor a client's call after ten.
for _part in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, _part, 60.0)
plain.TIMEOUT = 60.0
# Each request by itself would read the certificates of the machine anew, for servers that have none.
setattr(default, "create_ssl_context", cache(httpx.create_ssl_context))  # noqa: B010

# A hash takes a fifth of a second on purpose. Here it takes none, nor in the servers that tests start.
_SLOW_HASHES = Hasher.__init__.__defaults__
Hasher.__init__.__defaults__ = (CHEAPEST,)
Process.program = QUICK


@pytest.fixture
def slow_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a hash take its time, for tests of that."""
    monkeypatch.setattr(Hasher.__init__, "__defaults__", _SLOW_HASHES)


@pytest.fixture(scope="session", autouse=True)
def _counted_anew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Have the mathematics counted anew for every run, once for all workers; the user's cache is not read."""
    base = tmp_path_factory.getbasetemp()
    # The folder of a worker is in that of the run, which all workers share.
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOSS_CACHE", str(shared / "counted"))
        yield


@pytest.fixture(autouse=True, scope="module")
def _library_of_other_modules() -> Iterator[None]:
    """Put the library of sheets back after a file of tests: what a file sets up may name folders too."""
    before = library._Process.library
    yield
    library._Process.library = before


@pytest.fixture(autouse=True)
def _library_put_back() -> Iterator[None]:
    """Put the library of sheets back: a test may name folders, or take one into the library that is there."""
    before = library._Process.library
    sheets = dict(before._sheets) if before else {}
    yield
    library._Process.library = before
    if before:
        before._sheets = sheets


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run have its files in another order."""
    parser.addoption("--order", default="", help="a word: each has another order of the files of tests")


def pytest_configure(config: pytest.Config) -> None:
    """Put the temporary folders of tests into memory where there is room; workers follow suit."""
    config.pluginmanager.register(purity.Watch())
    folder = in_memory()
    if folder and not hasattr(config, "workerinput") and not config.option.basetemp:
        config.option.basetemp = str(folder / f"pitboss-{os.getpid()}")
        config.add_cleanup(lambda: shutil.rmtree(config.option.basetemp, ignore_errors=True))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Have the workers compile the tests together before they collect them."""
    compile_share(session.config)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where pure tests alone are run, import nothing else."""
    if "pure" not in config.option.markexpr or collection_path == purity.ROOT / "tests":
        return None
    return None if purity.has_pure(collection_path) else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the pure tests, and put the tests in the order in which they are dealt out."""
    purity.mark(items)
    items.sort(key=lambda item: turn(item.nodeid, config.option.order))


def pytest_collection_finish() -> None:
    """Have the garbage collector leave alone what stays to the end, and look at the rest less often.

    Ten thousand tests and all modules are millions of objects: to look through them took a tenth of a run.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Parts:
    """Have the tests in a browser run beside others."""
    return Parts(config, log)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    name = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid.uuid4().hex)[:8]
    with running_server(name, in_memory()) as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    return new_schema(postgres_server)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/journal.db"
    found = request.getfixturevalue("postgres_url")
    assert isinstance(found, str)
    return found


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    with open_journal(url) as opened:
        yield opened
