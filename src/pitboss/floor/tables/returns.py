"""Bets that staff give back after cards were seen: their reason, their amount, and who signs for them. Pure.

A sheet's rule for an interruption or irregularity applies at once. If it returns bets after a
look, a reason is recorded, and above the sender's own limit the settlement waits for a second
person.
"""

from msgspec import Struct, structs

from pitboss.access.roles import Actor
from pitboss.citation import Clauses, clauses_or
from pitboss.commands.record import Signed
from pitboss.floor.amounts import AmountAsked, second_needed, with_moved
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.round_context import RoundContext
from pitboss.floor.tables.table import TableState
from pitboss.people import ROLES, own_fault
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import Round, evolve
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.round.queries import faces_known
from pitboss.settlement import Box, Wager
from pitboss.sheets.game import Game


def returns(
    context: RoundContext, state: Round, command: cmd.Command, answer: tuple[re.Event, ...]
) -> tuple[Struct, ...] | Refusal:
    """Events for the bets that a command gives back, in addition to its own; or its refusal."""
    after = state
    for event in answer:
        after = evolve(after, event)
    bets = _given_back(state, after)
    boxes = tuple(option.box for option in after.options if option not in state.options)
    offered = context.table.offered if isinstance(command, cmd.Choose) else None
    by = offered.by if offered else context.by
    if by.role not in ROLES or not (bets or boxes) or not faces_known(context.game, state):
        return ()
    reason = offered.reason if offered else _reason(command)
    clauses = _clauses(context.game, answer)
    if not reason and isinstance(command, cmd.InterruptPlay | cmd.Report):
        why = because("argument_missing.returns")
        return refuse("argument_missing", why, clauses)
    given = fe.BetsReturned(by=by, reason=reason, bets=bets, boxes=boxes, clauses=clauses)
    return _signed(context, given) if bets else (given,)


def signed_at_settlement(context: RoundContext) -> tuple[Struct, ...] | Refusal:
    """Events at the settlement of a round whose returned bets wait for a second person; or the refusal."""
    found: list[Struct] = []
    for given in context.table.unsigned:
        if context.approval:
            second = context.approval.second
            found.append(fe.ReturnSigned(Actor(second.name, second.role)))
            continue
        signed = _by_whom(context, given)
        if isinstance(signed, Refusal):
            return signed
        found.append(signed)
    return tuple(found)


def waits_for_signature(table: TableState, given: tuple[Struct, ...]) -> bool:
    """Whether a round that is settled again on its own must wait: bets go back, and nobody has signed yet."""
    waiting = any(isinstance(event, fe.BetsReturned) and event.waits for event in given)
    return waiting or bool(table.unsigned)


def _signed(context: RoundContext, given: fe.BetsReturned) -> tuple[Struct, ...] | Refusal:
    """Returned bets with their signers; unsigned, they wait for a second person."""
    signed = _by_whom(context, given)
    if isinstance(signed, Refusal):
        return signed if context.second else (structs.replace(given, waits=True),)
    return given, signed


def _by_whom(context: RoundContext, given: fe.BetsReturned) -> fe.MovedAlone | fe.ReturnSigned | Refusal:
    """The signers of returned bets: the sender alone, or with a second person; or the refusal.

    All that one person gives back in a round counts as one amount, over all acts.
    """
    day, moved = context.day().date, context.table.moved
    before = [one for one in context.table.returned if one.by.name == given.by.name and one != given]
    if alone := sum(one.cents for one in before if not one.waits):
        moved = with_moved(moved, "voids", -alone, day, given.by)
    asked = AmountAsked(
        act="voids",
        cents=given.cents + sum(one.cents for one in before),
        by=given.by,
        second=context.second,
        day=day,
        clauses=clauses_or(given.clauses, context.game.ruling_clauses),
    )
    own = _own_money(given, context.second)
    second = own if isinstance(own, Refusal) else second_needed(context.amounts, moved, asked) or own
    if isinstance(second, Refusal):
        return second
    return fe.ReturnSigned(second) if second else fe.MovedAlone("voids", given.cents, day, given.by)


def _own_money(given: fe.BetsReturned, second: Signed | None) -> Actor | Refusal | None:
    """Refusal of a person who gives their own bets back; with a second person, that one answers for it."""
    players = {bet.player for bet in given.bets}
    what = because("act.give_back")
    if second and (fault := own_fault(players, (second.by.name,), what)):
        return refuse(*fault, given.clauses)
    if not (fault := own_fault(players, (given.by.name,), what)):
        return None
    if second is None:
        return refuse(*fault, given.clauses)
    if second.means != "password":
        why = because("password_needed.amount", why=fault[1])
        return refuse("password_needed", why, given.clauses)
    return second.by


def _given_back(before: Round, after: Round) -> tuple[fe.BetAt, ...]:
    return tuple(
        fe.BetAt(box.number, wager.player, wager.bet, wager.amount)
        for box in after.boxes
        for wager in box.wagers
        if _goes_back(after, box, wager) and not _goes_back(before, before.box(box.number), wager)
    )


def _goes_back(state: Round, box: Box, wager: Wager) -> bool:
    if state.void:
        return True
    return wager.player in box.shares_out or bool(box.out and wager.bet not in box.lost)


def _reason(command: cmd.Command) -> str:
    return command.reason.strip() if isinstance(command, cmd.InterruptPlay | cmd.Report) else ""


def _clauses(game: Game, answer: tuple[re.Event, ...]) -> Clauses:
    cited = (clause for event in answer for clause in _cited(event))
    return clauses_or(tuple(dict.fromkeys(cited)), game.ruling_clauses)


def _cited(event: Struct) -> tuple[str, ...]:
    if isinstance(event, re.OptionsGiven):
        return event.withdraw_clauses
    clauses: tuple[str, ...] = getattr(event, "clauses", ())
    return clauses
