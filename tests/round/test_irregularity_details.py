"""Details of irregularities and settlement that a settled line alone does not show."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.records.round_file import parse_round_file
from pitboss.records.runner import FileFailed, PlayedRound, play
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round import decide, evolve, fold
from pitboss.round import events as ev
from pitboss.round.queries import displayed
from pitboss.settlement.awards import divided
from pitboss.sheets import load

JACKPOT = {"value": "150000.00", "reset": "100000.00", "contribution": "0"}
THREE, ML3 = "rws-three-card-v3", "rws-multilink-three-card-v4"
HOLDEM, STUD = "rws-multilink-holdem-v2", "mbs-megalink-stud-v9"


def told(sheet: str, *steps: str, **table: Any) -> PlayedRound:
    """One round, played as a round file tells it."""
    data = {"sheet": sheet, "table": table, "jackpot": JACKPOT, "round": [{"steps": list(steps)}]}
    return play(parse_round_file(data))[0]


def refused(sheet: str, *steps: str, **table: Any) -> FileFailed:
    with pytest.raises(FileFailed) as failed:
        told(sheet, *steps, **table)
    assert failed.value.step == len(steps), failed.value.message
    return failed.value


CLOSED = ("bet 1 ann ante 20", "close")
HOLE = (*CLOSED, "burn 2c", "deal 1 Ah 9d", "bet 1 ann flop 40")
FLOP = (*HOLE, "burn 3c", "deal community Tc 7h 4s", "reveal", "check 1")
TURN = (*FLOP, "burn 5c", "deal community Kd", "reveal", "check 1")
RIVER = (*TURN, "burn 6c", "deal community 2d", "reveal")


@pytest.mark.parametrize("steps", [HOLE, FLOP, TURN, RIVER], ids=["hole", "flop", "turn", "river"])
def test_mlth_5_9_a_card_that_was_burnt_was_not_forgotten(steps: tuple[str, ...]) -> None:
    found = refused(HOLDEM, *steps, "report 5.9 reconstructed=yes", dealing="shoe")
    assert found.clauses == ("5.9",)


@pytest.mark.parametrize("missing", ["burn 2c", "burn 3c", "burn 5c", "burn 6c"])
def test_mlth_5_9_each_of_the_four_burnt_cards_can_be_forgotten(missing: str) -> None:
    upto = RIVER.index(missing) + 2
    steps = tuple(step for step in RIVER[:upto] if step != missing)
    settled = told(HOLDEM, *steps, "report 5.9 reconstructed=no", "settle", dealing="shoe")
    assert settled.settlement.outcome == "void"


@pytest.mark.parametrize(
    ("steps", "right", "wrong"),
    [(HOLE, (0, 3), (1, 2, 4, 5)), (FLOP, (3, 4), (0, 2, 5)), (TURN, (4, 5), (3, 6)), (RIVER, (5,), (4, 6))],
    ids=["before the flop", "before the turn", "before the river", "after it"],
)
def test_mlth_5_8_7_the_right_number_of_community_cards_at_a_shoe(
    steps: tuple[str, ...], right: tuple[int, ...], wrong: tuple[int, ...]
) -> None:
    for count in right:
        refused(HOLDEM, *steps, f"report 5.8.7 reconstructed=no count={count}", dealing="shoe")
    for count in wrong:
        report = f"report 5.8.7 reconstructed=no count={count}"
        assert told(HOLDEM, *steps, report, "settle", dealing="shoe").settlement.outcome == "void"


@pytest.mark.parametrize(("count", "void"), [(0, False), (1, True), (2, False), (3, True)])
def test_mlth_5_8_7_the_dealers_cards_at_a_shoe_come_last(count: int, void: bool) -> None:
    report = f"report 5.8.7 dealer=yes reconstructed=no count={count}"
    if void:
        assert told(HOLDEM, *FLOP, report, "settle", dealing="shoe").settlement.outcome == "void"
    else:
        assert refused(HOLDEM, *FLOP, report, dealing="shoe").clauses == ("5.8.7",)


@pytest.mark.parametrize(("sheet", "clause"), [(THREE, "5.4"), (STUD, "5.12.2")])
def test_a_jackpot_bet_without_an_ante_can_be_reported_where_it_lies(sheet: str, clause: str) -> None:
    both = ("bet 1 ann ante 20", "bet 2 bob jackpot 5 unnoticed", "bet 3 cat ante 20", "bet 3 cat jackpot 5")
    refused(sheet, *both, "close", f"report {clause} box=1")
    refused(sheet, *both, "close", f"report {clause} box=3")
    refused(sheet, *both, "close", f"report {clause} box=2,3")
    found = refused(sheet, *both, "close", f"report {clause} box=2", "settle")
    assert "decide" in found.message


LOOKED = (*CLOSED, "deal 1 9s 9c 4h", "deal dealer Kh 8d 5c", "look 1")


@pytest.mark.parametrize(("fixed", "clause"), [("no", "5.10.1"), ("yes", "5.10.2")])
def test_5_10_going_on_cites_whether_the_cards_were_put_right(fixed: str, clause: str) -> None:
    played = told(
        THREE, *LOOKED, f"report 5.10 reconstructed={fixed}", "choose 1 continue", "fold 1", "settle"
    )
    chosen = [event for event in played.events if isinstance(event, ev.OptionChosen)]
    assert [event.clauses for event in chosen] == [(clause,)]


def test_a_choice_made_twice_and_one_never_offered_are_told_apart() -> None:
    two = ("bet 1 ann ante 20", "bet 2 bob ante 20", "bet 3 cat ante 20", "close")
    dealt = (*two, "deal 1 9s 9c 4h", "deal 2 Ah Kd 2c", "deal 3 3s 4s 8h", "deal dealer Kh 8d 5c", "look 1")
    asked = (*dealt, "report 5.10 box=1,2 reconstructed=no", "choose 1 continue")
    assert "already" in refused(THREE, *asked, "choose 1 withdraw").message
    assert "no option" in refused(THREE, *asked, "choose 3 withdraw").message


def test_5_17_2_b_an_empty_box_can_be_blocked_but_not_one_that_is_not_there() -> None:
    blocked = told(THREE, *LOOKED, "report 5.17.2 action=block box=5", "fold 1", "settle")
    assert any(isinstance(event, ev.TableRestricted) and event.boxes == (5,) for event in blocked.events)
    assert refused(THREE, *LOOKED, "report 5.17.2 action=block box=8").clauses == ("2.1.1",)
    assert refused(THREE, *LOOKED, "report 5.17.2 action=block").clauses[0] == "5.17.2"


ROYAL, OTHER_ROYAL = "As Ks Qs Js Ts", "Ah Kh Qh Jh Th"
LOW, OTHER_LOW = "9d 8d 7d 6d 5d", "9c 8c 7c 6c 5c"


@pytest.mark.parametrize(
    ("first", "second", "cited"),
    [
        (LOW, "2h 4s 6h 7h 9s", set()),
        (LOW, OTHER_LOW, {"3.15.2"}),
        (ROYAL, OTHER_ROYAL, {"3.15.1"}),
        (LOW, ROYAL, {"3.15.3"}),
    ],
    ids=["alone", "two straight flushes", "two royals", "one of each"],
)
def test_mss_3_15_is_cited_only_where_winners_meet(first: str, second: str, cited: set[str]) -> None:
    played = told(
        STUD,
        "bet 1 ann ante 20",
        "bet 1 ann jackpot 5",
        "bet 2 bob ante 20",
        "bet 2 bob jackpot 5",
        "close",
        f"deal 1 {first}",
        f"deal 2 {second}",
        "deal dealer 2s 3h 4h 8h Jc",
        "fold 1",
        "fold 2",
        "settle",
    )
    line = next(line for line in played.settlement.lines if (line.box, line.bet) == (1, "jackpot"))
    assert {clause for clause in line.clauses if clause.startswith("3.15")} == cited


def test_only_shares_of_the_display_lower_it() -> None:
    played = told(
        STUD,
        "bet 1 ann ante 20",
        "bet 1 ann jackpot 5",
        "bet 2 bob ante 20",
        "bet 2 bob jackpot 5",
        "close",
        f"deal 1 {LOW}",
        "deal 2 As Ks 9s 4s 2s",
        "deal dealer 2h 3h 4h 8h Jc",
        "fold 1",
        "fold 2",
        "settle",
    )
    assert played.settlement.jackpot is not None
    assert [(p.box, p.percent) for p in played.settlement.jackpot.payouts] == [(1, 10), (2, 0)]


def test_mss_5_14_a_share_that_goes_back_whole_is_returned() -> None:
    played = told(
        STUD,
        "bet 1 ann ante 100",
        "bet 1 bob ante 50 unnoticed",
        "close",
        "deal 1 8s 8h 7d 4c 3s",
        "deal dealer Ad Kh 9c 6d 2h",
        "bet 1 ann bet 200",
        "reveal",
        "settle",
        limits={"ante": ["20", "100"]},
    )
    line = next(line for line in played.settlement.lines if line.player == "bob")
    assert (line.result, line.stake, line.clauses) == ("returned", 5000, ("5.14",))


def test_a_decision_bet_of_the_right_size_cites_no_size_clause() -> None:
    played = told(
        THREE, "bet 1 ann ante 20 unnoticed", "close", *LOOKED[2:], "bet 1 ann play 20", "reveal", "settle"
    )
    line = next(line for line in played.settlement.lines if line.bet == "play")
    assert line.clauses == ("3.15.1", "4.1", "3.1.2")


def correction(*steps: str) -> tuple[Any, Any]:
    """The game and the state after some steps of an unfinished round."""
    data = {"sheet": THREE, "table": {"limits": {"ante": ["20", "50"]}}, "round": [{"steps": [*steps]}]}
    game = load(THREE)
    file = parse_round_file(data)
    state = fold([ev.RoundOpened(file.table, None, cmd.Hashes("", "", ""), cmd.Memory())])
    for step in file.rounds[0]:
        answer = decide(game, state, step.command)
        assert not isinstance(answer, Refusal), answer
        for event in answer:
            state = evolve(state, event)
    return game, state


@pytest.mark.parametrize(
    ("amount", "allowed"),
    [(0, False), (-100, False), (2000, False), (1999, False), (2001, True), (5000, True), (5001, False)],
)
def test_a_corrected_amount_obeys_the_limits(amount: int, allowed: bool) -> None:
    game, state = correction("bet 1 ann ante 20")
    command = cmd.CorrectBet(
        box=1, player="ann", bet="ante", amount=amount, by="pit_supervisor", reason="misread"
    )
    assert isinstance(decide(game, state, command), Refusal) != allowed


def test_a_card_may_be_corrected_to_unknown_but_not_to_one_that_lies_elsewhere() -> None:
    game, state = correction("bet 1 ann ante 20", "close", "deal 1 ? 9c 4h", "deal dealer Kh 8d 5c")
    for card, allowed in (("?", True), ("Kh", False), ("Td", True)):
        command = cmd.CorrectCard(
            at=1, recorded=Card("9c"), card=Card(card), by="pit_supervisor", reason="misread"
        )
        assert isinstance(decide(game, state, command), Refusal) != allowed, card


STUD_TWO_BOXES = (
    "bet 1 ann ante 20",
    "bet 2 ann ante 20",
    "close",
    "deal 2 8s 8h 7d 4c 3s",
    "deal 1 Js Jh 7h 4h 3h",
    "deal dealer Ad Kh 9c 6d 2h",
)


@pytest.mark.parametrize(
    ("looks", "out", "clauses"),
    [(("look 1",), 2, ("5.10.1", "5.10")), ((), 1, ("5.10.2", "5.10"))],
    ids=["viewed hands go on", "the hand first dealt goes on"],
)
def test_mss_5_10_cites_the_point_that_applies(looks: tuple[str], out: int, clauses: tuple[str, str]) -> None:
    stays = 3 - out
    decided = (f"bet {stays} ann bet 40", "reveal", "settle")
    played = told(STUD, *STUD_TWO_BOXES, *looks, "report 5.10 box=1", *decided)
    lines = {line.box: line for line in played.settlement.lines if line.bet == "ante"}
    assert (lines[out].result, lines[out].clauses) == ("returned", clauses)
    assert lines[stays].result == "win"


def test_mss_3_15_3_the_royal_flush_is_paid_last() -> None:
    played = told(
        STUD,
        *(
            f"bet {box} {name} {bet}"
            for box, name in ((1, "ann"), (2, "bob"))
            for bet in ("ante 20", "jackpot 5")
        ),
        "close",
        f"deal 1 {ROYAL}",
        f"deal 2 {LOW}",
        "deal dealer 2h 3h 4h 8h Jc",
        "fold 1",
        "fold 2",
        "settle",
    )
    assert played.settlement.jackpot is not None
    assert [payout.box for payout in played.settlement.jackpot.payouts] == [2, 1]
    assert [payout.amount for payout in played.settlement.jackpot.payouts] == [1_500_000, 13_500_000]


@pytest.mark.parametrize(("amount", "cited"), [("39", True), ("40", False)])
def test_mss_5_13_a_bet_under_its_own_minimum_is_cited(amount: str, cited: bool) -> None:
    played = told(
        STUD,
        "bet 1 ann ante 20",
        "close",
        "deal 1 8s 8h 7d 4c 3s",
        "deal dealer Ad Kh 9c 6d 2h",
        f"bet 1 ann bet {amount} unnoticed",
        "reveal",
        "settle",
        limits={"bet": ["40", "200"]},
    )
    line = next(line for line in played.settlement.lines if line.bet == "bet")
    assert ("5.13" in line.clauses) == cited
    assert played.settlement.under_minimum == (("ann",) if cited else ())


def test_5_18_names_the_hand_that_is_judged() -> None:
    three = tuple(f"bet {box} ann ante 20" for box in (1, 2, 3))
    dealt = ("close", "deal 1 9s 9c 4h", "deal 2 Ah Kd 2c", "deal 3 3s 4s 8h", "deal dealer Kh 8d 5c")
    looked = (*three, *dealt, "look 1", "look 2", "look 3")
    assert "box 1" in refused(THREE, *looked, "report 5.18 box=1 intentional=yes").message
    judged = (*looked, "report 5.18 box=3 intentional=yes")
    assert refused(THREE, *judged, "bet 1 ann play 20").clauses == ("5.18",)
    both = (*judged, "report 5.18 box=2 intentional=no", "bet 1 ann play 20", "bet 2 ann play 20", "reveal")
    played = told(THREE, *both, "settle")
    results = {line.box: line.result for line in played.settlement.lines if line.bet == "ante"}
    assert results == {1: "win", 2: "win", 3: "returned"}


def test_the_display_shows_a_share_only_once_the_bet_is_accepted() -> None:
    data = {
        "sheet": THREE,
        "table": {},
        "jackpot": {**JACKPOT, "contribution": "0.5"},
        "round": [{"steps": ["bet 1 ann ante 20", "bet 1 ann jackpot 5", "close", "report 5.8.1", "settle"]}],
    }
    file = parse_round_file(data)
    game = load(THREE)
    state = fold([ev.RoundOpened(file.table, file.display, cmd.Hashes("", "", ""), cmd.Memory())])
    shown = []
    for step in file.rounds[0]:
        answer = decide(game, state, step.command)
        assert not isinstance(answer, Refusal)
        for event in answer:
            state = evolve(state, event)
        shown.append(displayed(game, state))
    assert shown == [15_000_000, 15_000_000, 15_000_250, 15_000_000, 15_000_000]


def test_ml3_5_9_the_community_cards_have_no_burnt_card_of_their_own() -> None:
    dealt = ("burn 2c", "deal 1 9s 9c 4h", "deal dealer Kh 8d 5c", "deal community Ad Ac")
    assert refused(ML3, *CLOSED, *dealt, "report 5.9 reconstructed=yes", dealing="shoe").clauses == ("5.9",)


def test_5_14_an_order_takes_two_cards_at_least() -> None:
    found = refused(THREE, *CLOSED, "report 5.14 order=As", dealing="shoe")
    assert "order=" in found.message


def test_ml3_5_17_1_a_win_after_the_failure_cites_it() -> None:
    steps = ("bet 1 ann ante 20", "bet 1 ann jackpot 5", "close", "deal community 4d 4c", "deal 1 4s 4h 9c")
    rest = ("deal dealer Qc 8h 2d", "look 1", "report 5.17.1", "fold 1", "reveal", "settle")
    played = told(ML3, *steps, *rest)
    line = next(line for line in played.settlement.lines if line.bet == "jackpot")
    assert {"5.17.1", "3.12.1", "4.4"} <= set(line.clauses)


def test_mss_5_16_1_withdrawing_takes_back_all_wagers_of_the_player() -> None:
    played = told(
        STUD,
        "bet 1 ann ante 20",
        "bet 1 bob ante 30",
        "bet 2 bob ante 10",
        "close",
        "deal 1 8s 8h 7d 4c 3s",
        "deal 2 Js Jh 7h 4h 3h",
        "deal dealer Ad Kh 9c 6d 2h",
        "interrupt",
        "choose 2 withdraw",
        "choose 1 continue",
        "bet 1 ann bet 40",
        "reveal",
        "settle",
    )
    bobs = [(line.box, line.result, line.clauses) for line in played.settlement.lines if line.player == "bob"]
    assert bobs == [(1, "returned", ("5.16.1",)), (2, "returned", ("5.16.1",))]


@pytest.mark.parametrize(("amount", "allowed"), [(2000, True), (2001, False), (1999, False)])
def test_a_corrected_play_bet_must_match_the_ante(amount: int, allowed: bool) -> None:
    steps = ("bet 1 ann ante 20", "close", "deal 1 9s 9c 4h", "bet 1 ann play 30 unnoticed")
    game, state = correction(*steps[:3], "bet 1 ann play 20")
    command = cmd.CorrectBet(
        box=1, player="ann", bet="play", amount=amount, by="pit_supervisor", reason="misread"
    )
    answer = decide(game, state, command)
    assert isinstance(answer, Refusal)
    assert answer.code == ("correction_not_possible" if allowed else "decision_bet_size")
    game, state = correction(*steps)
    assert not isinstance(decide(game, state, command), Refusal)


@pytest.mark.parametrize(("recorded", "card"), [("9c", "9c"), ("7d", "Td")])
def test_only_a_recorded_card_can_be_corrected_and_only_to_another(recorded: str, card: str) -> None:
    game, state = correction("bet 1 ann ante 20", "close", "deal 1 9s 9c 4h")
    command = cmd.CorrectCard(
        at=1, recorded=Card(recorded), card=Card(card), by="pit_supervisor", reason="misread"
    )
    answer = decide(game, state, command)
    assert isinstance(answer, Refusal)
    assert answer.code == "correction_not_possible"


def test_mss_3_15_2_read_the_other_way_takes_later_shares_of_the_reset_value() -> None:
    readings = replace(load(STUD).readings, second_straight_flush="of_the_reset_value")
    amounts, after = divided(Fraction(15_000_000), 10_000_000, [10, 10, 10], readings)
    assert amounts == [1_166_666] * 3
    assert after == 15_000_000 - 3 * 1_166_666


def jackpot_line(played: PlayedRound, box: int) -> Any:
    return next(line for line in played.settlement.lines if (line.box, line.bet) == (box, "jackpot"))


def stud_round(first: str, second: str, *decisions: str, dealer: str = "2s 3h 4h 8h Jc") -> PlayedRound:
    return told(
        STUD,
        *(f"bet {who} {bet}" for who in ("1 ann", "2 bob") for bet in ("ante 20", "jackpot 5")),
        "close",
        f"deal 1 {first}",
        f"deal 2 {second}",
        f"deal dealer {dealer}",
        *decisions,
        "settle",
    )


FOLDS = ("fold 1", "fold 2")
STAYS_BOTH = ("bet 1 ann bet 40", "bet 2 bob bet 40", "reveal")


def test_mss_3_15_3_a_royal_beside_any_lower_jackpot_hand_cites_it() -> None:
    beside_flush = stud_round(ROYAL, "Ad Kd 9d 4d 2d", *FOLDS)
    assert "3.15.3" in jackpot_line(beside_flush, 1).clauses
    assert "3.15.3" not in jackpot_line(beside_flush, 2).clauses
    alone = stud_round(ROYAL, "2h 4s 6h 7h 9d", *FOLDS)
    assert "3.15.3" not in jackpot_line(alone, 1).clauses


def test_mss_a_divided_jackpot_says_so() -> None:
    assert "divided by 2 winners" in jackpot_line(stud_round(LOW, OTHER_LOW, *FOLDS), 1).why
    assert "divided" not in jackpot_line(stud_round(LOW, ROYAL, *FOLDS), 1).why
    assert "divided" not in jackpot_line(stud_round("Ad Kd 9d 4d 2d", "Ac Kc 9c 4c 2c", *FOLDS), 1).why


@pytest.mark.parametrize(
    ("dealer", "clause"), [("2s 3h 4h 8h Jc", "3.10.2.3"), ("Ac Kh 4h 8h Jc", "3.10.3.3")]
)
def test_mss_3_10_the_dealers_hand_bears_on_how_a_jackpot_is_paid(dealer: str, clause: str) -> None:
    stayed = jackpot_line(stud_round(LOW, "2h 4s 6h 7h 9s", *STAYS_BOTH, dealer=dealer), 1).clauses
    assert [cited for cited in stayed if cited.startswith("3.10")] == [clause]
    folded = jackpot_line(stud_round(LOW, "2h 4s 6h 7h 9s", *FOLDS, dealer=dealer), 1).clauses
    assert "3.9.1" in folded
    assert not any(cited.startswith("3.10") for cited in folded)


@pytest.mark.parametrize(("leaves", "cited"), [((), ()), (("leave 1",), ("5.6",))])
def test_5_6_lines_of_a_player_who_left_with_nothing_to_decide(
    leaves: tuple[str, ...], cited: tuple[str, ...]
) -> None:
    played = told(THREE, *LOOKED, "bet 1 ann play 20", *leaves, "reveal", "settle")
    assert {line.clauses for line in played.settlement.lines} == {("3.15.1", "4.1", "3.1.2", *cited)}
    folded = told(THREE, *LOOKED, "fold 1", *leaves, "settle")
    assert {line.clauses for line in folded.settlement.lines} == {("3.12.1", *cited)}


def cited_of_leaving(played: PlayedRound, *clauses: str) -> dict[str, list[str]]:
    """Of the clauses given, those that each line cites."""
    return {
        f"{line.box} {line.bet}": [clause for clause in line.clauses if clause in clauses]
        for line in played.settlement.lines
    }


def test_5_5_and_5_6_each_box_of_a_leaver_cites_what_applies_to_it() -> None:
    bets = ("bet 1 ann ante 20", "bet 1 ann pair_plus 10", "bet 1 ann jackpot 5", "bet 2 ann ante 20")
    more = ("bet 2 ann pair_plus 10", "bet 3 ann pair_plus 10", "close")
    dealt = ("deal 1 9s 9c 4h", "deal 2 Ah Kd 2c", "deal 3 3s 4s 8h", "deal dealer Kh 8d 5c")
    community = ("deal community 2d 7c", "discard Qs")
    played = told(ML3, *bets, *more, *dealt, *community, "bet 1 ann play 20", "leave 2", "reveal", "settle")
    first = {f"1 {bet}": ["5.6"] for bet in ("ante", "play", "pair_plus", "jackpot")}
    second = {"2 ante": ["5.5"], "2 pair_plus": ["5.5"]}
    assert cited_of_leaving(played, "5.5", "5.6") == first | second | {"3 pair_plus": ["5.6"]}


def test_mlth_5_6_a_bonus_bet_of_a_leaver_cites_it() -> None:
    bets = ("bet 1 ann ante 20", "bet 1 ann bonus 5", "bet 2 ann ante 20", "bet 2 ann bonus 5", "close")
    dealt = ("deal community Tc 7h 4s Kd 2d", "deal 1 Ah Ad", "deal 2 9h 9d", "deal dealer Qs 3c")
    decided = ("bet 1 ann flop 40", "leave 2", "reveal", "reveal", "reveal", "settle")
    played = told(HOLDEM, *bets, *dealt, *decided)
    cited = cited_of_leaving(played, "5.5", "5.6")
    assert cited == {key: ["5.5"] for key in ("1 ante", "1 flop", "1 bonus", "2 ante", "2 bonus")}
    checked = ("bet 1 ann flop 40", "fold 2", "reveal", "check 1", "reveal", "check 1")
    over = told(HOLDEM, *bets, *dealt, *checked, "leave 1", "reveal", "settle")
    assert set(map(tuple, cited_of_leaving(over, "5.5", "5.6").values())) == {("5.6",)}


STUD_TWO = ("bet 1 ann ante 20", "bet 2 ann ante 20", "close", "deal 1 Js Jd 8h 4s 2c")
STUD_DEALT = (*STUD_TWO, "deal 2 8s 8d 7h 4c 3d", "deal dealer Ad Kh 9c 6d 2h", "bet 1 ann bet 40")


def test_mss_5_11_is_cited_only_for_the_hand_without_a_decision() -> None:
    played = told(STUD, *STUD_DEALT, "leave 1", "reveal", "settle")
    assert cited_of_leaving(played, "5.11") == {"1 ante": [], "1 bet": [], "2 ante": ["5.11"]}


@pytest.mark.parametrize(
    ("acts", "result"),
    [
        (("bet 1 bob bet 40", "bet 2 ann bet 40", "leave 2", "reveal"), "returned"),
        (("bet 1 bob bet 40", "leave 2", "reveal"), "returned"),
        (("bet 1 bob bet 40", "bet 2 ann bet 40", "reveal", "leave 2"), "lose"),
        (("fold 1", "leave 2"), "lose"),
    ],
    ids=["own box decided", "own box open", "too late to add", "area folded"],
)
def test_mss_5_11_a_share_goes_back_while_a_bet_could_be_added_to_it(
    acts: tuple[str, ...], result: str
) -> None:
    bets = ("bet 1 bob ante 20", "bet 1 ann ante 20", "bet 2 ann ante 20", "close")
    dealt = ("deal 1 Js Jd 8h 4s 2c", "deal 2 8s 8d 7h 4c 3d", "deal dealer Ad Kh 9c 6d 2h")
    played = told(STUD, *bets, *dealt, *acts, "settle")
    share = next(line for line in played.settlement.lines if (line.box, line.player) == (1, "ann"))
    assert share.result == result


@pytest.mark.parametrize(
    ("play", "words"), [("20", ""), ("19", "; it is under the Ante"), ("21", "is returned")]
)
def test_a_play_bet_of_the_wrong_size_says_so(play: str, words: str) -> None:
    played = told(THREE, *LOOKED, f"bet 1 ann play {play} unnoticed", "reveal", "settle")
    why = next(line.why for line in played.settlement.lines if line.bet == "play")
    assert words in why
    assert ("; " in why) == bool(words)


@pytest.mark.parametrize(
    ("role", "allowed"), [("dealer", False), ("pit_supervisor", True), ("shift_manager", True)]
)
def test_5_14_takes_its_own_role_or_a_higher_one(role: str, allowed: bool) -> None:
    steps = (*CLOSED, f"report 5.14 order=As,Ks by={role}")
    if allowed:
        assert "choose" in refused(THREE, *steps, "reveal", dealing="shoe").message
    else:
        assert refused(THREE, *steps, dealing="shoe").clauses[0] == "5.14"


def test_mss_5_9_a_barred_player_gets_his_share_of_anothers_box_back() -> None:
    played = told(
        STUD,
        "bet 1 ann ante 20",
        "bet 1 bob ante 30",
        "bet 2 bob ante 10",
        "close",
        "deal 1 8s 8h 7d 4c 3s",
        "deal 2 Js Jh 7h 4h 3h",
        "deal dealer Ad Kh 9c 6d 2h",
        "report 5.9 box=2",
        "bet 1 ann bet 40",
        "reveal",
        "settle",
    )
    results = {(line.box, line.player, line.bet): line.result for line in played.settlement.lines}
    assert results[1, "bob", "ante"] == results[2, "bob", "ante"] == "returned"
    assert results[1, "ann", "ante"] == results[1, "ann", "bet"] == "win"
