"""Acts that need two people, and their proposals. Amounts are dollars as text.

One union of acts for every subject, sent to one endpoint. A value that a change leaves out
stays as it is.
"""

from typing import Literal

from msgspec import Struct

from pitboss.messages.texts import (
    CommandId,
    ReasonText,
)
from pitboss.people import Actor, Permission
from pitboss.reason import Reason

ProposalState = Literal["approved", "rejected", "withdrawn", "lapsed", "waiting"]


class ProposalNow(Struct, frozen=True, kw_only=True):
    """A proposal, as those who may answer for it read it."""

    id: str
    subject: str
    number: int
    act: Permission
    says: tuple[str, ...]
    """Its effect in plain words; while it waits, with the current values for comparison."""
    reasons: tuple[Reason, ...]
    """Each of these sentences as a code with params, to be said in another language."""
    what: str
    """The act as recorded."""
    digest: str
    by: Actor
    reason: str
    made: str
    expires: str
    signed: tuple[Actor, ...]
    state: ProposalState
    may_approve: tuple[str, ...]
    """The roles that may give the next signature."""
    decided_by: Actor | None = None
    decided_because: str = ""


class DeclineProposal(Struct, frozen=True, forbid_unknown_fields=True):
    """A rejection or a withdrawal."""

    id: CommandId
    reason: ReasonText


class ProposalDone(Struct, frozen=True):
    """The proposal after what was done with it."""

    proposal: ProposalNow
    shown: str = ""
    """A code or a token, this once and to its sender only."""
