"""``pitboss serve``: open the floor and answer over HTTP."""

import logging
from argparse import Namespace
from pathlib import Path

from pitboss.cli.text import fail
from pitboss.floor.comparing import CannotSetUp
from pitboss.floor.config import DEFAULT_FILE, ConfigFault, read_config
from pitboss.shoe.health import health_test
from pitboss.store.errors import JournalError


def run(options: Namespace) -> int:
    """Serve until interrupted; rounds in play are kept as they are."""
    try:
        config = read_config(Path(options.config) if options.config else DEFAULT_FILE)
    except ConfigFault as fault:
        return fail(str(fault))
    unwell = [check for check in health_test() if not check.passed]
    if unwell:
        return fail(f"the source of randomness is not sound ({unwell[0].name}): no table is opened")
    from pitboss.api.serving import serve

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    try:
        return serve(config, options.journal or config.journal, options.host, options.port, options.drain)
    except (CannotSetUp, JournalError) as fault:
        return fail(str(fault))
    except OSError as fault:
        return fail(f"port {options.port} of {options.host} cannot be used: {fault.strerror}")
