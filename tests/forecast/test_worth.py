"""What the options of an irregularity are worth: exact, and blind to what lies face down."""

from fractions import Fraction

import pytest
from msgspec import structs

from pitboss.analysis.families import analyse
from pitboss.analysis.model import AnalysisQuestion
from pitboss.cards import DECK, UNKNOWN
from pitboss.forecast.completions import settled_over
from pitboss.forecast.counted_standing import NotCounted, StandingCounter
from pitboss.forecast.options import OptionLeft, options_of
from pitboss.forecast.standing import certain_value, standing_of
from pitboss.forecast.worth import StandingValues, worth_json
from pitboss.forecast.worth_question import WorthQuestion
from pitboss.refusal import Refusal
from pitboss.round import apply
from pitboss.round import commands as cmd
from pitboss.round.state import Round
from pitboss.round.views import as_seen
from pitboss.sheets import Game, load, sheet_ids
from pitboss.sheets.library import text_of
from tests.forecast.rounds import Played

SHEETS = sheet_ids()


def quiet(what: str, done: int, of: int) -> None:
    """Nobody is told."""


def decided(game: Game, state: Round, command: cmd.Command) -> Round | Refusal:
    answer = apply(game, state, command)
    return answer if isinstance(answer, Refusal) else answer[0]


def options(game: Game, state: Round, command: cmd.Command) -> tuple[OptionLeft, ...]:
    return options_of(game, state, command, lambda each: decided(game, state, each))


def first_bet(played: Played) -> tuple[str, int]:
    step = played.game.script(played.state.table.device).decisions[0]
    return step.bet, (step.sizes or played.game.sheet.bets[step.bet].sizes)[0]


