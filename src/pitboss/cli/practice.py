"""The practice table: a shuffled deck, a jackpot and the engine."""

from typing import Final

from pitboss.cards import Card
from pitboss.records.round_file import FileStep
from pitboss.refusal import Refusal
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.driver import RoundDriver, dealt_from, opened_after, practice_round
from pitboss.round.plan import NextAct, next_act
from pitboss.sheets import Game
from pitboss.sheets.model import Device
from pitboss.shuffle import shuffled

YOU: Final = "you"


class PracticeTable:
    """A table with one player, which keeps the steps of its rounds for a round file."""

    def __init__(self, game: Game, device: Device) -> None:
        self.game = game
        self._opened = practice_round(game, device=device)
        self.table, self.opened_with = self._opened.table, self._opened.display
        self.deck: list[Card] = []
        self.steps: list[FileStep] = []
        self.rounds: list[tuple[FileStep, ...]] = []
        """The finished rounds of this visit."""
        self.counted = 0
        """The player's win in this round as last shown."""
        self._driver: RoundDriver
        """The round on the table; set by :meth:`open`."""

    @property
    def state(self) -> Round:
        """The round on the table."""
        return self._driver.state

    @property
    def due(self) -> NextAct:
        """What the Dealer does next, or whom they ask, in a round whose Bets are closed."""
        return next_act(self.game, self.state, self.game.script(self.table.device))

    def open(self) -> None:
        """Begin a round with a freshly shuffled deck."""
        self.deck = list(shuffled())
        self.steps = []
        self.counted = 0
        self._driver = RoundDriver(self.game, self._opened, dealt_from(self.deck))

    def carry_on(self) -> None:
        """Carry the jackpot and the table's memory over to the next round."""
        self._opened = opened_after(self._opened, self.state)
        self.rounds.append(tuple(self.steps))
        self.steps = []

    def finished(self) -> tuple[tuple[FileStep, ...], ...]:
        """The finished rounds, a settled one on the table included."""
        last = [tuple(self.steps)] if self.state.settled and self.steps else []
        return (*self.rounds, *last)

    def do(self, command: cmd.Command) -> bool:
        """Apply a command; prints the refusal and returns false if it is refused."""
        if refusal := self._driver.do(command):
            return self.refused(refusal)
        self.steps.append(FileStep(command))
        return True

    def refused(self, refusal: Refusal) -> bool:
        """Print a refusal; returns false."""
        print(f"  Refused: {refusal.message} ({', '.join(refusal.clauses)})")
        return False

    def deal(self, act: NextAct) -> None:
        """Do the Dealer's next act; a round that cannot continue is ruled void."""
        if not self._deal(act):
            self.void("it cannot go on")

    def void(self, reason: str) -> None:
        """The shift manager rules that the round is void."""
        clause = self.game.ruling_clauses[0]
        self.do(cmd.Report(clause=clause, action="void", by="shift_manager", reason=reason))

    def _deal(self, act: NextAct) -> bool:
        return self.do(self._driver.command(act))

    def next_two(self) -> tuple[Card, Card]:
        """The two cards that come next."""
        return self.deck[-1], self.deck[-2]

    def swap_next_two(self) -> None:
        """Swap the next two cards of the deck, whose order no player can know."""
        self.deck[-1], self.deck[-2] = self.deck[-2], self.deck[-1]

    def usual_bet(self, bet: str) -> int:
        """The default bet when the player presses Enter."""
        return self.table.limits[bet].minimum if bet == "ante" else 0
