"""The options of staff for an irregularity, and the position of every box under each.

An option is the report with one choice made for each open argument: whether the deal is reconstructed, a
look was intentional, or others may continue, and the ruling. The engine decides each.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Final

from msgspec import Struct, structs

from pitboss.cards import DECK
from pitboss.citation import Clause
from pitboss.forecast.standing import Standing, certain_value, standing_of
from pitboss.refusal import Refusal
from pitboss.round import apply
from pitboss.round import commands as cmd
from pitboss.round.rulings import BET_RULINGS, RULINGS
from pitboss.round.state import Round
from pitboss.sheets.game import Game
from pitboss.sheets.model import Irregularity

OptionChoice = bool | int | str
_YES_NO: Final = ("reconstructed", "intentional", "permit")
_ASKED: Final = "asked what it is worth"
"""The reason of a ruling that is only tried."""

DecideAct = Callable[[cmd.Command], Round | Refusal]
"""The round after a command as the floor would decide it, or why not."""


class BoxLeft(Struct, frozen=True, kw_only=True):
    """A box as an option would leave it."""

    box: int
    player: str | None
    certain: int | None = None
    """Its gain in cents, if no card can change it."""
    standing: Standing | None = None
    """The position that its value depends on, if cards can change it."""
    withdrawn: int | None = None
    """Its gain in cents if its player may take their bets back and does."""


class OptionLeft(Struct, frozen=True, kw_only=True):
    """An option, or the round as it stands, with every box that has bets."""

    ways: dict[str, OptionChoice]
    """The choices made; empty for the only option, or for the round as it stands."""
    reported: bool
    chosen: bool = False
    """Whether it is the report as asked."""
    refused: Refusal | None = None
    """Why it cannot be had now."""
    void: tuple[Clause, ...] = ()
    boxes: tuple[BoxLeft, ...] = ()


def options_of(game: Game, state: Round, command: cmd.Command, decided: DecideAct) -> tuple[OptionLeft, ...]:
    """The round as it stands, then every option of a report, or the one way of an interruption."""
    stands = OptionLeft(ways={}, reported=False, boxes=_boxes(game, state))
    found = [_option(game, ways, each, command, decided) for ways, each in variants(game, command)]
    return (stands, *found)


def variants(game: Game, command: cmd.Command) -> Iterator[tuple[dict[str, OptionChoice], cmd.Command]]:
    """The command in every way that its clause allows, with what each says."""
    policy = game.sheet.irregularities.get(command.clause) if isinstance(command, cmd.Report) else None
    if policy is None or not isinstance(command, cmd.Report):
        yield {}, command
        return
    free = _free(policy)
    if command.action in BET_RULINGS:
        free["action"] = (*free["action"], command.action)
    for chosen in product(*free.values()):
        ways = dict(zip(free, chosen, strict=True))
        given: dict[str, Any] = {**ways, "reason": command.reason.strip() or _ASKED}
        if policy.effect == "ruling" and ways["action"] not in BET_RULINGS:
            given |= {"player": None, "bet": None, "amount": None}
        if ways.get("action") not in (None, "return", "block", *BET_RULINGS) and policy.effect == "ruling":
            given["boxes"] = command.boxes if ways["action"] == "continue" else ()
        yield ways, structs.replace(command, **given)


def _free(policy: Irregularity) -> dict[str, tuple[OptionChoice, ...]]:
    """Arguments of the clause's report that are open to choice."""
    told = (*policy.needs, *policy.takes)
    free: dict[str, tuple[OptionChoice, ...]] = {name: (True, False) for name in _YES_NO if name in told}
    if "action" in told:
        free["action"] = tuple(policy.action_clauses) or RULINGS
    if policy.effect == "void_unless_52":
        free["count"] = (len(DECK), len(DECK) - 1)
    return free


def _option(
    game: Game, ways: dict[str, OptionChoice], command: cmd.Command, asked: cmd.Command, decided: DecideAct
) -> OptionLeft:
    after = decided(command)
    same = all(getattr(asked, name) == value for name, value in ways.items())
    if isinstance(after, Refusal):
        return OptionLeft(ways=ways, reported=True, chosen=same, refused=after)
    return OptionLeft(ways=ways, reported=True, chosen=same, void=after.void, boxes=_boxes(game, after))


def _boxes(game: Game, state: Round) -> tuple[BoxLeft, ...]:
    return tuple(_left(game, state, box.number) for box in state.boxes if box.wagers)


def _left(game: Game, state: Round, number: int) -> BoxLeft:
    box = state.box(number)
    certain = certain_value(game, state, box)
    return BoxLeft(
        box=number,
        player=box.player,
        certain=certain,
        standing=standing_of(game, state, number) if certain is None else None,
        withdrawn=_withdrawn(game, state, number) if certain is None else None,
    )


def _withdrawn(game: Game, state: Round, number: int) -> int | None:
    """Gain of the box if everybody with a choice takes their bets back."""
    if all(option.box != number for option in state.options):
        return None
    while any(option.box == number for option in state.options):
        answer = apply(game, state, cmd.Choose(number, "withdraw"))
        if isinstance(answer, Refusal):
            return None
        state = answer[0]
    return certain_value(game, state, state.box(number))
