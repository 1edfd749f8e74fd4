"""``pitboss sign-off-day``: two people sign off a closed gaming day, at the host of a floor."""

from argparse import Namespace

from pitboss.cli.days import day_named
from pitboss.cli.host_session import accepted, acting, host_session, identify, prompt_password
from pitboss.cli.text import CommandFailed
from pitboss.commands.record import Order
from pitboss.floor.commands import SignOffGamingDay
from pitboss.reason import because


def run(options: Namespace) -> int:
    """Exit 0 if the day is signed off, 2 if it is not closed or the two may not."""
    day = day_named(options.day)
    if not options.second:
        raise CommandFailed(because("command.second"))
    with host_session(options) as host:
        first = acting(identify(host, options.who), "sign_off_day")
        second = acting(prompt_password(host.doors, options.second), "sign_off_day")
        command = SignOffGamingDay(day=day, second=second, note=options.note)
        accepted(host.floor.execute(Order(command=command, by=first)))
    print(f"Gaming day {day} is signed off by {first.name} and {second.name}.")
    return 0
