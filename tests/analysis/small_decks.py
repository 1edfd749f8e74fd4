"""Decisions on small decks, worth what the engine settles over every deal that is left.

All cards but a few are dead, so that few deals remain. Each is settled by the engine, for the hand in play
and for the hand folded, and the player takes at every later decision what is then worth most.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from pitboss.analysis.decisions import SheetDecision, action_name, decisions_of
from pitboss.analysis.model import AnalysisQuestion, DecisionSpot
from pitboss.cards import DECK, RANKS, SUITS, Card
from pitboss.settlement import Box, Display, Facts, Table, Wager, settle
from pitboss.sheets.game import Game

ANTE = 1_200
"""In cents: rates to 1, 2, 3 and 4 pay it without rounding."""
DISPLAY = 10_000_000
PLAYER = "ann"
Gains = Mapping[str, int]


class SmallDeck:
    """A decision with few cards left, and its worth by the engine."""

    def __init__(self, game: Game, spot: DecisionSpot, stakes: Mapping[str, int]) -> None:
        self.game = game
        self.spot = spot
        self.stakes = dict(stakes)
        self.decisions = decisions_of(game)
        known = {*(spot.hand or ()), *spot.board, *spot.dead, *((spot.up,) if spot.up else ())}
        self.left = tuple(card for card in DECK if card not in known)
        self.settled = 0
        self._final = lru_cache(None)(self._count_final)

    @property
    def question(self) -> AnalysisQuestion:
        """What the mathematics is asked."""
        return AnalysisQuestion(bets=self.stakes, meter=Fraction(DISPLAY))

    def worth(self) -> dict[str, Fraction]:
        """What every action is worth in Antes."""
        if self.spot.hand is not None:
            return {action: found / ANTE for action, found in self._of_hand(self.spot.hand).items()}
        hands = [self._of_hand(hand) for hand in combinations(self.left, self.game.sheet.hands.box)]
        if self.spot.option:
            seen = sum((max(worth.values()) for worth in hands), Fraction(0)) / len(hands)
            return {"continue": seen / ANTE, "withdraw": Fraction(0)}
        return {
            action: sum((worth[action] for worth in hands), Fraction(0)) / len(hands) / ANTE
            for action in hands[0]
        }

    def _of_hand(self, hand: tuple[Card, ...]) -> dict[str, Fraction]:
        board, spot = tuple(self.spot.board), self.spot
        placed, done, number = dict(self.stakes), set[str](), 0
        answers = iter(spot.decided)
        while self.decisions[number].bet in done or self.decisions[number].open < len(board):
            decision = self.decisions[number]
            number += 1
            if decision.bet in done:
                continue
            word, _, size = next(answers, "check").partition(" x ")
            if word == decision.bet:
                done.add(word)
                placed[word] = ANTE * int(size or decision.sizes[0])
            elif word.startswith("withdraw"):
                done.add(decision.bet)
                placed[decision.bet] = 0
        return dict(self._choices(hand, board, number, placed, frozenset(done)))

    def _choices(
        self,
        hand: tuple[Card, ...],
        board: tuple[Card, ...],
        number: int,
        placed: dict[str, int],
        done: frozenset[str],
    ) -> Iterator[tuple[str, Fraction]]:
        decision = self.decisions[number]
        after = done | {decision.bet}
        if decision.takes_back:
            back = {**placed, decision.bet: 0}
            yield action_name(decision, 0), self._value(hand, board, number + 1, back, after)
            yield action_name(decision, None), self._value(hand, board, number + 1, placed, done)
            return
        if decision.otherwise == "fold":
            yield "fold", self._ends(hand, board, placed, folded=True)
        else:
            yield "check", self._value(hand, board, number + 1, placed, done)
        for size in decision.sizes:
            bet = {**placed, decision.bet: ANTE * size}
            yield action_name(decision, size), self._value(hand, board, number + 1, bet, after)

    def _value(
        self,
        hand: tuple[Card, ...],
        board: tuple[Card, ...],
        number: int,
        placed: dict[str, int],
        done: frozenset[str],
    ) -> Fraction:
        while number < len(self.decisions) and self.decisions[number].bet in done:
            number += 1
        if number == len(self.decisions):
            return self._ends(hand, board, placed, folded=False)
        boards = list(self._boards(hand, board, self.decisions[number].open))
        best = (max(v for _, v in self._choices(hand, b, number, placed, done)) for b in boards)
        return sum(best, Fraction(0)) / len(boards)

    def _boards(
        self, hand: Sequence[Card], board: tuple[Card, ...], cards: int
    ) -> Iterator[tuple[Card, ...]]:
        """The boards of so many cards; of a flop and later cards, each in its place."""
        if len(board) >= cards:
            yield board
            return
        step = min(cards, 3) if len(board) < 3 else cards
        left = [card for card in self.left if card not in hand and card not in board]
        for more in combinations(left, step - len(board)):
            yield from self._boards(hand, (*board, *more), cards)

    def _ends(
        self, hand: tuple[Card, ...], board: tuple[Card, ...], placed: Mapping[str, int], *, folded: bool
    ) -> Fraction:
        """The mean gain in cents over all that is still to be dealt."""
        total, deals = Fraction(0), 0
        for whole in self._boards(hand, board, self.game.sheet.hands.community):
            flop, later = tuple(sorted(whole[:3])), tuple(sorted(whole[3:]))
            if not self._flop_matters:
                flop, later = tuple(sorted(whole)), ()
            gains, number = self._final(hand, (*flop, *later), folded)
            deals += number
            for bet, gain in gains.items():
                of = "ante" if bet in ("ante_bonus", "envy") else bet
                # A bet of the main game gains by its size; others lie there as they were staked.
                unit = ANTE if self.game.sheet.bets[of].placed == "decision" else self.stakes[of]
                total += gain * Fraction(placed.get(of, 0), unit)
        return total / deals

    @property
    def _flop_matters(self) -> bool:
        return self.game.sheet.jackpot is not None and self.game.jackpot.hand == "own_and_flop"

    def _count_final(
        self, hand: tuple[Card, ...], board: tuple[Card, ...], folded: bool
    ) -> tuple[Gains, int]:
        """What each bet gains, summed over the Dealer's hands, with every decision bet of one Ante."""
        up = () if self.spot.up is None else (self.spot.up,)
        left = [card for card in self.left if card not in hand and card not in board]
        found, number = Counter[str](), 0
        for hidden in combinations(left, self.game.sheet.hands.dealer - len(up)):
            number += 1
            for bet, gain in self._settle(hand, (*hidden, *up), board, folded).items():
                found[bet] += gain
        return found, number

    def _settle(
        self, hand: tuple[Card, ...], dealer: tuple[Card, ...], board: tuple[Card, ...], folded: bool
    ) -> Gains:
        self.settled += 1
        game = self.game
        staked = {**self.stakes, **{d.bet: ANTE for d in self.decisions if not d.takes_back}}
        if folded:
            # A fold comes before its own bet; what was bet earlier is lost with the Ante.
            staked = {bet: amount for bet, amount in staked.items() if self._before_a_fold(bet)}
        wagers = tuple(Wager(bet=bet, player=PLAYER, amount=amount) for bet, amount in staked.items())
        box = Box(
            number=1,
            wagers=wagers,
            cards=hand,
            dealt=1,
            examined=1,
            folded=game.sheet.fold.clauses if folded else (),
            decided=("fold",) if folded else (),
        )
        facts = Facts(
            table=Table(sheet=game.sheet.id),
            boxes=(box,),
            dealer=dealer,
            community=board,
            display=Display(Fraction(DISPLAY), 0, Fraction(0)) if "jackpot" in staked else None,
        )
        found = Counter[str]()
        for line in settle(game, facts).lines:
            found[line.bet] += line.net
        return found

    def _before_a_fold(self, bet: str) -> bool:
        if self.game.sheet.bets[bet].placed != "decision":
            return True
        folds = [place for place, each in enumerate(self.decisions) if each.otherwise == "fold"]
        return any(each.bet == bet for each in self.decisions[: max(folds, default=0)])


