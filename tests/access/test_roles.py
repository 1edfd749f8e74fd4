"""The table of permissions: what must hold of it whoever edits it."""

import pytest

from pitboss.access.roles import (
    DEPARTMENTS,
    PERMISSIONS,
    ROLES,
    SCOPES,
    SYSTEM,
    Actor,
    Permission,
    Role,
    clauses_of,
    lowest_role,
    may,
    permission_refusal,
    sees_all_cards,
)
from pitboss.floor.tables.actors import as_done_by
from pitboss.people import ROLES as PIT
from pitboss.records.steps import parse_step
from pitboss.refusal import Refusal
from pitboss.round import Round
from pitboss.round.commands import Hashes, Memory
from pitboss.settlement import Table
from pitboss.sheets import load, sheet_ids

READS = {
    "watch_table",
    "see_all_cards",
    "open_shoe",
    "read_reports",
    "read_audit",
    "read_people",
    "read_metrics",
}


def of(role: Role) -> set[Permission]:
    return {permission for permission in PERMISSIONS if may(role, permission)}


def test_roles_that_only_watch_change_nothing() -> None:
    assert of("regulator") <= READS
    assert of("surveillance") <= READS


def test_an_administrator_touches_neither_game_nor_money() -> None:
    people = {"manage_people", "set_break", "grant_role", "enrol", "issue_token"}
    assert of("administrator") <= READS | people | {"keep_journal"}


def test_a_player_plays_and_nothing_else() -> None:
    assert of("player") == {"play", "watch_table"}
    assert [role for role in ROLES if may(role, "play")] == ["player"]


@pytest.mark.parametrize("role", ROLES)
def test_nobody_sees_face_down_cards(role: Role) -> None:
    assert not sees_all_cards(role, round_over=False)
    assert sees_all_cards(role, round_over=True) == (role in ("surveillance", "regulator"))


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_a_higher_post_of_the_pit_may_what_a_lower_one_may(permission: Permission) -> None:
    held = [role for role in PIT if may(role, permission)]
    assert held == list(PIT[len(PIT) - len(held) :])


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_every_permission_is_somebodys_and_makes_sense(permission: Permission) -> None:
    allowed = PERMISSIONS[permission]
    assert allowed.roles
    assert allowed.two or not (allowed.one or allowed.apart)
    assert set(allowed.one) <= set(allowed.roles)
    assert not (allowed.two and allowed.machine)
    if allowed.apart:
        assert len({DEPARTMENTS[role] for role in allowed.roles}) > 1


def test_a_device_only_watches_reads_and_says_what_it_saw() -> None:
    assert set(SCOPES) == {"watch_table", "send_cards", "read_reports", "read_audit", "read_metrics"}


@pytest.mark.parametrize("sheet", sheet_ids())
def test_the_clauses_say_who_decides(sheet: str) -> None:
    game = load(sheet)
    for clause, policy in game.sheet.irregularities.items():
        assert lowest_role(game, clause) == policy.by
    assert [lowest_role(game, clause) for clause in clauses_of(game, "rule")] == ["shift_manager"]
    assert lowest_role(game, "9.9") is None
    refusal = permission_refusal("dealer", "rule", game)
    assert refusal is not None
    assert refusal.code == "role_too_low"
    assert refusal.clauses == game.ruling_clauses
    other = permission_refusal("accounting", "run_table", game)
    assert other is not None
    assert other.clauses == game.sheet.refusals["role_too_low"]
    assert permission_refusal("pit_manager", "run_table", game) is None


@pytest.mark.parametrize("role", [role for role in ROLES if role not in (*PIT, "player")])
def test_only_the_pit_runs_a_table(role: Role) -> None:
    game = load(sheet_ids()[0])
    state = Round(
        table=Table(sheet=game.sheet.id),
        display=None,
        hashes=Hashes("", "", ""),
        memory=Memory(),
        later=Memory(),
        boxes=(),
    )
    command = parse_step("close")[0]
    answer = as_done_by(game, state, Actor("x", role), command)
    assert isinstance(answer, Refusal)
    assert answer.code == "role_too_low"
    assert as_done_by(game, state, Actor("x", "dealer"), command) == command
    assert as_done_by(game, state, SYSTEM, command) == command
