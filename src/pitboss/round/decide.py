"""Decide: from a command to its events or its refusal. Pure."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import structs

from pitboss.reason import because
from pitboss.round import commands as cmd
from pitboss.round.betting import close_bets, place_bet, withdraw_bet
from pitboss.round.corrections import adjust_settlement, correct_bet, correct_card
from pitboss.round.dealing import burn_card, deal_cards, discard_card, show_cards
from pitboss.round.decisions import (
    check,
    decline_to_show,
    examine_hand,
    fold_hand,
    handle_hand,
    leave_table,
)
from pitboss.round.disclosure import announce_no_hand, notify_jackpot_hand, view_hand
from pitboss.round.events import Event, RoundAnswer, RoundOpened, SettlementReopened
from pitboss.round.evolve import evolve
from pitboss.round.irregularities import choose, interrupt_play, report
from pitboss.round.queries import excess_refusal
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.restrictions import lift_restriction
from pitboss.round.revealing import reveal, settle_round
from pitboss.round.state import Round
from pitboss.sheets.game import Game


def decide(game: Game, state: Round | None, command: cmd.Command) -> RoundAnswer:
    """The events that follow from a command in this state, or the refusal."""
    if isinstance(command, cmd.OpenRound):
        if wrong := game.device_fault(command.table.device):
            return refuse(game, "method_not_possible", wrong)
        return (RoundOpened(command.table, command.display, command.hashes, command.memory),)
    if state is None:
        return refuse(game, "round_not_begun", because("round_not_begun.unopened"))
    refusal = _gate(game, state, command)
    if refusal:
        return refusal
    answer = _DECIDE[type(command)](game, state, command)
    if isinstance(answer, Refusal) or isinstance(command, (cmd.SettleRound, *_BESIDE)):
        return answer
    if state.reopened or (state.settled and any(isinstance(event, SettlementReopened) for event in answer)):
        return _settled_again(game, state, answer)
    return answer


def open_round(command: cmd.OpenRound) -> Round:
    """The state of a new round, betting open."""
    return evolve(None, RoundOpened(command.table, command.display, command.hashes, command.memory))


def apply(game: Game, state: Round, command: cmd.Command) -> tuple[Round, tuple[Event, ...]] | Refusal:
    """Decide a command and evolve the state by its events."""
    answer = decide(game, state, command)
    if isinstance(answer, Refusal):
        return answer
    for event in answer:
        state = evolve(state, event)
    return state, answer


def _gate(game: Game, state: Round, command: cmd.Command) -> Refusal | None:
    """The refusal of any command while a void, a settlement, an excess card or an option comes first."""
    if state.void and not state.settled:
        if isinstance(command, cmd.SettleRound):
            return None
        why = because("round_void.return")
        return refuse(game, "round_void", why, *state.void)
    if state.settled or state.reopened:
        if refusal := _after_settlement(game, state, command):
            return refusal
    elif (refusal := excess_refusal(game, state)) and not _answers_excess(game, command):
        return refusal
    if state.options and not isinstance(command, cmd.Choose) and not _is_ruling(game, command):
        asked = tuple(
            because("option_open.player", box=option.box, player=option.player) if option.each else option.box
            for option in state.options
        )
        why = because("option_open", boxes=asked)
        first = state.options[0]
        return refuse(game, "option_open", why, *first.withdraw_clauses)
    return None


def _after_settlement(game: Game, state: Round, command: cmd.Command) -> Refusal | None:
    """The refusal after settlement: only some reports are allowed, and what corrects a reopened round."""
    allowed: tuple[type, ...] = (cmd.Report, cmd.AdjustSettlement, *_BESIDE)
    if state.reopened:
        allowed = (*allowed, cmd.Choose, cmd.SettleRound, cmd.ShowCards)
        if state.restated is not None:
            allowed = (*allowed, cmd.DealCards)
    if isinstance(command, allowed):
        return None
    return refuse(game, "round_settled", because("round_settled"))


def _answers_excess(game: Game, command: cmd.Command) -> bool:
    if isinstance(command, cmd.CorrectCard):
        return True
    return isinstance(command, cmd.Report) and command.clause in game.excess_card_clauses


def _is_ruling(game: Game, command: cmd.Command) -> bool:
    if not isinstance(command, cmd.Report):
        return False
    policy = game.sheet.irregularities.get(command.clause)
    return policy is not None and policy.effect == "ruling"


def _settled_again(game: Game, state: Round, answer: tuple[Event, ...]) -> RoundAnswer:
    """Settle again after an error found past payment, as soon as nothing else is due."""
    linked = state.linked
    for event in answer:
        state = evolve(state, event)
    if state.options:
        return answer
    again = settle_round(game, state, cmd.SettleRound(linked))
    if isinstance(again, Refusal):
        # The old settlement must not stand once the cards contradict it.
        return (*answer, SettlementReopened(again.clauses)) if state.settled else answer
    return (*answer, *(structs.replace(event, final=False) for event in again))


_BESIDE: Final = (cmd.ViewHand, cmd.LiftRestriction)
"""Acts that no settlement depends on, allowed after one too."""

_DECIDE: dict[type, Callable[[Game, Round, Any], RoundAnswer]] = {
    cmd.PlaceBet: place_bet,
    cmd.WithdrawBet: withdraw_bet,
    cmd.CloseBets: close_bets,
    cmd.BurnCard: burn_card,
    cmd.DealCards: deal_cards,
    cmd.DiscardCard: discard_card,
    cmd.ShowCards: show_cards,
    cmd.ExamineHand: examine_hand,
    cmd.HandleHand: handle_hand,
    cmd.FoldHand: fold_hand,
    cmd.Check: check,
    cmd.Reveal: reveal,
    cmd.DeclineToShow: decline_to_show,
    cmd.ViewHand: view_hand,
    cmd.AnnounceNoHand: announce_no_hand,
    cmd.NotifyJackpotHand: notify_jackpot_hand,
    cmd.LeaveTable: leave_table,
    cmd.InterruptPlay: interrupt_play,
    cmd.Report: report,
    cmd.LiftRestriction: lift_restriction,
    cmd.Choose: choose,
    cmd.CorrectCard: correct_card,
    cmd.CorrectBet: correct_bet,
    cmd.AdjustSettlement: adjust_settlement,
    cmd.SettleRound: settle_round,
}
