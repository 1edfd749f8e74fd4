"""The state of a table, folded from its stream."""

from collections.abc import Iterator, Set
from datetime import date
from typing import Any, Final, Literal, get_args

from msgspec import Struct, field, structs

from pitboss.access import events as ae
from pitboss.access.sign_on import Crew, evolve_crew
from pitboss.card_sets import CardSets
from pitboss.card_sets import events as se
from pitboss.card_sets import evolve as evolve_sets
from pitboss.cards import Card
from pitboss.commands.record import CommandRecorded
from pitboss.floor.amounts import DaySums, with_moved
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.money import events as me
from pitboss.floor.tables.money.ratings import Ratings, rate, stretch_of_day
from pitboss.floor.tables.money.state import TableMoney, closed, evolve_money, opened, posted, settled
from pitboss.floor.tables.play import PlayRecord, PlayRecords, of_late, with_bet, with_chips, with_ruling
from pitboss.floor.tables.play import with_settlement as play_settled
from pitboss.floor.tables.seats import Seat, SeatsByBox, evolve_seats
from pitboss.invariant import OutOfOrder
from pitboss.ledger import Transfer
from pitboss.ledger.book import TransfersPosted
from pitboss.ledger.rounds import settles
from pitboss.people import known_as
from pitboss.projection import project
from pitboss.round import Round, evolve
from pitboss.round import events as re
from pitboss.round.commands import Memory
from pitboss.settlement import Settlement, Table
from pitboss.shoe import CardsDrawn, ShoeInUse
from pitboss.shoe.dealing import evolve as evolve_shoe

AlarmOfActs = Literal["bets_returned", "own_limits"]
"""Alarms that an act raises, and time ends."""
_ALARM: Final = 3600 * 1_000_000
"""Microseconds for which the alarm of an act stands."""
COMMUNITY = 0
"""The key of the community cards in ``dealt_at``; boxes count from 1."""
_OF_ROUNDS: Final = frozenset(get_args(re.Event))
"""The events of rounds, which are most events of a table."""
_MOVE_CARDS: Final = (re.CardsDealt, re.CardBurnt, re.CardDiscarded)
_MOVE_BETS: Final = (re.BetPlaced, re.BetWithdrawn)
_MOVE_PLAY: Final = (re.BetPlaced, re.RoundSettled, re.SettlementReopened, re.SettlementAdjusted)
_MOVE_SEATS: Final = (re.BetPlaced, re.BetWithdrawn, re.BetsClosed, re.PlayerLeft)


