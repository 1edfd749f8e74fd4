"""The odds of a sheet as text tables."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec import structs

from pitboss.analysis.answers_json import bet_title, dollars, money, per_cent
from pitboss.analysis.jackpot import JackpotOdds
from pitboss.analysis.model import BetOdds, BoxCovariances, CombinationTable, Joint, Strategy
from pitboss.analysis.odds import JOINT, Odds
from pitboss.analysis.payoffs import side_bets
from pitboss.cli.text import paragraph, table
from pitboss.money import CENTS_PER_DOLLAR
from pitboss.reason import because
from pitboss.words import say, sentence

_MOST_POINTS = 12
_MOST_ALSO = 8
_FIGURES = ("bet", "edge", "risk", "wager", "deviation", "skewness", "hits", "pushes")


class OddsAnswer(NamedTuple):
    """The odds of one sheet, its settings and, if requested, the covariances of its boxes."""

    odds: Odds
    settings: tuple[str, ...]
    boxes: BoxCovariances | None
    house: list[float]


def print_odds(answer: OddsAnswer) -> None:
    """Print the odds of one sheet."""
    odds = answer.odds
    print(f"{heading(answer)}\n")
    print(table(_FIGURES, _headline(odds), right=" ".join(_FIGURES[1:])))
    print(paragraph("Risk is the loss per unit wagered; the rest is per unit of the first stake."))
    _print_not_counted(odds)
    print()
    if odds.strategy:
        _print_strategy(odds.strategy, "Play" if "strategy" in odds.strategy.contract else "Optimal play")
    for bet in odds.bets.values():
        _print_bet(bet_title(odds.game, bet.bet), bet)
    if odds.jackpot:
        _print_jackpot(odds)
    if odds.joint:
        _print_joint(odds, odds.joint)
    if answer.boxes:
        _print_boxes(answer)


def heading(answer: OddsAnswer) -> str:
    """The rules that the figures are computed from: sheet, hashes and settings."""
    game = answer.odds.game
    identity = game.sheet.identity
    lines = [
        f"{identity.in_full}",
        f"sheet {game.hashes.sheet[:16]}, readings {game.hashes.readings[:16]}",
    ]
    if answer.settings:
        lines.append(f"what if: {', '.join(answer.settings)}")
    return "\n".join(lines)


def _headline(odds: Odds) -> Iterator[tuple[str, ...]]:
    for name in ("ante", *side_bets(odds.game), "jackpot"):
        if name not in odds.game.sheet.bets:
            continue
        title = bet_title(odds.game, name)
        if name in odds.not_counted:
            yield (title, "not counted", *("",) * (len(_FIGURES) - 2))
        elif name in odds.bets:
            figures = odds.bets[name].figures
            yield (
                title,
                per_cent(figures.house_edge),
                per_cent(figures.element_of_risk),
                f"{float(figures.average_wager):.6f}",
                f"{figures.std_dev:.6f}",
                f"{figures.skewness:.4f}",
                per_cent(figures.hit_frequency),
                per_cent(figures.push_frequency),
            )


def _print_not_counted(odds: Odds) -> None:
    for name, why in odds.not_counted.items():
        title = "all bets together" if name == JOINT else bet_title(odds.game, name)
        print(paragraph(f"{title[0].upper()}{title[1:]}: not counted. {say(why)}."))


def _print_strategy(strategy: Strategy, title: str = "Optimal play") -> None:
    print(paragraph(f"{title}: {strategy.sentence}"))
    also = strategy.contract.get("also_played")
    if isinstance(also, list):
        more = f" and {len(also) - _MOST_ALSO} more kinds" if len(also) > _MOST_ALSO else ""
        print(paragraph(f"Below it, for example: {', '.join(also[:_MOST_ALSO])}{more}."))
    if strategy.borderline:
        close = ", ".join(
            f"{line.hand} ({line.action}, {float(line.gain):.5f})" for line in strategy.borderline[:4]
        )
        print(paragraph(f"Closest decisions, with what they are worth in Antes: {close}."))


def _print_bet(title: str, bet: BetOdds) -> None:
    print(f"\n{title[0].upper()}{title[1:]}, expected value {bet.figures.ev} of a unit")
    if bet.stake is not None:
        print(f"at a stake of {dollars(bet.stake)}")
    for line, cents in bet.cap_binds_from.items():
        print(f"above a stake of {money(cents)} the cap pays less than the rate of {line}")
    _print_table(bet.table)


def _print_table(of: CombinationTable) -> None:
    rows = []
    for row in of.rows:
        chance = Fraction(row.combinations, of.total)
        back = "" if row.net is None else f"{float(row.net * chance):+.8f}"
        rows.append((row.name, f"{row.combinations:,}", f"{float(chance):.8f}", row.pays, back))
    rows.append(("all", f"{of.total:,}", "1", "", ""))
    print(table(("result", "combinations", "probability", "pays", "return"), rows, _RIGHT))


_RIGHT = "combinations probability pays return"


def _print_jackpot(odds: Odds) -> None:
    first, question = odds.jackpot[0], odds.question
    if not question.jackpot_named:
        _print_lines_of_jackpot(odds, first)
        return
    print(f"\nProgressive jackpot, a bet of {dollars(first.bet)} on a box played so")
    _print_table(first.table)
    for size in odds.jackpot:
        print(paragraph(_line(size, len(odds.jackpot) > 1)))
    if odds.game.gives_envy:
        print(
            paragraph(
                f"Envy from {question.others} other boxes: {money(first.envy)} a round"
                f"{_breaks(first.break_even_with_envy, ', which brings the break-even to')}."
            )
        )
    if question.meter is not None and odds.at_meter:
        edge = odds.at_meter[1].house_edge
        print(
            paragraph(
                f"At {money(question.meter)} displayed the bet of {dollars(first.bet)} is worth "
                f"{money(first.value(question.meter))}: a house edge of {per_cent(edge)}."
            )
        )
    if odds.long_run:
        run = odds.long_run
        print(
            paragraph(
                f"In the long run the display is {money(run.mean_display)} on average, and "
                f"{per_cent(run.returns)} of the bets come back. Seeds cost {money(run.seed_cost)} a "
                f"bet, of which the reserve pays {money(run.seed_from_reserve)}."
            )
        )


def _print_lines_of_jackpot(odds: Odds, first: JackpotOdds) -> None:
    """What follows from the cards alone, where no jackpot bet is named."""
    print("\nProgressive jackpot, on a box played so")
    rows = tuple(structs.replace(row, net=None) for row in first.table.rows)
    _print_table(structs.replace(first.table, rows=rows))
    if odds.game.gives_envy:
        print(paragraph(f"Envy from {odds.question.others} other boxes: {money(first.envy)} a round."))
    print(paragraph(sentence(because("odds.jackpot_bet_needed", such_as="--jackpot-bet 5"))))


def _line(size: JackpotOdds, several: bool) -> str:
    units = f"{size.units}x, a bet of {dollars(size.bet)}: " if several else ""
    sign = "-" if size.constant < 0 else "+"
    constant = abs(size.constant) / CENTS_PER_DOLLAR
    even = _breaks(size.break_even, "; it breaks even at")
    return f"{units}value = {size.slope} x display {sign} {constant} dollars{even}."


def _breaks(even: Fraction | None, words: str) -> str:
    if even is None:
        return ""
    return f"{words} {money(even)}" if even > 0 else f"{words} any value"


def _print_joint(odds: Odds, joint: Joint) -> None:
    question = odds.question
    stakes = ", ".join(f"{bet} {dollars(stake)}" for bet, stake in question.bets.items())
    meter = question.meter or Fraction(0)
    print(f"\nAll bets together: {stakes}; display {money(meter)}, other boxes {question.others}")
    _print_strategy(joint.strategy, "Best play")
    rows = [(bet, money(value)) for bet, value in joint.values.items()]
    print(table(("bet", "gain"), [*rows, ("all", money(joint.value))], right="gain"))
    if joint.break_even is not None:
        print(f"All bets together break even at {money(joint.break_even)} displayed.")
    if joint.jackpot_break_even is not None:
        print(f"Adding the jackpot bet pays from {money(joint.jackpot_break_even)} on.")
    if joint.breakpoints:
        print("Best play changes at these displayed values:")
        points = [
            (money(point.meter), point.action, f"{point.combinations:,}", ", ".join(point.hands))
            for point in joint.breakpoints[:_MOST_POINTS]
        ]
        print(table(("display", "then", "hands", "such as"), points, right="display hands"))
        if len(joint.breakpoints) > _MOST_POINTS:
            print(f"and at {len(joint.breakpoints) - _MOST_POINTS} more.")


def _print_boxes(answer: OddsAnswer) -> None:
    boxes = answer.boxes
    assert boxes is not None
    for title, matrix in (("within a box", boxes.within), ("between two boxes", boxes.between)):
        print(f"\nCovariances {title}, per unit of each stake")
        lines = [
            (bet, *(f"{float(value):.8f}" for value in row))
            for bet, row in zip(boxes.bets, matrix, strict=True)
        ]
        print(table(("", *boxes.bets), lines, right=" ".join(boxes.bets)))
    print("\nThe house's standard deviation of a round")
    named = "ante" in answer.odds.question.bets
    shown = [f"{value / CENTS_PER_DOLLAR:,.2f}" if named else f"{value:.6f}" for value in answer.house]
    unit = "dollars" if named else "units of Ante"
    print(
        table(("boxes", unit), [(str(n), value) for n, value in enumerate(shown, 1)], right=f"boxes {unit}")
    )


def print_comparison(first: OddsAnswer, second: OddsAnswer) -> None:
    """Print the odds of two sheets, or of a sheet and a what-if, side by side."""
    print(f"A: {heading(first)}\n\nB: {heading(second)}\n")
    names = list(dict.fromkeys([*first.odds.bets, *second.odds.bets]))
    rows = []
    for name in names:
        one, two = first.odds.bets.get(name), second.odds.bets.get(name)
        title = bet_title((first if name in first.odds.bets else second).odds.game, name)
        for label, figure in _COMPARED.items():
            a, b = (figure(bet) if bet else None for bet in (one, two))
            rows.append((f"{title}: {label}", _shown(a), _shown(b), _change(a, b)))
    named = first.odds.question.jackpot_named or second.odds.question.jackpot_named
    told = [label for label in _JACKPOT if named or label == "slope"]
    for label in told if first.odds.jackpot or second.odds.jackpot else ():
        value = _JACKPOT[label]
        a, b = (value(odds.jackpot[0]) if odds.jackpot else None for odds in (first.odds, second.odds))
        rows.append((f"jackpot: {label}", _shown(a), _shown(b), _change(a, b)))
    print(table(("figure", "A", "B", "B less A"), rows, right="A B"))
    print()
    for letter, answer in (("A", first), ("B", second)):
        if answer.odds.strategy:
            print(paragraph(f"{letter}: {answer.odds.strategy.sentence}"))


_COMPARED: dict[str, Callable[[BetOdds], float]] = {
    "house edge": lambda bet: float(bet.figures.house_edge),
    "element of risk": lambda bet: float(bet.figures.element_of_risk),
    "standard deviation": lambda bet: bet.figures.std_dev,
    "hit frequency": lambda bet: float(bet.figures.hit_frequency),
}
_JACKPOT: dict[str, Callable[[JackpotOdds], float | None]] = {
    "slope": lambda size: float(size.slope),
    "constant, dollars": lambda size: float(size.constant / CENTS_PER_DOLLAR),
    "break-even, dollars": lambda size: None if size.break_even is None else float(size.break_even / 100),
}


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.10g}"


def _change(a: float | None, b: float | None) -> str:
    return "" if a is None or b is None else f"{b - a:+.6g}" if a != b else "same"
