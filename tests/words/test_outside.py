"""A sentence that reaches a person comes from the catalogue: one that is written in the source is found."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pitboss

ROOT: Final = Path(pitboss.__file__).parent
SENTENCE: Final = re.compile(r"[A-Za-z]{2,}[,:;]? (?:[A-Za-z]|\{\})|\{\},? [a-z]{2,}")
"""Two words beside each other, or a word beside a value: a code, a key or a format has neither."""
SAYS: Final = frozenset(
    {"at", "because", "fail", "fail_question", "refuse", "Reason", "Refusal", "RequestRefused", "Statement"}
)
"""Calls whose arguments are told to people."""
PROGRAMMERS: Final = {
    "AttributeError": "a wrong name in a program",
    "BadMessage": "a translator's entry, which a test reads",
    "CardSetBroken": "an invariant, which is logged",
    "EntryBroken": "an invariant, which is logged",
    "InternalServerException": "logged, not shown",
    "InvariantBroken": "an invariant, which is logged",
    "LedgerUnbalanced": "an invariant, which is logged",
    "LinkUnbalanced": "an invariant, which is logged",
    "LookupError": "a wrong key in a program",
    "NoClauses": "a defect",
    "NotCounted": "caught, and never shown",
    "NotFoundException": "Litestar's own, answered by an envelope with a code",
    "NotImplementedError": "a type that no event may have",
    "OutOfOrder": "an invariant, which is logged",
    "RecordBroken": "an invariant, which is logged",
    "ShoeBroken": "an invariant, which is logged",
    "TypeError": "a wrong type in a program",
    "UncitedRefusal": "a defect",
    "UnknownCode": "a defect",
    "WorkerFailed": "logged by the server that asked the worker",
    "WrongStatus": "a defect",
    "_unbalanced": "an invariant, which is logged",
}
"""Exceptions that only those who write or run the software read, and why."""
VALUE_ERRORS: Final = {
    "floor/tables/dealing.py": "bytes of a key that was read before",
    "shoe/commitment.py": "msgspec wraps it in the one reason of an opening file",
    "shoe/opening_file.py": "msgspec wraps it in the one reason of an opening file",
    "store/codec.py": "arguments of a program",
    "store/journal.py": "arguments of a program",
    "tlog/shown.py": "msgspec wraps it in the one reason of a proof",
    "toolkit/": "the library, whose callers write programs",
}
"""Modules whose ValueErrors programmers read, and why."""
MADE: Final = {
    "access/lockout.py": "a reason that is recorded",
    "access/roles.py": "permissions as the reference lists them",
    "analysis/": "names of rows beside figures, and the report of a test lab, a document in English",
    "api/routes/day_ranges.py": "names a file in the reason for an extra that is missing",
    "api/routes/rounds.py": "a header",
    "api/serving.py": "the terminal of the host that serves",
    "audit/audit.py": "a time that cannot be",
    "cards.py": "names of cards for programs that read aloud",
    "cli/": "tables of the command line, which has one language; its failures have codes",
    "client/asynchronous.py": "a header",
    "client/plain.py": "a header",
    "export/": "headings of files for spreadsheets",
    "floor/two_person.py": "a reason that is never recorded, of a dry run",
    "floor/tables/round_link.py": "a reason that is recorded",
    "floor/tables/table.py": "an assertion",
    "forecast/charts.py": "axes of charts",
    "installed.py": "names of files in a reason",
    "jackpots/state.py": "an invariant",
    "jackpots/words.py": "names of two people",
    "money.py": "a value that Python cannot show",
    "plural.py": "counts in tables of the command line",
    "reconcile/rows.py": "names of accounts",
    "records/expectations.py": "a test of a round file, read by its author",
    "records/proof.py": "a test of a round file, read by its author",
    "records/steps.py": "steps of round files, a format",
    "replay/dispute/": "elements of a page",
    "server/metrics.py": "a format",
    "server/witnesses.py": "the name of a thread",
    "settlement/verdicts.py": "the name of a hand that is recorded",
    "sheets/model.py": "what sheets say, in the words of their own language",
    "sheets/rates.py": "what sheets say, in the words of their own language",
    "sheets/settings.py": "what sheets say, in the words of their own language",
    "shoe/health.py": "a test of random bytes, in the log",
    "store/": "statements of SQL, and notes of checkpoints, a format",
    "time_zones.py": "names of a zone",
    "tlog/checkpoint.py": "a format",
    "toolkit/decisions.py": "how a program's objects are shown",
    "toolkit/playing.py": "how a program's objects are shown",
    "toolkit/rule_sheet.py": "how a program's objects are shown",
    "toolkit/strategies.py": "how a program's objects are shown",
    "training/coached.py": "a seed",
    "training/situations.py": "a seed",
    "web/": "elements of a page",
    "witness/": "answers and pages of a protocol that is in English",
}
"""Modules that may make f-strings with words, and why. Faults are not among them."""


@cache
def modules() -> dict[str, ast.Module]:
    """The source, by path."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8"))
        for path in sorted(ROOT.rglob("*.py"))
    }


