"""The table of commands: what each is for, and the arguments it takes."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import Any, Final

from pitboss import __version__

ArgumentSpec = tuple[tuple[str, ...], dict[str, Any]]
"""The names of an argument, and its options for :meth:`ArgumentParser.add_argument`."""

_MOST: Final = 100
_LAST_PORT: Final = 65535
_LONGEST: Final = 86_400
_URL_WORDS: Final = "a journal: a file, sqlite:///file or postgresql://host/database"
_SHEET_WORDS: Final = "a sheet's id, its short name such as 3CP, the start of either, or its folder"
_LIBRARY: Final[dict[str, Any]] = {
    "metavar": "DIR",
    "action": "append",
    "default": [],
    "help": "sheets of your own: a folder of sheet folders, or one sheet's folder (also PITBOSS_SHEETS); "
    "repeatable",
}
_WHAT_IF_WORDS: Final = "a sheet, as in the other commands; settings may follow: 3CP,pair_plus.straight=6"


def command_parser(arguments: list[str]) -> ArgumentParser:
    """The parser of the command line; only the command that ``arguments`` name gets its arguments."""
    parser = ArgumentParser(
        prog="pitboss",
        description="Run house-banked poker tables by their approved rule sheets, clause by clause.",
    )
    parser.add_argument("--version", action="version", version=f"pitboss {__version__}")
    parser.add_argument("--sheets", **_LIBRARY, dest="sheets_before")
    named = _command_named(arguments)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, (words, takes) in _COMMANDS.items():
        command = commands.add_parser(name, help=words)
        if name == named:
            for names, options in takes:
                command.add_argument(*names, **options)
            command.add_argument("--sheets", **_LIBRARY, dest="sheets_after")
    return parser


def _command_named(arguments: list[str]) -> str:
    """The command, which ``--sheets DIR`` may stand before."""
    rest = iter(arguments)
    for word in rest:
        if word == "--sheets":
            next(rest, None)
        elif not word.startswith("--sheets="):
            return word
    return ""


def _host(text: str) -> str:
    """An address; to answer on all of them takes saying so."""
    if not text.strip():
        raise ArgumentTypeError("it is empty: write 127.0.0.1, or 0.0.0.0 for every address of this machine")
    return text


def _port(text: str) -> int:
    """A port number; the socket library would take other numbers modulo 65536."""
    if not (text.isascii() and text.isdecimal() and int(text[:6]) <= _LAST_PORT):
        raise ArgumentTypeError(f"{text!r} is no port from 0 to {_LAST_PORT}")
    return int(text)


def _count(text: str) -> int:
    """A number of things, at least one."""
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:6]) <= _MOST):
        raise ArgumentTypeError(f"{text!r} is no number from 1 to {_MOST}")
    return int(text)


def _seconds(text: str) -> float:
    """A finite time in seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= _LONGEST:
        raise ArgumentTypeError(f"{text!r} is no number of seconds from 0 to {_LONGEST}")
    return seconds


def _value(names: str, metavar: str, words: str, **options: Any) -> ArgumentSpec:
    return tuple(names.split()), {"metavar": metavar, "help": words, **options}


def _several(name: str, metavar: str, words: str) -> ArgumentSpec:
    return _value(name, metavar, words, action="append", default=[])


def _flag(name: str, words: str) -> ArgumentSpec:
    return (name,), {"action": "store_true", "help": words}


def _choice(name: str, choices: tuple[str, ...], words: str | None, **options: Any) -> ArgumentSpec:
    return (name,), {"choices": choices, "help": words, **options}


