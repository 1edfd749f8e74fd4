"""Writes ``docs/reference/api.md`` from the OpenAPI schema: ``python -m tools.documents``."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final

from tools.documents.markdown import REFERENCE, cell, sentence, table
from tools.documents.schema import Schema, schema, word

PAGE: Final = REFERENCE / "api.md"
_METHODS: Final = ("get", "post", "put", "patch", "delete")
_HEAD: Final = """# API

<!-- `python -m tools.documents` writes this page from the OpenAPI schema. -->

Every operation of the HTTP API, by subject. [Use the API](../how-to/developer/api.md) tells how to sign
in, send commands and follow streams; [Messages](messages.md) has every field; [Operations by
role](matrix.md) says who may send what. A running server has the schema at `/schema/openapi.json`.
"""


def written() -> str:
    """The page as the schema has it now."""
    lines = [_HEAD, "## Errors\n", "Every operation may answer with these, in one envelope, [Envelope]"]
    lines[-1] += "(messages.md#envelope). [Refusals](refusals.md) lists the codes.\n"
    lines += table(("status", "meaning"), ((code, words) for code, words in common().items()))
    for tag in sorted({tag for _, _, each in operations() for tag in each["tags"]}):
        lines.append(f"## {tag.capitalize()}\n")
        lines += (line for found in operations() if tag in found[2]["tags"] for line in _operation(*found))
    return "\n".join(lines).rstrip("\n") + "\n"


@cache
def operations() -> tuple[tuple[str, str, Schema], ...]:
    """Method, path and operation, in the order of the schema."""
    return tuple(
        (method.upper(), path, item[method])
        for path, item in schema()["paths"].items()
        for method in _METHODS
        if method in item
    )


@cache
def common() -> dict[str, str]:
    """The errors that nearly every operation may answer with."""
    found = Counter(
        (code, answer["description"])
        for _, _, each in operations()
        for code, answer in each["responses"].items()
        if code >= "400"
    )
    return {code: words for (code, words), count in sorted(found.items()) if count > len(operations()) * 0.9}


def _operation(method: str, path: str, found: Schema) -> Iterator[str]:
    yield f"### `{method} {path}`\n"
    yield f"{sentence(found['summary'])} {_more(found)}".rstrip() + "\n"
    rows = [
        (f"`{each['name']}`", each["in"], word(each["schema"]), "yes" if each.get("required") else "")
        for each in found.get("parameters", ())
        if each["in"] != "path"
    ]
    yield from table(("parameter", "in", "type", "required"), rows)
    if body := found.get("requestBody"):
        yield f"Takes {_content(body)}.\n"
    for code, answer in found["responses"].items():
        if code < "400":
            yield f"Answers {code} {_content(answer)}".rstrip() + ".\n"
    own = {
        code: answer["description"]
        for code, answer in found["responses"].items()
        if code >= "400" and common().get(code) != answer["description"]
    }
    if own:
        yield f"Also: {'; '.join(f'{code} {words}' for code, words in own.items())}.\n"


def _more(found: Schema) -> str:
    words = cell(found.get("description", "")).replace("``", "`")
    return "" if words == sentence(found["summary"]) else words


def _content(part: Schema) -> str:
    kinds = part.get("content", {})
    said = {media: word(kind.get("schema", {})) for media, kind in kinds.items()}
    return " or ".join(
        of if media == "application/json" else f"`{media}`" + (f" ({of})" if "[" in of else "")
        for media, of in said.items()
    )
