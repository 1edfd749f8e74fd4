"""A game without a jackpot: all of it is left out, and everything else goes on without it."""

from typing import Any

import pytest

from pitboss.analysis.answers_json import odds_json
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion
from pitboss.analysis.odds import odds
from pitboss.analysis.questions import QuestionTexts, read_question
from pitboss.analysis.report.build import report
from pitboss.api.routes.felts import felt_of
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import LinkConfig, NextSeed
from pitboss.jackpots import commands as lc
from pitboss.jackpots import decide as decide_link
from pitboss.people import Approval, Person
from pitboss.records.round_file import FileFault, parse_round_file
from pitboss.records.runner import play
from pitboss.refusal import Refusal
from pitboss.round import apply, open_round
from pitboss.round import commands as cmd
from pitboss.settlement import Table
from pitboss.sheets import SheetFault, load, sheet_ids
from pitboss.sheets.compare import differences
from pitboss.sheets.loader import make_game
from pitboss.sheets.movable import movables
from pitboss.training.rounds import play_round
from tests.round.legal_acts import legal_bets
from tests.sheets.edits import source, take_out_jackpot, without_jackpot

THREE_CARD = "rws-three-card-v3"
HOLDEM = "rws-multilink-holdem-v2"


@pytest.mark.parametrize("sheet", sheet_ids())
def test_rounds_are_played_without_a_jackpot(sheet: str) -> None:
    game = without_jackpot(sheet)
    for seed in range(5):
        played = play_round(game, str(seed), jackpot=False)
        assert played.after.settlement is not None
        assert played.after.settlement.jackpot is None
        assert all(line.bet not in ("jackpot", "envy") for line in played.after.settlement.lines)


@pytest.mark.parametrize("part", ["bets.jackpot", "jackpot", "jackpot_ranking", "amounts.orphan_jackpot"])
def test_a_jackpot_is_there_with_all_its_parts_or_not_at_all(part: str) -> None:
    data, clauses = source(THREE_CARD)
    *at, last = part.split(".")
    del (data[at[0]] if at else data)[last]
    if part == "bets.jackpot":
        data["fold"]["loses"].remove("jackpot")
        data["decline"]["loses"].remove("jackpot")
    with pytest.raises(SheetFault, match="a game with a jackpot has") as fault:
        make_game(data, clauses)
    assert fault.value.path == part


def test_an_empty_jackpot_is_refused_with_what_to_leave_out() -> None:
    data, clauses = source(THREE_CARD)
    data["jackpot"]["lines"] = []
    del data["jackpot"]["envy_clauses"]
    with pytest.raises(SheetFault, match=r"jackpot\.lines: .* leave out \[bets\.jackpot\]"):
        make_game(data, clauses)


def _display(data: dict[str, Any]) -> None:
    data["seats"]["displayed"].append("jackpot_bet")


def _freeze(data: dict[str, Any]) -> None:
    data["irregularities"]["5.13"]["effect"] = "freeze_jackpot"


def _action(data: dict[str, Any]) -> None:
    data["irregularities"]["5.17.2"]["action_clauses"]["no_jackpot"] = ["5.17.2c"]


def _fold(data: dict[str, Any]) -> None:
    data["fold"]["loses"].append("jackpot")


@pytest.mark.parametrize(
    ("edit", "path"),
    [
        (_display, "seats.displayed"),
        (_freeze, "irregularities.5.13.effect"),
        (_action, "irregularities.5.17.2.action_clauses"),
        (_fold, "fold.loses"),
    ],
)
def test_jackpot_keys_are_refused_in_a_game_without_a_jackpot(edit: Any, path: str) -> None:
    data, clauses = source(THREE_CARD)
    take_out_jackpot(data)
    edit(data)
    with pytest.raises(SheetFault) as fault:
        make_game(data, clauses)
    assert fault.value.path == path


@pytest.mark.parametrize(
    ("placed", "needs_ante"), [("before_deal", False), ("decision", False)], ids=["alone", "later"]
)
def test_a_jackpot_bet_goes_with_an_ante_before_the_deal(placed: str, needs_ante: bool) -> None:
    data, clauses = source(THREE_CARD)
    data["bets"]["jackpot"] |= {"placed": placed, "needs_ante": needs_ante}
    if placed == "decision":
        data["bets"]["jackpot"]["times_ante"] = 1
    with pytest.raises(SheetFault):
        make_game(data, clauses)


