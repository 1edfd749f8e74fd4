"""Whoever hands a file to an auditor, a court or an operator: a journal, an archive, a witness, a page.

Holds: the file, which they have made or changed as they like, and sometimes a key of their own. Tries:
archives of another floor, swapped, cut or twice; rows of other types, views and triggers that run when a file
is read; an empty witness, or one that another key has signed; pages with numbers and texts that no page has.
Expected: a sentence and an exit status, never a traceback, and no file that runs something of its own is
opened.
"""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pitboss.cli.main import run
from pitboss.floor import floor_registry
from pitboss.replay.dispute.document import DOMAIN, PLACE, _block, parse_page
from pitboss.store import NewEvent
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.checkpoint_copies import add_to_file, read_file
from pitboss.store.errors import BadEvent, BadWitness, NotAJournal
from pitboss.store.keys import public_bytes
from pitboss.store.open import open_journal
from pitboss.tlog.checkpoint import read_tree_head
from pitboss.tlog.note import sign_note
from tests.floor.house import House
from tests.floor.scripts import BETS, FOLDED, NOTHING
from tests.jackpots.floor import THREE_CARD
from tests.replay.disputed import BEGINS, KEY
from tests.replay.test_dispute import page_of
from tests.store.archives import SEAL

OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes(reversed(range(32))))
DAY = 86_400_000_000


def play(folder: Path, name: str, later: int) -> None:
    """Four gaming days, of which two are archived; a checkpoint at the end of three."""
    clock = [BEGINS + later]

    def tick() -> int:
        clock[0] += 4_000_000
        return clock[0]

    with open_journal(folder / f"{name}.db", clock=tick) as journal:
        house = House(journal, clock=lambda: clock[0]).open({"T1": THREE_CARD})
        for _ in range(3):
            house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
            add_to_file(folder / f"{name}.witness", make_checkpoint(journal, KEY).note)
            clock[0] += DAY
        house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    for number, day in enumerate(("2025-03-10", "2025-03-11"), 1):
        output = str(folder / f"{name}{number}.pbj")
        keys = ["--key", str(folder / "signing.pem"), "--seal", str(folder / "seal")]
        assert run(["archive", str(folder / f"{name}.db"), "--through", day, "-o", output, *keys]) == 0


