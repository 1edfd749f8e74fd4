"""``pitboss witness`` as it is run: processes, signals, power cuts, and what it says at its start."""

import re
import signal
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from pitboss.cli.main import run
from pitboss.tlog.note import NoteKey, parse_note_key
from pitboss.witness.client import Behind, CosignatureRefused, VerifiedCosignature, Witness, ask
from pitboss.witness.serving import App, TimedConnection
from tests.programs import python, ran
from tests.test_layers import HEAVY
from tests.waiting import PATIENCE, at_once, started
from tests.witness.running import arguments, running
from tests.witness.signed_log import SignedLog, make_cosigner

LOG = SignedLog(200)
FORK = SignedLog(200, salt=b"x", fork=1)


def submit(witness: Witness, log: SignedLog, old: int, size: int) -> object:
    return ask(witness, log.note(size), old, log.proof(old, size))


def test_it_cosigns_is_killed_and_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, keys=(LOG.key,)) as first:
        assert isinstance(submit(first.witness, LOG, 0, 7), VerifiedCosignature)
        assert first.end(signal.SIGKILL) != 0
    other = SignedLog(origin="second.example/log")
    with running(tmp_path, keys=(LOG.key, other.key)) as second:
        assert second.witness.key == first.witness.key
        assert "size      7" in second.said
        assert submit(second.witness, FORK, 0, 9) == Behind(7)
        assert isinstance(submit(second.witness, FORK, 7, 9), CosignatureRefused)
        assert isinstance(submit(second.witness, LOG, 7, 9), VerifiedCosignature)
        assert isinstance(submit(second.witness, other, 0, 3), VerifiedCosignature)
        assert httpx.get(second.url).text.count("\nLog ") == 2
        assert second.end() == 0
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"w.db": 0o600, "w.pem": 0o600}


def test_two_processes_on_one_state_cosign_one_history(tmp_path: Path) -> None:
    with running(tmp_path, keys=(LOG.key,)) as one, running(tmp_path, keys=(LOG.key,)) as two:
        assert isinstance(submit(one.witness, LOG, 0, 1), VerifiedCosignature)
        cosigned: list[tuple[int, bool]] = []

        def race(witness: Witness, log: SignedLog, step: int) -> None:
            size = 1
            for _ in range(8):
                outcome = submit(witness, log, size, min(200, size + step))
                if isinstance(outcome, Behind):
                    size = outcome.size
                elif isinstance(outcome, VerifiedCosignature):
                    size += step
                    cosigned.append((size, log is FORK))

        at_once(
            *(
                partial(race, witness, log, step)
                for step, witness in enumerate((one.witness, two.witness), 1)
                for log in (LOG, FORK)
            )
        )
        assert len({forked for _, forked in cosigned}) == 1
        assert len({size for size, _ in cosigned}) == len(cosigned)
        page = httpx.get(one.url).text
        assert f"size      {max(size for size, _ in cosigned)}\n" in page


def test_headers_that_do_not_arrive_end_the_connection(tmp_path: Path) -> None:
    class Impatient(TimedConnection):
        head_seconds = 0.05

    with in_thread(tmp_path, http=Impatient) as (_, address):
        for begun in (b"", b"GET / HTTP/1.1\r\nX: ", b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000):
            with socket.create_connection(address, PATIENCE) as connection:
                try:
                    connection.sendall(begun)
                    assert connection.recv(1) == b""
                except (ConnectionResetError, BrokenPipeError):
                    continue
        assert httpx.get(f"http://127.0.0.1:{address[1]}/").status_code == 200


def test_a_witness_that_stops_answers_what_it_no_longer_waits_for(tmp_path: Path) -> None:
    """The body of a checkpoint does not come."""
    with (
        in_thread(tmp_path, timeout_graceful_shutdown=1) as (server, address),
        socket.create_connection(address, PATIENCE) as connection,
    ):
        head = ("POST /add-checkpoint HTTP/1.1", "Host: w", "Content-Length: 9", "Expect: 100-continue")
        connection.sendall("\r\n".join([*head, "", ""]).encode())
        assert b" 100 Continue" in connection.recv(100), "it waits for the body"
        server.should_exit = True
        answer = HTTPResponse(connection)
        answer.begin()
        assert (answer.status, answer.read()[:18]) == (503, b"The witness stops,")


