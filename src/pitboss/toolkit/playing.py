"""Rounds step by step: bet, deal, answer what is asked, read the settlement."""

import random
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from secrets import randbelow
from typing import Any

from msgspec import structs

from pitboss.cards import Card
from pitboss.records.round_file import FileStep, RoundFile, parse_table, write_round_file
from pitboss.records.rounds_json import note_sentences
from pitboss.records.steps import parse_step
from pitboss.refusal import Refusal
from pitboss.round import Round, decide
from pitboss.round import commands as cmd
from pitboss.round.driver import RoundDriver, dealt_from, hashes_of, opened_after
from pitboss.round.legal import candidates
from pitboss.round.notes import notes
from pitboss.round.queries import boxes_to_decide
from pitboss.round.state import Option
from pitboss.round.views import view
from pitboss.sheets import Game
from pitboss.shuffle import ORDERS, arranged
from pitboss.toolkit.amounts import Amount, cents, dollars
from pitboss.toolkit.decisions import PASS, Choice, Decision, Refused, choices_of, command_of
from pitboss.toolkit.given import check_mapping, check_whole
from pitboss.toolkit.named_cards import Cards, check_player, named_cards
from pitboss.toolkit.settling import SettledRound, settled_round

_DECIDING = (cmd.PlaceBet, cmd.FoldHand, cmd.Check, cmd.WithdrawBet)


class GameTable:
    """A table of one sheet, made by ``sheet.table()``.

    The jackpot, and what the sheet remembers of its players, go on from round to round.

    >>> import pitboss as pb
    >>> table = pb.sheet("3CP").table(jackpot=50_000, jackpot_reset=10_000, seed=1)
    >>> r = table.round()
    >>> r.bet("ann", "ante", 25)
    >>> r.bet("ann", "jackpot", 5)
    >>> r.deal(ann="As Ks Qs")
    >>> r.answer("play")
    >>> r.settlement.players["ann"], table.jackpot
    (Decimal('50145.50'), Decimal('10000'))
    """

    def __init__(self, game: Game, data: dict[str, Any], seed: int | None) -> None:
        """``data`` are the sections of a round file that describe a table."""
        self._game = game
        self._opened = cmd.OpenRound(*parse_table(data, game), hashes_of(game))
        if seed is not None:
            check_whole("seed", seed)
        self._below: Callable[[int], int] = randbelow if seed is None else random.Random(seed).randrange

    @property
    def jackpot(self) -> Decimal | None:
        """The displayed jackpot in dollars; None at a table without one."""
        return dollars(self._opened.display.value) if self._opened.display else None

    def __repr__(self) -> str:
        jackpot = "" if self.jackpot is None else f", jackpot {self.jackpot}"
        return f"<a table of {self._game.sheet.identity.title}, {self._opened.table.boxes} boxes{jackpot}>"

    def _order(self) -> int:
        """The number of the order of the next deck."""
        return self._below(ORDERS)

    def round(self) -> "GameRound":
        """The next round of the table, with betting open."""
        return GameRound(self)


