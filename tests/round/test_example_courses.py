"""The example sheets whose rounds run otherwise than those of the shipped games, played at random."""

from pathlib import Path
from random import Random

import pytest

from pitboss.records.expectations import check_data
from pitboss.records.round_file import parse_toml, read_text
from pitboss.round.notes import notes
from pitboss.round.views import view
from pitboss.sheets import Game, SheetFault, read_folder
from pitboss.sheets.loader import read_texts, texts_in
from pitboss.sheets.register import PROVEN_KINDS
from tests.round.games import random_round, refused, so_far, told

pytestmark = pytest.mark.pure

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"
NAMES = ["let-it-ride-v1", "mississippi-stud-v1", "ultimate-holdem-v1"]


@pytest.fixture(scope="module", params=NAMES)
def example(request: pytest.FixtureRequest) -> tuple[Path, Game]:
    folder = EXAMPLES / str(request.param)
    return folder, read_folder(folder)


def test_its_round_files_hold_and_prove_every_clause(example: tuple[Path, Game]) -> None:
    folder, game = example
    files = [parse_toml(read_text(path)) for path in sorted((folder / "rounds").glob("*.toml"))]
    assert [fault for data in files for fault in check_data(data, game)] == []
    proven = {clause for data in files for clause in data["proof"]["clauses"]}
    assert {clause for clause, entry in game.register.items() if entry.kind in PROVEN_KINDS} == proven


def test_random_rounds_come_to_their_end(example: tuple[Path, Game]) -> None:
    _, game = example
    rng = Random(game.sheet.id)
    for device in game.scripts:
        for _ in range(25):
            state = random_round(game, device, rng)
            assert state.settlement is not None
            assert all(line.clauses and line.why for line in state.settlement.lines)
            assert notes(game, state) == ()
            assert view(game, state).settlement == state.settlement


def test_cards_are_named_as_they_are_turned_over() -> None:
    game = read_folder(EXAMPLES / "let-it-ride-v1")
    bets = [f"bet 1 ann {bet} 10" for bet in ("ante", "first", "second")]
    dealt = [*bets, "close", "deal 1 ? ? ?", "deal community ? ?", "look 1", "check 1", "reveal"]
    shown = [*dealt, "show community 9h", "withdraw 1 second", "reveal", "show community 9h 2d"]
    assert refused(game, so_far(game, *shown), "settle").code == "cards_unknown"
    assert refused(game, so_far(game, *shown), "look 1").code == "decision_not_due"
    played = told(game, *shown, "show 1 Qs Qd 4c", "settle")
    assert played.settlement.players() == {"ann": 2000}


def test_without_a_dealer_there_is_no_hand_to_deal_show_or_report() -> None:
    game = read_folder(EXAMPLES / "mississippi-stud-v1")
    state = so_far(game, "bet 1 ann ante 10", "close", "deal 1 Qs Qd")
    for step in ("deal dealer As Ah", "show dealer As Ah", "no_hand"):
        assert refused(game, state, step).code == "not_in_this_game"


FAULTY = {
    "reveal dealer": ('["reveal community 2", "2.6"]', '["reveal community 2 and dealer", "2.6"]'),
    "nothing turned over at the end": ('  ["reveal community 2", "2.6"],\n', ""),
    "a Dealer who is dealt to": ('["deal 3 to boxes", "2.2"]', '["deal 3 to boxes and dealer", "2.2"]'),
    "a last card face up": ("dealer = 0\n", "dealer = 0\ndealers_last_card_face_up = true\n"),
    "a bet that cannot be decided on": ("decide withdraw first or check", "decide withdraw third or check"),
}


@pytest.mark.parametrize("old_and_new", FAULTY.values(), ids=FAULTY)
def test_a_game_without_a_dealers_hand_turns_over_none(old_and_new: tuple[str, str]) -> None:
    sheet, clauses = texts_in(EXAMPLES / "let-it-ride-v1")
    with pytest.raises(SheetFault):
        read_texts(sheet.replace(*old_and_new), clauses)
