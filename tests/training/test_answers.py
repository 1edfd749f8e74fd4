"""Answers are kept by account: asked and marked by the server, once, for their owner and who supervises."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.client import Client, Refused, calls
from pitboss.messages.texts import SituationKind, SituationLevel
from pitboss.messages.training import CheckedNow, LineSaid, QuestionNow, Said
from pitboss.refusal import Refusal
from pitboss.training.situations import Situation, find_situation
from tests.access.entrance import sign_in
from tests.api.served import SLOW, Served, served_floor, serving
from tests.training.test_train import right_answer

SHEET = "rws-three-card-v3"
OTHER = "mbs-megalink-stud-v9"

served = served_floor(SLOW, databases=True, scope="module")


@pytest.fixture(scope="module")
def trainee(served: Served) -> Iterator[Client]:
    with served.client("dealer") as found:
        yield found


@pytest.fixture(scope="module")
def supervisor(served: Served) -> Iterator[Client]:
    with served.client("pit_supervisor") as found:
        yield found


def situation(asked: QuestionNow) -> Situation:
    found = find_situation(asked.situation.sheet, asked.situation.id)
    assert found is not None
    return found


def answer(client: Client, asked: QuestionNow, said: Said) -> CheckedNow:
    return client.send(calls.answer(asked.situation.sheet, asked.id, said))


def right(client: Client, asked: QuestionNow) -> CheckedNow:
    return answer(client, asked, right_answer(situation(asked)))


def refused(client: Client, call: calls.Call[Any]) -> Refused:
    with pytest.raises(Refused) as found:
        client.send(call)
    return found.value


def test_an_answer_is_marked_by_the_engine_and_explained(trainee: Client) -> None:
    kinds: tuple[SituationKind, ...] = ("settle", "report", "settle", "report")
    for seed, kind in enumerate(kinds):
        marked = right(trainee, trainee.send(calls.question(SHEET, kind=kind, seed=seed)))
        assert marked.right, marked
        assert all(point.clauses and point.why for point in marked.points)
        asked = trainee.send(calls.question(SHEET, kind=kind, seed=seed + 50))
        known = right_answer(situation(asked))
        wrong = Said() if kind == "report" else Said(lines=known.lines[1:])
        marked = answer(trainee, asked, wrong)
        assert not marked.right
        assert sum(point.right for point in marked.points) == len(marked.points) - 1 or kind == "report"
    asked = trainee.send(calls.question(SHEET, kind="settle", seed=99))
    extra = LineSaid(box=7, player="nobody", bet="ante", result="win", net="1.00")
    invented = Said(lines=(*right_answer(situation(asked)).lines, extra))
    assert not answer(trainee, asked, invented).right


def test_an_open_question_is_asked_again_as_it_was_and_its_time_runs_on(trainee: Client) -> None:
    asked = trainee.send(calls.question(SHEET, kind="settle", seed=1, number=2, level="easy"))
    again = trainee.send(calls.question(SHEET, kind="settle", seed=1, number=2, level="easy"))
    assert again.id == asked.id
    assert again.seconds >= asked.seconds
    right(trainee, again)
    assert trainee.send(calls.question(SHEET, kind="settle", seed=1, number=2, level="easy")).id != asked.id


def test_a_seed_gives_each_account_a_set_of_its_own(served: Served, trainee: Client) -> None:
    with served.player("sam") as second:
        for kind in ("settle", "report"):
            mine, again, other = (
                [
                    one.send(calls.question(SHEET, kind=kind, seed=77, number=n)).situation.id
                    for n in (1, 2, 3)
                ]
                for one in (trainee, trainee, second)
            )
            assert mine == again
            assert mine != other


def test_as_many_answers_are_marked_as_in_a_day(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.api.routes.train.MOST_A_DAY", 2)
    with served.player("tia") as eager:
        for seed in range(3):
            eager.send(calls.question(SHEET, kind="settle", seed=seed))
        for seed in range(2):
            right(eager, eager.send(calls.question(SHEET, kind="settle", seed=seed)))
        enough = refused(eager, calls.question(SHEET, kind="settle", seed=2))
        assert (enough.status, enough.code) == (409, "trained_enough")
        assert eager.send(calls.training("tia")).score.answers == 2


def test_a_question_is_answered_once_and_a_repetition_gets_its_first_marks(trainee: Client) -> None:
    asked = trainee.send(calls.question(SHEET, kind="settle", seed=2))
    first = answer(trainee, asked, Said())
    assert not first.right
    assert answer(trainee, asked, Said()) == first
    better = refused(trainee, calls.answer(SHEET, asked.id, right_answer(situation(asked))))
    assert (better.status, better.code) == (409, "question_answered")
    assert answer(trainee, asked, Said()) == first


def test_a_question_belongs_to_whom_it_was_asked_of(served: Served, trainee: Client) -> None:
    asked = trainee.send(calls.question(SHEET, kind="settle", seed=3))
    with served.player("ann") as other:
        taken = calls.answer(SHEET, asked.id, right_answer(situation(asked)))
        assert refused(other, taken).status == 404
        assert other.send(calls.question(SHEET, kind="settle", seed=3)).id != asked.id
        name = trainee.send(calls.who_am_i()).name
        for call in (
            calls.training(name),
            calls.answers(name),
            calls.trainees(),
            calls.answer_then(name, asked.id),
        ):
            assert refused(other, call).status == 403
        assert other.send(calls.training("ann")).score.answers == 0
    assert right(trainee, asked).right


def test_an_earlier_answer_does_not_count_again(trainee: Client) -> None:
    name = trainee.send(calls.who_am_i()).name
    before = trainee.send(calls.training(name)).score
    first = trainee.send(calls.question(OTHER, kind="settle", seed=4))
    assert not answer(trainee, first, Said()).again
    second = trainee.send(calls.question(OTHER, kind="settle", seed=4))
    assert right(trainee, second).again
    after = trainee.send(calls.training(name)).score
    assert (after.answers - before.answers, after.again - before.again) == (1, 1)
    assert after.whole == before.whole, "the first answer counts, and it was wrong"


def test_progress_is_by_game_kind_and_level_with_the_missed_clauses(served: Served) -> None:
    with served.client("pit_manager") as one:
        levels: tuple[SituationLevel, ...] = ("easy", "hard")
        for level in levels:
            right(one, one.send(calls.question(SHEET, kind="settle", seed=5, level=level)))
        asked = one.send(calls.question(OTHER, kind="report", seed=5))
        answer(one, asked, Said())
        now = one.send(calls.training(one.send(calls.who_am_i()).name))
    parts = {(part.sheet, part.kind, part.level): part.score for part in now.parts}
    assert list(parts) == [(OTHER, "report", None), (SHEET, "settle", "easy"), (SHEET, "settle", "hard")]
    assert parts[SHEET, "settle", "easy"].whole == 1
    assert parts[SHEET, "settle", "easy"].points < parts[SHEET, "settle", "hard"].points
    assert now.score.right < now.score.points
    assert {(missed.sheet, missed.clause) for missed in now.missed} == {
        (OTHER, clause) for clause in situation(asked).place.clauses
    }
    assert now.roles == ("pit_manager",)
    assert now.open == 0


def test_a_supervisor_sees_everybody_down_to_the_points(trainee: Client, supervisor: Client) -> None:
    name = trainee.send(calls.who_am_i()).name
    asked = trainee.send(calls.question(SHEET, kind="jackpot", seed=6))
    marked = answer(trainee, asked, Said())
    listed = {one.name: one for one in supervisor.send(calls.trainees())}
    assert listed[name].score == supervisor.send(calls.training(name)).score
    newest = supervisor.send(calls.answers(name, limit=1))[0]
    assert (newest.question, newest.right, newest.points) == (asked.id, 0, len(marked.points))
    assert newest.missed
    following = supervisor.send(calls.answers(name, before=int(newest.cursor)))
    assert newest not in following
    assert len(following) == listed[name].score.answers + listed[name].score.again - 1
    then = supervisor.send(calls.answer_then(name, asked.id))
    assert (then.answer, then.checked, then.situation) == (newest, marked, asked.situation)
    assert refused(supervisor, calls.training("nobody-there")).status == 404
    assert refused(supervisor, calls.answer_then("ann", asked.id)).status == 404


def test_a_device_is_not_trained(served: Served) -> None:
    with served.device("screen", "watch_table") as screen:
        assert refused(screen, calls.question(SHEET)).status == 403
        assert refused(screen, calls.training("screen")).status == 403


def test_results_of_somebody_who_has_left_are_erased_by_who_manages_people(served: Served) -> None:
    with served.player("leaver") as one, served.client("shift_manager") as manager:
        right(one, one.send(calls.question(SHEET, seed=7)))
        assert refused(one, calls.erase_training("leaver")).status == 403
        manager.send(calls.erase_training("leaver"))
        assert one.send(calls.training("leaver")).parts == ()
        assert refused(manager, calls.erase_training("leaver")).status == 404


def test_answers_are_kept_outside_the_journal(served: Served, trainee: Client) -> None:
    """Training is not a record: the journal has nothing of it, whoever trains."""
    before = served.site.journal.last_position()
    asked = trainee.send(calls.question(SHEET, kind="settle", seed=8))
    right(trainee, asked)
    later = served.site.journal.read_all(before, 1000)
    assert not [event for event in later if asked.id.encode() in event.data]


def test_a_restart_forgets_nothing(url: str, tmp_path: Path) -> None:
    with serving(tmp_path, SLOW, url=url) as first, first.client("dealer") as one:
        name, secret = first.secret("dealer")
        right(one, one.send(calls.question(SHEET, kind="settle", seed=9)))
        asked = one.send(calls.question(SHEET, kind="settle", seed=9, number=2))
        before = one.send(calls.training(name))
        token = first.token("dealer")
    assert (before.score.answers, before.open) == (1, 1)
    with serving(tmp_path, SLOW, url=url) as second, Client(second.url, token=token) as one:
        assert not isinstance(sign_in(second.site.doors, name, secret, "password", "test"), Refusal)
        assert one.send(calls.training(name)) == before
        assert one.send(calls.question(SHEET, kind="settle", seed=9, number=2)).id == asked.id
        assert right(one, asked).right
        after = one.send(calls.training(name))
    assert (after.score.answers, after.score.whole, after.open) == (2, 2, 0)
