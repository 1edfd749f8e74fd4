"""The client without the server: what it loads, and that its table of calls is what the server takes."""

import re
from collections.abc import Iterator
from typing import Any, get_args, get_origin

import pytest

from pitboss.api.app import routes
from pitboss.client import calls
from pitboss.client.route import Route
from pitboss.messages.tables import SitDown
from tests.client.stub import PLACE, ROUTES, operation_of, written
from tests.programs import python

SERVER = {"litestar", "uvicorn", "numpy", "cryptography", "sqlite3", "multiprocessing"}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return routes().openapi_schema.to_schema()


def test_the_client_loads_messages_and_nothing_of_the_server() -> None:
    code = (
        "import sys, pitboss.client as c, pitboss.client.calls; c.Client, c.AsyncClient; print(*sys.modules)"
    )
    done = python(code)
    loaded = done.split()
    assert {name.partition(".")[0] for name in loaded}.isdisjoint(SERVER)
    own = {name.split(".")[1] for name in loaded if name.startswith("pitboss.")}
    base = {"bet_names", "extras", "light_imports", "people", "reason", "refusal_codes", "tls"}
    assert own == base | {"client", "messages"}


@pytest.mark.parametrize("name", sorted(ROUTES))
def test_a_call_is_an_operation_of_the_server(name: str, schema: dict[str, Any]) -> None:
    route = ROUTES[name]
    operation = operation_of(route, schema)
    body = operation.get("requestBody")
    assert _named(body) == ({route.body.__name__} if route.body else set())
    if route.body is None:
        query = {given["name"] for given in operation.get("parameters", ()) if given["in"] == "query"}
        assert set(_arguments(route)) - set(re.findall(r"{(\w+)", route.path)) <= query
    answers = {code: answer for code, answer in operation["responses"].items() if code < "300"}
    assert set(_structs(route.answer)) <= _named(answers) | {"JobNow"}


def _arguments(route: Route[Any]) -> list[str]:
    return list(route.__signature__.parameters)


def _named(schema: Any) -> set[str]:
    """The components that a part of the schema refers to."""
    return set(re.findall(r"#/components/schemas/(\w+)", str(schema)))


def _structs(type_: Any) -> Iterator[str]:
    for part in get_args(type_) if get_origin(type_) else (type_,):
        if hasattr(part, "__struct_fields__"):
            yield part.__name__


def test_arguments_are_given_in_order_or_by_name() -> None:
    first = calls.sit_down("3CP 1/a", 2, "ann", "an-id-of-ours")
    second = calls.sit_down(name="3CP 1/a", box=2, player="ann", command_id="an-id-of-ours")
    assert first == second
    assert first.path == "/api/tables/3CP%201%2Fa/seats"
    assert first.body == SitDown("an-id-of-ours", 2, "ann")


def test_a_command_gets_an_id_of_its_own() -> None:
    one, other = calls.begin("3CP-1"), calls.begin("3CP-1")
    assert one.repeatable
    assert one.body.id != other.body.id


def test_a_query_has_what_was_given_only() -> None:
    assert calls.rounds().path == "/api/rounds"
    assert calls.rounds(void=False, limit=3).path == "/api/rounds?void=false&limit=3"
    assert calls.proposal("link/diamond/3").path == "/api/proposals/link/diamond/3"


def test_arguments_that_are_missing_or_unknown_are_told() -> None:
    with pytest.raises(TypeError, match="missing a required argument: 'box'"):
        ROUTES["stand_up"]("3CP-1")
    with pytest.raises(TypeError, match="unexpected keyword argument 'chair'"):
        ROUTES["stand_up"]("3CP-1", 1, chair=1)


def test_the_types_of_the_calls_are_those_of_the_table() -> None:
    assert written() == PLACE.read_text(encoding="utf-8"), "make types writes them anew"
