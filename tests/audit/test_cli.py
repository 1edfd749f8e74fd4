"""``pitboss audit``: what people and programs are told, and what is said of bad input."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from pitboss.cli.main import run
from pitboss.store.keys import load_or_make_key, public_bytes
from pitboss.store.open import open_journal
from tests.audit.conftest import Evening
from tests.audit.evening import KEY
from tests.audit.tamper import find, write_anew
from tests.audit.test_tampering import a_changed_payout
from tests.floor.house import House
from tests.floor.test_archiving import two_days
from tests.floor.test_service import FOLDED
from tests.store.archives import SEAL

Said = pytest.CaptureFixture[str]


def test_a_sound_record(healthy: Evening, capsys: Said) -> None:
    signed = public_bytes(KEY).hex()
    assert run(["audit", str(healthy.path), "--against", str(healthy.witness), "--key", signed]) == 0
    said = capsys.readouterr().out
    assert said.startswith("The record is sound.\n")
    for line in (
        f"events       {len(healthy.lines):,}",
        f"signed by    {signed}",
        "witness      2 lines agree",
    ):
        assert line in said
    assert "grand" in said
    assert "Note" not in said


def test_without_a_witness_or_a_signature_it_says_so(healthy: Evening, tmp_path: Path, capsys: Said) -> None:
    assert run(["audit", str(healthy.path)]) == 3
    said = capsys.readouterr().out
    assert said.startswith("The record is sound as far as it could be seen.")
    assert "Not seen: No witness was given" in said
    assert "Not seen: Whose keys have signed was not compared" in said
    path = str(tmp_path / "unsigned.db")
    write_anew([line for line in healthy.lines if line.kind != "CheckpointSigned"], path)
    assert run(["audit", path]) == 1, "positions that the events name have moved"
    write_anew(healthy.lines[: find(healthy.lines, "BetPlaced") - 1], str(tmp_path / "short.db"))
    capsys.readouterr()
    assert run(["audit", str(tmp_path / "short.db")]) == 3
    assert "Not seen: Nothing is signed" in capsys.readouterr().out


def test_a_record_that_fails(healthy: Evening, tmp_path: Path, capsys: Said) -> None:
    lines = healthy.to_change()
    place = a_changed_payout(lines)
    path = str(tmp_path / "anew.db")
    write_anew(lines, path)
    assert run(["audit", path]) == 1
    said = capsys.readouterr().out
    assert said.startswith("The record FAILS.\n")
    assert f"position   {place + 1}\n" in said
    assert "stream     table/T1, version" in said
    assert "event      RoundSettled\n" in said
    assert "+08:00" in said
    assert "settlement.lines" not in said
    assert "lines[box 1, ann, ante].net" in " ".join(said.split())
    assert "should be" in said
    assert run(["audit", path, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["sound"] is False
    assert told["fault"]["position"] == place + 1
    assert told["fault"]["kind"] == "RoundSettled"
    assert told["fault"]["should"]


def test_json(healthy: Evening, capsys: Said) -> None:
    assert run(["audit", str(healthy.path), "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["sound"] is True
    assert told["complete"] is False
    assert [unseen["what"] for unseen in told["unseen"]] == ["unsigned", "no_witness"]
    assert told["fault"] is None
    assert told["events"] == len(healthy.lines)
    assert told["links"]["silver"]["pool"] == "60003250/3"
    assert told["keys"] == [public_bytes(KEY).hex()]


def keys(folder: Path) -> tuple[str, ...]:
    """A signing key and one that seals, as a floor has them."""
    seal = folder / "seal"
    seal.write_bytes(SEAL)
    load_or_make_key(folder / "signing.pem")
    return "--key", str(folder / "signing.pem"), "--seal", str(seal)


def test_changes_after_the_witness_s_checkpoint_are_not_seen(tmp_path: Path, capsys: Said) -> None:
    """Exit 0 takes a key, a witness, and a checkpoint of it after the last command."""
    url, key, witness = str(tmp_path / "j.db"), str(tmp_path / "key"), str(tmp_path / "witness")
    with open_journal(url) as journal:
        two_days(journal)
    assert run(["checkpoint", url, "--key", key, "--witness", witness]) == 0
    seen = ["audit", url, "--key", key, "--against", witness]
    capsys.readouterr()
    assert run(seen) == 0
    assert capsys.readouterr().out.startswith("The record is sound.\n")
    with open_journal(url) as journal:
        House(journal, "after").play("T1", *FOLDED, "settle")
    assert run(seen) == 3
    assert "are newer than the newest checkpoint" in " ".join(capsys.readouterr().out.split())
    assert run([*seen, "--json"]) == 3
    (unseen,) = json.loads(capsys.readouterr().out)["unseen"]
    assert unseen["what"] == "tail"


def test_with_an_archive(tmp_path: Path, capsys: Said) -> None:
    url, old = str(tmp_path / "j.db"), str(tmp_path / "old.pbj")
    with open_journal(url) as journal:
        two_days(journal)
    assert run(["archive", url, "--through", "2025-03-10", "-o", old, *keys(tmp_path)]) == 0
    assert run(["audit", url, "--archive", old]) == 3
    assert "settlements  1, each settled again" in capsys.readouterr().out
    assert run(["audit", url]) == 3
    said = capsys.readouterr().out
    assert "settlements" not in said
    assert "are archived and were not given" in said


def test_a_key_in_any_form(healthy: Evening, tmp_path: Path, capsys: Said) -> None:
    own = tmp_path / "own.pem"
    other = public_bytes(load_or_make_key(own)).hex()
    public = tmp_path / "public.pem"
    form = (serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    public.write_bytes(KEY.public_key().public_bytes(*form))
    written = tmp_path / "hex"
    written.write_text(public_bytes(KEY).hex() + "\n")
    path = str(healthy.path)
    for good in (public, written):
        assert run(["audit", path, "--key", str(good)]) == 3, "without a witness"
    assert run(["audit", path, "--key", other, "--key", str(public)]) == 3
    for wrong in (str(own), other):
        capsys.readouterr()
        assert run(["audit", path, "--key", wrong]) == 1
        assert "signed by a key that is not trusted" in " ".join(capsys.readouterr().out.split())


def bad_inputs(folder: Path, healthy: Path) -> dict[tuple[str, ...], str]:
    nothing, text, newer, sheet = (folder / name for name in ("none", "text", "newer.db", "sheet.db"))
    text.write_text("no journal\n" * 200)
    with closing(sqlite3.connect(sheet)) as db:
        db.execute("CREATE TABLE t (x)")
    newer.write_bytes(healthy.read_bytes())
    with closing(sqlite3.connect(newer)) as db:
        db.execute("PRAGMA user_version = 99")
    good = str(healthy)
    return {
        (str(nothing),): "does not exist",
        (str(folder),): "folder",
        (str(text),): "not",
        (str(sheet),): "not a journal",
        (str(newer),): "newer Pitboss",
        ("mysql://host/db",): "is not known",
        ("postgresql://127.0.0.1:1/none",): "cannot be reached",
        (good, "--against", str(nothing)): "cannot be read",
        (good, "--against", str(text)): "is not a checkpoint",
        (good, "--archive", str(nothing)): "does not exist",
        (good, "--key", "abc"): "neither a public key",
        (good, "--key", str(text)): "does not hold a public key",
        (good, "--key", str(healthy)): "does not hold a public key",
    }


def test_bad_input_gets_a_sentence(healthy: Evening, tmp_path: Path, capsys: Said) -> None:
    for words, says in bad_inputs(tmp_path, healthy.path).items():
        assert run(["audit", *words]) == 2, words
        said = capsys.readouterr()
        assert says in said.err, (words, said.err)
        assert said.err.count("\n") == 1
        assert said.out == ""


def test_a_database_without_a_journal(postgres_url: str, capsys: Said) -> None:
    assert run(["audit", postgres_url]) == 2
    assert "does not hold a Pitboss journal" in capsys.readouterr().err


def test_an_archive_of_another_journal(healthy: Evening, tmp_path: Path, capsys: Said) -> None:
    url, old = str(tmp_path / "j.db"), str(tmp_path / "old.pbj")
    with open_journal(url) as journal:
        two_days(journal)
    assert run(["archive", url, "--through", "2025-03-10", "-o", old, *keys(tmp_path)]) == 0
    assert run(["audit", str(healthy.path), "--archive", old]) == 1
    assert "an archive is missing or is not of this journal" in " ".join(capsys.readouterr().out.split())


def test_interrupted(healthy: Evening, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pitboss.audit.auditor.Auditor.take", interrupted)
    assert run(["audit", str(healthy.path)]) == 130
    assert "Interrupted" in capsys.readouterr().err
