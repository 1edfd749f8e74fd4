"""Accounts over HTTP: their list, their history, and the acts that one person may do.

A role, a token and a new password of staff take two people: :mod:`pitboss.api.routes.proposals`.
"""

from itertools import islice
from typing import Annotated, Final

from litestar import Controller
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from pitboss.access import commands as cmd
from pitboss.access.people import People
from pitboss.api.account_views import account_now, happened_now, sessions_seen
from pitboss.api.context import Ctx
from pitboss.api.errors import accepted, check_query, not_found
from pitboss.api.routing import serves
from pitboss.api.wire import command_of
from pitboss.commands.record import Done
from pitboss.floor.tables.past_rounds import archived_versions
from pitboss.messages import operations
from pitboss.messages.acts import MakeAccount
from pitboss.messages.people import AccountCommand, AccountDone, AccountNow, PersonNow
from pitboss.people import AccountKind
from pitboss.reason import because

_MOST: Final = 200
AccountsLimit = Annotated[int, Meta(ge=1, le=_MOST)]
AfterName = Annotated[str, Meta(max_length=64)]
AfterVersion = Annotated[int, Meta(ge=0, le=2**62)]


class AccountsQuery(Struct, frozen=True):
    """Start and length of a page."""

    limit: AccountsLimit
    name: AfterName = ""
    version: AfterVersion = 0


class AccountRoutes(Controller):
    """Everybody with an account."""

    @serves(operations.people)
    def list_people(
        self,
        ctx: Ctx,
        kind: FromQuery[AccountKind | None] = None,
        after: FromQuery[AfterName] = "",
        limit: FromQuery[AccountsLimit] = _MOST,
    ) -> list[AccountNow]:
        """Accounts by name; a page begins after the last name of the one before."""
        check_query(AccountsQuery, {"limit": limit, "name": after})
        accounts = ctx.site.doors.people.accounts
        names = (name for name in sorted(accounts.names()) if name > after)
        chosen = (name for name in names if kind is None or _kind(ctx.site.doors.people, name) == kind)
        return [_account(ctx, name) for name in islice(chosen, limit)]

    @serves(operations.person)
    def one(
        self,
        ctx: Ctx,
        name: FromPath[str],
        after: FromQuery[AfterVersion] = 0,
        limit: FromQuery[AccountsLimit] = _MOST,
    ) -> PersonNow:
        """The account with a page of its history."""
        check_query(AccountsQuery, {"limit": limit, "version": after})
        account = _account(ctx, name)
        sessions = tuple(sessions_seen(ctx.site.doors.people, account.name, ctx.site.floor.zone))
        journal, stream = ctx.site.journal, ctx.site.doors.people.accounts.stream(account.name)
        events = journal.read_stream(stream, max(after, archived_versions(journal, stream)))
        return PersonNow(account, sessions, happened_now(islice(events, limit), ctx.site.floor.zone))

    @serves(operations.make_account)
    def make(self, ctx: Ctx, data: JSONBody[MakeAccount]) -> AccountDone:
        """An account for somebody new. Roles and a password come by proposals."""
        by, people = ctx.who.acting("manage_people"), ctx.site.doors.people
        noted = accepted(people.act(cmd.MakeAccount(data.name, data.kind), by, data.reason, data.id))
        return _done(ctx, data.name, noted)

    @serves(operations.act_on_account)
    def act(self, ctx: Ctx, name: FromPath[str], data: JSONBody[AccountCommand]) -> AccountDone:
        """Lock, unlock, disable, take a role or a token away; let a player choose a new password."""
        by, people = ctx.who.acting("manage_people"), ctx.site.doors.people
        noted = accepted(people.act(command_of(data.act, name=name), by, data.reason, data.id))
        return _done(ctx, name, noted)


def _kind(people: People, name: str) -> AccountKind | None:
    state = people.accounts.get(name).state
    return state.kind if state else None


def _account(ctx: Ctx, name: str) -> AccountNow:
    account = ctx.site.doors.people.account(name)
    if account is None:
        raise not_found(because("no_such_account", name=name))
    return account_now(account, ctx.site.floor.zone)


def _done(ctx: Ctx, name: str, noted: Done) -> AccountDone:
    return AccountDone(_account(ctx, name), noted.shown)
