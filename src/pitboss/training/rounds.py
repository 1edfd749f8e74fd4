"""Random training rounds: bets, cards and decisions drawn by a seed, played through the engine."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Final

from msgspec import Struct

from pitboss.cards import DECK, RANKS, SUITS, Card
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round import events as ev
from pitboss.round.driver import JACKPOT_BET, RoundDriver, dealt_from, practice_round
from pitboss.round.queries import decision_open, sizes_open
from pitboss.settlement import Display, Limits, Settlement
from pitboss.sheets.game import Game, JackpotPay
from pitboss.sheets.model import Device

_PLAYERS: Final = ("ann", "bob", "cat", "dan", "eve")
_ANTES: Final = (2500, 5000, 7500, 10_000, 15_000, 20_000)
_SIDE_BETS: Final = (500, 1000, 1500, 2500, 5000)
_LIMITS: Final = Limits(500, 100_000)
_RESET: Final = 5_000_000


class Played(Struct, frozen=True, kw_only=True):
    """A round before and after its settlement."""

    command: cmd.SettleRound
    before: Round
    after: Round
    events: tuple[ev.Event, ...]
    settlement: Settlement


def play_round(game: Game, seed: str, *, jackpot: bool, boxes: tuple[int, int] = (3, 4)) -> Played:
    """Play a round to its settlement; with ``jackpot``, one that pays a jackpot or Envy Bonus."""
    attempt = 0
    while True:
        played = _Practice(
            game, Random(f"{game.sheet.id} {seed} {attempt}"), lucky=jackpot, taken=boxes
        ).played()
        paid = any(line.bet in ("jackpot", "envy") and line.net > 0 for line in played.settlement.lines)
        if paid or not jackpot:
            return played
        attempt += 1


class _Practice(RoundDriver):
    """Plays one round."""

    def __init__(self, game: Game, rng: Random, *, lucky: bool, taken: tuple[int, int]) -> None:
        self.rng = rng
        device: Device = rng.choice([device for device, scripts in game.scripts.items() if scripts])
        shown = Display(Fraction(rng.randrange(_RESET, 4 * _RESET)), _RESET, Fraction(1, 20))
        opened = practice_round(game, device=device, limits=_LIMITS, display=shown)
        boxes = opened.table.boxes
        self.boxes = sorted(rng.sample(range(1, boxes + 1), min(boxes, rng.randint(*taken))))
        self.lucky_box = rng.choice(self.boxes) if lucky else None
        self.deck = rng.sample(DECK, len(DECK))
        self.kept = dict[cmd.Place, list[Card]]()
        super().__init__(game, opened, dealt_from(self.deck, self.kept))

    def played(self) -> Played:
        """Play the round from the first bet to the settlement."""
        self._bet()
        self._arrange()
        self.must(cmd.CloseBets())
        looked = False
        while due := self.due:
            if due.act == "ask" and not looked:
                looked = True
                self.must(*self._looks())
                continue
            before, told = self.state, len(self.events)
            self.must(self._decision(due.boxes[0]) if due.act == "ask" else self.command(due))
        return Played(
            command=cmd.SettleRound(),
            before=before,
            after=self.state,
            events=tuple(self.events[told:]),
            settlement=self.settlement,
        )

    def _bet(self) -> None:
        players = list(self.rng.sample(_PLAYERS, len(self.boxes)))
        if self.rng.random() < 0.25:
            players[-1] = players[0]
        most = self.game.sheet.jackpot.most_units if self.game.sheet.jackpot else 0
        for box, player in zip(self.boxes, players, strict=True):
            self.must(cmd.PlaceBet(box=box, player=player, bet="ante", amount=self.rng.choice(_ANTES)))
            for bet, rule in self.game.sheet.bets.items():
                if bet == "ante" or rule.placed != "before_deal":
                    continue
                if rule.equals:
                    same = self.state.box(box).total(rule.equals)
                    self.must(cmd.PlaceBet(box=box, player=player, bet=bet, amount=same))
                    continue
                if bet == "jackpot" and (box == self.lucky_box or self.rng.random() < 0.75):
                    self.must(
                        cmd.PlaceBet(
                            box=box, player=player, bet=bet, amount=JACKPOT_BET * self.rng.randint(1, most)
                        )
                    )
                elif bet != "jackpot" and self.rng.random() < 0.6:
                    self.must(
                        cmd.PlaceBet(box=box, player=player, bet=bet, amount=self.rng.choice(_SIDE_BETS))
                    )

    def _arrange(self) -> None:
        """Reserve instructive cards for some boxes; all others come as shuffled."""
        size = self.game.sheet.hands.box
        if self.lucky_box:
            line = self.rng.choice(self.game.jackpot_pays)
            hand = self._hand_of(line)
            others: cmd.Place = "dealer" if self.game.jackpot.hand == "own_and_dealer" else "community"
            self._keep(self.lucky_box, hand[:size])
            self._keep(others, hand[size:])
        for box in self.boxes:
            if box != self.lucky_box and self.rng.random() < 0.5:
                self._keep(box, self._telling(size))

    def _keep(self, place: cmd.Place, cards: list[Card]) -> None:
        self.kept[place] = cards
        self.deck[:] = [card for card in self.deck if card not in cards]

    def _hand_of(self, line: JackpotPay) -> list[Card]:
        while True:
            hand = self._telling(self.game.jackpot_ranking.size)
            if self.game.jackpot_line(self.game.jackpot_ranking.rank(hand)) == line:
                return hand

    def _telling(self, size: int) -> list[Card]:
        """Cards of a suit, of a run, of both, or of two ranks: likely to be in a pay table."""
        low = self.rng.randint(-1, len(RANKS) - size)
        run = {RANKS[rank] for rank in range(low, low + size)}
        suits, ranks = self.rng.choice(
            (
                (self.rng.choice(SUITS), run),
                (self.rng.choice(SUITS), set(RANKS)),
                (SUITS, run),
                (SUITS, set(self.rng.sample(RANKS, 2))),
            )
        )
        pool = [card for card in self.deck if card[0] in ranks and card[1] in suits]
        return self.rng.sample(pool if len(pool) >= size else self.deck, size)

    def _looks(self) -> Iterator[cmd.Command]:
        """Every player looks at as many of their hands as the sheet allows."""
        seen = dict[str | None, int]()
        for box in self.boxes:
            player = self.state.box(box).player
            seen[player] = seen.get(player, 0) + 1
            if seen[player] <= self.game.sheet.seats.hands_examined:
                yield cmd.ExamineHand(box)

    def _decision(self, number: int) -> cmd.Command:
        box = self.state.box(number)
        due = decision_open(self.game, self.state, box)
        assert due is not None, "a box that is asked has a decision to take"
        if due.takes_back:
            keeps = self.rng.random() < 0.5
            return cmd.Check(number) if keeps else cmd.WithdrawBet(number, due.bet)
        if number != self.lucky_box and self.rng.random() < 0.25:
            return cmd.FoldHand(number) if due.otherwise == "fold" else cmd.Check(number)
        sizes = sizes_open(self.game, self.state, box, due.bet)
        amount = box.total("ante") * (sizes[0] if len(sizes) == 1 else self.rng.choice(sizes))
        assert box.player is not None, "a box that decides has a player"
        return cmd.PlaceBet(box=number, player=box.player, bet=due.bet, amount=amount)
