"""Imports point down, nothing imports in a circle, and no code knows a sheet by its name.

The picture in ARCHITECTURE.md is made from ``ROOMS``: ``python -m tests.test_layers`` writes it anew.
"""

import ast
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path

import pytest

import pitboss
from tests.programs import python

ROOT = Path(pitboss.__file__).parent
ARCHITECTURE = Path(__file__).parent.parent / "ARCHITECTURE.md"
MODULES = sorted(ROOT.rglob("*.py"))
ROOMS = {
    "cli": "the command line; one lazily imported module per command",
    "bots": "players of the software's own, who play through the client as the mathematics says",
    "client": "the API as typed calls, plain and asynchronous",
    "api": "HTTP: from a request to a command, and from a view to an answer",
    "api.routes": "one module per subject; each route declares every answer it may give",
    "api.middleware": "around the routes: addresses, logs, guard, admission control, rate limits, gzip",
    "web": "the pages: plain JavaScript modules, drawings and style sheets, as files",
    "server": "one running server: news, the dealing loop, checkpoints, jobs, metrics, logs",
    "toolkit": "what `import pitboss` offers: sheets, rounds step by step, simulation, journals as frames",
    "forecast": "what is to come: the life of a link, the exposure of a table, the impact of a decision",
    "training": "situations to learn from, checked by the engine",
    "messages": "everything that goes over the wire; what people do is made from the commands",
    "audit": "every hash verified, every recorded command decided again",
    "export": "a journal as tables for analysts",
    "reconcile": "a gaming day: tables against links, links against slips, all against the ledger",
    "replay": "rounds of the record: replayed, searched, told as round files, settled again",
    "replay.dispute": "one signed page about one round",
    "floor": "commands (one union), decide, and the service that executes them: one append each",
    "floor.setup": "the file of a floor, its first start, changes by two people",
    "floor.log": "the record as a transparency log: gaps, keys, witnesses and their policy",
    "floor.players": "a player's session and time, the limits that they set themselves, reality checks",
    "floor.dealer": "the software Dealer: turns, clocks, which server deals, recovery, watchdog",
    "floor.tables": "a table: state, events, seats, limits, shoe, rounds",
    "floor.tables.money": "slips, buy-ins, cash-outs and ratings of a table",
    "access": "people: roles, accounts, sessions, proposals",
    "commands": "a command carried out: its view, the executor, the record that begins an append",
    "simulation": "rounds simulated by the card in compiled loops or by the engine, and tested exactly",
    "records": "round files: read, write, play, check; the proof that ships",
    "analysis": "exact odds, optimal play, advice and reports from the same sheets",
    "analysis.report": "the mathematics report as HTML and PDF",
    "analysis.three_card": "the three-card games counted",
    "analysis.sets": "games without community cards counted: stud, and one decision on hands of any sizes",
    "analysis.boards": "games with five community cards counted, for one decision or several",
    "analysis.own_cards": "games without a Dealer's hand counted",
    "witness": "a server elsewhere that cosigns checkpoints, and the client that asks one",
    "store": "the journal: contract, group commit, checkpoints, snapshots, verification, archives",
    "store.postgres": "the journal in a PostgreSQL database, for many servers",
    "store.sqlite": "the journal in one SQLite file",
    "card_sets": "a table's decks from the sealed pack to their destruction",
    "jackpots": "links: contributions, claims, order, verification, payment",
    "ledger": "double entry that sums to zero; gaming days that end and are closed",
    "round": "commands, events, state of one round; decide, evolve, legal, views",
    "settlement": "what each bet gets, line by line; jackpot shares and their order",
    "sheets": "the five rule sheets as TOML, their clause registers and round files; the loader",
    "hands": "what a hand is, and which is higher under a ranking list",
    "shoe": "a committed deck: openings, dealing by position, tests of the shuffle",
    "tlog": "transparency log formats: RFC 6962 tree and proofs, C2SP notes and cosignatures",
    "words": "one catalogue per language: what each code says, read by Python and by the pages",
}
"""Highest first. A module may import from its own room and from rooms below. Modules directly in a package
and those of its inner rooms (``floor`` and ``floor.tables``) may use each other, but never in a circle."""
BASE = {
    "citation": "clauses that are never none, with the sheet that numbers them",
    "people": "Person, Role, Approval: who acts, and what two must approve",
    "reason": "why something is so: a code with params, whose text is made where it is read",
    "refusal refusal_codes refusal_list": "refusals as values, and the one list of their codes",
    "cards money shuffle": "notation, integer money, the unbiased shuffle",
    "keyed_hash": "message authentication codes, for seals and salts",
    "bet_names": "which names a sheet may give its bets",
    "plural time_zones": "numbers with their nouns; times by the clock of a house, days as written",
    "invariant projection toml_text": "what must always hold; records made of others; TOML written",
    "atomic_write": "files written atomically: whole or not at all",
    "build installed": "the hash of the build; the installed files against its manifest",
    "extras import_without": "the extras of the installation, and the sentence without one; lighter imports",
    "tls uvicorn_exit": "certificates read once; a web server that ends with success",
}
"""Single modules below every room; they may use each other, if not in a circle."""
HEAVY = (
    "rich",
    "pyarrow",
    "numpy",
    "mpmath",
    "numba",
    "matplotlib",
    "litestar",
    "asyncio",
    "multiprocessing",
    "hypothesis",
)
RANK = {room: rank for rank, room in enumerate([*ROOMS, "base"])}
RANK["words"] = RANK["base"]
"""A refusal is said by the words, which are made of cards and money: the two use each other, in no circle."""


