"""What attacks need besides a journal."""

from collections.abc import Iterator

import pytest

from pitboss.store.open import open_private
from pitboss.store.private import PrivateStore


@pytest.fixture
def private(url: str) -> Iterator[PrivateStore]:
    with open_private(url) as opened:
        yield opened
