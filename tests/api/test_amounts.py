"""Amounts over HTTP: with a PIN one person makes no fortune, by any door; two people do, by password."""

from typing import Any, cast

import pytest

from pitboss.access.roles import Role
from pitboss.access.sign_in import SessionGrant
from pitboss.audit.audit import audit
from pitboss.client import Client, Refused, calls
from pitboss.messages import acts
from pitboss.messages.session import Signature
from tests.access.entrance import sign_in
from tests.api.served import Served, served_floor
from tests.api.test_money import AUTOMATIC, OPENER, PIT, floor, slip

FORTUNE = "999999999999.99"
SOLD = "999999999995.00"
ROUND = (
    *(acts.PlaceBet(box=1, player="ann", bet="ante", amount="25"), acts.CloseBets()),
    *(acts.DealCards(to=1, cards=("2h", "4d", "9c")), acts.DealCards(to="dealer", cards=("Kh", "8d", "5s"))),
    *(acts.FoldHand(box=1), acts.Reveal(), acts.SettleRound()),
)


def _dealt(served: Served) -> None:
    served.player("ann").close()
    with by_pin(served, "dealer") as dealer:
        dealer.send(calls.sign_on(PIT, "dealer"))
        dealer.send(slip(served, "opener", OPENER))
        dealer.send(calls.begin(PIT))
        for act in ROUND:
            dealer.send(calls.act(PIT, act))


def _sound(served: Served) -> None:
    report = audit(served.site.journal)
    assert report.fault is None, report.fault


served = served_floor(floor=floor, then=_dealt, at_the_end=_sound)


def by_pin(served: Served, role: Role) -> Client:
    """Somebody who has typed a PIN at a table."""
    name, _ = served.secret(role)
    welcome = sign_in(served.site.doors, name, served.pins[role], "pin", f"the desk of {name}")
    assert isinstance(welcome, SessionGrant), welcome
    return Client(served.url, token=welcome.token)


def signed(served: Served, role: Role, *, pin: bool = False) -> Signature:
    name, password = served.secret(role)
    return Signature(name, pin=served.pins[role]) if pin else Signature(name, password)


def refused(client: Client, call: Any) -> tuple[int, str]:
    with pytest.raises(Refused) as found:
        client.send(cast("calls.Call[object]", call))
    assert str(found.value)
    return found.value.status, found.value.code


def ruling(amount: str) -> acts.AdjustSettlement:
    return acts.AdjustSettlement(box=1, player="ann", bet="ante", amount=amount, reason="the camera shows it")


def test_one_person_with_a_pin_makes_no_fortune(served: Served) -> None:
    """By an adjustment of this round and of a past one, and by chips at a table of either kind."""
    with by_pin(served, "shift_manager") as shift, by_pin(served, "dealer") as dealer:
        for sign in ("", "-"):
            assert refused(shift, calls.adjust(PIT, 1, ruling(sign + FORTUNE))) == (403, "amount_above_most")
            assert refused(shift, calls.act(PIT, ruling(sign + FORTUNE))) == (403, "amount_above_most")
            assert refused(shift, calls.adjust(PIT, 1, ruling(f"{sign}5000.01"))) == (403, "amount_above_own")
            assert refused(shift, calls.act(PIT, ruling(f"{sign}5000.01"))) == (403, "amount_above_own")
        for way in (calls.buy_in, calls.cash_out):
            assert refused(dealer, way(PIT, "10005.00", "ann")) in (
                (403, "amount_above_own"),
                (409, "tray_too_small"),
            )
        assert refused(dealer, calls.buy_in(AUTOMATIC, SOLD, "ann")) == (403, "amount_above_most")
        assert refused(dealer, calls.buy_in(AUTOMATIC, "10005.00", "ann")) == (403, "amount_above_own")


def test_a_second_person_signs_with_a_password(served: Served) -> None:
    with by_pin(served, "shift_manager") as shift, by_pin(served, "dealer") as dealer:

        def sell(second: Signature) -> calls.Call[Any]:
            return calls.buy_in(AUTOMATIC, "10005.00", "ann", second=second)

        def rule(second: Signature) -> calls.Call[Any]:
            return calls.adjust(PIT, 1, ruling("5000.01"), second=second)

        assert refused(dealer, sell(signed(served, "pit_supervisor", pin=True))) == (403, "password_needed")
        assert refused(dealer, sell(signed(served, "regulator"))) == (403, "role_too_low")
        assert refused(dealer, sell(Signature(served.secret("pit_manager")[0], "not this"))) == (
            401,
            "sign_in_refused",
        )
        dealer.send(sell(signed(served, "pit_supervisor")))
        assert refused(shift, rule(signed(served, "shift_manager"))) == (409, "same_person")
        assert refused(shift, rule(signed(served, "accounting"))) == (403, "role_too_low")
        shift.send(rule(signed(served, "pit_manager")))
        over = calls.adjust(PIT, 1, ruling("250000.01"), second=signed(served, "pit_manager"))
        assert refused(shift, over) == (403, "amount_above_most")


def test_the_amounts_of_a_role_bind_also_on_another_person_s_screen(served: Served) -> None:
    with by_pin(served, "dealer") as dealer:
        confirm = signed(served, "shift_manager", pin=True)
        alone = calls.act(PIT, ruling("-5000.01"), confirm=confirm)
        assert refused(dealer, alone) == (403, "amount_above_own")
        both = calls.act(PIT, ruling("-5000.01"), confirm=confirm, second=signed(served, "pit_manager"))
        dealer.send(both)


def test_many_small_ones_are_a_large_one(served: Served) -> None:
    with by_pin(served, "shift_manager") as shift:
        for sign in ("", "-", "", "-", ""):
            shift.send(calls.adjust(PIT, 1, ruling(f"{sign}5000")))
        assert refused(shift, calls.adjust(PIT, 1, ruling("-0.01"))) == (403, "amount_above_own")


def test_a_player_s_own_chips_take_nobody_s_signature(served: Served) -> None:
    with Client(served.url, token=served.sign_in("ann")) as ann:
        second = signed(served, "pit_manager")
        assert refused(ann, calls.cash_out(AUTOMATIC, "5.00", second=second)) == (400, "bad_request")


def test_the_amounts_themselves_take_two_people(served: Served) -> None:
    with served.client("pit_manager") as manager:
        wanted = acts.SetAmounts(
            chips=acts.OwnAmounts(dealer=("10000", "200005")),
            displays=acts.DisplayAmounts(shift_manager="300000"),
        )
        made = manager.send(calls.propose(wanted, "as agreed")).proposal
        assert (made.id, made.state) == ("floor/amounts/1", "waiting")
        says = [said for said in made.says if "instead of" in said]
        assert len(says) == 2, "what stays is not told as a change"
        second = signed(served, "shift_manager")
        low = acts.SetAmounts(adjust=acts.OwnAmounts(dealer=("1", "1")))
        assert refused(manager, calls.propose(low, "no")) == (
            409,
            "amounts_not_possible",
        )
        most = acts.SetAmounts(adjust=acts.OwnAmounts(most="200000"))
        done = manager.send(calls.propose(most, "at one screen", second)).proposal
        assert done.state == "approved"
    with by_pin(served, "shift_manager") as shift:
        over = calls.adjust(PIT, 1, ruling("200000.01"), second=signed(served, "pit_manager"))
        assert refused(shift, over) == (403, "amount_above_most")
