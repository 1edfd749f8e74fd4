"""Real cards at a table over HTTP: its card sets with their history, and messages of a reading shoe."""

from typing import Any

from litestar import Controller
from litestar.params import FromPath, JSONBody

from pitboss.api.context import Ctx, recorded, table_of
from pitboss.api.errors import BadRequest, accepted, not_found
from pitboss.api.routing import serves
from pitboss.api.second_person import vouched
from pitboss.api.wire import command_of
from pitboss.card_sets.state import CardSet, Hold
from pitboss.cards import parse_card
from pitboss.floor import Order
from pitboss.floor.acts import SET_ACTS
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.commands import DisputeRound, HandleCards, ReadCard
from pitboss.floor.service import read_at
from pitboss.floor.tables.events import Read
from pitboss.floor.tables.reading_shoe import next_number
from pitboss.floor.thread_pools import in_pool
from pitboss.messages import operations
from pitboss.messages.acts import COMMANDS, CountSet, ReleaseSet, RetainSet
from pitboss.messages.answers import RecordedNow
from pitboss.messages.cards import (
    CardsNow,
    Dispute,
    ReadCommand,
    ReadingNow,
    SetActThen,
    SetCommand,
    SetHistory,
    SetNow,
)
from pitboss.messages.views import MatterNow
from pitboss.people import Approval
from pitboss.projection import project
from pitboss.reason import because
from pitboss.server.site import Site
from pitboss.words import say


class CardRoutes(Controller):
    """The card sets of a table, and the shoe that reads them."""

    @serves(operations.card_sets)
    def list_sets(self, ctx: Ctx, table: FromPath[str]) -> CardsNow:
        """Every set that still exists, with what keeps it from being dealt."""
        state, version = table_of(ctx.site.floor, table)
        sets = tuple(_now(card_set) for card_set in state.sets.sets.values())
        return CardsNow(table, version, state.card_sets, sets)

    @serves(operations.card_set)
    def one_set(self, ctx: Ctx, table: FromPath[str], name: FromPath[str]) -> SetHistory:
        """Its acts in order: who did what, and when."""
        state = ctx.table(table)
        positions = state.set_acts.get(name, ())
        if not positions:
            raise not_found(because("not_found.card_set", table=table, set=name))
        found = tuple(act for position in positions for act in _then(ctx.site, position))
        card_set = state.sets.sets.get(name)
        return SetHistory(
            _now(card_set) if card_set else SetNow(set=name, backs="", status="destroyed"), found
        )

    @serves(operations.act_on_set)
    async def act_on_set(self, ctx: Ctx, table: FromPath[str], data: JSONBody[SetCommand]) -> RecordedNow:
        """Open, count, use, take out, retain, release, destroy."""
        kind = SET_ACTS[COMMANDS[type(data.act)]]
        sender, by = ctx.who.acting(kind.permission), ctx.who.person(kind.permission)
        if not kind.witnessed and data.confirm:
            raise BadRequest(because("bad_request.one_person"), "confirm")
        if kind.witnessed and not data.confirm:
            raise BadRequest(because("bad_request.two_people"), "confirm")
        confirms = await vouched(ctx.site, ctx.request, data.confirm) if data.confirm else ctx.who
        witness = confirms.person(kind.permission)
        device = (await in_pool(None, ctx.table, table)).plate.device
        known: dict[str, Any] = {"by": by, "witness": witness, "device": device}
        if isinstance(data.act, CountSet | RetainSet | ReleaseSet):
            known["round"] = f"{table}/{data.act.round}" if data.act.round else ""
        if isinstance(data.act, ReleaseSet):
            known["approval"] = Approval(by, witness, data.act.reason)
        command = HandleCards(table=table, act=command_of(data.act, **known))
        return await ctx.execute_async(Order(command=command, by=sender, id=data.id))

    @serves(operations.dispute)
    def dispute(self, ctx: Ctx, table: FromPath[str], data: JSONBody[Dispute]) -> RecordedNow:
        """Record a dispute; the card sets that the round was dealt from must be retained before the next."""
        return ctx.execute(DisputeRound(table=table, round=data.round, reason=data.reason), data.id)

    @serves(operations.reading)
    def reading(self, ctx: Ctx, table: FromPath[str]) -> ReadingNow:
        """The round under way, and the number of the next card that a reading shoe sends."""
        ctx.who.acting("send_cards", table)
        state = ctx.table(table)
        why = state.doubt.reason if state.doubt else None
        return ReadingNow(state.number, next_number(state), say(why) if why else None, why)

    @serves(operations.read_card)
    def read_card(self, ctx: Ctx, table: FromPath[str], data: JSONBody[ReadCommand]) -> RecordedNow:
        """The card becomes part of the act that is due; one that cannot be is refused and shown to people."""
        read = Read(data.round, data.sequence, parse_card(data.card))
        by = ctx.who.acting_on(ReadCard(table=table, read=read))
        return recorded(accepted(read_at(ctx.site.floor, table, read, by, data.id)))


def _now(card_set: CardSet) -> SetNow:
    held, due = _matters(card_set.holds), _matters(card_set.due)
    return SetNow(
        set=card_set.id, backs=card_set.backs, status=card_set.status, retained_for=held, to_retain_for=due
    )


def _matters(holds: tuple[Hold, ...]) -> tuple[MatterNow, ...]:
    return tuple(project(MatterNow, hold) for hold in holds)


def _then(site: Site, position: int) -> list[SetActThen]:
    """An event of a set's history; none where it has left the journal for an archive."""
    if position <= site.journal.archived():
        return []
    (recorded_,) = site.journal.read_all(position - 1, 1)
    event: Any = floor_registry().decode(recorded_)
    approval = getattr(event, "approval", None)
    pair = (approval.first, approval.second) if approval else ()
    people = [*pair, *(getattr(event, name, None) for name in ("by", "witness"))]
    cited = getattr(event, "cited", None)
    return [
        SetActThen(
            position=position,
            at=recorded_.recorded,
            what=recorded_.kind,
            who=tuple(f"{person.name} ({person.role})" for person in people if person),
            cause=getattr(event, "cause", None),
            round=getattr(event, "round", None) or None,
            count=getattr(event, "count", None),
            clauses=cited.clauses if cited else (),
        )
    ]
