"""The net gain of a bet per unit of its stake, from the settlement's own functions."""

from fractions import Fraction
from typing import Final

from pitboss.analysis.model import AnalysisFault
from pitboss.cards import RANK_NAMES, RANKS
from pitboss.hands import Rank
from pitboss.reason import at, because
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.sheets.model import ShowdownOutcome
from pitboss.sheets.rates import Push, Rate, ToOne, wrong_rate
from pitboss.words import catalogue

OUTCOMES: Final[tuple[ShowdownOutcome, ...]] = ("no_qualifying_hand", "higher", "lower", "same")
"""The outcomes of a hand against the Dealer's; counts have one column for each."""

RESULTS: Final[dict[ShowdownOutcome, str]] = {
    "no_qualifying_hand": "Dealer does not qualify",
    "higher": "higher than the Dealer",
    "lower": "lower than the Dealer",
    "same": "same as the Dealer",
}
"""The outcomes in words."""

_LARGEST: Final = 10**12
"""Gains up to this many Antes are summed in 64 bits without overflow."""


_COMPARED: Final[tuple[ShowdownOutcome, ...]] = ("higher", "same", "lower")
MET: Final = tuple((qualifies, outcome) for qualifies in (False, True) for outcome in _COMPARED)
"""The outcomes in the order of the kernels: whether the Dealer qualifies, and how the hand compares."""

Gains = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
"""What a hand gains by outcome, without the decision bet and for each Ante of it."""


def met_gains(game: Game, stakes: dict[str, int], bet: str, own: Rank) -> Gains:
    """The gains of a hand; ``stakes`` are the bets on the layout before the deal, in Antes."""
    bonus = _bonus(game, own)
    held = tuple(
        bonus
        + sum(
            (stake * met_exactly(game, name, own, *outcome) for name, stake in stakes.items()),
            Fraction(0),
        )
        for outcome in MET
    )
    return held, tuple(met_exactly(game, bet, own, *outcome) for outcome in MET)


def qualifying(game: Game, ranks: tuple[Rank, ...]) -> list[bool]:
    """Whether the Dealer qualifies with each of these hands, which rise."""
    found = [game.qualifies(rank) for rank in ranks]
    if found != sorted(found):
        raise AnalysisFault(at("qualifier", because("count.qualifier")))
    return found


def check_bonus(game: Game) -> None:
    """Refuse an Ante Bonus that is paid after a fold."""
    if ANTE_BONUS in game.pays and game.readings.ante_bonus_after_fold != "not_paid":
        raise AnalysisFault(at(f"pays.{ANTE_BONUS}", because("count.bonus_after_fold")))


def outcome_in_words(outcome: int) -> str:
    """An outcome by its place, in words."""
    qualifies, compared = MET[outcome]
    said = "lower" if compared == "lower" else RESULTS[compared]
    return said if qualifies else f"{said}, Dealer does not qualify"


def compared(game: Game, bet: str, outcome: ShowdownOutcome, own: Rank) -> int:
    """The gain of a bet that the Dealer's hand decides, in whole units of its own stake."""
    qualifies = outcome != "no_qualifying_hand"
    return _whole(bet, met_exactly(game, bet, own, qualifies, outcome if qualifies else "higher"))


def decision_bet(game: Game) -> str:
    """The bet that keeps a hand in play: Play, Bet or Flop."""
    return game.script(game.device).decisions[0].bet


def gains_of_bet(game: Game, own: Rank) -> list[int]:
    """The gain of a hand that bets, by outcome, in units of the Ante."""
    bet = decision_bet(game)
    size = game.sheet.bets[bet].sizes[0]
    bonus = _whole(ANTE_BONUS, _bonus(game, own))
    gains = [
        bonus + compared(game, "ante", outcome, own) + size * compared(game, bet, outcome, own)
        if outcome in game.sheet.showdown
        else 0
        for outcome in OUTCOMES
    ]
    if max(abs(gain) for gain in gains) > _LARGEST:
        raise AnalysisFault(at(f"bets.{bet}.times_ante", because("count.gains", most=_LARGEST)))
    return gains


def gain_of_fold(game: Game, own: Rank) -> int:
    """The gain of a folded hand, in units of the Ante."""
    kept = game.readings.ante_bonus_after_fold != "not_paid"
    return (_whole(ANTE_BONUS, _bonus(game, own)) if kept else 0) - 1


def _bonus(game: Game, own: Rank) -> Fraction:
    """The Ante Bonus of a hand in play, in units of the Ante."""
    if ANTE_BONUS not in game.pays:
        return Fraction(0)
    return max(by_hand_exactly(game, ANTE_BONUS, own), Fraction(0))


def by_hand(game: Game, bet: str, own: Rank) -> int:
    """The gain of a bet on the player's own hand, in whole units of its stake."""
    return _whole(bet, by_hand_exactly(game, bet, own))


