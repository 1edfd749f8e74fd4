"""People for tests: a clock that is turned by hand, cheap hashes, and short words for what people do."""

from collections.abc import Callable
from typing import TypeVar

from argon2 import Parameters, Type
from msgspec import Struct

from pitboss.access import commands as cmd
from pitboss.access.account import Account, Tries, door_of
from pitboss.access.bootstrap import set_up
from pitboss.access.hashing import Hasher
from pitboss.access.lockout import waits_until
from pitboss.access.people import People
from pitboss.access.proposals import Proposal
from pitboss.access.rate_limit import Buckets
from pitboss.access.roles import Actor, Role
from pitboss.access.sign_in import SessionGrant, SignInService
from pitboss.commands.record import Done
from pitboss.people import Means
from pitboss.refusal import Refusal
from pitboss.store import Journal
from pitboss.store.journal import HEAD, Clock
from pitboss.store.private import PrivateStore
from tests.access.entrance import sign_in

T = TypeVar("T")
CHEAP = Parameters(Type.ID, 19, 16, 32, time_cost=1, memory_cost=8, parallelism=1)
MINUTE = 60_000_000
DAY = 24 * 60 * MINUTE
START = 1_741_579_200_000_000
PASSWORD = "correct horse battery"
PIN = "739164"

ADMIN = Actor("adam", "administrator")
ADMIN_TOO = Actor("agnes", "administrator")
SHIFT = Actor("sam", "shift_manager")
DEALER = Actor("dan", "dealer")


class CountingHasher(Hasher):
    """How often it compares, and with what."""

    def __init__(self) -> None:
        super().__init__(CHEAP)
        self.compared: list[str | None] = []
        self.meanwhile: list[Callable[[], object]] = []
        """What others do while a secret is compared."""

    def matches(self, stored: str | None, secret: str) -> bool:
        self.compared.append(stored)
        while self.meanwhile:
            self.meanwhile.pop()()
        return super().matches(stored, secret)


class House:
    """People on a journal, as one server knows them."""

    def __init__(self, journal: Journal, private: PrivateStore, clock: Clock | None = None) -> None:
        self.now = START
        self.hasher = CountingHasher()
        self.paused: list[float] = []
        self.people = People(journal, private, clock=clock or self.clock)
        free = Buckets(10**9, 1e-9)
        self.doors = SignInService(
            self.people, self.hasher, by_place=free, by_name=free, pause=self.paused.append
        )

    def clock(self) -> int:
        return self.now

    def staff(self) -> "House":
        """An administrator, another, a shift manager and a Dealer, all with the same password."""
        for actor in (ADMIN, ADMIN_TOO, SHIFT, DEALER):
            self.set_up(actor.name, actor.role)  # type: ignore[arg-type]
        return self

    def set_up(self, name: str, role: Role, **chosen: str) -> None:
        secrets: dict[Means, str] = {"password": PASSWORD}
        secrets.update(chosen)  # type: ignore[arg-type]
        ok(set_up(self.doors, name, (role,), secrets, "for a test"))

    def account(self, name: str) -> Account:
        found = self.people.account(name)
        assert found is not None
        return found

    def act(self, command: cmd.AccountAction, by: Actor = ADMIN) -> Done:
        return ok(self.people.act(command, by, "for a test"))

    def both(
        self, command: cmd.TwoPersonAction, first: Actor = ADMIN, second: Actor = SHIFT
    ) -> tuple[str, str]:
        """Proposed by one and approved by the other; what each was shown."""
        mine = ok(self.people.propose(command, first, "for a test"))
        proposal = self.waiting(command.name)
        theirs = ok(self.people.approve(command.name, proposal.number, proposal.digest, second))
        return mine.shown, theirs.shown

    def waiting(self, name: str) -> Proposal:
        return next(found for found in self.people.waiting() if found.subject == f"account/{name}")

    def enter(
        self, name: str, secret: str = PASSWORD, means: Means = "password", device: str | None = None
    ) -> SessionGrant:
        return ok(sign_in(self.doors, name, secret, means, "terminal 1", device))

    def turned_away(
        self,
        name: str,
        secret: str = "wrong wrong wrong",
        means: Means = "password",
        device: str | None = None,
    ) -> Refusal:
        return no(sign_in(self.doors, name, secret, means, "terminal 1", device))

    def failures(self, name: str, means: Means = "password", device: str | None = None) -> int:
        """Wrong attempts at a door of somebody's."""
        return self.account(name).tries.get(door_of(means, device), Tries()).failures

    def lock_out(self, name: str, means: Means = "password") -> None:
        """Guess at the front door until it is closed."""
        while self.account(name).locked is None:
            self.now = max(self.now, waits_until(self.account(name), means))
            self.turned_away(name, means=means)

    def events(self, stream: str) -> list[Struct]:
        registry = self.people.accounts._registry
        recorded = self.people.journal.read_stream(stream)
        return [registry.decode(event) for event in recorded if event.kind != HEAD]


def ok(answer: T | Refusal) -> T:
    assert not isinstance(answer, Refusal), answer
    return answer


def no(answer: object) -> Refusal:
    assert isinstance(answer, Refusal), answer
    assert answer.message
    return answer
