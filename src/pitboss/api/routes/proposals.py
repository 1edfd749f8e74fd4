"""Two people over HTTP: propose, read, approve, reject and withdraw acts of every kind."""

from collections.abc import Callable
from typing import Any, Final, get_args

from litestar import Controller, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from pitboss.access.commands import ACCOUNT_ACTS, TwoPersonAction
from pitboss.access.decide import permission_needed
from pitboss.access.proposals import DecidedProposal, Proposal
from pitboss.access.roles import PERMISSIONS, Actor, Permission, permission_missing
from pitboss.analysis.model import CountProgress
from pitboss.api.context import Context, Ctx
from pitboss.api.errors import BadRequest, RequestRefused, accepted, not_found
from pitboss.api.job_answers import begun
from pitboss.api.proposal_acts import of_floor
from pitboss.api.proposal_views import READ_OF_FLOOR, proposal_now, proposals_about, readable
from pitboss.api.routing import serves
from pitboss.api.second_person import vouched
from pitboss.api.wire import command_of
from pitboss.commands.record import Done
from pitboss.floor import proposed as pa
from pitboss.floor.acts import act_permission
from pitboss.floor.thread_pools import in_pool
from pitboss.forecast.proposal_impact import ProposalImpact
from pitboss.messages import operations
from pitboss.messages.acts import AnyFloorProposal, AnyPeopleProposal, Approve, IssueToken, Propose
from pitboss.messages.answers import JobNow
from pitboss.messages.proposals import DeclineProposal, ProposalDone, ProposalNow
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.server.jobs import Jobs
from pitboss.server.site import Site
from pitboss.sheets import SheetFault

_ACCOUNT: Final = "account"
_OF_PEOPLE: Final = tuple(ACCOUNT_ACTS[act].permission for act in get_args(TwoPersonAction))
_TWO: Final = tuple(name for name, allowed in PERMISSIONS.items() if allowed.two)


Declining = Callable[[str, int, Actor, str, str], Done | Refusal]
"""The end of a proposal: its subject and number, by whom, why, and the command's id."""
AboutProposal = NamedDependency[tuple[str, int]]


def about_proposal(kind: FromPath[str], name: FromPath[str], number: FromPath[int]) -> tuple[str, int]:
    """The subject of a proposal, and its number."""
    return f"{kind}/{name}", number


class ProposalRoutes(Controller):
    """Acts of two people."""

    @serves(operations.proposals)
    def list_proposals(
        self, ctx: Ctx, subject: FromQuery[str | None] = None, waiting: FromQuery[bool | None] = None
    ) -> list[ProposalNow]:
        """Those that the reader could answer for or may read about, the newest of a subject first."""
        reader = ctx.who.signed_in
        names = ctx.site.people.proposals.names() if subject is None else (subject,)
        every = (both for name in names for both in proposals_about(ctx.site, name))
        told = (proposal_now(ctx.site, *both) for both in every if readable(reader, both[0]))
        return [now for now in told if waiting in (None, now.state == "waiting")]

    @serves(operations.proposal)
    def one_proposal(self, ctx: Ctx, about: AboutProposal) -> ProposalNow:
        """Its effect, the people who have signed it so far, and the digest to approve."""
        return _read(ctx, about)

    @serves(operations.propose)
    async def propose(self, ctx: Ctx, data: JSONBody[Propose]) -> ProposalDone:
        """Propose an act; with the name and password of a second person, it is done at once."""
        ctx.who.may(*_TWO)
        if isinstance(data.act, AnyFloorProposal):
            return await _of_floor(ctx, data, data.act)
        return await in_pool(None, _of_people, ctx, data, data.act)

    @serves(operations.approve_digest)
    def approve(self, ctx: Ctx, about: AboutProposal, data: JSONBody[Approve]) -> ProposalDone:
        """Answer for what was read; with the second person it is done."""
        by = ctx.who.acting(_read(ctx, about).act)
        noted: Done = accepted(ctx.site.proposals.approve(*about, data.digest, by, data.id))
        return ProposalDone(_read(ctx, about), noted.shown)

    @serves(operations.reject)
    def reject(self, ctx: Ctx, about: AboutProposal, data: JSONBody[DeclineProposal]) -> ProposalDone:
        """Say no; for everybody who could approve it."""
        return _declined(ctx, about, data, ctx.site.people.reject)

    @serves(operations.withdraw)
    def withdraw(self, ctx: Ctx, about: AboutProposal, data: JSONBody[DeclineProposal]) -> ProposalDone:
        """Only the proposer may withdraw it."""
        return _declined(ctx, about, data, ctx.site.people.withdraw)

    @serves(operations.proposal_impact)
    async def impact(self, ctx: Ctx, jobs: NamedDependency[Jobs], about: AboutProposal) -> Response[JobNow]:
        """Settle past rounds again under the proposal: rounds that would have paid differently,
        the change of every bet's edge, and the effect in a year at the pace of the record.

        It runs in the background; follow and cancel it as a job. Nothing is recorded.
        """
        one = await in_pool(None, _proposal, ctx, about)
        found = await in_pool(None, _impact, ctx.site, one)

        def work(progress: CountProgress) -> Any:
            return found.worked_out(progress, lambda question: jobs.ask_beside(question, progress))

        reader = ctx.who.signed_in
        readers = (one.act, *READ_OF_FLOOR)
        permission = next(each for each in readers if reader.may(each))
        return begun(jobs.record(reader.name, work, permission))


