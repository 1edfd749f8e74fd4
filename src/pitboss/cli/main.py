"""Parse the command line and hand over to the command's module."""

import argparse
import os
import sys
from argparse import ArgumentTypeError
from importlib import import_module

from pitboss import __version__
from pitboss.cli.terminal import printable_output
from pitboss.invariant import InvariantBroken

_URL_HELP = "a journal: a file, sqlite:///file or postgresql://host/database"
_SHEET_HELP = "a sheet's id, its short name such as 3CP, or the start of either"
_MOST = 100
_LAST_PORT = 65535
_LONGEST = 86_400
_BROKEN = 70
"""The exit status where something does not hold that always must: that of a defect in sysexits.h."""
_MATHEMATICS = {
    "odds": "exact odds of every bet under optimal play",
    "advise": "what each action of a decision is worth",
    "sweep": "a figure over a range of settings or displays, with a chart",
    "par": "write the mathematics report of a sheet",
}


def run(arguments: list[str]) -> int:
    """Run one command; the result is the exit status."""
    with printable_output():
        return _ran(arguments)


def _ran(arguments: list[str]) -> int:
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
    except InvariantBroken as broken:
        told = f"pitboss: {broken}, which must never be: {broken.outcome}; audit the journal and report this"
        print(told, file=sys.stderr)
        return _BROKEN
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
    module = import_module(f"pitboss.cli.{options.command.replace('-', '_')}")
    status: int = module.run(options)
    return status


def _host(text: str) -> str:
    """An address; to answer on all of them takes saying so."""
    if not text.strip():
        raise ArgumentTypeError("it is empty: write 127.0.0.1, or 0.0.0.0 for every address of this machine")
    return text


def _port(text: str) -> int:
    """A port that there is: another number would be taken for one by what is left of it."""
    if not (text.isascii() and text.isdecimal() and int(text[:6]) <= _LAST_PORT):
        raise ArgumentTypeError(f"{text!r} is no port from 0 to {_LAST_PORT}")
    return int(text)


def _count(text: str) -> int:
    """How many of something, at least one."""
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:6]) <= _MOST):
        raise ArgumentTypeError(f"{text!r} is no number from 1 to {_MOST}")
    return int(text)


