"""Corrections: a typing error is corrected by a further event, with a role and a reason."""

from pitboss.cards import UNKNOWN
from pitboss.people import ROLES, PitRole
from pitboss.reason import because
from pitboss.round.betting import amount_refusal
from pitboss.round.commands import AdjustSettlement, CorrectBet, CorrectCard, PlaceBet
from pitboss.round.events import BetCorrected, CardCorrected, RoundAnswer, SettlementAdjusted
from pitboss.round.queries import find_box
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.state import Round
from pitboss.settlement import Box, Wager
from pitboss.sheets.game import Game

LOWEST_ROLE: PitRole = "pit_supervisor"


def correct_card(game: Game, state: Round, command: CorrectCard) -> RoundAnswer:
    """Decide the correction of a card."""
    if refusal := _may_correct(game, command.by, command.reason):
        return refusal
    if isinstance(command.at, int):
        box = find_box(game, state, command.at)
        if type(box) is Refusal:
            return box
    if command.at == "burnt":
        cards = state.burnt
    elif command.at == "discarded":
        cards = state.discarded
    else:
        cards = state.cards_at(command.at)
    elsewhere = command.card != UNKNOWN and command.card in state.cards_out()
    if command.recorded not in cards or command.recorded == command.card or elsewhere:
        # One sentence for all cases: a more precise one would reveal a face-down card.
        why = because("correction_not_possible.card", recorded=command.recorded, card=command.card)
        return refuse(game, "correction_not_possible", why)
    return (
        CardCorrected(
            at=command.at, recorded=command.recorded, card=command.card, by=command.by, reason=command.reason
        ),
    )


def correct_bet(game: Game, state: Round, command: CorrectBet) -> RoundAnswer:
    """Decide the correction of a bet's amount."""
    if refusal := _may_correct(game, command.by, command.reason):
        return refusal
    box = find_box(game, state, command.box)
    if type(box) is Refusal:
        return box
    recorded = box.total(command.bet, command.player)
    if not recorded or recorded == command.amount or command.amount <= 0:
        why = because("correction_not_possible.bet", bet=command.bet, player=command.player)
        return refuse(game, "correction_not_possible", why)
    if refusal := _still_allowed(game, state, box, command):
        return refusal
    return (
        BetCorrected(
            box=command.box,
            player=command.player,
            bet=command.bet,
            recorded=recorded,
            amount=command.amount,
            by=command.by,
            reason=command.reason,
        ),
    )


def adjust_settlement(game: Game, state: Round, command: AdjustSettlement) -> RoundAnswer:
    """Decide a ruling on a past round."""
    amounts = game.sheet.amounts
    if not state.settled:
        why = because("correction_not_possible.not_over")
        return refuse(game, "correction_not_possible", why)
    ruling = game.ruling_clauses
    if ROLES.index(command.by) < ROLES.index("shift_manager"):
        why = because("role_too_low.adjustment")
        return refuse(game, "role_too_low", why, *ruling)
    if not command.reason.strip():
        return refuse(game, "argument_missing", because("argument_missing.adjustment"), *ruling)
    if command.limits_error and amounts.past_limits_error:
        why = because("correction_not_possible.limits")
        return refuse(game, "correction_not_possible", why, *amounts.past_limits_error)
    lines = state.settlement.lines if state.settlement else ()
    found = any((line.box, line.player) == (command.box, command.player) for line in lines)
    if not found or not command.amount:
        why = because("correction_not_possible.adjustment", player=command.player, box=command.box)
        return refuse(game, "correction_not_possible", why)
    clauses = (*ruling, *amounts.past_error)
    return (
        SettlementAdjusted(
            box=command.box,
            player=command.player,
            bet=command.bet,
            amount=command.amount,
            by=command.by,
            reason=command.reason,
            clauses=clauses,
        ),
    )


def _may_correct(game: Game, by: PitRole, reason: str) -> Refusal | None:
    if ROLES.index(by) < ROLES.index(LOWEST_ROLE):
        return refuse(game, "role_too_low", because("role_too_low.correction"))
    if not reason.strip():
        return refuse(game, "argument_missing", because("argument_missing.correction_reason"))
    return None


def _still_allowed(game: Game, state: Round, box: Box, command: CorrectBet) -> Refusal | None:
    """A corrected amount obeys the same rules as a bet placed at that amount."""
    wagers = [w for w in box.wagers if (w.bet, w.player) == (command.bet, command.player)]
    if any(wager.unnoticed for wager in wagers):
        return None
    rule = game.sheet.bets[command.bet]
    if rule.placed == "decision":
        sizes = game.sizes_made(state.table.device, box.decided, command.bet)
        if any(command.amount == size * box.total("ante", command.player) for size in sizes):
            return None
        why = because("decision_bet_size.correction", bet=rule.title)
        return refuse(game, "decision_bet_size", why, *rule.clauses)
    bets = {wager.bet for wager in box.wagers if wager.player == command.player}
    equal = (
        {rule.equals} if rule.equals else {bet for bet in bets if game.sheet.bets[bet].equals == command.bet}
    )
    if state.closed and any(box.total(bet, command.player) != command.amount for bet in equal):
        why = because("correction_not_possible.unequal")
        return refuse(game, "correction_not_possible", why, *rule.clauses)
    if command.bet == "ante" and any(game.sheet.bets[bet].placed == "decision" for bet in bets):
        why = because("correction_not_possible.decided")
        return refuse(game, "correction_not_possible", why)
    others = tuple(wager for wager in box.wagers if wager not in wagers)
    rest = Box(number=box.number, wagers=others or (Wager(bet="", player=command.player, amount=0),))
    placed = PlaceBet(box=command.box, player=command.player, bet=command.bet, amount=command.amount)
    return amount_refusal(game, state, rest, placed)
