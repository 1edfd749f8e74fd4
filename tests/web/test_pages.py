"""How the pages are served: guarded, kept by browsers as long as they hold, and small."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.api.routes.pages import PATHS, POLICY
from pitboss.web import ENTRY, ROOT, TYPES, load_web
from tests.api.served import SLOW, serving

HTML = {"Accept": "text/html,*/*;q=0.8"}


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("served")
    with (
        serving(folder, SLOW) as served,
        httpx.Client(base_url=served.url) as client,
    ):
        yield client


@pytest.mark.parametrize("path", PATHS)
def test_every_page_begins_with_the_guarded_shell(http: httpx.Client, path: str) -> None:
    answer = http.get(re.sub(r"\{\w+:\w+\}", "3", path), headers=HTML)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "unsafe" not in POLICY
    assert "style=" not in answer.text
    assert "<style" not in answer.text
    assert load_web().hash in answer.text


def test_the_shell_is_asked_for_again_and_answered_with_nothing_new(http: httpx.Client) -> None:
    first = http.get("/", headers=HTML)
    assert first.headers["cache-control"] == "no-cache"
    again = http.get("/", headers=HTML | {"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_files_of_this_build_are_kept_for_ever_and_others_are_not_there(http: httpx.Client) -> None:
    here = http.get(f"/web/{load_web().hash}/{ENTRY}")
    assert here.status_code == 200
    assert "immutable" in here.headers["cache-control"]
    assert here.headers["content-type"] == "text/javascript; charset=utf-8"
    assert http.get(f"/web/0123456789abcdef/{ENTRY}").status_code == 404
    for path in ("__init__.py", "../api/app.py", "web/shell.html", "web/js/answers.d.ts", "web/js"):
        assert http.get(f"/web/{load_web().hash}/{path}").status_code == 404


def test_a_drawing_that_is_opened_by_itself_is_guarded_and_a_script_is_what_it_says(
    http: httpx.Client,
) -> None:
    drawing = http.get(f"/web/{load_web().hash}/web/icon.svg")
    assert drawing.headers["content-security-policy"] == POLICY
    script = http.get(f"/web/{load_web().hash}/{ENTRY}")
    assert script.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("coding", ["gzip", "identity", "gzip;q=0", ""])
def test_files_are_zipped_for_whoever_takes_them_so(http: httpx.Client, coding: str) -> None:
    answer = http.get(f"/web/{load_web().hash}/{ENTRY}", headers={"Accept-Encoding": coding})
    assert answer.content == load_web().files[ENTRY].content
    assert (answer.headers.get("content-encoding") == "gzip") == (coding == "gzip")
    assert answer.headers["vary"] == "Accept-Encoding"


def test_an_unknown_path_is_a_page_for_people_and_an_envelope_for_programs(http: httpx.Client) -> None:
    page = http.get("/nowhere", headers=HTML)
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["content-security-policy"] == POLICY
    envelope = http.get("/nowhere", headers={"Accept": "application/json"})
    assert envelope.status_code == 404
    assert envelope.json()["error"]["code"] == "not_found"


def test_every_file_is_of_a_known_kind() -> None:
    unknown = {path.name for path in ROOT.rglob("*") if path.is_file() and path.suffix not in TYPES}
    assert {name for name in unknown if not name.endswith((".py", ".pyc", ".d.ts"))} == {"shell.html"}
