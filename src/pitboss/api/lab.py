"""The mathematics over HTTP: odds, what-if, advice, sweeps, charts and the report, exact as in a terminal."""

import asyncio
import base64
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Controller, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import ServerSentEvent, ServerSentEventMessage
from msgspec import Struct, convert

from pitboss.analysis.as_json import advice_json, odds_json
from pitboss.analysis.model import AnalysisFault, Progress, Spot
from pitboss.analysis.odds import odds, put_together
from pitboss.analysis.protocol import analyse
from pitboss.analysis.questions import Asked, read_link, read_question
from pitboss.analysis.spots import check_spot, parse_cards
from pitboss.analysis.sweep import curves, read_range, sweep
from pitboss.api.errors import bad, not_found
from pitboss.api.jobs import Job, JobNow, Jobs
from pitboss.api.routing import ends, reads
from pitboss.api.site import Site
from pitboss.api.streams import Reader
from pitboss.api.who import Who
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.game import Game
from pitboss.sheets.movable import Form, movables
from pitboss.sheets.settings import changed

AT_ONCE = 1.5
"""So many seconds an answer is waited for; a longer count goes on in the background."""

Text = FromQuery[str | None]


class MovableNow(Struct, frozen=True):
    """An entry of a sheet that a what-if can move: a setting is ``path=value``."""

    path: str
    of: str
    """The bet that it belongs to; or envy, qualifier or readings."""
    title: str
    hand: str | None
    form: Form
    """So many to 1 or for 1, fixed or capped dollars, a share of the display, times the Ante, or a choice."""
    value: str
    """What the sheet says."""
    clauses: tuple[str, ...]
    choices: tuple[str, ...]


class Lab(Controller):
    """What a pay table costs, how to play, and when the jackpot is worth it."""

    path = "/api/lab"
    tags = ("mathematics",)

    @reads("/{sheet:str}/settings", summary="What a what-if can move", sync_to_thread=False)
    def settings(
        self, site: NamedDependency[Site], who: NamedDependency[Who], sheet: FromPath[str]
    ) -> list[MovableNow]:
        """Every pay, size, cap and choice of a sheet with the path by which ``settings`` changes it."""
        who.may("watch_table")
        found = movables(_game(site, sheet, None).sheet)
        return [convert(each, MovableNow, from_attributes=True) for each in found]

    @reads("/{sheet:str}/odds", summary="Exact odds of every bet", sync_to_thread=True)
    def odds(
        self,
        jobs: NamedDependency[Jobs],
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        sheet: FromPath[str],
        bets: Text = None,
        meter: Text = None,
        others: Text = None,
        jackpot_bet: Text = None,
        seed: Text = None,
        rate: Text = None,
        reserve: Text = None,
        settings: FromQuery[list[str] | None] = None,
    ) -> Response[Any]:
        """The same JSON as ``pitboss odds --json``; 202 with a count's id where it takes longer."""
        who.may("watch_table")
        asked = Asked(
            bets=bets,
            meter=meter,
            others=others,
            jackpot_bet=jackpot_bet,
            seed=seed,
            rate=rate,
            reserve=reserve,
        )
        game = _game(site, sheet, settings)

        def work(progress: Progress) -> Any:
            found = odds(game, read_question(game, asked), read_link(asked), progress)
            return odds_json(found, tuple(settings or ()))

        return answer_of(jobs.start(work, AT_ONCE))

    @reads("/{sheet:str}/advise", summary="What every action is worth", sync_to_thread=True)
    def advise(
        self,
        jobs: NamedDependency[Jobs],
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        sheet: FromPath[str],
        hand: Text = None,
        up: Text = None,
        board: Text = None,
        dead: Text = None,
        decided: Text = None,
        blind: FromQuery[bool] = False,
        option: FromQuery[bool] = False,
        bets: Text = None,
        meter: Text = None,
        others: Text = None,
        settings: FromQuery[list[str] | None] = None,
    ) -> Response[Any]:
        """The same JSON as ``pitboss advise --json``."""
        who.may("watch_table")
        game = _game(site, sheet, settings)
        asked = Asked(bets=bets, meter=meter, others=others)

        def work(progress: Progress) -> Any:
            faces = parse_cards("up", up) if up else ()
            if len(faces) > 1:
                raise AnalysisFault(f"up: it is one card, not {len(faces)}")
            spot = Spot(
                hand=None if hand is None else parse_cards("hand", hand),
                up=faces[0] if faces else None,
                board=parse_cards("board", board or ""),
                dead=parse_cards("dead", dead or ""),
                decided=tuple((decided or "").replace(",", " ").split()),
                blind=blind,
                option=option,
            )
            check_spot(game, spot)
            advice = analyse(game, progress).advise(spot, read_question(game, asked))
            return advice_json(game, advice, spot, tuple(settings or ()))

        return answer_of(jobs.start(work, AT_ONCE))

    @reads("/{sheet:str}/sweep", summary="A figure over a range", sync_to_thread=True)
    def sweep(
        self,
        jobs: NamedDependency[Jobs],
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        sheet: FromPath[str],
        over: FromQuery[list[str]],
        of: Text = None,
        chart: FromQuery[bool] = False,
        bets: Text = None,
        meter: Text = None,
        others: Text = None,
        settings: FromQuery[list[str] | None] = None,
    ) -> Response[Any]:
        """Points, or with ``chart`` the chart as SVG in the answer's ``svg``."""
        who.may("watch_table")
        game = _game(site, sheet, settings)
        asked = Asked(bets=bets, meter=meter, others=others)

        def work(progress: Progress) -> Any:
            ranges = [read_range(text) for text in over]
            figure, points = sweep(game.sheet.id, settings or (), ranges, of, asked, progress)
            found: dict[str, Any] = {
                "sheet": game.sheet.id,
                "figure": figure,
                "points": [{"at": point.at, figure: point.exact or point.value} for point in points],
            }
            if chart:
                from pitboss.analysis.report.charts import chart as drawn

                found["svg"] = drawn(curves(ranges, figure, points)).decode()
            return found

        return answer_of(jobs.start(work, AT_ONCE))

    @reads("/{sheet:str}/report", summary="The mathematics report", sync_to_thread=True)
    def report(
        self,
        jobs: NamedDependency[Jobs],
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        sheet: FromPath[str],
        pdf: FromQuery[bool] = False,
        settings: FromQuery[list[str] | None] = None,
    ) -> Response[Any]:
        """The report of ``pitboss par``: HTML in ``html``, or its PDF as base64 in ``pdf``."""
        who.may("watch_table")
        game = _game(site, sheet, settings)

        def work(progress: Progress) -> Any:
            from pitboss.analysis.report.build import report
            from pitboss.analysis.report.html import as_html
            from pitboss.analysis.report.pdf import as_pdf

            asked = Asked()
            question, analysis = read_question(game, asked), analyse(game, progress)
            found = put_together(analysis, game, question, read_link(asked))
            blocks = report(found, analysis.boxes(question), tuple(settings or ()))
            if pdf:
                return {"sheet": game.sheet.id, "pdf": base64.b64encode(as_pdf(blocks)).decode()}
            return {"sheet": game.sheet.id, "html": as_html(blocks).decode()}

        return answer_of(jobs.start(work, AT_ONCE))


