"""``pitboss close-day``: reconcile a gaming day and close it, at the host of a floor."""

from argparse import Namespace

from pitboss.cli.host_session import acting, desk_of, identify, told
from pitboss.cli.journals import CommandExit, whole_record
from pitboss.cli.progress import progress
from pitboss.cli.reconcile import day_named
from pitboss.reconcile.closing import close_gaming_day


def run(options: Namespace) -> int:
    """Exit 0 if the day is closed, 2 if it is not over or its records do not agree."""
    try:
        day = day_named(options.day)
        with desk_of(options) as desk, whole_record():
            by = acting(identify(desk, options.who), "close_day")
            with progress(f"Reconciling {day}", desk.floor.journal.last_position()) as advance:
                answer = close_gaming_day(desk.floor, day, by, reason=options.reason, progress=advance)
            told(answer)
    except CommandExit as stop:
        return stop.status
    print(f"Gaming day {day} agrees and is closed. What comes later is booked in the day that is open.")
    return 0
