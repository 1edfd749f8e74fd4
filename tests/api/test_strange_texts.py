"""Strange texts in every field of every body, in paths and queries: refused, and never taken for others."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pitboss.access.roles import Role
from pitboss.api.app import routes
from pitboss.api.middleware import rate_limit as often
from pitboss.cards import parse_card
from pitboss.floor.setup.config import DEFAULT_FILE, ConfigFault, parse_config
from pitboss.jackpots.config import parse_share
from pitboss.money import parse_cents, parse_exact
from pitboss.sheets import SheetFault, sheet_ids
from pitboss.sheets.loader import read_texts
from pitboss.training.situations import find_situation
from tests.api.bodies import Case, body_types, cases
from tests.api.served import Served, served_floor
from tests.api.test_rounds import BY_HAND
from tests.sheets.shipped import shipped_texts

NAMES = {
    "table": "MSS-1",
    "link": "mega",
    "number": "1",
    "sheet": "rws-three-card-v3",
    "name": "dealer",
    "kind": "table",
    "question": "settle.1.1",
}
ENDED = ("5\n", "As\n", "5.8.1\n", "ann\n", "ten-letters\n", f"{'0' * 64}\n")
CONTROLS = (*ENDED, "5\r", "\n5", "5\x00", "\x1b[2Jx")
STRANGE = (
    "٥",
    "５",
    "²",
    "1_0",
    "+5",
    " 5",
    "5 ",
    "1e2",
    "1e2000000",
    "1.00 1e2000000",
    "NaN",
    ".5",
    "0x5",
    "9" * 5000,
)
NUMBERS: tuple[Any, ...] = ("1", "1\n", "1e0", "٥", 1.5, 1e300, 10**400, -(10**20), True, [], {"a": 1})
PRINTED = re.compile(r"[!-~]{8,100}")
FREE = re.compile(r"[^\x00-\x08\x0b\x0c\x0e-\x1f]{0,60000}")
FORMS = {
    "8d1f0c52-bet": PRINTED,
    "25.00": re.compile(r"[0-9]{1,12}(\.[0-9]{1,2})?"),
    "-25.00": re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,30})?"),
    "150000.00": re.compile(r"[0-9]{1,15}(\.[0-9]{1,30})?"),
    "5%": re.compile(r"[0-9]{1,3}(\.[0-9]+)?%|[0-9]+/[0-9]+|0?\.[0-9]+|[01]"),
    "As": re.compile(r"[2-9TJQKA][shdc]|\?"),
    "5.8.1": re.compile(r"[0-9]{1,2}(\.[0-9]{1,2})+[a-z]?"),
    "S-2041": re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}"),
    "3CP-1": re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}"),
    "2025-03-10": re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    "0" * 64: re.compile(r"[0-9a-f]{64}"),
    "ann": re.compile(r"[^\x00-\x1f\x7f]{1,64}"),
    "ante": re.compile(r"[^\x00-\x1f\x7f]{1,20}"),
    "revenue": re.compile(r"[^\x00-\x1f\x7f]{1,40}"),
    "3CP-1/7/1/ann": re.compile(r"[^\x00-\x1f\x7f]{1,200}"),
    "the camera shows it": FREE,
    "asked at the cage": FREE,
}
"""What each form takes, told once more than in the code: by its example."""
SEND_AS: dict[str, Role] = {
    "/api/people": "administrator",
    "/api/people/{name}/acts": "administrator",
    "/api/tables/{table}/money": "accounting",
    "/api/tables/{table}/chips": "accounting",
    "/api/reports/day/close": "accounting",
}
"""The role that may send it; anything else the shift manager may."""


def _without_limits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(often, "ACCOUNT_AT_ONCE", 10**6)
    patch.setattr(often, "PLACE_AT_ONCE", 10**6)


served = served_floor(BY_HAND, patched=_without_limits)


class Sender:
    """Sends bodies as whoever may."""

    def __init__(self, served: Served) -> None:
        roles: set[Role] = {*SEND_AS.values(), "shift_manager"}
        self._tokens = {role: served.token(role) for role in roles}
        self._client = httpx.Client(base_url=served.url)

    def headers(self, route: str = "") -> dict[str, str]:
        token = self._tokens[SEND_AS.get(route, "shift_manager")]
        return {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def post(self, route: str, body: bytes) -> httpx.Response:
        path = re.sub(r"\{(\w+)\}", lambda found: NAMES[found[1]], route)
        return self._client.post(path, content=body, headers=self.headers(route))

    def get(self, path: str) -> httpx.Response:
        return self._client.get(path, headers=self.headers())


@pytest.fixture(scope="module")
def sender(served: Served) -> Iterator[Sender]:
    found = Sender(served)
    yield found
    found._client.close()


@pytest.fixture(scope="module")
def types(served: Served) -> dict[str, Any]:
    return body_types(routes())


def values_for(case: Case) -> Iterator[tuple[object, bool]]:
    """Values to put into a field, and whether each must be refused as no value of it."""
    field = case.field
    if "enum" in field:
        yield from ((value, True) for value in (*CONTROLS[:2], *STRANGE[:3]))
    elif field["type"] != "string":
        yield from ((value, True) for value in NUMBERS if type(value) is not type(_sample(field)))
        yield from ((value, True) for value in (10**400, -(10**20)) if field["type"] == "integer")
    elif "pattern" in field:
        form = FORMS[field["examples"][0]] if "examples" in field else FREE
        for value in (*CONTROLS, *STRANGE):
            bounded = field.get("minLength", 0) <= len(value) <= field.get("maxLength", 10**6)
            yield value, not (bounded and form.fullmatch(value))
    else:
        assert case.where[-1] in ("password", "pin", "proof"), f"{case.where} of {case.route} has no form"


def _sample(field: dict[str, Any]) -> object:
    return True if field["type"] == "boolean" else 1


def test_strange_texts_in_every_field_of_every_body(
    served: Served, sender: Sender, types: dict[str, Any]
) -> None:
    sent = refused = 0
    seen = set[tuple[str, object, str]]()
    for case in cases(types):
        for value, wrong in values_for(case):
            once = (str(types[case.route]), case.where, f"{case.field}{value!r}")
            if once in seen or (case.signed and not wrong):
                continue
            seen.add(once)
            before = served.site.journal.last_position()
            body = case.with_value(value)
            if case.where != ("id",) and "id" in body:
                body["id"] = f"strange-{sent}"
            answer = sender.post(case.route, json.dumps(body).encode())
            what = (case.route, case.where, value, answer.status_code, answer.text[:300])
            sent += 1
            assert answer.status_code < 500, what
            if wrong:
                refused += 1
                assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request"), what
                assert answer.json()["error"]["path"].startswith("body"), what
            elif answer.status_code < 300 and isinstance(value, str) and case.where != ("id",):
                recorded = b"".join(event.data for event in served.site.journal.read_all(before, 100))
                kept = json.dumps(value.strip(), ensure_ascii=False)[1:-1].encode()
                assert not recorded or kept.lower() in recorded.lower(), what
    assert refused > 1500, (sent, refused)


def test_every_body_of_the_schema_is_tried(served: Served, sender: Sender, types: dict[str, Any]) -> None:
    document = sender.get("/schema/openapi.json").json()
    taking = {
        path
        for path, methods in document["paths"].items()
        for operation in methods.values()
        if "requestBody" in operation
    }
    assert set(types) == taking
    tried = {(case.route, case.where[0]) for case in cases(types)}
    for route in taking:
        schema = document["paths"][route]["post"]["requestBody"]["content"]["application/json"]["schema"]
        named = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]["properties"]
        assert {name for where, name in tried if where == route} >= set(named) - {"pin"}


DEEP = 30_000
BROKEN = {
    "arrays in arrays": b"[" * DEEP + b"]" * DEEP,
    "arrays under a name": b'{"id":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "objects in objects": b'{"act":' * 7000 + b"1" + b"}" * 7000,
    "no UTF-8": b'{"id":"abcdefg\xff"}',
    "half a surrogate pair": b'{"id":"abcdefgh\\ud800"}',
    "a surrogate in UTF-8": b'{"id":"abcdefgh\xed\xa0\x80"}',
    "NaN": b'{"id":NaN}',
    "infinite": b'{"id":-Infinity}',
    "another encoding": '{"id":"abcdefgh"}'.encode("utf-16"),
    "a mark before it": b'\xef\xbb\xbf{"id":"abcdefgh"}',
    "two documents": b'{"id":"abcdefgh"}{"id":"abcdefgh"}',
    "a number of 20,000 digits": b'{"id":' + b"9" * 20_000 + b"}",
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=list(BROKEN))
def test_every_route_refuses_json_of_another_shape(
    sender: Sender, types: dict[str, Any], body: bytes
) -> None:
    for route in types:
        answer = sender.post(route, body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request"), route


def test_a_name_that_stands_twice_has_no_value(served: Served, sender: Sender) -> None:
    before = served.site.journal.last_position()
    twice = b'{"id":"abcdefgh-1","text":"one","text":"another"}'
    answer = sender.post("/api/tables/{table}/notice", twice)
    assert (answer.status_code, answer.json()["error"]["message"]) == (
        400,
        "the name 'text' occurs twice in one object",
    )
    assert served.site.journal.last_position() == before


def test_a_proposal_under_the_id_of_another_command_is_answered(sender: Sender) -> None:
    assert sender.post("/api/tables/{table}/notice", b'{"id":"used-once","text":"one"}').status_code == 201
    act = {"act": "remove_table", "link": "mega", "table": "MSS-1"}
    body = json.dumps({"id": "used-once", "reason": "why", "act": act}).encode()
    answer = sender.post("/api/proposals", body)
    assert answer.status_code == 409, answer.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/rounds/MSS-1/1_0", 404),
        ("/api/rounds/MSS-1/%D9%A5", 404),
        ("/api/rounds/MSS-1/+1", 404),
        ("/api/rounds/MSS-1/%201", 404),
        ("/api/rounds/MSS-1/01", 404),
        ("/api/rounds/MSS-1/-1", 404),
        ("/api/rounds/MSS-1/" + "9" * 400, 404),
        ("/api/rounds/MSS-1/" + "9" * 5000, 404),
        ("/api/tables/a%0Ab", 400),
        ("/api/tables/%00", 400),
        ("/api/tables/" + "x" * 300, 400),
        ("/api/people/%00", 400),
        ("/api/proposals/table/%00/1", 400),
        ("/api/proposals?subject=%00", 400),
        ("/api/rounds?payout=%D9%A5", 400),
        ("/api/rounds?payout=5%0A", 400),
        ("/api/rounds?payout=5%0D", 400),
        ("/api/rounds?player=a%0A", 400),
        ("/api/rounds?card=As%0A", 400),
        ("/api/rounds?irregularity=%D9%A5.%D9%A5", 400),
        ("/api/rounds?table=MSS-1%00", 400),
        ("/api/reports/hits?link=%0A", 400),
        ("/api/tables/MSS-1/ratings?day=2025-03-10%0A", 400),
    ],
)
def test_an_address_is_read_strictly_too(sender: Sender, path: str, status: int) -> None:
    answer = sender.get(path)
    assert answer.status_code == status, answer.text
    assert "no round 10" not in answer.text
    assert "no round 5" not in answer.text
    if "?" in path:
        assert answer.json()["error"]["path"].startswith("query.")


@pytest.mark.parametrize("text", [*ENDED[:1], *STRANGE[:9], "", "5.", "5\x00"])
def test_amounts_cards_and_shares_of_files_and_arguments_are_as_strict(text: str) -> None:
    for read in (parse_cents, parse_exact, parse_card, parse_share):
        with pytest.raises(ValueError, match=r"is not|is no"):
            read(text)
    assert find_situation(sheet_ids()[0], f"settle.{text}.1") is None


SHEET, CLAUSES = shipped_texts("rws-three-card-v3")


@pytest.mark.parametrize(
    ("sheet", "clauses", "says"),
    [
        ("a = " + "[" * 30_000, CLAUSES, "nested too deeply"),
        ("a." * 29_000 + "a = 1", CLAUSES, "nested too deeply"),
        ("a = " + "9" * 5000, CLAUSES, "is not TOML"),
        (SHEET, f'{CLAUSES}\n"x" = {{ kind = "defines", gist = "y" }}\n', "not a clause number"),
        (SHEET, f'{CLAUSES}\n"٦.1" = {{ kind = "defines", gist = "y" }}\n', "not a clause number"),
        (SHEET.replace("deal 3 to boxes", "deal ٣ to boxes"), CLAUSES, "not a step of a dealing procedure"),
        (SHEET.replace('"4.4"', '"٤.٤"'), CLAUSES, "is not in the register"),
        (SHEET.replace('"4.4"', '"4.4\\n"'), CLAUSES, "is not in the register"),
    ],
    ids=["deep", "dotted", "long", "word", "digits", "script", "cited", "ended"],
)
def test_a_strange_text_of_a_sheet_is_a_fault_of_the_sheet(sheet: str, clauses: str, says: str) -> None:
    with pytest.raises(SheetFault, match=says):
        read_texts(sheet, clauses)


@pytest.mark.parametrize("text", ["a = " + "[" * 30_000, "a." * 29_000 + "a = 1", "a = " + "9" * 5000])
def test_a_strange_file_of_a_floor_is_a_fault_of_the_file(text: str) -> None:
    with pytest.raises(ConfigFault, match=r"nested too deeply|is not TOML"):
        parse_config(text, "floor.toml")
    whole = DEFAULT_FILE.read_text(encoding="utf-8")
    with pytest.raises(ConfigFault, match="matching regex"):
        parse_config(whole.replace('id = "3CP-1"', 'id = "3CP-1\\n"'), "floor.toml")
