"""The family of a sheet.

The family follows from the sheet's data: the sizes of the hands, which hand meets the Dealer's, and the
decisions of the dealing script. Of a sheet that fits no family, only bets on one's own hand are counted.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import Final

from pitboss.analysis.bet_odds import cards_of_a_hand
from pitboss.analysis.decisions import decides_alike, decisions_of, first_stakes
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.analysis.reads import check_read
from pitboss.analysis.shapes import family_shape, rule_not_counted
from pitboss.cards import DECK
from pitboss.reason import at, because
from pitboss.sheets.game import Game

UNCOUNTED: Final = "uncounted"
"""The package for the sheets of no family."""


def analyse(game: Game, progress: CountProgress) -> GameAnalysis:
    """The analysis of a sheet, by the class that its family's module names as ``FAMILY``."""
    return _class_of(family_of(game))(game, progress)


def check_counted(game: Game, bets: Iterable[str]) -> None:
    """Refuse bets that a key decides which the family of a sheet does not read.

    Raises :class:`~pitboss.analysis.model.AnalysisFault`.
    """
    family = _class_of(family_of(game))
    for bet in bets:
        check_read(game, bet, family.reads, family.family)


def _class_of(name: str) -> type[GameAnalysis]:
    family: type[GameAnalysis] = import_module(f"pitboss.analysis.{name}.analysis").FAMILY
    return family


def family_of(game: Game) -> str:
    """The family a sheet belongs to; :data:`UNCOUNTED` for none."""
    if game.sheet.deck.cards != len(DECK):
        raise AnalysisFault(at("deck.cards", because("count.deck", cards=len(DECK))))
    shaped = family_shape(game)
    if shaped is not None and rule_not_counted(game) is None:
        return shaped
    if not decides_alike(game):
        return UNCOUNTED
    if _own_cards(game):
        return "own_cards"
    if _one_raise(game):
        return "one_raise"
    if _meeting(game):
        return "meeting"
    return UNCOUNTED


_MOST_OWN: Final = 4
_MOST_COMMUNITY: Final = 3


def _own_cards(game: Game) -> bool:
    """Whether every bet is paid by one's own cards and few enough community cards."""
    hands = game.sheet.hands
    few = hands.box <= _MOST_OWN and hands.community <= _MOST_COMMUNITY
    return hands.dealer == 0 and few and cards_of_a_hand(game) == hands.box + hands.community


_STREETS: Final = frozenset({0, 3, 4, 5})
"""The numbers of open community cards at which hold'em decides."""


def _one_raise(game: Game) -> bool:
    """Whether it is hold'em with one bet of the player's, asked for once on each street at most."""
    hands, decisions = game.sheet.hands, decisions_of(game)
    streets, bets = [decision.open for decision in decisions], {decision.bet for decision in decisions}
    return (
        (hands.box, hands.dealer, hands.community) == (2, 2, 5)
        and hands.shows_down == "own_and_community"
        and not hands.dealers_last_card_face_up
        and game.ranking.size == 5
        and len(bets) == 1
        and not any(decision.takes_back for decision in decisions)
        and len(set(streets)) == len(streets)
        and set(streets) <= _STREETS
        and bets | set(first_stakes(game)) == game.main_bets
    )


_MOST_OF_THE_DEALER: Final = 6
_MOST_OF_THE_BOX: Final = 5


def _meeting(game: Game) -> bool:
    """Whether one decision, play or fold, comes before the hands of a few cards meet."""
    hands, decisions = game.sheet.hands, decisions_of(game)
    least = game.ranking.size
    return (
        hands.shows_down == "own"
        and least <= hands.box <= _MOST_OF_THE_BOX
        and least <= hands.dealer <= _MOST_OF_THE_DEALER
        and len(decisions) == 1
        and decisions[0].otherwise == "fold"
        and not decisions[0].open
        and {decisions[0].bet} | set(first_stakes(game)) == game.main_bets
    )
