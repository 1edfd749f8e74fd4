"""The site of documents: built strictly, read from its files alone, with nothing asked of another host."""

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.programs import ran

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as ``make docs`` builds it; a link or an anchor that leads nowhere is an error."""
    folder = tmp_path_factory.mktemp("site")
    build = (sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder)
    ran(*build, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    return folder


@pytest.fixture
def page(browser: Browser, site: Path) -> Iterator[Page]:
    """A page of the site, opened from its file; a request to any host fails the test."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    opened = context.new_page()
    elsewhere: list[str] = []
    opened.on("request", lambda asked: elsewhere.append(asked.url) if asked.url.startswith("http") else None)
    opened.goto((site / "index.html").as_uri())
    yield opened
    context.close()
    assert elsewhere == []


def test_every_document_is_a_page_and_in_the_search(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    for path in (ROOT / "docs").rglob("*.md"):
        name = path.relative_to(ROOT / "docs").with_suffix(".html").as_posix().replace("README", "index")
        assert (site / name).exists()
        assert name in found or (name == "index.html" and "" in found), name


def test_no_page_takes_anything_from_another_host(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text("utf-8")
        assert re.findall(r'(?:src|data)="(?:https?:)?//[^"]*', text) == [], path.name
        assert re.findall(r'<link[^>]*href="(?:https?:)?//[^"]*', text) == [], path.name


def test_the_search_works_from_the_files_alone(page: Page) -> None:
    page.get_by_role("textbox", name="Search").click()
    page.get_by_role("textbox", name="Search").press_sequentially("accept a gap")
    first = page.locator(".md-search-result__link").first
    expect(first).to_be_visible()
    first.click()
    expect(page.locator("article")).to_contain_text("accept-gap")


def test_python_names_have_their_signatures(page: Page, site: Path) -> None:
    page.goto((site / "reference" / "python.html").as_uri())
    expect(page.locator("article")).to_contain_text("rounds: int = 10000")
