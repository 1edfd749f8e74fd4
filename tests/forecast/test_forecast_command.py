"""``pitboss forecast`` as a person and a script use it."""

import json
from pathlib import Path

import pytest

from pitboss.cli.main import run
from tests.forecast.test_link_file import FILE, TEXT


def answer(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = run(["forecast", *map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_link_is_forecast(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    status, out, _ = answer(capsys, FILE, "--lives", 300, "--chart", chart)
    assert status == 0
    assert "648.0 jackpot bets an hour" in out
    assert "mean display that wins meet" in out
    assert chart.read_bytes().startswith(b"<?xml")
    status, out, _ = answer(capsys, FILE, "--lives", 300, "--json")
    found = json.loads(out)
    assert found["lives"] == 300
    assert found["staked_per_year"] == 35_390_400
    exact = found["checks"][0]["exact"]
    assert abs(exact - 368_284.21) < 0.01
    assert list(found["returns"][0]["returns"]) == ["1%", "5%", "25%", "50%", "75%", "95%", "99%"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "name a file, or a journal"),
        ((FILE, "--journal", "x.db"), "name a file, or a journal"),
        ((FILE, "--link", "a"), "--link and --write belong to --journal"),
        (("--journal", "x.db"), "--journal needs --link"),
        ((FILE, "--lives", 0), "lives: 0 is not a number from 1"),
        ((FILE, "--confidence", "100%"), "confidence: 1 is not a share"),
        ((FILE, "--confidence", "much"), "confidence: 'much' is not a share"),
        ((FILE, "--chart", "x.pdf"), "chart: 'x.pdf' must end in .svg or .png"),
        (("none.toml",), "it cannot be read"),
    ],
)
def test_bad_input_gets_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...], says: str
) -> None:
    status, out, err = answer(capsys, *arguments)
    assert status == 2
    assert says in err
    assert not out


def test_nothing_is_written_where_the_question_is_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wrong, chart = tmp_path / "wrong.toml", tmp_path / "chart.png"
    wrong.write_text(TEXT.replace("boxes = 4.5", "boxes = 9"))
    assert answer(capsys, wrong, "--chart", chart)[0] == 2
    assert not chart.exists()
