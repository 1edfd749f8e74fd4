"""Every command of a floor decided once more, from the floor as it stood just before it.

What a table is asked is recorded with it; what a link is asked is read off its events. What no event tells,
the gaming day of transfers and who approved a reversal, is taken from what was recorded and compared with
all the rest.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Final

from msgspec import Struct, structs

from pitboss.access.events import SignedOff, SignedOn
from pitboss.access.sign_on import sign_off, sign_on
from pitboss.audit.asked import asked
from pitboss.audit.known import Known
from pitboss.floor import events as fe
from pitboss.floor.amounts import DEFAULT_AMOUNTS, MOVES_MONEY, FloorAmounts, signed
from pitboss.floor.card_sets import dispute, handle_cards
from pitboss.floor.dealing import dealers_next
from pitboss.floor.links import hands_dealt, link_act, money_goes_to, with_transfers
from pitboss.floor.methods import change_method, close, post_notice
from pitboss.floor.money import events as me
from pitboss.floor.money.decide import asked_by, decide_money
from pitboss.floor.plates import plate_changed
from pitboss.floor.reading import Read, read_card
from pitboss.floor.rounds import (
    Outcome,
    Scene,
    act,
    adjust_past,
    begin_round,
    concerns_link,
    deal_next,
    name_cards,
)
from pitboss.floor.seats import sit_down, stand_up
from pitboss.floor.streams import Held
from pitboss.floor.table import TableState, memory_now
from pitboss.jackpots import Link, apply
from pitboss.jackpots import commands as lc
from pitboss.jackpots import events as le
from pitboss.ledger import GamingDay
from pitboss.ledger.book import TransfersPosted
from pitboss.round import Refusal
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.sheets.game import Game
from pitboss.shoe import Commitment

NO_SHOE: Final = fe.ShoeReady(Commitment("none", bytes(32)), b"")
NOBODY_ASKED: Final = Refusal("not_as_recorded", "it follows from no command", ())
_NO_DAY: Final = GamingDay(date.min, "")


Due = tuple[str, Struct]
"""A stream and an event that must stand in it."""
Again = tuple[Due, ...] | Refusal
"""All that follows from a command, transfers included, in the order of its append; or why it is refused."""


def table_again(known: Known, name: str, part: Sequence[Struct], after: Sequence[Struct]) -> Again:
    """What must follow at a table and its link; ``after`` is what was recorded next at the link."""
    held, first = known.table(name), part[0]
    match first:
        case fe.TableOpened():
            return _opened(known, held.state, name, first)
        case fe.PlateChanged():
            return _plate(known, held.state, name, first)
    if held.state is None:
        return _never(f"table {name} has not been opened")
    table = held.state
    match first:
        case SignedOn() | SignedOff():
            return _signed(known, held.state, first)
        case fe.TableClosed() | fe.LastRoundAnnounced() | fe.MethodChanged() | fe.NoticePosted():
            return _kept(known.game_of(held.state), held.state, first)
        case fe.SeatTaken() | fe.SeatLeft():
            return _kept(known.game_of(held.state), held.state, first)
        case fe.RoundBegan():
            return _began(known, held, held.state, first, part)
        case fe.PastRoundAdjusted():
            return _by_amounts(
                known, held.position, lambda amounts: _adjusted(known, table, first, part, amounts)
            )
        case me.SlipMade() | me.ChipsBought() | me.ChipsCashed():
            return _by_amounts(
                known, held.position, lambda amounts: _money(known, table, first, part, amounts)
            )
        case fe.Acted():
            if not isinstance(first.command, MOVES_MONEY):
                return _acted(known, held, table, first, part, after, DEFAULT_AMOUNTS)
            return _by_amounts(
                known,
                held.position,
                lambda amounts: _acted(known, held, table, first, part, after, amounts),
            )
        case fe.CardsHandled():
            answer = handle_cards(_game(known, held.state), held.state, first.command)
            return answer if isinstance(answer, Refusal) else _at_table(name, *answer)
        case fe.RoundDisputed():
            return _disputed(known, held.state, first)
        case fe.CardRead() | fe.ReadDoubted():
            return _read(known, held, held.state, first)
    return _never("it stands behind no command")


def _due(stream: str, events: Iterable[Struct]) -> tuple[Due, ...]:
    return tuple((stream, event) for event in events)


def _at_table(table: str, *events: Struct) -> tuple[Due, ...]:
    return _due(f"table/{table}", events)


def _at_link(link: str, events: Iterable[Struct]) -> tuple[Due, ...]:
    return _due(f"link/{link}", events)


def _never(message: str) -> Refusal:
    return Refusal("not_as_recorded", message, ())


def _opened(known: Known, table: TableState | None, name: str, event: fe.TableOpened) -> Again:
    game = known.games.get(event.plate.sheet)
    if game is None:
        return _never(f"{event.plate.sheet} was no sheet in force")
    if table and table.open:
        return _never(f"table {name} was open already")
    plate = structs.replace(event.plate, live=True)
    operator = game.sheet.identity.operator
    return _at_table(name, structs.replace(event, table=name, operator=operator, plate=plate))


def _plate(known: Known, table: TableState | None, name: str, event: fe.PlateChanged) -> Again:
    if table is None or not table.open:
        return _never("the table was not open")
    link, game = known.link(table.link).state, known.games[table.plate.sheet]
    changed = plate_changed(game, table, link, event.plate, event.denominations, event.approval)
    return changed if isinstance(changed, Refusal) else _at_table(name, changed)


def _kept(game: Game, table: TableState, event: Struct) -> Again:
    """Whether a table is open, how it is dealt, what its notice says, and who sits where."""
    match event:
        case fe.TableClosed(by) | fe.LastRoundAnnounced(by):
            answer: tuple[Struct, ...] | Refusal = close(game, table, by, after_round=True)
        case fe.MethodChanged(method, by):
            answer = change_method(game, table, method, by)
        case fe.NoticePosted(text, by):
            answer = post_notice(game, table, text, by)
        case fe.SeatTaken(box, player, by):
            answer = sit_down(game, table.seats, table.plate.boxes, memory_now(table), box, player, by)
        case fe.SeatLeft(box, _, by):
            answer = stand_up(game, table.seats, table.round, box, by)
        case _:
            raise AssertionError(f"{type(event).__name__} is none of these")
    return answer if isinstance(answer, Refusal) else _at_table(table.id, *answer)


def _signed(known: Known, table: TableState, event: SignedOn | SignedOff) -> Again:
    """Who works at a table stands with the table and with his account."""
    game, account = known.game_of(table), known.account(event.name)
    if account is None:
        return _never(f"there was no account {event.name}")
    if isinstance(event, SignedOn):
        answer: Struct | Refusal = sign_on(game, table.id, table.crew, account, event.position, event.by)
    else:
        answer = sign_off(game, table.id, table.crew, event.name, event.by)
    if isinstance(answer, Refusal):
        return answer
    return (*_at_table(table.id, answer), (f"account/{event.name}", answer))


def _began(
    known: Known, held: Held[TableState], table: TableState, event: fe.RoundBegan, part: Sequence[Struct]
) -> Again:
    opened = next((found for found in part if isinstance(found, re.RoundOpened)), None)
    ready = next((found for found in part if isinstance(found, fe.ShoeReady)), None)
    if table.cards == "shoe" and (ready is None or ready.commitment.shoe != f"{table.id}/{event.number}"):
        return _never("no shoe was committed to for this round before its first bet")
    recorded = opened.hashes.sheet if opened else ""
    game = known.by_hash.get(recorded)
    if game is None or game.sheet.id != table.plate.sheet:
        return _never(f"the journal holds no text of {table.plate.sheet} with the hash {recorded}")
    if known.replaced_at.get(recorded, held.position + 1) <= held.position:
        return _never("a newer version of the sheet was in force")
    link = known.link(table.link)
    day = GamingDay(event.day, event.shift)
    scene = Scene(known.games, game, table, held.position, link.state, link.position, day, event.by)
    outcome = begin_round(scene, lambda name: ready or NO_SHOE)
    if isinstance(outcome, Refusal):
        return outcome
    assert opened is not None, "its hash was found"
    *before, expected = outcome.table
    assert isinstance(expected, re.RoundOpened), "a round opens"
    hashes = structs.replace(expected.hashes, build=opened.hashes.build)
    display = expected.display
    if opened.display and display != opened.display:
        shown = known.displayed_since(table.link or "", held.position)
        display = opened.display if opened.display in shown else display
    return _at_table(table.id, *before, structs.replace(expected, hashes=hashes, display=display))


def _by_amounts(known: Known, since: int, decide: Callable[[FloorAmounts], Again]) -> Again:
    """What follows by the amounts of the floor; those that held since a stream's event before are as good."""
    newest: Again | None = None
    for amounts in known.amounts_since(since):
        again = decide(amounts)
        if not isinstance(again, Refusal):
            return again
        newest = newest or again
    assert newest is not None, "some amounts hold"
    return newest


