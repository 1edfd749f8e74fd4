"""Hashes, tokens, buckets and lock-out, each alone."""

import pytest
from argon2 import Parameters, PasswordHasher, Type, extract_parameters
from argon2.exceptions import VerifyMismatchError
from hypothesis import given
from hypothesis import strategies as st

from pitboss.access.account import Account, evolve_account
from pitboss.access.events import SessionOpened
from pitboss.access.hashing import Hasher, fingerprint, random_secret, secret_fault
from pitboss.access.lockout import LOCK_AFTER, WAIT_AFTER, attempt, closed_to_attempts
from pitboss.access.rate_limit import Buckets
from pitboss.access.tokens import (
    code_digest,
    csrf_matches,
    csrf_token,
    enrolment_code,
    machine_of,
    machine_token,
    session_token,
)
from pitboss.people import Means
from pitboss.store.errors import Busy
from pitboss.words import say
from tests.access.house import CHEAP, DAY, MINUTE


@pytest.mark.parametrize(
    ("means", "secret", "fault"),
    [
        ("pin", "73916", "from 6 to 12 digits"),
        ("pin", "739164", None),
        ("pin", "739164739164", None),
        ("pin", "7391647391640", "from 6 to 12 digits"),
        ("pin", "73916a", "digits only"),
        ("pin", "\u0667\u0663\u0669\u0661\u0666\u0664", "digits only"),
        ("pin", "123456", "too easily guessed"),
        ("pin", "987654", "too easily guessed"),
        ("pin", "000000", "too easily guessed"),
        ("pin", "121212", "too easily guessed"),
        ("pin", "121213", None),
        ("password", "elevenchars", "from 12 to 128 characters"),
        ("password", "twelve chars", None),
        ("password", "x1y2z3" * 21 + "ab", None),
        ("password", "x1y2z3" * 21 + "abc", "from 12 to 128 characters"),
        ("password", "abcdabcdabcd", "too easily guessed"),
        ("password", "abcdeabcdeab", None),
        ("password", "my name is ANN!", "does not contain the name"),
    ],
)
def test_a_password_or_pin_outside_its_rules_is_refused(means: Means, secret: str, fault: str | None) -> None:
    found = secret_fault(means, secret, "ann")
    assert (found is None) if fault is None else (found is not None and fault in say(found))


def test_random_secrets_may_be_chosen_and_differ() -> None:
    for means in ("password", "pin"):
        made = {random_secret(means, "ann") for _ in range(50)}
        assert len(made) == 50
        assert all(secret_fault(means, one, "ann") is None for one in made)


@pytest.mark.usefixtures("slow_hashes")
def test_the_hash_is_argon2id_with_the_parameters_that_rfc_9106_recommends() -> None:
    stored = Hasher().hash("a password")
    assert stored.startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_a_hash_knows_its_secret_and_no_other() -> None:
    hasher = Hasher(CHEAP)
    stored = hasher.hash("caf\u00e9 password")
    assert stored != hasher.hash("caf\u00e9 password")
    assert hasher.matches(stored, "cafe\u0301 password")
    assert not hasher.matches(stored, "cafe password")
    assert not hasher.matches(None, "caf\u00e9 password")
    assert not hasher.matches("no hash", "caf\u00e9 password")
    assert not hasher.stale(stored)
    assert Hasher(Parameters(Type.ID, 19, 16, 32, 2, 8, 1)).stale(stored)
    assert fingerprint(stored) != fingerprint(stored + " ")


def test_an_account_without_a_hash_costs_a_comparison_with_a_decoy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[str] = []
    verify = PasswordHasher.verify

    def noting(self: PasswordHasher, stored: str, secret: str) -> bool:
        compared.append(stored)
        return verify(self, stored, secret)

    monkeypatch.setattr(PasswordHasher, "verify", noting)
    assert not Hasher(CHEAP).matches(None, "a password")
    (decoy,) = compared
    assert extract_parameters(decoy) == CHEAP
    with pytest.raises(VerifyMismatchError):
        PasswordHasher().verify(decoy, "a password")


