"""Irregularities: a few mechanisms, driven by the policy of each clause in the sheet.

A mechanism takes the report and the policy of its clause and returns the events. Who has seen cards, whether
an outcome is established, how many cards a hand has: all of it is derived from the round.
"""

from collections.abc import Callable
from typing import Literal

from msgspec import structs

from pitboss.cards import DECK
from pitboss.people import ROLES
from pitboss.refusal_codes import RefusalCode
from pitboss.round.commands import Choose, InterruptPlay, Report
from pitboss.round.conditions import contradiction
from pitboss.round.decisions import shares_returned
from pitboss.round.events import (
    Event,
    HandInvalidated,
    IrregularityReported,
    JackpotRegistered,
    OptionChosen,
    OptionsEnded,
    OptionsGiven,
    OrderOfCardsDecided,
    PlayerBarred,
    PlayerRestricted,
    PlayInterrupted,
    ReconstructionBegun,
    RoundAnswer,
    RoundVoided,
    SecondLooksJudged,
    SettlementReopened,
    ShareReturned,
    TableRestricted,
)
from pitboss.round.outcome import outcome_established
from pitboss.round.queries import displayed, find_box, live_box
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.state import Option, Round
from pitboss.settlement import Box
from pitboss.sheets.game import Game
from pitboss.sheets.model import Argument, Irregularity

Mechanism = Callable[[Game, Round, Report, Irregularity], RoundAnswer]


def report(game: Game, state: Round, command: Report) -> RoundAnswer:
    """Decide a report: check that it applies, then dispatch to the mechanism of its clause."""
    policy = game.sheet.irregularities.get(command.clause)
    if policy is None:
        message = f"clause {command.clause} is nothing that can be reported"
        known = (command.clause,) if command.clause in game.register else ()
        return refuse(game, "not_reportable", message, *known)
    by = command.by or policy.by
    if ROLES.index(by) < ROLES.index(policy.by):
        who = policy.by.replace("_", " ")
        message = f"that is for the {who} or above to decide"
        return refuse(game, "role_too_low", message, command.clause)
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
    follows = _MECHANISMS[policy.effect](game, state, command, policy)
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
        return refuse(game, "round_not_begun", "no bet lies on the layout")
    rule = game.sheet.interruption
    if outcome_established(game, state):
        return (PlayInterrupted(True, rule.continue_clauses),)
    interrupted = PlayInterrupted(False, rule.clauses)
    if rule.unestablished == "void":
        return (interrupted, RoundVoided((*rule.void_clauses, *game.sheet.void_clauses)))
    boxes = _may_choose(game, state, state.boxes_in_play())
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
        why = "has chosen already" if made else "has no option to choose from"
        return refuse(game, code, f"box {command.box} {why}")
    for _, way, player in state.chosen:
        if option.alike and way != command.way and player == option.player:
            message = f"{player} must choose the same on all their boxes, and chose to {way}"
            return refuse(game, "choices_not_alike", message, *option.withdraw_clauses)
    return _chosen(game, state, box, option, command.way)


def _chosen(
    game: Game, state: Round, box: Box, option: Option, way: Literal["continue", "withdraw"]
) -> RoundAnswer:
    """What follows from a choice: a withdrawal takes back all wagers of the player, or of the box."""
    withdraws = way == "withdraw"
    clauses = option.withdraw_clauses if withdraws else option.continue_clauses
    lost = _lost(game, box) if withdraws else ()
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
        return refuse(game, "round_not_begun", "no bet has been placed yet", command.clause)
    if state.void and policy.effect != "restrict_table":
        return refuse(game, "round_void", "the round was void: there is nothing to decide", *state.void)
    if state.settled and not policy.after_settlement:
        message = "the round is settled: this comes too late for it"
        return refuse(game, "round_settled", message, command.clause)
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
    for number in command.boxes if command.player else ():
        if all(wager.player != command.player for wager in state.box(number).wagers):
            message = f"{command.player} has no bet on box {number}: name a box that they bet on"
            return refuse(game, "nothing_there", message, command.clause)
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
    }


def _not_taken(game: Game, command: Report, policy: Irregularity) -> Refusal | None:
    """The refusal of an argument that the clause does not take."""
    for argument, given in _given(command).items():
        if given and argument not in policy.needs and argument not in policy.takes:
            message = f"a report of {command.clause} takes no {argument}=: leave it out"
            return refuse(game, "argument_not_taken", message, command.clause)
    return None


