"""Rounds step by step: bet, deal, answer what is asked, read the settlement."""

import random
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct, structs

from pitboss.build import build_hash
from pitboss.cards import Card, parse_card
from pitboss.citation import Clause
from pitboss.records.round_file import FileStep, RoundFile, write_round_file
from pitboss.records.steps import parse_step
from pitboss.refusal import Refusal
from pitboss.round import apply, decide, open_round
from pitboss.round import commands as cmd
from pitboss.round.legal import candidates
from pitboss.round.plan import NextAct, next_act
from pitboss.round.queries import boxes_to_decide
from pitboss.round.views import view
from pitboss.settlement import Display, Table
from pitboss.sheets import Game
from pitboss.sheets.model import Device
from pitboss.shuffle import shuffled
from pitboss.toolkit.amounts import Amount, cents, dollars
from pitboss.toolkit.settling import SettledRound, settled_round

_DECIDING = (cmd.PlaceBet, cmd.FoldHand, cmd.Check, cmd.WithdrawBet)


class Refused(Exception):
    """An act that the sheet does not allow, with its code and the clauses that say so."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.message} ({', '.join(refusal.clauses)})")
        self.code: str = refusal.code
        self.clauses: tuple[Clause, ...] = refusal.clauses


class Choice(Struct, frozen=True, kw_only=True):
    """One way to answer a decision."""

    word: str
    """The name of the bet, ``fold``, ``check``, or ``withdraw`` with the bet that is taken back."""
    amount: Decimal | None = None
    """What the bet costs, in dollars."""


class Decision(Struct, frozen=True, kw_only=True):
    """A decision that a box is asked for, with what its player may know."""

    box: int
    player: str
    cards: tuple[str, ...]
    dealer: tuple[str, ...]
    """The Dealer's hand; a face-down card is ``?``."""
    community: tuple[str, ...]
    ante: Decimal
    """The player's Ante, of which the bets of decisions are multiples."""
    decided: tuple[str, ...]
    """What this box has answered before in the round."""
    choices: tuple[Choice, ...]


class GameTable:
    """A table of one sheet. Its jackpot and what the sheet remembers go on from round to round."""

    def __init__(
        self,
        game: Game,
        *,
        boxes: int | None = None,
        device: Device | None = None,
        jackpot: Amount | None = None,
        jackpot_bet: Amount = 5,
        seed: int | None = None,
    ) -> None:
        self.game = game
        devices = [each for each, scripts in game.scripts.items() if scripts]
        self.rules = Table(
            sheet=game.sheet.id,
            device=device or devices[-1],
            boxes=boxes or game.sheet.layout.most_boxes,
            jackpot_bet=None if jackpot is None else cents(jackpot_bet),
            limits={},
        )
        value = None if jackpot is None else cents(jackpot)
        self.display = None if value is None else Display(Fraction(value), value, Fraction(1, 10))
        self.memory = cmd.Memory()
        self.below: Callable[[int], int] | None = None if seed is None else random.Random(seed).randrange

    def round(self) -> "GameRound":
        """The next round of the table, betting open."""
        return GameRound(self)

    def take_over(self, played: "GameRound") -> None:
        """Go on from a settled round."""
        self.memory = played.state.memory_after()
        moves = played.state.settlement.jackpot if played.state.settlement else None
        if moves and self.display:
            self.display = structs.replace(self.display, value=moves.after)


