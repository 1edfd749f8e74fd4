"""``pitboss forecast``: the life of a link, simulated from its terms or from a journal."""

import json
import sys
from argparse import Namespace
from pathlib import Path

import msgspec

from pitboss.analysis.model import AnalysisFault
from pitboss.atomic_write import write_whole
from pitboss.cli.analysis_options import counting, fail_question
from pitboss.cli.job_executors import job_executor
from pitboss.cli.progress import progress
from pitboss.cli.text import CommandFailed, paragraph, table
from pitboss.forecast.forecast import Chance, Forecast, Spread, forecast
from pitboss.forecast.link_file import ForecastFault, LinkPlan, read_link_file
from pitboss.jackpots.config import parse_share
from pitboss.plural import counted
from pitboss.reason import Unreadable, at, because

_BAR = 40
_INTERRUPTED = 130


def run(options: Namespace) -> int:
    """Exit 0 with a forecast, 2 for a file, a journal or a question without one, 130 after Ctrl-C."""
    try:
        chart = _chart_file(options.chart)
        plan = _plan(options)
        with job_executor(options) as executor, counting() as tell:
            found, lives = forecast(
                plan,
                years=options.years,
                lives=options.lives,
                seed=options.random_seed,
                confidence=_share(options.confidence),
                progress=tell,
                executor=executor,
            )
    except (ForecastFault, AnalysisFault, CommandFailed) as fault:
        return fail_question(fault.at_path, as_json=options.json)
    try:
        if chart:
            from pitboss.forecast.charts import forecast_charts

            write_whole(chart, forecast_charts(lives, chart.suffix[1:]))
        if options.write:
            from pitboss.forecast.measured import as_link_file

            write_whole(Path(options.write), as_link_file(plan).encode())
    except OSError as fault:
        reason = because("command.unwritten", file=fault.filename, given=fault.strerror)
        return fail_question(reason, as_json=options.json)
    if options.json:
        print(json.dumps(msgspec.to_builtins(found)))
    else:
        _print(found, plan, options.lives)
    return 0 if found.lives == options.lives else _INTERRUPTED


def _plan(options: Namespace) -> LinkPlan:
    if (options.file is None) == (options.journal is None):
        raise ForecastFault(because("forecast.which"))
    if options.file is not None:
        if options.link or options.write:
            raise ForecastFault(because("forecast.of_a_journal"))
        return read_link_file(Path(options.file))
    if not options.link:
        raise ForecastFault(because("forecast.which_link"))
    # Only a journal needs the software of a floor.
    from pitboss.cli.journals import consistent_record, open_read_only
    from pitboss.forecast.measured import measured_plan

    with (
        open_read_only(options.journal) as journal,
        consistent_record(),
        progress("Measuring the tables", journal.last_position()) as advance,
    ):
        return measured_plan(journal, options.link, advance)


def _chart_file(name: str | None) -> Path | None:
    path = Path(name) if name else None
    if path and path.suffix not in (".svg", ".png"):
        raise ForecastFault(at("chart", because("command.chart_name", file=repr(name))))
    return path


def _share(text: str) -> float:
    try:
        return float(parse_share(text))
    except Unreadable as fault:
        raise ForecastFault(at("confidence", fault.reason)) from None


def _print(found: Forecast, plan: LinkPlan, wanted: int) -> None:
    years = "a year" if found.years == 1 else f"{found.years:,} years"
    if found.lives < wanted:
        print(f"Interrupted: {found.lives:,} of {wanted:,} lives were walked through.")
    print(f"{found.lives:,} lives of {years} each, random seed {found.seed}.")
    for group in plan.groups:
        print(
            f"  {counted(group.tables, 'table')} of {group.game.sheet.identity.title}: "
            f"{group.bets_per_hour:,.1f} jackpot bets an hour, {group.hours_per_day:g} hours a day"
        )
    print(f"  {_money(found.staked_per_year)} of jackpot bets a year\n")
    _print_spreads(found, years)
    _print_display(found.display)
    _print_reserve(found, years)
    _print_returns(found)
    _print_checks(found)


