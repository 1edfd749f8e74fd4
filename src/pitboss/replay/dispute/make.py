"""Make the signed page of a replayed round."""

from datetime import UTC, datetime

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.build import build_hash
from pitboss.replay.dispute.document import FORMAT, Record, sign
from pitboss.replay.dispute.page import page
from pitboss.replay.dispute.proof import prove_round
from pitboss.replay.replay import Replay
from pitboss.replay.replay_json import replay_data
from pitboss.replay.round_file import RoundFileResult
from pitboss.store import Journal
from pitboss.store.journal import Clock, wall_clock


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
    proof = prove_round(journal, shown.past.table, [entry.recorded for entry in shown.own_entries()])
    record = Record(
        format=FORMAT,
        page="",
        made=datetime.fromtimestamp(made / 1e6, UTC).isoformat(timespec="seconds"),
        build=build_hash(),
        key="",
        replay=replay_data(shown, told, with_events=False),
        proof=proof,
        witnesses=witnesses,
    )
    return sign(page(shown, told, proof, made), record, key)
