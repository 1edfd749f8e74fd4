"""Deals settled through the real settlement, for comparison with what was counted."""

from collections.abc import Mapping
from fractions import Fraction

from pitboss.cards import Card
from pitboss.settlement import Box, Display, Facts, Settlement, Table, Wager, settle
from pitboss.sheets.game import Game

THREE_CARD = ("rws-three-card-v3", "rws-progressive-three-card-v5", "rws-multilink-three-card-v4")

Cards = tuple[Card, ...]


def box(game: Game, number: int, hand: Cards, stakes: Mapping[str, int], *, played: bool) -> Box:
    """A box with its stakes in cents, played or folded."""
    wagers = [Wager(bet=bet, player=f"player {number}", amount=stake) for bet, stake in stakes.items()]
    decision = game.script("shuffler").decisions[0].bet
    if played:
        size = game.sheet.bets[decision].sizes[0] * stakes["ante"]
        wagers.append(Wager(bet=decision, player=f"player {number}", amount=size))
    decided = (decision,) if played else ("fold",)
    folded = () if played else game.sheet.fold.clauses
    return Box(
        number=number,
        wagers=tuple(wagers),
        cards=hand,
        dealt=number,
        examined=1,
        decided=decided,
        folded=folded,
    )


def settled(
    game: Game, boxes: tuple[Box, ...], dealer: Cards, community: Cards = (), meter: int | None = None
) -> Settlement:
    """A round; the display, where there is one, is in cents, and bets add nothing to it."""
    display = None if meter is None else Display(Fraction(meter), 0, Fraction(0))
    return settle(
        game,
        Facts(
            table=Table(sheet=game.sheet.id), boxes=boxes, dealer=dealer, community=community, display=display
        ),
    )


def nets(settlement: Settlement, number: int) -> dict[str, int]:
    """What each bet of a box gained in cents; the whole main game as ``ante``."""
    found: dict[str, int] = {}
    for line in settlement.lines:
        if line.box == number:
            bet = line.bet if line.bet in ("pair_plus", "jackpot", "envy", "bonus") else "ante"
            found[bet] = found.get(bet, 0) + line.net
    return found
