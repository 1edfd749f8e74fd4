"""Signing in and out on both databases: who gets in, who is kept out, and for how long."""

import pytest

from pitboss.access import commands as cmd
from pitboss.access import events as ev
from pitboss.access.hashing import UNUSED, fingerprint
from pitboss.access.lockout import LOCK_AFTER, WAIT_AFTER, waits_until
from pitboss.access.rate_limit import Buckets
from pitboss.access.roles import SYSTEM, Actor
from pitboss.access.sessions import ABSOLUTE, IDLE, UserSession
from pitboss.access.sign_in import SLOWEST, SignInService
from pitboss.access.token_resolver import FRESH
from pitboss.access.tokens import csrf_matches, csrf_token, machine_token
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.store import Journal
from pitboss.store.errors import ConnectionLost
from pitboss.store.private import Private, PrivateKind, PrivateStore
from tests.access.entrance import enrol, register_player, sign_in
from tests.access.house import ADMIN, DAY, MINUTE, PASSWORD, PIN, SHIFT, House, no, ok
from tests.overtaking import Slow
from tests.waiting import at_once


def test_somebody_signs_in_and_out(house: House) -> None:
    welcome = house.enter("sam")
    assert welcome.principal.name == "sam"
    assert welcome.principal.roles == ("shift_manager",)
    assert house.doors.tokens.principal(welcome.token) == welcome.principal
    assert csrf_matches(welcome.token, csrf_token(welcome.token))
    house.doors.sign_out(welcome.token)
    assert no(house.doors.tokens.principal(welcome.token)).code == "not_signed_in"
    house.doors.sign_out(welcome.token)
    seen = [type(event) for event in house.events("account/sam")]
    assert seen[-2:] == [ev.SessionOpened, ev.SessionEnded]


@pytest.mark.parametrize("all_of_them", [False, True])
def test_a_session_that_ends_just_before_it_is_remembered_is_not(house: House, all_of_them: bool) -> None:
    token = house.enter("sam").token
    sessions = house.people.sessions
    slow: Slow[str, tuple[int, UserSession]] = Slow(lambda found: True)
    sessions._seen, sessions._remembering = slow, slow.lock
    end = (lambda: sessions.end_all("sam")) if all_of_them else (lambda: sessions.end(token))
    slow.overtake(lambda: sessions.find(token), end)
    assert sessions.known(token) is None
    assert no(house.doors.tokens.principal(token)).code == "not_signed_in"


def test_a_name_is_known_however_it_is_typed(house: House) -> None:
    assert house.enter("  SAM ").principal.name == "sam"
    assert house.enter("\uff33am").principal.name == "sam"


def test_nothing_that_opens_a_door_is_in_the_journal(house: House, journal: Journal) -> None:
    welcome = house.enter("sam")
    stored = house.doors.secrets.find(house.account("sam"), "password")
    assert stored is not None
    assert stored.startswith("$argon2id$")
    record = b"".join(event.data for event in journal.read_all(0, 1000))
    for secret in (PASSWORD, stored, welcome.token, csrf_token(welcome.token)):
        assert secret.encode() not in record
    assert fingerprint(stored).encode() in record


def test_a_hash_put_in_the_place_of_another_opens_nothing(house: House, private: PrivateStore) -> None:
    key = bytes.fromhex(house.account("sam").secrets["password"])
    forged = house.hasher.hash("a password of mine")
    private.add("secret", Private(key, "sam", forged.encode(), 0))
    house.turned_away("sam", "a password of mine")
    private.erase("secret", key)
    house.turned_away("sam", PASSWORD)


REFUSED = {
    "unknown": lambda house: house.turned_away("nobody"),
    "impossible": lambda house: house.turned_away("\0 / no name"),
    "wrong": lambda house: house.turned_away("sam"),
    "no such means": lambda house: house.turned_away("sam", PIN, "pin"),
    "locked": lambda house: house.act(cmd.LockAccount("sam")) and house.turned_away("sam", PASSWORD),
    "disabled": lambda house: house.act(cmd.DisableAccount("sam")) and house.turned_away("sam", PASSWORD),
    "a device": lambda house: house.act(cmd.MakeAccount("shoe-1", "machine")) and house.turned_away("shoe-1"),
}


