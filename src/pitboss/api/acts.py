"""What people send to a table: acts in plain JSON, with amounts in dollars as text.

Every act is a command of the round; :func:`command_of` turns one into the other and names what is wrong.
"""

from typing import Any

from pitboss.api.wire import by_word, made
from pitboss.floor.acts import ROUND_ACTS
from pitboss.messages.acts import AnyAct, Bet
from pitboss.people import ROLES
from pitboss.round import commands as cmd

_LOWEST = ROLES[0]
_COMMANDS = by_word(ROUND_ACTS)


def command_of(act: AnyAct, actor: str) -> cmd.Command:
    """The command of an act; a bet without a name is the actor's own.

    Whose role a report, a correction or a ruling carries is put in by the floor.
    """
    type_: type[Any] = _COMMANDS[str(act.__struct_config__.tag)]
    known: dict[str, Any] = {"by": _LOWEST} if ROUND_ACTS[type_].by_role else {}
    if isinstance(act, Bet):
        known["player"] = act.player or actor
    command: cmd.Command = made(type_, act, **known)
    return command
