"""For whoever keeps the servers: metrics that Prometheus reads, and logs without cards, secrets or tokens."""

import asyncio
import json
import logging
import math
import re
import signal
from pathlib import Path

import httpx
import pytest

from pitboss.cards import DECK
from pitboss.client import Client, Refused, calls
from pitboss.messages import acts
from pitboss.server.logs import _AsJson, _AsText, fields
from pitboss.server.metrics import Counter, Histogram
from pitboss.store.open import open_journal
from tests.api.kills import PACE
from tests.api.noting import Players
from tests.api.processes import Servers
from tests.api.served import SLOW, Served, served_floor
from tests.api.test_tables import wait_for_round

_SAMPLE = re.compile(
    r'([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\+?[-0-9.e]+|\+Inf|NaN)'
)


def parse(text: str) -> dict[str, dict[str, float]]:
    """Every sample by name and labels; the text must be of the format, each metric with kind and words."""
    found: dict[str, dict[str, float]] = {}
    kinds: dict[str, str] = {}
    helped: set[str] = set()
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# HELP "):
            name = line.split()[2]
            assert name not in helped, "once for each metric"
            helped.add(name)
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            assert kind in ("counter", "gauge", "histogram")
            kinds[name] = kind
        else:
            match = _SAMPLE.fullmatch(line)
            assert match, line
            name = re.sub(r"_(bucket|sum|count)$", "", match[1]) if match[1] not in kinds else match[1]
            assert name in kinds
            assert name in helped
            assert kinds[name] != "counter" or name.endswith("_total")
            assert (match[2] or "") not in found.setdefault(match[1], {})
            found[match[1]][match[2] or ""] = float(match[3])
    return found


served = served_floor(SLOW, scope="function")


def metrics(served: Served) -> dict[str, dict[str, float]]:
    headers = {"Authorization": f"Bearer {served.token('administrator')}"}
    answer = httpx.get(f"{served.url}/metrics", headers=headers)
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return parse(answer.text)


def test_the_metrics_tell_what_happens(served: Served) -> None:
    with served.player("ann") as ann:
        wait_for_round(ann, "MSS-1")
        before = metrics(served)
        bet = calls.act("MSS-1", acts.PlaceBet(box=1, bet="ante", amount="25.00"))
        ann.send(bet)
        ann.send(bet)
        with pytest.raises(Refused):
            ann.send(calls.act("MSS-1", acts.PlaceBet(box=1, bet="ante", amount="26.00")))
        after = metrics(served)
    for outcome in ("recorded", "repeated", "refused"):
        label = f'outcome="{outcome}"'
        assert after["pitboss_commands_total"][label] == before["pitboss_commands_total"].get(label, 0) + 1
    assert after["pitboss_tables"] == {
        'state="closed"': 0,
        'state="idle"': 0,
        'state="betting"': 5,
        'state="playing"': 0,
    }
    assert after["pitboss_journal_position"][""] > before["pitboss_journal_position"][""]
    assert after["pitboss_servers"] == {"": 1}
    assert after["pitboss_tables_dealt"] == {"": 5}
    assert after["pitboss_jackpots_pending"] == {
        f'link="{name}"': 0 for name in served.site.floor.link_names()
    }
    assert after["pitboss_http_requests_total"]['method="POST",status="409"'] == 1
    assert after["pitboss_ready"] == {"": 1}
    buckets = list(after["pitboss_append_seconds_bucket"].values())
    assert buckets == sorted(buckets)
    assert buckets[-1] == after["pitboss_append_seconds_count"][""] > 0


def test_metrics_are_for_whoever_may_read_them(served: Served) -> None:
    assert httpx.get(f"{served.url}/metrics").status_code == 401
    headers = {"Authorization": f"Bearer {served.token('dealer')}"}
    assert httpx.get(f"{served.url}/metrics", headers=headers).status_code == 403
    assert httpx.get(f"{served.url}/health").status_code == 200
    assert httpx.get(f"{served.url}/ready").status_code == 200


def test_a_server_that_is_about_to_stop_is_alive_and_not_ready(served: Served) -> None:
    served.site.drain()
    assert httpx.get(f"{served.url}/health").status_code == 200
    answer = httpx.get(f"{served.url}/ready")
    assert (answer.status_code, answer.json()["ready"]) == (503, False)
    with served.client() as nobody:
        assert list(nobody.follow_table("MSS-1")) == [], "a stream ends at once"
        assert len(nobody.send(calls.tables())) == 5, "what still comes is answered"


