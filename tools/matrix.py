"""Every operation by everybody: ``docs/reference/matrix.md``, asked of the code itself.

A floor is set up without its dealers, with a round under way at a table of each kind. From then on its
journal takes nothing: whoever is let through gets as far as the floor's refusal or the journal's, and no
answer changes another. Every operation of the schema, and every act of those that take one of several acts,
is sent by everybody; one that :mod:`tools.matrix_samples` has no request for stops the matrix.

``python -m tools.matrix`` writes the page.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple
from unittest import mock

from msgspec import Struct

from pitboss.access import commands as ac
from pitboss.access import events as ev
from pitboss.access.bootstrap import LogIn, make_demo_people, set_up
from pitboss.access.hashing import random_secret
from pitboss.access.roles import PERMISSIONS, ROLES, SCOPES, SYSTEM, Actor, Permission, Role
from pitboss.commands.record import CommandRecorded, Done
from pitboss.floor import proposed as pa
from pitboss.floor.tables.money import BuyIn
from pitboss.messages.operations import OPERATIONS, Operation
from pitboss.people import Means
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import ToStream
from pitboss.store.errors import JournalError
from tests.access.entrance import sign_in
from tests.floor.desk import desk
from tests.loops import on_a_loop
from tests.security.noninterference import CREWED, TYPED, Answer, World, as_asked
from tools.documents.permissions import SHORT
from tools.matrix_rules import EVERYBODY, SIGNED_IN, Rule, rule_of
from tools.matrix_samples import Sample, Samples, acts_of, samples_of

PAGE: Final = Path(__file__).parents[1] / "docs" / "reference" / "matrix.md"
BEGIN, END = "<!-- matrix -->", "<!-- end -->"
AUTOMATIC: Final = "3CP-1"
KINDS: Final = {
    AUTOMATIC: "automatic",
    CREWED: "crewed",
    TYPED: "real cards",
}
"""A table of each kind."""
ELSEWHERE: Final = "MLTH-1"
PLAYED: Final = "player"

REFUSED: Final = frozenset(
    {
        *("not_signed_in", "role_too_low", "password_needed", "token_elsewhere", "not_ones_own"),
        *("own_account", "same_person", "not_signed_on", "software_deals", "cards_from_shoe"),
        "no_reading_shoe",
    }
)
"""Refusals for who somebody is, and of what nobody does at a table of that kind."""
_RECORDED: Final = frozenset(
    kind.__name__
    for kind in (CommandRecorded, ev.SessionOpened, ev.SessionEnded, ev.IdentityShown, ev.TokenUsedElsewhere)
)
"""What the journal still takes: that somebody comes and goes."""

Cell = Literal["●", "pw", "–"]


class Closed(JournalError):
    """The journal takes nothing any more."""


class Column(NamedTuple):
    """Somebody who asks."""

    short: str
    reader: str
    role: Role | None = None
    scope: Permission | None = None
    pin: bool = False
    """They may also come by PIN."""
    at_table: bool = False
    """They are signed on to the table that is asked about, or their token is for it."""
    elsewhere: bool = False

    def name(self, table: str) -> str:
        """The reader who stands for them at a table."""
        return f"{self.reader} at {table}" if self.at_table else self.reader


_PINS: Final = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")
NOBODY: Final = Column("nobody", "nobody")
PEOPLE: Final = tuple(Column(SHORT[role], role, role, pin=role in _PINS) for role in ROLES)
SIGNED_ON: Final = (
    Column("de on", "dealer on", "dealer", at_table=True),
    Column("ps on", "supervisor on", "pit_supervisor", at_table=True),
)
_SCOPE_SHORT: Final[dict[Permission, str]] = {
    "watch_table": "wt",
    "send_cards": "sc",
    "read_reports": "rr",
    "read_audit": "ra",
    "read_metrics": "rm",
}
DEVICES: Final = (
    *(
        Column(_SCOPE_SHORT[scope], scope, scope=scope, at_table=PERMISSIONS[scope].at_table)
        for scope in SCOPES
    ),
    Column("sc ≠", "send_cards elsewhere", scope="send_cards", elsewhere=True),
)
COLUMNS: Final = (NOBODY, *PEOPLE, *SIGNED_ON, *DEVICES)


class Row(Struct, frozen=True, kw_only=True):
    """An operation or act, and how everybody is answered."""

    tag: str
    operation: str
    act: str
    label: str
    table: str
    """The table that was asked about, if the operation is about one."""
    cells: tuple[Cell, ...]

    @property
    def rule(self) -> Rule:
        """By what the answers are decided."""
        return rule_of(self.operation, self.act, self.label)


class Entrance(World):
    """A floor of three kinds of tables, everybody who may come to its door, and a journal that is closed."""

    def _people(self) -> None:
        doors, people = self.site.doors, self.site.people
        self.log_ins = make_demo_people(doors)
        self.crew = dict(self._crew())
        for name, role in (("other-supervisor", "pit_supervisor"), ("other-manager", "shift_manager")):
            self._staff(name, role)  # type: ignore[arg-type]
        self._staff("other-administrator", "administrator")
        for name, kind in (("somebody", "staff"), ("reader", "machine")):
            noted(people.act(ac.MakeAccount(name, kind), SYSTEM, "new"))  # type: ignore[arg-type]
        self._devices()
        self._proposals()
        for table in KINDS:
            self._round(table)
        self.sign_in()
        real = self.site.journal.append

        def closed(batch: tuple[ToStream, ...], *more: Any) -> Any:
            if not {event.kind for part in batch for event in part.events} <= _RECORDED:
                raise Closed(because("error.given", given=_CLOSED))
            return real(batch, *more)

        self.site.journal.append = closed  # type: ignore[method-assign, assignment]
        self.site.journal.append_soon = mock.Mock(side_effect=Closed(because("error.given", given=_CLOSED)))  # type: ignore[method-assign]

    def _staff(self, name: str, role: Role) -> LogIn:
        password = random_secret("password", name)
        noted(set_up(self.site.doors, name, (role,), {"password": password}, "a matrix"))
        return LogIn(name, role, password, None)

    def _crew(self) -> Iterator[tuple[str, LogIn]]:
        for table in KINDS:
            for reader, role in (("dealer on", "dealer"), ("supervisor on", "pit_supervisor")):
                name = f"{reader.replace(' ', '-')}-{table.lower()}"
                yield f"{reader} at {table}", self._staff(name, role)  # type: ignore[arg-type]

    def _devices(self) -> None:
        for column in DEVICES:
            for table in KINDS if column.at_table else (ELSEWHERE if column.elsewhere else None,):
                name = column.name(table or "")
                token = ac.IssueToken(name="reader", token=name, scopes=(column.scope,), days=30, table=table)  # type: ignore[arg-type]
                self.tokens[name] = noted(self.site.people.act(token, SYSTEM, "new")).shown

    def _proposals(self) -> None:
        grant = ac.GrantRole("somebody", "pit_supervisor")
        administrator = Actor("other-administrator", "administrator")
        noted(self.site.people.propose(grant, administrator, "a matrix", self.id()))
        link = self.floor.link("diamond")
        assert link is not None
        manager = Actor("other-manager", "shift_manager")
        self.ok(
            self.site.proposals.propose(pa.LinkChange("diamond", link.config), manager, "a matrix", self.id())
        )

    def _round(self, table: str) -> None:
        """A round that is dealt, with the player's bet on box 1; they sit at box 6 too, as at every table."""
        floor = self.floor
        floor.seats_without_bet = 9
        if table != AUTOMATIC:
            self._sign_on(table)
        self.ok(desk(floor).money(table, BuyIn(player=PLAYED, amount=100_000, by=SYSTEM), SYSTEM, self.id()))
        self.ok(desk(floor).begin_round(table, SYSTEM, self.id()))
        bet = cmd.PlaceBet(box=1, player=PLAYED, bet="ante", amount=2500)
        self.ok(desk(floor).act(table, bet, Actor(PLAYED, "player"), self.id()))
        self.ok(desk(floor).sit_down(table, 6, PLAYED, Actor(PLAYED, "player"), self.id()))
        self.ok(desk(floor).act(table, cmd.CloseBets(), SYSTEM, self.id()))

    def _sign_on(self, table: str) -> None:
        dealer = Actor(self.crew[f"dealer on at {table}"].name, "dealer")
        self.ok(desk(self.floor).sign_on(table, "dealer", dealer, self.id()))
        for name in (self.crew[f"supervisor on at {table}"].name, "other-supervisor"):
            by = Actor(name, "pit_supervisor")
            self.ok(desk(self.floor).sign_on(table, "pit_supervisor", by, self.id()))

    def sign_in(self) -> None:
        """A session of everybody."""
        for found in self.log_ins:
            self._session(found.role, found.name, found.password)
            if found.pin:
                self._session(f"{found.role} pin", found.name, found.pin, "pin")
        for reader, found in self.crew.items():
            self._session(reader, found.name, found.password)

    def _session(self, reader: str, name: str, secret: str, means: Means = "password") -> None:
        answer = sign_in(self.site.doors, name, secret, means, reader)
        assert not isinstance(answer, Refusal), answer
        self.tokens[reader] = answer.token

    async def rows(self) -> list[Row]:
        """The whole matrix; what ends sessions comes last, before which everybody signs in anew."""
        found: list[Row] = []
        for row, act, samples in requests():
            name = f"{row.method} {row.path}"
            for sample in samples:
                for table in KINDS if "{table}" in name else ("",):
                    cells = [await self._cell(column, name, sample, table) for column in COLUMNS]
                    if sample.ends_session:
                        self.sign_in()
                    found.append(
                        Row(
                            tag=row.subject,
                            operation=name,
                            act=act,
                            label=sample.label,
                            table=table,
                            cells=tuple(cells),
                        )
                    )
        return found

    async def _cell(self, column: Column, name: str, sample: Sample, table: str) -> Cell:
        reader = column.name(table or AUTOMATIC)
        inside = await self._let_in(reader, name, sample, table)
        if not column.pin or sample.ends_session:
            return "●" if inside else "–"
        by_pin = await self._let_in(f"{reader} pin", name, sample, table)
        assert inside or not by_pin, f"{name}: a PIN opens for {reader} what a password does not"
        return "–" if not inside else "●" if by_pin else "pw"

    async def _let_in(self, reader: str, name: str, sample: Sample, table: str) -> bool:
        method, _, path = name.partition(" ")
        for part, value in {"table": table, **sample.path}.items():
            path = path.replace(f"{{{part}}}", str(value))
        assert "{" not in path, f"{name}: {path} is not whole: fill it in matrix_samples.py"
        asked = f"{path}?{sample.query}" if sample.query else path
        return _let_in(
            await self.ask(reader, method, asked, sample.body), sample, f"{reader}: {method} {asked}"
        )


