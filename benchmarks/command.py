"""The command of the benchmarks: ``python -m benchmarks [NAME …] [OPTIONS]``.

A benchmark is a module with a function ``main``, whose keywords are its options, and a function ``smallest``,
which calls ``main`` with the least that it takes to print every figure. ``python -m benchmarks.NAME`` runs it
as well.
"""

import ast
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from inspect import Parameter, signature
from itertools import takewhile
from pathlib import Path
from types import ModuleType, NoneType
from typing import Any, Literal, get_args, get_origin

FOLDER = Path(__file__).parent


def summaries(folder: Path = FOLDER) -> dict[str, str]:
    """The benchmarks by name, each with the first line of its words; no module is imported."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("[a-z]*.py"))}
    return {
        name: (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
        for name, text in texts.items()
        if re.search(r"^def main\(", text, re.M)
    }


def command(arguments: Sequence[str]) -> None:
    """Run the benchmarks that are named, or all, with the options that follow."""
    known = summaries()
    names = list(takewhile(known.__contains__, arguments))
    options = arguments[len(names) :]
    listed = "\n".join(f"  {name:22}{words}" for name, words in known.items())
    front = _parser("[NAME …] [OPTIONS]", f"Run the benchmarks that are named, or all of them:\n\n{listed}")
    front.epilog = "python -m benchmarks NAME --help lists the options of one."
    if options and not options[0].startswith("-") and not any(map(_takes_words, names)):
        front.error(f"{options[0]!r} is not a benchmark; there are {', '.join(known)}")
    if not names:
        front.parse_args(options)
    runs = [_run_of(import_module(f"benchmarks.{name}"), options) for name in names or known]
    for run in runs:
        run()


def command_of(file: str) -> None:
    """Run one benchmark, the module of a file, with the options of the command line."""
    command([Path(file).stem, *sys.argv[1:]])


def _parser(usage: str, description: str) -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m benchmarks",
        usage=f"python -m benchmarks {usage}",
        description=description,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--smallest", action="store_true", help="with the least of everything, as a trial")
    return parser


def _takes_words(name: str) -> bool:
    found = signature(import_module(f"benchmarks.{name}").main).parameters.values()
    return any(each.kind is Parameter.VAR_POSITIONAL for each in found)


def _run_of(module: ModuleType, arguments: Sequence[str]) -> Callable[[], None]:
    """What runs a benchmark with its options."""
    name = module.__name__.rpartition(".")[2]
    parser = _parser(f"{name} [OPTIONS]", module.__doc__ or "")
    parameters = signature(module.main, eval_str=True).parameters.values()
    for each in parameters:
        _add_option(parser, each)
    found = vars(parser.parse_args(arguments))
    if found.pop("smallest"):
        given = [option for option in arguments if option != "--smallest"]
        if given:
            parser.error(f"--smallest takes no other option: {' '.join(given)}")
        run: Callable[[], None] = module.smallest
        return run
    several = [each.name for each in parameters if each.kind is Parameter.VAR_POSITIONAL]
    words = [word for name in several for word in found.pop(name)]
    return partial(module.main, *words, **found)


def _add_option(parser: ArgumentParser, parameter: Parameter) -> None:
    """Add the option that a keyword ``name: Annotated[type, "words"] = default`` stands for."""
    kind, words = get_args(parameter.annotation)
    option = f"--{parameter.name.replace('_', '-')}"
    default = () if parameter.default is Parameter.empty else parameter.default
    if kind is bool:
        parser.add_argument(option, action="store_true", help=words)
        return
    several = get_origin(kind) is tuple
    element = get_args(kind)[0] if several else kind
    how: dict[str, Any] = {"type": _type_of(element), "default": default, "help": words}
    if parameter.kind is Parameter.VAR_POSITIONAL:
        parser.add_argument(parameter.name, nargs="*", metavar=parameter.name.upper(), **how)
        return
    shown = " ".join(map(str, default)) if several else default
    how["help"] += f"; {shown} if not said" if shown not in (None, "") else ""
    metavar = "N" if element in (int, float) else "WORD"
    parser.add_argument(option, metavar=metavar, nargs="*" if several else None, **how)


def _type_of(annotation: Any) -> Callable[[str], object]:
    """What makes a value of an annotation out of a word."""
    if get_origin(annotation) is Literal:
        return partial(_one_of, get_args(annotation))
    kinds = [kind for kind in get_args(annotation) if kind is not NoneType]
    return _type_of(kinds[0]) if kinds else annotation


def _one_of(choices: tuple[str, ...], word: str) -> str:
    if word not in choices:
        raise ArgumentTypeError(f"{word!r} is not one of {', '.join(choices)}")
    return word
