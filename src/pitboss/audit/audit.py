"""The whole audit in one pass: hashes of the log, cosignatures, and what the events say.

The result of an audit as plain data, for ``--json`` and the API.
"""

import gc
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec import Struct

from pitboss.audit.auditor import AppendTally, Auditor
from pitboss.audit.cosignatures import CosignatureCheck, Coverage
from pitboss.audit.snapshot_checks import ComparedSnapshots
from pitboss.build import build_hash
from pitboss.floor.log.gap_events import GapAccepted
from pitboss.floor.tables.dealing import Sealer
from pitboss.jackpots.queue import shown
from pitboss.projection import project
from pitboss.reason import Reason, because
from pitboss.reconcile.reconcile import reconcile
from pitboss.replay.differences import difference
from pitboss.store import Journal, Recorded
from pitboss.store.codec import to_plain
from pitboss.store.fault import RecordFault, fault_of
from pitboss.store.verify import Verification, in_order, verify
from pitboss.store.with_archives import with_archives
from pitboss.time_zones import SINGAPORE, journal_time
from pitboss.tlog.note import Note, NoteKey
from pitboss.words import say

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
    reason: Reason

    @property
    def why(self) -> str:
        """The reason in English."""
        return say(self.reason)


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
            why = because("unaudited.archived", position=self.archived, lines=chain.out_of_reach)
            found.append(Unseen("incomplete", why))
        if not chain.checkpoints:
            found.append(Unseen("unsigned", because("unaudited.unsigned")))
        elif not self.trusted:
            found.append(Unseen("unsigned", because("unaudited.keys")))
        if unexplained := self._rekeyed():
            found.append(Unseen("rekeyed", because("unaudited.rekeyed", position=unexplained[0])))
        if not (self.compared or self.cosigned):
            found.append(Unseen("no_witness", because("unaudited.no_witness")))
        if self.compared and chain.tail:
            found.append(Unseen("tail", because("unaudited.tail", events=chain.tail, position=chain.seen)))
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
        """Remarks for readers of the audit, in English."""
        return tuple(map(say, self.remarks()))

    def remarks(self) -> tuple[Reason, ...]:
        """Remarks for readers of the audit."""
        found = []
        if self.cosigned and not self.compared:
            found.append(because("audited.cosigned"))
        for position, gap in self.gaps:
            found.append(
                because(
                    "audited.gap",
                    position=position,
                    people=gap.people,
                    end=gap.end,
                    given=gap.reason,
                    lacks=gap.lacks,
                )
            )
        if self.decks_closed:
            found.append(because("audited.sealed", decks=self.decks_closed))
        for build, commands in self.otherwise.items():
            found.append(
                because(
                    "audited.otherwise",
                    commands=commands.count,
                    build=build,
                    first=commands.first,
                    this_build=build_hash()[:16],
                )
            )
        if events := self.misdated.count:
            found.append(because("audited.misdated", events=events, first=self.misdated.first))
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


def _uncosigned(cosigned: Coverage) -> Reason:
    """What enough witnesses have not cosigned."""
    needed, witnesses = cosigned.needed, cosigned.witnesses
    if not cosigned.position:
        return because("unaudited.none_cosigned", needed=needed, witnesses=witnesses)
    return because(
        "unaudited.uncosigned",
        events=cosigned.tail,
        position=cosigned.position,
        needed=needed,
        witnesses=witnesses,
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
            why = because("fault.closes", day=str(totals.day), path=wrong.path, found=wrong.found)
            return fault_of(recorded, why, wrong.due())
        if faults := [alarm for alarm in found.alarms if not alarm.counted]:
            alarm = faults[0]
            why = because("fault.disagrees", day=str(totals.day), where=alarm.where, why=alarm.why)
            return fault_of(recorded, why, because("due.agrees"))
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


def audited_data(found: Audited) -> dict[str, Any]:
    """The result of an audit as plain data."""
    chain, fault = found.chain, found.fault
    return {
        "sound": found.sound,
        "events": chain.events,
        "streams": chain.streams,
        "rounds": found.rounds,
        "settlements": found.settlements,
        "transfers": found.transfers,
        "decks": found.decks,
        "cards": found.cards,
        "checkpoints": chain.checkpoints,
        "witnessed": chain.witnessed,
        "cosigned": None if found.cosigned is None else msgspec.to_builtins(found.cosigned),
        "keys": [key.hex() for key in chain.keys],
        "builds": found.builds,
        "links": msgspec.to_builtins(found.links, enc_hook=to_plain),
        "complete": found.complete,
        "unseen": [
            {"what": each.what, "why": each.why, "reason": msgspec.to_builtins(each.reason)}
            for each in found.unseen()
        ],
        "notes": found.notes(),
        "remarks": msgspec.to_builtins(found.remarks()),
        "fault": None
        if fault is None
        else {
            "position": fault.position,
            "stream": fault.stream,
            "version": fault.version,
            "kind": fault.kind,
            "time": None if fault.recorded is None else clock_words(fault.recorded),
            "wrong": fault.message,
            "should": fault.should,
            "reason": msgspec.to_builtins(fault.reason),
            "due": msgspec.to_builtins(fault.due),
        },
    }


def clock_words(recorded: int) -> str:
    """When an event was recorded, in the casino's local time."""
    try:
        instant = journal_time(recorded, SINGAPORE)
    except (TypeError, ValueError, OverflowError, OSError):
        return f"{recorded!r}, which is no time"
    return instant.isoformat(sep=" ", timespec="milliseconds")
