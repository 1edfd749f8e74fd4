"""Acts that a round file has no step for: corrections, adjustments, live rulings, bets placed by staff."""

from fractions import Fraction

import pytest

from pitboss.cards import Card
from pitboss.people import PitRole
from pitboss.records.steps import parse_step
from pitboss.refusal import Refusal
from pitboss.round import Round, apply, decide, evolve, open_round
from pitboss.round import commands as cmd
from pitboss.round import events as ev
from pitboss.settlement import Display, Limits, Table
from pitboss.sheets import Game, load, sheet_ids
from tests.round.legal_acts import legal_reports

HASHES = cmd.Hashes("build", "sheet", "readings")
THREE_CARD = "rws-three-card-v3"
STUD = "mbs-megalink-stud-v9"


def opened(sheet: str, live: bool = False) -> tuple[Game, Round]:
    table = Table(sheet=sheet, limits={"ante": Limits(2500, 100_000)}, live=live)
    display = Display(Fraction(15_000_000), 10_000_000, Fraction(0))
    return load(sheet), open_round(cmd.OpenRound(table, display, HASHES))


def played(game: Game, state: Round, *steps: str) -> Round:
    for step in steps:
        answer = apply(game, state, parse_step(step)[0])
        assert not isinstance(answer, Refusal), (step, answer)
        state = answer[0]
    return state


def refusal(game: Game, state: Round, command: cmd.Command) -> Refusal:
    answer = decide(game, state, command)
    assert isinstance(answer, Refusal), answer
    return answer


DEALT = ("bet 1 ann ante 100", "close", "deal 1 9s 9c 4h", "deal dealer Kh 8d 5c", "look 1")
STAYS = ("bet 1 ann play 100", "reveal", "settle")


def test_a_mistyped_card_is_corrected_and_the_record_keeps_both() -> None:
    game, state = opened(THREE_CARD)
    state = played(game, state, *DEALT)
    correction = cmd.CorrectCard(
        at=1, recorded=Card("9c"), card=Card("Tc"), by="pit_supervisor", reason="nine typed for ten"
    )
    answer = decide(game, state, correction)
    assert answer == (
        ev.CardCorrected(
            at=1, recorded=Card("9c"), card=Card("Tc"), by="pit_supervisor", reason="nine typed for ten"
        ),
    )
    assert not isinstance(answer, Refusal)
    state = evolve(state, answer[0])
    assert state.box(1).cards == ("9s", "Tc", "4h")
    state = played(game, state, *STAYS)
    assert state.settlement is not None
    assert state.settlement.players() == {"ann": -20_000}


def test_a_mistyped_duplicate_is_corrected_without_voiding_the_round() -> None:
    game, state = opened(THREE_CARD)
    state = played(game, state, "bet 1 ann ante 100", "close", "deal 1 9s 9c 4h", "deal dealer Kh 8d 9c")
    assert refusal(game, state, cmd.ExamineHand(1)).clauses == ("5.8.3",)
    correction = cmd.CorrectCard(
        at="dealer", recorded=Card("9c"), card=Card("5c"), by="pit_manager", reason="misread"
    )
    answer = apply(game, state, correction)
    assert not isinstance(answer, Refusal)
    assert played(game, answer[0], "look 1", *STAYS).settled


def test_a_mistyped_amount_is_corrected_within_the_rules() -> None:
    game, state = opened(THREE_CARD)
    state = played(game, state, "bet 1 ann ante 100")
    over = cmd.CorrectBet(
        box=1, player="ann", bet="ante", amount=200_000, by="pit_supervisor", reason="typed a nought too few"
    )
    assert refusal(game, state, over).clauses == ("5.1", "3.4")
    right = cmd.CorrectBet(
        box=1, player="ann", bet="ante", amount=20_000, by="pit_supervisor", reason="typed a nought too few"
    )
    answer = apply(game, state, right)
    assert not isinstance(answer, Refusal)
    state, events = answer
    assert events == (
        ev.BetCorrected(
            box=1,
            player="ann",
            bet="ante",
            recorded=10_000,
            amount=20_000,
            by="pit_supervisor",
            reason="typed a nought too few",
        ),
    )
    assert state.box(1).total("ante") == 20_000


