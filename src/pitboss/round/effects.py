"""The effects of reported irregularities: a few mechanisms, driven by the policy of each clause in the sheet.

A mechanism takes the report and the policy of its clause and returns the events. Who has seen cards, whether
an outcome is established, how many cards a hand has: all of it is derived from the round.
"""

from collections.abc import Callable

from msgspec import structs

from pitboss.cards import DECK
from pitboss.reason import because
from pitboss.round.commands import Report
from pitboss.round.decisions import shares_returned
from pitboss.round.events import (
    Event,
    HandInvalidated,
    JackpotRegistered,
    OptionsEnded,
    OptionsGiven,
    OrderOfCardsDecided,
    PlayerBarred,
    PlayerRestricted,
    ReconstructionBegun,
    RoundAnswer,
    RoundVoided,
    SecondLooksJudged,
    ShareReturned,
    TableRestricted,
)
from pitboss.round.queries import cards_seen, displayed, judged_before_settlement
from pitboss.round.refusal import refuse
from pitboss.round.rulings import bet_arguments_refusal, bet_ruling, rulings
from pitboss.round.state import Round
from pitboss.settlement import Box
from pitboss.settlement.awards import place_in_deal
from pitboss.sheets.game import Game
from pitboss.sheets.model import Irregularity

Mechanism = Callable[[Game, Round, Report, Irregularity], RoundAnswer]


def may_choose(game: Game, state: Round, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The boxes that can get an option: not out, and not folded unless the sheet is read so."""
    live = game.readings.options_of_folded_boxes == "while_a_bet_lives"
    boxes = (state.box(number) for number in numbers)
    return tuple(
        box.number
        for box in boxes
        if box.in_play and (not box.folded or (live and len(lost_by_fold(game, box)) < len(box.wagers)))
    )


def lost_by_fold(game: Game, box: Box) -> tuple[str, ...]:
    """The bets on a box that its fold has lost."""
    lost = game.fold_loses | game.main_bets if box.folded else ()
    return tuple(wager.bet for wager in box.wagers if wager.bet in lost)


def _options(game: Game, state: Round, command: Report, policy: Irregularity) -> tuple[Event, ...]:
    """The options that the policy gives, to the boxes it names."""
    boxes = may_choose(game, state, _who_chooses(state, command, policy))
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
    if cards_seen(game, state) or not command.reconstructed:
        return _void_now(game, command, policy)
    return (ReconstructionBegun(), *_options(game, state, command, policy))


def _reconstruct_with_options(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    begun: tuple[Event, ...] = (ReconstructionBegun(),) if command.reconstructed else ()
    return (*begun, *_options(game, state, command, policy))


def _options_if_unseen(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    return () if cards_seen(game, state) else _options(game, state, command, policy)


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
        ways = tuple(policy.action_clauses)
        why = because("argument_missing.restriction", action=str(action), ways=ways)
        return refuse(game, "argument_missing", why, command.clause)
    if action == "block" and not command.boxes:
        why = because("argument_missing.block")
        return refuse(game, "argument_missing", why, command.clause)
    return (TableRestricted(action, command.boxes, policy.action_clauses[action]),)


def _judge_second_look(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    boxes = command.boxes or state.unjudged_looks
    players = dict.fromkeys(state.box(number).player or "" for number in boxes)
    if len(players) > 1 and judged_before_settlement(game):
        why = because("argument_missing.second_look", players=tuple(players))
        return refuse(game, "argument_missing", why, command.clause)
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
            why = because("report_contradicted.one_hand", player=player)
            return refuse(game, "report_contradicted", why, command.clause)
        staying = viewed or {min(dealt, key=lambda box: place_in_deal(game, box)).number}
        clauses = policy.viewed_clauses if viewed else policy.unviewed_clauses
        gone = (box.number for box in boxes if box.number not in staying)
        follows += [HandInvalidated(number, clauses) for number in gone]
    return tuple(follows)


def _bar_player(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    """Return the player's bets, and nobody else's, and bar them from further play."""
    clauses = (command.clause,)
    follows: list[Event] = []
    for player in _players(state, command):
        boxes = [box for box in state.player_boxes(player) if not box.out]
        follows += [
            ShareReturned(box.number, player, clauses)
            if _others_stay(box, player)
            else HandInvalidated(box.number, clauses)
            for box in boxes
        ]
        follows += shares_returned(state, player, clauses)
        follows.append(PlayerBarred(player, clauses))
    return tuple(follows)


def _others_stay(box: Box, player: str) -> bool:
    """Whether other players of the box still have wagers there."""
    return any(wager.player != player and wager.player not in box.shares_out for wager in box.wagers)


def _one_position_only(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    return tuple(PlayerRestricted(player, (command.clause,)) for player in _players(state, command))


def _return_orphan(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    """Note a jackpot bet without an Ante; the settlement returns it."""
    if all(state.box(n).has("jackpot") and not state.box(n).has("ante") for n in command.boxes):
        return ()
    why = because("report_contradicted.orphan")
    return refuse(game, "report_contradicted", why, command.clause)


def _ruling(game: Game, state: Round, command: Report, policy: Irregularity) -> RoundAnswer:
    """The shift manager decides where the sheet is silent."""
    if command.action in ("pay", "collect", "correct"):
        return bet_ruling(game, state, command)
    if refusal := bet_arguments_refusal(game, command):
        return refusal
    match command.action:
        case "void":
            return _void_now(game, command, policy)
        case "continue":
            named = command.boxes or tuple(option.box for option in state.options)
            return (OptionsEnded(named, (command.clause,)),) if named else ()
        case "return" if command.boxes:
            return tuple(HandInvalidated(box, (command.clause,)) for box in command.boxes)
        case "return":
            why = because("argument_missing.return")
            return refuse(game, "argument_missing", why, command.clause)
        case _:
            why = because("argument_missing.ruling_way", action=str(command.action), ways=rulings(policy))
            return refuse(game, "argument_missing", why, command.clause)


MECHANISMS: dict[str, Mechanism] = {
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