def dotted(path: Path) -> str:
    """The module's name: ``pitboss.sheets.loader``."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {dotted(path): path for path in MODULES}
PACKAGES = {dotted(path) for path in MODULES if path.name == "__init__.py"}


def room(module: str) -> str | None:
    """The room that a module stands in; the package itself and ``__main__`` stand in none."""
    if module in ("pitboss", "pitboss.__main__"):
        return None
    package = module if module in PACKAGES else module.rpartition(".")[0]
    return package.removeprefix("pitboss").removeprefix(".") or "base"


def imports(module: str) -> Iterator[str]:
    """Every module of Pitboss that a module names in an import, wherever the import stands."""
    for node in ast.walk(ast.parse(NAMES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in NAMES)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from names & NAMES.keys()
            if names - NAMES.keys() and node.module in NAMES:
                yield node.module


@cache
def edges() -> dict[str, set[str]]:
    """What every module imports; no worker of the tests reads all modules but the one that checks them."""
    return {name: set(imports(name)) - {name} for name in NAMES}


def may_use(own: str, other: str) -> bool:
    """Whether a room may import from another: itself, one below, or the corridor of its own package."""
    return RANK[own] <= RANK[other] or own.startswith(f"{other}.")


def circle(edges: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle, by way of others or not; none if there is no circle."""
    done: set[str] = set()

    def visit(module: str, way: list[str]) -> list[str]:
        if module in way:
            return way[way.index(module) :]
        if module in done:
            return []
        for other in sorted(edges[module]):
            if found := visit(other, [*way, module]):
                return found
        done.add(module)
        return []

    return next((found for module in edges if (found := visit(module, []))), [])


def picture() -> str:
    """The rooms as ARCHITECTURE.md shows them; a room within a room is told of by its own package."""
    rooms = [(f"{name}/", words) for name, words in ROOMS.items() if "." not in name]
    below = textwrap.wrap(" ".join(BASE), 92)
    base = zip_longest(["below all"], below, fillvalue="")
    return "\n".join(f"    {name:<14}{words}" for name, words in [*rooms, *base])


@pytest.mark.pure
def test_every_module_stands_in_a_room() -> None:
    assert {room(module) for module in NAMES} - {None} == set(RANK)
    base = {module.removeprefix("pitboss.") for module in NAMES if room(module) == "base"}
    assert base == set(" ".join(BASE).split())


@pytest.mark.pure
def test_imports_point_down() -> None:
    upwards = [
        f"{module} imports {name} from above"
        for module, names in edges().items()
        if (own := room(module)) is not None
        for name in sorted(names)
        if (other := room(name)) is not None and not may_use(own, other)
    ]
    assert upwards == []


@pytest.mark.pure
def test_no_module_is_imported_in_a_circle() -> None:
    assert circle(edges()) == []


@pytest.mark.pure
def test_a_circle_is_found_by_way_of_others_too() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c"]


@pytest.mark.pure
def test_the_architecture_shows_the_rooms_as_they_are() -> None:
    assert picture() in ARCHITECTURE.read_text(encoding="utf-8")


@pytest.mark.parametrize("module", ["pitboss.cli.main", "pitboss.cli.settle"])
def test_settling_imports_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    done = python(code)
    loaded = {name.partition(".")[0] for name in done.split()}
    assert "pitboss" in loaded
    assert loaded.isdisjoint(HEAVY)


@pytest.mark.pure
def test_no_code_knows_a_sheet_by_its_name() -> None:
    words = ("rws-", "mbs-", "sheet.id ==")
    texts = {module: path.read_text(encoding="utf-8") for module, path in NAMES.items()}
    assert [(module, word) for module, text in texts.items() for word in words if word in text] == []


if __name__ == "__main__":
    text = ARCHITECTURE.read_text(encoding="utf-8")
    first, last = text.index("    cli/"), text.index("\n\n", text.index("    cli/"))
    ARCHITECTURE.write_text(text[:first] + picture() + text[last:], encoding="utf-8")
