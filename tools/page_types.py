"""Writes the types of the API's answers for the pages: ``python -m tools.page_types``.

The OpenAPI schema is made from the same structs that the server answers with; each becomes an interface.
"""

from pathlib import Path
from typing import Any

from pitboss.api.app import routes
from pitboss.web import ROOT

PLACE = ROOT / "js" / "answers.d.ts"
_HEAD = "// What the API takes and answers, written from its schema by `python -m tools.page_types`.\n\n"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def written() -> str:
    """The types of the schema as it is now."""
    schema = routes().openapi_schema.to_schema()
    schemas: dict[str, Any] = schema["components"]["schemas"]
    return _HEAD + "\n".join(_interface(name, schemas[name]) for name in sorted(schemas))


def _interface(name: str, schema: dict[str, Any]) -> str:
    if schema.get("type") != "object" or "properties" not in schema:
        return f"export type {name} = {_type(schema)};\n"
    required = set(schema.get("required", ()))
    lines = [
        f"  {field}{'' if field in required else '?'}: {_type(kind)};"
        for field, kind in schema["properties"].items()
    ]
    return "\n".join([f"export interface {name} {{", *lines, "}", ""])


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    for kind in ("oneOf", "anyOf"):
        if kind in schema:
            return " | ".join(dict.fromkeys(_type(part) for part in schema[kind] if part))
    named = schema.get("type")
    if isinstance(named, list):
        return " | ".join(_type({**schema, "type": one}) for one in named)
    if named == "array":
        item = _type(schema.get("items", {}))
        return f"({item})[]" if " " in item else f"{item}[]"
    if named == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
    return _PLAIN.get(str(named), "unknown")


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if value is not None else "null"


if __name__ == "__main__":
    Path(PLACE).write_text(written(), encoding="utf-8")