def _adjusted(
    known: Known,
    table: TableState,
    event: fe.PastRoundAdjusted,
    part: Sequence[Struct],
    amounts: FloorAmounts,
) -> Again:
    past = known.past_round(table.id, event.number)
    if past is None:
        return _never(f"table {table.id} has had no round {event.number}")
    what = event.adjusted
    command = cmd.AdjustSettlement(what.box, what.player, what.bet, what.amount, what.by, what.reason)
    game = known.by_hash[past.round.hashes.sheet]
    answer = adjust_past(
        game,
        table,
        past,
        command,
        event.by,
        day_of(part),
        event.entered,
        amounts=amounts,
        second=signed(event.second),
    )
    return answer if isinstance(answer, Refusal) else _at_table(table.id, *answer)


def _disputed(known: Known, table: TableState, event: fe.RoundDisputed) -> Again:
    past = known.past_round(table.id, event.number)
    if past is None:
        return _never(f"table {table.id} has had no round {event.number}")
    sets = past.began.sets
    answer = dispute(_game(known, table), table, event.number, sets, event.reason, event.by)
    return answer if isinstance(answer, Refusal) else _at_table(table.id, *answer)


def _read(
    known: Known, held: Held[TableState], table: TableState, event: fe.CardRead | fe.ReadDoubted
) -> Again:
    game, read = _game(known, table), Read(table.number, event.sequence, event.card)
    scene = Scene(known.games, game, table, held.position, None, 0, _NO_DAY, event.by)
    outcome = read_card(scene, read)
    return outcome if isinstance(outcome, Refusal) else _at_table(table.id, *outcome.table)


