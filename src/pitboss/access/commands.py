"""Commands about people, as values; an order adds who gives them.

No secret is part of a command. Where one was checked, the command says so, and how.
"""

from typing import Final, Generic, Literal, TypeVar

from msgspec import Struct

from pitboss.access.roles import Permission, Role
from pitboss.people import AccountKind, Means


class MakeAccount(Struct, frozen=True, tag=True, omit_defaults=True):
    """Make an account."""

    name: str
    kind: AccountKind


class GrantRole(Struct, frozen=True, tag=True, omit_defaults=True):
    """Give a role to a member of staff."""

    name: str
    role: Role


class RevokeRole(Struct, frozen=True, tag=True, omit_defaults=True):
    """Take a role from a member of staff."""

    name: str
    role: Role


class OpenEnrolment(Struct, frozen=True, tag=True, omit_defaults=True):
    """Let a person choose a new password or PIN with codes."""

    name: str
    codes: tuple[str, ...] = ()
    """SHA-256 of each code; one is made with the proposal, one with the approval."""
    expires: int = 0


class IssueToken(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Give a token to a device."""

    name: str
    token: str
    scopes: tuple[Permission, ...]
    days: int
    """Validity in days."""
    table: str | None = None
    """The one table that the token is valid for; ``None`` for any table."""
    digest: str = ""
    """SHA-256 of the token, which is made when the second person approves."""
    expires: int = 0


class RevokeToken(Struct, frozen=True, tag=True, omit_defaults=True):
    """Make a token invalid."""

    name: str
    token: str


class LockAccount(Struct, frozen=True, tag=True, omit_defaults=True):
    """Lock an account until it is unlocked."""

    name: str


class UnlockAccount(Struct, frozen=True, tag=True, omit_defaults=True):
    """Unlock an account."""

    name: str


class DisableAccount(Struct, frozen=True, tag=True, omit_defaults=True):
    """Disable an account for good."""

    name: str


TwoPersonAction = GrantRole | OpenEnrolment | IssueToken
"""Actions that take two people."""
AccountAction = (
    MakeAccount | RevokeRole | RevokeToken | LockAccount | UnlockAccount | DisableAccount | TwoPersonAction
)
"""Actions on an account."""


class ActKind(Struct, frozen=True, kw_only=True):
    """Properties of a kind of action."""

    word: str = ""
    """Its name in the API."""
    permission: Permission = "manage_people"
    """The permission that staff need for it."""


ACCOUNT_ACTS: Final[dict[type[Struct], ActKind]] = {
    MakeAccount: ActKind(word="make"),
    LockAccount: ActKind(word="lock"),
    UnlockAccount: ActKind(word="unlock"),
    DisableAccount: ActKind(word="disable"),
    RevokeRole: ActKind(word="revoke_role"),
    RevokeToken: ActKind(word="revoke_token"),
    GrantRole: ActKind(word="grant_role", permission="grant_role"),
    OpenEnrolment: ActKind(word="enrol", permission="enrol"),
    IssueToken: ActKind(word="issue_token", permission="issue_token"),
}
"""One entry for each action; a player's enrolment takes one person alone."""


_Action = TypeVar("_Action")


class _AboutAccount(Struct, Generic[_Action], frozen=True, kw_only=True):
    """An action on an account, and why."""

    account: str
    act: _Action
    reason: str


class ManageAccount(_AboutAccount[AccountAction], frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Carry out an action on an account that one person may do alone."""


class BeginAccount(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Make an account with roles and secrets at once: a registering player, or a floor's first people."""

    account: str
    kind: AccountKind
    roles: tuple[Role, ...] = ()
    reason: str
    chosen: tuple[tuple[Means, str], ...] = ()
    """Fingerprint of the hash of each chosen secret."""


class ProposeAboutAccount(
    _AboutAccount[TwoPersonAction], frozen=True, kw_only=True, tag=True, omit_defaults=True
):
    """Propose an action that takes two people."""


class Approve(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Approve a proposal; the second person's approval carries it out."""

    subject: str
    number: int
    digest: str
    """Digest of the proposal that the approver has read."""


class _OfProposal(Struct, frozen=True, kw_only=True):
    """What ends a proposal without an approval."""

    subject: str
    number: int
    reason: str


class Reject(_OfProposal, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Reject a proposal."""


class Withdraw(_OfProposal, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Withdraw a proposal."""


class ShowSecret(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Record an attempt with a password or PIN: to sign in or, without a session, to authorise one act."""

    account: str
    means: Means
    right: bool
    """Whether the secret matches the hash with the fingerprint ``against``."""
    against: str | None = None
    session: str | None = None
    device: str | None = None
    """The known device or session of the attempt, which has an attempt counter of its own."""
    where: str


class ChooseSecret(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Set a password or PIN, after a check of codes, of the password or of the PIN."""

    account: str
    means: Means
    fingerprint: str
    """SHA-256 of the new secret's hash."""
    door: Literal["codes", "password", "pin"]
    against: tuple[str, ...]
    """What was checked: digests of the codes, or the fingerprint of the shown secret."""
    chosen_by: str
    reason: str


class EndSessions(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """End sessions of an account."""

    account: str
    sessions: tuple[str, ...]


class NoteTokenElsewhere(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Record that a device's token was presented for another table than its own."""

    account: str
    token: str
    table: str
    where: str


class NoteRefusedAttempt(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Record that a member of staff was refused an act."""

    account: str
    operation: str
    subject: str
    act: str
    """The refused request as JSON, without credentials."""
    code: str


OfAccount = (
    ManageAccount
    | BeginAccount
    | ShowSecret
    | ChooseSecret
    | EndSessions
    | NoteTokenElsewhere
    | NoteRefusedAttempt
)
OfProposal = ProposeAboutAccount | Approve | Reject | Withdraw
OfPeople = OfAccount | OfProposal
"""Every command about people."""
