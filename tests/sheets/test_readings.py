"""What each reading decides: every option of every point that the sheets leave open, settled."""

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.records import FileFailed, play
from pitboss.records.round_file import parse_round_file
from pitboss.refusal import Refusal
from pitboss.round import Round, apply, open_round
from pitboss.round.applied_readings import applied_readings
from pitboss.round.betting import bet_left_alone
from pitboss.round.commands import CloseBets, CorrectBet, Hashes, OpenRound
from pitboss.round.legal import area
from pitboss.round.notes import notes
from pitboss.round.reportable import reportable
from pitboss.settlement import Settlement
from pitboss.settlement.awards import full_hand_at
from pitboss.sheets import Game, load, sheet_ids
from pitboss.sheets.explanation import readings_of
from pitboss.sheets.loader import with_readings
from pitboss.sheets.readings import POINTS, Readings, options
from tests.independent.rounds import random_round

THREE_CARD = "rws-three-card-v3"
MULTILINK = "rws-multilink-three-card-v4"
HOLDEM = "rws-multilink-holdem-v2"
STUD = "mbs-megalink-stud-v9"


def played(game: Game, steps: list[str], **sections: Any) -> Round:
    """A round of a game whose readings need not be those that ship."""
    data = {"sheet": game.sheet.id, "round": [{"steps": steps}], **sections}
    file = parse_round_file(data)
    state = open_round(OpenRound(file.table, file.display, Hashes("", "", "")))
    for step in file.rounds[0]:
        answer = apply(game, state, step.command)
        assert not isinstance(answer, Refusal), answer
        state = answer[0]
    return state


def settled(game: Game, steps: list[str], **sections: Any) -> Settlement:
    settlement = played(game, [*steps, "settle"], **sections).settlement
    assert settlement is not None
    return settlement


def both(sheet: str, name: str, option: str) -> tuple[Game, Game]:
    """The game as it ships, and the game with one reading taken the other way."""
    game = load(sheet)
    assert getattr(game.readings, name) not in (None, option)
    return game, with_readings(game, {name: option})


def refused(game: Game, steps: list[str], **sections: Any) -> Refusal:
    """The refusal of the last step."""
    state = played(game, steps[:-1], **sections)
    file = parse_round_file({"sheet": game.sheet.id, "round": [{"steps": steps[-1:]}]})
    answer = apply(game, state, file.rounds[0][0].command)
    assert isinstance(answer, Refusal)
    return answer


def nets(settlement: Settlement) -> dict[str, int]:
    return {f"{line.box} {line.bet}": line.net for line in settlement.lines}


def results(settlement: Settlement) -> dict[str, str]:
    return {f"{line.box} {line.player} {line.bet}": line.result for line in settlement.lines}


def jackpot(value: str = "1000", reset: str = "500", contribution: str = "0") -> dict[str, str]:
    return {"value": value, "reset": reset, "contribution": contribution}


def test_ante_bonus_after_fold_paid() -> None:
    steps = ["bet 1 ann ante 25", "close", "deal 1 4s 5h 6d", "deal dealer Qd 9c 3s", "look 1", "fold 1"]
    ours, other = both(THREE_CARD, "ante_bonus_after_fold", "paid")
    assert nets(settled(ours, steps)) == {"1 ante": -2500}
    assert nets(settled(other, steps)) == {"1 ante": -2500, "1 ante_bonus": 2500}


STRAIGHT = [
    *("bet 1 ann ante 25", "bet 1 ann jackpot 5", "close", "deal 1 4s 5h 6d", "deal dealer Qd 9c 3s"),
    *("look 1", "bet 1 ann play 25", "reveal"),
]


def test_jackpot_bet_with_a_win_given_back() -> None:
    ours, other = both(THREE_CARD, "jackpot_bet_with_a_win", "given_back")
    assert nets(settled(ours, STRAIGHT, jackpot=jackpot()))["1 jackpot"] == 1000
    assert nets(settled(other, STRAIGHT, jackpot=jackpot()))["1 jackpot"] == 1500


STRAIGHT_FLUSH = [
    *("bet 1 ann ante 25", "bet 1 ann jackpot 5", "close", "deal 1 4s 5s 6s 7s 8s"),
    *("deal dealer Ad Kc 9d 7c 3h", "look 1", "bet 1 ann bet 50", "reveal"),
]


def test_percentage_award_resets_the_display() -> None:
    ours, other = both(STUD, "percentage_award", "resets_the_display")
    moves = [settled(game, STRAIGHT_FLUSH, jackpot=jackpot()).jackpot for game in (ours, other)]
    assert [move and move.after for move in moves] == [90_000, 50_000]


def test_second_straight_flush_of_the_reset_value() -> None:
    steps = [
        *("bet 1 ann ante 25", "bet 1 ann jackpot 5", "bet 2 bob ante 25", "bet 2 bob jackpot 5", "close"),
        *("deal 1 4s 5s 6s 7s 8s", "deal 2 4h 5h 6h 7h 8h", "deal dealer Ad Kc 9d 7c 3h"),
        *("look 1", "look 2", "bet 1 ann bet 50", "bet 2 bob bet 50", "reveal"),
    ]
    ours, other = both(STUD, "second_straight_flush", "of_the_reset_value")
    moves = [settled(game, steps, jackpot=jackpot()).jackpot for game in (ours, other)]
    assert [move and [payout.amount for payout in move.payouts] for move in moves] == [
        [9_500, 9_500],  # 100 and 10% of the 900 left, divided
        [7_500, 7_500],  # 100 and 10% of the reset value, divided
    ]


@pytest.mark.parametrize(("sheet", "hand"), [(THREE_CARD, "As Ks Qs"), (STUD, "As Ks Qs Js Ts")])
def test_part_of_a_cent_kept(sheet: str, hand: str) -> None:
    """A jackpot is paid in whole cents; what is left of the last one goes with the reset, or stays on top."""
    bet, dealer = ("play 25", "Qd 9c 3s") if sheet == THREE_CARD else ("bet 50", "Ad Kc 9d 7c 3h")
    steps = [
        *("bet 1 ann ante 25", "bet 1 ann jackpot 5", "close", f"deal 1 {hand}", f"deal dealer {dealer}"),
        *("look 1", f"bet 1 ann {bet}", "reveal"),
    ]
    games = both(sheet, "part_of_a_cent", "kept")
    shown = jackpot(value="1000.1234", contribution="0.0003")
    moves = [settled(game, steps, jackpot=shown).jackpot for game in games]
    assert [move and [paid.amount for paid in move.payouts] for move in moves] == [[100_012], [100_012]]
    assert [move and move.after for move in moves] == [50_000, 50_000 + Fraction("0.49")]


