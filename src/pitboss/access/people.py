"""Accounts, and proposals about them, as a service over a journal and its private records."""

from pitboss.access import commands as cmd
from pitboss.access import proposals as pr
from pitboss.access.account import Account, account_name
from pitboss.access.aggregates import ACCOUNT, PROPOSALS, access_registry
from pitboss.access.decide import decide, no_account
from pitboss.access.decide_command import LivePeopleView, decide_about_people
from pitboss.access.devices import Devices
from pitboss.access.roles import Actor
from pitboss.access.sessions import SessionStore
from pitboss.access.warrant import Warrant
from pitboss.commands.executor import Executor
from pitboss.commands.record import Done, Order
from pitboss.commands.view import StreamReader
from pitboss.refusal import Refusal
from pitboss.store.journal import Clock, Journal, kind_and_name, wall_clock
from pitboss.store.private import PrivateStore
from pitboss.store.snapshots import Snapshots
from pitboss.store.streams import StreamCache


class People:
    """The accounts of a floor, with their sessions, devices and proposals."""

    def __init__(self, journal: Journal, private: PrivateStore, *, clock: Clock = wall_clock) -> None:
        self.journal = journal
        self.private = private
        self.clock = clock
        self.sessions = SessionStore(private, clock)
        self.devices = Devices(private, clock)
        self.snapshots = Snapshots(journal)
        """The floor sets their key."""
        registry = access_registry()
        self.accounts = StreamCache(journal, ACCOUNT, registry, snapshots=self.snapshots)
        self.proposals = StreamCache(journal, PROPOSALS, registry, snapshots=self.snapshots)
        self._kinds: dict[str, StreamReader] = {"account": self.accounts, "proposal": self.proposals}
        self._executor: Executor[LivePeopleView] = Executor(journal, access_registry, decide_about_people)

    def account(self, name: str) -> Account | None:
        """An account as the journal has it now; ``None`` if there is none."""
        known = account_name(name)
        return self.accounts.refresh(known).state if known else None

    def waiting(self) -> tuple[pr.Proposal, ...]:
        """Every open proposal, about any subject."""
        states = [self.proposals.refresh(name).state for name in self.proposals.names()]
        now = self.clock()
        return tuple(found for state in states if state for found in pr.open_proposals(state, now))

    def act(
        self, command: cmd.AccountAction, by: Actor, reason: str, command_id: str | None = None
    ) -> Done | Refusal:
        """Carry out an action that one person may do alone; the result shows the code of an enrolment.

        The software itself, commanded from its host, may do every action alone; a token is shown likewise.
        """
        name = account_name(command.name)
        if name is None:
            refused = decide(None, command, Warrant(by, reason))
            assert isinstance(refused, Refusal), "nobody can be called so"
            return refused
        return self.execute(cmd.ManageAccount(account=name, act=command, reason=reason), by, command_id)

    def propose(
        self, command: cmd.TwoPersonAction, by: Actor, reason: str, command_id: str | None = None
    ) -> Done | Refusal:
        """Propose an action that takes two people; the result shows the proposer's enrolment code."""
        name = account_name(command.name)
        if name is None:
            return no_account(command.name)
        return self.execute(cmd.ProposeAboutAccount(account=name, act=command, reason=reason), by, command_id)

    def approve(
        self, name: str, number: int, digest: str, by: Actor, command_id: str | None = None
    ) -> Done | Refusal:
        """Approve a proposal about an account and carry it out; the result shows the new code or token."""
        known = account_name(name)
        if known is None:
            return no_account(name)
        return self.execute(
            cmd.Approve(subject=f"account/{known}", number=number, digest=digest), by, command_id
        )

    def reject(
        self, subject: str, number: int, by: Actor, reason: str, command_id: str | None = None
    ) -> Done | Refusal:
        """Reject a proposal about any subject."""
        return self.execute(cmd.Reject(subject=subject, number=number, reason=reason), by, command_id)

    def withdraw(
        self, subject: str, number: int, by: Actor, reason: str, command_id: str | None = None
    ) -> Done | Refusal:
        """Withdraw a proposal about any subject."""
        return self.execute(cmd.Withdraw(subject=subject, number=number, reason=reason), by, command_id)

    def execute(self, command: cmd.OfPeople, by: Actor, command_id: str | None = None) -> Done | Refusal:
        """Execute a command about people, and erase sessions, devices and hashes that became invalid."""
        order, view = Order(command=command, by=by, id=command_id), LivePeopleView(self._kinds, self.clock)
        name = _account_of(command)
        if name is None:
            return self._executor.execute(order, view)
        before = self.account(name)
        answer = self._executor.execute(order, view)
        after = self.account(name)
        if before and after:
            if not after.in_use or after.enrolment:
                self.sessions.end_all(name)
            if after.disabled or after.enrolment:
                self.devices.forget_all(name)
            self._erase_secrets(before, after)
        return answer

    def _erase_secrets(self, before: Account, after: Account) -> None:
        """Erase replaced hashes, and unused ones that a failure left behind."""
        held, now = set(after.secrets.values()), self.clock()
        gone = set(before.secrets.values()) - held
        for record in self.private.owned("secret", after.name):
            key = record.key.hex()
            if key in gone or (key not in held and record.expires <= now):
                self.private.erase("secret", record.key)


def _account_of(command: cmd.OfPeople) -> str | None:
    """The account that a command may change; ``None`` if it changes none."""
    if isinstance(command, cmd.OfAccount):
        return command.account
    kind, name = kind_and_name(command.subject) if isinstance(command, cmd.Approve) else ("", "")
    return name if kind == "account" else None
