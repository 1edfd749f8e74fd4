"""Every call of the API, made from the table of operations (:mod:`pitboss.messages.operations`).

``calls.table("3CP-1")`` is a :class:`Call`, for ``Client.send``. Arguments are given in the order of the row
or by name: first the names in the path, then the fields of the body or of the query. A command is idempotent
by its ``command_id``, which is made up unless it is given.

``calls.pyi`` has the types of the arguments for editors and type checkers. ``make types`` writes it from the
table, the messages and the schema.
"""

from pitboss.client.route import CALLS, Call, new_id
from pitboss.messages.proposals import ProposalDone, ProposalNow

__all__ = ["Call", "new_id"]

globals().update(CALLS)


def approve(read: ProposalNow, command_id: str | None = None) -> Call[ProposalDone]:
    """Answer for a proposal that was read."""
    return CALLS["approve_digest"](read.id, read.digest, command_id)
