"""The content of a mathematics report: rules in force, method, returns, strategy, volatility, jackpot."""

import math
from collections.abc import Iterator
from fractions import Fraction

from pitboss.analysis.answers_json import bet_title, dollars, money, per_cent, plain
from pitboss.analysis.bet_odds import house_std_dev
from pitboss.analysis.families import class_of
from pitboss.analysis.jackpot import JackpotOdds, LinkTerms
from pitboss.analysis.model import BetOdds, BoxCovariances, CombinationTable, Joint, Strategy
from pitboss.analysis.odds import JOINT, Odds
from pitboss.analysis.report import charts
from pitboss.analysis.report.document import Block, ChartBlock, HeadingBlock, TableBlock, TextBlock
from pitboss.build import build_hash
from pitboss.money import CENTS_PER_DOLLAR
from pitboss.round.words import title_of
from pitboss.sheets.compare import topics
from pitboss.sheets.game import Game
from pitboss.time_zones import local_time
from pitboss.words import say

_ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
_CONFIDENCE = 1.959964
"""Half-width of a 95 % confidence interval, in standard deviations."""
_CURVE_POINTS = 60
_LEAST_TOP = 1e7
"""The least right end of the curve, a display in cents."""
_ELSEWHERE = frozenset({"The sheet", "Irregularities", "Readings"})
"""Headings left out of the rule table: shown elsewhere, or irrelevant to the mathematics."""


def report(
    odds: Odds, boxes: BoxCovariances | None, settings: tuple[str, ...], link: LinkTerms | None = None
) -> list[Block]:
    """All blocks of the report."""
    return [
        *_title(odds.game, settings),
        *assumptions(odds, link),
        *_rules(odds.game),
        *_method(odds.game),
        *_returns(odds),
        *(_strategy("Optimal play of the main game", odds.strategy) if odds.strategy else ()),
        *(block for bet in odds.bets.values() for block in _bet(odds.game, bet)),
        *(_jackpot(odds) if odds.jackpot else ()),
        *(_joint(odds, odds.joint) if odds.joint else ()),
        *_volatility(odds, boxes),
    ]


def _title(game: Game, settings: tuple[str, ...]) -> Iterator[Block]:
    identity = game.sheet.identity
    yield HeadingBlock(
        1, f"Mathematics report: {identity.called}, {identity.house}, version {identity.version}"
    )
    rows = [
        ("operator", identity.operator),
        ("sheet", game.sheet.id),
        ("in force from", local_time(identity.in_force_from, identity.time_zone).isoformat()),
        ("SHA-256 of the sheet's data and clause register", game.hashes.sheet),
        ("SHA-256 of the readings taken", game.hashes.readings),
        ("SHA-256 of the program", build_hash()),
    ]
    rows += [("changed for this report", setting) for setting in settings]
    yield TableBlock(("what", "value"), tuple(rows))


def _rules(game: Game) -> Iterator[Block]:
    yield HeadingBlock(2, "Rules in force")
    yield TextBlock("Read from the sheet's data, which also runs the tables; each line with its clauses.")
    rows = [
        (topic.heading, topic.name, topic.says, " ".join(topic.clauses))
        for topic in topics(game.sheet)
        if topic.heading not in _ELSEWHERE
    ]
    yield TableBlock(("part", "point", "rule", "clauses"), tuple(rows))
    yield HeadingBlock(3, "Readings of what the sheet leaves open")
    readings = game.sheet.readings.items()
    yield TableBlock(
        ("point", "choice", "clauses"),
        tuple((plain(name), plain(taken.choice), " ".join(taken.clauses)) for name, taken in readings),
    )


def _method(game: Game) -> Iterator[Block]:
    yield HeadingBlock(2, "Method")
    yield TextBlock(class_of(game).method)
    yield TextBlock(
        "Nothing is sampled. Counts are whole numbers and figures exact fractions; decimals below are "
        "rounded for reading only. Equal values are played as a fold or a check. Bets that are returned "
        "count as wagered. Hits are rounds in which the player gains; pushes stand apart."
    )


def _returns(odds: Odds) -> Iterator[Block]:
    yield HeadingBlock(2, "Returns")
    headers = (
        "bet",
        "expected value",
        "house edge",
        "element of risk",
        "average wager",
        "hit frequency",
        "pushes",
    )
    rows = []
    for name, bet in odds.bets.items():
        figures = bet.figures
        rows.append(
            (
                bet_title(odds.game, name),
                str(figures.ev),
                per_cent(figures.house_edge, 6),
                per_cent(figures.element_of_risk, 6),
                f"{float(figures.average_wager):.6f}",
                per_cent(figures.hit_frequency, 6),
                per_cent(figures.push_frequency, 6),
            )
        )
    yield TableBlock(headers, tuple(rows), frozenset(range(2, 7)))
    for name, why in odds.not_counted.items():
        title = "all bets together" if name == JOINT else bet_title(odds.game, name)
        yield TextBlock(f"Not counted: {title}. {say(why)}.")


