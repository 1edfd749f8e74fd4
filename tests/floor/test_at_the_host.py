"""``pitboss sheets add`` and ``pitboss proposals``: two people at the host of a floor, without a server."""

from pathlib import Path

import pytest

from pitboss.access.bootstrap import set_up
from pitboss.audit.audit import audit
from pitboss.cli.main import run
from pitboss.floor import Floor
from pitboss.floor.setup.config import DEFAULT_FILE, read_config
from pitboss.server.site import open_site
from pitboss.sheets import load
from pitboss.store.open import open_journal
from tests.sheets.own import OWN, own_sheet
from tests.sheets.shipped import shipped_texts

SHEET = "rws-three-card-v3"
PASSWORDS = {
    "pam": "a walk along the shore",
    "sam": "a day without clouds",
    "dan": "a cup of black tea",
    "acc": "a column of figures",
}
ROLES = {"pam": "pit_manager", "sam": "shift_manager", "dan": "dealer", "acc": "accounting"}
Capture = pytest.CaptureFixture[str]


class Host:
    """A floor's folder, and the command line in it."""

    def __init__(self, folder: Path, capture: Capture) -> None:
        self.folder = folder
        self.capture = capture
        self.config = folder / "floor.toml"
        text = DEFAULT_FILE.read_text(encoding="utf-8")
        for name in ("pitboss.db", "pitboss.key", "pitboss.seal", "pitboss.witness"):
            text = text.replace(f'"{name}"', f'"{folder / name}"')
        self.config.write_text(text, encoding="utf-8")
        self.journal = str(folder / "pitboss.db")

    def open(self) -> "Host":
        site = open_site(read_config(self.config), self.journal)
        for name, role in ROLES.items():
            set_up(site.doors, name, (role,), {"password": PASSWORDS[name]}, "a test")  # type: ignore[arg-type]
        site.stop()
        return self

    def __call__(self, *arguments: str, status: int = 0) -> str:
        answer = run([*arguments, "--config", str(self.config)])
        told = self.capture.readouterr()
        assert answer == status, told
        return told.out + told.err

    def sheet(self, old: str, new: str, clauses: tuple[str, str] = ("", "")) -> Path:
        sheet, register = shipped_texts(SHEET)
        assert old in sheet
        folder = self.folder / "next"
        folder.mkdir(exist_ok=True)
        (folder / "sheet.toml").write_text(sheet.replace(old, new, 1), encoding="utf-8")
        (folder / "clauses.toml").write_text(register.replace(*clauses, 1), encoding="utf-8")
        return folder

    def in_force(self) -> str:
        with open_journal(self.journal) as journal:
            assert audit(journal).fault is None
            return Floor(journal).rulebook.games[SHEET].hashes.sheet


