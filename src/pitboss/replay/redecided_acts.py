"""Every act of a recorded round decided again: the same events must follow."""

from collections.abc import Iterable

from msgspec import structs

from pitboss.refusal import Refusal
from pitboss.replay.acts import RecordedAct
from pitboss.round import decide
from pitboss.round import events as ev
from pitboss.round.commands import SettleRound
from pitboss.sheets.game import Game


def decided_again(game: Game, acts: Iterable[RecordedAct]) -> str | None:
    """The first act from which other events follow under this sheet, as a sentence; None if none."""
    for act in acts:
        if act.command is None or act.before is None:
            continue
        settled = next((event for event in act.events if isinstance(event, ev.RoundSettled)), None)
        if isinstance(act.command, SettleRound) and settled is None:
            continue  # it entered wins at the link, and the round waited for them
        before = structs.replace(act.before, linked=settled.linked) if settled else act.before
        answer = decide(game, before, act.command)
        where = f"the act at position {act.entries[0].recorded.position}"
        if isinstance(answer, Refusal):
            return f"{where} is refused: {answer.message}"
        if tuple(_of_link(event) for event in answer) != tuple(_of_link(event) for event in act.events):
            return f"from {where} follows something else"
    return None


def _of_link(event: ev.Event) -> ev.Event:
    """The event without the display of a failed link, which only the link knows."""
    if isinstance(event, ev.JackpotRegistered):
        return structs.replace(event, value=event.value * 0)
    return event
