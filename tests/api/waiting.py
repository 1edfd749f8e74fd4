"""Waiting for what a server is about to show."""

from collections.abc import Callable
from typing import Any

import httpx

from pitboss.client import Client, calls
from pitboss.messages.answers import JobNow
from pitboss.messages.tables import TableNow
from tests.waiting import until

_UNDER_WAY = ("waiting", "counting")


def table_when(client: Client, table: str, wanted: Callable[[TableNow], bool], awaited: str = "") -> TableNow:
    """A table as soon as it is as wanted."""
    newest: list[TableNow] = []

    def found() -> bool:
        newest[:] = [client.send(calls.table(table))]
        return wanted(newest[0])

    until(found, awaited or (lambda: f"{table} is as the test wants it; it was {newest}"))
    return newest[0]


def job_ended(client: Client, job: JobNow) -> JobNow:
    """A job as soon as it is over."""

    def now() -> JobNow | None:
        found = client.send(calls.job(job.id))
        return None if found.state in _UNDER_WAY else found

    return until(now, f"the job {job.id} is over")


def count_ended(http: httpx.Client, address: str) -> dict[str, Any]:
    """The count at an address as soon as it is over."""

    def now() -> dict[str, Any] | None:
        found = dict(http.get(address).json())
        return None if found["state"] in _UNDER_WAY else found

    return until(now, f"the count {address} is over")


def answer_to(http: httpx.Client, question: str) -> dict[str, Any]:
    """The answer to a question of the mathematics, waited for if it takes a count."""
    found = http.get(question)
    if found.status_code != 202:
        assert found.status_code == 200, found.text
        return dict(found.json())
    count = count_ended(http, found.headers["Location"])
    assert count["state"] == "done", count
    return dict(count["result"])
