"""The installed files against the manifest of their build: what is changed, missing or added.

The manifest is the ``RECORD`` of the wheel: the build writes the SHA-256 of every file into it, and every
installer keeps it. An attacker who can change the files can change that record too, so a wheel kept elsewhere
can be compared with as well. Python runs compiled bytecode, which no wheel contains, in place of its source,
so it is compared with what the source compiles to.
"""

import csv
import hashlib
import importlib.util
import io
import marshal
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Final

from msgspec import Struct

from pitboss.reason import Fault, because

ROOT: Final = Path(__file__).parent
_CACHES: Final = "__pycache__"
_KERNELS: Final = (".nbc", ".nbi", ".done")
"""How numba names what it has compiled and the index of that, and the mark that loops are compiled."""
_DOCUMENTS: Final = "docs"
_HEADER: Final = 16
"""Size of the header of a bytecode file."""
_BY_HASH, _CHECKED = 1, 2
"""Flags of the header: validated by the source's hash and not by its time; that hash is checked (PEP 552)."""

Manifest = dict[str, str]
"""The SHA-256 of each file, as ``RECORD`` writes it, by its path in the package."""


class FileComparison(Struct, frozen=True):
    """How the installed files differ from a manifest."""

    files: int
    """Number of files in the manifest."""
    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not (self.changed or self.missing or self.added)

    def sentences(self) -> Iterator[str]:
        """One sentence for each file that differs."""
        yield from (f"changed: {name}" for name in self.changed)
        yield from (f"missing: {name}" for name in self.missing)
        yield from (f"added: {name}" for name in self.added)


class BadManifest(Fault):
    """An unusable wheel, and why."""


def own_manifest() -> Manifest | None:
    """The manifest of the installed package; ``None`` for an editable install."""
    try:
        text = metadata.distribution("pitboss").read_text("RECORD")
    except metadata.PackageNotFoundError:
        return None
    return _manifest(text or "") or None


def manifest_of(wheel: Path) -> Manifest:
    """The manifest of a wheel; raises :class:`BadManifest`."""
    try:
        with zipfile.ZipFile(wheel) as file:
            record = next(name for name in file.namelist() if name.endswith(".dist-info/RECORD"))
            found = _manifest(file.read(record).decode())
    except OSError as fault:
        raise BadManifest(because("wheel.unread", wheel=str(wheel), given=fault.strerror)) from None
    except (zipfile.BadZipFile, StopIteration, UnicodeDecodeError, csv.Error):
        raise BadManifest(because("wheel.none", wheel=str(wheel))) from None
    if not found:
        raise BadManifest(because("wheel.foreign", wheel=str(wheel)))
    return found


def compare(manifest: Manifest, root: Path = ROOT) -> FileComparison:
    """Compare the installed files with a manifest."""
    present = {path.relative_to(root).as_posix(): path for path in _files(root)}
    present |= {f"{_DOCUMENTS}/{name}.md": path for name, path in documents(root).items()}
    changed = [
        name
        for name, digest in manifest.items()
        if name in present and _digest(present[name].read_bytes()) != digest
    ]
    known = {name for name in manifest if name in present and name.endswith(".py") and name not in changed}
    changed += _changed_bytecode(root, known)
    missing = sorted(name for name in manifest if name not in present)
    added = sorted(name for name in present if name not in manifest)
    return FileComparison(len(manifest), tuple(sorted(changed)), tuple(missing), tuple(added))


def _manifest(record: str) -> Manifest:
    found = {}
    for row in csv.reader(io.StringIO(record)):
        name, digest = (*row, "", "")[:2]
        path = PurePosixPath(name)
        if path.parts[:1] == ("pitboss",) and digest.startswith("sha256="):
            found[PurePosixPath(*path.parts[1:]).as_posix()] = digest.removeprefix("sha256=")
    return found


def documents(root: Path = ROOT) -> dict[str, Path]:
    """The documents by their names, which are their paths without ``.md``.

    They are in the package, or beside it in a checkout.
    """
    inside = root / _DOCUMENTS
    folder = inside if inside.is_dir() else root.parent.parent / _DOCUMENTS
    return {
        path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.md"))
    }


def _files(root: Path) -> Iterator[Path]:
    return (path for path in root.rglob("*") if path.is_file() and not _is_cached(path))


def _is_cached(path: Path) -> bool:
    """Whether Python or numba wrote a file as a cache: numba's have folders of their own in Python's."""
    return path.parent.name == _CACHES or (path.suffix in _KERNELS and _CACHES in path.parts)


def _digest(content: bytes) -> str:
    return urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _changed_bytecode(root: Path, sources: set[str]) -> list[str]:
    """Bytecode files that this Python would run and that differ from what their source compiles to."""
    wrong = []
    for path in root.rglob(f"{_CACHES}/*.pyc"):
        source = path.parent.parent / f"{path.name.partition('.')[0]}.py"
        name = source.relative_to(root).as_posix()
        if name in sources and Path(importlib.util.cache_from_source(str(source))) == path:
            content = path.read_bytes()
            code = compile(source.read_bytes(), str(source), "exec", dont_inherit=True)
            if _would_run(content[:_HEADER], source) and not _is_code(content[_HEADER:], code):
                wrong.append(path.relative_to(root).as_posix())
    return wrong


def _would_run(header: bytes, source: Path) -> bool:
    """Whether Python would run bytecode with this header without compiling the source again."""
    if len(header) < _HEADER or header[:4] != importlib.util.MAGIC_NUMBER:
        return False
    flags, modified, size = (int.from_bytes(header[at : at + 4], "little") for at in (4, 8, 12))
    if flags & _BY_HASH:
        return not flags & _CHECKED or header[8:] == importlib.util.source_hash(source.read_bytes())
    now = source.stat()
    return (modified, size) == (int(now.st_mtime) & 0xFFFFFFFF, now.st_size & 0xFFFFFFFF)


def _is_code(content: bytes, code: object) -> bool:
    try:
        return bool(marshal.loads(content) == code)
    except (EOFError, ValueError, TypeError):
        return False
