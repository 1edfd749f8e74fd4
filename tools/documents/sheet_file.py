"""Writes the keys and words of ``docs/reference/sheet-file.md``: ``python -m tools.documents``."""

import textwrap
import tomllib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect

from pitboss.hands.ranking import CATEGORIES
from pitboss.reason import because
from pitboss.refusal_list import OF_SHEETS
from pitboss.sheets import policies, sheet_ids, words
from pitboss.sheets.form import type_of
from pitboss.sheets.formats import HISTORY
from pitboss.sheets.meanings import FORM_KEY, FORM_MEANING, meanings, plain
from pitboss.sheets.model import OTHER, Sheet
from pitboss.sheets.readings import POINTS
from pitboss.sheets.register import RegisteredClause
from pitboss.sheets.script import STEP_FORMS
from pitboss.words import say
from tests.sheets.shipped import shipped_folder
from tools.documents.markdown import REFERENCE

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = REFERENCE / "sheet-file.md"
BEGINS: Final = "<!-- From here on python -m tools.documents writes. -->\n"
_FIRST: Final = "rws-three-card-v3"
_LONGEST: Final = 70


def written() -> str:
    """The page with its reference as the model has it now."""
    head, mark, _ = PAGE.read_text(encoding="utf-8").partition(BEGINS)
    assert mark, "the page says where the reference begins"
    return head + mark + "\n" + "\n".join(_reference()).rstrip("\n") + "\n"


def _reference() -> Iterator[str]:
    yield "## Every key\n"
    yield (
        "*Default* is what holds where a key is left out; a key without one must be there. In a draft every "
        "list of clauses may be left out. The examples are of the sheets that ship.\n"
    )
    yield "### The top of the file\n"
    yield from _table(Sheet, lambda kind: not _is_section(kind), _FORM_ROW)
    yield from _sections()
    yield "### The clauses of `clauses.toml`\n"
    yield "One line for each clause, by its number in quotation marks.\n"
    yield from _table(RegisteredClause)
    yield "## Every word\n"
    for part in (_steps, _rates, _hands, _effects, _lists, _readings, _refusals, _history):
        yield from part()


_FORM_ROW: Final = f"| `{FORM_KEY}` | a whole number | the newest | {FORM_MEANING} | `1` |"


def _sections() -> Iterator[str]:
    """A table of keys for every section, with the tables inside it after it."""
    told: dict[type, str] = {}
    for field in msgspec.structs.fields(Sheet):
        for path, kind in _structs(field.name, type_of(field.type)):
            yield f"### `{path}`\n"
            if kind in told:
                yield f"The keys are those of [`{told[kind]}`](#{told[kind].strip('[]').replace('.', '')}).\n"
            else:
                yield f"{plain(kind.__doc__ or '')}\n"
                yield from _table(kind)
                told[kind] = path


def _structs(path: str, kind: inspect.Type) -> Iterator[tuple[str, type]]:
    """The tables of a section with the headers they are written under, each type once."""
    match kind:
        case inspect.StructType():
            yield path if path.startswith("[") else f"[{path}]", kind.cls
            inner = path.strip("[]")
            for field in kind.fields:
                yield from _structs(f"{inner}.{field.encode_name}", field.type)
        case inspect.DictType(value_type=value):
            name = {"showdown": "OUTCOME", "irregularities": '"CLAUSE"', "readings": "POINT"}.get(path, "BET")
            yield from _structs(f"{path}.{name}", value)
        case inspect.VarTupleType(item_type=item):
            if isinstance(item, inspect.StructType):
                yield from _structs(f"[[{path}]]", item)
        case inspect.UnionType(types=types):
            for each in types:
                yield from _structs(path, each)


def _is_section(kind: inspect.Type) -> bool:
    match kind:
        case inspect.UnionType(types=types):
            return any(_is_section(each) for each in types)
        case inspect.DictType(value_type=inner) | inspect.VarTupleType(item_type=inner):
            return _is_section(inner)
    return isinstance(kind, inspect.StructType)


def _table(kind: type, wanted: Any = lambda kind: True, *more: str) -> Iterator[str]:
    means = meanings(kind)
    yield "| key | value | default | meaning | example |\n| --- | --- | --- | --- | --- |"
    for field in type_of(kind).fields:  # type: ignore[attr-defined]
        if not wanted(field.type):
            continue
        name = field.encode_name
        assert name in means, f"{kind.__name__}.{name} has no docstring"
        cells = (f"`{name}`", _value(field.type), _default(field), plain(means[name]), _example(kind, name))
        yield f"| {' | '.join(cells)} |"
    yield from more
    yield ""


