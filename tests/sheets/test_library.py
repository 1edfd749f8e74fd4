"""Where sheets are found: in the package and in folders elsewhere, each read when it is asked for."""

from pathlib import Path

import pytest

from pitboss.records.proof import proof_files
from pitboss.sheets import SheetFault, export, formats, load, sheet_ids
from pitboss.sheets.export import write_sheet
from pitboss.sheets.formats import FORMAT, SheetText
from pitboss.sheets.library import (
    VARIABLE,
    Library,
    LibraryFault,
    UnusableSheet,
    folders_of,
    library,
    text_of,
    using,
)
from pitboss.sheets.loader import SHEETS, read_texts
from pitboss.sheets.settings import changed
from tests.sheets.own import OWN, SHIPPED, own_sheet

IN_SINGAPORE = {"currency": "SGD", "currency_sign": "S$", "time_zone": "Asia/Singapore"}


def test_the_package_alone_is_the_library_of_a_process_that_names_nothing() -> None:
    assert all(folder.shipped and folder.path.parent == SHEETS for folder in library().folders())
    assert load("3cp") is load(SHIPPED)
    with pytest.raises(KeyError):
        load(OWN)
    with pytest.raises(KeyError):
        load("")
    with pytest.raises(KeyError):
        text_of("3CP")


@pytest.mark.parametrize("named", ["the folder of sheets", "the sheet's folder"])
def test_a_sheet_elsewhere_is_found_by_id_and_short_name(tmp_path: Path, named: str) -> None:
    folder = own_sheet(tmp_path, rounds=True)
    with using(tmp_path if named == "the folder of sheets" else folder):
        assert set(sheet_ids()) > {OWN, SHIPPED}
        assert load(OWN) is load("acme")
        assert load(OWN).sheet.id == OWN
        assert [file.faults() for file in proof_files(OWN)] == [[]] * len(proof_files(OWN))
        assert len(proof_files(OWN)) > 1
        straight = changed(OWN, ["pair_plus.straight=9"]).sheet.pays["pair_plus"].hands["straight"]
        assert straight == "9 to 1"
    assert OWN not in sheet_ids()


def test_a_sheet_is_read_when_it_is_asked_for(tmp_path: Path) -> None:
    """A draft with a fault beside it keeps nobody from playing a sheet."""
    own_sheet(tmp_path)
    broken = own_sheet(tmp_path, "acme-draft", "DRAFT")
    (broken / "sheet.toml").write_text("id = [")
    (broken / "clauses.toml").unlink()
    with using(tmp_path):
        assert "acme-draft" in sheet_ids()
        assert load("ACME").sheet.id == OWN
        with pytest.raises(UnusableSheet, match=r"acme-draft/clauses\.toml: it cannot be read"):
            load("acme-draft")


def test_a_folder_has_the_name_of_its_sheet(tmp_path: Path) -> None:
    own_sheet(tmp_path).rename(tmp_path / "another")
    with using(tmp_path), pytest.raises(LibraryFault, match=f"another holds the sheet '{OWN}': the folder"):
        load("another")


@pytest.mark.parametrize("name", ["a b", "-x", "ä", "x" * 81])
def test_a_name_that_can_be_no_id_is_refused(tmp_path: Path, name: str) -> None:
    own_sheet(tmp_path, name)
    with using(tmp_path), pytest.raises(LibraryFault, match="cannot be the id of a sheet"):
        load(name)


def test_two_texts_of_one_id_are_refused_and_both_named(tmp_path: Path) -> None:
    own_sheet(tmp_path / "one")
    own_sheet(tmp_path / "two", changes={"version": "4"})
    own_sheet(tmp_path / "same")
    with pytest.raises(LibraryFault) as fault:
        Library([tmp_path / "one", tmp_path / "two"])
    assert str(tmp_path / "one" / OWN) in str(fault.value)
    assert str(tmp_path / "two" / OWN) in str(fault.value)
    assert OWN in Library([tmp_path / "one", tmp_path / "same", tmp_path / "one"]).ids(), (
        "the same text twice"
    )


def test_a_text_in_place_of_a_shipped_one_is_refused_unless_it_is_named_itself(tmp_path: Path) -> None:
    folder = own_sheet(tmp_path, SHIPPED, "3CP", changes={"version": "4"})
    with pytest.raises(LibraryFault, match=f"two sheets have the id {SHIPPED}"), using(tmp_path):
        pass
    with using(folder):
        assert load("3CP").sheet.identity.version == 4
    assert load("3CP").sheet.identity.version == 3


def test_one_short_name_of_two_sheets_is_refused_and_both_named(tmp_path: Path) -> None:
    own_sheet(tmp_path, short="3CP")
    with using(tmp_path):
        with pytest.raises(LibraryFault, match="two sheets are called 3cp") as fault:
            load("3cp")
        assert OWN in str(fault.value)
        assert SHIPPED in str(fault.value)
        assert load(OWN) is not load(SHIPPED)


def test_an_invalid_folder_of_sheets_is_refused(tmp_path: Path) -> None:
    for folder, says in (
        (tmp_path / "nowhere", "is not a folder"),
        (tmp_path, "does not hold a sheet"),
        (Path(__file__), "is not a folder"),
        (Path("x" * 300), "is not a folder"),
        (Path("\0"), "is not a folder"),
    ):
        with pytest.raises(LibraryFault, match=says):
            Library([folder])