def _seconds(text: str) -> float:
    """A time that comes to an end."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= _LONGEST:
        raise ArgumentTypeError(f"{text!r} is no number of seconds from 0 to {_LONGEST}")
    return seconds


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

    sheets = commands.add_parser("sheets", help="list the sheets; propose a text of one for a floor")
    sheets.add_argument("action", nargs="?", choices=("add",), help="propose the text in a folder")
    sheets.add_argument("folder", nargs="?", metavar="DIR", help="with sheet.toml and clauses.toml")
    _of_desk(sheets, "as the first of the two; without it the host proposes, and two people approve")
    sheets.add_argument("--reason", metavar="TEXT", default="a new text", help="why it is proposed")
    sheets.add_argument("--json", action="store_true", help="print JSON")

    diff = commands.add_parser("diff", help="show where two sheets differ, with clauses")
    diff.add_argument("a", metavar="A", help=_SHEET_HELP)
    diff.add_argument("b", metavar="B", help=_SHEET_HELP)

    explain = commands.add_parser("explain", help="what a clause is about and how it is honoured")
    explain.add_argument("sheet", metavar="SHEET", help=_SHEET_HELP)
    explain.add_argument("clause", metavar="CLAUSE", help="a clause number such as 5.16")

    chart = commands.add_parser("chart", help="one page: every irregularity by phase")
    chart.add_argument("sheet", metavar="SHEET", help=_SHEET_HELP)

    check = commands.add_parser("check-shuffle", help="check cards against what a table committed to")
    check.add_argument("file", metavar="FILE", help="an opening file (docs/shoe.md)")
    check.add_argument("round", nargs="?", metavar="ROUND", help="the round file of the cards dealt from it")
    check.add_argument("--number", type=int, metavar="N", help="which round of that file, from 1")
    check.add_argument("--commitment", metavar="HEX", help="what the table showed before the first bet")
    check.add_argument(
        "--key", metavar="KEY", action="append", default=[], help="a key of the house's log; repeatable"
    )
    check.add_argument(
        "--witness", metavar="KEY", action="append", default=[], help="a witness's verifier key; repeatable"
    )
    check.add_argument("--json", action="store_true", help="print JSON")

    rng = commands.add_parser("rng-test", help="test the shuffle that deals the tables")
    rng.add_argument("--shuffles", type=int, default=100_000, metavar="N", help="how many (default 100,000)")
    rng.add_argument(
        "--seed-biased", type=int, default=1, metavar="SEED", help="for the shuffles wrong on purpose"
    )
    rng.add_argument("--dump", metavar="FILE", help="write the shuffles for other tests; - is the output")
    rng.add_argument(
        "--dump-as", choices=("bits", "cards"), default="bits", help="6 random bytes or 52 cards a shuffle"
    )
    rng.add_argument("--json", action="store_true", help="print JSON")

    # The mathematics has many arguments: those of a command that is not asked for are not built.
    for name, words in _MATHEMATICS.items():
        command = commands.add_parser(name, help=words)
        if name in arguments[:1]:
            from pitboss.cli.odds_arguments import ARGUMENTS

            ARGUMENTS[name](command)

    play = commands.add_parser("play", help="play a practice table in the terminal")
    play.add_argument("sheet", nargs="?", metavar="SHEET", help=_SHEET_HELP)
    play.add_argument(
        "--dealing", choices=("shuffler", "shoe"), default="shuffler", help="the dealing device"
    )
    play.add_argument("--save", metavar="FILE", help="write the finished rounds to a new round file")
    play.add_argument("--journal", metavar="URL", help="record every act in a journal, and go on there")

    init = commands.add_parser("init", help="write the file of a floor, to be changed")
    init.add_argument("file", nargs="?", metavar="FILE", default="floor.toml", help="a new file")

    serve = commands.add_parser("serve", help="open the floor: live tables behind an API")
    serve.add_argument("--config", metavar="FILE", help="the file of the floor (pitboss init writes one)")
    serve.add_argument("--journal", metavar="URL", help=f"instead of the one in the file; {_URL_HELP}")
    serve.add_argument("--host", type=_host, default="127.0.0.1", help="the address to answer on")
    serve.add_argument("--port", type=_port, default=8000, help="the port to answer on")
    serve.add_argument("--log", choices=("text", "json"), default="text", help="lines for people, or JSON")
    serve.add_argument(
        "--drain",
        type=_seconds,
        default=0.0,
        metavar="SECONDS",
        help="how long to answer on when told to stop, /ready saying no, until a balancer has noticed",
    )

    proposals = commands.add_parser("proposals", help="what waits for two people, at the host of a floor")
    proposals.add_argument(
        "action", nargs="?", choices=("list", "show", "approve", "reject"), default="list", help="what to do"
    )
    proposals.add_argument("id", nargs="?", metavar="ID", help="a proposal, such as link/diamond/3")
    _of_desk(proposals, "who approves or rejects; the password is asked for")
    proposals.add_argument("--reason", metavar="TEXT", help="why it is rejected")

    people = commands.add_parser("people", help="the accounts of a floor: list, add somebody, let him enrol")
    people.add_argument("action", choices=["list", "add", "enrol"], nargs="?", default="list")
    people.add_argument("name", nargs="?", metavar="NAME", help="whose account")
    people.add_argument("--role", action="append", metavar="ROLE", help="his role; may be given again")
    people.add_argument("--config", metavar="FILE", help="the file of the floor")
    people.add_argument("--journal", metavar="URL", help=f"instead of the one in the file; {_URL_HELP}")

    bots = commands.add_parser("bots", help="fill the tables of an open floor with players")
    bots.add_argument("url", nargs="?", metavar="URL", default="http://127.0.0.1:8000", help="the floor")
    bots.add_argument("--players", type=int, default=5, metavar="N", help="how many (default 5)")
    bots.add_argument("--rounds", type=int, default=1_000_000, metavar="N", help="then they go")

    checkpoint = commands.add_parser("checkpoint", help="sign a journal as it is now, for a witness")
    checkpoint.add_argument("url", metavar="URL", help=_URL_HELP)
    checkpoint.add_argument("--key", metavar="FILE", required=True, help="the signing key, made if new")
    checkpoint.add_argument("--origin", metavar="NAME", help="the name of the log; else it stays as it is")
    checkpoint.add_argument("--witness", metavar="FILE", help="add the note to this witness file")
    checkpoint.add_argument(
        "--ask",
        nargs=2,
        metavar=("URL", "VKEY"),
        action="append",
        default=[],
        help="have this witness cosign it, by its address and key; repeatable",
    )
    checkpoint.add_argument("--qr", metavar="FILE", help="write a QR code: .svg, .png or - for here")

    witness = commands.add_parser(
        "witness", help="cosign the checkpoints of floors, as their witness elsewhere"
    )
    witness.add_argument("--state", metavar="FILE", required=True, help="what it remembers, made if new")
    witness.add_argument("--key", metavar="FILE", required=True, help="its signing key, made if new")
    witness.add_argument("--name", required=True, help="what it signs as, such as regulator.example/w1")
    witness.add_argument(
        "--log", metavar="VKEY", action="append", default=[], help="a key of a log to watch; repeatable"
    )
    witness.add_argument(
        "--logs", metavar="FILE", action="append", default=[], help="a file of such keys, one a line"
    )
    witness.add_argument("--host", type=_host, default="127.0.0.1", help="the address to answer on")
    witness.add_argument("--port", type=_port, default=8010, help="the port to answer on")
    witness.add_argument("--show", action="store_true", help="print its key and its logs, and answer nobody")

    backup = commands.add_parser("backup", help="copy a journal while its floor is open")
    backup.add_argument("to", metavar="TO", help="a new file")
    backup.add_argument("--config", metavar="FILE", help="the file of the floor, which names its journal")
    backup.add_argument("--journal", metavar="URL", help=f"instead of that one; {_URL_HELP}")
    backup.add_argument(
        "--private", action="store_true", help="also the hashes of passwords and the sessions, beside it"
    )

    version = commands.add_parser("version", help="which build this is, and whether its files are those")
    version.add_argument("--verify", action="store_true", help="compare every file with the build's manifest")
    version.add_argument("--against", metavar="WHEEL", help="compare with a wheel that was kept elsewhere")

    archive = commands.add_parser("archive", help="move old gaming days to a sealed file")
    archive.add_argument("url", metavar="URL", help=_URL_HELP)
    archive.add_argument("--through", metavar="DAY", required=True, help="the last gaming day to move")
    archive.add_argument("-o", "--output", metavar="FILE", required=True, help="a new file, *.pbj")
    archive.add_argument("--key", metavar="FILE", required=True, help="the floor's signing key")
    archive.add_argument("--seal", metavar="FILE", required=True, help="the floor's key that seals")

    gap = commands.add_parser("accept-gap", help="go on with a journal that lacks something, by two people")
    gap.add_argument("--second", metavar="NAME", help="who answers for it too; the password is asked for")
    gap.add_argument("--reason", metavar="TEXT", default="", help="why it is gone on without what is missing")
    _of_desk(gap, "who answers for it; the password is asked for")

    close_day = commands.add_parser("close-day", help="reconcile and close a gaming day, at the host")
    close_day.add_argument("day", metavar="YYYY-MM-DD", help="the gaming day")
    close_day.add_argument("--reason", metavar="TEXT", default="", help="why counted chips differ")
    _of_desk(close_day, "who of accounting closes it; the password is asked for")

    reconcile = commands.add_parser("reconcile", help="one gaming day of a journal, by table and link")
    reconcile.add_argument("url", metavar="URL", help=_URL_HELP)
    reconcile.add_argument("--day", required=True, metavar="YYYY-MM-DD", help="the gaming day")
    reconcile.add_argument("--csv", metavar="FILE", help="write every figure as CSV (docs/reconcile.md)")
    reconcile.add_argument("--json", action="store_true", help="print JSON")
    _of_archives(reconcile)
    _of_snapshots(reconcile)

    audit = commands.add_parser("audit", help="verify a journal and play every command of it again")
    audit.add_argument("url", metavar="URL", help=_URL_HELP)
    audit.add_argument("--against", metavar="WITNESS", help="a witness file: checkpoints kept elsewhere")
    _of_archives(audit)
    audit.add_argument(
        "--key",
        metavar="KEY",
        action="append",
        default=[],
        help="a key that may sign: hexadecimal, or a file",
    )
    audit.add_argument(
        "--witness",
        metavar="VKEY",
        action="append",
        default=[],
        help="the key of a witness whose cosignatures count; repeatable",
    )
    audit.add_argument(
        "--needed", type=_count, default=1, metavar="N", help="so many of them must have cosigned (default 1)"
    )
    audit.add_argument("--seal", metavar="FILE", help="the key of the sealed decks: audit every card too")
    audit.add_argument("--json", action="store_true", help="print JSON")

    replay = commands.add_parser("replay", help="show a round of a journal step by step")
    replay.add_argument("url", nargs="?", metavar="URL", help=_URL_HELP)
    replay.add_argument("round", nargs="?", metavar="ROUND", help="a table and a number, such as T1/17")
    replay.add_argument("-o", "--output", metavar="FILE", help="write it to a new round file")
    replay.add_argument("--dispute", metavar="FILE", help="write one signed page with the proof")
    replay.add_argument(
        "--key",
        metavar="KEY",
        action="append",
        default=[],
        help="the house's key: to sign with; with --check, to expect, and repeatable",
    )
    replay.add_argument("--json", action="store_true", help="print JSON")
    replay.add_argument("--check", metavar="FILE", help="check a signed page; no journal is needed")
    replay.add_argument("--against", metavar="WITNESS", help="with --check: checkpoints kept elsewhere")
    replay.add_argument(
        "--witness",
        metavar="KEY",
        action="append",
        default=[],
        help="with --check: a witness's verifier key; repeatable",
    )
    _of_archives(replay)
    _of_snapshots(replay)

    rerun = commands.add_parser("rerun", help="settle past rounds by another sheet or reading")
    rerun.add_argument("url", metavar="URL", help=_URL_HELP)
    rerun.add_argument("--sheet", metavar="SHEET", help=f"a folder with a sheet, or {_SHEET_HELP}")
    rerun.add_argument(
        "--reading", action="append", metavar="NAME=CHOICE", help="another reading; repeatable"
    )
    rerun.add_argument("--table", metavar="TABLE", help="the rounds of one table only")
    rerun.add_argument("--day", metavar="DAY", help="a gaming day, or several as FROM..TO")
    rerun.add_argument("--json", action="store_true", help="print JSON")
    _of_archives(rerun)

    export = commands.add_parser("export", help="write a journal as tables for analysts")
    export.add_argument("url", metavar="URL", help=_URL_HELP)
    export.add_argument("-o", "--output", metavar="DIR", required=True, help="a folder without an export")
    export.add_argument("--format", choices=("parquet", "csv"), default="parquet", help="of the files")
    export.add_argument("--day", metavar="FROM..TO", help="gaming days only, or one: 2025-03-10")
    export.add_argument("--table", metavar="TABLE", help="one table only, with what its link did for it")
    _of_archives(export)
    return parser


def _of_archives(command: argparse.ArgumentParser) -> None:
    """Which archives a journal is read with."""
    command.add_argument(
        "--archive", metavar="FILE", action="append", default=[], help="an archive of old days; repeatable"
    )


def _of_snapshots(command: argparse.ArgumentParser) -> None:
    """With which key its snapshots are believed."""
    command.add_argument("--seal", metavar="FILE", help="the floor's key: believe the snapshots it sealed")


def _of_desk(command: argparse.ArgumentParser, who: str) -> None:
    """Whose floor it is, and who acts."""
    command.add_argument("--config", metavar="FILE", help="the file of the floor")
    command.add_argument("--journal", metavar="URL", help=f"instead of the one in the file; {_URL_HELP}")
    command.add_argument("--as", dest="who", metavar="NAME", help=who)
