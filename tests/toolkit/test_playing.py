"""Rounds played through the library: several boxes and players, jackpots, envy, irregularities, refusals."""

import pickle
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

import pitboss as pb
from pitboss.sheets.library import using

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"


@pytest.fixture(autouse=True)
def _library_of_its_own() -> Iterator[None]:
    with using():
        yield


def finish(r: pb.GameRound, word: str = "") -> pb.SettledRound:
    while asked := r.asks:
        r.answer(word or asked[0].choices[0])
    return r.settlement


def test_an_envy_bonus_is_paid_to_the_other_box_and_the_jackpot_goes_on() -> None:
    table = pb.sheet("P3CP").table(jackpot=50_000, jackpot_reset=10_000, seed=2)
    r = table.round()
    for player in ("ann", "ben"):
        r.bet(player, "ante", 25)
        r.bet(player, "jackpot", 5)
    r.deal(ann="Js Ts 4d", ben="Kd 8c 3h", dealer="As Ks Qs")
    settled = finish(r)
    lines = {(line.player, line.bet): line for line in settled.lines}
    assert lines["ann", "jackpot"].net > 49_000
    assert lines["ben", "envy"].net == 500
    assert table.jackpot == settled.jackpot == 10_000
    again = pb.settle(r.file())
    assert again.rounds == (settled,)


def test_a_player_with_two_boxes_and_two_players_on_one() -> None:
    r = pb.sheet("MSS").table(boxes=3).round()
    r.bet("ann", "ante", 10)
    r.bet("ann", "ante", 20, box=2)
    r.bet("ben", "ante", 5, box=2)
    with pytest.raises(ValueError, match="ann has boxes 1 and 2: name their cards by the box"):
        r.deal(ann="As Ks Qs")
    r.deal({1: "As Ks Qs", 2: "2c 3d 5h", "dealer": "Qc Jd 9h"})
    assert [(asked.box, str(asked.choices[0])) for asked in r.asks] == [(1, "bet 20"), (2, "bet 40")]
    with pytest.raises(ValueError, match="box 3 has no decision open; open are those of box 1, 2"):
        r.answer("fold", box=3)
    r.answer("bet", box=2)
    assert [(asked.box, asked.player) for asked in r.asks] == [(2, "ben"), (1, "ann")]
    r.answer("pass")
    r.answer("fold")
    staked = {(line.box, line.player, line.bet) for line in r.settlement.lines}
    assert staked == {(1, "ann", "ante"), (2, "ann", "ante"), (2, "ann", "bet"), (2, "ben", "ante")}


def test_the_jackpot_of_the_table_is_as_it_is_said() -> None:
    table = pb.sheet("3CP").table(jackpot="1000.50", jackpot_bet=10, jackpot_reset=100, contribution="0.25")
    r = table.round()
    r.bet("ann", "ante", 5)
    r.bet("ann", "jackpot", 10)
    r.deal(ann="2c 3d 5h")
    finish(r, "fold")
    assert table.jackpot == Decimal("1003")


def test_choices_after_an_irregularity_are_asked() -> None:
    r = pb.sheet("3CP").table(seed=1).round()
    r.bet("ann", "ante", 10)
    r.deal(ann="As Kd 4c", dealer="Kh 8d 2s")
    r.step("report 5.10 box=1 reconstructed=no")
    asked = r.asks[0]
    assert [choice.word for choice in asked.choices] == ["continue", "withdraw"]
    assert asked.clauses
    r.answer("withdraw")
    assert r.settled
    assert r.settlement.players == {"ann": 0}
    assert any("5.10 is reported" in note for note in r.settlement.notes)


def test_steps_alone_play_a_round_without_a_deck() -> None:
    r = pb.sheet("3CP").table().round()
    for step in ("bet 1 ann ante 10", "close", "deal 1 As Kd 4c", "deal dealer Qh 8d 2s"):
        r.step(step)
    r.answer("play")
    r.step("reveal")
    assert not r.settled
    r.step("settle")
    assert r.settlement.players == {"ann": 20}
    with pytest.raises(ValueError, match="catch Refused"):
        r.step("! settle")


def test_bets_of_several_sizes_are_named_by_how_often_the_ante() -> None:
    r = pb.sheet(EXAMPLES / "mississippi-stud-v1").table(seed=3).round()
    r.bet("ann", "ante", 5)
    r.deal(ann="Ks Kd")
    bet = r.asks[0].choices[0].word
    with pytest.raises(ValueError, match=f"say {bet} x 1 or {bet} x 2 or {bet} x 3, or give an amount"):
        r.answer(bet)
    with pytest.raises(ValueError, match="cannot answer"):
        r.answer(f"{bet} x 4")
    with pytest.raises(pb.Refused, match="must be"):
        r.answer(bet, amount=12)
    r.answer(f"{bet} x 3")
    r.answer(r.asks[0].choices[0].word, amount=5)
    r.answer(pb.advise(EXAMPLES / "mississippi-stud-v1", r.asks[0]).best)
    assert r.settled
    assert [line.stake for line in r.settlement.lines][:3] == [5, 15, 5]


