"""What may be reported: every irregularity of the sheet, whether it can apply now, and what it must be told.

Whether a clause applies is asked of ``decide`` itself, with every argument that its policy needs: nothing is
decided here.
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

Name = Literal[
    "boxes", "dealer", "reconstructed", "intentional", "order", "count", "permit", "action", "reason"
]
Kind = Literal["boxes", "yes_no", "cards", "number", "choice", "text"]
RULINGS: Final[tuple[cmd.Action, ...]] = ("void", "continue", "return")
_FOR_OTHERS: Final = ("others", "affected_and_others")


class Needed(Struct, frozen=True):
    """One thing that a report is told: its name in the command, what it is, and what may be chosen."""

    name: Name
    kind: Kind
    required: bool
    choices: tuple[int | str, ...] = ()


class Reportable(Struct, frozen=True):
    """A clause that may be reported; the refusal says why not now."""

    clause: Clause
    policy: Irregularity
    refusal: Refusal | None
    needs: tuple[Needed, ...]


def reportable(game: Game, state: Round | None) -> Iterator[Reportable]:
    """Every irregularity of a sheet as it stands in a round, or before the first."""
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
