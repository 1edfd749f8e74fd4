"""What if: settings change a sheet, and only where it has them."""

from pathlib import Path

import pytest

from pitboss.hands import HandLine
from pitboss.sheets import load
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.formats import SheetText
from pitboss.sheets.loader import texts_in
from pitboss.sheets.rates import Fixed, ForOne, Percent, ToOne
from pitboss.sheets.settings import changed, with_settings

THREE, PROGRESSIVE, MULTILINK = (
    "rws-three-card-v3",
    "rws-progressive-three-card-v5",
    "rws-multilink-three-card-v4",
)
STUD, HOLDEM = "mbs-megalink-stud-v9", "rws-multilink-holdem-v2"


def test_nothing_set_is_the_sheet_itself() -> None:
    assert changed(THREE, []) is load(THREE)


@pytest.mark.parametrize("text", ["pair_plus.straight=6", "pays.pair_plus.hands.straight=6 to 1"])
def test_a_rate_by_its_short_name_or_its_path(text: str) -> None:
    game = changed(THREE, [text])
    assert dict(game.pays["pair_plus"].hands)[HandLine("straight")] == ToOne(6)
    assert game.hashes.sheet != load(THREE).hashes.sheet
    assert dict(load(THREE).pays["pair_plus"].hands)[HandLine("straight")] == ToOne(5)


def test_a_number_takes_the_form_that_stands_there() -> None:
    game = changed(PROGRESSIVE, ["jackpot.straight_flush=1500", "jackpot.royal_flush_in_spades=50"])
    assert [line.rate for line in game.jackpot_pays][:3] == [Percent(50), Percent(25), Fixed(150_000)]
    assert changed(MULTILINK, ["jackpot.flush=30"]).jackpot_pays[4].rate == ForOne(30)
    assert changed(STUD, ["bet.royal_flush=100"]).pays["bet"].hands[0][1] == ToOne(100)


def test_qualifiers() -> None:
    assert changed(THREE, ["qualifier=K"]).sheet.qualifier.high_cards == "K"  # type: ignore[union-attr]
    assert changed(STUD, ["qualifier=AQ"]).sheet.qualifier.high_cards == "AQ"  # type: ignore[union-attr]
    none = changed(THREE, ["qualifier=none"])
    assert none.sheet.qualifier is None
    assert "no_qualifying_hand" not in none.sheet.showdown


def test_choices_sizes_and_lists() -> None:
    assert changed(THREE, ["envy_after_fold=kept"]).readings.envy_after_fold == "kept"
    assert changed(THREE, ["readings.envy_after_fold=kept"]).readings.envy_after_fold == "kept"
    assert changed(THREE, ["play.times_ante=2"]).sheet.bets["play"].times_ante == 2
    assert changed(THREE, ["fold.loses=ante,pair_plus"]).sheet.fold.loses == ("ante", "pair_plus")
    assert changed(THREE, ["jackpot.akq_spades.envy=500"]).jackpot_pays[0].envy == 50_000
    assert changed(THREE, ["irregularities.5.18.by=dealer"]).sheet.irregularities["5.18"].by == "dealer"
    assert changed(HOLDEM, ["ante.pays_from=flush"]).pays["ante"].pays_from == HandLine("flush")
    assert changed(HOLDEM, ["bonus.most_paid=5000"]).pays["bonus"].most_paid == 500_000
    assert changed(HOLDEM, ["bonus.AKs=30"]).pays["bonus"].hole_lines[2].rate == ToOne(30)
    assert (
        changed(STUD, ["hands.dealers_last_card_face_up=no"]).sheet.hands.dealers_last_card_face_up is False
    )


def test_hands_are_added_and_taken_out_at_the_end_of_a_pay_table() -> None:
    more = changed(THREE, ["ante_bonus.flush=1"]).pays["ante_bonus"].hands
    assert [str(hand) for hand, _ in more] == ["straight_flush", "three_of_a_kind", "straight", "flush"]
    fewer = changed(THREE, ["pair_plus.one_pair=none"]).pays["pair_plus"].hands
    assert [str(hand) for hand, _ in fewer][-1] == "flush"
    assert "ante_bonus" not in changed(THREE, ["ante_bonus=none"]).pays