def _missing(game: Game, state: Round, command: Report, policy: Irregularity) -> Refusal | None:
    if state.table.live and policy.effect == "ruling" and not command.reason.strip():
        message = "a ruling at a live table needs a written reason"
        return refuse(game, "argument_missing", message, command.clause)
    given = _given(command) | {"order": len(command.order) > 1}
    for argument in policy.needs:
        if not given[argument]:
            message = f"a report of {command.clause} must say {argument}="
            return refuse(game, "argument_missing", message, command.clause)
    return None


def _may_choose(game: Game, state: Round, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The boxes that can get an option: not out, and not folded unless the sheet is read so."""
    live = game.readings.options_of_folded_boxes == "while_a_bet_lives"
    boxes = (state.box(number) for number in numbers)
    return tuple(
        box.number
        for box in boxes
        if box.in_play and (not box.folded or (live and len(_lost(game, box)) < len(box.wagers)))
    )


def _lost(game: Game, box: Box) -> tuple[str, ...]:
    """The bets on a box that its fold has lost."""
    lost = game.fold_loses | game.main_bets if box.folded else ()
    return tuple(wager.bet for wager in box.wagers if wager.bet in lost)


def _options(game: Game, state: Round, command: Report, policy: Irregularity) -> tuple[Event, ...]:
    """The options that the policy gives, to the boxes it names."""
    boxes = _may_choose(game, state, _who_chooses(state, command, policy))
    if not boxes:
        return ()
    stay = policy.continue_clauses or (command.clause,)
    if len(stay) > 1 and command.reconstructed is not None:
        stay = stay[1:2] if command.reconstructed else stay[:1]
    back = (*policy.withdraw_clauses, command.clause)
    back = tuple(dict.fromkeys(back))
    return (OptionsGiven(boxes=boxes, continue_clauses=stay, withdraw_clauses=back),)


def _who_chooses(state: Round, command: Report, policy: Irregularity) -> tuple[int, ...]:
    """The boxes whose players get an option; a hand that goes out is not among them."""
    everyone = state.boxes_in_play()
    others = tuple(box for box in everyone if box not in command.boxes)
    affected = command.boxes or everyone
    goes_out = policy.about == "box" and not command.reconstructed
    permitted = () if command.permit is False else others
    match policy.options:
        case "all":
            return everyone
        case "affected":
            return () if goes_out else affected
        case "others":
            return permitted
        case "affected_and_others":
            return permitted if goes_out else tuple(sorted({*permitted, *affected}))
        case "none":
            return ()


def _void_now(game: Game, command: Report, policy: Irregularity) -> tuple[Event, ...]:
    clauses = (command.clause, *policy.follows, *game.sheet.void_clauses)
    return (RoundVoided(tuple(dict.fromkeys(clauses))),)


def _void(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    return _void_now(game, command, policy)


def _void_unless_reconstructed(
    game: Game, state: Round, command: Report, policy: Irregularity
) -> RoundAnswer:
    if not command.reconstructed:
        return _void_now(game, command, policy)
    point = game.sheet.readings.get("options_once_reconstructed")
    asked = game.readings.options_once_reconstructed == "all_boxes"
    if point is None or not asked or command.clause not in point.clauses:
        return (ReconstructionBegun(),)
    return (ReconstructionBegun(), *_options(game, state, command, structs.replace(policy, options="all")))


def _void_unless_whole_deck(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    return () if command.count == len(DECK) else _void_now(game, command, policy)


def _void_if_seen(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    if state.seen or not command.reconstructed:
        return _void_now(game, command, policy)
    return (ReconstructionBegun(), *_options(game, state, command, policy))


def _reconstruct_with_options(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    begun: tuple[Event, ...] = (ReconstructionBegun(),) if command.reconstructed else ()
    return (*begun, *_options(game, state, command, policy))


def _options_if_unseen(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    return () if state.seen else _options(game, state, command, policy)


def _hand_invalid_unless_reconstructed(
    game: Game, state: Round, command: Report, policy: Irregularity
) -> RoundAnswer:
    """A hand with a wrong number of cards goes out, or is put right and its player may choose."""
    if command.reconstructed:
        return (ReconstructionBegun(), *_options(game, state, command, policy))
    gone = tuple(HandInvalidated(box, (command.clause,)) for box in command.boxes)
    return (*gone, *_options(game, state, command, policy))


def _continue(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    return ()


def _order_of_cards(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    return (OrderOfCardsDecided(command.order), *_options(game, state, command, policy))


def _freeze_jackpot(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    value = displayed(game, state)
    if value is None or state.registered is not None:
        return ()
    return (JackpotRegistered(value),)


def _restrict_table(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    action = command.action
    if action not in ("close", "block", "no_jackpot") or action not in policy.action_clauses:
        ways = " or ".join((", ".join([*policy.action_clauses][:-1]), [*policy.action_clauses][-1]))
        message = f"{action} is no way on after a jackpot failure: {ways}"
        return refuse(game, "argument_missing", message, command.clause)
    if action == "block" and not command.boxes:
        message = "say which box is blocked: box="
        return refuse(game, "argument_missing", message, command.clause)
    return (TableRestricted(action, command.boxes, policy.action_clauses[action]),)


def _judge_second_look(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    boxes = command.boxes or state.unjudged_looks
    judged = SecondLooksJudged(boxes, bool(command.intentional))
    if not command.intentional:
        return (judged,)
    return (judged, *(HandInvalidated(number, (command.clause,)) for number in boxes))


def _players(state: Round, command: Report) -> tuple[str, ...]:
    """The player who is named, or else the players of the named boxes, each once."""
    if command.player is not None:
        return (command.player,)
    named = (state.box(number).player or "" for number in command.boxes)
    return tuple(dict.fromkeys(named))


def _wagered_in_error(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    """A player with several positions by mistake keeps the viewed hands, or else the hand first dealt."""
    follows: list[Event] = []
    for player in _players(state, command):
        boxes = [box for box in state.player_boxes(player) if not box.out]
        viewed = {box.number for box in boxes if box.examined}
        dealt = [box for box in boxes if box.dealt]
        if len(boxes) < 2 or not dealt:
            message = f"{player} does not control several hands that have been dealt"
            return refuse(game, "report_contradicted", message, command.clause)
        staying = viewed or {min(dealt, key=lambda box: box.dealt).number}
        clauses = policy.viewed_clauses if viewed else policy.unviewed_clauses
        gone = (box.number for box in boxes if box.number not in staying)
        follows += [HandInvalidated(number, clauses) for number in gone]
    return tuple(follows)


def _bar_player(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    """Return the player's bets and bar them from further play."""
    clauses = (command.clause,)
    follows: list[Event] = []
    for player in _players(state, command):
        boxes = (box.number for box in state.player_boxes(player) if not box.out)
        follows += [HandInvalidated(number, clauses) for number in boxes]
        follows += shares_returned(state, player, clauses)
        follows.append(PlayerBarred(player, clauses))
    return tuple(follows)


def _one_position_only(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    return tuple(PlayerRestricted(player, (command.clause,)) for player in _players(state, command))


def _return_orphan(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    """Note a jackpot bet without an Ante; the settlement returns it."""
    if all(state.box(n).has("jackpot") and not state.box(n).has("ante") for n in command.boxes):
        return ()
    message = "there is no jackpot bet without an Ante there"
    return refuse(game, "report_contradicted", message, command.clause)


def _ruling(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    """The shift manager decides where the sheet is silent."""
    match command.action:
        case "void":
            return _void_now(game, command, policy)
        case "continue":
            named = command.boxes or tuple(option.box for option in state.options)
            return (OptionsEnded(named, (command.clause,)),) if named else ()
        case "return" if command.boxes:
            return tuple(HandInvalidated(box, (command.clause,)) for box in command.boxes)
        case "return":
            message = "say which box is returned: box="
            return refuse(game, "argument_missing", message, command.clause)
        case _:
            message = f"{command.action} is no ruling: void, continue or return"
            return refuse(game, "argument_missing", message, command.clause)


_MECHANISMS: dict[str, Mechanism] = {
    "void": _void,
    "void_unless_reconstructed": _void_unless_reconstructed,
    "void_unless_52": _void_unless_whole_deck,
    "void_if_seen_else_reconstruct": _void_if_seen,
    "reconstruct_with_options": _reconstruct_with_options,
    "hand_invalid_unless_reconstructed": _hand_invalid_unless_reconstructed,
    "options_if_unseen": _options_if_unseen,
    "continue": _continue,
    "order_of_cards": _order_of_cards,
    "freeze_jackpot": _freeze_jackpot,
    "restrict_table": _restrict_table,
    "judge_second_look": _judge_second_look,
    "wagered_in_error": _wagered_in_error,
    "bar_player": _bar_player,
    "one_position_only": _one_position_only,
    "return_orphan": _return_orphan,
    "ruling": _ruling,
}
