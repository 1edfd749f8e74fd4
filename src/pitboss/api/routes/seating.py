"""People at tables over HTTP: seats, who deals and who watches, opening and closing, notices."""

from litestar import Controller
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import structs

from pitboss.api.context import Context, Ctx, table_of
from pitboss.api.routes.money import player_named
from pitboss.api.routing import serves
from pitboss.floor import commands as fc
from pitboss.floor.tables.events import Method
from pitboss.floor.tables.opening import procedures
from pitboss.messages import operations
from pitboss.messages.acts import CloseTable, PostNotice, SignOff, SignOn, SitDown, StandUp
from pitboss.messages.answers import RecordedNow
from pitboss.messages.tables import BareCommand, ChooseMethod, MethodNow
from pitboss.server.site import Site


class SeatingRoutes(Controller):
    """Seats, crew and opening of a table."""

    @serves(operations.sit_down)
    def sit(self, ctx: Ctx, table: FromPath[str], data: JSONBody[SitDown]) -> RecordedNow:
        """Take a free seat. A bet on a free box takes its seat as well."""
        command = fc.SitDown(table=table, box=data.box, player=data.player or ctx.who.signed_in.name)
        actor = ctx.who.acting_on(command)
        if actor.role != "player":
            player = player_named(ctx.site, ctx.table(table), command.player)
            command = structs.replace(command, player=player)
        return ctx.execute(command, data.id, actor)

    @serves(operations.say_ready)
    def ready(self, ctx: Ctx, table: FromPath[str], data: JSONBody[BareCommand]) -> RecordedNow:
        """Say that one has made one's bets: once everybody at the table has, the Dealer closes them."""
        return ctx.execute(fc.SayReady(table=table, player=ctx.who.signed_in.name), data.id)

    @serves(operations.stand_up)
    def stand(self, ctx: Ctx, table: FromPath[str], data: JSONBody[StandUp]) -> RecordedNow:
        """Give up a seat. With a hand in play it is walking away, and the sheet says what follows."""
        return ctx.execute(fc.StandUp(table=table, box=data.box), data.id)

    @serves(operations.sign_on)
    def sign_on(self, ctx: Ctx, table: FromPath[str], data: JSONBody[SignOn]) -> RecordedNow:
        """Deal at a table from now on, or watch it."""
        return ctx.execute(fc.SignOn(table=table, position=data.position), data.id)

    @serves(operations.sign_off)
    def sign_off(self, ctx: Ctx, table: FromPath[str], data: JSONBody[SignOff]) -> RecordedNow:
        """Leave the table, or have somebody leave it."""
        return ctx.execute(fc.SignOff(table=table, name=data.name or ctx.who.signed_in.name), data.id)

    @serves(operations.open_table)
    def open(self, ctx: Ctx, table: FromPath[str], data: JSONBody[ChooseMethod]) -> RecordedNow:
        """Open a table again as it stood; limits and link change only by two people."""
        return ctx.execute(fc.ReopenTable(table=table, method=_method(ctx, table, data)), data.id)

    @serves(operations.close_table)
    def close(self, ctx: Ctx, table: FromPath[str], data: JSONBody[CloseTable]) -> RecordedNow:
        """Close a table while no bets are on it, or let the round under way be its last."""
        return ctx.execute(fc.CloseTable(table=table, after_round=data.after_round), data.id)

    @serves(operations.methods)
    def methods(self, site: NamedDependency[Site], table: FromPath[str]) -> list[MethodNow]:
        """The dealing procedures of the table's sheet."""
        game = site.floor.rulebook.in_force(table_of(site.floor, table)[0].plate.sheet)
        return [
            MethodNow(found.device, found.title, tuple(dict.fromkeys(clause for _, clause in found.steps)))
            for device in ("shuffler", "shoe")
            for found in procedures(game, device)
        ]

    @serves(operations.change_method)
    def method(self, ctx: Ctx, table: FromPath[str], data: JSONBody[ChooseMethod]) -> RecordedNow:
        """Device, procedure and number of boxes from the next round on; announced before its first bet."""
        return ctx.execute(fc.ChangeMethod(table=table, method=_method(ctx, table, data)), data.id)

    @serves(operations.post_notice)
    def notice(self, ctx: Ctx, table: FromPath[str], data: JSONBody[PostNotice]) -> RecordedNow:
        """Tell everybody at the table something; an empty text takes the notice down."""
        return ctx.execute(fc.PostNotice(table=table, text=data.text), data.id)


def _method(ctx: Context, table: str, data: ChooseMethod) -> Method:
    """The method that was asked for; another device is dealt by its first procedure unless one is named."""
    ctx.who.acting_on(fc.ReopenTable(table=table))
    state = ctx.table(table)
    device = data.device or state.plate.device
    kept = state.method if device == state.plate.device else ""
    title = kept if data.method is None else data.method
    return Method(device, title, data.boxes or state.plate.boxes)
