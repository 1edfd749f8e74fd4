"""Somebody without an account, or with one, who chooses the names in an address or a query.

Holds: nothing, or the session of a manager. Tries: names that a database does not take, that are SQL, paths,
formats or very long, at every address that takes one, on PostgreSQL. Expected: an answer below 500 each time,
nothing recorded, no connection of the server lost, and no word about the database even when it is away.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from pitboss.reason import because
from pitboss.store import Journal
from pitboss.store.errors import ConnectionLost
from tests.api.served import SLOW, Served, serving
from tests.store.samples import fill, to

HOSTILE = (
    "\0",
    "3CP-1\0",
    "\ud800",
    "'; DROP TABLE pitboss_events; --",
    "%s{0}$1",
    "../../etc/passwd",
    "\u202e\x1b[2J",
    "x" * 3000,
    "table/3CP-1",
    " ",
)


@pytest.fixture(scope="module")
def served(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    from tests.store.server import new_schema

    folder = tmp_path_factory.mktemp("names")
    with serving(folder, SLOW, url=new_schema(postgres_server)) as found:
        yield found


def addresses(served: Served, name: str) -> Iterator[str]:
    """Every address that is read, with this name wherever the schema takes a text."""
    text = quote(name.encode("utf-8", "surrogatepass"), safe="")
    paths: dict[str, Any] = httpx.get(f"{served.url}/schema/openapi.json").json()["paths"]
    for path, methods in paths.items():
        asked = methods.get("get", {}).get("parameters", ())
        texts = [
            found["name"] for found in asked if found["in"] == "query" and "string" in str(found["schema"])
        ]
        filled = re.sub(r"\{(\w+)\}", lambda found: "1" if found[1] == "number" else text, path)
        if "get" in methods and (filled != path or texts):
            yield filled + ("?" + "&".join(f"{one}={text}" for one in texts) if texts else "")


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_no_name_is_a_fault_of_ours(served: Served, name: str) -> None:
    journal = served.site.journal
    before = journal.last_position()
    connections = [id(db) for db in vars(vars(journal)["_readers"])["_idle"]]
    tried = 0
    for headers in ({}, {"Authorization": f"Bearer {served.token('regulator')}"}):
        with httpx.Client(base_url=served.url, headers=headers, timeout=60) as client:
            for address in addresses(served, name):
                with client.stream("GET", address) as answer:
                    assert answer.status_code < 500, (address, answer.read())
                tried += 1
    assert tried > 60
    opened = {event.kind for event in journal.read_all(before)}
    assert opened <= {"CommandRecorded", "SessionOpened"}
    assert [id(db) for db in vars(vars(journal)["_readers"])["_idle"]] == connections, "none was lost"


def test_a_name_that_no_stream_can_have_has_no_events(journal: Journal) -> None:
    fill(journal)
    for name in (
        "table/\0",
        "table/",
        "",
        "TABLE/1",
        "table/\ud800",
        "table/1 2026-01-01",
        "table/" + "x" * 201,
    ):
        assert list(journal.read_stream(name)) == []
        assert journal.head(name) is None
    assert journal.append([to("table/1", 20)]).first == 61


def test_the_place_of_an_unreachable_journal_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path, SLOW) as served:

        def away(*_: object, **__: object) -> None:
            raise ConnectionLost(
                because(
                    "error.given",
                    given="The connection to postgresql://10.0.0.7/floor broke (FATAL: no pg_hba.conf).",
                )
            )

        monkeypatch.setattr(served.site.journal, "read_stream", away)
        answer = httpx.get(f"{served.url}/api/tables/nowhere")
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "journal_unavailable"
    for word in ("10.0.0.7", "postgresql", "pg_hba", str(tmp_path)):
        assert word not in answer.text
    assert "10.0.0.7" in str([vars(record).get("pitboss") for record in caplog.records]), "the log says where"
