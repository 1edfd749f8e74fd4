"""Rules for passwords and PINs, and their argon2id hashes.

Hashes of passwords and PINs: stored among the private records, named by the journal.
"""

import hashlib
import secrets
import string
import threading
from base64 import b64encode
from itertools import pairwise
from typing import Final
from unicodedata import normalize

from argon2 import Parameters, PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from pitboss.access.account import Account
from pitboss.keyed_hash import mac
from pitboss.people import ROLES as PIT
from pitboss.people import Means
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal, refuse
from pitboss.store.errors import Busy
from pitboss.store.journal import Clock
from pitboss.store.keys import derived_key
from pitboss.store.private import Private, PrivateStore

SHORTEST: Final[dict[Means, int]] = {"password": 12, "pin": 6}
LONGEST: Final[dict[Means, int]] = {"password": 128, "pin": 12}
_WAIT_SECONDS: Final = 5.0
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters and digits that look alike on a screen."""


class Hasher:
    """Hashes and verifies secrets, a few at a time: argon2id takes 64 MiB of memory for each on purpose.

    The pepper is a key kept outside the database. A PIN has few digits: without the pepper, a thief of the
    private records could try them all.
    """

    def __init__(
        self, parameters: Parameters = RFC_9106_LOW_MEMORY, *, pepper: bytes = b"", at_once: int = 2
    ) -> None:
        self._argon2 = PasswordHasher.from_parameters(parameters)
        self._pepper = pepper
        self._turns = threading.BoundedSemaphore(at_once)
        self._decoy = _decoy(parameters)

    def key_for(self, purpose: bytes) -> bytes:
        """Derive a key from the pepper for one purpose."""
        return derived_key(self._pepper, purpose)

    def hash(self, secret: str) -> str:
        """A salted hash, which names its parameters."""
        with _Turn(self._turns):
            return self._argon2.hash(self._mixed(secret))

    def matches(self, stored: str | None, secret: str) -> bool:
        """Whether a secret matches a hash; without a hash, the answer takes as long."""
        with _Turn(self._turns):
            try:
                return self._argon2.verify(stored or self._decoy, self._mixed(secret))
            except (VerificationError, InvalidHashError):
                return False

    def stale(self, stored: str) -> bool:
        """Whether a hash was made with other parameters than the current ones."""
        return self._argon2.check_needs_rehash(stored)

    def _mixed(self, secret: str) -> str:
        """The normalised secret with the pepper mixed in; keyboards compose characters differently."""
        plain = normalize("NFKC", secret)
        return mac(self._pepper, plain.encode()).hex() if self._pepper else plain


class _Turn:
    def __init__(self, turns: threading.BoundedSemaphore) -> None:
        self._turns = turns

    def __enter__(self) -> None:
        if not self._turns.acquire(timeout=_WAIT_SECONDS):
            raise Busy(because("too_many.signing_in"))

    def __exit__(self, *_: object) -> None:
        self._turns.release()


def fingerprint(stored: str) -> str:
    """The SHA-256 by which the journal names a hash."""
    return hashlib.sha256(stored.encode()).hexdigest()


def secret_fault(means: Means, secret: str, name: str) -> Reason | None:
    """Why a password or PIN is too weak; ``None`` if it is not."""
    if not SHORTEST[means] <= len(secret) <= LONGEST[means]:
        return because("secret_weak.length", means=means, least=SHORTEST[means], most=LONGEST[means])
    if means == "pin" and not (secret.isascii() and secret.isdigit()):
        return because("secret_weak.digits")
    if name.casefold() in secret.casefold():
        return because("secret_weak.name", means=means)
    steps = {ord(after) - ord(before) for before, after in pairwise(secret)}
    if len(steps) == 1 or len(set(secret)) < (5 if means == "password" else 3):
        return because("secret_weak.guessed", means=means)
    return None


def random_secret(means: Means, name: str) -> str:
    """A random password of 78 bits in groups that are easy to type, or a random PIN."""
    while True:
        if means == "pin":
            found = "".join(secrets.choice(string.digits) for _ in range(SHORTEST["pin"]))
        else:
            found = "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))
        if secret_fault(means, found, name) is None:
            return found


def _decoy(parameters: Parameters) -> str:
    """A hash that no secret matches, for a verification that takes as long as a real one."""
    costs = f"m={parameters.memory_cost},t={parameters.time_cost},p={parameters.parallelism}"
    salt, digest = (
        b64encode(secrets.token_bytes(size)).decode().rstrip("=")
        for size in (parameters.salt_len, parameters.hash_len)
    )
    return f"$argon2id$v={parameters.version}${costs}${salt}${digest}"


UNUSED = 3600 * 1_000_000
"""Microseconds after which a hash that no event names counts as left behind by a failure."""


class Credentials:
    """Hashes by their fingerprints.

    A hash is stored before the event that names it is recorded, and erased after the event that replaces it:
    a failure in between leaves one too many, which grants nothing, and never one too few.
    """

    def __init__(self, private: PrivateStore, hasher: Hasher, clock: Clock) -> None:
        self._private = private
        self._hasher = hasher
        self._clock = clock

    def keep(self, name: str, secret: str) -> str:
        """Store the hash of a new secret; it becomes valid by the event that names its fingerprint."""
        stored = self._hasher.hash(secret)
        key = fingerprint(stored)
        record = Private(bytes.fromhex(key), name, stored.encode(), self._clock() + UNUSED)
        self._private.add("secret", record)
        return key

    def find(self, account: Account, means: Means) -> str | None:
        """The valid hash; ``None`` if it is missing or not the one that the journal names."""
        key = account.secrets.get(means)
        record = self._private.get("secret", bytes.fromhex(key)) if key else None
        stored = record.value.decode() if record else ""
        return stored if fingerprint(stored) == key else None

    def matches(self, account: Account | None, means: Means, secret: str) -> bool:
        """Whether a secret is valid; without an account, the answer takes as long."""
        return self._hasher.matches(self.find(account, means) if account else None, secret)

    def renewed(self, account: Account, means: Means, secret: str) -> str | None:
        """The fingerprint of a new hash of the same secret, if the hash parameters have changed since."""
        stored = self.find(account, means)
        if stored is None or not self._hasher.stale(stored):
            return None
        return self.keep(account.name, secret)


def choice_refusal(account: Account, means: Means, secret: str) -> Refusal | None:
    """Refusal of a password or PIN that the account cannot have; ``None`` if it can."""
    if means == "pin" and not set(account.roles) & set(PIT):
        return refuse("secret_weak", because("secret_weak.pin"))
    fault = secret_fault(means, secret, account.name)
    return refuse("secret_weak", fault) if fault else None
