"""Turning cards over, and settling once every bet can be decided."""

from pitboss.reason import because
from pitboss.round.commands import Reveal, SettleRound
from pitboss.round.events import Revealed, RoundAnswer, RoundSettled
from pitboss.round.queries import (
    HandsNeeded,
    boxes_to_decide,
    decision_open,
    excess_after_restating,
    judged_before_settlement,
    needs,
    reveal_needed,
    script_of,
    wrong_hand,
)
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.state import Round
from pitboss.settlement import AwardsDiffer, CardsUnknown, Facts, Linked, settle
from pitboss.sheets.game import Game


def reveal(game: Game, state: Round, command: Reveal) -> RoundAnswer:
    """Decide the next reveal."""
    if not state.closed:
        return refuse(game, "bets_not_closed", because("bets_not_closed.reveal"))
    script = script_of(game, state)
    need = needs(game, state)
    if state.reveals >= len(script.reveals):
        return refuse(game, "reveal_not_due", because("reveal_not_due.all"))
    if len(script.reveals) > 1 and not reveal_needed(state, need):
        return refuse(game, "reveal_not_due", because("reveal_not_due.no_bet"))
    refusal = (
        _miscounted_boxes(game, state, need)
        or _decisions_refusal(game, state)
        or excess_after_restating(game, state)
    )
    if refusal:
        return refusal
    number = 2 if _turns_dealer_too(game, state) else 1
    turned = script.reveals[state.reveals + number - 1]
    dealer = turned.dealer or script.reveals[state.reveals].dealer
    if not game.sheet.hands.dealer:
        dealer = state.reveals + number == len(script.reveals)
    due = script.community_at_reveal[state.reveals]
    return _count_refusal(game, state, need, dealer, due) or (
        Revealed(number, max(turned.community, script.reveals[state.reveals].community), dealer),
    )


def settle_round(game: Game, state: Round, command: SettleRound) -> RoundAnswer:
    """Decide the settlement; a void round returns every bet."""
    if not state.void and state.has_bets:
        refusal = _may_settle(game, state)
        if refusal:
            return refusal
    try:
        settlement = settle(game, facts_of(state, command.linked))
    except CardsUnknown as unknown:
        why = because("cards_unknown.place", place=unknown.place)
        return refuse(game, "cards_unknown", why)
    except AwardsDiffer:
        why = because("awards_differ")
        return refuse(game, "awards_differ", why, *game.jackpot.clauses)
    return (RoundSettled(settlement, command.linked, final=True),)


def facts_of(state: Round, linked: Linked | None) -> Facts:
    """The facts that a round is settled by, with those of its link."""
    return Facts(
        table=state.table,
        boxes=state.boxes,
        dealer=state.dealer,
        community=state.community,
        display=state.display,
        registered=state.registered,
        under_before=state.memory.under_minimum,
        void=state.void,
        linked=linked,
    )


def _may_settle(game: Game, state: Round) -> Refusal | None:
    if not state.closed:
        return refuse(game, "bets_not_closed", because("bets_not_closed.settle"))
    refusal = (
        _decisions_refusal(game, state) or excess_after_restating(game, state) or _looks_refusal(game, state)
    )
    return refusal or _cards_refusal(game, state)


def deal_over(game: Game, state: Round) -> bool:
    """Whether cards have been turned over, and every card that a bet depends on is out and turned over."""
    return bool(state.reveals) and not (boxes_to_decide(game, state) or _cards_refusal(game, state))


def _cards_refusal(game: Game, state: Round) -> Refusal | None:
    """The refusal of a settlement for which cards are missing, too many, or not turned over."""
    need = needs(game, state)
    if reveal_needed(state, need):
        why = because("reveal_still_due.cards")
        return refuse(game, "reveal_still_due", why)
    due = len(state.community)
    if need.community and state.reveals:
        due = script_of(game, state).community_at_reveal[state.reveals - 1]
    return _count_refusal(game, state, need, need.dealer, due)


def _decisions_refusal(game: Game, state: Round) -> Refusal | None:
    waiting = boxes_to_decide(game, state)
    if not waiting:
        return None
    due = decision_open(game, state, state.box(waiting[0]))
    if due is None:
        return None
    boxes = boxes_to_decide(game, state, due.number)
    code = "decision_still_due.withdraw" if due.takes_back else "decision_still_due"
    why = because(code, boxes=boxes, bet=due.bet, otherwise=due.otherwise)
    return refuse(game, "decision_still_due", why, due.clause)


def _looks_refusal(game: Game, state: Round) -> Refusal | None:
    if not state.unjudged_looks or not judged_before_settlement(game):
        return None
    number = state.unjudged_looks[0]
    why = because("second_look_not_judged", player=state.box(number).player, box=number)
    return refuse(game, "second_look_not_judged", why)


def _miscounted_boxes(game: Game, state: Round, need: HandsNeeded) -> Refusal | None:
    """The refusal of a hand of the wrong size, which comes before any open decision."""
    for box in need.boxes:
        if box.cards and len(box.cards) != game.sheet.hands.box:
            return wrong_hand(game, box)
    return None


def _turns_dealer_too(game: Game, state: Round) -> bool:
    """Whether the reveal of the river turns over the Dealer's hand too, because it is already dealt."""
    script = script_of(game, state)
    following = state.reveals + 1
    if following >= len(script.reveals) or any(step.after >= following for step in script.decisions):
        return False
    dealt_between = script.dealer_at_reveal[state.reveals] < script.dealer_at_reveal[following]
    return dealt_between and len(state.dealer) >= game.sheet.hands.dealer


def _count_refusal(game: Game, state: Round, need: HandsNeeded, dealer: bool, due: int) -> Refusal | None:
    """The refusal of a wrong number of cards in a hand that is turned over or that a bet depends on."""
    hands = game.sheet.hands
    held = len(state.dealer)
    if dealer and held != hands.dealer and (held or need.dealer):
        why = because("card_count_dealer", count=held, full=hands.dealer)
        return refuse(game, "card_count_dealer", why)
    held = len(state.community)
    if held != due and (held or need.community):
        why = because("card_count_community", count=held, full=due)
        return refuse(game, "card_count_community", why)
    for box in need.boxes:
        if len(box.cards) != hands.box:
            return wrong_hand(game, box)
    return None
