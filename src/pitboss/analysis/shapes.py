"""The shapes of the families that count whole categories, and the rules that they do not count.

These families give every hand of a category the same whole number of stakes, and every bet the same result
against a Dealer who does not qualify. A sheet with another rule is refused, not miscounted.
"""

from typing import Final

from msgspec import Struct

from pitboss.analysis.decisions import decides_alike, decisions_of
from pitboss.analysis.model import AnalysisFault
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