@pytest.mark.parametrize("why", REFUSED)
def test_every_failed_sign_in_takes_one_comparison_and_the_same_time(house: House, why: str) -> None:
    house.hasher.compared.clear()
    refusal = REFUSED[why](house)
    assert refusal == house.turned_away("nobody at all")
    assert len(house.hasher.compared) == 2
    assert len(house.paused) == 2
    assert all(0 < pause <= SLOWEST for pause in house.paused)


@pytest.mark.parametrize(("taken", "held"), [(0.0, 1.0), (0.25, 0.75), (1.0, 0.0), (1.25, 0.75), (2.5, 0.5)])
def test_a_refusal_that_took_longer_waits_for_the_next_full_time(
    house: House, monkeypatch: pytest.MonkeyPatch, taken: float, held: float
) -> None:
    """Guesses at one name wait for each other: what an account adds to each must not add up to be seen."""
    times = iter((50.0, 50.0 + taken))
    monkeypatch.setattr("pitboss.access.sign_in.time.monotonic", lambda: next(times, 50.0 + taken))
    house.doors.vouch("nobody", "a wrong secret", "password", "here")
    assert house.paused == ([held] if held else [])


def test_names_that_nobody_has_are_not_kept_in_memory(house: House) -> None:
    for number in range(20):
        house.turned_away(f"guess{number}")
        no(house.doors.tokens.principal(machine_token(f"guess{number}")))
    assert set(house.people.accounts._held) == {"adam", "agnes", "sam", "dan"}
    assert house.doors.tokens._looked_at == {}


def test_wrong_attempts_make_an_account_wait_ever_longer_and_then_lock_it(house: House) -> None:
    for _ in range(WAIT_AFTER):
        house.turned_away("sam")
    wait = MINUTE
    for failures in range(WAIT_AFTER, LOCK_AFTER):
        house.now += wait - 1
        house.turned_away("sam", PASSWORD)
        assert house.failures("sam") == failures
        house.now += 1
        house.turned_away("sam")
        wait *= 2
    assert house.account("sam").locked == "attempts"
    house.now += DAY
    house.turned_away("sam", PASSWORD)
    house.act(cmd.UnlockAccount("sam"))
    house.enter("sam")


def test_the_right_password_after_a_wait_makes_wrong_attempts_forgotten(house: House) -> None:
    for _ in range(WAIT_AFTER):
        house.turned_away("sam")
    house.now += MINUTE
    house.enter("sam")
    for _ in range(WAIT_AFTER - 1):
        house.turned_away("sam")
    house.enter("sam")


def test_guesses_of_others_do_not_throw_out_who_is_in(house: House) -> None:
    welcome = house.enter("sam")
    for _ in range(LOCK_AFTER):
        house.now = max(house.now, waits_until(house.account("sam"), "password"))
        house.turned_away("sam")
        ok(house.doors.tokens.principal(welcome.token))
    assert house.account("sam").locked == "attempts"
    house.act(cmd.LockAccount("sam"))
    assert no(house.doors.tokens.principal(welcome.token)).code == "not_signed_in"


def test_guesses_at_the_same_moment_are_looked_at_one_after_the_other(house: House) -> None:
    at_once(*[lambda: house.turned_away("sam")] * 30)
    looked_at = [stored for stored in house.hasher.compared if stored]
    assert len(looked_at) == WAIT_AFTER
    assert house.failures("sam") == WAIT_AFTER


def test_two_servers_count_together(house: House, journal: Journal, private: PrivateStore) -> None:
    other = House(journal, private)
    for server in (house, other, house, other, house):
        server.turned_away("sam")
    assert other.failures("sam") == WAIT_AFTER
    other.turned_away("sam", PASSWORD)