@contextmanager
def in_thread(folder: Path, **how: Any) -> Iterator[tuple[uvicorn.Server, Any]]:
    """A witness in a thread of the test, with settings of uvicorn's; and its address."""
    app = App(make_cosigner(folder, LOG))
    server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="critical", **how))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        running = started(lambda: server.run(sockets=[listening]))
        try:
            yield server, listening.getsockname()
        finally:
            server.should_exit = True
            running.result(PATIENCE)


def shown(capsys: pytest.CaptureFixture[str], *command: str) -> tuple[int, str, str]:
    status = run(list(command))
    found = capsys.readouterr()
    return status, found.out, found.err


def test_it_shows_its_key_and_the_logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = shown(capsys, *arguments(tmp_path), "--show")
    assert status == 0
    assert "No log is watched" in out
    (vkey,) = re.findall(r"^Key     (\S+)$", out, re.MULTILINE)
    key = parse_note_key(vkey)
    assert (key.name, key.algorithm) == ("regulator.example/w1", 4)
    file = tmp_path / "logs"
    renewed = SignedLog(seed=2)
    file.write_text(f"# the floors\n\n{LOG.key.text()}\n{renewed.key.text()}\n", "utf-8")
    status, out, _ = shown(capsys, *arguments(tmp_path), "--show", "--logs", str(file))
    assert status == 0
    assert vkey in out
    assert out.count("Log ") == 1, "two keys of one log"
    assert out.count("\nkey ") == 2


def test_a_key_without_its_state_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, *arguments(tmp_path), "--show")[0] == 0
    (tmp_path / "w.db").unlink()
    status, _, err = shown(capsys, *arguments(tmp_path), "--show")
    assert status == 2
    assert "bring that state back" in err
    (tmp_path / "w.pem").unlink()
    assert shown(capsys, *arguments(tmp_path), "--show")[0] == 0, "with a new key it begins anew"


def test_a_new_key_goes_on_from_the_same_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, *arguments(tmp_path), "--show")[0] == 0
    (tmp_path / "w.pem").rename(tmp_path / "old.pem")
    assert shown(capsys, *arguments(tmp_path), "--show")[0] == 0
    (tmp_path / "old.pem").rename(tmp_path / "w.pem")
    assert shown(capsys, *arguments(tmp_path), "--show")[0] == 0, "the old one is known as well"


BAD: list[tuple[list[str], str]] = [
    (["--log", "nonsense"], "is not a verifier key"),
    (["--log", LOG.key.text().replace("+", "+0", 1)], "eight hexadecimal digits"),
    (["--log", NoteKey("a", 2, bytes(32)).text()], "0x02"),
    (["--logs", "no/such/file"], "cannot be read"),
    (["--name", "two words"], "a space or a plus"),
    (["--state", "no/such/folder/w.db"], "cannot be used"),
    (["--key", "no/such/folder/w.pem"], "No signing key can be made"),
]


@pytest.mark.parametrize(("more", "says"), BAD, ids=lambda value: str(value)[:30])
def test_options_that_cannot_be_are_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], says: str
) -> None:
    status, out, err = shown(capsys, *arguments(tmp_path), "--show", *more)
    assert (status, out) == (2, "")
    assert says in err
    assert err.startswith("pitboss: ")


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = ran(sys.executable, "-m", "pitboss", *arguments(tmp_path), "--port", port, check=False)
    assert done.returncode != 0
    assert "in use" in done.stderr
    assert "Traceback" not in done.stderr


def test_it_imports_nothing_heavy() -> None:
    code = "import sys, pitboss.cli.witness, pitboss.witness.serving; print(*sys.modules)"
    done = python(code)
    loaded = {name.partition(".")[0] for name in done.split()}
    assert loaded.isdisjoint({*HEAVY, "psycopg", "httpx"} - {"asyncio", "multiprocessing"})
