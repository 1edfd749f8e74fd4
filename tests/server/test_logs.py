"""Lines of the log: those of an event loop are written together, and none is lost or out of order."""

import asyncio
import io
import logging
from collections.abc import Iterator

import pytest

from pitboss.server.logs import REPEAT_SECONDS, BatchedStreamHandler, RepeatedLines, _AsText, fields
from tests.waiting import async_until


class Written(io.StringIO):
    """A stream that remembers each write."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[str] = []

    def write(self, text: str) -> int:
        self.writes.append(text)
        return super().write(text)


@pytest.fixture
def out() -> Written:
    return Written()


@pytest.fixture
def log(out: Written) -> Iterator[logging.Logger]:
    found = logging.Logger("pitboss.gathered", logging.INFO)
    found.addHandler(BatchedStreamHandler(out))
    yield found
    found.handlers[0].close()


def test_the_lines_of_a_loop_are_written_together(out: Written, log: logging.Logger) -> None:
    async def answer() -> None:
        log.info("one")
        log.info("two")
        assert not out.writes
        await async_until(lambda: out.writes, "the lines are written")
        log.info("three")
        log.warning("four")
        assert out.writes == ["one\ntwo\n", "three\nfour\n"], "a warning is written at once, after the rest"
        await asyncio.to_thread(log.info, "five")
        assert out.writes[2:] == ["five\n"], "so is what another thread says"
        log.info("six")

    asyncio.run(answer())
    log.handlers[0].flush()
    assert out.writes[3:] == ["six\n"], "the end of a process writes what is left"


def test_a_loop_after_another_writes_its_lines_too(out: Written, log: logging.Logger) -> None:
    async def say(word: str) -> None:
        log.info(word)

    asyncio.run(say("one"))

    async def wait() -> None:
        await say("two")
        await async_until(lambda: out.writes, "the lines are written")

    asyncio.run(wait())
    assert out.writes == ["one\ntwo\n"]


def test_a_fault_that_lasts_is_one_line_and_then_a_count(
    out: Written, log: logging.Logger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty requests a second said the same while the database was away."""
    now = 1000.0
    monkeypatch.setattr("pitboss.server.logs.time.monotonic", lambda: now)
    handler = log.handlers[0]
    handler.addFilter(RepeatedLines())
    handler.setFormatter(_AsText())

    def written() -> list[str]:
        lines = [line for text in out.writes for line in text.splitlines()]
        out.writes.clear()
        return [line.split(" ", 2)[2] for line in lines]

    for number in range(30):
        log.error("it is away", extra=fields(why="broken"))
        log.error("request", extra=fields(request=number, status=503))
        log.info("an hour")
    assert [line for line in written() if "request" not in line and "hour" not in line] == [
        "ERROR it is away why=broken"
    ]
    log.error("it is away", extra=fields(why="another"))
    log.warning("it is away", extra=fields(why="another"))
    now += REPEAT_SECONDS - 0.1
    log.error("it is away", extra=fields(why="broken"))
    assert written() == ["ERROR it is away why=another"]
    now += 0.2
    log.error("it is away", extra=fields(why="broken"))
    assert written() == ["ERROR it is away why=broken repeated=30"]


def test_no_request_and_no_defect_is_left_out(out: Written, log: logging.Logger) -> None:
    log.handlers[0].addFilter(RepeatedLines())
    for number in range(3):
        log.error("request", extra=fields(request=number))
        try:
            raise ZeroDivisionError
        except ZeroDivisionError:
            log.exception("broken")
    assert len([line for line in out.getvalue().splitlines() if line in ("request", "broken")]) == 6
