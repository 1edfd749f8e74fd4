"""What commands would bring: the floor decides them as it always does, and nothing is recorded."""

from typing import Final

from pitboss.floor.carrying import Done, Plan
from pitboss.floor.people import Actor
from pitboss.floor.reads import Reads
from pitboss.floor.sealing import Sealer
from pitboss.floor.service import Floor
from pitboss.round import Refusal
from pitboss.store import CommandIdentity

NO_ID: Final = ""
"""A command that is not carried out needs no id."""


class Trial(Floor):
    """A floor as it is known now, for questions. It shares what the floor holds and never appends.

    No card is named: what an act would turn over lies face down, and must not show in an answer about it.
    """

    def __init__(self, floor: Floor) -> None:
        vars(self).update(vars(floor))
        self._asked = Reads(self.rulebook, self.tables, self.links, self.accounts)
        self._dealing = False

    @property
    def names(self) -> Sealer | None:
        """Only to see whether the Dealer's next act can be done at all."""
        return self.sealer if self._dealing else None

    def may_deal(self, name: str, by: Actor) -> Refusal | None:
        """Why the Dealer's next act from the table's own shoe would be refused, if it would."""
        self._dealing = True
        try:
            answer = self.deal_next(name, by, NO_ID)
        finally:
            self._dealing = False
        return answer if isinstance(answer, Refusal) else None

    def carry_out(self, plan: Plan, command: CommandIdentity | None = None) -> Done | Refusal:
        """Decide, once, on what is known; streams that were read for one question serve the next."""
        parts = plan(self._asked)
        return parts if isinstance(parts, Refusal) else Done(0, 0, parts[0].events)
