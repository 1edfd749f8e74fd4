"""Events of accounts and of proposals."""

from typing import Literal

from msgspec import Struct

from pitboss.access.roles import Actor, Permission, Role
from pitboss.access.warrant import Warrant
from pitboss.people import AccountKind, Means

LockCause = Literal["attempts", "person"]
"""Why an account was locked: too many failed attempts, or by a person."""
Position = Literal["dealer", "pit_supervisor"]
"""The position in which a person signs on to a table."""


class AccountMade(Struct, frozen=True, tag=True):
    """An account was made. It has no role yet, unless it is a player's."""

    name: str
    kind: AccountKind
    warrant: Warrant


class RoleGranted(Struct, frozen=True, tag=True):
    """The account got a role."""

    role: Role
    warrant: Warrant


class RoleRevoked(Struct, frozen=True, tag=True):
    """The account lost a role."""

    role: Role
    warrant: Warrant


class EnrolmentOpened(Struct, frozen=True, tag=True):
    """Codes were made that together allow choosing a new password or PIN; the old ones are invalid."""

    codes: tuple[str, ...]
    """SHA-256 of each code: one from each person who answers for the enrolment."""
    expires: int
    warrant: Warrant


class SecretSet(Struct, frozen=True, tag=True):
    """A password or PIN was set. Its hash is stored outside the journal and can be erased."""

    means: Means
    fingerprint: str
    """SHA-256 of the hash: a hash put in its place by others is not accepted."""
    by: str
    """Who set it: the person, or the software."""
    reason: str


class AccountLocked(Struct, frozen=True, tag=True):
    """The account was locked: no sign-in until it is unlocked. A lock by a person also ends its sessions."""

    after: LockCause
    warrant: Warrant


class AccountUnlocked(Struct, frozen=True, tag=True):
    """The account was unlocked and its failed attempts were cleared."""

    warrant: Warrant


class AccountDisabled(Struct, frozen=True, tag=True):
    """The account was disabled for good; its name is never used again."""

    warrant: Warrant


class SessionOpened(Struct, frozen=True, tag=True, kw_only=True):
    """The person signed in."""

    session: str
    means: Means
    where: str
    at: int
    device: str | None = None
    """The known device that signed in; ``None`` for an unknown one."""
    wrong: int = 0
    """All failed attempts since the last session was opened."""


class SessionEnded(Struct, frozen=True, tag=True):
    """A session ended."""

    session: str
    at: int


class IdentityShown(Struct, frozen=True, tag=True, kw_only=True):
    """The person authorised one act on another's screen, without a session."""

    means: Means
    where: str
    at: int
    device: str | None = None
    wrong: int = 0
    """All failed attempts since the last session was opened; the counter is not cleared."""


class SignInFailed(Struct, frozen=True, tag=True):
    """A password or PIN was wrong. Attempts during a lock-out are not even checked."""

    means: Means
    where: str
    at: int
    device: str | None = None
    """The known device or session of the attempt; ``None`` for an unknown device."""


class TokenIssued(Struct, frozen=True, tag=True, kw_only=True):
    """A token was issued to a device; only its digest is recorded."""

    token: str
    digest: str
    scopes: tuple[Permission, ...]
    expires: int
    warrant: Warrant
    table: str | None = None
    """The one table that the token is valid for; ``None`` for any table."""


class TokenUsedElsewhere(Struct, frozen=True, tag=True):
    """A token was presented for another table than its own, and refused."""

    token: str
    table: str
    """The table that the token was presented for."""
    where: str
    at: int


class TokenRevoked(Struct, frozen=True, tag=True):
    """A token became invalid."""

    token: str
    warrant: Warrant


class SignedOn(Struct, frozen=True, tag=True):
    """A person signed on to a table; recorded in the streams of the table and of the account."""

    table: str
    name: str
    position: Position
    by: Actor


class SignedOff(Struct, frozen=True, tag=True):
    """A person signed off a table; recorded in the streams of the table and of the account."""

    table: str
    name: str
    by: Actor


class AttemptRefused(Struct, frozen=True, tag=True):
    """A member of staff was refused an act."""

    operation: str
    """Method and route."""
    subject: str
    """The table, link or person of the request, as its URL names it."""
    act: str
    """The request as JSON, without any password, PIN or code."""
    code: str


class ProposalMade(Struct, frozen=True, tag=True, kw_only=True):
    """An act that takes two people was proposed."""

    subject: str
    number: int
    act: Permission
    what: str
    """The command, as JSON."""
    digest: str
    """SHA-256 of the command, which approvers name."""
    by: Actor
    reason: str
    made: int
    expires: int


class ProposalSigned(Struct, frozen=True, tag=True):
    """The first of two people approved a proposal of the software."""

    number: int
    by: Actor


class ProposalApproved(Struct, frozen=True, tag=True):
    """The second person approved a proposal; the act is recorded in the same append."""

    number: int
    by: Actor


class _ProposalEnded(Struct, frozen=True):
    """A proposal ended without an approval."""

    number: int
    by: Actor
    reason: str


class ProposalRejected(_ProposalEnded, frozen=True, tag=True):
    """A person who could have approved a proposal rejected it."""


class ProposalWithdrawn(_ProposalEnded, frozen=True, tag=True):
    """The proposer withdrew a proposal."""


class ProposalLapsed(Struct, frozen=True, tag=True):
    """A proposal expired before a second person approved it."""

    number: int


AccountEvent = (
    AccountMade
    | RoleGranted
    | RoleRevoked
    | EnrolmentOpened
    | SecretSet
    | AccountLocked
    | AccountUnlocked
    | AccountDisabled
    | SessionOpened
    | SessionEnded
    | IdentityShown
    | SignInFailed
    | TokenIssued
    | TokenUsedElsewhere
    | TokenRevoked
    | SignedOn
    | SignedOff
    | AttemptRefused
)
ProposalEvent = (
    ProposalMade | ProposalSigned | ProposalApproved | ProposalRejected | ProposalWithdrawn | ProposalLapsed
)
