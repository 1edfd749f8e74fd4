"""Every irregularity of the sheet: whether it can be reported now, and the arguments of its report.

Whether a clause applies is tried on ``decide`` itself, with every argument that its policy needs.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec import Struct

from pitboss.cards import DECK, Card
from pitboss.citation import Clause
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round.decide import decide
from pitboss.round.events import Event, HandInvalidated, OptionsGiven, RoundVoided, ShareReturned
from pitboss.round.queries import faces_known
from pitboss.round.rulings import rulings
from pitboss.round.state import Round
from pitboss.sheets.game import Game
from pitboss.sheets.model import Argument, Irregularity

_GIVE_BACK: Final = (RoundVoided, HandInvalidated, ShareReturned, OptionsGiven)
"""Events by which bets go back, or may."""
ArgumentName = Literal[
    "boxes",
    "player",
    "dealer",
    "reconstructed",
    "intentional",
    "order",
    "count",
    "permit",
    "action",
    "bet",
    "amount",
    "reason",
]
ArgumentKind = Literal["boxes", "player", "yes_no", "cards", "number", "choice", "bet", "amount", "text"]
_KINDS: Final[dict[Argument, tuple[ArgumentName, ArgumentKind]]] = {
    "box": ("boxes", "boxes"),
    "player": ("player", "player"),
    "dealer": ("dealer", "yes_no"),
    "reconstructed": ("reconstructed", "yes_no"),
    "intentional": ("intentional", "yes_no"),
    "order": ("order", "cards"),
    "count": ("count", "number"),
    "permit": ("permit", "yes_no"),
    "action": ("action", "choice"),
    "bet": ("bet", "bet"),
    "amount": ("amount", "amount"),
}
"""The name of each argument in the command, and its kind."""


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
        accepted = [report for report, answer in answers if type(answer) is not Refusal]
        refusals = [answer for _, answer in answers if type(answer) is Refusal]
        follows = [event for _, answer in answers if type(answer) is not Refusal for event in answer]
        needs = tuple(_needs(state, policy, accepted, why=_why(game, state, policy, follows)))
        yield Reportable(clause, policy, None if accepted else refusals[0], needs)


def probe_reports(state: Round, clause: str, policy: Irregularity) -> Iterator[cmd.Report]:
    """Reports of a clause with every argument it needs, box by box where it needs a box."""
    boxes: list[tuple[int, ...]] = [()]
    if "box" in policy.needs:
        boxes = [(box.number,) for box in state.boxes if box.wagers]
    elif policy.effect == "judge_second_look" and state.unjudged_looks:
        boxes = [(), *((number,) for number in state.unjudged_looks)]
    counts: list[int | None] = [len(DECK) if policy.effect == "void_unless_52" else None]
    if "wrong_count" in policy.when:
        counts = [None, 1]
    for chosen in boxes:
        for count in counts:
            for yes in (False, True):
                yield cmd.Report(
                    clause=clause,
                    boxes=chosen,
                    reconstructed=yes if "reconstructed" in policy.needs else None,
                    intentional=yes if "intentional" in policy.needs else None,
                    order=_next_two(state) if "order" in policy.needs else (),
                    count=count,
                    action=_first_action(policy),
                    reason="written",
                )


def _first_action(policy: Irregularity) -> Literal["close", "continue"] | None:
    if "action" not in policy.needs:
        return None
    return "close" if policy.effect == "restrict_table" else "continue"


def _next_two(state: Round) -> tuple[Card, ...]:
    out = set(state.cards_out())
    return tuple(card for card in DECK if card not in out)[:2]


def _needs(
    state: Round | None, policy: Irregularity, accepted: list[cmd.Report], *, why: bool
) -> Iterator[Needed]:
    for argument in _KINDS:
        if argument in policy.needs or argument in policy.takes:
            name, kind = _KINDS[argument]
            choices = _choices(argument, state, policy, accepted)
            required = argument in policy.needs or (argument == "box" and _names_a_box(policy, accepted))
            yield Needed(name, kind, required, choices)
    yield Needed("reason", "text", why)


def _why(game: Game, state: Round | None, policy: Irregularity, follows: Iterable[Event]) -> bool:
    """Whether a report must say its reason: it rules, or bets may go back by it after cards were seen."""
    if state is None or not state.table.live:
        return False
    return policy.effect == "ruling" or gives_back(game, state, follows)


def gives_back(game: Game, state: Round, follows: Iterable[Struct]) -> bool:
    """Whether bets go back by these events, or may, after cards were seen."""
    return any(isinstance(event, _GIVE_BACK) for event in follows) and faces_known(game, state)


def _names_a_box(policy: Irregularity, accepted: list[cmd.Report]) -> bool:
    """Whether second looks of several players are open, so that a report must name a box."""
    return policy.effect == "judge_second_look" and bool(accepted) and all(one.boxes for one in accepted)


def liftable(game: Game, memory: cmd.Memory) -> Iterator[Reportable]:
    """The clauses by which a table or players are restricted now, and the arguments that lift that."""
    actions = {"close": memory.closed, "block": bool(memory.blocked), "no_jackpot": memory.no_jackpot}
    on = tuple(action for action, holds in actions.items() if holds)
    boxes = Needed("boxes", "boxes", False, tuple(sorted(memory.blocked)))
    of_table = (Needed("action", "choice", True, on), *((boxes,) if memory.blocked else ()))
    found = {
        "restrict_table": of_table if on else (),
        "bar_player": _one_of(memory.barred),
        "one_position_only": _one_of(memory.one_position),
    }
    reason = Needed("reason", "text", True)
    for clause, policy in game.sheet.irregularities.items():
        if needs := found.pop(policy.effect, ()):
            yield Reportable(clause, policy, None, (*needs, reason))


def _one_of(players: frozenset[str]) -> tuple[Needed, ...]:
    return (Needed("player", "player", True, tuple(sorted(players))),) if players else ()


def _choices(
    argument: Argument, state: Round | None, policy: Irregularity, accepted: list[cmd.Report]
) -> tuple[int | str, ...]:
    match argument:
        case "box" if "box" in policy.needs:
            return tuple(dict.fromkeys(report.boxes[0] for report in accepted if report.boxes))
        case "box":
            return _nameable(state, policy)
        case "player":
            boxes = state.boxes if state else ()
            return tuple(dict.fromkeys(wager.player for box in boxes for wager in box.wagers))
        case "action":
            return tuple(policy.action_clauses) or rulings(policy)
        case "bet":
            boxes = state.boxes if state else ()
            return tuple(dict.fromkeys(wager.bet for box in boxes for wager in box.wagers))
        case _:
            return ()


def _nameable(state: Round | None, policy: Irregularity) -> tuple[int, ...]:
    """The boxes that a report may name but need not."""
    if state is None:
        return ()
    if policy.effect == "restrict_table":
        return tuple(box.number for box in state.boxes)
    if policy.effect == "judge_second_look":
        return state.unjudged_looks
    return tuple(box.number for box in state.boxes if box.wagers and not box.out)
