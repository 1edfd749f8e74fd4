"""The client without the server: what it loads, and the requests that its calls make."""

import pytest

from pitboss.client import calls
from pitboss.client.route import CALLS
from pitboss.messages.acts import SitDown
from tests.programs import python
from tools.client_stub import MADE, PLACE, made_written, written

SERVER = {"litestar", "uvicorn", "numpy", "cryptography", "sqlite3", "multiprocessing"}


def test_the_client_loads_commands_and_nothing_that_carries_them_out() -> None:
    code = (
        "import sys, pitboss.client as c, pitboss.client.calls; c.Client, c.AsyncClient; print(*sys.modules)"
    )
    loaded = python(code).split()
    assert {name.partition(".")[0] for name in loaded}.isdisjoint(SERVER)
    own = {name.removeprefix("pitboss.") for name in loaded if name.startswith("pitboss.")}
    assert {name.partition(".")[0] for name in own}.isdisjoint(
        {"api", "server", "training", "web", "witness"}
    )
    assert own.isdisjoint({"commands.executor", "floor.decide", "floor.service", "store.group_commit"})
    assert "floor.commands" in own


def test_arguments_are_given_in_order_or_by_name() -> None:
    first = calls.sit_down("3CP 1/a", 2, "ann", "an-id-of-ours")
    second = calls.sit_down(name="3CP 1/a", box=2, player="ann", command_id="an-id-of-ours")
    assert first == second
    assert first.path == "/api/tables/3CP%201%2Fa/seats"
    assert first.body == SitDown(id="an-id-of-ours", box=2, player="ann")


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
        CALLS["stand_up"]("3CP-1")
    with pytest.raises(TypeError, match="unexpected keyword argument 'chair'"):
        CALLS["stand_up"]("3CP-1", 1, chair=1)


def test_the_types_of_the_calls_are_those_of_the_table() -> None:
    assert written() == PLACE.read_text(encoding="utf-8"), "make types writes them anew"
    for module, place in MADE.items():
        assert made_written(module) == place.read_text(encoding="utf-8"), "make types writes them anew"
