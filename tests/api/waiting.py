"""Waiting for what a server is about to show."""

import time
from collections.abc import Callable

from pitboss.client import Client, calls
from pitboss.messages.tables import TableNow
from tests.api.served import PATIENCE


def table_when(client: Client, table: str, wanted: Callable[[TableNow], bool]) -> TableNow:
    """A table as soon as it is as wanted."""
    deadline = time.monotonic() + PATIENCE
    while not wanted(now := client.send(calls.table(table))):
        assert time.monotonic() < deadline, now
        time.sleep(0.01)
    return now
