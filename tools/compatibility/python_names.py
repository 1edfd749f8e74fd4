"""The signatures of the library's public names, read from its source."""

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pitboss
import pitboss.client

_ANSWERS = {
    "toolkit.mathematics": ("BetOdds", "JackpotBet"),
    "analysis.model": ("BetFigures",),
}
"""Types that answers are made of, beside the names of ``import pitboss``."""


def python_names() -> Iterator[tuple[str, str]]:
    """Every public name of ``pitboss`` and ``pitboss.client`` with its signature."""
    for name in pitboss.__all__:
        yield from _named(f"pitboss.{pitboss._MODULES[name]}", name, "pitboss")
    for module, names in _ANSWERS.items():
        for name in names:
            yield from _named(f"pitboss.{module}", name, f"pitboss.{module}")
    for name in pitboss.client.__all__:
        yield from _named(f"pitboss.client.{pitboss.client._MODULES[name]}", name, "pitboss.client")
    for node in ast.parse(Path(str(_file("pitboss.client.calls")) + "i").read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield f"python pitboss.client.calls.{node.name}", _signature(node)


def _named(module: str, name: str, under: str) -> Iterator[tuple[str, str]]:
    for node in ast.parse(_file(module).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            yield f"python {under}.{name}", _signature(node)
        elif isinstance(node, ast.ClassDef) and node.name == name:
            bases = ", ".join(ast.unparse(base) for base in node.bases)
            yield f"python {under}.{name}", f"class({bases})"
            for member, signature in _members(node):
                yield f"python {under}.{name}.{member}", signature


def _members(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for member in node.body:
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            default = f" = {ast.unparse(member.value)}" if member.value else ""
            yield member.target.id, ast.unparse(member.annotation) + default
        elif isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef) and not member.name.startswith("_"):
            shown = any(ast.unparse(one) in ("property", "cached_property") for one in member.decorator_list)
            yield member.name, ("property " if shown else "") + _signature(member)
        elif isinstance(member, ast.FunctionDef) and member.name == "__init__":
            for name in _attributes(member):
                yield name, "attribute"


def _attributes(node: ast.FunctionDef) -> Iterator[str]:
    """The public attributes that an initialiser sets; ``game`` is the engine's, and not promised."""
    for statement in node.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else ()
        for target in (statement.target,) if isinstance(statement, ast.AnnAssign) else targets:
            if (
                isinstance(target, ast.Attribute)
                and not target.attr.startswith("_")
                and target.attr != "game"
            ):
                yield target.attr


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    told = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
    returns = ast.unparse(node.returns).strip("'") if node.returns else "None"
    return f"{told}({ast.unparse(node.args)}) -> {returns}"


def _file(module: str) -> Path:
    spec = find_spec(module)
    assert spec is not None, module
    return Path(str(spec.origin))
