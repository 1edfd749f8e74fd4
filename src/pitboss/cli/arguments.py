"""The parser of the command line."""

from argparse import ArgumentParser
from typing import Final

from pitboss import __version__
from pitboss.cli.argument_specs import several
from pitboss.cli.command_table import COMMANDS

_LIBRARY: Final = several(
    "--sheets",
    "DIR",
    "sheets of your own: a folder of sheet folders, or one sheet's folder (also PITBOSS_SHEETS); repeatable",
)


def command_parser(arguments: list[str]) -> ArgumentParser:
    """The parser of the command line: of the one command that ``arguments`` name, otherwise of all."""
    parser = ArgumentParser(
        prog="pitboss",
        description="Run house-banked poker tables by their approved rule sheets, clause by clause.",
    )
    parser.add_argument("--version", action="version", version=f"pitboss {__version__}")
    (library,), taken = _LIBRARY
    parser.add_argument(library, **taken, dest="sheets_before")
    named = _command_named(arguments)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    if named not in COMMANDS:
        for name, (words, _) in COMMANDS.items():
            commands.add_parser(name, help=words)
        return parser
    words, takes = COMMANDS[named]
    command = commands.add_parser(named, help=words)
    for names, options in takes:
        command.add_argument(*names, **options)
    command.add_argument(library, **taken, dest="sheets_after")
    return parser


def _command_named(arguments: list[str]) -> str:
    """The command, which ``--sheets DIR`` may stand before."""
    rest = iter(arguments)
    for word in rest:
        if word == "--sheets":
            next(rest, None)
        elif not word.startswith("--sheets="):
            return word
    return ""
