"""Noninterference: two floors that differ only in cards which a reader may not see answer alike, to the byte.

Both floors get the same commands, at the same time by the same clock. At a random moment the cards that one
reader may not see are exchanged for others on the second floor; then the reader sends every query, search,
preview and act to both, with guesses that are right on one floor and wrong on the other. Status, headers and
body must be the same, whatever was accepted.

At tables with the software's own shoe the deck behind the seal is exchanged: the seal of these tests gives
its decks a name instead of hiding them, and all that is salted is constant: the commitment, its leaves, and
the hashes of events. So nothing but the cards can differ. Where a Dealer types the cards, they type others.

``python -m tests.security.noninterference 50`` runs fifty seeds and prints what was compared.
"""

import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest import mock

from litestar import Response
from msgspec import structs

from pitboss.access import commands as ac
from pitboss.access.bootstrap import make_demo_people
from pitboss.access.rate_limit import Buckets
from pitboss.access.roles import ROLES, SYSTEM, Actor
from pitboss.access.sign_in import SessionGrant
from pitboss.api.app import ServedApp, routes
from pitboss.api.middleware.rate_limit import RateLimits
from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.floor import Done
from pitboss.floor.setup.config import FloorConfig
from pitboss.floor.tables.dealing import Sealer, dealers_next
from pitboss.floor.tables.money import BuyIn
from pitboss.floor.tables.table import TableState
from pitboss.forecast.worth_question import WorthQuestion
from pitboss.refusal import Refusal
from pitboss.round import Round
from pitboss.round import commands as cmd
from pitboss.round.legal import candidates
from pitboss.round.plan import dealers_command
from pitboss.server.jobs import Jobs
from pitboss.server.site import Site
from pitboss.shoe import Commitment, Shoe
from pitboss.store.keys import load_or_make_key
from pitboss.store.open import open_journal, open_private
from pitboss.tlog.shown import SALT_BYTES
from tests.access.entrance import register_player, sign_in
from tests.api.served import PASSWORD, config, quick_hasher
from tests.floor.desk import desk
from tests.floor.faces import with_all_faces
from tests.loops import on_a_loop
from tests.waiting import within

TYPED: Final = "P3CP-1"
"""Its Dealer types real cards."""
CREWED: Final = "ML3-1"
"""Its Dealer deals from the software's shoe."""
TABLES: Final = ("3CP-1", "ML3-1", "MLTH-1", "MSS-1", "P3CP-1")
PLAYERS: Final = ("ann", "bob", "cat")
DEALERS: Final = {TYPED: "dan", CREWED: "dora"}
READERS: Final = (*PLAYERS, *(role for role in ROLES if role != "player"), "nobody", "device")
_STAND_IN: Final = ("pit_supervisor", "pit_manager", "shift_manager")
_ROOT: Final = bytes(32)
_SALTED: Final = (
    *("store.tree.salted_hash", "replay.log_proofs.salted_hash", "api.replay.salted_hash"),
    *("store.sqlite.writer.salted_hash", "store.tree.event_hash", "store.sqlite.writer.event_hash"),
)
"""What hashes events and what they say."""
_HEADERS_LEFT_OUT: Final = frozenset({b"x-request-id", b"date"})
_START: Final = 1_790_000_000_000_000_000


class Clock:
    """Nanoseconds since 1970, the same for both floors; it moves between requests and never within one."""

    now = _START

    def __call__(self) -> int:
        return self.now

    def microseconds(self) -> int:
        return self.now // 1000


CLOCK: Final = Clock()


class Vault(Sealer):
    """A seal that names its decks: what the journal holds of two floors is then the same."""

    def __init__(self) -> None:
        super().__init__(bytes(32))
        self.decks: dict[str, Shoe] = {}

    def seal(self, shoe: Shoe) -> bytes:
        self.decks[shoe.id] = shoe
        return shoe.id.encode()

    def open(self, name: str, sealed: bytes) -> Shoe:
        return self.decks[name]


