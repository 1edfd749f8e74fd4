"""Every irregularity of the sheet: whether it can be reported now, and the arguments of its report.

Whether a clause applies is tried on ``decide`` itself, with every argument that its policy needs.
"""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round.decide import decide
from pitboss.round.legal import probe_reports
from pitboss.round.state import Round
from pitboss.sheets.game import Game
from pitboss.sheets.model import Irregularity

ArgumentName = Literal[
    "boxes", "dealer", "reconstructed", "intentional", "order", "count", "permit", "action", "reason"
]
ArgumentKind = Literal["boxes", "yes_no", "cards", "number", "choice", "text"]
RULINGS: Final[tuple[cmd.Action, ...]] = ("void", "continue", "return")
_FOR_OTHERS: Final = ("others", "affected_and_others")


class Needed(Struct, frozen=True):
    """An argument of a report: its name in the command, its kind and its choices."""

    name: ArgumentName
    kind: ArgumentKind
    required: bool
    choices: tuple[int | str, ...] = ()


class Reportable(Struct, frozen=True):
    """A reportable clause; ``refusal`` says why it cannot be reported now, None if it can."""

    clause: Clause
    policy: Irregularity
    refusal: Refusal | None
    needs: tuple[Needed, ...]


def reportable(game: Game, state: Round | None) -> Iterator[Reportable]:
    """Every irregularity of a sheet in the state of a round, or before the first round."""
    for clause, policy in game.sheet.irregularities.items():
        reports = list(probe_reports(state, clause, policy)) if state else []
        answers = [(report, decide(game, state, report)) for report in reports or [cmd.Report(clause=clause)]]
        accepted = [report for report, answer in answers if not isinstance(answer, Refusal)]
        refusals = [answer for _, answer in answers if isinstance(answer, Refusal)]
        needs = tuple(_needs(state, policy, accepted))
        yield Reportable(clause, policy, None if accepted else refusals[0], needs)


def _needs(state: Round | None, policy: Irregularity, accepted: list[cmd.Report]) -> Iterator[Needed]:
    if "box" in policy.needs:
        yield Needed("boxes", "boxes", True, tuple(dict.fromkeys(r.boxes[0] for r in accepted if r.boxes)))
    else:
        yield Needed("boxes", "boxes", False, _nameable(state, policy))
    if policy.about == "community":
        yield Needed("dealer", "yes_no", False)
    if "reconstructed" in policy.needs:
        yield Needed("reconstructed", "yes_no", True)
    if "intentional" in policy.needs:
        yield Needed("intentional", "yes_no", True)
    if "order" in policy.needs:
        yield Needed("order", "cards", True)
    if "count" in policy.needs or "wrong_count" in policy.when:
        yield Needed("count", "number", "count" in policy.needs)
    if policy.options in _FOR_OTHERS:
        yield Needed("permit", "yes_no", False)
    if "action" in policy.needs:
        yield Needed("action", "choice", True, tuple(policy.action_clauses) or RULINGS)
    yield Needed("reason", "text", policy.effect == "ruling" and bool(state and state.table.live))


def _nameable(state: Round | None, policy: Irregularity) -> tuple[int, ...]:
    """The boxes that a report may name but need not."""
    if state is None:
        return ()
    if policy.effect == "restrict_table":
        return tuple(box.number for box in state.boxes)
    if policy.effect == "judge_second_look":
        return state.unjudged_looks
    return tuple(box.number for box in state.boxes if box.wagers and not box.out)
