"""Results are counted anew for every run of the tests, not taken from the user's store."""

import os
from collections.abc import Iterator

import pytest

from pitboss.analysis import count_cache


@pytest.fixture(scope="session", autouse=True)
def _own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    before = os.environ.get("PITBOSS_CACHE")
    os.environ["PITBOSS_CACHE"] = str(tmp_path_factory.mktemp("store"))
    count_cache.forget()
    yield
    if before is None:
        del os.environ["PITBOSS_CACHE"]
    else:
        os.environ["PITBOSS_CACHE"] = before