def _game(known: Known, table: TableState) -> Game:
    """The sheet that the table's last round was opened with; before the first, the one in force."""
    return known.game_of(table) if table.round else known.games[table.plate.sheet]


def _money(
    known: Known, table: TableState, event: me.MoneyEvent, part: Sequence[Struct], amounts: FloorAmounts
) -> Again:
    game = _game(known, table)
    day = GamingDay(event.day, event.shift) if isinstance(event, me.SlipMade) else day_of(part)
    answer = decide_money(game, table, amounts, day, asked_by(event))
    return answer if isinstance(answer, Refusal) else _at_table(table.id, *answer)


def _acted(
    known: Known,
    held: Held[TableState],
    table: TableState,
    event: fe.Acted,
    part: Sequence[Struct],
    after: Sequence[Struct],
    amounts: FloorAmounts,
) -> Again:
    if table.round is None:
        return _never("no round has begun")
    link = known.link(table.link) if concerns_link(event.command) else Held[Link]()
    approval = next((e.approval for e in after if isinstance(e, le.AwardReversed)), None)
    scene = Scene(
        known.games,
        known.game_of(table),
        table,
        held.position,
        link.state,
        link.position,
        next(days_of(part), GamingDay(event.day, "") if event.day else _NO_DAY),
        event.by,
        approval,
        event.entered,
        amounts,
        signed(event.second),
    )
    outcome = _decided(scene, event.command)
    if isinstance(outcome, Refusal):
        return outcome
    if not outcome.link and link.state and outcome.table != part:
        # The link was only read, and may have moved since: what it showed then is as good.
        known_then = _as_known(known, table, link.state, held.position, part)
        outcome = act(structs.replace(scene, link=known_then), event.command)
        if isinstance(outcome, Refusal):
            return outcome
    own = _at_table(table.id, *outcome.table)
    if not outcome.link or table.link is None:
        return own
    moved = with_transfers(table.link, table.operator, outcome.link, link.version, day_of(after))
    return own + _at_link(table.link, moved)


