"""What becomes of a request that the web server cancels, as it stops."""

import asyncio
from typing import Any

from pitboss.api.middleware.requests import RequestLog
from pitboss.server.metrics import Metrics


def test_an_answer_that_has_begun_is_cut_off_when_the_server_stops() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        cancelled = asyncio.current_task()
        assert cancelled
        cancelled.cancel()
        await asyncio.sleep(0)
        raise AssertionError("it is cancelled")

    async def answer() -> None:
        scope: Any = {"type": "http", "method": "GET", "path": "/", "headers": []}
        await RequestLog(app, Metrics())(scope, send, send)  # type: ignore[arg-type]

    asyncio.run(answer())
    (start,) = sent
    assert start["status"] == 200
