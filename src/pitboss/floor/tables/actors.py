"""Permissions of acts at a table."""

from msgspec import Struct, structs

from pitboss.access.roles import Actor, permission_refusal
from pitboss.floor.acts import ROUND_ACTS
from pitboss.people import ROLES
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.sheets.game import Game


def other_person(act: Struct, by: Actor) -> Refusal | None:
    """Refusal of an act that names another person than its sender."""
    two = getattr(act, "approval", None) or getattr(act, "warrant", None)
    first = getattr(two, "first", None) or getattr(two, "by", None)
    named = getattr(act, "by", None) or first
    if named is None:
        why = because("other_person.happens", act=type(act).__name__)
        return refuse("other_person", why)
    if (named.name, named.role) == (by.name, by.role):
        return None
    why = because("other_person", person=named.name, role=named.role, name=by.name, sent_as=by.role)
    return refuse("other_person", why)


def as_done_by(game: Game, state: Round, by: Actor, command: cmd.Command) -> cmd.Command | Refusal:
    """The command with the role of its sender, or the refusal.

    Players act for themselves only, and a reading shoe only names cards that left it. Decisions of staff
    carry the sender's own role, whatever the command says.
    """
    if not by.name.strip():
        return refuse("argument_missing", because("argument_missing.actor"), game.ruling_clauses)
    if by.role == "player":
        return _of_player(game, state, by.name, command)
    if by.role == "machine" and ROUND_ACTS[type(command)].device:
        return command
    if refusal := permission_refusal(by.role, "run_table", game):
        return refusal
    if ROUND_ACTS[type(command)].by_role and by.role not in ROLES:
        why = because("role_too_low.staff_acts")
        return refuse("role_too_low", why, game.ruling_clauses)
    return completed(command, by)


def completed(command: cmd.Command, by: Actor) -> cmd.Command:
    """A command with what follows from its sender: their role, or their own bet."""
    match command:
        case cmd.PlaceBet() if by.role == "player":
            return structs.replace(command, by=None, unnoticed=False)
        case cmd.WithdrawBet(player=None) if by.role == "player":
            return structs.replace(command, player=by.name)
        case cmd.PlaceBet() if command.by is not None and by.role in ROLES:
            return structs.replace(command, by=by.role)
        case _ if ROUND_ACTS[type(command)].by_role:
            return structs.replace(command, by=by.role)
        case _:
            return command


def _of_player(game: Game, state: Round, name: str, command: cmd.Command) -> cmd.Command | Refusal:
    if not ROUND_ACTS[type(command)].player:
        return refuse("role_too_low", because("role_too_low.dealer"), game.ruling_clauses)
    command = completed(command, Actor(name, "player"))
    if isinstance(command, cmd.PlaceBet):
        whose: str | None = command.player
    elif 1 <= (box := command.box) <= len(state.boxes):  # type: ignore[union-attr]
        whose = state.box(box).player
        if isinstance(command, cmd.WithdrawBet):
            whose = command.player
        elif isinstance(command, cmd.LeaveTable) and state.box(box).has_player(name):
            whose = command.player or name
            command = structs.replace(command, player=None if whose == state.box(box).player else whose)
        elif isinstance(command, cmd.Choose):
            whose = next((option.player for option in state.options if option.box == box), whose)
    else:
        return command
    if whose != name:
        why = because("not_ones_own", name=name, player=whose or "nobody")
        seats = game.sheet.seats.clauses
        return refuse("not_ones_own", why, game.refusal_clauses("bet_on_anothers_box", seats))
    return command