class TableState(fe.TableSettings, frozen=True, kw_only=True):
    """One table, with the round in play or the last one."""

    id: str
    operator: str
    plate: Table
    open: bool = True
    number: int = 0
    """The number of the round, counted from 1 over the life of the table."""
    round: Round | None = None
    memory: Memory = Memory()
    day: date | None = None
    """The gaming day of the last round."""
    dealt_at: dict[int, int] = field(default_factory=dict)
    """The journal position at which each box last received cards."""
    revision: int = 0
    """How many settlements the round has had."""
    posted: tuple[Transfer, ...] = ()
    """The transfers of the current settlement."""
    pending: tuple[str, ...] = ()
    """Claims that the link must pay or deny before the round can be settled."""
    shoe: ShoeInUse | None = None
    sealed: bytes = b""
    """The round's sealed deck, where the software deals."""
    sets: CardSets = CardSets()
    set_acts: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The journal positions of each card set's history."""
    dealt_from: tuple[str, ...] = ()
    """The card sets in use when the round began."""
    collected: tuple[Card, ...] = ()
    """Cards of an incomplete packet from a reading shoe."""
    doubt: fe.ReadDoubted | None = None
    """The impossible card of a reading shoe, until a possible one has come."""
    money: TableMoney = TableMoney()
    ratings: Ratings = Ratings()
    at: int = 0
    """When the last command in the table's stream was decided, in microseconds since 1970."""
    dated: date | None = None
    """The gaming day of that command, if its decision used it."""
    acts: dict[str, int] = field(default_factory=dict)
    """How many commands each player has recorded here since the last round began."""
    play: dict[str, PlayRecord] = field(default_factory=dict)
    """Each player's play at the table, of the last two days."""
    moved: DaySums = DaySums()
    """Amounts that staff have moved alone in the gaming day."""
    offered: fe.BetsReturned | None = None
    """The person who let players take their bets back after cards were seen."""
    returned: tuple[fe.BetsReturned, ...] = ()
    """Bets that staff have given back in the round after cards were seen."""
    unsigned: tuple[fe.BetsReturned, ...] = ()
    """Those of them that wait for a second person."""
    alarmed: dict[AlarmOfActs, int] = field(default_factory=dict)
    """When staff last did what raises an alarm, in microseconds since 1970."""
    crewed: bool = False
    crew: Crew = Crew()
    seats: dict[int, Seat] = field(default_factory=dict)
    ready: tuple[str, ...] = ()
    """The players who wait for the cards while the Bets are open."""
    notice: str = ""
    closing: bool = False
    """The table closes once this round is settled."""
    method: str = ""
    """The title of the dealing procedure of the next rounds."""
    dealt_by: str = ""
    """The title of the round's dealing procedure."""

    @property
    def in_play(self) -> bool:
        """Whether a round is in play."""
        return self.round is not None and not self.round.settled

    @property
    def round_id(self) -> str:
        """The round's name on the whole floor: ``T1/17``."""
        return f"{self.id}/{self.number}"


def memory_now(table: TableState) -> Memory:
    """A table's memory of its rounds."""
    state = table.round
    if state is None:
        return table.memory
    return state.memory_after() if state.settled else state.memory


def people_at(table: TableState) -> Set[str]:
    """The players who sit at a table or whose play it remembers, as ``known_as`` names them."""
    return table.play.keys() | {known_as(seat.player) for seat in table.seats.values()}


def acts_alarmed(table: TableState, now: int) -> Iterator[AlarmOfActs]:
    """The alarms of acts at a table that still stand."""
    return (alarm for alarm, at in table.alarmed.items() if now < at + _ALARM)


def at_command(state: TableState | None, command: CommandRecorded) -> TableState | None:
    """The table when a command in its stream was decided; its events follow."""
    if state is None:
        return None
    acts, by = state.acts, command.by
    if by.role == "player":
        acts = acts | {by.name: acts.get(by.name, 0) + 1}
    return structs.replace(state, at=command.at, dated=command.day, acts=acts)


def evolve_table(state: TableState | None, event: Struct, position: int) -> TableState:
    """The table after an event at a position of the journal."""
    if isinstance(event, fe.TableOpened):
        return _opened(state, event)
    if state is None:
        raise OutOfOrder(f"{type(event).__name__} stands before TableOpened, with which a table begins")
    if type(event) in _OF_ROUNDS:
        return _of_round(state, event, position)
    match event:
        case fe.PlateChanged():
            seats = _within(state.seats, event.plate.boxes)
            return structs.replace(state, plate=event.plate, denominations=event.denominations, seats=seats)
        case fe.MethodChanged(method=method):
            return _with_method(state, method)
        case fe.NoticePosted(text=text):
            return structs.replace(state, notice=text)
        case ae.SignedOn() | ae.SignedOff():
            return structs.replace(state, crew=evolve_crew(state.crew, event))
        case fe.SeatTaken() | fe.SeatLeft() | fe.SeatsForfeited():
            return structs.replace(state, seats=evolve_seats(state.seats, state.round, event, state.at))
        case fe.PlayerReady(player=player):
            return structs.replace(state, ready=(*state.ready, player))
        case fe.TableClosed():
            return _closed(state)
        case fe.LastRoundAnnounced():
            return structs.replace(state, closing=True)
        case fe.RoundBegan():
            return _began(state, event)
        case TransfersPosted():
            return _posted(state, event)
        case fe.ShoeReady():
            return structs.replace(state, shoe=ShoeInUse(event.commitment), sealed=event.sealed)
        case CardsDrawn():
            return structs.replace(state, shoe=evolve_shoe(state.shoe, event))
        case fe.WinsEntered():
            return structs.replace(state, pending=event.claims)
        case me.SlipMade() | me.ChipsBought() | me.ChipsCashed():
            return structs.replace(
                state,
                money=evolve_money(state.money, event),
                ratings=rate(state.ratings, event, position),
                moved=_money_moved(state.moved, event),
                play=_chips_moved(state.play, event),
            )
        case fe.PastRoundAdjusted():
            return _adjusted(state, event, position)
        case fe.MovedAlone(act, cents, day, by):
            return structs.replace(state, moved=with_moved(state.moved, act, cents, day, by))
        case fe.BetsReturned() | fe.ReturnSigned() | fe.LimitPassed():
            return _watched(state, event)
        case fe.AwardTakenBack() | fe.RoundDisputed():
            return state
        case fe.CardRead():
            return structs.replace(state, collected=(*state.collected, event.card), doubt=None)
        case fe.ReadDoubted():
            return structs.replace(state, doubt=event)
        case _:
            assert isinstance(event, se.CardSetEvent), f"{type(event).__name__} is no event of a table"
            return _of_set(state, event, position)