class Answer(NamedTuple):
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


def floor_of_three_kinds() -> FloorConfig:
    """Automatic tables, one whose Dealer deals from the software's shoe, and one with real cards."""
    found = config()
    kinds = {CREWED: "shoe", TYPED: "outside"}
    tables = tuple(
        structs.replace(table, automatic=False, cards=kinds[table.id]) if table.id in kinds else table
        for table in found.tables
    )
    return structs.replace(found, tables=tables)


class World:
    """One floor, without its dealers: every act is asked for."""

    def __init__(self, folder: Path, name: str) -> None:
        url = str(folder / f"{name}.db")
        self.vault = Vault()
        settings = structs.replace(floor_of_three_kinds(), signing_key=str(folder / "signing.key"))
        load_or_make_key(folder / "signing.key")
        self.site = Site(settings, open_journal(url), open_private(url), self.vault, quick_hasher())
        self.floor = self.site.floor
        plenty = RateLimits(Buckets(10**9, 1e-9), Buckets(10**9, 1e-9))
        self.app = ServedApp(self.site, plenty)
        self.tokens: dict[str, str] = {"nobody": ""}
        self._ids = 0
        self._people()

    def _people(self) -> None:
        doors = self.site.doors
        for made in make_demo_people(doors):
            self.tokens[made.role] = _welcome(sign_in(doors, made.name, made.password, "password", "here"))
        for name in PLAYERS:
            register_player(doors, name, PASSWORD, f"at-{name}")
            self.tokens[name] = _welcome(sign_in(doors, name, PASSWORD, "password", f"at-{name}"))
            for table in TABLES:
                self.ok(
                    desk(self.floor).money(
                        table, BuyIn(player=name, amount=5_000_000, by=SYSTEM), SYSTEM, self.id()
                    )
                )
        people = self.site.people
        for name in DEALERS.values():
            people.act(ac.MakeAccount(name, "staff"), SYSTEM, "new")
            people.act(ac.GrantRole(name, "dealer"), SYSTEM, "new")
        people.act(ac.MakeAccount("reader", "machine"), SYSTEM, "new")
        issued = people.act(self._token(), SYSTEM, "new")
        assert isinstance(issued, Done), issued
        self.tokens["device"] = issued.shown
        for table, name in DEALERS.items():
            self.ok(desk(self.floor).sign_on(table, "dealer", Actor(name, "dealer"), self.id()))

    def _token(self) -> ac.IssueToken:
        return ac.IssueToken(
            name="reader",
            token="one",
            scopes=("send_cards", "watch_table", "read_reports", "read_metrics"),
            days=30,
            table=TYPED,
        )

    def id(self) -> str:
        self._ids += 1
        return f"command-{self._ids}"

    def ok(self, answer: Done | Refusal) -> Done:
        assert isinstance(answer, Done), answer
        return answer

    def table(self, name: str) -> TableState:
        state = self.floor.table(name)
        assert state is not None
        return state

    async def ask(self, reader: str, method: str, path: str, body: object | None = None) -> Answer:
        """The answer to one request; of a stream its first frame."""
        headers = [(b"host", b"localhost")]
        if self.tokens[reader]:
            headers.append((b"authorization", f"Bearer {self.tokens[reader]}".encode()))
        content = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            headers.append((b"content-type", b"application/json"))
            headers.append((b"content-length", str(len(content)).encode()))
        where, _, query = path.partition("?")
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": where,
            "raw_path": where.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "state": {},
        }
        return await _answered(self.app, scope, content)

    def close(self) -> None:
        self.site.stop()


