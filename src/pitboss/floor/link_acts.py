"""Decisions at a link, with their changes to every other link that receives its money."""

from functools import partial

from pitboss.access.command_record import Changes, StreamChange
from pitboss.access.roles import Actor
from pitboss.floor.acts import LINK_ACTS
from pitboss.floor.links import hands_dealt, link_act, money_goes_to, rounds_waited_for, with_transfers
from pitboss.floor.tables.actors import other_person
from pitboss.floor.view import View, amounts_of
from pitboss.jackpots import commands as lc
from pitboss.jackpots import events as le
from pitboss.refusal import Refusal, refuse


def decide_at_link(view: View, name: str, act: lc.JackpotCommand, by: Actor) -> Changes | Refusal:
    """An act at a link by one person; at set-up, the opening of a link of the floor's file."""
    sets_up = isinstance(act, lc.OpenLink) and by.role == "system" and view.link(name).state is None
    kind = LINK_ACTS.get(type(act))
    if kind and kind.proposed and not sets_up:
        return refuse("approval_missing", "this takes two people: propose it")
    if not sets_up and (refusal := other_person(act, by)):
        return refusal
    return changes_at_link(view, name, act)


def changes_at_link(view: View, name: str, act: lc.JackpotCommand) -> Changes | Refusal:
    """The changes of an act at a link, after recording the hands dealt meanwhile."""
    link, games = view.link(name).state, view.games
    recorded: tuple[lc.RecordHands, ...] = ()
    if link and isinstance(act, lc.CheckClaim | lc.SignClaim | lc.PayClaim):
        waited = rounds_waited_for(games, link)
        found = (hands_dealt(games, booked, view.other_table(booked.table).state) for booked in waited)
        recorded = tuple(hands for hands in found if hands)
    target = money_goes_to(link, act)
    other = view.link(target).state if target else None
    others = {target: other} if target and other else {}
    outcome = link_act(games, link, act, recorded, others, amounts_of(view))
    if isinstance(outcome, Refusal):
        return outcome
    parts = {name: outcome.events, **outcome.others}
    return tuple(link_change(view, key, events) for key, events in parts.items())


def link_change(view: View, name: str, events: tuple[le.JackpotEvent, ...]) -> StreamChange:
    """Events of a link with the transfers that they post."""
    held = view.link(name)
    return StreamChange("link", name, with_transfers(held.state, events, partial(view.day, held.heard)))
