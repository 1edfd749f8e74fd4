"""Counts are bounded before any work, queued fairly by account, and nobody's but their owner's."""

import asyncio
import itertools
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import ClassVar

import httpx
import pytest

from pitboss.analysis import sweep as sweeping
from pitboss.analysis.answers import AdviceQuestion, OddsQuestion, SweepQuestion
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.api import app, job_answers
from pitboss.api.wire import exact
from pitboss.cli.main import run
from pitboss.client import Refused, calls
from pitboss.server import jobs as running
from pitboss.server.jobs import Job, Jobs, QueueFull
from pitboss.server.workers import Worker
from tests import programs
from tests.api.served import SLOW, Served, served_floor
from tests.api.waiting import count_ended
from tests.waiting import PATIENCE, async_until, happens, until, within

SHEET = "rws-three-card-v3"
LAB = f"/api/lab/{SHEET}"
LONG = "over=pair_plus.straight%3D1..1000"
"""A sheet for each of a thousand points: it goes on for longer than any of these tests."""
NUMBER = "9" * 5000
EXPONENT = "1e2000000"


class Seen(Jobs):
    """The jobs of a server under test."""

    all: ClassVar[list["Seen"]] = []

    def __init__(self) -> None:
        super().__init__()
        self.all.append(self)

    def queued(self) -> list[Job]:
        """Those that have not ended."""
        return [job for job in self._jobs.values() if not job.ended.is_set()]


served = served_floor(SLOW, patched=lambda patch: patch.setattr(app, "Jobs", Seen))


@pytest.fixture(scope="module")
def ann(served: Served) -> Iterator[httpx.Client]:
    with signed_in(served, "ann") as client:
        yield client


@pytest.fixture(scope="module")
def bob(served: Served) -> Iterator[httpx.Client]:
    with signed_in(served, "bob") as client:
        yield client


def signed_in(served: Served, name: str) -> httpx.Client:
    served.player(name).close()
    headers = {"Authorization": f"Bearer {served.sign_in(name)}"}
    return httpx.Client(base_url=served.url, headers=headers, timeout=PATIENCE)


def refused(answer: httpx.Response, status: int = 400) -> tuple[str, str]:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    return error["path"], error["message"]


def begun(lab: httpx.Client, question: str = f"{LAB}/sweep?{LONG}") -> str:
    answer = lab.get(question)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def ended(lab: httpx.Client, count: str) -> str:
    """The state in which a count has ended."""
    return str(count_ended(lab, f"/api/counts/{count}")["state"])