class GameRound:
    """One round. What the Dealer does next is done as soon as no decision is open.

    >>> import pitboss as pb
    >>> r = pb.sheet("MLTH").table(seed=7).round()
    >>> r.bet("ann", "ante", 10)
    >>> r.bet("ben", "ante", "12.50")
    >>> r.deal(ann="As Ah", ben="7c 2d")
    >>> [(asked.box, asked.player, asked.cards) for asked in r.asks]
    [(1, 'ann', ('As', 'Ah')), (2, 'ben', ('7c', '2d'))]
    >>> r.answer("fold", box=2)
    >>> while r.asks:
    ...     r.answer(r.asks[0].choices[0])
    >>> r.settlement.players["ben"]
    Decimal('-12.50')
    """

    def __init__(self, table: GameTable) -> None:
        self._table, self._game = table, table._game
        self._opened = table._opened
        self._named: dict[cmd.Place, list[Card]] = {}
        self._deck: list[Card] = []
        self._driver = RoundDriver(self._game, self._opened, dealt_from(self._deck, self._named))
        self._dealt = False
        self._order: int | None = None
        """The number of the order of the deck, where it is known before the deal."""
        self._steps: list[FileStep] = []
        self._asks: tuple[Decision, ...] | None = None
        self._passed: set[tuple[int, str, int]] = set()

    @property
    def _state(self) -> Round:
        return self._driver.state

    def bet(self, player: str, bet: str, amount: Amount, *, box: int | None = None) -> None:
        """Put chips on a bet: on the player's first box, or on the first free one; again to increase it.

        ``box`` names another: a player may have several, and several players may bet on one. Raises
        :class:`~pitboss.Refused` for a bet that the sheet or the limits of the table do not allow.
        """
        check_player(player)
        if not isinstance(bet, str):
            raise TypeError(f"a bet is named by a text such as 'ante', not by {bet!r}")
        number = self._box_of(player) if box is None else box
        check_whole("box", number)
        staked = cents(amount)
        if not staked:
            raise ValueError(f"an amount of zero is not a bet: leave the {bet} out")
        self._do(cmd.PlaceBet(box=number, player=player, bet=bet, amount=staked))

    def deal(self, cards: Mapping[str | int, Cards] | None = None, /, **named: Cards) -> None:
        """Close betting and deal up to the first decision.

        Cards may be named for a player, ``dealer`` and ``community``, or for a box by its number:
        ``deal(ann="Qs 7d 4c")`` or ``deal({1: "Qs 7d 4c", "dealer": "Kh"})``. All others come from a shuffled
        deck.
        """
        if cards is not None:
            check_mapping("the deal", cards, "{1: 'Qs 7d 4c', 'dealer': 'Kh'}")
        hands = named_cards(self._game, self._state, (*(cards or {}).items(), *named.items()))
        taken = {card for hand in hands.values() for card in hand}
        self._do(cmd.CloseBets())
        self._named.update(hands)
        order = self._table._order() if self._order is None else self._order
        self._deck += [card for card in arranged(order) if card not in taken]
        self._dealt = True
        self._go_on()

    @property
    def asks(self) -> tuple[Decision, ...]:
        """The decisions that are open, in the order of the boxes; empty when the round is settled."""
        if self._asks is None:
            self._asks = tuple(self._open())
        return self._asks

    def answer(self, choice: str | Choice, *, amount: Amount | None = None, box: int | None = None) -> None:
        """Answer the first open decision, or that of a box; then the round goes on.

        ``choice`` is a word (``"play"``, ``"fold"``; ``"play x 3"`` for a bet of three Antes) or one of the
        choices of the decision. Raises :class:`~pitboss.Refused` for what the sheet does not allow.
        """
        open_now = self.asks
        if not open_now:
            raise ValueError("no decision is open")
        asked = next((one for one in open_now if box in (None, one.box)), None)
        if asked is None:
            waiting = ", ".join(str(one.box) for one in open_now)
            raise ValueError(f"box {box} has no decision open; open are those of box {waiting}")
        if not isinstance(choice, str | Choice):
            raise TypeError(f"an answer is a word or a choice, not {choice!r}")
        if isinstance(choice, str):
            choice = Choice(word=choice) if amount is not None else asked.choice(choice)
        stake = choice.amount if amount is None else amount
        bets = [bet for bet, rule in self._game.sheet.bets.items() if rule.placed == "decision"]
        if choice not in asked.choices and choice.word not in bets:
            asked.choice(choice.word)
        if choice.word == PASS:
            self._passed.add((asked.box, asked.player, len(asked.decided)))
            self._asks = None
        else:
            self._do(command_of(choice, asked.box, asked.player, cents(stake or 0)))
        self._go_on()

    def step(self, text: str) -> None:
        """Do anything that a round file can say, such as ``report 5.12``; then the round goes on."""
        command, must_be_refused = parse_step(text)
        if must_be_refused:
            raise ValueError("a step that must be refused stands in a round file; here, catch Refused")
        self._do(command)
        out = set(self._state.cards_out())
        self._deck[:] = [card for card in self._deck if card not in out]
        self._go_on()

    @property
    def settled(self) -> bool:
        """Whether the round is settled."""
        return self._state.settled

    @property
    def settlement(self) -> SettledRound:
        """What every bet got; raises :class:`ValueError` while the round is in play."""
        if self._state.settlement is None:
            raise ValueError(f"the round is not settled yet: {self._waits_for()}")
        told = note_sentences(self._driver.events, notes(self._game, self._state))
        return settled_round(self._state.settlement, told)

    def file(self) -> str:
        """The round as the text of a round file, which :func:`pitboss.settle` settles alike."""
        return write_round_file(RoundFile(self._opened.table, self._opened.display, (tuple(self._steps),)))

    def __repr__(self) -> str:
        return f"<a round of {self._game.sheet.identity.title}: {self._waits_for()}>"

    def _waits_for(self) -> str:
        if self.settled:
            return "it is settled"
        asked = ", ".join(f"{one.player} of box {one.box}" for one in self.asks)
        return f"it asks {asked}" if asked else "it is dealt" if self._state.closed else "bets may be placed"

    def _do(self, command: cmd.Command) -> None:
        """Apply a command of the engine; raises :class:`Refused`."""
        if refusal := self._driver.do(command):
            raise Refused(refusal)
        self._asks = None
        self._steps.append(FileStep(command))
        if self._state.settled:
            self._table._opened = opened_after(self._opened, self._state)

    def _go_on(self) -> None:
        """Do what the Dealer does until somebody is asked, or the round is settled."""
        while self._dealt and not self._state.options and (due := self._driver.due):
            if due.act == "ask" or self._parts():
                return
            self._do(self._driver.command(due))

    def _open(self) -> Iterator[Decision]:
        if not self._state.closed or self._state.settled:
            return
        for option in self._state.options:
            yield self._option(option)
        if self._state.options:
            return
        for part in self._parts():
            ways = (*choices_of([part]), Choice(word=PASS))
            yield self._asked(part.box, part.player, ways)
        for number in boxes_to_decide(self._game, self._state):
            player = self._state.box(number).player or ""
            yield self._asked(number, player, tuple(choices_of(self._ways(number, player))))

    def _parts(self) -> list[cmd.PlaceBet]:
        """The bets that further players of a common box may still add to the first player's."""
        return [
            command
            for box in self._state.boxes
            if len({wager.player for wager in box.wagers}) > 1
            for command in self._legal(box.number)
            if isinstance(command, cmd.PlaceBet) and command.player != box.player
            if (box.number, command.player, len(box.decided)) not in self._passed
        ]

    def _option(self, option: Option) -> Decision:
        """The choice that an irregularity gives a box."""
        ways = (Choice(word="continue"), Choice(word="withdraw"))
        player = option.player or self._state.box(option.box).player or ""
        clauses = tuple(dict.fromkeys((*option.continue_clauses, *option.withdraw_clauses)))
        return structs.replace(self._asked(option.box, player, ways), clauses=clauses)

    def _asked(self, number: int, player: str, choices: tuple[Choice, ...]) -> Decision:
        box, seen = self._state.box(number), view(self._game, self._state, player)
        return Decision(
            box=number,
            player=player,
            cards=box.cards,
            dealer=seen.dealer,
            community=seen.community,
            ante=dollars(box.total("ante", player)),
            decided=box.decided,
            choices=choices,
        )

    def _ways(self, number: int, player: str) -> list[cmd.Command]:
        """The acts that answer the decision of a box, those that cost something first."""
        acts = (
            act for act in self._legal(number) if not isinstance(act, cmd.PlaceBet) or act.player == player
        )
        return sorted(acts, key=lambda act: not isinstance(act, cmd.PlaceBet))

    def _legal(self, number: int) -> Iterator[cmd.Command]:
        for command in candidates(self._game, self._state):
            if not isinstance(command, _DECIDING) or command.box != number:
                continue
            if not isinstance(decide(self._game, self._state, command), Refusal):
                yield command

    def _box_of(self, player: str) -> int:
        boxes = self._state.boxes
        own = next((box.number for box in boxes if box.player == player), None)
        free = next((box.number for box in boxes if box.player is None), None)
        if own is None and free is None:
            raise ValueError(f"every box of the table is taken; {player} may share one: say box=")
        return own or free or 0
