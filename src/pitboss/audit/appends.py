"""Which recorded events were one append, and where they leave what must follow from its command."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final, get_args

from msgspec import Struct

from pitboss.access.events import SignedOff, SignedOn
from pitboss.audit.again import Again
from pitboss.audit.differences import difference
from pitboss.audit.kinds import split
from pitboss.floor import events as fe
from pitboss.floor.money.events import MoneyEvent
from pitboss.floor.past import Entry
from pitboss.jackpots import OtherLink
from pitboss.jackpots import events as le
from pitboss.ledger.book import TransfersPosted
from pitboss.round import Refusal
from pitboss.store.verify import Fault, fault_of

BEGINNINGS: Final = (
    *(fe.TableOpened, fe.PlateChanged, fe.LastRoundAnnounced, fe.TableClosed),
    *(fe.RoundBegan, fe.Acted, fe.PastRoundAdjusted),
    *(fe.CardsHandled, fe.RoundDisputed, fe.CardRead, fe.ReadDoubted),
    *get_args(MoneyEvent),
    *(fe.MethodChanged, fe.NoticePosted, fe.SeatTaken, fe.SeatLeft, SignedOn, SignedOff),
)
"""What the first event of an append at a table is."""
SIGNING: Final = (SignedOn, SignedOff)
"""What stands at a table first and then, in the same append, with an account."""


def events_of(entries: Iterable[Entry]) -> tuple[Struct, ...]:
    """What entries say."""
    return tuple(entry.event for entry in entries)


def begins(entry: Entry) -> bool:
    """Whether an append certainly begins here; commands to links stand behind whatever came before."""
    kind, _ = split(entry.recorded.stream)
    if kind == "account":
        return not isinstance(entry.event, SIGNING)
    return kind != "link" and (kind != "table" or isinstance(entry.event, BEGINNINGS))


def run_of(entries: Sequence[Entry], stream: str | None = None) -> tuple[Entry, ...]:
    """The entries of one stream that stand next."""
    stream = stream or entries[0].recorded.stream
    return tuple(takewhile(lambda entry: entry.recorded.stream == stream, entries))


def append_of(run: Sequence[Entry]) -> tuple[Entry, ...]:
    """What of a link's entries was probably one append: of one moment, up to its transfers."""
    found: list[Entry] = []
    for entry in run:
        if entry.recorded.recorded != run[0].recorded.recorded:
            break
        found.append(entry)
        if isinstance(entry.event, TransfersPosted):
            break
    return tuple(found)


def receiver(entries: Sequence[Entry]) -> str | None:
    """The link that money went to."""
    moved = (entry.event for entry in entries if isinstance(entry.event, le.MoneyMoved))
    return next((event.to.link for event in moved if isinstance(event.to, OtherLink)), None)


def compare(entries: Sequence[Entry], again: Again, least: int) -> Fault | None:
    """The first recorded event that is not what follows from its command.

    ``least`` is how many of them stand behind the command for sure.
    """
    if isinstance(again, Refusal):
        return fault_of(entries[0].recorded, f"cannot have happened: {again.message}", "refused")
    for place in range(max(least, len(again))):
        stream, should = again[place] if place < len(again) else ("", None)
        same = place < len(entries) and entries[place].recorded.stream == stream
        if place < least and not same:
            return fault_of(entries[place].recorded, "follows from no command", "nothing")
        if not same:
            kind, before = type(should).__name__, entries[place - 1].recorded
            return fault_of(before, f"is not followed by {kind} in {stream}", f"{kind} behind it")
        if should and entries[place].event != should:
            return _fault(entries[place], should)
    return None


def _fault(entry: Entry, should: Struct) -> Fault:
    found = difference(entry.event, should)
    if found is None or not found.path:
        kind = type(should).__name__
        return fault_of(entry.recorded, f"stands where {kind} must follow", kind)
    return fault_of(
        entry.recorded, f"says that {found.path} is {found.found}", f"{found.path} {found.should}"
    )
