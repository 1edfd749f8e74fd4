"""The long proof: every deal of the three-card games through the settlement, all bets on the box.

``python -m tests.analysis.every_deal [SHEET …]`` settles 1,755 hands of the player's, one for each class of
suits, against all 18,424 hands of the Dealer's: 32,334,120 rounds a sheet, some twenty minutes on a core. The
sums must be those that were counted. The jackpot is settled too where the Dealer's cards decide it.
"""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import combinations

from pitboss.analysis.bet_odds import distribution
from pitboss.analysis.model import Distribution
from pitboss.analysis.odds import silent
from pitboss.analysis.three_card.analysis import ThreeCard
from pitboss.analysis.three_card.deals import ALL_SUITS_ALIKE, DEALER_HANDS, HANDS, cards_of, classes
from pitboss.cards import DECK
from pitboss.sheets import load
from tests.analysis.engine import THREE_CARD, box, nets, settled

METER = 100_000_000
PARTS = 39

Found = tuple[Counter[int], Counter[int], Counter[int]]


def part(sheet_id: str, number: int) -> Found:
    """Gains of the main game, of Pair Plus and of the jackpot over a share of the hands."""
    game, own = load(sheet_id), classes(ALL_SUITS_ALIKE)
    played = ThreeCard(game, silent).counts.main.played
    with_jackpot = game.jackpot.hand == "own_and_dealer"
    stakes = {"ante": 100, "pair_plus": 100} | ({"jackpot": 500} if with_jackpot else {})
    main, pair_plus, jackpot = Counter[int](), Counter[int](), Counter[int]()
    for row in range(number, len(own.first), PARTS):
        hand, size = cards_of(int(own.first[row])), int(own.size[row])
        mine = box(game, 1, hand, stakes, played=bool(played[row]))
        for dealer in combinations([card for card in DECK if card not in hand], 3):
            got = nets(settled(game, (mine,), dealer, meter=METER if with_jackpot else None), 1)
            main[got["ante"]] += size
            pair_plus[got["pair_plus"]] += size
            jackpot[got.get("jackpot", 0)] += size
    return main, pair_plus, jackpot


def exact(gains: Counter[int]) -> Distribution:
    return distribution({Fraction(gain, 100): times for gain, times in gains.items()})


def check(sheet_id: str) -> None:
    """Settle every deal of a sheet and compare."""
    main, pair_plus, jackpot = Counter[int](), Counter[int](), Counter[int]()
    with ProcessPoolExecutor(2) as pool:
        for number, found in enumerate(pool.map(part, [sheet_id] * PARTS, range(PARTS)), 1):
            for total, more in zip((main, pair_plus, jackpot), found, strict=True):
                total.update(more)
            print(f"\r{sheet_id}: {number} of {PARTS}", end="", flush=True)
    analysis = ThreeCard(load(sheet_id), silent)
    assert main.total() == HANDS * DEALER_HANDS
    assert exact(main) == analysis.main().distribution
    assert exact(pair_plus) == analysis.side_bet("pair_plus", None).distribution
    if jackpot.keys() - {0}:
        _check_jackpot(sheet_id, jackpot)
    print(f"\r{sheet_id}: {main.total():,} deals settled as counted")


def _check_jackpot(sheet_id: str, jackpot: Counter[int]) -> None:
    """Pays that no suit decides, line by line; those that one does together."""
    game = load(sheet_id)
    counted = dict(zip(game.jackpot_pays, ThreeCard(game, silent).jackpot().lines, strict=True))
    fixed = {line: count.combinations for line, count in counted.items() if not line.major}
    for line, times in fixed.items():
        cents = getattr(line.rate, "cents", 0) - 500
        assert jackpot[cents] == times, line.title
    won = sum(times for gain, times in jackpot.items() if gain > -500)
    assert won == sum(count.combinations for count in counted.values())


if __name__ == "__main__":
    for name in sys.argv[1:] or THREE_CARD:
        check(name)
