"""Everything that can be asked about people, as values; who asks comes beside them.

No secret is part of a command. Where one was checked, the command says so, and by which door.
"""

from typing import Final, Literal

from msgspec import Struct

from pitboss.access.events import AccountKind, Means
from pitboss.access.roles import Permission, Role


class MakeAccount(Struct, frozen=True, tag=True, omit_defaults=True):
    """An account for somebody new."""

    name: str
    kind: AccountKind


class GrantRole(Struct, frozen=True, tag=True, omit_defaults=True):
    """One more role for a member of staff."""

    name: str
    role: Role


class RevokeRole(Struct, frozen=True, tag=True, omit_defaults=True):
    """One role fewer."""

    name: str
    role: Role


class OpenEnrolment(Struct, frozen=True, tag=True, omit_defaults=True):
    """Somebody is to choose a new password or PIN with these codes."""

    name: str
    codes: tuple[str, ...] = ()
    """SHA-256 of each code; they are made when it is proposed and approved."""
    expires: int = 0


class IssueToken(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """A token for a device."""

    name: str
    token: str
    scopes: tuple[Permission, ...]
    days: int
    """How long it is good for."""
    table: str | None = None
    """The one table that it is good for; none: wherever its scopes are."""
    digest: str = ""
    """SHA-256 of the token, which is made when the second person approves."""
    expires: int = 0


class RevokeToken(Struct, frozen=True, tag=True, omit_defaults=True):
    """A token is not to be taken any more."""

    name: str
    token: str


class LockAccount(Struct, frozen=True, tag=True, omit_defaults=True):
    """Keep somebody out for now."""

    name: str


class UnlockAccount(Struct, frozen=True, tag=True, omit_defaults=True):
    """Let him in again."""

    name: str


class DisableAccount(Struct, frozen=True, tag=True, omit_defaults=True):
    """Keep somebody out for good."""

    name: str


ProposedAct = GrantRole | OpenEnrolment | IssueToken
"""What two people must answer for."""
AccountAction = (
    MakeAccount | RevokeRole | RevokeToken | LockAccount | UnlockAccount | DisableAccount | ProposedAct
)
"""What is done with an account."""


class ActKind(Struct, frozen=True, kw_only=True):
    """What is known of a kind of act."""

    word: str
    """What it is called over the wire."""
    permission: Permission = "manage_people"
    """What staff need for it."""


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
"""One line for each act on an account; a player's enrolment is managed by one person alone."""


class ManageAccount(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Do with an account what one person may do alone."""

    account: str
    act: AccountAction
    reason: str


class BeginAccount(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """An account that begins whole: a player who registers, or the first people of a floor."""

    account: str
    kind: AccountKind
    roles: tuple[Role, ...] = ()
    reason: str
    chosen: tuple[tuple[Means, str], ...] = ()
    """The fingerprint of the hash of each secret that was chosen with it."""


class ProposeAboutAccount(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Propose what two people must answer for."""

    account: str
    act: ProposedAct
    reason: str


class Approve(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Answer for a proposal; with the second person it is done."""

    subject: str
    number: int
    digest: str
    """Of what was read before it was approved."""


class Reject(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Say no to a proposal."""

    subject: str
    number: int
    reason: str


class Withdraw(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Take back a proposal."""

    subject: str
    number: int
    reason: str


class ShowSecret(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Somebody showed a password or PIN to sign in or, without a session, to answer for one act."""

    account: str
    means: Means
    right: bool
    """Whether it is the one whose hash has the fingerprint ``against``."""
    against: str | None = None
    session: str | None = None
    device: str | None = None
    """The door it was tried at: that of a device or a session; without one, the front door."""
    where: str


class ChooseSecret(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A password or PIN is chosen, after a check by one of three doors."""

    account: str
    means: Means
    fingerprint: str
    """SHA-256 of the hash of what was chosen."""
    door: Literal["codes", "password", "pin"]
    against: tuple[str, ...]
    """What was checked: the digests of the codes, or the fingerprint of the secret that was shown."""
    chosen_by: str
    reason: str


class EndSessions(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Somebody signs out."""

    account: str
    sessions: tuple[str, ...]


class NoteTokenElsewhere(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A device's token was shown for another table than its own."""

    account: str
    token: str
    table: str
    where: str


class NoteRefusedAttempt(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A member of staff was refused something that they tried."""

    account: str
    operation: str
    subject: str
    act: str
    """What was asked, as JSON, without what proves who asked."""
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
