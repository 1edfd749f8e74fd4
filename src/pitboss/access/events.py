"""What is recorded of people: in the stream of their account, and of what two of them must approve."""

from typing import Literal

from msgspec import Struct

from pitboss.access.roles import Actor, Permission, Role
from pitboss.access.warrant import Warrant

AccountKind = Literal["player", "staff", "machine"]
"""What an account is for; it never changes, so no player's account can become one of staff."""
Means = Literal["password", "pin"]
LockCause = Literal["attempts", "person"]
"""What an account was locked by: too many wrong attempts, or somebody who wants its owner kept out."""
Position = Literal["dealer", "pit_supervisor"]
"""As what somebody signs on to a table."""


class AccountMade(Struct, frozen=True, tag=True):
    """An account begins. It can do nothing yet, unless it is a player's."""

    name: str
    kind: AccountKind
    warrant: Warrant


class RoleGranted(Struct, frozen=True, tag=True):
    """Somebody has a role from now on."""

    role: Role
    warrant: Warrant


class RoleRevoked(Struct, frozen=True, tag=True):
    """And no longer."""

    role: Role
    warrant: Warrant


class EnrolmentOpened(Struct, frozen=True, tag=True):
    """Whoever knows all the codes may choose a new password or PIN; those before hold no longer."""

    codes: tuple[str, ...]
    """SHA-256 of each code: one for each person who answers for it."""
    expires: int
    warrant: Warrant


class SecretSet(Struct, frozen=True, tag=True):
    """A password or PIN was chosen. Its hash is kept outside the journal and can be erased."""

    means: Means
    fingerprint: str
    """SHA-256 of the hash: another one put in its place does not open the account."""
    by: str
    """Whoever chose it: the person himself, or the software when it was set up."""
    reason: str


class AccountLocked(Struct, frozen=True, tag=True):
    """Nobody signs in until it is unlocked; if a person has locked it, whoever is in is out."""

    after: LockCause
    warrant: Warrant


class AccountUnlocked(Struct, frozen=True, tag=True):
    """It is open again, and wrong attempts are forgotten."""

    warrant: Warrant


class AccountDisabled(Struct, frozen=True, tag=True):
    """For good: the name stays in the record and is never given out again."""

    warrant: Warrant


class SessionOpened(Struct, frozen=True, tag=True, kw_only=True):
    """Somebody signed in."""

    session: str
    means: Means
    where: str
    at: int
    device: str | None = None
    """The device by whose door they came, which had signed in before; without one, by the front door."""
    wrong: int = 0
    """Wrong attempts, at whatever door, since the session before was opened."""


class SessionEnded(Struct, frozen=True, tag=True):
    """He signed out."""

    session: str
    at: int


class IdentityShown(Struct, frozen=True, tag=True, kw_only=True):
    """He showed who he is to answer for one act on another's screen, without signing in there."""

    means: Means
    where: str
    at: int
    device: str | None = None
    wrong: int = 0
    """Wrong attempts since a session was last opened; they stay to be told when the next one is."""


class SignInFailed(Struct, frozen=True, tag=True):
    """A wrong password or PIN. What is tried while a door is closed is not even looked at."""

    means: Means
    where: str
    at: int
    device: str | None = None
    """The device or session by whose door it was tried; without one, at the front door."""


class TokenIssued(Struct, frozen=True, tag=True, kw_only=True):
    """A device may show a token until it expires. Guessing it from its digest is out of the question."""

    token: str
    digest: str
    scopes: tuple[Permission, ...]
    expires: int
    warrant: Warrant
    table: str | None = None
    """The one table that it is good for; none: wherever its scopes are."""


class TokenUsedElsewhere(Struct, frozen=True, tag=True):
    """Somebody has shown a token for another table than its own; nothing was done."""

    token: str
    table: str
    """The table that it was shown for."""
    where: str
    at: int


class TokenRevoked(Struct, frozen=True, tag=True):
    """It is worth nothing any more."""

    token: str
    warrant: Warrant


class SignedOn(Struct, frozen=True, tag=True):
    """Somebody works at a table from now on; recorded with the table and with his account."""

    table: str
    name: str
    position: Position
    by: Actor


class SignedOff(Struct, frozen=True, tag=True):
    """And no longer."""

    table: str
    name: str
    by: Actor


class AttemptRefused(Struct, frozen=True, tag=True):
    """A member of staff tried what they may not do, or what cannot be."""

    operation: str
    """Method and route."""
    subject: str
    """The table, link or person it was about, as the address names it."""
    act: str
    """What was asked, as JSON; no password, PIN or code is ever part of it."""
    code: str


class ProposalMade(Struct, frozen=True, tag=True, kw_only=True):
    """An act that two people must answer for; it has not happened yet."""

    subject: str
    number: int
    act: Permission
    what: str
    """The command, as JSON."""
    digest: str
    """SHA-256 of it, which whoever approves names."""
    by: Actor
    reason: str
    made: int
    expires: int


class ProposalSigned(Struct, frozen=True, tag=True):
    """The first person answers for what the software has proposed."""

    number: int
    by: Actor


class ProposalApproved(Struct, frozen=True, tag=True):
    """The second person answers for it: it is done together with this."""

    number: int
    by: Actor


class ProposalRejected(Struct, frozen=True, tag=True):
    """Somebody who could have approved it says no."""

    number: int
    by: Actor
    reason: str


class ProposalWithdrawn(Struct, frozen=True, tag=True):
    """Whoever proposed it takes it back."""

    number: int
    by: Actor
    reason: str


class ProposalLapsed(Struct, frozen=True, tag=True):
    """Its time was over before a second person approved it."""

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
