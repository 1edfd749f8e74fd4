"""Every body that a server takes, by its own schema: a valid one for each choice, and all of its fields."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

import msgspec
from litestar import Litestar

Where = tuple[str | int, ...]
Fields = list[tuple[Where, dict[str, Any]]]
SIGNATURES = ("confirm", "second")
"""Somebody else's name and password: a wrong one takes its time, so they are left out where they may be."""


class Case(NamedTuple):
    """A valid body for a route, and one field of it with its schema."""

    route: str
    body: dict[str, Any]
    where: Where
    field: dict[str, Any]

    @property
    def signed(self) -> bool:
        """Whether somebody's password would be looked at."""
        return any(name in self.body for name in (*SIGNATURES, "password", "proof"))

    def with_value(self, value: object) -> dict[str, Any]:
        """The body with another value in the field."""
        body = deepcopy(self.body)
        place: Any = body
        for step in self.where[:-1]:
            place = place[step]
        place[self.where[-1]] = value
        return body


def body_types(app: Litestar) -> dict[str, Any]:
    """The type of the body of each route that takes one."""
    return {
        route.path_format: handler.parsed_data_field.annotation
        for route in app.routes
        for handler in getattr(route, "route_handlers", ())
        if handler.parsed_data_field
    }


def cases(types: dict[str, Any]) -> Iterator[Case]:
    """Every field of every body, each in a body that is valid otherwise."""
    schemas, components = msgspec.json.schema_components(types.values())
    filler = _Filler(components)
    for route, schema in zip(types, schemas, strict=True):
        for body, fields in filler.values(schema):
            for where, field in fields:
                yield Case(route, body, where, field)


class _Filler:
    def __init__(self, components: dict[str, Any]) -> None:
        self._components = components

    def values(self, schema: dict[str, Any]) -> Iterator[tuple[Any, Fields]]:
        """Values of a schema, one for each choice in it, each with the fields in which it is the first."""
        if "$ref" in schema:
            yield from self.values(self._components[schema["$ref"].rpartition("/")[2]])
        elif "anyOf" in schema:
            for choice in schema["anyOf"]:
                if choice != {"type": "null"}:
                    yield from self.values(choice)
        elif schema.get("type") == "object":
            yield from self._objects(schema)
        elif schema.get("type") == "array":
            yield from self._arrays(schema)
        else:
            yield _leaf(schema), [((), schema)]

    def _objects(self, schema: dict[str, Any]) -> Iterator[tuple[Any, Fields]]:
        if "properties" not in schema:
            key = _leaf(schema.get("propertyNames", {"enum": ["ante"]}))
            for value, fields in self.values(schema["additionalProperties"]):
                yield {key: value}, _within(key, fields)
            return
        parts = {name: list(self.values(inner)) for name, inner in schema["properties"].items()}
        if {"password", "pin"} <= set(parts):
            del parts["pin"]
        needed = {name for name in parts if name not in SIGNATURES or name in schema.get("required", ())}
        whole = {name: found[0][0] for name, found in parts.items() if name in needed}
        yield whole, [both for name in whole for both in _within(name, parts[name][0][1])]
        for name, found in parts.items():
            for value, fields in found[1:] if name in needed else found:
                yield {**whole, name: value}, _within(name, fields)

    def _arrays(self, schema: dict[str, Any]) -> Iterator[tuple[Any, Fields]]:
        items = schema.get("prefixItems") or [schema["items"]]
        for value, fields in self.values(items[0]):
            yield [value] * max(len(items), schema.get("minItems", 1)), _within(0, fields)


def _within(step: str | int, fields: Fields) -> Fields:
    return [((step, *where), field) for where, field in fields]


def _leaf(schema: dict[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    if "examples" in schema:
        return schema["examples"][0]
    match schema["type"]:
        case "integer":
            return int(schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1))
        case "boolean":
            return True
        case "string":
            return "x" * max(1, schema.get("minLength", 1))
        case other:
            raise AssertionError(f"a body holds {other}")
