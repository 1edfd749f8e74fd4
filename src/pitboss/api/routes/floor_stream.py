"""The whole floor in one stream: each table in brief and each link's sign, whenever it changes."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from functools import partial
from typing import Any, Final

import msgspec
from litestar import Controller
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.response import Stream

from pitboss.api.errors import RESPONSES
from pitboss.api.routing import serves
from pitboss.api.streams import BEAT, COME_BACK, HEARTBEAT, LiveStream, Reader
from pitboss.api.table_views import (
    jackpot_bet_of,
    limits_now,
    method_of,
    notice_now,
    phase_of,
    saying_now,
    sign_now,
)
from pitboss.floor.tables.opening import notices
from pitboss.messages import operations
from pitboss.messages.links import SignNow
from pitboss.messages.tables import TableBrief
from pitboss.projection import project
from pitboss.server.news import EVERYTHING, NewsFrame, NewsTopic
from pitboss.server.site import Site

_TOGETHER: Final = 0.1
"""Seconds in which changes are collected: a busy floor is not told table by table."""
_IN_A_ROW: Final = 25
"""Tables and links that are looked at before the loop answers others."""


_EITHER: Any = TableBrief | SignNow
_EACH: Final = ResponseSpec(
    _EITHER,
    description="The data of each event: table or sign",
    media_type="text/event-stream",
    generate_examples=False,
)


class FloorStreamRoutes(Controller):
    """The floor, live."""

    @serves(operations.floor_stream, quick=True, responses=RESPONSES | {200: _EACH})
    def stream(self, site: NamedDependency[Site], reader: NamedDependency[Reader]) -> Stream:
        """Every table and sign once, then those that change; nothing of it depends on the reader."""
        return LiveStream(_frames(site, reader))


async def _frames(site: Site, reader: Reader) -> AsyncIterator[bytes]:
    listener = site.news.listen(EVERYTHING)
    sent: dict[NewsTopic, TableBrief | SignNow] = {}
    spoke = 0.0
    try:
        topics: Iterable[NewsTopic] = await asyncio.to_thread(_topics, site)
        while not site.news.over and await reader.still():
            told = False
            for number, topic in enumerate(topics, 1):
                frame = site.news.frame(topic, EVERYTHING, partial(_made, site, topic))
                if not same(sent.get(topic), frame.state):
                    sent[topic], told = frame.state, True
                    yield frame.data
                if number % _IN_A_ROW == 0:
                    # A floor may have a thousand tables: others are answered in between.
                    await asyncio.sleep(0)
            now = time.monotonic()
            if told or now - spoke >= HEARTBEAT:
                spoke = now
                yield BEAT
            if await listener.wait(max(0.0, spoke + HEARTBEAT - now)):
                await asyncio.sleep(_TOGETHER)
                await reader.their_turn()
            topics = listener.changed()
        yield COME_BACK
    finally:
        site.news.leave(EVERYTHING, listener)


def _made(site: Site, topic: NewsTopic) -> NewsFrame:
    """The current state of a table or link as every reader of the floor gets it."""
    state = _look(site, topic)
    name = b"sign" if topic[0] == "link" else topic[0].encode()
    data = b"event: %s\r\ndata: %s\r\n\r\n" % (name, msgspec.json.encode(state))
    return NewsFrame("", state, data, time.monotonic())


def _topics(site: Site) -> list[NewsTopic]:
    tables = [("table", name) for name in site.floor.table_names()]
    return [*tables, *(("link", name) for name in site.floor.link_names())]


def _look(site: Site, topic: NewsTopic) -> TableBrief | SignNow:
    kind, name = topic
    if kind == "table":
        return _brief(site, name)
    held = site.floor.links.get(name)
    assert held.state is not None, "a link that is named exists"
    return sign_now(site.floor.rulebook.games, held.state, held.version)


def same(before: TableBrief | SignNow | None, now: TableBrief | SignNow) -> bool:
    """Whether nothing has changed except the time; a clock that begins to run is a change."""
    return _without_clock(before) == _without_clock(now)


def _without_clock(state: TableBrief | SignNow | None) -> TableBrief | SignNow | None:
    if not isinstance(state, TableBrief) or state.dealer is None:
        return state
    stopped = msgspec.structs.replace(state.dealer, seconds=float(state.dealer.seconds > 0))
    return msgspec.structs.replace(state, dealer=stopped)


def _brief(site: Site, name: str) -> TableBrief:
    held = site.floor.tables.get(name)
    state = held.state
    assert state is not None, "a table that is named exists"
    game, plate = site.floor.game_of(state), state.plate
    identity = game.sheet.identity
    turn = site.turn(name, held)
    told = [notice_now(*each) for each in notices(game, state)]
    played = (
        {box.number for box in state.round.boxes if box.player} if state.in_play and state.round else set()
    )
    return project(
        TableBrief,
        state,
        sheet=plate.sheet,
        title=identity.title,
        sheet_version=str(identity.version),
        device=plate.device,
        boxes=plate.boxes,
        taken=tuple(sorted(played | set(state.seats))),
        limits=limits_now(plate),
        jackpot_bet=jackpot_bet_of(plate),
        phase=phase_of(state.round) if state.round else None,
        dealer=saying_now(turn, method_of(game, state)) if turn else None,
        dealt_by=state.crew.dealer,
        notices=tuple(notice.text for notice in told),
        notice_reasons=tuple(notice.reason for notice in told),
    )
