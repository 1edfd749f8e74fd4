"""Before a floor opens its journal, the witnesses are asked whether they have cosigned more, or otherwise."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.access import commands as ac
from pitboss.access.roles import SYSTEM
from pitboss.commands.record import Order
from pitboss.floor import Floor
from pitboss.floor.log.keys import log_origin
from pitboss.floor.log.watch import LogWatch
from pitboss.floor.setup.config import named_witness, read_config
from pitboss.floor.setup.continuity import JournalGap, cosigned_otherwise
from pitboss.reason import because
from pitboss.server.site import open_site
from pitboss.store.checkpoint import last_checkpoint, make_checkpoint
from pitboss.store.checkpoint_copies import read_file
from pitboss.store.errors import Damaged
from pitboss.store.keys import load_or_make_key
from pitboss.store.open import open_journal
from pitboss.words import say
from tests.api.witness_beside import WitnessBeside, log_key, witness_beside
from tests.floor.test_at_the_host import Capture, Host
from tests.floor.test_gaps import FILES, WHY, host, signed_floor

__all__ = ["host", "signed_floor"]


@pytest.fixture
def witness(host: Host) -> Iterator[WitnessBeside]:
    """A witness that has cosigned the floor's journal as it is."""
    with witness_beside(host.folder, log_key(host.folder / "pitboss.key")) as found:
        named = f'[[witnesses]]\nurl = "{found.named.url}"\nvkey = "{found.key.text()}"\n'
        host.config.write_text(f"{host.config.read_text(encoding='utf-8')}\n{named}", encoding="utf-8")
        checkpoint(host, found)
        yield found


def checkpoint(host: Host, witness: WitnessBeside, status: int = 0) -> str:
    """Something is recorded; ``pitboss checkpoint`` signs it and has it cosigned."""
    record(host)
    from pitboss.cli.main import run

    arguments = ["checkpoint", host.journal, "--key", str(host.folder / "pitboss.key")]
    arguments += ["--witness", str(host.folder / "pitboss.witness")]
    answer = run([*arguments, "--ask", witness.named.url, witness.key.text()])
    told = host.capture.readouterr()
    assert answer == status, told
    return told.out + told.err


def record(host: Host) -> None:
    with open_journal(host.journal) as journal:
        for act in (ac.LockAccount("dan"), ac.UnlockAccount("dan")):
            command = ac.ManageAccount(account="dan", act=act, reason="a test")
            Floor(journal).execute(Order(command=command, by=SYSTEM))


def put_all_back(host: Host, change: Callable[[], object]) -> None:
    """Let something happen, and put back every file of the floor, keys and witness file included."""
    kept = host.folder / "kept"
    kept.mkdir(exist_ok=True)
    for name in FILES:
        shutil.copy(host.folder / name, kept / name)
    change()
    for name in FILES:
        shutil.copy(kept / name, host.folder / name)


def refused(host: Host) -> str:
    with pytest.raises(JournalGap) as gap:
        open_site(read_config(host.config), host.journal)
    return str(gap.value)


def starts(host: Host) -> None:
    open_site(read_config(host.config), host.journal).stop()


def test_a_journal_that_was_cosigned_starts_and_the_note_carries_the_cosignature(
    host: Host, witness: WitnessBeside
) -> None:
    starts(host)
    told = checkpoint(host, witness)
    note = read_file(host.folder / "pitboss.witness")[-1]
    assert [signature.name for signature in note.signatures][1:] == [witness.key.name]
    assert note.write() in told, "print and file carry the same note"
    with open_journal(host.journal) as journal:
        state = LogWatch(journal, (witness.named,)).look()
        assert state.newest is not None
        assert (
            state.seen[witness.key.name].size == state.newest.size == witness.size(state.newest.head.origin)
        )


def test_an_older_copy_of_everything_is_refused_while_the_witness_lives(
    host: Host, witness: WitnessBeside
) -> None:
    put_all_back(host, lambda: checkpoint(host, witness))
    told = refused(host)
    assert re.search(
        r"witness\.example has cosigned a record of \d+ appends under the name pitboss/\w+", told
    )
    assert "an older copy of it was put back" in told
    assert "It shows that checkpoint with this floor's signature." in told
    witness.stop()
    starts(host)


