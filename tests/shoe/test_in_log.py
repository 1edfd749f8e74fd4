"""The proof that a commitment stands in the log: where it holds, and every way in which it does not."""

import pytest
from msgspec.structs import replace

from pitboss.shoe import Commitment, commit
from pitboss.shoe.in_log import NotInLog, find_in_log
from pitboss.shoe.opening_file import InLog
from pitboss.store.keys import public_bytes
from pitboss.tlog.note import COSIGNATURE, ED25519, note_key
from pitboss.tlog.proof_text import parse_proof
from pitboss.tlog.shown import ShownEvent
from tools.opening_samples import LOG, ORIGIN, SHOE, WITNESS, in_log

COMMITMENT = commit(SHOE)
GOOD = in_log(COMMITMENT)
PROOF = parse_proof(GOOD.proof)
HIDDEN, READY, _ = GOOD.append.events
OTHER_KEY = note_key(ORIGIN, WITNESS, ED25519).text()


def with_events(*events: ShownEvent) -> InLog:
    return replace(GOOD, append=replace(GOOD.append, events=events))


def with_proof(**changes: object) -> InLog:
    return replace(GOOD, proof=replace(PROOF, **changes).text())


def with_label(**changes: object) -> InLog:
    assert READY.label is not None
    return with_events(HIDDEN, replace(READY, label=replace(READY.label, **changes)), HIDDEN)


def test_the_proof_says_where_and_when() -> None:
    found = find_in_log(
        COMMITMENT, GOOD, [public_bytes(LOG)], [note_key("witness.example", WITNESS, COSIGNATURE)]
    )
    assert (found.origin, found.append, found.size) == (ORIGIN, 17, 40)
    assert [(name, str(time)) for name, time in found.cosigned] == [
        ("witness.example", "2026-03-01 12:01:00+00:00")
    ]
    assert find_in_log(COMMITMENT, GOOD).cosigned == (), "a witness counts by a key that the holder names"


def test_it_is_a_few_hashes_whatever_the_length_of_the_log() -> None:
    assert len(PROOF.path) == 6
    assert len(parse_proof(in_log(COMMITMENT, size=4000).proof).path) == 12


@pytest.mark.parametrize(
    ("log", "says"),
    [
        (with_label(version=61), "does not lead to the root"),
        (with_label(position=1), "does not show one ShoeReady event"),
        (with_label(kind="RoundBegan"), "does not show one ShoeReady event"),
        (with_events(HIDDEN, HIDDEN, HIDDEN), "does not show one ShoeReady event"),
        (with_events(HIDDEN, READY), "does not lead to the root"),
        (with_events(HIDDEN, replace(READY, data="{}"), HIDDEN), "records a different commitment"),
        (replace(GOOD, append=replace(GOOD.append, number=18)), "does not lead to the root"),
        (with_proof(index=17), "does not lead to the root"),
        (with_proof(path=(*PROOF.path, bytes(32))), "does not lead to the root"),
        (with_proof(path=PROOF.path[:-1]), "does not lead to the root"),
        (replace(GOOD, proof=GOOD.proof.replace("\n40\n", "\n41\n")), "is not signed by the key"),
        (replace(GOOD, key=OTHER_KEY), "is not signed by the key"),
        (replace(GOOD, key="house"), "is not a verifier key"),
        (replace(GOOD, proof="nothing"), "does not begin"),
        (in_log(Commitment("T1/other", bytes(32))), "records a different commitment"),
    ],
)
def test_an_invalid_proof_says_why(log: InLog, says: str) -> None:
    with pytest.raises(NotInLog, match=says):
        find_in_log(COMMITMENT, log)
