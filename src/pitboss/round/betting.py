"""Betting: placing, withdrawing, and "No more Bets"."""

from collections.abc import Iterator

from msgspec import structs

from pitboss.reason import because
from pitboss.refusal_codes import RefusalCode
from pitboss.round.commands import CloseBets, PlaceBet, WithdrawBet
from pitboss.round.decisions import bet_placed, place_decision_bet, share_refusal, take_back
from pitboss.round.events import (
    BetsClosed,
    BetWithdrawn,
    Event,
    ExcessRejected,
    HandInvalidated,
    RoundAnswer,
)
from pitboss.round.queries import find_box, live_box, out_refusal
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.state import Round
from pitboss.settlement import Box
from pitboss.settlement.stakes import below_minimum
from pitboss.sheets.game import Game
from pitboss.sheets.model import BetRule


def place_bet(game: Game, state: Round, command: PlaceBet) -> RoundAnswer:
    """Decide a bet, placed before the Bets are closed or as a decision."""
    rule = game.sheet.bets.get(command.bet)
    if rule is None:
        return no_such_bet(game, command.bet)
    box = find_box(game, state, command.box)
    if type(box) is Refusal:
        return box
    if rule.placed == "decision":
        return place_decision_bet(game, state, box, command)
    if state.closed:
        why = because("bet_after_close.bet", bet=rule.title)
        return refuse(game, "bet_after_close", why)
    excess = _rejected(game, state, box, command)
    if excess:
        command = structs.replace(command, amount=command.amount - excess)
    refusal = (
        _may_play(game, state, box, command)
        or _may_use_box(game, box, command)
        or (command.bet == "jackpot" and _jackpot_runs(game, state))
        or (rule.needs_ante and _has_ante(game, box, command))
        or (rule.equals and not command.unnoticed and _over_equal(game, box, rule, command))
        or (not command.unnoticed and amount_refusal(game, state, box, command))
    )
    if refusal:
        return refusal
    if not excess:
        return (bet_placed(game, command),)
    back = ExcessRejected(
        box=command.box,
        player=command.player,
        bet=command.bet,
        amount=excess,
        clauses=game.refusal_clauses("bet_above_maximum"),
    )
    return (bet_placed(game, command), back)


def _rejected(game: Game, state: Round, box: Box, command: PlaceBet) -> int:
    """How much of a bet goes back at once, because the rest brings its area to the maximum (RWS 5.1)."""
    limits = state.table.limits.get(command.bet)
    if limits is None or command.unnoticed or game.readings.bet_over_maximum == "refused":
        return 0
    if command.bet == "jackpot" and state.table.jackpot_bet is not None:
        return 0
    room = limits.maximum - box.total(command.bet)
    return command.amount - room if 0 < room < command.amount else 0


def withdraw_bet(game: Game, state: Round, command: WithdrawBet) -> RoundAnswer:
    """Decide a withdrawal, which is possible before the Bets are closed or as a decision."""
    if command.bet not in game.sheet.bets:
        return no_such_bet(game, command.bet)
    if state.closed:
        return take_back(game, state, command)
    box = live_box(game, state, command.box)
    if type(box) is Refusal:
        return box
    if box.folded:
        return refuse(game, "hand_folded", because("hand_folded.box", box=box.number), *box.folded)
    if not box.total(command.bet, command.player):
        why = because("nothing_there.area", bet=game.sheet.bets[command.bet].title, box=command.box)
        return refuse(game, "nothing_there", why)
    if refusal := share_refusal(game, box, command.player) or _ambiguous(game, box, command):
        return refusal
    if not box.shares_out:
        return (BetWithdrawn(command.box, command.bet, command.player),)
    return _withdrawn_beside_a_share(box, command.bet, command.player or next(_sharers(box, command.bet)))


def _withdrawn_beside_a_share(box: Box, bet: str, player: str) -> tuple[Event, ...]:
    """The withdrawal of a named player's bet: a share that is returned keeps its line, but plays no hand."""
    stand = {(w.player, w.bet) for w in box.wagers if w.player not in box.shares_out}
    withdrawn = BetWithdrawn(box.number, bet, player)
    if stand - {(player, bet)}:
        return (withdrawn,)
    return (withdrawn, HandInvalidated(box.number, next(iter(box.shares_out.values()))))


def _sharers(box: Box, bet: str) -> Iterator[str]:
    """The players with bets on an area that are not returned, in the order of the bets."""
    for wager in box.wagers:
        if wager.bet == bet and wager.player not in box.shares_out:
            yield wager.player


