"""Signing on to a table: its Dealer, and the supervisors who watch it.

The same event goes to the stream of the table and to that of the account, so that nobody deals at two tables.
The floor appends both atomically.
"""

from typing import Any

from msgspec import Struct, structs

from pitboss.access import events as ev
from pitboss.access.account import Account
from pitboss.access.roles import Actor, Permission, may, permission_refusal
from pitboss.people import known_as
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.sheets.game import Game


class Crew(Struct, frozen=True):
    """The people signed on to a table."""

    dealer: str | None = None
    supervisors: tuple[str, ...] = ()


def sign_on(
    game: Game, table: str, crew: Crew, account: Account, position: ev.Position, by: Actor
) -> ev.SignedOn | Refusal:
    """Sign a person on to a table; everybody signs on for themselves."""
    permission: Permission = "run_table" if position == "dealer" else "supervise_table"
    if known_as(by.name) != account.name:
        return refuse("own_account", because("own_account.sign_on", name=account.name))
    if refusal := permission_refusal(by.role, permission, game):
        return refusal
    if account.name in (crew.dealer, *crew.supervisors):
        return refuse("dealer_signed_on", because("dealer_signed_on", name=account.name, table=table))
    if position == "dealer":
        if crew.dealer:
            return refuse("dealer_signed_on", because("dealer_signed_on.here", name=crew.dealer, table=table))
        if account.deals_at:
            reason = because("dealer_signed_on.elsewhere", name=account.name, table=account.deals_at)
            return refuse("dealer_signed_on", reason)
    return ev.SignedOn(table, account.name, position, by)


def sign_off(game: Game, table: str, crew: Crew, name: str, by: Actor) -> ev.SignedOff | Refusal:
    """Sign a person off; only they themselves or a supervisor may."""
    known = known_as(name)
    if known not in (crew.dealer, *crew.supervisors):
        return refuse("not_signed_on", because("not_signed_on", name=known, table=table))
    if known_as(by.name) != known and (refusal := permission_refusal(by.role, "supervise_table", game)):
        return refusal
    return ev.SignedOff(table, known, by)


def evolve_crew(crew: Crew, event: Any) -> Crew:
    """Fold an event of a table's stream into its crew."""
    match event:
        case ev.SignedOn(position="dealer", name=name):
            return structs.replace(crew, dealer=name)
        case ev.SignedOn(name=name):
            return structs.replace(crew, supervisors=(*crew.supervisors, name))
        case ev.SignedOff(name=name) if name == crew.dealer:
            return structs.replace(crew, dealer=None)
        case ev.SignedOff(name=name):
            return structs.replace(crew, supervisors=tuple(s for s in crew.supervisors if s != name))
        case _:
            return crew


def dealer_refusal(game: Game, table: str, crew: Crew, by: Actor) -> Refusal | None:
    """Refusal unless ``by`` may run a table that people deal at.

    Rounds are dealt by the Dealer who is signed on, or by a supervisor who stands in for them.
    """
    if refusal := permission_refusal(by.role, "run_table", game):
        return refusal
    if crew.dealer is None:
        return refuse("not_signed_on", because("not_signed_on.no_dealer", table=table))
    if known_as(by.name) == crew.dealer or may(by.role, "supervise_table"):
        return None
    return refuse("not_signed_on", because("not_signed_on.other", table=table, name=crew.dealer))
