"""Ids of the software's own commands. They follow from what is done, so that two servers do nothing twice.

No client sends as the software, so nothing but the software's own commands should ever stand under these ids.
If something else does all the same, it must not hold a table up: the command is sent again under the next id.
"""

from pitboss.access.command_record import Done
from pitboss.access.identity import REUSED
from pitboss.refusal import Refusal


def own_id(name: str, attempt: int) -> str:
    """The id of an attempt at a command, counted from 1: the same for every server that tries."""
    return name if attempt == 1 else f"{name}/{attempt}"


def is_taken(answer: Done | Refusal, *, moved: bool) -> bool:
    """Whether an answer to the software's own command is that of another command under its id.

    A repetition is its own, by another server, if the table has moved since. If it has not, what is recorded
    under the id was for something else.
    """
    if isinstance(answer, Refusal):
        return answer.code == REUSED
    return answer.repeated and not moved
