"""The worst that may be asked of each endpoint: the largest values, the most items, the deepest search.

``tests/api/test_worst.py`` asks all of it and watches ``/health``; ``benchmarks/worst.py`` measures what it
costs. Whoever may ask most is the one who asks: a player where players may, otherwise staff.
"""

import itertools
import random
import re
import time
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import httpx
import msgspec
from msgspec import Struct

from pitboss.access.bootstrap import make_demo_people
from pitboss.access.hashing import Hasher
from pitboss.access.people import People
from pitboss.access.roles import ROLES
from pitboss.access.sessions import new_session
from pitboss.access.sign_in import SignInService
from pitboss.api.training_views import checked, situation_now
from pitboss.floor import Floor
from pitboss.floor.dealer.turns import Pace
from pitboss.floor.setup.config import read_config
from pitboss.floor.setup.first_start import set_up
from pitboss.floor.tables.dealing import load_or_make_seal
from pitboss.messages.training import Said
from pitboss.refusal import Refusal
from pitboss.sheets import sheet_ids
from pitboss.store.open import open_journal, open_private
from pitboss.store.private_rows import of_question
from pitboss.store.sqlite.private_file import SqliteTraining
from pitboss.store.training import TrainingQuestion
from pitboss.training.marks import mark_of, seen_digest
from pitboss.training.situations import choose
from tests.access.entrance import register_player
from tests.api.processes import write_floor
from tests.api.served import PASSWORD, quick_hasher
from tests.floor.house import House
from tests.floor.players import play_round
from tests.store.quick import quick_journal
from tests.waiting import PATIENCE, until

PLAYER: Final = "ann"
"""Who has played in every round of the past."""
PLAYED: Final = {f"past-{number}": sheet for number, sheet in enumerate(sheet_ids())}
"""Tables with a past, one of each sheet."""
PACE: Final = Pace(betting=0.3, decision=0.3, dealing=0.0, pause=0.1)
_TABLE: Final = "3CP-1"
_PAST: Final = next(iter(PLAYED))
_ANSWERED: Final = 5000
"""Answers of one trainee: five days of as many as are marked."""
_SHEET: Final = "rws-three-card-v3"
_QUESTION: Final = "f" * 32
_HOLDEM: Final = "rws-multilink-holdem-v2"
_STUD: Final = "mbs-megalink-stud-v9"
_FAR: Final = {"Last-Event-ID": "9" * 18}
"""A reader who has seen more of a stream than there is of it."""
_LONG: Final = "x" * 400
_GRID: Final = [("over", "pair_plus.straight=1..50"), ("over", "pair_plus.flush=1..40"), ("chart", "true")]
_SETTINGS: Final = [("settings", f"pair_plus.straight={number % 9 + 1}") for number in range(100)]
_CARDS: Final = [rank + suit for suit in "shdc" for rank in "23456789TJQKA"]


class Ask(Struct, frozen=True, kw_only=True):
    """One request, the role that sends it and the statuses that are right for it."""

    by: str
    """A role, ``ann`` or, for nobody in particular, nothing."""
    method: str
    path: str
    status: tuple[int, ...] = (200,)
    query: list[tuple[str, str]] = []
    body: Any = None
    headers: dict[str, str] = {}
    through: str = ""
    """Asked first; the path is that of the count which it begins."""

    @property
    def url(self) -> str:
        """The path with its query."""
        return f"{self.path}?{urlencode(self.query)}" if self.query else self.path


class World(Struct, frozen=True):
    """A floor with a past, on which somebody of each role is signed in."""

    folder: Path
    journal: str
    tokens: Mapping[str, str]

    def headers(self, by: str) -> dict[str, str]:
        """Who asks."""
        return {"Authorization": f"Bearer {self.tokens[by]}"} if by else {}


def make_world(folder: Path, events: int) -> World:
    """A journal of so many events of five tables, and the file of a floor that goes on with it."""
    path = folder / "floor.db"
    write_floor(folder, PACE)
    with quick_journal(path) as journal:
        sealer = load_or_make_seal(folder / "pitboss.seal")
        house, rng = House(Floor(journal, sealer=sealer)), random.Random(1)
        set_up(house.floor, read_config(folder / "floor.toml", {}))
        for table, sheet in PLAYED.items():
            house.open({table: sheet}, link=f"of-{table}")
        while journal.last_position() < events:
            for table in PLAYED:
                play_round(house, table, rng)
    _train(str(path))
    return World(folder, str(path), _signed_in(str(path), folder / "pitboss.seal"))


