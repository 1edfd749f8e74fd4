"""Where a request comes from: a header that anybody can write is believed of the floor's own proxies only."""

import json
import logging
import re
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitboss.api.middleware.addresses import client_address, parse_address
from pitboss.floor.setup.config import ServerSetting
from pitboss.server.logs import _AsText, fields
from tests.api.served import PASSWORD, SLOW, config, serving

PROXIES = (ip_network("10.0.0.0/24"), ip_network("::1"))
FORGED = "9.9.9.9 status=200 who=administrator <script>alert(1)</script>"


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("203.0.113.7", "9.9.9.9", "203.0.113.7"),
        ("203.0.113.7", "", "203.0.113.7"),
        ("10.0.0.5", "", "10.0.0.5"),
        ("10.0.0.5", "9.9.9.9", "9.9.9.9"),
        ("10.0.0.5", "1.1.1.1, 9.9.9.9", "9.9.9.9"),
        ("10.0.0.5", "1.1.1.1, 9.9.9.9, 10.0.0.6", "9.9.9.9"),
        ("10.0.0.5", "10.0.0.6, 10.0.0.7", "10.0.0.5"),
        ("10.0.0.5", f"1.1.1.1, {FORGED}", "10.0.0.5"),
        ("10.0.0.5", f"{FORGED}, 9.9.9.9", "9.9.9.9"),
        ("10.0.0.5", "9.9.9.9:443", "10.0.0.5"),
        ("10.0.0.5", "fe80::1%status=200", "10.0.0.5"),
        ("10.0.0.5", "9" * 30_000, "10.0.0.5"),
        ("10.0.0.5", "2001:DB8:0:0::7", "2001:db8::7"),
        ("::ffff:10.0.0.5", "::ffff:9.9.9.9", "9.9.9.9"),
        ("::1", "9.9.9.9", "9.9.9.9"),
        ("::2", "9.9.9.9", "::2"),
        ("no address", "9.9.9.9", "unknown"),
        ("10.0.1.5", "9.9.9.9", "10.0.1.5"),
    ],
)
def test_only_proxies_are_believed_and_only_addresses(peer: str, forwarded: str, found: str) -> None:
    assert client_address(peer, forwarded, PROXIES) == found


@given(st.text(max_size=60), st.sampled_from(["10.0.0.5", "203.0.113.7"]))
def test_any_forwarding_header_gives_an_address(forwarded: str, peer: str) -> None:
    found = client_address(peer, forwarded, PROXIES)
    assert str(parse_address(found)) == found
    assert client_address(peer, forwarded, ()) == peer, "without proxies it is the peer"


def test_a_forged_header_from_loopback_changes_neither_limits_nor_record_nor_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pitboss.requests")
    with (
        serving(tmp_path, SLOW) as served,
        httpx.Client(base_url=served.url) as http,
    ):
        served.player("ann").close()
        body = {"name": "ann", "password": PASSWORD}
        answer = http.post("/api/session", json=body, headers={"X-Forwarded-For": FORGED})
        assert answer.status_code == 201
        seen = served.site.people.sessions.of("ann")
        assert {session.where for session in seen} == {"test-ann", "127.0.0.1"}
        attempts = [
            http.post(
                "/api/players",
                json={"name": f"p{number}", "password": "short"},
                headers={"X-Forwarded-For": f"9.9.9.{number}"},
            ).status_code
            for number in range(25)
        ]
        assert set(attempts) == {400, 429}, "another address in the header is no other place"
    lines = [_AsText().format(record) for record in caplog.records if record.message == "request"]
    assert any("route=/api/session" in line for line in lines)
    assert all(" where=127.0.0.1" in line for line in lines)
    assert not any("9.9.9" in line for line in lines)


def test_a_proxy_of_the_floor_is_believed_about_the_place_of_a_client(tmp_path: Path) -> None:
    floor = structs.replace(config(SLOW), server=ServerSetting(proxies=(ip_network("127.0.0.1"),)))
    with (
        serving(tmp_path, floor=floor) as served,
        httpx.Client(base_url=served.url) as http,
    ):
        served.player("ann").close()
        body = {"name": "ann", "password": PASSWORD}
        for said in ("1.1.1.1, 203.0.113.7", "203.0.113.7, x" + "x" * 3000):
            answer = http.post("/api/session", json=body, headers={"X-Forwarded-For": said})
            assert answer.status_code == 201
        places = {session.where for session in served.site.people.sessions.of("ann")}
        assert places == {"test-ann", "203.0.113.7", "127.0.0.1"}
        attempts = [
            http.post(
                "/api/players",
                json={"name": "p", "password": "short"},
                headers={"X-Forwarded-For": f"2001:db8::{number:x}"},
            ).status_code
            for number in range(25)
        ]
        assert set(attempts) == {400, 429}, "all addresses of one /64 are one place"


ODD = st.text(st.sampled_from('a=" \\\n\r\t\x00\u2028é'), max_size=12)


@given(ODD, ODD, ODD)
def test_no_value_of_a_text_log_can_pass_for_a_field(one: str, two: str, said: str) -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, said, None, None)
    record.__dict__.update(fields(where=one, who=two))
    line = _AsText().format(record)
    assert len(line.splitlines()) == 1
    assert line.isprintable()
    found = re.findall(r' (where|who)=("(?:[^"\\]|\\.)*"|[^ "=\\]+)', line)
    wanted = [(name, value) for name, value in (("where", one), ("who", two)) if value]
    assert [name for name, _ in found] == [name for name, _ in wanted]
    for (_, shown), (_, value) in zip(found, wanted, strict=True):
        assert (json.loads(shown) if shown.startswith('"') else shown) == value


def test_an_ordinary_value_stands_as_it_is() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "request", None, None)
    record.__dict__.update(fields(where="2001:db8::7", route="/api/tables/{table}/acts", status=200))
    line = _AsText().format(record)
    assert line.endswith("INFO request where=2001:db8::7 route=/api/tables/{table}/acts status=200")
    record.__dict__.update(fields(where=FORGED))
    assert _AsText().format(record).endswith(f'INFO request where="{FORGED}"')