def _impact(site: Site, one: Proposal) -> ProposalImpact:
    act = pa.from_text(one.what) if pa.is_of_floor(one.subject) else None
    if not isinstance(act, pa.PlateChange | pa.TableChange | pa.SheetAdoption):
        raise RequestRefused(refuse("no_preview", because("no_preview.impact")))
    return ProposalImpact(act, site.journal, site.floor.rulebook)


def _declined(
    ctx: Context, about: tuple[str, int], data: DeclineProposal, decline: Declining
) -> ProposalDone:
    accepted(decline(*about, ctx.who.acting(_read(ctx, about).act), data.reason, data.id))
    return ProposalDone(_read(ctx, about))


def _of_people(ctx: Context, data: Propose, act: AnyPeopleProposal) -> ProposalDone:
    if data.second:
        raise BadRequest(because("bad_request.own_screens"), "second")
    # Who may decide about nobody is not told who there is.
    ctx.who.may(*_OF_PEOPLE)
    site = ctx.site
    command: TwoPersonAction = command_of(act)
    account = site.people.account(command.name)
    if account is None:
        raise not_found(because("no_such_account", name=command.name))
    if isinstance(act, IssueToken) and act.table and not site.floor.table(act.table):
        raise not_found(because("not_found.token_table", table=act.table))
    permission = permission_needed(account, command)
    by = ctx.who.acting(permission)
    noted: Done = accepted(site.people.propose(command, by, data.reason, data.id))
    return _done(site, f"{_ACCOUNT}/{account.name}", by, permission, noted.shown)


async def _of_floor(ctx: Context, data: Propose, act: AnyFloorProposal) -> ProposalDone:
    try:
        proposed = await in_pool(None, of_floor, ctx.site.floor, act)
    except SheetFault as fault:
        raise BadRequest(because("bad_request.value", found=str(fault)), "act") from None
    permission = act_permission(proposed)
    by, second, site = ctx.who.acting(permission), None, ctx.site
    if data.second:
        second = (await vouched(site, ctx.request, data.second, "second")).acting(permission)

    def done() -> ProposalDone:
        accepted(
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
        raise RequestRefused(refuse("id_used", because("id_used")))
    return ProposalDone(proposal_now(site, *newest), shown)


def _read(ctx: Context, about: tuple[str, int]) -> ProposalNow:
    return proposal_now(ctx.site, *_found(ctx, about))


def _proposal(ctx: Context, about: tuple[str, int]) -> Proposal:
    return _found(ctx, about)[0]


def _found(ctx: Context, about: tuple[str, int]) -> tuple[Proposal, DecidedProposal | None]:
    """A proposal that the reader may read, and how it was decided."""
    reader = ctx.who.signed_in
    subject, number = about
    for one, decided in proposals_about(ctx.site, subject):
        if one.number == number:
            if not readable(reader, one):
                raise RequestRefused(permission_missing(one.act), 403)
            return one, decided
    raise RequestRefused(
        refuse("no_such_proposal", because("no_such_proposal.name", proposal=f"{subject}/{number}")), 404
    )