def exchanged(game: Game, state: Round) -> Round:
    """The round with every card that nobody sees exchanged for another."""
    seen = as_seen(game, state)
    boxes = {card for box in seen.boxes for card in box.cards}
    kept = {*boxes, *seen.dealer, *seen.community} - {UNKNOWN}
    others = iter([card for card in reversed(DECK) if card not in kept])

    def other(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(next(others) if card == UNKNOWN else card for card in cards)

    return structs.replace(
        state,
        boxes=tuple(
            structs.replace(old, cards=other(new.cards))
            for old, new in zip(state.boxes, seen.boxes, strict=True)
        ),
        dealer=other(seen.dealer),
        community=other(seen.community),
        burnt=other(seen.burnt),
        discarded=other(seen.discarded),
    )


def reports(game: Game, state: Round) -> list[cmd.Command]:
    found: list[cmd.Command] = [cmd.InterruptPlay()]
    for clause, policy in game.sheet.irregularities.items():
        boxes = (1,) if {"box"} & {*policy.needs, *policy.takes} else ()
        player = "p1" if "player" in policy.needs else None
        found.append(cmd.Report(clause=clause, boxes=boxes, player=player))
    return found


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_answer_depends_on_a_card_that_lies_face_down(sheet: str) -> None:
    game = load(sheet)
    played = Played(game, 1, {1: {"ante": 2500, "jackpot": 500}, 4: {"ante": 1000}}).deal()
    states = [played.state]
    played.bet(1, *first_bet(played)).do(cmd.FoldHand(4))
    states.append(played.deal().state)
    for state in states:
        other = exchanged(game, state)
        assert other != state
        assert as_seen(game, other) == as_seen(game, state)
        for command in reports(game, state):
            assert options(game, other, command) == options(game, state, command)


@pytest.mark.parametrize("sheet", SHEETS)
def test_before_the_deal_a_box_is_worth_its_odds_and_a_void_round_nothing(sheet: str) -> None:
    game = load(sheet)
    played = Played(game, 2, {1: {"ante": 2500}, 2: {"ante": 1000}})
    clause = next(each for each, policy in game.sheet.irregularities.items() if policy.effect == "ruling")
    stands, *ways = options(game, played.state, cmd.Report(clause=clause, boxes=(2,)))
    question = WorthQuestion(text=text_of(sheet), table="T", round=1, version=1, options=(stands, *ways))
    answer = worth_json(question, StandingValues(game, quiet))["options"]
    edge = analyse(game, quiet).main().figures.ev
    assert Fraction(answer[0]["boxes"][0]["exact"]) == 25 * edge
    assert {box["how"] for box in answer[0]["boxes"]} == {"counted"}
    by_action = {option["ways"]["action"]: option for option in answer[1:]}
    assert {box["worth"] for box in by_action["void"]["boxes"]} == {"0.00"}
    assert by_action["void"]["house"] == "0.00"
    assert by_action["continue"]["difference"] == "0.00"
    returned = {box["box"]: box for box in by_action["return"]["boxes"]}
    assert (returned[2]["worth"], returned[2]["how"]) == ("0.00", "certain")
    assert returned[1]["worth"] == answer[0]["boxes"][0]["worth"]
    assert Fraction(by_action["return"]["house"]) == -Fraction(returned[1]["worth"])


@pytest.mark.parametrize(("sheet", "bets"), [(SHEETS[0], 1), (SHEETS[-1], 1), (SHEETS[0], 0)])
def test_counted_is_what_the_settlement_pays_over_every_set_of_unseen_cards(sheet: str, bets: int) -> None:
    game = load(sheet)
    played = Played(game, 5, {box: {"ante": 2500, "jackpot": 500} for box in range(1, 8)}).deal()
    if bets:
        played.bet(1, *first_bet(played))
    shown = tuple(structs.replace(box, shown=box.cards) for box in played.state.boxes)
    state = structs.replace(played.state, boxes=shown)
    standing = structs.replace(standing_of(game, state, 1), others=0)
    settled = settled_over(game, standing, quiet)
    assert not settled.drawn
    counted = StandingCounter(game, quiet).value(standing)
    assert counted == settled.value if bets else counted >= settled.value


@pytest.mark.parametrize("sheet", SHEETS)
def test_drawn_values_agree_with_counted_ones(sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.forecast.completions.DRAWN", 1_000)
    game = load(sheet)
    standing = standing_of(game, Played(game, 3, {1: {"ante": 2500}}).state, 1)
    drawn, again = (settled_over(game, standing, quiet) for _ in range(2))
    assert drawn == again
    assert drawn.drawn
    assert abs(float(StandingCounter(game, quiet).value(standing) - drawn.value)) < 2 * drawn.error


def test_a_sample_leaves_the_jackpot_bet_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.forecast.completions.DRAWN", 100)
    game = load(SHEETS[-1])
    state = Played(game, 3, {1: {"ante": 2500, "jackpot": 500}}).deal().state
    part = structs.replace(state.boxes[0], shown=state.boxes[0].cards[:1])
    standing = standing_of(game, structs.replace(state, boxes=(part, *state.boxes[1:])), 1)
    with pytest.raises(NotCounted, match="a part of the hand is seen"):
        StandingCounter(game, quiet).value(standing)
    assert settled_over(game, standing, quiet).without == ("jackpot",)


def test_a_fold_that_loses_every_bet_is_certain() -> None:
    game = load(SHEETS[-1])
    state = Played(game, 3, {1: {"ante": 2500, "jackpot": 500}}).deal().do(cmd.FoldHand(1)).state
    assert certain_value(game, state, state.box(1)) == -3000


def test_a_choice_to_take_bets_back_is_valued_both_ways() -> None:
    game = load("rws-multilink-three-card-v4")
    state = Played(game, 3, {1: {"ante": 2500}, 2: {"ante": 1000}}).deal().state
    every = [option for command in reports(game, state) for option in options(game, state, command)]
    asked = [box for option in every for box in option.boxes if box.withdrawn is not None]
    assert asked
    assert {box.withdrawn for box in asked} == {0}
    assert all(box.standing is not None for box in asked)


def test_the_odds_of_a_question_are_those_of_all_its_bets() -> None:
    game = load(SHEETS[-1])
    state = Played(game, 3, {1: {"ante": 2500, "pair_plus": 500, "jackpot": 500}}).state
    standing = standing_of(game, state, 1)
    assert standing.display is not None
    stakes = AnalysisQuestion(
        bets={"ante": 2500, "pair_plus": 500, "jackpot": 500}, meter=Fraction(standing.display.value)
    )
    assert StandingCounter(game, quiet).value(standing) == analyse(game, quiet).joint(stakes).value
