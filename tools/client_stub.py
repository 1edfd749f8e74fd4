"""Writes the types of calls and acts for editors and type checkers: ``python -m tools.client_stub``.

The names of the arguments come from the table of calls, the types of a body's fields from its message, and
those of a query from the schema.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from pitboss.api.app import routes
from pitboss.client import calls
from pitboss.client.route import CALLS, Route
from pitboss.messages import acts, views
from tests.programs import ran

PLACE = Path(str(calls.__file__)).with_suffix(".pyi")
MADE = {module: Path(str(module.__file__)).with_suffix(".pyi") for module in (acts, views)}
_TABLES = {
    "MEANINGS": "dict[tuple[str, str], str]",
    "COMMANDS": "dict[type[Struct], type[Struct]]",
    "SOURCES": "dict[type[Struct], type[Struct]]",
}
_HEAD = '''"""Written from the table of calls by `python -m tools.client_stub`."""

from typing import Any, Literal

import msgspec

from pitboss.client.route import Call as Call
from pitboss.client.route import new_id as new_id
'''
_UNIONS = {
    frozenset(get_args(union)): (acts.__name__, name)
    for name, union in vars(acts).items()
    if isinstance(union, UnionType) and name.startswith("Any")
}
"""The acts of each kind, which are shown by the name of their union."""
_PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}


def written() -> str:
    """The types of the calls as they are now."""
    schema = routes().openapi_schema.to_schema()
    used = dict[str, set[str]]()
    lines = [_line(name, found, schema, used) for name, found in CALLS.items()]
    lines.append("def approve(read: ProposalNow, command_id: str | None = None) -> Call[ProposalDone]: ...")
    imports = [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(used.items())]
    return _tidy("\n".join([_HEAD.rstrip("\n"), *imports, "", *lines, ""]))


def made_written(module: ModuleType) -> str:
    """The types of the messages of a module that are made from others, as they are now."""
    used = dict[str, set[str]]()
    lines = [f"{name}: Final[{type_}]" for name, type_ in _TABLES.items() if hasattr(module, name)]
    for name, found in vars(module).items():
        if isinstance(found, type) and found.__module__ == module.__name__:
            lines += _class(name, found, used)
    for union, (where, name) in _UNIONS.items():
        if where == module.__name__:
            lines.append(f"{name} = {' | '.join(sorted(each.__name__ for each in union))}")
    used.pop(module.__name__, None)
    imports = [f"from {where} import {', '.join(sorted(names))}" for where, names in sorted(used.items())]
    head = '"""Written from what they are made of by `python -m tools.client_stub`."""'
    typing = ["from typing import Final, Literal", "", "from msgspec import Struct"]
    return _tidy("\n".join([head, "", *typing, "", *imports, "", *lines, ""]))


def _class(name: str, kind: type[msgspec.Struct], used: dict[str, set[str]]) -> Iterator[str]:
    yield f"class {name}(Struct, frozen=True, kw_only=True):"
    types = get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        default = "" if field.required else " = ..."
        yield f"    {field.name}: {_text(types[field.name], used)}{default}"
    if not types:
        yield "    ..."


def _tidy(text: str) -> str:
    for step in (["check", "--select", "I", "--fix"], ["format"]):
        text = _through_ruff(text, *step)
    return text


def _through_ruff(text: str, *words: str) -> str:
    command = [
        str(Path(sys.executable).with_name("ruff")),
        *words,
        "--quiet",
        "--stdin-filename",
        str(PLACE),
        "-",
    ]
    return ran(*command, input=text).stdout


def _line(name: str, found: Route[Any], schema: dict[str, Any], used: dict[str, set[str]]) -> str:
    row = found.operation
    arguments = ", ".join(_arguments(found, schema["paths"][row.path][row.method.lower()], used))
    return f"def {name}({arguments}) -> Call[{_text(row.answer, used)}]: ..."


def _arguments(found: Route[Any], operation: Any, used: dict[str, set[str]]) -> Iterator[str]:
    row = found.operation
    fields = get_type_hints(row.body) if row.body else {}
    query = {
        given["name"]: given["schema"] for given in operation.get("parameters", ()) if given["in"] == "query"
    }
    for name, parameter in found.__signature__.parameters.items():
        if name in row.in_path.values():
            type_ = "int" if name == "number" else "str"
        elif row.body and found.fields[name] in fields:
            type_ = _text(fields[found.fields[name]], used)
        else:
            type_ = _text(row.body, used) if row.body else _in_query(query[name])
        yield name + (
            f": {type_}" if parameter.default is parameter.empty else f": {_optional(type_)} = None"
        )


def _optional(type_: str) -> str:
    return type_ if type_.endswith("None") else f"{type_} | None"


def _in_query(schema: dict[str, Any]) -> str:
    kinds = [_PLAIN.get(str(part.get("type")), "") for part in (schema, *schema.get("oneOf", ()))]
    return next(filter(None, kinds), "str")


def _text(type_: Any, used: dict[str, set[str]]) -> str:
    """A type as it is written, noting what must be imported for it."""
    if type_ in (None, NoneType):
        return "None"
    if get_origin(type_) in (Union, UnionType):
        if found := _UNIONS.get(frozenset(get_args(type_))):
            used.setdefault(found[0], set()).add(found[1])
            return found[1]
        return " | ".join(_text(part, used) for part in get_args(type_))
    if get_origin(type_) is Literal:
        return f"Literal[{', '.join(map(repr, get_args(type_)))}]"
    if origin := get_origin(type_):
        return f"{origin.__name__}[{', '.join(_text(part, used) for part in get_args(type_))}]"
    if type_ is ...:
        return "..."
    if type_ is msgspec.Raw:
        return "msgspec.Raw"
    if type_.__module__ not in ("builtins", "typing"):
        used.setdefault(type_.__module__, set()).add(type_.__name__)
    return str(type_.__name__)


if __name__ == "__main__":
    for made, place in MADE.items():
        place.write_text(made_written(made), encoding="utf-8")
    PLACE.write_text(written(), encoding="utf-8")
