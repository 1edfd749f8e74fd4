"""An audit with the keys of witnesses: what enough of them have cosigned counts as seen, and nothing else."""

import json
import shutil
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.audit.audit import Audited, audit
from pitboss.cli.main import run
from pitboss.store import Journal
from pitboss.store.checkpoint import Checkpoint, make_checkpoint, record_cosignatures
from pitboss.store.keys import public_bytes
from pitboss.store.open import open_journal
from pitboss.tlog.checkpoint import cosign
from pitboss.tlog.note import NoteSignature
from tests.audit.conftest import Evening
from tests.audit.evening import KEY
from tests.floor.test_log_watch import NAMED, WITNESSES, record

ONE, TWO = (witness.key for witness in NAMED)
AT = 1_741_600_000


@pytest.fixture
def path(healthy: Evening, tmp_path: Path) -> Path:
    """A copy of the evening."""
    return Path(shutil.copy(healthy.path, tmp_path / "journal.db"))


def by(checkpoint: Checkpoint, name: str) -> NoteSignature:
    return cosign(checkpoint.note, name, WITNESSES[name], AT)


def cosigned(journal: Journal, *names: str) -> Checkpoint:
    """Sign what there is, and have it cosigned."""
    checkpoint = make_checkpoint(journal, KEY)
    for name in names:
        record_cosignatures(journal, checkpoint.size, (by(checkpoint, name),))
    return checkpoint


def audited(journal: Journal, needed: int = 1) -> Audited:
    found = audit(journal, witnesses=(ONE, TWO), needed=needed, trusted={public_bytes(KEY)})
    assert found.cosigned is not None
    return found


def test_cosigned_history_is_told_apart_from_the_rest(path: Path) -> None:
    with open_journal(path) as journal:
        found = audited(journal)
        assert [unseen.what for unseen in found.unseen()] == ["uncosigned"]
        assert "No checkpoint is cosigned by 1 of 2 witnesses" in found.unseen()[0].why
        checkpoint = cosigned(journal, "one.example")
        found = audited(journal)
        assert (found.sound, found.complete) == (True, True), "the log's own events need no witness"
        assert found.cosigned is not None
        assert (found.cosigned.position, found.cosigned.tail) == (checkpoint.position, 0)
        assert [(each.name, each.stamp) for each in found.cosigned.cosigners] == [("one.example", AT)]
        assert any("cut off after them" in note for note in found.notes())
        record(journal, "ann")
        make_checkpoint(journal, KEY)
        found = audited(journal)
        (unseen,) = found.unseen()
        assert unseen.what == "uncosigned"
        last = journal.read_all(checkpoint.position, 100)
        tail = [event for event in last if event.stream.startswith("account/")]
        assert unseen.why.startswith(f"{len(tail)} events after position {checkpoint.position} are newer")


def test_so_many_witnesses_as_are_needed(path: Path) -> None:
    with open_journal(path) as journal:
        checkpoint = cosigned(journal, "one.example")
        assert audited(journal).complete
        assert [unseen.what for unseen in audited(journal, 2).unseen()] == ["uncosigned"]
        record_cosignatures(journal, checkpoint.size, (by(checkpoint, "two.example"),))
        assert audited(journal, 2).complete


def test_a_cosignature_of_another_record_is_a_fault(path: Path) -> None:
    """Whoever makes the record anew with every key of the house has the witnesses' signatures of the old."""
    with open_journal(path) as journal:
        first = cosigned(journal)
        record(journal, "ann")
        second = cosigned(journal)
        record_cosignatures(journal, second.size, (by(first, "two.example"),))
        found = audited(journal)
        assert found.fault is not None
        assert (
            "holds a cosignature of two.example that is not one of the checkpoint over" in found.fault.message
        )
        assert found.fault.kind == "CheckpointCosigned"
        assert audit(journal).sound, "without its key nobody can tell"


def test_a_stranger_counts_for_nothing(path: Path) -> None:
    with open_journal(path) as journal:
        checkpoint = cosigned(journal)
        stranger = cosign(checkpoint.note, "one.example", Ed25519PrivateKey.generate(), AT)
        record_cosignatures(journal, checkpoint.size, (stranger,))
        found = audited(journal)
        assert found.sound
        assert found.cosigned is not None
        assert found.cosigned.cosigners == ()


def test_the_command_names_who_has_cosigned(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_journal(path) as journal:
        checkpoint = cosigned(journal, "one.example")
    command = ["audit", str(path), "--key", public_bytes(KEY).hex(), "--witness", ONE.text()]
    assert run(command) == 0
    said = capsys.readouterr().out
    assert f"cosigned by  one.example, up to position {checkpoint.position}, 2025-03-10 17:46:40" in said
    assert run([*command, "--witness", TWO.text(), "--needed", "2", "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert [unseen["what"] for unseen in told["unseen"]] == ["uncosigned"]
    assert (told["cosigned"]["needed"], told["cosigned"]["witnesses"]) == (2, 2)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--witness", "x"], "is not a verifier key"),
        (["--needed", "2"], "2 witnesses are needed, and 0 keys are named"),
        (["--witness", ONE.text(), "--needed", "2"], "2 witnesses are needed, and 1 keys are named"),
    ],
)
def test_keys_that_cannot_be(
    healthy: Evening, capsys: pytest.CaptureFixture[str], more: list[str], says: str
) -> None:
    assert run(["audit", str(healthy.path), *more]) == 2
    assert says in capsys.readouterr().err