def test_the_part_of_a_cent_of_two_royals() -> None:
    """MBS 3.15.1: the cents that do not divide stay in both readings."""
    steps = [
        *("bet 1 ann ante 25", "bet 1 ann jackpot 5", "bet 2 bob ante 25", "bet 2 bob jackpot 5", "close"),
        *("deal 1 As Ks Qs Js Ts", "deal 2 Ah Kh Qh Jh Th", "deal dealer Ad Kc 9d 7c 3h"),
        *("look 1", "look 2", "bet 1 ann bet 50", "bet 2 bob bet 50", "reveal"),
    ]
    games = both(STUD, "part_of_a_cent", "kept")
    moves = [settled(game, steps, jackpot=jackpot(value="1000.1175")).jackpot for game in games]
    assert [move and [paid.amount for paid in move.payouts] for move in moves] == [[75_005, 75_005]] * 2
    assert [move and move.after for move in moves] == [50_001, 50_001 + Fraction("0.75")]


def envy_steps(second: str, decision: str) -> list[str]:
    return [
        *("bet 1 ann ante 25", "bet 1 ann jackpot 5", f"bet 2 {second} ante 25", f"bet 2 {second} jackpot 5"),
        *("close", "deal 1 Ah Kh Qh", "deal 2 9h 9d 4c", "deal dealer Qd 9c 3s", "look 1"),
        *("bet 1 ann play 25", decision, "reveal"),
    ]


def test_envy_for_own_hands_on_his_other_boxes() -> None:
    steps = envy_steps("ann", "bet 2 ann play 25")
    ours, other = both(THREE_CARD, "envy_for_own_hands", "on_his_other_boxes")
    assert "2 envy" not in nets(settled(ours, steps, jackpot=jackpot()))
    assert nets(settled(other, steps, jackpot=jackpot()))["2 envy"] == 5_000


def test_envy_after_fold_kept() -> None:
    steps = envy_steps("bob", "fold 2")
    ours, other = both(THREE_CARD, "envy_after_fold", "kept")
    assert "2 envy" not in nets(settled(ours, steps, jackpot=jackpot()))
    assert nets(settled(other, steps, jackpot=jackpot()))["2 envy"] == 5_000


def test_outcome_established_first_reveal() -> None:
    steps = [
        *("bet 1 ann ante 25", "bet 2 bob ante 25", "close", "deal 1 As Ks 2d", "deal 2 9h 9d 4c"),
        *("deal dealer Qd 9c 3s", "look 1", "fold 1", "interrupt"),
    ]
    ours, other = both(THREE_CARD, "outcome_established", "first_reveal")
    assert not played(ours, steps).void
    assert played(other, steps).void == ("5.7.2", "5.21")


def test_decision_bet_over_size_up_to_the_maximum() -> None:
    steps = [
        *("bet 1 ann ante 25", "close", "deal 1 As Ks 2d", "deal dealer Qd 9c 3s", "look 1"),
        *("bet 1 ann play 75 unnoticed", "reveal"),
    ]
    limits = {"limits": {"play": ["25", "50"]}}
    ours, other = both(THREE_CARD, "decision_bet_over_size", "up_to_the_maximum")
    assert nets(settled(ours, steps, table=limits))["1 play"] == 2_500
    assert nets(settled(other, steps, table=limits))["1 play"] == 5_000


HOLDEM_DEAL = ["close", "deal community 2c 7d 9h Js Qs", "deal 1 Ah Ad", "deal dealer As Ac", "look 1"]


def test_leaving_after_the_flop_folds() -> None:
    steps = ["bet 1 ann ante 25", *HOLDEM_DEAL, "bet 1 ann flop 50", "reveal", "leave 1"]
    ours, other = both(HOLDEM, "leaving_after_the_flop", "folds")
    assert not played(ours, steps).box(1).folded
    assert nets(settled(ours, [*steps, "reveal", "reveal"])) == {"1 ante": 0, "1 flop": 0}
    assert nets(settled(other, steps)) == {"1 ante": -2_500, "1 flop": -5_000}


def test_bonus_cap_covers_winnings_and_stake() -> None:
    steps = [
        *("bet 1 ann ante 25", "bet 1 ann bonus 200", *HOLDEM_DEAL, "bet 1 ann flop 50", "reveal"),
        *("check 1", "reveal", "check 1", "reveal"),
    ]
    ours, other = both(HOLDEM, "bonus_cap_covers", "winnings_and_stake")
    assert nets(settled(ours, steps))["1 bonus"] == 10_000_000
    assert nets(settled(other, steps))["1 bonus"] == 9_980_000


FOLDED_PAIR = [
    *("bet 1 ann ante 25", "bet 1 ann pair_plus 25", "close", "deal 1 9h 9d 4c", "deal dealer Qd 8c 3s"),
    *("deal community 2c 2d", "discard 7s", "look 1", "fold 1"),
]


def test_pair_plus_after_fold_lost() -> None:
    ours, other = both(MULTILINK, "pair_plus_after_fold", "lost")
    assert nets(settled(ours, FOLDED_PAIR)) == {"1 ante": -2_500, "1 pair_plus": 2_500}
    assert nets(settled(other, FOLDED_PAIR)) == {"1 ante": -2_500, "1 pair_plus": -2_500}


AKQ = [
    *("bet 1 ann ante 25", "bet 1 ann jackpot 5", "close", "deal 1 As Ks Qs", "deal dealer Qd 9c 3s"),
    *("look 1", "bet 1 ann play 25", "reveal"),
]


