"""``pitboss serve``: open the floor and answer over HTTP."""

import sys
from argparse import Namespace

from pitboss.cli.floor_config import configured
from pitboss.cli.text import fail
from pitboss.floor.setup.config_diff import CannotSetUp
from pitboss.installed import compare, own_manifest
from pitboss.shoe.health import health_test
from pitboss.store.errors import JournalError


def run(options: Namespace) -> int:
    """Serve until interrupted; rounds in play stay in the journal as they are."""
    config = configured(options)
    manifest = own_manifest()
    if manifest is None:
        print("A checkout that is being worked on: its files are not compared with a build.", file=sys.stderr)
    elif not (found := compare(manifest)).same:
        differs = "; ".join(found.sentences())
        return fail(f"the installed files are not those of the build, and no table is opened: {differs}")
    unwell = [check for check in health_test() if not check.passed]
    if unwell:
        return fail(f"the source of randomness is not sound ({unwell[0].name}): no table is opened")
    from pitboss.api.serving import serve
    from pitboss.server.logs import set_up_logs

    set_up_logs(options.log)
    try:
        url, after = options.journal or config.journal, options.clock_right_after
        return serve(config, url, options.host, options.port, options.drain, after)
    except (CannotSetUp, JournalError) as fault:
        return fail(str(fault))
    except OSError as fault:
        return fail(f"port {options.port} of {options.host} cannot be used: {fault.strerror}")
