"""The mathematics over HTTP: odds, what-if, advice, sweeps, charts and the report, exact as in a terminal."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Controller, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import ServerSentEvent, ServerSentEventMessage
from msgspec import convert, structs

from pitboss.analysis.answers import (
    AdviceQuestion,
    AnyQuestion,
    FaceUpQuestion,
    OddsQuestion,
    ReportQuestion,
    SweepQuestion,
    check_bounds,
)
from pitboss.analysis.model import AnalysisFault
from pitboss.analysis.questions import QuestionTexts
from pitboss.api.authentication import Who
from pitboss.api.context import Context, Ctx, game_in_force
from pitboss.api.errors import not_found
from pitboss.api.job_answers import answer_of, wrong_question
from pitboss.api.routing import serves
from pitboss.api.streams import Reader
from pitboss.messages import operations
from pitboss.messages.answers import JobNow
from pitboss.messages.views import MovableNow
from pitboss.money import brief
from pitboss.reason import because
from pitboss.server.jobs import Job, Jobs
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.movable import movables

QueryText = FromQuery[str | None]
QuerySettings = FromQuery[list[str] | None]


class Lab:
    """The mathematics for one person, with the settings that change the sheet."""

    def __init__(self, ctx: Context, jobs: Jobs, settings: list[str] | None) -> None:
        self._ctx, self._jobs = ctx, jobs
        self.settings = tuple(settings or ())

    async def answer(self, question: AnyQuestion) -> Response[Any]:
        """The answer to a question, or the count that it takes; one that asks for too much is refused."""
        site, who = self._ctx.site, self._ctx.who
        sheet = game_in_force(site, question.sheet).sheet.id
        try:
            check_bounds(question)
        except (AnalysisFault, SheetFault) as fault:
            raise wrong_question(fault.at_path) from None
        # A worker gets the text that is in force here: it may have another library, or none.
        asked = structs.replace(question, sheet=sheet, text=site.floor.rulebook.text_in_force(sheet))
        return await answer_of(self._jobs, self._jobs.count(who.signed_in.name, asked))


def provide_lab(ctx: Ctx, jobs: NamedDependency[Jobs], settings: QuerySettings = None) -> Lab:
    """The sender, and the settings in question."""
    return Lab(ctx, jobs, settings)


def provide_asked(bets: QueryText = None, meter: QueryText = None, others: QueryText = None) -> QuestionTexts:
    """The assumptions of a question about one hand."""
    return QuestionTexts(bets=bets, meter=meter, others=others)


def provide_asked_with_link(
    asked: NamedDependency[QuestionTexts],
    jackpot_bet: QueryText = None,
    seed: QueryText = None,
    rate: QueryText = None,
    reserve: QueryText = None,
) -> QuestionTexts:
    """The assumptions of a question about the long run: a hand's, and the terms of a link."""
    return structs.replace(asked, jackpot_bet=jackpot_bet, seed=seed, rate=rate, reserve=reserve)


AskedTexts = NamedDependency[QuestionTexts]
AskingLab = NamedDependency[Lab]


class LabRoutes(Controller):
    """The cost of a pay table, the best play, and the display from which the jackpot pays."""

    @serves(operations.movables, quick=True)
    def settings(self, ctx: Ctx, sheet: FromPath[str]) -> list[MovableNow]:
        """Every pay, size, cap and choice of a sheet with the path by which ``settings`` changes it."""
        found = movables(game_in_force(ctx.site, sheet).sheet)
        return [convert(each, MovableNow, from_attributes=True) for each in found]

    @serves(operations.odds)
    async def odds(
        self, sheet: FromPath[str], *, asked_with_link: AskedTexts, lab: AskingLab
    ) -> Response[Any]:
        """The JSON of ``pitboss odds --json``; 202 with a count's id where it takes longer."""
        return await lab.answer(OddsQuestion(sheet=sheet, settings=lab.settings, asked=asked_with_link))

    @serves(operations.advise)
    async def advise(
        self,
        sheet: FromPath[str],
        hand: QueryText = None,
        up: QueryText = None,
        board: QueryText = None,
        dead: QueryText = None,
        decided: QueryText = None,
        blind: FromQuery[bool] = False,
        option: FromQuery[bool] = False,
        *,
        asked: AskedTexts,
        lab: AskingLab,
    ) -> Response[Any]:
        """The JSON of ``pitboss advise --json``."""
        question = AdviceQuestion(
            sheet=sheet,
            settings=lab.settings,
            asked=asked,
            hand=hand,
            up=up,
            board=board,
            dead=dead,
            decided=decided,
            blind=blind,
            option=option,
        )
        return await lab.answer(question)

    @serves(operations.sweep)
    async def sweep(
        self,
        sheet: FromPath[str],
        over: FromQuery[list[str]],
        of: QueryText = None,
        chart: FromQuery[bool] = False,
        *,
        asked: AskedTexts,
        lab: AskingLab,
    ) -> Response[Any]:
        """Points, or with ``chart`` the chart as SVG in the answer's ``svg``."""
        question = SweepQuestion(
            sheet=sheet, settings=lab.settings, asked=asked, over=tuple(over), of=of, chart=chart
        )
        return await lab.answer(question)

    @serves(operations.face_up)
    async def face_up(self, sheet: FromPath[str], *, lab: AskingLab) -> Response[Any]:
        """The deals of every kind of hand by the rank of the face-up card, and how many of them bet."""
        return await lab.answer(FaceUpQuestion(sheet=sheet, settings=lab.settings))

    @serves(operations.report)
    async def report(
        self,
        sheet: FromPath[str],
        pdf: FromQuery[bool] = False,
        *,
        asked_with_link: AskedTexts,
        lab: AskingLab,
    ) -> Response[Any]:
        """The report of ``pitboss par``: HTML in ``html``, or its PDF as base64 in ``pdf``."""
        question = ReportQuestion(sheet=sheet, settings=lab.settings, asked=asked_with_link, pdf=pdf)
        return await lab.answer(question)


class CountRoutes(Controller):
    """Counts that take longer than an answer may, each for the account that asked for it."""

    @serves(operations.job, quick=True)
    def one_count(self, ctx: Ctx, jobs: NamedDependency[Jobs], count: FromPath[str]) -> JobNow:
        """Progress of a calculation, and its result when it is done."""
        return _job(jobs, ctx.who, count).now()

    @serves(operations.cancel)
    async def cancel(self, ctx: Ctx, jobs: NamedDependency[Jobs], count: FromPath[str]) -> None:
        """Stop a count at its next part; what was counted is not kept."""
        jobs.cancel(_job(jobs, ctx.who, count))

    @serves(operations.job_stream, quick=True)
    def stream(
        self, ctx: Ctx, jobs: NamedDependency[Jobs], reader: NamedDependency[Reader], count: FromPath[str]
    ) -> ServerSentEvent:
        """The progress of a count until it ends."""
        job = _job(jobs, ctx.who, count)

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


def _job(jobs: Jobs, who: Who, name: str) -> Job:
    job = jobs.get(name, who.signed_in.name)
    if job is None:
        raise not_found(because("not_found.count", count=brief(name)))
    who.may(job.permission)
    return job
