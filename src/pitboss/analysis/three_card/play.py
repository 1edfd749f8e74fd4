"""Every hand of three cards with all its bets: what it gains played or folded, and best play in words.

Rows are classes of hands under the permutations of suits that a sheet allows, or single hands where some
cards are dead. Jackpot and envy are counted only for a box that has these bets.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import comb, lcm

import numpy as np
from msgspec import Struct

from pitboss.analysis import payoffs
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.best_play import CLOSEST, ENVY, JACKPOT, BetGains, Box
from pitboss.analysis.jackpot import line_pays
from pitboss.analysis.levels import hand_levels
from pitboss.analysis.model import Borderline, CountProgress, Strategy, StrategyTable
from pitboss.analysis.sets.main_game import PlayCounts, whole_categories
from pitboss.analysis.sets.policy import SetPolicy, by_hand, packed
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    CARDS,
    DEALER_HANDS,
    HANDS,
    alike,
    cards_of,
    categories,
    classes,
    count_meetings,
    meetings,
    qualifying,
    ranks,
    strengths,
    triples,
)
from pitboss.analysis.three_card.jackpot_hands import (
    Envied,
    JackpotHands,
    columns_of,
    envied,
    envied_without,
    jackpot_hands,
    line_matrix,
    totals,
)
from pitboss.cards import RANKS
from pitboss.hands import Rank
from pitboss.reason import Reason, because
from pitboss.sheets.game import Game


class ThreeCardMainGame(Struct, frozen=True, eq=False, kw_only=True):
    """The main game by class under all permutations of suits; gains in units of the Ante."""

    meetings: Ints
    """The number of the Dealer's hands with each outcome."""
    gains: Ints
    """The gain of a played hand, by outcome."""
    folded: Ints
    """The gain of a folded hand."""
    played: Bools
    """A mask of the classes that are played when the Ante is alone on the box."""


def main_game(game: Game) -> ThreeCardMainGame:
    """Count the main game of a sheet."""
    met = meetings(game)
    gains, folded = np.zeros_like(met), np.zeros(len(met), dtype=np.int64)
    for rank, rows in categories(game.ranking.order):
        gains[rows] = payoffs.gains_of_bet(game, rank)
        folded[rows] = payoffs.gain_of_fold(game, rank)
    better = (met * gains).sum(axis=1) > folded * DEALER_HANDS
    return ThreeCardMainGame(meetings=met, gains=gains, folded=folded, played=better)


