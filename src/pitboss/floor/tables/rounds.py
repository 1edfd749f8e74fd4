"""Decisions about a table's round, with their consequences for its link and the ledger. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct, structs

from pitboss.access.command_record import Order, Signed
from pitboss.access.roles import SYSTEM, Actor
from pitboss.card_sets import round_refusal
from pitboss.cards import Card
from pitboss.floor.amounts import (
    DEFAULT_AMOUNTS,
    AmountAsked,
    FloorAmounts,
    moved_by,
    second_needed,
)
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.actors import as_done_by
from pitboss.floor.tables.card_sets import demand
from pitboss.floor.tables.dealing import dealers_next, drawn_for
from pitboss.floor.tables.faces import turned_over, turned_to_settle
from pitboss.floor.tables.house_rules import running_refusal, table_refusal
from pitboss.floor.tables.money.chips import chips_refusal
from pitboss.floor.tables.opening import procedure
from pitboss.floor.tables.past_rounds import PastRound
from pitboss.floor.tables.seats import forfeited
from pitboss.floor.tables.table import COMMUNITY, TableState, evolve_table
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import Link, display_to_open
from pitboss.jackpots import apply as apply_to_link
from pitboss.jackpots import commands as lc
from pitboss.jackpots import events as le
from pitboss.jackpots.from_round import accepted_bets, major_wins, returned_bets
from pitboss.jackpots.queue import shown
from pitboss.jackpots.refusal import Games, failure_clauses, grows
from pitboss.jackpots.sign import denied_of, linked_to_settle, slips_of
from pitboss.jackpots.state import RoundInPlay, round_key
from pitboss.ledger import GamingDay, Transfer, post
from pitboss.ledger.rounds import Booking, adjustment_transfer, settlement_transfers
from pitboss.ledger.transfer import reversal
from pitboss.money import format_cents
from pitboss.people import Approval, Person
from pitboss.refusal import Refusal
from pitboss.round import Round, decide, evolve
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.round.plan import NextAct
from pitboss.settlement import Denied, Linked
from pitboss.settlement.order import full_hand_at
from pitboss.settlement.settle import with_display
from pitboss.sheets.game import Game

_MOVE_CARDS: Final = (re.CardsDealt, re.CardsShown, re.CardCorrected, re.Revealed)
"""Only these events can turn cards over."""
Faces = Callable[[TableState, cmd.Place], tuple[Card, ...] | None]


def nobody_names(table: TableState, place: cmd.Place) -> None:
    """A :data:`Faces` that names no card."""
    return


class RoundContext(Struct, frozen=True, kw_only=True):
    """All inputs of a decision about a table's round."""

    games: Games
    game: Game
    table: TableState
    table_at: int
    """The position of the table's newest event."""
    link: Link | None
    """The table's link, where the command may need it."""
    link_at: int
    day: Callable[[], GamingDay]
    """The gaming day and shift, asked for only where something is booked."""
    by: Actor
    approval: Approval | None = None
    """Two people, where a paid award is taken back."""
    entered: Actor | None = None
    """The signed-in user, when another person authorised the command on that user's screen."""
    amounts: FloorAmounts = DEFAULT_AMOUNTS
    """The floor's amounts, where the command moves money."""
    second: Signed | None = None
    faces: Faces = nobody_names
    """Names the cards at a place as they are turned over."""
    asked: cmd.Command | None = None
    """The act that was sent, if it was an act in the round."""


class RoundChanges(Struct, frozen=True):
    """Events for the table's stream and for its link's."""

    table: tuple[Struct, ...]
    link: tuple[le.JackpotEvent, ...] = ()