@pytest.fixture(scope="module")
def floors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two floors that look alike."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "seal").write_bytes(SEAL)
    (folder / "signing.pem").touch(0o600)
    (folder / "signing.pem").write_bytes(KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    for name, later in (("a", 0), ("b", 1_000_000)):
        play(folder, name, later)
    return folder


def audited(folder: Path, *archives: str, witness: str = "a.witness", key: bytes | None = None) -> int:
    options = [part for name in archives for part in ("--archive", str(folder / name))]
    trusted = ["--key", key.hex()] if key else []
    return run(["audit", str(folder / "a.db"), *options, "--against", str(folder / witness), *trusted])


def test_the_right_archives_and_witness_are_sound(floors: Path) -> None:
    assert audited(floors, "a1.pbj", "a2.pbj", key=public_bytes(KEY)) == 3, "but for the tail"
    assert audited(floors, "a2.pbj", "a1.pbj") == 3


@pytest.mark.parametrize(
    "archives",
    [
        ("b1.pbj", "b2.pbj"),
        ("b1.pbj", "a2.pbj"),
        ("a1.pbj", "b2.pbj"),
        ("a1.pbj",),
        ("a1.pbj", "a1.pbj", "a2.pbj"),
        ("a1.pbj", "a2.pbj", "a.db"),
        ("b.db",),
    ],
    ids=" ".join,
)
def test_archives_that_do_not_belong_together_are_named(
    floors: Path, archives: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert audited(floors, *archives) == 1
    assert "The record FAILS" in capsys.readouterr().out


def forged(folder: Path, source: str, *statements: str) -> Path:
    """A copy of a file in which somebody has done as they like."""
    path = folder / f"forged{Path(source).suffix}"
    for old in folder.glob("forged*"):
        old.unlink()
    shutil.copy(folder / source, path)
    path.chmod(0o600)
    with closing(sqlite3.connect(path)) as db:
        for trigger in ("archive_is_sealed", "events_stay", "events_go_only_to_archives"):
            db.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        for statement in statements:
            db.execute(statement)
        db.commit()
    return path


ROWS = (
    "DELETE FROM events WHERE position > 30",
    "UPDATE archived SET position = 'x'",
    "DELETE FROM archived",
    "INSERT OR REPLACE INTO anchors VALUES ('table/T1', 'x', 'y', 'z')",
    "UPDATE appends SET versions = 'no JSON'",
    "UPDATE appends SET last = 'zz'",
    "UPDATE streams SET name = 'table/' || char(27) || '[2J' WHERE id = 2",
    "UPDATE streams SET name = x'ff' WHERE id = 2",
    "UPDATE events SET recorded = 'soon' WHERE position = (SELECT min(position) + 2 FROM events)",
    "UPDATE events SET recorded = 1 << 62 WHERE position = (SELECT min(position) + 2 FROM events)",
    "UPDATE events SET hash = 'text' WHERE position = (SELECT max(position) - 2 FROM events)",
    "UPDATE events SET data = 3 WHERE position = (SELECT max(position) - 2 FROM events)",
    "UPDATE events SET kind = x'00ff' WHERE position = (SELECT max(position) - 2 FROM events)",
    "UPDATE events SET version = 'x' WHERE position = (SELECT max(position) - 2 FROM events)",
)


@pytest.mark.parametrize("statement", ROWS)
def test_rows_that_pitboss_never_wrote_are_a_sentence(
    floors: Path, tmp_path: Path, statement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = forged(floors, "a1.pbj", statement)
    assert audited(floors, archive.name, "a2.pbj") in (1, 2)
    journal = str(forged(floors, "a.db", statement))
    commands = (
        ["audit", journal],
        ["replay", journal, "T1/4"],
        ["export", journal, "-o", str(tmp_path / "out"), "--format", "csv"],
        ["reconcile", journal, "--day", "2025-03-13"],
        ["backup", "--journal", journal, str(tmp_path / "copy.db")],
    )
    for command in commands:
        assert run(command) in (0, 1, 2)
    said = "".join(capsys.readouterr())
    assert "\x1b" not in said


RUNNING = (
    ("ALTER TABLE events RENAME TO kept", "CREATE VIEW events AS SELECT * FROM kept"),
    ("CREATE TRIGGER x AFTER INSERT ON snapshots BEGIN DELETE FROM anchors; END",),
    ("CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT 1; END",),
    ("ALTER TABLE anchors ADD COLUMN x GENERATED ALWAYS AS (length(hash)) VIRTUAL",),
)


@pytest.mark.parametrize("statements", RUNNING, ids=lambda statements: statements[-1][:30])
@pytest.mark.parametrize("source", ["a.db", "a1.pbj"])
def test_a_file_that_runs_something_of_its_own_is_not_opened(
    floors: Path, source: str, statements: tuple[str, ...]
) -> None:
    """A view could tell every reader another tale, and a trigger undo what a server has just recorded."""
    path = forged(floors, source, *statements)
    for read_only in (True, False):
        with pytest.raises(NotAJournal, match="that Pitboss did not make"):
            open_journal(path, read_only=read_only)


def test_a_witness_file_that_holds_nothing_is_no_witness(
    floors: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for content in (b"", b"\n \n"):
        (floors / "empty").write_bytes(content)
        assert audited(floors, "a1.pbj", "a2.pbj", witness="empty") == 2
        assert "holds no checkpoint" in capsys.readouterr().err


def test_a_witness_that_another_key_has_signed_agrees_with_nothing(
    floors: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says the same of the same log."""
    last = read_file(floors / "a.witness")[-1]
    others = sign_note(last.text, read_tree_head(last).origin, OTHER_KEY)
    (floors / "others").write_text(others.write(), encoding="utf-8")
    assert audited(floors, "a1.pbj", "a2.pbj", witness="others", key=public_bytes(KEY)) == 1
    assert "signed by no key that is trusted" in " ".join(capsys.readouterr().out.split())


STRANGE_LINES = ("", " ", "-1", "01", "9" * 400, "\0", "=", "AAAA", "— a AAAAAA==", "x" * 5000, "\u2028", "+")
STRANGE: tuple[Any, ...] = (None, True, -1, 1 << 63, 10**400, 1.5, "", "x", "a b", "\0", "00" * 32, [], {})


def test_a_strange_witness_is_a_sentence(floors: Path) -> None:
    note = read_file(floors / "a.witness")[0].write().split("\n")
    found = [
        "\n".join([*note[:place], line, *note[place + more :]]).encode()
        for place in range(len(note))
        for line in STRANGE_LINES
        for more in (0, 1)
    ]
    found += [b"[" * 100_000, bytes(range(256)), b"null", "\n".join(note).encode()[:50]]
    for content in found:
        (floors / "strange").write_bytes(content)
        try:
            read_file(floors / "strange")
        except BadWitness:
            continue
        # What is left may be a note that agrees, of a record that has gone on since.
        assert audited(floors, "a1.pbj", "a2.pbj", witness="strange") in (1, 2, 3)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a value of JSON can be exchanged."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        yield from places(item, (*path, name))


def exchanged(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = exchanged(value[path[0]], path[1:], new)
    return copy


def test_a_strange_page_is_a_sentence(floors: Path, tmp_path: Path) -> None:
    """Signed by whoever made it: all that is in it can be chosen."""
    with open_journal(floors / "a.db", read_only=True) as journal:
        document = parse_page(page_of(journal, "T1/4"))
    record = json.loads(document.data)
    tried = [path for path in places(record) if len(path) < 3]
    tried += [path for path in places(record) if path[:2] == ("proof", "appends") and path[2:3] < (2,)]
    assert len(tried) > 40
    page = tmp_path / "page.html"
    for number, path in enumerate(tried):
        for new in STRANGE[number % 6 :: 6]:
            hostile = exchanged(record, path, new)
            data = json.dumps(hostile)
            key = hostile["key"] if isinstance(hostile.get("key"), str) else ""
            signature = KEY.sign(DOMAIN + data.encode())
            page.write_text(document.visible.replace(PLACE, _block(data, signature, key)), encoding="utf-8")
            assert run(["replay", "--check", str(page)]) in (1, 2, 3), (path, new)


@pytest.mark.parametrize("amount", [None, 5, 1.5, [], "5", "1/0", "1/2/3", "٣/٧", "x/y", "2/4"])
def test_an_amount_that_is_no_fraction_is_an_event_that_cannot_be_read(floors: Path, amount: object) -> None:
    with open_journal(floors / "a.db", read_only=True) as journal:
        posted = next(
            event for event in journal.read_all(journal.archived(), 10_000) if event.kind == "TransfersPosted"
        )
    data = json.loads(posted.data)
    data["transfers"][0]["amount"] = amount
    with pytest.raises(BadEvent, match="cannot be read"):
        floor_registry().decode(NewEvent(posted.kind, posted.schema, json.dumps(data).encode()))