def written(node: ast.AST) -> str:
    """The text of a string or an f-string, with braces for each value; empty for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return ""


def called(node: ast.Call) -> str:
    """The name of what is called, without what it belongs to."""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def told(tree: ast.AST) -> Iterator[ast.Call]:
    """Exceptions that are raised, and calls whose arguments people read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield node.exc
        elif isinstance(node, ast.Call) and called(node) in SAYS:
            yield node


def sentences(call: ast.Call) -> Iterator[str]:
    """The sentences among the arguments of a call; those of the calls in them are found by themselves."""
    waiting: list[ast.AST] = [*call.args, *(each.value for each in call.keywords)]
    while waiting:
        node = waiting.pop()
        if SENTENCE.search(text := written(node)):
            yield text
        elif not isinstance(node, ast.Call | ast.JoinedStr):
            waiting += ast.iter_child_nodes(node)


def found(source: ast.AST, path: str) -> list[str]:
    """Sentences of a module that are told to people and have no code."""
    return [
        f"{path}:{call.lineno}: {text}"
        for call in told(source)
        if called(call) not in PROGRAMMERS
        if called(call) != "ValueError" or not path.startswith(tuple(VALUE_ERRORS))
        for text in sentences(call)
    ]


def made(source: ast.AST) -> Iterator[str]:
    """The f-strings with words of a module, without those of exceptions and of the log."""
    apart = {
        id(each)
        for node in ast.walk(source)
        if isinstance(node, ast.Raise)
        or (isinstance(node, ast.Call) and (called(node) in PROGRAMMERS or _is_log(node)))
        for each in ast.walk(node)
    }
    for node in ast.walk(source):
        if isinstance(node, ast.JoinedStr) and id(node) not in apart and SENTENCE.search(written(node)):
            yield written(node)


def _is_log(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == "LOG"


def test_no_fault_or_refusal_is_told_by_a_sentence_of_the_source() -> None:
    assert [each for path, source in modules().items() for each in found(source, path)] == []


def test_f_strings_with_words_are_made_only_where_it_is_listed_why() -> None:
    assert [
        f"{path}: {text}"
        for path, source in modules().items()
        if not path.startswith(tuple(MADE))
        for text in made(source)
    ] == []


def test_the_lists_name_nothing_that_is_not_there() -> None:
    calls = (node for source in modules().values() for node in ast.walk(source) if isinstance(node, ast.Call))
    assert set(PROGRAMMERS) - {called(call) for call in calls} == set()
    unused = {
        prefix
        for prefix in MADE
        if not any(path.startswith(prefix) and any(made(source)) for path, source in modules().items())
    }
    assert unused == set()


def test_a_sentence_of_the_source_is_found() -> None:
    source = 'raise BadUrl(at("url", f"{url} is not a URL"))\nfail("name a sheet")\nrefuse(because("a.b"))'
    assert sorted(found(ast.parse(source), "cli/x.py")) == [
        "cli/x.py:1: {} is not a URL",
        "cli/x.py:2: name a sheet",
    ]
    source = 'text = f"{name} plays on"; LOG.info(f"{name} is logged")'
    assert list(made(ast.parse(source))) == ["{} plays on"]
