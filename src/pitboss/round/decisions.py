"""Players' acts with their hands: look, touch, decide, decline to show, walk away."""

from pitboss.citation import Clause
from pitboss.reason import because
from pitboss.round.commands import (
    Check,
    DeclineToShow,
    ExamineHand,
    FoldHand,
    HandleHand,
    LeaveTable,
    PlaceBet,
    WithdrawBet,
)
from pitboss.round.events import (
    BetPlaced,
    BetTakenBack,
    Checked,
    HandExamined,
    HandFolded,
    HandHandled,
    HandInvalidated,
    PlayerLeft,
    RoundAnswer,
    ShareReturned,
    ShowDeclined,
)
from pitboss.round.queries import (
    all_revealed,
    decision_open,
    decisions_open_later,
    excess_after_restating,
    find_box,
    live_box,
    needs,
    script_of,
    sizes_open,
    wrong_hand,
)
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.state import Round
from pitboss.settlement import Box
from pitboss.settlement.stakes import stakes
from pitboss.sheets.game import Game
from pitboss.sheets.script import DecisionStep


def examine_hand(game: Game, state: Round, command: ExamineHand) -> RoundAnswer:
    """Decide a look at a hand; a look at a second hand is a fact, judged later."""
    box = find_box(game, state, command.box)
    if type(box) is not Refusal and not box.out and not box.has("ante"):
        why = because("look_not_allowed.no_ante", box=box.number)
        return refuse(game, "look_not_allowed", why)
    box = _touchable(game, state, command.box)
    if type(box) is Refusal:
        return box
    if refusal := excess_after_restating(game, state):
        return refusal
    if box.examined:
        return ()
    player = box.player
    looked = [other.number for other in state.boxes if other.examined and other.player == player]
    return (HandExamined(box.number, len(looked) >= game.sheet.seats.hands_examined),)


def handle_hand(game: Game, state: Round, command: HandleHand) -> RoundAnswer:
    """Decide a touch of the cards without looking."""
    box = _touchable(game, state, command.box)
    if type(box) is Refusal:
        return box
    return () if box.handled else (HandHandled(box.number),)


def fold_hand(game: Game, state: Round, command: FoldHand) -> RoundAnswer:
    """Decide a fold."""
    found = _decision(game, state, command.box)
    if type(found) is Refusal:
        return found
    box, due = found
    if due.otherwise != "fold":
        why = because("cannot_fold", box=box.number)
        return refuse(game, "cannot_fold", why)
    return (HandFolded(box.number, game.fold_clauses(state.table.device)),)


def check(game: Game, state: Round, command: Check) -> RoundAnswer:
    """Decide a check."""
    found = _decision(game, state, command.box)
    if type(found) is Refusal:
        return found
    box, due = found
    if due.otherwise != "check":
        why = because("cannot_check", box=box.number, bet=game.sheet.bets[due.bet].title)
        return refuse(game, "cannot_check", why, due.clause)
    return (Checked(box.number, (due.clause,)),)


def take_back(game: Game, state: Round, command: WithdrawBet) -> RoundAnswer:
    """Decide a withdrawal after the Bets are closed, where a decision allows it."""
    if all(step.bet != command.bet for step in script_of(game, state).decisions if step.takes_back):
        return refuse(game, "withdrawal_after_close", because("withdrawal_after_close"))
    found = _decision(game, state, command.box, command.bet)
    if type(found) is Refusal:
        return found
    box, due = found
    if due.bet != command.bet or command.player not in (None, box.player):
        return _not_due(game, state, command.box, command.bet)
    return (BetTakenBack(box.number, due.bet, (due.clause,)),)


def place_decision_bet(game: Game, state: Round, box: Box, command: PlaceBet) -> RoundAnswer:
    """Decide a decision bet, or a further player's part of one on a common box."""
    if not state.closed:
        return _not_due(game, state, command.box, command.bet)
    if command.player == box.player and not _bet_by_another(box, command):
        return _first_players_bet(game, state, command)
    found = live_box(game, state, box.number)
    if type(found) is Refusal:
        return found
    if game.sheet.seats.players_on_a_box == "one":
        why = because("bet_on_anothers_box", box=box.number, player=box.player)
        return refuse(game, "bet_on_anothers_box", why)
    return _added_bet(game, state, box, command)


