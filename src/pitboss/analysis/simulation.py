"""Simulated figures, for bets that no family counts: rounds dealt at random and settled by the engine.

Everything else in this package is exact. These figures are estimates of one simple way to play, and wherever
they are shown they are called simulated, with their standard error.
"""

import math
import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.analysis.decisions import Decision, decisions_of, first_stakes
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.analysis.payoffs import main_bets, side_bets
from pitboss.cards import DECK, Card
from pitboss.settlement import Box, Facts, Table, Wager, settle
from pitboss.settlement.side_bets import ANTE_BONUS
from pitboss.sheets.game import Game

STRATEGY: Final = (
    "every decision takes the choice that gains most over 64 sampled ways in which the cards may come, with "
    "the least bet at every later decision"
)
"""How the simulated hands are played."""
SIMULATED: Final = "simulated rounds"
MOST_ROUNDS: Final = 1_000_000
_SAMPLES: Final = 64
_ANTE: Final = 1_200
"""The Ante in cents: small rates to 2, 3 or 4 pay it without rounding."""
_PLAYER: Final = "simulated"
_EVERY: Final = 100


class SimulatedBet(Struct, frozen=True):
    """The mean gain of a bet per unit of its stake, and the standard error of that mean."""

    mean: float
    standard_error: float


class Simulated(Struct, frozen=True, kw_only=True):
    """The figures of simulated rounds."""

    rounds: int
    seed: int
    bets: dict[str, SimulatedBet]
    """``ante`` is the whole main game; side bets follow."""


class _Deal(Struct, frozen=True):
    """The cards of a round; the player does not know those that are still face down."""

    own: tuple[Card, ...]
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]


def simulate(game: Game, rounds: int, seed: int, progress: CountProgress) -> Simulated:
    """Play so many rounds of one box with every bet but the jackpot's; the same seed deals the same cards."""
    if not 1 < rounds <= MOST_ROUNDS:
        raise AnalysisFault(f"simulate: {rounds:,} is no number of rounds from 2 to {MOST_ROUNDS:,}")
    rng = random.Random(seed)
    gained: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for number in range(rounds):
        if number % _EVERY == 0:
            progress(SIMULATED, number, rounds)
        for bet, gain in _round(game, rng).items():
            gained[bet][0] += gain
            gained[bet][1] += gain * gain
    progress(SIMULATED, rounds, rounds)
    return Simulated(
        rounds=rounds,
        seed=seed,
        bets={bet: _figures(gained[bet], rounds) for bet in ("ante", *side_bets(game))},
    )


def _figures(gained: list[int], rounds: int) -> SimulatedBet:
    total, squares = gained
    mean = Fraction(total, rounds)
    variance = (Fraction(squares, rounds) - mean * mean) * Fraction(rounds, rounds - 1)
    return SimulatedBet(float(mean) / _ANTE, math.sqrt(variance / rounds) / _ANTE)


def _round(game: Game, rng: random.Random) -> dict[str, int]:
    """Play one round; what each bet gained in cents, the whole main game as ``ante``."""
    hands = game.sheet.hands
    cards = tuple(rng.sample(DECK, hands.box + hands.dealer + hands.community))
    deal = _cut(game, cards)
    stakes = {**first_stakes(game), **dict.fromkeys(side_bets(game), 1)}
    done: set[str] = set()
    decisions = decisions_of(game)
    for number, decision in enumerate(decisions):
        if decision.bet in done:
            continue
        chosen = _chosen(game, decisions[number:], deal, stakes, frozenset(done), rng)
        if chosen is None:
            return _gains(game, deal, stakes, folded=True)
        if chosen != stakes:
            done.add(decision.bet)
        stakes = chosen
    return _gains(game, deal, stakes, folded=False)


def _chosen(
    game: Game,
    decisions: tuple[Decision, ...],
    deal: _Deal,
    stakes: dict[str, int],
    done: frozenset[str],
    rng: random.Random,
) -> dict[str, int] | None:
    """The stakes after the best choice of the first decision; None for a fold."""
    decision, *later = decisions
    samples = [_completed(game, deal, decision.open, rng) for _ in range(_SAMPLES)]
    best, most = None, -math.inf
    for choice in _choices(decision, stakes):
        if choice is None:
            worth = sum(sum(_gains(game, sample, stakes, folded=True).values()) for sample in samples)
        else:
            settled = done | {decision.bet} if choice != stakes else done
            whole = dict(choice)
            for further in later:
                if further.bet not in settled and not further.takes_back:
                    whole[further.bet] = further.sizes[0]
                    settled |= {further.bet}
            worth = sum(sum(_gains(game, sample, whole, folded=False).values()) for sample in samples)
        if worth > most:
            best, most = choice, worth
    return best


def _choices(decision: Decision, stakes: dict[str, int]) -> Iterator[dict[str, int] | None]:
    """The stakes that each choice leads to; None for a fold."""
    if decision.takes_back:
        yield {bet: stake for bet, stake in stakes.items() if bet != decision.bet}
        yield stakes
        return
    yield None if decision.otherwise == "fold" else stakes
    for size in decision.sizes:
        yield {**stakes, decision.bet: size}


def _completed(game: Game, deal: _Deal, shown: int, rng: random.Random) -> _Deal:
    """A deal with the same cards as far as they are seen, and others for those face down."""
    up = deal.dealer[-1:] if game.sheet.hands.dealers_last_card_face_up else ()
    seen = {*deal.own, *up, *deal.community[:shown]}
    hidden = len(deal.dealer) - len(up)
    left = [card for card in DECK if card not in seen]
    cards = tuple(rng.sample(left, hidden + len(deal.community) - shown))
    return _Deal(deal.own, (*cards[:hidden], *up), (*deal.community[:shown], *cards[hidden:]))


def _cut(game: Game, cards: tuple[Card, ...]) -> _Deal:
    hands = game.sheet.hands
    rest = cards[hands.box :]
    return _Deal(cards[: hands.box], rest[: hands.dealer], rest[hands.dealer :])


def _gains(game: Game, deal: _Deal, stakes: dict[str, int], *, folded: bool) -> dict[str, int]:
    """What the stakes, in Antes, gain in cents by the engine's settlement."""
    wagers = tuple(
        Wager(bet=bet, player=_PLAYER, amount=stake * _ANTE) for bet, stake in stakes.items() if stake
    )
    clauses = game.sheet.fold.clauses if folded else ()
    box = Box(number=1, wagers=wagers, cards=deal.own, dealt=1, examined=1, folded=clauses)
    facts = Facts(
        table=Table(sheet=game.sheet.id),
        boxes=(box,),
        dealer=deal.dealer,
        community=deal.community,
        display=None,
    )
    main = main_bets(game)
    found: dict[str, int] = defaultdict(int)
    for line in settle(game, facts).lines:
        found["ante" if line.bet in main or line.bet == ANTE_BONUS else line.bet] += line.net
    return found
