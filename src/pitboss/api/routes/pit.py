"""The pit over HTTP: every table with its alarms and open decisions, and what waits for the reader."""

from collections.abc import Iterator
from typing import Any, Final, Literal

from litestar import Controller

from pitboss.access.principal import Principal
from pitboss.api.context import Ctx
from pitboss.api.proposal_views import proposal_now, proposals_about, readable
from pitboss.api.routing import serves
from pitboss.api.table_views import method_of, phase_of, saying_now
from pitboss.floor.dealer.turns import DealerTurn
from pitboss.floor.tables.table import AlarmOfActs, TableState, acts_alarmed, memory_now
from pitboss.jackpots import Link
from pitboss.jackpots.queue import units
from pitboss.jackpots.state import Claim
from pitboss.messages import operations
from pitboss.messages.pit import PitTableNow, TableAlarm, WaitingNow, WinWaiting
from pitboss.messages.views import CrewNow
from pitboss.money import format_cents
from pitboss.people import known_as
from pitboss.projection import project
from pitboss.reason import Reason, because
from pitboss.round.views import view
from pitboss.server.site import Site
from pitboss.store.journal import kind_and_name
from pitboss.words import say

_CHECKS: Final = 4
"""Points of the checklist of a win."""
_SIGNATURES: Final = 2
_WATCHED: Final[dict[AlarmOfActs, Reason]] = {
    "bets_returned": because("waits.bets_returned"),
    "own_limits": because("waits.own_limits"),
}
_Step = Literal["check", "sign", "pay", "file"]
_STEPS: Final[dict[_Step, Reason]] = {
    "check": because("waits.check"),
    "sign": because("waits.sign"),
    "pay": because("waits.pay"),
    "file": because("waits.file"),
}


class PitRoutes(Controller):
    """The pit as a supervisor sees it."""

    @serves(operations.pit)
    def pit(self, ctx: Ctx) -> list[PitTableNow]:
        """Phase, clock, alarms, open decisions and drop of every table, for staff who run tables."""
        sees = ctx.who.signed_in.may("table_money") or ctx.who.signed_in.may("read_reports")
        tables = map(ctx.site.floor.tables.refresh, ctx.site.floor.table_names())
        return [
            _pit_table(ctx.site, state, ctx.site.turn(state.id, held), sees)
            for held in tables
            if (state := held.state)
        ]

    @serves(operations.waiting)
    def waiting(self, ctx: Ctx) -> list[WaitingNow]:
        """Wins to verify and pay, tables that wait for a supervisor, proposals to approve, days to close."""
        reader, site = ctx.who.signed_in, ctx.site
        return [
            *_claims(site, reader),
            *_tables(site, reader),
            *_returns(site, reader),
            *_proposals(site, reader),
            *_days(site, reader),
        ]


def _pit_table(
    site: Site, state: TableState, turn: tuple[DealerTurn, float] | None, sees_money: bool
) -> PitTableNow:
    game = site.floor.game_of(state)
    now = view(game, state.round) if state.round and state.in_play else None
    boxes = state.round.boxes if state.round and state.in_play else ()
    session = state.money.session
    counted = session.counted("drop") if session else None
    return project(
        PitTableNow,
        state,
        title=game.sheet.identity.title,
        crew=project(CrewNow, state.crew),
        phase=phase_of(state.round) if state.round else None,
        dealer=saying_now(turn, method_of(game, state)) if turn else None,
        deciding=tuple(box.number for box in now.boxes if box.to_decide or box.to_choose) if now else (),
        claims=len(state.pending),
        alarms=tuple(_alarms(site, state, turn)),
        seated=len({*state.seats, *(box.number for box in boxes if box.player)}),
        boxes=state.plate.boxes,
        on_layout=format_cents(sum(wager.amount for box in boxes for wager in box.wagers)),
        drop=format_cents(session.bought if counted is None else counted) if session and sees_money else None,
    )


def _alarms(site: Site, state: TableState, turn: tuple[DealerTurn, float] | None) -> Iterator[TableAlarm]:
    link = site.floor.link(state.link) if state.link else None
    memory = memory_now(state)
    if turn and turn[0].says == "for_the_supervisor":
        yield "for_the_supervisor"
    if state.doubt:
        yield "shoe_doubted"
    if link and link.failure:
        yield "jackpot_failed"
    if memory.closed or memory.blocked or memory.no_jackpot:
        yield "restricted"
    if state.in_play and not state.automatic and state.crew.dealer is None:
        yield "no_dealer"
    if state.unsigned:
        yield "return_unsigned"
    yield from acts_alarmed(state, site.floor.clock())


