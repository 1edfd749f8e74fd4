"""``decide`` for a table's card sets: the events of a command, or its refusal. Pure.

The sheets say which cards a game uses and what a wrong card does to a round. They leave it to the House who
opens, counts, retains and destroys a set, so those acts cite the clause that does so.
"""

from collections.abc import Callable
from typing import Any, Final

from pitboss.card_sets import commands as cmd
from pitboss.card_sets import events as ev
from pitboss.card_sets.state import CardSet, CardSets, Hold
from pitboss.citation import Clause
from pitboss.people import Person, PersonFault, approval_fault, pair_fault, role_fault
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal
from pitboss.sheets.game import Game
from pitboss.sheets.house import cite, refuse
from pitboss.sheets.model import Device

SETS_AT_A_SHUFFLER: Final = 2
"""One is dealt while the other is shuffled. Any other device holds one."""

CardSetDecision = tuple[ev.CardSetEvent, ...] | Refusal


def decide(game: Game, state: CardSets, command: cmd.CardSetCommand) -> CardSetDecision:
    """The events of a command at a table of this game, or the refusal."""
    if not command.set.strip():
        return refuse(game, "argument_missing", because("argument_missing.set"))
    if isinstance(command, cmd.OpenSet):
        return _open_set(game, state, command)
    card_set = state.sets.get(command.set)
    if card_set is None:
        gone = command.set in state.destroyed
        why = because("no_such_set.destroyed" if gone else "no_such_set.unopened", set=command.set)
        return refuse(game, "no_such_set", why)
    return _DECIDE[type(command)](game, state, card_set, command)


def round_refusal(game: Game, state: CardSets, device: Device, *, needs_a_set: bool) -> Refusal | None:
    """Refusal to begin a round with the sets as they are."""
    for card_set in state.sets.values():
        if card_set.due:
            return _evidence(game, card_set)
    if needs_a_set and not state.in_use:
        return refuse(game, "no_set_in_use", because("no_set_in_use"), *game.sheet.deck.clauses)
    if len(state.in_use) > _most(device):
        return _full(game, state, device)
    return None


def _open_set(game: Game, state: CardSets, command: cmd.OpenSet) -> CardSetDecision:
    if state.known(command.set):
        return refuse(game, "set_known", because("set_known", set=command.set))
    if not command.backs.strip():
        return refuse(game, "argument_missing", because("argument_missing.backs"), *game.sheet.deck.clauses)
    if fault := _witnessed(command.by, command.witness, because("act.open_set")):
        return refuse(game, *fault)
    return (ev.SetOpened(command.set, command.backs, command.by, command.witness),)


def _count_set(game: Game, state: CardSets, card_set: CardSet, command: cmd.CountSet) -> CardSetDecision:
    """A fit set may be used, or stays in use; any other is evidence at once."""
    deck = game.sheet.deck
    if fault := _witnessed(command.by, command.witness, because("act.count_set")):
        return refuse(game, *fault, *deck.counting)
    if min(command.count, command.foreign, command.damaged) < 0:
        return refuse(game, "argument_missing", because("argument_missing.count"), *deck.counting)
    wrong = _wrong(game, command)
    fit = not wrong and not command.damaged
    counted = ev.SetCounted(
        set=command.set,
        count=command.count,
        foreign=command.foreign,
        damaged=command.damaged,
        fit=fit,
        by=command.by,
        witness=command.witness,
        cited=cite(game, *(wrong or (*deck.clauses, *deck.counting))),
    )
    if fit or Hold("irregularity", command.round) in card_set.holds:
        return (counted,)
    return counted, ev.SetRetained(
        set=command.set, cause="irregularity", round=command.round, by=command.by, cited=cite(game, *wrong)
    )


def _wrong(game: Game, command: cmd.CountSet) -> tuple[Clause, ...]:
    """The clauses that a count triggers; none where number and cards are right."""
    deck = game.sheet.deck
    found = (*deck.wrong_count, *deck.counting) if command.count != deck.cards else ()
    return tuple(dict.fromkeys((*found, *(deck.foreign_card if command.foreign else ()))))


def _put_in_use(game: Game, state: CardSets, card_set: CardSet, command: cmd.PutInUse) -> CardSetDecision:
    deck = game.sheet.deck
    if fault := role_fault(command.by, "dealer", because("act.put_in_use")):
        return refuse(game, *fault)
    if card_set.due:
        return _evidence(game, card_set)
    if card_set.status != "counted":
        return _not_ready(game, card_set)
    if not command.shuffled:
        return refuse(game, "set_not_shuffled", because("set_not_shuffled"), *deck.unshuffled)
    there = state.in_use
    if len(there) >= _most(command.device):
        return _full(game, state, command.device)
    if any(_same_backs(other, card_set) for other in there):
        why = because("backs_alike", set=there[0].id)
        return refuse(game, "backs_alike", why, *deck.foreign_card)
    clauses = (*deck.clauses, *(deck.shuffler if command.device == "shuffler" else ()))
    return (ev.SetPutInUse(command.set, command.device, command.by, cite(game, *clauses)),)


