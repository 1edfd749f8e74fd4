"""Writes ``docs/reference/python.md`` from the names of ``import pitboss``: ``python -m tools.documents``.

The page names each; mkdocstrings writes its signature and docstring when the site is built.
"""

import inspect
from collections.abc import Iterator
from typing import Final

import pitboss
from tools.documents.docstrings import as_markdown
from tools.documents.markdown import REFERENCE, sentence, table

PAGE: Final = REFERENCE / "python.md"
_HEAD: Final = """# Python

<!-- `python -m tools.documents` writes this page from the names of the package. -->

Every name of `import pitboss`. [Your first strategy](../tutorial/first-strategy.md) uses most of them.
They are typed, and a module is loaded when one of its names is first used.
"""


def written() -> str:
    """The page as the package has its names now."""
    functions = [name for name in pitboss.__all__ if inspect.isroutine(getattr(pitboss, name))]
    faults = [name for name in pitboss.__all__ if _is_fault(name)]
    records = [name for name in pitboss.__all__ if name not in (*functions, *faults)]
    groups = {"Functions": functions, "What they give": records, "What they raise": faults}
    return (
        "\n".join([_HEAD, *(line for each in groups.items() for line in _group(*each))]).rstrip("\n") + "\n"
    )


def _is_fault(name: str) -> bool:
    found = getattr(pitboss, name)
    return isinstance(found, type) and issubclass(found, Exception)


def _group(title: str, names: list[str]) -> Iterator[str]:
    yield f"## {title}\n"
    yield from table(
        ("name", "what it is"), ((f"[`{name}`](#{name.lower()})", _first(name)) for name in names)
    )
    for name in names:
        found = getattr(pitboss, name)
        yield f"### {name}\n"
        yield f"::: {found.__module__}.{found.__qualname__}\n"


def _first(name: str) -> str:
    """The first sentence of the docstring."""
    said = (getattr(pitboss, name).__doc__ or "").partition("\n\n")[0]
    return sentence(as_markdown(said).replace("``", "`")) if said else ""