def test_the_environment_names_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_sheet(tmp_path / "one")
    own_sheet(tmp_path / "two", "acme-second", "SECOND")
    assert folders_of({}) == folders_of({VARIABLE: ""}) == ()
    monkeypatch.setenv(VARIABLE, f"{tmp_path / 'one'}:{tmp_path / 'two'}")
    with using():
        assert load("SECOND").sheet.id == "acme-second"
        assert load("ACME").sheet.id == OWN


def test_the_sheet_of_this_folder_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own_sheet(tmp_path))
    with using(Path()):
        assert load("ACME").sheet.id == OWN


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build with a second form, in which a sheet says the currency and the time zone of its house."""

    def lift(data: formats.Data) -> formats.Data:
        sheet, register = data
        return sheet | {"identity": IN_SINGAPORE | sheet["identity"]}, register

    monkeypatch.setattr(formats, "FORMAT", FORMAT + 1)
    monkeypatch.setattr(export, "FORMAT", FORMAT + 1)
    monkeypatch.setattr(formats, "LIFTS", {FORMAT: lift})


@pytest.mark.usefixtures("later")
def test_a_text_says_its_own_form(tmp_path: Path) -> None:
    """A sheet outside the package is not rewritten when the form of sheets changes."""
    text = text_of(SHIPPED)
    now = read_texts(f"form = {FORMAT + 1}\n{text.sheet_toml}", text.clauses_toml)
    assert now.hashes == load(SHIPPED).hashes
    older = older_text(text)
    with pytest.raises(Exception, match="currency"):
        read_texts(older, text.clauses_toml, FORMAT + 1)
    read = read_texts(f"form = {FORMAT}\n{older}", text.clauses_toml).sheet
    assert read.identity == load(SHIPPED).sheet.identity
    for form, says in (("99", "reads forms 1 to"), ('"2"', "whole number"), ("true", "whole number")):
        with pytest.raises(Exception, match=says):
            read_texts(f"form = {form}\n{older}", text.clauses_toml)


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("rest", ["", "identity = 3", "irregularities = 3", 'irregularities = { "1.1" = 3 }'])
def test_an_invalid_sheet_of_an_older_form_gets_a_sentence(rest: str) -> None:
    with pytest.raises(SheetFault):
        read_texts(f'form = {FORMAT}\nid = "{OWN}"\n{rest}\n', "")


def older_text(text: SheetText) -> str:
    """The sheet as the form before :func:`later` has it."""
    gone = tuple(f"{name} = " for name in IN_SINGAPORE)
    return "\n".join(line for line in text.sheet_toml.splitlines() if not line.startswith(gone)) + "\n"


@pytest.mark.usefixtures("later")
def test_a_recorded_text_is_written_where_the_library_finds_it(tmp_path: Path) -> None:
    own = own_sheet(tmp_path / "before")
    text = SheetText((own / "sheet.toml").read_text(), (own / "clauses.toml").read_text(), FORMAT + 1)
    older = SheetText(older_text(text), text.clauses_toml, FORMAT)
    for recorded in (text, older):
        into = tmp_path / f"form {recorded.form}"
        folder = write_sheet(recorded, into)
        assert folder == into / OWN
        assert write_sheet(recorded, into) == folder, "it is there already"
        hashes = read_texts(recorded.sheet_toml, recorded.clauses_toml, recorded.form).hashes
        with using(into):
            assert load(OWN).hashes == hashes
    with pytest.raises(LibraryFault, match="holds something else"):
        write_sheet(older, tmp_path / "before")


@pytest.mark.parametrize("sheet_id", ["../escaped", "..", "/tmp/escaped", "a/b", ""])
def test_a_recorded_id_is_no_path(tmp_path: Path, sheet_id: str) -> None:
    text = text_of(SHIPPED)
    named = SheetText(text.sheet_toml.replace(f'id = "{SHIPPED}"', f'id = "{sheet_id}"'), text.clauses_toml)
    with pytest.raises(LibraryFault, match="cannot be the id"):
        write_sheet(named, tmp_path / "into")
    assert not list(tmp_path.iterdir())


def test_the_hash_tells_one_text_of_an_id_from_another(tmp_path: Path) -> None:
    ours = load(SHIPPED).hashes.sheet
    assert library().with_hash(SHIPPED, ours) is load(SHIPPED)
    assert library().with_hash(SHIPPED, "0" * 64) is None
    assert library().with_hash(OWN, ours) is None
    own_sheet(tmp_path).rename(tmp_path / "another")
    with using(tmp_path):
        assert library().with_hash("another", ours) is None


def test_a_round_file_beside_a_sheet_says_what_it_proves(tmp_path: Path) -> None:
    folder = own_sheet(tmp_path, rounds=True)
    (folder / "rounds" / "9_mute.toml").write_text(f'sheet = "{OWN}"\n[proof]\nclauses = [3]\n')
    (folder / "rounds" / "9_none.toml").write_text("sheet = [")
    with using(tmp_path):
        faults = {file.name: file.faults() for file in proof_files(OWN) if file.faults()}
    assert set(faults) == {"9_mute", "9_none"}
    assert "does not say in [proof]" in faults["9_mute"][0]
    assert "cannot be read" in faults["9_none"][0]
