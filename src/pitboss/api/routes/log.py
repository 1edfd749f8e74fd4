"""The record as a transparency log, for everybody: its newest checkpoint, and who has cosigned it.

With the note and the keys anybody can check later that nothing in it was changed.
"""

from datetime import tzinfo

from litestar import Controller
from litestar.di import NamedDependency

from pitboss.api.errors import not_found
from pitboss.api.routing import serves
from pitboss.floor.log.watch import LogState
from pitboss.floor.log.witness_policy import NamedWitness, covered, enough_at
from pitboss.messages import operations
from pitboss.messages.reports import WitnessedLog, WitnessNow
from pitboss.reason import because
from pitboss.server.site import Site
from pitboss.store.checkpoint import cosigned_note
from pitboss.time_zones import clock_text


class LogRoutes(Controller):
    """Public facts about the record."""

    @serves(operations.log)
    def log(self, site: NamedDependency[Site]) -> WitnessedLog:
        """The newest signed checkpoint of the record, and what its witnesses have cosigned."""
        # What was looked at within the last second, unless no server is around this application.
        known = site.witnesses.state
        state = known if known.newest else site.checkpoints.look()
        if state.newest is None:
            raise not_found(because("not_found.checkpoint"))
        policy, named = site.config.witness_policy, site.config.witnesses
        enough = enough_at(policy, state.seen)
        return WitnessedLog(
            origin=state.newest.head.origin,
            key=state.newest.note_key.text(),
            size=state.newest.size,
            time=clock_text(state.newest.time, site.floor.zone),
            note=cosigned_note(site.journal, state.newest).write(),
            needed=policy.needed if named else 0,
            covered=covered(policy, state.seen) if named else 0,
            cosigned=None if enough is None else clock_text(enough, site.floor.zone),
            cosigned_seconds=site.witnesses.age_seconds(),
            late=site.witnesses.is_late(),
            witnesses=tuple(_witness(witness, state, site.floor.zone) for witness in named),
        )


def _witness(witness: NamedWitness, state: LogState, zone: tzinfo) -> WitnessNow:
    seen = state.seen.get(witness.name)
    return WitnessNow(
        name=witness.name,
        key=witness.key.text(),
        size=seen.size if seen else 0,
        time=clock_text(seen.recorded, zone) if seen else None,
    )
