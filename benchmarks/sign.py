"""A thousand watchers on one sign: from "No more Bets" at a table to the number on every screen.

A Dealer closes the bets of one table after another; each time the jackpot bets reach the link, and every
watcher of its sign is told.
"""

import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from statistics import quantiles

import msgspec
from tests.store.server import new_schema, running_server

from benchmarks.seats import PASSWORD, doors_of, signed_in
from benchmarks.serving import SHEETS, floor_file, servers
from pitboss.access.bootstrap import set_up
from pitboss.access.people import People
from pitboss.client import Client, calls
from pitboss.messages import acts
from pitboss.store.open import open_journal, open_private

WATCHERS = 1000
TABLES = 20
SECONDS = 40.0
PACE = {"betting": 5.0, "decision": 5.0, "dealing": 0.0, "pause": 5.0}


def dealers(url: str, folder: Path) -> list[str]:
    """A Dealer for each table, signed in; their tokens."""
    tokens = []
    with open_journal(url) as journal, open_private(url) as private:
        doors = doors_of(People(journal, private), folder)
        for number in range(TABLES):
            name = f"dealer{number}"
            set_up(doors, name, ("dealer",), {"password": PASSWORD}, "benchmark")
            tokens.append(signed_in(doors, name))
    return tokens


def measure(url: str, folder: Path) -> list[float]:
    """Milliseconds from each command to each watcher."""
    file = floor_file(folder, TABLES, PACE, SHEETS[:1])
    by_hand = file.read_text(encoding="utf-8").replace('"automatic"', '"manual"\ncounts_tray = false')
    file.write_text(by_hand, encoding="utf-8")
    with servers(file, url, 1):
        pass
    tokens = dealers(url, folder)
    with servers(file, url, 1) as running:
        port = next(iter(running))
        where = [str(port), "/api/links/spade/stream", str(WATCHERS), str(SECONDS)]
        watching = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.watching", *where], stdout=subprocess.PIPE
        )
        assert watching.stdout is not None
        assert watching.stdout.readline() == b"ready\n"
        closed = [close(port, f"T{number}", token) for number, token in enumerate(tokens)]
        out, _ = watching.communicate()
    seen = msgspec.json.decode(out, type=list[tuple[int, float]])
    after = [version for version, _ in closed[1:]] + [sys.maxsize]
    return [
        (at - sent) * 1000
        for (before, sent), limit in zip(closed, after, strict=True)
        for version, at in seen
        if before < version <= limit
    ]


def close(port: int, table: str, token: str) -> tuple[int, float]:
    """Close the bets of a full table: the sign's version before it, and when it was."""
    with Client(f"http://127.0.0.1:{port}", token=token) as client:
        client.send(calls.sign_on(table, "dealer"))
        client.send(calls.begin(table))
        for box in range(1, 8):
            for bet in (
                acts.Bet(box=box, bet="ante", amount="25", player=f"p{box}"),
                acts.Bet(box=box, bet="jackpot", amount="5", player=f"p{box}"),
            ):
                client.send(calls.act(table, bet))
        version = client.send(calls.sign("spade")).version
        sent = time.perf_counter()
        client.send(calls.act(table, acts.Close()))
    time.sleep(0.2)
    return version, sent


def main() -> None:
    print(f"Sign: {WATCHERS} watchers, milliseconds from a command to the change on each of their streams")
    with running_server(uuid.uuid4().hex[:8]) as server:
        for store in ("sqlite", "postgres"):
            with tempfile.TemporaryDirectory() as folder:
                url = f"{folder}/floor.db" if store == "sqlite" else new_schema(server)
                found = measure(url, Path(folder))
            cuts = quantiles(found, n=100)
            print(
                f"  {store:10} {len(found):7} messages   p50 {cuts[49]:6.1f}   p99 {cuts[98]:6.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