def by_hand_exactly(game: Game, bet: str, own: Rank) -> Fraction:
    """The gain of a bet on the player's own hand, which need not be a whole number of its stakes."""
    rate = game.rate_of_hand(bet, own)
    return Fraction(-1) if rate is None else gain_of_rate(bet, rate)


def met_exactly(game: Game, bet: str, own: Rank, qualifies: bool, outcome: ShowdownOutcome) -> Fraction:
    """The gain of a bet that the Dealer's hand decides, in units of its stake, by comparison and by whether
    the Dealer qualifies.
    """
    overlay = {} if qualifies else game.sheet.showdown.get("no_qualifying_hand", {})
    match (overlay.get(bet) or game.sheet.showdown[outcome][bet]).result:
        case "lose":
            return Fraction(-1)
        case "push" | "returned":
            return Fraction(0)
        case "win":
            pays = game.pays[bet]
            if pays.pays_from and not pays.pays_from.reached_by(game.ranking, own):
                return Fraction(0)
            rate = pays.flat or game.rate_of_hand(bet, own)
            if rate is None:
                raise AnalysisFault(at(f"pays.{bet}", because("count.no_rate")))
            return gain_of_rate(bet, rate)


def gain_of_rate(bet: str, rate: Rate) -> Fraction:
    """What a winning bet gains at a rate, in units of its stake; rounding down to a cent is ignored."""
    if isinstance(rate, Push):
        return Fraction(0)
    if not isinstance(rate, ToOne):
        raise wrong_rate(bet, rate)
    return Fraction(rate.times, rate.per)


def gain_in_words(gain: Fraction) -> str:
    """A gain per unit of the stake as a pay table says it."""
    if gain < 0:
        return "lose"
    return f"{gain.numerator} to {gain.denominator}" if gain else "push"


def listed(game: Game, rank: Rank) -> str:
    """A hand's category as the sheet's ranking list names it, in words."""
    named = rank.category if rank.category in game.ranking.order else "straight_flush"
    return named.replace("_", " ")


def paid_hand(game: Game, rank: Rank, *bets: str) -> str:
    """A hand as a row names it: its category, with its rank where a pay table of these bets parts that."""
    tables = [game.pays[bet] for bet in bets if bet in game.pays]
    lines = [line for pays in tables for line in (*(line for line, _ in pays.hands), pays.pays_from) if line]
    leads = {line.lead for line in lines if game.ranking.counts_as(rank, line.category)} - {None}
    name = listed(game, rank)
    if not leads:
        return name
    reached = max((lead for lead in leads if lead is not None and rank.tie_break[0] >= lead), default=None)
    if reached is None:
        return f"{name}, lower"
    alone = rank.category in ("straight_flush", "flush", "straight") or rank.category.endswith("odd_cards")
    least = f"{RANK_NAMES[reached]} high" if alone else catalogue().term("ranks", RANKS[reached])
    return f"{name}, {least} or better"


def check_categories(game: Game, bet: str) -> None:
    """Refuse a pay table that parts the hands of a category, or pays parts of a stake."""
    pays = game.pays[bet]
    for line in (*(line for line, _ in pays.hands), *((pays.pays_from,) if pays.pays_from else ())):
        if line.lead is not None:
            raise AnalysisFault(at(f"pays.{bet}.hands.{line}", because("count.categories_alike")))
    for _, rate in pays.hands:
        _whole(bet, gain_of_rate(bet, rate))


def by_category(game: Game, bet: str) -> bool:
    """Whether a pay table gives every hand of a category the same whole number of stakes."""
    try:
        check_categories(game, bet)
    except AnalysisFault:
        return False
    return True


def lost_by_a_fold(game: Game, bet: str) -> bool:
    """Whether a fold always loses this bet."""
    return bet in game.fold_loses or bet in game.main_bets


def depends_on_play(game: Game, bet: str) -> bool:
    """Whether a side bet lies on a box that is played, and a fold loses it; one without an Ante is alone."""
    return game.sheet.bets[bet].needs_ante and lost_by_a_fold(game, bet)


def main_bets(game: Game) -> frozenset[str]:
    """The bets of the main game: those on the Dealer's hand or, where there is none, the Ante with the bets
    that equal it and those of the decisions.
    """
    if game.main_bets:
        return game.main_bets
    asked = {step.bet for scripts in game.scripts.values() for script in scripts for step in script.decisions}
    rules = game.sheet.bets.items()
    return frozenset({"ante"} | asked | {bet for bet, rule in rules if rule.equals == "ante"})


def side_bets(game: Game) -> tuple[str, ...]:
    """The bets that are neither of the main game nor the jackpot's."""
    main = main_bets(game)
    return tuple(bet for bet in game.sheet.bets if bet not in main and bet != "jackpot")


def _whole(bet: str, gain: Fraction) -> int:
    """A gain for the families that sum whole stakes."""
    if gain.denominator != 1:
        raise AnalysisFault(at(f"pays.{bet}", because("count.whole_stakes", rate=gain_in_words(gain))))
    return int(gain)
