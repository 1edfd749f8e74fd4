"""``pitboss proposals``: list, show, approve and reject proposals at the host."""

from argparse import Namespace
from datetime import datetime

from pitboss.access.proposals import Decided, Proposal, remembered
from pitboss.access.roles import in_words
from pitboss.cli.host_session import HostSession, acting, desk_of, identify, told
from pitboss.cli.journals import CommandExit
from pitboss.cli.text import fail, paragraph, table
from pitboss.floor.proposal_words import proposal_words


def run(options: Namespace) -> int:
    """List, show, approve or reject."""
    try:
        with desk_of(options) as desk:
            if options.action == "list":
                return _list(desk)
            one, decided = _find(desk, options.id)
            if options.action == "show":
                return _show(desk, one, decided)
            return (
                _approve(desk, one, options) if options.action == "approve" else _reject(desk, one, options)
            )
    except CommandExit as stop:
        return stop.status


def _list(desk: HostSession) -> int:
    waiting = sorted(desk.proposals.people.waiting(), key=lambda one: one.made)
    if not waiting:
        print("Nothing waits for anybody.")
        return 0
    rows = [
        (one.id, one.by.name, _time(one.expires), in_words(one.may_approve()), proposal_words(one)[0])
        for one in waiting
    ]
    print(table(("proposal", "by", "until", "waits for", "what"), rows))
    return 0


def _find(desk: HostSession, name: str | None) -> tuple[Proposal, Decided | None]:
    subject, _, number = (name or "").rpartition("/")
    state = desk.proposals.state(subject) if subject else None
    for one, decided in remembered(state):
        if number == str(one.number):
            return one, decided
    raise CommandExit(fail(f"there is no proposal {name}: pitboss proposals lists those that wait"))


def _show(desk: HostSession, one: Proposal, decided: Decided | None) -> int:
    print(f"Proposal {one.id} by {one.by.name} ({one.by.role}), {_time(one.made)}: {one.reason}")
    for line in proposal_words(one, None if decided else desk.floor):
        print(paragraph(line, "  ", "  "))
    for actor in one.signed:
        print(f"Answered for by {actor.name} ({actor.role}).")
    if decided:
        by = f" by {decided.by.name}" if decided.by else ""
        print(f"It is {decided.outcome}{by}. {decided.reason}".rstrip())
    else:
        print(f"It waits for {in_words(one.may_approve())}, until {_time(one.expires)}.")
    print(f"SHA-256 {one.digest}")
    return 0


def _approve(desk: HostSession, one: Proposal, options: Namespace) -> int:
    _show(desk, one, None)
    by = acting(identify(desk, options.who), one.act)
    done = told(desk.proposals.approve(one.subject, one.number, one.digest, by))
    if done.shown:
        print(f"Shown this once: {done.shown}")
    _, decided = _find(desk, one.id)
    print(f"Proposal {one.id} is approved and done." if decided else f"Proposal {one.id} waits for one more.")
    return 0


def _reject(desk: HostSession, one: Proposal, options: Namespace) -> int:
    if not options.reason:
        return fail("say why: --reason TEXT")
    by = acting(identify(desk, options.who), one.act)
    told(desk.proposals.people.reject(one.subject, one.number, by, options.reason))
    print(f"Proposal {one.id} is rejected.")
    return 0


def _time(micro: int) -> str:
    return f"{datetime.fromtimestamp(micro / 1e6).astimezone():%Y-%m-%d %H:%M}"
