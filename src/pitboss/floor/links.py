"""What follows from a command to a link: hands recorded, money at another link, transfers. Pure."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.access.command_record import Signed
from pitboss.access.roles import Actor
from pitboss.floor.amounts import AmountAsked, DaySums, FloorAmounts, second_needed
from pitboss.floor.link_streams import evolve_link
from pitboss.floor.tables.rounds import complete_hands
from pitboss.floor.tables.table import TableState
from pitboss.invariant import OutOfOrder
from pitboss.jackpots import Link, OtherLink, apply, evolve
from pitboss.jackpots import commands as lc
from pitboss.jackpots import events as le
from pitboss.jackpots.queue import lead, waits_for
from pitboss.jackpots.refusal import Games, refuse
from pitboss.jackpots.state import RoundInPlay
from pitboss.jackpots.transfers import link_transfers
from pitboss.ledger import GamingDay, post
from pitboss.refusal import Refusal


class LinkOutcome(Struct, frozen=True):
    """Events for a link, and for every other link that receives its money."""

    events: tuple[le.JackpotEvent, ...]
    others: Mapping[str, tuple[le.JackpotEvent, ...]]


def rounds_waited_for(games: Games, link: Link) -> tuple[RoundInPlay, ...]:
    """The rounds in play whose hands may precede those of open claims."""
    keys = {key for claim in link.unpaid if claim.place is None for key in waits_for(games, link, claim)}
    return tuple(link.rounds[key] for key in sorted(keys))


def hands_dealt(games: Games, booked: RoundInPlay, table: TableState | None) -> lc.RecordHands | None:
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


def link_act(
    games: Games,
    link: Link | None,
    command: lc.JackpotCommand,
    recorded: tuple[lc.RecordHands, ...],
    others: Mapping[str, Link],
    amounts: FloorAmounts,
) -> LinkOutcome | Refusal:
    """The events of a command to a link, after recording the hands dealt meanwhile."""
    events: list[le.JackpotEvent] = []
    for ask in (*recorded, command):
        step = apply(games, link, ask)
        if isinstance(step, Refusal):
            return step
        link, more = step
        events += more
    if link and (refusal := _too_much(games, link, command, events, amounts)):
        return refusal
    arrived: dict[str, tuple[le.JackpotEvent, ...]] = {}
    for event in events:
        if isinstance(event, le.MoneyMoved) and isinstance(event.to, OtherLink):
            assert link is not None, "money moves out of a link"
            target = others.get(event.to.link)
            answer = _received(games, link, event, target)
            if isinstance(answer, Refusal):
                return answer
            others = {**others, event.to.link: answer[0]}
            arrived[event.to.link] = (*arrived.get(event.to.link, ()), *answer[1])
    return LinkOutcome(tuple(events), arrived)


def _too_much(
    games: Games,
    link: Link,
    command: lc.JackpotCommand,
    events: Sequence[le.JackpotEvent],
    amounts: FloorAmounts,
) -> Refusal | None:
    """Refusal if two people correct a display, or move money of a link, by more than the amounts allow."""
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
        return refuse(game, "no_such_link", f"there is no open link {name} for the money to go to")
    if target.operator != link.operator:
        message = f"link {name} is of {target.operator}, not of {link.operator}"
        return refuse(game, "operators_differ", message)
    part: Literal["display", "reserve"] = "reserve" if event.part == "reserve" else "display"
    return apply(games, target, lc.ReceiveMoney(part, event.amount, link.id))


def money_goes_to(link: Link | None, command: lc.JackpotCommand) -> str | None:
    """The other link that a command may send money to."""
    match command:
        case lc.MoveMoney(to=OtherLink(name)) | lc.CloseLink(to=OtherLink(name)):
            return name
        case lc.ReleaseOverflow() if link and isinstance(link.config.overflow_to, OtherLink):
            return link.config.overflow_to.link
    return None


def with_transfers(
    link: Link | None, events: tuple[le.JackpotEvent, ...], day: Callable[[], GamingDay]
) -> tuple[Struct, ...]:
    """The events of a link followed by what they post in its book."""
    today = day()
    for event in events:
        link = evolve(link, event)
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
