"""``pitboss par``: the mathematics report that a test lab expects, as HTML or PDF."""

from argparse import Namespace
from pathlib import Path

from pitboss.analysis.odds import put_together
from pitboss.analysis.protocol import analyse
from pitboss.analysis.questions import read_link, read_question
from pitboss.cli.analysis_options import FAULTS, asked, counting, sheet_with, unknown_sheet, wrong
from pitboss.whole_file import write_whole


def run(options: Namespace) -> int:
    """Write the report."""
    path = Path(options.output)
    if path.suffix not in (".html", ".pdf"):
        return wrong(f"output: {options.output!r} must end in .html or .pdf")
    try:
        found = sheet_with(options.sheet, options.set)
        if found is None:
            return unknown_sheet(options.sheet)
        game, settings = found
        question, link = read_question(game, asked(options)), read_link(asked(options))
        with counting() as progress:
            analysis = analyse(game, progress)
            odds = put_together(analysis, game, question, link)
            boxes = analysis.boxes(question)
    except FAULTS as fault:
        return wrong(str(fault))
    from pitboss.analysis.report.build import report
    from pitboss.analysis.report.html import as_html
    from pitboss.analysis.report.pdf import as_pdf

    blocks = report(odds, boxes, settings)
    data = as_html(blocks) if path.suffix == ".html" else as_pdf(blocks)
    try:
        write_whole(path, data)
    except OSError as fault:
        return wrong(f"output: {options.output!r} cannot be written ({fault.strerror})")
    print(f"{path}: {len(data):,} bytes")
    return 0
