"""Whoever can write to the database, has an old copy of it, or knows a password that was just changed.

Holds: the private records without the keys of the floor; or an old password and good timing. Tries: a row
that signs them in as somebody, somebody's row under a token of their own, a session that a crash or a race
left behind, one from a backup, and to throw everybody out by a server whose clock is ahead. Expected: a
session that the floor has not sealed, or whose secret does not hold any more, is none.
"""

import msgspec
import pytest
from argon2 import Parameters, Type

from pitboss.access.hashing import Hasher
from pitboss.access.sessions import IDLE
from pitboss.access.sign_in import SessionGrant, SignInService
from pitboss.access.tokens import session_id, session_token, token_digest
from pitboss.refusal import Refusal
from pitboss.store import Journal
from pitboss.store.private import Private, PrivateKind, PrivateStore
from tests.access.entrance import sign_in
from tests.access.house import CHEAP, MINUTE, PASSWORD, House

NEW = "another long walk by the sea"
STRONGER = Parameters(Type.ID, 19, 16, 32, time_cost=2, memory_cost=8, parallelism=1)


@pytest.fixture
def house(journal: Journal, private: PrivateStore) -> House:
    found = House(journal, private)
    found.doors = doors(found)
    return found.staff()


def doors(house: House, parameters: Parameters = CHEAP) -> SignInService:
    return SignInService(house.people, Hasher(parameters, pepper=b"kept outside the database"))


def refused(house: House, token: str) -> bool:
    house.people.sessions.forget("sam")
    return isinstance(house.doors.tokens.principal(token), Refusal)


@pytest.mark.parametrize("seal", [b"", bytes(32)], ids=["bare", "sealed"])
def test_a_row_that_somebody_wrote_into_the_database_signs_nobody_in(
    house: House, private: PrivateStore, seal: bytes
) -> None:
    token = session_token()
    key = token_digest(token)
    row = {
        "id": session_id(key),
        "account": "sam",
        "means": "password",
        "where": "nowhere",
        "opened": house.now,
        "expires": house.now + IDLE,
        "secret": house.account("sam").secrets["password"],
    }
    value = seal + msgspec.json.encode(row)
    private.add("session", Private(bytes.fromhex(key), "sam", value, house.now + IDLE))
    assert refused(house, token)
    assert house.people.sessions.of("sam") == ()


def test_the_row_of_somebody_is_of_no_use_under_another_token(house: House, private: PrivateStore) -> None:
    house.enter("sam")
    (row,) = private.owned("session", "sam")
    token = session_token()
    private.add("session", Private(bytes.fromhex(token_digest(token)), "sam", row.value, row.expires))
    assert refused(house, token)


def test_a_session_cannot_be_made_to_last_in_the_database(house: House, private: PrivateStore) -> None:
    token = house.enter("sam").token
    private.extend("session", bytes.fromhex(token_digest(token)), house.now + 10**15)
    house.now += 12 * 60 * MINUTE
    assert refused(house, token)


def test_a_crash_after_a_change_of_password_leaves_no_session_of_the_old_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    stolen, own = house.enter("sam").token, house.enter("sam")

    def crash(name: str) -> None:
        raise MemoryError

    monkeypatch.setattr(house.people.sessions, "end_all", crash)
    with pytest.raises(MemoryError):
        house.doors.change_secret(own.principal, PASSWORD, "password", NEW, "here")
    for token in (stolen, own.token):
        assert refused(house, token)


def test_a_sign_in_with_the_old_password_during_its_change_is_ended(
    house: House, private: PrivateStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attempt is right when it is noted; the row is written after all rows were erased."""
    own = house.enter("sam").principal
    add = private.add

    def changed_meanwhile(kind: PrivateKind, record: Private) -> None:
        if kind == "session":
            monkeypatch.setattr(private, "add", add)
            changed = house.doors.change_secret(own, PASSWORD, "password", NEW, "here")
            assert not isinstance(changed, Refusal)
        add(kind, record)

    monkeypatch.setattr(private, "add", changed_meanwhile)
    entered = sign_in(house.doors, "sam", PASSWORD, "password", "there")
    assert isinstance(entered, SessionGrant)
    assert refused(house, entered.token)


def test_an_old_copy_of_the_private_records_brings_no_session_back(
    house: House, private: PrivateStore
) -> None:
    entered = house.enter("sam")
    copy = private.owned("session", "sam")
    changed = house.doors.change_secret(entered.principal, PASSWORD, "password", NEW, "here")
    assert not isinstance(changed, Refusal)
    for row in copy:
        private.add("session", row)
    assert refused(house, entered.token)
    assert not refused(house, house.enter("sam", NEW).token)


@pytest.mark.parametrize("hours", [1, 11])
def test_a_server_whose_clock_is_ahead_throws_nobody_out(
    house: House, journal: Journal, private: PrivateStore, hours: int
) -> None:
    token = house.enter("sam").token
    ahead = House(journal, private, lambda: house.now + hours * 60 * MINUTE)
    assert isinstance(sign_in(doors(ahead), "dan", PASSWORD, "password", "there"), SessionGrant)
    assert not refused(house, token)


def test_a_secret_that_is_hashed_anew_keeps_who_has_just_shown_it(
    house: House, journal: Journal, private: PrivateStore
) -> None:
    stronger = doors(House(journal, private, house.clock), STRONGER)
    entered = sign_in(stronger, "sam", PASSWORD, "password", "here")
    assert isinstance(entered, SessionGrant)
    assert not isinstance(stronger.tokens.principal(entered.token), Refusal)
    assert not refused(house, entered.token)
