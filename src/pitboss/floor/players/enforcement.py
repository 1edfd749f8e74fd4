"""Refusals by a player's own limits: of seats, chips and bets before the cards. Pure.

Nothing inside a round that has begun is refused: a decision, and the bet that goes with it, stays the
player's. Chips are cashed and bets taken back at any time. Limits are the policy of players and of the
House; no sheet has a clause on them.
"""

from collections.abc import Callable
from datetime import date

from pitboss.access.roles import Actor
from pitboss.commands.record import Changes, StreamChange
from pitboss.floor.aggregates import LIMITS
from pitboss.floor.players.events import PlayedAt, PlayLimits
from pitboss.floor.players.figures import day_of_play, in_round, paid_in
from pitboss.floor.tables.events import BetAt, LimitPassed
from pitboss.floor.tables.money.events import BuyIn
from pitboss.floor.tables.play import MINUTE
from pitboss.floor.tables.table import TableState
from pitboss.floor.view import View
from pitboss.ledger import GamingDay
from pitboss.people import known_as
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round.commands import CorrectBet, PlaceBet
from pitboss.sheets import Game
from pitboss.sheets.house import zone_of
from pitboss.store.streams import StreamState
from pitboss.time_zones import minute_text


def bet_limit_refusal(
    view: View, game: Game, table: TableState, command: PlaceBet, day: Callable[[], GamingDay]
) -> Refusal | None:
    """Refusal of a bet before the cards that its player's own limits do not allow.

    A bet that stood unnoticed is a fact: it is recorded, and the refusal is told to the pit instead.
    """
    limits = view.play_limits(command.player)
    if limits is None or not _before_the_cards(game, command.bet):
        return None
    if table.round is None or table.round.closed:
        return None
    player = command.player
    if refusal := _break_refusal(view, limits, player) or _bet(view, limits, table, command, command.amount):
        return refusal
    if not limits.sums_needed(view.at):
        return None
    today = day().date
    if not in_round(table, player) and (refusal := _time(view, limits, player, today)):
        return refusal
    return _loss(view, limits, player, today, command.amount)


def limit_passed(
    view: View, game: Game, table: TableState, command: PlaceBet, day: Callable[[], GamingDay], by: Actor
) -> LimitPassed | Refusal | None:
    """Refusal of a bet against its player's own limits; of one that stood unnoticed, what the pit is told."""
    refusal = bet_limit_refusal(view, game, table, command, day)
    if refusal is None or not command.unnoticed:
        return refusal
    bet = BetAt(command.box, command.player, command.bet, command.amount)
    return LimitPassed(bet=bet, code=refusal.code, by=by)


def raise_refusal(
    view: View, game: Game, held: StreamState[TableState], command: CorrectBet
) -> Refusal | None:
    """Refusal of a correction that raises a bet against its player's own limits, or on their break.

    A gate in front of the decision: records from before it hold such corrections, so the audit decides
    without it.
    """
    table, limits = held.state, view.play_limits(command.player)
    state = table.round if table else None
    if table is None or state is None or limits is None or not 1 <= command.box <= len(state.boxes):
        return None
    more = command.amount - state.box(command.box).total(command.bet, command.player)
    if more <= 0:
        return None
    if refusal := _break_refusal(view, limits, command.player):
        return refusal
    if not _before_the_cards(game, command.bet):
        return None
    if refusal := _bet(view, limits, table, command, more):
        return refusal
    if limits.limit("loss", view.at) is None:
        return None
    return _loss(view, limits, command.player, view.day(held.heard).date, more)


def _before_the_cards(game: Game, bet: str) -> bool:
    """Whether a bet is placed before the cards: one that decides a hand is never refused."""
    rule = game.sheet.bets.get(bet)
    return rule is not None and rule.placed != "decision"


def play_noted(view: View, table: str, player: str) -> Changes:
    """The change that adds a table to those over which the player's own limits are summed."""
    limits = view.play_limits(player)
    if limits is None or not limits.sums_needed(view.at) or table in limits.tables:
        return ()
    if not view.notes_play(limits):
        return ()
    return (StreamChange(LIMITS.kind, known_as(player), (PlayedAt(table),)),)


def seat_refusal(view: View, player: str, day: Callable[[], GamingDay]) -> Refusal | None:
    """Refusal of a seat while its player takes a break, or has reached a limit of the gaming day."""
    limits = view.play_limits(player)
    if limits is None:
        return None
    if refusal := _break_refusal(view, limits, player):
        return refusal
    if not limits.sums_needed(view.at):
        return None
    today = day().date
    return _time(view, limits, player, today) or _loss(view, limits, player, today, 0)


def buy_in_refusal(view: View, asked: BuyIn, day: Callable[[], GamingDay]) -> Refusal | None:
    """Refusal of chips: as for a seat, and above what the player pays in for a gaming day."""
    if refusal := seat_refusal(view, asked.player, day):
        return refusal
    limits = view.play_limits(asked.player)
    most = limits.limit("buy_in", view.at) if limits else None
    if most is None:
        return None
    so_far = paid_in(view.tables_played(asked.player), asked.player, day().date)
    if so_far + asked.amount <= most:
        return None
    why = because("buy_in_limit", player=asked.player, most=most, paid=so_far, left=max(0, most - so_far))
    return refuse("buy_in_limit", why)


def _break_refusal(view: View, limits: PlayLimits, player: str) -> Refusal | None:
    if view.at >= limits.break_until:
        return None
    why = because(
        "on_break", player=player, until=minute_text(limits.break_until, zone_of(view.games.values()))
    )
    return refuse("on_break", why)


def _bet(
    view: View, limits: PlayLimits, table: TableState, command: PlaceBet | CorrectBet, more: int
) -> Refusal | None:
    most = limits.limit("bet", view.at)
    if most is None or table.round is None or not 1 <= command.box <= len(table.round.boxes):
        return None
    stands = table.round.box(command.box).total(command.bet, command.player)
    if stands + more <= most:
        return None
    why = because("bet_limit", player=command.player, most=most, amount=stands + more)
    return refuse("bet_limit", why)


def _time(view: View, limits: PlayLimits, player: str, day: date) -> Refusal | None:
    most = limits.limit("time", view.at)
    if most is None:
        return None
    played = day_of_play(view.tables_played(player), player, day, view.at).time
    if played < most * MINUTE:
        return None
    why = because("time_limit", player=player, most=most, played=played // MINUTE)
    return refuse("time_limit", why)


def _loss(view: View, limits: PlayLimits, player: str, day: date, amount: int) -> Refusal | None:
    """Refusal of what may lose more than the limit; 0 asks whether the limit is reached."""
    most = limits.limit("loss", view.at)
    if most is None:
        return None
    sums = day_of_play(view.tables_played(player), player, day, view.at)
    left = most + sums.net - sums.at_risk
    if amount <= left and (amount or left > 0):
        return None
    why = because(
        "loss_limit", player=player, most=most, lost=max(0, -sums.net), bets=sums.at_risk, left=max(0, left)
    )
    return refuse("loss_limit", why)