@pytest.mark.parametrize(
    ("sheet", "steps", "won", "after"),
    [
        (THREE_CARD, AKQ, [100_250, 100_000], [50_000, 50_250]),
        (STUD, STRAIGHT_FLUSH, [10_025, 10_000], [90_225, 90_250]),
        (THREE_CARD, STRAIGHT, [1_500, 1_500], [100_250, 100_250]),
    ],
)
def test_own_contribution_in_the_next_jackpot(
    sheet: str, steps: list[str], won: list[int], after: list[int]
) -> None:
    games = both(sheet, "own_contribution", "in_the_next_jackpot")
    shown = jackpot(contribution="0.5")
    moves = [settled(game, steps, jackpot=shown).jackpot for game in games]
    assert [[paid.amount for paid in move.payouts] for move in moves if move] == [[won[0]], [won[1]]]
    assert [move and move.after for move in moves] == after


DECLINED_STRAIGHT = [*STRAIGHT, "decline 1"]


def test_show_after_declining_establishes_the_rank() -> None:
    """3CP 4.5: once its rank is established, a hand is settled like any that was shown."""
    ours, other = both(THREE_CARD, "show_after_declining", "establishes_the_rank")
    shown = [*DECLINED_STRAIGHT, "show 1 4s 5h 6d"]
    assert refused(ours, shown, jackpot=jackpot()).clauses[:1] == ("4.5",)
    lost = {"1 ante": -2_500, "1 play": -2_500, "1 jackpot": -500}
    assert nets(settled(ours, DECLINED_STRAIGHT, jackpot=jackpot())) == lost
    assert nets(settled(other, DECLINED_STRAIGHT, jackpot=jackpot())) == lost
    again = settled(other, shown, jackpot=jackpot())
    assert nets(again) == {"1 ante": 2_500, "1 ante_bonus": 2_500, "1 play": 2_500, "1 jackpot": 1_000}
    assert "4.5" in again.lines[0].clauses


def test_show_after_declining_in_stud() -> None:
    ours, other = both(STUD, "show_after_declining", "establishes_the_rank")
    steps = [*STRAIGHT_FLUSH, "decline 1", "show 1 4s 5s 6s 7s 8s"]
    assert refused(ours, steps, jackpot=jackpot()).clauses[:1] == ("3.10.1",)
    assert nets(settled(other, steps, jackpot=jackpot())) == {
        "1 ante": 2_500,
        "1 bet": 250_000,
        "1 jackpot": 9_500,
    }


def test_show_after_declining_too_late() -> None:
    """ML3 4.5: the hand stays folded; by the other reading its Pair Plus is lost as well."""
    ours, other = both(MULTILINK, "show_after_declining", "too_late")
    steps = [*FOLDED_PAIR[:-1], "bet 1 ann play 25", "reveal", "decline 1"]
    shown = [*steps, "show 1 9h 9d 4c"]
    lost = {"1 ante": -2_500, "1 play": -2_500, "1 pair_plus": -2_500}
    assert nets(settled(ours, steps)) == nets(settled(other, steps)) == lost
    assert nets(settled(ours, shown)) == lost | {"1 pair_plus": 2_500}
    assert refused(other, shown).clauses[:1] == ("4.5",)


HOLDEM_LOOK = ["close", "deal community 2c 7d 9h Js Qs", "deal 1 Ah Kd", "deal dealer As Ac", "look 1"]
THREE_CARD_LOOK = ["close", "deal 1 9h 9d 4c", "deal 2 As Ks 2d", "deal dealer Jd 9c 3s", "look 1"]


@pytest.mark.parametrize(
    ("sheet", "steps", "goes_on"),
    [
        (HOLDEM, ["bet 1 ann ante 25", *HOLDEM_LOOK, "bet 1 ann flop 50", "reveal"], False),
        (
            HOLDEM,
            ["bet 1 ann ante 25", "bet 1 ann jackpot 5", *HOLDEM_LOOK, "bet 1 ann flop 50", "reveal"],
            True,
        ),
        (
            HOLDEM,
            [
                *("bet 1 ann ante 25", "bet 1 ann jackpot 5", *HOLDEM_LOOK[:-1]),
                *("bet 1 ann flop 50", "reveal"),
            ],
            False,
        ),
        (HOLDEM, ["bet 1 ann ante 25", "bet 1 ann bonus 25", *HOLDEM_LOOK, "bet 1 ann flop 50"], False),
        (
            HOLDEM,
            ["bet 1 ann ante 25", "bet 1 ann bonus 25", *HOLDEM_LOOK, "show 1 Ah Kd", "bet 1 ann flop 50"],
            True,
        ),
        (HOLDEM, ["bet 1 ann ante 25", "bet 2 bob ante 25", *HOLDEM_LOOK, "deal 2 3c 4c", "fold 1"], True),
        (
            THREE_CARD,
            ["bet 1 ann ante 25", "bet 1 ann pair_plus 25", "bet 2 bob ante 25", *THREE_CARD_LOOK],
            False,
        ),
        (
            THREE_CARD,
            [
                *("bet 1 ann ante 25", "bet 2 bob ante 25", "bet 2 bob pair_plus 25", *THREE_CARD_LOOK),
                "show 2 As Ks 2d",
            ],
            True,
        ),
        (
            THREE_CARD,
            [
                *("bet 1 ann ante 25", "bet 2 bob ante 25", *THREE_CARD_LOOK),
                *("bet 1 ann play 25", "bet 2 bob play 25", "reveal"),
            ],
            True,
        ),
        (
            THREE_CARD,
            [
                *("bet 1 ann ante 25", "bet 1 ann pair_plus 25", "bet 1 ann jackpot 5", "close"),
                *("deal 1 As Ks Qs", "deal dealer Jd 9c 3s", "look 1", "notify 1"),
            ],
            True,
        ),
    ],
    ids=[
        *("flop turned", "flop and jackpot bet", "of a blind hand", "bonus looked at", "bonus shown"),
        *("a fold", "pair plus looked at", "pair plus shown", "dealer does not qualify"),
        "claimed for the jackpot",
    ],
)
def test_outcome_established_first_bet_decided(sheet: str, steps: list[str], goes_on: bool) -> None:
    _, literal = both(sheet, "outcome_established", "first_bet_decided")
    voided = played(literal, [*steps, "interrupt"], jackpot=jackpot()).void
    assert bool(voided) is not goes_on