_JSON: Final = _flag("--json", "print JSON")
_DASK: Final = _value(
    "--dask", "ADDRESS", "a cluster: tcp://HOST:PORT, or local for processes; the same figures"
)
_EXECUTOR: Final = (
    _value("--workers", "N", "threads (default: every core); the figures are the same", type=int),
    _DASK,
)
_CONTRACT_JSON: Final = _flag("--json", "print the contract's JSON")
_HTML: Final = _value("--html", "FILE", "write a page for print instead (A4)")
_URL: Final = _value("url", "URL", _URL_WORDS)
_SHEET: Final = _value("sheet", "SHEET", _SHEET_WORDS)
_ANY_SHEET: Final = _value("sheet", "SHEET", _SHEET_WORDS, nargs="?")
_WHAT_IF: Final = _value("sheet", "SHEET", _WHAT_IF_WORDS)
_CONFIG: Final = _value("--config", "FILE", "the file of the floor")
_JOURNAL: Final = _value("--journal", "URL", f"instead of the one in the file; {_URL_WORDS}")
_ARCHIVES: Final = _several("--archive", "FILE", "an archive of old days; repeatable")
_SNAPSHOTS: Final = _value("--seal", "FILE", "the floor's key: believe the snapshots it sealed")
_HOST: Final = _value("--host", "HOST", "the address to answer on", type=_host, default="127.0.0.1")
_QUESTION: Final = (
    _value("--bets", "BETS", "the bets on the box: ante=25,pair_plus=25,jackpot=5"),
    _value("--jackpot-bet", "AMOUNT", "the jackpot bet, or the least of them"),
    _value("--meter", "AMOUNT", "the displayed jackpot"),
    _value("--others", "N", "boxes of other players with an Ante, for envy"),
    _several("--set", "PATH=VALUE", "what if: pair_plus.straight=6"),
)
_LINK: Final = (
    _value("--seed", "AMOUNT", "what a link's display starts from, for the long run"),
    _value("--rate", "SHARE", "the share of each bet that it gains, such as 0.05"),
    _value("--reserve", "SHARE", "the share that its hidden reserve gains"),
)


def _port_of(default: int) -> ArgumentSpec:
    return _value("--port", "PORT", "the port to answer on", type=_port, default=default)


def _command(words: str, *takes: ArgumentSpec) -> tuple[str, tuple[ArgumentSpec, ...]]:
    return words, takes


def _at_host(who: str) -> tuple[ArgumentSpec, ...]:
    """Which floor it is, and who acts."""
    return _CONFIG, _JOURNAL, _value("--as", "NAME", who, dest="who")


