"""A recorded round as a list of acts, each with what followed from it, which can be decided again."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, structs

from pitboss.access.roles import Actor
from pitboss.commands.record import CommandRecorded
from pitboss.floor.commands import ActInRound, command_of
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.past_rounds import DecodedEvent, PastRound, round_events
from pitboss.invariant import OutOfOrder
from pitboss.ledger import Transfer
from pitboss.ledger.book import TransfersPosted
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal
from pitboss.round import Round, decide, evolve
from pitboss.round import events as re
from pitboss.round.commands import AdjustSettlement, Command, SettleRound
from pitboss.sheets.game import Game


class RecordedAct(Struct, frozen=True, kw_only=True):
    """An act in a round, with everything recorded of it."""

    by: Actor
    command: Command | None
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
        for event in round_events(entry.event for entry in group):
            state = evolve(state, event)
        if state is not None:
            by, command = _whose(group)
            yield RecordedAct(by=by, command=command, entries=group, before=before, after=state)


def commands_and_events(past: PastRound) -> Iterator[tuple[Command | None, tuple[re.Event, ...]]]:
    """The command of each act of a round with its events, without the states that they lead to."""
    for group in _groups(past.entries):
        yield _whose(group)[1], tuple(round_events(entry.event for entry in group))


def _groups(entries: tuple[DecodedEvent, ...]) -> Iterator[tuple[DecodedEvent, ...]]:
    """The events of each act; an :class:`Acted` event begins one."""
    group: list[DecodedEvent] = []
    for entry in entries:
        begins = isinstance(entry.event, CommandRecorded | fe.Acted | fe.PastRoundAdjusted)
        asked_alone = len(group) == 1 and isinstance(group[0].event, CommandRecorded)
        if begins and group and not (asked_alone and isinstance(entry.event, fe.Acted)):
            yield tuple(group)
            group = []
        group.append(entry)
    yield tuple(group)


def _whose(group: Sequence[DecodedEvent]) -> tuple[Actor, Command | None]:
    event = group[0].event
    if isinstance(event, CommandRecorded) and len(group) > 1 and isinstance(group[1].event, fe.Acted):
        event = group[1].event
    match event:
        case fe.Acted(by, command):
            return by, command
        case CommandRecorded():
            asked = command_of(event)
            assert isinstance(asked, ActInRound), "an act in the round"
            return event.by, asked.act
        case fe.PastRoundAdjusted(adjusted=adjusted, by=by):
            ruled = {name: getattr(adjusted, name) for name in AdjustSettlement.__struct_fields__[:6]}
            return by, AdjustSettlement(**ruled)
        case fe.RoundBegan():
            return event.by, None
        case _:
            raise OutOfOrder(f"{type(event).__name__} stands where an act of a round begins")


def decided_again(game: Game, acts: Iterable[RecordedAct]) -> Reason | None:
    """The first act from which other events follow under this sheet; None if none."""
    for act in acts:
        if act.command is None or act.before is None:
            continue
        settled = next((event for event in act.events if isinstance(event, re.RoundSettled)), None)
        if isinstance(act.command, SettleRound) and settled is None:
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
