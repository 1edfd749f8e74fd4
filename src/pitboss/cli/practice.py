"""The practice table: a shuffled deck, a jackpot and the engine."""

from fractions import Fraction
from typing import Final

from msgspec import structs

from pitboss.cards import Card
from pitboss.records.round_file import FileStep
from pitboss.refusal import Refusal
from pitboss.round import Round, apply, open_round
from pitboss.round import commands as cmd
from pitboss.round.plan import NextAct, dealers_command
from pitboss.settlement import Display, Limits, Table
from pitboss.sheets import Game
from pitboss.sheets.model import Device
from pitboss.sheets.script import Script
from pitboss.shuffle import shuffled

YOU: Final = "you"
JACKPOT_BET: Final = 500


class PracticeTable:
    """A table with one player, which keeps the steps of its rounds for a round file."""

    def __init__(self, game: Game, build: str, device: Device) -> None:
        self.game = game
        self.hashes = cmd.Hashes(build, game.hashes.sheet, game.hashes.readings)
        limits = {
            bet: Limits(500, 50_000)
            for bet, rule in game.sheet.bets.items()
            if rule.placed == "before_deal" and bet != "jackpot"
        }
        boxes, bet = min(7, game.sheet.layout.most_boxes), JACKPOT_BET if game.sheet.jackpot else None
        self.table = Table(sheet=game.sheet.id, device=device, boxes=boxes, jackpot_bet=bet, limits=limits)
        shown = Display(Fraction(8_000_000), 5_000_000, Fraction(1, 10))
        self.display = shown if game.sheet.jackpot else None
        self.opened_with = self.display
        self.memory = cmd.Memory()
        self.deck: list[Card] = []
        self.steps: list[FileStep] = []
        self.rounds: list[tuple[FileStep, ...]] = []
        """The finished rounds of this visit."""
        self.counted = 0
        """The player's win in this round as last shown."""
        self.state: Round
        """The round on the table; set by :meth:`open`."""

    @property
    def script(self) -> Script:
        """The dealing procedure in use."""
        return self.game.script(self.table.device)

    @property
    def seen(self) -> Round:
        """The round with the faces of the hands that the player has looked at."""
        return self.state

    def open(self) -> None:
        """Begin a round with a freshly shuffled deck."""
        self.deck = list(shuffled())
        self.steps = []
        self.counted = 0
        self.state = self._opened()

    def carry_on(self) -> None:
        """Carry the jackpot and the table's memory over to the next round."""
        moves = self.state.settlement.jackpot if self.state.settlement else None
        if moves and self.display:
            self.display = structs.replace(self.display, value=moves.after)
        self.memory = self.state.memory_after()
        self.rounds.append(tuple(self.steps))
        self.steps = []

    def finished(self) -> tuple[tuple[FileStep, ...], ...]:
        """The finished rounds, a settled one on the table included."""
        last = [tuple(self.steps)] if self.state.settled and self.steps else []
        return (*self.rounds, *last)

    def do(self, command: cmd.Command) -> bool:
        """Apply a command; prints the refusal and returns false if it is refused."""
        answer = apply(self.game, self.state, command)
        if isinstance(answer, Refusal):
            return self.refused(answer)
        self.state, _ = answer
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
        cards = tuple(self.deck.pop() for _ in range(act.cards))
        return self.do(dealers_command(act, cards))

    def next_two(self) -> tuple[Card, Card]:
        """The two cards that come next."""
        return self.deck[-1], self.deck[-2]

    def swap_next_two(self) -> bool:
        """Swap the next two cards of the deck, whose order no player can know."""
        self.deck[-1], self.deck[-2] = self.deck[-2], self.deck[-1]
        return True

    def usual_bet(self, bet: str) -> int:
        """The default bet when the player presses Enter."""
        return self.table.limits[bet].minimum if bet == "ante" else 0

    def _opened(self) -> Round:
        return open_round(cmd.OpenRound(self.table, self.display, self.hashes, self.memory))
