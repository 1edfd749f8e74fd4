"""Rounds at some moment of the deal, with cards that are chosen or drawn."""

import random
from collections.abc import Callable
from fractions import Fraction

from pitboss.build import build_hash
from pitboss.cards import DECK, Card
from pitboss.refusal import Refusal
from pitboss.round import apply, open_round
from pitboss.round import commands as cmd
from pitboss.round.plan import NextAct, next_act
from pitboss.round.state import Round
from pitboss.settlement import Display, Table
from pitboss.sheets.game import Game

Stop = Callable[[Round, NextAct], bool]


class Played:
    """A round at a table of a sheet, dealt from a deck that a seed orders."""

    def __init__(self, game: Game, seed: int, bets: dict[int, dict[str, int]], display: int = 10_000_000):
        self.game = game
        self.deck = list(DECK)
        random.Random(seed).shuffle(self.deck)
        device = [name for name, scripts in game.scripts.items() if scripts][-1]
        shown = Display(Fraction(display), display, Fraction(1, 10)) if game.sheet.jackpot else None
        unit = min((stakes["jackpot"] for stakes in bets.values() if "jackpot" in stakes), default=100)
        table = Table(sheet=game.sheet.id, device=device, boxes=7, jackpot_bet=unit if shown else None)
        hashes = cmd.Hashes(build_hash(), game.hashes.sheet, game.hashes.readings)
        self.state = open_round(cmd.OpenRound(table, shown, hashes, cmd.Memory()))
        for box, stakes in bets.items():
            for bet, amount in stakes.items():
                self.do(cmd.PlaceBet(box=box, player=f"p{box}", bet=bet, amount=amount))
        self.do(cmd.CloseBets())

    def do(self, *commands: cmd.Command) -> "Played":
        """Carry out commands, none of which may be refused."""
        for command in commands:
            answer = apply(self.game, self.state, command)
            assert not isinstance(answer, Refusal), answer
            self.state = answer[0]
        return self

    def next(self) -> NextAct:
        """The Dealer's next act."""
        return next_act(self.game, self.state, self.game.script(self.state.table.device))

    def deal(self) -> "Played":
        """Deal and turn over until somebody is asked, or the round can be settled."""
        while (act := self.next()).act not in ("ask", "settle"):
            match act.act:
                case "burn":
                    self.do(cmd.BurnCard(self.deck.pop()))
                case "discard":
                    self.do(cmd.DiscardCard(self.deck.pop()))
                case "deal" if act.to is not None:
                    self.do(cmd.DealCards(act.to, tuple(self.deck.pop() for _ in range(act.cards))))
                case _:
                    self.do(cmd.Reveal())
        return self

    def bet(self, box: int, bet: str, times: int = 1) -> "Played":
        """A decision bet of so many Antes."""
        amount = times * self.state.box(box).total("ante")
        return self.do(cmd.PlaceBet(box=box, player=f"p{box}", bet=bet, amount=amount))

    def show(self, box: int, *cards: Card) -> "Played":
        """Turn cards of a hand over."""
        return self.do(cmd.ShowCards(box, cards))
