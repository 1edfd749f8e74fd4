"""Decides actions on an account. Pure: actor and time arrive with the command."""

from typing import Final

from pitboss.access import commands as cmd
from pitboss.access import events as ev
from pitboss.access.account import Account, account_name
from pitboss.access.roles import DEPARTMENTS, PERMISSIONS, SCOPES, Actor, Permission
from pitboss.access.warrant import Warrant, warrant_refusal, wording_refusal
from pitboss.projection import project
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse

LONGEST_TOKEN: Final = 366
"""Longest validity of a token, in days."""
_MOST_ELSEWHERE: Final = 50
"""Most tables recorded per token, so that invented table names cannot fill the journal."""
_AGAIN: Final = 3600 * 1_000_000
"""Microseconds after which the use of a token at the same wrong table is recorded again."""

AccountDecision = tuple[ev.AccountEvent, ...] | Refusal


def decide(account: Account | None, command: cmd.AccountAction, warrant: Warrant) -> AccountDecision:
    """The events of an action on an account, or its refusal."""
    if isinstance(command, cmd.MakeAccount):
        return _make(account, command, warrant)
    if account is None:
        return no_account(command.name)
    if refusal := warrant_refusal(warrant, permission_needed(account, command), account.name):
        return refusal
    if account.disabled:
        return refuse("account_disabled", because("account_disabled", name=account.name))
    match command:
        case cmd.GrantRole():
            return _grant(account, command, warrant)
        case cmd.RevokeRole(role=role):
            if account.kind != "staff" or role not in account.roles:
                return refuse(
                    "role_not_possible", because("role_not_possible.not_held", name=account.name, role=role)
                )
            return (ev.RoleRevoked(role, warrant),)
        case cmd.OpenEnrolment():
            return _open_enrolment(account, command, warrant)
        case cmd.IssueToken():
            return _issue(account, command, warrant)
        case cmd.RevokeToken(token=token):
            if token not in account.tokens:
                return refuse("no_such_token", because("no_such_token", name=account.name, token=token))
            return (ev.TokenRevoked(token, warrant),)
        case cmd.LockAccount():
            if account.locked == "person":
                return refuse("account_locked", because("account_locked", name=account.name))
            return (ev.AccountLocked("person", warrant),)
        case cmd.UnlockAccount():
            return (ev.AccountUnlocked(warrant),)
        case cmd.DisableAccount():
            return (ev.AccountDisabled(warrant),)


def no_account(name: str) -> Refusal:
    """The refusal of a command about an account that there is not."""
    return refuse("no_such_account", because("no_such_account", name=name))


def permission_needed(account: Account, command: cmd.AccountAction) -> Permission:
    """The permission that an action needs; a player's enrolment takes one person only."""
    if isinstance(command, cmd.OpenEnrolment) and account.kind == "player":
        return "manage_people"
    return cmd.ACCOUNT_ACTS[type(command)].permission


def _make(account: Account | None, command: cmd.MakeAccount, warrant: Warrant) -> AccountDecision:
    name = account_name(command.name)
    if name is None:
        return refuse("name_not_possible", because("name_not_possible", given=command.name))
    registers = warrant.by == Actor(name, "player") and command.kind == "player"
    refusal = wording_refusal(warrant) if registers else warrant_refusal(warrant, "manage_people")
    if refusal:
        return refusal
    if account is not None:
        return refuse("account_known", because("account_known.exists", name=name))
    return (ev.AccountMade(name, command.kind, warrant),)


def _grant(account: Account, command: cmd.GrantRole, warrant: Warrant) -> AccountDecision:
    role = command.role
    if account.kind != "staff" or role == "player":
        return refuse(
            "role_not_possible", because("role_not_possible.kind", name=account.name, kind=account.kind)
        )
    if role in account.roles:
        return refuse("role_not_possible", because("role_not_possible.held", name=account.name, role=role))
    elsewhere = [held for held in account.roles if DEPARTMENTS[held] != DEPARTMENTS[role]]
    if elsewhere:
        reason = because(
            "role_not_possible.departments",
            name=account.name,
            own=DEPARTMENTS[elsewhere[0]],
            role=role,
            department=DEPARTMENTS[role],
        )
        return refuse("role_not_possible", reason)
    return (ev.RoleGranted(role, warrant),)


def _open_enrolment(account: Account, command: cmd.OpenEnrolment, warrant: Warrant) -> AccountDecision:
    if account.kind == "machine":
        return refuse("role_not_possible", because("role_not_possible.device", name=account.name))
    wanted = 2 if warrant.approved else 1
    if len(set(command.codes)) != wanted:
        return refuse("argument_missing", because("argument_missing.codes"))
    return (ev.EnrolmentOpened(command.codes, command.expires, warrant),)


def _issue(account: Account, command: cmd.IssueToken, warrant: Warrant) -> AccountDecision:
    if account.kind != "machine":
        return refuse("scope_not_possible", because("scope_not_possible.person", name=account.name))
    wrong = [scope for scope in command.scopes if scope not in SCOPES]
    if wrong or not command.scopes:
        return refuse("scope_not_possible", because("scope_not_possible", wrong=tuple(wrong), scopes=SCOPES))
    if command.token in account.tokens:
        return refuse("token_known", because("token_known", name=account.name, token=command.token))
    if not command.token.strip():
        return refuse("argument_missing", because("argument_missing.token"))
    if not 1 <= command.days <= LONGEST_TOKEN:
        return refuse("argument_missing", because("argument_missing.token_days", most=LONGEST_TOKEN))
    bound = [scope for scope in command.scopes if PERMISSIONS[scope].at_table]
    if bound and not (command.table or "").strip():
        permit = PERMISSIONS[bound[0]].gist
        return refuse("argument_missing", because("argument_missing.token_table", permit=permit))
    issued = project(ev.TokenIssued, command, warrant=warrant)
    return (issued,)


def used_elsewhere(account: Account, token: str, table: str, where: str, now: int) -> AccountDecision:
    """The event of a token presented for another table: once an hour per table, for a limited number."""
    known = account.tokens.get(token)
    if known is None or now - known.shown_for.get(table, 0) < _AGAIN:
        return ()
    if table not in known.shown_for and len(known.shown_for) >= _MOST_ELSEWHERE:
        return ()
    return (ev.TokenUsedElsewhere(token, table, where, now),)
