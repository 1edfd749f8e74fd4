"""One request for every operation of the schema, and for every act of those that take one of several acts.

Each request is whole: whoever may send it comes as far as the floor or the journal. What a request would need
besides, and a matrix cannot give (a second person's password, a claim that is open), it is without; its
status is named then, because content that is refused before anybody is asked who they are would let
everybody in.
"""

from pathlib import Path
from typing import Any, Final

from msgspec import Struct

import pitboss.sheets

Body = dict[str, Any]


class Sample(Struct, frozen=True):
    """A request, without the names that its path leaves open."""

    body: Body | None = None
    path: Body = {}
    """What stands for the parts of the path; a table is put in by whoever asks."""
    query: str = ""
    also: int | None = None
    """Another status by which it is let through; otherwise content that is wrong is a wrong sample."""
    label: str = ""
    """What is said of this request where an operation has several."""
    ends_session: bool = False


Samples = tuple[Sample, ...]
_ID: Final = "matrix-command"
_SHEET: Final = "rws-three-card-v3"
_WHY: Final[Body] = {"reason": "a matrix"}
_OF_TWO: Final = 400
"""A second person is not named."""


def _texts(name: str) -> str:
    return (Path(pitboss.sheets.__file__).parent / _SHEET / name).read_text(encoding="utf-8")


def _own(**body: Any) -> Samples:
    return (Sample({"id": _ID, **body}),)


_NOTHING: Final = (Sample(),)
_ROUND: Final = (Sample(path={"number": 1}),)
_NOBODY_TRAINED: Final = (Sample(path={"name": "nobody", "question": "none"}),)
_NO_SHEET: Final = (Sample(path={"sheet": "none", "name": "none", "other": "none"}),)
_LINK: Final = (Sample(path={"link": "diamond"}),)
_COUNT: Final = (Sample(path={"count": "none"}),)
_DAY: Final = (Sample(query="date=2020-01-01"),)
_CLOSE_DAY: Final = (Sample(body={"id": "close-the-day", "day": "2020-01-01"}, also=400),)


def _decided(**body: Any) -> Samples:
    about = (("link", "diamond", "about a link"), ("account", "somebody", "about an account"))
    return tuple(
        Sample({"id": _ID, **body} if body else None, {"kind": kind, "name": name, "number": 1}, label=label)
        for kind, name, label in about
    )


