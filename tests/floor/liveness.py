"""Liveness: after any outage, an automatic table's round comes to its end.

``python -m tests.floor.liveness [HISTORIES] [SEED]`` plays so many random histories per sheet and counts.

A history is two automatic tables of one link: players bet and decide, sensibly or not; supervisors report,
interrupt and rule; the link fails and is restored; servers go away and come back. At every step the journal
is copied, and in each copy the floor goes away for one of :data:`LENGTHS` and comes back. From there on
nobody acts but the software, and whomever it asks, by an act that they are offered. Every round must end,
with each player's chips moved by what its settlement says and by nothing else, and without an alarm of the
watchdog.
"""

import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from unittest import mock

import msgspec

from pitboss.access.principal import Principal
from pitboss.access.roles import Actor, Role
from pitboss.api.authentication import Who
from pitboss.api.dry_run import TableDryRun
from pitboss.api.routes.legal import legal_now
from pitboss.api.wire import round_command
from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.floor import Done
from pitboss.floor.dealer.assignment import TableAssignment
from pitboss.floor.dealer.dealers import Dealers
from pitboss.floor.dealer.recovery import resume
from pitboss.floor.dealer.turns import DealerTurn, Pace
from pitboss.floor.dealer.watchdog import Watchdog
from pitboss.floor.tables import dealing
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.table import TableState
from pitboss.jackpots import commands as lc
from pitboss.jackpots.queue import shown
from pitboss.messages.acts import AnyAct
from pitboss.messages.legal import LegalNow
from pitboss.refusal import Refusal
from pitboss.round import Round, decide, evolve, open_round
from pitboss.round import commands as cmd
from pitboss.round.plan import dealers_command, next_act
from pitboss.round.reportable import reportable
from pitboss.sheets import Game, load, sheet_ids
from pitboss.shoe import Shoe
from pitboss.shuffle import shuffled
from pitboss.store.live_servers import SoleServer
from tests.floor.desk import Desk
from tests.floor.house import DEALER, House, plate
from tests.jackpots.floor import APPROVED, MANAGER, RWS, SUPERVISOR
from tests.store.quick import quick_journal
from tests.store.server import in_memory
from tests.strategies import HASHES, LUCKY_COMMUNITY, LUCKY_HANDS, PLAYERS, Luck, anything, propose, seeded

TABLES: Final = ("T1", "T2")
LINK: Final = "grand"
KEY: Final = bytes(range(32))
PACE: Final = Pace(betting=10, decision=20, dealing=1, pause=5)
AWAY: Final = 60
"""The ``away_seconds`` of the tables."""
LENGTHS: Final = (0, 1, AWAY - 1, AWAY, AWAY + 1, 3_600, 3 * 86_400)
"""Seconds for which the floor is away: on both sides of ``away_seconds``, and over the change of a day."""
BEGAN: Final = 1_741_600_800
STEPS: Final = 60
"""Of a history."""
MOST_ACTS: Final = 400
"""After an outage. More than any two rounds take, so a round that needs more does not end."""
TRIES: Final = 3
"""So often in a row may an act of the software come to nothing."""
SECOND: Final = 1_000_000
_FAILURE: Final = {RWS: "5.16"}
"""The clause that makes a round Void when the jackpot system fails before anybody has looked."""


class NoEnd(AssertionError):
    """A round does not come to its end."""


class Count:
    """What the histories of one sheet have reached."""

    def __init__(self) -> None:
        self.histories = 0
        self.steps = 0
        self.outages: Counter[int] = Counter()
        self.stood: Counter[str] = Counter()
        """What the dealer of a table with bets said when the floor went away."""
        self.interrupted = 0
        self.ended: Counter[str] = Counter()
        """Rounds that were brought to their end after an outage, by their settlement's outcome."""
        self.acts = 0
        """Of the software, after an outage."""
        self.decided = 0
        """Decisions of players, after an outage."""
        self.asked: Counter[str] = Counter()
        """By whom an act was given that the software had waited for."""

    def add(self, other: "Count") -> None:
        """Count another in."""
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
            else:
                setattr(self, name, getattr(self, name) + value)


