"""A thousand watchers on one sign: from "No more Bets" at a table to the number on every screen.

A Dealer closes the bets of one table after another; each time the jackpot bets reach the link, and every
watcher of its sign is told.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated

import msgspec

from benchmarks.command import command_of
from benchmarks.databases import STORES, Databases, Store
from benchmarks.seats import PASSWORD, doors_of, signed_in
from benchmarks.serving import SHEETS, floor_file, servers
from benchmarks.timing import percentiles
from pitboss.access.bootstrap import set_up
from pitboss.access.people import People
from pitboss.client import Client, calls
from pitboss.messages import acts
from pitboss.store.open import open_journal, open_private

_LAST = 3.0
"""Seconds within which the last change reaches every watcher."""
PACE = {"betting": 5.0, "decision": 5.0, "dealing": 0.0, "pause": 5.0}


def dealers(url: str, tables: int, folder: Path) -> list[str]:
    """A Dealer for each table, signed in; their tokens."""
    tokens = []
    with open_journal(url) as journal, open_private(url) as private:
        doors = doors_of(People(journal, private), folder)
        for number in range(tables):
            name = f"dealer{number}"
            set_up(doors, name, ("dealer",), {"password": PASSWORD}, "benchmark")
            tokens.append(signed_in(doors, name))
    return tokens


def measure(url: str, watchers: int, tables: int, folder: Path) -> list[float]:
    """Milliseconds from each command to each watcher."""
    file = floor_file(folder, tables, PACE, SHEETS[:1])
    by_hand = file.read_text(encoding="utf-8").replace('"automatic"', '"manual"\ncounts_tray = false')
    file.write_text(by_hand, encoding="utf-8")
    with servers(file, url, 1):
        pass
    tokens = dealers(url, tables, folder)
    with servers(file, url, 1) as running:
        port = next(iter(running))
        where = [str(port), "/api/links/spade/stream", str(watchers)]
        command = [sys.executable, "-m", "benchmarks.watching", *where]
        watching = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert watching.stdout is not None
        assert watching.stdout.readline() == b"ready\n"
        closed = [close(port, f"T{number}", token) for number, token in enumerate(tokens)]
        time.sleep(_LAST)
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
                acts.PlaceBet(box=box, bet="ante", amount="25", player=f"p{box}"),
                acts.PlaceBet(box=box, bet="jackpot", amount="5", player=f"p{box}"),
            ):
                client.send(calls.act(table, bet))
        version = client.send(calls.sign("spade")).version
        sent = time.perf_counter()
        client.send(calls.act(table, acts.CloseBets()))
    time.sleep(0.2)
    return version, sent


def main(
    *,
    watchers: Annotated[int, "watchers of the sign"] = 1000,
    tables: Annotated[int, "tables whose bets are closed one after the other"] = 20,
    stores: Annotated[tuple[Store, ...], "sqlite, postgres"] = STORES,
) -> None:
    """One line for each database."""
    print(f"Sign: {watchers} watchers, milliseconds from a command to the change on each of their streams")
    with Databases() as databases:
        for store in stores:
            with tempfile.TemporaryDirectory() as folder:
                found = measure(databases.new(store), watchers, tables, Path(folder))
            cuts = percentiles(found)
            print(
                f"  {store:10} {len(found):7} messages   p50 {cuts[49]:6.1f}   p99 {cuts[98]:6.1f}",
                flush=True,
            )


def smallest() -> None:
    main(watchers=2, tables=2, stores=("sqlite",))


if __name__ == "__main__":
    command_of(__file__)
