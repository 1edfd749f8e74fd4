"""A sheet names its bets as it likes: the loader, round files and rounds go by its names."""

import msgspec
import pytest

from pitboss.cli.settle import print_settlement
from pitboss.records import FileFailed, FileFault, play
from pitboss.records.round_file import parse_round_file, parse_toml
from pitboss.round import decide
from pitboss.round.commands import Hashes, OpenRound, PlaceBet
from pitboss.round.decide import open_round
from pitboss.round.refusal import Refusal
from pitboss.settlement import Table
from pitboss.sheets import SheetFault, load
from pitboss.sheets.game import Game
from pitboss.sheets.loader import SHEETS, read_texts

pytestmark = pytest.mark.pure

THREE_CARD = "rws-three-card-v3"
ROUND = """
sheet = "rws-three-card-v3"
[[round]]
steps = [
  "bet 1 ann ante 10", "bet 1 ann queens_up 5", "bet 2 bob queens_up 5", "close",
  "deal 1 As Ah 2c", "deal 2 3s 3h 4c", "deal dealer Kd Qd 7c", "look 1",
  "bet 1 ann raise_1 10", "reveal", "settle",
]
"""


def renamed(names: dict[str, str], sheet: str = THREE_CARD) -> Game:
    """A sheet whose bets have other names."""
    folder = SHEETS / sheet
    text = (folder / "sheet.toml").read_text(encoding="utf-8")
    for old, new in names.items():
        for form in ("bets.{}]", "pays.{}]", "pays.{}.hands]", '"{}"', "decide {} or", "\n{} = {{ result"):
            text = text.replace(form.format(old), form.format(new))
    return read_texts(text, (folder / "clauses.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def other() -> Game:
    return renamed({"play": "raise_1", "pair_plus": "queens_up"})


def test_a_round_is_played_with_the_names_of_the_sheet(other: Game) -> None:
    (played,) = play(parse_round_file(parse_toml(ROUND), other), other)
    named = ROUND.replace("queens_up", "pair_plus").replace("raise_1", "play")
    (before,) = play(parse_round_file(parse_toml(named)), load(THREE_CARD))
    got = [(line.box, line.bet, line.result, line.net) for line in played.settlement.lines]
    new = {"pair_plus": "queens_up", "play": "raise_1"}
    assert got == [
        (line.box, new.get(line.bet, line.bet), line.result, line.net) for line in before.settlement.lines
    ]
    assert {(box, bet) for box, bet, _, _ in got} >= {(1, "raise_1"), (2, "queens_up")}


def test_a_bet_alone_brings_a_hand_unless_it_needs_an_ante(other: Game) -> None:
    assert other.hand_bets == {"ante", "queens_up"}
    assert load("rws-multilink-holdem-v2").hand_bets == {"ante"}


def test_a_round_file_names_only_bets_of_its_sheet(other: Game) -> None:
    file = parse_round_file(parse_toml(ROUND.replace("raise_1", "play")), other)
    with pytest.raises(FileFailed, match="has no play bet; its bets are ante, raise_1, queens_up, jackpot"):
        play(file, other)
    limits = '[table.limits]\nplay = ["5", "10"]\n[[round]]'
    with pytest.raises(FileFault, match="has no such bet; its bets are ante, raise_1"):
        parse_round_file(parse_toml(ROUND.replace("[[round]]", limits)), other)


def test_the_column_of_a_settlement_has_the_titles_of_the_sheet(
    other: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    titled = renamed({}).sheet
    bets = titled.bets | {"play": msgspec.structs.replace(titled.bets["play"], title="Last Raise")}
    game = load(THREE_CARD)
    game = Game(msgspec.structs.replace(titled, bets=bets), game.readings, game.register, game.hashes)
    named = ROUND.replace("queens_up", "pair_plus").replace("raise_1", "play")
    (played,) = play(parse_round_file(parse_toml(named), game), game)
    print_settlement(played, game)
    printed = capsys.readouterr().out
    assert "Last Raise" in printed
    assert "Pair Plus" in printed
    print_settlement(played, None)
    assert "Play" in capsys.readouterr().out, "without the sheet, the name"


def test_a_round_refuses_a_bet_that_the_sheet_lacks(other: Game) -> None:
    state = open_round(OpenRound(Table(sheet=THREE_CARD), None, Hashes("", "", "")))
    refused = decide(other, state, PlaceBet(box=1, player="ann", bet="play", amount=1000))
    assert isinstance(refused, Refusal)
    assert refused.code == "no_such_bet"
    assert refused.message.endswith("its bets are ante, raise_1, queens_up, jackpot")
    assert refused.clauses == load(THREE_CARD).sheet.refusals["no_such_bet"]


@pytest.mark.parametrize("name", ["Raise", "1x", "a" * 25, "fold", "check", "withdraw", "envy", "meter"])
def test_some_names_mean_something_else(name: str) -> None:
    with pytest.raises(SheetFault, match="a bet's name is"):
        renamed({"pair_plus": name})
