"""What the witnesses of a floor's record have cosigned, whether that is enough, and whom to ask next. Pure.

A witness is a server elsewhere that remembers the largest tree it has cosigned and never cosigns another
history. Play goes on while witnesses are away, unless the policy of the floor says that no round begins.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from pitboss.tlog.note import NoteKey

FIRST_PAUSE: Final = 1.0
"""Seconds until a witness that has failed once is asked again; each failure doubles them."""
LONGEST_PAUSE: Final = 60.0
"""Seconds, at most."""


class NamedWitness(Struct, frozen=True):
    """A witness as the floor's file names it."""

    url: str
    key: NoteKey

    @property
    def name(self) -> str:
        """The name that it cosigns under."""
        return self.key.name


class WitnessPolicy(Struct, frozen=True, kw_only=True):
    """How many witnesses must have cosigned, and what follows where they have not."""

    needed: int = 1
    alarm_seconds: float = 1800.0
    """An alarm is raised when the newest cosignatures, as many as are needed, are older."""
    holds_rounds: bool = False
    """Whether no round begins from then on until enough of them have cosigned again."""


class LastCosignature(Struct, frozen=True, kw_only=True):
    """The newest cosignature of one witness that the journal holds."""

    size: int
    """Of the tree that it cosigned, in appends."""
    recorded: int
    """When the cosignature was recorded, by the journal's clock, in microseconds since 1970."""
    stamp: int
    """The time in the cosignature, by the witness's own clock, in seconds since 1970."""


LastCosignatures = Mapping[str, LastCosignature]
"""The newest cosignatures by the names of their witnesses."""


def covered(policy: WitnessPolicy, seen: LastCosignatures) -> int:
    """The size of the largest tree that enough witnesses have cosigned; 0 if there is none."""
    return _needed_best(policy, [each.size for each in seen.values()]) or 0


def enough_at(policy: WitnessPolicy, seen: LastCosignatures) -> int | None:
    """When there were last enough cosignatures, in microseconds since 1970: the oldest of those needed."""
    return _needed_best(policy, [each.recorded for each in seen.values()])


def is_late(policy: WitnessPolicy, seen: LastCosignatures, *, signed: int, now: int) -> bool:
    """Whether enough cosignatures have been missing for too long.

    ``signed`` is when the oldest checkpoint was signed that is known of, from which it counts where there
    have never been enough; both are in microseconds since 1970.
    """
    last = enough_at(policy, seen)
    return now - (signed if last is None else last) > policy.alarm_seconds * 1_000_000


def is_due(
    seen: LastCosignature | None, *, newest: int, unsigned: int, now: int, refresh_seconds: float
) -> bool:
    """Whether a witness is to be asked for the newest checkpoint, of a size: for the first time, or again.

    A floor on which nothing happens signs nothing new. Its newest checkpoint is then cosigned again, so that
    the time of the newest cosignature tells whether the witness is still there. Where something is unsigned
    it is not: a server that fails to sign must not look as if all were well.
    """
    if seen is None or seen.size < newest:
        return True
    return not unsigned and now - seen.recorded >= refresh_seconds * 1_000_000


def pause(failures: int) -> float:
    """For how many seconds a witness is left alone that has failed so many times one after the other."""
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures - 1, 10)) if failures else 0.0


def _needed_best(policy: WitnessPolicy, values: list[int]) -> int | None:
    """The largest number that as many of the values reach as witnesses are needed."""
    best = sorted(values, reverse=True)
    return best[policy.needed - 1] if len(best) >= policy.needed else None
