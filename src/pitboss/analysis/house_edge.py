"""The theoretical win of the house on staked bets, from the exact edge of each.

The main game is played by its optimal strategy and counts by its Ante; Play, Bet, Flop, Turn and River are
in its edge. A jackpot bet is valued at what the sign showed, without envy.
"""

from fractions import Fraction
from functools import cache
from typing import Final

from pitboss.analysis.families import analyse
from pitboss.analysis.jackpot import jackpot_odds
from pitboss.analysis.model import AnalysisFault, CountProgress, JackpotCounts
from pitboss.analysis.payoffs import side_bets
from pitboss.sheets.game import Game

ANTE: Final = "ante"
JACKPOT: Final = "jackpot"


class HouseEdge:
    """The edges of one sheet. The constructor counts what is not in the cache."""

    def __init__(self, game: Game, progress: CountProgress) -> None:
        self._game = game
        self._analysis = analyse(game, progress)
        self._main = self._analysis.main().figures.house_edge
        self._counts = self._jackpot_counts() if game.sheet.jackpot else None
        self._side = cache(self._side_edge)

    def win(self, bet: str, stake: int, times: int) -> Fraction | None:
        """The theoretical win in cents on ``times`` bets; None for a bet that is not counted, and for one
        that the main game's edge holds, such as Play.
        """
        if bet == ANTE:
            return self._main * stake * times
        edge = self._side(bet, stake) if bet in side_bets(self._game) else None
        return None if edge is None else edge * stake * times

    def jackpot_win(self, stake: int, times: int, displayed: Fraction) -> Fraction | None:
        """The theoretical win in cents on ``times`` jackpot bets, or None where they are not counted;
        ``displayed`` sums their displays.
        """
        if self._counts is None:
            return None
        odds = jackpot_odds(self._game, self._counts, stake, 1, Fraction(0))
        return -(odds.slope * displayed + odds.constant * times)

    def _side_edge(self, bet: str, stake: int) -> Fraction | None:
        try:
            return self._analysis.side_bet(bet, stake).figures.house_edge
        except AnalysisFault:
            return None

    def _jackpot_counts(self) -> JackpotCounts | None:
        try:
            return self._analysis.jackpot()
        except AnalysisFault:
            return None
