"""A floor's people and proposals for a command at the host, whether or not a server runs."""

import getpass
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from pitboss.access.hashing import Hasher
from pitboss.access.people import People
from pitboss.access.principal import Principal
from pitboss.access.roles import Actor, Permission
from pitboss.access.sign_in import Doors
from pitboss.cli.journals import Stop
from pitboss.cli.text import fail
from pitboss.floor import Floor
from pitboss.floor.proposals import FloorProposals
from pitboss.floor.setup.config import DEFAULT_FILE, ConfigFault, read_config
from pitboss.floor.tables.sealing import load_or_make_seal
from pitboss.refusal import Refusal
from pitboss.store.clock import JournalClock
from pitboss.store.errors import JournalError
from pitboss.store.open import open_journal, open_private

Answer = TypeVar("Answer")
_PLACE = "the host's terminal"


class Desk(Struct, frozen=True):
    """All that a command about two people needs."""

    floor: Floor
    doors: Doors
    proposals: FloorProposals


@contextmanager
def desk_of(options: Namespace) -> Iterator[Desk]:
    """The desk of the floor that the options name; raises :class:`Stop` if there is none."""
    try:
        config = read_config(Path(options.config) if options.config else DEFAULT_FILE)
    except ConfigFault as fault:
        raise Stop(fail(str(fault))) from None
    url, seal = options.journal or config.journal, Path(config.seal_key)
    if not seal.is_file():
        raise Stop(fail(f"{seal} is not here: without the key of the floor no password can be checked"))
    try:
        with open_journal(url, create=False) as journal, open_private(url) as private:
            sealer = load_or_make_seal(seal)
            floor = Floor(journal, hours=config.hours, sealer=sealer)
            if journal.database_time() is not None:
                floor.clock = JournalClock(journal)
            if not floor.table_names():
                raise Stop(fail(f"{url} holds no floor yet: pitboss serve opens one"))
            people = People(journal, private, clock=floor.clock)
            doors = Doors(people, Hasher(pepper=seal.read_bytes()))
            yield Desk(floor, doors, FloorProposals(floor, people))
    except JournalError as fault:
        raise Stop(fail(str(fault))) from None


def identify(desk: Desk, name: str | None) -> Principal:
    """Ask somebody for his password; raises :class:`Stop` for whoever does not know it."""
    if not name:
        raise Stop(fail("say who you are: --as NAME"))
    return identified(desk.doors, name)


def identified(doors: Doors, name: str) -> Principal:
    """Somebody who types their password; raises :class:`Stop` for whoever does not know it."""
    secret = getpass.getpass(f"Password of {name}: ", stream=sys.stderr)
    return told(doors.vouch(name, secret, "password", _PLACE))


def acting(who: Principal, permission: Permission) -> Actor:
    """He in a role that may do something; raises :class:`Stop` if he has none."""
    return told(who.acting(permission))


def told(answer: Answer | Refusal) -> Answer:
    """An answer that is no refusal; raises :class:`Stop` after saying why it is one."""
    if isinstance(answer, Refusal):
        cited = f" ({', '.join(answer.clauses)})" if answer.clauses else ""
        raise Stop(fail(f"{answer.message}{cited}"))
    return answer