def test_outcome_established_by_a_flop_that_decides_nothing() -> None:
    steps = ["bet 1 ann ante 25", *HOLDEM_LOOK, "bet 1 ann flop 50", "reveal", "interrupt"]
    ours, other = both(HOLDEM, "outcome_established", "first_bet_decided")
    assert not played(ours, steps).void
    assert played(other, steps).void == ("5.7.2", "5.21")


FOLDED_JACKPOT = [
    *("bet 1 ann ante 25", "bet 1 ann jackpot 5", "bet 2 bob ante 25", "close", "burn 2s"),
    *("deal 1 Ah", "deal 2 3c", "deal 1 Kd", "deal 2 4c", "look 1", "fold 1", "bet 2 bob flop 50"),
]


def test_options_of_folded_boxes_while_a_bet_lives() -> None:
    """MLTH 5.14.1: what the fold has lost stays lost, and the jackpot bet is taken back."""
    ours, other = both(HOLDEM, "options_of_folded_boxes", "while_a_bet_lives")
    steps = [*FOLDED_JACKPOT, "burn 2d", "report 5.14 order=5c,6c"]
    sections: dict[str, Any] = {"table": {"dealing": "shoe"}, "jackpot": jackpot(contribution="0.5")}
    assert [option.box for option in played(ours, steps, **sections).options] == [2]
    assert [option.box for option in played(other, steps, **sections).options] == [1, 2]
    chosen = [*steps, "choose 1 withdraw", "choose 2 withdraw"]
    settlement = settled(other, chosen, **sections)
    assert results(settlement) == {
        "1 ann ante": "lose",
        "1 ann jackpot": "returned",
        "2 bob ante": "returned",
        "2 bob flop": "returned",
    }
    assert settlement.jackpot is not None
    assert settlement.jackpot.after == 100_000
    stays = settled(
        other,
        [*steps, "choose 1 continue", "choose 2 withdraw", "deal community 5c 6c 7c", "reveal"],
        **sections,
    )
    assert results(stays)["1 ann jackpot"] == "lose"


def test_options_of_folded_boxes_after_a_wrong_hand() -> None:
    """ML3 5.15: the others' option reaches a folded box whose Pair Plus and jackpot bets live on."""
    ours, other = both(MULTILINK, "options_of_folded_boxes", "while_a_bet_lives")
    steps = [
        *("bet 1 ann ante 25", "bet 1 ann pair_plus 25", "bet 2 bob ante 25", "close", "deal 1 9h 9d 4c"),
        *("deal 2 As Ks", "deal dealer Qd 8c 3s", "deal community 2c 2d", "discard 7s", "look 1", "fold 1"),
        "report 5.15 box=2 reconstructed=no",
    ]
    assert not played(ours, steps).options
    assert results(settled(other, [*steps, "choose 1 withdraw"])) == {
        "1 ann ante": "lose",
        "1 ann pair_plus": "returned",
        "2 bob ante": "returned",
    }


def test_options_once_reconstructed_all_boxes() -> None:
    ours, other = both(THREE_CARD, "options_once_reconstructed", "all_boxes")
    steps = [
        *("bet 1 ann ante 25", "bet 2 bob ante 25", "close", "deal 1 9h 9d 4c", "deal 2 As Ks 2d"),
        *("deal dealer Qd 8c", "report 5.8.7 reconstructed=yes"),
    ]
    goes_on = ["deal dealer Qd 8c 3s", "look 1", "bet 1 ann play 25"]
    assert not played(ours, steps).options
    chosen = [*steps, "choose 1 continue", "choose 2 withdraw", *goes_on, "reveal"]
    settlement = settled(other, chosen)
    assert results(settlement)["2 bob ante"] == "returned"
    assert nets(settlement)["1 ante"] == 2_500
    assert settlement.lines[-1].clauses == ("5.10.3", "5.8.7")
    assert refused(other, [*steps, goes_on[0]]).code == "option_open"


MOVED_BACK = [
    *("bet 1 ann ante 25", "bet 1 ann jackpot 5", "bet 2 bob ante 25", "bet 2 bob jackpot 5", "close"),
    *("deal 2 9s 8s 7s", "deal 3 As Ks Qs", "deal dealer Qd 8c 3h", "deal community Js Ts", "discard 4h"),
    *("report 5.8.6 reconstructed=yes", "deal 1 As Ks Qs", "look 1", "look 2", "bet 1 ann play 25"),
    *("bet 2 bob play 25", "reveal"),
]


def test_order_once_reconstructed_first_deal() -> None:
    games = both(MULTILINK, "order_once_reconstructed", "first_deal")
    moves = [settled(game, MOVED_BACK, jackpot=jackpot()).jackpot for game in games]
    assert [[(paid.box, paid.amount) for paid in move.payouts] for move in moves if move] == [
        [(1, 100_000), (2, 5_000)],
        [(2, 10_000), (1, 90_000)],
    ]


def test_4_7_1_a_hand_stated_anew_unchanged_keeps_its_turn_by_either_reading() -> None:
    """The other reading goes by the first deal, and stating a hand anew is none."""
    steps = [
        *("bet 1 ann ante 25", "bet 1 ann jackpot 5", "bet 2 bob ante 25", "bet 2 bob jackpot 5", "close"),
        *("deal 1 As Ks Qs", "deal 2 9s 8s 7s", "deal dealer Qd 8c 3h", "deal community Js Ts"),
        *("discard 4h", "report 5.8.6 reconstructed=yes", "deal 1 As Ks Qs"),
        *("bet 1 ann play 25", "bet 2 bob play 25", "reveal"),
    ]
    for game in both(MULTILINK, "order_once_reconstructed", "first_deal"):
        moves = settled(game, steps, jackpot=jackpot()).jackpot
        assert moves
        assert [(paid.box, paid.amount) for paid in moves.payouts] == [(1, 100_000), (2, 5_000)]


def swapped(*anew: str) -> list[str]:
    """Three hands dealt against the clock and stated anew, the royal on box 1 and the straight flush on 2."""
    return [
        *("bet 1 ann ante 25", "bet 1 ann jackpot 5", "bet 2 bob ante 25", "bet 2 bob jackpot 5"),
        *("bet 3 cyd ante 25", "close", "deal 3 2h 5d 9c", "deal 2 As Ks Qs", "deal 1 9s 8s 7s"),
        *("deal dealer Qd 8c 3h", "deal community Js Ts", "discard 4h", "report 5.8.6 reconstructed=yes"),
        *(*anew, "bet 1 ann play 25", "bet 2 bob play 25", "bet 3 cyd play 25", "reveal"),
    ]


