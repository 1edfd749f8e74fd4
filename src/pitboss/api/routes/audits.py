"""Audits over HTTP: begin one, and read those that were kept."""

import secrets
from contextlib import suppress
from datetime import tzinfo
from pathlib import Path
from typing import Any

import msgspec
from litestar import Controller, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitboss.access.roles import Actor
from pitboss.analysis.model import CountProgress
from pitboss.api.context import Ctx
from pitboss.api.errors import not_found
from pitboss.api.job_answers import begun, by_position
from pitboss.api.record_reads import RecordReads
from pitboss.api.routing import serves
from pitboss.floor import Order
from pitboss.floor.commands import KeepAudit
from pitboss.floor.log.audits import KeptAudit, kept_audits
from pitboss.messages import operations
from pitboss.messages.reports import AuditNow, AuditReport
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.server.jobs import Jobs
from pitboss.server.site import Site
from pitboss.store.errors import JournalError
from pitboss.store.keys import public_key
from pitboss.time_zones import clock_text


class AuditRoutes(Controller):
    """For surveillance and the regulator."""

    @serves(operations.audit)
    async def audit(self, ctx: Ctx, jobs: NamedDependency[Jobs]) -> Response[Any]:
        """Begin an audit: hashes, signatures, the witness, and every command decided again.

        It runs in the background; the answer says where to follow and cancel it. Its result is recorded
        in the journal under the name of the account that began it.
        """
        by = ctx.who.acting("read_audit")

        def work(progress: CountProgress) -> Any:
            found = _audited(ctx.site, progress)
            kept = _kept(ctx.site, by, found)
            return found | {"kept": None if kept is None else msgspec.to_builtins(kept)}

        return begun(jobs.record(ctx.who.signed_in.name, work, "read_audit"))

    @serves(operations.audits)
    async def audits(self, ctx: Ctx, record: NamedDependency[RecordReads]) -> list[AuditNow]:
        """Every audit of the record that somebody ran here, the newest first."""
        return await record.read(ctx.who, _audits, ctx.site)

    @serves(operations.kept_audit)
    async def one_audit(
        self, ctx: Ctx, record: NamedDependency[RecordReads], number: FromPath[int]
    ) -> AuditReport:
        """A past audit with its whole report."""
        return await record.read(ctx.who, _one_audit, ctx.site, number)


def _audits(site: Site) -> list[AuditNow]:
    return [_audit(each, site.floor.zone) for each in reversed(list(kept_audits(site.journal)))]


def _one_audit(site: Site, number: int) -> AuditReport:
    for each in kept_audits(site.journal):
        if each.position == number:
            report = msgspec.json.decode(each.report, type=dict[str, Any])
            return AuditReport(audit=_audit(each, site.floor.zone), report=report)
    raise not_found(because("not_found.audit", position=number))


def _audited(site: Site, progress: CountProgress) -> dict[str, Any]:
    """Audits of the journal and their findings."""
    from pitboss.audit.audit import audit, audited_data
    from pitboss.store.checkpoint_copies import read_file

    kept = Path(site.config.witness) if site.config.witness else None
    found = audit(
        site.journal,
        witness=read_file(kept) if kept and kept.exists() else (),
        witnesses=[each.key for each in site.config.witnesses],
        needed=site.config.witness_policy.needed,
        trusted={public_key(site.config.signing_key)},
        sealer=site.floor.sealer,
        progress=by_position(progress, "auditing", site.journal),
    )
    return audited_data(found)


def _kept(site: Site, by: Actor, found: dict[str, Any]) -> AuditNow | None:
    """The recorded audit; none if the journal cannot record it, as its result may say."""
    report = msgspec.json.encode(found).decode()
    command = KeepAudit(
        sound=found["sound"], complete=found["complete"], events=found["events"], report=report
    )
    with suppress(JournalError):
        answer = site.floor.execute(Order(command=command, by=by, id=f"audit-{secrets.token_hex(16)}"))
        if not isinstance(answer, Refusal):
            newest = [each for each in kept_audits(site.journal) if each.report == report]
            return _audit(newest[-1], site.floor.zone) if newest else None
    return None


def _audit(kept: KeptAudit, zone: tzinfo) -> AuditNow:
    return AuditNow(
        number=kept.position,
        time=clock_text(kept.at, zone),
        by=kept.by.name,
        role=kept.by.role,
        sound=kept.found.sound,
        complete=kept.found.complete,
        events=kept.found.events,
        digest=kept.found.digest,
    )
