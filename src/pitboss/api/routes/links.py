"""Links over HTTP: their signs, their meters, and what staff do with claims and parameters."""

from fractions import Fraction
from typing import Any

from litestar import Controller, Request
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from pitboss.access.roles import Actor
from pitboss.api.context import Ctx, found, link_of
from pitboss.api.routing import serves
from pitboss.api.second_person import vouched
from pitboss.api.streams import LiveStream, Reader, StateSeen, follow, held_at, last_seen
from pitboss.api.table_views import sign_now
from pitboss.api.wire import command_of
from pitboss.floor import Order
from pitboss.floor.acts import LINK_ACTS
from pitboss.floor.commands import ActAtLink
from pitboss.jackpots import Link
from pitboss.jackpots.queue import shown, units
from pitboss.jackpots.state import Claim
from pitboss.messages import operations
from pitboss.messages.acts import COMMANDS
from pitboss.messages.answers import RecordedNow
from pitboss.messages.links import ClaimNow, LinkCommand, LinkNow, SignNow
from pitboss.money import format_cents, format_exact
from pitboss.projection import project
from pitboss.reason import because
from pitboss.server.site import Site


class LinkRoutes(Controller):
    """Every link of the floor."""

    @serves(operations.signs)
    def list_links(self, site: NamedDependency[Site]) -> list[SignNow]:
        """The display of every link."""
        return [_sign(site, name) for name in site.floor.link_names()]

    @serves(operations.sign)
    def sign(self, site: NamedDependency[Site], link: FromPath[str]) -> SignNow:
        """A link's display and its pending wins."""
        return _sign(site, link)

    @serves(operations.link)
    def one_link(self, ctx: Ctx, link: FromPath[str]) -> LinkNow:
        """Meters, parameters and claims, for staff."""
        return _link(ctx.site, *link_of(ctx.site.floor, link))

    @serves(operations.act_at_link)
    async def act(self, ctx: Ctx, link: FromPath[str], data: JSONBody[LinkCommand]) -> RecordedNow:
        """Verify, pay and file claims; report and end a failure; rule on the order."""
        permission = LINK_ACTS[COMMANDS[type(data.act)]].permission
        sender = ctx.who.acting("run_table" if data.confirm else permission)
        who = await vouched(ctx.site, ctx.request, data.confirm) if data.confirm else ctx.who
        by = who.person(permission)
        command = ActAtLink(link=link, act=command_of(data.act, by=by))
        answers, entered = Actor(by.name, by.role), sender if data.confirm else None
        return await ctx.execute_async(Order(command=command, by=answers, id=data.id, entered=entered))

    @serves(operations.sign_stream)
    async def stream(
        self,
        request: Request[Any, Any, Any],
        site: NamedDependency[Site],
        reader: NamedDependency[Reader],
        link: FromPath[str],
    ) -> Stream:
        """The sign after each change; ids count the link's events."""
        after, version = last_seen(request)
        found(await held_at(site.floor.links, link, version), because("no_such_link", link=link))

        def look() -> StateSeen:
            now = _sign(site, link)
            return StateSeen(now.version, now)

        return LiveStream(follow(site.news, ("link", link), look, "sign", reader=reader, after=after))


def _sign(site: Site, name: str) -> SignNow:
    return sign_now(site.floor.rulebook.games, *link_of(site.floor, name))


def _link(site: Site, link: Link, version: int) -> LinkNow:
    games = site.floor.rulebook.games
    amounts = {
        claim.id: amount
        for unit in units(games, link)
        for claim, amount in zip(unit.claims, unit.amounts, strict=True)
    }
    claims = tuple(_claim(claim, amounts.get(claim.id)) for claim in link.claims.values())
    meters = {name: _money(getattr(link.meters, name)) for name in link.meters.__struct_fields__}
    held = {"pool": link.pool, "reserve": link.reserve, "overflow": link.overflow}
    meters |= {name: _money(amount) for name, amount in held.items()}
    meters["display"] = _money(shown(games, link))
    return LinkNow(
        sign=sign_now(games, link, version),
        operator=link.operator,
        members=link.members,
        closed=link.closed,
        meters=meters,
        config=_config(link.config),
        queued=_config(link.queued.config) if link.queued else None,
        claims=claims,
    )


def _config(config: Any) -> dict[str, str]:
    return {name: str(getattr(config, name)) for name in config.__struct_fields__}


def _money(amount: Fraction | int) -> str:
    return format_exact(amount) if isinstance(amount, Fraction) else str(amount)


def _claim(claim: Claim, amount: int | None) -> ClaimNow:
    return project(
        ClaimNow,
        claim,
        amount=format_cents(amount) if amount is not None else None,
        signatures=tuple(person.name for person in claim.signatures),
    )
