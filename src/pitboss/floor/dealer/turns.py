"""The software Dealer's next turn at an automatic table, and when it is due. Pure.

The Dealer announces, closes the Bets a set time after the first one or once everybody is ready, deals by the
sheet's procedure, asks clockwise for decisions, reveals and settles. A player who does not decide in time has
walked away (RWS 5.5, MBS 5.11). The Dealer waits for people to decide an option, a second look, a jackpot
claim, a failed jackpot system, or bets that go back after cards were seen.
"""

from typing import Literal

from msgspec import Struct, structs

from pitboss.citation import Clause
from pitboss.floor.tables.dealing import dealers_next
from pitboss.floor.tables.ready import all_ready
from pitboss.floor.tables.seats import Seat
from pitboss.floor.tables.table import TableState
from pitboss.invariant import InvariantBroken
from pitboss.jackpots.parts import failure_clauses
from pitboss.round import Round
from pitboss.round.plan import NextAct
from pitboss.sheets.game import Game


class Pace(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long an automatic table waits, in seconds."""

    betting: float = 15.0
    """From the first bet until "No more Bets"."""
    decision: float = 20.0
    """For the decision of each box."""
    dealing: float = 0.6
    """Between two acts of the Dealer."""
    pause: float = 6.0
    """From the settlement to the next round."""
    seat: float = 180.0
    """From a seat's own last bet that stood, or from when it was taken, until it is freed while nobody bets.

    A seat whose player has only bets there that were taken back is kept as long as betting lasts. 0: never.
    """


AT_ONCE = Pace(betting=0.0, decision=0.0, dealing=0.0, pause=0.0)

DealerAct = Literal["begin", "close", "deal", "leave", "stand_up", "shut", "wait"]
Announcement = Literal[
    "place_your_bets",
    "no_more_bets",
    "dealing",
    "your_decision",
    "revealing",
    "paying",
    "your_choice",
    "for_the_supervisor",
    "jackpot_pending",
    "void",
    "for_the_witnesses",
    "round_over",
    "closed",
]
"""Announcements of the Dealer; the catalogue has the sentences."""


class DealerTurn(Struct, frozen=True, kw_only=True):
    """The software Dealer's next act, or what it waits for.

    A turn lasts until the next one begins. Acts of players neither end it nor stop its clock.
    """

    act: DealerAct
    """Due ``after`` seconds after the turn began."""
    says: Announcement
    after: float = 0.0
    began: int | None = None
    """When the clock of the turn began, in microseconds since 1970; None: with the turn."""
    box: int | None = None
    clause: Clause | None = None
    number: int = 0
    step: int = 0
    """Progress of the deal: cards that left the deck plus reveals."""


def dealer_turn(
    game: Game,
    table: TableState,
    pace: Pace,
    *,
    claims_open: bool = False,
    link_failed: bool = False,
    rounds_held: bool = False,
) -> DealerTurn:
    """The Dealer's turn for the current state of the table.

    ``claims_open``: the link has unpaid claims of this table. ``link_failed``: the link takes no bets.
    ``rounds_held``: no round may begin until witnesses have cosigned the record.
    """
    state = table.round
    step = state.cards_dealt + state.reveals if state else 0
    found = _turn(game, table, pace, claims_open, link_failed and has_jackpot_bets(table))
    if rounds_held and found.act == "begin":
        found = DealerTurn(act="wait", says="for_the_witnesses")
    return structs.replace(found, number=table.number, step=step)


def has_jackpot_bets(table: TableState) -> bool:
    """Whether the table has jackpot bets that its link must accept when the Bets are closed."""
    state = table.round
    if state is None or state.closed or state.void:
        return False
    return any(box.has("jackpot") for box in state.boxes)


def _turn(game: Game, table: TableState, pace: Pace, claims_open: bool, suspended: bool) -> DealerTurn:
    state = table.round
    if not table.open:
        return DealerTurn(act="wait", says="closed")
    if table.closing and not table.in_play:
        return DealerTurn(act="shut", says="closed", after=pace.pause)
    if state is None or state.settled:
        closed = (state.memory_after() if state else table.memory).closed
        return (
            DealerTurn(act="wait", says="closed")
            if closed
            else DealerTurn(act="begin", says="round_over", after=pace.pause)
        )
    if not state.closed and not state.void and not state.options:
        return _of_betting(game, table, state, pace, suspended)
    if claims_open:
        return DealerTurn(act="wait", says="jackpot_pending")
    return _of_bets_taken(game, table, state, pace)


def _of_betting(game: Game, table: TableState, state: Round, pace: Pace, suspended: bool) -> DealerTurn:
    """The turn while the Bets are open.

    Bets are not closed over a jackpot bet that the link cannot accept. A supervisor reports the failure,
    which makes the round Void (RWS 5.16), the shift manager rules, or the jackpot system is restored.
    """
    if suspended:
        return DealerTurn(act="wait", says="for_the_supervisor", clause=failure_clauses(game)[0])
    if all_ready(table):
        return DealerTurn(act="close", says="no_more_bets", after=pace.dealing)
    if state.has_bets:
        return DealerTurn(act="close", says="place_your_bets", after=pace.betting)
    return _nobody_bets(table, pace)


def _nobody_bets(table: TableState, pace: Pace) -> DealerTurn:
    """The turn before the first bet: each seat is freed by its own clock, so that others may bet."""
    if not table.seats or not pace.seat:
        return DealerTurn(act="wait", says="place_your_bets")
    _, box, began, after = min(_seat_clock(box, seat, pace) for box, seat in table.seats.items())
    return DealerTurn(act="stand_up", says="place_your_bets", after=after, began=began, box=box)


def _seat_clock(box: int, seat: Seat, pace: Pace) -> tuple[float, int, int, float]:
    """When a seat without a bet is freed, its box, when its clock began, and how long that runs."""
    whole, brief = (seat.since + pace.seat * 1e6, box, seat.since, pace.seat), pace.betting
    if seat.taken_back is None:
        return whole
    return min(whole, (seat.taken_back + brief * 1e6, box, seat.taken_back, brief))


def _of_bets_taken(game: Game, table: TableState, state: Round, pace: Pace) -> DealerTurn:
    """The turn after the Bets are closed, in a void round, or while a choice is open.

    An interruption while the Bets are open lets players withdraw (MBS 5.16.1).
    """
    if state.options:
        return DealerTurn(act="wait", says="your_choice", box=state.options[0].box)
    if state.unjudged_looks:
        return DealerTurn(act="wait", says="for_the_supervisor", box=state.unjudged_looks[0])
    due = dealers_next(game, table)
    if due is None:
        raise InvariantBroken(f"nothing is due in round {table.round_id}, which is closed and not settled")
    if due.act == "settle" and table.unsigned:
        return DealerTurn(act="wait", says="for_the_supervisor", clause=table.unsigned[0].clauses[0])
    if due.act == "ask":
        return DealerTurn(
            act="leave", says="your_decision", after=pace.decision, box=due.boxes[0], clause=due.clause
        )
    return DealerTurn(act="deal", says=_announced(state, due), after=pace.dealing, clause=due.clause)


def _announced(state: Round, due: NextAct) -> Announcement:
    """The announcement of the next act; "No more Bets" stays until the first card."""
    if state.void:
        return "void"
    if due.act == "reveal":
        return "revealing"
    if due.act == "settle":
        return "paying"
    return "dealing" if state.cards_dealt else "no_more_bets"