def test_a_session_ends_when_it_is_not_used_and_at_last_in_any_case(house: House) -> None:
    token = house.enter("sam").token
    house.now += IDLE
    no(house.doors.tokens.principal(token))
    token, opened = house.enter("sam").token, house.now
    while house.now + IDLE - MINUTE < opened + ABSOLUTE:
        house.now += IDLE - MINUTE
        ok(house.doors.tokens.principal(token))
    house.now = opened + ABSOLUTE
    no(house.doors.tokens.principal(token))


def test_a_session_holds_on_every_server_until_it_is_ended_on_one(
    house: House, journal: Journal, private: PrivateStore
) -> None:
    other = House(journal, private, house.clock)
    token = house.enter("sam").token
    assert ok(other.doors.tokens.principal(token)).name == "sam"
    other.doors.sign_out(token)
    no(house.doors.tokens.principal(token))


def test_a_right_taken_away_at_another_server_is_gone_here_in_a_moment(
    house: House, journal: Journal, private: PrivateStore
) -> None:
    other = House(journal, private, house.clock)
    token = house.enter("sam").token
    assert ok(house.doors.tokens.principal(token)).may("rule")
    other.act(cmd.RevokeRole("sam", "shift_manager"))
    house.now += FRESH
    assert not ok(house.doors.tokens.principal(token)).may("rule")


def test_a_follower_of_the_journal_reads_people_only_after_an_event_about_them(
    house: House, journal: Journal, private: PrivateStore
) -> None:
    other = House(journal, private, house.clock)
    house.people.sessions.followed = lambda: True
    token = house.enter("sam").token
    assert house.doors.tokens.known(token) is None, "nobody has looked yet"
    ok(house.doors.tokens.principal(token))
    house.now += 2 * FRESH
    known = house.doors.tokens.known(token)
    assert known is not None
    assert known.may("rule")
    other.act(cmd.RevokeRole("sam", "shift_manager"))
    house.doors.tokens.heard("sam")
    assert house.doors.tokens.known(token) is None
    assert not ok(house.doors.tokens.principal(token)).may("rule")
    other.doors.sign_out(token)
    house.doors.tokens.heard("sam")
    assert house.doors.tokens.known(token) is None
    no(house.doors.tokens.principal(token))


def test_a_server_that_does_not_follow_the_journal_looks_again_in_a_moment(house: House) -> None:
    token = house.enter("sam").token
    ok(house.doors.tokens.principal(token))
    assert house.doors.tokens.known(token) is not None
    house.now += FRESH
    assert house.doors.tokens.known(token) is None


def test_a_session_that_is_ended_while_it_is_looked_up_is_not_remembered(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.people.sessions.followed = lambda: True
    token = house.enter("sam").token
    get = house.people.private.get

    def ended_meanwhile(kind: PrivateKind, key: bytes) -> Private | None:
        found = get(kind, key)
        house.doors.sign_out_everywhere("sam")
        return found

    with monkeypatch.context() as patched:
        patched.setattr(house.people.private, "get", ended_meanwhile)
        house.people.sessions.find(token)
    assert house.people.sessions.known(token) is None
    no(house.doors.tokens.principal(token))


def test_a_password_that_was_changed_ends_sessions_and_the_record_says_so(house: House) -> None:
    house.enter("sam")
    token = house.enter("sam").token
    who = ok(house.doors.tokens.principal(token))
    ok(house.doors.change_secret(who, PASSWORD, "password", "another long walk by the sea", "here"))
    no(house.doors.tokens.principal(token))
    kinds = [event.kind for event in house.people.journal.read_stream("account/sam")]
    assert kinds[-2:] == ["SessionEnded", "SessionEnded"]


@pytest.mark.parametrize("command", [cmd.LockAccount, cmd.DisableAccount, cmd.OpenEnrolment])
def test_a_session_that_a_failure_did_not_end_is_worth_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch, command: type[cmd.LockAccount]
) -> None:
    token = house.enter("dan").token
    monkeypatch.setattr(house.people.sessions, "end_all", lambda name: None)
    house.act(command("dan"), SYSTEM)
    assert len(house.people.sessions.of("dan")) == 1
    no(house.doors.tokens.principal(token))