class Clock:
    """One clock for the floor, its journal and its dealers."""

    def __init__(self, micro: int = BEGAN * SECOND) -> None:
        self.micro = micro

    def __call__(self) -> int:
        return self.micro

    @property
    def now(self) -> float:
        return self.micro / SECOND

    def reach(self, seconds: float) -> None:
        """Not before a time in seconds; a microsecond later, so that what is due then is due."""
        self.micro = max(self.micro, int(seconds * SECOND) + 1)


class Server:
    """A floor that is served: its tables, their dealers and the watchdog, on a journal's file."""

    def __init__(self, path: Path, clock: Clock, luck: Luck, name: str) -> None:
        self.path, self.clock, self.luck = path, clock, luck
        self.journal = quick_journal(path, clock)
        self.floor = Desk(self.journal, clock=clock, sealer=Sealer(KEY))
        self.house = House(self.floor, name)
        self.duty = TableAssignment(SoleServer())
        self.dealers = Dealers(self.floor, lambda table: PACE, self.duty)
        self.dog = Watchdog(self.floor, lambda table: PACE)

    def start(self, away: float) -> int:
        """As a server does that finds the floor after so many seconds; how many rounds it interrupts."""
        found = list(resume(self.floor, away))
        self.look()
        return sum(resumed.interrupted for resumed in found)

    def look(self) -> None:
        """Let the dealers and the watchdog see the tables as they are."""
        for table in TABLES:
            self.dealers.look(table, self.clock.now)
        for stall in self.dog.look(self.clock.now).raised:
            raise NoEnd(f"the watchdog: {stall}")

    def state(self, table: str) -> TableState:
        found = self.floor.table(table)
        assert found is not None
        return found

    def turn(self, table: str) -> DealerTurn:
        watch = self.dealers.watch(table)
        assert watch is not None
        return watch.turn

    def deal(self) -> Done | Refusal | None:
        """Whatever the software does next, at its time; none if it waits at every table."""
        answer = None
        while answer is None and (due := self.dealers.next_due()) is not None:
            self.clock.reach(due)
            if self.duty.renew(self.clock.now):
                self.dealers.take_over()
            for order in self.dealers.due(self.clock.now):
                answer = self.floor.execute(order)
                self.dealers.done(order, self.clock.now)
            self.look()
        return answer

    def act(self, table: str, command: cmd.Command) -> Done | Refusal:
        """A command as whoever may give it: a player for themselves, staff in the role that it names."""
        state = self.state(table).round
        player = getattr(command, "player", None)
        box = getattr(command, "box", None)
        if player is None and state is not None and box is not None and 1 <= box <= len(state.boxes):
            player = state.box(box).player
        by = Actor(str(player), "player")
        if isinstance(command, cmd.Report | cmd.InterruptPlay | cmd.AdjustSettlement):
            by = Actor("sam", getattr(command, "by", None) or "shift_manager")
        answer = self.floor.act(table, command, by, self.house.id())
        self.look()
        return answer

    def close(self) -> None:
        self.journal.close()


# A history.


def _fail(server: Server, table: str) -> None:
    link = server.house.state_of(LINK)
    if link.failure:
        fixed = lc.RestoreSystem(MANAGER, shown(server.floor.rulebook.games, link))
        server.floor.to_link(LINK, fixed, DEALER, server.house.id())
    else:
        server.floor.to_link(LINK, lc.FailSystem(SUPERVISOR, "no answer"), DEALER, server.house.id())
    server.look()


def _seat(server: Server, table: str) -> None:
    box, player = 1 + server.luck.below(3), server.luck.pick(PLAYERS)
    by = Actor(player, "player")
    if server.luck.chance(50):
        server.floor.sit_down(table, box, player, by, server.house.id())
    else:
        server.floor.stand_up(table, box, by, server.house.id())
    server.look()