def best_play(game: Game) -> SetPolicy:
    """Best play of every hand, the Ante alone on the box."""
    own = classes(ALL_SUITS_ALIKE)
    cards = triples()[own.first]
    hands = np.sort(cards % len(RANKS) << 2 | cards // len(RANKS), axis=1).astype(np.uint8)
    found = packed(hands, own.size, main_game(game).played[:, None].astype(np.uint8))
    return by_hand(hand_levels(3, game.ranking.order), 3, found, face_up=False)


class ThreeCardCounts:
    """The counts of one three-card sheet; each is made when it is asked for first."""

    def __init__(self, game: Game, progress: CountProgress) -> None:
        self.game = game
        self.progress = progress

    @cached_property
    def main(self) -> ThreeCardMainGame:
        """The main game, by class under all permutations of suits."""
        return main_game(self.game)

    @cached_property
    def by_category(self) -> PlayCounts:
        """The main game by category."""
        game, main, size = self.game, self.main, classes(ALL_SUITS_ALIKE).size
        kinds = categories(game.ranking.order)
        spots, met = np.zeros((len(kinds), 2), np.int64), np.zeros((len(kinds), 2, 4), np.int64)
        for kind, (_, there) in enumerate(kinds):
            played = there[main.played[there]]
            spots[kind] = int(size[there].sum() - size[played].sum()), int(size[played].sum())
            met[kind, 0, 0] = spots[kind, 0] * DEALER_HANDS
            met[kind, 1] = size[played] @ main.meetings[played]
        results = whole_categories(game, [rank for rank, _ in kinds])
        return PlayCounts(results=results, spots=spots, met=met)

    @cached_property
    def jackpot(self) -> JackpotHands:
        """The jackpot's hands, by class under the permutations of suits that the sheet's lines allow."""
        return jackpot_hands(self.game, self.progress)

    @cached_property
    def envied(self) -> Envied:
        """The hands of another box that bring an Envy Bonus."""
        return envied(self.game, self.jackpot, self.main.played, self.progress)

    @cached_property
    def envy(self) -> Ints:
        """What each class of the jackpot's brings in Envy Bonus from one other box, over all its deals."""
        return totals(self.envied, classes(alike(self.game)).first)


class HandsOfBox(Struct, frozen=True, eq=False):
    """A box, and the hand of each of its rows."""

    box: Box
    hands: Ints
    ante: int
    """The Ante in cents."""


def hands_of_box(
    counts: ThreeCardCounts, stakes: Mapping[str, int], others: int = 0, dead: tuple[int, ...] = ()
) -> HandsOfBox:
    """A box with these stakes in cents: all hands by class, or each hand without the dead cards."""
    game = counts.game
    own, hands = classes(alike(game)), classes(alike(game)).first
    alive = (~np.isin(triples(), dead)).all(axis=1)
    if dead:
        hands = np.flatnonzero(alive)
    belongs, main = classes(ALL_SUITS_ALIKE).of_hand[hands], counts.main
    met, dealers = main.meetings[belongs], comb(CARDS - len(dead) - 3, 3)
    if dead:
        met = count_meetings(strengths(game.ranking.order), qualifying(game), np.asarray(alive), hands)
    played = _whole((met * main.gains[belongs]).sum(axis=1)) * stakes["ante"]
    gains = {"ante": (dealers, played, _whole(main.folded[belongs] * dealers) * stakes["ante"])}
    for bet, stake in stakes.items():
        if bet in payoffs.side_bets(game):
            gains[bet] = 1, (side := _whole(side_gains(game, bet)[belongs]) * stake), side
            if payoffs.lost_by_a_fold(game, bet):
                gains[bet] = 1, side, np.full_like(side, -stake)
    slopes = {}
    if JACKPOT in stakes:
        lines, sets = _lines(counts, hands, dead)
        gains[JACKPOT], slopes[JACKPOT] = _jackpot(game, stakes[JACKPOT], lines, sets)
        if others and game.gives_envy:
            from_others = envied_without(counts.envied, dead) if dead else counts.envied
            brings = _whole(totals(from_others, hands) if dead else counts.envy) * others
            kept = np.zeros_like(brings) if game.readings.envy_after_fold == "lost" else brings
            gains[ENVY] = from_others.deals, brings, kept
    parts = lcm(*(over for over, _, _ in gains.values()))
    none = np.zeros(len(hands), dtype=object)
    bets = {
        bet: BetGains(
            *((row * (parts // over)).tolist() for row in (stay, fold, *slopes.get(bet, (none, none))))
        )
        for bet, (over, stay, fold) in gains.items()
    }
    sizes = [1] * len(hands) if dead else own.size.tolist()
    box = Box(name=lambda row: hand_in_cards(int(hands[row])), sizes=sizes, bets=bets, parts=parts)
    return HandsOfBox(box, hands, stakes["ante"])


def _jackpot(
    game: Game, stake: int, lines: Ints, sets: int
) -> tuple[tuple[int, Ints, Ints], tuple[Ints, Ints]]:
    """The jackpot bet is always spent; a fold may forfeit its pay."""
    pays = line_pays(game, stake)
    unit = lcm(*(pay.share.denominator for pay in pays))
    play = spent = np.full(len(lines), -stake * sets * unit, dtype=object)
    slope = nothing = np.zeros(len(lines), dtype=object)
    for number, pay in enumerate(pays):
        made = _whole(lines[:, number])
        play = play + made * (pay.cents * unit)
        slope = slope + made * int(pay.share * unit)
    if payoffs.lost_by_a_fold(game, JACKPOT):
        return (sets * unit, play, spent), (slope, nothing)
    return (sets * unit, play, play), (slope, slope)


def _lines(counts: ThreeCardCounts, hands: Ints, dead: tuple[int, ...]) -> tuple[Ints, int]:
    """For each hand and jackpot line the number of sets of further cards that make it, and their number."""
    if dead and counts.game.jackpot.hand != "own":
        columns = columns_of(counts.game, hands, dead, counts.progress).sum(axis=1)
        return columns @ line_matrix(counts.game, ALL_SUITS_ALIKE[0]), int(columns[0].sum())
    return counts.jackpot.lines.sum(axis=1)[counts.jackpot.classes.of_hand[hands]], counts.jackpot.sets


def _whole(numbers: Ints) -> Ints:
    """Numbers as Python's, which cannot overflow."""
    return numbers.astype(object)


def side_gains(game: Game, bet: str) -> Ints:
    """The gain of a side bet per unit on each class under all permutations of suits."""
    gains = np.zeros(len(classes(ALL_SUITS_ALIKE).first), dtype=np.int64)
    for rank, there in categories(game.ranking.order):
        gains[there] = payoffs.by_hand(game, bet, rank)
    return gains


def play_or_fold(game: Game, of: HandsOfBox, meter: Fraction) -> tuple[Strategy, Bools]:
    """Best play of a box at a displayed value in cents, and the mask of rows that are played."""
    bet = payoffs.decision_bet(game)
    gain = np.array(of.box.gains(meter), dtype=object)
    played = np.array(gain > 0, dtype=np.bool_)
    size, strength = np.array(of.box.sizes), strengths(game.ranking.order)[of.hands]
    number = int(size[played].sum())
    highest_fold = int(strength[~played].max(initial=-1))
    below = played & (strength <= highest_fold)
    above = strength[strength > highest_fold]
    start = _name_at(game, int(above.min())) if len(above) else "none"
    rows = np.flatnonzero(below)
    rows = rows[np.argsort(-strength[rows], kind="stable")]
    also = [of.box.name(row) for row in rows.tolist()]
    contract: dict[str, str | int | list[str]] = {"play_from": start, "played": number, "hands": HANDS}
    details: tuple[StrategyTable, ...] = ()
    if also:
        contract["also_played"] = also
        sizes = [f"{hands:,}" for hands in size[rows].tolist()]
        title = f"Hands below it that {bet}, one of each kind"
        details = (StrategyTable(title, ("hand", "hands"), tuple(zip(also, sizes, strict=True))),)
    reason = _reason(game, bet, start, number, int(size[below].sum()))
    closest = _closest(of, strength, gain, Fraction(1, of.box.parts * meter.denominator * of.ante), bet)
    return Strategy(contract=contract, reason=reason, borderline=closest, details=details), played


def hand_in_cards(number: int) -> str:
    """A hand as cards, highest first: ``Qs 6h 4d``."""
    cards = sorted(cards_of(number), key=lambda card: RANKS.index(card[0]), reverse=True)
    return " ".join(cards)


def hand_in_ranks(rank: Rank) -> str:
    """A hand of three by its ranks: ``Q-6-4``, ``2-2-3``, ``3-2-A straight``."""
    high, *rest = rank.tie_break
    match rank.category:
        case "one_pair":
            shown, kind = (high, high, *rest), ""
        case "three_of_a_kind":
            shown, kind = (high, high, high), ""
        case "straight":
            shown, kind = (high, high - 1, high - 2), " straight"
        case "straight_flush" | "akq_suited":
            shown, kind = (high, high - 1, high - 2), " straight flush"
        case _:
            shown, kind = (high, *rest), " flush" if rank.category == "flush" else ""
    return "-".join(RANKS[place] for place in shown) + kind


def _name_at(game: Game, strength: int) -> str:
    hand = int(np.flatnonzero(strengths(game.ranking.order) == strength)[0])
    return hand_in_ranks(ranks(game.ranking.order)[int(classes(ALL_SUITS_ALIKE).of_hand[hand])])


def _reason(game: Game, bet: str, start: str, number: int, also: int) -> Reason:
    title = game.sheet.bets[bet].title
    if number == 0:
        return because("strategy.fold_all")
    if number == HANDS:
        return because("strategy.every_hand", bet=title)
    ranks, _, kind = start.partition(" ")
    kinds = (kind,) if kind else ()
    return because(
        "strategy.from", bet=title, ranks=ranks, kinds=kinds, below=also, played=number, hands=HANDS
    )


def _closest(of: HandsOfBox, strength: Ints, gain: Ints, unit: Fraction, bet: str) -> tuple[Borderline, ...]:
    """The closest decisions; one of all hands that differ in suits alone and are worth the same."""
    found: dict[tuple[int, int], Borderline] = {}
    for row in np.argsort(np.abs(gain), kind="stable").tolist():
        worth, action = int(gain[row]), bet if gain[row] > 0 else "fold"
        named = Borderline(of.box.name(row), action, abs(worth) * unit)
        found.setdefault((worth, int(strength[row])), named)
        if len(found) == CLOSEST:
            break
    return tuple(found.values())
