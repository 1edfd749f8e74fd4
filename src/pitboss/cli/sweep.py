"""``pitboss sweep``: one figure over a range of settings or displays, as a table and a chart."""

import json
import sys
from argparse import Namespace
from pathlib import Path

from pitboss.analysis.sweep import Point, Range, read_ranges, sweep
from pitboss.atomic_write import write_whole
from pitboss.cli.analysis_options import FAULTS, counting, fail_question, question_texts, text_with
from pitboss.cli.text import table
from pitboss.reason import at, because
from pitboss.sheets.settings import with_settings

_BAR = 40


def run(options: Namespace) -> int:
    """Print the figure at every point."""
    chart = Path(options.chart) if options.chart else None
    if chart and chart.suffix not in (".svg", ".png"):
        return fail_question(
            at("chart", because("command.chart_name", file=repr(options.chart))), as_json=options.json
        )
    try:
        text, settings = text_with(options.sheet, options.set)
        sheet = with_settings(text, settings).sheet
        ranges = read_ranges(options.over)
        with counting() as progress:
            figure, points = sweep(
                text,
                settings,
                ranges,
                figure=options.of,
                asked=question_texts(options),
                progress=progress,
            )
    except FAULTS as fault:
        return fail_question(fault.at_path, as_json=options.json)
    if chart:
        from pitboss.analysis.report.charts import chart as drawn
        from pitboss.analysis.sweep import curves

        try:
            write_whole(chart, drawn(curves(ranges, figure, points), chart.suffix[1:]))
        except OSError as fault:
            reason = because("command.unwritten", file=repr(options.chart), given=fault.strerror)
            return fail_question(reason, as_json=options.json)
    if options.json:
        answer = [{"at": point.at, figure: point.exact or point.value} for point in points]
        draft = {"draft": True} if sheet.identity.draft else {}
        print(json.dumps({"sheet": sheet.id, **draft, "figure": figure, "points": answer}))
    else:
        _print(ranges, figure, points)
    return 0


def _print(ranges: list[Range], figure: str, points: list[Point]) -> None:
    values = [point.value for point in points]
    low, high = min(values), max(values)
    span = high - low or 1.0
    mark = "█" if (sys.stdout.encoding or "").lower().startswith("utf") else "#"
    rows = []
    for point in points:
        length = 1 + round((_BAR - 1) * (point.value - low) / span)
        rows.append((*point.at.values(), f"{point.value:.10g}", mark * length))
    print(table((*(each.path for each in ranges), figure, ""), rows, right=figure))
