"""Table money over HTTP: slips of two people at one screen, chips of players, and what they amount to."""

from litestar import Controller
from litestar.params import FromPath, JSONBody

from pitboss.access.warrant import Warrant
from pitboss.api.context import Ctx
from pitboss.api.errors import BadRequest, RequestRefused, not_found
from pitboss.api.money_views import money_now
from pitboss.api.routing import serves
from pitboss.api.second_person import means_of, signed_too, vouched
from pitboss.floor import Order
from pitboss.floor.acts import TABLE_MONEY_ACTS
from pitboss.floor.commands import TakeMoney
from pitboss.floor.tables.money import events as mc
from pitboss.floor.tables.table import TableState
from pitboss.floor.thread_pools import in_pool
from pitboss.messages import operations
from pitboss.messages.acts import MakeSlip, Pieces
from pitboss.messages.answers import RecordedNow
from pitboss.messages.money import MoneyNow, MoveChips
from pitboss.money import parse_cents
from pitboss.people import known_as
from pitboss.reason import because
from pitboss.refusal import refuse
from pitboss.server.site import Site


class MoneyRoutes(Controller):
    """The money of a table."""

    @serves(operations.money)
    def now(self, ctx: Ctx, table: FromPath[str]) -> MoneyNow:
        """Slips, chips, the win by chips and by settlements, with the explanation of their difference."""
        return money_now(ctx.table(table))

    @serves(operations.slip)
    async def slip(self, ctx: Ctx, table: FromPath[str], data: JSONBody[MakeSlip]) -> RecordedNow:
        """Opener, fill, credit, drop or closer; both people sign in one request, at one screen."""
        permission = TABLE_MONEY_ACTS[mc.MakeSlip].permission
        first = ctx.who.acting(permission)
        second = (await vouched(ctx.site, ctx.request, data.second, "second")).acting(permission)
        warrant = Warrant(first, data.reason, second)
        means = means_of(data.second, "second")[0]
        command = mc.MakeSlip(
            kind=data.kind, count=_count(data.count), warrant=warrant, replaces=data.replaces, means=means
        )
        taken = TakeMoney(table=table, act=command)
        return await ctx.execute_async(Order(command=taken, by=first, id=data.id))

    @serves(operations.buy_in)
    async def chips(self, ctx: Ctx, table: FromPath[str], data: JSONBody[MoveChips]) -> RecordedNow:
        """By staff for a player; on a demo floor by the players themselves, up to what its file says."""
        kind = TABLE_MONEY_ACTS[mc.BuyIn if data.act == "buy_in" else mc.CashOut]
        amount, state, own = parse_cents(data.amount), ctx.table(table), ctx.who.audience
        most = ctx.site.config.play_money or None
        actor = ctx.who.acting(kind.needed(player=own is not None))
        if own:
            if data.second:
                raise BadRequest(because("bad_request.own_chips"), "second")
            player = data.player or own
            if most is None:
                reason = because("role_too_low.chips")
                clauses = ctx.site.floor.game_of(state).ruling_clauses
                raise RequestRefused(refuse("role_too_low", reason, clauses), 403)
        else:
            if data.player is None:
                raise BadRequest(because("bad_request.whose_chips"), "player")
            player = await in_pool(None, player_named, ctx.site, state, data.player)
        second = await signed_too(ctx.site, ctx.request, data.second)
        command = (
            mc.BuyIn(player=player, amount=amount, by=actor, most=most if own else None, second=second)
            if data.act == "buy_in"
            else mc.CashOut(player, amount, actor, second)
        )
        taken = TakeMoney(table=table, act=command)
        return await ctx.execute_async(Order(command=taken, by=actor, id=data.id))


def player_named(site: Site, state: TableState, name: str) -> str:
    """The player whom staff name; at an automatic table only accounts of players can play."""
    if not state.automatic:
        return name
    account = site.people.account(known_as(name))
    if account is None or "player" not in account.roles:
        raise not_found(because("not_found.player_at", name=name, table=state.id))
    return account.name


def _count(given: tuple[Pieces, ...]) -> dict[int, int]:
    count: dict[int, int] = {}
    for place, pieces in enumerate(given):
        each = parse_cents(pieces.each)
        if each in count:
            raise BadRequest(because("bad_request.counted_twice", each=pieces.each), f"count[{place}].each")
        count[each] = pieces.number
    return count
