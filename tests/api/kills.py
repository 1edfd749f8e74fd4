"""Kill a server of a floor again and again while rounds run: ``python -m tests.api.kills [KILLS] [URL]``.

Two servers share a PostgreSQL floor, and bots play at five tables through the typed client. One server is
killed after a random time and started again, then one of the two once more. In the end every acknowledged
command is in the journal once, the audit passes, books and links agree, and no table stood still.
"""

import asyncio
import random
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from pitboss.floor.dealer.turns import Pace
from tests.api.noting import Outcome, Players, check
from tests.api.processes import Servers
from tests.store.server import new_schema, running_server

TABLES = ("3CP-1", "P3CP-1", "ML3-1", "MLTH-1", "MSS-1")
PACE = Pace(betting=0.4, decision=20.0, dealing=0.02, pause=0.1)
LONGEST = 2.0
"""A server is killed at most so many seconds after it has become ready again."""


class Result(Struct, frozen=True):
    """What was left after all kills."""

    kills: int
    outcome: Outcome
    longest_standstill: float
    """Of any table, in seconds, after a kill."""


async def kill_again_and_again(
    servers: Servers, players: Players, kills: int, seed: int, within: float
) -> float:
    """So many kills; every table plays on after each. The longest time that took is returned."""
    rng = random.Random(seed)
    longest = 0.0
    await players.sit_down()
    await players.more_rounds(1)
    for _ in range(kills):
        await asyncio.sleep(rng.random() * within)
        victim = rng.choice(servers.all)
        victim.kill()
        killed = time.monotonic()
        await players.more_rounds(1)
        longest = max(longest, time.monotonic() - killed)
        victim.start()
        await asyncio.to_thread(victim.wait_until_ready)
    await players.stop()
    return longest


def run(
    folder: Path,
    url: str,
    kills: int,
    seed: int = 0,
    *,
    within: float = LONGEST,
    tables: Sequence[str] = TABLES,
) -> Result:
    """Kill, then check; the servers are gone by then."""
    with Servers(folder, url, 2, PACE) as servers:
        players = Players(servers.urls, tables)
        longest = asyncio.run(kill_again_and_again(servers, players, kills, seed, within))
    return Result(kills, check(url, players), longest)


def main(arguments: list[str]) -> int:
    kills = int(arguments[0]) if arguments else 50
    with tempfile.TemporaryDirectory() as folder:
        if arguments[1:]:
            found = run(Path(folder), arguments[1], kills)
        else:
            with running_server(uuid.uuid4().hex[:8]) as server:
                found = run(Path(folder), new_schema(server), kills)
    outcome = found.outcome
    sound = "nothing lost, nothing doubled, the audit passes, the identities hold"
    print(
        f"{found.kills} kills of servers; {outcome.acknowledged} commands acknowledged in {outcome.rounds} "
        f"rounds, {outcome.jackpots} jackpots to be verified; after a kill every table settled a round "
        f"within {found.longest_standstill:.1f} s; {'; '.join(outcome.faults) or sound}"
    )
    return bool(outcome.faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
