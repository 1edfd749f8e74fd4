"""Proposals about accounts in plain words."""

from typing import Final

import msgspec

from pitboss.access import commands as cmd
from pitboss.access.roles import PERMISSIONS, roles_in_words
from pitboss.plural import counted

_DECODER: Final = msgspec.json.Decoder(cmd.TwoPersonAction)


def account_words(what: str) -> tuple[str, ...]:
    """Sentences that tell an approver what a proposal will do."""
    command = _DECODER.decode(what)
    match command:
        case cmd.GrantRole(name=name, role=role):
            return (f"{name} becomes {roles_in_words((role,))}.",)
        case cmd.IssueToken():
            where = f" at table {command.table} alone" if command.table else ""
            what = f"a token {command.token} for {counted(command.days, 'day')}{where}"
            says = f"The device {command.name} gets {what}, to:"
            return (says, *(PERMISSIONS[scope].gist for scope in command.scopes))
    return (f"{command.name} chooses a new password or PIN, with a code of each of the two.",)
