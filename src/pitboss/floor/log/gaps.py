"""Two people accept a gap and continue with the journal. Pure.

No server starts on a journal with a gap (:mod:`pitboss.floor.setup.continuity`). The two people are those who
grant roles: an administrator and a shift manager. A journal without tables has no accounts; there the host
names the two people, and the record says so.
"""

from typing import Final

from pitboss.access.command_record import Changes, Order, StreamChange
from pitboss.access.roles import PERMISSIONS, may, roles_in_words
from pitboss.access.warrant import Warrant, second_refusal, wording_refusal
from pitboss.floor.commands import AcceptGap
from pitboss.floor.log.gap_events import KIND, NAME, GapAccepted
from pitboss.floor.view import View
from pitboss.people import known_as
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
    return (StreamChange(KIND, NAME, (accepted,)),)


def _with_passwords(command: AcceptGap, order: Order) -> tuple[str, str] | Refusal:
    first, second = order.by, order.second
    if refusal := wording_refusal(Warrant(first, command.reason)):
        return refusal
    if not may(first.role, _LIKE):
        roles = roles_in_words(PERMISSIONS[_LIKE].roles)
        return refuse("role_too_low", f"to go on with a journal that lacks something is for {roles}")
    if second is None or second.means != "password":
        return refuse("approval_missing", "it takes two people, each with a password: name the second too")
    return second_refusal(_LIKE, first, second.by) or (first.name, second.by.name)


def _by_the_host(view: View, command: AcceptGap) -> tuple[str, str] | Refusal:
    if view.tables():
        return refuse("approval_missing", "it takes two people, each with a password: the host cannot do it")
    if not all(name.strip() for name in command.named) or len(command.named) != 2:
        return refuse("argument_missing", "it needs the names of the two who answer for it")
    first, second = command.named
    if known_as(first) == known_as(second):
        return refuse("same_person", f"it takes two different people, and {first.strip()} is one")
    if not command.reason.strip():
        return refuse("argument_missing", "it needs a written reason")
    return first, second
