"""The whole audit in one pass: hashes of the log, cosignatures, and what the events say."""

import gc
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.audit.auditor import AppendTally, Auditor
from pitboss.audit.cosignatures import CosignatureCheck, Coverage
from pitboss.audit.snapshot_checks import ComparedSnapshots
from pitboss.build import build_hash
from pitboss.floor.log.gap_events import GapAccepted
from pitboss.floor.tables.sealing import Sealer
from pitboss.jackpots.queue import shown
from pitboss.plural import counted
from pitboss.projection import project
from pitboss.reconcile.reconcile import reconcile
from pitboss.replay.differences import difference
from pitboss.store import Journal, Recorded
from pitboss.store.fault import RecordFault, fault_of
from pitboss.store.verify import Verification, in_order, verify
from pitboss.store.with_archives import with_archives
from pitboss.tlog.note import Note, NoteKey

EventCheck = Callable[[Recorded], RecordFault | None]
"""Called with every event of a walk; returns its fault, if any."""


class LinkFound(Struct, frozen=True, kw_only=True):
    """A link at the end of the journal, in exact cents."""

    pool: Fraction
    displayed: Fraction
    reserve: Fraction
    overflow: Fraction
    hits: int
    wins: int
    closed: bool


class Unseen(Struct, frozen=True):
    """Something that an audit could not check."""

    what: Literal["incomplete", "unsigned", "rekeyed", "no_witness", "tail", "uncosigned"]
    why: str


class Audited(Struct, frozen=True, kw_only=True):
    """The result of an audit, with the first event that fails if there is one."""

    chain: Verification
    fault: RecordFault | None
    archived: int
    """Events up to here were archived and not given, so only hashes were verified."""
    trusted: bool
    """Whether the keys that may sign were named."""
    compared: bool
    """Whether there was a witness file to compare with."""
    rounds: int
    settlements: int
    transfers: int
    links: dict[str, LinkFound]
    builds: dict[str, int]
    """Rounds by the build that opened them."""
    otherwise: dict[str, AppendTally]
    """Commands, by build, that this build decides otherwise; their money is right."""
    misdated: AppendTally
    """Events recorded on another day than the gaming day they name."""
    cosigned: Coverage | None = None
    gaps: list[tuple[int, GapAccepted]] = []
    """Positions and texts of accepted gaps."""
    decks_closed: int = 0
    """Sealed decks of which only the positions were audited, without their key."""
    decks: int = 0
    """Sealed decks that match their commitment; 0 without their key."""
    cards: int = 0
    """Turned-over cards that match their committed deck."""

    @property
    def sound(self) -> bool:
        """Whether no fault was found."""
        return self.fault is None

    @property
    def complete(self) -> bool:
        """Whether the audit could check everything."""
        return not self.unseen()

    def unseen(self) -> tuple[Unseen, ...]:
        """What this audit could not check."""
        chain, found = self.chain, []
        if self.archived:
            lines = counted(chain.out_of_reach, "line")
            reach = f", and {lines} of the witness with them" if chain.out_of_reach else ""
            found.append(
                Unseen(
                    "incomplete",
                    f"The events up to position {self.archived} are archived and were not given{reach}: "
                    "of what came after them only hashes, signatures and the witness were verified. Name the "
                    "archives with --archive to have every command decided again.",
                )
            )
        if not chain.checkpoints:
            found.append(
                Unseen(
                    "unsigned",
                    "Nothing is signed: whoever can write to the journal could have made it anew. Sign "
                    "checkpoints with pitboss checkpoint, and keep them with a witness.",
                )
            )
        elif not self.trusted:
            found.append(
                Unseen(
                    "unsigned",
                    "Whose keys have signed was not compared: name the floor's key with --key.",
                )
            )
        if unexplained := self._rekeyed():
            found.append(
                Unseen(
                    "rekeyed",
                    f"The checkpoint at position {unexplained[0]} is signed with another key than the one "
                    "before it, and no accepted gap says that two people went on with it: whoever holds "
                    "either key could have made what follows.",
                )
            )
        if not (self.compared or self.cosigned):
            found.append(
                Unseen(
                    "no_witness",
                    "No witness was given: whoever holds the key could have made the record anew. Compare "
                    "it with --against, or name the keys of the floor's witnesses with --witness.",
                )
            )
        if self.compared and chain.tail:
            found.append(
                Unseen(
                    "tail",
                    f"{counted(chain.tail, 'event')} after position {chain.seen} "
                    f"{'is' if chain.tail == 1 else 'are'} newer than the newest checkpoint "
                    "of the witness: whoever holds the key could have changed them or cut them off.",
                )
            )
        if self.cosigned and self.cosigned.tail:
            found.append(Unseen("uncosigned", _uncosigned(self.cosigned)))
        return tuple(found)

    def _rekeyed(self) -> list[int]:
        """Positions of checkpoints from which on another key has signed without an accepted gap."""
        if self.archived:
            return []  # Without their archives, gaps are not read.
        gaps = [position for position, _ in self.gaps]
        return [
            after for before, after in self.chain.rekeyed if not any(before < gap < after for gap in gaps)
        ]

    def notes(self) -> tuple[str, ...]:
        """Remarks for readers of the audit."""
        found = []
        if self.cosigned and not self.compared:
            found.append(
                "Cosignatures in the record show that nothing before them was changed. Whether something "
                "was cut off after them, the witnesses say: pitboss serve asks them at every start."
            )
        for position, gap in self.gaps:
            found.append(
                f"At position {position}, {' and '.join(gap.people)} went on with a journal that ended at "
                f"position {gap.end}: {gap.reason}. {gap.lacks}"
            )
        if self.decks_closed:
            found.append(
                f"{counted(self.decks_closed, 'deck')} stayed sealed: that cards came in the order of the "
                "shoe was audited, and not which cards they were. Name the key with --seal."
            )
        for build, commands in self.otherwise.items():
            found.append(
                f"{counted(commands.count, 'command')} that build {build} took, the first at position "
                f"{commands.first}, this build {build_hash()[:16]} decides otherwise. Their settlements, "
                "transfers, awards and contributions were checked and are right."
            )
        if events := self.misdated.count:
            found.append(
                f"{counted(events, 'event')}, the first at position {self.misdated.first}, "
                f"{'names' if events == 1 else 'name'} a gaming day on which "
                f"{'it was' if events == 1 else 'they were'} not recorded: a clock was wrong, or somebody "
                "wrote later."
            )
        return tuple(found)


