"""Decides actions on an account. Pure: actor and time arrive with the command."""

from typing import Final

from pitboss.access import commands as cmd
from pitboss.access import events as ev
from pitboss.access.account import Account, account_name
from pitboss.access.roles import DEPARTMENTS, PERMISSIONS, SCOPES, Actor, Permission, roles_in_words
from pitboss.access.warrant import Warrant, warrant_refusal, wording_refusal
from pitboss.projection import project
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
        return refuse("no_such_account", f"there is no account {command.name}")
    if refusal := warrant_refusal(warrant, permission_needed(account, command), account.name):
        return refusal
    if account.disabled:
        return refuse("account_disabled", f"the account {account.name} was disabled for good")
    match command:
        case cmd.GrantRole():
            return _grant(account, command, warrant)
        case cmd.RevokeRole(role=role):
            if account.kind != "staff" or role not in account.roles:
                return refuse("role_not_possible", f"{account.name} has no role {role} to take away")
            return (ev.RoleRevoked(role, warrant),)
        case cmd.OpenEnrolment():
            return _open_enrolment(account, command, warrant)
        case cmd.IssueToken():
            return _issue(account, command, warrant)
        case cmd.RevokeToken(token=token):
            if token not in account.tokens:
                return refuse("no_such_token", f"{account.name} has no token {token}")
            return (ev.TokenRevoked(token, warrant),)
        case cmd.LockAccount():
            if account.locked == "person":
                return refuse("account_locked", f"the account {account.name} is locked already")
            return (ev.AccountLocked("person", warrant),)
        case cmd.UnlockAccount():
            return (ev.AccountUnlocked(warrant),)
        case cmd.DisableAccount():
            return (ev.AccountDisabled(warrant),)


def permission_needed(account: Account, command: cmd.AccountAction) -> Permission:
    """The permission that an action needs; a player's enrolment takes one person only."""
    if isinstance(command, cmd.OpenEnrolment) and account.kind == "player":
        return "manage_people"
    return cmd.ACCOUNT_ACTS[type(command)].permission


def _make(account: Account | None, command: cmd.MakeAccount, warrant: Warrant) -> AccountDecision:
    name = account_name(command.name)
    if name is None:
        message = "a name has 2 to 32 letters, digits, dots, dashes or underscores and begins with a letter"
        return refuse("name_not_possible", f"{command.name!r} cannot be the name of an account: {message}")
    registers = warrant.by == Actor(name, "player") and command.kind == "player"
    refusal = wording_refusal(warrant) if registers else warrant_refusal(warrant, "manage_people")
    if refusal:
        return refusal
    if account is not None:
        return refuse("account_known", f"there is an account {name} already")
    return (ev.AccountMade(name, command.kind, warrant),)


def _grant(account: Account, command: cmd.GrantRole, warrant: Warrant) -> AccountDecision:
    role = command.role
    if account.kind != "staff" or role == "player":
        message = f"the account {account.name} is for a {account.kind}: roles are for staff"
        return refuse("role_not_possible", message)
    if role in account.roles:
        return refuse("role_not_possible", f"{account.name} is {roles_in_words((role,))} already")
    elsewhere = [held for held in account.roles if DEPARTMENTS[held] != DEPARTMENTS[role]]
    if elsewhere:
        message = f"{account.name} is of {DEPARTMENTS[elsewhere[0]]}, and nobody is of two departments"
        return refuse("role_not_possible", f"{message}: {roles_in_words((role,))} is of {DEPARTMENTS[role]}")
    return (ev.RoleGranted(role, warrant),)


def _open_enrolment(account: Account, command: cmd.OpenEnrolment, warrant: Warrant) -> AccountDecision:
    if account.kind == "machine":
        return refuse("role_not_possible", f"{account.name} is a device: it gets tokens, not passwords")
    wanted = 2 if warrant.approved else 1
    if len(set(command.codes)) != wanted:
        return refuse("argument_missing", "each person who answers for it gives a code of their own")
    return (ev.EnrolmentOpened(command.codes, command.expires, warrant),)


def _issue(account: Account, command: cmd.IssueToken, warrant: Warrant) -> AccountDecision:
    if account.kind != "machine":
        return refuse("scope_not_possible", f"{account.name} is no device: people sign in")
    wrong = [scope for scope in command.scopes if scope not in SCOPES]
    if wrong or not command.scopes:
        message = f"{', '.join(wrong) or 'nothing'} cannot be given to a device, only {', '.join(SCOPES)}"
        return refuse("scope_not_possible", message)
    if command.token in account.tokens:
        return refuse("token_known", f"{account.name} has a token {command.token} already")
    if not command.token.strip():
        return refuse("argument_missing", "a token needs a name")
    if not 1 <= command.days <= LONGEST_TOKEN:
        return refuse("argument_missing", f"a token is good for 1 to {LONGEST_TOKEN} days")
    bound = [scope for scope in command.scopes if PERMISSIONS[scope].at_table]
    if bound and not (command.table or "").strip():
        message = f"a token to {PERMISSIONS[bound[0]].gist} is for one table: name it"
        return refuse("argument_missing", message)
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
