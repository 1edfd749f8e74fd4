"""The floor's file that the options of a command name."""

from argparse import Namespace
from pathlib import Path

from pitboss.cli.text import CommandFailed
from pitboss.floor.setup.config import DEFAULT_FILE, ConfigFault, FloorConfig, read_config


def configured(options: Namespace) -> FloorConfig:
    """Read the file of ``--config``, or the one that ships; raises :class:`CommandFailed`."""
    try:
        return read_config(Path(options.config) if options.config else DEFAULT_FILE)
    except ConfigFault as fault:
        raise CommandFailed(fault.reason) from None
