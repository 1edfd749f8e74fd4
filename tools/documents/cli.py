"""Writes ``docs/reference/cli.md`` from the argument parser itself: ``python -m tools.documents``."""

from argparse import SUPPRESS, Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from typing import Final

from pitboss.cli.arguments import command_parser
from tools.documents.markdown import REFERENCE, sentence, table

PAGE: Final = REFERENCE / "cli.md"
GROUPS: Final = {
    "Rounds and rules": {
        "settle": "[Your first round](../tutorial/first-round.md), [the file](round-file.md)",
        "verify": "[How a clause becomes code](../explanation/clauses.md)",
        "clauses": "[How a clause becomes code](../explanation/clauses.md)",
        "explain": "[How a clause becomes code](../explanation/clauses.md)",
        "chart": "[Run a table](../how-to/dealer/table.md)",
        "diff": "[Your first sheet](../tutorial/first-sheet.md)",
        "sheets": "[Your first sheet](../tutorial/first-sheet.md), [the file](sheet-file.md)",
        "play": "[Your first round](../tutorial/first-round.md)",
    },
    "Mathematics": {
        "odds": "[Ask for odds](../how-to/mathematician/odds.md)",
        "advise": "[Ask for odds](../how-to/mathematician/odds.md)",
        "sweep": "[Ask for odds](../how-to/mathematician/odds.md#what-if)",
        "par": "[Ask for odds](../how-to/mathematician/odds.md)",
        "simulate": "[Simulate rounds](../how-to/mathematician/simulate.md)",
        "forecast": "[Forecast the life of a link](../how-to/mathematician/forecast.md)",
        "exposure": "[Forecast a link](../how-to/mathematician/forecast.md#the-exposure-of-a-table)",
        "impact": "[Forecast a link](../how-to/mathematician/forecast.md#what-a-decision-costs)",
        "rng-test": "[Check the cards](../how-to/regulator/shoe.md#the-tests-of-the-shuffle)",
    },
    "A floor": {
        "init": "[Configuration](configuration.md)",
        "serve": "[Your first floor](../tutorial/first-floor.md), [Open a floor](../how-to/operator/open.md)",
        "bots": "[Your first floor](../tutorial/first-floor.md)",
        "people": "[Manage people](../how-to/operator/people.md)",
        "proposals": "[Manage people](../how-to/operator/people.md#two-people)",
        "docs": "[the documents](../README.md)",
        "version": "[Open a floor](../how-to/operator/open.md#which-software-runs)",
    },
    "The record": {
        "replay": "[Ask the record](../how-to/regulator/disputes.md)",
        "rerun": "[Ask the record](../how-to/regulator/disputes.md#what-would-it-have-paid)",
        "audit": "[Audit a journal](../how-to/regulator/audit.md)",
        "check-shuffle": "[Check the cards](../how-to/regulator/shoe.md)",
        "reconcile": "[Reconcile a gaming day](../how-to/operator/reconcile.md)",
        "close-day": "[Reconcile a gaming day](../how-to/operator/reconcile.md#closing-a-gaming-day)",
        "sign-off-day": "[Reconcile a gaming day](../how-to/operator/reconcile.md#signing-off-a-gaming-day)",
        "audits": "[Audit a journal](../how-to/regulator/audit.md#audits-that-were-kept)",
        "export": "[Export tables](export.md)",
        "checkpoint": "[Have the record witnessed](../how-to/operator/witnesses.md)",
        "witness": "[Run a witness](../how-to/regulator/witness.md)",
        "backup": "[Back up](../how-to/operator/backup.md)",
        "archive": "[How the record is proved](../explanation/record.md#snapshots-and-archives)",
        "accept-gap": "[Back up](../how-to/operator/backup.md#a-journal-with-missing-events)",
    },
}
"""Every command once, with the pages that show it at work."""
OTHER: Final = "More"
"""The group of a command that no group names."""
_HEAD: Final = """# Commands

<!-- `python -m tools.documents` writes this page from the argument parser. -->

Every command and option, as `pitboss COMMAND --help` has them.

Every command takes `--sheets DIR`, before or after its name: sheets of your own, a folder of sheet
folders or one sheet's folder; it may be given again. `PITBOSS_SHEETS` names folders too. Where a command
takes a SHEET, the path of its folder does as well as its name. Two texts of one id are refused, unless
one of them is named itself.

| exit status | meaning |
| --- | --- |
| 0 | done; everything agrees |
| 1 | done, and the answer is no: a refused round, a fault, an alarm, a file that differs |
| 2 | not done: an argument, a file or a journal cannot be read |
| 3 | `audit`, `replay --check`, `check-shuffle`: nothing fails as far as it could be seen, which is not all |
| 69 | an [extra](install.md) that the command needs is not installed |
| 70 | an [invariant](../how-to/operator/watch.md#a-broken-invariant) is broken, which is a defect |
| 130 | interrupted with Ctrl-C |
| 143 | interrupted by SIGTERM, which does the same |
"""