def _close_or_open(server: Server, table: str) -> None:
    by = Actor("max", "pit_manager")
    if server.state(table).open:
        server.floor.close_table(table, by, server.house.id(), after_round=server.luck.chance(70))
    else:
        server.floor.reopen_table(table, None, by, server.house.id())
    server.look()


def step(server: Server) -> None:
    """Something that happens: mostly at the first table, where most are."""
    luck = server.luck
    table = luck.pick((*TABLES, TABLES[0]))
    state = server.state(table)
    if luck.chance(3):
        luck.pick((_fail, _seat, _close_or_open))(server, table)
    elif state.round is None or state.round.settled or luck.chance(45):
        server.deal()
    elif server.turn(table).says == "jackpot_pending" and luck.chance(20):
        _attend_to_link(server, Count())
    elif not state.round.has_bets and luck.chance(60):
        for bet, amount in (("ante", 2500), ("jackpot", 500)):
            server.act(table, cmd.PlaceBet(box=1, player="ann", bet=bet, amount=amount))
        server.deal()
    elif luck.chance(5):
        server.act(table, anything(luck, _game(server, state), state.round))
    else:
        server.act(table, propose(luck, _game(server, state), state.round, 5))


def _game(server: Server, state: TableState) -> Game:
    return server.floor.game_of(state)


# The end.


def bring_to_an_end(server: Server, count: Count) -> None:
    """Let every round end by the software alone, and by those it asks."""
    found = ((table, _stakes(server.state(table))) for table in TABLES)
    waiting = {table: stakes for table, stakes in found if stakes}
    failed = 0
    for _ in range(MOST_ACTS):
        if not waiting:
            break
        before = server.journal.last_position()
        asked = [table for table in waiting if server.turn(table).act == "wait"]
        deciding = [table for table in waiting if server.turn(table).says == "your_decision"]
        answer = None
        if asked and (len(asked) == len(waiting) or server.luck.chance(30)):
            _ask(server, server.luck.pick(asked), count)
        elif deciding and server.luck.chance(40):
            _decide(server, server.luck.pick(deciding), count)
        else:
            answer = server.deal()
            count.acts += 1
        for table in [table for table in waiting if server.state(table).round.settled]:  # type: ignore[union-attr]
            count.ended[_settled(server, table, waiting.pop(table))] += 1
        failed = 0 if server.journal.last_position() > before else failed + 1
        if failed > TRIES:
            raise NoEnd(f"nothing moves: {answer}; {[server.turn(table) for table in waiting]}")
    else:
        raise NoEnd(f"{MOST_ACTS} acts later: {[server.turn(table) for table in waiting]}")
    server.house.check(LINK)


Stakes = tuple[int, dict[str, int]]
"""The number of a round with bets, and each player's chips before it is settled."""


def _stakes(table: TableState) -> Stakes | None:
    """What lies on the layout; nothing where no bet does."""
    state = table.round
    if state is None or state.settled or not state.has_bets:
        return None
    return table.number, dict(table.money.chips)


def _settled(server: Server, table: str, stakes: Stakes) -> str:
    """The outcome of a round that has ended; every player has what it came to."""
    number, chips = stakes
    found = server.state(table)
    state = found.round
    if state is None or found.number != number or state.settlement is None:
        raise NoEnd(f"round {number} of {table} went on to {found.number}")
    owed = Counter(chips)
    owed.update(state.settlement.players())
    for payout in state.settlement.jackpot.payouts if state.settlement.jackpot else ():
        # A share of the display is paid by slip and not in chips.
        owed[payout.player] -= payout.amount if payout.percent else 0
    if +owed != +Counter(found.money.chips):
        raise NoEnd(f"chips {found.money.chips}, and not {dict(owed)}, after {state.settlement}")
    if state.void and any(line.result != "returned" for line in state.settlement.lines):
        raise NoEnd(f"a stake of a void round was not returned: {state.settlement}")
    return state.settlement.outcome


