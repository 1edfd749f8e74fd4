"""Hashes of passwords and PINs: stored among the private records, named by the journal."""

from pitboss.access.account import Account
from pitboss.access.hashing import Hasher, fingerprint, secret_fault
from pitboss.people import ROLES as PIT
from pitboss.people import Means
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.store.journal import Clock
from pitboss.store.private import Private, PrivateStore

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
