"""``pitboss bots``: fill the tables of a floor with players."""

import asyncio
import secrets
from argparse import Namespace
from collections.abc import Callable

from pitboss.bots.player import Bot
from pitboss.cli.text import fail
from pitboss.client import AsyncClient, ClientError, calls
from pitboss.plural import counted
from pitboss.reason import because


def run(options: Namespace) -> int:
    """Play, until every bot has had its rounds or Ctrl-C."""
    try:
        return asyncio.run(_play(options.url, options.players, options.rounds))
    except ClientError as fault:
        return fail(fault.reason)


def _tell(bot: Bot, rounds: int) -> Callable[[], None]:
    """Print a line after each round of a bot."""
    return lambda: print(f"{bot.table}, box {bot.box}: round {bot.rounds} of {rounds}", flush=True)


async def _play(url: str, players: int, rounds: int) -> int:
    async with AsyncClient(url) as nobody:
        tables = [table for table in await nobody.send(calls.tables()) if table.open and table.automatic]
        if not tables:
            return fail(because("command.no_automatic_table"))
        bots = []
        for number in range(players):
            table = tables[number % len(tables)]
            box = number // len(tables) + 1
            if box > table.boxes:
                return fail(because("command.no_box", players=players, boxes=sum(t.boxes for t in tables)))
            name = f"bot-{secrets.token_hex(3)}"
            session = await nobody.send(calls.register(name, secrets.token_urlsafe(18)))
            bots.append(Bot(AsyncClient(url, token=session.token), name, table.id, box))
        who = f"{counted(len(bots), 'bot')} {'plays' if len(bots) == 1 else 'play'}"
        each = f"{counted(rounds, 'round')}{'' if len(bots) == 1 else ' each'}"
        print(f"{who} {each}. Ctrl-C stops.", flush=True)
        await asyncio.gather(*(bot.play(rounds, _tell(bot, rounds)) for bot in bots))
        for bot in bots:
            await bot.client.close()
        print(f"Rounds played: {sum(bot.rounds for bot in bots):,}.")
    return 0
