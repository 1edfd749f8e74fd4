"""Views: what each audience may see. Only views leave the system, and none holds a hidden card.

Everybody sees cards that are turned over: the Dealer's exposed card, revealed cards, hands that were shown,
and every hand that decides a bet at the settlement, or while it waits for a jackpot win to be paid. Players
also see the hands they have examined. A face-down card is ``?``.
"""

from msgspec import Struct, structs

from pitboss.cards import UNKNOWN, Card
from pitboss.citation import Clause
from pitboss.invariant import InvariantBroken
from pitboss.round.queries import boxes_to_decide, hands_shown_down
from pitboss.round.state import Round
from pitboss.settlement import Box, Settlement, Table, Wager
from pitboss.sheets.game import Game


class BoxView(Struct, frozen=True, kw_only=True):
    """One box as its audience sees it."""

    number: int
    player: str | None
    wagers: tuple[Wager, ...]
    cards: tuple[Card, ...]
    examined: bool
    decided: tuple[str, ...]
    taken_back: tuple[str, ...]
    folded: bool
    out: tuple[Clause, ...]
    left: tuple[Clause, ...]
    to_decide: bool
    to_choose: bool


class TableView(Struct, frozen=True, kw_only=True):
    """A round as its audience sees it."""

    table: Table
    audience: str | None
    """The player whose view it is; None for spectators."""
    closed: bool
    boxes: tuple[BoxView, ...]
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]
    burnt: int
    discarded: int
    void: tuple[Clause, ...]
    settlement: Settlement | None


def view(game: Game, state: Round, player: str | None = None, *, win_entered: bool = False) -> TableView:
    """The round as a player sees it or, without a name, as spectators do.

    Once a jackpot win is entered (``win_entered``), hands that decide a bet lie face up until it is paid.
    """
    waiting = boxes_to_decide(game, state) if state.closed else ()
    choosing = {option.box for option in state.options}
    shown = _shown_at_settlement(game, state, win_entered)
    return TableView(
        table=state.table,
        audience=player,
        closed=state.closed,
        boxes=tuple(
            BoxView(
                number=box.number,
                player=box.player,
                wagers=box.wagers,
                cards=_seen_cards(box, player, shown),
                examined=bool(box.examined),
                decided=box.decided,
                taken_back=tuple(box.taken_back),
                folded=bool(box.folded),
                out=box.out,
                left=box.left,
                to_decide=box.number in waiting and len(box.cards) == game.sheet.hands.box,
                to_choose=box.number in choosing,
            )
            for box in state.boxes
        ),
        dealer=_dealer(game, state),
        community=(*state.community[: state.community_up], *_hidden(state.community[state.community_up :])),
        burnt=len(state.burnt),
        discarded=len(state.discarded),
        void=state.void,
        settlement=state.settlement,
    )


def as_seen(game: Game, state: Round) -> Round:
    """The round with every card unknown that spectators may not see."""
    seen = view(game, state)
    boxes = zip(state.boxes, seen.boxes, strict=True)
    return structs.replace(
        state,
        boxes=tuple(structs.replace(box, cards=shown.cards) for box, shown in boxes),
        dealer=seen.dealer,
        community=seen.community,
        burnt=_hidden(state.burnt),
        discarded=_hidden(state.discarded),
        next_cards=_hidden(state.next_cards),
    )


def open_view(game: Game, state: Round, then: Round | None = None) -> TableView:
    """A settled round with every card open, for people who may see all; ``then`` shows an earlier state."""
    if not state.settled:
        raise InvariantBroken("a round that is not settled was to be shown with what lies face down")
    state = then or state
    seen = view(game, state)
    boxes = tuple(structs.replace(box, cards=state.box(box.number).cards) for box in seen.boxes)
    return structs.replace(seen, boxes=boxes, dealer=state.dealer, community=state.community)


def _seen_cards(box: Box, player: str | None, shown: frozenset[int]) -> tuple[Card, ...]:
    """The hand, with the cards that this audience may not see hidden."""
    own = player is not None and box.player == player and box.examined > 0
    if own or box.notified or box.number in shown:
        return box.cards
    if not box.shown:
        return _hidden(box.cards)
    return tuple(card if card in box.shown else UNKNOWN for card in box.cards)


def _shown_at_settlement(game: Game, state: Round, win_entered: bool) -> frozenset[int]:
    """The boxes whose hands are face up, because they decide a bet, at the settlement or while it waits."""
    if not (state.settled or win_entered) or state.void:
        return frozenset()
    return frozenset(box.number for box in hands_shown_down(game, state))


def _dealer(game: Game, state: Round) -> tuple[Card, ...]:
    if state.dealer_up:
        return state.dealer
    hands = game.sheet.hands
    if hands.dealers_last_card_face_up and len(state.dealer) == hands.dealer:
        return (*_hidden(state.dealer[:-1]), state.dealer[-1])
    return _hidden(state.dealer)


def _hidden(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)
