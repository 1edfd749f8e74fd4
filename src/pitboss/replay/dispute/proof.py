"""The proof that a round stands in the log: its appends, and the hashes up to a signed checkpoint.

Only the round's own events are shown whole. Other events of its table in between are shown by label, so that
a gap would be noticed; all others in the same appends by a hash. Hashes are salted, so they reveal nothing.
Their number grows only with the logarithm of the log.
"""

from collections.abc import Collection, Iterator
from typing import Final

from pitboss.floor.tables.events import RoundBegan
from pitboss.replay.log_proofs import Proof, covering, prove_appends
from pitboss.store import Journal, Recorded

_BEGAN: Final = RoundBegan.__name__


def prove_round(journal: Journal, table: str, own: Collection[Recorded]) -> Proof:
    """The proof of a round's events, with labels of its table's other events until the next round."""
    stream = f"table/{table}"
    around = tuple(_until_next_round(journal, stream, own))
    ends = {event.append for event in own}
    numbers = sorted(ends | {event.append for event in around})
    whole = {event.position for event in own}
    # The beginning of the next round shows that nothing is missing; if need be, the proof does without it.
    found = covering(journal, numbers[-1]) or covering(journal, max(ends))
    return prove_appends(journal, numbers, found, whole, {event.position for event in around})


def _until_next_round(journal: Journal, stream: str, own: Collection[Recorded]) -> Iterator[Recorded]:
    first = min(event.version for event in own if event.stream == stream)
    for event in journal.read_stream(stream, first - 1):
        yield event
        if event.kind == _BEGAN and event.version > first:
            return
