"""Decisions about a table's round: who may do what, chips, amounts and the names of cards. Pure."""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct, structs

from pitboss.card_sets import round_refusal
from pitboss.floor.amounts import AmountAsked, money_of, moved_by, second_needed
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.actors import as_done_by
from pitboss.floor.tables.dealing import dealers_next, drawn_for
from pitboss.floor.tables.faces import turned_over, turned_to_settle
from pitboss.floor.tables.house_rules import running_refusal, table_refusal
from pitboss.floor.tables.money.chips import chips_refusal
from pitboss.floor.tables.opening import procedure
from pitboss.floor.tables.returns import returns, signed_at_settlement, waits_for_signature
from pitboss.floor.tables.round_context import RoundChanges, RoundContext
from pitboss.floor.tables.round_link import booked_round, settle, with_link
from pitboss.floor.tables.seats import forfeited, with_seated
from pitboss.floor.tables.table import evolve_table
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import display_to_open
from pitboss.jackpots.parts import failure_clauses, growth_clauses
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import Round, decide, evolve
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.round.plan import NextAct
from pitboss.round.queries import excess_refusal
from pitboss.sheets.game import Game

_MOVE_CARDS: Final = (re.CardsDealt, re.CardsShown, re.CardCorrected, re.Revealed)
"""Only these events can turn cards over."""

GIVE_BACK: Final = (cmd.InterruptPlay, cmd.Report, cmd.Choose, cmd.LeaveTable)
"""Only these commands can give bets back."""


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
        return refuse("table_closed", because("table_closed.crew", table=table.id), game.ruling_clauses)
    if table.closing:
        why = because("table_closed.last_round", table=table.id, round=table.number)
        return refuse("table_closed", why, game.ruling_clauses)
    if refusal := running_refusal(game, table, context.by):
        return refusal
    if table.in_play:
        why = because("round_in_play.unsettled", round=table.number, table=table.id)
        return refuse("round_in_play", why, game.ruling_clauses)
    if table.counts_tray and (table.money.session is None or table.money.session.closed):
        why = because("opener_missing.tray", table=table.id)
        return refuse("opener_missing", why, game.ruling_clauses)
    memory = table.round.memory_after() if table.round else table.memory
    memory = structs.replace(memory, barred_elsewhere=barred_elsewhere)
    if memory.closed:
        why = because("table_closed.failure", table=table.id)
        return refuse("table_closed", why, failure_clauses(game))
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


def stale_refusal(context: RoundContext, number: int | None) -> Refusal | None:
    """Refusal of a command sent for a round that is no longer the table's last."""
    table = context.table
    if number is None or number == table.number:
        return None
    why = because("stale_round", sent=number, table=table.id, round=table.number)
    return refuse("stale_round", why, context.game.refusal_clauses("bet_after_close"))


def time_is_up(context: RoundContext, box: int) -> RoundChanges | Refusal:
    """A player who has not decided in time walks away; not one who decided at the last moment."""
    due = dealers_next(context.game, context.table)
    if due is None or due.act != "ask" or due.boxes[0] != box:
        return refuse("nothing_due", because("nothing_due.asked", box=box), context.game.ruling_clauses)
    return act(context, cmd.LeaveTable(box))


def deal_next(context: RoundContext, due: NextAct | None) -> RoundChanges | Refusal:
    """The Dealer's next act by the sheet's procedure, with the next positions of the table's shoe."""
    if refusal := running_refusal(context.game, context.table, context.by):
        return refusal
    if due is None:
        why = because("nothing_due.dealer")
        return refuse("nothing_due", why, context.game.ruling_clauses)
    if context.table.round and (refusal := excess_refusal(context.game, context.table.round)):
        return refusal
    drawn = drawn_for(context.table, due)
    if isinstance(drawn, Refusal):
        return drawn
    return _with_names(context, drawn.command, drawn.drawn)


def act(context: RoundContext, command: cmd.Command) -> RoundChanges | Refusal:
    """The changes of a command to the round in play, or to the last one while it may be corrected."""
    state = context.table.round
    if state is None:
        why = because("round_not_begun.table", table=context.table.id)
        return refuse("round_not_begun", why, context.game.ruling_clauses)
    done = as_done_by(context.game, state, context.by, command)
    if isinstance(done, Refusal):
        return done
    done = with_seated(context.table.seats, state, done)
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
        events += answer
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
        return _settled(context, state)
    answer = decide(context.game, state, command)
    if isinstance(answer, Refusal):
        return answer
    if refusal := chips_refusal(context.game, context.table, command):
        return refusal
    given = returns(context, state, command, answer) if isinstance(command, GIVE_BACK) else ()
    if isinstance(given, Refusal):
        return given
    if waits_for_signature(context.table, given):
        answer = tuple(event for event in answer if not isinstance(event, re.RoundSettled))
    amount = moved_by(context.game, state, command)
    if amount is None:
        return _with(with_link(context, state, command, answer), given)
    asked = AmountAsked(
        act=amount[0],
        cents=amount[1],
        by=context.by,
        second=context.second,
        day=context.day().date,
        clauses=context.game.ruling_clauses,
        player=money_of(state, command),
    )
    second = second_needed(context.amounts, context.table.moved, asked)
    if isinstance(second, Refusal):
        return second
    outcome = with_link(context, state, command, answer)
    if isinstance(outcome, Refusal) or second:
        return outcome
    return _with(outcome, (fe.MovedAlone(amount[0], amount[1], asked.day, context.by),))


def _settled(context: RoundContext, state: Round) -> RoundChanges | Refusal:
    """The settlement, once a second person has signed for returned bets that wait for one."""
    outcome = settle(context, state)
    if isinstance(outcome, Refusal) or not any(isinstance(event, re.RoundSettled) for event in outcome.table):
        return outcome
    signed = signed_at_settlement(context)
    return signed if isinstance(signed, Refusal) else _with(outcome, signed)


def _with(outcome: RoundChanges | Refusal, events: tuple[Struct, ...]) -> RoundChanges | Refusal:
    """An outcome with further events of its table."""
    if isinstance(outcome, Refusal) or not events:
        return outcome
    return structs.replace(outcome, table=(*outcome.table, *events))


def _floor_refuses(context: RoundContext, command: cmd.Command) -> Refusal | None:
    link, table = context.link, context.table
    if isinstance(command, cmd.PlaceBet) and command.amount % min(table.denominations):
        why = because("not_in_chips", least=min(table.denominations))
        return refuse("not_in_chips", why, context.game.refusal_clauses("bet_below_minimum"))
    if link is None:
        return None
    match command:
        case cmd.PlaceBet(bet="jackpot") if link.failure and not command.unnoticed:
            why = because("jackpot_suspended.table")
            return refuse("jackpot_suspended", why, failure_clauses(context.game))
        case cmd.CorrectBet(box=box, player=player, bet="jackpot", amount=amount):
            bets = booked.bets if (booked := booked_round(link, table)) else ()
            accepted = [bet.amount for bet in bets if (bet.box, bet.player) == (box, player)]
            if accepted and amount > accepted[0]:
                why = because("correction_not_possible.accepted")
                return refuse("correction_not_possible", why, growth_clauses(context.game))
    return None