def _train(url: str) -> None:
    """A question that is open, and as many answers as are kept."""
    found = choose(_SHEET, "settle", None, 1, 1)
    assert found is not None
    asked = TrainingQuestion(
        id=_QUESTION,
        account=PLAYER,
        sheet=_SHEET,
        situation=found.place.id,
        kind="settle",
        level="hard",
        shown=seen_digest(situation_now(found)),
        asked=2**50,
    )
    mark = mark_of(checked(found, Said()), Said(), 2**50)
    said = (mark.right, mark.points, mark.clauses, mark.digest, mark.marked, False)
    with open_private(url) as private:
        private.training.ask(asked)
        assert isinstance(private.training, SqliteTraining)
        private.training.fill(
            (f"{number}", *of_question(asked)[1:-1], number, number + 1, *said)
            for number in range(1, _ANSWERED)
        )


def _signed_in(url: str, seal: Path) -> dict[str, str]:
    tokens = {}
    with open_journal(url) as journal, open_private(url) as private:
        people = People(journal, private)
        doors = SignInService(people, quick_hasher())
        make_demo_people(doors)
        people.sessions.seal = Hasher(pepper=seal.read_bytes()).key_for(b"sessions 1")
        for name in (PLAYER, "leaving", "ending"):
            made = register_player(doors, name, PASSWORD, f"test-{name}")
            assert not isinstance(made, Refusal), made
        for name in (*(role.replace("_", "-") for role in ROLES), PLAYER, "leaving", "ending"):
            token, _ = new_session()
            account = people.account(name)
            assert account is not None
            people.sessions.open(token, name, "password", "test", account.secrets["password"])
            tokens[name.replace("-", "_")] = token
    return tokens


def play_first_round(world: World, address: str) -> None:
    """A round from the software's own shoe, to be read afterwards."""
    with httpx.Client(base_url=address, headers=world.headers(PLAYER), timeout=PATIENCE) as client:
        bought = client.post(
            f"/api/tables/{_TABLE}/chips", json={"id": "first-chips", "act": "buy_in", "amount": "5000.00"}
        )
        assert bought.status_code == 201, bought.text
        bets = itertools.count(1)

        def played() -> bool:
            act = {"act": "bet", "box": 1, "bet": "ante", "amount": "25.00"}
            client.post(f"/api/tables/{_TABLE}/acts", json={"id": f"first-bet-{next(bets)}", "act": act})
            return client.get(f"/api/rounds/{_TABLE}/1/file").status_code == 200

        until(played, "a round is played")


def operations(address: str) -> list[str]:
    """Every operation of the schema, as ``GET /api/tables/{table}``."""
    paths = httpx.get(f"{address}/schema/openapi.json", timeout=PATIENCE).json()["paths"]
    methods = ("get", "post", "put", "patch", "delete")
    return [f"{each.upper()} {path}" for path, found in paths.items() for each in methods if each in found]


def ask(address: str, world: World, one: Ask) -> httpx.Response:
    """Send a request, a command under an id of its own; of a stream the first piece is read."""
    headers = {"Accept-Encoding": "gzip", **world.headers(one.by), **one.headers}
    # Without certificates, which nothing here needs and which take longer to read than most answers.
    with httpx.Client(base_url=address, headers=headers, timeout=PATIENCE, verify=False) as client:
        if not one.through:
            return _send(client, one, one.url)
        begun = client.get(one.through)
        if begun.status_code != 202:
            return begun
        name = begun.json()["id"]
        try:
            return _send(client, one, one.url.replace("{count}", name))
        finally:
            client.delete(f"/api/counts/{name}")


def _send(client: httpx.Client, one: Ask, url: str) -> httpx.Response:
    body, content, headers = one.body, None, {}
    if isinstance(body, dict) and "id" in body:
        body = body | {"id": f"worst-{uuid.uuid4()}"}
    if body is not None:
        content, headers = msgspec.json.encode(body), {"Content-Type": "application/json"}
    with client.stream(one.method, url, content=content, headers=headers) as answer:
        if "event-stream" in answer.headers.get("content-type", ""):
            next(answer.iter_raw())
        else:
            answer.read()
        return answer