def _print_spreads(found: Forecast, years: str) -> None:
    spreads = {
        "display at a day's end": (found.display, _money),
        f"highest display in {years}": (found.highest, _money),
        "days between resets": (found.days_between_resets, _number),
        "wins of a share, a year": (found.hits_per_year, _number),
        "resets a year": (found.resets_per_year, _number),
        f"paid from the display in {years}": (found.shares_paid, _money),
        f"paid by fixed lines in {years}": (found.fixed_paid, _money),
    }
    rows = [
        (
            name,
            shown(spread.mean),
            *(shown(spread.quantiles[q]) if q in spread.quantiles else "" for q in _SHOWN),
        )
        for name, (spread, shown) in spreads.items()
        if spread
    ]
    print(table(("", "mean", *_SHOWN), rows, right=" ".join(("mean", *_SHOWN))))
    if found.envy_paid:
        print(f"Envy Bonus in {years}, on the average: {_money(found.envy_paid)}")


_SHOWN = ("5%", "50%", "95%", "99%", "99.9%")


def _print_display(display: Spread) -> None:
    """The quantiles of the display as bars."""
    mark = "█" if (sys.stdout.encoding or "").lower().startswith("utf") else "#"
    most = max(display.quantiles.values()) or 1
    print("\nThe display is below")
    for name, level in display.quantiles.items():
        print(f"  {_money(level):>14} on {name:>4} of days  {mark * round(_BAR * level / most)}")


def _print_reserve(found: Forecast, years: str) -> None:
    reserve = found.reserve
    print(f"\nReserve in {years}")
    print(f"  once too small for a reset value: {_chance(reserve.short)}")
    mean, high = _money(reserve.house_pays.mean), _money(reserve.house_pays.quantiles["99%"])
    print(f"  the house adds {mean} on the average, and at most {high} in 99 % of lives")
    rate = (
        "no rate is enough" if reserve.rate_needed is None else f"a reserve rate of {reserve.rate_needed:.3%}"
    )
    seed = "" if reserve.seed_covered is None else f", or a reset value of {_money(reserve.seed_covered)}"
    print(
        paragraph(
            f"To be never short in {reserve.confidence * 100:.6g} % of lives: an opening reserve of "
            f"{_money(reserve.opening_needed)}, or {rate}{seed}, the other terms as they are.",
            "  ",
        )
    )
    print("\nTwo wins within an hour of each other")
    print(f"  of a share of the display: {_chance(found.two_hits_in_an_hour)}")
    print(f"  of the whole display: {_chance(found.two_resets_in_an_hour)}")


def _print_returns(found: Forecast) -> None:
    names = tuple(found.display.quantiles)
    print("\nReturned of each dollar bet, where the display stands so on so many days")
    rows = [
        (
            each.sheet,
            _money(each.bet),
            *(f"{each.returns[name]:.2%}" for name in names),
            "-" if each.break_even is None else _money(each.break_even),
        )
        for each in found.returns
    ]
    print(table(("sheet", "bet", *names, "break-even"), rows, right=" ".join(("bet", *names, "break-even"))))


def _print_checks(found: Forecast) -> None:
    print("\nChecked against closed forms, by one life of 4,000 years without a cap")
    rows = [
        (
            check.name,
            _plain(check.exact),
            _plain(check.simulated),
            _plain(check.standard_error),
            f"{check.z:+.2f}",
        )
        for check in found.checks
    ]
    print(table(("", "exact", "simulated", "error", "z"), rows, right="exact simulated error z"))


def _money(dollars: float) -> str:
    return f"${dollars:,.0f}"


def _number(value: float) -> str:
    return f"{value:,.2f}"


def _plain(value: float) -> str:
    return f"{value:,.2f}" if value >= 100 else f"{value:.6f}"


def _chance(chance: Chance) -> str:
    return f"{chance.share:.2%} of lives (95 % interval {chance.low:.2%} to {chance.high:.2%})"