def _decided(scene: Scene, command: cmd.Command) -> Outcome | Refusal:
    """A command of a round. From the software's own shoe cards come in its order, and only so."""
    if scene.table.shoe is None:
        return act(scene, command)
    match command:
        case cmd.DealCards() | cmd.BurnCard() | cmd.DiscardCard():
            return deal_next(scene, dealers_next(scene.game, scene.table))
        case cmd.ShowCards():
            return name_cards(scene, command)
    return act(scene, command)


def _as_known(known: Known, table: TableState, link: Link, since: int, part: Iterable[Struct]) -> Link:
    """The link showing what the round was settled with, if it has shown that since a position."""
    told = next((e.linked.displayed for e in part if isinstance(e, re.RoundSettled) and e.linked), None)
    shown = (display.value for display in known.displayed_since(table.link or "", since))
    return link if told is None or told not in shown else _showing(link, told)


def _showing(link: Link, value: Fraction) -> Link:
    paid = {name: claim for name, claim in link.claims.items() if claim.paid}
    return structs.replace(link, pool=value, claims=paid)


def link_again(known: Known, name: str, events: Sequence[Struct], rest: Sequence[Struct]) -> Again:
    """What must follow at a link from the command that the next events of its stream tell of.

    ``rest`` is what comes behind them: a link that money went to is written in the same append.
    """
    held = known.link(name)
    hands, command = _asks(known, held.state, events)
    for found in hands:
        if refusal := _hands_differ(known, held, found):
            return refusal
    if command is None:
        return NOBODY_ASKED
    if isinstance(command, lc.OpenLink):
        command = structs.replace(command, link=name)
    target = money_goes_to(held.state, command)
    other = known.link(target).state
    others = {target: other} if target and other else {}
    for amounts in known.amounts_since(held.position):
        outcome = link_act(known.games, held.state, command, hands, others, amounts)
        if not isinstance(outcome, Refusal):
            break
    if isinstance(outcome, Refusal):
        return outcome
    operator = _operator(held.state, command)
    due = _at_link(name, with_transfers(name, operator, outcome.events, held.version, day_of(events)))
    for key, received in outcome.others.items():
        there = known.links[key].version
        due += _at_link(key, with_transfers(key, operator, received, there, day_of(rest)))
    return due


def _asks(
    known: Known, link: Link | None, events: Sequence[Struct]
) -> tuple[tuple[lc.RecordHands, ...], lc.Command | None]:
    """The hands that a command found dealt meanwhile and records first, and the command."""
    hands: list[lc.RecordHands] = []
    while events:
        command = asked(link, events)
        if not isinstance(command, lc.RecordHands):
            return tuple(hands), command
        step = apply(known.games, link, command)
        if isinstance(step, Refusal):
            return tuple(hands), command
        link, followed = step
        hands.append(command)
        events = events[len(followed) :]
    return tuple(hands[:-1]), hands[-1] if hands else None


def _operator(link: Link | None, command: lc.Command) -> str:
    if isinstance(command, lc.OpenLink):
        return command.operator
    assert link is not None, "only an opened link is asked for anything else"
    return link.operator


def _hands_differ(known: Known, held: Held[Link], command: lc.RecordHands) -> Refusal | None:
    """Hands are recorded as they were dealt; what was dealt since the link's last event may be newer."""
    booked = held.state.rounds.get(f"{command.table}/{command.round}") if held.state else None
    dealt = hands_dealt(known.games, booked, known.table(command.table).state) if booked else None
    if dealt is None or dealt == command:
        return None
    newest = max(at for _, at in dealt.complete)
    return None if newest > held.position else _never(f"the hands were complete at {dict(dealt.complete)}")


def day_of(events: Iterable[Struct]) -> GamingDay:
    """The gaming day of the first transfers among these events."""
    return next(days_of(events), _NO_DAY)


def days_of(events: Iterable[Struct]) -> Iterator[GamingDay]:
    """The gaming day of each posting among these events."""
    for event in events:
        if isinstance(event, TransfersPosted) and event.transfers:
            yield GamingDay(event.transfers[0].day, event.transfers[0].shift)
