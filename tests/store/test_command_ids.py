"""A command id belongs to its sender and names one command: what else is sent under it is refused."""

import random
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import pytest
from msgspec import Struct, structs

from pitboss.store import CommandIdentity, CommandIdReused, Journal, NewEvent, ToStream, VersionConflict
from pitboss.store.journal import Appended, AppendOutcome
from pitboss.store.open import open_journal
from pitboss.store.postgres.journal import PostgresJournal
from pitboss.store.sqlite.journal import SqliteJournal
from pitboss.store.verify import verify
from tests.store.samples import sent, to
from tests.store.test_group_commit import Gate, counting, held_back, queued
from tests.waiting import PATIENCE, at_once

REUSED = "The command id c1 was used for something else before: nothing was recorded"


def test_an_id_belongs_to_its_sender(journal: Journal) -> None:
    first = journal.append([to("table/1", 0)], sent("c1", "a bet"))
    other = journal.append([to("table/1", 1)], sent("c1", "a bet", sender="account/bob"))
    own = journal.append([to("table/1", 2)], sent("c1", "a bet", sender="system/dealer"))
    assert [answer.last for answer in (first, other, own)] == [1, 2, 3]
    assert not any(answer.repeated for answer in (first, other, own))
    assert journal.find_command(sent("c1", "a bet", sender="account/bob")) == structs.replace(
        other, repeated=True
    )
    assert journal.find_command(sent("c1", "a bet", sender="account/eve")) is None
    assert journal.find_command(sent("ccount/ann", "a bet", sender="a")) is None, "the two are never joined"


@pytest.mark.parametrize(
    "batch",
    [[to("table/1", 1)], [to("table/1", 0)], [to("table/1", None)], [to("table/2", 0, 3), to("table/1", 9)]],
)
def test_an_id_is_not_used_for_something_else(journal: Journal, batch: list[ToStream]) -> None:
    """Whether the append would be recorded, meets a conflict or expects nothing."""
    first = journal.append([to("table/1", 0)], sent("c1", "5.00"))
    with pytest.raises(CommandIdReused, match=REUSED):
        journal.append(batch, sent("c1", "10,000.00"))
    with pytest.raises(CommandIdReused, match=REUSED):
        journal.find_command(sent("c1", "10,000.00"))
    assert journal.append(batch, sent("c1", "5.00")) == structs.replace(first, repeated=True)
    assert journal.last_position() == 1
    assert journal.append([to("table/1", 1)], sent("c2", "10,000.00")).last == 2
    assert verify(journal).sound


def test_an_id_whose_command_was_not_recorded_is_free(journal: Journal) -> None:
    journal.append([to("table/1", 0)])
    with pytest.raises(VersionConflict):
        journal.append([to("table/1", 0)], sent("c1", "5.00"))
    assert not journal.append([to("table/1", 1)], sent("c1", "10,000.00")).repeated


def rivals(journal: Journal) -> list[Callable[[], Appended]]:
    """Commands that wait together: one of the first three is recorded, and the last is of somebody else."""

    def one(content: str, sender: str = "account/ann") -> Callable[[], Appended]:
        return lambda: journal.append([to("table/1", None)], sent("c1", content, sender))

    first = lambda: journal.append([to("table/0", 0)])  # noqa: E731
    return [first, one("5.00"), one("5.00"), one("10,000.00"), one("10,000.00", "account/bob")]


def check_rivals(journal: Journal, found: list[Future[Appended]]) -> None:
    assert found[0].result(0).last == 1
    fives, other, bob = found[1:3], found[3], found[4]
    assert not bob.result(0).repeated
    if other.exception() is None:
        assert not other.result(0).repeated
        assert all(isinstance(future.exception(), CommandIdReused) for future in fives)
    else:
        assert isinstance(other.exception(), CommandIdReused)
        assert sorted(future.result(0).repeated for future in fives) == [False, True]
    assert verify(journal).events == 3


def test_rivals_in_one_group_of_sqlite(tmp_path: Path) -> None:
    gate = Gate()
    with SqliteJournal(tmp_path / "j.db", connect=gate.connect) as journal:
        check_rivals(journal, queued(journal, gate, rivals(journal)))
        assert gate.commits == 2, "they were in one group"


def test_rivals_in_one_group_of_postgresql(postgres_url: str) -> None:
    with PostgresJournal(postgres_url, connect=counting) as journal:
        check_rivals(journal, held_back(postgres_url, journal, rivals(journal)))


class Asked(Struct, frozen=True):
    """A command that a client has sent, with the events it would have folded."""

    command: CommandIdentity
    batch: tuple[ToStream, ...]


