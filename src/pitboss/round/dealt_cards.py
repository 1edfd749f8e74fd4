"""Dealing cards to their places. What was dealt is a fact; only acts that a device lacks are refused."""

from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.reason import Reason, because
from pitboss.round.commands import BurnCard, DealCards, DiscardCard, Place, ShowCards
from pitboss.round.events import (
    CardBurnt,
    CardDiscarded,
    CardsDealt,
    CardsShown,
    Event,
    ExcessCardFound,
    RankEstablished,
    RoundAnswer,
)
from pitboss.round.queries import find_box, hands_turned_over, out_refusal, script_of
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.state import Round, has_excess
from pitboss.sheets.game import Game
from pitboss.sheets.script import BurnStep, DealStep, DiscardStep


def burn_card(game: Game, state: Round, command: BurnCard) -> RoundAnswer:
    """Decide the burning of a card, where the device burns one."""
    if refusal := _before_close(game, state):
        return refusal
    if not script_of(game, state).burns:
        return _not_here(game, state, because("not_in_this_game.burn"))
    return _with_excess(state, CardBurnt(command.card), (command.card,))


def discard_card(game: Game, state: Round, command: DiscardCard) -> RoundAnswer:
    """Decide the discard of the third community card, where the method has one."""
    if refusal := _before_close(game, state):
        return refusal
    if not any(script.discards for script in game.scripts[state.table.device]):
        return _not_here(game, state, because("not_in_this_game.discard"))
    if state.discarded:
        return _not_here(game, state, because("not_in_this_game.discarded"))
    return _with_excess(state, CardDiscarded(command.card), (command.card,))


def deal_cards(game: Game, state: Round, command: DealCards) -> RoundAnswer:
    """Decide a deal to a place; a wrong number of cards is a fact too."""
    refusal = _before_close(game, state) or _place_refusal(game, state, command.to)
    if refusal:
        return refusal
    if hands_turned_over(state):
        return refuse(game, "reveal_not_due", because("reveal_not_due.dealt"))
    if isinstance(command.to, int) and (box := state.box(command.to)).wagers and not box.takes_hand:
        why = because("nothing_there.no_hand", box=command.to)
        amounts = game.sheet.amounts
        clauses = amounts.orphan_jackpot if box.has("jackpot") else amounts.orphan_bonus
        return refuse(game, "nothing_there", why, *clauses)
    if state.next_cards and (refusal := _drawn_in_order(game, state, command.cards)):
        return refusal
    if state.restated is not None:
        return (CardsDealt(command.to, command.cards, command.to not in state.restated),)
    return _with_excess(state, CardsDealt(command.to, command.cards), command.cards)


def show_cards(game: Game, state: Round, command: ShowCards) -> RoundAnswer:
    """Decide the naming of unknown cards; a hand already named may be shown again."""
    refusal = _before_close(game, state) or _place_refusal(game, state, command.at)
    if refusal:
        return refusal
    held = state.cards_at(command.at)
    if not held:
        return refuse(game, "no_cards_there", because("no_cards_there.place"))
    named = _named(game, command.at, held, command.cards, state)
    if named is None:
        why = because("show_does_not_fit", cards=command.cards)
        return refuse(game, "show_does_not_fit", why)
    events: tuple[Event, ...] = (CardsShown(command.at, named, command.cards),)
    if isinstance(command.at, int) and state.box(command.at).declined:
        if game.readings.show_after_declining == "too_late":
            why = because("show_declined.rank", box=command.at)
            return refuse(game, "show_declined", why, *game.sheet.decline.clauses)
        events = (*events, RankEstablished(command.at))
    new = [*state.cards_out(), *named]
    for card in held:
        new.remove(card)
    return (*events, ExcessCardFound()) if has_excess(new) else events


def _named(
    game: Game, place: Place, held: tuple[Card, ...], shown: tuple[Card, ...], state: Round
) -> tuple[Card, ...] | None:
    """The hand with its unknown cards named; None if the shown cards do not fit.

    ``shown`` is either the whole hand or the unknown cards only: those face up first, then in order.
    """
    if UNKNOWN in shown:
        return None
    unknown = [i for i, card in enumerate(held) if card == UNKNOWN]
    if UNKNOWN not in held[:1] and all(
        known in (UNKNOWN, card) for known, card in zip(held, shown, strict=False)
    ):
        return (*shown, *held[len(shown) :]) if len(shown) <= len(held) else None
    if len(shown) == len(held) and len(unknown) < len(held):
        rest = list(shown)
        for card in held:
            if card != UNKNOWN:
                if card not in rest:
                    return None
                rest.remove(card)
        shown = tuple(rest)
    if len(shown) > len(unknown):
        return None
    up = game.sheet.hands.dealers_last_card_face_up and place == "dealer" and not state.dealer_up
    last = game.sheet.hands.dealer - 1
    if up and len(shown) == 1 and last in unknown:
        unknown = [last]
    cards = list(held)
    for i, card in zip(unknown, shown, strict=False):
        cards[i] = card
    return tuple(cards)


def _before_close(game: Game, state: Round) -> Refusal | None:
    if state.closed:
        return None
    return refuse(game, "bets_not_closed", because("bets_not_closed.cards"))


def _place_refusal(game: Game, state: Round, place: Place) -> Refusal | None:
    if place == "dealer":
        if game.sheet.hands.dealer:
            return None
        return _not_here(game, state, because("not_in_this_game.dealer", game=game.sheet.identity.title))
    if place == "community":
        if game.sheet.hands.community:
            return None
        return _not_here(game, state, because("not_in_this_game.community", game=game.sheet.identity.title))
    box = find_box(game, state, place)
    if type(box) is Refusal:
        return box
    return out_refusal(game, box)


def _not_here(game: Game, state: Round, why: Reason) -> Refusal:
    steps = script_of(game, state).steps
    clauses = dict.fromkeys(
        step.clause for step in steps if isinstance(step, BurnStep | DealStep | DiscardStep)
    )
    return refuse(game, "not_in_this_game", why, *clauses)


def _drawn_in_order(game: Game, state: Round, cards: tuple[Card, ...]) -> Refusal | None:
    """The refusal of cards that are not those drawn together, in the order decided."""
    for dealt, decided in zip(cards, state.next_cards, strict=False):
        if decided != dealt and (decided != UNKNOWN or dealt in state.next_cards):
            why = because("order_of_cards", decided=decided, dealt=dealt)
            return refuse(game, "order_of_cards", why)
    return None


def _with_excess(state: Round, event: Event, cards: tuple[Card, ...]) -> RoundAnswer:
    out = state.cards_out()
    named = [card for card in cards if card != UNKNOWN]
    twice = len({*named}) < len(named) or not {*named}.isdisjoint(out)
    if twice or len(out) + len(cards) > len(DECK):
        return (event, ExcessCardFound())
    return (event,)
