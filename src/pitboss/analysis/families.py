"""The family of a sheet, and the rules that families do not count.

The family follows from the sheet's data: the sizes of the hands, which hand meets the Dealer's, and the
decisions of the dealing script. Three families count whole categories: they give every hand of a category the
same whole number of stakes, and every bet the same result against a Dealer who does not qualify. Of a sheet
that fits no family, only bets on one's own hand are counted.
"""

from collections.abc import Iterable
from fractions import Fraction
from importlib import import_module
from typing import Final, NoReturn

from msgspec import Struct

from pitboss.analysis.bet_odds import cards_of_a_hand
from pitboss.analysis.decisions import decides_alike, decisions_of, first_stakes
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import (
    Advice,
    AnalysisFault,
    AnalysisQuestion,
    BetOdds,
    CountProgress,
    DecisionSpot,
    JackpotCounts,
    Joint,
    Strategy,
)
from pitboss.analysis.reads import OWN_HAND, check_read
from pitboss.cards import DECK
from pitboss.reason import Reason, at, because
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game
from pitboss.sheets.rates import Push, ToOne


class _Shape(Struct, frozen=True, kw_only=True):
    """The properties of a sheet that make its family."""

    box: int
    dealer: int
    shows_down: str
    face_up: bool
    ranking_size: int
    otherwise: tuple[str, ...]
    """The alternative to betting, decision by decision."""
    open: tuple[int, ...]
    """The community cards turned over at each decision."""


_FAMILIES: Final = {
    "three_card": _Shape(
        box=3, dealer=3, shows_down="own", face_up=False, ranking_size=3, otherwise=("fold",), open=(0,)
    ),
    "stud": _Shape(
        box=5, dealer=5, shows_down="own", face_up=True, ranking_size=5, otherwise=("fold",), open=(0,)
    ),
    "holdem": _Shape(
        box=2,
        dealer=2,
        shows_down="own_and_community",
        face_up=False,
        ranking_size=5,
        otherwise=("fold", "check", "check"),
        open=(0, 3, 4),
    ),
}


def family_shape(game: Game) -> str | None:
    """The family whose shape a sheet has, whatever its rules."""
    hands, decisions = game.sheet.hands, decisions_of(game)
    own = _Shape(
        box=hands.box,
        dealer=hands.dealer,
        shows_down=hands.shows_down,
        face_up=hands.dealers_last_card_face_up,
        ranking_size=game.sheet.ranking.size,
        otherwise=tuple(decision.otherwise for decision in decisions),
        open=tuple(decision.open for decision in decisions),
    )
    return next((name for name, shape in _FAMILIES.items() if shape == own and _one_way_on(game)), None)


def _one_way_on(game: Game) -> bool:
    """Whether each decision, alike in all procedures, comes before its own reveal, with a bet of one size."""
    decisions = [step for scripts in game.scripts.values() for script in scripts for step in script.decisions]
    return decides_alike(game) and all(
        step.number == step.after and not step.takes_back and len(game.sheet.bets[step.bet].sizes) == 1
        for step in decisions
    )


def rule_not_counted(game: Game) -> Reason | None:
    """The first rule that the families of whole categories do not count; None if there is none."""
    try:
        _check(game)
    except AnalysisFault as fault:
        return fault.reason
    return None


def _check(game: Game) -> None:
    for bet, pays in game.pays.items():
        if bet not in game.main_bets and bet != ANTE_BONUS:
            continue
        path = f"pays.{bet}"
        for line, _ in pays.hands:
            if line.lead is not None:
                raise AnalysisFault(at(f"{path}.hands.{line}", because("count.kinds_alike")))
        if pays.pays_from and pays.pays_from.lead is not None:
            raise AnalysisFault(at(f"{path}.pays_from", because("count.kinds_alike")))
        rates = (pays.flat, *(rate for _, rate in pays.hands), *(line.rate for line in pays.hole_lines))
        for rate in rates:
            if isinstance(rate, Push) or (isinstance(rate, ToOne) and rate.per != 1):
                raise AnalysisFault(at(path, because("count.whole_to_one", rate=str(rate))))
    overlay = game.sheet.showdown.get("no_qualifying_hand")
    for bet in game.main_bets:
        if overlay is not None and bet not in overlay:
            raise AnalysisFault(
                at("showdown.no_qualifying_hand", because("count.unqualified_alike", bet=bet))
            )
        if game.sheet.bets[bet].placed == "before_deal" and bet != "ante":
            raise AnalysisFault(at(f"bets.{bet}", because("count.bets_on_the_dealer")))


_CLASSES: Final = {
    "three_card": "three_card.ThreeCard",
    "stud": "sets.Stud",
    "meeting": "sets.Meeting",
    "holdem": "boards.Holdem",
    "one_raise": "boards.OneRaise",
    "own_cards": "own_cards.OwnCards",
}
"""By family: the room whose module ``analysis`` has its class, and the class."""
UNCOUNTED: Final = "uncounted"
"""Sheets of no family."""


def analyse(game: Game, progress: CountProgress) -> GameAnalysis:
    """The analysis of a sheet, by the class of its family."""
    return class_of(game)(game, progress)


def check_counted(game: Game, bets: Iterable[str]) -> None:
    """Refuse bets that a key decides which the family of a sheet does not read.

    Raises :class:`~pitboss.analysis.model.AnalysisFault`.
    """
    family = class_of(game)
    for bet in bets:
        check_read(game, bet, family.reads, family.family)


def class_of(game: Game) -> type[GameAnalysis]:
    """The class of a sheet's family."""
    name = family_of(game)
    if name == UNCOUNTED:
        return Uncounted
    room, _, called = _CLASSES[name].partition(".")
    family: type[GameAnalysis] = getattr(import_module(f"pitboss.analysis.{room}.analysis"), called)
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


class Uncounted(GameAnalysis):
    """The mathematics of a sheet that fits no family: its play is not counted."""

    family = "uncounted"
    reads = OWN_HAND
    method = (
        "No family of the mathematics is dealt and decided as this game is, so its main game is not counted. "
        "A bet on the player's own hand is counted over every hand, with the community cards where they "
        "belong to it."
    )

    @property
    def _main(self) -> NoReturn:
        # A rule is the reason only where the game is otherwise dealt and decided as a family's.
        rule = rule_not_counted(self._game) if family_shape(self._game) else None
        raise AnalysisFault(rule or at("hands", because("count.no_family")))

    def _check(self, *bets: str) -> None:
        """Nothing is checked: that no family counts the play says more than a key that none reads."""

    def _strategy(self) -> Strategy:
        return self._main

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        check_read(self._game, bet, self.reads, self.family)
        return super()._side_bet(bet, stake)

    def _jackpot(self) -> JackpotCounts:
        return self._main

    def _envy(self) -> Fraction:
        return self._main

    def _joint(self, question: AnalysisQuestion) -> Joint:
        return self._main

    def advise(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        """Refuse: no family counts the main game."""
        return self._main
