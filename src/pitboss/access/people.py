"""Accounts, and proposals about them, as a service over a journal and its private records."""

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec
from msgspec import structs

from pitboss.access import commands as cmd
from pitboss.access import events as ev
from pitboss.access import proposals as pr
from pitboss.access.account import Account, account_name
from pitboss.access.carrying import Events, Noted, Plan, Stream, alone, carry_out
from pitboss.access.decide import decide, needs
from pitboss.access.devices import Devices
from pitboss.access.identity import identify
from pitboss.access.refusals import refuse
from pitboss.access.roles import PERMISSIONS, SYSTEM, Actor, in_words
from pitboss.access.sessions import Sessions
from pitboss.access.streams import account_streams, proposal_streams
from pitboss.access.tokens import code_digest, digest_of, enrolment_code, machine_token
from pitboss.access.warrant import Warrant
from pitboss.round.refusal import Refusal
from pitboss.store.journal import Clock, CommandIdentity, Journal, wall_clock
from pitboss.store.private import PrivateStore

_DAY: Final = 24 * 3600 * 1_000_000
ENROLMENT: Final = _DAY
"""How long codes may be used, in microseconds."""
_DECODER: Final = msgspec.json.Decoder(cmd.Proposed)
Command = TypeVar("Command", bound=cmd.Command)


