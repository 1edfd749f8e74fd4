"""Two people over HTTP: propose, read, approve, reject and withdraw, whatever it is about."""

from collections.abc import Callable
from typing import Any, Final

from litestar import Controller, Request
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct

from pitboss.access.decide import needs
from pitboss.access.recording import Done
from pitboss.access.roles import PERMISSIONS, Actor, Permission, not_for_him
from pitboss.api.errors import Refused, bad, not_found, sure
from pitboss.api.proposal_acts import AnyTwoPeopleAct, IssueToken, OfFloor, OfPeople, of_floor, of_people
from pitboss.api.proposal_views import ProposalNow, proposal_now, proposals_about, readable
from pitboss.api.routing import acts, reads
from pitboss.api.signatures import Signature, vouched
from pitboss.api.site import Site
from pitboss.api.texts import CommandId, Digest, Reason
from pitboss.api.who import Who
from pitboss.floor import proposed as pa
from pitboss.floor.threads import in_pool
from pitboss.round import Refusal
from pitboss.sheets import SheetFault

_ACCOUNT: Final = "account"
_OF_PEOPLE: Final[tuple[Permission, ...]] = ("grant_role", "enrol", "issue_token")
_TWO: Final = tuple(name for name, allowed in PERMISSIONS.items() if allowed.two)


class Propose(Struct, frozen=True, forbid_unknown_fields=True):
    """An act for two people, with a reason; the second may sign at the same screen."""

    id: CommandId
    act: AnyTwoPeopleAct
    reason: Reason
    second: Signature | None = None


class Approve(Struct, frozen=True, forbid_unknown_fields=True):
    """An approval of what was read."""

    id: CommandId
    digest: Digest


class Decline(Struct, frozen=True, forbid_unknown_fields=True):
    """A rejection or a withdrawal."""

    id: CommandId
    reason: Reason


class ProposalDone(Struct, frozen=True):
    """The proposal after what was done with it."""

    proposal: ProposalNow
    shown: str = ""
    """A code or a token, this once and to whoever asked only."""


class TwoPeople(Controller):
    """What takes two people."""

    path = "/api/proposals"
    tags = ("two people",)

    @reads("/", summary="What waits and what was decided", sync_to_thread=True)
    def list_proposals(
        self,
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        subject: FromQuery[str | None] = None,
        waiting: FromQuery[bool | None] = None,
    ) -> list[ProposalNow]:
        """Those that the reader could answer for or may read about, the newest of a subject first."""
        reader = who.signed_in
        names = site.people.proposals.names() if subject is None else (subject,)
        found = (both for name in names for both in proposals_about(site, name) if readable(reader, both[0]))
        told = (proposal_now(site, *both) for both in found)
        return [now for now in told if waiting in (None, now.state == "waiting")]

    @reads("/{kind:str}/{name:str}/{number:int}", summary="One proposal", sync_to_thread=True)
    def one_proposal(
        self,
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        kind: FromPath[str],
        name: FromPath[str],
        number: FromPath[int],
    ) -> ProposalNow:
        """What it will do, who answers for it so far, and the digest to approve it by."""
        return _read(site, who, f"{kind}/{name}", number)

    @acts("/", summary="Propose")
    async def propose(
        self,
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        request: Request[Any, Any, Any],
        data: JSONBody[Propose],
    ) -> ProposalDone:
        """Propose an act; with the name and password of a second person, it is done at once."""
        who.may(*_TWO)
        if isinstance(data.act, OfFloor):
            return await _of_floor(site, who, request, data, data.act)
        return await in_pool(None, _of_people, site, who, data, data.act)

    @acts("/{kind:str}/{name:str}/{number:int}/approve", summary="Approve", sync_to_thread=True)
    def approve(
        self,
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        kind: FromPath[str],
        name: FromPath[str],
        number: FromPath[int],
        data: JSONBody[Approve],
    ) -> ProposalDone:
        """Answer for what was read; with the second person it is done."""
        subject = f"{kind}/{name}"
        by = who.acting(_read(site, who, subject, number).act)
        noted: Done = sure(site.proposals.approve(subject, number, data.digest, by, data.id))
        return ProposalDone(_read(site, who, subject, number), noted.shown)

    @acts("/{kind:str}/{name:str}/{number:int}/reject", summary="Reject", sync_to_thread=True)
    def reject(
        self,
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        kind: FromPath[str],
        name: FromPath[str],
        number: FromPath[int],
        data: JSONBody[Decline],
    ) -> ProposalDone:
        """Say no; for whoever could answer for it."""
        return _declined(site, who, f"{kind}/{name}", number, data, site.people.reject)

    @acts("/{kind:str}/{name:str}/{number:int}/withdraw", summary="Withdraw", sync_to_thread=True)
    def withdraw(
        self,
        site: NamedDependency[Site],
        who: NamedDependency[Who],
        kind: FromPath[str],
        name: FromPath[str],
        number: FromPath[int],
        data: JSONBody[Decline],
    ) -> ProposalDone:
        """Take back what one has proposed."""
        return _declined(site, who, f"{kind}/{name}", number, data, site.people.withdraw)


