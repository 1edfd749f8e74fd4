"""Jackpots verified and paid at real servers that are killed meanwhile: each is paid once, or not yet.

People deal a winning hand, round after round, see to the checklist, sign, pay, settle and file the slip
through the typed client. An act without an answer is sent again with its id, to whichever server answers.
``python -m campaign.payments [KILLS] [SEED]``.
"""

import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TypeVar
from uuid import uuid4

from msgspec import Struct

from campaign.result import AttackResult, Bench
from pitboss.audit.audit import audit
from pitboss.client import Client, ServerFault, calls
from pitboss.floor import Floor
from pitboss.floor.setup.config import DEFAULT_FILE
from pitboss.messages import acts
from pitboss.messages.answers import RecordedNow
from pitboss.store.open import open_journal
from tests.api.kills import PACE
from tests.api.processes import Servers
from tests.floor.house import House
from tests.store.samples import recorded_commands
from tests.store.server import new_schema, running_server
from tests.waiting import until

_NAME: Final = "payments"
_TABLE, _LINK, _PLAYER = "3CP-2", "spade", "zoe"
_STAFF: Final = ("dealer", "pit-supervisor", "pit-manager")
_PATIENCE: Final = 60.0
"""Seconds for which an act is sent again."""
_BETWEEN: Final = 0.6
"""A server is killed at most so many seconds after it has become ready again."""
_AT_A_CLAIM: Final = 0.8
_OPEN: Final = 0.1
"""Seconds in which about half of the acts of a claim are done."""
_PAID: Final = "every acknowledged act is there once, every claim is paid once, the audit passes"
Answer = TypeVar("Answer")


class Outcome(Struct, frozen=True, kw_only=True):
    """What was left after all kills."""

    kills: int
    acknowledged: int
    resent: int
    under_way: int
    """Kills while a claim was open."""
    paid: int
    faults: tuple[str, ...]

    @property
    def note(self) -> str:
        """How much was done."""
        return (
            f"{self.acknowledged:,} commands acknowledged, {self.resent} sent again, {self.paid} jackpots "
            f"paid; {self.under_way} of the kills came while a claim was open"
        )


class Staff:
    """A Dealer, a supervisor and a manager, who send each act until it is answered."""

    def __init__(self, urls: Sequence[str], passwords: dict[str, str]) -> None:
        self.acknowledged: dict[str, RecordedNow] = {}
        self.resent = 0
        self.claim = ""
        """The claim that is open."""
        self._over = threading.Event()
        self._by: dict[str, Client] = {}
        for role in _STAFF:
            with Client(urls) as nobody:
                token = nobody.send(calls.sign_in(role, passwords[role])).token
            self._by[role] = Client(urls, token=token)

    def work(self) -> None:
        """Rounds, each of which wins the jackpot, until it is stopped; the last one is finished."""
        self._send("dealer", calls.sign_on(_TABLE, "dealer"))
        while not self._over.is_set():
            for role, call in self._round():
                self._send(role, call)

    def stop(self) -> None:
        """Finish the round under way."""
        self._over.set()

    def close(self) -> None:
        """Go home."""
        for client in self._by.values():
            client.close()

    def _round(self) -> Iterator[tuple[str, calls.Call[Any]]]:
        yield "dealer", calls.begin(_TABLE)
        bets = [acts.PlaceBet(box=1, player=_PLAYER, bet=bet, amount=size) for bet, size in _BETS]
        played: tuple[acts.AnyAct, ...] = (*bets, acts.CloseBets(), *_DEALT, acts.SettleRound())
        for act in played:
            yield "dealer", calls.act(_TABLE, act)
        now = self._by_whom("dealer", calls.table(_TABLE))
        assert now.round is not None, "a round has been begun"
        self.claim = f"{_TABLE}/{now.round.number}/1/{_PLAYER}"
        for item in ("bet_light", "cards_face_up", "surveillance"):
            yield "pit-supervisor", self._at_link(acts.CheckClaim(claim=self.claim, item=item))
        counted = acts.CheckClaim(claim=self.claim, item="deck_count", count=52)
        yield "pit-supervisor", self._at_link(counted)
        yield "pit-supervisor", self._at_link(acts.SignClaim(claim=self.claim))
        yield "pit-manager", self._at_link(acts.SignClaim(claim=self.claim))
        yield "pit-supervisor", self._at_link(acts.PayClaim(claim=self.claim, means="attendant"))
        yield "dealer", calls.act(_TABLE, acts.SettleRound())
        yield "pit-supervisor", self._at_link(acts.CloseClaim(claim=self.claim))
        self.claim = ""

    def _at_link(self, act: Any) -> calls.Call[RecordedNow]:
        return calls.act_at_link(_LINK, act)

    def _send(self, role: str, call: calls.Call[Any]) -> None:
        self.acknowledged[call.body.id] = self._by_whom(role, call)

    def _by_whom(self, role: str, call: calls.Call[Answer]) -> Answer:
        def answered() -> tuple[Answer] | None:
            try:
                return (self._by[role].send(call),)
            except ServerFault:
                self.resent += 1
                return None

        return until(answered, f"{role} has an answer", _PATIENCE)[0]


