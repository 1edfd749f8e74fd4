"""From a replay to the signed page."""

from datetime import UTC, datetime

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.audit.dispute.document import FORMAT, Record, sign
from pitboss.audit.dispute.page import page
from pitboss.audit.dispute.proof import Proof, prove_events
from pitboss.audit.replay import Replay
from pitboss.audit.replay_data import replay_data
from pitboss.audit.round_file import Told
from pitboss.build import build_hash
from pitboss.floor.events import RoundBegan
from pitboss.floor.past import find_round
from pitboss.store import Journal
from pitboss.store.journal import Clock, wall_clock


class StillPlayed(Exception):
    """A page whose chain would go into a round that is still played; the text is a whole sentence."""


def make_page(
    journal: Journal, shown: Replay, told: Told, key: Ed25519PrivateKey, *, clock: Clock = wall_clock
) -> str:
    """The page about a round, signed with the house's key.

    Raises :class:`StillPlayed` where its chain goes into a round that is not over.
    """
    made = clock()
    proof = prove_events(journal, [entry.recorded for entry in shown.own_entries()])
    _refuse_a_round_in_play(journal, shown, proof)
    record = Record(
        format=FORMAT,
        page="",
        made=datetime.fromtimestamp(made / 1e6, UTC).isoformat(timespec="seconds"),
        build=build_hash(),
        key="",
        replay=replay_data(shown, told, with_events=False),
        streams=proof.streams,
        checkpoint=proof.checkpoint.line().decode() if proof.checkpoint else None,
    )
    return sign(page(shown, told, proof, made), record, key)


def _refuse_a_round_in_play(journal: Journal, shown: Replay, proof: Proof) -> None:
    """Hashes of single events give face-down cards away: each deals one of few hands, which can be tried."""
    past = shown.past
    events = (
        event for stream in proof.streams if stream.stream == f"table/{past.table}" for event in stream.events
    )
    later = sum(event.kind == RoundBegan.__name__ for event in events) - 1
    last = find_round(journal, past.table, past.began.number + later) if later else None
    if last and last.round.cards_out() and not last.round.settled:
        raise StillPlayed(
            f"round {last.id} is still played, and the proof of {past.id} goes on into it with hashes of its "
            "cards: make the page when it is over"
        )