def test_without_the_pepper_a_hash_is_worth_nothing() -> None:
    peppered = Hasher(CHEAP, pepper=b"kept elsewhere")
    stored = peppered.hash("739164")
    assert peppered.matches(stored, "739164")
    assert not Hasher(CHEAP).matches(stored, "739164")
    assert not Hasher(CHEAP, pepper=b"another").matches(stored, "739164")


def test_hashing_is_refused_when_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.access.hashing._WAIT_SECONDS", 0.01)
    hasher = Hasher(CHEAP, at_once=1)
    with hasher._turns, pytest.raises(Busy, match="Too many people"):
        hasher.hash("a password")
    assert hasher.hash("a password")


def test_tokens_and_codes() -> None:
    assert session_token() != session_token()
    assert len(session_token()) > 43
    assert machine_of(machine_token("shoe-7._x")) == "shoe-7._x"
    assert machine_of(session_token()) is None
    code = enrolment_code()
    assert len(code.replace("-", "")) == 16
    assert code_digest(code) == code_digest(f" {code.lower().replace('-', ' ')} ")
    assert code_digest(code) != code_digest(enrolment_code())


def test_a_csrf_token_is_of_its_session() -> None:
    one, two = session_token(), session_token()
    assert csrf_matches(one, csrf_token(one))
    for wrong in (csrf_token(two), "", one, csrf_token(one)[:-1], "\u00e4"):
        assert not csrf_matches(one, wrong)


@given(
    st.integers(1, 10),
    st.floats(0.01, 100),
    st.lists(st.sampled_from([0.0, 0.0, 0.0, 0.7, 300.0]), max_size=60),
)
def test_a_bucket_never_gives_more_than_it_holds_and_regains(
    size: int, every: float, steps: list[float]
) -> None:
    now, given_at = [1000.0], []
    buckets = Buckets(size, every, clock=lambda: now[0])
    for step in steps:
        now[0] += step
        wait = buckets.take("here")
        assert wait >= 0
        if not wait:
            given_at.append(now[0])
        else:
            now[0] += wait + 1e-5
            assert buckets.take("here") == 0, "after the wait there is one"
            given_at.append(now[0])
        assert Buckets(size, every, clock=lambda: now[0]).take("there") == 0
    for first in range(len(given_at)):
        for last in range(first, len(given_at)):
            most = size + (given_at[last] - given_at[first]) / every
            assert last - first + 1 <= most + 1e-3


def test_buckets_do_not_fill_the_memory() -> None:
    buckets = Buckets(1, 60.0, clock=lambda: 0.0, most_keys=100)
    for number in range(1000):
        assert buckets.take(str(number)) == 0
    assert len(buckets._full_at) == 100
    assert buckets.take("999") == 60.0


@given(st.lists(st.tuples(st.integers(0, 40 * MINUTE), st.booleans()), max_size=60))
def test_a_locked_out_account_looks_at_few_guesses(tries: list[tuple[int, bool]]) -> None:
    """In a row without the right one, no more than the lock allows; and after a failure too many, a wait."""
    account, now, wrong, last = Account(name="ann", kind="player"), 0, 0, 0
    for step, right in tries:
        now += step
        closed = closed_to_attempts(account, "password", None, now)
        events = attempt(account, right=right, session="s", means="password", where="x", now=now)
        assert closed == (not events)
        for event in events:
            account = evolve_account(account, event)
        if closed:
            continue
        if right:
            assert isinstance(events[0], SessionOpened)
            wrong = 0
            continue
        wrong += 1
        if wrong > WAIT_AFTER:
            assert now - last >= MINUTE * 2 ** (wrong - WAIT_AFTER - 1)
        last = now
        assert wrong <= LOCK_AFTER
        assert (account.locked == "attempts") == (wrong == LOCK_AFTER)
    assert account.locked is None or closed_to_attempts(account, "password", None, now + 365 * DAY)
