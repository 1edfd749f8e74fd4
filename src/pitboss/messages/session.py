"""Signing in and out, passwords and PINs, and signatures of somebody else at the same screen."""

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.messages.texts import ONE_LINE, AccountName

Secret = Annotated[str, Meta(min_length=1, max_length=128)]


class Signature(Struct, frozen=True, forbid_unknown_fields=True):
    """A name with its PIN, or with its password where an act asks for one."""

    name: AccountName
    password: Secret | None = None
    pin: Secret | None = None


class Confirmed(Struct, frozen=True, kw_only=True):
    """The acts that may take a second person."""

    confirm: Signature | None = None
    """The second person, where the act takes two and they answer for it on the screen of its sender."""


EnrolmentCode = Annotated[str, Meta(min_length=1, max_length=40, pattern=ONE_LINE)]


class SignIn(Signature, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A name with its password, or with its PIN at a table."""

    token: bool = False
    """For programs: the session's token in the answer instead of a cookie."""


class RegisterPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's own account."""

    name: AccountName
    password: Secret
    token: bool = False
    """For programs: the session's token in the answer instead of a cookie."""


class Enrol(Signature, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new password or PIN, with the codes of those who answer for it."""

    codes: Annotated[tuple[EnrolmentCode, ...], Meta(min_length=1, max_length=2)]


class ChangeSecret(Struct, frozen=True, forbid_unknown_fields=True):
    """Another password or PIN, by proof of the password one has."""

    proof: Secret
    password: Secret | None = None
    pin: Secret | None = None


class SessionNow(Struct, frozen=True, kw_only=True):
    """The signed-in account, its permissions, and the token that its pages send with changes."""

    name: str
    roles: tuple[str, ...]
    permissions: tuple[str, ...]
    csrf: str
    token: str
    """For programs that ask for it, as a bearer token; browsers keep it in a cookie that no script reads."""
    wrong_attempts: int = 0
    """Wrong passwords or PINs tried since the previous sign-in."""


class SessionSeen(Struct, frozen=True):
    """A session that is open."""

    means: str
    where: str
    opened: str