async def _answered(app: ServedApp, scope: dict[str, Any], content: bytes) -> Answer:
    sent = False
    gone = asyncio.Event()
    status, headers, parts = 0, (), list[bytes]()
    streams = scope["path"].endswith("/stream")

    async def receive() -> dict[str, Any]:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": content, "more_body": False}
        await within(gone.wait(), "the stream has shown a frame")
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status = message["status"]
            kept = ((k, v) for k, v in message["headers"] if k not in _HEADERS_LEFT_OUT)
            headers = tuple(sorted(kept))  # type: ignore[assignment]
            return
        parts.append(message.get("body", b""))
        if streams and status == 200:
            gone.set()

    task = asyncio.ensure_future(app(scope, receive, send))  # type: ignore[arg-type]
    if streams:
        waiting = asyncio.ensure_future(gone.wait())
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not task.done():
            task.cancel()
        await asyncio.gather(task, waiting, return_exceptions=True)
        parts = parts[:1]
    else:
        await task
    return Answer(status, headers, b"".join(parts))


def _welcome(answer: object) -> str:
    assert isinstance(answer, SessionGrant), answer
    return answer.token


class Pair:
    """Two floors in step."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.readers: set[str] = set()
        self.asked: set[str] = set()
        self._folder = folder
        self.begin()
        schema = routes().openapi_schema
        self.paths = dict(schema.paths or {})
        self.typed: dict[Card, Card] = {}
        """What the Dealer of the second floor types for a card."""

    def begin(self) -> None:
        """Two new floors."""
        self.counts["floors"] += 1
        self.one, self.other = (self._world(f"{name}-{self.counts['floors']}") for name in ("one", "other"))
        self.worlds = (self.one, self.other)

    def _world(self, name: str) -> World:
        numbers = count()
        with mock.patch("secrets.token_urlsafe", lambda size: f"{next(numbers):0{size}}"):
            return World(self._folder, name)

    def close(self) -> None:
        for world in self.worlds:
            world.close()

    def both(self, act: Any) -> None:
        """The same on both floors; the answers may not differ either."""
        CLOCK.now += 1_000_000_000
        first, second = (act(world) for world in self.worlds)
        assert type(first) is type(second), (first, second)
        if isinstance(first, Refusal):
            assert first == second
        else:
            assert (first.first, first.last) == (second.first, second.last)

    def play(self, name: str) -> None:
        """A new round at a table, up to a random moment."""
        dealer = Actor(DEALERS[name], "dealer") if name in DEALERS else SYSTEM
        deck = list(DECK)
        self.rng.shuffle(deck)
        shuffled = tuple(deck)
        with mock.patch("pitboss.floor.tables.dealing.fresh_shoe", lambda shoe: Shoe(shoe, shuffled, _ROOT)):
            self.both(lambda world: desk(world.floor).begin_round(name, dealer, world.id()))
        game = self.one.floor.game_of(self.one.table(name))
        bets = [bet for bet, rule in game.sheet.bets.items() if rule.placed == "before_deal"]
        for box, player in ((1, "ann"), (2, "bob")):
            for bet in ["ante", *(bet for bet in bets if bet != "ante" and self.rng.random() < 0.6)]:
                amount = 500 if bet == "jackpot" else 2500
                placed = cmd.PlaceBet(box=box, player=player, bet=bet, amount=amount)
                self.both(
                    lambda w, p=player, c=placed: desk(w.floor).act(name, c, Actor(p, "player"), w.id())
                )
        self.both(lambda world: desk(world.floor).act(name, cmd.CloseBets(), dealer, world.id()))
        fixed = set(self.rng.sample(range(52), 20))
        faces = [deck[n] for n in range(52) if n not in fixed]
        others = faces[:]
        self.rng.shuffle(others)
        self.typed = dict(zip(faces, others, strict=True)) if name == TYPED else {}
        for _ in range(self.rng.randint(0, 14)):
            if self.one.table(name).round is None or self.one.table(name).round.settled:  # type: ignore[union-attr]
                break
            if not self._step(name, dealer, deck):
                break

    def _step(self, name: str, dealer: Actor, deck: list[Card]) -> bool:
        """One act more, unless it would turn over cards that are to differ."""
        table = self.one.table(name)
        state = table.round
        assert state is not None
        game = self.one.floor.game_of(table)
        for box, player in ((1, "ann"), (2, "bob")):
            looks = cmd.ExamineHand(box)
            if looks in candidates(game, state) and self.rng.random() < 0.4 and name != TYPED:
                self.both(lambda w, p=player, c=looks: desk(w.floor).act(name, c, Actor(p, "player"), w.id()))
                return True
        due = dealers_next(game, table)
        if due is None:
            return False
        if due.act == "ask":
            box = due.boxes[0]
            player = state.box(box).player or ""
            choices = [c for c in candidates(game, state) if _decides(c, box, player)]
            chosen = self.rng.choice(choices)
            self.both(lambda w: desk(w.floor).act(name, chosen, Actor(player, "player"), w.id()))
        elif name != TYPED:
            self.both(lambda world: desk(world.floor).deal_next(name, dealer, world.id()))
        elif due.act in ("reveal", "settle"):
            return False
        else:
            cards = tuple(deck.pop() for _ in range(due.cards))
            self.both(
                lambda world: desk(world.floor).act(name, self._typed(world, due, cards), dealer, world.id())
            )
        return True

    def _typed(self, world: World, due: Any, cards: tuple[Card, ...]) -> cmd.Command:
        if world is self.other:
            cards = tuple(self.typed.get(card, card) for card in cards)
        return dealers_command(due, cards)

    def end(self, name: str) -> None:
        """The shift manager rules that the round is void, so what lies face down stays so."""
        dealer = Actor(DEALERS[name], "dealer") if name in DEALERS else SYSTEM
        state = self.one.table(name).round
        if state is not None and not state.settled:
            clause = self.one.floor.game_of(self.one.table(name)).ruling_clauses[0]
            void = cmd.Report(clause=clause, action="void", by="shift_manager", reason="the end of a test")
            ruler = Actor("shift-manager", "shift_manager")
            if not state.void:
                self.both(lambda world: desk(world.floor).act(name, void, ruler, world.id()))
            self.both(lambda world: desk(world.floor).act(name, cmd.SettleRound(), dealer, world.id()))

    async def compare(self, name: str, reader: str) -> None:
        """Exchange what the reader may not see, and ask for everything."""
        hidden = self.exchange(name, reader)
        if len(hidden) < 2:
            return
        self.counts["states"] += 1
        self.readers.add(reader)
        for method, path, body in self.requests(name, reader, hidden):
            CLOCK.now += 1_000_000
            first = await self.one.ask(reader, method, path, body)
            second = await self.other.ask(reader, method, path, body)
            self.counts["pairs"] += 1
            self.counts["accepted" if first.status < 300 else "refused"] += 1
            self.asked.add(f"{method} {path.partition('?')[0]}")
            assert first == second, _difference(name, reader, method, path, body, first, second)
            if method != "GET" and first.status < 300 and not self._still_hidden(name, reader, hidden):
                break
        # All decks are as they were, whatever rounds have begun meanwhile.
        self.other.vault.decks.update(self.one.vault.decks)

    def _still_hidden(self, name: str, reader: str, hidden: set[Card]) -> bool:
        """Whether the reader may still not see what was exchanged."""
        return hidden <= self.hidden_from(name, reader)

    def exchange(self, name: str, reader: str) -> set[Card]:
        """The second floor gets other cards where this reader may see none; the cards that were exchanged."""
        hidden = self.hidden_from(name, reader)
        table = self.one.table(name)
        if table.shoe is None:
            named = {card for card in self.typed if self.typed[card] != card}
            return {card for card in named & hidden if self.typed[card] in hidden}
        shoe = self.one.vault.decks[table.shoe.commitment.shoe]
        places = [n for n, card in enumerate(shoe.cards) if card in hidden]
        cards = list(shoe.cards)
        moved = places[:]
        self.rng.shuffle(moved)
        for to, source in zip(places, moved, strict=True):
            cards[to] = shoe.cards[source]
        self.other.vault.decks[shoe.id] = Shoe(shoe.id, tuple(cards), shoe.secret)
        return {card for a, card in zip(cards, shoe.cards, strict=True) if a != card}

    def hidden_from(self, name: str, reader: str) -> set[Card]:
        """Every card that this reader may not see while the table stands so."""
        table = self.one.table(name)
        state = table.round
        assert state is not None
        if table.shoe is not None:
            shoe = self.one.vault.decks[table.shoe.commitment.shoe]
            state = with_all_faces(state, table.shoe.draws, shoe)
        elif reader == "device":
            return set()
        seen = set(_seen(state, reader, name.startswith("MSS"), bool(table.pending)))
        if state.settled and reader in ("surveillance", "regulator"):
            seen |= {*state.dealer, *state.community, *state.burnt, *state.discarded}
            seen |= {card for box in state.boxes for card in box.cards}
        if state.settled and reader == "regulator":
            return set()  # All 52 are opened for them.
        return set(DECK) - seen

    def requests(
        self, name: str, reader: str, hidden: set[Card]
    ) -> Iterator[tuple[str, str, dict[str, Any] | None]]:
        table = self.one.table(name)
        guesses = self.rng.sample(sorted(hidden), min(4, len(hidden)))
        for path, item in sorted(self.paths.items()):
            if path in NOT_ASKED:
                continue
            if item.get is not None:
                yield from (("GET", filled, None) for filled in fill(path, table, guesses, self.rng))
        for act in acts(table, guesses):
            yield "POST", f"/api/tables/{name}/preview", {"act": act}
            if act["act"] in ("report", "interrupt"):
                yield "POST", f"/api/tables/{name}/worth", {"act": act}
        for act in acts(table, guesses):
            if name == TYPED and act["act"] in ("reveal", "notify") and reader in _STAND_IN:
                continue  # They may turn the cards over: then everybody sees them.
            yield "POST", f"/api/tables/{name}/acts", {"id": self._id(), "act": act}
        for guess in guesses:
            for sequence in (1, 3, 6, 7, 8, 30):
                read = {"id": self._id(), "round": table.number, "sequence": sequence, "card": guess}
                yield "POST", f"/api/tables/{name}/read", read
        adjusted = {"act": "adjust", "box": 1, "player": "ann", "bet": "ante", "amount": "5", "reason": "x"}
        number = max(1, table.number - 1)
        yield (
            "POST",
            f"/api/tables/{name}/rounds/{number}/adjust",
            {"id": self._id(), "act": adjusted},
        )
        yield "POST", f"/api/tables/{name}/rounds", {"id": self._id()}
        yield "POST", f"/api/tables/{name}/deal", {"id": self._id(), "round": table.number}

    def _id(self) -> str:
        self.counts["ids"] += 1
        return f"asked-{self.counts['ids']:06}"


NOT_ASKED: Final = {
    "/api/lab/{sheet}/odds": "asks a sheet, not a table",
    "/api/lab/{sheet}/advise": "asks a sheet, not a table",
    "/api/lab/{sheet}/sweep": "asks a sheet, not a table",
    "/api/lab/{sheet}/face-up": "asks a sheet, not a table",
    "/api/lab/{sheet}/report": "asks a sheet, not a table",
    "/api/train/{sheet}/clauses": "asks a sheet, not a table",
    "/api/training": "tells of training, whose rounds are its own",
    "/api/training/{name}": "tells of training, whose rounds are its own",
    "/api/training/{name}/answers": "tells of training, whose rounds are its own",
    "/api/training/{name}/answers/{question}": "tells of training, whose rounds are its own",
    "/api/counts/{count}": "no count is under way",
    "/api/counts/{count}/stream": "no count is under way",
    "/metrics": "tells how long this server took",
    "/health": "tells how long this server has run",
    "/ready": "tells how long this server has run",
}
"""Queries that no card of a table can reach."""


def fill(path: str, table: TableState, guesses: list[Card], rng: random.Random) -> Iterator[str]:
    """A query with what there is on the floor; searches for every guess."""
    parts = {
        "{table}": table.id,
        "{link}": table.link or "none",
        "{sheet}": table.plate.sheet,
        "{other}": table.plate.sheet,
        "{kind}": "table",
        "{count}": "none",
    }
    filled = path
    for key, value in parts.items():
        filled = filled.replace(key, value)
    names = ("ann",) if "{name}" in filled else ("",)
    numbers = [table.number, table.number - 1] if "{number}" in filled else [0]
    for name in names:
        for number in numbers:
            yield filled.replace("{name}", name).replace("{number}", str(number))
    if path == "/api/rounds":
        for guess in guesses:
            yield f"{path}?card={guess}&table={table.id}"
    if path == "/api/reports/day":
        yield f"{path}?date=2026-09-21"


_REPORTED: Final[dict[str, dict[str, Any]]] = {
    "5.8.1": {"boxes": [2]},
    "5.9": {"reconstructed": False},
    "5.10": {"boxes": [2], "reconstructed": False},
    "5.12.1": {"boxes": [2], "count": 4},
}
"""Reports with arguments that their clauses take, and one of a clause that cannot be reported."""


def acts(table: TableState, guesses: list[Card]) -> list[dict[str, Any]]:
    """Every act, those that name cards with guesses; what may end the round comes last."""
    state = table.round
    assert state is not None
    known = sorted({card for card in state.cards_out() if card != UNKNOWN})[:2] or [Card("As")]
    reason = {"reason": "misread"}
    named: list[dict[str, Any]] = []
    for guess in guesses:
        named += [
            {"act": "show", "at": at, "cards": [guess, *more]}
            for at in ("dealer", "community", 1, 2)
            for more in ([], known[:1])
        ]
        for at in ("dealer", "community", 1, 2, "burnt", "discarded"):
            named.append({"act": "correct_card", "at": at, "recorded": guess, "card": known[0], **reason})
            named.append({"act": "correct_card", "at": at, "recorded": known[0], "card": guess, **reason})
        named += [{"act": "deal", "to": to, "cards": [guess]} for to in ("dealer", "community", 1, 3)]
        named += [{"act": "burn", "card": guess}, {"act": "discard", "card": guess}]
        named += [
            {"act": "report", "clause": clause, "order": [guess, other], "reason": "together"}
            for clause in ("5.14", "5.15", "5.7.2")
            for other in guesses
            if other != guess
        ]
    plain: list[dict[str, Any]] = [
        {"act": "bet", "box": 2, "bet": "ante", "amount": "25", "player": "bob"},
        {"act": "bet", "box": 1, "bet": "play", "amount": "25", "player": "ann"},
        {"act": "withdraw", "box": 1, "bet": "ante"},
        {"act": "close"},
        {"act": "choose", "box": 1, "way": "withdraw"},
        {"act": "decline", "box": 2},
        {"act": "notify", "box": 2},
        {"act": "view", "box": 2},
        {"act": "no_hand"},
        {"act": "correct_bet", "box": 2, "player": "bob", "bet": "ante", "amount": "50", **reason},
        {"act": "adjust", "box": 1, "player": "ann", "bet": "ante", "amount": "5", **reason},
        *({"act": "report", "clause": clause, **told, **reason} for clause, told in _REPORTED.items()),
        {"act": "handle", "box": 2},
        {"act": "reveal"},
        {"act": "fold", "box": 2},
        {"act": "check", "box": 2},
        {"act": "leave", "box": 2},
        {"act": "look", "box": 2},
        {"act": "settle"},
        {"act": "interrupt"},
    ]
    return [*named, *plain]


def _decides(command: cmd.Command, box: int, player: str) -> bool:
    match command:
        case cmd.PlaceBet():
            return (command.box, command.player) == (box, player)
        case cmd.FoldHand() | cmd.Check():
            return command.box == box
        case _:
            return False


def _seen(state: Round, reader: str, stud: bool, win_entered: bool) -> Iterator[Card]:
    """What lies face up, and the reader's own hands that they have looked at."""
    if state.dealer_up:
        yield from state.dealer
    elif stud and len(state.dealer) == 5:
        yield state.dealer[-1]
    yield from state.community[: state.community_up]
    for box in state.boxes:
        decided = (state.settled or win_entered) and not state.void and not box.declined
        own = box.player == reader and box.examined > 0
        yield from box.cards if own or decided else box.shown


