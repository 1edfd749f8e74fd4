"""From an act as it is sent to the command that it is: the same names, with amounts read."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final, get_type_hints

from msgspec import Struct

from pitboss.api.errors import BadRequest
from pitboss.floor.acts import ROUND_ACTS
from pitboss.messages.acts import COMMANDS, AnyAct, PlaceBet
from pitboss.money import CENTS_PER_DOLLAR, brief, parse_exact, parse_signed_cents
from pitboss.people import ROLES
from pitboss.reason import Unreadable, because
from pitboss.round import commands as cmd

_PART: Final = re.compile(r"\d{1,40}/[1-9]\d{0,39}", re.ASCII)


_LOWEST: Final = ROLES[0]


def round_command(act: AnyAct, actor: str) -> cmd.Command:
    """The command of an act in a round; a bet without a name is the actor's own.

    The floor puts in whose role a report, a correction, a ruling or a bet placed by staff carries.
    """
    known: dict[str, Any] = {}
    if ROUND_ACTS[COMMANDS[type(act)]].by_role:
        known["by"] = _LOWEST
    if isinstance(act, PlaceBet):
        known["player"] = act.player or actor
        known["by"] = _LOWEST if act.by_staff else None
    command: cmd.Command = command_of(act, **known)
    return command


def command_of(act: Struct, **known: Any) -> Any:
    """The command of an act, with what is known besides; what neither of them says has its default."""
    command = COMMANDS[type(act)]
    fields, said = _shared(command, type(act))
    found = {name: value for name, value in known.items() if name in fields}
    name = ""
    try:
        for name, read in said:
            if name not in found:
                value = getattr(act, name)
                found[name] = read(value) if read and isinstance(value, str) else value
    except ValueError as fault:
        raise BadRequest(because("bad_request.value", found=str(fault)), f"act.{name}") from None
    return command(**found)


def exact(text: str) -> Fraction:
    """An exact value in cents, as the signs write it: decimals, or cents and a fraction of one."""
    whole, space, part = text.removeprefix("-").partition(" ")
    try:
        if space and not _PART.fullmatch(part):
            raise ValueError
        found = parse_exact(whole) * CENTS_PER_DOLLAR + Fraction(part if space else 0)
    except ValueError:
        raise Unreadable(because("form.displayed", given=brief(text))) from None
    return -found if text.startswith("-") else found


_READ: Final[Mapping[Any, Callable[[str], Any]]] = {
    int: parse_signed_cents,
    int | None: parse_signed_cents,
    Fraction: exact,
}


_Said = tuple[tuple[str, Callable[[str], Any] | None], ...]


@cache
def _shared(command: type[Struct], act: type[Struct]) -> tuple[frozenset[str], _Said]:
    """The fields of a command, and those that an act says, with how each is read where it is sent as text."""
    fields, types = command.__struct_fields__, get_type_hints(command)
    said = tuple((name, _READ.get(types[name])) for name in fields if name in act.__struct_fields__)
    return frozenset(fields), said
