"""The context of a route: the floor, the sender, and the execution of commands."""

from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from msgspec import Struct

from pitboss.access.roles import Actor
from pitboss.api.authentication import Who
from pitboss.api.errors import accepted, not_found
from pitboss.api.middleware.requests import note
from pitboss.floor import Done, Floor, Order
from pitboss.floor.command_specs import SPECS, subject_of
from pitboss.floor.tables.table import TableState
from pitboss.jackpots import Link
from pitboss.messages.answers import RecordedNow
from pitboss.money import brief
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal
from pitboss.server.site import Site
from pitboss.sheets import Game
from pitboss.store.codec import StateT
from pitboss.store.streams import StreamState


class Context:
    """One request."""

    __slots__ = ("request", "site", "who")

    def __init__(self, site: Site, who: Who, request: Request[Any, Any, Any]) -> None:
        self.site = site
        self.who = who
        self.request = request

    def table(self, name: str) -> TableState:
        """A table of the floor as it is known here."""
        return table_of(self.site.floor, name)[0]

    def execute(self, command: Struct, command_id: str, by: Actor | None = None) -> RecordedNow:
        """Give a command to the floor, in the role that it takes; blocks until it is recorded."""
        order = Order(command=command, by=by or self.who.acting_on(command), id=command_id)
        return self._recorded(order, self.site.floor.execute(order))

    async def execute_async(self, order: Order) -> RecordedNow:
        """Async variant of :meth:`execute`; never blocks the event loop on a commit or a query."""
        return self._recorded(order, await self.site.floor.execute_async(order))

    def _recorded(self, order: Order, answer: Done | Refusal) -> RecordedNow:
        """The answer to a command; the log gets the name of an existing stream only."""
        note(self.request.scope, command=SPECS[type(order.command)].words)
        done: Done = accepted(answer)
        note(self.request.scope, about=subject_of(order.command))
        return recorded(done)


Ctx = NamedDependency[Context]


def recorded(done: Done) -> RecordedNow:
    """The answer to a command."""
    return RecordedNow(done.first, done.last, done.repeated)


def table_of(floor: Floor, name: str) -> tuple[TableState, int]:
    """A table and its version."""
    held = floor.tables.get(name)
    return found(held, because("no_such_table.name", table=name)), held.version


def link_of(floor: Floor, name: str) -> tuple[Link, int]:
    """A link and its version."""
    held = floor.links.get(name)
    return found(held, because("no_such_link", link=name)), held.version


def game_in_force(site: Site, sheet: str) -> Game:
    """A sheet by its name; raises the refusal of one that is not in force."""
    game = site.floor.rulebook.named(sheet)
    if game is None:
        raise not_found(because("no_such_sheet.named", sheet=brief(sheet)))
    return game


def found(held: StreamState[StateT], missing: Reason) -> StateT:
    """The state of an existing subject; otherwise the refusal that says what is missing."""
    if held.state is None:
        raise not_found(missing)
    return held.state
