"""By what each operation and act is decided: permissions of ``pitboss.access.roles``, of which one is enough.

Where nothing else is looked at, a rule is exact: the matrix must be what ``PERMISSIONS`` says, to the cell.
Elsewhere more is asked (whose seat it is, who is signed on, of what kind the table is, what a clause says),
and the permissions are the most that anybody gets.
"""

from typing import Final

from msgspec import Struct

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


_WATCH, _REPORTS, _AUDIT = _by("watch_table"), _by("read_reports"), _by("read_audit")
_OWN_PLAY: Final = _by("play")
_MANAGE, _PEOPLE, _OPEN = _by("manage_people"), _by("read_people"), _by("open_table")
_ALL, _ANY = Rule(EVERYBODY), Rule(SIGNED_IN)
_SIGNED_ON: Final = "signed on"
_OWN: Final = "one's own"
_READ_SETS: Final = _by("run_table", "read_audit", "see_all_cards")
_PLAYS: Final = _by("play", "run_table", besides=_OWN)
_SEATS: Final = _by("play", "run_table")
_RUNS: Final = _by("run_table", besides=_SIGNED_ON)
_TRAINS: Final = _by("watch_table", besides="no device")
_REPORT: Final = _by("report", besides="its clause")

_OPERATIONS: Final[dict[str, Rule]] = {
    "GET /api/floor": _ALL,
    "GET /api/log": _ALL,
    "GET /api/stream": _ALL,
    "GET /api/tables": _ALL,
    "GET /api/tables/{table}": _ALL,
    "GET /api/tables/{table}/stream": _ALL,
    "GET /api/tables/{table}/irregularities": _by("report"),
    "GET /api/tables/{table}/legal": _ANY,
    "GET /api/tables/{table}/methods": _ALL,
    "POST /api/tables/{table}/rounds": _RUNS,
    "POST /api/tables/{table}/deal": _RUNS,
    "POST /api/tables/{table}/open": _OPEN,
    "POST /api/tables/{table}/close": _OPEN,
    "POST /api/tables/{table}/method": _OPEN,
    "POST /api/tables/{table}/notice": _OPEN,
    "POST /api/tables/{table}/seats": _SEATS,
    "POST /api/tables/{table}/ready": _SEATS,
    "GET /api/felts": _ALL,
    "POST /api/tables/{table}/chips": _by("play", "bankroll", besides="one's own, play money"),
    "GET /api/tables/{table}/money": _by("table_money", "read_reports"),
    "POST /api/tables/{table}/money": _by("table_money"),
    "GET /api/tables/{table}/ratings": _REPORTS,
    "GET /api/players/{name}/ratings": _REPORTS,
    "GET /api/tables/{table}/cards": _READ_SETS,
    "GET /api/tables/{table}/cards/{name}": _READ_SETS,
    "POST /api/tables/{table}/disputes": _by("report"),
    "GET /api/tables/{table}/read": _by("send_cards"),
    "POST /api/tables/{table}/read": _by("send_cards", besides=_SIGNED_ON),
    "GET /api/links": _ALL,
    "GET /api/links/{link}": _by("read_reports", "verify_claim"),
    "GET /api/links/{link}/sign": _ALL,
    "GET /api/links/{link}/stream": _ALL,
    "GET /api/rounds": _WATCH,
    "GET /api/rounds/{table}/{number}": _WATCH,
    "GET /api/rounds/{table}/{number}/file": _WATCH,
    "GET /api/rounds/{table}/{number}/openings": _WATCH,
    "GET /api/rounds/{table}/{number}/page": _by("see_all_cards"),
    "POST /api/audit": _AUDIT,
    "GET /api/audits": _AUDIT,
    "GET /api/audits/{number}": _AUDIT,
    "GET /api/checkpoints": _AUDIT,
    "GET /api/reports/day": _REPORTS,
    "GET /api/reports/day/rows": _REPORTS,
    "GET /api/reports/file": _REPORTS,
    "GET /api/reports/range": _REPORTS,
    "POST /api/reports/day/close": _by("close_day"),
    "POST /api/reports/day/sign": _by("sign_off_day"),
    "GET /api/reports/days": _REPORTS,
    "GET /api/reports/hits": _REPORTS,
    "GET /api/reports/liability": _REPORTS,
    "GET /api/sheets": _ALL,
    "GET /api/sheets/{sheet}/clauses": _ALL,
    "GET /api/sheets/{sheet}/compare/{other}": _ALL,
    "GET /api/sheets/{sheet}/rounds": _ALL,
    "GET /api/sheets/{sheet}/rounds/{name}": _ALL,
    "GET /api/sheets/{sheet}/rounds/{name}/play": _ALL,
    "GET /api/train/{sheet}/clauses": _WATCH,
    "POST /api/train/{sheet}": _TRAINS,
    "POST /api/train/{sheet}/{question}": _TRAINS,
    "GET /api/training": _by("read_training"),
    "GET /api/training/{name}": _by("read_training", besides=_OWN),
    "GET /api/training/{name}/answers": _by("read_training", besides=_OWN),
    "GET /api/training/{name}/answers/{question}": _by("read_training", besides=_OWN),
    "DELETE /api/training/{name}": _MANAGE,
    "POST /api/coach/{sheet}": _ALL,
    "GET /api/lab/{sheet}/advise": _WATCH,
    "GET /api/lab/{sheet}/odds": _WATCH,
    "GET /api/lab/{sheet}/face-up": _WATCH,
    "GET /api/lab/{sheet}/report": _WATCH,
    "GET /api/lab/{sheet}/settings": _WATCH,
    "GET /api/lab/{sheet}/sweep": _WATCH,
    "POST /api/simulations": _WATCH,
    "GET /api/simulations/newest": _WATCH,
    "GET /api/counts/{count}": _ANY,
    "DELETE /api/counts/{count}": _ANY,
    "GET /api/counts/{count}/stream": _ANY,
    "GET /api/session": _ANY,
    "GET /api/session/open": _ANY,
    "POST /api/session": _ALL,
    "POST /api/session/secret": _ANY,
    "DELETE /api/session": _ALL,
    "DELETE /api/session/everywhere": _ANY,
    "POST /api/enrolment": _ALL,
    "POST /api/players": _ALL,
    "GET /api/my/play": _OWN_PLAY,
    "POST /api/my/limits": _OWN_PLAY,
    "POST /api/my/break": _OWN_PLAY,
    "POST /api/my/reality-check": _OWN_PLAY,
    "POST /api/my/reality-check/answer": _OWN_PLAY,
    "GET /api/players/{name}/play": _by("read_people", "read_reports"),
    "POST /api/players/{name}/limits": _MANAGE,
    "POST /api/players/{name}/break": _MANAGE,
    "GET /api/people": _PEOPLE,
    "GET /api/people/{name}": _PEOPLE,
    "POST /api/people": _MANAGE,
    "GET /api/proposals": _ANY,
    "GET /api/pit": _by("run_table"),
    "GET /api/waiting": _ANY,
    "GET /health": _ALL,
    "GET /metrics": _by("read_metrics"),
    "GET /ready": _ALL,
}
_VARIANTS: Final[dict[tuple[str, str], Rule]] = {
    ("POST /api/tables/{table}/crew", "as Dealer"): _by("run_table"),
    ("POST /api/tables/{table}/crew", "as supervisor"): _by("supervise_table"),
    ("POST /api/tables/{table}/crew/off", "oneself"): _by("run_table", besides=_SIGNED_ON),
    ("POST /api/tables/{table}/crew/off", "another"): _by("supervise_table", besides="who is signed on"),
    ("POST /api/tables/{table}/seats/leave", "with a hand in play"): _PLAYS,
    ("POST /api/tables/{table}/seats/leave", "without a hand"): _SEATS,
    ("POST /api/proposals", "of a link"): _by("change_link"),
    ("GET /api/proposals/{kind}/{name}/{number}", "about a link"): _by(
        "change_link", "read_reports", "read_audit"
    ),
    ("GET /api/proposals/{kind}/{name}/{number}", "about an account"): _by("grant_role", "read_people"),
    ("POST /api/proposals/{kind}/{name}/{number}/impact", "about a link"): _by(
        "change_link", "read_reports", "read_audit"
    ),
    ("POST /api/proposals/{kind}/{name}/{number}/impact", "about an account"): _by(
        "grant_role", "read_people"
    ),
    **{
        (f"POST /api/proposals/{{kind}}/{{name}}/{{number}}/{act}", label): _by(permission, besides=besides)
        for act, besides in (("approve", ""), ("reject", ""), ("withdraw", "one's own"))
        for label, permission in (("about a link", "change_link"), ("about an account", "grant_role"))
    },
}
_ACTS: Final[dict[str, dict[str, Rule]]] = {
    "POST /api/tables/{table}/acts": {
        **dict.fromkeys(("bet", "withdraw", "look", "handle", "fold", "check"), _PLAYS),
        **dict.fromkeys(("decline", "notify", "leave", "choose"), _PLAYS),
        **dict.fromkeys(("close", "reveal", "no_hand", "settle", "burn", "deal", "discard", "show"), _RUNS),
        **dict.fromkeys(("report", "interrupt", "view", "lift"), _REPORT),
        "correct_card": _by("correct", besides=_SIGNED_ON),
        "correct_bet": _by("correct", besides="no automatic table"),
        "adjust": _by("rule"),
    },
    "POST /api/tables/{table}/rounds/{number}/adjust": {"adjust": _by("rule")},
    "POST /api/tables/{table}/cards": {
        **dict.fromkeys(("open", "count", "use", "take_out"), _by("run_table")),
        **dict.fromkeys(("retain", "release", "destroy"), _by("keep_card_sets")),
    },
    "POST /api/links/{link}/acts": {
        **dict.fromkeys(("check_claim", "sign_claim"), _by("verify_claim")),
        **dict.fromkeys(("pay_claim", "close_claim"), _by("pay_claim")),
        "rule_order": _by("rule"),
        "fail": _by("report"),
        **dict.fromkeys(("restore", "release_overflow"), _by("restore_jackpot")),
    },
    "POST /api/people/{name}/acts": dict.fromkeys(
        ("lock", "unlock", "disable", "revoke_role", "revoke_token", "enrol"), _MANAGE
    ),
    "POST /api/proposals": {
        **dict.fromkeys(("set_limits", "set_amounts", "set_table"), _by("set_limits")),
        **dict.fromkeys(("take_back_award", "deny_claim"), _by("deny_claim")),
        **dict.fromkeys(("open_link", "change_link", "correct_display"), _by("change_link")),
        **dict.fromkeys(("move_money", "remove_table", "close_link"), _by("change_link")),
        "take_sheet": _by("change_sheet"),
        "set_break": _by("set_break"),
        "grant_role": _by("grant_role"),
        "enrol": _by("enrol"),
        "issue_token": _by("issue_token"),
    },
}
_LIKE: Final = {
    "POST /api/tables/{table}/preview": "POST /api/tables/{table}/acts",
    "POST /api/tables/{table}/worth": "POST /api/tables/{table}/acts",
}
"""Decided as others are."""


def rule_of(operation: str, act: str, label: str) -> Rule:
    """The rule of an operation or act."""
    name = _LIKE.get(operation, operation)
    found = _VARIANTS.get((name, label)) or _ACTS.get(name, {}).get(act) or _OPERATIONS.get(name)
    assert found, f"no rule for {operation} {act}: say in matrix_rules.py by which permission it is decided"
    return found
