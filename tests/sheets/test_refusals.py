"""The clauses of refusals: listed by code, or with ``other`` for all that are not."""

from collections.abc import Callable

import pytest

from pitboss.records import play
from pitboss.records.round_file import parse_round_file
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round import decide, open_round
from pitboss.settlement import Table
from pitboss.sheets import SheetFault, load, sheet_ids
from pitboss.sheets.explanation import ClauseUses
from pitboss.sheets.game import Game
from pitboss.sheets.loader import make_game
from pitboss.words import say
from tests.sheets.edits import Data, source

THREE_CARD = "rws-three-card-v3"


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_shipped_sheet_lists_what_its_game_can_refuse(sheet: str) -> None:
    data, clauses = source(sheet)
    listed = dict(data["refusals"])
    data["refusals"] = {}
    with pytest.raises(SheetFault, match=r"refusals: name the clauses of .*, or with other") as fault:
        make_game(data, clauses)
    named = fault.value.message.removeprefix("name the clauses of ").partition(", or with")[0].split(", ")
    assert set(named) <= listed.keys()
    assert listed.keys() - set(named) <= {"decision_bet_size", "show_declined"}


@pytest.mark.parametrize("code", ["bet_after_close", "look_not_allowed", "bet_below_minimum"])
def test_a_missing_code_is_named(code: str) -> None:
    data, clauses = source(THREE_CARD)
    del data["refusals"][code]
    with pytest.raises(SheetFault, match=f"refusals: name the clauses of {code}, or with other"):
        make_game(data, clauses)


def with_others() -> Game:
    data, clauses = source(THREE_CARD)
    data["refusals"] = {"other": ["3.2"], "bets_not_closed": ["3.9"]}
    return make_game(data, clauses)


def test_a_refusal_that_is_not_listed_cites_the_others() -> None:
    game = with_others()
    hashes = cmd.Hashes("", game.hashes.sheet, game.hashes.readings)
    state = open_round(cmd.OpenRound(Table(sheet=THREE_CARD), None, hashes))
    late = decide(game, state, cmd.FoldHand(1))
    early = decide(game, state, cmd.DealCards(1, ()))
    assert isinstance(late, Refusal)
    assert isinstance(early, Refusal)
    assert late.clauses == ("3.2",)
    assert early.clauses == ("3.9",)
    assert game.refusal_clauses("excess_card") == ("3.2",)
    assert game.excess_card_clauses == {"5.8.3", "5.23"}
    assert list(map(say, ClauseUses(game.sheet).refused("3.2"))) == [
        "Whatever else is refused rests on it, if no clause of its own is named."
    ]


def by_subject(data: Data) -> None:
    data["deck"]["wrong_count"] = ["3.2"]


def by_the_deck(data: Data) -> None:
    data["irregularities"]["5.8.3"]["subjects"] = []


@pytest.mark.parametrize("edit", [by_subject, by_the_deck])
def test_a_card_dealt_twice_is_answered_by_the_clause_for_the_number_of_cards(
    edit: Callable[[Data], None],
) -> None:
    data, clauses = source(THREE_CARD)
    data["refusals"] = {"other": ["3.2"]}
    edit(data)
    game = make_game(data, clauses)
    steps = [
        "bet 1 ann ante 20",
        "close",
        "deal 1 Js Th 9d",
        "deal dealer Js 8c 6s",
        "report 5.8.3",
        "settle",
    ]
    file = {"sheet": THREE_CARD, "table": {"dealing": "shuffler"}, "round": [{"steps": steps}]}
    (played,) = play(parse_round_file(file, game), game)
    assert played.settlement.players() == {"ann": 0}


def test_a_count_by_hand_does_not_answer_a_card_dealt_twice() -> None:
    """It may find the deck whole, and then the card would still be in two places."""
    game = load("mbs-megalink-stud-v9")
    assert game.sheet.irregularities["5.8"].subjects == ("deck_count",)
    assert "5.8" not in game.excess_card_clauses


def test_a_code_that_does_not_exist_is_refused() -> None:
    data, clauses = source(THREE_CARD)
    data["refusals"]["others"] = ["3.2"]
    with pytest.raises(SheetFault, match=r"refusals\.others: there is no such refusal"):
        make_game(data, clauses)
