"""Lock-out is no weapon: guesses close the front door, and the owner comes by that of their own device."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.access import commands as cmd
from pitboss.access import events as ev
from pitboss.access.account import Account, account_event_in_words, evolve_account
from pitboss.access.devices import LASTING, MOST
from pitboss.access.lockout import LOCK_AFTER, WAIT_AFTER, attempt, closed_to_attempts, waits_until
from pitboss.access.rate_limit import Buckets
from pitboss.access.roles import SYSTEM
from pitboss.access.sign_in import SignInService
from pitboss.access.tokens import device_token
from pitboss.people import Means
from pitboss.store import Journal
from pitboss.store.private import PrivateStore
from tests.access.entrance import sign_in
from tests.access.house import MINUTE, PASSWORD, PIN, House, no, ok
from tests.waiting import at_once


def known_device(house: House, name: str = "sam") -> str:
    """The token of a device on which somebody has signed in."""
    device = house.enter(name, device="").device
    assert device
    return device


def test_the_right_password_from_a_device_that_has_signed_in_before_is_let_in(house: House) -> None:
    device = known_device(house)
    for _ in range(WAIT_AFTER):
        house.turned_away("sam")
    house.turned_away("sam", PASSWORD)
    assert house.enter("sam", device=device).device == device, "while the front door waits"
    house.lock_out("sam")
    house.turned_away("sam", PASSWORD)
    house.turned_away("sam", PASSWORD, device="")
    house.turned_away("sam", PASSWORD, device=device_token())
    assert house.enter("sam", device=device).device == device, "and when it is locked"
    assert house.account("sam").locked == "attempts", "which others still find it"
    house.act(cmd.UnlockAccount("sam"))
    house.enter("sam")


@pytest.mark.parametrize("command", [cmd.LockAccount, cmd.DisableAccount, cmd.OpenEnrolment])
def test_a_device_does_not_let_in_an_account_that_a_person_locks(
    house: House, command: type[cmd.LockAccount]
) -> None:
    device = known_device(house)
    house.act(command("sam"), SYSTEM)
    house.turned_away("sam", PASSWORD, device=device)


@pytest.mark.parametrize("command", [cmd.DisableAccount, cmd.OpenEnrolment])
def test_an_account_with_a_reset_password_or_disabled_has_no_devices(
    house: House, private: PrivateStore, command: type[cmd.LockAccount]
) -> None:
    known_device(house)
    house.act(command("sam"), SYSTEM)
    assert private.owned("device", "sam") == []


def test_the_record_says_by_which_door_and_no_token(house: House, journal: Journal) -> None:
    device = known_device(house)
    house.turned_away("sam", device=device)
    house.turned_away("sam")
    house.enter("sam", device=device)
    first, failed, at_front, again = house.events("account/sam")[-4:]
    assert isinstance(first, ev.SessionOpened)
    assert isinstance(failed, ev.SignInFailed)
    assert isinstance(at_front, ev.SignInFailed)
    assert isinstance(again, ev.SessionOpened)
    assert (first.device, at_front.device) == (None, None)
    assert failed.device == again.device
    assert failed.device
    assert "on device" in account_event_in_words(again).what
    assert "on device" in account_event_in_words(failed).what
    assert "device" not in account_event_in_words(at_front).what
    record = b"".join(event.data for event in journal.read_all(0, 1000))
    assert device.encode() not in record
    assert device.removeprefix("pbd~").encode() not in record


def test_a_device_that_guesses_closes_its_own_door_and_no_other(house: House) -> None:
    stolen, mine = known_device(house), known_device(house)
    assert stolen != mine
    looked_at = 0
    for _ in range(3 * LOCK_AFTER):
        before = len(house.events("account/sam"))
        house.turned_away("sam", device=stolen)
        looked_at += len(house.events("account/sam")) - before
        if house.doors.caller("sam", "x", stolen).known is None:
            break
        house.now += 60 * MINUTE
    assert looked_at == LOCK_AFTER, "so many guesses and no more"
    assert house.doors.caller("sam", "x", stolen).known is None
    assert house.failures("sam") == 0, "the front door is open"
    assert house.account("sam").locked is None
    house.enter("sam", device=mine)
    house.enter("sam")
    house.turned_away("sam", device=stolen)
    assert house.failures("sam") == 1, "from now on it is like any other"
    assert house.enter("sam", device=stolen).device == stolen
    assert house.doors.caller("sam", "x", stolen).known, "with the right password it is known again"
    house.lock_out("sam")
    house.enter("sam", device=stolen)


def test_a_device_waits_for_itself(house: House) -> None:
    device = known_device(house)
    for _ in range(WAIT_AFTER):
        house.turned_away("sam", device=device)
    house.turned_away("sam", PASSWORD, device=device)
    known = house.doors.caller("sam", "x", device).known
    house.now = waits_until(house.account("sam"), "password", known)
    house.enter("sam", device=device)


def test_a_device_of_one_account_is_a_stranger_to_another(house: House) -> None:
    device = known_device(house, "sam")
    house.lock_out("dan")
    house.turned_away("dan", PASSWORD, device=device)
    house.act(cmd.UnlockAccount("dan"))
    assert house.enter("dan", device=device).device == device, "people share a screen"
    for name in ("sam", "dan"):
        house.lock_out(name)
        house.enter(name, device=device)


@pytest.mark.parametrize("token", ["x", "pbd~x", "pbd~" + "x" * 10_000, "pbs~" + "x" * 43, "\0", "é" * 47])
def test_nobody_chooses_the_token_of_a_device(house: House, token: str) -> None:
    made = house.enter("sam", device=token).device
    assert made != token
    assert house.doors.caller("sam", "x", token).known is None
    assert house.doors.caller("sam", "x", made).known
    planted = device_token()
    assert house.enter("sam", device=planted).device != planted


def test_a_browser_that_keeps_no_token_gets_none(house: House, private: PrivateStore) -> None:
    assert house.enter("sam").device == ""
    assert private.owned("device", "sam") == []


def test_devices_are_forgotten_in_time_and_do_not_pile_up(house: House, private: PrivateStore) -> None:
    first = known_device(house)
    house.now += LASTING
    house.lock_out("sam")
    house.turned_away("sam", PASSWORD, device=first)
    house.act(cmd.UnlockAccount("sam"))
    for _ in range(MOST + 3):
        house.now += MINUTE
        newest = known_device(house)
    assert len(private.owned("device", "sam")) == MOST
    assert house.doors.caller("sam", "x", newest).known


def test_using_a_device_keeps_it_known(house: House) -> None:
    device = known_device(house)
    for _ in range(3):
        house.now += LASTING - MINUTE
        assert house.enter("sam", device=device).device == device


def test_attempts_of_strangers_do_not_use_up_those_of_a_device(house: House) -> None:
    device = known_device(house)
    few = Buckets(2, 3600.0)
    doors = SignInService(house.people, house.hasher, by_place=few, by_name=few, pause=house.paused.append)
    for _ in range(9):
        no(sign_in(doors, "sam", "a guess", "password", "here"))
    assert no(sign_in(doors, "sam", PASSWORD, "password", "here")).code == "too_many_attempts"
    ok(sign_in(doors, "sam", PASSWORD, "password", "here", device))
    ok(sign_in(doors, "sam", PASSWORD, "password", "here", device))
    assert no(sign_in(doors, "sam", PASSWORD, "password", "here", device)).code == "too_many_attempts"


def test_two_servers_know_a_device_and_count_together(
    house: House, journal: Journal, private: PrivateStore
) -> None:
    other = House(journal, private, house.clock)
    device = known_device(house)
    house.lock_out("sam")
    ok(sign_in(other.doors, "sam", PASSWORD, "password", "x", device))
    for server in (house, other, house, other, house):
        server.turned_away("sam", device=device)
    other.turned_away("sam", PASSWORD, device=device)


def test_a_new_password_is_chosen_while_others_keep_the_front_door_closed(house: House) -> None:
    device = known_device(house)
    principal = house.enter("sam", device=device).principal
    house.lock_out("sam")
    new = "another password of mine"
    ok(house.doors.change_secret(principal, PASSWORD, "password", new, "x"))
    house.turned_away("sam", new)
    house.enter("sam", new, device=device)


def test_a_session_gives_few_guesses_at_the_password(house: House) -> None:
    principal = house.enter("sam").principal
    for _ in range(2 * LOCK_AFTER):
        house.now += 60 * MINUTE
        no(house.doors.change_secret(principal, "a guess", "password", "another password of mine", "x"))
    assert house.failures("sam", device=principal.session) == LOCK_AFTER
    no(house.doors.change_secret(principal, PASSWORD, "password", "another password of mine", "x"))
    assert house.account("sam").locked is None
    house.enter("sam")


def test_a_supervisor_confirms_on_a_screen_that_knows_them_whatever_others_guess(house: House) -> None:
    house.set_up("pia", "pit_supervisor", pin=PIN)
    screen = known_device(house, "dan")
    ok(house.doors.vouch("pia", PIN, "pin", "console", screen))
    house.lock_out("pia", "pin")
    no(house.doors.vouch("pia", PIN, "pin", "console", known_device(house, "adam")))
    ok(house.doors.vouch("pia", PIN, "pin", "console", screen))
    shown = house.events("account/pia")[-1]
    assert isinstance(shown, ev.IdentityShown)
    assert shown.device


def test_wrong_attempts_are_counted_by_means_and_told_at_the_next_signing_in(house: House) -> None:
    house.set_up("pia", "pit_supervisor", pin=PIN)
    for _ in range(WAIT_AFTER - 1):
        house.turned_away("pia", means="pin")
    house.turned_away("pia")
    ok(house.doors.vouch("pia", PASSWORD, "password", "console"))
    assert house.failures("pia", "pin") == WAIT_AFTER - 1, "a right password forgets no wrong PINs"
    assert house.failures("pia", "password") == 0
    shown = house.events("account/pia")[-1]
    assert isinstance(shown, ev.IdentityShown)
    assert shown.wrong == WAIT_AFTER
    welcome = house.enter("pia")
    assert welcome.wrong == WAIT_AFTER, "answering for an act does not swallow what is to be told"
    opened = house.events("account/pia")[-1]
    assert isinstance(opened, ev.SessionOpened)
    assert opened.wrong == WAIT_AFTER
    assert f"wrong attempts since the last signing in: {WAIT_AFTER}" in account_event_in_words(opened).what
    assert house.enter("pia").wrong == 0


def test_a_right_pin_at_ones_own_screen_does_not_reset_what_others_tried_elsewhere(house: House) -> None:
    house.set_up("pia", "pit_supervisor", pin=PIN)
    screen = house.enter("pia", PIN, "pin", device="").device
    looked_at = 0
    for _ in range(20):
        for _ in range(WAIT_AFTER - 1):
            before = house.failures("pia", "pin")
            house.turned_away("pia", "583920", "pin")
            looked_at += house.failures("pia", "pin") > before
        ok(house.doors.vouch("pia", PIN, "pin", "console", screen))
        house.now += MINUTE
    assert looked_at <= LOCK_AFTER, "four guesses between two uses do not stay unnoticed"


def test_guesses_of_many_with_one_device_at_the_same_moment(house: House) -> None:
    device = known_device(house)
    guess = partial(house.turned_away, "sam", device=device)
    at_once(*[guess] * 20)
    known = house.doors.caller("sam", "x", device).known
    assert house.failures("sam", device=known) == WAIT_AFTER
    assert house.failures("sam") == 0


TRIES = st.tuples(
    st.integers(0, 40 * MINUTE),
    st.sampled_from([None, "d1", "d2"]),
    st.sampled_from(["password", "pin"]),
    st.booleans(),
)


@given(st.lists(TRIES, max_size=80))
def test_attempts_at_one_door_do_not_count_at_another(
    tries: list[tuple[int, str | None, Means, bool]],
) -> None:
    """Each device's door is closed exactly when it would be if nothing had been tried anywhere else."""
    account, now = Account(name="ann", kind="player"), 0
    alone: dict[tuple[str | None, Means], Account] = {}
    for step, device, means, right in tries:
        now += step
        mine = alone.get((device, means), Account(name="ann", kind="player"))
        if device is not None:
            closed = closed_to_attempts(account, means, device, now)
            assert closed == closed_to_attempts(mine, means, device, now)
        tried = partial(attempt, right=right, session="s", means=means, device=device, where="x", now=now)
        for event in tried(account):
            account = evolve_account(account, event)
        for event in tried(mine):
            mine = evolve_account(mine, event)
        alone[device, means] = mine
