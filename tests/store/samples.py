"""Small batches for tests."""

import sqlite3
from contextlib import closing
from hashlib import sha256

import psycopg

from pitboss.store import CommandIdentity, Journal, NewEvent, ToStream
from pitboss.store.open import file_of


def event(number: int = 0, kind: str = "Tick") -> NewEvent:
    return NewEvent(kind, 1, b'{"n":%d}' % number)


def to(stream: str, expected: int | None, count: int = 1) -> ToStream:
    return ToStream(stream, expected, tuple(event(number) for number in range(count)))


def sent(name: str, content: str = "", sender: str = "account/ann") -> CommandIdentity:
    """A command of somebody, under an id of theirs; the same content is the same command."""
    return CommandIdentity(sender=sender, id=name, digest=sha256(content.encode()).digest())


def fill(journal: Journal, commands: int = 20) -> None:
    """Two tables on one link: each command appends to its table and the link."""
    for number in range(commands):
        stream = f"table/{number % 2 + 1}"
        head = journal.head(stream)
        journal.append(
            [to(stream, head.version if head else 0, 2), to("link/gold", None)], sent(f"c{number}")
        )


def recorded_commands(url: str) -> dict[str, tuple[int, int]]:
    """The first and last position of every command in a journal, by its id, whoever sent it."""
    path = file_of(url)
    if path is None:
        with psycopg.connect(url) as db:
            rows = db.execute("SELECT id, answer[1], answer[2] FROM pitboss_appends WHERE id IS NOT NULL")
            return {name: (first, last) for name, first, last in rows.fetchall()}
    with closing(sqlite3.connect(path)) as file:
        found = file.execute("SELECT id, first, last FROM appends WHERE sender IS NOT NULL")
        return {name: (first, last) for name, first, last in found}
