"""What an attack has found, and what an attack is given to work with."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Literal
from uuid import uuid4

from msgspec import Struct

from tests.store.server import in_memory, running_server

Detection = Literal["database", "content", "key", "witness", "start", "use", "nobody"]
"""Who notices a change first: the database refuses it; the audit by what the record says, by the key that
must have signed, or by the witness; a server when it starts, or when it uses what was changed; nobody."""
SEEN: Final[tuple[Detection, ...]] = ("database", "content", "key", "witness", "start", "use", "nobody")


class AttackResult(Struct, frozen=True, kw_only=True):
    """One line of the campaign."""

    attack: str
    """The module that made it."""
    database: str
    name: str
    """What was done."""
    tried: int
    must: str
    """What must hold."""
    failures: tuple[str, ...] = ()
    """What did not; none if all of it held."""
    noticed: Detection | None = None
    """Of a change to what is at rest."""
    believed: bool = False
    """A server that starts on it says something else than was recorded."""
    note: str = ""

    @property
    def held(self) -> bool:
        """Whether what must hold did."""
        return not self.failures


class Bench(Struct, frozen=True, kw_only=True):
    """Where attacks are carried out, and how much of each."""

    folder: Path
    minutes: float
    """About so long each attack of a running floor may take."""
    quick: bool
    """A short form: one of each kind."""
    postgres: Callable[[], str]
    """The URL of a PostgreSQL server of the campaign's own, started when the first asks for it."""
    done: Callable[[float], None]
    """Hears how much of the attack is done, from 0 to 1."""

    def new_folder(self, name: str) -> Path:
        """An empty folder."""
        found = self.folder / f"{name}-{uuid4().hex[:6]}"
        found.mkdir(mode=0o700)
        return found


Attack = Callable[[Bench], Iterator[AttackResult]]


class OwnPostgres:
    """A PostgreSQL server in memory, for what is at rest; started on first use."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._url = ""

    def __call__(self) -> str:
        """The URL of the server."""
        if not self._url:
            self._url = self._stack.enter_context(running_server(uuid4().hex[:8], in_memory()))
        return self._url