OPERATIONS: Final[dict[str, Samples]] = {
    "GET /api/floor": _NOTHING,
    "GET /api/log": _NOTHING,
    "GET /api/stream": _NOTHING,
    "GET /api/tables": _NOTHING,
    "GET /api/tables/{table}": _NOTHING,
    "GET /api/tables/{table}/stream": _NOTHING,
    "GET /api/tables/{table}/irregularities": _NOTHING,
    "GET /api/tables/{table}/legal": _NOTHING,
    "GET /api/tables/{table}/methods": _NOTHING,
    "POST /api/tables/{table}/rounds": _own(),
    "POST /api/tables/{table}/deal": _own(),
    "POST /api/tables/{table}/open": _own(),
    "POST /api/tables/{table}/close": _own(after_round=True),
    "POST /api/tables/{table}/method": _own(),
    "POST /api/tables/{table}/notice": _own(text="hello"),
    "POST /api/tables/{table}/crew": (
        Sample({"id": _ID, "position": "dealer"}, label="as Dealer"),
        Sample({"id": _ID, "position": "pit_supervisor"}, label="as supervisor"),
    ),
    "POST /api/tables/{table}/crew/off": (
        Sample({"id": _ID}, label="oneself"),
        Sample({"id": _ID, "name": "other-supervisor"}, label="another"),
    ),
    "POST /api/tables/{table}/seats": _own(box=5, player="player"),
    "POST /api/tables/{table}/ready": _own(),
    "POST /api/tables/{table}/seats/leave": (
        Sample({"id": _ID, "box": 6}, label="without a hand"),
        Sample({"id": _ID, "box": 1}, label="with a hand in play"),
    ),
    "GET /api/felts": _NOTHING,
    "POST /api/tables/{table}/chips": _own(act="buy_in", amount="25", player="player"),
    "GET /api/tables/{table}/money": _NOTHING,
    "POST /api/tables/{table}/money": (
        Sample({"id": _ID, "kind": "fill", "count": [], "second": {"name": "nobody"}, **_WHY}, also=_OF_TWO),
    ),
    "GET /api/tables/{table}/ratings": _NOTHING,
    "GET /api/players/{name}/ratings": (Sample(path={"name": "player"}),),
    "GET /api/tables/{table}/cards": _NOTHING,
    "GET /api/tables/{table}/cards/{name}": (Sample(path={"name": "none"}),),
    "POST /api/tables/{table}/disputes": _own(round=1, **_WHY),
    "GET /api/tables/{table}/read": _NOTHING,
    "POST /api/tables/{table}/read": _own(round=1, sequence=1, card="As"),
    "GET /api/links": _NOTHING,
    "GET /api/links/{link}": _LINK,
    "GET /api/links/{link}/sign": _LINK,
    "GET /api/links/{link}/stream": _LINK,
    "GET /api/rounds": _NOTHING,
    "GET /api/rounds/{table}/{number}": _ROUND,
    "GET /api/rounds/{table}/{number}/file": _ROUND,
    "GET /api/rounds/{table}/{number}/openings": _ROUND,
    "GET /api/rounds/{table}/{number}/page": _ROUND,
    "POST /api/audit": _NOTHING,
    "GET /api/audits": _NOTHING,
    "GET /api/audits/{number}": (Sample(path={"number": "1"}, also=404),),
    "GET /api/checkpoints": _NOTHING,
    "GET /api/reports/day": _DAY,
    "POST /api/reports/day/close": _CLOSE_DAY,
    "POST /api/reports/day/sign": (
        Sample({"id": _ID, "day": "2020-01-01", "second": {"name": "nobody"}}, also=_OF_TWO),
    ),
    "GET /api/reports/day/rows": _DAY,
    "GET /api/reports/days": _NOTHING,
    "GET /api/reports/file": (Sample(query="first=2020-01-01&last=2020-01-01&form=parquet"),),
    "GET /api/reports/range": (Sample(query="first=2020-01-01&last=2020-01-02"),),
    "GET /api/reports/hits": _NOTHING,
    "GET /api/reports/liability": _NOTHING,
    "GET /api/sheets": _NOTHING,
    "GET /api/sheets/{sheet}/clauses": _NO_SHEET,
    "GET /api/sheets/{sheet}/compare/{other}": _NO_SHEET,
    "GET /api/sheets/{sheet}/rounds": _NO_SHEET,
    "GET /api/sheets/{sheet}/rounds/{name}": _NO_SHEET,
    "GET /api/sheets/{sheet}/rounds/{name}/play": _NO_SHEET,
    "GET /api/train/{sheet}/clauses": _NO_SHEET,
    "POST /api/train/{sheet}": (Sample({}, {"sheet": "none"}),),
    "POST /api/train/{sheet}/{question}": (Sample({}, {"sheet": "none", "question": "none"}),),
    "GET /api/training": _NOTHING,
    "GET /api/training/{name}": _NOBODY_TRAINED,
    "GET /api/training/{name}/answers": _NOBODY_TRAINED,
    "GET /api/training/{name}/answers/{question}": _NOBODY_TRAINED,
    "DELETE /api/training/{name}": _NOBODY_TRAINED,
    "POST /api/coach/{sheet}": (Sample({"number": 1}, {"sheet": "none"}),),
    "GET /api/lab/{sheet}/advise": _NO_SHEET,
    "GET /api/lab/{sheet}/odds": _NO_SHEET,
    "GET /api/lab/{sheet}/face-up": _NO_SHEET,
    "GET /api/lab/{sheet}/report": _NO_SHEET,
    "GET /api/lab/{sheet}/settings": _NO_SHEET,
    "GET /api/lab/{sheet}/sweep": (Sample(path={"sheet": "none"}, query="over=meter"),),
    "POST /api/simulations": (Sample(body={"sheet": "none"}),),
    "GET /api/simulations/newest": (Sample(),),
    "GET /api/counts/{count}": _COUNT,
    "DELETE /api/counts/{count}": _COUNT,
    "GET /api/counts/{count}/stream": _COUNT,
    "GET /api/session": _NOTHING,
    "GET /api/session/open": _NOTHING,
    "POST /api/session": (Sample({"name": "nobody"}, also=400),),
    "POST /api/session/secret": (Sample({"proof": "nothing"}, also=400),),
    "DELETE /api/session": (Sample(ends_session=True),),
    "DELETE /api/session/everywhere": (Sample(ends_session=True),),
    "POST /api/enrolment": (Sample({"name": "nobody", "codes": ["AAAA"]}, also=400),),
    "POST /api/players": (Sample({"name": "player", "password": "a long walk by the sea"}, also=429),),
    "GET /api/my/play": _NOTHING,
    "POST /api/my/limits": _own(limit="loss", amount="1000"),
    "POST /api/my/break": _own(days=1),
    "POST /api/my/reality-check": _own(minutes=30),
    "POST /api/my/reality-check/answer": _own(),
    "GET /api/players/{name}/play": (Sample(path={"name": "player"}),),
    "POST /api/players/{name}/limits": (
        Sample({"id": _ID, "limit": "time", "minutes": 60, **_WHY}, {"name": "player"}),
    ),
    "POST /api/players/{name}/break": (Sample({"id": _ID, "days": 1, **_WHY}, {"name": "player"}),),
    "GET /api/people": _NOTHING,
    "GET /api/people/{name}": (Sample(path={"name": "somebody"}),),
    "POST /api/people": _own(name="newcomer", kind="staff", **_WHY),
    "GET /api/proposals": _NOTHING,
    "GET /api/pit": _NOTHING,
    "GET /api/waiting": _NOTHING,
    "GET /api/proposals/{kind}/{name}/{number}": _decided(),
    "POST /api/proposals/{kind}/{name}/{number}/impact": _decided(),
    "POST /api/proposals/{kind}/{name}/{number}/approve": _decided(digest="0" * 64),
    "POST /api/proposals/{kind}/{name}/{number}/reject": _decided(**_WHY),
    "POST /api/proposals/{kind}/{name}/{number}/withdraw": _decided(**_WHY),
    "GET /health": _NOTHING,
    "GET /metrics": _NOTHING,
    "GET /ready": _NOTHING,
}
"""By method and path, for those that take no act."""


