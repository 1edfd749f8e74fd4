"""Who notices a change: the audit by content, by key or by witness, a server that starts, or nobody.

The audit is asked as anybody would ask it, by ``pitboss audit``, and its verdict is held against that on the
untouched record with the same options: it notices a change if it fails, or says that it cannot see something
which it has seen before. A server is opened as ``pitboss serve`` opens it; what it then
says of every stream, sheet and command is held against what was recorded.
"""

import io
import sqlite3
import traceback
from collections.abc import Callable
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final

import msgspec
import psycopg
from msgspec import Struct, structs

from campaign.databases import FloorCopy, RecordedFloor
from campaign.result import AttackResult, Detection
from campaign.sample import ARCHIVES, secrets_in
from pitboss.access.principal import Principal
from pitboss.access.sign_in import SessionGrant
from pitboss.cli.main import run
from pitboss.floor import Floor
from pitboss.floor.setup.config_diff import CannotSetUp
from pitboss.invariant import InvariantBroken
from pitboss.refusal import Refusal
from pitboss.server.site import open_site
from pitboss.store import CommandIdentity, NewEvent, ToStream
from pitboss.store.codec import to_plain
from pitboss.store.errors import JournalError

MUST: Final = "the audit or the start says so, without a traceback; or nothing of it is believed"
NOBODY_ELSE: Final = "nobody signs in as somebody else by it"
LEVELS: Final[tuple[Detection, ...]] = ("content", "key", "witness")
"""What an audit is given, each with what the one before is given."""
FAILS: Final = (1, 2)
"""Exit statuses of an audit that finds a fault, or nothing that it could audit."""
_INTERRUPTED: Final = 130
_COMMAND: Final = "the command"
RecordedFacts = dict[str, object]
Tampering = Callable[[FloorCopy], None]


class AtRest(Struct, frozen=True):
    """A record that can be audited: its URL, and the folder of its key, its witness and its archives."""

    folder: Path
    url: str


class AuditAnswer(Struct, frozen=True, kw_only=True):
    """What an audit said."""

    status: int
    said: str
    unseen: frozenset[str] = frozenset()
    """What it could not see, by its kind."""
    crashed: bool = False

    def worse_than(self, sound: "AuditAnswer") -> bool:
        """Whether it is another verdict than on the untouched record, and no better one."""
        return self.crashed or self.status in FAILS or not self.unseen <= sound.unseen


class Start(Struct, frozen=True):
    """What a server said that was opened on a floor, and what it believes."""

    refused: str = ""
    crashed: bool = False
    facts: RecordedFacts = {}


class Judge:
    """Knows a floor as it was recorded."""

    def __init__(self, kept: RecordedFloor) -> None:
        self.kept = kept
        with kept.copied() as copy:
            self.commands = commands_in(copy)
            self._sound = {level: audited(copy, level) for level in LEVELS}
            start = started(copy, self.commands)
            assert not start.refused, start.refused
            self._facts = start.facts

    def judged(
        self, attack: str, name: str, change: Tampering, copied: FloorCopy | None = None
    ) -> AttackResult:
        """Change a copy and ask everybody."""
        with ExitStack() as stack:
            copy = copied or stack.enter_context(self.kept.copied())
            try:
                change(copy)
            except (sqlite3.Error, psycopg.Error) as refused:
                return self._result(attack, name, "database", note=_first_line(str(refused)))
            return self._asked(attack, name, copy)

    def judged_private(self, attack: str, name: str, change: Tampering) -> AttackResult:
        """Change the private records of a copy, and try to sign in by them."""
        with self.kept.copied() as copy:
            try:
                change(copy)
            except (sqlite3.Error, psycopg.Error) as refused:
                return self._result(attack, name, "database", note=_first_line(str(refused)))
            found = signed_in(copy)
        result = self._result(
            attack, name, found.seen, list(found.failures), bool(found.failures), found.note
        )
        return structs.replace(result, must=NOBODY_ELSE)

    def _asked(self, attack: str, name: str, copy: FloorCopy) -> AttackResult:
        failures: list[str] = []
        seen: Detection = "nobody"
        note = ""
        for level in reversed(LEVELS):
            answer = audited(copy, level)
            if not answer.worse_than(self._sound[level]):
                break
            seen, note = level, answer.said
            if answer.crashed:
                failures = [f"the audit ends with a traceback: {answer.said}"]
        start = started(copy, self.commands)
        if start.crashed:
            failures.append(f"the start ends with a traceback: {start.refused}")
        if seen == "nobody" and start.refused:
            seen, note = "start", start.refused
        wrong = [name for name, fact in self._facts.items() if start.facts.get(name) != fact]
        believed = bool(wrong) and not start.refused
        if seen == "nobody" and believed:
            failures.append(f"nobody notices, and a server believes otherwise of {_few(wrong)}")
        elif seen == "nobody":
            note = "nothing of it is believed"
        return self._result(attack, name, seen, failures, believed, note)

    def _result(
        self,
        attack: str,
        name: str,
        seen: Detection,
        failures: list[str] | None = None,
        believed: bool = False,
        note: str = "",
    ) -> AttackResult:
        return AttackResult(
            attack=attack,
            database=self.kept.database,
            name=name,
            tried=1,
            must=MUST,
            failures=tuple(failures or ()),
            noticed=seen,
            believed=believed,
            note=note,
        )


def audited(copy: FloorCopy | AtRest, level: Detection, witness: Path | None = None) -> AuditAnswer:
    """Ask ``pitboss audit`` with as much as a level has, and with the archives if there are any."""
    options = [
        part
        for name in ARCHIVES
        if (copy.folder / name).exists()
        for part in ("--archive", str(copy.folder / name))
    ]
    if level in ("key", "witness"):
        options += ["--key", str(copy.folder / "floor.key")]
        if (copy.folder / "floor.seal").exists():
            options += ["--seal", str(copy.folder / "floor.seal")]
    if level == "witness":
        options += ["--against", str(witness or copy.folder / "floor.witness")]
    return asked("audit", copy.url, "--json", *options)


