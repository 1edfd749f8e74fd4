"""The value of every action in a game on boards, for a hand that is seen or not."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from operator import mul

from pitboss.analysis import count_cache
from pitboss.analysis.best_play import JACKPOT, HandGroup, LinearGain, box_of, folded, option, total
from pitboss.analysis.boards.classes import class_number
from pitboss.analysis.boards.course import OUTCOMES, Course
from pitboss.analysis.boards.hole_cards import expected
from pitboss.analysis.boards.main_game import BoardMainGame, hands_of_box, jackpot_line
from pitboss.analysis.boards.open_board import OpenBoard
from pitboss.analysis.hand_kinds import completed
from pitboss.analysis.model import Advice, AnalysisFault, CountProgress, DecisionSpot
from pitboss.cards import DECK, Card
from pitboss.reason import at, because
from pitboss.sheets.game import Game

CHECK = "check"
_FLOP = 3


def worth_of_spot(course: Course, spot: DecisionSpot) -> dict[str, Fraction]:
    """What each action is worth in Antes on an open board, where a bet ends the decisions; the other choice
    first.

    With a dead card the decision before the flop is refused: its later boards are too many to walk through.
    """
    if not spot.board:
        raise AnalysisFault(at("dead", because("count.dead_before_flop")))
    assert spot.hand is not None
    found = OpenBoard(course, spot.hand, spot.dead).prospects(spot.board)
    street, bet = course.streets[len(spot.board)], found.raised[next(iter(course.raised))]
    worth = {"fold": Fraction(course.fold, course.unit)} if street.folds else {CHECK: found.waiting}
    return worth | {course.named(len(spot.board), size): found.held + size * bet for size in street.sizes}


def before_the_flop(
    game: Game,
    main: BoardMainGame,
    spot: DecisionSpot,
    stakes: Mapping[str, int],
    meter: Fraction,
    progress: CountProgress,
) -> Advice:
    """Advice before the flop: fold or stay."""
    bet = main.course.streets[0].bet
    looks = spot.option and not spot.blind
    if spot.hand is None and looks and spot.dead:
        raise AnalysisFault(at("dead", because("count.dead_option")))
    if spot.hand is None and looks:
        return box_of(hands_of_box(game, main, stakes)).advice(bet, spot, meter, stakes["ante"])
    if spot.hand is None:
        deals = _unseen(game, spot, progress) if spot.dead else _all_deals(main)
        worth = _so_far(main.course, deals) + sum(_later(main.course, street, deals) for street in (3, 4))
    else:
        worth = (
            board_by_board(main.course, spot.hand, spot.dead)
            if spot.dead
            else main.stay[class_number(spot.hand)]
        )
    lines = {"ante": LinearGain(stakes["ante"] * worth), **_sides(game, spot, stakes)}
    hand = HandGroup("", 1, lines, folded(game, stakes, lines))
    return box_of([hand]).advice(bet, spot, meter, stakes["ante"])


def after_the_flop(
    game: Game,
    course: Course,
    spot: DecisionSpot,
    stakes: Mapping[str, int],
    meter: Fraction,
    progress: CountProgress,
) -> Advice:
    """Advice with the flop or the turn open: bet or check. Bets already on the layout count in both."""
    street = course.streets[len(spot.board)]
    now, later = _seen_streets(course, spot) if spot.hand else _unseen_streets(game, course, spot, progress)
    checked = later + total(_sides(game, spot, stakes)).at(meter) / stakes["ante"]
    worth = {CHECK: checked, street.bet: checked + street.sizes[0] * now}
    best = street.bet if worth[street.bet] > worth[CHECK] else CHECK
    return option(worth[best]) if spot.option else Advice(worth, best)


def board_by_board(course: Course, hand: Sequence[Card], dead: Sequence[Card]) -> Fraction:
    """What staying is worth for a seen hand before the flop, with cards known to be in no hand."""
    from pitboss.analysis.boards.spot import seen

    found = seen(course.order, hand, dead)
    worth = _so_far(course, found.deals)
    for street, boards in ((3, found.flops), (4, found.fours)):
        at = course.streets[street]
        win, tie, loss = _by_comparison(course.raised[at.bet])[-3:]
        gains = (won * win + lost * loss + tied * tie for won, lost, tied in boards)
        worth += Fraction(at.sizes[0] * sum(gain for gain in gains if gain > 0), sum(map(sum, boards)))
    return worth


def _seen_streets(course: Course, spot: DecisionSpot) -> tuple[Fraction, Fraction]:
    """For a seen hand: the gain of each Ante of the bet to decide, and of the main game without it."""
    assert spot.hand is not None
    board = OpenBoard(course, spot.hand, spot.dead)
    found, (first, turn, _) = board.prospects(spot.board), course.streets.values()
    so_far = found.held + first.sizes[0] * found.raised[first.bet] + found.waiting
    if len(spot.board) > _FLOP:
        placed = _placed(turn.bet, spot)
        if placed is None:
            placed = board.prospects(spot.board[:_FLOP]).raised[turn.bet] > 0
        so_far += turn.sizes[0] * found.raised[turn.bet] * placed
    return found.raised[course.streets[len(spot.board)].bet], so_far


def _unseen_streets(
    game: Game, course: Course, spot: DecisionSpot, progress: CountProgress
) -> tuple[Fraction, Fraction]:
    """For an unseen hand: the gain of each Ante of the bet to decide, and of the main game without it."""
    deals = _unseen(game, spot, progress)
    so_far = _so_far(course, deals)
    if len(spot.board) == _FLOP:
        return _gain(course.raised[course.streets[3].bet], deals), so_far + _later(course, 4, deals)
    turn = course.streets[3]
    placed = _placed(turn.bet, spot)
    if placed is None:
        placed = _later(course, 3, deals) > 0
    so_far += turn.sizes[0] * _gain(course.raised[turn.bet], deals) * placed
    return _gain(course.raised[course.streets[4].bet], deals), so_far


def _placed(bet: str, spot: DecisionSpot) -> bool | None:
    """Whether the bet on the flop was placed; None if the spot does not say."""
    return spot.decided[1] == bet if len(spot.decided) > 1 else None


Deals = Sequence[int]
"""The number of deals won by each category of the player's hand, then tied, then lost."""


