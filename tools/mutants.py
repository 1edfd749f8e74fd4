"""Does the proof notice a wrong rule? ``python -m tools.mutants [NUMBER [SEED]]`` breaks the engine to see.

Each mutant is one small change (a comparison turned, a number off by one, ``and`` for ``or``, a condition
negated, a statement left out) in one of the settlement and irregularity modules, in a copy of the source. It
is killed when the shipped round files, the comparison with the independent settlement or the tests of rulings
fail. Survivors are printed: each is either a change without effect or a gap in the proof.
"""

import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODULES = (
    "settlement/awards.py",
    "settlement/hands_held.py",
    "settlement/jackpot.py",
    "settlement/settle.py",
    "settlement/showdown.py",
    "settlement/side_bets.py",
    "settlement/stakes.py",
    "settlement/verdicts.py",
    "round/queries.py",
    "round/irregularities.py",
    "round/corrections.py",
    "round/effects.py",
)
STAGES = (
    [sys.executable, "-m", "pitboss", "verify"],
    [sys.executable, "-m", "tests.independent", "150"],
    [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", "tests/test_golden.py",
     "tests/round/test_rulings.py", "tests/round/test_irregularity_details.py",
     "tests/sheets/test_clauses_beyond_one_round.py", "tests/sheets/test_sheets.py"],
)  # fmt: skip
_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


def changes(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every place where something can be changed: the node's number and what is done to it."""
    for number, node in enumerate(ast.walk(tree)):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield number, "turn the comparison"
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield number, "add one to the number"
        elif isinstance(node, ast.BoolOp):
            yield number, "swap and/or"
        elif isinstance(node, ast.If | ast.IfExp):
            yield number, "negate the condition"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult):
            yield number, "change the operator"
        elif isinstance(node, ast.AugAssign | ast.Expr) and not _is_docstring(node):
            yield number, "leave the statement out"


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def mutate(tree: ast.Module, number: int) -> tuple[str, int]:
    """The source with one change, and the line it is on."""
    mutant = copy.deepcopy(tree)
    node = list(ast.walk(mutant))[number]
    line: int = getattr(node, "lineno", 0)
    if isinstance(node, ast.Compare):
        node.ops = [_TURNED[type(node.ops[0])]()]
    elif isinstance(node, ast.Constant):
        node.value = node.value + 1  # type: ignore[operator]
    elif isinstance(node, ast.BoolOp):
        node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    elif isinstance(node, ast.If | ast.IfExp):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.BinOp):
        node.op = ast.Sub() if isinstance(node.op, ast.Add | ast.Mult) else ast.Add()
    elif isinstance(node, ast.AugAssign | ast.Expr):
        for parent in ast.walk(mutant):
            for body in (getattr(parent, "body", None), getattr(parent, "orelse", None)):
                if isinstance(body, list) and node in body:
                    body[body.index(node)] = ast.Pass()
    return ast.unparse(ast.fix_missing_locations(mutant)), line


def survives(module: str, source: str) -> bool:
    """Whether every stage of the proof passes with this module changed."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "src"
        shutil.copytree(ROOT / "src", copied, ignore=shutil.ignore_patterns("__pycache__"))
        (copied / "pitboss" / module).write_text(source, encoding="utf-8")
        env = {**os.environ, "PYTHONPATH": f"{copied}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
        for stage in STAGES:
            try:
                done = subprocess.run(stage, cwd=ROOT, env=env, capture_output=True, check=False, timeout=120)
            except subprocess.TimeoutExpired:
                return False
            if done.returncode:
                return False
    return True


def main(number: int, seed: int) -> None:
    """Try so many mutants, spread over all modules."""
    trees = {module: ast.parse((ROOT / "src/pitboss" / module).read_text()) for module in MODULES}
    places = [(module, *change) for module, tree in trees.items() for change in changes(tree)]
    chosen = random.Random(seed).sample(places, min(number, len(places)))

    def attempt(place: tuple[str, int, str]) -> str | None:
        module, node, what = place
        source, line = mutate(trees[module], node)
        return f"{module}:{line}: {what}" if survives(module, source) else None

    survivors = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, survivor in enumerate(pool.map(attempt, chosen), 1):
            if survivor:
                survivors.append(survivor)
                print(f"survived: {survivor}", flush=True)
            if sys.stderr.isatty():
                print(f"\r{done} of {len(chosen)}", end="", file=sys.stderr, flush=True)
    killed = len(chosen) - len(survivors)
    print(f"{killed} of {len(chosen)} mutants killed ({len(places)} possible), {len(survivors)} survived")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
