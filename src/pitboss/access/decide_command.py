"""Decides commands about people. Pure: the view holds every input.

The view of decisions about people: accounts, proposals, and the codes and tokens made for them.
"""

from typing import Final, Protocol, TypeVar, assert_never

import msgspec
from msgspec import structs

from pitboss.access import commands as cmd
from pitboss.access import events as ev
from pitboss.access import proposals as pr
from pitboss.access.account import Account, account_name, evolve_account
from pitboss.access.decide import decide, no_account, permission_needed, used_elsewhere
from pitboss.access.lockout import attempt
from pitboss.access.proposals import Proposals
from pitboss.access.roles import PERMISSIONS, SYSTEM, Actor, Role
from pitboss.access.tokens import code_digest, enrolment_code, machine_token, token_digest
from pitboss.access.warrant import Warrant
from pitboss.commands.record import Changes, Order, StreamChange
from pitboss.commands.view import LiveView
from pitboss.people import AccountKind
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.store.journal import kind_and_name


class PeopleView(Protocol):
    """The inputs of decisions about people."""

    @property
    def at(self) -> int:
        """The instant of the decision, in microseconds since 1970."""

    def account(self, name: str) -> Account | None:
        """An account, guarded: the append fails if it has changed since."""

    def proposals(self, subject: str) -> Proposals | None:
        """The proposals about a subject."""

    def made_code(self) -> str:
        """Make an enrolment code; return its SHA-256."""

    def made_token(self, device: str) -> str:
        """Make a device's token; return its SHA-256."""


class LivePeopleView(LiveView):
    """The view of a running server, with its people."""

    def account(self, name: str) -> Account | None:
        """An account, guarded: a role cannot be lost between the decision and its record."""
        state: Account | None = self.guard("account", name).state
        return state

    def proposals(self, subject: str) -> Proposals | None:
        """The proposals about a subject."""
        state: Proposals | None = self.held("proposal", subject).state
        return state

    def made_code(self) -> str:
        """Make an enrolment code; return its SHA-256."""
        self.shown = enrolment_code()
        return self._make(code_digest(self.shown))

    def made_token(self, device: str) -> str:
        """Make a device's token; return its SHA-256."""
        self.shown = machine_token(device)
        return self._make(token_digest(self.shown))

    def _make(self, digest: str) -> str:
        self.made.append(digest)
        return digest


_DAY: Final = 24 * 3600 * 1_000_000
ENROLMENT: Final = _DAY
"""Validity of enrolment codes, in microseconds."""
_PROPOSED: Final = msgspec.json.Decoder(cmd.TwoPersonAction)
SIGN_IN_REFUSED: Final = refuse("sign_in_refused", because("sign_in_refused"))
"""One refusal for every cause, so that it does not reveal which."""
ActT = TypeVar("ActT", bound=cmd.AccountAction)
Events = tuple[ev.AccountEvent, ...]


def decide_about_people(view: PeopleView, order: Order) -> Changes | Refusal:
    """The changes of accounts and proposals that follow from an order, or its refusal."""
    command = order.command
    match command:
        case cmd.ProposeAboutAccount():
            return _propose(view, command, order.by)
        case cmd.Approve():
            return _approve(view, command, order.by)
        case cmd.Reject(subject=subject, number=number, reason=reason):
            return _of_proposals(
                subject, pr.reject(view.proposals(subject), number, order.by, reason, view.at)
            )
        case cmd.Withdraw(subject=subject, number=number, reason=reason):
            return _of_proposals(
                subject, pr.withdraw(view.proposals(subject), number, order.by, reason, view.at)
            )
        case _ if isinstance(command, cmd.OfAccount):
            answer = _of_account(view, command, order.by)
            return (
                answer if isinstance(answer, Refusal) else (StreamChange("account", command.account, answer),)
            )
    raise TypeError(f"{type(command).__name__} is no command about people")


def _of_account(view: PeopleView, command: cmd.OfAccount, by: Actor) -> Events | Refusal:
    if isinstance(command, cmd.NoteRefusedAttempt):
        # It is valid whatever the state of the account.
        return (ev.AttemptRefused(command.operation, command.subject, command.act, command.code),)
    account = view.account(command.account)
    match command:
        case cmd.ManageAccount(act=act, reason=reason):
            return decide(account, with_digests(view, act), Warrant(by, reason))
        case cmd.BeginAccount():
            return _begin(account, command, by)
    if account is None:
        return no_account(command.account)
    match command:
        case cmd.ShowSecret(means=means):
            return attempt(
                account,
                right=command.right and account.secrets.get(means) == command.against,
                session=command.session,
                means=means,
                device=command.device,
                where=command.where,
                now=view.at,
            )
        case cmd.ChooseSecret():
            return _choose(account, command)
        case cmd.EndSessions(sessions=sessions):
            return tuple(ev.SessionEnded(session, view.at) for session in sessions)
        case cmd.NoteTokenElsewhere(token=token, table=table, where=where):
            return used_elsewhere(account, token, table, where, view.at)
        case _:
            assert_never(command)


