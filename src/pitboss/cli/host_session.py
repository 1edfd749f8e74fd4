"""A floor opened for a command at its host, whether or not a server runs."""

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
from pitboss.access.sign_in import SignInService
from pitboss.cli.floor_config import configured
from pitboss.cli.text import CommandFailed, paragraph
from pitboss.floor import Floor
from pitboss.floor.proposals import FloorProposals
from pitboss.floor.tables.dealing import load_or_make_seal
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.store.clock import keep_clock
from pitboss.store.errors import JournalError
from pitboss.store.open import open_journal, open_private, printable

Accepted = TypeVar("Accepted")
_PLACE = "the host's terminal"


class HostSession(Struct, frozen=True):
    """An open floor with its sign-in and its proposals."""

    floor: Floor
    doors: SignInService
    proposals: FloorProposals


@contextmanager
def host_session(options: Namespace) -> Iterator[HostSession]:
    """Open the floor that the options name; raises :class:`CommandFailed` if there is none."""
    config = configured(options)
    url, seal = options.journal or config.journal, Path(config.seal_key)
    if not seal.is_file():
        raise CommandFailed(because("command.no_seal", file=str(seal)))
    try:
        with open_journal(url, create=False) as journal, open_private(url) as private:
            sealer = load_or_make_seal(seal)
            clock = keep_clock(journal)
            if warning := clock.warning():
                print(paragraph(f"Note: {warning}."), file=sys.stderr)
            floor = Floor(journal, hours=config.hours, clock=clock, sealer=sealer)
            if not floor.table_names():
                raise CommandFailed(because("command.no_floor", journal=printable(url)))
            people = People(journal, private, clock=floor.clock)
            doors = SignInService(people, Hasher(pepper=seal.read_bytes()))
            yield HostSession(floor, doors, FloorProposals(floor, people))
    except JournalError as fault:
        raise CommandFailed(fault.reason) from None


def identify(host: HostSession, name: str | None) -> Principal:
    """Identify the person named by ``--as`` by their password; raises :class:`CommandFailed` otherwise."""
    if not name:
        raise CommandFailed(because("command.say_who"))
    return prompt_password(host.doors, name)


def prompt_password(doors: SignInService, name: str) -> Principal:
    """Prompt for a person's password; raises :class:`CommandFailed` if it is wrong."""
    secret = getpass.getpass(f"Password of {name}: ", stream=sys.stderr)
    return accepted(doors.vouch(name, secret, "password", _PLACE))


def acting(who: Principal, permission: Permission) -> Actor:
    """The person in a role with a permission; raises :class:`CommandFailed` if they have none."""
    return accepted(who.acting(permission))


def accepted(answer: Accepted | Refusal) -> Accepted:
    """The answer; raises :class:`CommandFailed` with its sentence if it is a refusal."""
    if isinstance(answer, Refusal):
        raise CommandFailed(because("refused.cited", why=answer.reason, clauses=answer.clauses))
    return answer