def test_sessions_that_are_over_do_not_pile_up(house: House, private: PrivateStore) -> None:
    for _ in range(3):
        house.enter("sam")
        house.now += IDLE + ABSOLUTE
    house.enter("dan")
    assert private.owned("session", "sam") == []


def test_a_person_of_several_roles_acts_in_the_highest_that_may(house: House) -> None:
    house.both(cmd.GrantRole("dan", "pit_manager"))
    principal = house.enter("dan").principal
    assert principal.roles == ("dealer", "pit_manager")
    assert principal.acting("report") == Actor("dan", "pit_manager")


def test_a_password_that_is_taken_away_while_it_is_compared_opens_nothing(house: House) -> None:
    house.hasher.meanwhile = [lambda: house.both(cmd.OpenEnrolment("dan"))]
    house.turned_away("dan", PASSWORD)
    assert house.people.sessions.of("dan") == ()


def test_a_password_that_is_taken_away_while_it_is_compared_is_not_replaced(house: House) -> None:
    principal = house.enter("dan").principal
    house.hasher.meanwhile = [lambda: house.both(cmd.OpenEnrolment("dan"))]
    no(house.doors.change_secret(principal, PASSWORD, "password", "another password of mine", "x"))
    assert house.account("dan").secrets == {}
    assert house.account("dan").enrolment


def test_a_pin_is_for_tables(house: House) -> None:
    house.set_up("pia", "pit_manager", pin=PIN)
    principal = house.enter("pia", PIN, "pin").principal
    assert principal.acting("run_table") == Actor("pia", "pit_manager")
    assert no(principal.acting("change_link")).code == "password_needed"
    assert house.enter("pia").principal.may("change_link")
    assert no(principal.acting("close_day")).code == "role_too_low"


def test_somebody_chooses_another_password(house: House) -> None:
    principal = house.enter("dan").principal
    token = house.enter("dan").token
    new = "another password of mine"
    assert no(house.doors.change_secret(principal, "not it", "password", new, "x")).code == "sign_in_refused"
    assert house.failures("dan", device=principal.session) == 1, "the session is a door of its own"
    assert house.failures("dan") == 0
    assert no(house.doors.change_secret(principal, PASSWORD, "password", "short", "x")).code == "secret_weak"
    before = house.account("dan").secrets["password"]
    ok(house.doors.change_secret(principal, PASSWORD, "password", new, "x"))
    no(house.doors.tokens.principal(token))
    house.turned_away("dan", PASSWORD)
    house.enter("dan", new)
    assert house.people.private.get("secret", bytes.fromhex(before)) is None
    ok(house.doors.change_secret(principal, new, "pin", PIN, "x"))
    assert house.enter("dan", PIN, "pin").principal.may("run_table")


def test_a_pin_does_not_prove_enough_for_a_password(house: House) -> None:
    house.act(cmd.MakeAccount("pia", "staff"))
    house.both(cmd.GrantRole("pia", "dealer"))
    codes = house.both(cmd.OpenEnrolment("pia"))
    ok(enrol(house.doors, "pia", codes, "pin", PIN, "desk"))
    principal = house.enter("pia", PIN, "pin").principal
    assert no(house.doors.change_secret(principal, PIN, "password", PASSWORD, "x")).code == "password_needed"
    ok(house.doors.change_secret(principal, PIN, "pin", "502913", "x"))
    house.enter("pia", "502913", "pin")


def test_a_hash_is_made_anew_when_the_parameters_have_changed(house: House, journal: Journal) -> None:
    class Stale(type(house.hasher)):  # type: ignore[misc]
        def stale(self, stored: str) -> bool:
            return True

    before = house.account("sam").secrets["password"]
    server = House(journal, house.people.private)
    server.doors = SignInService(server.people, Stale(), pause=server.paused.append)
    server.enter("sam")
    after = house.account("sam").secrets["password"]
    assert before != after
    assert house.people.private.get("secret", bytes.fromhex(before)) is None
    house.enter("sam")


