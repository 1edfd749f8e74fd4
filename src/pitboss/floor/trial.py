"""What commands would bring: the floor decides them as it always does, and nothing is recorded."""

from typing import Final

from pitboss.floor.carrying import Done, Plan
from pitboss.floor.reads import Reads
from pitboss.floor.service import Floor
from pitboss.round import Refusal
from pitboss.store import CommandIdentity

NO_ID: Final = ""
"""A command that is not carried out needs no id."""


class Trial(Floor):
    """A floor as it is known now, for questions. It shares what the floor holds and never appends."""

    def __init__(self, floor: Floor) -> None:
        vars(self).update(vars(floor))
        self._asked = Reads(self.rulebook, self.tables, self.links, self.accounts)

    def carry_out(self, plan: Plan, command: CommandIdentity | None = None) -> Done | Refusal:
        """Decide, once, on what is known; streams that were read for one question serve the next."""
        parts = plan(self._asked)
        return parts if isinstance(parts, Refusal) else Done(0, 0, parts[0].events)
