"""What every key of a sheet means, read from the docstrings of the model; and its JSON Schema for editors."""

import ast
import inspect
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss.refusal_list import OF_SHEETS
from pitboss.sheets import model
from pitboss.sheets import register as registers
from pitboss.sheets.form import is_clauses, type_of
from pitboss.sheets.model import Sheet
from pitboss.sheets.readings import POINTS
from pitboss.sheets.register import ClauseRegister

FORM_KEY: Final = "form"
FORM_MEANING: Final = (
    "The form in which the sheet is written, a whole number; without it, the newest that this Pitboss knows."
)


@cache
def meanings(kind: type) -> dict[str, str]:
    """The docstring of every field of a struct, its bases included; fields without one are not named."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        found |= _of_module(Path(inspect.getfile(each))).get(each.__name__, {}) if _is_ours(each) else {}
    return found


def plain(docstring: str) -> str:
    """A docstring as one line of text without its marks."""
    return " ".join(docstring.split()).replace("``", "`")


def sheet_schema() -> dict[str, Any]:
    """The JSON Schema of ``sheet.toml``. Lists of clauses are not required: a draft may lack them."""
    schema = _described(msgspec.json.schema(Sheet), Sheet)
    own = schema["$defs"]["Sheet"]["properties"]
    own[FORM_KEY] = {"type": "integer", "minimum": 1, "description": FORM_MEANING}
    own["refusals"]["propertyNames"] = {"enum": sorted(OF_SHEETS | {model.OTHER})}
    own["readings"]["additionalProperties"] = False
    own["readings"]["properties"] = {
        name: {
            "allOf": [{"$ref": "#/$defs/ReadingTaken"}],
            "description": f"{point.question}?",
            "properties": {"choice": {"enum": list(point.options), "description": _options(point.options)}},
        }
        for name, point in POINTS.items()
    }
    return schema | {"$schema": _DIALECT, "title": "A rule sheet (sheet.toml)"}


def clauses_schema() -> dict[str, Any]:
    """The JSON Schema of ``clauses.toml``."""
    schema = _described(msgspec.json.schema(ClauseRegister), registers.RegisteredClause)
    schema["propertyNames"] = {"pattern": r"^[0-9]{1,3}(\.[0-9]{1,3}){1,8}$"}
    return schema | {"$schema": _DIALECT, "title": "A clause register (clauses.toml)"}


_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def _described(schema: dict[str, Any], root: type) -> dict[str, Any]:
    """The schema with the meaning of every key, and without demanding clauses."""
    for name, definition in schema["$defs"].items():
        kind: Any = getattr(model, name, None) or root
        means = meanings(kind)
        lists = {field.name for field in msgspec.structs.fields(kind) if is_clauses(type_of(field.type))}
        for key, entry in definition["properties"].items():
            if key in means:
                entry["description"] = plain(means[key])
        definition["required"] = [key for key in definition.get("required", ()) if key not in lists]
        definition["description"] = plain(kind.__doc__ or "")
    _let_lists_be_empty(schema)
    return schema


def _let_lists_be_empty(schema: object) -> None:
    """Take the demand for one clause at least from every list of clauses, wherever it is."""
    inner: Iterable[object] = ()
    if isinstance(schema, dict):
        if schema.get("type") == "array" and "pattern" in (schema.get("items") or {}):
            schema.pop("minItems", None)
        inner = schema.values()
    elif isinstance(schema, list):
        inner = schema
    for each in inner:
        _let_lists_be_empty(each)


def _options(options: dict[str, str]) -> str:
    return "; ".join(f"{name}: {says}" for name, says in options.items())


def _is_ours(kind: type) -> bool:
    return kind.__module__.startswith("pitboss.")


@cache
def _of_module(path: Path) -> dict[str, dict[str, str]]:
    """The docstrings below the fields of every class of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {each.name: _of_class(each) for each in tree.body if isinstance(each, ast.ClassDef)}


def _of_class(definition: ast.ClassDef) -> dict[str, str]:
    found = {}
    for entry, below in zip(definition.body, definition.body[1:], strict=False):
        if isinstance(entry, ast.AnnAssign) and isinstance(entry.target, ast.Name):
            said = below.value if isinstance(below, ast.Expr) else None
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                found[entry.target.id] = said.value
    return found
