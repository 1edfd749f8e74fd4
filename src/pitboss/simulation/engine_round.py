"""One round through the engine: commands decided and evolved, and a settlement for what each bet got."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.analysis.decisions import Decision, first_stakes
from pitboss.analysis.payoffs import side_bets
from pitboss.build import build_hash
from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.invariant import InvariantBroken
from pitboss.refusal import Refusal
from pitboss.round import apply, open_round
from pitboss.round import commands as cmd
from pitboss.round.plan import NextAct, dealers_command, next_act
from pitboss.round.queries import boxes_to_decide, decision_open, sizes_open
from pitboss.round.state import Round
from pitboss.round.views import view
from pitboss.settlement import Display, Settlement, Table
from pitboss.sheets.game import Game
from pitboss.simulation.choosing import Chooser, EngineSpot
from pitboss.simulation.irregular import Irregular

ANTE_CENTS: Final = 1_200
"""The stake of every bet: rates to 2, 3 or 4 pay it without rounding."""
JACKPOT_CENTS: Final = 100
_DISPLAY: Final = 100_000_000


class EngineTable(Struct, frozen=True, kw_only=True):
    """A table of a sheet at which every round has the same bets on the same boxes."""

    game: Game
    rules: Table
    display: Display | None
    hashes: cmd.Hashes
    boxes: int
    chooser: Chooser


def engine_table(game: Game, boxes: int, chooser: Chooser) -> EngineTable:
    """A table without limits whose display is the same before each round."""
    devices = [device for device, scripts in game.scripts.items() if scripts]
    jackpot = game.sheet.jackpot is not None
    return EngineTable(
        game=game,
        rules=Table(
            sheet=game.sheet.id,
            device=devices[-1],
            boxes=max(boxes, game.sheet.layout.fewest_boxes),
            jackpot_bet=JACKPOT_CENTS if jackpot else None,
            limits={},
        ),
        display=Display(Fraction(_DISPLAY), _DISPLAY, Fraction(1, 10)) if jackpot else None,
        hashes=cmd.Hashes(build_hash(), game.hashes.sheet, game.hashes.readings),
        boxes=boxes,
        chooser=chooser,
    )


class EngineRound:
    """A round in play: the boxes have their bets, and the cards are known beforehand."""

    def __init__(self, table: EngineTable, cards: tuple[Card, ...], irregular: Irregular | None) -> None:
        self._table, self._game = table, table.game
        self._irregular = irregular
        hands = table.game.sheet.hands
        self._hands: dict[cmd.Place, list[Card]] = {}
        place = 0
        for box in range(1, table.boxes + 1):
            self._hands[box] = list(cards[place : place + hands.box])
            place += hands.box
        self._hands["dealer"] = list(cards[place : place + hands.dealer])
        self._hands["community"] = list(cards[place + hands.dealer :])
        in_play = set(cards)
        self._rest = [card for card in DECK if card not in in_play]
        self.state = open_round(cmd.OpenRound(table.rules, table.display, table.hashes, cmd.Memory()))

    def played(self) -> Settlement:
        """Play the round to its settlement."""
        for command in self._bets():
            self._must(command)
        self._must(cmd.CloseBets())
        script = self._game.script(self._table.rules.device)
        while not self.state.settled:
            if self._irregular and self._irregular.happens(self):
                continue
            act = next_act(self._game, self.state, script)
            self._must(self._answer() if act.act == "ask" else dealers_command(act, self._cards(act)))
        if self.state.settlement is None:
            raise InvariantBroken("a settled round has no settlement")
        return self.state.settlement

    def do(self, command: cmd.Command) -> Refusal | None:
        """Apply a command; the refusal, if it is refused."""
        answer = apply(self._game, self.state, command)
        if isinstance(answer, Refusal):
            return answer
        self.state = answer[0]
        return None

    def _must(self, command: cmd.Command) -> None:
        answered = self.do(command)
        if answered is None:
            return
        # After an irregularity the procedure may not go on: the round is settled, or interrupted.
        if self._irregular and self._irregular.reported:
            for ending in (cmd.SettleRound(), cmd.InterruptPlay()):
                if self.do(ending) is None:
                    return
        kind = type(command).__name__
        raise InvariantBroken(f"{kind} was refused in a simulated round: {answered.code}")

    def _bets(self) -> Iterator[cmd.PlaceBet]:
        stakes = {bet: times * ANTE_CENTS for bet, times in first_stakes(self._game).items()}
        stakes.update(dict.fromkeys(side_bets(self._game), ANTE_CENTS))
        if self._table.display:
            stakes["jackpot"] = JACKPOT_CENTS
        for box in range(1, self._table.boxes + 1):
            for bet, amount in stakes.items():
                yield cmd.PlaceBet(box=box, player=f"player-{box}", bet=bet, amount=amount)

    def _cards(self, act: NextAct) -> tuple[Card, ...]:
        if act.to is None:
            return tuple(self._rest.pop() for _ in range(act.cards))
        hand = self._hands[act.to]
        return tuple((hand or self._rest).pop(0) for _ in range(act.cards))

    def _answer(self) -> cmd.Command:
        """What the strategy does at the first open decision."""
        number = boxes_to_decide(self._game, self.state)[0]
        box = self.state.box(number)
        step = decision_open(self._game, self.state, box)
        if step is None:
            raise InvariantBroken(f"box {number} decides, and no decision is open")
        seen = view(self._game, self.state, f"player-{number}")
        up = [card for card in seen.dealer if card != UNKNOWN]
        board = tuple(card for card in seen.community if card != UNKNOWN)
        sizes = () if step.takes_back else sizes_open(self._game, self.state, box, step.bet)
        decision = Decision(
            bet=step.bet,
            open=len(board),
            sizes=sizes,
            otherwise=step.otherwise,
            takes_back=step.takes_back,
        )
        word = self._table.chooser(
            EngineSpot(
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
