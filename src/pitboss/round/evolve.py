"""Evolve: fold an event into the state. Rules are decided in ``decide``, never here."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from pitboss.cards import Card
from pitboss.invariant import OutOfOrder
from pitboss.round import events as ev
from pitboss.round.commands import Memory, Place
from pitboss.round.state import DealtCards, Option, Reported, Round, TurnedEarly, has_excess
from pitboss.settlement import Box, Wager
from pitboss.sheets.script import WITHDRAW

replace = structs.replace


def evolve(state: Round | None, event: ev.Event) -> Round:
    """The state after one event."""
    if type(event) is ev.RoundOpened:
        return _opened(event)
    if state is None:
        raise OutOfOrder(f"{type(event).__name__} stands before RoundOpened, with which a round begins")
    return _EVOLVE[type(event)](state, event)


def fold(events: Iterable[ev.Event]) -> Round:
    """The state after all events of a round."""
    state: Round | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise OutOfOrder("a round without events is none: it begins with RoundOpened")
    return state


def _opened(event: ev.RoundOpened) -> Round:
    boxes = tuple(Box(number=number) for number in range(1, event.table.boxes + 1))
    return Round(
        table=event.table,
        display=event.display,
        hashes=event.hashes,
        memory=event.memory,
        later=event.memory,
        boxes=boxes,
    )


def _boxes_with(state: Round, changed: Box) -> tuple[Box, ...]:
    """The boxes with one of them changed."""
    boxes = state.boxes
    return (*boxes[: changed.number - 1], changed, *boxes[changed.number :])


def _bet_placed(state: Round, event: ev.BetPlaced) -> Round:
    box = state.box(event.box)
    wager = Wager(
        bet=event.bet,
        player=event.player,
        amount=event.amount,
        unnoticed=event.unnoticed,
        brings_hand=event.brings_hand,
    )
    wagers = (*box.wagers, wager)
    if not event.decides:
        return replace(state, boxes=_boxes_with(state, replace(box, wagers=wagers)))
    decided = (*box.decided, event.bet)
    boxes = _boxes_with(state, replace(box, wagers=wagers, decided=decided))
    return replace(state, boxes=boxes, restated=None)


def _excess_rejected(state: Round, event: ev.ExcessRejected) -> Round:
    return replace(state, rejected=(*state.rejected, event))


def _bet_withdrawn(state: Round, event: ev.BetWithdrawn) -> Round:
    wagers = tuple(
        wager
        for wager in state.box(event.box).wagers
        if wager.bet != event.bet or event.player not in (None, wager.player)
    )
    return replace(state, boxes=_boxes_with(state, replace(state.box(event.box), wagers=wagers)))


def _bet_taken_back(state: Round, event: ev.BetTakenBack) -> Round:
    box = state.box(event.box)
    taken = {**box.taken_back, event.bet: event.clauses}
    boxes = _boxes_with(state, replace(box, taken_back=taken, decided=(*box.decided, WITHDRAW)))
    return replace(state, boxes=boxes, restated=None)


def _bets_closed(state: Round, event: ev.BetsClosed) -> Round:
    return replace(state, closed=True)


def _card_burnt(state: Round, event: ev.CardBurnt) -> Round:
    coming = state.next_cards
    if coming[:1] == (event.card,):
        coming = coming[1:]
    return replace(state, burnt=(*state.burnt, event.card), next_cards=coming)


def _cards_dealt(state: Round, event: ev.CardsDealt) -> Round:
    trail = (*state.trail, _noted(state, event)) if state.restated is None else state.trail
    before = () if event.anew else state.cards_at(event.to)
    cards = (*before, *event.cards)
    restated = None if state.restated is None else state.restated | {event.to}
    drawn = state.next_cards[len(event.cards) :]
    if event.to == "dealer":
        return replace(state, dealer=cards, restated=restated, next_cards=drawn, trail=trail)
    if event.to == "community":
        return replace(state, community=cards, restated=restated, next_cards=drawn, trail=trail)
    if state.restated is not None:
        state = _taken_from_hands_out(state, event.cards)
    box = state.box(event.to)
    dealt = box.dealt or state.dealt_boxes + 1
    moved = event.anew and (not box.cards or cards[: len(box.cards)] != box.cards[: len(cards)])
    state = replace(
        state,
        boxes=_boxes_with(state, replace(box, cards=cards, dealt=dealt, intended=box.intended or dealt)),
        dealt_boxes=max(dealt, state.dealt_boxes),
        restated=restated,
        next_cards=drawn,
        trail=trail,
    )
    return _in_its_turn(state, event.to) if moved else state


def _in_its_turn(state: Round, moved: int) -> Round:
    """Count a hand that was moved to its own box as dealt before the first box that comes after it."""
    dealt = sorted((box for box in state.boxes if box.intended), key=lambda box: box.intended)
    order = [box.number for box in dealt if box.number != moved]
    place = next((place for place, number in enumerate(order) if number > moved), len(order))
    order.insert(place, moved)
    places = {number: place for place, number in enumerate(order, 1)}
    return replace(
        state, boxes=tuple(replace(box, intended=places.get(box.number, 0)) for box in state.boxes)
    )


def _noted(state: Round, event: ev.CardsDealt) -> DealtCards:
    return DealtCards(
        to=event.to,
        held=len(state.cards_at(event.to)),
        burnt=len(state.burnt),
        reveals=state.reveals,
        waiting=state.waiting,
    )


def _taken_from_hands_out(state: Round, cards: tuple[Card, ...]) -> Round:
    """Take cards that are stated anew elsewhere from hands that are out and from empty boxes."""
    boxes = tuple(
        replace(box, cards=tuple(card for card in box.cards if card not in cards))
        if (box.out or not box.wagers) and not set(cards).isdisjoint(box.cards)
        else box
        for box in state.boxes
    )
    return replace(state, boxes=boxes)


def _card_discarded(state: Round, event: ev.CardDiscarded) -> Round:
    return replace(state, discarded=(*state.discarded, event.card))


def _with_cards(state: Round, place: Place, cards: tuple[Card, ...], **box: Any) -> Round:
    if place == "dealer":
        return replace(state, dealer=cards)
    if place == "community":
        return replace(state, community=cards)
    return replace(state, boxes=_boxes_with(state, replace(state.box(place), cards=cards, **box)))


def _cards_shown(state: Round, event: ev.CardsShown) -> Round:
    if isinstance(event.at, int):
        if not state.dealer_up:
            state = replace(state, trail=(*state.trail, TurnedEarly(event.at)))
        shown = (*state.box(event.at).shown, *event.turned)
        return _with_cards(state, event.at, event.cards, shown=shown)
    return _with_cards(state, event.at, event.cards)


def _excess_card_found(state: Round, event: ev.ExcessCardFound) -> Round:
    return replace(state, excess_card=True)


def _hand_examined(state: Round, event: ev.HandExamined) -> Round:
    count = state.examined_hands + 1
    looks = (*state.unjudged_looks, event.box) if event.additional else state.unjudged_looks
    return replace(
        state,
        boxes=_boxes_with(state, replace(state.box(event.box), examined=count, handled=True)),
        examined_hands=count,
        unjudged_looks=looks,
        restated=None,
    )


def _hand_handled(state: Round, event: ev.HandHandled) -> Round:
    return replace(state, boxes=_boxes_with(state, replace(state.box(event.box), handled=True)))


def _hand_folded(state: Round, event: ev.HandFolded) -> Round:
    box = state.box(event.box)
    boxes = _boxes_with(state, replace(box, decided=(*box.decided, "fold"), folded=event.clauses))
    return replace(state, boxes=boxes, restated=None)


def _checked(state: Round, event: ev.Checked) -> Round:
    box = state.box(event.box)
    boxes = _boxes_with(state, replace(box, decided=(*box.decided, "check")))
    return replace(state, boxes=boxes, restated=None)


def _revealed(state: Round, event: ev.Revealed) -> Round:
    return replace(
        state,
        reveals=state.reveals + event.reveals,
        community_up=max(event.community, state.community_up),
        dealer_up=state.dealer_up or event.dealer,
        restated=None,
    )


def _show_declined(state: Round, event: ev.ShowDeclined) -> Round:
    return replace(state, boxes=_boxes_with(state, replace(state.box(event.box), declined=True)))


def _rank_established(state: Round, event: ev.RankEstablished) -> Round:
    return replace(state, boxes=_boxes_with(state, replace(state.box(event.box), established=True)))


def _hand_viewed(state: Round, event: ev.HandViewed) -> Round:
    return state


def _no_hand_announced(state: Round, event: ev.NoHandAnnounced) -> Round:
    return replace(state, no_hand=True)


def _jackpot_hand_notified(state: Round, event: ev.JackpotHandNotified) -> Round:
    return replace(state, boxes=_boxes_with(state, replace(state.box(event.box), notified=event.clauses)))


def _player_left(state: Round, event: ev.PlayerLeft) -> Round:
    for number in event.boxes:
        box = state.box(number)
        if event.player == box.player:
            state = replace(state, boxes=_boxes_with(state, replace(box, left=event.clauses)))
        else:
            shares = {**box.shares_left, event.player: event.clauses}
            state = replace(state, boxes=_boxes_with(state, replace(box, shares_left=shares)))
    return state


def _interrupted(state: Round, event: ev.PlayInterrupted) -> Round:
    entries = (Reported(clause, False) for clause in event.clauses)
    return replace(state, excess_card=False, trail=(*state.trail, *entries))


def _reported(state: Round, event: ev.IrregularityReported) -> Round:
    entry = Reported(event.report.clause, bool(event.report.reconstructed))
    return replace(state, excess_card=False, trail=(*state.trail, entry))


def _round_voided(state: Round, event: ev.RoundVoided) -> Round:
    return replace(state, void=event.clauses, options=(), chosen=())


def _hand_invalidated(state: Round, event: ev.HandInvalidated) -> Round:
    options = tuple(option for option in state.options if option.box != event.box)
    looks = tuple(box for box in state.unjudged_looks if box != event.box)
    boxes = _boxes_with(state, replace(state.box(event.box), out=event.clauses))
    return replace(state, boxes=boxes, options=options, unjudged_looks=looks)


def _share_returned(state: Round, event: ev.ShareReturned) -> Round:
    box = state.box(event.box)
    shares = {**box.shares_out, event.player: event.clauses}
    boxes = _boxes_with(state, replace(box, shares_out=shares))
    if event.player != box.player:
        return replace(state, boxes=boxes)
    # The next player of the box has not looked at its hand, nor walked away from it as the first may have.
    follows = replace(state, boxes=boxes).box(event.box).player or ""
    left = box.shares_left.get(follows, ())
    boxes = _boxes_with(state, replace(box, shares_out=shares, examined=0, left=left))
    looks = tuple(number for number in state.unjudged_looks if number != event.box)
    return replace(state, boxes=boxes, unjudged_looks=looks)


def _bet_ruled(state: Round, event: ev.BetRuled) -> Round:
    ruled = event.ruled
    before = state.box(event.box).rulings
    others = (each for each in before if (each.bet, each.player) != (ruled.bet, ruled.player))
    return replace(state, boxes=_boxes_with(state, replace(state.box(event.box), rulings=(*others, ruled))))


def _options_given(state: Round, event: ev.OptionsGiven) -> Round:
    options = tuple(
        Option(
            box=box,
            continue_clauses=event.continue_clauses,
            withdraw_clauses=event.withdraw_clauses,
            alike=event.alike,
            player=state.box(box).player or "",
            each=event.each,
        )
        for box in event.boxes
    )
    return replace(state, options=(*state.options, *options), chosen=())


def _option_chosen(state: Round, event: ev.OptionChosen) -> Round:
    asked = [option.player for option in state.options if option.box == event.box]
    options = tuple(
        replace(option, player=event.next) if option.box == event.box else option
        for option in state.options
        if option.box != event.box or event.next
    )
    chosen = (*state.chosen, *((event.box, event.way, player) for player in asked))
    goes = event.way == "withdraw" and not event.stays
    out = {"out": event.clauses, "lost": event.lost} if goes else {}
    boxes = _boxes_with(state, replace(state.box(event.box), **out))
    looks = tuple(box for box in state.unjudged_looks if not boxes[box - 1].out)
    return replace(state, boxes=boxes, options=options, chosen=chosen, unjudged_looks=looks)


def _options_ended(state: Round, event: ev.OptionsEnded) -> Round:
    options = tuple(option for option in state.options if option.box not in event.boxes)
    return replace(state, options=options)


def _reconstruction_begun(state: Round, event: ev.ReconstructionBegun) -> Round:
    return replace(state, restated=frozenset())


def _order_decided(state: Round, event: ev.OrderOfCardsDecided) -> Round:
    return replace(state, next_cards=event.cards)


def _second_looks_judged(state: Round, event: ev.SecondLooksJudged) -> Round:
    looks = tuple(box for box in state.unjudged_looks if box not in event.boxes)
    return replace(state, unjudged_looks=looks)


def _jackpot_registered(state: Round, event: ev.JackpotRegistered) -> Round:
    return replace(state, registered=event.value)


def _table_restricted(state: Round, event: ev.TableRestricted) -> Round:
    later = state.later
    match event.action:
        case "close":
            later = replace(later, closed=True)
        case "block":
            later = replace(later, blocked=later.blocked | set(event.boxes))
        case "no_jackpot":
            later = replace(later, no_jackpot=True)
    return replace(state, later=later)


def _player_barred(state: Round, event: ev.PlayerBarred) -> Round:
    memory = replace(state.memory, barred=state.memory.barred | {event.player})
    later = replace(state.later, barred=state.later.barred | {event.player})
    return replace(state, memory=memory, later=later)


def _player_restricted(state: Round, event: ev.PlayerRestricted) -> Round:
    memory = replace(state.memory, one_position=state.memory.one_position | {event.player})
    later = replace(state.later, one_position=state.later.one_position | {event.player})
    return replace(state, memory=memory, later=later)


def _restriction_lifted(state: Round, event: ev.RestrictionLifted) -> Round:
    return replace(state, memory=_lifted(state.memory, event), later=_lifted(state.later, event))


def _lifted(memory: Memory, event: ev.RestrictionLifted) -> Memory:
    match event.restriction:
        case "close":
            return replace(memory, closed=False)
        case "block":
            return replace(memory, blocked=memory.blocked - set(event.boxes))
        case "no_jackpot":
            return replace(memory, no_jackpot=False)
        case "barred":
            return replace(memory, barred=memory.barred - {event.player})
        case "one_position":
            return replace(memory, one_position=memory.one_position - {event.player})


def _card_corrected(state: Round, event: ev.CardCorrected) -> Round:
    def put_right(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        place = cards.index(event.recorded)
        return (*cards[:place], event.card, *cards[place + 1 :])

    if isinstance(event.at, int):
        shown = tuple(event.card if card == event.recorded else card for card in state.box(event.at).shown)
        state = replace(state, boxes=_boxes_with(state, replace(state.box(event.at), shown=shown)))
    if event.at == "burnt":
        state = replace(state, burnt=put_right(state.burnt))
    elif event.at == "discarded":
        state = replace(state, discarded=put_right(state.discarded))
    else:
        state = _with_cards(state, event.at, put_right(state.cards_at(event.at)))
    return replace(state, excess_card=has_excess(state.cards_out()))


def _bet_corrected(state: Round, event: ev.BetCorrected) -> Round:
    kept = []
    corrected = False
    for wager in state.box(event.box).wagers:
        if (wager.bet, wager.player) != (event.bet, event.player):
            kept.append(wager)
        elif not corrected:
            corrected = True
            kept.append(replace(wager, amount=event.amount))
    return replace(state, boxes=_boxes_with(state, replace(state.box(event.box), wagers=tuple(kept))))


def _settlement_adjusted(state: Round, event: ev.SettlementAdjusted) -> Round:
    return replace(state, adjustments=(*state.adjustments, event))


def _settlement_reopened(state: Round, event: ev.SettlementReopened) -> Round:
    return replace(state, settlement=None, reopened=True)


def _round_settled(state: Round, event: ev.RoundSettled) -> Round:
    return replace(
        state,
        settlement=event.settlement,
        linked=event.linked,
        reopened=state.reopened and not event.final,
    )


_EVOLVE: dict[type, Callable[[Round, Any], Round]] = {
    ev.BetPlaced: _bet_placed,
    ev.ExcessRejected: _excess_rejected,
    ev.BetWithdrawn: _bet_withdrawn,
    ev.BetTakenBack: _bet_taken_back,
    ev.BetsClosed: _bets_closed,
    ev.CardBurnt: _card_burnt,
    ev.CardsDealt: _cards_dealt,
    ev.CardDiscarded: _card_discarded,
    ev.CardsShown: _cards_shown,
    ev.ExcessCardFound: _excess_card_found,
    ev.HandExamined: _hand_examined,
    ev.HandHandled: _hand_handled,
    ev.HandFolded: _hand_folded,
    ev.Checked: _checked,
    ev.Revealed: _revealed,
    ev.ShowDeclined: _show_declined,
    ev.RankEstablished: _rank_established,
    ev.HandViewed: _hand_viewed,
    ev.NoHandAnnounced: _no_hand_announced,
    ev.JackpotHandNotified: _jackpot_hand_notified,
    ev.PlayerLeft: _player_left,
    ev.PlayInterrupted: _interrupted,
    ev.IrregularityReported: _reported,
    ev.RoundVoided: _round_voided,
    ev.HandInvalidated: _hand_invalidated,
    ev.ShareReturned: _share_returned,
    ev.BetRuled: _bet_ruled,
    ev.OptionsGiven: _options_given,
    ev.OptionChosen: _option_chosen,
    ev.OptionsEnded: _options_ended,
    ev.ReconstructionBegun: _reconstruction_begun,
    ev.OrderOfCardsDecided: _order_decided,
    ev.SecondLooksJudged: _second_looks_judged,
    ev.JackpotRegistered: _jackpot_registered,
    ev.TableRestricted: _table_restricted,
    ev.PlayerBarred: _player_barred,
    ev.PlayerRestricted: _player_restricted,
    ev.RestrictionLifted: _restriction_lifted,
    ev.CardCorrected: _card_corrected,
    ev.BetCorrected: _bet_corrected,
    ev.SettlementAdjusted: _settlement_adjusted,
    ev.SettlementReopened: _settlement_reopened,
    ev.RoundSettled: _round_settled,
}
