"""Whose a command id is, and what the digest of a command tells apart."""

from typing import Any, get_args

from msgspec import Struct

from pitboss.access import commands as cmd
from pitboss.access.principal import Principal
from pitboss.access.roles import PERMISSIONS, ROLES, SCOPES, SYSTEM, Actor, ActorRole
from pitboss.access.warrant import Warrant
from pitboss.commands.record import Order, Signed, encode_command, id_reused, identity_of, sender_of
from pitboss.floor import commands as fc
from pitboss.floor.tables.money import BuyIn, CashOut, MakeSlip
from tests.access.house import ADMIN, ADMIN_TOO, House, no, ok

DAN = Actor("dan", "dealer")


def test_an_id_belongs_to_an_account_a_device_or_the_software() -> None:
    assert sender_of(DAN) == sender_of(Actor("dan", "pit_manager")) == "account/dan"
    assert sender_of(Actor("shoe-3", "machine")) == "device/shoe-3"
    assert sender_of(SYSTEM) == "system/pitboss"
    names = {role: sender_of(Actor("x", role)).partition("/")[0] for role in get_args(ActorRole)}
    assert [role for role, kind in names.items() if kind == "system"] == ["system"]


def test_nobody_who_signs_in_sends_as_the_software() -> None:
    people = [
        Principal(name="dealer", roles=(role,), session="s", means=means)
        for role in ROLES
        for means in ("password", "pin")
    ]
    device = Principal(name="system", roles=(), session="one", means="token", scopes=SCOPES)
    for who in (*people, device):
        for permission in PERMISSIONS:
            actor = who.acting(permission)
            if isinstance(actor, Actor):
                assert not sender_of(actor).startswith("system/")


def digest(command: Struct, by: Actor = DAN, **more: Any) -> bytes:
    found = identity_of(Order(command=command, by=by, id="x", **more), encode_command(command))
    assert found is not None
    return found.digest


def test_different_commands_have_different_identities() -> None:
    buys = BuyIn(player="ann", amount=500, by=DAN)
    manager = Actor("dan", "pit_manager")
    different = [
        digest(fc.TakeMoney(table="T1", act=buys)),
        digest(fc.TakeMoney(table="T1", act=CashOut("ann", 500, DAN))),
        digest(fc.TakeMoney(table="T1", act=BuyIn(player="ann", amount=501, by=DAN))),
        digest(fc.TakeMoney(table="T1", act=BuyIn(player="ann", amount=500, by=manager))),
        digest(fc.TakeMoney(table="T2", act=buys)),
        digest(fc.TakeMoney(table="T1", act=buys), manager),
        digest(fc.TakeMoney(table="T1", act=buys), entered=manager),
        digest(fc.TakeMoney(table="T1", act=buys), second=Signed(manager, "password")),
        digest(fc.TakeMoney(table="T1", act=buys), second=Signed(manager, "pin")),
        digest(fc.SitDown(table="T1", box=1, player="2")),
        digest(fc.SitDown(table="T1", box=12, player="")),
        digest(fc.BeginRound(table="T1")),
        digest(fc.DealNext(table="T1")),
        digest(fc.DealNext(table="T1", round=1)),
    ]
    assert len(set(different)) == len(different)
    assert {len(found) for found in different} == {32}
    slip = MakeSlip(kind="fill", count={500: 1, 100: 2}, warrant=Warrant(DAN, "chips", manager))
    again = MakeSlip(kind="fill", count={100: 2, 500: 1}, warrant=Warrant(DAN, "chips", manager))
    assert digest(fc.TakeMoney(table="T1", act=slip)) == digest(fc.TakeMoney(table="T1", act=again))


def test_a_command_without_an_id_has_no_identity() -> None:
    command = fc.BeginRound(table="T1")
    assert identity_of(Order(command=command, by=DAN), encode_command(command)) is None
    found = identity_of(Order(command=command, by=DAN, id="id-1"), encode_command(command))
    assert found is not None
    assert (found.sender, found.id, found.digest) == ("account/dan", "id-1", digest(command))
    elsewhere = identity_of(
        Order(command=command, by=DAN, id="id-1", entered=Actor("eve", "dealer")), encode_command(command)
    )
    assert elsewhere is not None
    assert elsewhere.sender == "account/eve", "it belongs to the screen that it was entered on"


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


def test_codes_do_not_change_what_is_asked(house: House) -> None:
    """They are made anew each time; sent again it is the same command, and shows none."""
    people = house.people
    ok(people.act(cmd.MakeAccount("eve", "staff"), ADMIN, "new"))
    assert ok(people.propose(cmd.OpenEnrolment("eve"), ADMIN, "new", "enrol")).shown
    again = ok(people.propose(cmd.OpenEnrolment("eve"), ADMIN, "new", "enrol"))
    assert (again.events, again.shown) == ((), "")
