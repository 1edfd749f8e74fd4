"""The rules that no family of games counts yet: a sheet with one of them is refused, not miscounted.

The families give every hand of a category the same whole number of stakes, and every bet the same result
against a Dealer who does not qualify.
"""

from pitboss.analysis.model import AnalysisFault
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.sheets.rates import Push, ToOne


def rule_not_counted(game: Game) -> str | None:
    """The sentence on a rule that the families of whole categories do not count; None if there is none."""
    try:
        _check(game)
    except AnalysisFault as fault:
        return str(fault)
    return None


def _check(game: Game) -> None:
    for bet, pays in game.pays.items():
        if bet not in game.main_bets and bet != ANTE_BONUS:
            continue
        path = f"pays.{bet}"
        for line, _ in pays.hands:
            if line.lead is not None:
                raise AnalysisFault(f"{path}.hands.{line}: the mathematics pays all hands of a kind alike")
        if pays.pays_from and pays.pays_from.lead is not None:
            raise AnalysisFault(f"{path}.pays_from: the mathematics pays all hands of a kind alike")
        rates = (pays.flat, *(rate for _, rate in pays.hands), *(line.rate for line in pays.hole_lines))
        for rate in rates:
            if isinstance(rate, Push) or (isinstance(rate, ToOne) and rate.per != 1):
                raise AnalysisFault(f"{path}: {rate}: the mathematics counts whole rates to 1")
    overlay = game.sheet.showdown.get("no_qualifying_hand")
    for bet in game.main_bets:
        if overlay is not None and bet not in overlay:
            raise AnalysisFault(
                f"showdown.no_qualifying_hand: {bet} is compared with a Dealer who does not qualify, "
                "and the mathematics counts such hands as one"
            )
        if game.sheet.bets[bet].placed == "before_deal" and bet != "ante":
            raise AnalysisFault(
                f"bets.{bet}: the mathematics knows no bet on the Dealer's hand beside the Ante"
            )
