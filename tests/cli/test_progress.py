"""The bar that commands show on a terminal."""

import io

import pytest

from pitboss.cli.progress import Bar, progress


def lines(stream: io.StringIO) -> list[str]:
    """What the bar has drawn, one after the other."""
    return stream.getvalue().split("\r\x1b[2K")[1:]


def test_a_bar_tells_what_is_done_and_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    monkeypatch.setenv("COLUMNS", "60")
    stream = io.StringIO()
    bar = Bar("counting", 200, stream)
    bar.advance(0)
    now[0] += 30
    bar.advance(50)
    bar.advance(51)
    now[0] += 90
    bar.advance(200)
    bar.clear()
    none, some, all_done, cleared = lines(stream)
    assert none.startswith("counting ....")
    assert none.endswith(" 0/200")
    assert some.endswith(" 50/200, 1:30 left")
    assert all_done.endswith("#### 200/200")
    assert cleared == ""
    assert all(len(line) < 60 for line in lines(stream))


def test_a_bar_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "12")
    stream = io.StringIO()
    Bar("every hand of the Dealer", 10, stream).advance(10)
    assert len(lines(stream)[0]) == 11


def test_no_terminal_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("counting", 10) as advance:
        advance(5)
    assert capsys.readouterr().err == ""
