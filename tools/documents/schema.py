"""Words for the types of the OpenAPI schema."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pitboss.api.app import routes

Schema = Mapping[str, Any]


@cache
def schema() -> Schema:
    """The schema as the API's structs make it."""
    return routes().openapi_schema.to_schema()


def word(kind: Schema, messages: str = "messages.md") -> str:
    """A type in a few words, with a link to its message; ``messages`` is the page of the messages."""
    if "$ref" in kind:
        name = str(kind["$ref"]).rpartition("/")[2]
        return f"[{name}]({messages}#{name.lower()})"
    if "const" in kind:
        return f"`{kind['const']}`"
    if "enum" in kind:
        return " or ".join(f"`{value}`" for value in kind["enum"])
    for several in ("oneOf", "anyOf"):
        if several in kind:
            return " or ".join(dict.fromkeys(word(each, messages) for each in kind[several] if each))
    named = kind.get("type")
    if isinstance(named, list):
        return " or ".join(word({**kind, "type": each}, messages) for each in named)
    if named == "array":
        return f"list of {word(kind.get('items', {}), messages)}"
    if named == "object":
        values = kind.get("additionalProperties")
        return f"by name, {word(values, messages)}" if isinstance(values, Mapping) else "object"
    plain = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}
    return plain.get(str(named), str(named) if named else "any")
