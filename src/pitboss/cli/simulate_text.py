"""Simulated rounds as text tables and as JSON."""

from collections.abc import Iterator

from pitboss.analysis.answers_json import bet_title
from pitboss.analysis.decisions import STRATEGIES
from pitboss.cli.text import paragraph, table
from pitboss.plural import counted
from pitboss.simulation.answer import SimulationAnswer
from pitboss.simulation.checks import FALSE_ALARMS, RunCheck, RunVerdict
from pitboss.simulation.results import SimulatedBet
from pitboss.words import say

_MOST_CHECKS = 12


def print_simulation(answer: SimulationAnswer) -> None:
    """Print the figures of a run, and whether they agree with the exact ones."""
    plan, tally, found = answer.plan, answer.tally, answer.results
    print(plan.game.sheet.identity.in_full)
    hashes = plan.game.hashes
    print(f"sheet {hashes.sheet[:16]}, readings {hashes.readings[:16]}")
    if answer.settings:
        print(f"what if: {', '.join(answer.settings)}")
    if tally.rounds < tally.wanted:
        print(f"\nInterrupted: {tally.rounds:,} of {tally.wanted:,} rounds were played.")
    boxes, workers = counted(plan.boxes, "box"), counted(answer.workers, "worker")
    rate = tally.rounds / answer.seconds if answer.seconds else 0.0
    print(f"\n{counted(tally.rounds, 'round')} of {boxes}, seed {tally.seed}")
    if plan.rows_are_gains:
        print(f"{answer.seconds:.1f} s through the engine: {rate:,.0f} rounds/s")
    else:
        print(f"{answer.seconds:.1f} s with {workers}: {rate / 1e6:.1f} million rounds/s")
    print(paragraph(f"Strategy {plan.strategy}: {STRATEGIES[plan.strategy]}.", hanging="  "))
    print(paragraph(f"Every box has one unit on every bet. Intervals hold {found.confidence:.0%}.") + "\n")
    _print_bets(answer)
    for bet in found.bets:
        _print_rows(answer, bet)
    _print_jackpot(answer)
    _print_house(answer)
    if answer.irregular:
        rows = [
            (one.clause, f"{one.drawn:,}", f"{one.reported:,}", f"{one.void:,}") for one in answer.irregular
        ]
        print(table(("irregularity", "drawn", "reported", "void"), rows, right="drawn reported void") + "\n")
    _print_verdict(answer.verdict)


def _print_bets(answer: SimulationAnswer) -> None:
    headers = ("bet", "mean", "low", "high", "deviation")
    rows = [
        (
            bet_title(answer.plan.game, bet.bet),
            f"{bet.mean:+.6f}",
            f"{bet.interval[0]:+.6f}",
            f"{bet.interval[1]:+.6f}",
            f"{bet.std_dev:.5f}",
        )
        for bet in answer.results.bets
    ]
    print(table(headers, rows, right="mean low high deviation"))
    print(paragraph("Gains per unit of the first stake; the Ante is the whole main game.") + "\n")


def _print_rows(answer: SimulationAnswer, bet: SimulatedBet) -> None:
    total = answer.results.rounds * answer.plan.boxes
    rows = [
        (row.name, f"{row.gain:+g}", f"{row.hits:,}", f"{row.hits / total:.6%}")
        for row in bet.rows
        if row.hits
    ]
    print(table((bet_title(answer.plan.game, bet.bet), "gain", "hits", "part"), rows, right="gain hits part"))
    print()


def _print_jackpot(answer: SimulationAnswer) -> None:
    if not answer.results.jackpot:
        return
    headers = ("jackpot line", "pays", "hits", "from", "to", "one in")
    rows = [
        (
            line.title,
            line.pays,
            f"{line.hits:,}",
            f"{line.interval[0]:,.1f}",
            f"{line.interval[1]:,.1f}",
            f"{line.one_in:,.1f}" if line.one_in else "-",
        )
        for line in answer.results.jackpot
    ]
    print(table(headers, rows, right="hits from to one in"))
    envy = sum(line.envy for line in answer.results.jackpot)
    told = f" Envy Bonuses paid to other boxes: {envy:,}." if envy else ""
    print(paragraph(f"Exact Poisson intervals of the expected hits; money follows the hits.{told}") + "\n")


def _print_house(answer: SimulationAnswer) -> None:
    house, boxes = answer.results.house, answer.results.boxes
    low, high = house.interval
    print(
        paragraph(
            f"The house holds {house.hold:+.6f} units of a round ({low:+.6f} to {high:+.6f})", hanging="  "
        )
    )
    print(f"  of {house.wagered:g} bet before the deal; deviation {house.std_dev:.5f}")
    print(f"  loses {house.loses:.4%} of the rounds; worst {house.worst:+g}, best {house.best:+g}")
    print("  " + ", ".join(f"{part:.1%}: {value:+g}" for part, value in house.quantiles))
    if boxes:
        error = (
            f" (standard error of the covariance {boxes.standard_error:.2g})" if boxes.standard_error else ""
        )
        print(
            f"  correlation of two boxes {boxes.correlation:+.6f}, covariance {boxes.covariance:+.6f}{error}"
        )
    print()


def _print_verdict(verdict: RunVerdict) -> None:
    for what, why in verdict.missing.items():
        print(paragraph(f"Not compared, {what}: {say(why)}.", hanging="  "))
    if verdict.agrees is None:
        print("No exact values to compare with.")
        return
    headers = ("against the exact values", "test", "statistic", "expected", "p")
    checks = sorted(verdict.checks, key=lambda check: check.p)
    shown = checks if len(checks) <= _MOST_CHECKS else checks[:_MOST_CHECKS]
    print(table(headers, [tuple(_told(check)) for check in shown], right="statistic expected p"))
    if len(shown) < len(checks):
        print(f"and {len(checks) - len(shown)} more with larger p; --json has all of them")
    number = counted(len(checks), "test")
    alarms = f"one false alarm in {1 / FALSE_ALARMS:,.0f} runs"
    if verdict.agrees:
        print(f"\nAgrees with the exact values: {number}, {alarms}.")
    else:
        failed = sum(check.failed for check in checks)
        print(f"\nDOES NOT AGREE with the exact values: {failed} of {number} failed, {alarms}.")


def _told(check: RunCheck) -> Iterator[str]:
    yield check.what
    yield check.kind if check.degrees is None else f"{check.kind} ({check.degrees})"
    yield f"{check.statistic:+.3f}" if check.kind in ("z", "t") else f"{check.statistic:,.2f}"
    yield "" if check.expected is None else f"{check.expected:.6g}"
    yield f"{check.p:.3g}" + (" FAILS" if check.failed else "")
