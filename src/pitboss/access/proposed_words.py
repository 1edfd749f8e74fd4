"""What proposals about accounts will do."""

from typing import Final

import msgspec

from pitboss.access import commands as cmd
from pitboss.access.roles import PERMISSIONS
from pitboss.reason import Reason, because

_DECODER: Final = msgspec.json.Decoder(cmd.TwoPersonAction)


def account_words(what: str) -> tuple[Reason, ...]:
    """Sentences that tell an approver what a proposal will do."""
    command = _DECODER.decode(what)
    match command:
        case cmd.GrantRole(name=name, role=role):
            return (because("proposed.role", name=name, role=role),)
        case cmd.IssueToken():
            says = because(
                "proposed.token",
                name=command.name,
                token=command.token,
                days=command.days,
                tables=(command.table,) if command.table else (),
            )
            return (says, *(PERMISSIONS[scope].gist for scope in command.scopes))
    return (because("proposed.enrolment", name=command.name),)
