"""Networks that cut, refuse, hold, delay, tear and half-close, before the database and before the servers."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Final

from msgspec import structs

from campaign.floors import Attacked, Disturb, Postmaster, Stage, disturbed, on_postgres, on_sqlite
from campaign.proxy import MODES, Proxy, to_port, to_socket
from campaign.result import AttackResult, Bench

_NAME: Final = "networks"
_LONGEST: Final = 5.0
"""Seconds for which a network stays bad."""


def attack(bench: Bench) -> Iterator[AttackResult]:
    """Between the servers and PostgreSQL, then between the players and the servers."""
    seconds = 1.0 if bench.quick else bench.minutes * 60 / 3
    if not bench.quick:
        with on_postgres(bench, _NAME, "the network between servers and database") as (floor, postmaster):
            yield _before_the_database(floor, postmaster, seconds)
        bench.done(0.4)
        with on_postgres(bench, _NAME, "the network between players and servers") as (floor, _):
            yield _before_the_servers(floor, seconds)
        bench.done(0.7)
    yield _before_the_servers(on_sqlite(bench, _NAME, "the network between players and servers"), seconds)


def _before_the_database(floor: Attacked, postmaster: Postmaster, seconds: float) -> AttackResult:
    host = postmaster.url.partition("host=")[2].partition("&")[0]
    with Proxy(to_socket(f"{host}/.s.PGSQL.5432")) as proxy:
        schema = floor.journal.partition("options=")[2]
        through = f"postgresql://postgres@127.0.0.1:{proxy.port}/postgres?options={schema}"
        return disturbed(structs.replace(floor, journal=through), _spoilt([proxy]), seconds=seconds)


def _before_the_servers(floor: Attacked, seconds: float) -> AttackResult:
    with ExitStack() as stack:
        proxies: list[Proxy] = []

        def reached_at(urls: Sequence[str]) -> list[str]:
            for url in urls:
                proxies.append(stack.enter_context(Proxy(to_port(int(url.rpartition(":")[2])))))
            return [f"http://127.0.0.1:{proxy.port}" for proxy in proxies]

        return disturbed(floor, _spoilt(proxies), seconds=seconds, reached_at=reached_at)


def _spoilt(proxies: list[Proxy]) -> Disturb:
    """Every way in turn, at one of the networks; then all is well until every table has played on."""

    async def spoil(stage: Stage) -> None:
        for number in stage.until_over():
            await stage.pause(1.0)
            proxy = stage.rng.choice(proxies)
            way = number % (len(MODES) + 1)
            if way == len(MODES):
                proxy.cut()
            else:
                proxy.mode = MODES[way]
                await asyncio.sleep(stage.rng.random() * _LONGEST)
                proxy.mode = "pass"
            await stage.plays_on()

    return spoil