def test_the_lengths_of_ranges_are_multiplied_before_a_grid_is_made(
    ann: httpx.Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def product(*values: object) -> list[object]:
        raise AssertionError("the grid was made before its length was known")

    monkeypatch.setattr(sweeping, "product", product)
    ranges = [f"{path}=0..1998" for path in ("meter", "seed", "rate")]
    for over, says in (
        (ranges, "7,988,005,999 points are more than 2,000"),
        (ranges[:2], "3,996,001 points are more than 2,000"),
        (["meter=0..2000"], "2,001 points are more than 2,000"),
        (["meter=0..1:0.000000000000000000000000000001"], "points are more than 2,000"),
        (["meter=0,1", "others=0,1", "seed=0,1", "rate=0,1", "reserve=0,1"], "5 ranges are more than 4"),
        (["meter=" + ",".join("1" * 250)], "505 characters are more than 500"),
    ):
        path, message = refused(ann.get(f"{LAB}/sweep", params={"over": over}))
        assert path == "over"
        assert says in message
        assert run(["sweep", "3CP", *itertools.chain(*(("--over", text) for text in over))]) == 2
        assert f"over: {message}" in capsys.readouterr().err, "the command line says the same"


@pytest.mark.parametrize(
    ("asked", "path", "says"),
    [
        (f"odds?others={NUMBER}", "others", "5,000 characters are more than 500"),
        (f"odds?others={'9' * 500}", "others", "not a number of other boxes from 0 to 6"),
        ("odds?others=٥", "others", "not a number of other boxes from 0 to 6"),
        (f"odds?bets=ante%3D{EXPONENT}", "bets.ante", "not an amount"),
        (f"odds?bets={'ante%3D25,' * 70}", "bets", "560 characters are more than 500"),
        (f"odds?meter={EXPONENT}", "meter", "not a decimal number"),
        (f"odds?jackpot_bet={EXPONENT}", "jackpot_bet", "not an amount"),
        (f"odds?seed={EXPONENT}&rate=0.1", "seed", "not an amount"),
        (f"odds?seed=1&rate={EXPONENT}", "rate", "not a decimal number"),
        (f"odds?seed=1&rate=0.1&reserve={EXPONENT}", "reserve", "not a decimal number"),
        (f"odds?seed=1&rate={NUMBER}", "rate", "5,000 characters are more than 500"),
        (f"sweep?over=meter%3D0..{EXPONENT}", "over.meter", "not a decimal number"),
        (f"sweep?over=meter%3D0..1:{EXPONENT}", "over.meter", "not a decimal number"),
        (f"sweep?over=meter%3D0..{'9' * 400}", "over.meter", "not a decimal number"),
        (f"sweep?over=meter%3D0..{NUMBER}", "over", "characters are more than 500"),
        (f"sweep?over=meter%3D0,1&of={'a.' * 300}", "of", "600 characters are more than 500"),
        ("sweep?over=meter%3D0,1&over=meter%3D2", "over.meter", "named twice"),
        ("sweep?over=meter%3D0,1&of=readings.jackpot_bet_with_a_win", "of", "is not a number here"),
        (f"advise?hand={'As+' * 200}", "hand", "600 characters are more than 500"),
        (f"advise?hand=Qs+6h+4d&dead={'As+' * 200}", "dead", "600 characters are more than 500"),
        (f"advise?hand=Qs+6h+4d&decided={'play,' * 200}", "decided", "characters are more than 500"),
        (f"odds?{'&'.join(['settings=a%3D1'] * 101)}", "settings", "101 settings are more than 100"),
        (f"odds?settings=pair_plus.straight%3D{NUMBER}", "settings.1", "characters are more than 500"),
        (
            f"odds?settings=pair_plus.straight%3D{'9' * 400}",
            "pays.pair_plus.hands.straight",
            "is not a rate such as",
        ),
        ("odds?settings=jackpot.most_units%3D999999999", "jackpot.most_units", "from 1 to 100"),
        ("odds?settings=layout.most_boxes%3D999999999", "layout.most_boxes", "from 1 to 7"),
        (f"report?settings=jackpot.lines.{'9' * 450}.pays%3D5", "jackpot.lines", "there is no such line"),
    ],
)
def test_every_argument_of_a_question_is_bounded(ann: httpx.Client, asked: str, path: str, says: str) -> None:
    answer = ann.get(f"{LAB}/{asked}")
    if answer.status_code == 202:  # A busy machine takes longer than an answer may.
        count = answer.json()["id"]
        assert ended(ann, count) == "wrong"
        found, _, message = ann.get(f"/api/counts/{count}").json()["message"].partition(": ")
    else:
        found, message = refused(answer)
    assert found.startswith(path)
    assert says in message


def test_the_command_line_refuses_with_the_same_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    for words, says in (
        (["odds", "3CP", "--others", NUMBER], "others: 5,000 characters are more than 500"),
        (["odds", "3CP", "--meter", EXPONENT], "meter: '1e2000000' is not a decimal number"),
        (["odds", f"3CP,pair_plus.straight={NUMBER}"], "settings.1: "),
        (["odds", "3CP", *["--set", "a=1"] * 101], "settings: 101 settings are more than 100"),
        (["odds", "3CP", "--set", "jackpot.most_units=999999999"], "jackpot.most_units: "),
        (["advise", "3CP", "--hand", "As " * 200], "hand: 600 characters are more than 500"),
        (["sweep", "3CP", "--over", f"meter=0..{'9' * 400}"], "over.meter: "),
        (["sweep", "3CP", "--over", f"meter=0..{NUMBER}"], "over: 5,009 characters are more than 500"),
    ):
        assert run(words) == 2
        assert says in capsys.readouterr().err


def test_a_range_is_written_out_exactly() -> None:
    (found,) = sweeping.read_ranges(["meter=123456789012.5..123456789013.5:0.5"])
    assert found.values == ("123456789012.5", "123456789013", "123456789013.5")
    (found,) = sweeping.read_ranges(["rate=0..0.3:0.1"])
    assert found.values == ("0", "0.1", "0.2", "0.3")


@pytest.mark.parametrize(
    "text", ["1.00 1e2000000", "1.00 1e9", f"1.00 {'9' * 41}/7", "1.00 1/0", "1.00 ٥/٦", "1e2000000", "1.00 "]
)
def test_a_displayed_value_is_read_as_signs_write_it(text: str) -> None:
    with pytest.raises(ValueError, match="is not a displayed value such as"):
        exact(text)
    assert exact("15.00 1/3") == 1500 + Fraction(1, 3)


def test_many_sweeps_of_one_player_leave_another_a_worker(ann: httpx.Client, bob: httpx.Client) -> None:
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: ann.get(f"{LAB}/sweep?{LONG}"), range(40)))
    taken = [answer.json()["id"] for answer in answers if answer.status_code == 202]
    refusals = [answer for answer in answers if answer.status_code == 429]
    try:
        assert len(taken) == running.MOST_OF_ACCOUNT
        assert len(refusals) == 40 - len(taken)
        for answer in refusals:
            error = answer.json()["error"]
            assert error["code"] == "too_many"
            assert "ann has 8 questions waiting or being answered" in error["message"]
            assert int(answer.headers["retry-after"]) >= 1
        asked = bob.get(f"{LAB}/odds?settings=pair_plus.straight%3D7")
        if asked.status_code == 202:
            assert ended(bob, asked.json()["id"]) == "done"
        states = {name: ann.get(f"/api/counts/{name}").json()["state"] for name in taken}
        assert sorted(states.values()) == ["counting", *["waiting"] * 7], "one has a worker, the others wait"
        waiting = next(name for name, state in states.items() if state == "waiting")
        assert ann.delete(f"/api/counts/{waiting}").status_code == 204
        assert ended(ann, waiting) == "cancelled"
        assert ann.get(f"{LAB}/sweep?{LONG}").status_code == 202, "there is room for one more again"
    finally:
        clear_away(ann, taken)


