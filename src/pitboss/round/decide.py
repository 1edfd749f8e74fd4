"""Decide: from a command to its events or its refusal. Pure.

Hands that are shown or not: a supervisor's view, "No hand", and a jackpot hand that stays face up.

Restrictions that a clause imposed, lifted: of the table after a jackpot failure, or of a player.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import structs

from pitboss.cards import UNKNOWN
from pitboss.people import ROLES
from pitboss.reason import because
from pitboss.round import commands as cmd
from pitboss.round.betting import close_bets, place_bet, withdraw_bet
from pitboss.round.commands import AnnounceNoHand, LiftRestriction, NotifyJackpotHand, ViewHand
from pitboss.round.corrections import adjust_settlement, correct_bet, correct_card
from pitboss.round.dealt_cards import burn_card, deal_cards, discard_card, show_cards
from pitboss.round.decisions import check, decline_to_show, examine_hand, fold_hand, handle_hand, leave_table
from pitboss.round.events import (
    Event,
    HandViewed,
    JackpotHandNotified,
    NoHandAnnounced,
    Restriction,
    RestrictionLifted,
    RoundAnswer,
    RoundOpened,
    SettlementReopened,
)
from pitboss.round.evolve import evolve
from pitboss.round.irregularities import choose, interrupt_play, report
from pitboss.round.queries import excess_refusal, live_box, wrong_hand
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.revealing import reveal, settle_round
from pitboss.round.state import Round
from pitboss.sheets.game import Game
from pitboss.sheets.model import Irregularity


def lift_restriction(game: Game, state: Round, command: LiftRestriction) -> RoundAnswer:
    """Decide the lifting of a restriction, by the role that may impose it."""
    policy = game.sheet.irregularities.get(command.clause)
    if policy is None or policy.effect not in ("restrict_table", "bar_player", "one_position_only"):
        known = (command.clause,) if command.clause in game.register else ()
        why = because("nothing_to_lift.clause", clause=command.clause)
        return refuse(game, "nothing_to_lift", why, *known)
    by = command.by or policy.by
    if ROLES.index(by) < ROLES.index(policy.by):
        why = because("role_too_low.lift", role=policy.by)
        return refuse(game, "role_too_low", why, command.clause)
    if state.table.live and not command.reason.strip():
        why = because("argument_missing.lift_reason")
        return refuse(game, "argument_missing", why, command.clause)
    restriction = _restriction(game, command, policy)
    if type(restriction) is Refusal:
        return restriction
    if not _in_force(state, command, restriction):
        why = because("nothing_to_lift.in_force", clause=command.clause)
        return refuse(game, "nothing_to_lift", why, command.clause)
    return (
        RestrictionLifted(
            restriction=restriction,
            boxes=command.boxes if restriction == "block" else (),
            player=command.player,
            by=by,
            reason=command.reason,
            clauses=policy.action_clauses.get(restriction, (command.clause,)),
        ),
    )


def _restriction(game: Game, command: LiftRestriction, policy: Irregularity) -> Restriction | Refusal:
    """The restriction that a command names, with what its clause needs and nothing else."""
    of_table = policy.effect == "restrict_table"
    blocks = command.action == "block"
    given = {"action": bool(command.action), "player": bool(command.player), "box": bool(command.boxes)}
    for name, wanted in {"action": of_table, "player": not of_table, "box": blocks}.items():
        if wanted and not given[name]:
            why = because("argument_missing.lift", clause=command.clause, argument=name)
            return refuse(game, "argument_missing", why, command.clause)
        if given[name] and not wanted:
            why = because("argument_not_taken.lift", clause=command.clause, argument=name)
            return refuse(game, "argument_not_taken", why, command.clause)
    return command.action or ("barred" if policy.effect == "bar_player" else "one_position")


def _in_force(state: Round, command: LiftRestriction, restriction: Restriction) -> bool:
    later = state.later
    match restriction:
        case "close":
            return later.closed
        case "block":
            return later.blocked.issuperset(command.boxes)
        case "no_jackpot":
            return later.no_jackpot
        case "barred":
            return command.player in later.barred
        case "one_position":
            return command.player in later.one_position


def view_hand(game: Game, state: Round, command: ViewHand) -> RoundAnswer:
    """Decide a supervisor's view of a hand that its player does not show; its bets stay as they are."""
    rule = game.sheet.decline
    if rule.viewed_by is None:
        why = because("not_in_this_game.view", game=game.sheet.identity.title)
        return refuse(game, "not_in_this_game", why, *rule.clauses)
    by = command.by or rule.viewed_by
    if ROLES.index(by) < ROLES.index(rule.viewed_by):
        why = because("role_too_low.view", role=rule.viewed_by)
        return refuse(game, "role_too_low", why, *rule.clauses)
    box = live_box(game, state, command.box)
    if type(box) is Refusal:
        return box
    if not box.declined:
        why = because("nothing_there.view", box=box.number)
        return refuse(game, "nothing_there", why, *rule.clauses)
    return (HandViewed(box.number, by, rule.clauses),)


