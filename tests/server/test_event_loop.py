"""What may take long is not done on the event loop, on which everybody is answered."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin

from pitboss.api.app import routes
from pitboss.api.middleware import gzip as zipped
from tests.api.served import SLOW, Served, served_floor

served = served_floor(SLOW)


@pytest.fixture(scope="module", autouse=True)
def _routes_anew() -> None:
    """Routes whose schema nobody in this process has asked for yet."""
    routes.cache_clear()


def noted(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[bool]:
    """Of every call from now on whether it was made on an event loop."""
    calls: list[bool] = []
    before: Callable[..., Any] = getattr(owner, name)

    def instead(*given: Any) -> Any:
        try:
            asyncio.get_running_loop()
            calls.append(True)
        except RuntimeError:
            calls.append(False)
        return before(*given)

    monkeypatch.setattr(owner, name, instead)
    return calls


def test_the_schema_is_made_once_and_beside_the_loop(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    made = noted(monkeypatch, JsonRenderPlugin, "render"), noted(monkeypatch, YamlRenderPlugin, "render")
    kinds = ["json", "yaml", "yml"] * 3
    answers = [httpx.get(f"{served.url}/schema/openapi.{kind}") for kind in kinds]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 2
    assert made == ([False], [False])
    assert "!!python" not in answers[1].text
    assert httpx.get(f"{served.url}/schema").text == answers[0].text
    assert httpx.get(f"{served.url}/schema/none").status_code == 404


@pytest.mark.parametrize("path", ["/api/tables/none/stream", "/api/links/none/stream"])
def test_a_stream_of_what_there_is_not_asks_no_database_on_the_loop(
    served: Served, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    asked = noted(monkeypatch, served.site.journal, "read_stream")
    assert httpx.get(served.url + path).status_code == 404
    assert asked == [False]


@pytest.mark.parametrize("path", ["/api/tables/3CP-1/stream", "/api/links/mega/stream"])
def test_a_reader_who_claims_to_have_seen_more_asks_no_database_on_the_loop(
    served: Served, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    asked = noted(monkeypatch, served.site.journal, "read_stream")
    with httpx.stream("GET", served.url + path, headers={"Last-Event-ID": "9" * 18}) as answer:
        assert answer.status_code == 200
        assert next(answer.iter_raw())
    assert asked
    assert not any(asked)


def test_a_long_answer_is_zipped_beside_the_loop(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    zips = noted(monkeypatch, zipped, "_zip")
    # Nobody has asked for these before, so none is kept.
    long = httpx.get(f"{served.url}/schema/openapi.json?to=zip")
    short = httpx.get(f"{served.url}/api/tables/3CP-1?to=zip")
    for answer in (long, short):
        assert answer.headers["content-encoding"] == "gzip"
    assert zips == [False, True], "a thread takes longer than what is short"