def clear_away(lab: httpx.Client, names: list[str]) -> None:
    """Cancel counts that a test has begun, and wait until none of them holds a worker."""
    for name in names:
        lab.delete(f"/api/counts/{name}")
    for name in names:
        ended(lab, name)


def test_a_count_is_its_owners_alone(served: Served, ann: httpx.Client, bob: httpx.Client) -> None:
    mine, other = begun(ann), begun(ann)
    try:
        assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", name) for name in (mine, other)), "128 bits of chance"
        assert mine[:4] != other[:4]
        nothing = bob.get("/api/counts/1").json()["error"]
        with served.client("shift_manager") as manager:
            for path in (f"/api/counts/{mine}", f"/api/counts/{mine}/stream"):
                error = bob.get(path).json()["error"]
                assert error["code"] == "not_found"
                assert error["message"] == nothing["message"].replace("'1'", f"'{mine}'"), "as if it were not"
            assert bob.delete(f"/api/counts/{mine}").status_code == 404
            with pytest.raises(Refused) as hidden:
                manager.send(calls.job(mine))
            assert hidden.value.status == 404
        assert httpx.get(f"{served.url}/api/counts/{mine}").status_code == 401
        assert httpx.delete(f"{served.url}/api/counts/{mine}").status_code == 401
        assert ann.get(f"/api/counts/{mine}").json()["state"] in ("waiting", "counting")
    finally:
        clear_away(ann, [mine, other])


def test_audits_and_reports_are_their_owners_alone(served: Served) -> None:
    with served.client("regulator") as regulator, served.client("surveillance") as surveillance:
        job = regulator.send(calls.audit())
        with pytest.raises(Refused) as hidden:
            surveillance.send(calls.job(job.id))
        assert hidden.value.status == 404
        with pytest.raises(Refused) as kept:
            surveillance.send(calls.cancel(job.id))
        assert kept.value.status == 404
        assert regulator.send(calls.job(job.id)).id == job.id


def test_waiting_for_counts_holds_no_thread_that_others_need(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_answers, "AT_ONCE", PATIENCE)
    jobs, players = Seen.all[-1], [signed_in(served, f"waiting-{number}") for number in range(6)]
    with ThreadPoolExecutor(48) as pool:
        asking = [pool.submit(player.get, f"{LAB}/sweep?{LONG}") for player in players for _ in range(8)]
        until(lambda: len(jobs.queued()) >= len(asking), "every question is in the queue")
        # This route is answered by one of the forty threads that all such routes share.
        assert httpx.get(f"{served.url}/api/links", timeout=PATIENCE).status_code == 200
        assert not any(future.done() for future in asking), "all of them still wait"
        for job in jobs.queued():
            for player in players:
                player.delete(f"/api/counts/{job.id}")
        assert {future.result(PATIENCE).status_code for future in asking} == {202}
    for player in players:
        player.close()


def test_accounts_take_turns() -> None:
    done: list[str] = []

    def named(name: str) -> running.Work:
        def work(progress: CountProgress) -> None:
            done.append(name)

        return work

    async def play() -> None:
        jobs, going = Jobs(), threading.Event()

        def first(progress: CountProgress) -> None:
            going.wait(PATIENCE)

        begun = [jobs.record("ann", first, "read_audit")]
        for number in range(4):
            begun.append(jobs.record("ann", named(f"ann {number}"), "read_audit"))
        for name in ("bob", "cyd"):
            for number in range(2):
                begun.append(jobs.record(name, named(f"{name} {number}"), "read_audit"))
        going.set()
        for job in begun:
            await within(job.ended.wait(), "the job has ended")
        await jobs.close()

    asyncio.run(play())
    turns = ["ann 0", "bob 0", "cyd 0", "ann 1", "bob 1", "cyd 1", "ann 2", "ann 3"]
    assert sorted(done) == sorted(turns)
    assert [name.split()[0] for name in done].index("cyd") <= 2, "nobody waits behind all of another's"
    assert done[-2:] == ["ann 2", "ann 3"]


