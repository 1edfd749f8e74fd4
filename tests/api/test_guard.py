"""What is not even looked at: wrong hosts, pages of other sites, other than JSON, and what never arrives."""

import asyncio
import json
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from uvicorn.server import ServerState

from pitboss.api.middleware import connections, guard
from pitboss.api.middleware.connections import LimitedConnection, PlaceConnections, connection_limits
from pitboss.api.middleware.guard import Guard, split_host
from pitboss.api.serving import _show_opening, uvicorn_config
from pitboss.floor.setup.config import FloorConfig, ServerSetting
from tests.api.served import PASSWORD, SLOW, Served, config, served_floor, serving
from tests.api.test_bad_requests import posts
from tests.waiting import async_until, until

PATIENCE = 30.0


def _named() -> FloorConfig:
    return structs.replace(config(SLOW), server=ServerSetting(hosts=("floor.example.com",)))


served = served_floor(floor=_named)


@pytest.fixture(scope="module")
def http(served: Served) -> Iterator[httpx.Client]:
    served.player("ann").close()
    with httpx.Client(base_url=served.url, timeout=PATIENCE) as client:
        yield client


def fault(answer: httpx.Response) -> tuple[int, str]:
    found = answer.json()["error"]
    assert found["message"]
    return answer.status_code, found["code"]


@pytest.mark.parametrize("path", ["/health", "/api/tables", "/", "/nowhere"])
@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("localhost", True),
        ("LocalHost:8000", True),
        ("127.0.0.1:1", True),
        ("[::1]:8000", True),
        ("floor.example.com", True),
        ("floor.example.com:443", True),
        ("evil.example", False),
        ("evil.example:8000", False),
        ("127.0.0.1.evil.example", False),
        ("localhost@evil.example", False),
        ("evil.example@localhost", False),
        ("localhost/evil.example", False),
        ("10.9.8.7", False),
        ("[::2]", False),
        (":8000", False),
    ],
)
def test_a_server_answers_to_its_own_names_only(http: httpx.Client, path: str, host: str, here: bool) -> None:
    answer = http.get(path, headers={"Host": host})
    if here:
        assert answer.status_code == (404 if path == "/nowhere" else 200)
    else:
        assert fault(answer) == (421, "wrong_host")


@pytest.mark.parametrize(
    ("bound", "reached", "host", "here"),
    [
        ("0.0.0.0", "192.0.2.5", "192.0.2.5:8000", True),
        ("0.0.0.0", "192.0.2.5", "192.0.2.6", False),
        ("0.0.0.0", "192.0.2.5", "0.0.0.0", False),
        ("::", "2001:db8::5", "[2001:DB8:0::5]", True),
        ("::", "::ffff:192.0.2.5", "192.0.2.5", True),
        ("floor.lan", "192.0.2.5", "floor.lan", True),
        ("floor.lan", "192.0.2.5", "floor.lan.evil.example", False),
    ],
)
def test_probes_by_the_address_that_they_reach_are_answered(
    bound: str, reached: str, host: str, here: bool
) -> None:
    scope = {"server": (reached, 8000), "headers": [(b"host", host.encode())], "method": "GET"}
    found = Guard(Mock(), (), bound)._refusal(
        scope | {"http_version": "1.1"},
        guard.Headers(scope["headers"]),  # type: ignore[arg-type]
    )
    assert (found is None) == here


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_host_header_is_read_as_a_name_or_as_none(one: str, two: str) -> None:
    name, port = split_host(f"{one}:{two}".encode())
    assert name == "" or not set(name) & set("@/?#[]% \\")
    assert port is None or 0 <= port < 100_000


def test_a_request_names_one_host(served: Served) -> None:
    for head, status in (
        ("GET /health HTTP/1.1\r\n", 400),
        ("GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n", 400),
        ("GET /health HTTP/1.0\r\n", 200),
        ("GET /health HTTP/1.0\r\nHost: evil.example\r\n", 421),
    ):
        with raw(served) as wire:
            wire.sendall(f"{head}Connection: close\r\n\r\n".encode())
            assert status_of(rest(wire)) == status, head


FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "https://127.0.0.1"},
    {"Origin": "file://"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:3000"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_no_page_of_another_site_signs_anybody_in_or_changes_anything(
    served: Served, http: httpx.Client, headers: dict[str, str]
) -> None:
    before = served.site.journal.last_position()
    for path in ("/api/session", "/api/players", "/api/enrolment", "/api/tables/3CP-1/acts"):
        body = {"name": "ann", "password": PASSWORD}
        assert fault(http.post(path, json=body, headers=headers)) == (403, "wrong_origin")
    assert fault(http.delete("/api/session", headers=headers)) == (403, "wrong_origin")
    assert served.site.journal.last_position() == before
    assert http.get("/api/tables", headers=headers).status_code == 200, "what only asks changes nothing"