def _said(act: str, label: str = "", also: int | None = None, **more: Any) -> Sample:
    return Sample({"id": _ID, "act": {"act": act, **more}}, also=also, label=label)


_REPORT: Final[Body] = {"boxes": [1], **_WHY}
IN_ROUND: Final[dict[str, Samples]] = {
    "bet": (_said("bet", box=1, bet="ante", amount="25", player="player"),),
    "withdraw": (_said("withdraw", box=1, bet="ante"),),
    "close": (_said("close"),),
    "burn": (_said("burn", card="2c"),),
    "deal": (_said("deal", to=1, cards=["As", "Ks", "Qs"]),),
    "discard": (_said("discard", card="2c"),),
    "show": (_said("show", at=1, cards=["As"]),),
    "look": (_said("look", box=1),),
    "handle": (_said("handle", box=1),),
    "fold": (_said("fold", box=1),),
    "check": (_said("check", box=1),),
    "reveal": (_said("reveal"),),
    "decline": (_said("decline", box=1),),
    "view": (_said("view", box=1),),
    "no_hand": (_said("no_hand"),),
    "notify": (_said("notify", box=1),),
    "leave": (_said("leave", box=1),),
    "interrupt": (_said("interrupt"),),
    "choose": (_said("choose", box=1, way="continue"),),
    "report": (
        _said("report", "the Dealer's", clause="5.8.1", reconstructed=False, **_REPORT),
        _said("report", "a number of cards", clause="5.12.1", count=4, **_REPORT),
        _said("report", "an order of cards", clause="5.14", order=["As", "Ks"], **_WHY),
        _said("report", "a Pit Supervisor's", clause="5.18", permit=True, **_REPORT),
        _said("report", "a Pit Manager's", clause="5.17.2", action="close", **_WHY),
        _said("report", "a Shift Manager's", clause="5.23", action="continue", **_WHY),
        _said(
            "report",
            "a Shift Manager's on one bet",
            clause="5.23",
            boxes=[1],
            player="ann",
            action="pay",
            bet="ante",
            amount="25.00",
            **_WHY,
        ),
    ),
    "lift": (_said("lift", clause="5.17.2", action="close", **_WHY),),
    "correct_card": (_said("correct_card", at=1, recorded="As", card="Ks", **_WHY),),
    "correct_bet": (_said("correct_bet", box=1, player="player", bet="ante", amount="50", **_WHY),),
    "adjust": (_said("adjust", box=1, player="player", bet="ante", amount="5", **_WHY),),
    "settle": (_said("settle"),),
}


def _previewed(samples: Samples) -> Samples:
    """The same acts without the id of a command."""
    return tuple(Sample({"act": one.body["act"]}, label=one.label) for one in samples if one.body)


_ADJUST: Final = _said("adjust", box=1, player="player", bet="ante", amount="5", **_WHY)


def _account(act: str, **more: Any) -> Samples:
    return (Sample({"id": _ID, "act": {"act": act, **more}, **_WHY}, {"name": "somebody"}),)


