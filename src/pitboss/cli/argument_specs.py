"""The arguments of commands: how one is specified, how its text is read, and those that several take."""

from argparse import Action, ArgumentError, ArgumentParser, ArgumentTypeError, Namespace
from typing import Any, Final

from pitboss.reason import Fault, Reason, because

ArgumentSpec = tuple[tuple[str, ...], dict[str, Any]]
"""The names of an argument, and its options for :meth:`ArgumentParser.add_argument`."""

_MOST: Final = 100
_LAST_PORT: Final = 65535
_LONGEST_POSITION: Final = 18
_LONGEST: Final = 86_400
URL_WORDS: Final = "a journal: a file, sqlite:///file or postgresql://host/database"
SHEET_WORDS: Final = "a sheet's id, its short name such as 3CP, the start of either, or its folder"
WHAT_IF_WORDS: Final = "a sheet, as in the other commands; settings may follow: 3CP,pair_plus.straight=6"


def _wrong(reason: Reason) -> ArgumentTypeError:
    """The error for a value of an option; the words are read only now."""
    return ArgumentTypeError(str(Fault(reason)))


def _parse_host(text: str) -> str:
    """An address; to answer on all of them takes saying so."""
    if not text.strip():
        raise _wrong(because("option.host"))
    return text


def _parse_port(text: str) -> int:
    """A port number; the socket library would take other numbers modulo 65536."""
    if not (text.isascii() and text.isdecimal() and int(text[:6]) <= _LAST_PORT):
        raise _wrong(because("option.port", given=repr(text), last=_LAST_PORT))
    return int(text)


def parse_count(text: str) -> int:
    """A number of things, at least one."""
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:6]) <= _MOST):
        raise _wrong(because("option.count", given=repr(text), most=_MOST))
    return int(text)


def parse_position(text: str) -> int:
    """A position in a journal."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST_POSITION):
        raise _wrong(because("option.position", given=repr(text)))
    return int(text)


def parse_seconds(text: str) -> float:
    """A finite time in seconds."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= _LONGEST:
        raise _wrong(because("option.seconds", given=repr(text), most=_LONGEST))
    return found


class _StoreText(Action):
    """Store the value of an option; an empty one, as of a shell's variable that is not set, is a slip."""

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: Any, option_string: str | None = None
    ) -> None:
        if values == "":
            raise ArgumentError(self, str(Fault(because("option.empty"))))
        setattr(namespace, self.dest, self.stored(namespace, values))

    def stored(self, namespace: Namespace, given: Any) -> Any:
        """What is kept of the value."""
        return given


class _AppendText(_StoreText):
    """Store every value of an option that may be given more than once."""

    def stored(self, namespace: Namespace, given: Any) -> Any:
        return [*getattr(namespace, self.dest), given]


def value(names: str, metavar: str, words: str, **options: Any) -> ArgumentSpec:
    """An argument with a value: its names, how the value is called, and what it is for."""
    stored: dict[str, Any] = {"action": _StoreText} if names.startswith("-") else {}
    return tuple(names.split()), {"metavar": metavar, "help": words, **stored, **options}


def several(name: str, metavar: str, words: str, **options: Any) -> ArgumentSpec:
    """An option that may be given more than once."""
    return value(name, metavar, words, action=_AppendText, default=[], **options)


def flag(name: str, words: str) -> ArgumentSpec:
    """An option without a value."""
    return (name,), {"action": "store_true", "help": words}


def choice(name: str, choices: tuple[str, ...], words: str | None, **options: Any) -> ArgumentSpec:
    """An argument that is one of some words."""
    return (name,), {"choices": choices, "help": words, **options}


JSON: Final = flag("--json", "print JSON")
DASK: Final = value(
    "--dask", "ADDRESS", "a cluster: tcp://HOST:PORT, or local for processes; the same figures"
)
EXECUTOR: Final = (
    value("--workers", "N", "threads (default: every core); the figures are the same", type=int),
    DASK,
)
CONTRACT_JSON: Final = flag("--json", "print the contract's JSON")
HTML: Final = value("--html", "FILE", "write a page for print instead (A4)")
URL: Final = value("url", "URL", URL_WORDS)
SHEET: Final = value("sheet", "SHEET", SHEET_WORDS)
ANY_SHEET: Final = value("sheet", "SHEET", SHEET_WORDS, nargs="?")
WHAT_IF: Final = value("sheet", "SHEET", WHAT_IF_WORDS)
CONFIG: Final = value("--config", "FILE", "the file of the floor")
JOURNAL: Final = value("--journal", "URL", f"instead of the one in the file; {URL_WORDS}")
ARCHIVES: Final = several("--archive", "FILE", "an archive of old days; repeatable")
SNAPSHOTS: Final = value("--seal", "FILE", "the floor's key: believe the snapshots it sealed")
HOST: Final = value("--host", "HOST", "the address to answer on", type=_parse_host, default="127.0.0.1")
QUESTION: Final = (
    value("--bets", "BETS", "the bets on the box: ante=25,pair_plus=25,jackpot=5"),
    value("--jackpot-bet", "AMOUNT", "the jackpot bet, or the least of them"),
    value("--meter", "AMOUNT", "the displayed jackpot"),
    value("--others", "N", "boxes of other players with an Ante, for envy"),
    several("--set", "PATH=VALUE", "what if: pair_plus.straight=6"),
)
LINK: Final = (
    value("--seed", "AMOUNT", "what a link's display starts from, for the long run"),
    value("--rate", "SHARE", "the share of each bet that it gains, such as 0.05"),
    value("--reserve", "SHARE", "the share that its hidden reserve gains"),
)


def port_of(default: int) -> ArgumentSpec:
    """The port to answer on."""
    return value("--port", "PORT", "the port to answer on", type=_parse_port, default=default)


def command(words: str, *takes: ArgumentSpec) -> tuple[str, tuple[ArgumentSpec, ...]]:
    """A command: what it is for, and what it takes."""
    return words, takes


def at_host(who: str) -> tuple[ArgumentSpec, ...]:
    """Which floor it is, and who acts."""
    return CONFIG, JOURNAL, value("--as", "NAME", who, dest="who")
