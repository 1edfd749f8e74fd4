"""Make the signed page of a replayed round, with the proof that the round stands in the log.

Only the round's own events are shown whole. Other events of its table in between are shown by label, so that
a gap would be noticed; all others in the same appends by a hash. Hashes are salted, so they reveal nothing.
Their number grows only with the logarithm of the log.
"""

from collections.abc import Collection, Iterator

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.build import build_hash
from pitboss.floor.tables.events import RoundBegan
from pitboss.replay.dispute.document import FORMAT, Record, signed_page
from pitboss.replay.dispute.page import page
from pitboss.replay.log_proofs import Proof, covering, prove_appends
from pitboss.replay.replay import Replay
from pitboss.replay.replay_json import replay_data
from pitboss.replay.round_file import RoundFileResult
from pitboss.store import Journal, Recorded
from pitboss.store.journal import Clock, wall_clock
from pitboss.time_zones import utc_text


def make_page(
    journal: Journal,
    shown: Replay,
    told: RoundFileResult,
    key: Ed25519PrivateKey,
    *,
    witnesses: tuple[str, ...] = (),
    clock: Clock = wall_clock,
) -> str:
    """The page of a round, signed with the house's key; ``witnesses`` are the floor's verifier keys."""
    made = clock()
    proof = _prove_round(journal, shown.past.table, [entry.recorded for entry in shown.own_entries()])
    record = Record(
        format=FORMAT,
        page="",
        made=utc_text(made),
        build=build_hash(),
        key="",
        replay=replay_data(shown, told, with_events=False),
        proof=proof,
        witnesses=witnesses,
        sheet=shown.text,
    )
    return signed_page(page(shown, told.text(), told.same_lines, proof, made), record, key)


def _prove_round(journal: Journal, table: str, own: Collection[Recorded]) -> Proof:
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
        if event.kind == RoundBegan.__name__ and event.version > first:
            return
