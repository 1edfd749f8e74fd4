"""The result of an audit as plain data, for ``--json`` and the API."""

from typing import Any

import msgspec

from pitboss.audit.audit import Audited
from pitboss.store.codec import to_plain
from pitboss.time_zones import SINGAPORE, journal_time


def audited_data(found: Audited) -> dict[str, Any]:
    """The result of an audit as plain data."""
    chain, fault = found.chain, found.fault
    return {
        "sound": found.sound,
        "events": chain.events,
        "streams": chain.streams,
        "rounds": found.rounds,
        "settlements": found.settlements,
        "transfers": found.transfers,
        "decks": found.decks,
        "cards": found.cards,
        "checkpoints": chain.checkpoints,
        "witnessed": chain.witnessed,
        "cosigned": None if found.cosigned is None else msgspec.to_builtins(found.cosigned),
        "keys": [key.hex() for key in chain.keys],
        "builds": found.builds,
        "links": msgspec.to_builtins(found.links, enc_hook=to_plain),
        "complete": found.complete,
        "unseen": [
            {"what": each.what, "why": each.why, "reason": msgspec.to_builtins(each.reason)}
            for each in found.unseen()
        ],
        "notes": found.notes(),
        "remarks": msgspec.to_builtins(found.remarks()),
        "fault": None
        if fault is None
        else {
            "position": fault.position,
            "stream": fault.stream,
            "version": fault.version,
            "kind": fault.kind,
            "time": None if fault.recorded is None else clock_words(fault.recorded),
            "wrong": fault.message,
            "should": fault.should,
            "reason": msgspec.to_builtins(fault.reason),
            "due": msgspec.to_builtins(fault.due),
        },
    }


def clock_words(recorded: int) -> str:
    """When an event was recorded, in the casino's local time."""
    try:
        instant = journal_time(recorded, SINGAPORE)
    except (TypeError, ValueError, OverflowError, OSError):
        return f"{recorded!r}, which is no time"
    return instant.isoformat(sep=" ", timespec="milliseconds")
