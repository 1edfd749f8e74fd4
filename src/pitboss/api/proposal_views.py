"""Proposals as people read them: what each will do, in plain words, and who may read it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, Literal

import msgspec
from msgspec import Struct

from pitboss.access import commands as ac
from pitboss.access.principal import Principal
from pitboss.access.proposals import Decided, Outcome, Proposal
from pitboss.access.roles import PERMISSIONS, Actor, Permission
from pitboss.api.site import Site
from pitboss.floor import proposed as pa
from pitboss.floor.proposals import SUBJECTS
from pitboss.floor.proposed_words import in_words

_READ: Final[dict[bool, tuple[Permission, ...]]] = {
    True: ("read_reports", "read_audit"),
    False: ("read_people",),
}
"""Who reads proposals besides those who could answer for them: about the floor, and about people."""
_PEOPLE: Final = msgspec.json.Decoder(ac.Proposed)


State = Outcome | Literal["waiting"]


class ProposalNow(Struct, frozen=True):
    """A proposal, as whoever may answer for it reads it."""

    id: str
    subject: str
    number: int
    act: Permission
    says: tuple[str, ...]
    """What it will do, in plain words; while it waits, beside how things stand."""
    what: str
    """The act itself, as it is recorded."""
    digest: str
    by: Actor
    reason: str
    made: str
    expires: str
    signed: tuple[Actor, ...]
    state: State
    may_approve: tuple[str, ...]
    """The roles of which somebody may be the next to answer for it."""
    decided_by: Actor | None = None
    decided_because: str = ""


def remembered(site: Site, subject: str) -> Iterator[tuple[Proposal, Decided | None]]:
    """Every proposal about a subject that is remembered, the newest first."""
    state = site.people.proposals.refresh(subject).state if subject.isprintable() else None
    if state is None:
        return
    both: dict[int, tuple[Proposal, Decided | None]] = {
        number: (gone.proposal, gone) for number, gone in state.decided.items()
    }
    both |= {number: (one, None) for number, one in state.waiting.items()}
    yield from (both[number] for number in sorted(both, reverse=True))


def readable(reader: Principal, one: Proposal) -> bool:
    """Whether somebody could answer for a proposal, or reads what such proposals are about."""
    return any(reader.may(permission) for permission in (one.act, *_READ[_of_floor(one)]))


def proposal_now(site: Site, one: Proposal, decided: Decided | None) -> ProposalNow:
    """A proposal with what it will do."""
    lapsed: State = "waiting" if site.people.clock() < one.expires else "lapsed"
    state = decided.outcome if decided else lapsed
    waits = state == "waiting"
    return ProposalNow(
        one.id,
        one.subject,
        one.number,
        one.act,
        _says(site, one, waits),
        one.what,
        one.digest,
        one.by,
        one.reason,
        _time(one.made),
        _time(one.expires),
        one.signed,
        state,
        one.may_approve() if waits else (),
        decided.by if decided else None,
        decided.reason if decided else "",
    )


def _of_floor(one: Proposal) -> bool:
    return one.subject.partition("/")[0] in SUBJECTS


def _says(site: Site, one: Proposal, waits: bool) -> tuple[str, ...]:
    if _of_floor(one):
        return in_words(pa.from_text(one.what), site.floor if waits else None)
    command = _PEOPLE.decode(one.what)
    match command:
        case ac.GrantRole(name=name, role=role):
            return (f"{name} becomes {role.replace('_', ' ')}.",)
        case ac.IssueToken():
            what = f"The device {command.name} gets a token {command.token} for {command.days} days, to:"
            return (what, *(PERMISSIONS[scope].gist for scope in command.scopes))
    return (f"{command.name} chooses a new password or PIN, with a code of each of the two.",)


def _time(micro: int) -> str:
    return datetime.fromtimestamp(micro / 1e6, UTC).isoformat(timespec="seconds")
