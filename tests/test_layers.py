"""Imports point down, a command imports only what it needs, and no code knows a sheet by its name."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss

ROOT = Path(pitboss.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
LAYERS = (
    "cli",
    "bots",
    "client",
    "api",
    "web",
    "audit",
    "floor",
    "access",
    "records",
    "analysis",
    "witness",
    "store",
    "card_sets",
    "jackpots",
    "ledger",
    "round",
    "settlement",
    "sheets",
    "hands",
    "shoe",
    "tlog",
    "base",
)
"""Highest first; the modules of the base know nothing above them."""
BASE = {
    "graceful",
    "invariant",
    "projection",
    "cards",
    "money",
    "shuffle",
    "build",
    "installed",
    "tls",
    "toml_text",
} | {
    *("clauses", "refusal", "refusal_codes", "refusal_list"),
}
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


def dotted(path: Path) -> str:
    """The module's name: ``pitboss.sheets.loader``."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer(module: str) -> str | None:
    """The layer a module belongs to; the package itself and ``__main__`` belong to none."""
    parts = module.split(".")
    if parts[0] != "pitboss" or len(parts) < 2 or parts[1] == "__main__":
        return None
    return "base" if parts[1] in BASE else parts[1]


def imports(path: Path) -> Iterator[str]:
    """Every module of Pitboss that a module names in an import, wherever the import stands."""
    known = {dotted(module) for module in MODULES}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in known else str(node.module) for name in names)


def test_every_module_has_a_layer() -> None:
    layers = {layer(dotted(path)) for path in MODULES} - {None}
    assert layers == set(LAYERS)


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_point_down(path: Path) -> None:
    own = layer(dotted(path))
    if own is None:
        return
    wrong = [
        name
        for name in imports(path)
        if (other := layer(name)) is not None and LAYERS.index(other) < LAYERS.index(own)
    ]
    assert wrong == [], f"{dotted(path)} in layer {own} imports from above"


def test_layers_below_settlement_do_not_import_across_the_base() -> None:
    """The base modules may use each other only without a circle: the shuffle uses the cards."""
    uses = {dotted(path): set(imports(path)) for path in MODULES if layer(dotted(path)) == "base"}
    for module, named in uses.items():
        for name in named & set(uses):
            assert module not in uses[name], f"{module} and {name} import each other"


@pytest.mark.parametrize("module", ["pitboss.cli.main", "pitboss.cli.settle"])
def test_settling_imports_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "pitboss" in loaded
    assert loaded.isdisjoint(HEAVY)


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_no_code_knows_a_sheet_by_its_name(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "sheet.id ==" not in text
    literals = [
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert [word for word in literals if "rws-" in word or "mbs-" in word] == []
