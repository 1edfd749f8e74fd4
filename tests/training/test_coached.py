"""The coached hand: all games from the first bet to the settlement; cards that lie face down tell nothing."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec import json

from pitboss.api.errors import BadRequest
from pitboss.api.routes.coach import coached_now, read_acts
from pitboss.cards import DECK, Card
from pitboss.messages import acts as said
from pitboss.messages.training import CoachedNow, GoOn
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.sheets import Game, load, sheet_ids
from pitboss.training import coached
from pitboss.training.coached import COACHED, CoachedCommand, CoachedHand, coached_deck, coached_hand


def after(game: Game, deck: tuple[Card, ...], commands: list[CoachedCommand]) -> CoachedNow:
    hand = coached_hand(game, deck, commands)
    assert isinstance(hand, CoachedHand), hand
    return coached_now(game, hand, 1, len(commands))


def played(
    game: Game, deck: tuple[Card, ...], rng: Random
) -> Iterator[tuple[list[CoachedCommand], CoachedNow]]:
    """A hand from the empty layout to its end: every bet is placed, each decision is drawn."""
    commands: list[CoachedCommand] = []
    now = after(game, deck, commands)
    yield [], now
    while now.round.settlement is None:
        commands.append(_next(game, now, rng))
        now = after(game, deck, commands)
        yield [*commands], now


def _next(game: Game, now: CoachedNow, rng: Random) -> CoachedCommand:
    box, due = now.round.boxes[now.box - 1], now.legal.due
    laid = {wager.bet for wager in box.wagers}
    for bet in now.legal.bets:
        if due is None and bet.bet not in laid:
            return _placed(now.box, bet.bet, bet.least)
    if due is None or due.act != "ask":
        return coached.AwaitDealer()
    if not box.examined:
        return cmd.ExamineHand(now.box)
    ways = [act for act in now.legal.acts if act["act"] in ("bet", "fold", "check")]
    way = rng.choice(ways)
    match way["act"]:
        case "fold":
            return cmd.FoldHand(now.box)
        case "check":
            return cmd.Check(now.box)
        case _:
            return _placed(now.box, str(way["bet"]), str(way["amount"]))


def _placed(box: int, bet: str, amount: str) -> cmd.PlaceBet:
    return cmd.PlaceBet(box=box, player=COACHED, bet=bet, amount=int(amount.replace(".", "")))


def seen(now: CoachedNow) -> set[str]:
    """Every card that lies open for the player."""
    rows = [now.round.dealer, now.round.community, *(box.cards for box in now.round.boxes)]
    return {card for row in rows for card in row} - {"?"}


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_hand_is_played_to_its_settlement_with_a_clause_at_every_step(sheet: str) -> None:
    game = load(sheet)
    for number in range(3):
        *_, (commands, now) = played(game, coached_deck(game, number), Random(number))
        assert now.round.settlement is not None
        lines = now.round.settlement.lines
        assert {line.player for line in lines} == {COACHED}
        assert all(line.clauses for line in lines)
        steps = [
            act
            for place in range(len(commands))
            for act in after(game, coached_deck(game, number), commands[: place + 1]).dealt
        ]
        assert {step.act for step in steps} >= {"deal", "settle"}
        assert all(step.clause in game.register for step in steps)


@pytest.mark.parametrize("sheet", sheet_ids())
def test_no_answer_depends_on_a_card_that_lies_face_down(sheet: str) -> None:
    """With all other cards dealt anew, the player is told the same, and so whatever is advised from it."""
    game, rng = load(sheet), Random(sheet)
    deck = coached_deck(game, 5)
    for commands, now in played(game, deck, rng):
        if now.round.settlement is not None:
            break
        open_cards = seen(now)
        hidden = [card for card in DECK if card not in open_cards]
        anew = iter(rng.sample(hidden, len(hidden)))
        other = tuple(card if card in open_cards else next(anew) for card in deck)
        assert json.encode(after(game, other, commands)) == json.encode(now)


def test_the_same_number_is_the_same_hand_and_another_is_another() -> None:
    game = load("rws-three-card-v3")
    assert coached_deck(game, 1) == coached_deck(game, 1) != coached_deck(game, 2)
    assert sorted(coached_deck(game, 1)) == sorted(DECK)
    assert coached_deck(game, 1) != coached_deck(load("rws-progressive-three-card-v5"), 1)


def test_an_act_against_the_sheet_is_refused_with_its_clause() -> None:
    game = load("rws-three-card-v3")
    deck, ante = coached_deck(game, 1), _placed(4, "ante", "25.00")
    go_on = coached.AwaitDealer()
    refused: dict[str, list[CoachedCommand]] = {
        "bet_without_ante": [go_on],
        "bet_below_minimum": [_placed(4, "ante", "1.00")],
        "bet_above_maximum": [_placed(4, "ante", "501.00")],
        "decision_still_due": [ante, go_on, go_on],
        "round_settled": [ante, go_on, cmd.FoldHand(4), go_on, go_on],
    }
    for code, commands in refused.items():
        found = coached_hand(game, deck, commands)
        assert isinstance(found, Refusal)
        assert (found.code, bool(found.clauses)) == (code, True)


@pytest.mark.parametrize(
    "act",
    [
        said.ExamineHand(box=3),
        said.PlaceBet(box=4, bet="ante", amount="25.00", player="ann"),
        said.PlaceBet(box=4, bet="ante", amount="25.00", by_staff=True),
    ],
)
def test_only_the_player_acts_and_only_at_their_box(act: said.ExamineHand | said.PlaceBet) -> None:
    game = load("rws-three-card-v3")
    with pytest.raises(BadRequest):
        read_acts(game, (GoOn(), act))