def asked(*arguments: str) -> AuditAnswer:
    """Run a command of pitboss in this process; Ctrl-C ends more than the command."""
    said, complained = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(complained):
            status = run([*arguments])
    except SystemExit as stop:
        status = int(stop.code or 0)
    except Exception as error:
        return AuditAnswer(status=1, said=_told(error), crashed=True)
    if status == _INTERRUPTED:
        raise KeyboardInterrupt
    return AuditAnswer(
        status=status, said=_words(said.getvalue(), complained.getvalue()), unseen=_unseen(said.getvalue())
    )


def _words(said: str, complained: str) -> str:
    """What is wrong, in one sentence."""
    try:
        fault = msgspec.json.decode(said)["fault"]
    except (msgspec.MsgspecError, KeyError, TypeError):
        return " ".join((said + complained).split())[:300]
    return str(fault["wrong"]) if fault else ""


def _unseen(said: str) -> frozenset[str]:
    try:
        return frozenset(each["what"] for each in msgspec.json.decode(said)["unseen"])
    except (msgspec.MsgspecError, KeyError, TypeError):
        return frozenset()


def started(copy: FloorCopy, commands: list[CommandIdentity]) -> Start:
    """Open a server on a floor, as serving does, and ask it for all it knows."""
    try:
        site = open_site(copy.config, copy.url)
    except (JournalError, CannotSetUp) as refused:
        return Start(str(refused))
    except Exception as error:
        return Start(_told(error), crashed=True)
    try:
        return Start(facts=facts_of(site.floor, commands))
    except (JournalError, InvariantBroken) as refused:
        return Start(str(refused))
    except Exception as error:
        return Start(_told(error), crashed=True)
    finally:
        site.stop()


class SignedIn(Struct, frozen=True, kw_only=True):
    """What came of signing in."""

    seen: Detection
    failures: tuple[str, ...] = ()
    note: str = ""


def signed_in(copy: FloorCopy) -> SignedIn:
    """Try an owner's password, a thief's session, and the password of the thief under the owner's name."""
    secrets = secrets_in(copy.folder)
    assert secrets is not None
    (owner, password), (_, other) = secrets.owner, secrets.thief
    try:
        site = open_site(copy.config, copy.url)
    except JournalError as refused:
        return SignedIn(seen="start", note=str(refused))
    try:
        doors = site.doors
        session = doors.tokens.principal(secrets.session)
        caller = doors.caller(owner, "campaign", None)
        stolen = doors.try_sign_in(owner, other, "password", caller).answer
        own = doors.try_sign_in(owner, password, "password", caller).answer
    except Exception as error:
        return SignedIn(seen="use", failures=(f"signing in ends with a traceback: {_told(error)}",))
    finally:
        site.stop()
    failures = []
    if isinstance(stolen, SessionGrant):
        failures.append(f"{owner} is let in with the password of somebody else")
    if isinstance(session, Principal) and session.name == owner:
        failures.append(f"the session of somebody else is taken for one of {owner}")
    lost = [what for what, answer in (("password", own), ("session", session)) if isinstance(answer, Refusal)]
    note = f"a {' and a '.join(lost)} is refused" if lost else "nothing of it is believed"
    seen: Detection = "nobody" if failures else "use"
    return SignedIn(seen=seen, failures=tuple(failures), note=note)


def facts_of(floor: Floor, commands: list[CommandIdentity]) -> RecordedFacts:
    """All that a server knows, by name: states, sheets in force, and how it would answer each command."""
    found: RecordedFacts = {}
    for streams in floor.streams.values():
        for name in streams.names():
            state = streams.get(name).state
            found[streams.stream(name)] = _plain(state)
    for sheet, game in floor.rulebook.games.items():
        found[f"sheet/{sheet}"] = _plain(game.sheet)
    for command in commands:
        found[f"{_COMMAND} {command.id} of {command.sender}"] = _answer(floor, command)
    journal = floor.journal
    found["how far days are archived"] = journal.archived()
    last = found["where the journal ends"] = journal.last_position()
    journal.append([ToStream("campaign/probe", None, (NewEvent("Probe", 1, b"{}"),))])
    found["whether an append is recorded"] = journal.last_position() == last + 1
    return found


def _few(names: list[str]) -> str:
    commands = sum(name.startswith(_COMMAND) for name in names)
    found = [name for name in names if not name.startswith(_COMMAND)][:3]
    return ", ".join([*found, *([f"{commands} commands sent again"] if commands else [])])


def _plain(state: object) -> bytes:
    """A state in a form that does not depend on the order of its names."""
    return msgspec.json.encode(msgspec.to_builtins(state, enc_hook=to_plain, str_keys=True), order="sorted")


def _answer(floor: Floor, command: CommandIdentity) -> object:
    try:
        answer = floor.journal.find_command(command)
    except JournalError as error:
        return type(error).__name__
    return answer and (answer.first, answer.last)


def commands_in(copy: FloorCopy) -> list[CommandIdentity]:
    """Every command that was recorded, as its sender would send it again."""
    table = "appends" if "appends" in copy.tables() else "pitboss_appends"
    return [
        CommandIdentity(sender=row["sender"], id=row["id"], digest=bytes(row["digest"]))
        for row in copy.rows(table)
        if row["sender"]
    ]


def _told(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {_first_line(str(error))} ({Path(place.filename).name}:{place.name})"


def _first_line(text: str) -> str:
    return text.strip().splitlines()[0][:200] if text.strip() else ""
