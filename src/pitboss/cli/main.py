"""Parse the command line and hand over to the command's module."""

import argparse
import io
import os
import sys
from importlib import import_module

from pitboss import __version__

_SHEET_HELP = "a sheet's id, its short name such as 3CP, or the start of either"


def run(arguments: list[str]) -> int:
    """Run one command; the result is the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that lacks a character gets an escape for it, never a traceback.
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output has gone (pitboss clauses | head); that is no error of ours.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return 130
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"pitboss: the output cannot be written: {fault.strerror}", file=sys.stderr)
        return 2
    return status


def _run(arguments: list[str]) -> int:
    try:
        options = _parser().parse_args(arguments)
    except SystemExit:
        sys.stdout.flush()
        raise
    if options.command is None:
        _parser().print_help()
        return 2
    module = import_module(f"pitboss.cli.{options.command}")
    status: int = module.run(options)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pitboss",
        description="Run house-banked poker tables by their approved rule sheets, clause by clause.",
    )
    parser.add_argument("--version", action="version", version=f"pitboss {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    settle = commands.add_parser("settle", help="settle the rounds told in round files")
    settle.add_argument("files", nargs="+", metavar="FILE", help="a round file (docs/round-file.md)")
    settle.add_argument("--json", action="store_true", help="print the contract's JSON")

    verify = commands.add_parser("verify", help="run the shipped round files and show clause coverage")
    verify.add_argument("files", nargs="*", metavar="FILE", help="your own files with [expect], instead")
    verify.add_argument("--report", metavar="FILE", help="write the dated report for a test lab")

    clauses = commands.add_parser("clauses", help="list the clause registers")
    clauses.add_argument("sheet", nargs="?", metavar="SHEET", help=_SHEET_HELP)
    clauses.add_argument("--json", action="store_true", help="print JSON: sheet to list of clauses")

    sheets = commands.add_parser("sheets", help="list the sheets with versions and hashes")
    sheets.add_argument("--json", action="store_true", help="print JSON")

    diff = commands.add_parser("diff", help="show where two sheets differ, with clauses")
    diff.add_argument("a", metavar="A", help=_SHEET_HELP)
    diff.add_argument("b", metavar="B", help=_SHEET_HELP)

    explain = commands.add_parser("explain", help="what a clause is about and how it is honoured")
    explain.add_argument("sheet", metavar="SHEET", help=_SHEET_HELP)
    explain.add_argument("clause", metavar="CLAUSE", help="a clause number such as 5.16")

    chart = commands.add_parser("chart", help="one page: every irregularity by phase")
    chart.add_argument("sheet", metavar="SHEET", help=_SHEET_HELP)

    odds = commands.add_parser("odds", help="exact odds of every bet under optimal play")
    odds.add_argument("sheet", nargs="?", metavar="SHEET", help=_SHEET_HELP)
    odds.add_argument("--compare", nargs=2, metavar=("A", "B"), help="two sheets; also 3CP,path=value")
    odds.add_argument("--boxes", action="store_true", help="covariances; the house's risk for 1 to 7 boxes")
    _add_link(odds)
    odds.add_argument("--json", action="store_true", help="print the contract's JSON")
    _add_question(odds)

    advise = commands.add_parser("advise", help="what each action of a decision is worth")
    advise.add_argument("sheet", metavar="SHEET", help=_SHEET_HELP)
    advise.add_argument("--hand", metavar="CARDS", help="the player's cards; left out, the hand is not seen")
    advise.add_argument("--up", metavar="CARD", help="the Dealer's face-up card")
    advise.add_argument("--board", metavar="CARDS", help="the community cards turned over so far")
    advise.add_argument("--dead", metavar="CARDS", help="cards known to be elsewhere")
    advise.add_argument("--decided", metavar="ACTIONS", help="decisions taken before, such as flop,check")
    advise.add_argument("--blind", action="store_true", help="the hand will never be looked at")
    advise.add_argument("--option", action="store_true", help="all bets may be taken back instead")
    advise.add_argument("--json", action="store_true", help="print the contract's JSON")
    _add_question(advise)

    sweep = commands.add_parser("sweep", help="a figure over a range of settings or displays, with a chart")
    sweep.add_argument("sheet", metavar="SHEET", help=_SHEET_HELP)
    sweep.add_argument(
        "--over",
        action="append",
        required=True,
        metavar="PATH=RANGE",
        help="pair_plus.straight=4..8, meter=0..1000000:50000, qualifier=J,Q,K; twice for a grid",
    )
    sweep.add_argument("--of", metavar="FIGURE", help="such as pair_plus.house_edge, jackpot.break_even")
    sweep.add_argument("--chart", metavar="FILE", help="write the chart as .svg or .png")
    sweep.add_argument("--json", action="store_true", help="print JSON")
    _add_question(sweep)

    par = commands.add_parser("par", help="write the mathematics report of a sheet")
    par.add_argument("sheet", metavar="SHEET", help=_SHEET_HELP)
    par.add_argument("-o", "--output", required=True, metavar="FILE", help="report.html or report.pdf")
    _add_link(par)
    _add_question(par)

    play = commands.add_parser("play", help="play a practice table in the terminal")
    play.add_argument("sheet", nargs="?", metavar="SHEET", help=_SHEET_HELP)
    play.add_argument(
        "--dealing", choices=("shuffler", "shoe"), default="shuffler", help="the dealing device"
    )
    play.add_argument("--save", metavar="FILE", help="write the finished rounds to a new round file")
    return parser


def _add_question(parser: argparse.ArgumentParser) -> None:
    """What the commands of the mathematics ask alike."""
    parser.add_argument("--bets", metavar="BETS", help="the bets on the box: ante=25,pair_plus=25,jackpot=5")
    parser.add_argument("--jackpot-bet", metavar="AMOUNT", help="the jackpot bet, or the least of them")
    parser.add_argument("--meter", metavar="AMOUNT", help="the displayed jackpot")
    parser.add_argument("--others", metavar="N", help="boxes of other players with an Ante, for envy")
    parser.add_argument(
        "--set", action="append", default=[], metavar="PATH=VALUE", help="what if: pair_plus.straight=6"
    )


def _add_link(parser: argparse.ArgumentParser) -> None:
    """What the long run of a link depends on."""
    parser.add_argument(
        "--seed", metavar="AMOUNT", help="what a link's display starts from, for the long run"
    )
    parser.add_argument("--rate", metavar="SHARE", help="the share of each bet that it gains, such as 0.05")
    parser.add_argument("--reserve", metavar="SHARE", help="the share that its hidden reserve gains")
