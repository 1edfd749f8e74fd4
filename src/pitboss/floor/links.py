"""Decisions at a link: its events, those of every link that receives its money, and their transfers. Pure."""

from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Literal

from msgspec import Struct

from pitboss.access.roles import Actor
from pitboss.commands.record import Changes, Signed, StreamChange
from pitboss.floor.acts import LINK_ACTS
from pitboss.floor.amounts import AmountAsked, DaySums, FloorAmounts, above_most, second_needed
from pitboss.floor.link_streams import evolve_link
from pitboss.floor.tables.actors import other_person
from pitboss.floor.tables.round_link import complete_hands, not_won
from pitboss.floor.tables.table import TableState
from pitboss.floor.view import View, amounts_of
from pitboss.invariant import OutOfOrder
from pitboss.jackpots import Link, OtherLink, apply, evolve
from pitboss.jackpots import commands as lc
from pitboss.jackpots import events as le
from pitboss.jackpots.queue import lead, waits_for
from pitboss.jackpots.state import RoundInPlay
from pitboss.jackpots.transfers import link_transfers
from pitboss.ledger import GamingDay, post
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.refusal import refuse as refuse_with
from pitboss.sheets.game import Games
from pitboss.sheets.house import refuse


def decide_at_link(view: View, name: str, act: lc.JackpotCommand, by: Actor) -> Changes | Refusal:
    """An act at a link by one person; at set-up, the opening of a link of the floor's file."""
    sets_up = isinstance(act, lc.OpenLink) and by.role == "system" and view.link(name).state is None
    kind = LINK_ACTS.get(type(act))
    if kind and kind.proposed and not sets_up:
        return refuse_with("approval_missing", because("approval_missing.link"))
    if not sets_up and (refusal := other_person(act, by)):
        return refusal
    return changes_at_link(view, name, act, sets_up=sets_up)


def changes_at_link(
    view: View, name: str, act: lc.JackpotCommand, *, sets_up: bool = False
) -> Changes | Refusal:
    """The changes of an act at a link, after recording the hands dealt meanwhile."""
    link, games, events = view.link(name).state, view.games, list[le.JackpotEvent]()
    if refusal := _not_won(view, link, act):
        return refusal
    for command in (*_hands_recorded(view, link, act), act):
        step = apply(games, link, command)
        if isinstance(step, Refusal):
            return step
        link, more = step
        events += more
    if link and not sets_up and (refusal := _too_much(games, link, act, events, amounts_of(view))):
        return refusal
    parts = {name: tuple(events)}
    for event in events:
        if isinstance(event, le.MoneyMoved) and isinstance(event.to, OtherLink):
            assert link is not None, "money moves out of a link"
            target, before = event.to.link, parts.get(event.to.link, ())
            answer = _received(games, link, event, _after(view.link(target).state, before))
            if isinstance(answer, Refusal):
                return answer
            parts[target] = (*before, *answer[1])
    return tuple(link_change(view, key, found) for key, found in parts.items())


def _after(link: Link | None, events: Sequence[le.JackpotEvent]) -> Link | None:
    for event in events:
        link = evolve(link, event)
    return link


def _not_won(view: View, link: Link | None, act: lc.JackpotCommand) -> Refusal | None:
    """Refusal to sign for or pay a claim that its round does not win any more: void, or a card corrected."""
    if link is None or not isinstance(act, lc.SignClaim | lc.PayClaim):
        return None
    claim = link.claims.get(act.claim)
    table = view.other_table(claim.table).state if claim and not claim.paid else None
    return not_won(view.game_of(table), table, link, claim) if claim and table else None


def _hands_recorded(view: View, link: Link | None, act: lc.JackpotCommand) -> list[lc.RecordHands]:
    """Hands complete by now in rounds that open claims wait for, where the act depends on it."""
    if link is None or not isinstance(act, lc.CheckClaim | lc.SignClaim | lc.PayClaim):
        return []
    games = view.games
    keys = {key for claim in link.unpaid if claim.place is None for key in waits_for(games, link, claim)}
    waited = [link.rounds[key] for key in sorted(keys)]
    found = [_hands_dealt(games, booked, view.other_table(booked.table).state) for booked in waited]
    return [hands for hands in found if hands]


def _hands_dealt(games: Games, booked: RoundInPlay, table: TableState | None) -> lc.RecordHands | None:
    """Where in the journal the hands of a linked round were complete; None until all of them are."""
    if table is None or str(table.number) != booked.round or table.round is None:
        return None
    game = games[booked.sheet]
    full = game.sheet.hands.box
    boxes = {bet.box for bet in booked.bets}
    if any(len(table.round.box(box).cards) < full for box in boxes):
        return None
    found = complete_hands(game, table)
    return lc.RecordHands(booked.table, booked.round, tuple((box, found[box]) for box in sorted(boxes)))


def link_change(view: View, name: str, events: tuple[le.JackpotEvent, ...]) -> StreamChange:
    """Events of a link with the transfers that they post."""
    held = view.link(name)
    return StreamChange("link", name, with_transfers(held.state, events, partial(view.day, held.heard)))


def _too_much(
    games: Games,
    link: Link,
    command: lc.JackpotCommand,
    events: Sequence[le.JackpotEvent],
    amounts: FloorAmounts,
) -> Refusal | None:
    """Refusal if two people correct a display, seed it or move its money by more than the amounts allow."""
    if isinstance(command, lc.OpenLink | lc.ProposeChange):
        return above_most(amounts, "displays", command.config.reset, lead(games, link).ruling_clauses)
    if not isinstance(command, lc.CorrectDisplay | lc.MoveMoney | lc.CloseLink):
        return None
    first, second = command.approval.first, command.approval.second
    moves = (event for event in events if isinstance(event, le.DisplayCorrected | le.MoneyMoved))
    asked = AmountAsked(
        act="displays",
        cents=sum((abs(event.amount) for event in moves), Fraction(0)),
        by=Actor(first.name, first.role),
        # What takes two people anyway is proposed and approved with passwords.
        second=Signed(Actor(second.name, second.role), "password"),
        day=date.min,
        clauses=lead(games, link).ruling_clauses,
    )
    answer = second_needed(amounts, DaySums(), asked)
    return answer if isinstance(answer, Refusal) else None


def _received(
    games: Games, link: Link, event: le.MoneyMoved, target: Link | None
) -> tuple[Link, tuple[le.JackpotEvent, ...]] | Refusal:
    game = games[event.cited.sheet]
    name = event.to.link if isinstance(event.to, OtherLink) else ""
    if target is None or target.closed:
        return refuse(game, "no_such_link", because("no_such_link.target", link=name))
    if target.operator != link.operator:
        why = because("operators_differ.link", link=name, theirs=target.operator, operator=link.operator)
        return refuse(game, "operators_differ", why)
    part: Literal["display", "reserve"] = "reserve" if event.part == "reserve" else "display"
    return apply(games, target, lc.ReceiveMoney(part, event.amount, link.id))


def with_transfers(
    link: Link | None, events: tuple[le.JackpotEvent, ...], day: Callable[[], GamingDay]
) -> tuple[Struct, ...]:
    """The events of a link followed by what they post in its book."""
    today = day()
    link = _after(link, events)
    if link is None:
        raise OutOfOrder("money is posted for a link that was never opened")
    drafts = [
        draft
        for place, event in enumerate(events)
        for draft in link_transfers(link.id, link.operator, event, len(events) - place, today)
    ]
    posted = post(link.book, drafts)
    for entries in posted:
        evolve_link(link, entries, 0)
    return (*events, *posted)