def _take_out(game: Game, state: CardSets, card_set: CardSet, command: cmd.TakeOut) -> CardSetDecision:
    if fault := role_fault(command.by, "dealer", because("act.take_out")):
        return refuse(game, *fault)
    if card_set.status != "in_use":
        return refuse(game, "set_not_in_use", because("set_not_in_use", set=card_set.id))
    return (ev.SetTakenOut(command.set, command.by),)


def _demand_retention(
    game: Game, state: CardSets, card_set: CardSet, command: cmd.DemandRetention
) -> CardSetDecision:
    if Hold(command.cause, command.round) in (*card_set.holds, *card_set.due):
        return ()
    return (ev.RetentionDue(command.set, command.cause, command.round, cite(game)),)


def _retain_set(game: Game, state: CardSets, card_set: CardSet, command: cmd.RetainSet) -> CardSetDecision:
    """Retain a set, wherever it is; one set may be retained for several matters."""
    if fault := role_fault(command.by, "pit_supervisor", because("act.retain_set")):
        return refuse(game, *fault)
    if not command.round.strip():
        return refuse(game, "argument_missing", because("argument_missing.set_round"))
    if Hold(command.cause, command.round) in card_set.holds:
        return ()
    return (
        ev.SetRetained(
            set=command.set, cause=command.cause, round=command.round, by=command.by, cited=cite(game)
        ),
    )


def _release_set(game: Game, state: CardSets, card_set: CardSet, command: cmd.ReleaseSet) -> CardSetDecision:
    if fault := approval_fault(command.approval, because("act.release_set")):
        return refuse(game, *fault)
    if Hold(command.cause, command.round) not in card_set.holds:
        return refuse(game, "no_such_hold", because("no_such_hold", set=card_set.id))
    return (
        ev.SetReleased(
            set=command.set,
            cause=command.cause,
            round=command.round,
            approval=command.approval,
            cited=cite(game),
        ),
    )


def _destroy_set(game: Game, state: CardSets, card_set: CardSet, command: cmd.DestroySet) -> CardSetDecision:
    act = because("act.destroy_set")
    if fault := pair_fault(command.by, command.witness, "pit_supervisor", "pit_manager", act):
        return refuse(game, *fault)
    if card_set.due:
        return _evidence(game, card_set)
    if card_set.status in ("in_use", "retained"):
        return _not_ready(game, card_set)
    return (ev.SetDestroyed(command.set, command.by, command.witness),)


def _not_ready(game: Game, card_set: CardSet) -> Refusal:
    deck = game.sheet.deck
    name = card_set.id
    if card_set.status == "in_use":
        return refuse(game, "set_in_use", because("set_in_use", set=name), *deck.clauses)
    if card_set.status == "retained":
        causes = tuple(hold.cause for hold in card_set.holds)
        return refuse(game, "set_retained", because("set_retained", set=name, causes=causes))
    why = because("set_not_counted", set=name, count=deck.cards)
    return refuse(game, "set_not_counted", why, *deck.clauses, *deck.wrong_count)


def _evidence(game: Game, card_set: CardSet) -> Refusal:
    hold = card_set.due[0]
    why = because("retention_due", set=card_set.id, cause=hold.cause, round=hold.round)
    return refuse(game, "retention_due", why)


def _most(device: Device) -> int:
    return SETS_AT_A_SHUFFLER if device == "shuffler" else 1


def _full(game: Game, state: CardSets, device: Device) -> Refusal:
    why = because("device_full", device=device, sets=tuple(card_set.id for card_set in state.in_use))
    return refuse(game, "device_full", why, *game.sheet.deck.clauses)


def _witnessed(by: Person, witness: Person, act: Reason) -> PersonFault | None:
    return pair_fault(by, witness, "dealer", "pit_supervisor", act)


def _same_backs(one: CardSet, other: CardSet) -> bool:
    return " ".join(one.backs.split()).casefold() == " ".join(other.backs.split()).casefold()


_DECIDE: Final[dict[type, Callable[[Game, CardSets, CardSet, Any], CardSetDecision]]] = {
    cmd.CountSet: _count_set,
    cmd.PutInUse: _put_in_use,
    cmd.TakeOut: _take_out,
    cmd.DemandRetention: _demand_retention,
    cmd.RetainSet: _retain_set,
    cmd.ReleaseSet: _release_set,
    cmd.DestroySet: _destroy_set,
}
