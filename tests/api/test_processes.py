"""What the tests of real servers stand on."""

import asyncio
import socket

import httpx
import pytest
import uvicorn

from tests.api.processes import free_port
from tests.waiting import async_until, within


def test_a_free_port_stays_free_for_the_server_it_is_meant_for() -> None:
    """Two tests that draw ports at the same time never get the same one."""
    port = free_port()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", port))

    async def answer(scope: object, receive: object, send: object) -> None:
        raise AssertionError(scope)

    async def serve() -> None:
        server = uvicorn.Server(uvicorn.Config(answer, port=port, lifespan="off", log_level="critical"))
        serving = asyncio.create_task(server.serve())
        await async_until(lambda: server.started, "the server has started")
        async with httpx.AsyncClient() as client:
            assert (await client.get(f"http://127.0.0.1:{port}")).status_code == 500
        server.should_exit = True
        await within(serving, "the server has stopped")

    for _ in range(2):
        asyncio.run(serve())
