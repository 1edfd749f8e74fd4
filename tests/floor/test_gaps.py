"""A server compares its journal with what was left beside it, and two people go on without what is gone."""

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from pitboss.access import commands as ac
from pitboss.access.bootstrap import set_up
from pitboss.access.roles import SYSTEM, Actor
from pitboss.audit.audit import Audited, audit
from pitboss.commands.record import Order, Signed
from pitboss.floor import Done, Floor
from pitboss.floor.commands import AcceptGap, BeginRound
from pitboss.floor.log.keys import FOREIGN_SEAL, FOREIGN_SIGNING, foreign_keys
from pitboss.floor.setup.config import FloorConfig, read_config
from pitboss.floor.setup.continuity import JournalGap
from pitboss.floor.tables.dealing import Sealer
from pitboss.refusal import Refusal
from pitboss.server.site import open_site
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.checkpoint_copies import add_to_file, read_file
from pitboss.store.errors import BadWitness, JournalError
from pitboss.store.keys import load_or_make_key
from pitboss.store.open import open_journal
from tests.floor.test_at_the_host import PASSWORDS, Capture, Host

PASSWORDS_HERE = {**PASSWORDS, "ada": "a long list of names"}
WHY = "the disk broke"


FILES = ("pitboss.db", "pitboss.private.db", "pitboss.key", "pitboss.seal", "pitboss.witness")


