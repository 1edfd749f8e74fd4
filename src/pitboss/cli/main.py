"""Parse the command line and dispatch to the command's module."""

import os
import sys
from argparse import Namespace
from importlib import import_module
from pathlib import Path

from pitboss.cli.arguments import command_parser
from pitboss.cli.terminal import printable_output
from pitboss.cli.termination import interrupted_by_sigterm
from pitboss.cli.text import CommandFailed, fail
from pitboss.extras import MissingExtra, needed_by
from pitboss.invariant import InvariantBroken
from pitboss.reason import because

_BROKEN = 70
"""The exit status of a broken invariant: that of an internal error in sysexits.h."""
_UNAVAILABLE = 69
"""The exit status where an extra is not installed: that of a missing support program in sysexits.h."""


def run(arguments: list[str]) -> int:
    """Run one command; the result is the exit status."""
    with printable_output(), interrupted_by_sigterm() as termination:
        return termination.status(_ran(arguments))


def _ran(arguments: list[str]) -> int:
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except CommandFailed as failed:
        return fail(failed.reason)
    except MissingExtra as missing:
        print(f"{missing}.", file=sys.stderr)
        return _UNAVAILABLE
    except BrokenPipeError:
        # The reader of our output has gone (pitboss clauses | head); that is no error of ours.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return 130
    except InvariantBroken as broken:
        fail(because("command.invariant", what=str(broken), outcome=broken.outcome))
        return _BROKEN
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return fail(because("command.output", given=fault.strerror))
    return status


def _run(arguments: list[str]) -> int:
    try:
        options = command_parser(arguments).parse_args(arguments)
    except SystemExit:
        sys.stdout.flush()
        raise
    if options.command is None:
        command_parser(arguments).print_help()
        return 2
    return _run_with_library(options)


def _run_with_library(options: Namespace) -> int:
    """Run a command with the sheets that the options name."""
    from pitboss.sheets.library import LibraryFault, use

    try:
        with needed_by(f"pitboss {options.command}", _extras(options)):
            module = import_module(f"pitboss.cli.{options.command.replace('-', '_')}")
            use(Path(folder) for folder in (*options.sheets_before, *options.sheets_after))
            status: int = module.run(options)
    except LibraryFault as fault:
        raise CommandFailed(fault.reason) from None
    return status


def _extras(options: Namespace) -> tuple[str, ...]:
    """The extras that the options of a command ask for, so that a sentence names them all at once."""
    texts = [text for text in vars(options).values() if isinstance(text, str)]
    postgres = any(text.startswith(("postgres:", "postgresql:")) for text in texts)
    parquet = options.command == "export" and options.format == "parquet"
    asked = {"postgres": postgres, "export": parquet, "cluster": getattr(options, "dask", None) is not None}
    return tuple(extra for extra, is_asked in asked.items() if is_asked)