def begin_round(
    context: RoundContext,
    build: str,
    shuffle: Callable[[str], fe.ShoeReady],
    barred_elsewhere: frozenset[str] = frozenset(),
) -> RoundChanges | Refusal:
    """ "Place your Bets, please": open the next round at the current display.

    Players barred at other tables may not bet in it, where the sheet is read so. For the software's own shoe,
    a deck is shuffled and committed to before the first bet.
    """
    table, game = context.table, context.game
    if not table.open:
        return Refusal("table_closed", f"table {table.id} is closed", game.ruling_clauses)
    if table.closing:
        message = f"table {table.id} closes: round {table.number} was its last"
        return Refusal("table_closed", message, game.ruling_clauses)
    if refusal := running_refusal(game, table, context.by):
        return refusal
    if table.in_play:
        message = f"round {table.number} of table {table.id} is not settled"
        return Refusal("round_in_play", message, game.ruling_clauses)
    if table.counts_tray and (table.money.session is None or table.money.session.closed):
        message = f"the tray of table {table.id} is not counted: make its opener first"
        return Refusal("opener_missing", message, game.ruling_clauses)
    memory = table.round.memory_after() if table.round else table.memory
    memory = structs.replace(memory, barred_elsewhere=barred_elsewhere)
    if memory.closed:
        message = f"table {table.id} was closed after a jackpot failure: have that lifted first"
        return Refusal("table_closed", message, failure_clauses(game))
    device = table.plate.device
    day = context.day()
    if game.readings.under_minimum_span == "gaming_day" and table.day not in (None, day.date):
        memory = structs.replace(memory, under_minimum=frozenset())
    if refusal := round_refusal(game, table.sets, device, needs_a_set=table.card_sets):
        return refusal
    method = procedure(game, device, table.method)[0].title
    sets = tuple(card_set.id for card_set in table.sets.in_use)
    began = fe.RoundBegan(
        number=table.number + 1, day=day.date, shift=day.shift, by=context.by, method=method, sets=sets
    )
    idle = forfeited(table.seats, table.idle_rounds)
    first = (began, fe.SeatsForfeited(idle)) if idle else (began,)
    display = display_to_open(context.games, context.link) if context.link else None
    hashes = cmd.Hashes(build, game.hashes.sheet, game.hashes.readings)
    opened = re.RoundOpened(table.plate, display, hashes, memory)
    if table.cards == "outside":
        return RoundChanges((*first, opened))
    return RoundChanges((*first, shuffle(f"{table.id}/{began.number}"), opened))


def stale(context: RoundContext, number: int | None) -> Refusal | None:
    """Refusal of a command sent for a round that is no longer the table's last."""
    table = context.table
    if number is None or number == table.number:
        return None
    message = (
        f"that was sent for round {number} of table {table.id}, and round {table.number} is on: "
        "look at the table and send it anew"
    )
    return Refusal("stale_round", message, context.game.refusal_clauses("bet_after_close"))


def time_is_up(context: RoundContext, box: int) -> RoundChanges | Refusal:
    """A player who has not decided in time walks away; not one who decided at the last moment."""
    due = dealers_next(context.game, context.table)
    if due is None or due.act != "ask" or due.boxes[0] != box:
        return Refusal("nothing_due", f"box {box} is not asked any more", context.game.ruling_clauses)
    return act(context, cmd.LeaveTable(box))


def deal_next(context: RoundContext, due: NextAct | None) -> RoundChanges | Refusal:
    """The Dealer's next act by the sheet's procedure, with the next positions of the table's shoe."""
    if refusal := running_refusal(context.game, context.table, context.by):
        return refusal
    if due is None:
        message = "the Dealer has nothing to do now: bets are open, a choice is open, or the round is over"
        return Refusal("nothing_due", message, context.game.ruling_clauses)
    drawn = drawn_for(context.table, due)
    if isinstance(drawn, Refusal):
        return drawn
    return _with_names(context, drawn.command, drawn.drawn)


def act(context: RoundContext, command: cmd.Command) -> RoundChanges | Refusal:
    """The changes of a command to the round in play, or to the last one while it may be corrected."""
    state = context.table.round
    if state is None:
        message = f"no round has begun at table {context.table.id}"
        return Refusal("round_not_begun", message, context.game.ruling_clauses)
    done = as_done_by(context.game, state, context.by, command)
    if isinstance(done, Refusal):
        return done
    approved = context.approval is not None
    refusal = table_refusal(
        context.game, context.table, done, context.by, entered=context.entered, approved=approved
    )
    if refusal := refusal or _floor_refuses(context, done):
        return refusal
    return _with_names(context, done)


def _with_names(
    context: RoundContext, command: cmd.Command, drawn: tuple[Struct, ...] = ()
) -> RoundChanges | Refusal:
    """A command, followed by the names of the cards that it turns over; to settle, preceded by them."""
    named: tuple[Struct, ...] = ()
    if isinstance(command, cmd.SettleRound):
        trial = _carried_out(context, command)
        if isinstance(trial, Refusal) and trial.code != "cards_unknown":
            return trial
        named = _named(context, turned_to_settle)
        if not named:
            return trial
        context = _after(context, named)
    outcome = _carried_out(context, command)
    if isinstance(outcome, Refusal):
        return outcome
    done = (*outcome.table, *drawn)
    if _may_turn_over(context, done):
        done = (*done, *_named(_after(context, done), turned_over))
    return RoundChanges((*named, *done), outcome.link) if named or done != outcome.table else outcome


