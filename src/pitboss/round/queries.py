"""Queries on a round that several rules share: what is due, what bets still depend on."""

from fractions import Fraction

from msgspec import Struct

from pitboss.cards import UNKNOWN
from pitboss.reason import because
from pitboss.round.commands import Place
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.state import Round, has_excess
from pitboss.settlement import Box
from pitboss.settlement.hands_held import FLOP_CARDS, flop_left_out
from pitboss.settlement.jackpot import share_of_bet
from pitboss.settlement.stakes import stakes
from pitboss.sheets.game import Game
from pitboss.sheets.script import DecisionStep, Script


def find_box(game: Game, state: Round, number: int) -> Box | Refusal:
    """The box, or the refusal of a number that the table does not have."""
    if 1 <= number <= len(state.boxes):
        return state.boxes[number - 1]
    why = because("no_such_box", box=number, most=len(state.boxes))
    return refuse(game, "no_such_box", why)


def live_box(game: Game, state: Round, number: int) -> Box | Refusal:
    """A box with a bet whose hand is not out of the round."""
    box = find_box(game, state, number)
    if type(box) is Refusal:
        return box
    if refusal := out_refusal(game, box):
        return refusal
    if not box.wagers:
        return refuse(game, "nothing_there", because("nothing_there.box", box=number))
    return box


def out_refusal(game: Game, box: Box) -> Refusal | None:
    """The refusal of any step on a box whose hand is out of the round."""
    if not box.out:
        return None
    why = because("box_out", box=box.number)
    return refuse(game, "box_out", why, *box.out)


def script_of(game: Game, state: Round) -> Script:
    """The dealing procedure of the round's device."""
    return game.script(state.table.device)


def decision_open(game: Game, state: Round, box: Box) -> DecisionStep | None:
    """The decision due on this box now; None if there is none."""
    return script_of(game, state).decision_due(box.decided, state.reveals) if _decides(box) else None


def sizes_open(game: Game, state: Round, box: Box, bet: str) -> tuple[int, ...]:
    """How many times the Ante a decision bet may be now, or might be where it is not due."""
    due = decision_open(game, state, box)
    if due is None or due.bet != bet:
        return game.sizes_made(state.table.device, box.decided, bet)
    return due.sizes or game.sheet.bets[bet].sizes


def _decides(box: Box) -> bool:
    """Whether the player of this box takes decisions: a hand with an Ante that is still in play."""
    return not (box.folded or box.out or box.left) and box.has("ante")


def decisions_open_later(game: Game, state: Round, box: Box) -> tuple[DecisionStep, ...]:
    """The decisions that the player of this box has to take, now or at a later stage."""
    script = script_of(game, state)
    return tuple(script.decisions_left(box.decided, state.reveals)) if _decides(box) else ()


def boxes_to_decide(game: Game, state: Round, number: int | None = None) -> tuple[int, ...]:
    """The boxes whose decision is open, or of which the decision of this number is."""
    script = script_of(game, state)
    found = []
    for box in state.boxes:
        if box.wagers and _decides(box):
            step = script.decision_due(box.decided, state.reveals)
            if step and number in (None, step.number):
                found.append(box.number)
    return tuple(found)


class HandsNeeded(Struct, frozen=True):
    """The hands that some undecided bet depends on."""

    boxes: tuple[Box, ...]
    dealer: bool
    community: int


def needs(game: Game, state: Round) -> HandsNeeded:
    """The hands that must be complete and turned over before every bet can be settled."""
    boxes: list[Box] = []
    meets = own = jackpot = False
    no_flop = flop_left_out(game, state.boxes)
    for box in state.boxes:
        if box.out or not box.takes_hand:
            continue
        bets = _standing_bets(game, state, box)
        if box.folded:
            bets.difference_update(game.fold_loses, game.main_bets)
        if box.rulings:
            bets -= _ruled(box)
        if not bets or no_flop:
            continue
        boxes.append(box)
        if not meets:
            meets = "ante" in bets or not game.main_bets.isdisjoint(bets)
            own = own or (not meets and any(bet != "jackpot" and game.pays[bet].hands for bet in bets))
        jackpot = jackpot or ("jackpot" in bets and box.has("ante"))
    hands = game.sheet.hands
    community = hands.community if (meets or own) and hands.shows_down == "own_and_community" else 0
    if not jackpot:
        return HandsNeeded(tuple(boxes), meets and bool(hands.dealer), community)
    dealer = (meets and bool(hands.dealer)) or game.jackpot.hand == "own_and_dealer"
    return HandsNeeded(tuple(boxes), dealer, max(community, _jackpot_community(game)))


def _standing_bets(game: Game, state: Round, box: Box) -> set[str]:
    """The bets on a box that are not returned regardless of the cards."""
    if box.unnoticed:
        found = stakes(game, state.table, box, state.memory.under_minimum)
        standing = {stake.bet for stake in found if not stake.returned and stake.player not in box.shares_out}
    else:
        standing = {wager.bet for wager in box.wagers if wager.player not in box.shares_out}
    standing.difference_update(box.taken_back)
    return standing


