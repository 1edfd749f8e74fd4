"""``pitboss docs``: the documents, which are installed with the package."""

from argparse import Namespace
from pathlib import Path

from pitboss.cli.text import CommandFailed, table
from pitboss.installed import documents
from pitboss.reason import because


def run(options: Namespace) -> int:
    """Print a document, or list them all."""
    pages = documents()
    if options.name is None:
        print(table(("document", "title"), [(name, _title(path)) for name, path in pages.items()]))
        return 0
    print(pages[_found(pages, options.name)].read_text(encoding="utf-8"), end="")
    return 0


def _found(pages: dict[str, Path], named: str) -> str:
    """The name of a document from its last part or parts, with or without ``.md``."""
    wanted = named.removeprefix("docs/").removesuffix(".md")
    found = [name for name in pages if name == wanted] or [
        name for name in pages if name.endswith(f"/{wanted}")
    ]
    if not found:
        raise CommandFailed(because("command.no_document", given=repr(named)))
    if len(found) > 1:
        raise CommandFailed(because("command.which_document", given=repr(named), documents=tuple(found)))
    return found[0]


def _title(path: Path) -> str:
    """The first heading of a document."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((line.removeprefix("# ") for line in lines if line.startswith("# ")), "")