def _watched(state: TableState, event: fe.BetsReturned | fe.ReturnSigned | fe.LimitPassed) -> TableState:
    """The table after what the pit is told of."""
    match event:
        case fe.LimitPassed():
            return structs.replace(state, alarmed={**state.alarmed, "own_limits": state.at})
        case fe.BetsReturned():
            return structs.replace(
                state,
                alarmed={**state.alarmed, "bets_returned": state.at} if event.bets else state.alarmed,
                offered=event if event.boxes else state.offered,
                returned=(*state.returned, event) if event.bets else state.returned,
                unsigned=(*state.unsigned, event) if event.waits else state.unsigned,
            )
        case _:
            return state


def _adjusted(state: TableState, event: fe.PastRoundAdjusted, position: int) -> TableState:
    moved = state.moved
    if event.second is None:
        moved = with_moved(moved, "adjust", abs(event.adjusted.amount), event.day, event.by)
    return structs.replace(
        state,
        ratings=rate(state.ratings, event.adjusted, position),
        moved=moved,
        play=with_ruling(state.play, event.adjusted.player, event.adjusted.amount),
    )


def _opened(state: TableState | None, event: fe.TableOpened) -> TableState:
    money = opened(state.money if state else TableMoney(), event.counts_tray)
    table = project(TableState, event, id=event.table, money=money)
    if state is None:
        return table
    stays = ("number", "day", "crew", "notice", "sets", "set_acts", "moved", "at", "play", "alarmed")
    return structs.replace(table, **{name: getattr(state, name) for name in stays})


def _closed(state: TableState) -> TableState:
    return structs.replace(
        state,
        open=False,
        closing=False,
        seats={},
        round=None if state.in_play else state.round,
        memory=memory_now(state),
        money=closed(state.money),
    )


def _money_moved(moved: DaySums, event: me.MoneyEvent) -> DaySums:
    """The sums that staff have moved alone, after a slip, or after chips were bought or cashed."""
    if isinstance(event, me.SlipMade):
        two = [person for person in (event.warrant.by, event.warrant.approved) if person]
        return moved if event.password else with_moved(moved, "slips", event.amount, event.day, *two)
    if event.second or event.by.role == "player":
        return moved
    return with_moved(moved, "chips", event.amount, event.day, event.by)


def _chips_moved(play: PlayRecords, event: me.MoneyEvent) -> PlayRecords:
    """The players' play after chips were bought or cashed."""
    if isinstance(event, me.SlipMade):
        return play
    amount = event.amount if isinstance(event, me.ChipsBought) else -event.amount
    return with_chips(play, event.player, amount, event.day)