def _strategy(title: str, strategy: Strategy) -> Iterator[Block]:
    yield HeadingBlock(2, title)
    yield TextBlock(strategy.sentence)
    for detail in strategy.details:
        yield HeadingBlock(3, detail.title)
        yield TableBlock(detail.headers, detail.rows)
    if strategy.borderline:
        yield HeadingBlock(3, "Borderline hands")
        rows = [(line.hand, line.action, f"{float(line.gain):.8f}") for line in strategy.borderline]
        yield TableBlock(("hand", "best", "worth more than the other, in Antes"), tuple(rows), frozenset({2}))


def _currency(game: Game) -> str:
    return game.sheet.identity.currency


def _bet(game: Game, bet: BetOdds) -> Iterator[Block]:
    yield HeadingBlock(2, f"Combinations: {bet_title(game, bet.bet)}")
    if bet.stake is not None:
        yield TextBlock(f"At a stake of {dollars(bet.stake)} {_currency(game)}; caps apply.")
    for line, cents in bet.cap_binds_from.items():
        stake = f"{money(cents)} {_currency(game)}"
        yield TextBlock(f"Above a stake of {stake} the cap pays less than the rate of {line}.")
    yield _combinations(bet.table)
    yield ChartBlock(f"Distribution of {bet_title(game, bet.bet)}", charts.spread(bet.distribution))


def _combinations(of: CombinationTable) -> TableBlock:
    rows = []
    for row in of.rows:
        chance = Fraction(row.combinations, of.total)
        back = "" if row.net is None else f"{float(row.net * chance):+.10f}"
        rows.append((row.name, f"{row.combinations:,}", f"{float(chance):.12f}", row.pays, back))
    rows.append(("all", f"{of.total:,}", "1", "", ""))
    headers = ("result", "combinations", "probability", "pays", "return")
    return TableBlock(headers, tuple(rows), frozenset({1, 2, 3, 4}))


def _jackpot(odds: Odds) -> Iterator[Block]:
    first = odds.jackpot[0]
    yield HeadingBlock(2, "Progressive jackpot")
    yield TextBlock(
        f"The value of the bet in {_currency(odds.game)} is slope times the displayed value plus constant. "
        "The bet is always spent; the box is played by the main game's optimal strategy; envy is apart."
    )
    yield TextBlock(jackpot_bet_sentence(odds))
    yield _combinations(first.table)
    headers = ("bet", "slope", "constant", "break-even")
    rows = tuple(
        (
            dollars(size.bet),
            str(size.slope),
            str(size.constant / CENTS_PER_DOLLAR),
            break_even_words(size.break_even),
        )
        for size in odds.jackpot
    )
    yield TableBlock(headers, rows, frozenset({0, 3}))
    if odds.game.gives_envy:
        yield TextBlock(
            f"With {odds.question.others} other boxes, envy brings {money(first.envy)} "
            f"{_currency(odds.game)} a round."
        )
    if odds.long_run:
        run = odds.long_run
        yield TextBlock(
            f"In the long run the display is {money(run.mean_display)} {_currency(odds.game)} on average "
            f"when bets are settled, and {per_cent(run.returns, 6)} of the bets come back."
        )
    if first.break_even is not None:
        yield ChartBlock("Return of the jackpot bet over the displayed value", _curve(odds))


def _curve(odds: Odds) -> charts.Draw:
    top = max(1.25 * float(max(size.break_even or 0 for size in odds.jackpot)), _LEAST_TOP)
    points = {
        f"bet of {dollars(size.bet)}": [
            _point(size, top * n / _CURVE_POINTS) for n in range(_CURVE_POINTS + 1)
        ]
        for size in odds.jackpot
    }
    return charts.lines(points, f"displayed value, {_currency(odds.game)}", "return per unit bet", 1.0)


def _point(size: JackpotOdds, cents: float) -> tuple[float, float]:
    value = float(size.slope) * cents + float(size.constant)
    return cents / CENTS_PER_DOLLAR, 1 + value / size.bet


