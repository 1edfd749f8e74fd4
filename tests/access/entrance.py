"""Signing in, enrolling and registering in one blocking call; a server does each of these in steps."""

from collections.abc import Sequence

from pitboss.access.bootstrap import make_player
from pitboss.access.sign_in import SessionGrant, SignInService
from pitboss.commands.record import Done
from pitboss.people import Means
from pitboss.refusal import Refusal


def sign_in(
    doors: SignInService, name: str, secret: str, means: Means, where: str, device: str | None = None
) -> SessionGrant | Refusal:
    """Sign a person in, subject to the rate limit; a refusal is held back as long as a server would."""
    caller = doors.caller(name, where, device)
    if refusal := doors.too_often(name, caller):
        return refusal
    return doors._hold_back(doors.try_sign_in(name, secret, means, caller))


def enrol(
    doors: SignInService, name: str, codes: Sequence[str], means: Means, secret: str, where: str
) -> Done | Refusal:
    """Set a password or PIN with enrolment codes, subject to the rate limit of the place."""
    return doors.place_refusal(where) or doors.choose(name, codes, means, secret)


def register_player(doors: SignInService, name: str, password: str, where: str) -> Done | Refusal:
    """Register a player, subject to the rate limit of the place."""
    return doors.newcomer_refusal(where) or make_player(doors, name, password)
