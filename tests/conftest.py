"""Journals for tests: each test that takes ``url`` or ``journal`` runs on both databases."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.store import Journal
from pitboss.store.open import open_journal
from tests.store.server import new_schema, running_server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    name = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid.uuid4().hex)[:8]
    with running_server(name) as url:
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