_CLOSED: Final = "The journal is closed: the matrix asks, and nothing is recorded."


def noted(answer: Any) -> Done:
    """What was recorded of an account."""
    assert isinstance(answer, Done), answer
    return answer


def requests() -> Iterator[tuple[Operation, str, Samples]]:
    """Every operation, with each act of those that take one, and its requests."""
    rows = {(row.path, row.method): row for row in OPERATIONS.values()}
    for _, row in sorted(rows.items()):
        for act in acts_of(row) or ("",):
            yield row, act, samples_of(row, act)


def _let_in(answer: Answer, sample: Sample, asked: str) -> bool:
    if answer.status < 400:
        return True
    code = json.loads(answer.body)["error"]["code"]
    if code in REFUSED:
        return False
    expected = {404, 409, sample.also}
    assert answer.status in expected or code == "journal_unavailable", (
        f"{asked} is answered with {answer.status} {answer.body.decode()}: the request does not come to the "
        "door as it is; mend it in matrix_samples.py"
    )
    return True


def expected(rule: Rule, column: Column, operation: str) -> Cell:
    """What a rule says of somebody."""
    if rule.permissions == EVERYBODY:
        return "●"
    if column.elsewhere and "{table}" in operation:
        return "–"
    if rule.permissions == SIGNED_IN:
        return "–" if column is NOBODY else "●"
    allowed = [PERMISSIONS[name] for name in rule.permissions if name in PERMISSIONS]
    if column.scope:
        own = PERMISSIONS[column.scope]
        return "●" if own in allowed and not (column.elsewhere and own.at_table) else "–"
    may = [one for one in allowed if column.role in one.roles]
    if not may:
        return "–"
    return "●" if not column.pin or any(one.pin for one in may) else "pw"


