"""Hooks of the site that ``make docs`` builds: the documents at the root of the project are pages too."""

import re
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File, Files

ROOT: Final = Path(__file__).parents[2]
AT_THE_ROOT: Final = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md")
"""Documents that stand beside the folder of documents, and get a page beside its own."""
_LINK: Final = re.compile(r"(?<=\]\()([^)\s:]+)(?=\))")


def on_files(files: Files, config: Any) -> Files:
    """Add the documents at the root."""
    for name in AT_THE_ROOT:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let links between the two folders lead to where the pages of the site are."""
    source = str(page.file.src_uri)
    return _LINK.sub(lambda found: moved(source, found[1]), markdown)


def moved(source: str, link: str) -> str:
    """A link as the site needs it; ``source`` is the path of its page in the folder of documents."""
    if source in AT_THE_ROOT:
        return link.removeprefix("docs/")
    up = "../" * source.count("/")
    name, mark, anchor = link.partition("#")
    if name.removeprefix(f"{up}../") in AT_THE_ROOT and name.startswith(f"{up}../"):
        return f"{up}{name.removeprefix(f'{up}../')}{mark}{anchor}"
    return link