_RERUN: Final = (
    _URL,
    _value("--sheet", "SHEET", _SHEET_WORDS),
    _value("--reading", "NAME=CHOICE", "another reading; repeatable", action="append"),
    _value("--table", "TABLE", "the rounds of one table only"),
    _value("--day", "DAY", "a gaming day, or several as FROM..TO"),
    _JSON,
    _ARCHIVES,
)
"""Another sheet or reading, and the past rounds to settle by it."""
_COMMANDS: Final = {
    "settle": _command(
        "settle the rounds told in round files",
        _value("files", "FILE", "a round file (pitboss docs round-file)", nargs="+"),
        _CONTRACT_JSON,
    ),
    "verify": _command(
        "run the round files of every sheet and show clause coverage",
        _value("files", "FILE", "your own files with [expect], or a sheet or its folder, instead", nargs="*"),
        _value("--report", "FILE", "write the dated report for a test lab"),
    ),
    "clauses": _command(
        "list the clause registers",
        _ANY_SHEET,
        _flag("--json", "print JSON: sheet to list of clauses"),
    ),
    "sheets": _command(
        "list the sheets; draft, check or propose one of your own",
        _choice(
            "action",
            ("new", "check", "schema", "add"),
            "new: write a draft; check: tell every fault; schema: for editors; add: propose it for a floor",
            nargs="?",
        ),
        _value(
            "folder",
            "DIR",
            "with sheet.toml and clauses.toml; add: or a sheet of the library; new: the id of the draft",
            nargs="?",
        ),
        _value("--from", "SHEET", "new: the sheet that the draft begins as", dest="base"),
        _value("--in", "DIR", "new: where its folder is made, instead of here", dest="place"),
        _flag("--rounds", "new: copy the round files too"),
        _flag("--clauses", "schema: of clauses.toml, instead of sheet.toml"),
        *_at_host("as the first of the two; without it the host proposes, and two people approve"),
        _value("--reason", "TEXT", "why it is proposed", default="a new text"),
        _JSON,
    ),
    "diff": _command(
        "show where two sheets differ, with clauses",
        _value("a", "A", _SHEET_WORDS),
        _value("b", "B", _SHEET_WORDS),
        _HTML,
    ),
    "explain": _command(
        "what a clause is about and how it is honoured",
        _SHEET,
        _value("clause", "CLAUSE", "a clause number such as 5.16"),
        _HTML,
    ),
    "chart": _command("one page: every irregularity by phase", _SHEET, _HTML),
    "check-shuffle": _command(
        "check cards against what a table committed to",
        _value("file", "FILE", "an opening file (pitboss docs shoe)"),
        _value("round", "ROUND", "the round file of the cards dealt from it", nargs="?"),
        _value("--number", "N", "which round of that file, from 1", type=int),
        _value("--commitment", "HEX", "what the table showed before the first bet"),
        _several("--key", "KEY", "a key of the house's log; repeatable"),
        _several("--witness", "KEY", "a witness's verifier key; repeatable"),
        _JSON,
    ),
    "rng-test": _command(
        "test the shuffle that deals the tables",
        _value("--shuffles", "N", "how many (default 100,000)", type=int, default=100_000),
        _value("--seed-biased", "SEED", "for the shuffles wrong on purpose", type=int, default=1),
        _value("--dump", "FILE", "write the shuffles for other tests; - is the output"),
        _choice("--dump-as", ("bits", "cards"), "6 random bytes or 52 cards a shuffle", default="bits"),
        _JSON,
    ),
    "odds": _command(
        "exact odds of every bet under optimal play",
        _value("sheet", "SHEET", _WHAT_IF_WORDS, nargs="?"),
        (("--compare",), {"nargs": 2, "metavar": ("A", "B"), "help": "two sheets; also 3CP,path=value"}),
        _flag("--boxes", "covariances; the house's risk for 1 to 7 boxes"),
        _value("--simulate", "N", "so many rounds besides, settled by the engine: estimates", type=int),
        _value("--random-seed", "N", "deals the simulated rounds (default 1)", type=int, default=1),
        *_LINK,
        _CONTRACT_JSON,
        *_QUESTION,
    ),
    "simulate": _command(
        "rounds by the card on all cores, tested against the exact odds",
        _WHAT_IF,
        _value("--rounds", "N", "how many, such as 1e8 (default 1e6; 1e4 with --engine)"),
        _value("--boxes", "N", "boxes in play (default 1)", type=int, default=1),
        _value("--strategy", "NAME", "exact, simple or blind (default exact)", default="exact"),
        _value("--seed", "N", "deals the same cards again; without one it is drawn", type=int),
        *_EXECUTOR,
        _flag("--engine", "through the rules step by step: slow, complete, for every sheet"),
        _several("--irregularity", "CLAUSE=RATE", "with --engine: reported in this part of the rounds"),
        _several("--set", "PATH=VALUE", "what if: pair_plus.straight=6"),
        _JSON,
    ),
    "advise": _command(
        "what each action of a decision is worth",
        _WHAT_IF,
        _value("--hand", "CARDS", "the player's cards; left out, the hand is not seen"),
        _value("--up", "CARD", "the Dealer's face-up card"),
        _value("--board", "CARDS", "the community cards turned over so far"),
        _value("--dead", "CARDS", "cards known to be elsewhere"),
        _value("--decided", "ACTIONS", "decisions taken before, such as flop,check"),
        _flag("--blind", "the hand will never be looked at"),
        _flag("--option", "all bets may be taken back instead"),
        _CONTRACT_JSON,
        *_QUESTION,
    ),
    "sweep": _command(
        "a figure over a range of settings or displays, with a chart",
        _WHAT_IF,
        _value(
            "--over",
            "PATH=RANGE",
            "pair_plus.straight=4..8, meter=0..1000000:50000, qualifier=J,Q,K; twice for a grid",
            action="append",
            required=True,
        ),
        _value("--of", "FIGURE", "such as pair_plus.house_edge, jackpot.break_even"),
        _value("--chart", "FILE", "write the chart as .svg or .png"),
        _JSON,
        *_QUESTION,
    ),
    "par": _command(
        "write the mathematics report of a sheet",
        _WHAT_IF,
        _value("-o --output", "FILE", "report.html or report.pdf", required=True),
        *_LINK,
        *_QUESTION,
    ),
    "forecast": _command(
        "forecast the life of a link: its display, payments and reserve",
        _value("file", "FILE", "the terms, meters and tables of a link", nargs="?"),
        _value("--journal", "URL", f"instead of a file: measure a link in a journal; {_URL_WORDS}"),
        _value("--link", "ID", "the link in the journal"),
        _value("--years", "N", "the years of each life (default 1)", type=int, default=1),
        _value("--lives", "N", "how many lives (default 10000)", type=int, default=10_000),
        _value("--confidence", "SHARE", "of the answers on the reserve (default 99%%)", default="99%"),
        _value("--random-seed", "N", "draws the lives (default 1)", type=int, default=1),
        *_EXECUTOR,
        _value("--chart", "FILE", "write the charts as .svg or .png"),
        _value("--write", "FILE", "write what was measured as a new LINK.toml"),
        _JSON,
    ),
    "exposure": _command(
        "what a table can lose in a round and a day, and the float it needs",
        _WHAT_IF,
        _value("--limits", "BETS", "the most on each bet of a box: ante=1000,pair_plus=500", required=True),
        _value("--boxes", "N", "boxes in play (default 7)", type=int, default=7),
        _value("--rounds-per-day", "N", "rounds dealt in a day (default 800)", type=int, default=800),
        _value("--rounds", "N", "rounds to simulate, such as 1e7 (default 4e6)", default="4e6"),
        _value("--days", "N", "days to simulate (default 100000)", default="1e5"),
        _value("--random-seed", "N", "deals the cards and draws the days (default 1)", type=int, default=1),
        _several("--set", "PATH=VALUE", "what if: pair_plus.straight=6"),
        _JSON,
    ),
    "play": _command(
        "play a practice table in the terminal",
        _ANY_SHEET,
        _choice("--dealing", ("shuffler", "shoe"), "the dealing device"),
        _value("--save", "FILE", "write the finished rounds to a new round file"),
        _value("--journal", "URL", "record every act in a journal, and go on there"),
    ),
    "init": _command(
        "write the file of a floor, to be changed",
        _value("file", "FILE", "a new file", nargs="?", default="floor.toml"),
    ),
    "serve": _command(
        "open the floor: live tables behind an API",
        _value("--config", "FILE", "the file of the floor (pitboss init writes one)"),
        _JOURNAL,
        _HOST,
        _port_of(8000),
        _choice("--log", ("text", "json"), "lines for people, or JSON", default="text"),
        _value(
            "--drain",
            "SECONDS",
            "how long to answer on when told to stop, /ready saying no, until a balancer has noticed",
            type=_seconds,
            default=0.0,
        ),
    ),
    "proposals": _command(
        "what waits for two people, at the host of a floor",
        _choice("action", ("list", "show", "approve", "reject"), "what to do", nargs="?", default="list"),
        _value("id", "ID", "a proposal, such as link/diamond/3", nargs="?"),
        *_at_host("who approves or rejects; the password is asked for"),
        _value("--reason", "TEXT", "why it is rejected"),
    ),
    "people": _command(
        "the accounts of a floor: list, add somebody, let them enrol",
        _choice("action", ("list", "add", "enrol"), None, nargs="?", default="list"),
        _value("name", "NAME", "whose account", nargs="?"),
        _value("--role", "ROLE", "their role; may be given again", action="append"),
        _CONFIG,
        _JOURNAL,
    ),
    "bots": _command(
        "fill the tables of an open floor with players",
        _value("url", "URL", "the floor", nargs="?", default="http://127.0.0.1:8000"),
        _value("--players", "N", "how many (default 5)", type=int, default=5),
        _value("--rounds", "N", "then they go", type=int, default=1_000_000),
    ),
    "checkpoint": _command(
        "sign a journal as it is now, for a witness",
        _URL,
        _value("--key", "FILE", "the signing key, made if new", required=True),
        _value("--origin", "NAME", "the name of the log; else it stays as it is"),
        _value("--witness", "FILE", "add the note to this witness file"),
        (
            ("--ask",),
            {
                "nargs": 2,
                "metavar": ("URL", "VKEY"),
                "action": "append",
                "default": [],
                "help": "have this witness cosign it, by its address and key; repeatable",
            },
        ),
        _value("--qr", "FILE", "write a QR code: .svg, .png or - for here"),
    ),
    "witness": _command(
        "cosign the checkpoints of floors, as their witness elsewhere",
        _value("--state", "FILE", "what it remembers, made if new", required=True),
        _value("--key", "FILE", "its signing key, made if new", required=True),
        _value("--name", "NAME", "what it signs as, such as regulator.example/w1", required=True),
        _several("--log", "VKEY", "a key of a log to watch; repeatable"),
        _several("--logs", "FILE", "a file of such keys, one a line"),
        _HOST,
        _port_of(8010),
        _flag("--show", "print its key and its logs, and answer nobody"),
    ),
    "backup": _command(
        "copy a journal while its floor is open",
        _value("to", "TO", "a new file"),
        _value("--config", "FILE", "the file of the floor, which names its journal"),
        _value("--journal", "URL", f"instead of that one; {_URL_WORDS}"),
        _flag("--private", "also the hashes of passwords and the sessions, beside it"),
    ),
    "docs": _command(
        "list the documents, or print one",
        _value("name", "NAME", "a document, such as round-file", nargs="?"),
    ),
    "version": _command(
        "which build this is, and whether its files are those",
        _flag("--verify", "compare every file with the build's manifest"),
        _value("--against", "WHEEL", "compare with a wheel that was kept elsewhere"),
    ),
    "archive": _command(
        "move old gaming days to a sealed file",
        _URL,
        _value("--through", "DAY", "the last gaming day to move", required=True),
        _value("-o --output", "FILE", "a new file, *.pbj", required=True),
        _value("--key", "FILE", "the floor's signing key", required=True),
        _value("--seal", "FILE", "the floor's key that seals", required=True),
    ),
    "accept-gap": _command(
        "go on with a journal that lacks something, by two people",
        _value("--second", "NAME", "who answers for it too; the password is asked for"),
        _value("--reason", "TEXT", "why it is gone on without what is missing", default=""),
        *_at_host("who answers for it; the password is asked for"),
    ),
    "close-day": _command(
        "reconcile and close a gaming day, at the host",
        _value("day", "YYYY-MM-DD", "the gaming day"),
        _value("--reason", "TEXT", "why counted chips differ", default=""),
        *_at_host("who of accounting closes it; the password is asked for"),
    ),
    "reconcile": _command(
        "one gaming day of a journal, by table and link",
        _URL,
        _value("--day", "YYYY-MM-DD", "the gaming day", required=True),
        _value("--csv", "FILE", "write every figure as CSV (pitboss docs reconcile)"),
        _JSON,
        _ARCHIVES,
        _SNAPSHOTS,
    ),
    "audit": _command(
        "verify a journal and play every command of it again",
        _URL,
        _value("--against", "WITNESS", "a witness file: checkpoints kept elsewhere"),
        _ARCHIVES,
        _several("--key", "KEY", "a key that may sign: hexadecimal, or a file"),
        _several("--witness", "VKEY", "the key of a witness whose cosignatures count; repeatable"),
        _value("--needed", "N", "so many of them must have cosigned (default 1)", type=_count, default=1),
        _value("--seal", "FILE", "the key of the sealed decks: audit every card too"),
        _JSON,
    ),
    "replay": _command(
        "show a round of a journal step by step",
        _value("url", "URL", _URL_WORDS, nargs="?"),
        _value("round", "ROUND", "a table and a number, such as T1/17", nargs="?"),
        _value("-o --output", "FILE", "write it to a new round file"),
        _value("--sheet-text", "DIR", "write the sheet that it was played by to a folder in this one"),
        _value("--dispute", "FILE", "write one signed page with the proof"),
        _several("--key", "KEY", "the house's key: to sign with; with --check, to expect, and repeatable"),
        _JSON,
        _value("--check", "FILE", "check a signed page; no journal is needed"),
        _value("--against", "WITNESS", "with --check: checkpoints kept elsewhere"),
        _several("--witness", "KEY", "with --check: a witness's verifier key; repeatable"),
        _ARCHIVES,
        _SNAPSHOTS,
    ),
    "rerun": _command(
        "settle past rounds by another sheet or reading",
        *_RERUN,
        _value("--workers", "N", "with --dask local: processes (default: every core)", type=int),
        _DASK,
    ),
    "impact": _command(
        "what another sheet or reading changes: past rounds, the edge of each bet, money in a year",
        *_RERUN,
    ),
    "export": _command(
        "write a journal as tables for analysts",
        _URL,
        _value("-o --output", "DIR", "a folder without an export", required=True),
        _choice("--format", ("parquet", "csv"), "of the files", default="parquet"),
        _value("--day", "FROM..TO", "gaming days only, or one: 2025-03-10"),
        _value("--table", "TABLE", "one table only, with what its link did for it"),
        _ARCHIVES,
    ),
}
"""Command to its purpose and its arguments; the module of the same name in this package runs it."""
