"""Before a server opens a journal: whether a witness has cosigned more, or another history.

All witnesses are asked in parallel, with a deadline. A silent one does not stop the start; under a strict
policy no round begins until it has cosigned.
"""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from pitboss.floor.log.watch import LogWatch
from pitboss.floor.log.witness_policy import NamedWitness
from pitboss.floor.log.witness_requests import WithheldCosignature, request_cosignature, size_cosigned
from pitboss.floor.setup.config import FloorConfig
from pitboss.reason import Reason, because
from pitboss.store import Journal
from pitboss.store.errors import BadKey
from pitboss.store.keys import default_origin, load_key, public_bytes

DEADLINE: Final = 3.0
"""Seconds that a starting server waits for its witnesses."""


def cosigned_otherwise(config: FloorConfig, journal: Journal) -> Reason | None:
    """Cosigned appends that the journal lacks; None if it has all."""
    if not config.witnesses:
        return None
    state = LogWatch(journal, config.witnesses).look()
    newest = state.newest
    if newest is None:
        return cosigned_before(config)

    def ask(witness: NamedWitness) -> Reason | None:
        seen = state.seen.get(witness.name)
        found = request_cosignature(journal, witness, newest, seen.size if seen else 0, DEADLINE)
        return found.reason if isinstance(found, WithheldCosignature) and found.is_conflict else None

    return _first(config.witnesses, ask)


def cosigned_before(config: FloorConfig) -> Reason | None:
    """Cosigned appends of a log whose journal is missing here; None if there are none."""
    if not config.witnesses:
        return None
    try:
        key = load_key(Path(config.signing_key))
    except (OSError, BadKey):
        return None
    origin = config.origin or default_origin(public_bytes(key))

    def ask(witness: NamedWitness) -> Reason | None:
        size = size_cosigned(witness, origin, key, DEADLINE)
        return because("gap.cosigned", witness=witness.name, appends=size, origin=origin) if size else None

    return _first(config.witnesses, ask)


def _first(witnesses: Sequence[NamedWitness], ask: Callable[[NamedWitness], Reason | None]) -> Reason | None:
    """Ask all witnesses in parallel; the first reason, in the file's order, before the deadline."""
    answers: dict[str, Reason | None] = {}

    def run(witness: NamedWitness) -> None:
        try:
            answers[witness.name] = ask(witness)
        except Exception as error:
            # A tree that no proof can be made from is not the one that was cosigned.
            answers[witness.name] = because(
                "gap.witness_no_tree", witness=witness.name, error=type(error).__name__, given=str(error)
            )

    threads = [threading.Thread(target=run, args=(witness,), daemon=True) for witness in witnesses]
    for thread in threads:
        thread.start()
    end = time.monotonic() + DEADLINE
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    return next(filter(None, (answers.get(witness.name) for witness in witnesses)), None)
