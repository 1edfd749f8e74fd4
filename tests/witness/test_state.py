"""The state of a witness: never a roll back, whoever else writes; never another file in its place."""

import os
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.tlog.note import parse_note
from pitboss.witness import state as state_module
from pitboss.witness.cosigner import WitnessResponse
from pitboss.witness.state import BadState, Evidence, WitnessState
from tests.waiting import PATIENCE
from tests.witness.signed_log import ORIGIN, SignedLog, make_cosigner

LOG = SignedLog(200)
FORK = SignedLog(200, salt=b"x", fork=1)


def test_requests_that_race_never_roll_back_nor_cosign_two_histories(tmp_path: Path) -> None:
    """Two witnesses on one file, and two histories offered at each size: one history wins at every size."""
    cosigners = [make_cosigner(tmp_path, LOG) for _ in range(2)]
    assert cosigners[0].add_checkpoint(LOG.submission(0, 1)).status == 200
    answers: list[tuple[int, bool, WitnessResponse]] = []

    def submit(number: int) -> None:
        forked = number % 2 == 1
        log = FORK if forked else LOG
        size = 1
        for _ in range(12):
            larger = min(200, size + 1 + number % 5)
            answer = cosigners[number % 3 % 2].add_checkpoint(log.submission(size, larger))
            answers.append((larger, forked, answer))
            if answer.status == 409:
                size = int(answer.text)
            elif answer.status == 200:
                size = larger

    with ThreadPoolExecutor(6) as threads:
        for done in [threads.submit(submit, number) for number in range(6)]:
            done.result(PATIENCE)
    cosigned = [(size, forked) for size, forked, answer in answers if answer.status == 200]
    assert {answer.status for _, _, answer in answers} <= {200, 409, 422}
    assert len({forked for _, forked in cosigned}) == 1, "of two histories one was cosigned"
    assert len(cosigned) == len({size for size, _ in cosigned}), (
        "no size was cosigned twice from an older one"
    )
    with cosigners[0].state.reading() as records:
        held = records.held(ORIGIN)
    assert held is not None
    assert held.size == max(size for size, _ in cosigned)


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        cosigner = make_cosigner(tmp_path, LOG)
        cosigner.add_checkpoint(LOG.submission(0, 7))
    finally:
        os.umask(before)
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}


def test_a_state_that_is_taken_away_is_not_begun_anew(tmp_path: Path) -> None:
    cosigner = make_cosigner(tmp_path, LOG)
    cosigner.add_checkpoint(LOG.submission(0, 7))
    cosigner.state.path.unlink()
    with pytest.raises(BadState, match="cannot be used"):
        cosigner.add_checkpoint(FORK.submission(0, 7))
    assert not cosigner.state.path.exists()


def test_a_state_that_is_exchanged_for_a_fresh_one_cosigns_nothing(tmp_path: Path) -> None:
    cosigner = make_cosigner(tmp_path, LOG)
    cosigner.add_checkpoint(LOG.submission(0, 7))
    cosigner.state.path.unlink()
    WitnessState(cosigner.state.path).make()
    with pytest.raises(BadState, match="is not the one"):
        cosigner.add_checkpoint(FORK.submission(0, 7))


@pytest.mark.parametrize("content", [b"no database at all, " * 100, b"SQLite format 3\0" + bytes(200)])
def test_a_file_that_is_no_state_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "witness.db"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(BadState):
        WitnessState(path).make()
    assert path.read_bytes() == content


@pytest.mark.parametrize("script", ["CREATE TABLE events (a)", "PRAGMA user_version = 2"])
def test_another_database_is_left_as_it_is(tmp_path: Path, script: str) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute(script)
    connection.close()
    with pytest.raises(BadState, match="is not a state of a witness"):
        WitnessState(path).make()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadState, match="cannot be used"):
        WitnessState(tmp_path / "none" / "witness.db").make()


def test_another_process_that_holds_the_file_for_long_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_module, "BUSY_SECONDS", 0.01)
    cosigner = make_cosigner(tmp_path, LOG)
    with cosigner.state.changing(), pytest.raises(BadState, match="locked"):
        cosigner.add_checkpoint(LOG.submission(0, 7))
    assert cosigner.add_checkpoint(LOG.submission(0, 7)).status == 200


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    cosigner = make_cosigner(tmp_path, LOG)
    cosigner.add_checkpoint(LOG.submission(0, 7))

    def fail() -> None:
        with cosigner.state.changing() as records:
            records.add_key(b"another")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with cosigner.state.reading() as records:
        assert not records.knows_key(b"another")


def test_evidence_is_limited_so_that_it_cannot_fill_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_module, "MOST_EVIDENCE", 3)
    state = WitnessState(tmp_path / "witness.db")
    state.make()
    notes = [LOG.note(size).write() for size in range(1, 10)]
    assert parse_note(notes[0]).text != parse_note(notes[1]).text
    with state.changing() as records:
        for note in notes:
            records.add_evidence(Evidence(origin="a", kind="unproved", seen=1, held=notes[0], refused=note))
        records.add_evidence(Evidence(origin="a", kind="conflict", seen=1, held=notes[1], refused=notes[2]))
        assert [found.kind for found in records.evidence("a")] == ["conflict", *["unproved"] * 3]
