"""What in a journal takes two people, and people who hold as many roles as one can."""

from pitboss.access import events as ae
from pitboss.access.roles import Role
from pitboss.floor import floor_registry
from pitboss.floor.tables import events as fe
from pitboss.jackpots import events as le
from pitboss.people import Approval
from pitboss.store import Journal
from pitboss.store.checkpoint import STREAM as CHECKPOINTS

SINGLE: dict[str, tuple[Role, ...]] = {
    "pitt": ("dealer", "pit_supervisor", "pit_manager", "shift_manager"),
    "adam": ("administrator",),
    "abel": ("accounting",),
    "rex": ("regulator",),
}
"""Everybody with all the roles of a department: nobody is of two."""
_ALWAYS = (
    fe.PlateChanged,
    fe.SheetTaken,
    le.LinkOpened,
    le.LinkClosed,
    le.TableJoined,
    le.TableRemoved,
    le.ChangeQueued,
    le.DisplayCorrected,
    le.ClaimDenied,
    le.AwardReversed,
    ae.RoleGranted,
    ae.TokenIssued,
    ae.EnrolmentOpened,
)


def taken_by_two(journal: Journal, after: int) -> list[str]:
    """The kinds of events after a position that only two people may bring about."""
    found = []
    for recorded in journal.read_all(after, 1_000_000):
        event = floor_registry().decode(recorded) if recorded.stream != CHECKPOINTS else None
        moved = isinstance(event, le.MoneyMoved) and isinstance(event.approved, Approval)
        if moved or isinstance(event, _ALWAYS):
            found.append(recorded.kind)
    return found
