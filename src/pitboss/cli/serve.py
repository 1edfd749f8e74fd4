"""``pitboss serve``: open the floor and answer over HTTP."""

import sys
from argparse import Namespace

from pitboss.cli.floor_config import configured
from pitboss.cli.text import fail
from pitboss.floor.setup.config_diff import CannotSetUp
from pitboss.installed import compare, own_manifest
from pitboss.reason import because
from pitboss.shoe.health import health_test
from pitboss.store.errors import JournalError
from pitboss.words import say


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
    from pitboss.api.serving import serve
    from pitboss.server.logs import set_up_logs

    set_up_logs(options.log)
    try:
        url, after = options.journal or config.journal, options.clock_right_after
        return serve(config, url, options.host, options.port, options.drain, after)
    except (CannotSetUp, JournalError) as fault:
        return fail(fault.reason)
    except OSError as fault:
        return fail(because("command.port", port=options.port, host=options.host, given=fault.strerror))
