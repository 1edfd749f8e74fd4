"""One round through the engine: commands decided and evolved, and a settlement for what each bet got."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Final

from msgspec import Struct

from pitboss.analysis.decisions import Chooser, InformationSet, SheetDecision, first_stakes
from pitboss.analysis.payoffs import side_bets
from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.invariant import InvariantBroken
from pitboss.round import commands as cmd
from pitboss.round.driver import RoundDriver, dealt_from, practice_round
from pitboss.round.queries import boxes_to_decide, decision_open, sizes_open
from pitboss.round.state import Round
from pitboss.round.views import view
from pitboss.settlement import Display, Settlement
from pitboss.sheets.game import Game
from pitboss.simulation.irregular import Irregular

ANTE_CENTS: Final = 1_200
"""The stake of every bet: rates to 2, 3 or 4 pay it without rounding."""
JACKPOT_CENTS: Final = 100
_DISPLAY: Final = Display(Fraction(100_000_000), 100_000_000, Fraction(1, 10))
_DECK: Final = frozenset(DECK)


class EngineTable(Struct, frozen=True, kw_only=True):
    """A table of a sheet at which every round has the same bets on the same boxes."""

    game: Game
    opened: cmd.OpenRound
    boxes: int
    chooser: Chooser


def engine_table(game: Game, boxes: int, chooser: Chooser) -> EngineTable:
    """A table without limits whose display is the same before each round."""
    devices = [device for device, scripts in game.scripts.items() if scripts]
    opened = practice_round(
        game,
        device=devices[-1],
        boxes=max(boxes, game.sheet.layout.fewest_boxes),
        limits={},
        jackpot_bet=JACKPOT_CENTS,
        display=_DISPLAY,
    )
    return EngineTable(game=game, opened=opened, boxes=boxes, chooser=chooser)


class EngineRound(RoundDriver):
    """A round in play: the boxes have their bets, and the cards are known beforehand."""

    def __init__(self, table: EngineTable, cards: tuple[Card, ...], irregular: Irregular | None) -> None:
        self._table, self._irregular = table, irregular
        hands, dealt = table.game.sheet.hands, iter(cards)
        known: dict[cmd.Place, list[Card]] = {
            box: list(islice(dealt, hands.box)) for box in range(1, table.boxes + 1)
        }
        known["dealer"] = list(islice(dealt, hands.dealer))
        known["community"] = list(dealt)
        super().__init__(table.game, table.opened, dealt_from(sorted(_DECK.difference(cards)), known))

    def played(self) -> Settlement:
        """Play the round to its settlement."""
        self.must(*self._bets(), cmd.CloseBets())
        while due := self.due:
            if not (self._irregular and self._irregular.happens(self)):
                self.must(self._answer() if due.act == "ask" else self.command(due))
        return self.settlement

    def must(self, *commands: cmd.Command) -> None:
        """Apply commands; after an irregularity the round may not go on, and is settled or interrupted."""
        if not (self._irregular and self._irregular.reported):
            return super().must(*commands)
        if all(self.do(command) for command in (*commands, cmd.SettleRound(), cmd.InterruptPlay())):
            super().must(*commands)
        return None

    def _bets(self) -> Iterator[cmd.PlaceBet]:
        stakes = {bet: times * ANTE_CENTS for bet, times in first_stakes(self.game).items()}
        stakes.update(dict.fromkeys(side_bets(self.game), ANTE_CENTS))
        if self._table.opened.display:
            stakes["jackpot"] = JACKPOT_CENTS
        for box in range(1, self._table.boxes + 1):
            for bet, amount in stakes.items():
                yield cmd.PlaceBet(box=box, player=f"player-{box}", bet=bet, amount=amount)

    def _answer(self) -> cmd.Command:
        """What the strategy does at the first open decision."""
        number = boxes_to_decide(self.game, self.state)[0]
        box = self.state.box(number)
        step = decision_open(self.game, self.state, box)
        if step is None:
            raise InvariantBroken(f"box {number} decides, and no decision is open")
        seen = view(self.game, self.state, f"player-{number}")
        up = [card for card in seen.dealer if card != UNKNOWN]
        board = tuple(card for card in seen.community if card != UNKNOWN)
        sizes = () if step.takes_back else sizes_open(self.game, self.state, box, step.bet)
        decision = SheetDecision(
            bet=step.bet,
            open=len(board),
            sizes=sizes,
            otherwise=step.otherwise,
            takes_back=step.takes_back,
        )
        word = self._table.chooser(
            InformationSet(
                number=step.number,
                decision=decision,
                own=box.cards,
                up=up[0] if up else None,
                board=board,
                decided=box.decided,
            )
        )
        return command_of(self.state, number, word, sizes)


def command_of(state: Round, number: int, word: str, sizes: tuple[int, ...]) -> cmd.Command:
    """The command of an action in words on a box; a bet without a size has the only one."""
    if word == "fold":
        return cmd.FoldHand(number)
    if word == "check":
        return cmd.Check(number)
    if word.startswith("withdraw "):
        return cmd.WithdrawBet(number, word.removeprefix("withdraw "))
    bet, _, times = word.partition(" x ")
    box = state.box(number)
    ante = box.total("ante")
    size = int(times) if times else sizes[0]
    return cmd.PlaceBet(box=number, player=f"player-{number}", bet=bet, amount=size * ante)