def _ask(server: Server, table: str, count: Count) -> None:
    """Whoever the software waits for gives an act that they are offered."""
    turn = server.turn(table)
    match turn.says:
        case "jackpot_pending":
            _attend_to_link(server, count)
        case "your_choice" if server.luck.chance(60):
            assert turn.box is not None
            _choose(server, table, turn.box, count)
        case "for_the_supervisor" if server.house.state_of(LINK).failure and server.luck.chance(50):
            _restore(server, count)
        case "your_choice" | "for_the_supervisor":
            _judge(server, table, count)
        case other:
            raise NoEnd(f"{table} waits for nobody: {other}")
    server.look()


def _choose(server: Server, table: str, box: int, count: Count) -> None:
    """The player who is asked chooses."""
    player = server.state(table).round.box(box).player  # type: ignore[union-attr]
    assert player is not None
    offered = [act for act in _legal(server, table, player, "player").acts if act["act"] == "choose"]
    if not offered:
        raise NoEnd(f"{player} is asked at box {box} of {table}, and may not choose")
    act = msgspec.convert(server.luck.pick(offered), AnyAct)
    answer = server.floor.act(table, round_command(act, player), Actor(player, "player"), server.house.id())
    server.house.ok(answer)
    count.asked["player"] += 1


def _decide(server: Server, table: str, count: Count) -> None:
    """The player who is asked decides in time; the software waits for nobody who does not."""
    box = server.turn(table).box
    assert box is not None
    player = server.state(table).round.box(box).player  # type: ignore[union-attr]
    assert player is not None
    offered = [act for act in _legal(server, table, player, "player").acts if act.get("box") == box]
    act = msgspec.convert(server.luck.pick(offered), AnyAct)
    by = Actor(player, "player")
    server.house.ok(server.floor.act(table, round_command(act, player), by, server.house.id()))
    server.look()
    count.decided += 1


def _judge(server: Server, table: str, count: Count) -> None:
    """Staff decide what is theirs; for a player who has gone, the shift manager ends the matter."""
    state = server.state(table).round
    assert state is not None
    game = _game(server, server.state(table))
    effects = {"judge_second_look"} if state.unjudged_looks else {"ruling"}
    failure = _FAILURE.get(game.sheet.identity.operator) if server.turn(table).says != "your_choice" else None
    offered = [
        each
        for each in reportable(game, state)
        if (each.policy.effect in effects or each.clause == failure) and not each.refusal
    ]
    if not offered:
        raise NoEnd(f"no {effects} is offered at {table}")
    found = server.luck.pick(offered)
    ruling = found.policy.effect == "ruling"
    report = cmd.Report(
        clause=found.clause,
        intentional=server.luck.chance(50) if found.policy.effect == "judge_second_look" else None,
        action=server.luck.pick(("void", "continue") if state.options else ("void",)) if ruling else None,
        reason="nobody answers" if ruling else "",
    )
    # What a sheet leaves to any member of staff is for a supervisor where the software deals.
    role: Role = found.policy.by if found.policy.by != "dealer" else "pit_supervisor"
    server.house.ok(server.floor.act(table, report, Actor("sam", role), server.house.id()))
    count.asked[role] += 1


def _legal(server: Server, table: str, name: str, role: Role) -> LegalNow:
    who = Who(Principal(name=name, roles=(role,), session="s", means="password"))
    site: Any = SimpleNamespace(floor=server.floor)
    return legal_now(TableDryRun(site, who, table))


def _restore(server: Server, count: Count) -> None:
    """The jackpot system works again."""
    link = server.house.state_of(LINK)
    server.house.link(lc.RestoreSystem(MANAGER, shown(server.floor.rulebook.games, link)))
    count.asked["pit_manager"] += 1