def _may_turn_over(context: RoundContext, events: tuple[Struct, ...]) -> bool:
    """Whether events may turn over a card of the shoe. If not, they need not be folded for it."""
    state = context.table.round
    if context.table.shoe is None or state is None:
        return False
    return any(isinstance(event, _MOVE_CARDS) for event in events) or any(turned_over(context.game, state))


def _named(context: RoundContext, places: Callable[[Game, Round], Iterable[cmd.Place]]) -> tuple[Struct, ...]:
    """The acts by which the software names face-up cards, from the sealed shoe."""
    table, state = context.table, context.table.round
    if table.shoe is None or state is None or state.void:
        return ()
    events: list[Struct] = []
    for place in tuple(places(context.game, state)):
        cards = context.faces(structs.replace(table, round=state), place)
        if cards is None:
            return ()
        show = cmd.ShowCards(place, cards)
        answer = decide(context.game, state, show)
        if isinstance(answer, Refusal):
            raise InvariantBroken(
                f"cards of the shoe of {table.round_id} cannot be named as they are turned over"
            )
        events += (fe.Acted(SYSTEM, show), *answer)
        for event in answer:
            state = evolve(state, event)
    return tuple(events)


def _after(context: RoundContext, events: tuple[Struct, ...]) -> RoundContext:
    """The context after events of its table."""
    table = context.table
    for event in events:
        table = evolve_table(table, event, context.table_at + 1)
    return structs.replace(context, table=table)


def _carried_out(context: RoundContext, command: cmd.Command) -> RoundChanges | Refusal:
    state = context.table.round
    assert state is not None, "a round has begun"
    if isinstance(command, cmd.SettleRound):
        return _settle(context, state)
    answer = decide(context.game, state, command)
    if isinstance(answer, Refusal):
        return answer
    if refusal := chips_refusal(context.game, context.table, command):
        return refusal
    amount = moved_by(state, command)
    if amount is None:
        return _with_link(context, command, answer, [])
    asked = AmountAsked(
        act=amount[0],
        cents=amount[1],
        by=context.by,
        second=context.second,
        day=context.day().date,
        clauses=context.game.ruling_clauses,
    )
    second = second_needed(context.amounts, context.table.moved, asked)
    if isinstance(second, Refusal):
        return second
    outcome = _with_link(context, command, answer, [])
    if isinstance(outcome, Refusal) or second:
        return outcome
    alone = fe.MovedAlone(amount[0], amount[1], asked.day, context.by)
    return structs.replace(outcome, table=(*outcome.table, alone))


def _told(context: RoundContext, command: cmd.Command, events: Sequence[object]) -> tuple[fe.Acted, ...]:
    """The :class:`Acted` event, where the round's command differs from the act sent, or nothing followed."""
    if events and command == context.asked:
        return ()
    return (fe.Acted(context.by, command, context.entered),)


def _floor_refuses(context: RoundContext, command: cmd.Command) -> Refusal | None:
    link, table = context.link, context.table
    if isinstance(command, cmd.PlaceBet) and command.amount % min(table.denominations):
        message = f"a bet is made of chips of {format_cents(min(table.denominations))}"
        return Refusal("not_in_chips", message, context.game.refusal_clauses("bet_below_minimum"))
    if link is None:
        return None
    match command:
        case cmd.PlaceBet(bet="jackpot") if link.failure and not command.unnoticed:
            message = "the jackpot system has failed: no jackpot bets until it is restored"
            return Refusal("jackpot_suspended", message, failure_clauses(context.game))
        case cmd.CorrectBet(box=box, player=player, bet="jackpot", amount=amount):
            bets = booked.bets if (booked := _booked(link, table)) else ()
            accepted = [bet.amount for bet in bets if (bet.box, bet.player) == (box, player)]
            if accepted and amount > accepted[0]:
                message = "the link has accepted the jackpot bet as it was: only less can be put right"
                return Refusal("correction_not_possible", message, grows(context.game))
    return None


