"""``pitboss close-day``: reconcile a gaming day and close it, at the host of a floor."""

from argparse import Namespace

from pitboss.cli.days import day_named
from pitboss.cli.host_session import accepted, acting, host_session, identify, prompt_password
from pitboss.cli.journals import consistent_record
from pitboss.cli.progress import progress
from pitboss.reconcile.closing import close_gaming_day


def run(options: Namespace) -> int:
    """Exit 0 if the day is closed, 2 if it is not over or its records do not agree."""
    day = day_named(options.day)
    with host_session(options) as host, consistent_record():
        by, second = acting(identify(host, options.who), "close_day"), None
        if options.second:
            second = acting(prompt_password(host.doors, options.second), "sign_off_day")
        with progress(f"Reconciling {day}", host.floor.journal.last_position()) as advance:
            accepted(
                close_gaming_day(host.floor, day, by, reason=options.reason, second=second, progress=advance)
            )
    print(f"Gaming day {day} agrees and is closed. What comes later is booked in the day that is open.")
    return 0
