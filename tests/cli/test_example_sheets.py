"""The example sheets at the practice table, in the chart and beside a shipped sheet."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cli.main import run
from pitboss.sheets import library

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"
Said = Callable[..., str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Said:
    """What a command prints with these answers; the library is put back after the test."""
    monkeypatch.setattr(library._Process, "library", None)

    def command(*words: str, answers: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers.split(","))))
        assert run([*words, "--sheets", str(EXAMPLES)]) == 0
        return capsys.readouterr().out

    return command


def test_every_size_is_offered_and_taken(said: Said) -> None:
    out = said("play", "MSE", answers="1,10,,3,2,1,q")
    offered = [f"[{size}] bet {size}0.00 on 3rd Street" for size in (1, 2, 3)]
    assert f"{', '.join(offered)} or [f] fold?" in out
    assert "Dealer     " not in out, "there is no Dealer's hand"
    assert "This round:" in out


def test_a_raise_is_offered_at_each_moment_until_it_is_made(said: Said) -> None:
    out = said("play", "UTH", answers="1,10,0,,c,c,f,q")
    assert "Blind: 10.00, as high as the Ante." in out
    moments = [
        "[3] bet 30.00 on Play, [4] bet 40.00 on Play or [c] check?",
        "[b] bet 20.00 on Play or [c] check?",
    ]
    moments.append("[b] bet 10.00 on Play or [f] fold?")
    assert sorted(out.index(moment) for moment in moments) == [out.index(moment) for moment in moments]
    assert "Play 20.00" not in said("play", "UTH", answers="1,10,0,,4,q")


def test_a_bet_is_taken_back_by_a_key(said: Said) -> None:
    out = said("play", "LIR", answers="1,10,,w,c,q")
    assert "[w] take Bet 1 back or [c] check?" in out
    assert "[w] take Bet 2 back or [c] check?" in out
    assert "The Bet 1 was taken back by its player." in " ".join(out.split())


@pytest.mark.parametrize("short", ["LIR", "MSE", "UTH"])
def test_the_chart_and_the_comparison(short: str, said: Said) -> None:
    assert "A player walks away" in said("chart", short)
    assert "Seats and bets" in said("diff", short, "3CP")
