"""The pages as they are served: plain files under one address that changes whenever one of them does.

Scripts come in bundles and import each other and the catalogue of :mod:`pitboss.words` by relative paths, so
all files live below ``/web/<hash>/`` and browsers keep them for ever; only the shell is asked for again.
"""

import gzip
import hashlib
import html
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.web.bundles import bundles
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


class File(Struct, frozen=True):
    """One file of the pages."""

    type: str
    content: bytes

    @property
    def zipped(self) -> bytes:
        """For whoever takes it so."""
        return _zipped(self.content)


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
    scripts = {name: path.read_text(encoding="utf-8") for name, path in found.items() if path.suffix == ".js"}
    files = {name: File(TYPES[".js"], text.encode()) for name, text in bundles(ENTRY, scripts).items()}
    files |= {
        name: File(TYPES[path.suffix], path.read_bytes())
        for name, path in found.items()
        if path.suffix in TYPES and name not in scripts
    }
    digest = hashlib.sha256()
    for name, file in files.items():
        digest.update(name.encode() + b"\0" + file.content + b"\0")
    shell = (ROOT / "shell.html").read_text(encoding="utf-8")
    digest.update(shell.encode())
    short = digest.hexdigest()[:16]
    base = f"/web/{short}"
    filled = {"base": base, **_of_languages()}
    for gap, text in filled.items():
        shell = shell.replace(f"{{{gap}}}", text)
    return Web(short, files, File("text/html", shell.encode()))


def _of_languages() -> dict[str, str]:
    """What the shell says before a language is chosen: which there are, and in each that scripts must run."""
    found = languages()
    needed = (catalogue(each.code).entries["language.needs_script"] for each in found)
    return {
        "languages": msgspec.json.encode(found).decode().replace("<", r"\u003c"),
        "needs_script": " · ".join(map(html.escape, needed)),
    }


@cache
def _zipped(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)
