"""Pages for print: self-contained, on A4, with all that the terminal shows."""

import re
from html import unescape
from pathlib import Path

import pytest

from pitboss.cli.main import run

Capture = pytest.CaptureFixture[str]
COMMANDS = [
    (["explain", "3CP", "5.10"], "portrait"),
    (["explain", "MSS", "5.13"], "portrait"),
    (["diff", "3CP", "MSS"], "landscape"),
    (["diff", "ML3", "MLTH"], "landscape"),
    (["chart", "MLTH"], "landscape"),
    (["chart", "MSS"], "landscape"),
]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z0-9.']{3,}", text))


@pytest.mark.parametrize(("command", "way"), COMMANDS, ids="-".join)
def test_a_page_for_print(command: list[str], way: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "page.html"
    assert run([*command, "--html", str(file)]) == 0
    assert capsys.readouterr().out == f"{file} written\n"
    page = file.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert f"size: A4 {way}" in page
    assert not re.search(r"https?:|<script|<link|<img|@import|url\(", page), "it needs nothing from elsewhere"
    sizes = [float(size) for size in re.findall(r"([0-9.]+)pt\b", page)]
    assert min(sizes) >= 7.5, "nobody reads smaller type on paper"
    assert run(command) == 0
    shown = _words(re.sub(r"<[^>]+>", " ", unescape(page.split("</style>")[1])))
    assert _words(capsys.readouterr().out) <= shown


def test_a_page_that_cannot_be_written(tmp_path: Path, capsys: Capture) -> None:
    assert run(["explain", "3CP", "5.10", "--html", str(tmp_path / "none" / "page.html")]) == 2
    assert "No such file or directory" in capsys.readouterr().err
