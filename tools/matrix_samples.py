"""One request for every operation, and for every act of those that take one of several acts.

A request is made of what its operation takes, with the examples of the messages. Each is whole: whoever may
send it comes as far as the floor or the journal. What a request would need besides, and a matrix cannot give
(a second person's password, a claim that is open), it is without; its status is named then, because content
that is refused before anybody is asked who they are would let everybody in.
"""

from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

from msgspec import Struct, inspect, structs

import pitboss.sheets
from pitboss.messages.operations import Operation

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
_SHEET: Final = "rws-three-card-v3"
_OF_TWO: Final = 400
"""A second person is not named."""
_PATH: Final[Body] = {
    "link": "diamond",
    "count": "none",
    "sheet": "none",
    "other": "none",
    "question": "none",
    "number": 1,
    "name": "none",
}
_NAMES: Final = {"/api/people/": "somebody", "/api/players/": "player", "/api/training/": "nobody"}
"""What ``name`` is in a path, by how the path begins."""


def example(kind: Any) -> Any:
    """A value of a type, with nothing that may be left out."""
    match kind:
        case inspect.Metadata(type=inner, extra_json_schema=extra):
            return extra["examples"][0] if extra and "examples" in extra else example(inner)
        case inspect.StructType(fields=fields):
            tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
            return tag | {each.encode_name: example(each.type) for each in fields if each.required}
        case inspect.UnionType(types=(first, *_)) | inspect.LiteralType(values=(first, *_)):
            return example(first) if isinstance(first, inspect.Type) else first
        case inspect.IntType():
            return kind.ge or (kind.gt or 0) + 1
        case inspect.VarTupleType(item_type=inner):
            return [example(inner)] if kind.min_length else []
        case inspect.TupleType(item_types=inner):
            return [example(each) for each in inner]
        case inspect.DictType():
            return {example(kind.key_type): example(kind.value_type)}
        case inspect.BoolType():
            return True
        case inspect.StrType():
            return "a matrix"
    raise AssertionError(f"no example of {kind}: give the request in matrix_samples.py")


def acts_of(row: Operation) -> dict[str, type[Struct]]:
    """The acts that the body of an operation may be about, by their names."""
    acts = get_args(get_type_hints(row.body).get("act")) if row.body else ()
    return {
        str(act.__struct_config__.tag): act
        for act in acts
        if isinstance(act, type) and issubclass(act, Struct)
    }


def samples_of(row: Operation, act: str = "") -> Samples:
    """The requests for an operation, and for an act of it."""
    name = f"{row.method} {row.path}"
    if act != "adjust" and row.path.endswith("/adjust"):
        return ()
    own = (*_GIVEN.get(f"{name} {act}".rstrip(), ()), *_OF_ACTS.get(act, ())) if act else _GIVEN.get(name, ())
    start = next((given for prefix, given in _NAMES.items() if row.path.startswith(prefix)), _PATH["name"])
    made = Sample(_made(row, act), _PATH | {"name": start})
    return tuple(_merged(made, sample) for sample in own or (Sample(),))


def _made(row: Operation, act: str) -> Body | None:
    if row.body is None:
        return None
    body: Body = example(inspect.type_info(row.body))
    return body | {"act": example(inspect.type_info(acts_of(row)[act]))} if act else body


def _merged(made: Sample, own: Sample) -> Sample:
    """A request with what is said of it; of an act, what is said are its fields."""
    body, said = made.body, own.body
    if body is not None and said is not None:
        body = body | ({"act": body["act"] | said} if isinstance(body.get("act"), dict) else said)
    return structs.replace(own, body=body, path=made.path | own.path)


def _texts(name: str) -> str:
    return (Path(pitboss.sheets.__file__).parent / _SHEET / name).read_text(encoding="utf-8")


def _decided() -> Samples:
    about = (("link", "diamond", "about a link"), ("account", "somebody", "about an account"))
    return tuple(Sample(path={"kind": kind, "name": name}, label=label) for kind, name, label in about)


