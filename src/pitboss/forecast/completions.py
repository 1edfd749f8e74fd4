"""A box position settled over the unseen cards: over every deal if there are few, otherwise over a sample.

Open decisions follow the exact strategy; the engine settles. The sample
depends on the position alone, so equal positions get equal answers.
"""

import hashlib
import math
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Final

import msgspec
from msgspec import Struct, structs

from pitboss.analysis.decisions import (
    Chooser,
    InformationSet,
    SheetDecision,
    decisions_of,
    script_of,
)
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.cards import DECK, Card
from pitboss.forecast.standing import Standing, named
from pitboss.settlement import Box, Facts, Wager, settle
from pitboss.sheets.game import Game
from pitboss.simulation.model import JACKPOT
from pitboss.simulation.plans import chooser_of, has_a_loop

MOST_ENUMERATED: Final = 25_000
"""Sets of unseen cards that are settled one by one; of more, some are drawn."""
DRAWN: Final = 10_000
_Z99: Final = 2.5758293035489004
_PART: Final = 500

Completion = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""The hand of the box, the Dealer's and the community cards."""


class Settled(Struct, frozen=True, kw_only=True):
    """Average gain of a box over the unseen cards, in cents."""

    value: Fraction
    deals: int
    error: float = 0.0
    """Half of the 99 % interval; nothing where every set of cards was settled."""
    drawn: bool = False
    without: tuple[str, ...] = ()
    """Bets that are left out, since no sample shows their rare awards: the jackpot's."""


def settled_over(game: Game, standing: Standing, progress: CountProgress) -> Settled:
    """The mean over the unseen cards."""
    chooser = _best_known(game, progress) if _open_decisions(game, standing.box) else _nothing
    number = _number(game, standing)
    ordered = bool(_open_decisions(game, standing.box)) and _missing(game, standing)[2] > 1
    whole = number <= MOST_ENUMERATED and not ordered
    without = (JACKPOT,) if not whole and standing.box.has(JACKPOT) else ()
    if without:
        kept = tuple(wager for wager in standing.box.wagers if wager.bet != JACKPOT)
        standing = structs.replace(standing, box=structs.replace(standing.box, wagers=kept))
    deals = _all(game, standing) if whole else _some(game, standing)
    most = number if whole else DRAWN
    total, squares, done = 0, 0, 0
    for deal in deals:
        gained = _gained(game, standing, chooser, deal)
        total, squares, done = total + gained, squares + gained * gained, done + 1
        if done % _PART == 0:
            progress("sets of unseen cards", done, most)
    mean = Fraction(total, done)
    spread = math.sqrt(max(0.0, float(Fraction(squares, done) - mean * mean)))
    error = 0.0 if whole else _Z99 * spread / math.sqrt(done)
    return Settled(value=mean, deals=done, error=error, drawn=not whole, without=without)


def _best_known(game: Game, progress: CountProgress) -> Chooser:
    """Exact play where it can be looked up for every hand, else simple play."""
    if has_a_loop(game):
        with suppress(AnalysisFault):
            return chooser_of(game, "exact", progress)
    return chooser_of(game, "simple", progress)


def _nothing(spot: InformationSet) -> str:
    raise LookupError("no decision is open")


def _open_decisions(game: Game, box: Box) -> tuple[SheetDecision, ...]:
    return () if box.folded or box.left or not box.has("ante") else decisions_of(game)[len(box.decided) :]


def _missing(game: Game, standing: Standing) -> tuple[int, int, int]:
    hands = game.sheet.hands
    return (
        hands.box - len(named(standing.box.cards)),
        hands.dealer - len(named(standing.dealer)),
        hands.community - len(named(standing.community)),
    )


def _number(game: Game, standing: Standing) -> int:
    left, ways = len(DECK) - len(standing.named), 1
    for size in _missing(game, standing):
        ways *= math.comb(left, size)
        left -= size
    return ways


def _all(game: Game, standing: Standing) -> Iterator[Completion]:
    own, dealers, shared = _missing(game, standing)
    left = [card for card in DECK if card not in standing.named]
    for mine in combinations(left, own):
        rest = [card for card in left if card not in mine]
        for theirs in combinations(rest, dealers):
            for board in combinations([card for card in rest if card not in theirs], shared):
                yield _whole(standing, mine, theirs, board)


def _some(game: Game, standing: Standing) -> Iterator[Completion]:
    own, dealers, shared = _missing(game, standing)
    left = [card for card in DECK if card not in standing.named]
    digest = hashlib.sha256(msgspec.json.encode(standing)).digest()
    draw = Random(int.from_bytes(digest[:8], "big"))
    for _ in range(DRAWN):
        cards = tuple(draw.sample(left, own + dealers + shared))
        yield _whole(standing, cards[:own], cards[own : own + dealers], cards[own + dealers :])


def _whole(
    standing: Standing, mine: tuple[Card, ...], theirs: tuple[Card, ...], board: tuple[Card, ...]
) -> Completion:
    """The hands with these cards for the unseen ones; a card that is seen last stays last."""
    return (
        (*named(standing.box.cards), *mine),
        (*theirs, *named(standing.dealer)),
        (*named(standing.community), *board),
    )


def _gained(game: Game, standing: Standing, chooser: Chooser, deal: Completion) -> int:
    own, dealer, community = deal
    box = _decided(game, structs.replace(standing.box, cards=own), chooser, dealer, community)
    numbers = range(1, standing.table.boxes + 1)
    facts = Facts(
        table=standing.table,
        boxes=tuple(box if number == box.number else Box(number=number) for number in numbers),
        dealer=dealer,
        community=community,
        display=standing.display.display() if standing.display else None,
        under_before=frozenset(standing.under_before),
    )
    return sum(line.net for line in settle(game, facts).lines)


def _decided(
    game: Game, box: Box, chooser: Chooser, dealer: tuple[Card, ...], community: tuple[Card, ...]
) -> Box:
    """The box after every decision that is still open."""
    clauses = [step.clause for step in script_of(game).decisions]
    up = dealer[-1] if game.sheet.hands.dealers_last_card_face_up else None
    for decision in _open_decisions(game, box):
        number = len(box.decided)
        spot = InformationSet(
            number=number,
            decision=decision,
            own=box.cards,
            up=up,
            board=community[: decision.open],
            decided=box.decided,
        )
        box = _acted(box, decision, chooser(spot), clauses[number])
        if box.folded:
            break
    return box


def _acted(box: Box, decision: SheetDecision, word: str, clause: str) -> Box:
    if word == "fold":
        return structs.replace(box, folded=(clause,), decided=(*box.decided, "fold"))
    if word == "check":
        return structs.replace(box, decided=(*box.decided, "check"))
    if word.startswith("withdraw "):
        bet = word.removeprefix("withdraw ")
        taken = {**box.taken_back, bet: (clause,)}
        return structs.replace(box, taken_back=taken, decided=(*box.decided, "withdraw"))
    bet, _, times = word.partition(" x ")
    size = int(times) if times else decision.sizes[0]
    antes: dict[str, int] = {}
    for wager in box.wagers:
        if wager.bet == "ante" and wager.player not in box.shares_out:
            antes[wager.player] = antes.get(wager.player, 0) + wager.amount
    placed = tuple(Wager(bet=bet, player=player, amount=size * ante) for player, ante in antes.items())
    return structs.replace(box, wagers=(*box.wagers, *placed), decided=(*box.decided, bet))
