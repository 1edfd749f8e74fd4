"""The round behind ``pitboss chart``: played by the engine, and kept at each phase.

Ann has boxes 1 and 4 and makes wrong decision bets that nobody notices, too high on 1 and too low on 4. Bob
looks and folds box 2. Cat has bets on box 3 that lack an Ante. Dan's Ante on box 5 is over the maximum and
Eve's on box 6 under the minimum, unnoticed. Gus plays box 7.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.cards import DECK, UNKNOWN
from pitboss.invariant import InvariantBroken
from pitboss.round import Round, evolve
from pitboss.round import commands as cmd
from pitboss.round import events as ev
from pitboss.round.driver import RoundDriver, dealt_from, practice_round
from pitboss.round.plan import NextAct, next_act
from pitboss.round.queries import decision_open, sizes_open
from pitboss.settlement import Display, Limits
from pitboss.sheets import Game
from pitboss.sheets.model import Device

ANTE: Final = 2500
LIMITS: Final = Limits(1000, 5000)
OVER: Final = LIMITS.maximum + 1000
UNDER: Final = LIMITS.minimum - 500
TOO_MUCH, FOLDED, ORPHAN, TOO_LITTLE, OVER_MAXIMUM, UNDER_MINIMUM, PLAIN = range(1, 8)
"""The boxes, by what they are there for."""
_PLAYERS: Final = {
    TOO_MUCH: "ann",
    FOLDED: "bob",
    ORPHAN: "cat",
    TOO_LITTLE: "ann",
    OVER_MAXIMUM: "dan",
    UNDER_MINIMUM: "eve",
    PLAIN: "gus",
}
_ANTES: Final = {OVER_MAXIMUM: OVER, UNDER_MINIMUM: UNDER}
_WRONG: Final = {TOO_MUCH: 100, TOO_LITTLE: -100}
_STREETS: Final = {3: "flop", 4: "turn", 5: "river"}


class Phase(Struct, frozen=True):
    """A phase of the round, and the round as it then is."""

    name: str
    state: Round


def device_of(game: Game) -> Device:
    """The device of the chart's rounds: a shoe where there is one, since more can go wrong with it."""
    return "shoe" if game.scripts["shoe"] else game.device


def phases(game: Game) -> Iterator[Phase]:
    """The round at each phase; community cards turned before the Dealer's have phases of their own."""
    driver = _ChartDriver(game)
    for box in _PLAYERS:
        if box != ORPHAN:
            driver.must(bet_on(box, "ante", _ANTES.get(box, ANTE), unnoticed=box in _ANTES))
    for bet, rule in game.sheet.bets.items():
        if rule.needs_ante:
            driver.must(bet_on(ORPHAN, bet, 500, unnoticed=True))
        for box in _PLAYERS if rule.equals else ():
            if box != ORPHAN:
                driver.must(bet_on(box, bet, _ANTES.get(box, ANTE)))
    yield Phase("betting", driver.state)
    driver.must(cmd.CloseBets())
    driver.deal()
    yield Phase("unseen", driver.state)
    driver.must(cmd.ExamineHand(FOLDED))
    yield Phase("seen", driver.state)
    while not driver.state.dealer_up:
        if (act := driver.deal()).act == "ask":
            for box in sorted(act.boxes, key=lambda box: box != FOLDED):
                driver.must(_answer(game, driver.state, box))
                if box == FOLDED and driver.state.box(box).folded:
                    yield Phase("a fold", driver.state)
            continue
        driver.must(driver.command(act))
        if act.act == "reveal" and not driver.state.dealer_up:
            turned = driver.state.community_up
            yield Phase(_STREETS.get(turned, f"board of {turned}"), driver.state)
    yield Phase("revealed", driver.state)
    driver.must(cmd.SettleRound())
    yield Phase("settled", driver.state)


class _ChartDriver(RoundDriver):
    """Deals the deck in its order, and puts no card away, so that a forgotten Burnt Card can be reported."""

    def __init__(self, game: Game) -> None:
        display = Display(Fraction(0), 0, Fraction(0))
        limits = {"ante": LIMITS}
        opened = practice_round(
            game,
            device=device_of(game),
            boxes=len(_PLAYERS),
            limits=limits,
            jackpot_bet=None,
            display=display,
        )
        super().__init__(game, opened, dealt_from(list(reversed(DECK))))

    @property
    def due(self) -> NextAct:
        """The next act other than putting a card away."""
        state, script = self.state, self.game.script(self.state.table.device)
        while (act := next_act(self.game, state, script)).act in ("burn", "discard"):
            state = evolve(state, ev.CardBurnt(UNKNOWN) if act.act == "burn" else ev.CardDiscarded(UNKNOWN))
        return act

    def deal(self) -> NextAct:
        """Deal all cards that are due before the next decision or reveal, which is returned."""
        while (due := self.due).cards:
            self.must(self.command(due))
        return due


def _answer(game: Game, state: Round, box: int) -> cmd.Command:
    """The answer of a box to its decision: Bob folds as soon as he can, and the others bet where they can."""
    due = decision_open(game, state, state.box(box))
    if due is None or due.takes_back or (box == FOLDED and due.otherwise == "check"):
        return cmd.Check(box)
    if box == FOLDED:
        return cmd.FoldHand(box)
    return decision_bet(game, state, box, _WRONG.get(box, 0), unnoticed=True)


def bet_on(box: int, bet: str, amount: int, *, unnoticed: bool = False) -> cmd.PlaceBet:
    """A bet of the player of a box."""
    return cmd.PlaceBet(box=box, player=_PLAYERS[box], bet=bet, amount=amount, unnoticed=unnoticed)


def decision_bet(
    game: Game, state: Round, box: int, more: int = 0, *, unnoticed: bool = False
) -> cmd.PlaceBet:
    """The decision bet that is due on a box, ``more`` than its right size."""
    due = decision_open(game, state, state.box(box))
    if due is None:
        raise InvariantBroken(f"no decision is due on box {box} in a round of a chart")
    sizes = sizes_open(game, state, state.box(box), due.bet)
    size = state.box(box).total("ante") * (sizes[0] if more < 0 else sizes[-1])
    return bet_on(box, due.bet, size + more, unnoticed=unnoticed)
