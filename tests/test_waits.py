"""No wait of the tests or of the campaign is without a deadline, and waiting is done in one place."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(path for room in ("tests", "tools", "campaign") for path in (ROOT / room).rglob("*.py"))
WAITS = frozenset({"acquire", "communicate", "get", "join", "result", "wait"})
"""Methods that wait for ever without an argument."""
RUN = frozenset({"subprocess.run", "subprocess.check_call", "subprocess.check_output"})
OWN = {
    "tests/api/noting.py": "looks at many bots between two requests",
    "tests/api/processes.py": "its servers are started and killed again; `wait` has a deadline",
    "tests/api/served.py": "the loop of a server, and a wait that may be in vain",
    "tests/api/test_many_sign_ins.py": "a refusal that is held back",
    "tests/programs.py": "starts programs",
    "tests/server/test_make_run.py": "starts a shell in a session of its own",
    "tests/store/kills.py": "a process that is killed",
    "tests/store/standby.py": "its servers are started and killed again",
    "campaign/failovers.py": "its processes work until they are killed",
    "campaign/floors.py": "plays on until a clock says so",
    "campaign/proxy.py": "holds connections back until told otherwise",
}
"""Files that wait or start programs in ways of their own, and why."""


def without_deadline(tree: ast.AST) -> Iterator[str]:
    """The calls that wait for ever."""
    given = {id(word) for call in ast.walk(tree) if isinstance(call, ast.Call) for word in call.args}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        name, limited = ast.unparse(node.func), any(word.arg in ("timeout", None) for word in node.keywords)
        # What is given to another call is waited for by that one.
        endless = node.func.attr in WAITS and not node.args and id(node) not in given
        if (endless or name in RUN) and not limited:
            yield f"{node.lineno}: {ast.unparse(node)}"


def own_ways(tree: ast.AST) -> Iterator[str]:
    """Loops that sleep, and programs that are started, in a way of their own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.While) and any(
            getattr(part, "attr", "") == "sleep" for part in ast.walk(node)
        ):
            yield f"{node.lineno}: while {ast.unparse(node.test)}"
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "Popen":
            yield f"{node.lineno}: subprocess.Popen"


def test_every_wait_has_a_deadline() -> None:
    found: dict[str, list[str]] = {}
    for path in FILES:
        name, tree = path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))
        faults, own = [*without_deadline(tree)], [*own_ways(tree)]
        if name in OWN:
            assert own, f"{name} has no way of its own any more"
        else:
            faults += own
        if faults:
            found[name] = faults
    assert found == {}


@pytest.mark.parametrize(
    ("line", "endless"),
    [
        ("thread.join()", True),
        ("thread.join(PATIENCE)", False),
        ("future.result()", True),
        ("future.result(PATIENCE)", False),
        ("event.wait()", True),
        ("await within(event.wait(), 'it happens')", False),
        ("await event.wait()", True),
        ("subprocess.run(command, check=True)", True),
        ("subprocess.run(command, timeout=60)", False),
        ("queue.get()", True),
        ("', '.join(words)", False),
    ],
)
def test_waits_without_a_deadline_are_found(line: str, endless: bool) -> None:
    assert any(without_deadline(ast.parse(line))) == endless