def _settle(context: RoundContext, state: Round) -> RoundChanges | Refusal:
    """Settle the round, once the link has paid or denied exactly the winners that the cards show."""
    trial = decide(context.game, state, cmd.SettleRound())
    if isinstance(trial, Refusal) or context.link is None:
        return trial if isinstance(trial, Refusal) else _with_link(context, cmd.SettleRound(), trial, [])
    link, table, name = context.link, context.table, str(context.table.number)
    settled = next(event for event in trial if isinstance(event, re.RoundSettled))
    denied = denied_of(link, table.id, name)
    wins = tuple(
        won
        for won in major_wins(settled.settlement, complete_hands(context.game, table))
        if Denied(won.box, won.player, won.hand, won.percent) not in denied
    )
    paid = {(slip.box, slip.player): slip for slip in slips_of(link, table.id, name)}
    open_claims = [c for c in link.unpaid if (c.table, c.round) == (table.id, name)]
    pending = {(claim.box, claim.player) for claim in open_claims}
    fresh = tuple(won for won in wins if (won.box, won.player) not in {*paid, *pending})
    if fresh:
        return _enter(context, link, fresh)
    if open_claims:
        claims = ", ".join(f"box {claim.box}, {claim.player}, {claim.hand}" for claim in open_claims)
        message = f"the link must pay first: {claims}; verify, sign and pay, then settle"
        return Refusal("claims_open", message, context.game.jackpot.clauses)
    lost = [slip for key, slip in paid.items() if key not in {(won.box, won.player) for won in wins}]
    if lost and context.approval is None:
        message = f"slip {lost[0].number} is paid, but not won: two people must approve its reversal"
        return Refusal("awards_differ", message, context.game.jackpot.clauses)
    asked: list[lc.JackpotCommand] = [
        lc.ReverseAward(slip.number, context.approval) for slip in lost if context.approval
    ]
    return _with_link(context, cmd.SettleRound(), trial, asked)


def _enter(context: RoundContext, link: Link, wins: tuple[lc.Won, ...]) -> RoundChanges | Refusal:
    """Enter winning hands as claims, for which the round waits."""
    command = lc.DetectWins(context.table.id, str(context.table.number), wins, context.link_at + 1)
    answer = apply_to_link(context.games, link, command)
    if isinstance(answer, Refusal):
        return answer
    claims = tuple(event.claim for event in answer[1] if isinstance(event, le.WinDetected))
    table = context.table
    due = demand(context.game, table, "major_win", table.number, table.dealt_from)
    return RoundChanges((*_told(context, cmd.SettleRound(), claims), fe.WinsEntered(claims), *due), answer[1])


def _with_link(
    context: RoundContext, command: cmd.Command, answer: tuple[re.Event, ...], asked: list[lc.JackpotCommand]
) -> RoundChanges | Refusal:
    """The events of a round, with their consequences for the link and the ledger."""
    link, events = context.link, tuple(_registered(context, answer))
    moved: list[le.JackpotEvent] = []
    if link is not None:
        for ask in (*asked, *_for_link(context, link, command, events)):
            step = apply_to_link(context.games, link, ask)
            if isinstance(step, Refusal):
                return step
            link, more = step
            moved += more
        if any(isinstance(event, re.RoundSettled) for event in events):
            linked = linked_to_settle(context.games, link, context.table.id, str(context.table.number))
            final = _settled_by(context, command, events, linked)
            if isinstance(final, Refusal):
                return final
            command, events = final
    posted = post(context.table.money.book, round_transfers(context.table, events, context.day))
    return RoundChanges((*_told(context, command, events), *events, *posted), tuple(moved))


def _settled_by(
    context: RoundContext, command: cmd.Command, events: tuple[re.Event, ...], linked: Linked
) -> tuple[cmd.Command, tuple[re.Event, ...]] | Refusal:
    """Decide the settlement again, now that the link has moved."""
    assert context.table.round is not None, "a round is settled"
    state = structs.replace(context.table.round, linked=linked)
    if isinstance(command, cmd.SettleRound):
        command = cmd.SettleRound(linked)
        match events:
            case (re.RoundSettled() as settled,) if found := with_display(settled.settlement, linked):
                return command, (structs.replace(settled, settlement=found, linked=linked),)
    answer = decide(context.game, state, command)
    return answer if isinstance(answer, Refusal) else (command, answer)