def matrix() -> list[Row]:
    """Ask for everything."""
    with tempfile.TemporaryDirectory() as folder:
        world = Entrance(Path(folder), "matrix")
        try:
            # Who is let through is asked, not what a worker process then counts.
            with mock.patch("pitboss.api.routes.worth.weighed", as_asked):
                return on_a_loop(world.rows)
        finally:
            world.close()


class Line(NamedTuple):
    """A line of the page."""

    words: str
    by: str
    cells: tuple[Cell, ...]


Parts = dict[tuple[str, str], list[Line]]


def lines(rows: list[Row]) -> Parts:
    """The lines of the page by tag and, where it takes several acts, operation.

    Kinds of tables that answer alike are one line, and a preview that is answered as its act is has none.
    """
    acts = {
        (row.act, row.label, row.table): row.cells
        for row in rows
        if row.operation == "POST /api/tables/{table}/acts"
    }
    grouped: dict[tuple[str, str, str, str, tuple[Cell, ...]], list[Row]] = {}
    for row in rows:
        if row.operation.endswith("/preview") and acts[row.act, row.label, row.table] == row.cells:
            continue
        grouped.setdefault((row.tag, row.operation, row.act, row.label, row.cells), []).append(row)
    found: Parts = {(row.tag, ""): [] for row in rows}
    for (tag, operation, act, label, cells), alike in grouped.items():
        kinds = [KINDS[row.table] for row in alike if row.table]
        where = " and ".join(kinds) if kinds and len(kinds) < len(KINDS) else ""
        words = ", ".join(word for word in (f"`{act or operation}`", label, where and f"*{where}*") if word)
        part = found.setdefault((tag, operation if act else ""), [])
        part.append(Line(words, alike[0].rule.words, cells))
    return found


def tables(rows: list[Row]) -> str:
    """The matrix as it stands in the page."""
    about_tables = {row.tag for row in rows if row.table}
    parts = []
    for (tag, operation), found in sorted(lines(rows).items(), key=lambda part: part[0][0]):
        shown = [n for n, column in enumerate(COLUMNS) if tag in about_tables or column not in SIGNED_ON]
        if not operation:
            parts.append(f"## {tag.capitalize()}\n")
        if not found:
            continue
        parts.append(f"| {f'act of `{operation}`' if operation else 'operation'} | by | ")
        parts[-1] += f"{' | '.join(COLUMNS[n].short for n in shown)} |"
        parts.append(f"| --- | --- |{' :-: |' * len(shown)}")
        for line in found:
            parts.append(f"| {line.words} | {line.by} | {' | '.join(line.cells[n] for n in shown)} |")
        parts.append("")
    return "\n".join(parts)


def written(page: str, rows: list[Row]) -> str:
    """The page with the matrix between its markers."""
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{tables(rows)}{END}{tail}"


def main() -> None:
    rows = matrix()
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")
    print(f"{len(rows)} rows of {len(COLUMNS)} columns are in {PAGE.name}")


if __name__ == "__main__":
    main()