def _bet_by_another(box: Box, command: PlaceBet) -> bool:
    """Whether the decision was taken by a player whose wagers have been returned since."""
    return box.decided[-1:] == (command.bet,) and not box.total(command.bet, command.player)


def _first_players_bet(game: Game, state: Round, command: PlaceBet) -> RoundAnswer:
    found = _decision(game, state, command.box, command.bet)
    if type(found) is Refusal:
        return found
    box, due = found
    if due.bet != command.bet:
        return _not_due(game, state, command.box, command.bet)
    refusal = _size_refusal(game, state, box, command, due.sizes or game.sheet.bets[due.bet].sizes)
    return refusal or (bet_placed(game, command, decides=True),)


def _added_bet(game: Game, state: Round, box: Box, command: PlaceBet) -> RoundAnswer:
    """Decide a further player's part: once each, after the first player has bet and until the reveal."""
    if not box.total("ante", command.player):
        why = because("decision_not_due.no_ante", player=command.player, box=box.number)
        return refuse(game, "decision_not_due", why)
    if refusal := share_refusal(game, box, command.player):
        return refusal
    decided = box.decided and box.decided[-1] == command.bet and not state.dealer_up
    if not decided or box.total(command.bet, command.player):
        why = because("decision_not_due.share", player=command.player)
        return refuse(game, "decision_not_due", why)
    refusal = _size_refusal(game, state, box, command, sizes_open(game, state, box, command.bet))
    return refusal or (bet_placed(game, command),)


def share_refusal(game: Game, box: Box, player: str | None) -> Refusal | None:
    """The refusal of a player whose share of the box is returned."""
    returned = box.shares_out.get(player or "")
    if not returned:
        return None
    return refuse(game, "box_out", because("box_out.share", player=player, box=box.number), *returned)


def bet_placed(game: Game, command: PlaceBet, decides: bool = False) -> BetPlaced:
    """The event of chips put down."""
    return BetPlaced(
        box=command.box,
        player=command.player,
        bet=command.bet,
        amount=command.amount,
        unnoticed=command.unnoticed,
        decides=decides,
        by=command.by,
        brings_hand=command.bet in game.hand_bets,
        seated=command.seated,
    )


def _size_refusal(
    game: Game, state: Round, box: Box, command: PlaceBet, sizes: tuple[int, ...]
) -> Refusal | None:
    """The refusal of a decision bet that matches neither the Ante as placed nor as it stands.

    ``sizes`` are how many times the Ante it may be.
    """
    if command.unnoticed:
        return None
    rule = game.sheet.bets[command.bet]
    antes = antes_that_count(game, state, box, command.player)
    allowed = {size * ante for size in sizes for ante in antes}
    if command.amount in allowed:
        return _area_refusal(game, state, box, command, sizes)
    due = tuple(sorted(allowed))
    if len(sizes) == 1:
        why = because("decision_bet_size", bet=rule.title, times=sizes[0], amounts=due)
    else:
        why = because("decision_bet_size.sizes", bet=rule.title, times=tuple(sizes), amounts=due)
    return refuse(game, "decision_bet_size", why, *rule.clauses)


def _area_refusal(
    game: Game, state: Round, box: Box, command: PlaceBet, sizes: tuple[int, ...]
) -> Refusal | None:
    """The refusal by the area's limits; parts returned or still to be added count for the minimum."""
    limits = state.table.limits.get(command.bet)
    if limits is None:
        return None
    rule = game.sheet.bets[command.bet]
    if box.total(command.bet) + command.amount > limits.maximum:
        why = because("bet_above_maximum.area", bet=rule.title, most=limits.maximum)
        return refuse(game, "bet_above_maximum", why)
    alone = len(sizes) > 1 and game.sheet.seats.players_on_a_box == "one"
    antes = sum(wager.amount for wager in box.wagers if wager.bet == "ante")
    if (command.amount if alone else sizes[-1] * antes) < limits.minimum:
        why = because("bet_below_minimum.area", bet=rule.title, least=limits.minimum)
        return refuse(game, "bet_below_minimum", why)
    return None