def give_up(address: str, world: World, one: Ask, answer: httpx.Response) -> None:
    """Cancel the count that an answer has begun, so that it does not slow down what is asked next."""
    if "event-stream" in answer.headers.get("content-type", "") or not answer.content:
        return
    found = answer.json() if answer.headers["content-type"].startswith("application/json") else {}
    if isinstance(found, dict) and found.get("state") in ("waiting", "counting"):
        count = f"{address}/api/counts/{found['id']}"
        assert httpx.delete(count, headers=world.headers(one.by), timeout=PATIENCE).status_code == 204


def worst() -> list[tuple[str, Ask]]:
    """Every operation of the schema, and of what is served beside it, in the order in which to ask it."""
    parts = (_of_everybody(), _of_tables(), _of_rounds(), _of_the_lab(), _of_staff(), _of_people())
    return [each for part in parts for each in part]


Asked = Iterator[tuple[str, Ask]]


def _get(operation: str, by: str = "", *status: int, **more: Any) -> tuple[str, Ask]:
    """The worst of a GET: its path is the operation with names of this floor filled in."""
    return f"GET {operation}", Ask(
        by=by, method="GET", path=_filled(operation), status=status or (200,), **more
    )


_DONE_OR_REFUSED: Final = (200, 201, 202, 204, 400, 401, 403, 404, 409, 429)
"""Whether a command is taken is for other tests to say; here it must only be answered."""


def _post(operation: str, by: str, body: Any, *status: int, **more: Any) -> tuple[str, Ask]:
    return f"POST {operation}", Ask(
        by=by, method="POST", path=_filled(operation), status=status or _DONE_OR_REFUSED, body=body, **more
    )


def _delete(operation: str, by: str, *status: int, **more: Any) -> tuple[str, Ask]:
    return f"DELETE {operation}", Ask(
        by=by, method="DELETE", path=_filled(operation), status=status or (204,), **more
    )


_NAMES: Final = {
    "table": _TABLE,
    "number": "1",
    "link": "mega",
    "sheet": _SHEET,
    "other": _HOLDEM,
    "name": PLAYER,
    "question": _QUESTION,
    "kind": "table",
}


def _filled(operation: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: _NAMES.get(name[1], name[0]), operation)


def _of_everybody() -> Asked:
    yield _get("/health")
    yield _get("/ready")
    yield _get("/metrics", "administrator")
    yield _get("/schema/openapi.json")
    yield _get("/schema/openapi.yaml")
    yield _get("/")
    yield _get("/api/floor")
    yield _get("/api/log")
    yield _get("/api/felts")
    yield _get("/api/sheets")
    yield _get("/api/sheets/{sheet}/clauses")
    yield _get("/api/sheets/{sheet}/compare/{other}")
    yield _get("/api/sheets/{sheet}/rounds")
    yield (
        "GET /api/sheets/{sheet}/rounds/{name}",
        Ask(by="", method="GET", path=f"/api/sheets/{_SHEET}/rounds/{_LONG}", status=(400,)),
    )
    yield (
        "GET /api/sheets/{sheet}/rounds/{name}/play",
        Ask(by="", method="GET", path=f"/api/sheets/{_SHEET}/rounds/{_LONG}/play", status=(400,)),
    )
    yield _get("/api/stream")
    yield _get("/api/links")
    yield _get("/api/links/{link}/sign")
    yield _get("/api/links/{link}/stream", headers=_FAR)


