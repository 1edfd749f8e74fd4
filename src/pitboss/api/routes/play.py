"""A player's own play over HTTP: result and time, limits, breaks and reality checks; and what staff see."""

from litestar import Controller
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from pitboss.access.account import Account
from pitboss.api.context import Context, Ctx
from pitboss.api.errors import BadRequest, not_found
from pitboss.api.middleware.rate_limit import RateLimits
from pitboss.api.play_views import changes_now, play_now
from pitboss.api.record_reads import RecordReads
from pitboss.api.routing import serves
from pitboss.floor import commands as fc
from pitboss.messages import operations
from pitboss.messages.acts import SetPlayLimit, SetRealityCheck, TakeBreak
from pitboss.messages.answers import RecordedNow
from pitboss.messages.play import PlayerPlayNow, PlayNow
from pitboss.messages.tables import BareCommand
from pitboss.money import parse_cents
from pitboss.reason import because


class OwnPlayRoutes(Controller):
    """Players' own figures and limits."""

    @serves(operations.my_play)
    def mine(self, ctx: Ctx) -> PlayNow:
        """Your result, your time played, and your limits."""
        return play_now(ctx.site.floor, ctx.who.acting("play").name, ctx.site.floor.clock())

    @serves(operations.set_my_limit)
    def limit(
        self, ctx: Ctx, limits: NamedDependency[RateLimits], data: JSONBody[SetPlayLimit]
    ) -> RecordedNow:
        """A lower limit holds at once, a higher one or none after 24 hours."""
        command = _limit(data, _myself(ctx))
        limits.setting(command.player)
        return ctx.execute(command, data.id)

    @serves(operations.take_break)
    def take_break(self, ctx: Ctx, data: JSONBody[TakeBreak]) -> RecordedNow:
        """No seat, chips or bets for that many days. The break starts at once and cannot be shortened."""
        command = fc.TakeBreak(player=_myself(ctx), days=data.days, reason=data.reason)
        return ctx.execute(command, data.id)

    @serves(operations.set_reality_check)
    def check(
        self, ctx: Ctx, limits: NamedDependency[RateLimits], data: JSONBody[SetRealityCheck]
    ) -> RecordedNow:
        """Set the minutes of play between reality checks."""
        command = fc.SetRealityCheck(player=_myself(ctx), minutes=data.minutes)
        limits.setting(command.player)
        return ctx.execute(command, data.id)

    @serves(operations.answer_reality_check)
    def answer(self, ctx: Ctx, data: JSONBody[BareCommand]) -> RecordedNow:
        """Say that one has seen time and result; without a check that is due nothing is recorded."""
        return ctx.execute(fc.AnswerRealityCheck(player=_myself(ctx)), data.id)


class PlayOfPlayersRoutes(Controller):
    """A player's figures and limits for staff and regulators, who may set them at the player's request."""

    @serves(operations.play_of)
    async def play(
        self, ctx: Ctx, record: NamedDependency[RecordReads], name: FromPath[str]
    ) -> PlayerPlayNow:
        """As the player sees it, with everything that was ever set, when and by whom."""
        return await record.read(ctx.who, _play_of, ctx, name)

    @serves(operations.set_limit_of)
    def limit(self, ctx: Ctx, name: FromPath[str], data: JSONBody[SetPlayLimit]) -> RecordedNow:
        """For a player who asks. Staff loosen nothing."""
        by = ctx.who.acting("manage_people")
        return ctx.execute(_limit(data, _player(ctx, name).name), data.id, by)

    @serves(operations.set_break_of)
    def take_break(self, ctx: Ctx, name: FromPath[str], data: JSONBody[TakeBreak]) -> RecordedNow:
        """One day at the player's request. For a longer break, send the proposal `set_break`."""
        by = ctx.who.acting("manage_people")
        command = fc.TakeBreak(player=_player(ctx, name).name, days=data.days, reason=data.reason)
        return ctx.execute(command, data.id, by)


def _play_of(ctx: Context, name: str) -> PlayerPlayNow:
    player = _player(ctx, name).name
    return PlayerPlayNow(
        play=play_now(ctx.site.floor, player, ctx.site.floor.clock()),
        changes=tuple(changes_now(ctx.site.floor, player)),
    )


def _myself(ctx: Context) -> str:
    return ctx.who.acting("play").name


def _player(ctx: Context, name: str) -> Account:
    account = ctx.site.people.account(name)
    if account is None or account.kind != "player":
        raise not_found(because("not_found.player", name=name))
    return account


def _limit(data: SetPlayLimit, player: str) -> fc.SetPlayLimit:
    """The command; the time takes minutes, and every other limit an amount."""
    if data.limit == "time":
        if data.amount is not None:
            raise BadRequest(because("bad_request.limit_minutes"), "amount")
        value = data.minutes
    else:
        if data.minutes is not None:
            raise BadRequest(because("bad_request.limit_amount"), "minutes")
        value = None if data.amount is None else parse_cents(data.amount)
    return fc.SetPlayLimit(player=player, limit=data.limit, value=value, reason=data.reason)
