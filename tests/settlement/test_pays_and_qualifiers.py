"""Rates, hands from a rank up, qualifiers by hand and per bet, and games without a Dealer's hand."""

from typing import Any

import pytest

from pitboss.analysis.families import check_counted, family_of, rule_not_counted
from pitboss.analysis.model import AnalysisFault
from pitboss.cards import parse_card
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.sheets import SheetFault
from pitboss.words import say
from tests.settlement.variants import CITED, WHOLE, lines, undealt, variant, verdicts

BETS = {"ante": 1001, "bet": 2002}
HANDS = {
    "royal_flush": "100 to 1",
    "straight_flush": "20 to 1",
    "four_of_a_kind": "10 to 1",
    "full_house": "3 to 1",
    "flush": "3 to 2",
    "straight": "1 to 1",
}
"""The upper part of a pay table by hand."""
REST = {"three_of_a_kind": "1 to 1", "two_pairs": "1 to 1", "one_pair": "1 to 1", "five_odd_cards": "push"}
BY_HAND = {"pays.ante": {"hands": HANDS | REST, "clauses": CITED}}
FOURS = {"qualifier.high_cards": WHOLE, "qualifier.hand": "one_pair:4"}

FLUSH, STRAIGHT, TENS = "As Js 9s 5s 2s", "9h 8s 7d 6c 5h", "Th Td 7c 4s 2h"
ODD = "Ah Kd Jc 9s 2h"
THREES, FOUR_FOURS = "3h 3d Ac Ks Qh", "4h 4d Kc Qs 7d"


def test_three_to_two_is_rounded_down_to_a_cent() -> None:
    line = lines(variant(BY_HAND), FLUSH, FOUR_FOURS, BETS)["ante"]
    assert (line.result, line.net) == ("win", 1501)
    assert line.why.endswith("so the Ante pays 3 to 2.")


@pytest.mark.parametrize(
    ("hand", "rate"),
    [
        ("As Ks Qs Js Ts", "20 to 1"),
        ("Ks Qs Js Ts 9s", "20 to 1"),
        ("Qs 9s 5s 3s 2s", "3 to 1"),
        ("Js 9s 5s 3s 2s", "2 to 1"),
        ("6s 5h 4d 3c 2s", "1 to 1"),
        ("As Ah 3d 2c Qs", "1 to 1"),
        (ODD, "push"),
    ],
)
def test_a_hand_is_paid_by_the_first_line_that_holds_it(hand: str, rate: str) -> None:
    order = [category for category in FIVE_CARD_CATEGORIES if category != "royal_flush"]
    above = dict.fromkeys(("straight_flush", "four_of_a_kind", "full_house"), "20 to 1")
    table = above | {"flush:Q": "3 to 1", "flush": "2 to 1", "straight": "1 to 1"} | REST
    game = undealt({"ranking.order": order, "pays.bet": {"hands": table, "clauses": CITED}})
    own = game.ranking.rank([parse_card(card) for card in hand.split()])
    assert str(game.rate_of_hand("bet", own)) == rate


def test_a_push_line_neither_pays_nor_collects_a_win() -> None:
    game = variant(BY_HAND | {"qualifier.high_cards": "K"})
    line = lines(game, ODD, "Kh Qd Jh 9d 3h", BETS)["ante"]
    assert (line.result, line.net) == ("push", 0)
    assert line.why.endswith("but with ace high the Ante stands off.")


def test_a_qualifier_by_hand() -> None:
    game = variant(FOURS)
    assert say(game.needed_to_qualify) == "a pair of fours or better"
    line = lines(game, ODD, THREES, BETS)["ante"]
    assert line.why == (
        "The Dealer's pair of threes does not qualify: a pair of fours or better is needed, "
        "so the Ante pays 1 to 1."
    )
    assert lines(game, ODD, FOUR_FOURS, BETS)["ante"].result == "lose"
    assert lines(game, ODD, "2h 2d 3c 3s 7d", BETS)["ante"].result == "lose"