def _ruled(box: Box) -> set[str]:
    """The bets on a box that rulings pay or collect, so that no card decides them."""
    standing = [wager for wager in box.wagers if wager.player not in box.shares_out]
    open_bets = {w.bet for w in standing if not box.decided_by_ruling(w.bet, w.player)}
    return {wager.bet for wager in standing} - open_bets


def _jackpot_community(game: Game) -> int:
    match game.jackpot.hand:
        case "own_and_flop":
            return FLOP_CARDS
        case "own_and_community":
            return game.sheet.hands.community
        case _:
            return 0


def judged_before_settlement(game: Game) -> bool:
    """Whether every further look is judged before the settlement, by a report for each player (RWS 5.18)."""
    return game.judges_looks and game.readings.second_look_after_decisions == "judged_first"


def reveal_needed(state: Round, need: HandsNeeded) -> bool:
    """Whether some bet waits for cards that are not turned over yet."""
    return (need.dealer and not state.dealer_up) or need.community > state.community_up


def excess_refusal(game: Game, state: Round) -> Refusal | None:
    """The refusal of everything but a report while a card too many lies there."""
    if not state.excess_card:
        return None
    why = because("excess_card.report")
    return refuse(game, "excess_card", why)


def hands_turned_over(state: Round) -> bool:
    """Whether the Dealer has turned over all hands: no card is dealt any more but in a Reconstruction."""
    return state.dealer_up and state.restated is None


def all_revealed(game: Game, state: Round) -> bool:
    """Whether the Dealer has turned over all that any bet waits for, and every decision is taken."""
    waiting = not state.closed or reveal_needed(state, needs(game, state))
    return not waiting and all(decision_open(game, state, box) is None for box in state.boxes)


def hands_shown_down(game: Game, state: Round) -> tuple[Box, ...]:
    """The hands turned over at the showdown: some bet depends on them, and their players show them."""
    return tuple(box for box in needs(game, state).boxes if not box.declined)


def cards_seen(game: Game, state: Round) -> bool:
    """Whether any player has seen the cards dealt to them: by a look, or in a hand that lies face up."""
    if state.examined_hands or any(_lies_open(game, box) for box in state.boxes):
        return True
    # A hand that nobody has named lies face down still, until a ``show`` turns it over.
    showdown = state.reveals > 0 and all_revealed(game, state)
    return showdown and any(UNKNOWN not in box.cards for box in hands_shown_down(game, state))


def faces_known(game: Game, state: Round) -> bool:
    """Whether a player has seen their hand, or a card of the Dealer or the community lies face up."""
    hands = game.sheet.hands
    exposed = hands.dealers_last_card_face_up and len(state.dealer) == hands.dealer
    return bool(state.reveals or exposed) or cards_seen(game, state)


def cards_handled(game: Game, state: Round) -> bool:
    """Whether any player has touched or seen the cards dealt to them."""
    return any(box.handled for box in state.boxes) or cards_seen(game, state)


def _lies_open(game: Game, box: Box) -> bool:
    """Whether a whole hand lay face up here, or is claimed for the jackpot; an exposed card alone is less."""
    return bool(box.notified) or len(set(box.shown)) >= game.sheet.hands.box


def right_count(game: Game, state: Round, place: Place) -> tuple[int, ...]:
    """The numbers of cards that a place may hold at this moment of a right deal."""
    hands = game.sheet.hands
    if place == "community":
        return _right_community(game, state)
    full = hands.dealer if place == "dealer" else hands.box
    if place == "dealer" and script_of(game, state).dealer_last:
        return (full,) if state.dealer_up else (0, full)
    dealing = not cards_seen(game, state) and (place == "dealer" or len(state.dealer) < hands.dealer)
    return (0, full) if dealing else (full,)


def _right_community(game: Game, state: Round) -> tuple[int, ...]:
    at_reveal = script_of(game, state).community_at_reveal
    if len(set(at_reveal)) == 1:
        return at_reveal[:1]
    before = at_reveal[state.reveals - 1] if state.reveals else 0
    if not reveal_needed(state, needs(game, state)):
        return (before,)
    return (before, at_reveal[min(state.reveals, len(at_reveal) - 1)])


def wrong_hand(game: Game, box: Box) -> Refusal | None:
    """The refusal of an act that needs the box's full hand when it has another number of cards."""
    if len(box.cards) == game.sheet.hands.box:
        return None
    full = game.sheet.hands.box
    code = "card_count_box.over" if len(box.cards) > full else "card_count_box"
    return refuse(game, "card_count_box", because(code, box=box.number, count=len(box.cards), full=full))


def excess_after_restating(game: Game, state: Round) -> Refusal | None:
    """The refusal to go on while hands stated anew still share a card."""
    if state.restated is None or not has_excess(state.cards_out()):
        return None
    why = because("excess_card.restated")
    return refuse(game, "excess_card", why)


def displayed(game: Game, state: Round) -> Fraction | None:
    """The jackpot display now, in exact cents; accepted bets add their share at close."""
    display = state.display
    if display is None or not state.closed or state.void:
        return display.value if display else None
    accepted = sum(
        stake.stood
        for box in state.boxes
        if box.wagers and not box.out
        for stake in stakes(game, state.table, box, state.memory.under_minimum)
        if stake.bet == "jackpot" and not stake.returned and stake.player not in box.shares_out
    )
    return display.value + share_of_bet(display, accepted)
