"""Answers are zipped for whoever takes them so; short ones and streams are not."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.api.middleware.gzip import LEAST
from tests.api.served import SLOW, serving

SHEET = "/api/sheets/rws-three-card-v3/clauses"


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("zipped")
    with (
        serving(folder, SLOW) as served,
        httpx.Client(base_url=served.url) as client,
    ):
        yield client


def raw(http: httpx.Client, path: str, coding: str) -> tuple[httpx.Headers, bytes]:
    """An answer as it came over the wire."""
    with http.stream("GET", path, headers={"Accept-Encoding": coding}) as answer:
        assert answer.status_code == 200
        return answer.headers, b"".join(answer.iter_raw())


@pytest.mark.parametrize("path", [SHEET, "/api/felts", "/schema/openapi.json"])
def test_a_long_answer_is_zipped_and_means_the_same(http: httpx.Client, path: str) -> None:
    plain, whole = raw(http, path, "identity")
    assert "content-encoding" not in plain
    headers, body = raw(http, path, "br, gzip")
    assert headers["content-encoding"] == "gzip"
    assert headers["vary"] == "Accept-Encoding"
    assert int(headers["content-length"]) == len(body) < len(whole) / 2
    assert headers["content-type"] == plain["content-type"]
    assert gzip.decompress(body) == whole


@pytest.mark.parametrize("coding", ["", "identity", "gzip;q=0", "br"])
def test_nobody_gets_what_he_does_not_take(http: httpx.Client, coding: str) -> None:
    headers, body = raw(http, SHEET, coding)
    assert "content-encoding" not in headers
    assert int(headers["content-length"]) == len(body)


def test_a_short_answer_is_left_alone(http: httpx.Client) -> None:
    headers, body = raw(http, "/health", "gzip")
    assert "content-encoding" not in headers
    assert len(body) < LEAST


def test_a_page_is_zipped_once(http: httpx.Client) -> None:
    headers, body = raw(http, "/", "gzip")
    assert headers.get_list("content-encoding") == ["gzip"]
    assert gzip.decompress(body).startswith(b"<!doctype html>")


@pytest.mark.parametrize("path", ["/api/stream", "/api/tables/3CP-1/stream", "/api/links/spade/stream"])
def test_a_stream_is_never_zipped(http: httpx.Client, path: str) -> None:
    with http.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
        assert "content-encoding" not in answer.headers
        assert next(answer.iter_raw()).startswith((b"id: ", b"event: "))
