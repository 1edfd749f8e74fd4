"""One hand against one face-up card: every hand that the Dealer can still have."""

from fractions import Fraction
from itertools import combinations

import numpy as np

from pitboss.analysis.best_four.main_game import worth_of_choices
from pitboss.analysis.best_four.rules import rules_of
from pitboss.analysis.decisions import action_name
from pitboss.analysis.five_cards import card_number
from pitboss.cards import DECK, Card
from pitboss.sheets.game import Game


def worth_of_spot(
    game: Game, hand: tuple[Card, ...], up: Card, dead: tuple[Card, ...]
) -> dict[str, Fraction]:
    """What each action is worth in Antes; the fold first."""
    rules = rules_of(game)
    own = np.array([[card_number(card) for card in hand]], dtype=np.int64)
    level = int(rules.levels.of_cards(own)[0])
    left = [card_number(card) for card in DECK if card not in (*hand, up, *dead)]
    more = game.sheet.hands.dealer - 1
    others = np.array(list(combinations(left, more)), dtype=np.int64)
    shown = np.full((len(others), 1), card_number(up), dtype=np.int64)
    dealers = rules.levels.of_cards(np.concatenate([others, shown], axis=1))
    met = np.array([[(dealers < level).sum(), (dealers == level).sum(), (dealers > level).sum()]])
    worth = worth_of_choices(rules, rules.lines[[level]], met)[0].tolist()
    names = [action_name(rules.decision, size) for size in (None, *rules.decision.sizes)]
    whole = len(others) * rules.unit
    return {name: Fraction(int(value), whole) for name, value in zip(names, worth, strict=True)}
