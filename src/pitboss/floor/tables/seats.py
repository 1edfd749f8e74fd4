"""Seats: who sits at which box of a table. Pure.

A bet on a free box takes its seat. Players keep their seats from round to round, until they stand up, walk
away from a hand, or have not bet for as many rounds as the table allows.
"""

from typing import Any, Final

from msgspec import Struct, structs

from pitboss.access.roles import Actor, permission_refusal
from pitboss.citation import Clauses
from pitboss.floor.tables import events as fe
from pitboss.people import known_as
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.refusal_codes import RefusalCode
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.sheets.game import Game

SEATS_WITHOUT_BET: Final = 2
"""How many seats a player may hold without a bet over all tables, unless the floor's file says otherwise."""


class Seat(Struct, frozen=True, kw_only=True):
    """The player at a box."""

    player: str
    idle: int = 0
    """How many times in a row the Bets were closed without a bet by this player on the box."""
    since: int = 0
    """When the seat was taken, or when the Bets were last closed over a bet of its player on the box, in
    microseconds since 1970. A bet that is taken back changes nothing."""
    played: bool = False
    """Whether the Bets have been closed over a bet of its player on the box."""
    taken_back: int | None = None
    """When its player first took back their bets there, if they have not played the box yet."""


SeatsByBox = dict[int, Seat]


def sit_down(
    game: Game, seats: SeatsByBox, box: int, player: str, by: Actor, *, boxes: int, memory: cmd.Memory
) -> tuple[fe.SeatTaken] | Refusal:
    """A player takes a free seat; staff may seat anybody."""
    if refusal := _may_seat(game, player, by):
        return refusal
    if not 1 <= box <= boxes:
        return refuse("no_such_box", because("no_such_box.seat", most=boxes), game.sheet.layout.clauses)
    held = seats.get(box)
    if held:
        if held.player == player:
            why = because("seat_taken.already", box=box, player=held.player)
        else:
            why = because("seat_taken", box=box, player=held.player)
        return refuse("seat_taken", why, game.sheet.seats.clauses)
    if player in memory.barred:
        why = because("player_barred", player=player)
        return refuse("player_barred", why, _clauses(game, "player_barred"))
    if box in memory.blocked:
        return refuse("box_blocked", because("box_blocked", box=box), _clauses(game, "box_blocked"))
    if player in memory.one_position and any(seat.player == player for seat in seats.values()):
        why = because("player_restricted", player=player)
        return refuse("player_restricted", why, _clauses(game, "player_restricted"))
    return (fe.SeatTaken(box, player, by),)


def stand_up(
    game: Game, seats: SeatsByBox, state: Round | None, box: int, by: Actor
) -> tuple[fe.SeatLeft] | Refusal:
    """A player gives up their seat between hands, or staff free it."""
    held = seats.get(box)
    if held is None:
        return refuse("seat_empty", because("seat_empty", box=box), game.sheet.seats.clauses)
    if refusal := _may_seat(game, held.player, by):
        return refusal
    if state and not state.settled and _bets_of(state, box, held.player):
        why = because("bets_on_box", player=held.player, box=box)
        return refuse("bets_on_box", why, game.sheet.seats.clauses)
    return (fe.SeatLeft(box, held.player, by),)


def walking_away(seats: SeatsByBox, state: Round | None, box: int) -> cmd.LeaveTable | None:
    """The command to walk away from a hand in play, where standing up from a box means that."""
    held = seats.get(box)
    if state is None or state.settled or not state.closed or held is None or box > len(state.boxes):
        return None
    if state.box(box).out or not _bets_of(state, box, held.player):
        return None
    return cmd.LeaveTable(box, None if state.box(box).player == held.player else held.player)


