"""Parse the command line and hand over to the command's module."""

import argparse
import io
import os
import sys
from importlib import import_module

from pitboss import __version__

_SHEET_HELP = "a sheet's id, its short name such as 3CP, or the start of either"
_MATHEMATICS = {
    "odds": "exact odds of every bet under optimal play",
    "advise": "what each action of a decision is worth",
    "sweep": "a figure over a range of settings or displays, with a chart",
    "par": "write the mathematics report of a sheet",
}


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
        options = _parser(arguments).parse_args(arguments)
    except SystemExit:
        sys.stdout.flush()
        raise
    if options.command is None:
        _parser(arguments).print_help()
        return 2
    module = import_module(f"pitboss.cli.{options.command}")
    status: int = module.run(options)
    return status


def _parser(arguments: list[str]) -> argparse.ArgumentParser:
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

    # The mathematics has many arguments: those of a command that is not asked for are not built.
    for name, words in _MATHEMATICS.items():
        command = commands.add_parser(name, help=words)
        if name in arguments[:1]:
            from pitboss.cli.mathematics import ARGUMENTS

            ARGUMENTS[name](command)

    play = commands.add_parser("play", help="play a practice table in the terminal")
    play.add_argument("sheet", nargs="?", metavar="SHEET", help=_SHEET_HELP)
    play.add_argument(
        "--dealing", choices=("shuffler", "shoe"), default="shuffler", help="the dealing device"
    )
    play.add_argument("--save", metavar="FILE", help="write the finished rounds to a new round file")
    return parser
