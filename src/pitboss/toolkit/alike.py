"""Many rounds with the same bets: the engine plays one for each way to answer, and all others are like it.

What the Dealer does and what a player may answer follow from the bets and from the answers before, never from
the cards. So a round that was answered like an earlier one is that round with other cards, and is settled.
"""

from collections.abc import Mapping

from msgspec import Struct, structs

from pitboss.cards import UNKNOWN, Card
from pitboss.invariant import InvariantBroken
from pitboss.round import Round
from pitboss.round.driver import opened_after
from pitboss.round.revealing import facts_of
from pitboss.settlement import Settlement
from pitboss.settlement.settle import settle
from pitboss.shuffle import drawn
from pitboss.toolkit.amounts import Amount
from pitboss.toolkit.decisions import Choice, Decision
from pitboss.toolkit.playing import GameRound, GameTable
from pitboss.toolkit.strategies import Strategy

Places = tuple[int, ...]
"""Where cards stand in the order in which a deck is dealt; -1 for a card that is face down."""


class _Stage(Struct, kw_only=True):
    """How far rounds have come after the same answers: to a decision, or to their settlement."""

    state: Round
    asked: Decision | None
    cards: Places
    dealer: Places
    community: Places
    following: "dict[str | Choice, _Stage]"
    """The stage after each answer that was given here."""


class RoundsAlike:
    """Rounds of one player at a table, with the same bets in each."""

    def __init__(self, table: GameTable, staked: Mapping[str, Amount]) -> None:
        self._table, self._staked = table, staked
        self._first: _Stage | None = None
        self._most = 0
        """The most cards of a deck that any stage looks at."""

    def play(self, answer: Strategy) -> Settlement:
        """Play the next round of the table; raises what the round itself would."""
        table, answers = self._table, list[str | Choice]()
        order, stage = table._order(), self._first
        if stage is None or stage.state.memory != table._opened.memory:
            self._first = None
            return self._by_engine(order, answers, answer)
        deck = drawn(order, self._most)
        while asked := stage.asked:
            said = answer(
                Decision(
                    box=asked.box,
                    player=asked.player,
                    cards=_taken(deck, stage.cards),
                    dealer=_taken(deck, stage.dealer),
                    community=_taken(deck, stage.community),
                    ante=asked.ante,
                    decided=asked.decided,
                    choices=asked.choices,
                )
            )
            answers.append(said)
            following = stage.following.get(said) if isinstance(said, str | Choice) else None
            if following is None:
                return self._by_engine(order, answers, answer)
            stage = following
        return self._settled(stage, deck)

    def _settled(self, stage: _Stage, deck: list[Card]) -> Settlement:
        """Settle a round that was played like an earlier one."""
        table, like = self._table, stage.state
        cards = _taken(deck, stage.cards)
        state = structs.replace(
            like,
            boxes=tuple([structs.replace(box, cards=cards) if box.cards else box for box in like.boxes]),
            dealer=_taken(deck, stage.dealer),
            community=_taken(deck, stage.community),
            display=table._opened.display,
        )
        settlement = settle(table._game, facts_of(state, None))
        table._opened = opened_after(table._opened, structs.replace(state, settlement=settlement))
        return settlement

    def _by_engine(self, order: int, answers: list[str | Choice], answer: Strategy) -> Settlement:
        """Play a round, of which the first answers are known, and keep its stages."""
        played = self._table.round()
        played._order = order
        for bet, amount in self._staked.items():
            played.bet("player", bet, amount)
        played.deal()
        known, places = iter(answers), {card: place for place, card in enumerate(drawn(order))}
        if self._first is None:
            self._first = self._stage(played, places)
        stage = self._first
        while asked := played.asks:
            said = next(known, None)
            if said is None:
                said = answer(asked[0])
            played.answer(said)
            if said not in stage.following:
                stage.following[said] = self._stage(played, places)
            stage = stage.following[said]
        if played._state.settlement is None:
            raise InvariantBroken("a round that asks nothing is settled")
        return played._state.settlement

    def _stage(self, played: GameRound, places: Mapping[Card, int]) -> _Stage:
        state, asks = played._state, played.asks
        (box,) = (box for box in state.boxes if box.wagers)
        seen = [asks[0].cards, asks[0].dealer, asks[0].community] if asks else []
        cards, dealer, community = (
            tuple(places.get(Card(card), -1) for card in each)
            for each in seen or (box.cards, state.dealer, state.community)
        )
        self._most = max(self._most, *(place + 1 for place in (*cards, *dealer, *community)))
        return _Stage(
            state=state,
            asked=asks[0] if asks else None,
            cards=cards,
            dealer=dealer,
            community=community,
            following={},
        )


def _taken(deck: list[Card], places: Places) -> tuple[Card, ...]:
    """The cards of a deck at these places."""
    return tuple([UNKNOWN if place < 0 else deck[place] for place in places])