@pytest.fixture
def host(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Host:
    def typed(prompt: str, stream: object = None) -> str:
        return PASSWORDS.get(prompt.removeprefix("Password of ").removesuffix(": "), "wrong wrong wrong")

    monkeypatch.setattr("getpass.getpass", typed)
    return Host(tmp_path, capsys).open()


def test_a_text_is_added_by_two_people(host: Host) -> None:
    before = host.in_force()
    folder = host.sheet('straight_flush = "40 to 1"', 'straight_flush = "41 to 1"')
    told = host("sheets", "add", str(folder), "--as", "pam", "--reason", "the new pay table")
    lines = " ".join(told.split())
    assert "straight flush 41 to 1 [4.2 3.16], instead of straight flush 40 to 1 [4.2 3.16]" in lines
    assert f"Proposal sheet/{SHEET}/1 waits for one more person" in told
    name = f"sheet/{SHEET}/1"
    assert name in host("proposals")
    shown = host("proposals", "show", name)
    assert "the new pay table" in shown
    assert "Answered for by pam (pit_manager)" in shown
    assert "two different people" in host("proposals", "approve", name, "--as", "pam", status=2)
    assert host.in_force() == before, "nobody is two people"
    assert "approved and done" in host("proposals", "approve", name, "--as", "sam")
    assert host.in_force() != before
    assert "It is approved by sam" in host("proposals", "show", name)
    assert "Nothing waits" in host("proposals", "list")
    assert "in force already" in host("sheets", "add", str(folder), status=2)


def test_a_sheet_of_the_library_is_added_by_its_name(host: Host, tmp_path: Path) -> None:
    own_sheet(tmp_path / "sheets")
    told = host("sheets", "add", "ACME", "--sheets", str(tmp_path / "sheets"))
    assert f"Proposal sheet/{OWN}/1 waits for two people" in told
    for name in ("pam", "sam"):
        host("proposals", "approve", f"sheet/{OWN}/1", "--as", name)
    assert "in force already" in host("sheets", "add", str(tmp_path / "sheets" / OWN), status=2)


def test_a_proposal_from_the_host_takes_two_people(host: Host) -> None:
    before = host.in_force()
    folder = host.sheet('straight_flush = "40 to 1"', 'straight_flush = "41 to 1"')
    assert "waits for two people" in host("sheets", "add", str(folder))
    name = f"sheet/{SHEET}/1"
    assert "waits for one more" in host("proposals", "approve", name, "--as", "pam")
    assert host.in_force() == before
    assert "is rejected" in host("proposals", "reject", name, "--as", "sam", "--reason", "not now")
    assert "rejected by sam. not now" in host("proposals", "show", name)
    assert "rejected already" in host("proposals", "approve", name, "--as", "sam", status=2)
    assert host.in_force() == before == load(SHEET).hashes.sheet


@pytest.mark.parametrize(
    ("old", "new", "file", "at", "says"),
    [
        ("most_boxes = 7", 'most_boxes = "x"', "sheet.toml", "most_boxes = ", "is not a whole number"),
        (
            'taken_as = "lower"',
            'taken_as = "odd"',
            "sheet.toml",
            "taken_as",
            "not one of folded, lower",
        ),
        ('clauses = ["2.1.1a"]', 'clauses = ["9.9"]', "sheet.toml", 'clauses = ["9.9"]', "9.9 is not in the"),
        ("most_boxes = 7", "most_boxes = ", "sheet.toml", "", "it is not TOML"),
    ],
)
def test_a_fault_names_file_and_line(host: Host, old: str, new: str, file: str, at: str, says: str) -> None:
    folder = host.sheet(old, new)
    told = host("sheets", "add", str(folder), status=2)
    assert says in told
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    number = next((n for n, line in enumerate(lines, 1) if at and line.startswith(at) and new in line), None)
    assert f"{folder / file}, line {number}: " in told if number else str(folder / file) in told


def test_a_fault_in_the_register(host: Host) -> None:
    folder = host.sheet("most_boxes = 7", "most_boxes = 7", ('"1.3" =', '"1.33" ='))
    told = host("sheets", "add", str(folder), status=2)
    assert f"{folder / 'clauses.toml'}, line " in told
    assert "is missing" in told


def test_impossible_requests_are_refused(host: Host, tmp_path: Path) -> None:
    folder = host.sheet('straight_flush = "40 to 1"', 'straight_flush = "41 to 1"')
    name = f"sheet/{SHEET}/1"
    assert "name the folder" in host("sheets", "add", status=2)
    assert "cannot be read" in host("sheets", "add", str(tmp_path / "none"), status=2)
    assert "is for the" in host("sheets", "add", str(folder), "--as", "dan", status=2)
    assert "wrong" in host("sheets", "add", str(folder), "--as", "eve", status=2).lower()
    host("sheets", "add", str(folder))
    assert "--as NAME" in host("proposals", "approve", name, status=2)
    assert "--reason" in host("proposals", "reject", name, "--as", "sam", status=2)
    for wrong in ("nothing", f"sheet/{SHEET}/9", "sheet/none/1"):
        assert "there is no proposal" in host("proposals", "show", wrong, status=2)
    assert "there is no proposal" in host("proposals", "show", status=2)


def test_without_a_floor(tmp_path: Path, capsys: Capture) -> None:
    host = Host(tmp_path, capsys)
    assert "is not here" in host("proposals", status=2)
    (tmp_path / "pitboss.seal").write_bytes(bytes(32))
    assert "does not exist" in host("proposals", status=2)
    with open_journal(host.journal):
        pass
    assert "holds no floor" in host("proposals", status=2)
    host.config.write_text("nonsense", encoding="utf-8")
    assert "it is not TOML" in host("proposals", status=2)
