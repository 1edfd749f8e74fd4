"""Waiting for what a server is about to show."""

import time
from collections.abc import Callable
from typing import Any

import httpx

from pitboss.client import Client, calls
from pitboss.messages.answers import JobNow
from pitboss.messages.tables import TableNow
from tests.api.served import PATIENCE


def table_when(client: Client, table: str, wanted: Callable[[TableNow], bool]) -> TableNow:
    """A table as soon as it is as wanted."""
    deadline = time.monotonic() + PATIENCE
    while not wanted(now := client.send(calls.table(table))):
        assert time.monotonic() < deadline, now
        time.sleep(0.01)
    return now


def job_ended(client: Client, job: JobNow) -> JobNow:
    """A job as soon as it is over."""
    deadline = time.monotonic() + PATIENCE
    while job.state in ("waiting", "counting"):
        assert time.monotonic() < deadline, job
        time.sleep(0.02)
        job = client.send(calls.job(job.id))
    return job


def count_ended(http: httpx.Client, address: str) -> dict[str, Any]:
    """The count at an address as soon as it is over."""
    deadline = time.monotonic() + PATIENCE
    while (count := dict(http.get(address).json()))["state"] in ("waiting", "counting"):
        assert time.monotonic() < deadline, count
        time.sleep(0.02)
    return count


def answer_to(http: httpx.Client, question: str) -> dict[str, Any]:
    """The answer to a question of the mathematics, waited for if it takes a count."""
    found = http.get(question)
    if found.status_code != 202:
        assert found.status_code == 200, found.text
        return dict(found.json())
    count = count_ended(http, found.headers["Location"])
    assert count["state"] == "done", count
    return dict(count["result"])