def _registered(context: RoundContext, answer: tuple[re.Event, ...]) -> Iterator[re.Event]:
    """The event that registers the link's display, at its failure or now."""
    for event in answer:
        if isinstance(event, re.JackpotRegistered) and context.link is not None:
            failure = context.link.failure
            yield re.JackpotRegistered(failure.registered if failure else shown(context.games, context.link))
        else:
            yield event


def _for_link(
    context: RoundContext, link: Link, command: cmd.Command, events: tuple[re.Event, ...]
) -> Iterator[lc.JackpotCommand]:
    table, name = context.table.id, str(context.table.number)
    assert context.table.round is not None, "a round is under way"
    state = context.table.round
    for event in events:
        state = evolve(state, event)
    for event in events:
        match event:
            case re.BetsClosed():
                bets = accepted_bets(context.game, state)
                if bets:
                    yield lc.AcceptBets(table, name, context.table_at + 1, bets)
            case re.JackpotRegistered() if isinstance(command, cmd.Report):
                reporter = Person(context.by.name, command.by or "dealer")
                yield lc.FailSystem(reporter, command.reason or f"reported by {command.clause}")
    booked = _booked(link, context.table)
    if booked and (returned := returned_bets(state, booked)):
        yield lc.ReturnBets(table, name, returned)
    if booked and any(isinstance(event, re.RoundSettled) for event in events):
        yield lc.FinishRound(table, name)


def _booked(link: Link, table: TableState) -> RoundInPlay | None:
    return link.rounds.get(round_key(table.id, str(table.number)))


def complete_hands(game: Game, table: TableState) -> dict[int, int]:
    """Where in the journal the hand of each box was complete."""
    community = table.dealt_at.get(COMMUNITY, 0)
    return {box: full_hand_at(game, at, community) for box, at in table.dealt_at.items() if box != COMMUNITY}


_POSTING: Final = (re.SettlementReopened, re.RoundSettled, re.SettlementAdjusted)


def round_transfers(
    table: TableState, events: Iterable[Struct], day_now: Callable[[], GamingDay]
) -> Iterator[Transfer]:
    """Drafts of the transfers that a round's events post, given the table before them."""
    posting = [event for event in events if isinstance(event, _POSTING)]
    if not posting:
        return
    day = day_now()
    booking = Booking(
        round=table.round_id, table=table.id, operator=table.operator, sheet=table.plate.sheet, day=day
    )
    stands, revision = table.posted, table.revision
    for event in posting:
        match event:
            case re.SettlementReopened():
                yield from (reversal(entry, day) for entry in stands)
                stands = ()
            case re.RoundSettled():
                yield from (reversal(entry, day) for entry in stands)
                stands = settlement_transfers(booking, event.settlement, revision)
                revision += 1
                yield from stands
            case re.SettlementAdjusted():
                yield adjustment_transfer(booking, event)


def adjust_past(
    game: Game,
    table: TableState,
    past: PastRound,
    order: Order,
    command: cmd.AdjustSettlement,
    *,
    day: GamingDay,
    amounts: FloorAmounts,
) -> tuple[Struct, ...] | Refusal:
    """A ruling on an earlier round, booked beside its settlement."""
    by = order.by
    done = as_done_by(game, past.round, by, command)
    answer = done if isinstance(done, Refusal) else decide(game, past.round, done)
    if isinstance(answer, Refusal):
        return answer
    (adjusted,) = answer
    assert isinstance(adjusted, re.SettlementAdjusted), "an adjustment and nothing else"
    asked = AmountAsked(
        act="adjust",
        cents=abs(adjusted.amount),
        by=by,
        second=order.second,
        day=day.date,
        clauses=game.ruling_clauses,
    )
    signed = second_needed(amounts, table.moved, asked)
    if isinstance(signed, Refusal):
        return signed
    ruled = fe.PastRoundAdjusted(
        number=past.began.number, adjusted=adjusted, by=by, day=day.date, entered=order.entered, second=signed
    )
    return ruled, *post(table.money.book, [past_transfer(table, past, adjusted, day)])


def past_transfer(
    table: TableState, past: PastRound, adjusted: re.SettlementAdjusted, day: GamingDay
) -> Transfer:
    """The draft of a ruling's transfer; it cites the sheet that the round was played by."""
    booking = Booking(
        round=past.id, table=table.id, operator=table.operator, sheet=past.round.table.sheet, day=day
    )
    return adjustment_transfer(booking, adjusted)
