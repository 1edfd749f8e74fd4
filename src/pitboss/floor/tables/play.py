"""Each player's play at a table: when they bet, and what they won or lost. Pure.

Play is kept in stretches. A stretch begins with a bet, and every further bet and settlement makes it longer;
a bet after a pause of more than :data:`PAUSE`, or in another gaming day, begins a new one. As in the ledger,
a round counts in the gaming day in which it was settled. Times are those of the commands in the table's
stream, so that a replay leads to the same stretches.
"""

from collections.abc import Iterable
from datetime import date
from typing import Final

from msgspec import Struct, structs

from pitboss.people import known_as
from pitboss.settlement import Settlement

MINUTE: Final = 60 * 1_000_000
"""A minute in microseconds."""
PAUSE: Final = 5 * MINUTE
"""The longest pause that counts as play, in microseconds."""
KEPT: Final = 48 * 60 * MINUTE
"""How long stretches are kept after their end, in microseconds: a session may cover two gaming days."""


class PlayStretch(Struct, frozen=True, kw_only=True):
    """A stretch of play of one player at one table. Money in cents; gains of the player are positive."""

    day: date
    """The gaming day in which its rounds were settled; before that, the one of its bets."""
    first: int
    """When its first bet was placed, in microseconds since 1970."""
    last: int
    """When its last bet was placed or settled."""
    rounds: int = 0
    staked: int = 0
    net: int = 0


class PlayRecord(Struct, frozen=True, kw_only=True):
    """A table's memory of one player's play."""

    stretches: tuple[PlayStretch, ...] = ()
    """The oldest first."""
    day: date | None = None
    """The gaming day of ``paid_in``."""
    paid_in: int = 0
    """Chips bought less chips cashed in that gaming day, in cents."""


PlayRecords = dict[str, PlayRecord]
"""By the player's name as :func:`~pitboss.people.known_as` has it: staff may type it in any case."""


def with_bet(records: PlayRecords, player: str, day: date, at: int) -> PlayRecords:
    """The records after a bet of a player in a gaming day."""
    player = known_as(player)
    found = records.get(player) or PlayRecord()
    last = found.stretches[-1] if found.stretches else None
    if last and last.day == day and at - last.last <= PAUSE:
        stretches = (*found.stretches[:-1], structs.replace(last, last=max(at, last.last)))
    else:
        kept = (stretch for stretch in found.stretches if at - stretch.last <= KEPT)
        stretches = (*kept, PlayStretch(day=day, first=at, last=at))
    return records | {player: structs.replace(found, stretches=stretches)}


def with_settlement(
    records: PlayRecords, before: Settlement | None, after: Settlement | None, *, day: date, at: int | None
) -> PlayRecords:
    """The records after a settlement in place of an earlier one; ``at`` is when the round was first settled.

    A settlement that is put right later changes the money and not the time played.
    """
    old, new = _sums(before), _sums(after)
    records = dict(records)
    for player in old.keys() | new.keys():
        found = records.get(player) or PlayRecord()
        *earlier, last = _on_its_day(found.stretches, day, at)
        was, now = old.get(player, _NOTHING), new.get(player, _NOTHING)
        last = structs.replace(
            last,
            last=max(last.last, at or 0),
            rounds=last.rounds + now[0] - was[0],
            staked=last.staked + now[1] - was[1],
            net=last.net + now[2] - was[2],
        )
        records[player] = structs.replace(found, stretches=(*earlier, last))
    return records


def _on_its_day(stretches: tuple[PlayStretch, ...], day: date, at: int | None) -> tuple[PlayStretch, ...]:
    """The stretches of play; the last one is on the gaming day of the round settled for the first time."""
    if not stretches:
        return (PlayStretch(day=day, first=at or 0, last=at or 0),)
    *earlier, last = stretches
    if at is None or last.day == day:
        return stretches
    if not last.rounds:
        return (*earlier, structs.replace(last, day=day))
    return (*stretches, PlayStretch(day=day, first=last.last, last=last.last))


def with_ruling(records: PlayRecords, player: str, amount: int) -> PlayRecords:
    """The records after a ruling on a past round; it counts in the player's newest play at the table."""
    player = known_as(player)
    found = records.get(player)
    if found is None or not found.stretches:
        return records
    *earlier, last = found.stretches
    last = structs.replace(last, net=last.net + amount)
    return records | {player: structs.replace(found, stretches=(*earlier, last))}


def with_chips(records: PlayRecords, player: str, amount: int, day: date) -> PlayRecords:
    """The records after a player has bought chips, or cashed them: then the amount is negative."""
    player = known_as(player)
    found = records.get(player) or PlayRecord()
    before = found.paid_in if found.day == day else 0
    return records | {player: structs.replace(found, day=day, paid_in=before + amount)}


def of_late(records: PlayRecords, day: date, at: int) -> PlayRecords:
    """The records as a gaming day begins, without players who have not been at the table for long."""
    kept = {
        player: structs.replace(record, stretches=_late(record.stretches, at))
        for player, record in records.items()
        if _late(record.stretches, at) or record.day == day
    }
    return kept if kept != records else records


def _late(stretches: Iterable[PlayStretch], at: int) -> tuple[PlayStretch, ...]:
    return tuple(stretch for stretch in stretches if at - stretch.last <= KEPT)


_NOTHING: Final = (0, 0, 0)


def _sums(settlement: Settlement | None) -> dict[str, tuple[int, int, int]]:
    """By player: whether they had a bet that stood, what they staked, and what they won or lost."""
    sums: dict[str, tuple[int, int, int]] = {}
    for line in settlement.lines if settlement else ():
        stands = line.stake if line.result != "returned" else 0
        player = known_as(line.player)
        rounds, staked, net = sums.get(player, _NOTHING)
        sums[player] = max(rounds, int(stands > 0)), staked + stands, net + line.net
    return sums