@pytest.mark.parametrize(
    ("sheet", "setting", "path", "words"),
    [
        (THREE, "pair_plus", "'pair_plus'", "a path and a value"),
        (THREE, "=6", "'=6'", "a path and a value"),
        (THREE, "nonsense=1", "nonsense", "no such setting"),
        (THREE, "pair_plus.x=1", "pays.pair_plus.hands.x", "no such setting; here it has straight_flush"),
        (THREE, "pair_plus.royal_flush=1", "pays.pair_plus.hands.royal_flush", "no such setting"),
        (THREE, "pair_plus=1", "pays.pair_plus", "name one of its entries"),
        (THREE, "ante.pays_from=flush", "pays.ante.pays_from", "no such setting"),
        (THREE, "ante_bonus.one_pair=1", "pays.ante_bonus.hands.one_pair", "flush must come here"),
        (THREE, "pair_plus.flush=none", "pays.pair_plus.hands.one_pair", "flush must come here"),
        (THREE, "pair_plus.straight=x", "pays.pair_plus.hands.straight", "is not a rate"),
        (THREE, "pair_plus.straight=-1", "pays.pair_plus.hands.straight", "is not a rate"),
        (THREE, "play.times_ante=many", "bets.play.times_ante", "not a whole number"),
        (THREE, "play.times_ante=0", "bets.play", "multiple of the Ante"),
        (THREE, "qualifier=Z", "qualifier.high_cards", "does not name high cards"),
        (THREE, "qualifier=", "qualifier.high_cards", "does not name high cards"),
        (THREE, "qualifier=7Q", "qualifier.high_cards", "does not name high cards"),
        (THREE, "fold.loses=ante,x", "fold.loses", "no x bet"),
        (THREE, "envy_after_fold=gone", "readings.envy_after_fold.choice", "lost, kept"),
        (THREE, "dealing=3", "dealing", "name one of them"),
        (THREE, "layout=3", "layout", "name one of its entries"),
        (THREE, "jackpot.straight=40 to 1", "jackpot.lines.4", "a jackpot pays"),
        (THREE, "id.x=1", "id", "no entries of its own"),
        (THREE, "pays.pair_plus.most_paid=none", "pays.pair_plus.hands.most_paid", "no such setting"),
        (PROGRESSIVE, "jackpot.royal_flush=50", "jackpot.lines.royal_flush", "several lines fit"),
        (PROGRESSIVE, "jackpot.lines.9.pays=50%", "jackpot.lines.9", "no such line"),
        (STUD, "pair_plus.straight=6", "pair_plus", "no such setting"),
        (STUD, "hands.dealers_last_card_face_up=maybe", "hands.dealers_last_card_face_up", "yes nor no"),
        (HOLDEM, "qualifier=none", "qualifier", "this sheet has none"),
        (HOLDEM, "bonus.AA=30", "pays.bonus.hole_cards.AA", "several lines fit"),
    ],
)
def test_a_setting_that_cannot_be(sheet: str, setting: str, path: str, words: str) -> None:
    with pytest.raises(SheetFault) as fault:
        changed(sheet, [setting])
    assert str(fault.value).startswith(f"{path}: ")
    assert words in str(fault.value)
    assert "\n" not in str(fault.value)


def test_sizes_of_a_bet_are_set_as_numbers() -> None:
    folder = Path(__file__).parents[2] / "examples" / "sheets" / "mississippi-stud-v1"
    text = SheetText(*texts_in(folder))
    assert with_settings(text, ["third.times_ante=1,2"]).sheet.bets["third"].sizes == (1, 2)
    with pytest.raises(SheetFault, match=r"bets\.third\.times_ante: 'many' is not a whole number"):
        with_settings(text, ["third.times_ante=many"])