def test_a_witness_that_claims_more_than_it_can_show_is_told_apart(
    host: Host, witness: WitnessBeside
) -> None:
    witness.mode = "boasts"
    told = refused(host)
    assert "has cosigned a record of 1,000,000 appends" in told
    assert "It shows no such checkpoint with this floor's signature: ask its operator for it" in told


def test_an_older_copy_that_went_on_is_refused_as_another_history(host: Host, witness: WitnessBeside) -> None:
    put_all_back(host, lambda: checkpoint(host, witness))
    with open_journal(host.journal) as journal:
        for _ in range(3):
            record(host)
        make_checkpoint(journal, load_or_make_key(host.folder / "pitboss.key"))
    assert "witness.example has cosigned another history" in refused(host)
    assert "has cosigned another history" in checkpoint(host, witness, status=1)


def test_a_tree_that_no_proof_can_be_made_from_is_not_the_one_that_was_cosigned(
    host: Host, witness: WitnessBeside, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*place: object) -> bytes:
        raise Damaged(because("error.given", given="A node of the tree is missing."))

    record(host)
    with open_journal(host.journal) as journal:
        make_checkpoint(journal, load_or_make_key(host.folder / "pitboss.key"))
        assert cosigned_otherwise(read_config(host.config), journal) is None
        record(host)
        make_checkpoint(journal, load_or_make_key(host.folder / "pitboss.key"))
        monkeypatch.setattr(journal, "node", gone)
        told = cosigned_otherwise(read_config(host.config), journal)
    assert told is not None
    assert "cannot be compared with what the witness witness.example has cosigned" in say(told)


def test_nothing_beside_new_files_is_refused_where_the_key_was_cosigned(
    host: Host, witness: WitnessBeside
) -> None:
    for name in FILES:
        if name not in ("pitboss.key",):
            (host.folder / name).unlink()
    (host.folder / "pitboss.key").touch()
    told = refused(host)
    assert re.search(
        r"Nothing of it is signed, but the witness witness\.example has cosigned \d+ appends", told
    )
    assert not Path(host.journal).exists()
    witness.stop()
    starts(host)


def test_after_an_accepted_gap_the_log_has_another_name_which_the_witness_is_told(
    host: Host, witness: WitnessBeside
) -> None:
    put_all_back(host, lambda: checkpoint(host, witness))
    refused(host)
    told = host("accept-gap", "--as", "ada", "--second", "sam", "--reason", WHY)
    key = log_key(host.folder / "pitboss.key")
    second = log_key(host.folder / "pitboss.key", f"{key.name}/2")
    assert second.text() in told
    with open_journal(host.journal) as journal:
        last = last_checkpoint(journal)
        assert last is not None
        assert last.head.origin == second.name == log_origin(journal, None, key.public)
        assert log_origin(journal, "casino.example", key.public) == "casino.example/2"
    starts(host)
    before = witness.size(key.name)
    assert f"does not watch this log: its operator adds {second.text()}" in checkpoint(
        host, witness, status=1
    )
    witness.watch(key, second)
    checkpoint(host, witness)
    assert witness.size(second.name) > 0
    assert witness.size(key.name) == before, "what it had cosigned stays as it was"
    put_all_back(host, lambda: checkpoint(host, witness))
    assert "has cosigned a record of" in refused(host), "under the new name as under the old one"


def test_a_witness_that_hangs_keeps_nobody_from_starting(
    host: Host, witness: WitnessBeside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.floor.setup.continuity.DEADLINE", 0.1)
    witness.mode = "hangs"
    starts(host)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--ask", "witness.example", "x"], "is not an address such as"),
        (["--ask", "http://witness.example", "x"], "is not a verifier key"),
        (["--origin", "a b"], "--origin: 'a b' is not a name"),
        (["--qr", "note.pdf"], ".svg or .png, not note.pdf"),
    ],
)
def test_an_impossible_request_is_refused_before_anything_is_signed(
    host: Host, capsys: Capture, more: list[str], says: str
) -> None:
    from pitboss.cli.main import run

    with open_journal(host.journal, read_only=True) as journal:
        before = journal.last_position()
        assert run(["checkpoint", host.journal, "--key", str(host.folder / "pitboss.key"), *more]) == 2
        assert journal.last_position() == before
    assert says in capsys.readouterr().err


def test_a_witness_is_named_by_its_address_and_key(witness: WitnessBeside) -> None:
    assert named_witness(witness.named.url, witness.key.text()) == witness.named