def test_a_page_of_ours_and_a_program_sign_in(served: Served, http: httpx.Client) -> None:
    body = {"name": "ann", "password": PASSWORD}
    for headers in (
        {"Origin": served.url},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://floor.example.com"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://floor.example.com", "Host": "floor.example.com"},
        {"Origin": "https://floor.example.com:8443", "Host": "floor.example.com:8443"},
        {},
    ):
        assert http.post("/api/session", json=body, headers=headers).status_code == 201, headers
    bearer = {"Authorization": f"Bearer {served.sign_in('ann')}", "Origin": "https://tool.example"}
    assert http.delete("/api/session", headers=bearer).status_code == 204


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json", ""]
)
def test_every_body_is_json_and_says_so(served: Served, http: httpx.Client, kind: str) -> None:
    before = served.site.journal.last_position()
    body = json.dumps({"name": "ann", "password": PASSWORD}).encode()
    headers = {"Content-Type": kind} if kind else {}
    found = posts(served)
    assert "/api/session" in found
    for path in found:
        assert fault(http.post(path, content=body, headers=headers)) == (415, "unsupported_media_type"), path
    assert served.site.journal.last_position() == before


def test_json_with_a_character_set_is_json(http: httpx.Client) -> None:
    body = json.dumps({"name": "ann", "password": PASSWORD}).encode()
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert http.post("/api/session", content=body, headers=headers).status_code == 201


def test_a_query_with_a_body_is_refused(http: httpx.Client) -> None:
    answer = http.request("GET", "/api/tables", content=b"{}", headers={"Content-Type": "application/json"})
    assert fault(answer) == (400, "bad_request")


def test_every_answer_is_of_its_type_and_only_files_of_the_build_are_kept(
    served: Served, http: httpx.Client
) -> None:
    for path, status in (
        ("/api/tables", 200),
        ("/api/session", 401),
        ("/api/tables/none", 404),
        ("/nowhere", 404),
        ("/health", 200),
        ("/ready", 200),
        ("/metrics", 401),
        ("/schema/openapi.json", 200),
        ("/api/links/mega/stream?none", 200),
    ):
        with http.stream("GET", path) as answer:
            assert answer.status_code == status
            assert answer.headers.get_list("cache-control") == ["no-store"], path
            assert answer.headers.get_list("x-content-type-options") == ["nosniff"], path
    signed_in = http.post("/api/session", json={"name": "ann", "password": PASSWORD})
    assert signed_in.headers["cache-control"] == "no-store"
    shell = http.get("/")
    assert shell.headers.get_list("cache-control") == ["no-cache"]
    script = next(part for part in shell.text.split('"') if part.startswith("/web/") and ".js" in part)
    kept = http.get(script)
    assert kept.headers.get_list("cache-control") == ["public, max-age=31536000, immutable"]
    assert kept.headers.get_list("x-content-type-options") == ["nosniff"]
    refused = http.get("/health", headers={"Host": "evil.example"})
    assert refused.headers["cache-control"] == "no-store"
    assert refused.headers["x-content-type-options"] == "nosniff"
    assert "server" not in refused.headers


def raw(served: Served) -> socket.socket:
    address = httpx.URL(served.url)
    return socket.create_connection((address.host, address.port or 0), PATIENCE)