def _with_method(state: TableState, method: fe.Method) -> TableState:
    plate = structs.replace(state.plate, device=method.device, boxes=method.boxes)
    seats = _within(state.seats, method.boxes)
    return structs.replace(state, plate=plate, method=method.title, seats=seats)


def _within(seats: SeatsByBox, boxes: int) -> SeatsByBox:
    return {box: seat for box, seat in seats.items() if box <= boxes}


def _began(state: TableState, event: fe.RoundBegan) -> TableState:
    if event.number != state.number + 1:
        raise OutOfOrder(f"round {event.number} of table {state.id} begins after round {state.number}")
    memory = state.round.memory_after() if state.round else state.memory
    return structs.replace(
        state,
        number=event.number,
        day=event.day,
        round=None,
        memory=memory,
        dealt_by=event.method,
        acts={},
        ratings=stretch_of_day(state.ratings, event.day),
        play=state.play if event.day == state.day else of_late(state.play, event.day, state.at),
        dealt_at={},
        revision=0,
        posted=(),
        pending=(),
        shoe=None,
        sealed=b"",
        dealt_from=event.sets,
        collected=(),
        doubt=None,
        offered=None,
        returned=(),
        unsigned=(),
        ready=(),
    )


def _of_set(state: TableState, event: se.CardSetEvent, position: int) -> TableState:
    acts = (*state.set_acts.get(event.set, ()), position)
    sets = evolve_sets(state.sets, event)
    return structs.replace(state, sets=sets, set_acts=state.set_acts | {event.set: acts})


def _posted(state: TableState, event: TransfersPosted) -> TableState:
    """The table after a posting: reversals cancel entries of the settlement; adjustments stay beside it."""
    back = {entry.reverses for entry in event.transfers if entry.reverses}
    fresh = [entry for entry in event.transfers if settles(entry, state.round_id)]
    stands = tuple(entry for entry in (*state.posted, *fresh) if entry.id not in back)
    return structs.replace(state, posted=stands, money=posted(state.money, event))


def _of_round(state: TableState, event: Any, position: int) -> TableState:
    before = state.round.settlement if state.round else None
    changes: dict[str, Any] = {
        "round": evolve(state.round, event),
        "ratings": rate(state.ratings, event, position),
    }
    if isinstance(event, _MOVE_CARDS):
        changes |= {"collected": (), "doubt": None}
    if isinstance(event, _MOVE_SEATS):
        changes["seats"] = evolve_seats(state.seats, state.round, event, state.at)
    if state.ready and isinstance(event, _MOVE_BETS):
        changes["ready"] = tuple(player for player in state.ready if player != event.player)
    elif state.ready and isinstance(event, re.BetsClosed):
        changes["ready"] = ()
    if isinstance(event, _MOVE_PLAY):
        changes["play"] = _played(state, before, event)
    if isinstance(event, re.CardsDealt) and event.to != "dealer":
        box = event.to if isinstance(event.to, int) else COMMUNITY
        changes["dealt_at"] = state.dealt_at | {box: position}
    elif isinstance(event, re.RoundSettled):
        money = settled(state.money, before, event.settlement)
        changes |= {"revision": state.revision + 1, "pending": (), "money": money, "unsigned": ()}
    elif isinstance(event, re.SettlementReopened):
        changes["money"] = settled(state.money, before, None)
    return structs.replace(state, **changes)


def _played(state: TableState, before: Settlement | None, event: Any) -> PlayRecords:
    """The players' play after a bet, a settlement or a ruling."""
    day = state.dated or state.day or date.min
    match event:
        case re.BetPlaced(player=player):
            return with_bet(state.play, player, day, state.at)
        case re.SettlementAdjusted(player=player, amount=amount):
            return with_ruling(state.play, player, amount)
        case _:
            after = event.settlement if isinstance(event, re.RoundSettled) else None
            first = state.at if after and not state.revision else None
            return play_settled(state.play, before, after, day=day, at=first)
