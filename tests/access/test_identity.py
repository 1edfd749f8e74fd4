"""Whose a command id is, and what the digest of a command tells apart."""

from fractions import Fraction
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from pitboss.access import commands as cmd
from pitboss.access.identity import digest_of, id_reused, identify, sender_of
from pitboss.access.principal import Principal
from pitboss.access.roles import PERMISSIONS, ROLES, SCOPES, SYSTEM, Actor, ActorRole
from pitboss.floor.money import BuyIn, CashOut
from tests.access.house import ADMIN, ADMIN_TOO, House, no, ok

DAN = Actor("dan", "dealer")


def test_an_id_belongs_to_an_account_a_device_or_the_software() -> None:
    assert sender_of(DAN) == sender_of(Actor("dan", "pit_manager")) == "account/dan"
    assert sender_of(Actor("shoe-3", "machine")) == "device/shoe-3"
    assert sender_of(SYSTEM) == "system/pitboss"
    names = {role: sender_of(Actor("x", role)).partition("/")[0] for role in get_args(ActorRole)}
    assert [role for role, kind in names.items() if kind == "system"] == ["system"]


def test_nobody_who_signs_in_sends_as_the_software() -> None:
    people = [Principal("dealer", (role,), "s", means) for role in ROLES for means in ("password", "pin")]
    device = Principal("system", (), "one", "token", SCOPES)
    for who in (*people, device):
        for permission in PERMISSIONS:
            actor = who.acting(permission)
            if isinstance(actor, Actor):
                assert not sender_of(actor).startswith("system/")


def test_what_is_asked_is_told_apart() -> None:
    class Lot(Struct, frozen=True):
        number: int
        note: str = ""

    class Pot(Struct, frozen=True):
        number: int
        note: str = ""

    different = [
        digest_of("money", "T1", BuyIn("ann", 500, DAN)),
        digest_of("money", "T1", CashOut("ann", 500, DAN)),
        digest_of("money", "T1", BuyIn("ann", 501, DAN)),
        digest_of("money", "T1", BuyIn("ann", 500, Actor("dan", "pit_manager"))),
        digest_of("money", "T2", BuyIn("ann", 500, DAN)),
        digest_of("cards", "T1", BuyIn("ann", 500, DAN)),
        *(
            digest_of("x", value)
            for value in ((), ("",), ((),), None, "", "None", 0, False, "0", {}, {"": ()})
        ),
        *(digest_of("x", value) for value in ({1: 2}, {"1": 2}, ((1, 2),), Fraction(1, 2), "1/2", (1, 2))),
        *(digest_of("x", value) for value in (Lot(1), Pot(1), Lot(1, "a"), {"Lot": {"number": 1}})),
        digest_of("x"),
        digest_of("x", "a", "b"),
        digest_of("x", ("a", "b")),
        digest_of("x", "ab"),
    ]
    assert len(set(different)) == len(different)
    assert {len(digest) for digest in different} == {32}
    assert digest_of("x", {2: 1, 1: 2}) == digest_of("x", {1: 2, 2: 1})


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.fractions(),
    lambda inner: st.lists(inner).map(tuple) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)


def spelled(value: object) -> str:
    """A value spelled out: the same for equal ones of the same types."""
    if isinstance(value, dict):
        return f"dict({sorted((key, spelled(item)) for key, item in value.items())})"
    return f"tuple({[spelled(item) for item in value]})" if isinstance(value, tuple) else repr(value)


@given(PLAIN, PLAIN)
def test_equal_values_and_no_others_have_one_digest(one: object, other: object) -> None:
    assert (digest_of("x", one) == digest_of("x", other)) == (spelled(one) == spelled(other))


def test_a_field_that_is_added_later_changes_no_digest() -> None:
    """A command may be sent again to a server of the next version."""
    now = msgspec.defstruct("PlaceIt", [("box", int), ("by", str | None, None)], frozen=True)
    later = msgspec.defstruct(
        "PlaceIt",
        [("box", int), ("by", str | None, None), ("note", str, ""), ("more", dict[str, int], {})],
        frozen=True,
    )
    assert digest_of("act", now(3)) == digest_of("act", later(3))
    assert digest_of("act", now(3)) != digest_of("act", later(3, note="new"))


def test_what_has_no_place_in_a_command_is_a_defect() -> None:
    with pytest.raises(AssertionError, match="bytes has no place in a command"):
        digest_of("x", b"raw")


def test_without_an_id_there_is_no_identity() -> None:
    assert identify(DAN, None, "act", 1) is None
    found = identify(DAN, "id-1", "act", 1)
    assert (found.sender, found.id, found.digest) == ("account/dan", "id-1", digest_of("act", 1))


def test_an_id_stands_for_one_command_about_people(house: House) -> None:
    people = house.people
    ok(people.act(cmd.MakeAccount("eve", "staff"), ADMIN, "new", "the same"))
    assert ok(people.act(cmd.MakeAccount("eve", "staff"), ADMIN, "new", "the same")).events == ()
    for other in (
        people.act(cmd.MakeAccount("eva", "staff"), ADMIN, "new", "the same"),
        people.act(cmd.MakeAccount("eve", "staff"), ADMIN, "another reason", "the same"),
        people.act(cmd.LockAccount("eve"), ADMIN, "new", "the same"),
        people.act(cmd.UnlockAccount("eve"), ADMIN, "new", "the same"),
        people.propose(cmd.GrantRole("eve", "dealer"), ADMIN, "new", "the same"),
        people.reject("account/eve", 1, ADMIN, "new", "the same"),
    ):
        assert other == id_reused("the same")
    assert (
        no(people.act(cmd.MakeAccount("eve", "staff"), ADMIN_TOO, "new", "the same")).code == "account_known"
    )
    assert house.account("eve").locked is None


def test_codes_are_no_part_of_what_is_asked(house: House) -> None:
    """They are made anew each time; sent again it is the same command, and shows none."""
    people = house.people
    ok(people.act(cmd.MakeAccount("eve", "staff"), ADMIN, "new"))
    assert ok(people.propose(cmd.OpenEnrolment("eve"), ADMIN, "new", "enrol")).shown
    again = ok(people.propose(cmd.OpenEnrolment("eve"), ADMIN, "new", "enrol"))
    assert (again.events, again.shown) == ((), "")