def _begin(account: Account | None, command: cmd.BeginAccount, by: Actor) -> Events | Refusal:
    """The events of a new account with its roles and secrets."""
    if account is not None:
        return name_taken(command.account)
    made = begun(command.account, command.kind, command.roles, Warrant(by, command.reason))
    if isinstance(made, Refusal):
        return made
    secrets = (ev.SecretSet(means, key, by.name, command.reason) for means, key in command.chosen)
    return (*made[1], *secrets)


def begun(
    name: str, kind: AccountKind, roles: tuple[Role, ...], warrant: Warrant
) -> tuple[Account, Events] | Refusal:
    """A new account with its roles and its events, or the refusal."""
    account: Account | None = None
    events: Events = ()
    first: list[cmd.AccountAction] = [cmd.MakeAccount(name, kind)]
    for command in (*first, *(cmd.GrantRole(name, role) for role in roles)):
        answer = decide(account, command, warrant)
        if isinstance(answer, Refusal):
            return answer
        for event in answer:
            account = evolve_account(account, event)
        events += answer
    assert account is not None, "an account was made"
    return account, events


def name_taken(name: str) -> Refusal:
    """The refusal of a taken name; it does not reveal whose the name is."""
    return refuse("account_known", because("account_known.taken", name=name))


def _choose(account: Account, command: cmd.ChooseSecret) -> Events | Refusal:
    """Set a new secret, unless the codes or secret shown for it have become invalid."""
    chosen = ev.SecretSet(command.means, command.fingerprint, command.chosen_by, command.reason)
    if command.door == "codes":
        opened = account.enrolment
        if opened is None or account.disabled or set(opened.codes) != set(command.against):
            return refuse("enrolment_closed", because("enrolment_closed"))
        return (chosen,)
    if (account.secrets.get(command.door),) != command.against:
        return SIGN_IN_REFUSED
    return (chosen,)


def _propose(view: PeopleView, command: cmd.ProposeAboutAccount, by: Actor) -> Changes | Refusal:
    subject, proposed = f"account/{command.account}", command.act
    if isinstance(proposed, cmd.OpenEnrolment):
        # A token is made with the approval; an enrolment has one code from each of the two people.
        proposed = with_digests(view, proposed)
    account = view.account(command.account)
    # Refuse now what would be refused even with every approval.
    trial = decide(account, proposed, Warrant(SYSTEM, command.reason))
    if isinstance(trial, Refusal):
        return trial
    assert account is not None, "about nobody nothing can be done"
    act = permission_needed(account, proposed)
    if not PERMISSIONS[act].two:
        return refuse("one_person_suffices", because("one_person_suffices", permit=PERMISSIONS[act].gist))
    what = msgspec.json.encode(proposed).decode()
    state = view.proposals(subject)
    made = pr.propose(state, subject=subject, act=act, what=what, by=by, reason=command.reason, now=view.at)
    return _of_proposals(subject, made)


def _approve(view: PeopleView, command: cmd.Approve, by: Actor) -> Changes | Refusal:
    """Approve a proposal; the second approval and the action are one append."""
    kind, name = kind_and_name(command.subject)
    if kind != "account" or account_name(name) is None:
        return refuse(
            "no_such_proposal",
            because("no_such_proposal.subject", number=command.number, subject=command.subject),
        )
    state = view.proposals(command.subject)
    signed = pr.approve(state, command.number, command.digest, by, view.at)
    if isinstance(signed, Refusal):
        return signed
    if state is None or not isinstance(signed[-1], ev.ProposalApproved):
        return _of_proposals(command.subject, signed)
    proposal = state.waiting[command.number]
    if refusal := signers_refusal(view, proposal, by):
        return refusal
    done = with_digests(view, _PROPOSED.decode(proposal.what))
    answer = decide(view.account(name), done, proposal.warrant(by))
    if isinstance(answer, Refusal):
        return answer
    return StreamChange("account", name, answer), StreamChange("proposal", command.subject, signed)


def signers_refusal(view: PeopleView, proposal: pr.Proposal, second: Actor) -> Refusal | None:
    """Refusal if one of the two signers has lost their role or account since; ``None`` otherwise."""
    for signer in (proposal.signed[0], second):
        name = account_name(signer.name)
        account = view.account(name) if name else None
        if account is None or not account.in_use or signer.role not in account.roles:
            return refuse(
                "role_too_low", because("role_too_low.no_longer", name=signer.name, role=signer.role)
            )
    return None


def with_digests(view: PeopleView, command: ActT) -> ActT:
    """The command with the digest of a new code or token, if it needs one."""
    if isinstance(command, cmd.OpenEnrolment):
        codes = (*command.codes, view.made_code())
        return structs.replace(command, codes=codes, expires=view.at + ENROLMENT)
    if isinstance(command, cmd.IssueToken):
        expires = view.at + command.days * _DAY
        return structs.replace(command, digest=view.made_token(command.name), expires=expires)
    return command


def _of_proposals(subject: str, answer: pr.ProposalDecision) -> Changes | Refusal:
    return answer if isinstance(answer, Refusal) else (StreamChange("proposal", subject, answer),)