def test_the_hand_is_paid_though_the_dealer_does_not_qualify() -> None:
    game = variant(BY_HAND | FOURS)
    line = lines(game, FLUSH, THREES, BETS)["ante"]
    assert (line.result, line.net) == ("win", 1501)
    assert line.why.endswith("is needed, so the Ante pays 3 to 2 for an ace-high flush in spades.")


def test_a_hand_that_is_not_shown_is_not_paid_by_hand() -> None:
    game = variant(BY_HAND | FOURS | {"decline.taken_as": "lower"})
    found = lines(game, FLUSH, THREES, BETS, declined=True)
    assert found["ante"].result == "lose"
    assert "counts as lower than the Dealer's pair of threes, which does not qualify" in found["ante"].why
    assert found["bet"].result == "returned"


def test_bets_that_an_unqualified_dealer_does_not_touch_are_compared() -> None:
    game = variant(FOURS | {"showdown.no_qualifying_hand": verdicts(ante="push")})
    found = lines(game, TENS, THREES, BETS)
    assert (found["ante"].result, found["bet"].result, found["bet"].net) == ("push", "win", 2002)
    assert found["bet"].why == (
        "A pair of tens beats the Dealer's pair of threes, which does not qualify, so the Bet pays 1 to 1."
    )
    found = lines(game, ODD, THREES, BETS)
    assert (found["ante"].result, found["bet"].result) == ("push", "lose")


def test_a_pay_table_that_stops_at_a_hand() -> None:
    game = variant({"pays.ante": {"hands": HANDS, "pays_from": "straight", "clauses": CITED}})
    assert lines(game, STRAIGHT, FOUR_FOURS, BETS)["ante"].net == 1001
    line = lines(game, TENS, FOUR_FOURS, BETS)["ante"]
    assert (line.result, line.net) == ("push", 0)
    assert line.why.endswith("but below a straight the Ante is neither paid nor collected.")


def test_one_rate_from_a_pair_of_tens() -> None:
    game = variant({"pays.ante": {"pays": "1 to 1", "pays_from": "one_pair:T", "clauses": CITED}})
    assert lines(game, TENS, FOUR_FOURS, BETS)["ante"].result == "win"
    line = lines(game, "9h 9d 7c 4s 2h", FOUR_FOURS, BETS)["ante"]
    assert line.why.endswith("but below a pair of tens the Ante is neither paid nor collected.")


BLIND = {
    "refusals.bet_without_ante": CITED,
    "amounts.orphan_bonus": CITED,
    "bets.blind": {"title": "Blind", "placed": "before_deal", "needs_ante": True, "clauses": CITED},
    "pays.blind": {"hands": HANDS, "pays_from": "straight", "clauses": CITED},
    "showdown.higher": verdicts(ante="win", bet="win", blind="win"),
    "showdown.lower": verdicts(ante="lose", bet="lose", blind="lose"),
    "showdown.same": verdicts(ante="push", bet="push", blind="push"),
    "showdown.no_qualifying_hand": verdicts(ante="push"),
    "fold.loses": ["ante", "blind", "jackpot"],
}


def test_a_further_bet_on_the_dealers_hand() -> None:
    found = lines(variant(BLIND | FOURS), STRAIGHT, THREES, BETS | {"blind": 1001})
    assert [found[bet].net for bet in ("ante", "bet", "blind")] == [0, 8008, 1001]
    found = lines(variant(BLIND | FOURS), TENS, THREES, BETS | {"blind": 1001}, folded=("3.9.1",))
    assert [found[bet].net for bet in ("ante", "bet", "blind")] == [-1001, -2002, -1001]