def test_its_tables_take_no_jackpot_bet() -> None:
    game = without_jackpot(THREE_CARD)
    hashes = cmd.Hashes("", game.hashes.sheet, game.hashes.readings)
    state = open_round(cmd.OpenRound(Table(sheet=THREE_CARD), None, hashes))
    answer = apply(game, state, cmd.PlaceBet(box=1, player="ann", bet="jackpot", amount=500))
    assert isinstance(answer, Refusal)
    assert answer.code == "no_such_bet"
    assert {found.bet for found in legal_bets(game, state, "ann")} == {"ante", "pair_plus"}
    told = apply(game, state, cmd.NotifyJackpotHand(1))
    assert isinstance(told, Refusal)
    assert told.code == "not_in_this_game"


def test_its_tables_are_on_no_link() -> None:
    game = without_jackpot(THREE_CARD)
    approval = Approval(Person("ann", "pit_manager"), Person("bob", "shift_manager"), "a new link")
    config = LinkConfig(
        reset=100,
        contribution_rate=0,  # type: ignore[arg-type]
        reserve_rate=0,  # type: ignore[arg-type]
        cap=1000,
        overflow_to=NextSeed(),
        prescribed_bet=500,
        rounding="down_to_the_cent",
        alarm_above=10,
    )
    opening = lc.OpenLink(
        link="L",
        operator=game.sheet.identity.operator,
        config=config,
        members=(lc.Member("T", THREE_CARD, 500),),
        approval=approval,
    )
    answer = decide_link({THREE_CARD: game}, None, opening)
    assert isinstance(answer, Refusal)
    assert answer.code == "no_jackpot"


def test_a_round_file_of_it_has_no_jackpot() -> None:
    game = without_jackpot(THREE_CARD)
    data: dict[str, Any] = {"sheet": THREE_CARD, "round": [{"steps": ["close", "settle"]}]}
    file = parse_round_file(data, game)
    assert play(file, game)[0].settlement.jackpot is None
    display = {"value": "100", "reset": "100", "contribution": "0.1"}
    with pytest.raises(FileFault, match=f"jackpot: {THREE_CARD} has no jackpot"):
        parse_round_file(data | {"jackpot": display}, game)
    with pytest.raises(FileFault, match=r"table\.jackpot_bet"):
        parse_round_file(data | {"table": {"jackpot_bet": "5.00"}}, game)


def test_its_felt_has_no_coin() -> None:
    felt = felt_of(without_jackpot(THREE_CARD))
    assert felt.jackpot_units == 0
    assert [area.bet for area in felt.areas] == ["pair_plus", "ante", "play"]
    assert all(pays.bet != "jackpot" for pays in felt.pays)


@pytest.mark.parametrize("sheet", [THREE_CARD, HOLDEM])
def test_its_odds_have_no_jackpot(sheet: str) -> None:
    game = without_jackpot(sheet)
    found = odds(game, AnalysisQuestion())
    assert "jackpot" not in odds_json(found)["bets"]
    assert found.bets["ante"].figures == odds(load(sheet), AnalysisQuestion()).bets["ante"].figures
    assert not any("Progressive jackpot" in str(block) for block in report(found, None, ()))
    assert all(entry.of != "jackpot" for entry in movables(game.sheet))


@pytest.mark.parametrize("name", ["jackpot_bet", "meter", "seed"])
def test_a_question_about_its_jackpot_is_refused(name: str) -> None:
    with pytest.raises(AnalysisFault, match=f"{name}: 3 Card Poker has no jackpot"):
        read_question(without_jackpot(THREE_CARD), QuestionTexts(**{name: "5"}))


def test_a_jackpot_stands_only_on_the_side_of_the_sheet_that_has_one() -> None:
    found = differences(load(THREE_CARD).sheet, without_jackpot(THREE_CARD).sheet)
    assert {each.heading for each in found} >= {"Jackpot", "Seats and bets"}
    assert all(each.second is None for each in found if each.heading == "Jackpot")


def test_asking_for_its_jackpot_is_a_defect() -> None:
    game = without_jackpot(THREE_CARD)
    with pytest.raises(InvariantBroken, match="has none"):
        _ = game.jackpot
    with pytest.raises(InvariantBroken, match="no jackpot"):
        _ = game.jackpot_ranking