def announce_no_hand(game: Game, state: Round, command: AnnounceNoHand) -> RoundAnswer:
    """Decide the announcement that the Dealer's hand does not qualify."""
    clauses = game.sheet.qualifier.announce_clauses if game.sheet.qualifier else ()
    if not clauses:
        return refuse(
            game, "not_in_this_game", because("not_in_this_game.no_hand", game=game.sheet.identity.title)
        )
    if not state.dealer_up:
        return refuse(game, "reveal_still_due", because("reveal_still_due.dealer"), *clauses)
    full = game.sheet.hands.dealer
    if len(state.dealer) != full:
        why = because("card_count_dealer.full", count=len(state.dealer), full=full)
        return refuse(game, "card_count_dealer", why, *clauses)
    shared = state.community if game.sheet.hands.shows_down == "own_and_community" else ()
    if UNKNOWN in (*state.dealer, *shared):
        return refuse(game, "cards_unknown", because("cards_unknown.dealer"), *clauses)
    if game.qualifies(game.ranking.rank((*state.dealer, *shared))):
        why = because("dealer_qualifies")
        return refuse(game, "dealer_qualifies", why, *clauses)
    return () if state.no_hand else (NoHandAnnounced(clauses),)


def notify_jackpot_hand(game: Game, state: Round, command: NotifyJackpotHand) -> RoundAnswer:
    """Decide a player's notice of a jackpot hand. The cards are not asked: the settlement decides by them."""
    clauses = game.sheet.jackpot.notify_clauses if game.sheet.jackpot else ()
    if not clauses:
        why = because("not_in_this_game.notify", game=game.sheet.identity.title)
        return refuse(game, "not_in_this_game", why)
    box = live_box(game, state, command.box)
    if type(box) is Refusal:
        return box
    if not (box.has("jackpot") and box.has("ante")):
        why = because("nothing_there.jackpot", box=box.number)
        return refuse(game, "nothing_there", why, *clauses)
    if box.folded and "jackpot" in game.sheet.fold.loses:
        return refuse(game, "hand_folded", because("hand_folded.jackpot", box=box.number), *box.folded)
    if box.declined and not box.established:
        why = because("show_declined.show_first", box=box.number)
        return refuse(game, "show_declined", why, *game.sheet.decline.clauses)
    if refusal := wrong_hand(game, box):
        return refusal
    return () if box.notified else (JackpotHandNotified(box.number, clauses),)


def decide(game: Game, state: Round | None, command: cmd.Command) -> RoundAnswer:
    """The events that follow from a command in this state, or the refusal."""
    if type(command) is cmd.OpenRound:
        if wrong := game.device_fault(command.table.device):
            return refuse(game, "method_not_possible", wrong)
        return (RoundOpened(command.table, command.display, command.hashes, command.memory),)
    if state is None:
        return refuse(game, "round_not_begun", because("round_not_begun.unopened"))
    refusal = _gate(game, state, command)
    if refusal:
        return refusal
    answer = _DECIDE[type(command)](game, state, command)
    if type(answer) is Refusal or (state.settlement is None and not state.reopened):
        return answer
    if isinstance(command, (cmd.SettleRound, *_BESIDE)):
        return answer
    if state.reopened or any(isinstance(event, SettlementReopened) for event in answer):
        return _settled_again(game, state, answer)
    return answer


def open_round(command: cmd.OpenRound) -> Round:
    """The state of a new round, betting open."""
    return evolve(None, RoundOpened(command.table, command.display, command.hashes, command.memory))


def apply(game: Game, state: Round, command: cmd.Command) -> tuple[Round, tuple[Event, ...]] | Refusal:
    """Decide a command and evolve the state by its events."""
    answer = decide(game, state, command)
    if type(answer) is Refusal:
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
    if state.settlement is not None or state.reopened:
        if refusal := _after_settlement(game, state, command):
            return refusal
    elif state.excess_card and not _answers_excess(game, command):
        return excess_refusal(game, state)
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
    if type(again) is Refusal:
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
