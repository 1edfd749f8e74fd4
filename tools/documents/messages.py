"""Writes ``docs/reference/messages.md`` from the OpenAPI schema: ``python -m tools.documents``."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from pitboss import messages as package
from pitboss.messages.acts import COMMANDS, MEANINGS
from pitboss.messages.views import SOURCES
from pitboss.sheets.meanings import meanings, plain
from tools.documents.markdown import REFERENCE, sentence, table
from tools.documents.schema import Schema, schema, word

PAGE: Final = REFERENCE / "messages.md"
_HEAD: Final = """# Messages

<!-- `python -m tools.documents` writes this page from the OpenAPI schema. -->

Everything that the [API](api.md) takes and answers, by name. Amounts are dollars as text. A field without
*required* may be left out of a request.
"""


def written() -> str:
    """The page as the schema has it now."""
    messages: Schema = schema()["components"]["schemas"]
    lines = [_HEAD, *(line for name in sorted(messages) for line in _message(name, messages[name]))]
    return "\n".join(lines).rstrip("\n") + "\n"


def structs() -> dict[str, type]:
    """The structs of the messages by name."""
    found: dict[str, type] = {}
    for each in iter_modules(package.__path__):
        module = import_module(f"{package.__name__}.{each.name}")
        found |= {name: kind for name, kind in vars(module).items() if isinstance(kind, type)}
    return found


def _message(name: str, message: Schema) -> Iterator[str]:
    yield f"## {name}\n"
    struct = structs().get(name)
    words = plain(struct.__doc__ or "") if struct else ""
    if words:
        yield f"{sentence(words)}\n"
    if "properties" not in message:
        yield f"{sentence(word(message, ''))}\n"
        return
    required = set(message.get("required", ()))
    means = meanings(SOURCES.get(struct, COMMANDS.get(struct, struct))) if struct else {}
    rows = [
        (
            f"`{field}`",
            word(kind, ""),
            "yes" if field in required else "",
            _meaning(name, field, means) or _words(kind),
        )
        for field, kind in message["properties"].items()
    ]
    if any(row[3] for row in rows):
        yield from table(("field", "type", "required", "meaning"), rows)
    else:
        yield from table(("field", "type", "required"), (row[:3] for row in rows))


def _meaning(name: str, field: str, means: dict[str, str]) -> str:
    """The meaning of a field: amounts of commands are in cents, those of messages in dollars."""
    return MEANINGS.get((name, field)) or plain(means.get(field, "")).replace(", in cents", "")


def _words(kind: Schema) -> str:
    return str(kind.get("description", ""))
