"""Accounts alone: whatever people ask for, in whatever order, nobody comes to power by themselves."""

from hypothesis import given
from hypothesis import strategies as st

from pitboss.access import commands as cmd
from pitboss.access import events as ev
from pitboss.access.account import Account, evolve_account
from pitboss.access.aggregates import access_registry
from pitboss.access.decide import decide
from pitboss.access.roles import DEPARTMENTS, ROLES, SCOPES, Actor
from pitboss.access.warrant import Warrant
from pitboss.people import AccountKind, known_as
from pitboss.refusal import Refusal
from pitboss.store import NewEvent

WHO = st.sampled_from(["eve", "EVE", "adam", "sam"])
ACTORS = st.builds(Actor, WHO, st.sampled_from([*ROLES, "machine"]))
PAIR = Warrant(Actor("adam", "administrator"), "why", Actor("sam", "shift_manager"))
ALONE = Warrant(Actor("adam", "administrator"), "why")
WARRANTS = st.sampled_from([PAIR, ALONE]) | st.builds(
    Warrant, ACTORS, st.sampled_from(["why", ""]), st.none() | ACTORS
)
DIGESTS = st.lists(st.sampled_from(["a", "b", "c"]), max_size=3).map(tuple)
SCOPE_LISTS = st.lists(st.sampled_from([*SCOPES, "rule"]), max_size=2).map(tuple)
TOKENS = st.sampled_from(["one", "two"])
EVE = st.just("eve")
KINDS: st.SearchStrategy[AccountKind | None] = st.sampled_from(["player", "staff", "staff", "machine", None])
COMMANDS = st.one_of(
    st.builds(cmd.MakeAccount, EVE, st.sampled_from(["player", "staff", "machine"])),
    st.builds(cmd.GrantRole, EVE, st.sampled_from(ROLES)),
    st.builds(cmd.RevokeRole, EVE, st.sampled_from(ROLES)),
    st.builds(cmd.OpenEnrolment, EVE, DIGESTS, st.just(1)),
    st.builds(
        cmd.IssueToken,
        name=EVE,
        token=TOKENS,
        scopes=SCOPE_LISTS,
        days=st.just(1),
        table=st.sampled_from(["T1", "", None]),
    ),
    st.builds(cmd.RevokeToken, EVE, TOKENS),
    st.builds(cmd.LockAccount, EVE),
    st.builds(cmd.UnlockAccount, EVE),
    st.builds(cmd.DisableAccount, EVE),
)


def check(account: Account | None, event: ev.AccountEvent) -> None:
    """What must hold of every event, whoever asked for it."""
    assert not isinstance(event, ev.SessionOpened | ev.SecretSet | ev.SignedOn)
    warrant = event.warrant  # type: ignore[union-attr]
    assert warrant.reason
    assert account is None or not account.disabled
    if isinstance(event, ev.AccountMade):
        assert account is None
        return
    assert known_as(warrant.by.name) != "eve"
    gives = isinstance(event, ev.RoleGranted | ev.TokenIssued)
    assert account is not None
    if gives or (isinstance(event, ev.EnrolmentOpened) and account.kind == "staff"):
        assert warrant.approved is not None
        roles = {warrant.by.role, warrant.approved.role}
        assert roles == {"administrator", "shift_manager"}
        assert len({"eve", known_as(warrant.by.name), known_as(warrant.approved.name)}) == 3
    if isinstance(event, ev.TokenIssued):
        assert event.table or "send_cards" not in event.scopes
    if isinstance(event, ev.EnrolmentOpened):
        assert len(set(event.codes)) == (2 if warrant.approved else 1)


@given(KINDS, st.lists(st.tuples(COMMANDS, WARRANTS), max_size=40))
def test_every_order_of_acts_keeps_an_account_sound(
    kind: AccountKind | None, asked: list[tuple[cmd.AccountAction, Warrant]]
) -> None:
    account: Account | None = None
    made = [(cmd.MakeAccount("eve", kind), ALONE)] if kind else []
    for command, warrant in (*made, *asked):
        answer = decide(account, command, warrant)
        if isinstance(answer, Refusal):
            assert answer.message
            continue
        for event in answer:
            check(account, event)
            assert _again(event) == event
            account = evolve_account(account, event)
        assert account is not None
        assert len({DEPARTMENTS[role] for role in account.roles}) <= 1
        assert ("player" in account.roles) == (account.kind == "player")
        assert account.kind == "machine" or not account.tokens
        assert not (account.disabled and (account.tokens or account.secrets or account.enrolment))


def _again(event: ev.AccountEvent) -> object:
    written: NewEvent = access_registry().encode(event)
    return access_registry().decode(written)


@given(st.lists(COMMANDS, max_size=30))
def test_two_people_of_two_departments_can_do_it_all(asked: list[cmd.AccountAction]) -> None:
    """The rules do not refuse everything: with the right pair, whatever is possible at all goes."""
    account: Account | None = None
    for command in [cmd.MakeAccount("eve", "staff"), *asked]:
        answer = decide(account, command, PAIR)
        if not isinstance(answer, Refusal):
            for event in answer:
                account = evolve_account(account, event)
        else:
            assert answer.code not in ("role_too_low", "approval_missing", "same_person", "own_account")
    assert account is not None
