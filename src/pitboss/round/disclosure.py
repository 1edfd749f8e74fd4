"""Hands that are shown or not: a supervisor's view, "No hand", and a jackpot hand that stays face up."""

from pitboss.cards import UNKNOWN
from pitboss.people import ROLES, role_in_words
from pitboss.plural import counted
from pitboss.round.commands import AnnounceNoHand, NotifyJackpotHand, ViewHand
from pitboss.round.events import HandViewed, JackpotHandNotified, NoHandAnnounced, RoundAnswer
from pitboss.round.queries import live_box, wrong_hand
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.state import Round
from pitboss.sheets.game import Game


def view_hand(game: Game, state: Round, command: ViewHand) -> RoundAnswer:
    """Decide a supervisor's view of a hand that its player does not show; its bets stay as they are."""
    rule = game.sheet.decline
    if rule.viewed_by is None:
        message = f"{game.sheet.identity.title} says nothing about viewing a hand that is not shown"
        return refuse(game, "not_in_this_game", message, *rule.clauses)
    by = command.by or rule.viewed_by
    if ROLES.index(by) < ROLES.index(rule.viewed_by):
        message = f"a hand that is not shown is viewed by the {role_in_words(rule.viewed_by)} or above"
        return refuse(game, "role_too_low", message, *rule.clauses)
    box = live_box(game, state, command.box)
    if isinstance(box, Refusal):
        return box
    if not box.declined:
        message = f"the player of box {box.number} has not declined to show: there is no hand to view"
        return refuse(game, "nothing_there", message, *rule.clauses)
    return (HandViewed(box.number, by, rule.clauses),)


def announce_no_hand(game: Game, state: Round, command: AnnounceNoHand) -> RoundAnswer:
    """Decide the announcement that the Dealer's hand does not qualify."""
    clauses = game.sheet.qualifier.announce_clauses if game.sheet.qualifier else ()
    if not clauses:
        return refuse(game, "not_in_this_game", f'"No hand" is not announced in {game.sheet.identity.title}')
    if not state.dealer_up:
        return refuse(game, "reveal_still_due", "the Dealer's hand has not been turned over", *clauses)
    full = game.sheet.hands.dealer
    if len(state.dealer) != full:
        message = f"the Dealer has {counted(len(state.dealer), 'card')}, a full hand is {full}"
        return refuse(game, "card_count_dealer", message, *clauses)
    shared = state.community if game.sheet.hands.shows_down == "own_and_community" else ()
    if UNKNOWN in (*state.dealer, *shared):
        return refuse(game, "cards_unknown", "the Dealer's cards have not been named", *clauses)
    if game.qualifies(game.ranking.rank((*state.dealer, *shared))):
        message = 'the Dealer\'s hand qualifies: it is compared, and "No hand" is not announced'
        return refuse(game, "dealer_qualifies", message, *clauses)
    return () if state.no_hand else (NoHandAnnounced(clauses),)


def notify_jackpot_hand(game: Game, state: Round, command: NotifyJackpotHand) -> RoundAnswer:
    """Decide a player's notice of a jackpot hand. The cards are not asked: the settlement decides by them."""
    clauses = game.sheet.jackpot.notify_clauses if game.sheet.jackpot else ()
    if not clauses:
        message = f"{game.sheet.identity.title} asks no player to notify the Dealer of a jackpot hand"
        return refuse(game, "not_in_this_game", message)
    box = live_box(game, state, command.box)
    if isinstance(box, Refusal):
        return box
    if not (box.has("jackpot") and box.has("ante")):
        message = f"box {box.number} has no jackpot bet that its hand could win"
        return refuse(game, "nothing_there", message, *clauses)
    if box.folded and "jackpot" in game.sheet.fold.loses:
        return refuse(
            game, "hand_folded", f"box {box.number} is folded and its jackpot bet lost", *box.folded
        )
    if box.declined and not box.established:
        message = f"box {box.number} declined to show: show its hand first"
        return refuse(game, "show_declined", message, *game.sheet.decline.clauses)
    if refusal := wrong_hand(game, box):
        return refusal
    return () if box.notified else (JackpotHandNotified(box.number, clauses),)
