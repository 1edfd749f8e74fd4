"""Tables over HTTP: look, act, deal, and follow live."""

from typing import Annotated, Any

from litestar import Controller, Request
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.response import Stream
from msgspec import Meta, Struct

from pitboss.access.refusals import refuse
from pitboss.api.acts import Adjust, AnyAct, command_of
from pitboss.api.errors import Refused, bad, not_found, sure
from pitboss.api.refused_attempts import asked
from pitboss.api.routing import acts, reads
from pitboss.api.signatures import Signature, signed_too, vouched
from pitboss.api.site import Site
from pitboss.api.streams import Reader, held_at, last_seen, live
from pitboss.api.texts import CommandId
from pitboss.api.views import TableNow, table_now
from pitboss.api.who import Who
from pitboss.floor import Done, Order
from pitboss.floor import commands as fc
from pitboss.round import commands as cmd
from pitboss.sheets.model import ROLES as PIT

RoundNumber = Annotated[int, Meta(ge=0, le=2**53)]


class Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An act for the round of a table."""

    id: CommandId
    act: AnyAct
    confirm: Signature | None = None
    """Whoever answers for it, where he does so on the screen of whoever sends it."""
    round: RoundNumber | None = None
    """The round that it is for; without it, whichever is on."""
    second: Signature | None = None
    """Whoever signs too with a password, where it moves more money than who answers for it moves alone."""


class Dealing(Struct, frozen=True, forbid_unknown_fields=True):
    """The Dealer's next act."""

    id: CommandId
    round: RoundNumber | None = None
    """The round that it is for; without it, whichever is on."""


class Bare(Struct, frozen=True, forbid_unknown_fields=True):
    """A command that needs no more than its id."""

    id: CommandId


class Recorded(Struct, frozen=True):
    """A command was recorded, now or when it was first sent."""

    first: int
    last: int
    repeated: bool


class Tables(Controller):
    """Every table of the floor."""

    path = "/api/tables"
    tags = ("tables",)

    @reads("/", summary="Every table", sync_to_thread=True)
    def list_tables(self, site: NamedDependency[Site], who: NamedDependency[Who]) -> list[TableNow]:
        """Every table that was ever opened, as its reader may see it."""
        return [self.now(site, name, who) for name in site.floor.table_names()]

    @reads("/{table:str}", summary="One table", sync_to_thread=True)
    def one_table(
        self, site: NamedDependency[Site], who: NamedDependency[Who], table: FromPath[str]
    ) -> TableNow:
        """A table with its plate, its sign and its round."""
        return self.now(site, table, who)

    @acts("/{table:str}/rounds", summary="Place your Bets", sync_to_thread=True)
    def begin(
        self,
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        table: FromPath[str],
        data: JSONBody[Bare],
    ) -> Recorded:
        """Open the betting of the next round."""
        order = Order(command=fc.BeginRound(table=table), by=who.acting("run_table"), id=data.id)
        return recorded(sure(site.floor.execute(order)))

    @acts("/{table:str}/deal", summary="The Dealer's next act", sync_to_thread=True)
    def deal(
        self,
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        table: FromPath[str],
        data: JSONBody[Dealing],
    ) -> Recorded:
        """Burn, deal, discard, reveal or settle, by the sheet's procedure, from the table's own shoe."""
        command = fc.DealNext(table=table, round=data.round)
        order = Order(command=command, by=who.acting("run_table"), id=data.id)
        return recorded(sure(site.floor.execute(order)))

    @acts("/{table:str}/acts", summary="Act in the round")
    async def act(
        self,
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        request: Request[Any, Any, Any],
        table: FromPath[str],
        data: JSONBody[Command],
    ) -> Recorded:
        """Bet, look, decide, report, correct, settle."""
        asked(request.scope, data.act)
        act = command_from(data.act, who.signed_in.name)
        order = await _order(site, request, who, fc.Act(table=table, act=act, round=data.round), data)
        return recorded(sure(await site.floor.execute_async(order)))

    @acts("/{table:str}/rounds/{number:int}/adjust", summary="Rule on an earlier round")
    async def adjust(
        self,
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        request: Request[Any, Any, Any],
        table: FromPath[str],
        number: FromPath[int],
        data: JSONBody[Command],
    ) -> Recorded:
        """A ruling on a round that is over; it is booked beside its settlement."""
        asked(request.scope, data.act)
        act = command_from(data.act, who.signed_in.name)
        if not isinstance(data.act, Adjust) or not isinstance(act, cmd.AdjustSettlement):
            raise bad("an earlier round takes only the act adjust", "act")
        order = await _order(site, request, who, fc.AdjustRound(table=table, round=number, act=act), data)
        return recorded(sure(await site.floor.execute_async(order)))

    @reads("/{table:str}/stream", summary="Follow a table", media_type="text/event-stream")
    async def stream(
        self,
        request: Request[Any, Any, Any],
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        reader: NamedDependency[Reader],
        table: FromPath[str],
    ) -> Stream:
        """The table after each change, as its reader may see it; ids count the table's events."""
        after, version = last_seen(request)
        held = await held_at(site.floor.tables, table, version)
        if held.state is None:
            raise not_found(f"there is no table {table}")

        def look() -> tuple[int, Any]:
            now = self.now(site, table, who)
            return now.version, now

        topic, whose = ("table", table), who.audience
        return live(site.news, topic, look, "table", reader=reader, whose=whose, after=after)

    def now(self, site: Site, name: str, who: Who) -> TableNow:
        """A table for one reader."""
        held = site.floor.tables.get(name)
        state = held.state
        if state is None:
            raise not_found(f"there is no table {name}")
        value = site.shown(state.link) if state.link else None
        return table_now(
            *(site.floor.game_of(state), state, held.version, value, site.turn(name), who.audience),
            site.config.play_money,
            site.floor.sealer,
        )


async def _order(
    site: Site, request: Request[Any, Any, Any], who: Who, command: fc.Act | fc.AdjustRound, data: Command
) -> Order:
    """An act with who answers for it; if on another's screen, on whose; and who signs too for its amount."""
    if data.confirm is None:
        actor, entered = who.acting_for(command.act), None
    else:
        entered = who.acting("run_table")
        actor = (await vouched(site, request, data.confirm)).acting_for(command.act)
        if actor.role not in PIT:
            message = "an act is confirmed by a member of staff at the tables"
            raise Refused(refuse("role_too_low", message), 403)
    second = await signed_too(site, request, data.second)
    return Order(command=command, by=actor, id=data.id, entered=entered, second=second)


def command_from(act: AnyAct, name: str) -> cmd.Command:
    """The command of an act, or what is wrong with it."""
    try:
        return command_of(act, name)
    except ValueError as fault:
        raise bad(str(fault), "act") from None


def recorded(done: Done) -> Recorded:
    """The answer to a command."""
    return Recorded(done.first, done.last, done.repeated)
