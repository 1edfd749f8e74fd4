"""The parts of the campaign: its command and page, the proxy, what is rolled back, what has grown."""

import random
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign import __main__ as command
from campaign.page import BEGIN, END, PAGE, put_into_page, written
from campaign.power import roll_back
from campaign.proxy import Proxy, to_port
from campaign.result import AttackResult, Bench
from campaign.soak import ProcessSample, growth


def result(**changes: object) -> AttackResult:
    values: dict[str, object] = {
        "attack": "tampering",
        "database": "SQLite",
        "name": "a row deleted",
        "tried": 1,
        "must": "it is noticed",
        "noticed": "content",
    }
    return AttackResult(**{**values, **changes})  # type: ignore[arg-type]


def test_every_attack_is_listed_with_its_gist(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(command.NAMES)
    modules = {path.stem for path in Path(command.__file__).parent.glob("*.py") if _attacks(path)}
    assert modules == set(command.NAMES)


def _attacks(path: Path) -> bool:
    return "\ndef attack(bench: Bench)" in path.read_text(encoding="utf-8")


def test_the_page_tells_of_every_attack() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in command.NAMES if f"| `{name}` |" not in text] == []
    assert text.count(BEGIN) == text.count(END) == 1


def test_the_generated_part_of_a_page_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Before\n\n{BEGIN}\n\nold\n\n{END}\n\nAfter.\n", encoding="utf-8")
    put_into_page("new", page)
    put_into_page("newer", page)
    assert page.read_text(encoding="utf-8") == f"# Before\n\n{BEGIN}\n\nnewer\n\n{END}\n\nAfter.\n"


def test_the_tables_say_what_held_and_who_noticed() -> None:
    found = [
        result(),
        result(noticed="nobody", believed=True, name="chips", failures=("nobody notices, and it pays",)),
        result(attack="kills", name="kill -9", noticed=None, tried=7, note="9 commands acknowledged"),
        result(attack="forgeries", name="with the key: a card", noticed="witness"),
    ]
    text = written(found, 120)
    assert "10 attacks, 1 results in which something did not hold" in text
    assert (
        "| tampering | SQLite | 2 | it is noticed | no: 1 of 2 | the audit by content 1, nobody 1 |" in text
    )
    assert "| kill -9 | SQLite | 7 | it is noticed | yes | 9 commands acknowledged |" in text
    assert "| with the key | 1 | 0 | 0 | 1 | 0 |" in text
    assert "| chips | SQLite | nobody | yes | it pays |" in text


def test_an_interrupted_run_prints_what_it_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def attack(bench: Bench) -> Iterator[AttackResult]:
        yield result(name="the first")
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "attack_named", lambda name: attack)
    assert command.main(["--only", "kills"]) == 130
    said = capsys.readouterr()
    assert "| tampering | SQLite | 1 |" in said.out
    assert "Interrupted" in said.err


def test_an_attack_that_breaks_off_has_a_result(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def attack(bench: Bench) -> Iterator[AttackResult]:
        yield result()
        raise ValueError("no such thing")

    monkeypatch.setattr(command, "attack_named", lambda name: attack)
    assert command.main(["--only", "kills", "--only", "flood"]) == 1
    assert capsys.readouterr().out.count("it broke off: ValueError: no such thing") == 2


def test_sectors_that_were_not_flushed_go_back_and_others_stay(tmp_path: Path) -> None:
    path, note = tmp_path / "a.db", tmp_path / "a.db.unsynced"
    for seed in range(20):
        path.write_bytes(b"n" * 2048)
        record = struct.pack("=QQQ", 512, 1024, 2048) + b"o" * 1024
        note.write_bytes(record + record[:30])
        back = roll_back(note, random.Random(seed))
        left = path.read_bytes()
        assert len(left) == 2048
        assert left[:512] + left[1536:] == b"n" * 1024
        assert left.count(b"o") == 512 * back
        assert not note.exists()


def test_a_file_that_has_grown_may_be_short_again(tmp_path: Path) -> None:
    sizes = set()
    for seed in range(20):
        path, note = tmp_path / "a.db", tmp_path / "a.db.unsynced"
        path.write_bytes(b"n" * 2048)
        note.write_bytes(struct.pack("=QQQ", 1024, 1024, 1024) + bytes(1024))
        roll_back(note, random.Random(seed))
        sizes.add(path.stat().st_size)
    assert min(sizes) >= 1024
    assert len(sizes) > 3


def test_a_series_that_levels_off_has_not_grown() -> None:
    flat = [ProcessSample(memory=70_000 + 5_000 * (n < 3), threads=20, files=30 + n % 3) for n in range(12)]
    assert list(growth(flat)) == []
    rising = [ProcessSample(memory=70_000 + 5_000 * n, threads=20 + n, files=30 + 2 * n) for n in range(12)]
    assert [text.split()[0] for text in growth(rising)] == ["memory", "files"]


@pytest.fixture
def echo() -> Iterator[Proxy]:
    """A proxy before a server that says back what it hears."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=(connection,), daemon=True).start()

    def answer(connection: socket.socket) -> None:
        with closing(connection):
            try:
                while data := connection.recv(1000):
                    connection.sendall(data)
            except OSError:
                return

    threading.Thread(target=serve, daemon=True).start()
    with Proxy(to_port(listening.getsockname()[1])) as proxy:
        yield proxy
    listening.close()


def connected(proxy: Proxy) -> socket.socket:
    return socket.create_connection(("127.0.0.1", proxy.port), timeout=30)


def heard(connection: socket.socket) -> bytes:
    try:
        return connection.recv(1000)
    except ConnectionResetError:
        return b""


def test_the_proxy_passes_on_and_cuts(echo: Proxy) -> None:
    with connected(echo) as client:
        client.sendall(b"one")
        assert heard(client) == b"one"
        echo.cut()
        assert heard(client) == b""
    with connected(echo) as client:
        client.sendall(b"two")
        assert heard(client) == b"two"


def test_the_proxy_refuses(echo: Proxy) -> None:
    echo.mode = "refuse"
    with connected(echo) as client:
        assert heard(client) == b""


def test_the_proxy_holds_and_lets_go(echo: Proxy) -> None:
    with connected(echo) as client:
        client.sendall(b"one")
        assert heard(client) == b"one"
        echo.mode = "hold"
        client.sendall(b"two")
        client.settimeout(0.1)
        with pytest.raises(TimeoutError):
            client.recv(10)
        echo.mode = "pass"
        client.settimeout(30)
        assert heard(client) == b"two"


@pytest.mark.parametrize("mode", ["tear", "half-close"])
def test_the_proxy_ends_connections_in_the_middle(echo: Proxy, mode: str) -> None:
    echo.mode = "tear" if mode == "tear" else "half-close"
    ended = 0
    for _ in range(60):
        with connected(echo) as client:
            client.sendall(b"a question")
            client.shutdown(socket.SHUT_WR)
            answer = b""
            while part := heard(client):
                answer += part
            ended += answer != b"a question"
            assert b"a question".startswith(answer)
    assert 0 < ended < 60


def test_a_delay_is_only_late(echo: Proxy) -> None:
    echo.mode = "delay"
    with connected(echo) as client:
        client.sendall(b"late")
        assert heard(client) == b"late"
