"""Jobs over HTTP: the answer if it is there soon, otherwise where to ask for it."""

from collections.abc import Callable
from typing import Any, Final

from litestar import Response

from pitboss.analysis.model import CountProgress
from pitboss.api.errors import BadRequest
from pitboss.reason import Reason, apart
from pitboss.server.jobs import Job, Jobs
from pitboss.store import Journal

AT_ONCE: Final = 1.5
"""Seconds to wait for a result; a longer calculation continues in the background."""


async def answer_of(jobs: Jobs, job: Job) -> Response[Any]:
    """The result if it arrives within :data:`AT_ONCE`, without blocking; otherwise the address of the job."""
    await jobs.wait(job, AT_ONCE)
    return answer_so_far(job)


def answer_so_far(job: Job) -> Response[Any]:
    """The answer of a job that is done; otherwise where to ask for it."""
    now = job.now()
    if job.reason:
        raise wrong_question(job.reason)
    if now.state == "done":
        return Response(now.result)
    return begun(job)


def begun(job: Job) -> Response[Any]:
    """The address of a job, with its progress."""
    return Response(job.now(), status_code=202, headers={"Location": f"/api/counts/{job.id}"})


def wrong_question(reason: Reason) -> BadRequest:
    """A fault of the mathematics as a bad request with its path."""
    path, why = apart(reason)
    return BadRequest(why, path)


def by_position(progress: CountProgress, what: str, journal: Journal) -> Callable[[int], None]:
    """The progress of a job that reads the whole journal, told by the position it has reached."""
    last = journal.last_position()
    return lambda position: progress(what, position, max(last, position))