def seat_taken_refusal(game: Game, seats: SeatsByBox, state: Round, command: cmd.PlaceBet) -> Refusal | None:
    """Refusal of a bet on a box at which somebody else sits."""
    held, rule = seats.get(command.box), game.sheet.bets.get(command.bet)
    if held is None or held.player == command.player or rule is None or rule.placed == "decision":
        return None
    if game.sheet.seats.players_on_a_box == "one":
        why = because("bet_on_anothers_box.seat", player=held.player, box=command.box)
        return refuse("bet_on_anothers_box", why, _clauses(game, "bet_on_anothers_box"))
    if _bets_of(state, command.box, held.player):
        return None
    why = because("seat_taken.others", player=held.player, box=command.box)
    return refuse("seat_taken", why, game.sheet.seats.clauses)


def with_seated(seats: SeatsByBox, state: Round, command: cmd.Command) -> cmd.Command:
    """A bet with the player who sits at its position, where somebody else was the first to bet there."""
    if not isinstance(command, cmd.PlaceBet) or not 1 <= command.box <= len(state.boxes):
        return command
    held = seats.get(command.box)
    if command.bet != "jackpot" or held is None or state.box(command.box).player in (None, held.player):
        return command
    return structs.replace(command, seated=held.player)


def forfeited(seats: SeatsByBox, idle_rounds: int) -> tuple[int, ...]:
    """The boxes that players lose when the next round begins, for not betting."""
    return tuple(box for box, seat in seats.items() if idle_rounds and seat.idle >= idle_rounds)


def evolve_seats(seats: SeatsByBox, state: Round | None, event: Any, at: int) -> SeatsByBox:
    """The seats after an event of the table, given the round before it and the time of its command."""
    match event:
        case fe.SeatTaken(box=box, player=player):
            return seats | {box: Seat(player=player, since=at)}
        case fe.SeatLeft(box=box):
            return {other: seat for other, seat in seats.items() if other != box}
        case fe.SeatsForfeited(boxes=boxes):
            return {box: seat for box, seat in seats.items() if box not in boxes}
        case re.PlayerLeft(player=player):
            return {box: seat for box, seat in seats.items() if seat.player != player}
        case re.BetsClosed() if state:
            return {box: _at_close(state, box, seat, at) for box, seat in seats.items()}
        case re.BetPlaced(box=box, player=player) if state and not state.closed:
            held = seats.get(box)
            free = held is None or (held.player != player and state.box(box).player is None)
            return seats | {box: Seat(player=player, since=at)} if free else seats
        case re.BetWithdrawn(box=box, bet=bet, player=player) if state and (held := seats.get(box)):
            if player not in (None, held.player) or held.played or held.taken_back is not None:
                return seats
            left = any(wager.player == held.player and wager.bet != bet for wager in state.box(box).wagers)
            return seats if left else seats | {box: structs.replace(held, taken_back=at)}
        case _:
            return seats


def without_bet(seats: SeatsByBox, state: Round | None, player: str) -> int:
    """How many seats a player holds without a bet now, and without one when the Bets were last closed."""
    on = state if state and not state.settled else None
    name = known_as(player)
    return sum(
        known_as(seat.player) == name
        and not (seat.played and not seat.idle)
        and not (on and _bets_of(on, box, seat.player))
        for box, seat in seats.items()
    )


def _at_close(state: Round, box: int, seat: Seat, at: int) -> Seat:
    """A seat once the Bets are closed."""
    if _bets_of(state, box, seat.player):
        return Seat(player=seat.player, since=at, played=True)
    return structs.replace(seat, idle=seat.idle + 1)


def _bets_of(state: Round, box: int, player: str) -> bool:
    return box <= len(state.boxes) and state.box(box).has_player(player)


def _may_seat(game: Game, player: str, by: Actor) -> Refusal | None:
    """Refusal unless players seat themselves, or staff who run tables do."""
    if by.role != "player":
        return permission_refusal(by.role, "run_table", game)
    if known_as(by.name) == known_as(player):
        return None
    return refuse("not_ones_own", because("not_ones_own.seat", name=by.name), game.sheet.seats.clauses)


def _clauses(game: Game, code: RefusalCode) -> Clauses:
    return game.refusal_clauses(code, game.sheet.seats.clauses)