def _joint(odds: Odds, joint: Joint) -> Iterator[Block]:
    game, asked = odds.game, odds.question.bets
    stakes = ", ".join(f"{title_of(game, bet)} {dollars(stake)}" for bet, stake in asked.items())
    yield from _strategy("Best play for all bets together", joint.strategy)
    meter = odds.question.meter or Fraction(0)
    yield TextBlock(f"Bets: {stakes}. Displayed value {money(meter)}; other boxes {odds.question.others}.")
    rows = [(title_of(game, bet), money(value)) for bet, value in joint.values.items()]
    gains = f"expected gain, {_currency(odds.game)}"
    yield TableBlock(("bet", gains), (*rows, ("all", money(joint.value))), frozenset({1}))
    if joint.breakpoints:
        yield HeadingBlock(3, "Displayed values at which best play changes")
        points = [
            (money(point.meter), point.action, f"{point.combinations:,}", ", ".join(point.hands))
            for point in joint.breakpoints
        ]
        yield TableBlock(("display", "then", "hands", "such as"), tuple(points), frozenset({0, 2}))


def _volatility(odds: Odds, boxes: BoxCovariances | None) -> Iterator[Block]:
    yield HeadingBlock(2, "Volatility")
    headers = ("bet", "standard deviation", "skewness", *(f"hold after {n:,}" for n in _ROUNDS))
    rows = []
    for name, bet in odds.bets.items():
        figures = bet.figures
        ranges = [_CONFIDENCE * figures.std_dev / math.sqrt(n) for n in _ROUNDS]
        edge = float(figures.house_edge)
        rows.append(
            (
                bet_title(odds.game, name),
                f"{figures.std_dev:.8f}",
                f"{figures.skewness:.6f}",
                *(f"{(edge - r) * 100:.2f} to {(edge + r) * 100:.2f} %" for r in ranges),
            )
        )
    yield TableBlock(headers, tuple(rows), frozenset(range(1, 7)))
    yield TextBlock(
        "After so many rounds the house's hold on the first stake lies in the range with 95 % chance."
    )
    if boxes:
        named = "ante" in odds.question.bets
        stakes = odds.question.bets if named else {"ante": 1}
        house = house_std_dev(boxes, stakes, odds.game.sheet.layout.most_boxes)
        scale = CENTS_PER_DOLLAR if named else 1
        yield HeadingBlock(3, "Several boxes")
        yield TextBlock(
            "Standard deviation of a round for the house, "
            + (
                f"in {_currency(odds.game)} for the bets above"
                if named
                else "in Antes, the Ante alone on each box"
            )
            + ". Boxes meet the same Dealer's hand, so they move together."
        )
        numbers = [(str(n), f"{value / scale:.6f}") for n, value in enumerate(house, 1)]
        yield TableBlock(("boxes", "standard deviation"), tuple(numbers), frozenset({0, 1}))
        yield ChartBlock(
            "The house's standard deviation by the number of boxes",
            charts.columns(
                [n for n, _ in numbers], [value / scale for value in house], "boxes", "std deviation"
            ),
        )


def assumptions(odds: Odds, link: LinkTerms | None) -> Iterator[Block]:
    """The stakes and the display that the figures are for, named or taken for granted."""
    game, question = odds.game, odds.question
    currency = game.sheet.identity.currency
    rows = [(title_of(game, bet), f"{dollars(stake)} {currency}") for bet, stake in question.bets.items()]
    if odds.jackpot and "jackpot" not in question.bets:
        named = "" if question.jackpot_named else ", because none was named"
        rows.append((title_of(game, "jackpot"), f"{dollars(question.jackpot_bet)} {currency}{named}"))
    if question.meter is not None:
        rows.append(("displayed value", f"{money(question.meter)} {currency}"))
    if odds.jackpot:
        rows.append(("other boxes", str(question.others)))
    if link:
        rows.append(("seed of the link", f"{money(link.seed)} {currency}"))
        rows.append(("of each bet to the display", per_cent(link.rate, 6)))
        rows.append(("of each bet to the reserve", per_cent(link.reserve, 6)))
    if rows:
        yield HeadingBlock(2, "What the figures are for")
        yield TableBlock(("what", "value"), tuple(rows))


def jackpot_bet_sentence(odds: Odds) -> str:
    """Which jackpot bet the figures are for; its break-even depends on it, as fixed pays do not grow."""
    bet = f"{dollars(odds.question.jackpot_bet)} {odds.game.sheet.identity.currency}"
    if odds.question.jackpot_named:
        return f"For a jackpot bet of {bet}, as asked."
    return (
        f"For a jackpot bet of {bet}: none was named. Fixed pays do not grow with the bet, so another bet "
        "has another break-even; name it to get its figures."
    )


def break_even_words(display: Fraction | None) -> str:
    """The display at which a jackpot bet breaks even, in dollars; or that it gains at any."""
    if display is None:
        return "none"
    return money(display) if display > 0 else "any value"