@pytest.mark.parametrize(
    ("anew", "first"),
    [
        (("deal 1 As Ks Qs", "deal 2 9s 8s 7s"), 1),
        (("deal 2 9s 8s 7s", "deal 1 As", "deal 1 Ks Qs"), 1),
        (("deal 1 9s 8s 7s", "deal 2 As Ks Qs"), 2),
        (("deal 3 2h 5d 9c",), 2),
    ],
    ids=["both moved", "card by card", "where they lay", "another stays"],
)
def test_a_hand_that_stays_where_it_lay_keeps_its_turn(anew: tuple[str, ...], first: int) -> None:
    """Only a hand that was moved counts elsewhere: others keep the order in which they were dealt."""
    move = settled(load(MULTILINK), swapped(*anew), jackpot=jackpot()).jackpot
    assert move is not None
    assert [paid.box for paid in move.payouts] == [first, 3 - first]


def test_the_hand_first_dealt_after_a_reconstruction() -> None:
    """MBS 5.10.2 plays the hand first dealt: by the intended order that of position 1."""
    steps = [
        *(
            "bet 1 ann ante 25",
            "bet 2 ann ante 25",
            "close",
            "deal 2 Qs Td 7s 5h 3s",
            "deal 3 Js Jd 8h 4s 2c",
        ),
        *("deal dealer Ad Kh 9c 6d 2h", "report 5.2 reconstructed=yes", "deal 1 Js Jd 8h 4s 2c"),
        "report 5.10 box=1",
    ]
    games = both(STUD, "order_once_reconstructed", "first_deal")
    assert [[box.number for box in played(game, steps).boxes if box.out] for game in games] == [[2], [1]]


LIMITS: dict[str, Any] = {"table": {"limits": {"ante": ["25", "1000"], "pair_plus": ["25", "500"]}}}


OVER = ["bet 1 ann ante 600", "bet 1 ann ante 500"]


def test_bet_over_maximum_excess_rejected() -> None:
    """RWS 5.1: of 600 and then 500 with a maximum of 1,000 the 100 too much go back, or the whole 500."""
    ours, other = both(THREE_CARD, "bet_over_maximum", "excess_rejected")
    assert (whole := refused(ours, OVER, **LIMITS)).code == "bet_above_maximum"
    assert whole.clauses == ("5.1", "3.4")
    state = played(other, OVER, **LIMITS)
    assert state.box(1).total("ante") == 100_000
    assert [(back.player, back.bet, back.amount, back.clauses) for back in state.rejected] == [
        ("ann", "ante", 10_000, ("5.1", "3.4"))
    ]
    (note,) = notes(other, state)
    assert note.text == "Of ann's Ante on box 1 100.00 was over the maximum and given back at once"
    assert note.clauses == ("5.1", "3.4")
    deal = ["close", "deal 1 As Ts 6c", "deal dealer Jc 8h 2d", "look 1", "bet 1 ann play 1000", "reveal"]
    assert nets(settled(other, [*OVER, *deal], **LIMITS)) == {"1 ante": 100_000, "1 play": 0}
    assert refused(other, [*OVER, "bet 1 ann ante 0.01"], **LIMITS).code == "bet_above_maximum"


def test_only_what_is_over_the_maximum_goes_back() -> None:
    _, other = both(THREE_CARD, "bet_over_maximum", "excess_rejected")
    for amounts, back in (
        (["1000"], []),
        (["1000.01"], [1]),
        (["999.99", "0.02"], [1]),
        (["600", "400"], []),
    ):
        state = played(other, [f"bet 1 ann ante {amount}" for amount in amounts], **LIMITS)
        assert state.box(1).total("ante") == 100_000
        assert [excess.amount for excess in state.rejected] == back
    unnoticed = played(other, ["bet 1 ann ante 1100 unnoticed"], **LIMITS)
    assert unnoticed.box(1).total("ante") == 110_000, "nobody rejects what nobody has noticed"
    prescribed: dict[str, Any] = {"table": {"jackpot_bet": "5"}, "jackpot": jackpot()}
    low = ["bet 1 ann ante 25", "bet 1 ann jackpot 7"]
    assert refused(other, low, **prescribed).code == "jackpot_bet_not_prescribed"


def test_bet_under_minimum_open_until_close() -> None:
    """RWS 5.2: the player may increase the bet or take it back, and the Bets are not closed before that."""
    ours, other = both(THREE_CARD, "bet_under_minimum", "open_until_close")
    low = ["bet 1 ann ante 15"]
    at_once = refused(ours, low, **LIMITS)
    assert at_once.code == "bet_below_minimum"
    assert at_once.message.endswith("bet that or more, or nothing"), "there is no bet to take back"
    open_still = refused(other, [*low, "close"], **LIMITS)
    assert (open_still.code, open_still.clauses) == ("bet_below_minimum", ("5.2", "3.4"))
    assert refused(other, [*low, "bet 1 ann ante 9.99", "close"], **LIMITS).code == "bet_below_minimum"
    raised = played(other, [*low, "bet 1 ann ante 10", "close"], **LIMITS)
    assert raised.closed
    assert raised.box(1).total("ante") == 2_500
    gone = played(other, [*low, "bet 2 bob ante 25", "withdraw 1 ante", "close"], **LIMITS)
    assert [box.number for box in gone.boxes if box.wagers] == [2]
    unnoticed = ["bet 1 ann ante 15 unnoticed", "close", "deal 1 As Ts 6c", "deal dealer Jc 8h 2d", "look 1"]
    assert nets(settled(other, [*unnoticed, "bet 1 ann play 15", "reveal"], **LIMITS))["1 ante"] == 1_500


def test_an_open_bet_is_corrected_below_the_minimum_before_the_close_alone() -> None:
    _, other = both(THREE_CARD, "bet_under_minimum", "open_until_close")
    low = CorrectBet(
        box=1, player="ann", bet="ante", amount=1_500, by="pit_supervisor", reason="a chip too many was typed"
    )
    assert not isinstance(apply(other, played(other, ["bet 1 ann ante 25"], **LIMITS), low), Refusal)
    answer = apply(other, played(other, ["bet 1 ann ante 25", "close"], **LIMITS), low)
    assert isinstance(answer, Refusal)
    assert answer.code == "bet_below_minimum"