def _by_comparison(gains: Sequence[int]) -> list[int]:
    """The gains of a bet with a win by each category, a tie and a loss; the Dealer always qualifies."""
    return [*gains[3::OUTCOMES], *gains[4:OUTCOMES]]


def _gain(gains: Sequence[int], deals: Deals) -> Fraction:
    return Fraction(sum(map(mul, _by_comparison(gains), deals)), sum(deals))


def _so_far(course: Course, deals: Deals) -> Fraction:
    """The gain of the Ante and of the bet before the flop."""
    first = course.streets[0]
    return _gain(course.held, deals) + first.sizes[0] * _gain(course.raised[first.bet], deals)


def _later(course: Course, street: int, deals: Deals) -> Fraction:
    """The gain of a later bet on an unseen hand.

    An unseen hand has the same chances on every board, so one decision is best on all of them.
    """
    at_street = course.streets[street]
    gains = course.raised[at_street.bet]
    if _by_comparison(gains)[-2]:
        raise AnalysisFault(at(f"showdown.same.{at_street.bet}.result", because("count.gain_on_a_tie")))
    return at_street.sizes[0] * max(_gain(gains, deals), Fraction(0))


def _all_deals(main: BoardMainGame) -> Deals:
    """The deals of all classes together."""
    results = list(map(sum, zip(*(deals for cells in main.cells for deals in cells), strict=True)))
    return [*results[3::OUTCOMES], sum(results[4::OUTCOMES]), sum(results[5::OUTCOMES])]


def _unseen(game: Game, spot: DecisionSpot, progress: CountProgress) -> Deals:
    """The deals of every hand possible with this board and these dead cards, from the cache."""
    subject = {
        "ranking": list(game.ranking.order),
        "board": sorted(spot.board),
        "dead": sorted(spot.dead),
    }

    def count() -> "count_cache.Arrays":
        from pitboss.analysis.boards.spot import unseen

        progress("all hands that may be there", 0, 1)
        deals = unseen(game.ranking.order, spot.board, spot.dead)
        progress("all hands that may be there", 1, 1)
        return {"deals": deals}

    return count_cache.cached_numbers("hold'em unseen 1", subject, count)["deals"]


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