NO_DEALER: dict[str, Any] = {
    "hands.dealer": 0,
    "hands.dealers_last_card_face_up": False,
    "seats.players_on_a_box": "one",
    "showdown": WHOLE,
    "qualifier": WHOLE,
    "decline.taken_as": "folded",
    "fold.loses": ["ante", "bet", "jackpot"],
    "decline.loses": ["ante", "bet", "jackpot"],
    "pays.ante": {"hands": HANDS | {"three_of_a_kind": "3 to 1", "two_pairs": "2 to 1"}, "clauses": CITED},
    "pays.bet": {
        "hands": HANDS
        | {"three_of_a_kind": "3 to 1", "two_pairs": "2 to 1", "one_pair:J": "1 to 1", "one_pair:6": "push"},
        "clauses": CITED,
    },
}


def test_without_a_dealers_hand_every_bet_is_paid_by_its_own() -> None:
    game = undealt(NO_DEALER)
    found = lines(game, FLUSH, "", BETS)
    assert [found[bet].net for bet in BETS] == [1501, 3003]
    assert found["ante"].why == "An ace-high flush in spades: the Ante pays 3 to 2."
    found = lines(game, "Jh Jd 7c 4s 2h", "", BETS)
    assert [found[bet].net for bet in BETS] == [-1001, 2002]
    assert found["ante"].why == "A pair of jacks is below the Ante pay table."
    found = lines(game, TENS, "", BETS)
    assert (found["bet"].result, found["bet"].net) == ("push", 0)
    assert found["bet"].why == "A pair of tens: the Bet is neither paid nor collected."
    found = lines(game, "5h 5d 7c 4s 2h", "", BETS)
    assert [found[bet].result for bet in BETS] == ["lose", "lose"]


def test_without_a_dealers_hand_a_fold_and_a_hidden_hand_lose() -> None:
    game = undealt(NO_DEALER)
    for hidden in ({"folded": ("3.9.1",)}, {"declined": True}):
        found = lines(game, FLUSH, "", BETS, **hidden)
        assert [found[bet].net for bet in BETS] == [-1001, -2002]