class GameRound:
    """One round. What the Dealer does next is done as soon as no decision is open."""

    def __init__(self, table: GameTable) -> None:
        self._table = table
        self._game = table.game
        hashes = cmd.Hashes(build_hash(), self._game.hashes.sheet, self._game.hashes.readings)
        self._opened = table.display
        self.state = open_round(cmd.OpenRound(table.rules, table.display, hashes, table.memory))
        self._steps: list[FileStep] = []
        self._named: dict[cmd.Place, list[Card]] = {}
        self._deck: list[Card] = []

    def bet(self, player: str, bet: str, amount: Amount, *, box: int | None = None) -> None:
        """Put chips on an area: of the player's own box, or of the first free one."""
        number = box or self._box_of(player)
        self.do(cmd.PlaceBet(box=number, player=player, bet=bet, amount=cents(amount)))

    def deal(self, **cards: str) -> None:
        """Close betting and deal up to the first decision.

        Cards may be named for a player, for ``dealer`` and for ``community``; all others come from a
        shuffled deck.
        """
        hands = {self._place(name): list(map(parse_card, text.split())) for name, text in cards.items()}
        named = [card for hand in hands.values() for card in hand]
        if len(set(named)) != len(named):
            raise ValueError("a card is named twice")
        self._named = hands
        deck = shuffled(self._table.below) if self._table.below else shuffled()
        taken = set(named)
        self._deck = [card for card in deck if card not in taken]
        self.do(cmd.CloseBets())
        self._go_on()

    @property
    def asks(self) -> tuple[Decision, ...]:
        """The decisions that are open, in the order of the boxes."""
        if not self.state.closed or self.state.settled:
            return ()
        return tuple(self._decision(number) for number in boxes_to_decide(self._game, self.state))

    def answer(self, choice: str | Choice, *, amount: Amount | None = None, box: int | None = None) -> None:
        """Answer the first open decision, or that of a box; then the round goes on."""
        if not (waiting := boxes_to_decide(self._game, self.state)) or not self.state.closed:
            raise ValueError("no decision is open")
        number = box or waiting[0]
        word = choice if isinstance(choice, str) else choice.word
        wanted = amount if isinstance(choice, str) else choice.amount
        ways = list(self._ways(number))
        for command in ways:
            if _word(command) == word and (wanted is None or _amount(command) == cents(wanted)):
                self.do(command)
                self._go_on()
                return
        known = ", ".join(dict.fromkeys(map(_word, ways))) or "nothing"
        raise ValueError(f"box {number} cannot answer {word!r} now; it may answer {known}")

    def step(self, text: str) -> None:
        """Do anything that a round file can say, such as ``report 5.12``; then the round goes on."""
        self.do(parse_step(text)[0])
        if self._deck:
            self._go_on()

    @property
    def settled(self) -> bool:
        """Whether the round is settled."""
        return self.state.settled

    @property
    def settlement(self) -> SettledRound:
        """What every bet got; raises :class:`ValueError` while the round is in play."""
        if self.state.settlement is None:
            raise ValueError("the round is not settled yet")
        return settled_round(self.state.settlement)

    def file(self) -> str:
        """The round as the text of a round file, which ``pitboss settle`` settles alike."""
        return write_round_file(RoundFile(self._table.rules, self._opened, (tuple(self._steps),)))

    def do(self, command: cmd.Command) -> None:
        """Apply a command of the engine; raises :class:`Refused`."""
        answer = apply(self._game, self.state, command)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        self.state, _ = answer
        self._steps.append(FileStep(command))
        if self.state.settled:
            self._table.take_over(self)

    def _go_on(self) -> None:
        """Do what the Dealer does until somebody is asked, or the round is settled."""
        script = self._game.script(self.state.table.device)
        while not self.state.settled and not self.state.options:
            act = next_act(self._game, self.state, script)
            if act.act == "ask":
                return
            self.do(self._dealers(act))

    def _dealers(self, act: NextAct) -> cmd.Command:
        match act.act:
            case "burn":
                return cmd.BurnCard(self._deck.pop())
            case "discard":
                return cmd.DiscardCard(self._deck.pop())
            case "deal" if act.to is not None:
                return cmd.DealCards(act.to, tuple(self._cards(act.to, act.cards)))
            case "reveal":
                return cmd.Reveal()
            case _:
                return cmd.SettleRound()

    def _cards(self, place: cmd.Place, number: int) -> Iterator[Card]:
        named = self._named.get(place, [])
        for _ in range(number):
            yield named.pop(0) if named else self._deck.pop()

    def _decision(self, number: int) -> Decision:
        player = self.state.box(number).player or ""
        box = self.state.box(number)
        seen = view(self._game, self.state, player)
        return Decision(
            box=number,
            player=player,
            cards=box.cards,
            dealer=seen.dealer,
            community=seen.community,
            ante=dollars(box.total("ante")),
            decided=box.decided,
            choices=tuple(_choices(self._ways(number))),
        )

    def _ways(self, number: int) -> Iterator[cmd.Command]:
        """The acts that answer the decision of a box, those that cost something first."""
        acts = [
            command
            for command in candidates(self._game, self.state)
            if isinstance(command, _DECIDING) and command.box == number
        ]
        for command in sorted(acts, key=lambda act: not isinstance(act, cmd.PlaceBet)):
            if not isinstance(decide(self._game, self.state, command), Refusal):
                yield command

    def _box_of(self, player: str) -> int:
        boxes = self.state.boxes
        own = next((box.number for box in boxes if box.player == player), None)
        free = next((box.number for box in boxes if box.player is None), None)
        if own is None and free is None:
            raise ValueError("every box of the table is taken")
        return own or free or 0

    def _place(self, name: str) -> cmd.Place:
        if name == "dealer" or name == "community":
            return "dealer" if name == "dealer" else "community"
        for box in self.state.boxes:
            if box.player == name:
                return box.number
        raise ValueError(f"{name!r} has no box; cards go to players, dealer and community")


def _word(command: cmd.Command) -> str:
    match command:
        case cmd.PlaceBet():
            return command.bet
        case cmd.WithdrawBet():
            return f"withdraw {command.bet}"
        case cmd.Check():
            return "check"
        case _:
            return "fold"


def _amount(command: cmd.Command) -> int | None:
    return command.amount if isinstance(command, cmd.PlaceBet) else None


def _choices(ways: Iterable[cmd.Command]) -> Iterator[Choice]:
    for command in ways:
        amount = _amount(command)
        yield Choice(word=_word(command), amount=None if amount is None else dollars(amount))
