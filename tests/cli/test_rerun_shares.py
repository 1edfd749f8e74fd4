"""A rerun cut by tables finds what one process finds, in the same order."""

import pickle
from argparse import Namespace
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs

from pitboss.cli.main import run
from pitboss.cli.rerun_question import RerunQuestion, read_rerun_question
from pitboss.cli.rerun_shares import record_at, rerun_in_shares, settle_share, shares_of
from pitboss.cli.text import CommandFailed
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.simulation.executors import threads
from pitboss.store.open import open_journal
from tests.replay.disputed import play_evening


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evening")
    play_evening(folder / "evening.db", folder / "witness.txt")
    return folder


def asked(db: Path, table: str | None = None) -> tuple[Namespace, RerunQuestion]:
    options = Namespace(
        url=str(db),
        archive=[],
        sheet=None,
        reading=["jackpot_bet_with_a_win=given_back"],
        table=table,
        day=None,
    )
    return options, read_rerun_question(options)


@pytest.mark.parametrize("table", [None, "T2"])
def test_shares_find_what_one_process_finds(evening: Path, table: str | None) -> None:
    db = evening / "evening.db"
    options, question = asked(db, table)
    with open_journal(db, read_only=True) as journal:
        alone = question.rounds(journal, Rulebook(journal))
        assert len(alone) > 0
        for workers in (1, 2, 9):
            assert rerun_in_shares(question, journal, options, threads(workers)) == alone


def test_a_share_can_be_sent_and_every_table_is_in_one(evening: Path) -> None:
    db = evening / "evening.db"
    _, question = asked(db)
    with open_journal(db, read_only=True) as journal:
        record = record_at(journal, str(db), [])
        shares = shares_of(journal, None, 2)
        names = [head.stream.partition("/")[2] for head in journal.heads("table")]
    assert record is not None
    assert sorted(name for share in shares for name in share) == sorted(names)
    work = partial(settle_share, question, record)
    sent = pickle.loads(pickle.dumps(work))
    assert pickle.loads(pickle.dumps(sent(shares[0]))) == work(shares[0])


def test_a_worker_that_reads_another_journal_is_refused(evening: Path) -> None:
    db = evening / "evening.db"
    _, question = asked(db)
    with open_journal(db, read_only=True) as journal:
        record = record_at(journal, str(db), [])
    assert record is not None
    for other in (structs.replace(record, hash=bytes(32)), structs.replace(record, last=record.last + 1)):
        with pytest.raises(CommandFailed, match="a worker finds another journal at"):
            settle_share(question, other, frozenset({"T1"}))


def test_a_rerun_without_its_cluster_gets_a_sentence(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["rerun", str(evening / "evening.db"), "--sheet", "ML3", "--dask", "http://127.0.0.1:1"]
    assert run(command) == 2
    assert "is not the address of a cluster" in capsys.readouterr().err
    assert run([*command[:4], "--workers", "2"]) == 2
    assert "--workers belongs to --dask local" in capsys.readouterr().err