def antes_that_count(game: Game, state: Round, box: Box, player: str) -> set[int]:
    """The Ante as placed and, if it went unnoticed over the maximum, as it stands."""
    placed = box.total("ante", player)
    if not box.unnoticed:
        return {placed}
    standing = stakes(game, state.table, box, state.memory.under_minimum)
    return {placed, *(s.stood for s in standing if s.bet == "ante" and s.player == player)}


def decline_to_show(game: Game, state: Round, command: DeclineToShow) -> RoundAnswer:
    """Decide a player's refusal to show the hand after the last reveal."""
    box = live_box(game, state, command.box)
    if type(box) is Refusal:
        return box
    if not all_revealed(game, state):
        why = because("reveal_still_due.decline")
        return refuse(game, "reveal_still_due", why, *game.sheet.decline.clauses)
    if not box.has("ante"):
        why = because("look_not_allowed.decline", box=box.number)
        return refuse(game, "look_not_allowed", why)
    if box.notified:
        why = because("look_not_allowed.notified", box=box.number)
        return refuse(game, "look_not_allowed", why, *box.notified)
    if box.declined:
        why = because("show_declined.already", box=box.number)
        return refuse(game, "show_declined", why, *game.sheet.decline.clauses)
    if all(box.number != other.number for other in needs(game, state).boxes):
        return _no_bet_on_hand(game, state, box)
    return (ShowDeclined(box.number),)


def _no_bet_on_hand(game: Game, state: Round, box: Box) -> Refusal:
    """The refusal of an act with a hand that no bet depends on: it is folded, or its bets go back."""
    if box.folded:
        return refuse(game, "hand_folded", because("hand_folded.lost", box=box.number), *box.folded)
    found = stakes(game, state.table, box, state.memory.under_minimum)
    back = dict.fromkeys(clause for stake in found for clause in stake.returned)
    return refuse(game, "nothing_there", because("nothing_there.goes_back", box=box.number), *back)


def leave_table(game: Game, state: Round, command: LeaveTable) -> RoundAnswer:
    """Decide a player's leaving; the sheet says what becomes of an open decision."""
    box = live_box(game, state, command.box)
    if type(box) is Refusal:
        return box
    player = command.player or box.player or ""
    if not box.has_player(player):
        why = because("nothing_there.player", player=player, box=box.number)
        return refuse(game, "nothing_there", why)
    if box.left_by(player) or player in box.shares_out:
        return ()
    boxes = tuple(other for other in state.player_boxes(player) if not other.out)
    still_open = {other.number: decisions_open_later(game, state, other) for other in boxes}
    open_boxes = [other for other in boxes if still_open[other.number]]
    folding = [other for other in open_boxes if _leaving_ends(game, state, still_open[other.number])]
    leaving = game.sheet.leaving
    back: list[ShareReturned] = []
    if leaving.means == "hand_invalid":
        back = shares_returned(state, player, leaving.clauses, undecided_only=True)
    left = _left(game, state, player, open_boxes, back, told=len(folding) < len(open_boxes))
    if leaving.means == "hand_invalid":
        return (*left, *(HandInvalidated(other.number, leaving.clauses) for other in folding), *back)
    clauses = (*leaving.clauses, *game.fold_clauses(state.table.device))
    return (*left, *(HandFolded(other.number, clauses) for other in folding))