_LISTED: Final = (
    (words.EFFECTS, "an [effect](#effects-of-irregularities)"),
    (words.CONDITIONS, "[conditions](#conditions-when)"),
    (words.ARGUMENTS, "[arguments](#arguments-of-a-report-needs-takes)"),
    (words.SUBJECTS, "[subjects](#subjects-subjects)"),
)
"""Words that are told in a list of their own."""


def _value(kind: inspect.Type) -> str:
    match kind:
        case inspect.LiteralType(values=values):
            listed = next((link for words, link in _LISTED if set(values) == set(words)), None)
            return listed or " or ".join(f"`{value}`" for value in values)
        case inspect.StrType(pattern=pattern):
            return "a clause" if pattern else "text"
        case inspect.IntType():
            return "a whole number"
        case inspect.BoolType():
            return "`true` or `false`"
        case inspect.DateTimeType():
            return "a date and time with its offset"
        case inspect.StructType():
            return "a table"
        case inspect.DictType(value_type=value):
            return "tables by name" if _is_section(value) else f"by name, {_value(value)}"
        case inspect.TupleType(item_types=items):
            return f"a list of {' and '.join(_value(each) for each in items)}"
        case inspect.VarTupleType(item_type=item, min_length=least):
            if isinstance(item, inspect.StrType) and item.pattern:
                return "clauses, one at least" if least else "clauses"
            many = {inspect.IntType: "whole numbers", inspect.StrType: "texts"}.get(type(item))
            return "tables" if _is_section(item) else f"a list of {many or _value(item)}"
        case inspect.UnionType(types=types):
            return ", or ".join(_value(each) for each in types if not isinstance(each, inspect.NoneType))
    raise AssertionError(kind)


def _default(field: inspect.Field) -> str:
    if field.required:
        return ""
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return "none" if value in (None, (), {}) else f"`{_toml(value)}`"


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value}"'
        case datetime():
            return value.isoformat()
        case dict():
            return "{ " + ", ".join(f"{_key(key)} = {_toml(inner)}" for key, inner in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value)


def _key(name: str) -> str:
    return name if name.replace("_", "").isalnum() else f'"{name}"'


def _example(kind: type, name: str) -> str:
    found = _examples().get((kind.__name__, name)) or _LONG.get((kind.__name__, name))
    return f"`{found}`" if found else ""


def _examples() -> dict[tuple[str, str], str]:
    """A short value of every key, from the first sheet that has one."""
    if not _FOUND:
        folders = [shipped_folder(_FIRST), *map(shipped_folder, sheet_ids())]
        folders += sorted(path.parent for path in (ROOT / "examples" / "sheets").glob("*/sheet.toml"))
        for folder in folders:
            _collect(tomllib.loads((folder / "sheet.toml").read_text(encoding="utf-8")), type_of(Sheet))
            clauses = tomllib.loads((folder / "clauses.toml").read_text(encoding="utf-8"))
            for clause in clauses.values():
                _collect(clause, type_of(RegisteredClause))
    return _FOUND


_FOUND: Final[dict[tuple[str, str], str]] = {}
_LONG: Final[dict[tuple[str, str], str]] = {("Identity", "draft"): "true"}
"""Beginnings of values that are too long to be shown whole."""


def _collect(value: Any, kind: inspect.Type) -> None:
    match kind:
        case inspect.StructType() if isinstance(value, dict):
            for field in kind.fields:
                inner = value.get(field.encode_name)
                if inner is None:
                    continue
                if not _is_section(field.type) and inner != {}:
                    told, short = _toml(inner), (kind.cls.__name__, field.encode_name)
                    if len(told) <= _LONGEST:
                        _FOUND.setdefault(short, told)
                    else:
                        _LONG.setdefault(short, f"{told[:_LONGEST].rpartition(',')[0]}, …")
                _collect(inner, field.type)
        case inspect.DictType(value_type=inner_kind) if isinstance(value, dict):
            for inner in value.values():
                _collect(inner, inner_kind)
        case inspect.VarTupleType(item_type=item) if isinstance(value, list):
            for inner in value:
                _collect(inner, item)
        case inspect.UnionType(types=types):
            for each in types:
                _collect(value, each)


def _steps() -> Iterator[str]:
    yield "### Steps of a dealing procedure\n"
    yield "They are carried out in the order in which they are written, each with the clause it rests on.\n"
    yield "| step | meaning |\n| --- | --- |"
    yield from (f"| `{form}` | {meaning} |" for form, meaning in STEP_FORMS.items())
    yield ""