@pytest.mark.parametrize(
    ("overrides", "path", "says"),
    [
        ({"pays.ante.pays": "3 to 2 to 1"}, "pays.ante.pays", "not a rate such as"),
        ({"pays.ante.pays": "push"}, "pays.ante.pays", "only a line of hands"),
        ({"pays.bet.hands": HANDS}, "pays.bet", "every hand can win"),
        (
            {"pays.bet": {"hands": HANDS, "pays_from": "flush", "clauses": CITED}},
            "pays.bet.pays_from",
            "the last of them",
        ),
        ({"pays.ante.pays_from": "one_pair:1"}, "pays.ante.pays_from", "one rank of 23456789TJQKA"),
        ({"pays.ante.pays_from": "one_pair:2"}, "pays.ante.pays_from", "every one_pair is that high"),
        ({"pays.ante.pays_from": "straight_flush:A"}, "pays.ante.pays_from", "no straight_flush is so high"),
        ({"pays.ante.pays_from": "pair:A"}, "pays.ante.pays_from", "not in the ranking list"),
        (
            {"pays.bet.hands": {"royal_flush": "9 to 1", "straight_flush:T": "2 to 1", "flush": "1 to 1"}},
            "pays.bet.hands.flush",
            "straight_flush must come here",
        ),
        (
            {"pays.bet.hands": {"royal_flush": "9 to 1", "trips": "2 to 1"}},
            "pays.bet.hands.trips",
            "trips is not a hand of the ranking list, and straight_flush must come here",
        ),
        (
            {
                "pays.bet.hands": {
                    "royal_flush": "9 to 1",
                    "straight_flush:9": "2 to 1",
                    "straight_flush:T": "1 to 1",
                }
            },
            "pays.bet.hands.straight_flush:T",
            "an overlap",
        ),
        ({"qualifier.hand": "one_pair:4"}, "qualifier", "or for a hand"),
        ({"qualifier.high_cards": WHOLE}, "qualifier", "or for a hand"),
        (FOURS | {"qualifier.hand": "pair:4"}, "qualifier.hand", "not in the ranking list"),
        ({"showdown.no_qualifying_hand": {}}, "showdown.no_qualifying_hand", "names no bet"),
        (
            {"showdown.no_qualifying_hand": verdicts(jackpot="win")},
            "showdown.no_qualifying_hand.jackpot",
            "no such bet",
        ),
        (BLIND | {"showdown.same": verdicts(ante="push", bet="push")}, "showdown.same", "blind"),
        (BLIND | {"fold.loses": ["ante", "jackpot"]}, "fold.loses", "placed before the deal"),
        (
            BLIND | {"pays.blind": {"hole_cards": [], "pays": "1 to 1", "pays_from": "x", "clauses": CITED}},
            "pays.blind.pays_from",
            "not in the ranking list",
        ),
        ({"pays.ante_bonus": {"pays": "1 to 1", "clauses": CITED}}, "pays.ante_bonus.pays", "by hand"),
        (
            {"pays.ante_bonus": {"hands": {"royal_flush": "push"}, "clauses": CITED}},
            "pays.ante_bonus.hands.royal_flush",
            "only a line of hands",
        ),
        ({"hands.dealer": 4}, "hands.dealer", "4 cards"),
        ({"hands.box": 11}, "hands.shows_down", "10 at most"),
        ({"hands.dealer": 0, "showdown": WHOLE}, "qualifier", "could qualify"),
        ({"hands.dealer": 0}, "showdown", "own pay table"),
        (
            NO_DEALER | {"hands.dealers_last_card_face_up": True},
            "hands.dealers_last_card_face_up",
            "no Dealer",
        ),
        (NO_DEALER | {"decline.taken_as": "lower"}, "decline.taken_as", "counts as folded"),
        (NO_DEALER | {"seats.players_on_a_box": "several"}, "seats.players_on_a_box", "one player"),
        (NO_DEALER | {"fold.loses": ["ante"]}, "fold.loses", "bet too"),
        (NO_DEALER | {"decline.loses": ["bet"]}, "decline.loses", "ante too"),
        (NO_DEALER | {"pays.ante": {"pays": "1 to 1", "clauses": CITED}}, "pays.ante.pays", "by hand"),
        (
            NO_DEALER | {"pays.ante_bonus": {"hands": {"royal_flush": "1 to 1"}, "clauses": CITED}},
            "pays.ante_bonus",
            "use pays.ante",
        ),
    ],
)
def test_the_loader_refuses(overrides: dict[str, Any], path: str, says: str) -> None:
    with pytest.raises(SheetFault) as fault:
        variant(overrides)
    assert str(fault.value).startswith(f"{path}: ")
    assert says in str(fault.value)


@pytest.mark.parametrize(
    ("overrides", "says"),
    [
        (BY_HAND, "whole rates"),
        ({"pays.ante.pays_from": "one_pair:T"}, "all hands of a kind alike"),
        ({"showdown.no_qualifying_hand": verdicts(ante="push")}, "does not qualify"),
        (BLIND | {"showdown.no_qualifying_hand": verdicts(ante="push", bet="push", blind="push")}, "blind"),
    ],
)
def test_the_mathematics_refuses_what_it_does_not_count(overrides: dict[str, Any], says: str) -> None:
    reason = rule_not_counted(variant(overrides))
    assert reason is not None
    assert says in say(reason)


def test_the_mathematics_refuses_a_jackpot_on_hands_that_it_does_not_count() -> None:
    four = ["four_of_a_kind", "straight_flush", "three_of_a_kind", "flush", "straight", "two_pairs"]
    overrides = {
        "jackpot_ranking.size": 4,
        "jackpot_ranking.order": [*four, "one_pair", "four_odd_cards"],
        "jackpot.lines": [{"hand": "four_of_a_kind", "pays": "100%", "title": "Four"}],
        "jackpot.envy_clauses": [],
    }
    with pytest.raises(AnalysisFault, match=r"^jackpot_ranking\.size: it is 4, "):
        check_counted(variant(overrides), ["jackpot"])


def test_a_qualifier_by_hand_is_counted() -> None:
    assert family_of(variant(FOURS)) == "stud"