def _difference(*found: Any) -> str:
    *what, first, second = found
    at = next((n for n, (a, b) in enumerate(zip(first.body, second.body, strict=False)) if a != b), 0)
    near = slice(max(0, at - 120), at + 120)
    return f"{what}\n  {first.status} {first.body[near]!r}\n  {second.status} {second.body[near]!r}"


async def _run(pair: Pair, rounds: int, tables: Sequence[str], readers: Sequence[str]) -> None:
    for number in range(rounds):
        table = tables[number % len(tables)]
        pair.play(table)
        reader = readers[pair.rng.randrange(len(readers))]
        await pair.compare(table, reader)
        pair.end(table)
        if table == TYPED:
            # Other cards stay on record there, and whoever may see them by now would be told others for good.
            pair.close()
            pair.begin()


async def as_asked(jobs: Jobs, name: str, question: WorthQuestion) -> Response[Any]:
    """The question of a worker in place of its answer, which follows from nothing else."""
    return Response(question)


def run(
    folder: Path, seed: int, rounds: int, tables: Sequence[str] = TABLES, readers: Sequence[str] = READERS
) -> Pair:
    """Compare so many states of one pair of floors."""
    CLOCK.now = _START
    with (
        mock.patch("time.time_ns", CLOCK),
        mock.patch("pitboss.store.clock.boot_clock", CLOCK.microseconds),
        mock.patch("pitboss.api.job_answers.AT_ONCE", 600.0),
        mock.patch("pitboss.server.news._FRESH", -1.0),  # No news runs here: a shared frame would stay.
        # House edges follow from the sheet alone, and come when the background has counted them.
        mock.patch("pitboss.server.house_edges.HouseEdges.of", return_value=None),
        mock.patch("pitboss.api.routes.worth.weighed", as_asked),
        mock.patch("pitboss.floor.tables.dealing.commit", lambda shoe: Commitment(shoe.id, _ROOT)),
        mock.patch("pitboss.shoe.commitment._leaf", return_value=_ROOT),
        mock.patch("pitboss.store.tree.random_salts", lambda count: [bytes(SALT_BYTES)] * count),
        ExitStack() as salted,
    ):
        for name in _SALTED:
            salted.enter_context(mock.patch(f"pitboss.{name}", return_value=_ROOT))
        pair = Pair(folder, seed)
        try:
            on_a_loop(lambda: _run(pair, rounds, tables, readers))
        finally:
            pair.close()
    return pair


def main(seeds: int) -> None:
    counts: Counter[str] = Counter()
    readers: set[str] = set()
    asked: set[str] = set()
    started = time.monotonic()
    for seed in range(seeds):
        with tempfile.TemporaryDirectory() as folder:
            pair = run(Path(folder), seed, 55)
        counts += pair.counts
        readers |= pair.readers
        asked |= pair.asked
        print(f"seed {seed}: {dict(counts)}, {len(readers)} readers, {len(asked)} addresses", flush=True)
    print(f"{time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 10)
