"""The shapes of the families that count whole categories: how a game is dealt and decided."""

from typing import Final

from msgspec import Struct

from pitboss.analysis.decisions import decides_alike, decisions_of
from pitboss.sheets.game import Game


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
