"""Open a journal, its private records and its roster of servers; the URL names the database."""

import re
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from pitboss.extras import missing_module
from pitboss.reason import because
from pitboss.store.errors import BadUrl, Unreachable
from pitboss.store.journal import Clock, Journal, wall_clock
from pitboss.store.live_servers import Roster
from pitboss.store.private import PrivateStore, private_file

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(?=//)")
_CONNECTION: Final = re.compile(
    r"^\s*(jdbc:|postgres(ql)?(:|//))|(^|[\s?&;])(pg)?(host|hostaddr|dbname|user|password|service)\s*=|(:|//).*@",
    re.I,
)
"""What a file's path does not hold: a mistyped scheme, the words of a connection, a user before an ``@``."""


def open_journal(
    url: str | Path, *, clock: Clock = wall_clock, read_only: bool = False, create: bool = True
) -> Journal:
    """Open the journal at a URL; it is made on first use unless ``read_only`` or not ``create``.

    ``sqlite:///path`` is relative to the current folder, ``sqlite:////path`` is not. Raises a
    :class:`~pitboss.store.errors.JournalError` with a sentence for whatever is wrong.
    """
    path = file_of(url)
    if path is None:
        from pitboss.store.postgres.journal import PostgresJournal

        return PostgresJournal(str(url), clock=clock, read_only=read_only, create=create)
    if (read_only or not create) and not path.exists():
        raise Unreachable(because("journal.no_file", file=str(path)))
    if path.is_dir():
        raise Unreachable(because("journal.is_folder", file=str(path)))
    try:
        from pitboss.store.sqlite.journal import SqliteJournal
    except ImportError as error:  # a Python built without its SQLite
        if isinstance(error, ModuleNotFoundError) and missing_module(error):
            raise
        raise Unreachable(because("journal.no_sqlite", given=str(error))) from error
    return SqliteJournal(path, clock=clock, read_only=read_only)


def open_private(url: str | Path) -> PrivateStore:
    """Open the private records of the journal at a URL; they are made on first use.

    Raises a :class:`~pitboss.store.errors.JournalError` with a sentence for whatever is wrong.
    """
    path = file_of(url)
    if path is None:
        from pitboss.store.postgres.private import PostgresPrivate

        return PostgresPrivate(str(url))
    from pitboss.store.sqlite.private_file import SqlitePrivate

    return SqlitePrivate(private_file(path))


def open_roster(url: str | Path) -> Roster:
    """Open the roster of the floor whose journal is at a URL; it is made on first use."""
    path = file_of(url)
    if path is None:
        from pitboss.store.postgres.live_servers import PostgresRoster

        return PostgresRoster(str(url))
    from pitboss.store.sqlite.live_servers import SqliteRoster

    return SqliteRoster(path.with_name(f"{path.stem}.dealer{path.suffix}"))


def file_of(url: str | Path) -> Path | None:
    """The file that a URL names, or ``None`` if it names a PostgreSQL server."""
    text = str(url)
    found = _SCHEME.match(text)
    scheme = found.group(1).lower() if found else ""
    return None if scheme in ("postgresql", "postgres") else _path(text, scheme)


def printable(url: str | Path) -> str:
    """The URL of a journal as it may be printed: a server's without user and password."""
    if file_of(url) is not None:
        return str(url)
    from pitboss.store.postgres.connect import without_password

    return without_password(str(url))


def _path(text: str, scheme: str) -> Path:
    if scheme == "sqlite":
        rest = text[len("sqlite://") :]
        if not rest.startswith("/") or len(rest) == 1:
            raise BadUrl(because("url.slashes", url=_shown(text)))
        if "?" in rest or "#" in rest:
            raise BadUrl(because("url.settings", url=_shown(text)))
        return _usable(text, unquote(rest[1:]))
    if scheme:
        raise BadUrl(because("url.scheme", scheme=scheme))
    return _usable(text, text)


def _shown(text: str) -> str:
    """An address as a message may quote it: not if there may be a password in it."""
    return "hidden" if _CONNECTION.search(text) else text


def _usable(text: str, path: str) -> Path:
    if _CONNECTION.search(path):
        # It is not quoted: there may be a password in it.
        raise BadUrl(because("url.connection"))
    if not path.strip() or "\0" in path or path == ":memory:":
        raise BadUrl(because("url.no_file", url=repr(text)))
    return Path(path)
