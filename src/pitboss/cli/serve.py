"""``pitboss serve``: open the floor and answer over HTTP."""

import sys
from argparse import Namespace
from functools import partial
from typing import TYPE_CHECKING

from pitboss.cli.floor_config import configured
from pitboss.cli.text import fail
from pitboss.floor.setup.config import FloorConfig
from pitboss.floor.setup.config_diff import CannotSetUp
from pitboss.installed import compare, own_manifest
from pitboss.reason import because
from pitboss.shoe.health import health_test
from pitboss.store.errors import JournalError
from pitboss.words import say

if TYPE_CHECKING:
    from pitboss.server.processes import ServerPlace


def run(options: Namespace) -> int:
    """Serve until interrupted; rounds in play stay in the journal as they are."""
    config = configured(options)
    manifest = own_manifest()
    if manifest is None:
        print(say(because("command.checkout")), file=sys.stderr)
    elif not (found := compare(manifest)).same:
        return fail(because("command.not_the_build", differs=tuple(found.sentences())))
    unwell = [check for check in health_test() if not check.passed]
    if unwell:
        return fail(because("command.not_random", test=unwell[0].name))
    from pitboss.server.logs import set_up_logs

    set_up_logs(options.log)
    try:
        return _serve(options, config) if options.processes == 1 else _serve_in_processes(options, config)
    except OSError as fault:
        return fail(because("command.port", port=options.port, host=options.host, given=fault.strerror))


def _serve_in_processes(options: Namespace, config: FloorConfig) -> int:
    from pitboss.server.processes import POSSIBLE, ServerProcesses

    if not POSSIBLE:
        return fail(because("command.processes"))
    sys.stderr.flush()
    serve = partial(_serve, options, config)
    return ServerProcesses(options.host, options.port, options.processes, serve).run()


def _serve(options: Namespace, config: FloorConfig, place: "ServerPlace | None" = None) -> int:
    from pitboss.api.serving import serve

    try:
        url, after = options.journal or config.journal, options.clock_right_after
        return serve(config, url, options.host, options.port, options.drain, after, place=place)
    except (CannotSetUp, JournalError) as fault:
        return fail(fault.reason)