class People:
    """Everybody with an account."""

    def __init__(self, journal: Journal, private: PrivateStore, *, clock: Clock = wall_clock) -> None:
        self.journal = journal
        self.private = private
        self.clock = clock
        self.sessions = Sessions(private, clock)
        self.devices = Devices(private, clock)
        self.accounts = account_streams(journal)
        self.proposals = proposal_streams(journal)

    def account(self, name: str) -> Account | None:
        """An account as it stands in the journal."""
        known = account_name(name)
        return self.accounts.refresh(known).state if known else None

    def holds(self, actor: Actor) -> bool:
        """Whether somebody still has the role in which he answered for something."""
        account = self.account(actor.name)
        return account is not None and account.in_use and actor.role in account.roles

    def signers_refusal(self, proposal: pr.Proposal, second: Actor) -> Refusal | None:
        """Why the two who answer for a proposal cannot any more, if one of them cannot."""
        for signer in (proposal.signed[0], second):
            if not self.holds(signer):
                message = f"{signer.name} is no longer {in_words((signer.role,))}: propose it again"
                return refuse("role_too_low", message)
        return None

    def signers(self, subject: str, number: int, second: Actor) -> tuple[str, ...]:
        """The accounts of those who would answer for a proposal with somebody as the second."""
        state = self.proposals.refresh(subject).state
        waiting = state.waiting.get(number) if state else None
        names = [actor.name for actor in (*(waiting.signed if waiting else ()), second)]
        return tuple(dict.fromkeys(known for name in names if (known := account_name(name))))

    def waiting(self) -> tuple[pr.Proposal, ...]:
        """Every proposal that waits for somebody, about whatever subject."""
        states = [self.proposals.refresh(name).state for name in self.proposals.names()]
        now = self.clock()
        return tuple(found for state in states if state for found in pr.open_proposals(state, now))

    def act(
        self, command: cmd.Command, by: Actor, reason: str, command_id: str | None = None
    ) -> Noted | Refusal:
        """Do what one person may do alone; an enrolment shows its code, and a token of the host itself.

        The software, at the word of whoever commands its host, may do all of it alone.
        """
        name, warrant = account_name(command.name), Warrant(by, reason)
        code, token = enrolment_code(), machine_token(name or "")
        done = _with_digests(command, code, token, self.clock())

        def plan(account: Account | None) -> Sequence[Events] | Refusal:
            return alone(decide(account, done, warrant))

        if name is None:
            refused = decide(None, done, warrant)
            assert isinstance(refused, Refusal), "nobody can be called so"
            return refused
        asked = identify(by, command_id, "account", command, by, reason)
        return _showing(self.to_account(name, plan, command=asked), done, code, token)

    def propose(
        self, command: cmd.Proposed, by: Actor, reason: str, command_id: str | None = None
    ) -> Noted | Refusal:
        """Propose what two people must answer for; an enrolment shows the proposer's code."""
        name, code = account_name(command.name), enrolment_code()
        if name is None:
            return refuse("no_such_account", f"there is no account {command.name}")
        subject, proposed = f"account/{name}", _with_digests(command, code, "", self.clock())
        what = msgspec.json.encode(proposed).decode()

        def plan(state: pr.Proposals | None, account: Account | None) -> Sequence[Events] | Refusal:
            # What could not be done even with every approval is not proposed.
            trial = decide(account, proposed, Warrant(SYSTEM, reason))
            if isinstance(trial, Refusal):
                return trial
            assert account is not None, "about nobody nothing can be done"
            act = needs(account, proposed)
            if not PERMISSIONS[act].two:
                return refuse("one_person_suffices", f"to {PERMISSIONS[act].gist} takes one person: do it")
            return alone(pr.propose(state, subject, act, what, by, reason, self.clock()))

        reads: list[Stream] = [(self.proposals, subject), (self.accounts, name)]
        asked = identify(by, command_id, "propose", command, by, reason)
        return _showing(carry_out(self.journal, plan, reads, asked), proposed, code, "")

    def approve(
        self, name: str, number: int, digest: str, by: Actor, command_id: str | None = None
    ) -> Noted | Refusal:
        """Approve a proposal about an account, and do it. The approver's code, or the token, is shown."""
        known = account_name(name)
        if known is None:
            return refuse("no_such_account", f"there is no account {name}")
        code, token = enrolment_code(), machine_token(known)
        done: cmd.Proposed | None = None
        subject = f"account/{known}"
        signers = [(self.accounts, name) for name in self.signers(subject, number, by) if name != known]

        def plan(
            account: Account | None, state: pr.Proposals | None, *_: Account | None
        ) -> Sequence[Events] | Refusal:
            nonlocal done
            signed = pr.approve(state, number, digest, by, self.clock())
            if isinstance(signed, Refusal):
                return signed
            if state is None or not isinstance(signed[-1], ev.ProposalApproved):
                return [(), signed]
            proposal = state.waiting[number]
            if refusal := self.signers_refusal(proposal, by):
                return refusal
            done = _with_digests(_DECODER.decode(proposal.what), code, token, self.clock())
            answer = decide(account, done, proposal.warrant(by))
            return answer if isinstance(answer, Refusal) else [answer, signed]

        asked = identify(by, command_id, "approve", subject, number, digest, by)
        answer = self.to_account(known, plan, (self.proposals, subject), *signers, command=asked)
        return _showing(answer, done, code, token)

    def reject(
        self, subject: str, number: int, by: Actor, reason: str, command_id: str | None = None
    ) -> Noted | Refusal:
        """Say no to a proposal about anything."""

        def plan(state: pr.Proposals | None) -> Sequence[Events] | Refusal:
            return alone(pr.reject(state, number, by, reason, self.clock()))

        asked = identify(by, command_id, "reject", subject, number, by, reason)
        return carry_out(self.journal, plan, [(self.proposals, subject)], asked)

    def withdraw(
        self, subject: str, number: int, by: Actor, reason: str, command_id: str | None = None
    ) -> Noted | Refusal:
        """Take back a proposal about anything."""

        def plan(state: pr.Proposals | None) -> Sequence[Events] | Refusal:
            return alone(pr.withdraw(state, number, by, reason, self.clock()))

        asked = identify(by, command_id, "withdraw", subject, number, by, reason)
        return carry_out(self.journal, plan, [(self.proposals, subject)], asked)

    def to_account(
        self, name: str, plan: Plan, *more: Stream, command: CommandIdentity | None = None
    ) -> Noted | Refusal:
        """Record what a plan says of an account; what it does not hold any more is erased."""
        before = self.account(name)
        answer = carry_out(self.journal, plan, [(self.accounts, name), *more], command)
        after = self.account(name)
        if before and after:
            if not after.in_use or after.enrolment:
                self.sessions.end_all(name)
            if after.disabled or after.enrolment:
                self.devices.forget_all(name)
            self._erase_secrets(before, after)
        return answer

    def _erase_secrets(self, before: Account, after: Account) -> None:
        """Hashes that were replaced, and those that a failure left behind unused."""
        held, now = set(after.secrets.values()), self.clock()
        gone = set(before.secrets.values()) - held
        for record in self.private.owned("secret", after.name):
            key = record.key.hex()
            if key in gone or (key not in held and record.expires <= now):
                self.private.erase("secret", record.key)


def _with_digests(command: Command, code: str, token: str, now: int) -> Command:
    """A command with one more code, or with the token that was made for it."""
    if isinstance(command, cmd.OpenEnrolment):
        codes = (*command.codes, code_digest(code))
        return structs.replace(command, codes=codes, expires=now + ENROLMENT)
    if isinstance(command, cmd.IssueToken):
        return structs.replace(command, digest=digest_of(token), expires=now + command.days * _DAY)
    return command


def _showing(answer: Noted | Refusal, command: cmd.Command | None, code: str, token: str) -> Noted | Refusal:
    """An answer with what is shown once, unless it was shown before."""
    if isinstance(answer, Refusal) or not answer.events:
        return answer
    match command:
        case cmd.OpenEnrolment():
            return structs.replace(answer, shown=code)
        case cmd.IssueToken():
            return structs.replace(answer, shown=token)
        case _:
            return answer
