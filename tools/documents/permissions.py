"""Writes the tables of ``docs/reference/permissions.md`` from the code: ``python -m tools.documents``."""

from collections.abc import Iterator
from typing import Final

from pitboss.access.roles import DEPARTMENTS, PERMISSIONS, ROLES, Allowed
from pitboss.floor.amounts import DEFAULT_AMOUNTS, MONEY_ACTS, ActAmounts, RoleAmount
from pitboss.money import CENTS_PER_DOLLAR
from pitboss.people import ROLES as PIT
from pitboss.sheets import load, sheet_ids
from pitboss.words import say
from tools.documents.markdown import REFERENCE

PAGE: Final = REFERENCE / "permissions.md"
SHORT = {
    "player": "pl",
    "dealer": "de",
    "pit_supervisor": "ps",
    "pit_manager": "pm",
    "shift_manager": "sm",
    "accounting": "ac",
    "surveillance": "su",
    "regulator": "re",
    "administrator": "ad",
}


WITH_AMOUNTS = ("dealer", "pit_supervisor", "pit_manager", "shift_manager", "accounting")


def roles() -> Iterator[str]:
    yield "| role | short | department |"
    yield "| --- | --- | --- |"
    for role in ROLES:
        yield f"| {role} | {SHORT[role]} | {DEPARTMENTS[role]} |"


def permissions() -> Iterator[str]:
    yield f"| permission | to … | {' | '.join(SHORT.values())} | asks for |"
    yield "| --- | --- |" + " :-: |" * len(ROLES) + " --- |"
    for name, allowed in PERMISSIONS.items():
        marks = " | ".join("●" if role in allowed.roles else " " for role in ROLES)
        yield f"| `{name}` | {say(allowed.gist)} | {marks} | {'; '.join(_asks(allowed))} |"


def _asks(allowed: Allowed) -> Iterator[str]:
    if allowed.two:
        yield "two people"
    if allowed.one:
        yield f"one of them {' or '.join(SHORT[role] for role in allowed.one)}"
    if allowed.apart:
        yield "of two departments"
    if not allowed.pin:
        yield "password"
    if allowed.machine:
        yield "a device with this scope" + (", at one table" if allowed.at_table else "")


def clauses() -> Iterator[str]:
    yield "| sheet | posts | clause | what it decides | from which role on |"
    yield "| --- | --- | --- | --- | --- |"
    for sheet_id in sheet_ids():
        sheet = load(sheet_id).sheet
        posts = ", ".join(sheet.refusals["role_too_low"])
        for clause, policy in sheet.irregularities.items():
            if policy.by != PIT[0]:
                yield f"| {sheet_id} | {posts} | {clause} | {policy.gist} | {policy.by} |"


def amounts() -> Iterator[str]:
    """What each role moves alone on a floor that says nothing else, in dollars."""
    staff = [role for role in ROLES if role in WITH_AMOUNTS]
    yield f"| `amounts.` | {' | '.join(SHORT[role] for role in staff)} | most |"
    yield "| --- |" + " --: |" * (len(staff) + 1)
    for act in MONEY_ACTS:
        found: ActAmounts = getattr(DEFAULT_AMOUNTS, act)
        own = [_own(found.roles.get(role)) for role in staff]
        yield f"| `{act}` | {' | '.join(own)} | {found.most // CENTS_PER_DOLLAR:,} |"


def _own(amount: RoleAmount | None) -> str:
    if amount is None:
        return " "
    parts = (amount.each, amount.day) if amount.day is not None else (amount.each,)
    return " / ".join(f"{cents // CENTS_PER_DOLLAR:,}" for cents in parts)


TABLES = {"amounts": amounts, "roles": roles, "permissions": permissions, "clauses": clauses}


def written() -> str:
    """The page with its tables as the code has them."""
    text = PAGE.read_text(encoding="utf-8")
    for name, rows in TABLES.items():
        before, _, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition("<!-- end -->")
        text = "\n".join([f"{before}<!-- {name} -->", *rows(), end + after])
    return text
