"""The parser of the command line."""

from argparse import ArgumentParser, HelpFormatter
from typing import Final

from pitboss import __version__
from pitboss.cli.argument_specs import several
from pitboss.cli.command_table import COMMANDS
from pitboss.cli.text import columns

_LIBRARY: Final = several(
    "--sheets",
    "DIR",
    "sheets of your own: a folder of sheet folders, or one sheet's folder (also PITBOSS_SHEETS); repeatable",
)


class _Help(HelpFormatter):
    """Help as wide as the terminal."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=columns(80) - 2)


def command_parser(arguments: list[str]) -> ArgumentParser:
    """The parser of the command line: of the one command that ``arguments`` name, otherwise of all."""
    parser = ArgumentParser(
        prog="pitboss",
        formatter_class=_Help,
        description="Run house-banked poker tables by their approved rule sheets, clause by clause.",
    )
    parser.add_argument("--version", action="version", version=f"pitboss {__version__}")
    (library,), taken = _LIBRARY
    parser.add_argument(library, **taken, dest="sheets_before")
    named = _command_named(arguments)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", prog=parser.prog)
    if named not in COMMANDS:
        for name, (words, _) in COMMANDS.items():
            commands.add_parser(name, help=words, formatter_class=_Help)
        return parser
    words, takes = COMMANDS[named]
    command = commands.add_parser(named, help=words, formatter_class=_Help)
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
