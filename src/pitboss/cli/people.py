"""``pitboss people``: the first people of a floor, and codes for people who lost their password.

The operator of the host may do this alone; the record names the host.
"""

import getpass
import sys
from argparse import Namespace
from typing import get_args

from pitboss.access import commands as cmd
from pitboss.access.account import Account
from pitboss.access.bootstrap import set_up
from pitboss.access.roles import SYSTEM, Role
from pitboss.cli.host_session import HostSession, accepted, host_session
from pitboss.cli.text import CommandFailed, fail, table
from pitboss.people import ROLES as PIT
from pitboss.people import Means
from pitboss.plural import counted
from pitboss.reason import because

_REASON = "at the host's terminal"


def run(options: Namespace) -> int:
    """List, add or enrol."""
    with host_session(options) as host:
        if options.action == "list":
            return _list(host)
        if not options.name:
            return fail(because("command.which_person", action=options.action))
        return _add(host, options) if options.action == "add" else _enrol(host, options.name)


def _list(host: HostSession) -> int:
    people = host.doors.people
    accounts = [people.account(name) for name in sorted(people.accounts.names())]
    staff = [account for account in accounts if account and account.kind != "player"]
    rows = [(account.name, account.kind, ", ".join(account.roles), _state(account)) for account in staff]
    print(table(("name", "kind", "roles", "state"), rows) or "Nobody has an account here yet.")
    players = len(accounts) - len(staff)
    if players:
        print(f"{counted(players, 'player')} {'has' if players == 1 else 'have'} an account.")
    return 0


def _state(account: Account) -> str:
    if account.disabled:
        return "disabled"
    if account.locked:
        return "locked"
    if account.enrolment:
        return "chooses a password with codes"
    return ", ".join(account.secrets) or ("tokens" if account.tokens else "cannot sign in yet")


def _add(host: HostSession, options: Namespace) -> int:
    roles: list[Role] = options.role
    unknown = [role for role in roles if role not in get_args(Role)]
    if unknown or not roles:
        known = get_args(Role)
        if unknown:
            return fail(because("command.no_role", given=unknown[0], roles=known))
        return fail(because("command.which_role", roles=known))
    chosen: dict[Means, str] = {"password": _asked(f"Password of {options.name}")}
    if set(roles) & set(PIT) and (pin := _asked(f"PIN of {options.name} (none: leave it empty)")):
        chosen["pin"] = pin
    accepted(set_up(host.doors, options.name, roles, chosen, _REASON))
    print(f"{options.name} can sign in.")
    return 0


def _enrol(host: HostSession, name: str) -> int:
    noted = accepted(host.doors.people.act(cmd.OpenEnrolment(name), SYSTEM, _REASON))
    print(f"Code for {name}, shown this once and good for 24 hours: {noted.shown}")
    print("A new password is chosen with it (POST /api/enrolment); the one before holds no longer.")
    return 0


def _asked(what: str) -> str:
    """Prompt for a secret twice without echo."""
    first = getpass.getpass(f"{what}: ", stream=sys.stderr)
    if first and getpass.getpass("Once more: ", stream=sys.stderr) != first:
        raise CommandFailed(because("command.secrets_differ"))
    return first