class Counts(Controller):
    """Counts that take longer than an answer may."""

    path = "/api/counts"
    tags = ("mathematics",)

    @reads("/{count:str}", summary="A count", sync_to_thread=False)
    def one_count(
        self, jobs: NamedDependency[Jobs], who: NamedDependency[Who], count: FromPath[str]
    ) -> JobNow:
        """How far it is, and the answer when it is done."""
        return _job(jobs, who, count).now()

    @ends("/{count:str}", summary="Cancel a count", status_code=204, sync_to_thread=False)
    def cancel(self, jobs: NamedDependency[Jobs], who: NamedDependency[Who], count: FromPath[str]) -> None:
        """It stops at the next part; what was counted is not kept."""
        _job(jobs, who, count).cancelled.set()

    @reads(
        "/{count:str}/stream", summary="Follow a count", media_type="text/event-stream", sync_to_thread=False
    )
    def stream(
        self,
        jobs: NamedDependency[Jobs],
        who: NamedDependency[Who],
        reader: NamedDependency[Reader],
        count: FromPath[str],
    ) -> ServerSentEvent:
        """Its progress until it ends."""
        job = _job(jobs, who, count)

        async def messages() -> AsyncIterator[ServerSentEventMessage]:
            number = 0
            while await reader.still():
                now = job.now()
                number += 1
                data = msgspec.json.encode(now, enc_hook=str).decode()
                yield ServerSentEventMessage(data=data, event="count", id=str(number))
                if now.state not in ("waiting", "counting"):
                    return
                await asyncio.sleep(0.25)

        return ServerSentEvent(messages())


def _game(site: Site, sheet: str, settings: list[str] | None) -> Game:
    if sheet not in site.floor.rulebook.games:
        raise not_found(f"there is no sheet {sheet} in force")
    try:
        return changed(sheet, settings or ())
    except SheetFault as fault:
        raise bad(str(fault), "settings") from None


def answer_of(job: Job) -> Response[Any]:
    """The answer if it is there; otherwise where to ask for it."""
    now = job.now()
    if now.state == "wrong":
        path, colon, message = now.message.partition(": ")
        raise bad(message if colon else now.message, path if colon else "")
    if now.state == "done":
        return Response(now.result)
    return Response(now, status_code=202, headers={"Location": f"/api/counts/{now.id}"})


def _job(jobs: Jobs, who: Who, name: str) -> Job:
    job = jobs.get(name)
    who.may(job.permission if job else "watch_table")
    if job is None:
        raise not_found(f"there is no count {name}, or not any more")
    return job
