"""A witness over HTTP, in the process of the test: its pages, its limits, and a sentence for everything."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.tlog.checkpoint import cosigned
from pitboss.tlog.note import parse_note
from pitboss.witness.cosigner import Cosigner
from pitboss.witness.serving import App
from pitboss.witness.submission import LARGEST, origin_hash
from tests.witness.signed_log import ORIGIN, SignedLog, make_cosigner

LOG = SignedLog()
FORK = SignedLog(salt=b"x", fork=5)
Calls = Callable[[httpx.AsyncClient], Awaitable[None]]


def called(cosigner: Cosigner, calls: Calls) -> None:
    async def run() -> None:
        transport = httpx.ASGITransport(App(cosigner, body_seconds=0.05))
        async with httpx.AsyncClient(transport=transport, base_url="http://witness") as http:
            await calls(http)

    asyncio.run(run())


def test_a_checkpoint_is_added_and_shown(tmp_path: Path) -> None:
    cosigner = make_cosigner(tmp_path, LOG)

    async def calls(http: httpx.AsyncClient) -> None:
        empty = await http.get(f"/{origin_hash(ORIGIN)}/checkpoint")
        assert empty.status_code == 404
        assert "nothing has been cosigned yet" in (await http.get("/")).text
        added = await http.post("/add-checkpoint", content=LOG.submission(0, 7))
        assert added.status_code == 200
        behind = await http.post("/add-checkpoint", content=LOG.submission(0, 9))
        assert (behind.status_code, behind.text) == (409, "7\n")
        assert behind.headers["content-type"] == "text/x.tlog.size"
        shown = await http.get(f"/{origin_hash(ORIGIN)}/checkpoint")
        assert cosigned(parse_note(shown.text), cosigner.key)
        assert added.text in shown.text
        assert (await http.get(f"/{origin_hash(ORIGIN)}/evidence")).text == "None.\n"
        page = (await http.get("/")).text
        assert re.search(r"^size      7$", page, re.MULTILINE)
        assert re.search(r"^cosigned  2027-01-15 08:00:00 UTC$", page, re.MULTILINE)
        assert cosigner.key.text() in page
        assert "CONFLICT" not in page

    called(cosigner, calls)


def test_a_conflict_is_on_the_page_and_its_notes_can_be_read(tmp_path: Path) -> None:
    async def calls(http: httpx.AsyncClient) -> None:
        await http.post("/add-checkpoint", content=LOG.submission(0, 7))
        refused = await http.post("/add-checkpoint", content=FORK.submission(7, 7))
        assert refused.status_code == 422
        await http.post("/add-checkpoint", content=FORK.submission(7, 9))
        page = (await http.get("/")).text
        assert "CONFLICT  the log has signed two histories (1)" in page
        assert "REFUSED   1 with a proof that did not hold" in page
        told = (await http.get(f"/{origin_hash(ORIGIN)}/evidence")).text
        assert told.index(FORK.note(7).write()) < told.index(FORK.note(9).write())

    called(make_cosigner(tmp_path, LOG), calls)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/add-checkpoint", 405),
        ("PUT", "/add-checkpoint", 405),
        ("POST", "/", 405),
        ("DELETE", "/", 405),
        ("GET", "/x", 404),
        ("GET", "/x/y", 404),
        ("GET", "//", 404),
        ("GET", "/checkpoint", 404),
        ("OPTIONS", "/add-checkpoint", 405),
        ("GET", "/x/checkpoint", 404),
        ("GET", "/x/evidence", 404),
        ("GET", f"/{origin_hash(ORIGIN)}/checkpoint/more", 404),
        ("GET", f"/{origin_hash(ORIGIN).upper()}/checkpoint", 404),
        ("HEAD", "/", 200),
    ],
)
def test_other_addresses_and_methods_are_answered_in_a_sentence(
    tmp_path: Path, method: str, path: str, status: int
) -> None:
    async def calls(http: httpx.AsyncClient) -> None:
        answer = await http.request(method, f"http://witness{path}")
        assert answer.status_code == status
        assert answer.headers["content-type"].startswith("text/plain")
        assert method == "HEAD" or answer.text.endswith(".\n")
        assert ("allow" in answer.headers) == (status == 405)

    called(make_cosigner(tmp_path, LOG), calls)


def test_a_body_that_is_too_long_or_too_late_is_cut_off(tmp_path: Path) -> None:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 10_000

    async def silent() -> AsyncIterator[bytes]:
        yield b"old 0\n"
        await asyncio.sleep(60)

    async def calls(http: httpx.AsyncClient) -> None:
        long = await http.post("/add-checkpoint", content=endless())
        assert long.status_code == 413
        assert str(LARGEST) in long.text
        late = await http.post("/add-checkpoint", content=silent())
        assert late.status_code == 408
        assert {answer.headers["connection"] for answer in (long, late)} == {"close"}

    called(make_cosigner(tmp_path, LOG), calls)


def test_a_state_that_is_gone_is_503_and_nothing_is_cosigned(tmp_path: Path) -> None:
    cosigner = make_cosigner(tmp_path, LOG)
    cosigner.state.path.unlink()

    async def calls(http: httpx.AsyncClient) -> None:
        for answer in (await http.get("/"), await http.post("/add-checkpoint", content=LOG.submission(0, 7))):
            assert answer.status_code == 503
            assert answer.text.endswith("nothing was cosigned.\n")

    called(cosigner, calls)


def test_a_defect_is_500_without_a_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cosigner = make_cosigner(tmp_path, LOG)

    def broken(body: bytes) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(cosigner, "add_checkpoint", broken)

    async def calls(http: httpx.AsyncClient) -> None:
        answer = await http.post("/add-checkpoint", content=LOG.submission(0, 7))
        assert (answer.status_code, answer.text) == (500, "The witness has a defect: nothing was cosigned.\n")

    called(cosigner, calls)


def test_a_client_that_goes_before_its_request_is_whole_is_not_answered(tmp_path: Path) -> None:
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    app = App(make_cosigner(tmp_path, LOG))
    asyncio.run(app({"type": "http", "method": "POST", "path": "/add-checkpoint"}, receive, send))
    asyncio.run(app({"type": "websocket"}, receive, send))
    assert sent == []