def test_a_failure_in_between_leaves_a_hash_too_many_and_never_one_too_few(
    house: House, private: PrivateStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    principal, new = house.enter("dan").principal, "another password of mine"

    def broken(*_: object) -> None:
        raise ConnectionLost(because("error.given", given="The connection broke."))

    with monkeypatch.context() as patch:
        patch.setattr(house.people.journal, "append", broken)
        with pytest.raises(ConnectionLost):
            house.doors.change_secret(principal, PASSWORD, "password", new, "x")
    house.turned_away("dan", new)
    house.enter("dan")
    assert len(private.owned("secret", "dan")) == 2
    with monkeypatch.context() as patch:
        patch.setattr(private, "erase", broken)
        with pytest.raises(ConnectionLost):
            house.doors.change_secret(principal, PASSWORD, "password", new, "x")
    house.turned_away("dan", PASSWORD)
    house.enter("dan", new)
    assert len(private.owned("secret", "dan")) == 3
    house.now += UNUSED
    house.enter("dan", new)
    assert [record.key.hex() for record in private.owned("secret", "dan")] == [
        house.account("dan").secrets["password"]
    ]


def test_too_many_attempts_from_one_place_or_for_one_name(house: House) -> None:
    ticks = [0.0]
    places = Buckets(3, 10.0, clock=lambda: ticks[0])
    names = Buckets(100, 1.0, clock=lambda: ticks[0])
    doors = SignInService(
        house.people, house.hasher, by_place=places, by_name=names, pause=house.paused.append
    )
    for name in ("a1", "a2", "a3"):
        assert no(sign_in(doors, name, "x", "password", "here")).code == "sign_in_refused"
    looked_at = len(house.hasher.compared)
    refusal = no(sign_in(doors, "sam", PASSWORD, "password", "here"))
    assert refusal.code == "too_many_attempts"
    assert "wait 10 seconds" in refusal.message
    assert len(house.hasher.compared) == looked_at
    ok(sign_in(doors, "sam", PASSWORD, "password", "there"))
    ticks[0] += 10
    ok(sign_in(doors, "sam", PASSWORD, "password", "here"))


def test_a_player_registers_and_is_a_player_only(house: House) -> None:
    ok(register_player(house.doors, "Ann", PASSWORD, "x"))
    principal = house.enter("ann").principal
    assert principal.acting("play") == Actor("ann", "player")
    assert not principal.may("run_table")
    assert no(register_player(house.doors, "ann", PASSWORD, "x")).code == "account_known"
    assert no(register_player(house.doors, "pitboss", PASSWORD, "x")).code == "name_not_possible"
    assert no(register_player(house.doors, "bob", "bob", "x")).code == "secret_weak"
    assert house.people.account("bob") is None
    assert no(house.people.propose(cmd.GrantRole("ann", "dealer"), ADMIN, "x")).code == "role_not_possible"
    assert no(house.people.act(cmd.RevokeRole("ann", "player"), SHIFT, "x")).code == "role_not_possible"


def test_newcomers_from_one_place_are_limited_before_anything_is_hashed(house: House) -> None:
    ticks = [0.0]
    newcomers = Buckets(2, 10.0, clock=lambda: ticks[0])
    doors = SignInService(house.people, house.hasher, newcomers=newcomers, pause=house.paused.append)
    for name in ("p1", "p2"):
        ok(register_player(doors, name, PASSWORD, "here"))
    assert no(register_player(doors, "p3", PASSWORD, "here")).code == "too_many_attempts"
    assert house.people.private.owned("secret", "p3") == []
    ok(register_player(doors, "p4", PASSWORD, "there"))
    ticks[0] += 10
    ok(register_player(doors, "p3", PASSWORD, "here"))


def test_a_player_who_forgot_his_password_gets_a_code_of_one_person(house: House) -> None:
    ok(register_player(house.doors, "ann", PASSWORD, "x"))
    token = house.enter("ann").token
    assert no(house.people.propose(cmd.OpenEnrolment("ann"), SHIFT, "x")).code == "one_person_suffices"
    shown = house.act(cmd.OpenEnrolment("ann"), SHIFT).shown
    no(house.doors.tokens.principal(token))
    house.turned_away("ann", PASSWORD)
    assert (
        no(enrol(house.doors, "ann", ["AAAA-BBBB-CCCC-DDDD"], "password", PASSWORD, "desk")).code
        == "code_wrong"
    )
    ok(enrol(house.doors, "ann", [shown.lower().replace("-", " ")], "password", PASSWORD, "desk"))
    assert no(enrol(house.doors, "ann", [shown], "password", PASSWORD, "desk")).code == "code_wrong"
    house.enter("ann")


def test_a_disabled_account_leaves_nothing_private_behind(house: House, private: PrivateStore) -> None:
    ok(register_player(house.doors, "ann", PASSWORD, "x"))
    house.enter("ann")
    house.act(cmd.DisableAccount("ann"))
    assert private.owned("secret", "ann") == []
    assert private.owned("session", "ann") == []
    assert no(register_player(house.doors, "ann", PASSWORD, "x")).code == "account_known"
    assert no(house.people.act(cmd.UnlockAccount("ann"), SHIFT, "x")).code == "account_disabled"


def test_a_signature_for_one_act_recognises_a_person_without_a_session(house: House) -> None:
    shown = ok(house.doors.vouch("Sam", PASSWORD, "password", "console"))
    assert (shown.name, shown.roles, shown.means) == ("sam", ("shift_manager",), "password")
    assert house.people.sessions.of("sam") == ()
    assert isinstance(house.events("account/sam")[-1], ev.IdentityShown)
    assert PASSWORD.encode() not in b"".join(e.data for e in house.people.journal.read_all(0, 1000))


def test_guessing_at_anothers_screen_counts_as_guessing_at_the_door(house: House) -> None:
    for _ in range(WAIT_AFTER):
        assert no(house.doors.vouch("sam", "a guess", "password", "console")).code == "sign_in_refused"
    house.turned_away("sam", PASSWORD)
    assert no(house.doors.vouch("sam", PASSWORD, "password", "console")).code == "sign_in_refused"
    house.now = waits_until(house.account("sam"), "password")
    ok(house.doors.vouch("sam", PASSWORD, "password", "console"))
    assert house.failures("sam") == 0


def test_somebody_signs_out_everywhere(house: House) -> None:
    tokens = [house.enter("sam").token for _ in range(3)]
    other = house.enter("adam").token
    house.doors.sign_out_everywhere("sam")
    assert {no(house.doors.tokens.principal(token)).code for token in tokens} == {"not_signed_in"}
    assert not isinstance(house.doors.tokens.principal(other), Refusal)
    assert [type(event) for event in house.events("account/sam")][-3:] == [ev.SessionEnded] * 3
    version = house.people.accounts.get("sam").version
    house.doors.sign_out_everywhere("sam")
    assert house.people.accounts.refresh("sam").version == version


def test_of_a_place_no_more_is_kept_than_an_address_takes(house: House) -> None:
    ok(sign_in(house.doors, "sam", PASSWORD, "password", "x" * 30_000))
    no(sign_in(house.doors, "sam", "a guess", "password", "y" * 30_000))
    assert [session.where for session in house.people.sessions.of("sam")] == ["x" * 64]
    record = b"".join(event.data for event in house.people.journal.read_stream("account/sam"))
    assert b"x" * 64 in record
    assert b"y" * 64 in record
    assert b"x" * 65 not in record
    assert b"y" * 65 not in record


def test_codes_cannot_be_tried_without_end(house: House) -> None:
    doors = SignInService(house.people, house.hasher, by_place=Buckets(2, 60), by_name=Buckets(100, 1))
    for _ in range(2):
        assert no(enrol(doors, "sam", ["AAAA"], "password", PASSWORD, "desk")).code == "code_wrong"
    assert no(enrol(doors, "sam", ["AAAA"], "password", PASSWORD, "desk")).code == "too_many_attempts"
