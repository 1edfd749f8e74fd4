"""Exact odds and advice for scripts: assumptions in dollars and dictionaries, answers in fractions."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

from pitboss.analysis.jackpot import JackpotOdds
from pitboss.analysis.model import AnalysisQuestion, BetFigures, DecisionSpot
from pitboss.analysis.model import BetOdds as CountedBet
from pitboss.analysis.odds import StrategyAnalysis, assemble_odds, odds, silent
from pitboss.analysis.questions import QuestionTexts, parse_cards, parse_face_up, read_question
from pitboss.cards import UNKNOWN
from pitboss.money import CENTS_PER_DOLLAR
from pitboss.reason import because
from pitboss.sheets import Game
from pitboss.toolkit.amounts import Amount, dollars, stakes_text, text
from pitboss.toolkit.decisions import Decision
from pitboss.toolkit.given import check_texts
from pitboss.toolkit.named_cards import Cards, card_text
from pitboss.toolkit.strategies import GivenStrategy, chooser_named
from pitboss.words import say


class BetOdds(Struct, frozen=True, kw_only=True):
    """One bet, counted."""

    figures: BetFigures
    """House edge, element of risk, ``standard_deviation`` and frequencies, per unit of the stake."""
    outcomes: dict[Fraction, Fraction]
    """Each net gain in units of the stake, with its probability."""
    combinations: dict[str, int]
    """Each hand or result of the bet's table with the number of deals that give it."""


class JackpotBet(Struct, frozen=True, kw_only=True):
    """A jackpot bet of one size: its value is a straight line over the displayed jackpot."""

    amount: Decimal
    """The bet in dollars."""
    slope: Fraction
    """The expected gain for each dollar of the display."""
    constant: Fraction
    """The expected gain in dollars at a display of nothing, Envy Bonuses included."""

    def value(self, display: Amount) -> Fraction:
        """The expected gain in dollars at a displayed jackpot."""
        return self.slope * Fraction(text(display)) + self.constant

    @property
    def break_even(self) -> Fraction | None:
        """The displayed jackpot in dollars at which the bet costs nothing, if it depends on the display."""
        return -self.constant / self.slope if self.slope else None


class Odds(Struct, frozen=True, kw_only=True):
    """The exact odds of a sheet's bets, the box played at best.

    >>> import pitboss as pb
    >>> found = pb.odds("3CP", jackpot_bet=5)
    >>> found.bets["ante"].figures.house_edge
    Fraction(686689, 20358520)
    >>> found.jackpot[0].break_even
    Fraction(80450, 1)
    >>> found.play
    'Play Q-6-4 or higher, fold the rest: 14,900 of 22,100 hands are played.'
    """

    bets: dict[str, BetOdds]
    """The bets by name; ``ante`` is the whole main game."""
    jackpot: tuple[JackpotBet, ...]
    """The jackpot bet in each of its sizes; empty in a game without one, and where none is named."""
    play: str | None
    """The main game's best play in one sentence, or the strategy given; None where it is not counted."""
    together: dict[str, Fraction]
    """Each bet's expected gain in dollars when all bets named are played at best together; empty without."""
    not_counted: dict[str, str]
    """The bets without figures, each with the sentence that says why."""


def odds_of(game: Game, question: AnalysisQuestion, strategy: GivenStrategy = None) -> Odds:
    """The odds of a sheet; raises :class:`~pitboss.AnalysisFault` for what has no answer."""
    if strategy is None:
        found = odds(game, question)
    else:
        analysis = StrategyAnalysis(game, *chooser_named(game, strategy), silent)
        found = assemble_odds(analysis, game, question, None)
    joint = found.joint.values if found.joint else {}
    named, refused = question.jackpot_named, {bet: say(why) for bet, why in found.not_counted.items()}
    if found.jackpot and not named:
        refused["jackpot"] = say(because("odds.jackpot_bet_needed", such_as="jackpot_bet=5"))
    return Odds(
        bets={bet: _bet(counted) for bet, counted in found.bets.items()},
        jackpot=tuple(_jackpot(one) for one in found.jackpot) if named else (),
        play=found.strategy.sentence if found.strategy else None,
        together={bet: value / CENTS_PER_DOLLAR for bet, value in joint.items()},
        not_counted=refused,
    )


def spot_of_cards(
    hand: Cards, *, up: str | None, board: Cards, dead: Cards, decided: tuple[str, ...]
) -> DecisionSpot:
    """A decision by the cards that its player knows; raises :class:`~pitboss.AnalysisFault`."""
    check_texts("decided", decided, "('check', 'check')")
    return DecisionSpot(
        hand=parse_cards("hand", card_text(hand)),
        up=parse_face_up(None if up is None else card_text(up)),
        board=parse_cards("board", card_text(board)),
        dead=parse_cards("dead", card_text(dead)),
        decided=decided,
    )


def spot_of(decision: Decision) -> DecisionSpot:
    """What the player of a decision knows, as the mathematics takes it."""
    up = parse_cards("up", " ".join(card for card in decision.dealer if card != UNKNOWN))
    return DecisionSpot(
        hand=parse_cards("hand", " ".join(decision.cards)),
        up=up[0] if up else None,
        board=parse_cards("board", " ".join(card for card in decision.community if card != UNKNOWN)),
        decided=decision.decided,
    )


def question_of(
    game: Game,
    *,
    bets: Mapping[str, Amount] | None,
    jackpot_bet: Amount | None = None,
    meter: Amount | None,
    others: int,
) -> AnalysisQuestion:
    """The assumptions of a request, in amounts; raises :class:`~pitboss.AnalysisFault`."""
    texts = QuestionTexts(
        bets=None if bets is None else stakes_text(bets),
        jackpot_bet=None if jackpot_bet is None else text(jackpot_bet),
        meter=None if meter is None else text(meter),
        others=str(others),
    )
    return read_question(game, texts)


def _bet(counted: CountedBet) -> BetOdds:
    return BetOdds(
        figures=counted.figures,
        outcomes=dict(counted.distribution.outcomes),
        combinations={row.name: row.combinations for row in counted.table.rows},
    )


def _jackpot(counted: JackpotOdds) -> JackpotBet:
    return JackpotBet(
        amount=dollars(counted.bet),
        slope=counted.slope,
        constant=(counted.constant + counted.envy) / CENTS_PER_DOLLAR,
    )
