"""Who works at a table: one Dealer, who deals nowhere else, and those who watch him."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.access.account import Account, evolve_account
from pitboss.access.events import Position, SignedOff, SignedOn
from pitboss.access.roles import Actor, Role
from pitboss.access.sign_on import Crew, dealer_refusal, evolve_crew, sign_off, sign_on
from pitboss.refusal import Refusal
from pitboss.sheets import load, sheet_ids

GAME = load(sheet_ids()[0])
ROLES: dict[str, Role] = {"dan": "dealer", "dora": "dealer", "sue": "pit_supervisor", "acc": "accounting"}


class Pit:
    """Tables and accounts, each with the events that the floor would append to both."""

    def __init__(self) -> None:
        self.crews = {"1": Crew(), "2": Crew()}
        self.accounts = {
            name: Account(name=name, kind="staff", roles=(role,)) for name, role in ROLES.items()
        }

    def take(self, table: str, name: str, event: SignedOn | SignedOff | Refusal) -> str:
        if isinstance(event, Refusal):
            assert event.message
            return event.code
        self.crews[table] = evolve_crew(self.crews[table], event)
        self.accounts[name] = evolve_account(self.accounts[name], event)
        return "ok"

    def on(self, table: str, name: str, position: Position = "dealer", by: str = "") -> str:
        actor = Actor(by or name, ROLES[by or name])
        crew, account = self.crews[table], self.accounts[name]
        return self.take(table, name, sign_on(GAME, table, crew, account, position, actor))

    def off(self, table: str, name: str, by: str = "") -> str:
        actor = Actor(by or name, ROLES[by or name])
        return self.take(table, name, sign_off(GAME, table, self.crews[table], name, actor))


def test_a_dealer_signs_on_and_off() -> None:
    pit = Pit()
    assert pit.on("1", "dan") == "ok"
    assert pit.crews["1"].dealer == "dan"
    assert pit.accounts["dan"].deals_at == "1"
    assert pit.on("1", "dan") == "dealer_signed_on"
    assert pit.on("1", "dora") == "dealer_signed_on"
    assert pit.on("2", "dan") == "dealer_signed_on"
    assert pit.on("2", "dora", by="dan") == "own_account"
    assert pit.off("1", "dan", by="dora") == "role_too_low"
    assert pit.off("1", "dan", by="sue") == "ok"
    assert pit.off("1", "dan") == "not_signed_on"
    assert pit.on("2", "dan") == "ok"


def test_a_supervisor_watches_several_tables_and_may_deal_at_one() -> None:
    pit = Pit()
    assert pit.on("1", "sue", "pit_supervisor") == "ok"
    assert pit.on("2", "sue", "pit_supervisor") == "ok"
    assert pit.on("1", "sue") == "dealer_signed_on"
    assert pit.on("1", "dan", "pit_supervisor") == "role_too_low"
    assert pit.on("1", "acc") == "role_too_low"
    assert pit.off("2", "sue") == "ok"
    assert pit.on("2", "sue") == "ok"
    assert pit.crews == {"1": Crew(None, ("sue",)), "2": Crew("sue")}


@pytest.mark.parametrize(
    ("crew", "by", "code"),
    [
        (Crew(), Actor("dan", "dealer"), "not_signed_on"),
        (Crew("dan"), Actor("dan", "dealer"), None),
        (Crew("dan"), Actor("Dan ", "dealer"), None),
        (Crew("dan"), Actor("dora", "dealer"), "not_signed_on"),
        (Crew("dan"), Actor("sue", "pit_supervisor"), None),
        (Crew(), Actor("sue", "pit_supervisor"), "not_signed_on"),
        (Crew("dan"), Actor("acc", "accounting"), "role_too_low"),
        (Crew("dan"), Actor("ann", "player"), "role_too_low"),
    ],
)
def test_a_crewed_table_is_run_by_the_people_signed_on(crew: Crew, by: Actor, code: str | None) -> None:
    refusal = dealer_refusal(GAME, "1", crew, by)
    assert (refusal.code if refusal else None) == code
    if code == "role_too_low":
        assert refusal is not None
        assert refusal.clauses == GAME.sheet.refusals["role_too_low"]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["on", "off"]),
            st.sampled_from(["1", "2"]),
            st.sampled_from(sorted(ROLES)),
            st.sampled_from(["dealer", "pit_supervisor"]),
        )
    )
)
def test_tables_and_accounts_agree(acts: list[tuple[str, str, str, Position]]) -> None:
    pit = Pit()
    for act, table, name, position in acts:
        if act == "on":
            pit.on(table, name, position)
        else:
            pit.off(table, name)
        for account in pit.accounts.values():
            deals = [key for key, crew in pit.crews.items() if crew.dealer == account.name]
            assert deals == ([account.deals_at] if account.deals_at else [])