def _declined(
    site: Site,
    who: Who,
    subject: str,
    number: int,
    data: Decline,
    decline: Callable[[str, int, Actor, str, str], Done | Refusal],
) -> ProposalDone:
    by = who.acting(_read(site, who, subject, number).act)
    sure(decline(subject, number, by, data.reason, data.id))
    return ProposalDone(_read(site, who, subject, number))


def _of_people(site: Site, who: Who, data: Propose, act: OfPeople) -> ProposalDone:
    if data.second:
        raise bad("people are decided about by two at screens of their own, each with his code", "second")
    # Who may decide about nobody is not told who there is.
    who.may(*_OF_PEOPLE)
    command = of_people(act)
    account = site.people.account(command.name)
    if account is None:
        raise not_found(f"there is no account {command.name}")
    if isinstance(act, IssueToken) and act.table and not site.floor.table(act.table):
        raise not_found(f"there is no table {act.table} for the token to be good for")
    permission = needs(account, command)
    by = who.acting(permission)
    noted: Done = sure(site.people.propose(command, by, data.reason, data.id))
    return _done(site, f"{_ACCOUNT}/{account.name}", by, permission, noted.shown)


async def _of_floor(
    site: Site, who: Who, request: Request[Any, Any, Any], data: Propose, act: OfFloor
) -> ProposalDone:
    try:
        proposed = await in_pool(None, of_floor, site.floor, act)
    except SheetFault as fault:
        raise bad(str(fault), "act") from None
    permission = pa.permission_for(proposed)
    by = who.acting(permission)
    second = (await vouched(site, request, data.second, "second")).acting(permission) if data.second else None

    def done() -> ProposalDone:
        sure(
            site.proposals.together(proposed, by, second, data.reason, data.id)
            if second
            else site.proposals.propose(proposed, by, data.reason, data.id)
        )
        return _done(site, pa.subject_of(proposed), by, permission)

    return await in_pool(None, done)


def _done(site: Site, subject: str, by: Actor, permission: Permission, shown: str = "") -> ProposalDone:
    """The newest proposal of somebody about a subject."""
    found = (
        (one, gone)
        for one, gone in proposals_about(site, subject)
        if (one.by.name, one.act) == (by.name, permission)
    )
    newest = next(found, None)
    if newest is None:
        message = "the id of this command was used for another one: send it with an id of its own"
        raise Refused(Refusal("id_used", message, ()))
    return ProposalDone(proposal_now(site, *newest), shown)


def _read(site: Site, who: Who, subject: str, number: int) -> ProposalNow:
    reader = who.signed_in
    for one, decided in proposals_about(site, subject):
        if one.number == number:
            if not readable(reader, one):
                raise Refused(not_for_him(one.act), 403)
            return proposal_now(site, one, decided)
    raise Refused(Refusal("no_such_proposal", f"there is no proposal {subject}/{number}", ()), 404)
