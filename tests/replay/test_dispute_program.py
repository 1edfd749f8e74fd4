"""The program in docs/how-to/regulator/disputes.md needs nothing of ours, and judges every page alike."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from pitboss.replay.dispute.check import check_page
from pitboss.replay.dispute.document import Document, Trusted, parse_page, signed_page
from pitboss.replay.log_proofs import Proof
from pitboss.store.keys import public_bytes
from pitboss.store.open import open_journal
from pitboss.tlog.note import sign_note
from pitboss.tlog.shown import ShownAppend
from tests.programs import ran
from tests.replay.disputed import KEY, play_evening
from tests.replay.test_dispute import page_of

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "how-to" / "regulator" / "disputes.md"
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
IMPORT = "from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey\n"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Document]:
    folder = tmp_path_factory.mktemp("evening")
    play_evening(folder / "evening.db")
    with open_journal(folder / "evening.db", read_only=True) as journal:
        return {name: parse_page(page_of(journal, name)) for name in ("T1/1", "T1/2")}


def programs() -> tuple[str, str]:
    """As it stands, and with Ed25519 written out."""
    program, curve = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)
    assert IMPORT in program
    return program, program.replace(IMPORT, curve)


def run(program: str, folder: Path, page: str, key: bytes) -> tuple[int, str]:
    (folder / "check.py").write_text(program, encoding="utf-8")
    (folder / "page.html").write_text(page, encoding="utf-8")
    done = ran(sys.executable, "-I", folder / "check.py", folder / "page.html", key.hex(), check=False)
    return done.returncode, done.stdout + done.stderr


def signed(document: Document, proof: Proof) -> str:
    """The page as the holder of the house's key makes it."""
    return signed_page(document.visible, replace(document.record, proof=proof), KEY)


def test_it_has_thirty_lines_and_needs_nothing_of_ours() -> None:
    program, _ = programs()
    assert len([line for line in program.splitlines() if line.strip()]) <= 30
    assert not re.search(r"^(from|import) .*pitboss", program, re.M)
    assert re.findall(r"^from (\w+)", program, re.M) == ["cryptography"]


@pytest.mark.parametrize("which", [0, 1], ids=["with the package", "with nothing but Python"])
@pytest.mark.parametrize("name", ["T1/1", "T1/2"])
def test_it_finds_a_page_sound(pages: dict[str, Document], tmp_path: Path, which: int, name: str) -> None:
    document = pages[name]
    status, out = run(programs()[which], tmp_path, signed(document, document.record.proof), public_bytes(KEY))
    appends = len(document.record.proof.appends)
    assert status == 0, out
    assert out.startswith(
        f"{appends} appends stand in the log pitboss/56475aa75463474c of 89, signed by 03a107bf"
    )


def hash_too_many(proof: Proof) -> Proof:
    return replace(proof, hashes=(*proof.hashes, bytes(32)))


def hash_too_few(proof: Proof) -> Proof:
    return replace(proof, hashes=proof.hashes[:-1])


def other_root(proof: Proof) -> Proof:
    head = proof.head()
    assert head is not None
    return replace(proof, note=sign_note(replace(head, root=bytes(32)).text(), head.origin, KEY).write())


def other_size(proof: Proof) -> Proof:
    """As it is signed, so that only the tree is of another shape."""
    head = proof.head()
    assert head is not None
    return replace(proof, note=sign_note(replace(head, size=64).text(), head.origin, KEY).write())


def size_changed(proof: Proof) -> Proof:
    return replace(proof, note=(proof.note or "").replace("\n89\n", "\n90\n"))


def stranger_signed(proof: Proof) -> Proof:
    note, head = proof.signed_note(), proof.head()
    assert note is not None
    assert head is not None
    return replace(proof, note=sign_note(note.text, head.origin, STRANGER).write())


def other_bet(proof: Proof) -> Proof:
    appends = tuple(
        replace(
            append,
            events=tuple(
                replace(event, data=event.data.replace("10000", "90000")) if event.data else event
                for event in append.events
            ),
        )
        for append in proof.appends
    )
    return replace(proof, appends=appends)


def append_twice(proof: Proof) -> Proof:
    return replace(proof, appends=(*proof.appends, proof.appends[-1]))


def append_beyond(proof: Proof) -> Proof:
    return replace(proof, appends=(*proof.appends, ShownAppend(500, proof.appends[-1].events)))


@pytest.mark.parametrize("which", [0, 1], ids=["package", "python"])
@pytest.mark.parametrize(
    "change",
    [
        *(hash_too_many, hash_too_few, other_root, other_size, size_changed, stranger_signed),
        *(other_bet, append_twice, append_beyond),
    ],
)
def test_it_finds_what_does_not_hold(
    pages: dict[str, Document], tmp_path: Path, which: int, change: Callable[[Proof], Proof]
) -> None:
    document = pages["T1/2"]
    proof = change(document.record.proof)
    assert proof != document.record.proof
    page = signed(document, proof)
    assert not check_page(parse_page(page)).sound
    status, out = run(programs()[which], tmp_path, page, public_bytes(KEY))
    assert status == 1
    assert "stand in the log" not in out.splitlines()[-1]


@pytest.mark.parametrize("which", [0, 1], ids=["package", "python"])
def test_it_believes_no_other_key(pages: dict[str, Document], tmp_path: Path, which: int) -> None:
    document = pages["T1/2"]
    page = signed(document, document.record.proof)
    assert not check_page(parse_page(page), Trusted(keys=(public_bytes(STRANGER),))).sound
    assert run(programs()[which], tmp_path, page, public_bytes(STRANGER))[0] == 1
    forged = signed_page(document.visible, document.record, STRANGER)
    assert run(programs()[which], tmp_path, forged, public_bytes(KEY))[0] == 1, "the page is the stranger's"
    assert run(programs()[which], tmp_path, forged, public_bytes(STRANGER))[0] == 1, "the log is not"