def _attend_to_link(server: Server, count: Count) -> None:
    """A supervisor and a pit manager verify what was won, and it is paid; or two people deny it."""
    link = server.house.state_of(LINK)
    if link.failure:
        _restore(server, count)
    for claim in link.unpaid:
        if server.luck.chance(20):
            server.floor.to_link(LINK, lc.DenyClaim(claim.id, APPROVED), DEALER, server.house.id())
            count.asked["two people"] += 1
            continue
        for item in ("bet_light", "cards_face_up", "surveillance"):
            check = lc.CheckClaim(claim=claim.id, item=item, by=SUPERVISOR)
            server.floor.to_link(LINK, check, DEALER, server.house.id())
        counted = lc.CheckClaim(claim=claim.id, item="deck_count", by=SUPERVISOR, count=len(DECK))
        for act in (
            *(counted, lc.SignClaim(claim.id, SUPERVISOR), lc.SignClaim(claim.id, MANAGER)),
            lc.PayClaim(claim.id, SUPERVISOR, "attendant"),
        ):
            server.floor.to_link(LINK, act, DEALER, server.house.id())
        count.asked["pit_supervisor"] += 1
    server.look()


# Decks.


@contextmanager
def decks_of(sheet: str, luck: Luck) -> Iterator[None]:
    """Every deck from the history's own luck; now and then the first box wins a share of the display."""
    rng = random.Random(luck.below(2**31))

    def stacked(name: str) -> Shoe:
        cards = list(shuffled(rng.randrange))
        if rng.random() < 0.5:
            for position, card in lucky_positions(sheet).items():
                other = cards.index(card)
                cards[position], cards[other] = cards[other], cards[position]
        return Shoe(name, tuple(cards), rng.randbytes(32))

    with mock.patch.object(dealing, "fresh_shoe", stacked):
        yield


@cache
def lucky_positions(sheet: str) -> dict[int, Card]:
    """Where in the deck a winning hand lies if the first box alone is bet on."""
    game = load(sheet)
    state: Round = open_round(cmd.OpenRound(plate(sheet), None, HASHES))
    found: dict[int, Card] = {}
    own = [Card(card) for card in LUCKY_HANDS[game.sheet.hands.box][0].split()]
    shared = [Card(card) for card in LUCKY_COMMUNITY if Card(card) not in own]
    joins = "community" if game.sheet.hands.community else "dealer"
    position = 0
    for command in (cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500), cmd.CloseBets()):
        state = _after(game, state, command)
    while (act := next_act(game, state, game.script(state.table.device))).act in ("burn", "deal", "discard"):
        hand = own if act.to == 1 else shared if act.to == joins else []
        for place in range(position, position + act.cards):
            if hand:
                found[place] = hand.pop(0)
        position += act.cards
        state = _after(game, state, dealers_command(act, (UNKNOWN,) * act.cards))
    return found


def _after(game: Game, state: Round, command: cmd.Command) -> Round:
    answer = decide(game, state, command)
    assert not isinstance(answer, Refusal), answer
    for event in answer:
        state = evolve(state, event)
    return state


# Histories.


def opened(folder: Path, sheet: str) -> Path:
    """A journal with two automatic tables of a sheet on one link, at which three people have chips."""
    path = folder / f"{sheet}.db"
    if path.exists():
        return path
    path.touch(mode=0o600)
    journal = quick_journal(path, Clock())
    house = House(Desk(journal, clock=Clock(), sealer=Sealer(KEY)), "open")
    house.open(dict.fromkeys(TABLES, sheet))
    for table in TABLES:
        house.ok(house.floor.close_table(table, DEALER, house.id()))
        how = {"link": LINK, "cards": "shoe", "automatic": True, "away_seconds": AWAY}
        house.ok(house.floor.open_table(table, plate(sheet), house.id(), **how))
        house.buy_in(table, *PLAYERS)
    journal.close()
    return path


def copied(path: Path, to: Path) -> Path:
    """The journal at this moment, as another file."""
    to.unlink(missing_ok=True)
    to.touch(mode=0o600)
    with sqlite3.connect(path) as source, sqlite3.connect(to) as target:
        source.backup(target)
    source.close()
    target.close()
    return to


