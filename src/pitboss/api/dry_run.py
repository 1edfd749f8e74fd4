"""Dry runs: what would follow from an act of the sender of a request; nothing is recorded."""

from msgspec import Struct, structs

from pitboss.access.roles import Actor
from pitboss.api.authentication import Who
from pitboss.api.context import table_of
from pitboss.api.errors import RequestRefused
from pitboss.floor import Order
from pitboss.floor.commands import ActInRound, AtTable, BeginRound, DealNext
from pitboss.floor.link_streams import evolve_link
from pitboss.jackpots import sign
from pitboss.jackpots.sign import PendingWin
from pitboss.people import ROLES, PitRole
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.server.site import Site

DryRunAnswer = tuple[Struct, ...] | Refusal
"""The events of the table that would follow, or why nothing would."""


def with_reason(command: cmd.Command) -> cmd.Command:
    """A command that is only tried, and whose reason may be written later."""
    if isinstance(command, cmd.Report | cmd.InterruptPlay) and not command.reason:
        return structs.replace(command, reason="to be written")
    return command


class TableDryRun:
    """Dry runs at one table as it stands now, for one person."""

    def __init__(self, site: Site, who: Who, table: str) -> None:
        self.state, self.version = table_of(site.floor, table)
        self.game = site.floor.game_of(self.state)
        self.who = who
        self._questions = site.floor.questions()
        self._link = site.floor.link(self.state.link) if self.state.link else None
        self._games = site.floor.rulebook.games

    def act(self, command: cmd.Command, confirmed_by: PitRole = ROLES[0]) -> DryRunAnswer:
        """The outcome of a command to the round if somebody in a role confirms it."""
        asked = ActInRound(table=self.state.id, act=command)
        try:
            by = self.who.acting_on(asked)
        except RequestRefused as refused:
            return refused.refusal
        if by.role in ROLES and ROLES.index(by.role) < ROLES.index(confirmed_by):
            by = Actor(by.name, confirmed_by)
        answer = self._would(asked, by)
        settles = isinstance(command, cmd.SettleRound) and self.state.shoe is not None
        if settles and isinstance(answer, Refusal) and answer.code == "cards_unknown":
            # The hands of our own shoe are turned over with the settlement: what it pays is not told before.
            answer = self._would(asked, by, names_cards=True)
            return answer if isinstance(answer, Refusal) else ()
        return answer

    def wins(self, command: cmd.Command) -> tuple[PendingWin, ...]:
        """The jackpot wins at the table that would be pending after a command, with their amounts."""
        asked, link = ActInRound(table=self.state.id, act=command), self._link
        changes = self._questions.would(Order(command=asked, by=self.who.acting_on(asked)))
        if link is None or isinstance(changes, Refusal):
            return ()
        for change in changes:
            for event in change.events if change.kind == "link" else ():
                link = evolve_link(link, event, 0)
        pending = sign(self._games, link).pending if link else ()
        return tuple(win for win in pending if win.table == self.state.id)

    def begin(self) -> DryRunAnswer:
        """The outcome of opening the betting."""
        begin = BeginRound(table=self.state.id)
        return self._would(begin, self.who.acting_on(begin))

    def deal_next(self) -> DryRunAnswer:
        """Whether the Dealer's next act from the table's own shoe is possible; never its outcome."""
        return self._may_deal(self.who.acting_on(DealNext(table=self.state.id)))

    def _may_deal(self, by: Actor) -> DryRunAnswer:
        answer = self._would(DealNext(table=self.state.id), by, names_cards=True)
        return answer if isinstance(answer, Refusal) else ()

    def _would(self, command: AtTable, by: Actor, *, names_cards: bool = False) -> DryRunAnswer:
        changes = self._questions.would(Order(command=command, by=by), names_cards=names_cards)
        return changes if isinstance(changes, Refusal) else changes[0].events if changes else ()
