"""Two people accept a gap and continue with the journal. Pure.

No server starts on a journal with a gap (:mod:`pitboss.floor.setup.continuity`). The two people are those who
grant roles: an administrator and a shift manager. A journal without tables has no accounts; there the host
names the two people, and the record says so.
"""

from typing import Final

from pitboss.access.roles import PERMISSIONS, may, the_roles
from pitboss.access.warrant import Warrant, second_refusal, wording_refusal
from pitboss.commands.record import Changes, Order, StreamChange
from pitboss.floor.aggregates import GAPS
from pitboss.floor.commands import AcceptGap
from pitboss.floor.log.gap_events import GapAccepted
from pitboss.floor.view import View
from pitboss.people import known_as
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse

_LIKE: Final = "grant_role"


def accept_gap(view: View, command: AcceptGap, order: Order) -> Changes | Refusal:
    """The event that accepts a gap, or the refusal."""
    people = _by_the_host(view, command) if order.by.role == "system" else _with_passwords(command, order)
    if isinstance(people, Refusal):
        return people
    accepted = GapAccepted(
        lacks=command.lacks,
        end=command.end,
        farthest=command.farthest,
        people=people,
        reason=command.reason,
        seal=command.seal,
    )
    return (StreamChange(GAPS.kind, GAPS.name, (accepted,)),)


def _with_passwords(command: AcceptGap, order: Order) -> tuple[str, str] | Refusal:
    first, second = order.by, order.second
    if refusal := wording_refusal(Warrant(first, command.reason)):
        return refusal
    if not may(first.role, _LIKE):
        roles = the_roles(PERMISSIONS[_LIKE].roles)
        return refuse("role_too_low", because("role_too_low.gap", roles=roles))
    if second is None or second.means != "password":
        return refuse("approval_missing", because("approval_missing.gap"))
    return second_refusal(_LIKE, first, second.by) or (first.name, second.by.name)


def _by_the_host(view: View, command: AcceptGap) -> tuple[str, str] | Refusal:
    if view.tables():
        return refuse("approval_missing", because("approval_missing.host"))
    if not all(name.strip() for name in command.named) or len(command.named) != 2:
        return refuse("argument_missing", because("argument_missing.two_names"))
    first, second = command.named
    if known_as(first) == known_as(second):
        return refuse("same_person", because("same_person", name=first.strip()))
    if not command.reason.strip():
        return refuse("argument_missing", because("argument_missing.reason"))
    return first, second