@pytest.mark.parametrize(
    ("by", "reason", "code"),
    [("dealer", "misread", "role_too_low"), ("pit_supervisor", "  ", "argument_missing")],
)
def test_a_correction_needs_a_role_and_a_reason(by: PitRole, reason: str, code: str) -> None:
    game, state = opened(THREE_CARD)
    state = played(game, state, *DEALT)
    assert (
        refusal(
            game, state, cmd.CorrectCard(at=1, recorded=Card("9c"), card=Card("Tc"), by=by, reason=reason)
        ).code
        == code
    )


def test_a_correction_comes_before_the_settlement_or_not_at_all() -> None:
    game, state = opened(THREE_CARD)
    state = played(game, state, *DEALT, *STAYS)
    late = cmd.CorrectCard(at=1, recorded=Card("9c"), card=Card("Tc"), by="shift_manager", reason="misread")
    assert refusal(game, state, late).code == "round_settled"


def test_5_19_an_error_of_a_past_round_is_ruled_on_and_booked_beside_it() -> None:
    game, state = opened(THREE_CARD)
    state = played(game, state, *DEALT, *STAYS)
    before = state.settlement
    ruling = cmd.AdjustSettlement(
        box=1,
        player="ann",
        bet="play",
        amount=5_000,
        by="shift_manager",
        reason="paid at 150, camera checked",
    )
    answer = apply(game, state, ruling)
    assert not isinstance(answer, Refusal)
    state, events = answer
    assert state.settlement == before
    assert [adjusted.amount for adjusted in state.adjustments] == [5_000]
    assert isinstance(events[0], ev.SettlementAdjusted)
    assert events[0].clauses == ("5.23", "5.19")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"by": "pit_manager"}, "role_too_low"),
        ({"reason": ""}, "argument_missing"),
        ({"player": "bob"}, "correction_not_possible"),
        ({"amount": 0}, "correction_not_possible"),
    ],
)
def test_an_adjustment_needs_the_shift_manager_a_reason_and_a_bet(change: dict[str, str], code: str) -> None:
    game, state = opened(THREE_CARD)
    state = played(game, state, *DEALT, *STAYS)
    given = {"box": 1, "player": "ann", "bet": "play", "amount": 100, "by": "shift_manager", "reason": "r"}
    ruling = cmd.AdjustSettlement(**{**given, **change})  # type: ignore[arg-type]
    assert refusal(game, state, ruling).code == code


def test_mss_5_15_limit_errors_of_past_rounds_stay_settled() -> None:
    game, state = opened(STUD)
    state = played(
        game,
        state,
        "bet 1 ann ante 10 unnoticed",
        "close",
        "deal 1 Qs Ts 7s 5s 3s",
        "deal dealer Ad Kh 9c 6d 2h",
        "bet 1 ann bet 20",
        "reveal",
        "settle",
    )
    ruling = cmd.AdjustSettlement(
        box=1,
        player="ann",
        bet="ante",
        amount=-1_000,
        by="shift_manager",
        reason="under the minimum",
        limits_error=True,
    )
    assert refusal(game, state, ruling).clauses[0] == "5.15"


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_ruling_at_a_live_table_needs_a_written_reason(sheet: str) -> None:
    game, state = opened(sheet, live=True)
    state = played(game, state, "bet 1 ann ante 100")
    clause = game.ruling_clauses[0]
    assert refusal(game, state, cmd.Report(clause=clause, action="void")).code == "argument_missing"
    assert not isinstance(
        decide(game, state, cmd.Report(clause=clause, action="void", reason="fire alarm")), Refusal
    )


@pytest.mark.parametrize("sheet", [pytest.param(s, id=f"{s}_5_22_or_3_6") for s in sheet_ids()])
def test_bets_placed_by_staff_are_the_players_and_the_record_says_who(sheet: str) -> None:
    game, state = opened(sheet)
    answer = decide(game, state, cmd.PlaceBet(box=1, player="ann", bet="ante", amount=10_000, by="dealer"))
    assert answer == (ev.BetPlaced(box=1, player="ann", bet="ante", amount=10_000, by="dealer"),)


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_ruling_can_be_reported_at_a_live_table_too(sheet: str, live: bool) -> None:
    """That it needs a written reason there does not keep it from being proposed."""
    game, state = opened(sheet, live)
    state = played(game, state, "bet 1 ann ante 100", "close")
    assert game.ruling_clauses[0] in legal_reports(game, state)
