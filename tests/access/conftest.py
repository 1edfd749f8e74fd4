"""People on both databases."""

from collections.abc import Iterator

import pytest

from pitboss.store import Journal
from pitboss.store.open import open_private
from pitboss.store.private import PrivateStore
from tests.access.house import House


@pytest.fixture
def private(url: str) -> Iterator[PrivateStore]:
    with open_private(url) as opened:
        yield opened


@pytest.fixture
def house(journal: Journal, private: PrivateStore) -> House:
    return House(journal, private).staff()
