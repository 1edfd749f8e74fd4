"""Asking the floor what would follow from an act of whoever is behind a request; nothing is recorded."""

from msgspec import Struct

from pitboss.access.roles import Actor
from pitboss.api.errors import Refused, not_found
from pitboss.api.site import Site
from pitboss.api.who import Who
from pitboss.floor import Done
from pitboss.floor.table import TableState
from pitboss.floor.trial import NO_ID, Trial
from pitboss.round import Refusal
from pitboss.round import commands as cmd
from pitboss.sheets.model import ROLES, Role

Answer = tuple[Struct, ...] | Refusal
"""The events of the table that would follow, or why nothing would."""


class Asker:
    """One table as it stands now, asked by one person."""

    def __init__(self, site: Site, who: Who, table: str) -> None:
        held = site.floor.tables.get(table)
        if held.state is None:
            raise not_found(f"there is no table {table}")
        self.state: TableState = held.state
        self.version = held.version
        self.game = site.floor.game_of(held.state)
        self.who = who
        self._floor = Trial(site.floor)

    def act(self, command: cmd.Command, confirmed_by: Role = ROLES[0]) -> Answer:
        """What a command to the round would bring, if somebody in a role confirms it."""
        try:
            by = self.who.acting_for(command)
        except Refused as refused:
            return refused.refusal
        if by.role in ROLES and ROLES.index(by.role) < ROLES.index(confirmed_by):
            by = Actor(by.name, confirmed_by)
        answer = self._floor.act(self.state.id, command, by, NO_ID)
        settles = isinstance(command, cmd.SettleRound) and self.state.shoe is not None
        if settles and isinstance(answer, Refusal) and answer.code == "cards_unknown":
            # The hands of our own shoe are turned over with the settlement: what it pays is not told before.
            return self._floor.may_deal(self.state.id, by) or ()
        return _events(answer)

    def begin(self) -> Answer:
        """What opening the betting would bring."""
        return _events(self._floor.begin_round(self.state.id, self.who.acting("run_table"), NO_ID))

    def deal_next(self) -> Answer:
        """Whether the Dealer's next act from the table's own shoe can be done; not what it would bring."""
        return self._floor.may_deal(self.state.id, self.who.acting("run_table")) or ()


def _events(done: Done | Refusal) -> Answer:
    return done if isinstance(done, Refusal) else done.events
