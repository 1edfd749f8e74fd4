"""The installed files against their build: whatever is changed, missing or added is named."""

import csv
import io
import os
import py_compile
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cli import serve
from pitboss.cli.main import run
from pitboss.installed import BadManifest, FileComparison, compare, manifest_of, own_manifest
from tests.programs import ran

ROOT = Path(__file__).parent.parent
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    ran(*command, cwd=ROOT)
    return next(folder.glob("*.whl"))


@pytest.fixture
def package(wheel: Path, tmp_path: Path) -> Path:
    """The package as a wheel installs it, with its bytecode."""
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path)
    for name in ("build.py", "money.py"):
        py_compile.compile(str(tmp_path / "pitboss" / name), doraise=True)
    return tmp_path / "pitboss"


def test_a_wheel_installs_what_it_declares(wheel: Path, package: Path) -> None:
    found = compare(manifest_of(wheel), package)
    assert found.same
    assert found.files > 1000
    assert list(found.sentences()) == []


def change(package: Path) -> None:
    (package / "money.py").write_text("CENTS = 1")


def change_a_sheet(package: Path) -> None:
    path = next((package / "sheets").rglob("sheet.toml"))
    path.write_bytes(path.read_bytes() + b"#")


def remove(package: Path) -> None:
    (package / "money.py").unlink()


def add(package: Path) -> None:
    (package / "floor" / "generous.py").write_text("")


def add_among_kernels(package: Path) -> None:
    kernels = package / "analysis" / "__pycache__" / "kernels-0" / "stud_0"
    kernels.mkdir(parents=True)
    for name in ("kernel.count-1.py311.nbi", "kernel.count-1.py311.1.nbc", "boards.done", "generous.py"):
        (kernels / name).write_text("")


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (change, "changed: money.py"),
        (change_a_sheet, "changed: sheets/"),
        (remove, "missing: money.py"),
        (add, "added: floor/generous.py"),
        (add_among_kernels, "added: analysis/__pycache__/kernels-0/stud_0/generous.py"),
    ],
)
def test_each_difference_is_named(
    wheel: Path, package: Path, what: Callable[[Path], None], sentence: str
) -> None:
    what(package)
    found = compare(manifest_of(wheel), package)
    assert not found.same
    (said,) = found.sentences()
    assert said.startswith(sentence)


@pytest.mark.parametrize("mode", list(py_compile.PycInvalidationMode))
def test_bytecode_that_python_would_run_in_place_of_its_source(
    wheel: Path, package: Path, mode: py_compile.PycInvalidationMode
) -> None:
    source = package / "money.py"
    honest, before = source.read_bytes(), source.stat()
    source.write_bytes(honest.replace(b"100", b"999"))
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    made = py_compile.compile(str(source), doraise=True, invalidation_mode=mode)
    assert made is not None
    source.write_bytes(honest)
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    found = compare(manifest_of(wheel), package)
    name = Path(made).relative_to(package).as_posix()
    # Where Python compares the source's hash first, it would notice by itself.
    checked = mode is py_compile.PycInvalidationMode.CHECKED_HASH
    assert found.changed == (() if checked else (name,))


def test_stale_and_broken_bytecode(wheel: Path, package: Path) -> None:
    made = Path(py_compile.compile(str(package / "money.py"), doraise=True) or "")
    content = made.read_bytes()
    made.write_bytes(content[:-40])
    assert compare(manifest_of(wheel), package).changed == (made.relative_to(package).as_posix(),)
    made.write_bytes(content[:8])
    assert compare(manifest_of(wheel), package).same, "Python would compile the source anew"


def test_a_file_other_than_a_wheel_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadManifest, match=r"none\.whl: it cannot be read"):
        manifest_of(tmp_path / "none.whl")
    (tmp_path / "text.whl").write_text("text")
    with pytest.raises(BadManifest):
        manifest_of(tmp_path / "text.whl")
    for name, content in (("other/RECORD", "x"), ("other.dist-info/RECORD", "other/x.py,sha256=abc,3\n")):
        with zipfile.ZipFile(tmp_path / "other.whl", "w") as file:
            file.writestr(name, content)
        with pytest.raises(BadManifest):
            manifest_of(tmp_path / "other.whl")


def test_the_command(wheel: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["version"]) == 0
    assert run(["version", "--verify"]) == 2, "a checkout has no manifest"
    assert "--against" in capsys.readouterr().err
    assert run(["version", "--against", str(wheel)]) == 0
    assert "files are those of the build" in capsys.readouterr().out
    monkeypatch.setattr("pitboss.cli.version.compare", lambda manifest: FileComparison(3, ("a.py",)))
    assert run(["version", "--against", str(wheel)]) == 1
    assert "changed: a.py" in capsys.readouterr().out
    assert run(["version", "--against", "none.whl"]) == 2


def test_an_installed_build_has_its_manifest_in_its_record(
    wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert own_manifest() is None, "the tests run in a checkout"
    with zipfile.ZipFile(wheel) as file:
        text = file.read(next(name for name in file.namelist() if name.endswith("RECORD"))).decode()

    class Installed:
        def read_text(self, name: str) -> str:
            # Installers add bytecode and scripts to it.
            rows = io.StringIO()
            csv.writer(rows).writerows(
                [["pitboss/__pycache__/a.pyc", "", ""], ["../bin/pitboss", "sha256=x", "1"]]
            )
            return text + rows.getvalue()

    monkeypatch.setattr("importlib.metadata.distribution", lambda name: Installed())
    assert own_manifest() == manifest_of(wheel)


def test_a_server_whose_files_were_changed_opens_no_table(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "own_manifest", dict)
    monkeypatch.setattr(serve, "compare", lambda manifest: FileComparison(3, ("floor/dealer.py",)))
    assert run(["serve"]) == 2
    assert "changed: floor/dealer.py" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
