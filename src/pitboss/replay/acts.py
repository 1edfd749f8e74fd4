"""A recorded round as a list of acts, each with what followed from it, which can be decided again."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final, get_args

from msgspec import Struct, structs

from pitboss.access.roles import SYSTEM, Actor
from pitboss.commands.record import CommandRecorded
from pitboss.floor.commands import ActInRound, AdjustRound, StandUp, TimeOut, command_of
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.actors import completed
from pitboss.floor.tables.past_rounds import DecodedEvent, PastRound, round_events
from pitboss.invariant import OutOfOrder
from pitboss.ledger import Transfer
from pitboss.ledger.book import TransfersPosted
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal
from pitboss.round import Round, decide, evolve
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.sheets.game import Game

_OF_AN_ACT: Final = (*get_args(re.Event), fe.PastRoundAdjusted, fe.WinsEntered)


class RecordedAct(Struct, frozen=True, kw_only=True):
    """An act in a round, with everything recorded of it."""

    by: Actor
    command: cmd.Command | None
    """None for the opening of betting."""
    entries: tuple[DecodedEvent, ...]
    before: Round | None
    after: Round

    @property
    def events(self) -> tuple[re.Event, ...]:
        """The events of the round itself."""
        return tuple(round_events(entry.event for entry in self.entries))

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """What the act posted."""
        posted = (entry.event for entry in self.entries)
        return tuple(t for event in posted if isinstance(event, TransfersPosted) for t in event.transfers)


def acts(past: PastRound) -> Iterator[RecordedAct]:
    """The acts of a round in order, later rulings included."""
    state: Round | None = None
    for group in _groups(past.entries):
        before = state
        for event in round_events(entry.event for entry in group.entries):
            state = evolve(state, event)
        if state is not None:
            command = group.command
            if before and isinstance(command, cmd.LeaveTable):
                command = _named_if_shared(before, command)
            yield RecordedAct(by=group.by, command=command, entries=group.entries, before=before, after=state)


def _named_if_shared(state: Round, command: cmd.LeaveTable) -> cmd.LeaveTable:
    """A player's leaving, which names a player who shares the box only."""
    own = command.player == state.box(command.box).player
    return structs.replace(command, player=None) if own else command


def commands_and_events(past: PastRound) -> Iterator[tuple[cmd.Command | None, tuple[re.Event, ...]]]:
    """The command of each act of a round with its events, without the states that they lead to."""
    for group in _groups(past.entries):
        yield group.command, tuple(round_events(entry.event for entry in group.entries))


class _Group(Struct, frozen=True):
    """The entries of one act."""

    by: Actor
    command: cmd.Command | None
    entries: tuple[DecodedEvent, ...]


def _groups(entries: Iterable[DecodedEvent]) -> Iterator[_Group]:
    """The acts of a round. An append is one act, apart from the hands that the software names in it."""
    for _, append in groupby(entries, key=lambda entry: entry.recorded.append):
        first, *others = append
        head = first.event if isinstance(first.event, CommandRecorded) else None
        asked = command_of(head) if head else None
        group = [first]
        for entry in others:
            named = isinstance(entry.event, re.CardsShown) or isinstance(group[-1].event, re.CardsShown)
            if named and group[-1].event is not head and not _shows(asked):
                yield from _group(head, asked, group)
                group = []
            group.append(entry)
        yield from _group(head, asked, group)


def _shows(asked: Struct | None) -> bool:
    """Whether a person named cards, and not the software."""
    return isinstance(asked, ActInRound) and isinstance(asked.act, cmd.ShowCards)


def _group(
    head: CommandRecorded | None, asked: Struct | None, entries: list[DecodedEvent]
) -> Iterator[_Group]:
    """The act of these entries, if they are of the round."""
    events = [entry.event for entry in entries]
    if any(isinstance(event, _OF_AN_ACT) for event in events):
        yield _Group(*_whose(head, asked, events), tuple(entries))


def _whose(
    head: CommandRecorded | None, asked: Struct | None, events: list[Struct]
) -> tuple[Actor, cmd.Command | None]:
    """The person and the command of an act, by its events."""
    match events[0], events[-1]:
        case fe.RoundBegan(by=by), _:
            return by, None
        case fe.PastRoundAdjusted(adjusted=adjusted, by=by), _:
            ruled = {name: getattr(adjusted, name) for name in cmd.AdjustSettlement.__struct_fields__[:6]}
            return by, cmd.AdjustSettlement(**ruled)
        case _ if head is None or asked is None:
            raise OutOfOrder(f"{type(events[0]).__name__} stands where an act of a round begins")
        case _, re.CardsShown(at=at, turned=turned) if not _shows(asked):
            return SYSTEM, cmd.ShowCards(at, turned)
    first = next((one.approval.first for one in events if isinstance(one, fe.AwardTakenBack)), None)
    by = Actor(first.name, first.role) if first else head.by
    return by, _command(asked, by, events)


def _command(asked: Struct, by: Actor, events: list[Struct]) -> cmd.Command:
    """What was asked, as the round got it; the Dealer's next act follows from its event."""
    match asked:
        case ActInRound(act=act) | AdjustRound(act=act):
            command = completed(act, by)
        case TimeOut(box=box) | StandUp(box=box):
            command = cmd.LeaveTable(box)
        case _:
            command = next(due for event in events if (due := _dealers_act(event)))
    match command:
        case cmd.PlaceBet() if placed := _first(re.BetPlaced, events):
            return structs.replace(command, seated=placed.seated)
        case cmd.LeaveTable() if left := _first(re.PlayerLeft, events):
            return structs.replace(command, player=left.player)
        case cmd.SettleRound() if settled := _first(re.RoundSettled, events):
            return cmd.SettleRound(settled.linked)
        case _:
            return command


def _dealers_act(event: Struct) -> cmd.Command | None:
    match event:
        case re.CardBurnt(card=card):
            return cmd.BurnCard(card)
        case re.CardDiscarded(card=card):
            return cmd.DiscardCard(card)
        case re.CardsDealt(to=to, cards=cards):
            return cmd.DealCards(to, cards)
        case re.Revealed():
            return cmd.Reveal()
        case re.RoundSettled() | fe.WinsEntered():
            return cmd.SettleRound()
        case _:
            return None


def _first(kind: type[Any], events: list[Struct]) -> Any:
    return next((event for event in events if isinstance(event, kind)), None)


def decided_again(game: Game, acts: Iterable[RecordedAct]) -> Reason | None:
    """The first act from which other events follow under this sheet; None if none."""
    for act in acts:
        if act.command is None or act.before is None:
            continue
        settled = next((event for event in act.events if isinstance(event, re.RoundSettled)), None)
        if isinstance(act.command, cmd.SettleRound) and settled is None:
            continue  # it entered wins at the link, and the round waited for them
        before = structs.replace(act.before, linked=settled.linked) if settled else act.before
        answer = decide(game, before, act.command)
        position = act.entries[0].recorded.position
        if isinstance(answer, Refusal):
            return because("again.refused", position=position, why=answer.reason)
        if tuple(_of_link(event) for event in answer) != tuple(_of_link(event) for event in act.events):
            return because("again.differs", position=position)
    return None


def _of_link(event: re.Event) -> re.Event:
    """The event without the display of a failed link, which only the link knows."""
    if isinstance(event, re.JackpotRegistered):
        return structs.replace(event, value=event.value * 0)
    return event