def written() -> str:
    """The page as the parser has it now."""
    groups = {title: tuple(group) for title, group in GROUPS.items()}
    if more := tuple(name for name in commands() if all(name not in group for group in groups.values())):
        groups[OTHER] = more
    lines = [_HEAD, *_overview(groups)]
    for title, group in groups.items():
        lines += [f"## {title}\n", *(line for name in group for line in _command(name))]
    return "\n".join(lines).rstrip("\n") + "\n"


def commands() -> dict[str, str]:
    """Every command with its words, in the parser's order."""
    listed = subparsers(command_parser([]))._choices_actions
    return {choice.dest: str(choice.help) for choice in listed}


def _overview(groups: dict[str, tuple[str, ...]]) -> Iterator[str]:
    words = commands()
    rows = [
        (title if name == group[0] else "", f"[`{name}`](#pitboss-{name})", sentence(words[name]))
        for title, group in groups.items()
        for name in group
    ]
    yield from table(("", "command", "what it does"), rows)


def _command(name: str) -> Iterator[str]:
    parser = subparsers(command_parser([name])).choices[name]
    actions = [each for each in parser._actions if each.help != SUPPRESS and "-h" not in each.option_strings]
    own = [each for each in actions if "--sheets" not in each.option_strings]
    yield f"### `pitboss {name}`\n"
    yield f"{sentence(commands()[name])}\n"
    usage = " ".join(_usage(each) for each in sorted(own, key=lambda each: bool(each.option_strings)))
    yield f"    pitboss {name} {usage}".rstrip() + "\n"
    yield from table(("argument", "meaning", "default"), ((_names(a), _meaning(a), _default(a)) for a in own))
    if see := next((group[name] for group in GROUPS.values() if name in group), ""):
        yield f"See {see}.\n"


def subparsers(parser: ArgumentParser) -> "_SubParsersAction[ArgumentParser]":
    """The parsers of the commands."""
    return next(each for each in parser._actions if isinstance(each, _SubParsersAction))


def _value(action: Action) -> str:
    """The word for the value; an action without one is a flag."""
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    return action.metavar or "|".join(map(str, action.choices or ())) or action.dest.upper()


def _usage(action: Action) -> str:
    value = _value(action)
    if action.option_strings:
        shown = f"{action.option_strings[0]} {value}".rstrip()
        return shown if action.required else f"[{shown}]"
    several = {"+": f"{value} …", "*": f"[{value} …]", "?": f"[{value}]"}
    return several.get(str(action.nargs), value)


def _names(action: Action) -> str:
    names = action.option_strings or [""]
    return ", ".join(f"`{f'{name} {_value(action)}'.strip()}`" for name in names)


def _meaning(action: Action) -> str:
    words = action.help or ""
    if action.choices and action.metavar is None and action.option_strings == []:
        return words
    return f"{words}; required" if action.option_strings and action.required else words


def _default(action: Action) -> str:
    return "" if action.default in (None, False, "", []) else f"`{action.default}`"
