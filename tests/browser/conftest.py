"""A real server and a real browser; any error of a page, or against its policy, fails the test."""

from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.api.served import SLOW, Served, served_floor
from tests.browser.visitor import Readers, Visitor, Visitors
from tests.browser.windows import PATIENCE, Windows
from tests.words.pseudo import make_words, spoken
from tools.chromium import MISSING, flags, must_run, set_up_chromium


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Have a test that fails tell what its windows asked for and got."""
    report = yield
    if report.when == "call" and report.failed:
        for given in getattr(item, "funcargs", {}).values():
            if isinstance(given, Visitors):
                given.failed = True
                report.sections.append(("what the windows got", given.account()))
    return report


@pytest.fixture(scope="session")
def chromium() -> str:
    found = set_up_chromium()
    if found is None:
        if must_run():
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    return found


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=chromium, args=flags())
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture(scope="package", autouse=True)
def _pseudo_language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One language more than the shipped ones, for which nothing but its folder is there."""
    folder = tmp_path_factory.mktemp("languages") / "words"
    make_words(folder)
    with spoken(folder):
        yield


served = served_floor(SLOW)
"""A floor at which nothing happens by itself for a minute."""


@pytest.fixture
def visitors(windows: Windows, served: Served) -> Iterator[Visitors]:
    """Opens a browser window for each visitor of the floor."""
    made = Visitors(windows, served)
    yield made
    made.leave()


@pytest.fixture
def visitor(visitors: Visitors) -> Visitor:
    """One visitor at a desk."""
    return visitors.new()


@pytest.fixture(scope="module")
def _readers(windows: Windows, served: Served) -> Iterator[Readers]:
    made = Readers(windows, served)
    yield made
    made.leave()


@pytest.fixture
def readers(_readers: Readers) -> Iterator[Readers]:
    """Opens a window for each kind of reader, which the tests of a file share."""
    yield _readers
    _readers.check()
