"""Gaming days as the command line takes them; what is none ends the command with a sentence."""

from datetime import date

from pitboss.cli.text import CommandFailed
from pitboss.reason import reason_of
from pitboss.time_zones import parse_day, parse_days


def day_named(text: str) -> date:
    """A gaming day; raises :class:`CommandFailed` if it is none."""
    try:
        return parse_day(text)
    except ValueError as fault:
        raise CommandFailed(reason_of(fault)) from None


def days_named(text: str | None) -> tuple[date, date]:
    """The first and the last of some gaming days, of all if none is named; raises :class:`CommandFailed`."""
    if text is None:
        return date.min, date.max
    try:
        return parse_days(text)
    except ValueError as fault:
        raise CommandFailed(reason_of(fault)) from None
