"""A minimal HTTP client, so that measuring takes little of the server's machine."""

import asyncio
from collections.abc import AsyncIterator


class Wire:
    """One connection that is kept open; requests on it are answered one after the other."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._turn = asyncio.Lock()
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self._reader, self._writer

    async def post(self, path: str, token: str, body: bytes) -> tuple[int, bytes]:
        """Send a body; the status and the answer."""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        async with self._turn:
            try:
                return await self._exchange(head.encode() + body)
            except (asyncio.IncompleteReadError, ConnectionError):
                # A server hangs up on who says nothing for long; a command may be sent again.
                self._reader = None
                return await self._exchange(head.encode() + body)

    async def _exchange(self, request: bytes) -> tuple[int, bytes]:
        reader, writer = await self._connect()
        writer.write(request)
        found = (await reader.readuntil(b"\r\n\r\n")).lower()
        status = int(found[9:12])
        length = int(found.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        return status, await reader.readexactly(length)

    async def close(self) -> None:
        """Hang up."""
        if self._writer:
            self._writer.close()


async def stream(port: int, path: str, token: str = "") -> AsyncIterator[bytes]:
    """The data of each message of a stream of server-sent events."""
    shown = f"Authorization: Bearer {token}\r\n" if token else ""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{shown}\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        kept = b""
        while size := int(await reader.readline(), 16):
            kept += (await reader.readexactly(size + 2))[:-2]
            while b"\r\n\r\n" in kept:
                message, _, kept = kept.partition(b"\r\n\r\n")
                found = [line[6:] for line in message.split(b"\r\n") if line.startswith(b"data: ")]
                if found and found[0]:
                    yield found[0]
    finally:
        writer.close()