def test_bets_out_of_the_limits_are_refused_with_their_clauses() -> None:
    r = pb.sheet("3CP").table(limits={"ante": (25, 500)}).round()
    for amount, code in ((10, "bet_below_minimum"), (501, "bet_above_maximum")):
        with pytest.raises(pb.Refused) as refused:
            r.bet("ann", "ante", amount)
        assert refused.value.code == code
        assert refused.value.clauses
        again = pickle.loads(pickle.dumps(refused.value))
        assert (str(again), again.code, again.clauses) == (str(refused.value), code, refused.value.clauses)
    r.bet("ann", "ante", 25)
    r.deal()
    with pytest.raises(pb.Refused, match="the Bets are closed") as late:
        r.bet("ben", "ante", 25)
    assert late.value.clauses
    with pytest.raises(pb.Refused):
        r.deal()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"boxes": 40}, "table.boxes must be a whole number from"),
        ({"limits": {"tie": (1, 2)}}, "has no such bet; its bets are ante"),
        ({"limits": {"ante": (9, 2)}}, "the minimum is over the maximum"),
        ({"device": "wheel"}, "table.dealing is"),
        ({"jackpot": 5.0}, "not an exact amount"),
        ({"jackpot": 5, "contribution": "2"}, "a share from 0 to 1"),
    ],
)
def test_tables_that_the_sheet_does_not_have(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        pb.sheet("3CP").table(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ({"ann": "As Ks 1x"}, "'1x' is not a card"),
        ({"ann": "As Ks Qs Js"}, "4 cards named, but in this game there are 3"),
        ({"ann": "As ? Qs"}, "left out"),
        ({"community": "As"}, "there are 0"),
        ({"ann": "As", "dealer": "As"}, "As is named twice"),
    ],
)
def test_cards_that_cannot_be_dealt(cards: dict[str | int, str], told: str) -> None:
    r = pb.sheet("3CP").table().round()
    r.bet("ann", "ante", 5)
    with pytest.raises(ValueError, match=told):
        r.deal(cards)
    r.deal(ann="As Ks Qs")
    assert r.asks[0].cards == ("As", "Ks", "Qs")


def test_first_attempts_of_newcomers_work_or_say_why_not() -> None:
    game = pb.sheet("3CP")
    r = game.table(jackpot=100).round()
    assert repr(r) == "<a round of 3 Card Poker: bets may be placed>"
    r.bet("ann", "ante", 5)
    r.deal(ann=("Qs", "6d", "4c"))
    assert game.advise(r.asks[0].cards) == game.advise("Qs,6d,4c") == game.advise(r.asks[0])
    with pytest.raises(ValueError, match="not settled yet: it asks ann of box 1"):
        _ = r.settlement
    with pytest.raises(TypeError, match="a word or a choice, not None"):
        r.answer(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="named by a text or a path"):
        pb.sheet(3)  # type: ignore[arg-type]
    with pytest.raises(pb.FileFault, match=r"nowhere\.toml: the file cannot be read"):
        pb.settle("nowhere.toml")
    with pytest.raises(pb.FileFault, match="calls 3CP by its id, rws-three-card-v3"):
        pb.settle({"sheet": "3CP"})
    r.answer("fold")
    assert repr(r) == "<a round of 3 Card Poker: it is settled>"
    assert repr(game.table(boxes=3, jackpot=100)) == "<a table of 3 Card Poker, 3 boxes, jackpot 100>"


def test_names_and_amounts_that_are_none() -> None:
    r = pb.sheet("3CP").table(boxes=1).round()
    with pytest.raises(ValueError, match="one word"):
        r.bet("ann lee", "ante", 5)
    for amount in (-1, "5.001", "five", True, Decimal("0.001")):
        with pytest.raises(ValueError, match=r"below zero|amount|decimal"):
            r.bet("ann", "ante", amount)
    with pytest.raises(pb.Refused):
        r.bet("ann", "tie", 5)
    r.bet("ann", "ante", Decimal("1E+1"))
    with pytest.raises(ValueError, match="say box="):
        r.bet("ben", "ante", 5)


def test_the_mathematics_of_a_sheet_and_of_what_if() -> None:
    game = pb.sheet("3CP")
    found = game.odds(bets={"ante": 5, "jackpot": 5}, meter=80_450, others=2)
    assert found.together["ante"] < 0
    assert sum(found.bets["pair_plus"].outcomes.values()) == 1
    assert sum(found.bets["pair_plus"].combinations.values()) == 22_100
    assert found.jackpot[0].value(80_450) == found.jackpot[0].slope * 80_450 + found.jackpot[0].constant
    with pytest.raises(ValueError, match="pair_plus"):
        game.variant("pair_plus.five_of_a_kind=6")
    with pytest.raises(pb.AnalysisFault, match="hand: it has 2 cards"):
        game.advise("As Ks")
    with pytest.raises(pb.AnalysisFault, match="up: it is one card"):
        pb.advise("MSS", "As Ks Qs Js 9s", up="2c 3c")
    played = game.variant("pair_plus.straight=6").table().round()
    played.bet("ann", "pair_plus", 5)
    played.deal(ann="4s 5d 6c")
    assert played.settlement.players == {"ann": 30}