def audit(
    journal: Journal,
    *,
    archives: Sequence[Journal] = (),
    witness: Sequence[Note] = (),
    witnesses: Sequence[NoteKey] = (),
    needed: int = 1,
    trusted: Collection[bytes] | None = None,
    sealer: Sealer | None = None,
    progress: Callable[[int], None] | None = None,
) -> Audited:
    """Audit a journal with its archives; against a witness, and with the decks' key, where given.

    ``witnesses`` are the keys of cosigning servers; as many as are needed must have cosigned what counts as
    seen.
    """
    sources = in_order(journal, archives)
    auditor = Auditor(sources, sealer)
    archived = sources[0].archived()
    each = auditor.read if archived else auditor.take
    check = CosignatureCheck(witnesses, needed) if witnesses else None
    both = _both(check, each)
    with _collecting_seldom():
        chain = verify(
            journal, archives=archives, witness=witness, trusted=trusted, progress=progress, each=both
        )
    fault = chain.fault or auditor.finish() or _beside_fault(journal, auditor, archived)
    fault = fault or _closings_fault(with_archives(journal, archives), auditor)
    return project(
        Audited,
        auditor,
        chain=chain,
        fault=fault,
        archived=archived,
        trusted=trusted is not None,
        compared=bool(witness),
        cosigned=check.coverage() if check else None,
        links=dict(sorted(_links(auditor))),
        decks_closed=auditor.decks.closed,
        decks=auditor.decks.opened,
        cards=auditor.decks.named,
    )


def _uncosigned(cosigned: Coverage) -> str:
    """What enough witnesses have not cosigned, as a sentence."""
    of = f"{cosigned.needed} of {cosigned.witnesses} witnesses" if cosigned.witnesses > 1 else "the witness"
    if not cosigned.position:
        return f"No checkpoint is cosigned by {of}: whoever holds the key could have made the record anew."
    return (
        f"{counted(cosigned.tail, 'event')} after position {cosigned.position} "
        f"{'is' if cosigned.tail == 1 else 'are'} newer than what is cosigned by "
        f"{of}: whoever holds the key could have changed them or cut them off."
    )


def _both(check: CosignatureCheck | None, each: EventCheck) -> EventCheck:
    """Check cosignatures before what the events say."""
    return each if check is None else lambda event: check.take(event) or each(event)


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Collect cyclic garbage less often: states are trees, and the search took a sixth of the time."""
    before = gc.get_threshold()
    gc.set_threshold(1_000_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _closings_fault(journal: Journal, auditor: Auditor) -> RecordFault | None:
    """The first closing of a gaming day in the journal that the day's records contradict."""
    for recorded, totals, span in auditor.closings:
        if span.first <= journal.archived():
            continue
        snapshots = ComparedSnapshots(journal, auditor.snapshots.compared)
        found = reconcile(journal, totals.day, snapshots=snapshots, span=span)
        if wrong := difference(totals, found.totals()):
            what = f"closes gaming day {totals.day} with {wrong.path} {wrong.found}"
            return fault_of(recorded, what, f"{wrong.path} {wrong.should}")
        if faults := [alarm for alarm in found.alarms if not alarm.counted]:
            what = f"closes gaming day {totals.day}, which does not agree: {faults[0].where}, {faults[0].why}"
            return fault_of(recorded, what, "closed when it agrees")
    return None


def _beside_fault(journal: Journal, auditor: Auditor, archived: int) -> RecordFault | None:
    """The fault in what stands beside the log: rows of appends, and snapshots."""
    return auditor.rows.fault(journal) or auditor.snapshots.left(archived)


def _links(auditor: Auditor) -> list[tuple[str, LinkFound]]:
    known = auditor.known
    return [
        (
            name,
            project(
                LinkFound,
                state,
                displayed=shown(known.games, state),
                hits=state.meters.hits,
                wins=state.meters.wins,
            ),
        )
        for name in known.all_of("link")
        if (state := known.link(name).state)
    ]
