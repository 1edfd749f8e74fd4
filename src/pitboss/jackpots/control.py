"""Failure of the jackpot system, changes of parameters, and documented corrections."""

from fractions import Fraction

from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.clauses import failure_clauses, growth_clauses
from pitboss.jackpots.config import config_fault
from pitboss.jackpots.queue import lead, shown, spare
from pitboss.jackpots.state import Link
from pitboss.money import format_exact
from pitboss.people import approval_fault, role_fault
from pitboss.reason import because
from pitboss.sheets.game import Games
from pitboss.sheets.house_acts import cite, refuse


def fail_system(games: Games, link: Link, command: cmd.FailSystem) -> ev.JackpotDecision:
    """Register the last display and suspend the link. Idempotent."""
    game = lead(games, link)
    clauses = failure_clauses(game)
    if fault := role_fault(command.by, "dealer", because("act.report_failure")):
        return refuse(game, *fault, *clauses)
    if not command.reason.strip():
        return refuse(game, "argument_missing", because("argument_missing.failure"), *clauses)
    if link.failure:
        return ()
    return (ev.JackpotFailed(shown(games, link), command.by, command.reason, cite(game, *clauses)),)


def restore_system(games: Games, link: Link, command: cmd.RestoreSystem) -> ev.JackpotDecision:
    """Resume accepting bets, once the sign shows exactly what the record says."""
    game = lead(games, link)
    clauses = failure_clauses(game)
    if not link.failure:
        return refuse(game, "not_suspended", because("not_suspended"), *clauses)
    if fault := role_fault(command.by, "pit_manager", because("act.restore_jackpot")):
        return refuse(game, *fault, *clauses)
    if command.displayed != (value := shown(games, link)):
        why = because("display_differs", value=format_exact(value))
        return refuse(game, "display_differs", why, *clauses)
    return (ev.JackpotRestored(command.by, command.displayed),)


def propose_change(games: Games, link: Link, command: cmd.ProposeChange) -> ev.JackpotDecision:
    """Queue parameters for the next 100 % hit; in an empty pool they apply at once."""
    game = lead(games, link)
    if fault := approval_fault(command.approval, because("act.change_link")):
        return refuse(game, *fault)
    if why := config_fault(command.config):
        return refuse(game, "config_not_possible", why, *growth_clauses(game))
    return (ev.ChangeQueued(command.config, command.approval),)


def correct_display(games: Games, link: Link, command: cmd.CorrectDisplay) -> ev.JackpotDecision:
    """A correction by two people; values of frozen claims stay."""
    game = lead(games, link)
    if fault := approval_fault(command.approval, because("act.correct_display")):
        return refuse(game, *fault)
    value = shown(games, link)
    if not command.amount:
        return refuse(game, "argument_missing", because("argument_missing.correction"))
    if spare(games, link) + command.amount < 0:
        return refuse(game, "below_zero", because("below_zero"))
    room = max(Fraction(0), link.config.cap - value)
    overflow = max(Fraction(0), command.amount - room)
    return (ev.DisplayCorrected(command.amount, overflow, command.approval, cite(game)),)
