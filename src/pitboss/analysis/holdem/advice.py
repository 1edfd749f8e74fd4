"""The value of every action in hold'em, before and after the flop, for a hand that is seen or not."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from pitboss.analysis import count_cache
from pitboss.analysis.best_play import JACKPOT, HandGroup, LinearGain, box_of, folded, option, total
from pitboss.analysis.boards.classes import class_number
from pitboss.analysis.hand_kinds import completed
from pitboss.analysis.holdem.box import hands_of_box, jackpot_line
from pitboss.analysis.holdem.cached_counts import DealNumbers
from pitboss.analysis.holdem.gains import MainBets, StakeGains
from pitboss.analysis.holdem.hole_cards import expected
from pitboss.analysis.holdem.main_game import HoldemMainGame
from pitboss.analysis.holdem.open_board import seen_on_board
from pitboss.analysis.model import Advice, AnalysisFault, CountProgress, DecisionSpot
from pitboss.cards import DECK
from pitboss.reason import at, because
from pitboss.sheets.game import Game

CHECK = "check"
_FLOP = 3


def before_the_flop(
    game: Game,
    main: HoldemMainGame,
    spot: DecisionSpot,
    stakes: Mapping[str, int],
    meter: Fraction,
    progress: CountProgress,
) -> Advice:
    """Advice before the flop: fold or stay."""
    bet = main.bets.names[0]
    looks = spot.option and not spot.blind
    if spot.hand is None and looks and spot.dead:
        raise AnalysisFault(at("dead", because("count.dead_option")))
    if spot.hand is None and looks:
        return box_of(hands_of_box(game, main, stakes)).advice(bet, spot, meter, stakes["ante"])
    if spot.hand is not None:
        worth = _worth_seen(game, main, spot)
    elif spot.dead:
        worth = _worth_unseen(main.bets, _unseen(game, spot, progress))
    else:
        worth = _worth_unseen(main.bets, _all_deals(main))
    lines = {"ante": LinearGain(stakes["ante"] * worth), **_sides(game, spot, stakes)}
    hand = HandGroup("", 1, lines, folded(game, stakes, lines))
    return box_of([hand]).advice(bet, spot, meter, stakes["ante"])


def after_the_flop(
    game: Game,
    bets: MainBets,
    spot: DecisionSpot,
    stakes: Mapping[str, int],
    meter: Fraction,
    progress: CountProgress,
) -> Advice:
    """Advice with the flop or the turn open: bet or check. Bets already on the layout count in both."""
    street = 1 if len(spot.board) == _FLOP else 2
    now, later = (_seen_streets if spot.hand else _unseen_streets)(game, bets, spot, progress)
    action = bets.names[street]
    checked = later + total(_sides(game, spot, stakes)).at(meter) / stakes["ante"]
    worth = {CHECK: checked, action: checked + now}
    best = action if worth[action] > worth[CHECK] else CHECK
    if spot.option:
        return option(worth[best])
    return Advice(worth, best)


def _worth_seen(game: Game, main: HoldemMainGame, spot: DecisionSpot) -> Fraction:
    assert spot.hand is not None
    if not spot.dead:
        return main.stay[class_number(spot.hand)]
    from pitboss.analysis.holdem.spot import seen

    found = seen(game.ranking.order, spot.hand, spot.dead)
    first, turn, river = main.bets.decided
    sizes = main.bets.sizes
    return (
        found.gain(main.bets.ante)
        + sizes[0] * found.gain(first)
        + sizes[1] * found.at_best(turn, found.flops)
        + sizes[2] * found.at_best(river, found.fours)
    )


def _worth_unseen(bets: MainBets, deals: DealNumbers) -> Fraction:
    first, turn, river = bets.decided
    return (
        _gain(bets.ante, deals)
        + bets.sizes[0] * _gain(first, deals)
        + bets.sizes[1] * _unseen_later(bets.names[1], turn, deals)
        + bets.sizes[2] * _unseen_later(bets.names[2], river, deals)
    )


def _seen_streets(
    game: Game, bets: MainBets, spot: DecisionSpot, progress: CountProgress
) -> tuple[Fraction, Fraction]:
    """For a seen hand: the gain of the bet to decide, and of the main game without it, in Antes."""
    assert spot.hand is not None
    first, turn, river = bets.decided
    found = seen_on_board(game.ranking.order, spot.hand, spot.board, spot.dead)
    so_far = found.gain(bets.ante) + bets.sizes[0] * found.gain(first)
    if len(spot.board) == _FLOP:
        return bets.sizes[1] * found.gain(turn), so_far + bets.sizes[2] * found.at_best(river, found.fours)
    placed = _turn_placed(bets, spot)
    if placed is None:
        before = seen_on_board(game.ranking.order, spot.hand, spot.board[:_FLOP], spot.dead)
        placed = before.gain(turn) > 0
    return bets.sizes[2] * found.gain(river), so_far + (bets.sizes[1] * found.gain(turn) if placed else 0)


def _unseen_streets(
    game: Game, bets: MainBets, spot: DecisionSpot, progress: CountProgress
) -> tuple[Fraction, Fraction]:
    """For an unseen hand: the gain of the bet to decide, and of the main game without it, in Antes."""
    first, turn, river = bets.decided
    deals = _unseen(game, spot, progress)
    so_far = _gain(bets.ante, deals) + bets.sizes[0] * _gain(first, deals)
    if len(spot.board) == _FLOP:
        later = bets.sizes[2] * _unseen_later(bets.names[2], river, deals)
        return bets.sizes[1] * _gain(turn, deals), so_far + later
    placed = _turn_placed(bets, spot)
    if placed is None:
        placed = _unseen_later(bets.names[1], turn, deals) > 0
    return bets.sizes[2] * _gain(river, deals), so_far + (bets.sizes[1] * _gain(turn, deals) if placed else 0)


def _turn_placed(bets: MainBets, spot: DecisionSpot) -> bool | None:
    """Whether the bet on the flop was placed; None if the spot does not say."""
    return spot.decided[1] == bets.names[1] if len(spot.decided) > 1 else None


def _gain(bet: StakeGains, deals: DealNumbers) -> Fraction:
    each = (*bet.wins, bet.tie, bet.loss)
    return Fraction(sum(times * gain for times, gain in zip(deals, each, strict=True)), sum(deals))


def _unseen_later(name: str, bet: StakeGains, deals: DealNumbers) -> Fraction:
    """The gain of a later bet on an unseen hand.

    An unseen hand has the same chances on every board, so one decision is best on all of them.
    """
    if bet.tie:
        raise AnalysisFault(at(f"showdown.same.{name}.result", because("count.gain_on_a_tie")))
    return max(_gain(bet, deals), Fraction(0))


def _all_deals(main: HoldemMainGame) -> DealNumbers:
    """The deals of all classes together."""
    return tuple(
        sum(each) for each in zip(*(cell for of_class in main.cells for cell in of_class), strict=True)
    )


def _unseen(game: Game, spot: DecisionSpot, progress: CountProgress) -> DealNumbers:
    """The deals of every hand possible with this board and these dead cards, from the cache."""
    subject = {
        "ranking": list(game.ranking.order),
        "board": sorted(spot.board),
        "dead": sorted(spot.dead),
    }
    return tuple(
        count_cache.cached_numbers("hold'em unseen 1", subject, lambda: _count_unseen(game, spot, progress))[
            "deals"
        ]
    )


def _count_unseen(game: Game, spot: DecisionSpot, progress: CountProgress) -> "count_cache.Arrays":
    from pitboss.analysis.holdem.spot import unseen

    progress("all hands that may be there", 0, 1)
    deals = unseen(game.ranking.order, spot.board, spot.dead)
    progress("all hands that may be there", 1, 1)
    return {"deals": deals}


def _sides(game: Game, spot: DecisionSpot, stakes: Mapping[str, int]) -> dict[str, LinearGain]:
    """The gains of side bets and jackpot bet when the hand stays, in cents."""
    found = {}
    for bet, stake in stakes.items():
        if bet == JACKPOT:
            found[bet] = jackpot_line(game, stake, _line_chances(game, spot))
        elif bet != "ante":
            found[bet] = LinearGain(stake * _hole_cards_gain(game, bet, stake, spot))
    return found


def _hole_cards_gain(game: Game, bet: str, stake: int, spot: DecisionSpot) -> Fraction:
    gone = frozenset((*spot.board, *spot.dead))
    if spot.hand is not None:
        return expected(game, bet, spot.hand, stake, gone)
    pairs = list(combinations([card for card in DECK if card not in gone], 2))
    return sum((expected(game, bet, pair, stake, gone) for pair in pairs), Fraction(0)) / len(pairs)


def _line_chances(game: Game, spot: DecisionSpot) -> dict[int, Fraction]:
    """The probability of each jackpot line, over the unseen cards of the jackpot hand."""
    known = (*(spot.hand or ()), *spot.board[:_FLOP])
    found: dict[int, int] = {}
    whole = 0
    for cards, number in completed(known, (*spot.board[_FLOP:], *spot.dead)):
        whole += number
        line = game.jackpot_line(game.jackpot_ranking.rank(cards))
        if line is not None:
            place = game.jackpot_pays.index(line)
            found[place] = found.get(place, 0) + number
    return {place: Fraction(number, whole) for place, number in found.items()}
