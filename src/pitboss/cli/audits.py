"""``pitboss audits``: the audits that were kept in a journal, and the report of one."""

import json
from argparse import Namespace
from typing import Any

from pitboss.cli.journals import consistent_record, open_read_only
from pitboss.cli.text import fail, table
from pitboss.floor.log.audits import KeptAudit, kept_audits
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.people import role_in_words
from pitboss.reason import because
from pitboss.sheets.house import zone_of
from pitboss.store.snapshots import Snapshots
from pitboss.time_zones import minute_text


def run(options: Namespace) -> int:
    """Exit 0, or 2 for a journal that cannot be read or an audit that it does not hold."""
    with open_read_only(options.url, options.archive) as journal, consistent_record():
        found = list(kept_audits(journal))
        zone = zone_of(Rulebook(journal, Snapshots(journal)).games.values())
    if options.number is not None:
        one = next((kept for kept in found if kept.position == options.number), None)
        if one is None:
            return fail(because("command.no_audit", number=options.number))
        print(one.report)
        return 0
    if options.json:
        print(json.dumps([_data(kept) for kept in found]))
    elif not found:
        print("No audit is kept in this journal.")
    else:
        rows = [
            (
                str(kept.position),
                minute_text(kept.at, zone),
                _by(kept),
                f"{kept.found.events:,}",
                _result(kept),
            )
            for kept in found
        ]
        print(table(("audit", "ended", "by", "events", "result"), rows, right="audit events"))
    return 0


def _by(kept: KeptAudit) -> str:
    return f"{kept.by.name}, {role_in_words(kept.by.role)}"


def _result(kept: KeptAudit) -> str:
    if not kept.found.sound:
        return "a fault was found"
    return "sound" if kept.found.complete else "sound, as far as could be seen"


def _data(kept: KeptAudit) -> dict[str, Any]:
    found = kept.found
    return {
        "audit": kept.position,
        "at": kept.at,
        "by": kept.by.name,
        "role": kept.by.role,
        "sound": found.sound,
        "complete": found.complete,
        "events": found.events,
        "digest": found.digest,
    }
