"""``pitboss proposals``: list, show, approve and reject proposals at the host."""

from argparse import Namespace
from datetime import datetime

from pitboss.access.proposals import DecidedProposal, Proposal, remembered
from pitboss.access.roles import roles_in_words
from pitboss.cli.host_session import HostSession, accepted, acting, host_session, identify
from pitboss.cli.text import CommandFailed, fail, paragraph, table
from pitboss.floor.proposal_words import proposal_words
from pitboss.reason import because
from pitboss.words import say


def run(options: Namespace) -> int:
    """List, show, approve or reject."""
    with host_session(options) as host:
        if options.action == "list":
            return _list(host)
        one, decided = _find(host, options.id)
        if options.action == "show":
            return _show(host, one, decided)
        return _approve(host, one, options) if options.action == "approve" else _reject(host, one, options)


def _list(host: HostSession) -> int:
    waiting = sorted(host.proposals.people.waiting(), key=lambda one: one.made)
    if not waiting:
        print("Nothing waits for anybody.")
        return 0
    rows = [
        (
            one.id,
            one.by.name,
            _time(one.expires),
            roles_in_words(one.may_approve()),
            say(proposal_words(one)[0]),
        )
        for one in waiting
    ]
    print(table(("proposal", "by", "until", "waits for", "what"), rows))
    return 0


def _find(host: HostSession, name: str | None) -> tuple[Proposal, DecidedProposal | None]:
    subject, _, number = (name or "").rpartition("/")
    state = host.proposals.state(subject) if subject else None
    for one, decided in remembered(state):
        if number == str(one.number):
            return one, decided
    raise CommandFailed(because("command.no_proposal", proposal=name))


def _show(host: HostSession, one: Proposal, decided: DecidedProposal | None) -> int:
    print(f"Proposal {one.id} by {one.by.name} ({one.by.role}), {_time(one.made)}: {one.reason}")
    for line in proposal_words(one, None if decided else host.floor):
        print(paragraph(say(line), "  ", "  "))
    for actor in one.signed:
        print(f"Answered for by {actor.name} ({actor.role}).")
    if decided:
        by = f" by {decided.by.name}" if decided.by else ""
        print(f"It is {decided.outcome}{by}. {decided.reason}".rstrip())
    else:
        print(f"It waits for {roles_in_words(one.may_approve())}, until {_time(one.expires)}.")
    print(f"SHA-256 {one.digest}")
    return 0


def _approve(host: HostSession, one: Proposal, options: Namespace) -> int:
    _show(host, one, None)
    by = acting(identify(host, options.who), one.act)
    done = accepted(host.proposals.approve(one.subject, one.number, one.digest, by))
    if done.shown:
        print(f"Shown this once: {done.shown}")
    _, decided = _find(host, one.id)
    print(f"Proposal {one.id} is approved and done." if decided else f"Proposal {one.id} waits for one more.")
    return 0


def _reject(host: HostSession, one: Proposal, options: Namespace) -> int:
    if not options.reason:
        return fail(because("command.say_why"))
    by = acting(identify(host, options.who), one.act)
    accepted(host.proposals.people.reject(one.subject, one.number, by, options.reason))
    print(f"Proposal {one.id} is rejected.")
    return 0


def _time(micro: int) -> str:
    return f"{datetime.fromtimestamp(micro / 1e6).astimezone():%Y-%m-%d %H:%M}"