def _of_tables() -> Asked:
    command = {"id": "worst-of-all"}
    bet = {"act": "bet", "box": 7, "bet": "ante", "amount": "999999999999.99"}
    yield _get("/api/tables")
    yield _get("/api/tables", headers={"Cookie": "a=b;" * 3_000})
    yield _get("/api/tables", "", 413, headers={"Cookie": "a=b;" * 20_000})
    yield _get("/api/tables/{table}", PLAYER)
    yield _get("/api/tables/{table}/stream", PLAYER, headers=_FAR)
    yield _get("/api/tables/{table}/legal", PLAYER)
    yield _get("/api/tables/{table}/irregularities", "shift_manager", 200, 409)
    yield _get("/api/tables/{table}/methods")
    yield _post("/api/tables/{table}/ready", PLAYER, command)
    yield _post("/api/tables/{table}/preview", PLAYER, {"act": bet})
    report = {"act": "report", "clause": "5.23", "boxes": [1, 2, 3, 4, 5, 6, 7], "reason": _LONG}
    yield _post("/api/tables/{table}/worth", "shift_manager", {"act": report})
    yield _post("/api/tables/{table}/acts", PLAYER, command | {"act": bet})
    yield _post("/api/tables/{table}/seats", PLAYER, command | {"box": 7})
    yield _post("/api/tables/{table}/seats/leave", PLAYER, command | {"box": 7})
    chips = {"act": "buy_in", "amount": "999999999999.99"}
    yield _post("/api/tables/{table}/chips", PLAYER, command | chips)
    yield _post("/api/tables/{table}/rounds", "dealer", command)
    yield _post("/api/tables/{table}/deal", "dealer", command | {"round": 2**53})
    ruling = {"act": "adjust", "box": 7, "player": "x" * 40, "bet": "ante", "amount": "1.00", "reason": _LONG}
    yield _post("/api/tables/{table}/rounds/{number}/adjust", "shift_manager", command | {"act": ruling})
    opening = command | {"device": "shoe", "method": "x" * 100, "boxes": 7}
    yield _post("/api/tables/{table}/open", "shift_manager", opening)
    yield _post("/api/tables/{table}/method", "shift_manager", opening)
    yield _post("/api/tables/{table}/notice", "shift_manager", command | {"text": _LONG})
    yield _post("/api/tables/{table}/crew", "dealer", command | {"position": "dealer"})
    yield _post("/api/tables/{table}/crew/off", "dealer", command | {"name": "x" * 64})
    yield _get("/api/tables/{table}/money", "accounting")
    count = [{"each": f"{number}.00", "number": 1_000_000} for number in range(1, 41)]
    confirm = {"name": "x" * 64, "pin": "1" * 128}
    slip = {**command, "kind": "opener", "count": count, "reason": _LONG, "second": confirm}
    yield _post("/api/tables/{table}/money", "pit_manager", slip)
    yield _get("/api/tables/{table}/cards", "surveillance")
    yield _get("/api/tables/{table}/cards/{name}", "surveillance", 404)
    counted = {"act": "count", "set": "S-1", "count": 104, "foreign": 104, "damaged": 104}
    body = command | {"act": counted, "confirm": confirm}
    yield _post("/api/tables/{table}/cards", "dealer", body)
    yield _post("/api/tables/{table}/disputes", "dealer", command | {"round": 2**62, "reason": _LONG})
    yield _get("/api/tables/{table}/read", "dealer", 200, 403)
    read = {"round": 2**62, "sequence": 104, "card": "As"}
    yield _post("/api/tables/{table}/read", "dealer", command | read)
    yield _post("/api/tables/{table}/close", "shift_manager", command | {"after_round": True})
    act = {"act": "restore", "displayed": f"999999999999999.{'9' * 30} 1/9"}
    yield _post("/api/links/{link}/acts", "pit_manager", command | {"act": act})
    yield _get("/api/links/{link}", "accounting")
    yield _get("/api/tables/{table}/ratings", "accounting", query=[("day", "9999-12-31")])
    yield _get("/api/players/{name}/ratings", "accounting")


def _of_rounds() -> Asked:
    deepest = [
        ("player", "ann"),
        ("card", "As"),
        ("payout", "999999999999.99"),
        ("irregularity", "99.99.99.99"),
        ("void", "true"),
        ("jackpot", "true"),
        ("since", "0001-01-01T00:00:00"),
        ("until", "9999-12-31T23:59:59"),
        ("limit", "100"),
    ]
    yield _get("/api/rounds", PLAYER, query=deepest)
    for part, by in (("", PLAYER), ("/file", PLAYER), ("/page", "surveillance")):
        one = Ask(by=by, method="GET", path=f"/api/rounds/{_PAST}/1{part}")
        yield f"GET /api/rounds/{{table}}/{{number}}{part}", one
    yield _get("/api/rounds/{table}/{number}/openings", "regulator")


