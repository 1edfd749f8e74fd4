"""Hands that are shown or not: a supervisor's view, "No hand", and a jackpot hand that stays face up."""

from pitboss.cards import UNKNOWN
from pitboss.people import ROLES
from pitboss.reason import because
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
        why = because("not_in_this_game.view", game=game.sheet.identity.title)
        return refuse(game, "not_in_this_game", why, *rule.clauses)
    by = command.by or rule.viewed_by
    if ROLES.index(by) < ROLES.index(rule.viewed_by):
        why = because("role_too_low.view", role=rule.viewed_by)
        return refuse(game, "role_too_low", why, *rule.clauses)
    box = live_box(game, state, command.box)
    if isinstance(box, Refusal):
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
    if isinstance(box, Refusal):
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