def test_a_queue_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MOST_QUEUED", 3)

    async def play() -> list[str]:
        jobs, going = Jobs(), threading.Event()

        def work(progress: CountProgress) -> None:
            going.wait(PATIENCE)

        says = []
        for number in range(6):
            try:
                jobs.record(f"p{number}", work, "read_audit")
            except QueueFull as full:
                says.append(str(full))
        going.set()
        await jobs.close()
        return says

    assert asyncio.run(play()) == ["3 questions are waiting, which is the limit of this server"] * 2


def test_results_are_kept_for_a_while_and_not_at_the_cost_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MOST_KEPT_OF_ACCOUNT", 2)

    async def play() -> tuple[list[bool], bool]:
        jobs = Jobs()
        audit = jobs.record("ann", lambda progress: "sound", "read_audit")
        await within(audit.ended.wait(), "the job has ended")
        others = []
        for _ in range(5):
            job = jobs.record("bob", lambda progress: "much", "read_audit")
            await within(job.ended.wait(), "the job has ended")
            others.append(job)
        kept = [jobs.get(job.id, "bob") is job for job in others]
        found = jobs.get(audit.id, "ann") is audit and jobs.get(audit.id, "bob") is None
        await jobs.close()
        return kept, found

    kept, found = asyncio.run(play())
    assert kept == [False, False, True, True, True]
    assert found


def test_a_count_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "LONGEST_COUNT", 0.5)
    question = SweepQuestion(sheet=SHEET, over=("pair_plus.straight=1..1000",))

    async def play() -> Job:
        jobs = Jobs()
        job = jobs.count("ann", question)
        await within(job.ended.wait(), "the job has ended")
        await jobs.close()
        return job

    now = asyncio.run(play()).now()
    assert now.state == "wrong"
    assert "not counted within 0.5 seconds" in now.message


def test_a_count_that_does_not_stop_loses_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_GRACE", 0.0)
    monkeypatch.setattr(Worker, "stop", lambda self: None)
    question = SweepQuestion(sheet=SHEET, over=("pair_plus.straight=1..1000",))

    async def play() -> tuple[str, str]:
        jobs = Jobs(workers=1)
        job = jobs.count("ann", question)
        await async_until(lambda: job.of, "the count has begun")
        jobs.cancel(job)
        await within(job.ended.wait(), "the job has ended")
        after = jobs.count("bob", AdviceQuestion(sheet=SHEET, hand="Qs 6h 4d"))
        await within(after.ended.wait(), "the job has ended")
        await jobs.close()
        return job.state, after.state

    assert asyncio.run(play()) == ("cancelled", "done"), "the next one gets another"


def test_a_reading_of_the_record_can_be_cancelled() -> None:
    async def play() -> str:
        jobs, going = Jobs(), threading.Event()

        def work(progress: CountProgress) -> None:
            for part in itertools.count():
                going.set()
                progress("rounds", part, 0)
                time.sleep(0.01)

        job = jobs.record("ann", work, "read_audit")
        await asyncio.to_thread(happens, going, "the job is under way")
        jobs.cancel(job)
        await within(job.ended.wait(), "the job has ended")
        await jobs.close()
        return job.state

    assert asyncio.run(play()) == "cancelled"


def test_a_worker_answers_until_it_is_killed_and_then_anew() -> None:
    worker, told = Worker(), []
    question = AdviceQuestion(sheet=SHEET, hand="Qs 6h 4d")
    try:
        assert b'"best":"play"' in bytes(worker.ask(question, lambda *far: told.append(far)))
        with pytest.raises(AnalysisFault, match="hand: it has 2 cards"):
            worker.ask(AdviceQuestion(sheet=SHEET, hand="Qs 6h"), lambda *far: told.append(far))
        worker.kill()
        assert b'"best":"play"' in bytes(worker.ask(question, lambda *far: told.append(far)))
        assert b'"bets"' in bytes(worker.ask(OddsQuestion(sheet=SHEET), lambda *far: told.append(far)))
    finally:
        worker.end()


def test_a_worker_ends_with_its_server_and_takes_no_more_than_its_memory() -> None:
    module = [sys.executable, "-P", "-m", "pitboss.server.worker_process", str(1 << 30)]
    with programs.running(module, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    code = (
        "from pitboss.server.worker_process import limit_memory\n"
        "limit_memory(300 << 20)\n"
        "try:\n    bytearray(1 << 30)\nexcept MemoryError:\n    print('bounded')"
    )
    assert programs.python(code).strip() == "bounded"