def _link(act: str, **more: Any) -> Samples:
    return (Sample({"id": _ID, "act": {"act": act, **more}}, {"link": "diamond"}),)


def _two(act: str, **more: Any) -> Samples:
    return (Sample({"id": _ID, "act": {"act": act, **more}, **_WHY}),)


_LIMITS: Final = {"ante": ["25", "500"]}
_PARAMETERS: Final = {
    "reset": "50000",
    "contribution_rate": "5%",
    "reserve_rate": "1%",
    "cap": "500000",
    "overflow_to": "revenue",
    "prescribed_bet": "5",
    "alarm_above": "100000",
}
ACTS: Final[dict[str, dict[str, Samples]]] = {
    "POST /api/tables/{table}/acts": IN_ROUND,
    "POST /api/tables/{table}/preview": {name: _previewed(found) for name, found in IN_ROUND.items()},
    "POST /api/tables/{table}/worth": {name: _previewed(IN_ROUND[name]) for name in ("report", "interrupt")},
    "POST /api/tables/{table}/rounds/{number}/adjust": {
        "adjust": (Sample(_ADJUST.body, {"number": 99}),),
        "*": (),
    },
    "POST /api/tables/{table}/cards": {
        "open": (_said("open", set="S-1", backs="red", also=_OF_TWO),),
        "count": (_said("count", set="S-1", count=52, also=_OF_TWO),),
        "use": (_said("use", set="S-1", shuffled=True),),
        "take_out": (_said("take_out", set="S-1"),),
        "retain": (_said("retain", set="S-1", cause="dispute", round=1),),
        "release": (_said("release", set="S-1", cause="dispute", also=_OF_TWO, **_WHY),),
        "destroy": (_said("destroy", set="S-1", also=_OF_TWO),),
    },
    "POST /api/links/{link}/acts": {
        "check_claim": _link("check_claim", claim="none", item="bet_light"),
        "sign_claim": _link("sign_claim", claim="none"),
        "pay_claim": _link("pay_claim", claim="none", means="attendant"),
        "close_claim": _link("close_claim", claim="none"),
        "rule_order": _link("rule_order", claims=["none"], **_WHY),
        "fail": _link("fail", **_WHY),
        "restore": _link("restore", displayed="150000.00"),
        "release_overflow": _link("release_overflow"),
    },
    "POST /api/people/{name}/acts": {
        "lock": _account("lock"),
        "unlock": _account("unlock"),
        "disable": _account("disable"),
        "revoke_role": _account("revoke_role", role="dealer"),
        "revoke_token": _account("revoke_token", token="none"),
        "enrol": (Sample({"id": _ID, "act": {"act": "enrol"}, **_WHY}, {"name": "player"}),),
    },
    "POST /api/proposals": {
        "set_limits": _two("set_limits", table="3CP-1", boxes=6),
        "set_amounts": _two("set_amounts", adjust={"shift_manager": ["100", "1000"]}),
        "set_table": (
            *_two("set_table", table="NEW-1", sheet=_SHEET, limits=_LIMITS, denominations=["25"]),
            Sample(
                _two(
                    "set_table",
                    table="NEW-1",
                    sheet=_SHEET,
                    limits=_LIMITS,
                    denominations=["25"],
                    link="spade",
                )[0].body,
                label="of a link",
            ),
        ),
        "take_back_award": _two("take_back_award", table="3CP-1"),
        "open_link": _two("open_link", link="gold", members={"3CP-1": _SHEET}, **_PARAMETERS),
        "change_link": _two("change_link", link="diamond", reset="60000"),
        "correct_display": _two("correct_display", link="diamond", amount="1"),
        "move_money": _two("move_money", link="diamond", part="reserve", amount="1", to="revenue"),
        "remove_table": _two("remove_table", link="spade", table="3CP-1"),
        "close_link": _two("close_link", link="diamond", to="revenue"),
        "deny_claim": _two("deny_claim", link="diamond", claim="none"),
        "set_break": _two("set_break", player="player", days=2),
        "take_sheet": _two(
            "take_sheet", sheet_toml=_texts("sheet.toml"), clauses_toml=_texts("clauses.toml")
        ),
        "grant_role": _two("grant_role", name="somebody", role="dealer"),
        "enrol": _two("enrol", name="somebody"),
        "issue_token": _two("issue_token", name="reader", token="two", scopes=["watch_table"], days=1),
    },
}
"""By method and path, then by act; under ``*`` stands that no other act is content of the operation."""
