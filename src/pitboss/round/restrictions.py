"""Restrictions that a clause imposed, lifted: of the table after a jackpot failure, or of a player."""

from pitboss.people import ROLES
from pitboss.reason import because
from pitboss.round.commands import LiftRestriction
from pitboss.round.events import Restriction, RestrictionLifted, RoundAnswer
from pitboss.round.refusal import Refusal, refuse
from pitboss.round.state import Round
from pitboss.sheets.game import Game
from pitboss.sheets.model import Irregularity


def lift_restriction(game: Game, state: Round, command: LiftRestriction) -> RoundAnswer:
    """Decide the lifting of a restriction, by the role that may impose it."""
    policy = game.sheet.irregularities.get(command.clause)
    if policy is None or policy.effect not in ("restrict_table", "bar_player", "one_position_only"):
        known = (command.clause,) if command.clause in game.register else ()
        why = because("nothing_to_lift.clause", clause=command.clause)
        return refuse(game, "nothing_to_lift", why, *known)
    by = command.by or policy.by
    if ROLES.index(by) < ROLES.index(policy.by):
        why = because("role_too_low.lift", role=policy.by)
        return refuse(game, "role_too_low", why, command.clause)
    if state.table.live and not command.reason.strip():
        why = because("argument_missing.lift_reason")
        return refuse(game, "argument_missing", why, command.clause)
    restriction = _restriction(game, command, policy)
    if isinstance(restriction, Refusal):
        return restriction
    if not _in_force(state, command, restriction):
        why = because("nothing_to_lift.in_force", clause=command.clause)
        return refuse(game, "nothing_to_lift", why, command.clause)
    return (
        RestrictionLifted(
            restriction=restriction,
            boxes=command.boxes if restriction == "block" else (),
            player=command.player,
            by=by,
            reason=command.reason,
            clauses=policy.action_clauses.get(restriction, (command.clause,)),
        ),
    )


def _restriction(game: Game, command: LiftRestriction, policy: Irregularity) -> Restriction | Refusal:
    """The restriction that a command names, with what its clause needs and nothing else."""
    of_table = policy.effect == "restrict_table"
    blocks = command.action == "block"
    given = {"action": bool(command.action), "player": bool(command.player), "box": bool(command.boxes)}
    for name, wanted in {"action": of_table, "player": not of_table, "box": blocks}.items():
        if wanted and not given[name]:
            why = because("argument_missing.lift", clause=command.clause, argument=name)
            return refuse(game, "argument_missing", why, command.clause)
        if given[name] and not wanted:
            why = because("argument_not_taken.lift", clause=command.clause, argument=name)
            return refuse(game, "argument_not_taken", why, command.clause)
    return command.action or ("barred" if policy.effect == "bar_player" else "one_position")


def _in_force(state: Round, command: LiftRestriction, restriction: Restriction) -> bool:
    later = state.later
    match restriction:
        case "close":
            return later.closed
        case "block":
            return later.blocked.issuperset(command.boxes)
        case "no_jackpot":
            return later.no_jackpot
        case "barred":
            return command.player in later.barred
        case "one_position":
            return command.player in later.one_position