def _claims(site: Site, reader: Principal) -> Iterator[WaitingNow]:
    if not reader.may("verify_claim"):
        return
    for name in site.floor.link_names():
        if link := site.floor.link(name):
            amounts = _amounts(site, link)
            for claim in link.claims.values():
                if step := _step(claim, reader.name):
                    known = (amounts[claim.id],) if claim.id in amounts else ()
                    amount = format_cents(known[0]) if known else None
                    win = because("waits.claim", box=claim.box, hand=claim.hand, amounts=known)
                    yield _waits(
                        kind="claim",
                        about=name,
                        table=claim.table,
                        why=(win, _STEPS[step]),
                        by=claim.player,
                        win=WinWaiting(box=claim.box, hand=claim.hand, amount=amount, step=step),
                    )


def _amounts(site: Site, link: Link) -> dict[str, int]:
    found = units(site.floor.rulebook.games, link)
    return {claim.id: cents for unit in found for claim, cents in zip(unit.claims, unit.amounts, strict=True)}


def _step(claim: Claim, name: str) -> _Step | None:
    """The next step for a win; none if somebody else must sign it."""
    if claim.slip is not None:
        return "file"
    if len(claim.checks) < _CHECKS:
        return "check"
    if len(claim.signatures) >= _SIGNATURES:
        return "pay"
    return None if any(person.name == name for person in claim.signatures) else "sign"


def _tables(site: Site, reader: Principal) -> Iterator[WaitingNow]:
    if not reader.may("supervise_table"):
        return
    for name in site.floor.table_names():
        turn = site.turn(name, site.floor.tables.get(name))
        if turn and turn[0].says == "for_the_supervisor":
            why = (because("waits.supervisor", round=turn[0].number),)
            yield _waits(kind="supervisor", about=name, table=name, why=why, by="")


def _returns(site: Site, reader: Principal) -> Iterator[WaitingNow]:
    """Bets that a second person signs for before they go back, and the alarms of acts."""
    signs, supervises = reader.may("sign_amount"), reader.may("supervise_table")
    for name in site.floor.table_names() if signs or supervises else ():
        state = site.floor.tables.get(name).state
        if state is None:
            continue
        for given in state.unsigned if signs else ():
            if known_as(given.by.name) != known_as(reader.name):
                why = (because("waits.return", amount=given.cents), because("told.given", given=given.reason))
                yield _waits(kind="return", about=name, table=name, why=why, by=given.by.name)
        for alarm in acts_alarmed(state, site.floor.clock()) if supervises else ():
            yield _waits(kind="watch", about=name, table=name, why=(_WATCHED[alarm],), by="")


def _proposals(site: Site, reader: Principal) -> Iterator[WaitingNow]:
    """Proposals that the reader may be the next to answer for."""
    for subject in site.people.proposals.names():
        for both in proposals_about(site, subject):
            one = proposal_now(site, *both) if both[1] is None and readable(reader, both[0]) else None
            if one is None or one.state != "waiting":
                continue
            signed = {one.by.name, *(actor.name for actor in one.signed)}
            if reader.name not in signed and any(role in one.may_approve for role in reader.roles):
                table = _seen_to_at(site, subject)
                why = one.reasons
                yield _waits(kind="proposal", about=subject, table=table, why=why, by=one.by.name)


def _days(site: Site, reader: Principal) -> Iterator[WaitingNow]:
    """The oldest finished gaming day that is not closed, and closed days not signed off."""
    days = site.floor.days()
    if reader.may("close_day"):
        from pitboss.reconcile.gaming_days import first_day_after

        open_day = first_day_after(site.journal, days.closed if days else None)
        if open_day and open_day < site.floor.day_of(site.floor.clock()).date:
            why = (because("waits.close_day", day=str(open_day)),)
            yield _waits(kind="close_day", about=str(open_day), table=None, why=why, by="")
    if days and reader.may("sign_off_day"):
        for day in days.unsigned:
            why = (because("waits.sign_off_day", day=str(day)),)
            yield _waits(kind="sign_off_day", about=str(day), table=None, why=why, by="")


def _waits(*, why: tuple[Reason, ...], **fields: Any) -> WaitingNow:
    """Waiting tasks, in English and as reasons."""
    return WaitingNow(says=tuple(map(say, why)), reasons=why, **fields)


def _seen_to_at(site: Site, subject: str) -> str | None:
    """A table at whose console a proposal is answered; none for one about people, who have their own page."""
    kind, name = kind_and_name(subject)
    if kind == "account":
        return None
    if kind == "table" and site.floor.table(name):
        return name
    return next(iter(site.floor.table_names()), None)