@pytest.fixture(scope="module")
def signed_floor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a floor whose journal was signed once, with an administrator too."""
    folder = tmp_path_factory.mktemp("floor")
    made = Host(folder, None)  # type: ignore[arg-type]
    site = open_site(config(made), made.journal)
    for name, role in (("ada", "administrator"), ("sam", "shift_manager"), ("pam", "pit_manager")):
        set_up(site.doors, name, (role,), {"password": PASSWORDS_HERE[name]}, "a test")  # type: ignore[arg-type]
    site.people.act(ac.MakeAccount("dan", "staff"), SYSTEM, "a test")
    site.stop()
    sign(made)
    return folder


@pytest.fixture
def host(signed_floor: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Host:
    """A copy of that floor, and the command line in it."""

    def typed(prompt: str, stream: object = None) -> str:
        name = prompt.removeprefix("Password of ").removesuffix(": ").lower()
        return PASSWORDS_HERE.get(name, "wrong wrong wrong")

    monkeypatch.setattr("getpass.getpass", typed)
    for name in FILES:
        shutil.copy(signed_floor / name, tmp_path / name)
    return Host(tmp_path, capsys)


def config(host: Host) -> FloorConfig:
    return read_config(host.config)


def starts(host: Host) -> bool:
    """Whether a server would start; what it says otherwise is in :func:`refused`."""
    open_site(config(host), host.journal).stop()
    return True


def refused(host: Host) -> str:
    with pytest.raises(JournalGap) as gap:
        open_site(config(host), host.journal)
    assert "pitboss accept-gap --as NAME --second NAME --reason TEXT" in str(gap.value)
    return str(gap.value)


def sign(host: Host) -> None:
    """Something is recorded, and a checkpoint is signed over it."""
    with open_journal(host.journal) as journal:
        floor = Floor(journal)
        lock = ac.ManageAccount(account="dan", act=ac.LockAccount("dan"), reason="a test")
        unlock = ac.ManageAccount(account="dan", act=ac.UnlockAccount("dan"), reason="a test")
        for command in (lock, unlock):
            floor.execute(Order(command=command, by=SYSTEM))
        checkpoint = make_checkpoint(journal, load_or_make_key(host.folder / "pitboss.key"))
    add_to_file(host.folder / "pitboss.witness", checkpoint.note)


def put_back(host: Host, change: Callable[[], None]) -> None:
    """Let something happen, and put the journal back as it was before."""
    shutil.copy(host.journal, host.folder / "copy.db")
    change()
    shutil.copy(host.folder / "copy.db", host.journal)


@contextmanager
def tampering(host: Host) -> Iterator[sqlite3.Connection]:
    """The file in the hands of somebody who changes what is recorded."""
    with closing(sqlite3.connect(host.journal, isolation_level=None)) as db:
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        yield db
        for _, sql in triggers:
            db.execute(sql)


def audited(host: Host) -> Audited:
    with open_journal(host.journal, read_only=True) as journal:
        return audit(journal, witness=read_file(host.folder / "pitboss.witness"))


def test_a_journal_that_is_whole_starts(host: Host) -> None:
    assert starts(host)
    sign(host)
    assert starts(host)
    assert "lacks nothing" in host("accept-gap", "--as", "ada", "--second", "sam", "--reason", WHY, status=2)


def test_a_journal_cut_shorter_is_refused_until_two_people_go_on(host: Host) -> None:
    before = read_file(host.folder / "pitboss.witness")
    put_back(host, lambda: sign(host))
    seen = read_file(host.folder / "pitboss.witness")
    told = refused(host)
    missing = r"has \d+ appends, but the witness .* has a checkpoint over \d+"
    assert re.search(missing, told)
    go_on = ("accept-gap", "--as", "ada", "--second")
    assert "--second NAME" in host("accept-gap", "--as", "ada", "--reason", WHY, status=2)
    assert "two different people" in host(*go_on, "ADA", "--reason", WHY, status=2)
    assert "must come from the Shift Manager" in host(*go_on, "pam", "--reason", WHY, status=2)
    assert "only the Administrator" in host(
        "accept-gap", "--as", "pam", "--second", "sam", "--reason", WHY, status=2
    )
    assert "wrong" in host(*go_on, "eve", "--reason", WHY, status=2)
    assert "written reason" in host(*go_on, "sam", status=2)
    # Attempts with a wrong password were recorded meanwhile: it is as long as the witness has seen it.
    assert re.search(
        r"Its first \d+ appends differ from those under the checkpoint of the witness", refused(host)
    )
    assert "set-aside" in host(*go_on, "sam", "--reason", WHY)
    assert starts(host)
    found = audited(host)
    assert found.sound
    (note,) = (note for note in found.notes() if "continued" in note)
    assert "ada and sam continued with a journal that ended at position" in note
    assert WHY in note
    assert set(read_file(host.folder / "pitboss.witness.set-aside")) == {*seen} - {*before}
    now = read_file(host.folder / "pitboss.witness")
    assert now[:-1] == before
    assert now[-1] not in seen


def test_a_journal_that_ends_before_a_server_last_started_on_it_is_refused(host: Host) -> None:
    """No checkpoint was signed since: the private records tell."""

    def act() -> None:
        with open_journal(host.journal) as journal:
            lock = ac.ManageAccount(account="dan", act=ac.LockAccount("dan"), reason="a test")
            Floor(journal).execute(Order(command=lock, by=SYSTEM))
        starts(host)

    put_back(host, act)
    assert re.search(r"It ends at position (\d+), but a server has seen its position (?!\1\b)", refused(host))
    host("accept-gap", "--as", "ada", "--second", "sam", "--reason", WHY)
    assert starts(host)
    assert starts(host)


def test_a_witness_file_that_is_gone_is_told_of(host: Host, caplog: pytest.LogCaptureFixture) -> None:
    assert starts(host)
    assert "witness file" not in caplog.text
    (host.folder / "pitboss.witness").unlink()
    assert starts(host)
    (line,) = (line for line in caplog.messages if "witness file" in line)
    assert re.search(r"has a checkpoint over \d+ appends, and the witness file .* is not there", line)


def test_private_records_that_are_gone_are_told_of(host: Host, caplog: pytest.LogCaptureFixture) -> None:
    assert starts(host)
    assert "private records" not in caplog.text
    for file in host.folder.glob("*.private.db*"):
        file.unlink()
    assert starts(host)
    (line,) = (line for line in caplog.messages if "private records" in line)
    assert "are not there" in line


def test_old_lines_kept_elsewhere_still_show_that_events_are_gone(host: Host) -> None:
    put_back(host, lambda: sign(host))
    kept = read_file(host.folder / "pitboss.witness")
    host("accept-gap", "--as", "ada", "--second", "sam", "--reason", WHY)
    with open_journal(host.journal, read_only=True) as journal:
        assert not audit(journal, witness=kept).sound


def test_a_journal_that_went_on_otherwise_is_refused(host: Host) -> None:
    put_back(host, lambda: sign(host))
    witness = (host.folder / "pitboss.witness").read_bytes()
    sign(host)
    (host.folder / "pitboss.witness").write_bytes(witness)
    assert re.search(
        r"Its first \d+ appends differ from those under the checkpoint of the witness", refused(host)
    )


def test_no_journal_beside_an_old_witness_is_refused_and_nothing_is_made(host: Host) -> None:
    Path(host.journal).unlink()
    assert "There is nothing in it, but the witness" in refused(host)
    assert not Path(host.journal).exists()
    assert "two different people" in host(
        "accept-gap", "--as", "ada", "--second", "ada", "--reason", WHY, status=2
    )
    assert "Recorded: ada and sam" in host("accept-gap", "--as", "ada", "--second", "sam", "--reason", WHY)
    assert starts(host)
    found = audited(host)
    assert found.sound
    assert any(
        "ada and sam continued with a journal that ended at position 0" in note for note in found.notes()
    )


def test_no_journal_beside_old_keys_is_refused(host: Host) -> None:
    Path(host.journal).unlink()
    (host.folder / "pitboss.witness").unlink()
    for name in ("pitboss.key", "pitboss.seal"):
        os.utime(host.folder / name, (0, 0))
    told = refused(host)
    assert f"{host.folder / 'pitboss.key'} and {host.folder / 'pitboss.seal'} of an earlier journal" in told


def test_an_answer_that_the_journal_does_not_reach_is_refused(host: Host) -> None:
    (host.folder / "pitboss.witness").unlink()
    with tampering(host) as db:
        last = db.execute("SELECT max(position) FROM events").fetchone()[0]
        # Up to before the checkpoint and the last command.
        db.execute("DELETE FROM events WHERE position > ?", (last - 3,))
    with pytest.raises(JournalGap, match=f"answered with positions up to {last}") as gap:
        open_site(config(host), host.journal)
    assert "accept-gap" not in str(gap.value), "its positions cannot be given out again"
    assert "Put the whole journal back" in host(
        "accept-gap", "--as", "ada", "--second", "sam", "--reason", WHY, status=2
    )


def test_an_event_out_of_its_order_is_a_sentence(host: Host) -> None:
    """One more behind the newest checkpoint, where nothing that was signed tells of it."""
    with tampering(host) as db:
        last = db.execute("SELECT max(position) FROM events").fetchone()[0]
        db.execute(
            "INSERT INTO events"
            " SELECT ?, append, stream, version + 100, kind, schema, recorded, salt, data, hash"
            " FROM events WHERE kind = 'TableOpened' ORDER BY position DESC LIMIT 1",
            (last + 1,),
        )
    with pytest.raises(JournalError, match="contradicts itself"):
        open_site(config(host), host.journal)


def test_streams_other_than_were_signed_are_refused(host: Host) -> None:
    with tampering(host) as db:
        db.execute("UPDATE appends SET leaf = zeroblob(32) WHERE number = 1")
    (host.folder / "pitboss.witness").unlink()
    assert "newest checkpoint was signed over other appends than its first" in refused(host)


def test_a_line_of_the_witness_that_a_power_cut_broke_off_is_no_checkpoint(host: Host) -> None:
    witness = host.folder / "pitboss.witness"
    whole = witness.read_bytes()
    witness.write_bytes(whole + whole[:50])
    assert starts(host)
    sign(host)
    assert len(read_file(witness)) == 2
    witness.write_bytes(whole[:50] + b"\n" + whole)
    with pytest.raises(BadWitness, match="line 1"):
        open_site(config(host), host.journal)


def test_the_host_alone_goes_on_only_where_nobody_has_an_account(host: Host) -> None:
    with open_journal(host.journal) as journal:
        floor = Floor(journal)
        accept = AcceptGap(lacks="Something.", end=1, farthest=2, reason=WHY, named=("ada", "sam"))
        alone = floor.execute(Order(command=accept, by=SYSTEM))
        assert isinstance(alone, Refusal)
        assert alone.code == "approval_missing"
        by, second = Actor("ada", "administrator"), Actor("sam", "shift_manager")
        with_pin = floor.execute(Order(command=accept, by=by, second=Signed(second, "pin")))
        assert isinstance(with_pin, Refusal)
        assert with_pin.code == "approval_missing"


def test_two_people_go_on_with_another_signing_key(host: Host) -> None:
    def foreign() -> tuple[str, ...]:
        site = open_site(config(host), host.journal)
        site.stop()
        return site.foreign

    assert foreign() == ()
    (host.folder / "pitboss.key").unlink()
    assert foreign() == (FOREIGN_SIGNING,)
    told = host("accept-gap", "--as", "ada", "--second", "sam", "--reason", WHY)
    assert "Here the signing key is another" in told
    assert foreign() == ()
    assert any(f"{WHY}. Here the signing key is another" in note for note in audited(host).notes())


def test_a_key_that_opens_no_deck_is_foreign_until_two_people_go_on_with_it(host: Host) -> None:
    with open_journal(host.journal) as journal:
        floor, key = Floor(journal, sealer=Sealer(bytes(32))), host.folder / "pitboss.key"
        table = floor.table_names()[0]
        assert foreign_keys(floor, key, Sealer(bytes(32))) == (), "there is no deck yet"
        done = floor.execute(Order(command=BeginRound(table=table), by=SYSTEM))
        assert isinstance(done, Done)
        assert foreign_keys(floor, key, Sealer(bytes(32))) == ()
        assert foreign_keys(floor, key, Sealer(bytes(range(32))), "other") == (FOREIGN_SEAL,)
        accept = AcceptGap(lacks="The key.", end=1, farthest=1, reason=WHY, seal="other")
        second = Signed(Actor("sam", "shift_manager"), "password")
        assert isinstance(
            floor.execute(Order(command=accept, by=Actor("ada", "administrator"), second=second)), Done
        )
        assert foreign_keys(floor, key, Sealer(bytes(range(32))), "other") == ()
        assert foreign_keys(floor, key, Sealer(bytes(range(32))), "another") == (FOREIGN_SEAL,)
