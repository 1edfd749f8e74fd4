"""The engine driven without a journal: a table, a source of cards, and a chooser at each decision.

Practice, training, charts, the library and the engine's simulation play their rounds here.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from msgspec import structs

from pitboss.cards import Card
from pitboss.invariant import InvariantBroken
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round.decide import apply, open_round
from pitboss.round.events import Event
from pitboss.round.plan import NextAct, dealers_command, next_act
from pitboss.round.state import Round
from pitboss.settlement import Display, Limits, Settlement, Table
from pitboss.sheets.game import Game
from pitboss.sheets.model import Device

JACKPOT_BET: Final = 500
LIMITS: Final = Limits(500, 50_000)
DISPLAY: Final = Display(Fraction(8_000_000), 5_000_000, Fraction(1, 10))
_MOST_BOXES: Final = 7

CardsFor = Callable[[NextAct], tuple[Card, ...]]
"""From an act of the Dealer's to the cards that it takes."""
CommandChooser = Callable[[NextAct], cmd.Command]
"""From the question at a decision to its answer."""


def practice_round(
    game: Game,
    *,
    device: Device | None = None,
    boxes: int | None = None,
    limits: Limits | Mapping[str, Limits] = LIMITS,
    jackpot_bet: int | None = JACKPOT_BET,
    display: Display = DISPLAY,
) -> cmd.OpenRound:
    """The opening of a round at a table of practice; ``limits`` are those of each bet, or one for all."""
    jackpot = game.sheet.jackpot is not None
    if isinstance(limits, Limits):
        before = [bet for bet, rule in game.sheet.bets.items() if rule.placed == "before_deal"]
        limits = {bet: limits for bet in before if bet != "jackpot"}
    table = Table(
        sheet=game.sheet.id,
        device=device or game.device,
        boxes=boxes or min(_MOST_BOXES, game.sheet.layout.most_boxes),
        jackpot_bet=jackpot_bet if jackpot else None,
        limits=dict(limits),
    )
    return cmd.OpenRound(table, display if jackpot else None, hashes_of(game))


def opened_after(opened: cmd.OpenRound, played: Round) -> cmd.OpenRound:
    """The opening of the table's next round: its jackpot, and what the sheet remembers, go on."""
    moves = played.settlement.jackpot if played.settlement else None
    display = opened.display
    if moves and display:
        display = structs.replace(display, value=moves.after)
    return structs.replace(opened, display=display, memory=played.memory_after())


def hashes_of(game: Game) -> cmd.Hashes:
    """The hashes of a round that no journal keeps; of which build it is says who prints it."""
    return cmd.Hashes("", game.hashes.sheet, game.hashes.readings)


def dealt_from(deck: list[Card], hands: Mapping[cmd.Place, list[Card]] | None = None) -> CardsFor:
    """Deal from the end of a deck; cards named for a place come first."""

    def taken(act: NextAct) -> tuple[Card, ...]:
        hand = hands.get(act.to, []) if hands and act.to is not None else []
        return tuple(hand.pop(0) if hand else deck.pop() for _ in range(act.cards))

    return taken


class RoundDriver:
    """One round: its state, and what is done to it."""

    def __init__(self, game: Game, opened: cmd.OpenRound, cards: CardsFor) -> None:
        self.game, self._cards = game, cards
        self._script = game.script(opened.table.device)
        self.state = open_round(opened)
        self.events: list[Event] = []

    @property
    def due(self) -> NextAct | None:
        """What the Dealer does next, or whom they ask; None while the Bets are open, and once settled."""
        if not self.state.closed or self.state.settled:
            return None
        return next_act(self.game, self.state, self._script)

    def do(self, command: cmd.Command) -> Refusal | None:
        """Apply a command; the refusal, if it is refused."""
        answer = apply(self.game, self.state, command)
        if type(answer) is Refusal:
            return answer
        self.state, events = answer
        self.events += events
        return None

    def must(self, *commands: cmd.Command) -> None:
        """Apply commands that the sheet allows."""
        for command in commands:
            if refusal := self.do(command):
                kind = type(command).__name__
                raise InvariantBroken(f"{kind} was refused in a round of practice: {refusal.code}")

    def command(self, act: NextAct) -> cmd.Command:
        """The Dealer's next act with its cards."""
        return dealers_command(act, self._cards(act))

    def play(self, choose: CommandChooser) -> Settlement:
        """Play the round, whose Bets are closed, to its settlement."""
        while due := self.due:
            self.must(choose(due) if due.act == "ask" else self.command(due))
        return self.settlement

    @property
    def settlement(self) -> Settlement:
        """What each bet got."""
        if self.state.settlement is None:
            raise InvariantBroken("the round has no settlement yet")
        return self.state.settlement
