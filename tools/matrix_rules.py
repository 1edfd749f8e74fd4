"""By what each operation and act is decided: permissions of ``pitboss.access.roles``, of which one is enough.

The table of operations and those of acts say it. Where nothing else is looked at, a rule is exact: the matrix
must be what ``PERMISSIONS`` says, to the cell. Elsewhere more is asked (whose seat it is, who is signed on,
of what kind the table is, what a clause says), and the permissions are the most that anybody gets.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from pitboss.access.commands import ACCOUNT_ACTS, ActKind
from pitboss.floor.acts import LINK_ACTS, PROPOSED_ACTS, ROUND_ACTS, SET_ACTS, ActSpec
from pitboss.messages import operations
from pitboss.messages.operations import OPERATIONS

EVERYBODY: Final = ("everybody",)
SIGNED_IN: Final = ("whoever is signed in",)


class Rule(Struct, frozen=True):
    """Permissions of which one is enough, and what is asked besides."""

    permissions: tuple[str, ...]
    besides: str = ""

    @property
    def exact(self) -> bool:
        """Whether the permissions alone decide."""
        return not self.besides

    @property
    def words(self) -> str:
        """The rule for people."""
        plain = self.permissions in (EVERYBODY, SIGNED_IN)
        names = " or ".join(name if plain else f"`{name}`" for name in self.permissions)
        return f"{names}; {self.besides}" if self.besides else names


def _by(*permissions: str, besides: str = "") -> Rule:
    return Rule(permissions, besides)


_OPEN: Final = _by("open_table")
_SIGNED_ON: Final = "signed on"
_OWN: Final = "one's own"
_SEATS: Final = _by("play", "run_table")
_RUNS: Final = _by("run_table", besides=_SIGNED_ON)
_TRAINS: Final = _by("watch_table", besides="no device")
_RESULTS: Final = _by("read_training", besides=_OWN)
_PROPOSAL: Final = "/api/proposals/{kind}/{name}/{number}"

_BY_ACT: Final[dict[str, Rule]] = {
    "GET /api/tables/{table}/legal": Rule(SIGNED_IN),
    "POST /api/tables/{table}/rounds": _RUNS,
    "POST /api/tables/{table}/deal": _RUNS,
    **{f"POST /api/tables/{{table}}/{name}": _OPEN for name in ("open", "close", "method", "notice")},
    "POST /api/tables/{table}/seats": _SEATS,
    "POST /api/tables/{table}/ready": _SEATS,
    "POST /api/tables/{table}/chips": _by("play", "bankroll", besides="one's own, play money"),
    "POST /api/tables/{table}/money": _by("table_money"),
    "POST /api/tables/{table}/disputes": _by("report"),
    "GET /api/tables/{table}/read": _by("send_cards"),
    "POST /api/tables/{table}/read": _by("send_cards", besides=_SIGNED_ON),
    "POST /api/train/{sheet}": _TRAINS,
    "POST /api/train/{sheet}/{question}": _TRAINS,
    "GET /api/training/{name}": _RESULTS,
    "GET /api/training/{name}/answers": _RESULTS,
    "GET /api/training/{name}/answers/{question}": _RESULTS,
}
"""Where the table of operations says that the command decides, or whom the operation is about."""
_VARIANTS: Final[dict[tuple[str, str], Rule]] = {
    ("POST /api/tables/{table}/crew", "as Dealer"): _by("run_table"),
    ("POST /api/tables/{table}/crew", "as supervisor"): _by("supervise_table"),
    ("POST /api/tables/{table}/crew/off", "oneself"): _by("run_table", besides=_SIGNED_ON),
    ("POST /api/tables/{table}/crew/off", "another"): _by("supervise_table", besides="who is signed on"),
    ("POST /api/tables/{table}/seats/leave", "with a hand in play"): _by("play", "run_table", besides=_OWN),
    ("POST /api/tables/{table}/seats/leave", "without a hand"): _SEATS,
    ("POST /api/proposals set_table", ""): _by("set_limits"),
    **{
        (f"{operation} {_PROPOSAL}{act}", label): _by(permission, *read, besides=besides)
        for operation, act, reads, besides in (
            ("GET", "", True, ""),
            ("POST", "/impact", True, ""),
            ("POST", "/approve", False, ""),
            ("POST", "/reject", False, ""),
            ("POST", "/withdraw", False, _OWN),
        )
        for label, permission, read in (
            ("about a link", "change_link", ("read_reports", "read_audit") if reads else ()),
            ("about an account", "grant_role", ("read_people",) if reads else ()),
        )
    },
}
_ACTS: Final[dict[str, Mapping[Any, ActKind]]] = {
    "POST /api/tables/{table}/acts": ROUND_ACTS,
    "POST /api/tables/{table}/preview": ROUND_ACTS,
    "POST /api/tables/{table}/worth": ROUND_ACTS,
    "POST /api/tables/{table}/rounds/{number}/adjust": ROUND_ACTS,
    "POST /api/tables/{table}/cards": SET_ACTS,
    "POST /api/links/{link}/acts": LINK_ACTS,
    "POST /api/proposals": PROPOSED_ACTS | ACCOUNT_ACTS,
}
_CORRECTED: Final = {"correct_card": _SIGNED_ON, "correct_bet": "no automatic table"}


def rule_of(operation: str, act: str, label: str) -> Rule:
    """The rule of an operation or act."""
    special = _VARIANTS.get((f"{operation} {act}".rstrip(), label)) or _BY_ACT.get(operation)
    found = special or _of_act(operation, act) or _of_row(operation)
    assert found, f"no rule for {operation} {act}: say in matrix_rules.py by which permission it is decided"
    return found


def _of_row(operation: str) -> Rule | None:
    by = {f"{row.method} {row.path}": row.by for row in OPERATIONS.values()}.get(operation, "")
    plain = {operations.EVERYBODY: Rule(EVERYBODY), operations.SIGNED_IN: Rule(SIGNED_IN)}
    return plain.get(by) or (_by(*by.split()) if by else None)


def _of_act(operation: str, act: str) -> Rule | None:
    acts = _ACTS.get(operation, {})
    found = next((kind for kind in acts.values() if kind.word == act), None)
    if not isinstance(found, ActSpec) or acts is not ROUND_ACTS:
        return _by(found.permission) if found else None
    if found.player:
        return _by("play", found.permission, besides=_OWN)
    clause = "its clause" if found.permission == "report" else ""
    return _by(found.permission, besides=_SIGNED_ON if found.runs else _CORRECTED.get(act, clause))
