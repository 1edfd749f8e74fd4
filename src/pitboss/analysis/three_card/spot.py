"""One seen hand, over the Dealer's possible hands and the sets of cards that may make its jackpot."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from pitboss.analysis import payoffs
from pitboss.analysis.best_play import JACKPOT, HandGroup, LinearGain
from pitboss.analysis.jackpot import line_pays
from pitboss.analysis.model import AnalysisFault
from pitboss.analysis.payoffs import OUTCOMES
from pitboss.cards import DECK, Card
from pitboss.hands import Rank
from pitboss.hands.ranking import Ranking
from pitboss.reason import at, because
from pitboss.sheets.game import Game
from pitboss.sheets.model import ShowdownOutcome

_OWN_CARDS = 3


class DealerCounts:
    """How many hands of each strength there are, in all and with each card and pair of cards."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranks: dict[int, Rank] = {}
        """A hand of each strength."""
        self._all: Counter[int] = Counter()
        self._with_card: dict[Card, Counter[int]] = {card: Counter() for card in DECK}
        self._with_pair: dict[tuple[Card, Card], Counter[int]] = {
            pair: Counter() for pair in combinations(DECK, 2)
        }
        for cards in combinations(DECK, 3):
            rank = ranking.rank(cards)
            self.ranks[rank.strength] = rank
            self._all[rank.strength] += 1
            for card in cards:
                self._with_card[card][rank.strength] += 1
            for pair in combinations(cards, 2):
                self._with_pair[pair][rank.strength] += 1

    def without(self, out: tuple[Card, ...], strength: int) -> Counter[int]:
        """The hands of each strength without three cards that make a hand of a strength themselves.

        By inclusion and exclusion over the cards that a hand shares with those that are out.
        """
        numbers = self._all.copy()
        for card in out:
            numbers.subtract(self._with_card[card])
        for pair in combinations(sorted(out, key=DECK.index), 2):
            numbers.update(self._with_pair[pair])
        numbers[strength] -= 1
        return numbers


def check_jackpot_list(game: Game) -> None:
    """Refuse a ranking list of other cards than the jackpot's; raises :class:`AnalysisFault`."""
    hand, size = game.jackpot.hand, game.jackpot_ranking.size
    if (hand == "own") != (size == _OWN_CARDS):
        raise AnalysisFault(at("jackpot.hand", because("count.jackpot_hand", hand=hand, size=size)))


def hand_in_play(
    game: Game,
    cards: tuple[Card, ...],
    dead: tuple[Card, ...],
    stakes: Mapping[str, int],
    counts: DealerCounts | None = None,
) -> HandGroup:
    """The value of each bet when the hand is played and when it is folded, in cents.

    ``counts`` make it quick where no card is dead; making them takes as long as a few hands without.
    """
    own = game.ranking.rank(cards)
    left = [card for card in DECK if card not in {*cards, *dead}]
    stay, fold = {}, {}
    for bet, stake in stakes.items():
        if bet == "ante":
            if dead or counts is None:
                met, dealers = _met(game, left)
            else:
                met, dealers = counts.without(cards, own.strength), counts.ranks
            stay[bet] = LinearGain(stake * _main(game, own, met, dealers))
            fold[bet] = LinearGain(Fraction(stake * (-1 + payoffs.ante_bonus(game, own, folded=True))))
            continue
        worth = _jackpot(game, cards, left, stake) if bet == JACKPOT else _side(game, bet, own, stake)
        stay[bet] = worth
        fold[bet] = LinearGain(Fraction(-stake)) if payoffs.lost_by_a_fold(game, bet) else worth
    return HandGroup(" ".join(cards), 1, stay, fold)


def _main(game: Game, own: Rank, met: Counter[int], dealers: Mapping[int, Rank]) -> Fraction:
    """The expected gain of the main game when the hand is played, in Antes."""
    gains = dict(zip(OUTCOMES, payoffs.gains_of_bet(game, own), strict=True))
    gained = sum(number * gains[_outcome(game, own, dealers[at])] for at, number in met.items() if number)
    return Fraction(gained, met.total())


def _met(game: Game, left: list[Card]) -> tuple[Counter[int], dict[int, Rank]]:
    """How many hands of each strength the Dealer may have, and one of each."""
    rank = game.ranking.rank
    dealers: dict[int, Rank] = {}
    numbers: Counter[int] = Counter()
    for cards in combinations(left, game.sheet.hands.dealer):
        dealer = rank(cards)
        dealers[dealer.strength] = dealer
        numbers[dealer.strength] += 1
    return numbers, dealers


def _outcome(game: Game, own: Rank, dealer: Rank) -> ShowdownOutcome:
    if not game.qualifies(dealer):
        return "no_qualifying_hand"
    if own.strength > dealer.strength:
        return "higher"
    return "lower" if own.strength < dealer.strength else "same"


def _side(game: Game, bet: str, own: Rank, stake: int) -> LinearGain:
    return LinearGain(Fraction(stake * payoffs.by_hand(game, bet, own)))


def _jackpot(game: Game, cards: tuple[Card, ...], left: list[Card], stake: int) -> LinearGain:
    """The value of the jackpot bet on a played hand."""
    further = {"own": 0, "own_and_dealer": game.sheet.hands.dealer}
    number = further.get(game.jackpot.hand, game.sheet.hands.community)
    made = Counter(game.jackpot_ranking.rank(cards + more) for more in combinations(left, number))
    fixed, slope = Fraction(0), Fraction(0)
    for rank, times in made.items():
        line = game.jackpot_line(rank)
        if line:
            pay = line_pays(game, stake)[game.jackpot_pays.index(line)]
            fixed += times * pay.cents
            slope += times * pay.share
    return LinearGain(fixed / made.total() - stake, slope / made.total())