def _of_the_lab() -> Asked:
    lab = f"/api/lab/{_STUD}"
    sweep = f"/api/lab/{_SHEET}/sweep?over=pair_plus.straight%3D1..2000"
    everything = [("bets", "ante=25,jackpot=5"), ("meter", f"{'9' * 15}.{'9' * 30}"), ("others", "6")]
    yield _get("/api/lab/{sheet}/settings", PLAYER)
    run = {"sheet": _HOLDEM, "rounds": "1e8", "boxes": "7", "seed": "9" * 19}
    yield _post("/api/simulations", PLAYER, run, 202)
    yield _get("/api/simulations/newest", PLAYER)
    yield (
        "GET /api/lab/{sheet}/odds",
        Ask(
            by=PLAYER,
            method="GET",
            path=f"{lab}/odds",
            status=(200, 202),
            query=[*everything, ("seed", "9" * 15), ("rate", f"0.{'9' * 30}"), ("reserve", f"0.{'0' * 29}1")],
        ),
    )
    yield _get("/api/lab/{sheet}/odds", PLAYER, 200, 202, query=_SETTINGS)
    yield (
        "GET /api/lab/{sheet}/advise",
        Ask(
            by=PLAYER,
            method="GET",
            path=f"/api/lab/{_HOLDEM}/advise",
            status=(200, 202),
            query=[("dead", " ".join(_CARDS[:20])), ("bets", "ante=25")],
        ),
    )
    yield _get("/api/lab/{sheet}/sweep", PLAYER, 200, 202, query=_GRID)
    yield (
        "GET /api/lab/{sheet}/sweep",
        Ask(
            by=PLAYER,
            method="GET",
            path=f"{lab}/sweep",
            status=(400,),
            query=[("over", f"{path}=0..1998") for path in ("meter", "seed", "rate")],
        ),
    )
    yield (
        "GET /api/lab/{sheet}/report",
        Ask(
            by=PLAYER,
            method="GET",
            path=f"/api/lab/{_HOLDEM}/report",
            status=(200, 202),
            query=[("pdf", "true")],
        ),
    )
    stud = Ask(by=PLAYER, method="GET", path=f"/api/lab/{_STUD}/face-up", status=(200, 202))
    yield "GET /api/lab/{sheet}/face-up", stud
    yield _get("/api/counts/{count}", PLAYER, through=sweep)
    yield _get("/api/counts/{count}/stream", PLAYER, through=sweep)
    yield _delete("/api/counts/{count}", PLAYER, through=sweep)
    yield _post("/api/train/{sheet}", PLAYER, {"seed": 1_000_000_000, "number": 999}, 200)
    yield _get("/api/train/{sheet}/clauses", PLAYER)
    line = {"box": 7, "player": "x" * 40, "bet": "x" * 20, "result": "win", "net": "-999999999999.99"}
    lines = [line | {"player": f"{'x' * 36}{number}"} for number in range(100)]
    yield _post("/api/train/{sheet}/{question}", PLAYER, {"lines": lines}, 200)
    for part in ("", "/answers", "/answers/{question}"):
        yield _get(f"/api/training/{{name}}{part}", "pit_supervisor")
    yield _get("/api/training", "pit_supervisor")
    erased = Ask(by="shift_manager", method="DELETE", path="/api/training/leaving", status=(204, 404))
    yield "DELETE /api/training/{name}", erased
    laid = {"act": "bet", "box": 4, "bet": "ante", "amount": "5.00"}
    turns = [laid, {"act": "withdraw", "box": 4, "bet": "ante"}] * 20
    yield _post("/api/coach/{sheet}", PLAYER, {"number": 1_000_000_000, "acts": turns}, 200)