def test_two_players_make_up_the_minimum_of_an_area() -> None:
    """MBS 3.4: 15 and 10 are together the 25 that the table asks for."""
    ours, other = both(STUD, "bet_under_minimum", "open_until_close")
    steps = [
        *("bet 1 ann ante 15", "bet 1 ann jackpot 5", "bet 1 bob ante 10", "close", "deal 1 9s 9d 3h 6c Js"),
        *("deal dealer Ad Kc 8d 7h 3c", "look 1", "bet 1 ann bet 30", "bet 1 bob bet 20", "reveal"),
    ]
    table = {"table": {"limits": {"ante": ["25", "1000"]}}, "jackpot": jackpot()}
    assert refused(ours, steps[:1], **table).clauses == ("3.4", "5.13")
    assert refused(other, [*steps[:2], "close"], **table).clauses == ("3.4", "5.13")
    settlement = settled(other, steps, **table)
    assert results(settlement) == {
        "1 ann ante": "win",
        "1 bob ante": "win",
        "1 ann bet": "win",
        "1 bob bet": "win",
        "1 ann jackpot": "lose",
    }
    assert sum(line.net for line in settlement.lines) == 2_500 + 5_000 - 500


def test_bets_below_their_minimum_go_back_before_the_close() -> None:
    """A bet under its minimum, and of an Ante what is not allowed without it; other bets stay."""
    _, other = both(THREE_CARD, "bet_under_minimum", "open_until_close")
    steps = ["bet 1 ann ante 15", "bet 1 ann jackpot 5", "bet 1 ann pair_plus 25", "bet 2 bob pair_plus 10"]
    state = played(other, steps, **LIMITS, jackpot=jackpot())
    given_back = []
    while command := bet_left_alone(other, state):
        given_back.append((command.box, command.bet, command.player))
        answer = apply(other, state, command)
        assert not isinstance(answer, Refusal)
        state = answer[0]
    assert given_back == [(1, "jackpot", "ann"), (1, "ante", "ann"), (2, "pair_plus", "bob")]
    assert not isinstance(apply(other, state, CloseBets()), Refusal)


def test_an_open_bet_may_begin_with_any_chip() -> None:
    ours, other = both(THREE_CARD, "bet_under_minimum", "open_until_close")
    state = played(other, ["bet 1 ann ante 15"], **LIMITS)
    assert area(ours, state, state.box(1), "ann", "ante", 500).least == 1_000
    assert area(other, state, state.box(1), "ann", "ante", 500).least == 500


TURNED_OVER = [
    *("bet 1 ann ante 25", "bet 1 ann bonus 5", "close", "burn 2c", "deal 1 Ac Kc", "bet 1 ann flop 50"),
    *("burn 3c", "deal community Kd 9s 7h", "reveal", "check 1", "burn 4c", "deal community 4d", "reveal"),
    *("check 1", "burn 5c", "deal community 2d", "reveal", "deal dealer Ah 3s", "reveal"),
]


def test_report_after_the_deal_accepted() -> None:
    """RWS 5.8.4: the round needs no more cards once every one is out and turned over."""
    ours, other = both(HOLDEM, "report_after_the_deal", "accepted")
    table: dict[str, Any] = {"table": {"dealing": "shoe"}}
    late = refused(ours, [*TURNED_OVER, "report 5.8.4"], **table)
    assert (late.code, late.clauses) == ("report_contradicted", ("5.8.4",))
    assert played(other, [*TURNED_OVER, "report 5.8.4"], **table).void == ("5.8.4", "5.21")
    for steps in (TURNED_OVER[:-1], TURNED_OVER[:-2], TURNED_OVER[:9]):
        assert played(ours, [*steps, "report 5.8.4"], **table).void, "cards are still to come or to be seen"


@pytest.mark.parametrize(
    ("sheet", "report", "follows"),
    [(STUD, "report 5.4", True), (MULTILINK, "report 5.13", False)],
)
def test_the_deal_is_over_once_the_hands_are_turned_over(sheet: str, report: str, follows: bool) -> None:
    """What is exposed during the deal voids a decided round by the other option alone."""
    bet, steps = "play 25", ["bet 1 ann ante 25", "close", "deal 1 As Ts 6c", "deal dealer Qc 8h 2d"]
    if sheet == STUD:
        bet, steps[2:] = "bet 50", ["deal 1 9s 9d 3h 6c Js", "deal dealer Ad Kc 8d 7h 3c"]
    before = [*steps, f"bet 1 ann {bet}"]
    if sheet == MULTILINK:
        before += ["deal community 4h 5c", "discard 9h"]
    ours, other = both(sheet, "report_after_the_deal", "accepted")
    assert bool(played(ours, [*before, report]).void) is follows
    assert refused(ours, [*before, "reveal", report]).code == "report_contradicted"
    assert bool(played(other, [*before, "reveal", report]).void) is follows


def test_a_hand_that_lacks_a_card_can_still_be_too_few_cards() -> None:
    """RWS 5.8.4: turned over or not, the deal is not over while a hand that a bet depends on is short."""
    steps = ["bet 1 ann ante 25", "close", "deal 1 As Ts 6c", "deal dealer Qc 8h 2d", "look 1"]
    all_out = [*steps, "bet 1 ann play 25", "reveal"]
    short = ["report 5.8.7 count=2 reconstructed=yes", "deal dealer Qc 8h"]
    game = load(THREE_CARD)
    assert refused(game, [*all_out, "report 5.8.4"]).code == "report_contradicted"
    assert played(game, [*all_out, *short, "report 5.8.4"]).void


LOOKED_AFTER = [
    *("bet 1 ann ante 25", "bet 2 ann ante 25", "bet 3 bob ante 25", "bet 4 bob ante 25", "close"),
    *("deal 1 As Ts 6c", "deal 2 Kc Jd 7s", "deal 3 9s 9d 3h", "deal 4 5s 4d 2c", "deal dealer Qc 8h 2d"),
    *("look 1", "look 3", "bet 1 ann play 25", "bet 2 ann play 25", "bet 3 bob play 25", "bet 4 bob play 25"),
    *("look 2", "look 4", "reveal"),
]


