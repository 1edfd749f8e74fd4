"""Tables over HTTP: look, act, deal, and follow live."""

from typing import Final

from litestar import Controller
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from pitboss.api.context import Context, Ctx, found
from pitboss.api.direct import Direct
from pitboss.api.errors import BadRequest, RequestRefused
from pitboss.api.refused_attempts import note_act
from pitboss.api.routing import serves
from pitboss.api.second_person import signed_too, vouched
from pitboss.api.streams import LiveStream, Reader, StateSeen, follow, held_at, last_seen
from pitboss.api.table_views import table_now
from pitboss.api.wire import round_command
from pitboss.floor import Order
from pitboss.floor import commands as fc
from pitboss.messages import operations
from pitboss.messages.acts import DealNext
from pitboss.messages.answers import RecordedNow
from pitboss.messages.tables import BareCommand, RoundCommand, TableNow
from pitboss.people import ROLES as PIT
from pitboss.reason import because
from pitboss.refusal import refuse
from pitboss.round import commands as cmd
from pitboss.server.site import Site

_LINK_WAITS: Final = frozenset({"for_the_supervisor", "jackpot_pending"})
"""The announcement of a Dealer who may be waiting for the table's link."""


class TableRoutes(Controller):
    """Every table of the floor."""

    @serves(operations.tables)
    def list_tables(self, ctx: Ctx) -> list[TableNow]:
        """Every table that was ever opened, as its reader may see it."""
        return [_now(ctx.site, name, ctx.who.audience) for name in ctx.site.floor.table_names()]

    @serves(operations.table)
    def one_table(self, ctx: Ctx, table: FromPath[str]) -> TableNow:
        """A table with its plate, its sign and its round."""
        return _now(ctx.site, table, ctx.who.audience)

    @serves(operations.begin)
    def begin(self, ctx: Ctx, table: FromPath[str], data: JSONBody[BareCommand]) -> RecordedNow:
        """Open the betting of the next round."""
        return ctx.execute(fc.BeginRound(table=table), data.id)

    @serves(operations.deal)
    def deal(self, ctx: Ctx, table: FromPath[str], data: JSONBody[DealNext]) -> RecordedNow:
        """Burn, deal, discard, reveal or settle, by the sheet's procedure, from the table's own shoe."""
        return ctx.execute(fc.DealNext(table=table, round=data.round), data.id)

    @serves(operations.act, middleware=[Direct])
    async def act(self, ctx: Ctx, table: FromPath[str], data: JSONBody[RoundCommand]) -> RecordedNow:
        """Bet, look, decide, report, correct, settle."""
        note_act(ctx.request.scope, data.act)
        act = round_command(data.act, ctx.who.signed_in.name)
        return await _answering(ctx, fc.ActInRound(table=table, act=act, round=data.round), data)

    @serves(operations.adjust)
    async def adjust(
        self, ctx: Ctx, table: FromPath[str], number: FromPath[int], data: JSONBody[RoundCommand]
    ) -> RecordedNow:
        """A ruling on a round that is over; it is booked in addition to its settlement."""
        note_act(ctx.request.scope, data.act)
        act = round_command(data.act, ctx.who.signed_in.name)
        if not isinstance(act, cmd.AdjustSettlement):
            raise BadRequest(because("bad_request.earlier_round"), "act")
        return await _answering(ctx, fc.AdjustRound(table=table, round=number, act=act), data)

    @serves(operations.table_stream)
    async def stream(self, ctx: Ctx, reader: NamedDependency[Reader], table: FromPath[str]) -> Stream:
        """The table after each change, as its reader may see it; ids count the table's events."""
        after, version = last_seen(ctx.request)
        held = await held_at(ctx.site.floor.tables, table, version)
        found(held, because("no_such_table.name", table=table))

        topic, whose = ("table", table), ctx.who.audience

        def look() -> StateSeen:
            now = _now(ctx.site, table, whose)
            # Whether its link has failed, or has a win to pay, is told by no event of the table.
            waits = now.dealer.says if now.dealer and now.dealer.says in _LINK_WAITS else ""
            return StateSeen(now.version, now, waits)

        frames = follow(ctx.site.news, topic, look, "table", reader=reader, whose=whose, after=after)
        return LiveStream(frames)


def _now(site: Site, name: str, player: str | None) -> TableNow:
    """A table for one reader."""
    held = site.floor.tables.get(name)
    state = found(held, because("no_such_table.name", table=name))
    return table_now(
        site.floor.game_of(state),
        state,
        held.version,
        player,
        shown=site.shown(state.link) if state.link else None,
        turn=site.turn(name, held),
        play_money=site.config.play_money,
        sealer=site.floor.sealer,
    )


async def _answering(
    ctx: Context, command: fc.ActInRound | fc.AdjustRound, data: RoundCommand
) -> RecordedNow:
    """An act by who answers for it; if on another's screen, on whose; and who signs too for its amount."""
    if data.confirm is None:
        actor, entered = ctx.who.acting_on(command), None
    else:
        entered = ctx.who.acting("run_table")
        actor = (await vouched(ctx.site, ctx.request, data.confirm)).acting_on(command)
        if actor.role not in PIT:
            raise RequestRefused(refuse("role_too_low", because("role_too_low.confirm")), 403)
    second = await signed_too(ctx.site, ctx.request, data.second)
    order = Order(command=command, by=actor, id=data.id, entered=entered, second=second)
    return await ctx.execute_async(order)
