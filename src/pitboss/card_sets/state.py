"""The state of a table's card sets, folded from their events."""

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct, structs

from pitboss.card_sets import events as ev
from pitboss.invariant import InvariantBroken

Status = Literal["opened", "counted", "in_use", "retained"]


class CardSetBroken(InvariantBroken):
    """An event that is impossible for a card set in its state."""


class Hold(Struct, frozen=True):
    """A matter for which a set is retained."""

    cause: ev.RetentionCause
    round: str


class CardSet(Struct, frozen=True, kw_only=True):
    """One deck."""

    id: str
    backs: str
    status: Status = "opened"
    holds: tuple[Hold, ...] = ()
    due: tuple[Hold, ...] = ()
    """Matters for which it must be retained and is not yet."""


class CardSets(Struct, frozen=True):
    """All existing sets of a table, and the ids of destroyed ones, which are never reused."""

    sets: dict[str, CardSet] = {}
    destroyed: frozenset[str] = frozenset()

    @property
    def in_use(self) -> tuple[CardSet, ...]:
        """The sets in the dealing device."""
        return tuple(card_set for card_set in self.sets.values() if card_set.status == "in_use")

    def known(self, set_: str) -> bool:
        """Whether an id is or was that of a set."""
        return set_ in self.sets or set_ in self.destroyed


def evolve(state: CardSets, event: ev.CardSetEvent) -> CardSets:
    """The sets after an event."""
    match event:
        case ev.SetOpened(set_, backs):
            if state.known(set_):
                raise CardSetBroken(f"card set {set_} is opened again, and a set begins once")
            return structs.replace(state, sets=state.sets | {set_: CardSet(id=set_, backs=backs)})
        case ev.SetDestroyed(set_):
            if (status := state.sets[set_].status) not in ("opened", "counted"):
                raise CardSetBroken(f"card set {set_} is destroyed, and it is {status.replace('_', ' ')}")
            left = {name: other for name, other in state.sets.items() if name != set_}
            return CardSets(left, state.destroyed | {set_})
        case ev.SetCounted(set=set_, fit=fit):
            first = fit and state.sets[set_].status == "opened"
            return _with(state, set_, status="counted") if first else state
        case ev.SetPutInUse(set_):
            if (status := state.sets[set_].status) != "counted":
                raise CardSetBroken(f"card set {set_} is put in use, and it is {status.replace('_', ' ')}")
            return _with(state, set_, status="in_use")
        case ev.SetTakenOut(set_):
            if state.sets[set_].status != "in_use":
                raise CardSetBroken(f"card set {set_} is taken out of a device in which it is not")
            return _with(state, set_, status="opened")
        case ev.RetentionDue(set_, cause, round_):
            return _with(state, set_, due=(*state.sets[set_].due, Hold(cause, round_)))
        case ev.SetRetained(set=set_, cause=cause, round=round_):
            hold = Hold(cause, round_)
            due = tuple(other for other in state.sets[set_].due if other != hold)
            return _with(state, set_, status="retained", holds=(*state.sets[set_].holds, hold), due=due)
        case ev.SetReleased(set=set_, cause=cause, round=round_):
            kept = tuple(hold for hold in state.sets[set_].holds if hold != Hold(cause, round_))
            return _with(state, set_, status="retained" if kept else "opened", holds=kept)


def fold(events: Iterable[ev.CardSetEvent]) -> CardSets:
    """The sets after these events."""
    state = CardSets()
    for event in events:
        state = evolve(state, event)
    return state


def _with(state: CardSets, set_: str, **changes: Any) -> CardSets:
    return structs.replace(state, sets=state.sets | {set_: structs.replace(state.sets[set_], **changes)})