def _of_staff() -> Asked:
    yield _post("/api/audit", "regulator", {}, 202)
    yield _get("/api/audits", "regulator")
    yield (
        "GET /api/audits/{number}",
        Ask(by="regulator", method="GET", path="/api/audits/999999999", status=(404,)),
    )
    yield _get("/api/pit", "pit_manager")
    yield _get("/api/waiting", "pit_manager")
    yield _get("/api/checkpoints", "regulator")
    day = [("date", time.strftime("%Y-%m-%d"))]
    yield _get("/api/reports/day", "accounting", 200, 202, query=day)
    yield _get("/api/reports/day/rows", "accounting", 200, 202, query=day)
    closing = {"id": "worst-of-all", "day": day[0][1], "reason": "x" * 400}
    yield _post("/api/reports/day/close", "accounting", closing, 409)
    second = {"name": "x" * 40, "password": "x" * 200}
    yield _post(
        "/api/reports/day/sign",
        "accounting",
        {"id": "worst-of-all", "day": day[0][1], "second": second, "note": "x" * 400},
    )
    year = [("first", "2025-01-01"), ("last", "2025-04-03")]
    yield _get("/api/reports/range", "accounting", 200, 202, query=year)
    yield _get("/api/reports/file", "accounting", 200, 202, query=[*year, ("form", "pdf")])
    yield _get("/api/reports/days", "accounting")
    yield _get("/api/reports/hits", "accounting")
    yield _get("/api/reports/liability", "accounting")
    text = "\n".join(f"{'a.' * 60}b{number} = 1" for number in range(450))
    proposal = {"id": "worst-of-all", "reason": "x" * 500}
    sheet = {"act": "take_sheet", "sheet_toml": text, "clauses_toml": ""}
    yield _post("/api/proposals", "shift_manager", proposal | {"act": sheet})
    yield _get("/api/proposals", "shift_manager")
    one = "/api/proposals/{kind}/{name}/{number}"
    yield _get(one, "shift_manager", 404)
    yield _post(f"{one}/impact", "shift_manager", None, 404)
    decline = {"id": "worst-of-all", "reason": "x" * 500}
    yield _post(f"{one}/approve", "shift_manager", {"id": "worst-of-all", "digest": "f" * 64})
    yield _post(f"{one}/reject", "shift_manager", decline)
    yield _post(f"{one}/withdraw", "shift_manager", decline)


def _of_people() -> Asked:
    yield _get("/api/session", PLAYER)
    yield _get("/api/session/open", PLAYER)
    yield _post("/api/session", "", {"name": "x" * 64, "password": "x" * 128})
    secret = {"proof": "x" * 128, "password": "a long walk by " * 8}
    yield _post("/api/session/secret", "ending", secret)
    codes = {"name": "x" * 64, "password": "x" * 128, "codes": ["x" * 40, "y" * 40]}
    yield _post("/api/enrolment", "", codes)
    yield _post("/api/players", "", {"name": "w" * 32, "password": "a long walk by " * 8})
    yield _get("/api/my/play", PLAYER)
    limit = {"id": "worst-of-all", "limit": "loss", "amount": "999999999.99", "reason": "x" * 500}
    yield _post("/api/my/limits", "ending", limit)
    yield _post("/api/my/break", "ending", {"id": "worst-of-all", "days": 1830, "reason": "x" * 500})
    yield _post("/api/my/reality-check", PLAYER, {"id": "worst-of-all", "minutes": 180})
    yield _post("/api/my/reality-check/answer", PLAYER, {"id": "worst-of-all"})
    yield _get("/api/players/{name}/play", "shift_manager")
    yield _post("/api/players/{name}/limits", "shift_manager", limit)
    yield _post("/api/players/{name}/break", "shift_manager", {"id": "worst-of-all", "days": 1830})
    yield _get("/api/people", "administrator", query=[("limit", "200")])
    yield _get("/api/people/{name}", "administrator", query=[("limit", "200")])
    account = {"id": "worst-of-all", "name": "x" * 32, "kind": "staff", "reason": "x" * 200}
    yield _post("/api/people", "administrator", account)
    locked = {"id": "worst-of-all", "act": {"act": "lock"}, "reason": "x" * 200}
    yield (
        "POST /api/people/{name}/acts",
        Ask(
            by="administrator",
            method="POST",
            path="/api/people/ending/acts",
            status=_DONE_OR_REFUSED,
            body=locked,
        ),
    )
    yield _delete("/api/session", "leaving")
    yield _delete("/api/session/everywhere", "player")