_BETS: Final = (("ante", "25.00"), ("jackpot", "5.00"))
_DEALT: Final[tuple[acts.AnyAct, ...]] = (
    acts.DealCards(to=1, cards=("As", "Ks", "Qs")),
    acts.DealCards(to="dealer", cards=("Kh", "8d", "5s")),
    acts.PlaceBet(box=1, player=_PLAYER, bet="play", amount="25.00"),
    acts.Reveal(),
)


def run(folder: Path, url: str, record: str, kills: int, *, servers: int, seed: int = 0) -> Outcome:
    """So many kills of servers of a floor while jackpots are paid, then the check."""
    rng, under_way = random.Random(seed), 0
    running = Servers(folder, url, servers, PACE)
    _add_table(folder)
    with running:
        staff = Staff(running.urls, _passwords(folder))
        failed: list[BaseException] = []
        worker = threading.Thread(target=_noting, args=(staff, failed))
        worker.start()
        try:
            for _ in range(kills):
                victim = rng.choice(running.all)
                _wait(staff, failed, rng)
                under_way += bool(staff.claim)
                victim.kill()
                victim.start()
                victim.wait_until_ready()
                if failed:
                    break
        finally:
            staff.stop()
            worker.join(2 * _PATIENCE)
            staff.close()
    faults = (*(f"the work ended: {error!r}" for error in failed), *_judged(record, staff))
    return Outcome(
        kills=kills,
        acknowledged=len(staff.acknowledged),
        resent=staff.resent,
        under_way=under_way,
        paid=len(_slips(record)),
        faults=faults,
    )


def _wait(staff: Staff, failed: list[BaseException], rng: random.Random) -> None:
    """Let some time pass: mostly until a claim is open, and some of its acts are done."""
    time.sleep(rng.random() * _BETWEEN)
    if rng.random() < _AT_A_CLAIM:
        until(lambda: bool(staff.claim or failed), "a jackpot is won")
        time.sleep(rng.random() * _OPEN)


def _noting(staff: Staff, failed: list[BaseException]) -> None:
    try:
        staff.work()
    except BaseException as error:  # the thread's own end, told by the outcome
        failed.append(error)


def _add_table(folder: Path) -> None:
    """Put the default floor's table that a person deals at beside the automatic ones."""
    tables = DEFAULT_FILE.read_text(encoding="utf-8").split("[[tables]]\n")
    (manual,) = (table.partition("\n\n")[0] for table in tables if table.startswith(f'id = "{_TABLE}"'))
    with (folder / "floor.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n[[tables]]\n{manual}\n")


def _passwords(folder: Path) -> dict[str, str]:
    """What the first server of a demo floor has printed."""
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("server-*.log"))
    return {role: found[1] for role in _STAFF if (found := re.search(rf"^  {role} +(\S+)", text, re.M))}


def _slips(record: str) -> list[str]:
    with open_journal(record) as journal:
        link = Floor(journal).link(_LINK)
    assert link is not None
    return [slip.claim for slip in link.slips]


def _judged(record: str, staff: Staff) -> Iterator[str]:
    """Hold every acknowledgement and every slip against the record."""
    recorded = recorded_commands(record)
    lost = staff.acknowledged.keys() - recorded.keys()
    yield from (f"{name} was acknowledged and is lost" for name in sorted(lost))
    doubled = [claim for claim, times in Counter(_slips(record)).items() if times > 1]
    yield from (f"{claim} was paid more than once" for claim in doubled)
    with open_journal(record) as journal:
        report = audit(journal)
        if not report.sound:
            yield f"the audit fails: {report}"
        house = House(Floor(journal))
        try:
            house.check(*house.floor.link_names())
        except AssertionError as error:
            yield f"the books and the links differ: {error}"
        if house.state_of(_LINK).unpaid:
            yield "a claim is open, although the last round was finished"


def _attacked(bench: Bench, database: str, kills: int) -> AttackResult:
    with ExitStack() as stack:
        found = _on(stack, bench.new_folder(_NAME), database, kills, 16)
    return AttackResult(
        attack=_NAME,
        database=database,
        name="kill -9 of servers while jackpots are paid",
        tried=found.kills,
        must=_PAID,
        failures=found.faults,
        note=found.note,
    )


def _on(stack: ExitStack, folder: Path, database: str, kills: int, seed: int) -> Outcome:
    if database == "SQLite":
        return run(folder, "floor.db", str(folder / "floor.db"), kills, servers=1, seed=seed)
    url = new_schema(stack.enter_context(running_server(uuid4().hex[:8])))
    return run(folder, url, url, kills, servers=2, seed=seed)


def attack(bench: Bench) -> Iterator[AttackResult]:
    """One server on SQLite, two on PostgreSQL."""
    kills = 2 if bench.quick else max(10, int(bench.minutes * 4))
    for database in ("SQLite",) if bench.quick else ("SQLite", "PostgreSQL"):
        yield _attacked(bench, database, kills)


def main(kills: int, seed: int) -> int:
    """Both databases, with figures."""
    faults = 0
    for database in ("SQLite", "PostgreSQL"):
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            found = _on(stack, folder, database, kills, seed)
        print(f"{database}: {found.kills} kills; {found.note}; {'; '.join(found.faults) or 'all held'}")
        faults += len(found.faults)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(*(int(given) for given in (*sys.argv[1:3], *("20", "1")[len(sys.argv) - 1 :]))))
