"""Irregularities: reports, interruptions and the choices that they give.

A report is checked against the policy of its clause in the sheet, which names the effect that follows
(:mod:`pitboss.round.effects`).
"""

from typing import Literal

from pitboss.people import ROLES
from pitboss.reason import because
from pitboss.refusal_codes import RefusalCode
from pitboss.round.commands import Choose, InterruptPlay, Report
from pitboss.round.conditions import contradiction
from pitboss.round.decisions import shares_returned
from pitboss.round.effects import MECHANISMS, lost_by_fold, may_choose
from pitboss.round.events import (
    Event,
    IrregularityReported,
    OptionChosen,
    OptionsGiven,
    PlayInterrupted,
    RoundAnswer,
    RoundVoided,
    SettlementReopened,
    ShareReturned,
)
from pitboss.round.outcome import outcome_established
from pitboss.round.queries import find_box, live_box
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.state import Option, Round
from pitboss.settlement import Box
from pitboss.sheets.game import Game
from pitboss.sheets.model import Argument, Irregularity


def report(game: Game, state: Round, command: Report) -> RoundAnswer:
    """Decide a report: check that it applies, then dispatch to the mechanism of its clause."""
    policy = game.sheet.irregularities.get(command.clause)
    if policy is None:
        why = because("not_reportable", clause=command.clause)
        known = (command.clause,) if command.clause in game.register else ()
        return refuse(game, "not_reportable", why, *known)
    by = command.by or policy.by
    if ROLES.index(by) < ROLES.index(policy.by):
        why = because("role_too_low.report", role=policy.by)
        return refuse(game, "role_too_low", why, command.clause)
    refusal = (
        _not_taken(game, command, policy)
        or _not_now(game, state, command, policy)
        or _boxes_refusal(game, state, command, policy)
        or _player_refusal(game, state, command)
        or _missing(game, state, command, policy)
        or contradiction(game, state, command, policy)
    )
    if refusal:
        return refusal
    follows = MECHANISMS[policy.effect](game, state, command, policy)
    if isinstance(follows, Refusal):
        return follows
    reported = IrregularityReported(command, by, (command.clause,))
    reopened: tuple[Event, ...] = ()
    if state.settled and policy.effect != "restrict_table":
        reopened = (SettlementReopened((command.clause,)),)
    return (reported, *reopened, *follows)


def interrupt_play(game: Game, state: Round, command: InterruptPlay) -> RoundAnswer:
    """Decide a technical interruption, by whether an outcome is established."""
    if not state.has_bets:
        return refuse(game, "round_not_begun", because("round_not_begun.layout"))
    rule = game.sheet.interruption
    if outcome_established(game, state):
        return (PlayInterrupted(True, rule.continue_clauses),)
    interrupted = PlayInterrupted(False, rule.clauses)
    if rule.unestablished == "void":
        return (interrupted, RoundVoided((*rule.void_clauses, *game.sheet.void_clauses)))
    boxes = may_choose(game, state, state.boxes_in_play())
    each = game.readings.withdrawal_from_a_shared_area == "own_wagers"
    given = OptionsGiven(
        boxes=boxes,
        continue_clauses=rule.clauses,
        withdraw_clauses=rule.withdraw_clauses,
        alike=True,
        each=each,
    )
    return (interrupted, given) if boxes else (interrupted,)


def choose(game: Game, state: Round, command: Choose) -> RoundAnswer:
    """Decide a player's choice among the options that a clause gives."""
    box = live_box(game, state, command.box)
    if isinstance(box, Refusal):
        return box
    option = next((option for option in state.options if option.box == command.box), None)
    if option is None:
        made = any(number == command.box for number, _, _ in state.chosen)
        code: RefusalCode = "choice_already_made" if made else "no_option"
        return refuse(game, code, because(code, box=command.box))
    for _, way, player in state.chosen:
        if option.alike and way != command.way and player == option.player:
            why = because("choices_not_alike", player=player, way=way)
            return refuse(game, "choices_not_alike", why, *option.withdraw_clauses)
    return _chosen(game, state, box, option, command.way)


