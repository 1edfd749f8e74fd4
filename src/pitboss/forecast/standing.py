"""A box as visible to the public: bets and face-up cards only. Its value may depend on nothing else.

Face-down cards are unknown here, so a value calculated from a standing cannot depend on a
card hidden from the reader.
"""

from fractions import Fraction

from msgspec import Struct, structs

from pitboss.cards import UNKNOWN, Card
from pitboss.round.queries import displayed
from pitboss.round.state import Round
from pitboss.round.views import as_seen
from pitboss.settlement import Box, Display, Table
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game


class ShownDisplay(Struct, frozen=True):
    """A progressive jackpot in texts, as it goes to another process: with the round's bets added already."""

    value: str
    """In exact cents."""
    reset: int

    def display(self) -> Display:
        """The display in exact numbers, to which nothing more is added."""
        return Display(Fraction(self.value), self.reset, Fraction(0))


class Standing(Struct, frozen=True, kw_only=True):
    """One box whose bets are not decided yet, and the cards on the table that can be seen."""

    table: Table
    box: Box
    """Its hand with every card unknown that lies face down."""
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]
    dead: tuple[Card, ...]
    """Cards that can be seen in other hands."""
    others: int
    """Other boxes with an Ante that are in play."""
    display: ShownDisplay | None
    """The jackpot's display at the settlement."""
    under_before: tuple[str, ...]

    @property
    def named(self) -> frozenset[Card]:
        """Every card that can be seen."""
        return frozenset(named((*self.box.cards, *self.dealer, *self.community, *self.dead)))


def named(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that are not unknown."""
    return tuple(card for card in cards if card != UNKNOWN)


def certain_value(game: Game, state: Round, box: Box) -> int | None:
    """Gain of a box in cents; None if a card can still change it."""
    if state.void:
        return 0
    if state.settlement is not None:
        return sum(line.net for line in state.settlement.lines if line.box == box.number)
    if box.out:
        return -sum(box.total(bet) for bet in box.lost)
    bonus = ANTE_BONUS in game.pays and game.readings.ante_bonus_after_fold != "not_paid"
    if box.folded and not (box.shares_out or box.taken_back or box.rulings or bonus):
        lost = game.fold_loses | game.main_bets
        if all(wager.bet in lost for wager in box.wagers):
            return -sum(wager.amount for wager in box.wagers)
    return None


def standing_of(game: Game, state: Round, number: int) -> Standing:
    """A box of a round as spectators see it."""
    seen = as_seen(game, state)
    box = seen.box(number)
    others = [each for each in seen.boxes if each.number != number]
    value = displayed(game, seen)
    shown = None
    if state.display is not None and value is not None:
        shown = ShownDisplay(value=str(value), reset=state.display.reset)
    return Standing(
        table=structs.replace(state.table, live=False),
        box=box,
        dealer=seen.dealer,
        community=seen.community,
        dead=named(tuple(card for each in others for card in each.cards)),
        others=sum(1 for each in others if each.has("ante") and not (each.out or each.folded)),
        display=shown,
        under_before=tuple(sorted(state.memory.under_minimum)),
    )