def _ambiguous(game: Game, box: Box, command: WithdrawBet) -> Refusal | None:
    """The refusal to take back the bet of nobody named, where several players have one on the area."""
    players = tuple(dict.fromkeys(_sharers(box, command.bet)))
    if command.player is not None or len(players) < 2:
        return None
    rule = game.sheet.bets[command.bet]
    why = because("argument_missing.sharer", players=players, bet=rule.title, box=box.number)
    clauses = (*game.refusal_clauses("withdrawal_after_close"), *rule.clauses)
    return refuse(game, "argument_missing", why, *clauses)


def close_bets(game: Game, state: Round, command: CloseBets) -> RoundAnswer:
    """Decide the announcement "No more Bets"."""
    if state.closed:
        return refuse(game, "bet_after_close", because("bet_after_close.already"))
    for box in state.boxes:
        if box.wagers and not box.out:
            refusal = _may_close(game, state, box)
            if refusal:
                return refusal
    return (BetsClosed(),)


def no_such_bet(game: Game, bet: str) -> Refusal:
    """The refusal of a bet that the sheet does not have."""
    why = because("no_such_bet", game=game.sheet.identity.title, bet=bet, bets=tuple(game.bet_names))
    return refuse(game, "no_such_bet", why)


def amount_refusal(game: Game, state: Round, box: Box, command: PlaceBet) -> Refusal | None:
    """The refusal of an amount that brings the area over its maximum or leaves it under its minimum.

    By another reading a bet under the minimum is open until the close: it is increased or taken back by then.
    """
    limits = state.table.limits.get(command.bet)
    if limits is None and command.bet != "jackpot":
        return None
    total = box.total(command.bet) + command.amount
    if limits and total > limits.maximum:
        title = game.sheet.bets[command.bet].title
        why = because("bet_above_maximum.total", amount=total, bet=title, most=limits.maximum)
        return refuse(game, "bet_above_maximum", why)
    at_once = state.closed or game.readings.bet_under_minimum == "refused"
    if limits and total < limits.minimum and at_once:
        title = game.sheet.bets[command.bet].title
        why = because("bet_below_minimum.total", amount=total, bet=title, least=limits.minimum)
        return refuse(game, "bet_below_minimum", why)
    if command.bet == "jackpot":
        return _prescribed(game, state, total)
    return None


def _may_play(game: Game, state: Round, box: Box, command: PlaceBet) -> Refusal | None:
    memory = state.memory
    if memory.closed:
        return refuse(game, "table_closed", because("table_closed.jackpot"))
    if box.number in memory.blocked:
        return refuse(game, "box_blocked", because("box_blocked", box=box.number))
    if command.player in memory.barred or command.player in memory.barred_elsewhere:
        return refuse(game, "player_barred", because("player_barred", player=command.player))
    if command.player in memory.one_position and _has_another_position(state, box, command.player):
        why = because("player_restricted", player=command.player)
        return refuse(game, "player_restricted", why)
    return None


def _has_another_position(state: Round, box: Box, player: str) -> bool:
    """Whether the player bets elsewhere in this round and not on this box yet."""
    boxes = {other.number for other in state.boxes for wager in other.wagers if wager.player == player}
    return bool(boxes) and box.number not in boxes


def _may_use_box(game: Game, box: Box, command: PlaceBet) -> Refusal | None:
    if box.out:
        return out_refusal(game, box)
    if box.folded:
        return refuse(game, "hand_folded", because("hand_folded.box", box=box.number), *box.folded)
    if game.sheet.seats.players_on_a_box == "several":
        return _may_use_jackpot(game, box, command) if command.bet == "jackpot" else None
    player = box.player
    if player is None or player == command.player:
        return None
    why = because("bet_on_anothers_box", box=box.number, player=player)
    return refuse(game, "bet_on_anothers_box", why)


def _may_use_jackpot(game: Game, box: Box, command: PlaceBet) -> Refusal | None:
    """The refusal of a jackpot bet on a shared position that is not the player's own.

    The position is that of the player seated there; without word of the seat, or where that player's share
    was returned, of the first player to bet.
    """
    seated = command.seated if command.seated not in box.shares_out else None
    holder = next(_sharers(box, command.bet), None) or seated or box.player
    if holder in (None, command.player):
        return None
    why = because("jackpot_on_anothers_box", box=box.number, player=holder)
    return refuse(game, "jackpot_on_anothers_box", why)