def history(
    sheet: str,
    seed: object,
    folder: Path,
    count: Count,
    *,
    lengths: int = len(LENGTHS),
    steps: int = STEPS,
) -> None:
    """One history; at every step the floor goes away for so many of the lengths, and comes back."""
    luck = seeded(f"{sheet} {seed}")
    path = copied(opened(folder, sheet), folder / "history.db")
    clock = Clock(BEGAN * SECOND + SECOND)
    server = Server(path, clock, luck, "s0")
    told: list[str] = []
    with decks_of(sheet, luck):
        server.start(0)
        try:
            for number in range(steps):
                for kind in range(lengths):
                    length = LENGTHS[(number + kind) % len(LENGTHS)]
                    told.append(f"step {number}: away for {length} s")
                    _outage(server, length, folder, seeded(f"{sheet} {seed} {number} {length}"), count)
                if luck.chance(8):
                    server = _back(server, path, luck.pick(LENGTHS), f"s{number + 1}")
                else:
                    step(server)
                count.steps += 1
        except Exception as fault:
            raise NoEnd(f"{sheet}, seed {seed}, {told[-1] if told else 'at the start'}: {fault!r}") from fault
        finally:
            server.close()
    count.histories += 1


def _outage(server: Server, length: int, folder: Path, luck: Luck, count: Count) -> None:
    """The floor goes away at this moment, comes back after so many seconds, and goes on to the end."""
    path = copied(server.path, folder / "away.db")
    for table in TABLES:
        if _stakes(server.state(table)):
            count.stood[server.turn(table).says] += 1
    clock = Clock(server.clock.micro + length * SECOND)
    other = Server(path, clock, luck, "away")
    try:
        if luck.chance(20):
            # The journal was away, and the server was not.
            other.look()
        else:
            count.interrupted += other.start(length)
        count.outages[length] += 1
        bring_to_an_end(other, count)
    finally:
        other.close()


def _back(server: Server, path: Path, length: int, name: str) -> Server:
    """The server goes away for good, and another comes."""
    server.close()
    server.clock.micro += length * SECOND
    other = Server(path, server.clock, server.luck, name)
    other.start(length)
    return other


def block(sheet: str, start: int, size: int, seed: int) -> Count:
    """So many histories of a sheet."""
    count = Count()
    with tempfile.TemporaryDirectory(dir=in_memory()) as folder:
        for number in range(start, start + size):
            history(sheet, f"{seed}/{number}", Path(folder), count)
    return count


def show(sheet: str, count: Count) -> None:
    """What the histories of a sheet have reached."""
    lengths = ", ".join(f"{n} of {length} s" for length, n in sorted(count.outages.items()))
    print(f"{sheet}: {count.histories} histories, {count.steps} steps")
    print(f"  {count.outages.total()} outages: {lengths}")
    stood = ", ".join(f"{n} {says}" for says, n in count.stood.most_common())
    print(f"  tables with bets when the floor went away: {stood}; {count.interrupted} rounds interrupted")
    ended = ", ".join(f"{n} {outcome}" for outcome, n in sorted(count.ended.items()))
    asked = ", ".join(f"{who} {n} times" for who, n in sorted(count.asked.items()))
    print(f"  rounds with bets brought to their end: {ended}")
    print(f"  {count.acts} acts of the software, {count.decided} decisions; asked: {asked or 'nobody'}")


def main(histories: int, seed: int) -> None:
    """Every sheet, on every processor."""
    began, total, size = time.monotonic(), Count(), 2
    with ProcessPoolExecutor() as pool:
        for sheet in sheet_ids():
            starts = range(0, histories, size)
            sizes = [min(size, histories - start) for start in starts]
            count = Count()
            for done in pool.map(block, repeat(sheet), starts, sizes, repeat(seed)):
                count.add(done)
            show(sheet, count)
            total.add(count)
    seconds = time.monotonic() - began
    print(
        f"seed {seed}: {total.outages.total()} outages in {total.histories} histories, {seconds:.0f} s: "
        f"{total.ended.total()} rounds with bets, and every one came to its end"
    )


if __name__ == "__main__":
    try:
        main(*(int(given) for given in (*sys.argv[1:3], *("10", "1")[len(sys.argv) - 1 :])))
    except NoEnd as fault:
        sys.exit(str(fault))
