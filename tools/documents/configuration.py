"""Writes ``docs/reference/configuration.md`` from the structs of the file: ``python -m tools.documents``."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import inspect

from pitboss.floor.setup.config import SECRETS
from pitboss.floor.setup.config_file import FloorFile
from pitboss.money import Dollars
from pitboss.sheets.form import type_of
from pitboss.sheets.meanings import meanings, plain
from tools.documents.markdown import REFERENCE, table

PAGE: Final = REFERENCE / "configuration.md"
ENVIRONMENT: Final = {
    **{name: f"`floor.{field}`, instead of the one in the file" for name, field in SECRETS.items()},
    "PITBOSS_SHEETS": "folders of sheets outside the package, separated as in `PATH`",
    "PITBOSS_CACHE": "where counts of the mathematics are kept; without it, in the user's cache",
}
"""The environment variables that Pitboss reads, with what each names."""
_HEAD: Final = """# Configuration

<!-- `python -m tools.documents` writes this page from floor/setup/config_file.py. -->

The file of a floor is TOML. `pitboss init` writes one with comments, and `pitboss serve --config FILE`
opens it. It is read strictly: an unknown key is a fault, told with its line. Amounts are dollars, whole
or as text with cents. A key without a default must be there. [Open a
floor](../how-to/operator/open.md#what-a-changed-file-does) says what a later change of the file does.
"""
_ENVIRONMENT: Final = """## Environment

Variables stand above the file, and options of the command line above both.
"""


def written() -> str:
    """The page as the structs have it now."""
    lines = [_HEAD]
    for field in msgspec.structs.fields(FloorFile):
        for path, kind in _tables(field.name, type_of(field.type)):
            lines += _section(path, kind)
    lines += [
        _ENVIRONMENT,
        *table(("variable", "what it names"), ((f"`{n}`", w) for n, w in ENVIRONMENT.items())),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _tables(path: str, kind: inspect.Type, several: bool = False) -> Iterator[tuple[str, type]]:
    """The tables of the file with the headers they are written under, each type once."""
    match kind:
        case inspect.StructType():
            yield f"[[{path}]]" if several else f"[{path}]", kind.cls
            told: set[type] = set()
            for field in kind.fields:
                for inner, each in _tables(f"{path}.{field.encode_name}", field.type):
                    if each not in told and each.__name__ not in ("Somebody", "Pace"):
                        told.add(each)
                        yield inner.replace(".adjust", ".ACT") if each.__name__ == "ActPart" else inner, each
        case inspect.VarTupleType(item_type=inspect.StructType() as item):
            yield from _tables(path, item, several=True)
        case inspect.UnionType(types=types):
            for each_type in types:
                yield from _tables(path, each_type)


def _section(path: str, kind: type) -> Iterator[str]:
    means = meanings(kind)
    yield f"## `{path}`\n"
    yield f"{plain(kind.__doc__ or '')}\n"
    rows = []
    for field in type_of(kind).fields:  # type: ignore[attr-defined]
        assert field.name in means, f"{kind.__name__}.{field.name} has no docstring"
        cells = (f"`{field.encode_name}`", _value(field.type), _default(field), plain(means[field.name]))
        rows.append(cells)
    yield from table(("key", "value", "default", "meaning"), rows)


_DOLLARS: Final = type_of(Dollars)


def _value(kind: inspect.Type) -> str:
    if kind == _DOLLARS:
        return "dollars"
    match kind:
        case inspect.Metadata(type=inner):
            return _value(inner)
        case inspect.LiteralType(values=values):
            return " or ".join(f"`{value}`" for value in values)
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(_value(each) for each in items)}]"
        case inspect.VarTupleType(item_type=inspect.StructType()):
            return "tables"
        case inspect.VarTupleType(item_type=item):
            return f"a list of {_value(item)}"
        case inspect.DictType(value_type=value):
            return f"by name, {_value(value)}"
        case inspect.UnionType(types=types):
            several = [each for each in types if not isinstance(each, inspect.NoneType)]
            if inspect.UnionType(tuple(several)) == _DOLLARS:
                return "dollars"
            return " or ".join(_value(each) for each in several)
    return _WORDS[type(kind)]


_WORDS: Final[dict[type, str]] = {
    inspect.StrType: "text",
    inspect.IntType: "a whole number",
    inspect.FloatType: "a number",
    inspect.BoolType: "`true` or `false`",
    inspect.StructType: "a table",
}


def _default(field: inspect.Field) -> str:
    if field.required:
        return ""
    value: Any = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    match value:
        case None | ():
            return "none"
        case bool():
            return f"`{str(value).lower()}`"
        case tuple():
            return f"`{list(value)}`"
        case str():
            return f"`{value}`"
        case int() | float():
            return f"`{value:g}`"
    return ""
