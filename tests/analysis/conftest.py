"""Results are counted anew for every run of the tests, once for all workers; the user's store is not read."""

import os
from collections.abc import Iterator

import pytest

from pitboss.analysis import count_cache


@pytest.fixture(scope="session", autouse=True)
def _own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    before = os.environ.get("PITBOSS_CACHE")
    base = tmp_path_factory.getbasetemp()
    # The folder of a worker is in that of the run, which all workers share.
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    os.environ["PITBOSS_CACHE"] = str(shared / "counted")
    count_cache.clear_memory()
    yield
    if before is None:
        del os.environ["PITBOSS_CACHE"]
    else:
        os.environ["PITBOSS_CACHE"] = before
