"""Witness policy: whether enough witnesses have cosigned, and which to ask next. Pure.

A witness is a server elsewhere that remembers the largest tree it has cosigned and never cosigns another
history. Play continues without witnesses, unless the floor's policy holds rounds back.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from pitboss.tlog.note import NoteKey

FIRST_PAUSE: Final = 1.0
"""Seconds until a failed request to a witness is retried; each further failure doubles them."""
LONGEST_PAUSE: Final = 60.0


class NamedWitness(Struct, frozen=True):
    """A witness as the floor's file names it."""

    url: str
    key: NoteKey

    @property
    def name(self) -> str:
        """The name in the witness's cosignatures."""
        return self.key.name


class WitnessPolicy(Struct, frozen=True, kw_only=True):
    """How many witnesses must have cosigned, and the consequence if they have not."""

    needed: int = 1
    alarm_seconds: float = 1800.0
    """The oldest of the needed cosignatures may be this old before an alarm is raised."""
    holds_rounds: bool = False
    """Hold rounds back while the alarm stands."""


class LastCosignature(Struct, frozen=True, kw_only=True):
    """The newest cosignature of one witness in the journal."""

    size: int
    """The size of the cosigned tree, in appends."""
    recorded: int
    """When it was recorded, by the journal's clock, in microseconds since 1970."""
    stamp: int
    """When it was made, by the witness's clock, in seconds since 1970."""


LastCosignatures = Mapping[str, LastCosignature]
"""By the names of the witnesses."""


def covered(policy: WitnessPolicy, seen: LastCosignatures) -> int:
    """The size of the largest tree that enough witnesses have cosigned; 0 if there is none."""
    return _needed_best(policy, [each.size for each in seen.values()]) or 0


def enough_at(policy: WitnessPolicy, seen: LastCosignatures) -> int | None:
    """When enough cosignatures last existed, in microseconds since 1970; None if never."""
    return _needed_best(policy, [each.recorded for each in seen.values()])


def is_late(policy: WitnessPolicy, seen: LastCosignatures, *, signed: int, now: int) -> bool:
    """Whether enough cosignatures have been missing for too long.

    ``signed`` is when the oldest known checkpoint was signed. The time counts from it if there have never
    been enough; all times are in microseconds since 1970.
    """
    last = enough_at(policy, seen)
    return now - (signed if last is None else last) > policy.alarm_seconds * 1_000_000


def is_due(
    seen: LastCosignature | None, *, newest: int, unsigned: int, now: int, refresh_seconds: float
) -> bool:
    """Whether to ask a witness for the checkpoint of size ``newest``: for the first time, or again.

    An idle floor signs nothing new. Its newest checkpoint is then cosigned again from time to time, which
    shows that the witness is alive. With unsigned appends it is not: a server that fails to sign must not
    look well.
    """
    if seen is None or seen.size < newest:
        return True
    return not unsigned and now - seen.recorded >= refresh_seconds * 1_000_000


def pause(failures: int) -> float:
    """Seconds to wait before asking a witness again, by failures in a row."""
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures - 1, 10)) if failures else 0.0


def _needed_best(policy: WitnessPolicy, values: list[int]) -> int | None:
    """The largest value that as many of the values reach as witnesses are needed."""
    best = sorted(values, reverse=True)
    return best[policy.needed - 1] if len(best) >= policy.needed else None
