"""Command ids of the software itself: derived from what is done, so two servers are idempotent.

No client may send as the software, so nothing else should ever use these ids. If something does, it must not
hold up a table: the command is retried with the next id.
"""

from pitboss.commands.record import REUSED, Done
from pitboss.refusal import Refusal


def own_id(name: str, attempt: int) -> str:
    """The id of one attempt at a command, counted from 1; every server derives the same."""
    return name if attempt == 1 else f"{name}/{attempt}"


def is_taken(answer: Done | Refusal, *, moved: bool) -> bool:
    """Whether the answer shows that another command has used this id.

    A repetition comes from another server's attempt if the table has moved since. If it has not moved, the id
    was recorded for something else.
    """
    if isinstance(answer, Refusal):
        return answer.code == REUSED
    return answer.repeated and not moved
