"""Hooks of the site that ``make docs`` builds: the documents at the root of the project are pages too."""

import re
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File, Files

ROOT: Final = Path(__file__).parents[2]
AT_THE_ROOT: Final = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md")
"""Documents that stand beside the folder of documents, and get a page beside its own."""
_LINK: Final = re.compile(r"\[([^\]\n]*)\]\(([^)\s:]+)\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the documents at the root."""
    for name in AT_THE_ROOT:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let links between the two folders lead to where the pages of the site are."""
    source = str(page.file.src_uri)
    return _LINK.sub(lambda found: _linked(found[1], moved(source, found[2])), markdown)


def _linked(label: str, link: str | None) -> str:
    return label if link is None else f"[{label}]({link})"


def moved(source: str, link: str) -> str | None:
    """A link as the site needs it, None for a file of the project that is no page.

    ``source`` is the path of its page in the folder of documents.
    """
    if source in AT_THE_ROOT:
        outside = not link.startswith(("docs/", "#")) and link.partition("#")[0] not in AT_THE_ROOT
        return None if outside else link.removeprefix("docs/")
    up = "../" * source.count("/")
    name, mark, anchor = link.partition("#")
    if name.removeprefix(f"{up}../") in AT_THE_ROOT and name.startswith(f"{up}../"):
        return f"{up}{name.removeprefix(f'{up}../')}{mark}{anchor}"
    return None if name.startswith(f"{up}../") else link