def test_labels_are_escaped_and_numbers_are_numbers() -> None:
    counts = Counter("pitboss_commands_total")
    counts.add(name='a "b" \\ c\nd')
    found = parse("\n".join(counts.lines()) + "\n")
    assert found == {"pitboss_commands_total": {'name="a \\"b\\" \\\\ c\\nd"': 1}}
    times = Histogram("pitboss_http_seconds")
    for seconds in (0.0001, 0.001, 0.3, 100.0):
        times.add(seconds)
    found = parse("\n".join(times.lines()) + "\n")
    assert found["pitboss_http_seconds_bucket"]['le="0.001"'] == 2, "the end of a bucket is in it"
    assert found["pitboss_http_seconds_bucket"]['le="0.25"'] == 2
    assert found["pitboss_http_seconds_bucket"]['le="+Inf"'] == found["pitboss_http_seconds_count"][""] == 4
    assert math.isclose(found["pitboss_http_seconds_sum"][""], 100.3011)


def test_a_request_has_an_id(served: Served) -> None:
    given = httpx.get(f"{served.url}/api/tables/none", headers={"X-Request-ID": "from-the-balancer.7"})
    assert given.headers["x-request-id"] == "from-the-balancer.7"
    for odd in ("", "a b", "x" * 65, "semi;colon"):
        made = httpx.get(f"{served.url}/health", headers={"X-Request-ID": odd}).headers["x-request-id"]
        assert re.fullmatch(r"[0-9a-f]{16}", made)


def test_the_log_of_played_rounds_holds_no_card_no_secret_and_no_token(tmp_path: Path) -> None:
    with Servers(tmp_path, "floor.db", 1, PACE, "--log", "json") as servers:
        (server,) = servers.all
        players = Players(servers.urls, ("3CP-1", "MLTH-1"))

        async def play() -> None:
            await players.sit_down()
            await players.more_rounds(2)
            await players.stop()

        asyncio.run(play())
        tokens = [client._http.headers["Authorization"].removeprefix("Bearer ") for client in players.clients]
        with Client(server.url) as nobody:
            with pytest.raises(Refused):
                nobody.send(calls.sign_in("dealer", "a wrong password of mine"))
            httpx.get(f"{server.url}/api/lab/3CP/advise?hand=As,Kd,2c")
        server.signal(signal.SIGTERM)
        assert server.exit_status() == 0
        said = server.said()
    log = [line for line in said.splitlines() if line.startswith("{")]
    lines = [json.loads(line) for line in log]
    requests = [line for line in lines if line["message"] == "request"]
    # A player who is stopped in the middle of a request may be gone before anybody knows who they are.
    acts = [line for line in requests if line["route"] == "/api/tables/{table}/acts"]
    acted = [line for line in acts if line["status"] < 300]
    assert {line["who"] for line in acted} == {bot.name for bot in players.bots}
    assert {line["command"] for line in acted} == {"acts in the round"}
    assert {line["about"].partition("/")[0] for line in acted} == {"table"}
    assert all(line["request"] and line["milliseconds"] >= 0 and line["status"] for line in requests)
    signed_in = [line for line in requests if "signed_in" in line]
    assert {line["where"] for line in signed_in} == {"127.0.0.1"}
    refused = [line for line in requests if line["status"] == 401]
    assert [line["code"] for line in refused] == ["sign_in_refused", "not_signed_in"]
    text = "\n".join(log)
    with open_journal(tmp_path / "floor.db", read_only=True) as journal:
        record = b"".join(event.data for event in journal.read_all(0, 10**6)).decode()
    assert any(f'"{card}"' in record for card in DECK), "cards were dealt"
    words = set(re.findall(r"[A-Za-z0-9]+", text))
    assert words.isdisjoint(map(str, DECK))
    secrets = re.findall(r"^  \S+ +(\S+-\S+-\S+-\S+)", said, re.M)
    assert len(secrets) == 9
    for secret in (*tokens, *secrets, "a wrong password of mine"):
        assert secret not in text
    assert not re.search(r"[A-Za-z0-9_-]{43}", text), "nothing as long as a token or a key"


@pytest.mark.parametrize("form", [_AsJson(), _AsText()])
def test_a_defect_is_logged_without_what_it_quotes(form: _AsJson | _AsText) -> None:
    try:
        raise AssertionError("the deck is As Kd 2c")
    except AssertionError as error:
        found = logging.LogRecord("x", logging.ERROR, "", 0, "defect", None, (type(error), error, None))
        found.exc_info = (type(error), error, error.__traceback__)
    found.__dict__.update(fields(request="abc", who=""))
    line = form.format(found)
    assert "AssertionError" in line
    assert "test_operations.py:" in line
    assert "abc" in line
    assert "who" not in line
    assert "As Kd" not in line