def _left(
    game: Game, state: Round, player: str, open_boxes: list[Box], back: list[ShareReturned], *, told: bool
) -> list[PlayerLeft]:
    """A player's leaving of the boxes where their decision was open, and of the others."""
    theirs = [
        box.number
        for box in state.boxes
        if box.has_player(player) and not box.out and player not in box.shares_out
    ]
    undecided = {*_numbers(open_boxes), *(share.box for share in back)}
    waiting = tuple(number for number in theirs if number in undecided)
    rest = tuple(number for number in theirs if number not in undecided)
    leaving = game.sheet.leaving
    left = [PlayerLeft(player, waiting, leaving.clauses, told)] if waiting else []
    return [*left, PlayerLeft(player, rest, leaving.settle_clauses)] if rest else left


def _leaving_ends(game: Game, state: Round, still_open: tuple[DecisionStep, ...]) -> bool:
    """Whether a hand that its player leaves is over; one that can no longer be folded stays in."""
    if game.sheet.leaving.means == "hand_invalid" or any(step.otherwise == "fold" for step in still_open):
        return True
    folds = any(step.otherwise == "fold" for step in script_of(game, state).decisions)
    return folds and game.readings.leaving_after_the_flop != "checks"


def _numbers(boxes: list[Box]) -> tuple[int, ...]:
    return tuple(box.number for box in boxes)


def shares_returned(
    state: Round, player: str, clauses: tuple[Clause, ...], undecided_only: bool = False
) -> list[ShareReturned]:
    """Return a player's shares of other players' boxes, or only those that still wait for a decision bet."""
    found: list[ShareReturned] = []
    for box in state.boxes:
        bets = {wager.bet for wager in box.wagers if wager.player == player}
        stays = box.player == player or box.out or player in box.shares_out
        undecided = bets == {"ante"} and not box.folded and not state.dealer_up
        if bets and not stays and (undecided or not undecided_only):
            found.append(ShareReturned(box.number, player, clauses))
    return found


def _touchable(game: Game, state: Round, number: int) -> Box | Refusal:
    box = live_box(game, state, number)
    if type(box) is Refusal:
        return box
    if box.folded:
        return refuse(game, "hand_folded", because("hand_folded.hand", box=number), *box.folded)
    if not box.cards:
        return refuse(game, "no_cards_there", because("no_cards_there.box", box=number))
    if state.dealer_up:
        return refuse(game, "decision_not_due", because("decision_not_due.revealed"))
    return box


def _decision(game: Game, state: Round, number: int, bet: str = "") -> tuple[Box, DecisionStep] | Refusal:
    """The box and the decision due on it, or the refusal of a decision now."""
    box = live_box(game, state, number)
    if type(box) is Refusal:
        return box
    if box.folded:
        return refuse(game, "hand_folded", because("hand_folded.hand", box=number), *box.folded)
    if box.left:
        why = because("decision_not_due.left", player=box.player, box=number)
        return refuse(game, "decision_not_due", why, *game.sheet.leaving.clauses)
    due = decision_open(game, state, box)
    if due is None or not state.closed or not box.cards:
        return _not_due(game, state, number, bet)
    refusal = wrong_hand(game, box) or excess_after_restating(game, state) or _unjudged(game, state, box)
    return refusal or (box, due)


def _unjudged(game: Game, state: Round, box: Box) -> Refusal | None:
    if not state.unjudged_looks:
        return None
    looks = [number for number in state.unjudged_looks if state.box(number).player == box.player]
    if not looks or not game.judges_looks:
        return None
    why = because("second_look_not_judged", player=box.player, box=looks[0])
    return refuse(game, "second_look_not_judged", why)


def _not_due(game: Game, state: Round, number: int, bet: str) -> Refusal:
    rule = game.sheet.bets.get(bet)
    why = because("decision_not_due.any", box=number)
    decisions = script_of(game, state).decisions
    now = next((due for due in decisions if due.after >= state.reveals), decisions[-1])
    clauses = [due.clause for due in decisions if due.bet == bet] or [now.clause]
    if rule:
        why = because("decision_not_due.bet", bet=rule.title, box=number)
        clauses += rule.clauses
        clauses += game.refusal_clauses("bet_after_close") if state.closed else ()
    if not state.box(number).has("ante"):
        clauses += game.refusal_clauses("look_not_allowed")
    return refuse(game, "decision_not_due", why, *clauses)
