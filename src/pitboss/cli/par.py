"""``pitboss par``: the mathematics report that a test lab expects, as HTML or PDF."""

from argparse import Namespace
from pathlib import Path

from pitboss.analysis.families import analyse
from pitboss.analysis.odds import assemble_odds
from pitboss.analysis.questions import read_link_terms, read_question
from pitboss.atomic_write import unwritable, write_whole
from pitboss.cli.analysis_options import FAULTS, counting, fail_question, question_texts, sheet_with
from pitboss.reason import at, because


def run(options: Namespace) -> int:
    """Write the report."""
    path = Path(options.output)
    if path.suffix not in (".html", ".pdf"):
        return fail_question(at("output", because("command.report_name", file=repr(options.output))))
    if given := unwritable(path):
        return fail_question(because("command.report_unwritten", file=repr(options.output), given=given))
    try:
        game, settings = sheet_with(options.sheet, options.set)
        question, link = (
            read_question(game, question_texts(options)),
            read_link_terms(question_texts(options)),
        )
        with counting() as progress:
            analysis = analyse(game, progress)
            odds = assemble_odds(analysis, game, question, link)
            boxes = analysis.boxes(question)
    except FAULTS as fault:
        return fail_question(fault.at_path)
    from pitboss.analysis.report.build import report
    from pitboss.analysis.report.document import as_html, as_pdf

    blocks = report(odds, boxes, settings, link)
    data = as_html(blocks) if path.suffix == ".html" else as_pdf(blocks)
    try:
        write_whole(path, data)
    except OSError as fault:
        return fail_question(
            because("command.report_unwritten", file=repr(options.output), given=fault.strerror)
        )
    print(f"{path}: {len(data):,} bytes")
    return 0
