"""What a witness cosigns, and each refusal of the specification with its status."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.tlog.checkpoint import cosign, cosigned
from pitboss.tlog.merkle import EMPTY_ROOT
from pitboss.tlog.note import (
    COSIGNATURE,
    BadNote,
    Note,
    NoteSignature,
    note_key,
    parse_note,
    parse_signatures,
    sign_note,
    signed_by,
)
from pitboss.witness.cosigner import Cosigner, WitnessResponse
from pitboss.witness.pages import page, status_text
from pitboss.witness.state import CosignedCheckpoint, parse_logs
from pitboss.witness.submission import LARGEST, SIZE_TYPE, origin_hash, write_submission
from tests.witness.signed_log import NOW, ORIGIN, WITNESS_KEY, SignedLog, make_cosigner

LOG = SignedLog()
FORK = SignedLog(salt=b"x", fork=5)


def held(cosigner: Cosigner) -> CosignedCheckpoint | None:
    with cosigner.state.reading() as records:
        return records.held(ORIGIN)


def evidence(cosigner: Cosigner) -> list[tuple[str, str]]:
    with cosigner.state.reading() as records:
        return [(found.kind, found.refused) for found in records.evidence(ORIGIN)]


@pytest.fixture
def cosigner(tmp_path: Path) -> Cosigner:
    return make_cosigner(tmp_path, LOG)


@pytest.fixture
def at_seven(cosigner: Cosigner) -> Cosigner:
    assert cosigner.add_checkpoint(LOG.submission(0, 7)).status == 200
    return cosigner


def test_a_log_that_grows_is_cosigned_each_time(cosigner: Cosigner) -> None:
    before = 0
    for size in (0, 0, 1, 5, 5, 8, 31, 40):
        answer = cosigner.add_checkpoint(LOG.submission(before, size))
        assert answer.status == 200
        note = Note(LOG.note(size).text, parse_signatures(answer.text))
        assert cosigned(note, cosigner.key) == NOW
        before = size
    kept = held(cosigner)
    assert kept is not None
    assert (kept.size, kept.root, kept.cosigned) == (40, LOG.root(40), NOW)
    assert evidence(cosigner) == []


def test_a_served_checkpoint_has_the_signatures_of_log_and_witness_alone(at_seven: Cosigner) -> None:
    other = cosign(LOG.note(9), "other.example/w", WITNESS_KEY, NOW)
    note = LOG.note(9).with_signatures(other)
    assert at_seven.add_checkpoint(write_submission(note, 7, LOG.proof(7, 9))).status == 200
    served = page(at_seven, f"/{origin_hash(ORIGIN)}/checkpoint")
    assert served.status == 200
    found = parse_note(served.text)
    assert signed_by(found, LOG.key)
    assert cosigned(found, at_seven.key) == NOW
    assert len(found.signatures) == 2


def test_extension_lines_are_cosigned_with_the_rest(at_seven: Cosigner) -> None:
    note = LOG.note(9, extensions=["more"])
    answer = at_seven.add_checkpoint(write_submission(note, 7, LOG.proof(7, 9)))
    assert cosigned(Note(note.text, parse_signatures(answer.text)), at_seven.key) == NOW


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\n\n",
        b"old 0\n",
        LOG.submission(0, 7).replace(b"old 0", b"old"),
        LOG.submission(0, 7).replace(b"old 0", b"old  0"),
        LOG.submission(0, 7).replace(b"old 0", b"old 00"),
        LOG.submission(0, 7).replace(b"old 0", b"old -1"),
        LOG.submission(0, 7).replace(b"old 0", b"new 0"),
        LOG.submission(0, 7).replace(b"old 0\n", b"old 0\r\n"),
        LOG.submission(0, 7).replace(b"old 0\n", b"old 0\n\n"),
        LOG.submission(0, 7).replace(b"old 0\n", b"old 0\nAAAA\n"),
        LOG.submission(0, 7).replace(b"old 0\n", b"old 0\nnonsense\n"),
        LOG.submission(0, 7)[:-1],
        LOG.submission(0, 7) + b"\xff",
        write_submission(LOG.note(7), 0, [bytes(32)] * 64),
        b"old 0\n\n" + sign_note("no checkpoint\n", ORIGIN, LOG.private_key).write().encode(),
        b"x" * (LARGEST + 1),
        LOG.submission(0, 7).replace(b"old 0", b"old 8"),
        LOG.submission(0, 7).replace(b"old 0", b"old 9223372036854775807"),
    ],
)
def test_a_request_that_is_none_is_400(cosigner: Cosigner, body: bytes) -> None:
    answer = cosigner.add_checkpoint(body)
    assert answer.status == 400
    assert answer.text.endswith(".\n")
    assert held(cosigner) is None


def test_a_log_that_is_not_watched_is_404(cosigner: Cosigner) -> None:
    other = SignedLog(origin="other.example/log")
    assert cosigner.add_checkpoint(other.submission(0, 7)).status == 404


def test_a_checkpoint_that_the_log_has_not_signed_is_403(cosigner: Cosigner) -> None:
    stranger = SignedLog(seed=2)
    wrong = NoteSignature(ORIGIN, LOG.key.id, b"x" * 64)
    for note in (
        stranger.note(7),
        Note(LOG.note(7).text, (wrong,)),
        LOG.note(7).with_signatures(wrong),
        Note(LOG.note(7).text, LOG.note(8).signatures),
        sign_note(LOG.note(7).text, "other", LOG.private_key),
    ):
        assert cosigner.add_checkpoint(write_submission(note, 0, [])).status == 403
    assert held(cosigner) is None


@pytest.mark.parametrize(("old", "size"), [(0, 9), (6, 9), (8, 9), (0, 7), (3, 3), (9, 9)])
def test_another_size_than_the_witness_knows_is_409_with_its_size(
    at_seven: Cosigner, old: int, size: int
) -> None:
    assert at_seven.add_checkpoint(LOG.submission(old, size)) == WitnessResponse(409, "7\n", SIZE_TYPE)


def test_a_first_request_from_a_size_is_409_with_zero(cosigner: Cosigner) -> None:
    assert cosigner.add_checkpoint(LOG.submission(3, 7)) == WitnessResponse(409, "0\n", SIZE_TYPE)


def test_an_empty_tree_with_another_root_is_422(cosigner: Cosigner) -> None:
    note = LOG.note(0, root=bytes(32))
    assert cosigner.add_checkpoint(write_submission(note, 0, [])).status == 422
    assert cosigner.add_checkpoint(write_submission(LOG.note(0, root=EMPTY_ROOT), 0, [])).status == 200


def test_a_proof_that_proves_nothing_is_422(at_seven: Cosigner) -> None:
    right = LOG.proof(7, 9)
    for proof in ((), right[:-1], (*right, right[0]), (bytes(32), *right[1:]), right[::-1]):
        assert at_seven.add_checkpoint(write_submission(LOG.note(9), 7, proof)).status == 422
    assert at_seven.add_checkpoint(write_submission(LOG.note(7), 7, right)).status == 422
    assert [kind for kind, _ in evidence(at_seven)] == ["unproved"], "one per refused tree"
    kept = held(at_seven)
    assert kept is not None
    assert kept.size == 7


def test_a_proof_where_none_is_needed_is_422(cosigner: Cosigner) -> None:
    assert cosigner.add_checkpoint(write_submission(LOG.note(7), 0, [bytes(32)])).status == 422
    assert evidence(cosigner) == [], "nothing was held that it could contradict"


def test_another_root_of_the_same_size_is_422_and_kept_as_evidence(at_seven: Cosigner) -> None:
    for _ in range(3):
        assert at_seven.add_checkpoint(FORK.submission(7, 7)).status == 422
    assert evidence(at_seven) == [("conflict", FORK.note(7).write())]
    told = page(at_seven, f"/{origin_hash(ORIGIN)}/evidence").text
    assert LOG.note(7).write() in told
    assert FORK.note(7).write() in told
    assert "CONFLICT" in status_text(at_seven)
    kept = held(at_seven)
    assert kept is not None
    assert kept.root == LOG.root(7)


def test_a_conflict_is_kept_even_where_the_old_size_is_wrong(at_seven: Cosigner) -> None:
    assert at_seven.add_checkpoint(FORK.submission(0, 7)).status == 409
    assert [kind for kind, _ in evidence(at_seven)] == ["conflict"]


def test_the_same_conflict_is_kept_once_however_often_the_log_is_cosigned(at_seven: Cosigner) -> None:
    at_seven.add_checkpoint(FORK.submission(7, 7))
    later = make_cosigner(at_seven.state.path.parent, LOG, now=NOW + 60)
    assert later.add_checkpoint(LOG.submission(7, 7)).status == 200
    later.add_checkpoint(FORK.submission(7, 7))
    assert len(evidence(later)) == 1


def test_a_second_history_is_never_cosigned(at_seven: Cosigner) -> None:
    for size in range(7, 41):
        assert at_seven.add_checkpoint(FORK.submission(7, size)).status == 422
    assert at_seven.add_checkpoint(LOG.submission(7, 40)).status == 200


def test_a_log_with_a_new_key_goes_on(at_seven: Cosigner) -> None:
    renewed = SignedLog(seed=3)
    assert at_seven.add_checkpoint(renewed.submission(7, 9)).status == 403
    both = make_cosigner(at_seven.state.path.parent, LOG, renewed)
    assert both.add_checkpoint(renewed.submission(7, 9)).status == 200
    assert both.add_checkpoint(LOG.submission(9, 12)).status == 200


def test_a_log_whose_origin_is_not_the_name_of_its_key(tmp_path: Path) -> None:
    log = SignedLog(origin="key.example/k")
    cosigner = make_cosigner(tmp_path, watched=parse_logs([f"{log.key.text()} a database tree"]))
    text = log.note(7).text.replace("key.example/k", "a database tree")
    note = sign_note(text, "key.example/k", log.private_key)
    assert cosigner.add_checkpoint(write_submission(note, 0, [])).status == 200
    assert cosigner.add_checkpoint(log.submission(0, 7)).status == 404


def test_a_log_may_sign_with_a_time(tmp_path: Path) -> None:
    signature = cosign(Note(LOG.note(7).text), ORIGIN, LOG.private_key, NOW - 5)
    key = note_key(ORIGIN, LOG.private_key, COSIGNATURE)
    cosigner = make_cosigner(tmp_path, watched={ORIGIN: (key,)})
    assert (
        cosigner.add_checkpoint(write_submission(Note(LOG.note(7).text, (signature,)), 0, [])).status == 200
    )
    assert cosigner.add_checkpoint(LOG.submission(7, 9)).status == 403


def test_a_log_that_signs_with_the_witness_key_is_refused(tmp_path: Path) -> None:
    own = SignedLog(seed=9)
    with pytest.raises(BadNote, match="own key"):
        make_cosigner(tmp_path, own)


def test_a_log_that_is_not_named_any_more_is_kept_and_not_cosigned(at_seven: Cosigner) -> None:
    without = make_cosigner(at_seven.state.path.parent, watched={})
    assert without.add_checkpoint(LOG.submission(7, 9)).status == 404
    assert "not watched any more" in status_text(without)
    assert page(without, f"/{origin_hash(ORIGIN)}/checkpoint").status == 200
    again = make_cosigner(at_seven.state.path.parent, LOG)
    assert again.add_checkpoint(LOG.submission(0, 9)).status == 409


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300), st.integers(0, 200))
def test_no_bytes_bring_anything_but_an_answer(tmp_path: Path, noise: bytes, place: int) -> None:
    body = LOG.submission(0, 7)
    cosigner = make_cosigner(tmp_path, LOG)
    answer = cosigner.add_checkpoint(body[:place] + noise + body[place + len(noise) :])
    assert answer.status in (200, 400, 403, 404, 409, 422)