def _chosen(
    game: Game, state: Round, box: Box, option: Option, way: Literal["continue", "withdraw"]
) -> RoundAnswer:
    """What follows from a choice: a withdrawal takes back all wagers of the player, or of the box."""
    withdraws = way == "withdraw"
    clauses = option.withdraw_clauses if withdraws else option.continue_clauses
    lost = lost_by_fold(game, box) if withdraws else ()
    others = _other_players(box, option) if option.each else ()
    told = {player for _, _, player in state.chosen}
    following = next((player for player in others if player not in told), "")
    chosen = OptionChosen(
        box=box.number, way=way, clauses=clauses, lost=lost, stays=bool(others), next=following
    )
    if not (withdraws and option.alike):
        return (chosen,)
    shares = shares_returned(state, option.player, clauses)
    share = ShareReturned(box.number, option.player, clauses)
    return (chosen, *shares) if not others or share in shares else (chosen, share, *shares)


def _other_players(box: Box, option: Option) -> tuple[str, ...]:
    """The players of a common box besides the one who is asked, in the order of their wagers."""
    players = dict.fromkeys(wager.player for wager in box.wagers)
    return tuple(player for player in players if player != option.player and player not in box.shares_out)


def _not_now(game: Game, state: Round, command: Report, policy: Irregularity) -> Refusal | None:
    if not state.has_bets and not state.excess_card:
        return refuse(game, "round_not_begun", because("round_not_begun.no_bet"), command.clause)
    if state.void and policy.effect != "restrict_table":
        return refuse(game, "round_void", because("round_void.report"), *state.void)
    if state.settled and not policy.after_settlement:
        why = because("round_settled.report")
        return refuse(game, "round_settled", why, command.clause)
    return None


def _boxes_refusal(game: Game, state: Round, command: Report, policy: Irregularity) -> Refusal | None:
    """The refusal of boxes that are not in play; a box to be blocked may be empty or out."""
    find = find_box if policy.effect == "restrict_table" else live_box
    for number in command.boxes:
        box = find(game, state, number)
        if isinstance(box, Refusal):
            return box
    return None


def _player_refusal(game: Game, state: Round, command: Report) -> Refusal | None:
    """The refusal of a player who has no bet on the boxes named."""
    player = command.player or ""
    for number in command.boxes if player else ():
        if not state.box(number).has_player(player):
            why = because("nothing_there.player", player=player, box=number)
            return refuse(game, "nothing_there", why, command.clause)
    return None


def _given(command: Report) -> dict[Argument, bool]:
    """Which arguments a report gives; its role and its reason belong to every report."""
    return {
        "box": bool(command.boxes),
        "player": command.player is not None,
        "dealer": command.dealer,
        "reconstructed": command.reconstructed is not None,
        "intentional": command.intentional is not None,
        "order": bool(command.order),
        "count": command.count is not None,
        "permit": command.permit is not None,
        "action": command.action is not None,
        "bet": command.bet is not None,
        "amount": command.amount is not None,
    }


def _not_taken(game: Game, command: Report, policy: Irregularity) -> Refusal | None:
    """The refusal of an argument that the clause does not take."""
    for argument, given in _given(command).items():
        if given and argument not in policy.needs and argument not in policy.takes:
            why = because("argument_not_taken.report", clause=command.clause, argument=argument)
            return refuse(game, "argument_not_taken", why, command.clause)
    return None


def _missing(game: Game, state: Round, command: Report, policy: Irregularity) -> Refusal | None:
    if state.table.live and policy.effect == "ruling" and not command.reason.strip():
        why = because("argument_missing.ruling_reason")
        return refuse(game, "argument_missing", why, command.clause)
    given = _given(command) | {"order": len(command.order) > 1}
    for argument in policy.needs:
        if not given[argument]:
            why = because("argument_missing.report", clause=command.clause, argument=argument)
            return refuse(game, "argument_missing", why, command.clause)
    return None
