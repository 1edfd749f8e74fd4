"""The exact worth of a standing from the analysis of its game's family, where that counts it."""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from msgspec import structs

from pitboss.analysis.decisions import decisions_of
from pitboss.analysis.families import analyse
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, CountProgress, DecisionSpot
from pitboss.cards import DECK, Card
from pitboss.forecast.standing import Standing, named
from pitboss.settlement import Box
from pitboss.sheets.game import Game


class NotCounted(Exception):
    """A standing that the mathematics does not count; its unseen cards are settled one by one or drawn."""


class StandingCounter:
    """Counts standings of one game; what several boxes share is counted once."""

    def __init__(self, game: Game, progress: CountProgress) -> None:
        self._game = game
        self._progress = progress
        self._analysis: GameAnalysis = analyse(game, progress)
        self._over_hands = lru_cache(maxsize=None)(self._count_over_hands)

    def value(self, standing: Standing) -> Fraction:
        """The expected gain of the box in cents; raises :class:`NotCounted`."""
        box = standing.box
        self._check(box)
        spot, action = self._spot(standing)
        stakes = {
            bet: box.total(bet)
            for bet, rule in self._game.sheet.bets.items()
            if rule.placed == "before_deal" and box.has(bet)
        }
        question = AnalysisQuestion(
            bets=stakes,
            meter=Fraction(standing.display.value) if standing.display else None,
            others=standing.others,
        )
        try:
            return box.total("ante") * self._in_antes(spot, action, question)
        except AnalysisFault as fault:
            raise NotCounted(str(fault)) from None

    def _check(self, box: Box) -> None:
        """Refuse what the mathematics does not know: shared boxes, wrong amounts, bets given back, folds."""
        players = {wager.player for wager in box.wagers}
        plain = not (
            box.folded or box.left or box.declined or box.shares_out or box.taken_back or box.rulings
        )
        right = not any(wager.unnoticed for wager in box.wagers)
        if len(players) != 1 or not plain or not right or not box.has("ante"):
            raise NotCounted("the box is not one of plain bets on a hand in play")
        for word, decision in zip(box.decided, decisions_of(self._game), strict=False):
            if word == decision.bet and box.total(word) != decision.sizes[0] * box.total("ante"):
                raise NotCounted("a bet has another size than the least")

    def _spot(self, standing: Standing) -> tuple[DecisionSpot, str | None]:
        """The decision at which the box stands, and what it decided there, if it has."""
        game, box = self._game, standing.box
        own, theirs, board = named(box.cards), named(standing.dealer), named(standing.community)
        if own and len(own) != game.sheet.hands.box:
            raise NotCounted("a part of the hand is seen")
        up = theirs[0] if game.sheet.hands.dealers_last_card_face_up and len(theirs) == 1 else None
        if theirs and up is None:
            raise NotCounted("the Dealer's cards are seen")
        stages = [number for number, each in enumerate(decisions_of(game)) if each.open == len(board)]
        at = [number for number in stages if number in (len(box.decided), len(box.decided) - 1)]
        if not at:
            raise NotCounted("no decision is taken with these cards open")
        before = box.decided[: at[-1]]
        action = box.decided[at[-1]] if len(box.decided) > at[-1] else None
        spot = DecisionSpot(
            hand=own or None,
            up=up,
            board=board,
            dead=standing.dead,
            decided=before if len(decisions_of(game)) > 1 else (),
        )
        return spot, action

    def _in_antes(self, spot: DecisionSpot, action: str | None, question: AnalysisQuestion) -> Fraction:
        if spot.hand is not None:
            return _of_action(self._analysis.advise(spot, question).actions, action)
        if spot.board:
            return self._over_hands(spot, action) + self._beside(spot, question)
        if action is None:
            return self._analysis.advise(structs.replace(spot, option=True), question).actions["continue"]
        if len(decisions_of(self._game)) == 1:
            return self._analysis.advise(spot, question).actions[action]
        return self._gone_on(spot, question)

    def _count_over_hands(self, spot: DecisionSpot, action: str | None) -> Fraction:
        """The main game in Antes, over every hand that the box may have and its player alone sees."""
        gone = {*spot.board, *spot.dead}
        hands = list(combinations([card for card in DECK if card not in gone], self._game.sheet.hands.box))
        total = Fraction(0)
        for done, hand in enumerate(hands):
            total += self._main_of(spot, hand, action)
            if done % 20 == 0:
                self._progress("every hand that the box may have", done, len(hands))
        return total / len(hands)

    def _main_of(self, spot: DecisionSpot, hand: tuple[Card, ...], action: str | None) -> Fraction:
        found = self._analysis.advise(structs.replace(spot, hand=hand), AnalysisQuestion())
        return _of_action(found.actions, action)

    def _beside(self, spot: DecisionSpot, question: AnalysisQuestion) -> Fraction:
        """Side bets and the jackpot bet in Antes: what they add to any action."""
        if len(question.bets) == 1:
            return Fraction(0)
        alone = structs.replace(question, bets={"ante": question.bets["ante"]})
        every, main = (self._analysis.advise(spot, each).actions["check"] for each in (question, alone))
        return every - main

    def _gone_on(self, spot: DecisionSpot, question: AnalysisQuestion) -> Fraction:
        """An unseen hand that has gone on before the flop."""
        if spot.dead:
            raise NotCounted("a hand that has gone on is not counted with these cards seen")
        return self._analysis.gone_on(question)


def _of_action(actions: dict[str, Fraction], action: str | None) -> Fraction:
    if action is None:
        return max(actions.values())
    return actions[action]
