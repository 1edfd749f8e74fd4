"""Deals settled by the engine itself, for comparison with what the mathematics counts."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.cards import Card
from pitboss.settlement import Display, Table, settle
from pitboss.settlement.facts import Box, Facts, Wager
from pitboss.sheets.game import Game

PLAYER = "ann"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in text.split())


def net(
    game: Game,
    hand: Sequence[Card],
    dealer: Sequence[Card],
    stakes: Mapping[str, int],
    *,
    community: Sequence[Card] = (),
    folded: bool = False,
    display: int = 0,
) -> dict[str, int]:
    """What each bet of one box gains in cents; the decision bets placed are among the stakes."""
    wagers = tuple(Wager(bet=bet, player=PLAYER, amount=amount) for bet, amount in stakes.items())
    clauses = game.sheet.fold.clauses if folded else ()
    box = Box(number=1, wagers=wagers, cards=tuple(hand), dealt=1, examined=1, folded=clauses)
    facts = Facts(
        table=Table(sheet=game.sheet.id),
        boxes=(box,),
        dealer=tuple(dealer),
        community=tuple(community),
        display=Display(Fraction(display), 0, Fraction(0)) if "jackpot" in stakes else None,
    )
    found = dict.fromkeys(stakes, 0)
    for line in settle(game, facts).lines:
        found[line.bet] += line.net
    return found
