"""All that is public: Python, commands, their JSON, the API, round files, sheet files, events and exports."""

import contextlib
import hashlib
import io
import json
from collections.abc import Iterator
from itertools import chain
from typing import Any, get_args

from pitboss.api.app import routes
from pitboss.cli.arguments import command_parser
from pitboss.cli.main import run
from pitboss.export.columns import TABLES
from pitboss.floor.aggregates import floor_registry
from pitboss.records import steps
from pitboss.refusal_codes import RefusalCode
from pitboss.sheets.library import rounds_folder
from pitboss.sheets.meanings import clauses_schema, sheet_schema
from tools.compatibility.python_names import python_names
from tools.documents.cli import subparsers

_WORDS = ("description", "summary", "title", "examples", "operationId", "tags")
"""Parts of a schema that say nothing about what is sent."""


def surface() -> dict[str, str]:
    """Everything public by its name, each with its signature; what is long stands as a digest."""
    found = chain(python_names(), _commands(), _json(), _operations(), _files(), _records(), _refusals())
    return dict(sorted(found))


def _commands() -> Iterator[tuple[str, str]]:
    for name in subparsers(command_parser([])).choices:
        taken = []
        for action in subparsers(command_parser([name])).choices[name]._actions:
            names = "|".join(action.option_strings) or action.dest
            value = f"={action.metavar}" if action.option_strings and action.metavar else ""
            choices = f" of {', '.join(map(str, action.choices))}" if action.choices else ""
            often = f" x {action.nargs}" if action.nargs else ""
            taken.append(f"{names}{value}{often}{choices}")
        yield f"command pitboss {name}", "; ".join(taken)


def _json() -> Iterator[tuple[str, str]]:
    """The keys of what commands print with ``--json``."""
    shipped = sorted(rounds_folder("rws-three-card-v3").glob("4.7_*.toml"))[0]
    asked = {
        "settle": [str(shipped)],
        "clauses": ["3CP"],
        "sheets": [],
        "advise": ["3CP", "--hand", "Qs,6d,4c"],
        "odds": ["3CP", "--bets", "ante=5,jackpot=5", "--meter", "80000"],
    }
    for command, arguments in asked.items():
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            assert run([command, *arguments, "--json"]) == 0, command
        yield f"json pitboss {command} --json", _digest(_shape(json.loads(out.getvalue())))


def _operations() -> Iterator[tuple[str, str]]:
    document = routes().openapi_schema.to_schema()
    schemas = document["components"]["schemas"]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            yield f"api {method.upper()} {path}", _digest(_whole(operation, schemas, ()))


def _files() -> Iterator[tuple[str, str]]:
    schema = sheet_schema()
    parts = schema["$defs"]
    for key, value in parts["Sheet"]["properties"].items():
        yield f"sheet file {key}", _digest(_whole(value, parts, ()))
    yield "sheet file clauses.toml", _digest(_whole(clauses_schema(), clauses_schema().get("$defs", {}), ()))
    for word in steps._READERS:
        yield f"round file step {word}", "a step"
    yield "round file arguments", " ".join(steps._ARGUMENTS)


def _records() -> Iterator[tuple[str, str]]:
    for entry in floor_registry().types():
        yield f"event {entry.kind}", f"version {entry.schema}"
    for name, columns in TABLES.items():
        yield f"export {name}", " ".join(f"{column.name}:{column.type}" for column in columns)


def _refusals() -> Iterator[tuple[str, str]]:
    for part in get_args(RefusalCode):
        for code in get_args(part) or (part,):
            yield f"refusal {code}", "a code"


def _whole(value: Any, schemas: dict[str, Any], within: tuple[str, ...]) -> Any:
    """A schema with what it refers to in place, and without words for readers."""
    if isinstance(value, list):
        return [_whole(each, schemas, within) for each in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        name = value["$ref"].rsplit("/", 1)[-1]
        return name if name in within else _whole(schemas[name], schemas, (*within, name))
    return {
        key: {name: _whole(each, schemas, within) for name, each in part.items()}
        if key == "properties"
        else _whole(part, schemas, within)
        for key, part in value.items()
        if key not in _WORDS
    }


def _shape(value: Any) -> Any:
    """The keys of JSON and the kinds of their values."""
    if isinstance(value, dict):
        return {key: _shape(each) for key, each in value.items()}
    if isinstance(value, list):
        return sorted({json.dumps(_shape(each), sort_keys=True) for each in value})
    return type(value).__name__


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=repr).encode()).hexdigest()[:16]