def _rates() -> Iterator[str]:
    yield "### Rates\n"
    yield "| rate | what a win gets |\n| --- | --- |"
    yield "| `40 to 1` | forty times the bet, which is given back too |"
    yield "| `3 to 2` | one and a half times the bet, rounded down to a cent; the bet is given back too |"
    yield "| `push` | the bet alone is given back: a line of a pay table that neither pays nor collects |"
    yield "| `400 for 1` | of a jackpot: so many times the bet; whether the bet is given back is a reading |"
    yield "| `$1250` | of a jackpot: a fixed amount in the sheet's currency, whatever its sign |"
    yield "| `10%` | of a jackpot: a share of what the display shows |"
    yield ""


def _hands() -> Iterator[str]:
    yield "### Hands\n"
    yield (
        "The categories of a ranking list by its `size`. The order is the sheet's; the first of each row may "
        "be left out, and is then a straight flush. With a rank after a colon a pay table or the qualifier "
        "means a part of a category: `one_pair:T` is a pair of tens or better.\n"
    )
    yield "| size | categories |\n| --- | --- |"
    yield from (
        f"| {size} | {', '.join(f'`{each}`' for each in names)} |" for size, names in CATEGORIES.items()
    )
    yield ""


def _effects() -> Iterator[str]:
    yield "### Effects of irregularities\n"
    yield (
        "`needs` names exactly what the effect needs. *Options* says whether `options`, `continue_clauses` "
        "and `withdraw_clauses` must be there. `wagered_in_error` also has `viewed_clauses` and "
        "`unviewed_clauses`; `restrict_table` has `action_clauses` of `close`, `block` and, in a game with a "
        "jackpot, `no_jackpot`. `instead` goes with the conditions `seen`, `unseen` and `unhandled`, and "
        "`about` with `wrong_count`.\n\n"
        'A clause with `hand_invalid_unless_reconstructed` has `about = "box"` and the condition '
        "`wrong_count`. One with `void_unless_reconstructed` and the subject `dealer_count` or "
        '`community_count` has that condition too, and `about = "dealer"` or `"community"`. A `ruling` takes '
        'the box whose bets it gives back (`action=return box=1`) where it has `takes = ["box"]`.\n'
    )
    yield "| effect | what follows | needs | options | condition |\n| --- | --- | --- | --- | --- |"
    for effect, rule in policies.EFFECTS.items():
        needs = ", ".join(f"`{name}`" for name in sorted(rule.needs))
        options = "yes" if rule.options else "by a reading" if rule.by_reading else ""
        when = f"`{condition}`" if (condition := _condition(rule)) else ""
        yield f"| `{effect}` | {say(because(words.EFFECTS[effect]))} | {needs} | {options} | {when} |"
    yield ""


def _condition(rule: policies.EffectRule) -> str | None:
    """The condition that an effect must have: its own, or that a number of cards is wrong."""
    return rule.when or (None if "round" in rule.about else "wrong_count")


def _lists() -> Iterator[str]:
    lists: tuple[tuple[str, str, Any], ...] = (
        ("Conditions (`when`)", "It applies when …", words.CONDITIONS),
        ("Arguments of a report (`needs`, `takes`)", "A report says …", words.ARGUMENTS),
        ("Options (`options`)", "What players may do; `none`: nothing", words.OPTIONS),
        ("Subjects (`subjects`)", "By them two sheets are compared.", words.SUBJECTS),
    )
    for title, gist, entries in lists:
        yield f"### {title}\n\n| word | {gist} |\n| --- | --- |"
        yield from (f"| `{word}` | {say(because(code))} |" for word, code in entries.items())
        yield ""


def _readings() -> Iterator[str]:
    yield "### Readings\n"
    yield (
        "A sheet takes a reading of each point that its clauses leave open; of the others the first option "
        "holds, and decides nothing. [Readings](readings.md) has the question of each and what its options "
        "mean.\n"
    )
    yield "| point | options |\n| --- | --- |"
    for name, point in POINTS.items():
        yield f"| `{name}` | {', '.join(f'`{choice}`' for choice in point.options)} |"
    yield ""


def _refusals() -> Iterator[str]:
    yield "### Refusals\n"
    yield (
        '`[refusals]` names the clauses by which a round refuses something: `bet_after_close = ["5.11"]`. '
        f"`{OTHER}` has the clauses of every refusal that is not named itself. The loader asks for every "
        "code that the game can meet. [Refusals](refusals.md) has their meanings.\n"
    )
    codes = ", ".join(f"`{code}`" for code in sorted(OF_SHEETS))
    yield textwrap.fill(f"The codes are {codes}.", 125, break_long_words=False, break_on_hyphens=False)
    yield ""


def _history() -> Iterator[str]:
    yield "### Forms\n"
    yield (
        "The form of a file goes up when a build needs an entry that older files lack. Recorded texts of "
        "older forms are read as before; a file that says its `form` is too.\n"
    )
    yield "| form | what it brought |\n| --- | --- |"
    yield from (f"| {number} | {says} |" for number, says in HISTORY.items())
    yield ""