class Server:
    """Keeps streams in memory as the floor does: folds what the journal says is new, and reads the rest."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.streams: dict[str, list[bytes]] = {}

    def plan(self, luck: random.Random) -> Asked:
        """A command decided on what is known here, under one of few ids, senders and contents."""
        content = luck.choice("abc")
        command = sent(f"c{luck.randrange(40)}", content, luck.choice(("account/ann", "account/bob")))
        names = luck.sample(("table/1", "table/2", "link/gold"), luck.choice((1, 1, 2)))
        data = f'"{content} {luck.random()}"'.encode()
        events = (NewEvent("Tick", 1, data),) * luck.choice((1, 2))
        batch = tuple(ToStream(name, len(self.streams.get(name, ())), events) for name in names)
        return Asked(command, batch)

    def told(self, asked: Asked, outcome: AppendOutcome) -> None:
        """What became of a command."""
        if isinstance(outcome, Appended) and not outcome.repeated:
            for part in asked.batch:
                known = self.streams.setdefault(part.stream, [])
                if len(known) == part.expected:
                    known += [event.data for event in part.events]
            return
        assert isinstance(outcome, Appended | VersionConflict | CommandIdReused), outcome
        for part in asked.batch:
            self.streams[part.stream] = [event.data for event in self.journal.read_stream(part.stream)]


@pytest.mark.parametrize("seed", range(3))
def test_folded_states_of_servers_agree_with_the_journal(url: str, seed: int) -> None:
    """Two servers, commands alone and in groups, rivals with equal versions, ids used again and again."""
    luck = random.Random(seed)
    with open_journal(url) as one, open_journal(url) as two:
        servers = [Server(one), Server(two)]
        answers: list[tuple[Asked, AppendOutcome]] = []
        for _ in range(60):
            answers += sent_at_once(servers, luck)
            for server in servers:
                for name, known in server.streams.items():
                    held = [event.data for event in one.read_stream(name)]
                    assert known == held[: len(known)], "memory has left the journal"
        check_answers(one, answers)
        assert verify(one).sound


def sent_at_once(servers: list[Server], luck: random.Random) -> list[tuple[Asked, AppendOutcome]]:
    """Several commands sent together, each by one of the servers; some of them are sent twice."""
    sending = [(server, server.plan(luck)) for server in luck.choices(servers, k=luck.choice((1, 2, 4, 8)))]
    sending += [(luck.choice(servers), asked) for _, asked in sending if luck.random() < 0.3]
    found: list[tuple[Server, Asked, Future[AppendOutcome]]] = []
    for server, asked in sending:
        waiting: Future[AppendOutcome] = Future()
        found.append((server, asked, waiting))

    def send(journal: Journal) -> None:
        for server, asked, waiting in found:
            if server.journal is journal:
                journal.append_soon(asked.batch, asked.command, waiting.set_result)

    at_once(*(partial(send, server.journal) for server in servers))
    outcomes = [(server, asked, waiting.result(PATIENCE)) for server, asked, waiting in found]
    for server, asked, outcome in sorted(outcomes, key=lambda one: isinstance(one[2], Exception)):
        server.told(asked, outcome)
    return [(asked, outcome) for _, asked, outcome in outcomes]


def check_answers(journal: Journal, answers: list[tuple[Asked, AppendOutcome]]) -> None:
    """Each command was recorded once; every answer is about what stands there."""
    events = {event.position: event for event in journal.read_all(0, 100_000)}
    recorded: dict[tuple[str, str], tuple[bytes, int]] = {}
    for asked, outcome in answers:
        if isinstance(outcome, Appended) and not outcome.repeated:
            key = asked.command.sender, asked.command.id
            assert key not in recorded, "once"
            recorded[key] = asked.command.digest, outcome.first
            new = [(part.stream, event.data) for part in asked.batch for event in part.events]
            held = [events[position] for position in range(outcome.first, outcome.last + 1)]
            assert [(event.stream, event.data) for event in held] == new
    kinds = set()
    for asked, outcome in answers:
        digest, first = recorded.get((asked.command.sender, asked.command.id), (b"", 0))
        kinds.add(
            "repeated" if isinstance(outcome, Appended) and outcome.repeated else type(outcome).__name__
        )
        if isinstance(outcome, CommandIdReused):
            assert digest != asked.command.digest
        elif isinstance(outcome, Appended):
            assert (digest, first) == (asked.command.digest, outcome.first)
    assert kinds == {"Appended", "repeated", "VersionConflict", "CommandIdReused"}, "all of it was tried"
