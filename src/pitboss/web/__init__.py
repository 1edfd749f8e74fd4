"""The pages as they are served: plain files under one address that changes whenever one of them does.

Modules import each other and the catalogue of :mod:`pitboss.words` by relative paths, so all files live below
``/web/<hash>/`` and browsers may keep them for ever; only the shell is asked for again.
"""

import gzip
import hashlib
import html
import re
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.words import catalogue, languages
from pitboss.words.catalogue import FOLDER

ROOT: Final = Path(__file__).parent
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
ENTRY: Final = "web/js/main.js"
_IMPORT: Final = re.compile(r"""^(?:import|export)\b[^;'"(]*?["'](\.[^'"]+)["']""", re.M)


class File(Struct, frozen=True):
    """One file of the pages."""

    type: str
    content: bytes
    zipped: bytes


class Web(Struct, frozen=True):
    """Everything that browsers load, and the page that they begin with."""

    hash: str
    files: dict[str, File]
    shell: File


@cache
def load_web() -> Web:
    """The pages of this installation, read once."""
    found = {
        f"{name}/{path.relative_to(folder).as_posix()}": path
        for name, folder in (("web", ROOT), ("words", FOLDER))
        for path in sorted(folder.rglob("*"))
    }
    files = {
        name: _file(TYPES[path.suffix], path.read_bytes())
        for name, path in found.items()
        if path.suffix in TYPES
    }
    digest = hashlib.sha256()
    for name, file in files.items():
        digest.update(name.encode() + b"\0" + file.content + b"\0")
    shell = (ROOT / "shell.html").read_text(encoding="utf-8")
    digest.update(shell.encode())
    short = digest.hexdigest()[:16]
    base = f"/web/{short}"
    needed = [name for name in static_imports(ENTRY, files) if name != ENTRY]
    preloads = "\n".join(f'<link rel="modulepreload" href="{base}/{name}">' for name in needed)
    filled = {"base": base, "preloads": preloads, **_of_languages()}
    for gap, text in filled.items():
        shell = shell.replace(f"{{{gap}}}", text)
    return Web(short, files, _file("text/html", shell.encode()))


def _of_languages() -> dict[str, str]:
    """What the shell says before a language is chosen: which there are, and in each that scripts must run."""
    found = languages()
    needed = (catalogue(each.code).entries["language.needs_script"] for each in found)
    return {
        "languages": msgspec.json.encode(found).decode().replace("<", r"\u003c"),
        "needs_script": " · ".join(map(html.escape, needed)),
    }


def static_imports(entry: str, files: dict[str, File]) -> list[str]:
    """A module and all that it imports before it runs, so that browsers need not find them one by one."""
    seen: list[str] = []
    waiting = [entry]
    while waiting:
        name = waiting.pop(0)
        if name in seen:
            continue
        seen.append(name)
        folder = (ROOT.parent / name).parent
        for path in _IMPORT.findall(files[name].content.decode()):
            waiting.append((folder / path).resolve().relative_to(ROOT.parent.resolve()).as_posix())
    return seen


def _file(kind: str, content: bytes) -> File:
    return File(kind, content, gzip.compress(content, 9, mtime=0))