_TABLE: Final = "/api/tables/{table}"
_PROPOSAL: Final = "/api/proposals/{kind}/{name}/{number}"
_DAY: Final = "date=2020-01-01"
_NEW_TABLE: Final[Body] = {"table": "NEW-1", "sheet": _SHEET}
_LINK: Final[Body] = {
    "link": "gold",
    "members": {"3CP-1": _SHEET},
    "overflow_to": "revenue",
    "prescribed_bet": "5",
    "reset": "50000",
    "contribution_rate": "5%",
    "reserve_rate": "1%",
    "cap": "500000",
    "alarm_above": "100000",
}
_WHY: Final[Body] = {"reason": "a matrix"}
_RULED: Final[Body] = {**_WHY, "boxes": [1], "clause": "5.23"}
_GIVEN: Final[dict[str, Samples]] = {
    f"POST {_TABLE}/close": (Sample({"after_round": True}),),
    f"POST {_TABLE}/crew": (
        Sample({"position": "dealer"}, label="as Dealer"),
        Sample({"position": "pit_supervisor"}, label="as supervisor"),
    ),
    f"POST {_TABLE}/crew/off": (
        Sample(label="oneself"),
        Sample({"name": "other-supervisor"}, label="another"),
    ),
    f"POST {_TABLE}/seats": (Sample({"box": 5, "player": "player"}),),
    f"POST {_TABLE}/seats/leave": (
        Sample({"box": 6}, label="without a hand"),
        Sample({"box": 1}, label="with a hand in play"),
    ),
    f"POST {_TABLE}/chips": (Sample({"player": "player"}),),
    f"POST {_TABLE}/money": (Sample(also=_OF_TWO),),
    f"POST {_TABLE}/cards open": (Sample(also=_OF_TWO),),
    f"POST {_TABLE}/cards count": (Sample(also=_OF_TWO),),
    f"POST {_TABLE}/cards release": (Sample(also=_OF_TWO),),
    f"POST {_TABLE}/cards destroy": (Sample(also=_OF_TWO),),
    f"POST {_TABLE}/rounds/{{number}}/adjust adjust": (Sample(path={"number": 99}),),
    "GET /api/audits/{number}": (Sample(also=404),),
    "GET /api/reports/day": (Sample(query=_DAY),),
    "GET /api/reports/day/rows": (Sample(query=_DAY),),
    "POST /api/reports/day/close": (Sample({"day": "2020-01-01"}, also=400),),
    "POST /api/reports/day/sign": (Sample({"day": "2020-01-01"}, also=_OF_TWO),),
    "GET /api/reports/file": (Sample(query="first=2020-01-01&last=2020-01-01&form=parquet"),),
    "GET /api/reports/range": (Sample(query="first=2020-01-01&last=2020-01-02"),),
    "GET /api/lab/{sheet}/sweep": (Sample(query="over=meter"),),
    "POST /api/session": (Sample(also=400),),
    "POST /api/session/secret": (Sample(also=400),),
    "DELETE /api/session": (Sample(ends_session=True),),
    "DELETE /api/session/everywhere": (Sample(ends_session=True),),
    "POST /api/enrolment": (Sample(also=400),),
    "POST /api/players": (Sample({"password": "a long walk by the sea"}, also=429),),
    "POST /api/people/{name}/acts enrol": (Sample(path={"name": "player"}),),
    "POST /api/my/limits": (Sample({"limit": "loss", "amount": "1000"}),),
    "POST /api/players/{name}/limits": (Sample({"limit": "time", "minutes": 60}),),
    f"GET {_PROPOSAL}": _decided(),
    **{f"POST {_PROPOSAL}/{act}": _decided() for act in ("impact", "approve", "reject", "withdraw")},
    "POST /api/proposals set_limits": (Sample({"table": "3CP-1", "boxes": 6}),),
    "POST /api/proposals set_table": (
        Sample({**_NEW_TABLE, "denominations": ["25"]}),
        Sample({**_NEW_TABLE, "denominations": ["25"], "link": "spade"}, label="of a link"),
    ),
    "POST /api/proposals open_link": (Sample(_LINK),),
    "POST /api/proposals change_link": (Sample({"link": "diamond", "reset": "60000"}),),
    "POST /api/proposals take_sheet": (
        Sample({"sheet_toml": _texts("sheet.toml"), "clauses_toml": _texts("clauses.toml")}),
    ),
}
"""Requests of which something else is asked than examples say, by operation and act: fields of the body or of
the act, parts of the path, a query."""
_OF_ACTS: Final[dict[str, Samples]] = {
    "bet": (Sample({"player": "player"}),),
    "report": (
        Sample({**_WHY, "boxes": [1], "reconstructed": False}, label="the Dealer's"),
        Sample({**_WHY, "boxes": [1], "clause": "5.12.1", "count": 4}, label="a number of cards"),
        Sample({**_WHY, "clause": "5.14", "order": ["As", "Ks"]}, label="an order of cards"),
        Sample({**_WHY, "boxes": [1], "clause": "5.18", "permit": True}, label="a Pit Supervisor's"),
        Sample({**_WHY, "clause": "5.17.2", "action": "close"}, label="a Pit Manager's"),
        Sample({**_WHY, "clause": "5.23", "action": "continue"}, label="a Shift Manager's"),
        Sample(
            {**_RULED, "player": "ann", "action": "pay", "bet": "ante", "amount": "25.00"},
            label="a Shift Manager's on one bet",
        ),
    ),
    "lift": (Sample({**_WHY, "clause": "5.17.2", "action": "close"}),),
}
"""The same for an act of whichever operation."""
