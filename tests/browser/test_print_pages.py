"""Pages for print, printed: a chart and a clause are one sheet of A4, two sheets compared two at most."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pitboss.cli.main import run

A4 = (595, 842)
COMMANDS = [
    *((["chart", short], 1) for short in ("3CP", "P3CP", "ML3", "MLTH", "MSS")),
    *((["explain", *words], 1) for words in (["MSS", "4.2"], ["ML3", "5.10"], ["MLTH", "3.12.3"])),
    (["diff", "P3CP", "3CP"], 1),
    (["diff", "ML3", "P3CP"], 1),
    (["diff", "3CP", "MSS"], 2),
    (["diff", "MSS", "MLTH"], 2),
]


@pytest.mark.parametrize(("command", "most"), COMMANDS, ids=str)
def test_it_fits_on_paper(browser: Browser, tmp_path: Path, command: list[str], most: int) -> None:
    file = tmp_path / "page.html"
    assert run([*command, "--html", str(file)]) == 0
    page = browser.new_page()
    page.goto(file.as_uri())
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    page.close()
    pages = re.findall(rb"/Type\s*/Page\b", printed)
    assert 1 <= len(pages) <= most
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([0-9.]+) ([0-9.]+)\]", printed)
    assert {tuple(sorted(round(float(side)) for side in box)) for box in boxes} == {A4}