def rest(wire: socket.socket) -> bytes:
    """All that comes until the server hangs up; it must, within the test's patience."""
    found = b""
    while data := wire.recv(65536):
        found += data
    return found


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer else 0


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second for what takes ten and twenty; a refusal is held back for longer than that."""
    monkeypatch.setattr(LimitedConnection, "head_seconds", 0.5)
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.5)


POST = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
FOREIGN_POST = POST + b"Origin: https://evil.example\r\nContent-Length: 100\r\n\r\n{"
HALF = {
    "nothing": (b"", 0),
    "blank lines": (b"\r\n\r\n", 0),
    "half a line": (b"GET /hea", 408),
    "half of the headers": (b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: b", 408),
    "half a body": (POST + b'Content-Length: 100\r\n\r\n{"name": "a', 408),
    "half a chunk": (POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{", 408),
    "no request": (b"\x16\x03\x01\x00\x00\r\n\r\n", 400),
}


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize("half", HALF)
def test_a_half_sent_request_is_not_waited_for(served: Served, half: str) -> None:
    sent, status = HALF[half]
    with raw(served) as wire:
        wire.sendall(sent)
        answer = rest(wire)
        assert status_of(answer) == status
        if status:
            head, _, body = answer.partition(b"\r\n\r\n")
            assert json.loads(body)["error"]["message"]
            assert b"nosniff" in head
            assert b"no-store" in head


@pytest.mark.usefixtures("hurry")
def test_one_byte_after_the_other_is_as_slow(served: Served) -> None:
    with raw(served) as wire:
        for byte in b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + b"a" * 10_000:
            try:
                wire.sendall(bytes([byte]))
            except OSError:
                break
            time.sleep(0.01)
            if wire_closed(wire):
                break
        else:
            raise AssertionError("it was waited for")


def wire_closed(wire: socket.socket) -> bool:
    wire.settimeout(0)
    try:
        return not wire.recv(65536, socket.MSG_PEEK) or True
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        wire.settimeout(PATIENCE)


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize("more", [b"GET /he", b"\r\n", b"\r\n\r\n\r\n"])
def test_a_connection_that_was_answered_is_not_kept_by_half_a_request(served: Served, more: bytes) -> None:
    with raw(served) as wire:
        wire.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert status_of(wire.recv(65536)) == 200
        wire.sendall(more)
        assert status_of(rest(wire)) == (408 if more == b"GET /he" else 0)


@pytest.mark.usefixtures("hurry")
def test_the_rest_of_a_refused_body_keeps_no_connection(served: Served) -> None:
    with raw(served) as wire:
        wire.sendall(FOREIGN_POST)
        assert status_of(wire.recv(65536)) == 403
        wire.sendall(b"more")
        rest(wire)


@pytest.mark.usefixtures("hurry")
def test_an_answer_that_takes_its_time_is_not_cut_short(served: Served) -> None:
    with httpx.Client(base_url=served.url, timeout=PATIENCE) as http:
        wrong = http.post("/api/session", json={"name": "nobody", "password": "a wrong password"})
        assert fault(wrong) == (401, "sign_in_refused")


def test_headers_without_end_are_refused(served: Served) -> None:
    with raw(served) as wire:
        wire.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
        sent = 0
        with suppress(ConnectionError):
            while sent < 100 * connections.MOST_HEAD:
                sent += wire.send(b"X-More: " + b"a" * 8000 + b"\r\n")
        assert sent < 100 * connections.MOST_HEAD
    assert httpx.get(f"{served.url}/health", headers={"X-Some": "a" * 10_000}).status_code == 200


def test_a_client_that_does_not_read_its_answer_is_let_go() -> None:
    async def stall() -> None:
        class Hasty(LimitedConnection):
            stall_seconds = 0.01

        site = Mock(config=Mock(server=ServerSetting()))
        settings = uvicorn_config(site, "127.0.0.1", 0)
        protocol = Hasty(config=settings, server_state=ServerState(), app_state={})
        transport: Any = Mock(get_extra_info=lambda name: None)
        protocol.connection_made(transport)
        protocol.pause_writing()
        protocol.resume_writing()
        await asyncio.sleep(0.03)
        transport.abort.assert_not_called()
        protocol.pause_writing()
        await async_until(lambda: transport.abort.called, "the connection is given up")
        transport.abort.assert_called_once()
        protocol.connection_lost(None)

    asyncio.run(stall())


def test_one_place_has_half_of_the_connections_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 6)
    with serving(tmp_path, SLOW) as served:
        kept = [raw(served) for _ in range(3)]
        with closing(raw(served)) as one_more:
            assert hung_up(one_more)
        assert not any(map(wire_closed, kept))
        kept.pop().close()

        def again() -> bool:
            with closing(raw(served)) as wire:
                try:
                    wire.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    return status_of(rest(wire)) == 200
                except OSError:
                    return False

        until(again, "a connection is answered again")
        for wire in kept:
            wire.close()


def hung_up(wire: socket.socket) -> bool:
    try:
        return wire.recv(1) == b""
    except ConnectionResetError:
        return True


def test_places_are_counted_by_network_and_proxies_are_not() -> None:
    places = PlaceConnections(2, (ip_network("10.0.0.0/24"),))
    assert [places.enter("10.0.0.5") for _ in range(9)] == [""] * 9
    first = places.enter("2001:db8::1")
    assert first
    assert places.enter("2001:db8::2") == first, "one customer"
    assert places.enter("2001:db8::3") is None
    assert places.enter("2001:db8:0:1::3")
    places.leave(first)
    assert places.enter("2001:db8::3") == first
    for place in (first, first, ""):
        places.leave(place)
    assert first not in places._open


def test_there_are_no_more_connections_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    for soft, most in ((1024, 824), (10**6, 10_000), (resource.RLIM_INFINITY, 10_000), (100, 1)):
        monkeypatch.setattr(resource, "getrlimit", lambda kind, soft=soft: (soft, soft))
        assert connection_limits(()).most == most


@pytest.mark.parametrize("path", ["/health", "/ready", "/api/tables", "/schema/openapi.json", "/"])
def test_head_is_answered_like_get_without_a_body(http: httpx.Client, path: str) -> None:
    """Load balancers and monitors ask so."""
    whole, head = http.get(path), http.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert http.get(path).status_code == 200, "the connection is still of use"


def test_head_of_a_stream_and_of_what_only_takes_changes_is_refused(http: httpx.Client) -> None:
    for path in ("/api/links/spade/stream", "/api/players"):
        assert http.head(path).status_code == 405, path


@pytest.mark.parametrize(("host", "others"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_a_floor_opened_to_other_machines_says_that_they_sign_in_by_https(
    served: Served, capsys: pytest.CaptureFixture[str], host: str, others: bool
) -> None:
    _show_opening(served.site, host, 8000)
    assert ("sign in by https" in capsys.readouterr().out) == others
