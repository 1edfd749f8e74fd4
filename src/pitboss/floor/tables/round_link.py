"""A round with its link and its ledger: entries that a command of the round makes in both. Pure.

Transfers of a round, and rulings on earlier rounds with theirs. Pure.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from msgspec import Struct, structs

from pitboss.citation import some_clauses
from pitboss.commands.record import Order
from pitboss.floor.amounts import AmountAsked, FloorAmounts, second_needed
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.actors import as_done_by
from pitboss.floor.tables.card_sets import demand
from pitboss.floor.tables.past_rounds import PastRound
from pitboss.floor.tables.round_context import RoundChanges, RoundContext
from pitboss.floor.tables.table import COMMUNITY, TableState
from pitboss.jackpots import Link
from pitboss.jackpots import apply as apply_to_link
from pitboss.jackpots import commands as lc
from pitboss.jackpots import events as le
from pitboss.jackpots.from_round import accepted_bets, major_wins, returned_bets
from pitboss.jackpots.queue import shown
from pitboss.jackpots.sign import denied_of, linked_to_settle, slips_of
from pitboss.jackpots.state import Claim, RoundInPlay, round_key
from pitboss.ledger import GamingDay, Transfer, post
from pitboss.ledger.accounts import reversal
from pitboss.ledger.rounds import Booking, adjustment_transfer, settlement_transfers
from pitboss.people import Person
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal, refuse
from pitboss.round import Round, decide, evolve
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.settlement import Denied, Linked
from pitboss.settlement.awards import full_hand_at, place_in_deal
from pitboss.settlement.settle import with_display
from pitboss.sheets.game import Game

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
        player=adjusted.player,
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


def settle(context: RoundContext, state: Round) -> RoundChanges | Refusal:
    """Settle the round, once the link has paid or denied exactly the winners that the cards show."""
    trial = decide(context.game, state, cmd.SettleRound())
    if isinstance(trial, Refusal):
        return trial
    if context.link is None:
        return with_link(context, state, cmd.SettleRound(), trial)
    link, table, name = context.link, context.table, str(context.table.number)
    wins = _wins(context.game, table, link, trial)
    paid = {(slip.box, slip.player): slip for slip in slips_of(link, table.id, name)}
    open_claims = [c for c in link.unpaid if (c.table, c.round) == (table.id, name)]
    pending = {(claim.box, claim.player) for claim in open_claims}
    fresh = tuple(won for won in wins if (won.box, won.player) not in {*paid, *pending})
    if fresh:
        return _enter(context, link, fresh)
    if open_claims:
        return _open_refusal(context.game, open_claims, wins)
    lost = [slip for key, slip in paid.items() if key not in {(won.box, won.player) for won in wins}]
    if lost and context.approval is None:
        why = because("awards_differ.slip", slip=lost[0].number)
        return refuse("awards_differ", why, context.game.jackpot.clauses)
    asked = [lc.ReverseAward(slip.number, context.approval) for slip in lost if context.approval]
    return with_link(context, state, cmd.SettleRound(), trial, asked)


def not_won(game: Game, table: TableState, link: Link, claim: Claim) -> Refusal | None:
    """The refusal to pay the claims of a round that does not win them as it stands now."""
    state = table.round
    if state is None or state.settled or str(table.number) != claim.round:
        return None
    trial = decide(game, state, cmd.SettleRound())
    if isinstance(trial, Refusal):
        return trial
    wins = _wins(game, table, link, trial)
    place = (claim.table, claim.round)
    lost = [c for c in link.unpaid if (c.table, c.round) == place and not _is_won(c, wins)]
    if not lost:
        return None
    return refuse("awards_differ", _to_deny(lost), some_clauses((*game.jackpot.clauses, *state.void)))


def _wins(game: Game, table: TableState, link: Link, trial: tuple[re.Event, ...]) -> tuple[lc.Won, ...]:
    """The shares of the display that a round wins by a trial settlement, but for those that were denied."""
    settled = next(event for event in trial if isinstance(event, re.RoundSettled))
    denied = denied_of(link, table.id, str(table.number))
    return tuple(
        won
        for won in major_wins(settled.settlement, complete_hands(game, table))
        if Denied(won.box, won.player, won.hand, won.percent) not in denied
    )


def _is_won(claim: Claim, wins: tuple[lc.Won, ...]) -> bool:
    won = [(win.box, win.player, win.hand, win.percent) for win in wins]
    return (claim.box, claim.player, claim.hand, claim.percent) in won


def _open_refusal(game: Game, claims: Sequence[Claim], wins: tuple[lc.Won, ...]) -> Refusal:
    """The refusal of a settlement that open claims hold up."""
    if lost := [claim for claim in claims if not _is_won(claim, wins)]:
        return refuse("claims_open", _to_deny(lost), game.jackpot.clauses)
    why = because("claims_open.pay", claims=_listed(claims))
    return refuse("claims_open", why, game.jackpot.clauses)


def _to_deny(claims: Sequence[Claim]) -> Reason:
    return because("claims_open.deny", claims=_listed(claims))


def _listed(claims: Sequence[Claim]) -> tuple[Reason, ...]:
    return tuple(because("claim.listed", box=one.box, player=one.player, hand=one.hand) for one in claims)


def _enter(context: RoundContext, link: Link, wins: tuple[lc.Won, ...]) -> RoundChanges | Refusal:
    """Enter winning hands as claims, for which the round waits."""
    command = lc.DetectWins(context.table.id, str(context.table.number), wins, context.link_at + 1)
    answer = apply_to_link(context.games, link, command)
    if isinstance(answer, Refusal):
        return answer
    claims = tuple(event.claim for event in answer[1] if isinstance(event, le.WinDetected))
    table = context.table
    due = demand(context.game, table, "major_win", table.number, table.dealt_from)
    return RoundChanges((fe.WinsEntered(claims), *due), answer[1])


def with_link(
    context: RoundContext,
    state: Round,
    command: cmd.Command,
    answer: tuple[re.Event, ...],
    asked: Sequence[lc.JackpotCommand] = (),
) -> RoundChanges | Refusal:
    """The events of a round, with their consequences for the link and the ledger."""
    link, events = context.link, tuple(_registered(context, answer))
    moved: list[le.JackpotEvent] = []
    if link is not None:
        for ask in (*asked, *_for_link(context, link, state, command, events)):
            step = apply_to_link(context.games, link, ask)
            if isinstance(step, Refusal):
                return step
            link, more = step
            moved += more
        if any(isinstance(event, re.RoundSettled) for event in events):
            linked = linked_to_settle(context.games, link, context.table.id, str(context.table.number))
            final = _settled_by(context, state, command, events, linked)
            if isinstance(final, Refusal):
                return final
            events = final
    posted = post(context.table.money.book, round_transfers(context.table, events, context.day))
    return RoundChanges((*events, *posted), tuple(moved))


def _settled_by(
    context: RoundContext, state: Round, command: cmd.Command, events: tuple[re.Event, ...], linked: Linked
) -> tuple[re.Event, ...] | Refusal:
    """Decide the settlement again, now that the link has moved."""
    if isinstance(command, cmd.SettleRound):
        command = cmd.SettleRound(linked)
        match events:
            case (re.RoundSettled() as settled,) if found := with_display(settled.settlement, linked):
                return (structs.replace(settled, settlement=found, linked=linked),)
    return decide(context.game, structs.replace(state, linked=linked), command)


def _registered(context: RoundContext, answer: tuple[re.Event, ...]) -> Iterator[re.Event]:
    """The event that registers the link's display, at its failure or now."""
    for event in answer:
        if isinstance(event, re.JackpotRegistered) and context.link is not None:
            failure = context.link.failure
            yield re.JackpotRegistered(failure.registered if failure else shown(context.games, context.link))
        else:
            yield event