def test_second_look_after_decisions_settled_unjudged() -> None:
    """RWS 5.18: a look after the last decision is judged first, or settled and noted."""
    ours, other = both(THREE_CARD, "second_look_after_decisions", "settled_unjudged")
    unjudged = refused(ours, [*LOOKED_AFTER, "settle"])
    assert (unjudged.code, unjudged.clauses) == ("second_look_not_judged", ("5.18",))
    together = "report 5.18 intentional=yes"
    whose = refused(ours, [*LOOKED_AFTER, together])
    assert (whose.code, whose.clauses[0]) == ("argument_missing", "5.18")
    assert "box=" in whose.message
    apart = settled(ours, [*LOOKED_AFTER, "report 5.18 box=2 intentional=yes", "report 5.18 intentional=no"])
    assert (results(apart)["2 ann ante"], results(apart)["4 bob ante"]) == ("returned", "lose")
    state = played(other, [*LOOKED_AFTER, "settle"])
    assert state.settlement is not None
    assert set(results(state.settlement).values()) == {"win", "lose"}
    assert [(note.text, note.clauses) for note in notes(other, state)] == [
        ("ann also examined box 2, and that was not judged", ("5.18",)),
        ("bob also examined box 4, and that was not judged", ("5.18",)),
    ]
    both_out = settled(other, [*LOOKED_AFTER, together])
    assert results(both_out)["2 ann ante"] == results(both_out)["4 bob ante"] == "returned"


def test_a_report_of_two_second_looks_needs_a_box() -> None:
    """The console asks whose look is judged once several players have looked; of one player it need not."""
    game = load(THREE_CARD)

    def needed(steps: list[str]) -> tuple[bool, tuple[int | str, ...]]:
        (found,) = (one for one in reportable(game, played(game, steps)) if one.clause == "5.18")
        assert not found.refusal
        (box,) = (need for need in found.needs if need.name == "boxes")
        return box.required, box.choices

    assert needed(LOOKED_AFTER) == (True, (2, 4))
    assert needed([*LOOKED_AFTER, "report 5.18 box=2 intentional=no"]) == (False, (4,))


def test_a_second_look_at_a_hand_that_was_taken_back_is_not_judged() -> None:
    steps = [
        *("bet 1 ann ante 25", "bet 2 ann ante 25", "close", "deal 1 As Ts 6c", "deal 2 Kc Jd 7s"),
        *("deal dealer Qc 8h 2d", "look 1", "look 2", "report 5.10 reconstructed=no box=1,2"),
        *("choose 1 continue", "choose 2 withdraw", "fold 1"),
    ]
    assert results(settled(load(THREE_CARD), steps))["2 ann ante"] == "returned"


def test_jackpot_bet_between_multiples_as_placed() -> None:
    """MBS 3.5.3, 6.1: 7 stands at 5 or as placed; over 5 times the minimum the maximum stands either way."""
    ours, other = both(STUD, "jackpot_bet_between_multiples", "as_placed")
    steps = [
        *("bet 1 ann ante 25", "bet 1 ann jackpot {} unnoticed", "close", "deal 1 4s 5h 6d 7c 8s"),
        *("deal dealer Ad Kc 9d 7h 3h", "look 1", "fold 1", "reveal"),
    ]
    table: dict[str, Any] = {"table": {"jackpot_bet": "5"}, "jackpot": jackpot()}

    def paid(game: Game, amount: str) -> tuple[int, int, list[str]]:
        line = settled(game, [step.format(amount) for step in steps], **table).lines[-1]
        return line.stake, line.net, [clause for clause in line.clauses if clause in ("6.1", "5.14")]

    for game, stood in ((ours, {"7": 500, "24.99": 2000}), (other, {"7": 700, "24.99": 2499})):
        for amount, stake in stood.items():
            assert paid(game, amount) == (stake, 19 * stake, ["6.1"])
        assert paid(game, "10") == (1000, 19_000, [])
        assert paid(game, "25.01") == (2500, 47_500, ["5.14"])


def test_under_minimum_span_round() -> None:
    steps = [
        *("bet 1 ann ante 5 unnoticed", "close", "deal 1 4s 5s 6s 7s 8s", "deal dealer Ad Kc 9d 7c 3h"),
        *("look 1", "fold 1", "settle"),
    ]
    file = parse_round_file(
        {
            "sheet": STUD,
            "table": {"limits": {"ante": ["25", "500"]}},
            "round": [{"steps": steps}, {"steps": steps}],
        }
    )
    ours, other = both(STUD, "under_minimum_span", "round")
    found = [[one.settlement.lines[0].result for one in play(file, game)] for game in (ours, other)]
    assert found == [["lose", "returned"], ["lose", "lose"]]


SHARED = [
    *("bet 1 ann ante 25", "bet 1 ann jackpot 5", "bet 1 bob ante 50", "bet 2 bob ante 25"),
    *("bet 2 cyd ante 25", "close", "deal 1 4s 5s 6s 7s 8s", "deal 2 2c 2d 5h 4h 9s"),
    *("deal dealer Ad Kc 9d 7c 3h", "interrupt"),
]


def test_withdrawal_from_a_shared_area_own_wagers() -> None:
    """MBS 5.16.1: each player of a shared area is asked in turn, and takes back their own wagers or none."""
    ours, other = both(STUD, "withdrawal_from_a_shared_area", "own_wagers")
    plays = ["look 2", "bet 2 bob bet 50", "reveal"]
    whole = settled(ours, [*SHARED, "choose 1 withdraw", "choose 2 continue", *plays], jackpot=jackpot())
    assert results(whole)["1 bob ante"] == "returned"
    steps = [*SHARED, "choose 1 withdraw", "choose 1 continue", "choose 2 continue", "choose 2 withdraw"]
    assert refused(ours, steps[:-2], jackpot=jackpot()).code == "box_out"
    assert refused(other, [*steps[:-2], "choose 2 withdraw"], jackpot=jackpot()).code == "choices_not_alike"
    own = settled(other, [*steps, "look 1", "bet 1 bob bet 100", *plays], jackpot=jackpot())
    assert results(own) == {
        "1 ann ante": "returned",
        "1 bob ante": "win",
        "1 bob bet": "win",
        "1 ann jackpot": "returned",
        "2 bob ante": "win",
        "2 cyd ante": "returned",
        "2 bob bet": "win",
    }


