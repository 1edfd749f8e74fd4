"""People who play whole rounds at any table of a floor, by its sheet's own dealing plan, from a seed."""

import random

from pitboss.floor import Done
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.plan import dealers_command, next_act
from pitboss.sheets import Game
from pitboss.shuffle import shuffled
from tests.floor.house import DEALER, House

PLAYERS = ("ann", "bob", "cat", "dot", "eve", "fay", "gus")


def play_round(house: House, table: str, rng: random.Random, boxes: int = 7) -> None:
    """Everybody bets all he may, looks, and mostly stays; wins of the jackpot are verified and paid."""
    house.begin(table)
    state = house.round(table)
    game = house.floor.rulebook.by_hash[state.hashes.sheet]
    deck = list(shuffled(rng.randrange))

    def do(command: cmd.Command) -> None:
        house.ok(house.floor.act(table, command, DEALER, house.id()))

    for box, player in enumerate(PLAYERS[:boxes], 1):
        for bet, rule in game.sheet.bets.items():
            if rule.placed == "before_deal":
                do(cmd.PlaceBet(box=box, player=player, bet=bet, amount=500 if bet == "jackpot" else 2500))
    do(cmd.CloseBets())
    looked = False
    while not (state := _now(house, table)).settled:
        act = next_act(game, state, game.script("shuffler"))
        if act.act == "ask" and not looked:
            looked = True
            for box in range(1, boxes + 1):
                do(cmd.ExamineHand(box))
        elif act.act == "ask":
            for box in act.boxes:
                do(_decision(game, state, box, rng))
        elif act.act == "settle":
            settle(house, table)
        else:
            do(dealers_command(act, tuple(deck.pop() for _ in range(act.cards))))


def settle(house: House, table: str) -> Done:
    """Settle; where a share of the display was won, its claims are verified and paid first."""
    done = house.ok(house.floor.act(table, cmd.SettleRound(), DEALER, house.id()))
    state = house.floor.tables.get(table).state
    assert state is not None
    if state.in_play and state.link:
        link = house.state_of(state.link)
        claims = [claim.id for claim in link.unpaid if claim.table == table]
        for claim in claims:
            house.verify(claim, state.link)
        for claim in claims:
            if not house.state_of(state.link).claims[claim].paid:
                house.pay(claim, state.link)
        done = house.ok(house.floor.act(table, cmd.SettleRound(), DEALER, house.id()))
    return done


def _now(house: House, table: str) -> Round:
    state = house.floor.tables.get(table).state
    assert state is not None
    assert state.round is not None
    return state.round


def _decision(game: Game, state: Round, box: int, rng: random.Random) -> cmd.Command:
    due = game.script("shuffler").decisions[state.reveals]
    if rng.random() < 0.25:
        return cmd.FoldHand(box) if due.otherwise == "fold" else cmd.Check(box)
    times = game.sheet.bets[due.bet].sizes[0]
    return cmd.PlaceBet(box=box, player=PLAYERS[box - 1], bet=due.bet, amount=2500 * times)