def small_deck(game: Game, rng: random.Random, stakes: Mapping[str, int], *, seen: bool) -> SmallDeck:
    """A random decision of a game with few cards left, of few suits and ranks so that high hands come."""
    hands, decisions = game.sheet.hands, decisions_of(game)
    # Before the flop the families count no small deck.
    at = rng.choice([n for n, each in enumerate(decisions) if each.open or hands.community < 4] or [0])
    shown, face_up = decisions[at].open, int(hands.dealers_last_card_face_up)
    spare = 2 if seen and hands.community - shown < 3 else 1
    number = hands.box + hands.dealer + hands.community + spare
    low, suits = rng.randrange(9), rng.sample(SUITS, rng.choice((2, 3, 4)))
    near = [card for card in DECK if RANKS.index(card[0]) in range(low, low + 9) and card[1] in suits]
    cards = rng.sample(near if len(near) >= number and rng.random() < 0.8 else DECK, number)
    dead = tuple(card for card in DECK if card not in cards)
    hand = tuple(cards[: hands.box]) if seen else None
    rest = cards[hands.box :] if seen else cards
    spot = DecisionSpot(
        hand=hand,
        up=rest[shown] if face_up else None,
        board=tuple(rest[:shown]),
        dead=dead,
        decided=_so_far(decisions[:at]) if len(decisions) > 1 else (),
        option=not seen and rng.random() < 0.7,
    )
    return SmallDeck(game, spot, stakes)


def _so_far(decisions: Sequence[SheetDecision]) -> tuple[str, ...]:
    """Decisions that lead on: a check where there is one, or else the least bet."""
    words, made = list[str](), set[str]()
    for decision in decisions:
        if decision.bet in made:
            continue
        if decision.takes_back or decision.otherwise == "check":
            words.append("check")
        else:
            made.add(decision.bet)
            words.append(action_name(decision, decision.sizes[0]))
    return tuple(words)
