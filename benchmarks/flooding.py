"""Anonymous readers in a hurry: ``python -m benchmarks.flooding PORT PATH CONNECTIONS SECONDS``.

Each connection asks again as soon as it is answered, whatever the answer says. Prints answers by status.
"""

import asyncio
import sys
import time
from collections import Counter
from contextlib import suppress

import msgspec


async def ask(port: int, path: str, until: float, found: Counter[str]) -> None:
    """One connection, opened again whenever the server hangs up."""
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    while time.monotonic() < until:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
            try:
                while time.monotonic() < until:
                    writer.write(request)
                    head = (await reader.readuntil(b"\r\n\r\n")).lower()
                    length = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
                    await reader.readexactly(length)
                    found[head[9:12].decode()] += 1
            finally:
                writer.close()


async def flood(port: int, path: str, connections: int, seconds: float) -> dict[str, int]:
    """Answers by status."""
    found: Counter[str] = Counter()
    until = time.monotonic() + seconds
    tasks = [asyncio.create_task(ask(port, path, until, found)) for _ in range(connections)]
    _, late = await asyncio.wait(tasks, timeout=seconds + 1)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    return dict(found)


if __name__ == "__main__":
    given = sys.argv
    counted = asyncio.run(flood(int(given[1]), given[2], int(given[3]), float(given[4])))
    print(msgspec.json.encode(counted).decode())
