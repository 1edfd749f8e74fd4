"""The record as a log, read off the journal: what is not signed yet, and who has cosigned what."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.access import commands as ac
from pitboss.access.roles import SYSTEM
from pitboss.commands.record import Order
from pitboss.floor import Done, Floor
from pitboss.floor.log.watch import LogState, LogWatch
from pitboss.floor.log.witness_policy import NamedWitness
from pitboss.store import Journal
from pitboss.store.checkpoint import Checkpoint, make_checkpoint, record_cosignatures
from pitboss.tlog.checkpoint import cosign
from pitboss.tlog.note import COSIGNATURE, note_key

KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
WITNESSES = {
    name: Ed25519PrivateKey.from_private_bytes(bytes([place]) * 32)
    for place, name in enumerate(("one.example", "two.example"), 1)
}
NAMED = tuple(
    NamedWitness("http://127.0.0.1:1", note_key(name, key, COSIGNATURE)) for name, key in WITNESSES.items()
)


def record(journal: Journal, name: str) -> None:
    make = ac.ManageAccount(account=name, act=ac.MakeAccount(name, "staff"), reason="a test")
    assert isinstance(Floor(journal).execute(Order(command=make, by=SYSTEM)), Done)


def cosigned(journal: Journal, checkpoint: Checkpoint, name: str, at: int) -> None:
    signature = cosign(checkpoint.note, name, WITNESSES[name], at)
    record_cosignatures(journal, checkpoint.size, (signature,))


def both(journal: Journal, watch: LogWatch) -> LogState:
    """What is known by following the journal is what a server knows that has just started."""
    found = watch.look()
    assert LogWatch(journal, NAMED).look() == found
    return found


def test_the_log_s_own_records_never_count_as_unsigned(journal: Journal) -> None:
    watch = LogWatch(journal, NAMED)
    assert watch.look() == LogState()
    record(journal, "ann")
    record(journal, "bob")
    found = both(journal, watch)
    assert (found.newest, found.size, found.unsigned) == (None, 2, 2)
    first = make_checkpoint(journal, KEY)
    assert both(journal, watch).unsigned == 0
    cosigned(journal, first, "one.example", 1000)
    cosigned(journal, first, "one.example", 1001)
    assert both(journal, watch).unsigned == 0
    record(journal, "cat")
    cosigned(journal, first, "two.example", 1002)
    found = both(journal, watch)
    assert (found.size, found.unsigned) == (7, 1)
    second = make_checkpoint(journal, KEY)
    found = both(journal, watch)
    assert (found.newest, found.oldest, found.unsigned) == (second, first.time, 0)


def test_the_newest_cosignature_of_each_witness_counts(journal: Journal) -> None:
    watch = LogWatch(journal, NAMED)
    record(journal, "ann")
    first = make_checkpoint(journal, KEY)
    cosigned(journal, first, "one.example", 1000)
    record(journal, "bob")
    second = make_checkpoint(journal, KEY)
    cosigned(journal, second, "two.example", 1001)
    cosigned(journal, second, "one.example", 1002)
    cosigned(journal, first, "one.example", 1003)
    seen = both(journal, watch).seen
    assert {name: (each.size, each.stamp) for name, each in seen.items()} == {
        "one.example": (second.size, 1002),
        "two.example": (second.size, 1001),
    }
    assert watch.signed(9) == [(second, 2), (first, 1)]
    assert watch.signed(1) == [(second, 2)]


def test_only_the_cosignature_of_a_witness_counts(journal: Journal) -> None:
    record(journal, "ann")
    first = make_checkpoint(journal, KEY)
    record(journal, "bob")
    second = make_checkpoint(journal, KEY)
    other = cosign(first.note, "one.example", WITNESSES["one.example"], 1000)
    record_cosignatures(journal, second.size, (other,))
    stranger = cosign(second.note, "one.example", Ed25519PrivateKey.generate(), 1000)
    record_cosignatures(journal, second.size, (stranger,))
    record_cosignatures(journal, 999, (other,))
    assert LogWatch(journal, NAMED).look().seen == {}