def _jackpot_runs(game: Game, state: Round) -> Refusal | None:
    if state.memory.no_jackpot:
        why = because("jackpot_suspended")
        return refuse(game, "jackpot_suspended", why)
    if state.display is None:
        return refuse(game, "no_jackpot", because("no_jackpot"))
    return None


def _has_ante(game: Game, box: Box, command: PlaceBet) -> Refusal | None:
    if command.unnoticed or box.total("ante", command.player):
        return None
    return _ante_missing(game, box, command.bet)


def _ante_missing(game: Game, box: Box, bet: str) -> Refusal:
    why = because("bet_without_ante", bet=game.sheet.bets[bet].title, box=box.number)
    code: RefusalCode = "jackpot_without_ante" if bet == "jackpot" else "bet_without_ante"
    return refuse(game, code, why)


def _over_equal(game: Game, box: Box, rule: BetRule, command: PlaceBet) -> Refusal | None:
    """The refusal of a bet that would be higher than the one it must equal."""
    due = box.total(rule.equals or "", command.player)
    over = box.total(command.bet, command.player) + command.amount > due
    return _not_equal(game, box, rule, due) if over else None


def _not_equal(game: Game, box: Box, rule: BetRule, due: int) -> Refusal:
    equal = game.sheet.bets[rule.equals or "ante"].title
    why = because("bet_not_equal", bet=rule.title, box=box.number, other=equal, amount=due)
    return refuse(game, "bet_not_equal", why, *rule.clauses)


def _prescribed(game: Game, state: Round, total: int) -> Refusal | None:
    unit = state.table.jackpot_bet
    most = game.jackpot.most_units
    if unit is None or (total % unit == 0 and 1 <= total // unit <= most):
        return None
    why = because("jackpot_bet_not_prescribed", amount=total, unit=unit, most=most)
    return refuse(game, "jackpot_bet_not_prescribed", why)


def bet_left_alone(game: Game, state: Round) -> WithdrawBet | None:
    """A bet to give back before the Bets can be closed: not equal to the bet that it must equal, or too low.

    What is not allowed without it goes back before it, one bet after the other, the Ante last.
    """
    for box in state.boxes:
        for player, _ in _unequal(game, box):
            return _last_back(game, box, player, {wager.bet for wager in box.wagers})
        for bet in under_minimum(game, state, box):
            bets = (w.player for w in reversed(box.wagers) if w.bet == bet)
            player = next(player for player in bets if player not in box.shares_out)
            with_ante = (other for other, rule in game.sheet.bets.items() if rule.needs_ante)
            return _last_back(game, box, player, {bet, *(with_ante if bet == "ante" else ())})
    return None


def _last_back(game: Game, box: Box, player: str, bets: set[str]) -> WithdrawBet:
    """The last in the sheet's order of these bets of a player."""
    lie = [wager.bet for wager in box.wagers if wager.player == player and wager.bet in bets]
    return WithdrawBet(box.number, max(lie, key=game.bet_order.__getitem__), player)


def under_minimum(game: Game, state: Round, box: Box) -> Iterator[str]:
    """The bets on a box that are known to be under their minimum: they go up or back before the close."""
    for bet in dict.fromkeys([wager.bet for wager in box.wagers]) if not box.out else ():
        if below_minimum(state.table, bet, box.total(bet)):
            sharers = set(_sharers(box, bet))
            if sharers and not any(w.unnoticed for w in box.wagers if w.bet == bet and w.player in sharers):
                yield bet


def _unequal(game: Game, box: Box) -> Iterator[tuple[str, BetRule]]:
    """The players with a bet that is not as high as the one that it must equal, and the bet."""
    for bet, rule in game.equal_bets.items():
        for player in dict.fromkeys(wager.player for wager in box.wagers):
            due, lies = box.total(rule.equals or "", player), box.total(bet, player)
            pair = (w for w in box.wagers if w.player == player and w.bet in (bet, rule.equals))
            if lies != due and not (lies and any(wager.unnoticed for wager in pair)):
                yield player, rule


def _may_close(game: Game, state: Round, box: Box) -> Refusal | None:
    for wager in box.wagers:
        without = game.sheet.bets[wager.bet].needs_ante and not box.total("ante", wager.player)
        if without and not any(other.unnoticed for other in box.wagers if other.bet == wager.bet):
            return _ante_missing(game, box, wager.bet)
    for bet in under_minimum(game, state, box):
        why = because("bet_below_minimum.box", bet=game.sheet.bets[bet].title, box=box.number)
        return refuse(game, "bet_below_minimum", why)
    for player, rule in _unequal(game, box):
        return _not_equal(game, box, rule, box.total(rule.equals or "", player))
    return None