def _for_link(
    context: RoundContext, link: Link, state: Round, command: cmd.Command, events: tuple[re.Event, ...]
) -> Iterator[lc.JackpotCommand]:
    table, name = context.table.id, str(context.table.number)
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
    booked = booked_round(link, context.table)
    if booked and (returned := returned_bets(state, booked)):
        yield lc.ReturnBets(table, name, returned)
    if booked and any(isinstance(event, re.RoundSettled) for event in events):
        yield lc.FinishRound(table, name)


def booked_round(link: Link, table: TableState) -> RoundInPlay | None:
    """The round of a table as its link has booked it; None for one without jackpot bets."""
    return link.rounds.get(round_key(table.id, str(table.number)))


def complete_hands(game: Game, table: TableState) -> dict[int, int]:
    """Positions in the journal where hands were complete; never later than those of later hands."""
    community = table.dealt_at.get(COMMUNITY, 0)
    complete = {
        box: full_hand_at(game, at, community) for box, at in table.dealt_at.items() if box != COMMUNITY
    }
    boxes = table.round.boxes if table.round else ()
    in_order = sorted((box for box in boxes if box.number in complete), key=partial(place_in_deal, game))
    for box, following in reversed(list(pairwise(in_order))):
        complete[box.number] = min(complete[box.number], complete[following.number])
    return complete
