"""Servers of these tests are started often, and nothing of their start is measured."""

import pytest

from tests.api.processes import QUICK, Process


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Process, "program", QUICK)