def test_withdrawal_of_everybody_from_a_shared_area() -> None:
    _, other = both(STUD, "withdrawal_from_a_shared_area", "own_wagers")
    steps = [*SHARED, "choose 1 withdraw", "choose 1 withdraw", "choose 2 withdraw", "choose 2 withdraw"]
    state = played(other, steps, jackpot=jackpot())
    assert state.box(1).out
    assert state.box(2).out
    assert set(results(settled(other, steps, jackpot=jackpot())).values()) == {"returned"}


def test_bonus_without_an_ante_collected() -> None:
    steps = [
        *("bet 1 ann ante 25", "bet 2 bob bonus 25 unnoticed", *HOLDEM_DEAL, "fold 1"),
    ]
    ours, other = both(HOLDEM, "bonus_without_an_ante", "collected")
    assert nets(settled(ours, steps))["2 bonus"] == 0
    settlement = settled(other, steps)
    assert nets(settlement)["2 bonus"] == -2_500
    assert settlement.lines[-1].clauses == ("3.9", "3.6")


def test_folded_jackpot_lost_when_all_fold() -> None:
    """MLTH: no flop is dealt for folded hands alone; while another hand stays, it decides them all."""
    ours, other = both(HOLDEM, "folded_jackpot", "lost_when_all_fold")
    flush = [
        "close",
        "deal community 2h 7h 9h Js Qs",
        "deal 1 Ah Kh",
        "deal dealer As Ac",
        "look 1",
        "fold 1",
    ]
    steps = ["bet 1 ann ante 25", "bet 1 ann jackpot 5", *flush]
    assert refused(ours, [*steps, "settle"], jackpot=jackpot()).code == "reveal_still_due"
    assert nets(settled(ours, [*steps, "reveal"], jackpot=jackpot()))["1 jackpot"] == 9_500
    assert refused(other, [*steps, "reveal"], jackpot=jackpot()).code == "reveal_not_due"
    assert nets(settled(other, steps, jackpot=jackpot()))["1 jackpot"] == -500
    stays = [
        *("bet 2 bob ante 25", *steps, "deal 2 3c 4c", "bet 2 bob flop 50", "reveal", "check 2", "reveal"),
        *("check 2", "reveal"),
    ]
    assert nets(settled(other, stays, jackpot=jackpot()))["1 jackpot"] == 9_500


def test_full_hand_with_community() -> None:
    ours, other = both(HOLDEM, "full_hand", "with_community")
    assert full_hand_at(ours, 3, 8) == 3
    assert full_hand_at(other, 3, 8) == 8


@pytest.mark.parametrize("name", Readings.__struct_fields__)
def test_every_point_has_options_that_code_reads_and_a_test_settles(name: str) -> None:
    """A reading that no code reads would decide nothing, and one that no test takes might not work.

    No round file knows another table or lasts beyond a session: such options are tested on a floor.
    """
    root = Path(pitboss.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in root.rglob("*.py") if path.name != "readings.py"]
    assert any(f"readings.{name}" in text for text in texts)
    assert tuple(POINTS[name].options) == options(name)
    assert len(options(name)) > 1
    tests = Path(__file__).read_text(encoding="utf-8")
    untested = [choice for choice in options(name)[1:] if f'"{name}", "{choice}"' not in tests]
    on_a_floor = {"under_minimum_span": ["gaming_day"], "bar_scope": ["session_of_the_table", "every_table"]}
    assert untested == on_a_floor.get(name, [])


def other_choices() -> list[tuple[str, str, str]]:
    return [
        (sheet, name, choice)
        for sheet in sheet_ids()
        for name, reading in load(sheet).sheet.readings.items()
        for choice in options(name)
        if choice != reading.choice
    ]


@pytest.mark.parametrize(("sheet", "name", "choice"), other_choices())
def test_every_option_of_every_sheet_loads_and_plays(sheet: str, name: str, choice: str) -> None:
    game = with_readings(load(sheet), {name: choice})
    assert getattr(game.readings, name) == choice
    assert game.sheet.readings[name].gist == POINTS[name].options[choice]
    for seed in range(8):
        table, shown, steps = random_round(sheet, random.Random(f"{name} {choice} {seed}"))
        data = {"sheet": sheet, "table": table, "round": [{"steps": steps}]}
        file = parse_round_file(data | ({"jackpot": shown} if shown else {}))
        try:
            settlement = play(file, game)[0].settlement
        except FileFailed:
            if name != "folded_jackpot":  # The steps turn a flop over that is then for nobody.
                raise
        else:
            assert {line.box for line in settlement.lines} <= set(range(1, 8))


def test_the_readings_that_bear_on_a_round_are_told_with_it() -> None:
    """A reading is told where another option would settle otherwise, or where its clause was played by."""

    def told(sheet: str, steps: list[str], **sections: Any) -> list[str]:
        state = played(load(sheet), [*steps, "settle"], **sections)
        return [reading.name for reading in applied_readings(load(sheet), state)]

    assert told(MULTILINK, FOLDED_PAIR) == ["pair_plus_after_fold"]
    assert told(THREE_CARD, STRAIGHT[:1] + STRAIGHT[2:]) == []
    assert told(THREE_CARD, AKQ, jackpot=jackpot(contribution="0.5")) == [
        "jackpot_bet_with_a_win",
        "own_contribution",
    ]
    assert told(THREE_CARD, DECLINED_STRAIGHT, jackpot=jackpot()) == ["show_after_declining"]
    interrupted = ["bet 1 ann ante 25", *HOLDEM_LOOK, "fold 1", "interrupt"]
    assert told(HOLDEM, interrupted) == ["outcome_established"]


def test_the_points_of_a_clause_are_told_as_questions_with_every_answer() -> None:
    (passage,) = readings_of(load(THREE_CARD).sheet, "4.5")
    assert passage.title == "May a player who has declined to show a hand show it later?"
    taken, other = passage.sentences
    assert taken.startswith("As this sheet is read: a player who has declined to show a hand may not show it")
    assert other.startswith("It could also be read so (establishes the rank): yes, until the settlement")
