"""Best play for all bets on a box, in words: the lowest hand from which all are played, and exceptions."""

from collections import defaultdict
from fractions import Fraction

import numpy as np

from pitboss.analysis import best_play, payoffs
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.model import AnalysisQuestion, Borderline, Breakpoint, Joint, Strategy, StrategyTable
from pitboss.analysis.three_card.box import BoxValues, ExactArray
from pitboss.analysis.three_card.deals import ALL_SUITS_ALIKE, HANDS, cards_of, classes, ranks, strengths
from pitboss.cards import RANKS
from pitboss.hands import Rank
from pitboss.sheets.game import Game

_CLOSEST = 12


def play_or_fold(game: Game, box: BoxValues, meter: Fraction) -> tuple[Strategy, Bools]:
    """Best play of a box at a displayed value in cents, and the mask of rows that are played."""
    bet = payoffs.decision_bet(game)
    gain = box.gain(meter)
    played = np.array(gain > 0, dtype=np.bool_)
    size, strength = box.hands.size, strengths(game.ranking.order)[box.hands.hands]
    number = int(size[played].sum())
    highest_fold = int(strength[~played].max(initial=-1))
    below = played & (strength <= highest_fold)
    above = strength[strength > highest_fold]
    start = _name_at(game, int(above.min())) if len(above) else "none"
    rows = np.flatnonzero(below)
    rows = rows[np.argsort(-strength[rows], kind="stable")]
    also = [hand_in_cards(int(box.hands.hands[row])) for row in rows]
    contract: dict[str, str | int | list[str]] = {"play_from": start, "played": number, "hands": HANDS}
    if also:
        contract["also_played"] = also
    unit = gain_in_antes(box, meter)
    return (
        Strategy(
            contract=contract,
            sentence=_sentence(game, bet, start, number, int(size[below].sum())),
            borderline=_closest(box, strength, gain, unit, bet),
            details=_details(box, rows, also, bet),
        ),
        played,
    )


def gain_in_antes(box: BoxValues, meter: Fraction) -> Fraction:
    """The unit of the numbers from :meth:`BoxValues.gain`, in Antes."""
    return Fraction(1, box.denominator * meter.denominator * box.ante)


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


def _sentence(game: Game, bet: str, start: str, number: int, also: int) -> str:
    title = game.sheet.bets[bet].title
    if number == 0:
        return "Fold every hand."
    if number == HANDS:
        return f"{title} every hand."
    more = f" and {also:,} hands below it" if also else ""
    return f"{title} {start} or higher{more}, fold the rest: {number:,} of {HANDS:,} hands are played."


def _closest(
    box: BoxValues, strength: Ints, gain: ExactArray, unit: Fraction, bet: str
) -> tuple[Borderline, ...]:
    """The closest decisions; one of all hands that differ in suits alone and are worth the same."""
    found: dict[tuple[int, int], Borderline] = {}
    for row in np.argsort(np.abs(gain), kind="stable").tolist():
        number, worth = int(box.hands.hands[row]), int(gain[row])
        action = bet if worth > 0 else "fold"
        found.setdefault(
            (worth, int(strength[row])), Borderline(hand_in_cards(number), action, abs(worth) * unit)
        )
        if len(found) == _CLOSEST:
            break
    return tuple(found.values())


def _details(box: BoxValues, rows: ExactArray, also: list[str], bet: str) -> tuple[StrategyTable, ...]:
    if not also:
        return ()
    title = f"Hands below it that {bet}, one of each kind"
    sizes = [f"{int(box.hands.size[row]):,}" for row in rows]
    return (StrategyTable(title, ("hand", "hands"), tuple(zip(also, sizes, strict=True))),)


def joint(game: Game, with_all: BoxValues, without_jackpot: BoxValues, question: AnalysisQuestion) -> Joint:
    """The joint strategy at the displayed value, its breakpoints, and where it breaks even."""
    meter = question.meter or Fraction(0)
    strategy, played = play_or_fold(game, with_all, meter)
    values = {}
    for bet in with_all.parts:
        fixed, slope = with_all.value(bet, played)
        values[bet] = fixed + slope * meter
    alone = best_value(without_jackpot, Fraction(0))
    return Joint(
        strategy=strategy,
        values=values,
        breakpoints=_breakpoints(game, with_all),
        break_even=_reaches(with_all, Fraction(0)) if "jackpot" in with_all.parts else None,
        jackpot_break_even=_reaches(with_all, alone) if "jackpot" in with_all.parts else None,
    )


def _breakpoints(game: Game, box: BoxValues) -> tuple[Breakpoint, ...]:
    """The displayed values at which hands begin to be played, lowest first."""
    fixed, slope = box.difference()
    rows = defaultdict(list)
    for row in np.flatnonzero((slope > 0) & (fixed < 0)).tolist():
        rows[Fraction(-int(fixed[row]), int(slope[row]))].append(row)
    bet = payoffs.decision_bet(game)
    return tuple(
        Breakpoint(
            meter,
            bet,
            tuple(hand_in_cards(int(box.hands.hands[row])) for row in there),
            int(box.hands.size[there].sum()),
        )
        for meter, there in sorted(rows.items())
    )


def _reaches(box: BoxValues, target: Fraction) -> Fraction | None:
    fixed, slope = box.difference()
    turns = [Fraction(-int(f), int(s)) for f, s in zip(fixed, slope, strict=True) if s > 0 and f < 0]
    return best_play.reaches(turns, lambda meter: best_value(box, meter), target)


def best_value(box: BoxValues, meter: Fraction) -> Fraction:
    """The value of best play at a displayed value, in cents."""
    return box.total(np.array(box.gain(meter) > 0, dtype=np.bool_), meter)
