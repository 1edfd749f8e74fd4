"""Adds golden events for kinds and versions that have none: ``python -m tools.stored_events``.

``events.jsonl`` has an event of every kind in every version that was ever written, ``shapes.json`` the shape
of each. Nothing that stands in them is ever changed, because journals hold such events.
"""

import json
import tempfile
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from pitboss.access.warrant import Warrant
from pitboss.cards import Card
from pitboss.citation import Cited
from pitboss.commands.record import CommandRecorded, Signed, encode_command
from pitboss.floor import SYSTEM, Actor, floor_registry
from pitboss.floor.amounts import DEFAULT_AMOUNTS, AmountsSet
from pitboss.floor.commands import BeginRound
from pitboss.floor.log.audit_events import AuditKept
from pitboss.floor.log.gap_events import GapAccepted
from pitboss.floor.players.events import (
    BreakTaken,
    PlayedAt,
    PlayLimitSet,
    RealityCheckAnswered,
    RealityCheckSet,
    SatAt,
)
from pitboss.floor.tables import events as floor_events
from pitboss.floor.tables.events import SheetTaken
from pitboss.floor.tables.money.events import ChipsBought, ChipsCashed, Pieces, SlipMade
from pitboss.jackpots import events as link_events
from pitboss.jackpots.parts import BornePart
from pitboss.ledger.days import DayTotals, GamingDayClosed, GamingDayEnded, GamingDaySignedOff
from pitboss.records import FileFailed, FileFault, play, read_round_file
from pitboss.round import commands, events
from pitboss.settlement import Display, Limits, RuledBet, Table
from pitboss.sheets import rounds_folder, sheet_ids
from pitboss.shoe import CardsDrawn, Commitment
from pitboss.store import NewEvent
from pitboss.store.codec import shape_of
from pitboss.store.open import open_journal
from tests.access.samples import SAMPLES
from tests.floor.scripts import NOON, play_everything, recorded
from tests.jackpots.floor import APPROVED

FOLDER = Path(__file__).parents[1] / "tests" / "store" / "golden"
EVENTS = FOLDER / "events.jsonl"
SHAPES = FOLDER / "shapes.json"

OPENED = events.RoundOpened(
    Table(
        sheet="mbs-megalink-stud-v9",
        device="shoe",
        boxes=6,
        jackpot_bet=500,
        limits={"ante": Limits(2500, 100_000)},
        live=False,
    ),
    Display(Fraction(1_000_000_001, 3), 10_000_000, Fraction(1, 20)),
    commands.Hashes("b" * 64, "5" * 64, "4" * 64),
    commands.Memory(
        under_minimum=frozenset({"cat", "ann", "bob"}), barred=frozenset({"dan"}), blocked=frozenset({5, 3})
    ),
)
THIRD = Fraction(350, 3)
CITED = Cited("rws-multilink-holdem-v2", ("1.15", "4.5.2"))
BY_HAND: tuple[Struct, ...] = (
    OPENED,
    events.CardCorrected(at=1, recorded=Card("As"), card=Card("Ah"), by="pit_supervisor", reason="misread"),
    events.BetCorrected(
        box=2, player="bob", bet="ante", recorded=2500, amount=5000, by="pit_supervisor", reason="misread"
    ),
    events.SettlementAdjusted(
        box=1,
        player="ann",
        bet="ante",
        amount=-2500,
        by="shift_manager",
        reason="paid twice",
        clauses=("5.19",),
    ),
    events.JackpotRegistered(Fraction(15_000_000, 7)),
    events.RankEstablished(3),
    events.ExcessRejected(box=1, player="ann", bet="ante", amount=10_000, clauses=("5.1", "3.4")),
    events.BetTakenBack(2, "second", ("3.6",)),
    events.ShareReturned(4, "eve", ("5.4",)),
    events.BetRuled(4, RuledBet(bet="ante", player="eve", way="pay", amount=3000, clauses=("5.23",))),
    events.TableRestricted("block", (2, 3), ("5.17.2",)),
    SheetTaken(
        sheet="some-sheet-v1",
        hash="5" * 64,
        format=1,
        sheet_toml='id = "some-sheet-v1"\n',
        clauses_toml='[["1.1"]]\n',
        by=SYSTEM,
        approval=APPROVED,
    ),
    GamingDayEnded(date(2025, 3, 10), date(2025, 3, 11), "day"),
    floor_events.PlayerReady("ann"),
    PlayLimitSet(
        limit="loss",
        value=None,
        since=NOON + 86_400_000_000,
        before=50_000,
        by=Actor("ann", "player"),
        reason="won the last time",
    ),
    BreakTaken(
        since=NOON,
        until=NOON + 86_400_000_000,
        by=Actor("shaw", "shift_manager"),
        reason="asked at the cage",
        second=Actor("ada", "administrator"),
    ),
    RealityCheckSet(30, Actor("ann", "player")),
    PlayedAt("T1"),
    SatAt("T1"),
    RealityCheckAnswered(at=NOON, minutes=61, net=-12_500),
    AuditKept(sound=True, complete=False, events=17, digest="ab" * 32),
    GamingDaySignedOff(
        day=date(2025, 3, 10),
        by=Actor("acc", "accounting"),
        second=Actor("shaw", "shift_manager"),
        note="agreed",
    ),
    GamingDayClosed(
        totals=DayTotals(
            day=date(2025, 3, 10),
            entries=812,
            last=4711,
            float_win=Fraction(125_000),
            house_win=Fraction(-2500),
            sold=400_000,
            cashed=275_000,
            liability=Fraction(10_123_457, 2),
        ),
        reason="A chip of 25 was found under the tray.",
        second=Actor("shaw", "shift_manager"),
        later=4390,
    ),
    link_events.ContributionReturned(
        table="T1",
        round="7",
        box=2,
        player="bob",
        amount=500,
        display=THIRD,
        overflow=THIRD,
        reserve=THIRD,
        house=THIRD,
        borne=(BornePart("T2/3/1/ann", THIRD, 4),),
        cited=CITED,
    ),
    link_events.ClaimDenied(
        claim="T2/3/1/ann",
        taken=THIRD,
        passed_on=(BornePart("T1/7/2/bob", THIRD, 4),),
        approval=APPROVED,
        cited=CITED,
    ),
    link_events.ShareBorne((BornePart("T2/3/1/ann", THIRD, 4), BornePart("T1/7/2/bob", THIRD, 5)), CITED),
    link_events.LimitApplied(THIRD, CITED),
    link_events.ShortfallCovered(THIRD, CITED),
    floor_events.PlateChanged(OPENED.table, (500, 2500), APPROVED),
    floor_events.MethodChanged(floor_events.Method("shuffler", "two community cards first", 6), SYSTEM),
    floor_events.NoticePosted("Minimum bets rise at 20:00", SYSTEM),
    floor_events.LastRoundAnnounced(SYSTEM),
    floor_events.SeatTaken(3, "ann", Actor("ann", "player")),
    floor_events.SeatLeft(3, "ann", Actor("dan", "dealer")),
    floor_events.SeatsForfeited((2, 5)),
    floor_events.AwardTakenBack(APPROVED),
    floor_events.MovedAlone("bets", 2500, date(2025, 3, 10), Actor("pia", "pit_supervisor")),
    floor_events.BetsReturned(
        by=Actor("pia", "pit_supervisor"),
        reason="the lights went out",
        bets=(floor_events.BetAt(2, "bob", "ante", 600_000),),
        boxes=(1,),
        clauses=("5.7", "5.7.2", "5.21"),
        waits=True,
    ),
    floor_events.ReturnSigned(Actor("sam", "shift_manager")),
    floor_events.LimitPassed(
        bet=floor_events.BetAt(1, "ann", "ante", 2500), code="on_break", by=Actor("dan", "dealer")
    ),
    CommandRecorded(
        command=msgspec.Raw(encode_command(BeginRound(table="T1"))),
        by=Actor("dan", "dealer"),
        entered=Actor("deb", "dealer"),
        second=Signed(Actor("sam", "shift_manager"), "password"),
        id="id-1",
        at=1_741_579_200_000_000,
        build="b" * 16,
        day=date(2025, 3, 10),
        shift="day",
        read={"link/grand": 12},
        made=("c" * 64,),
        events=2,
    ),
    floor_events.ShoeReady(Commitment("T1/7", bytes(range(32))), b"sealed"),
    CardsDrawn(4, 3, "dealt", 2),
    SlipMade(
        number=7,
        kind="fill",
        count=(Pieces(10_000, 20), Pieces(2500, 40)),
        warrant=Warrant(Actor("dan", "dealer"), "the tray runs low", Actor("sue", "pit_supervisor")),
        day=date(2025, 3, 10),
        shift="night",
        replaces=6,
    ),
    ChipsBought(
        player="ann", amount=50_000, by=Actor("ann", "player"), most=1_000_000, day=date(2025, 3, 10)
    ),
    ChipsCashed(
        player="ann",
        amount=20_000,
        by=Actor("dan", "dealer"),
        day=date(2025, 3, 10),
        second=Actor("sue", "pit_supervisor"),
    ),
    AmountsSet(DEFAULT_AMOUNTS, APPROVED),
    GapAccepted(
        lacks="It ends at position 9 and holds 1 checkpoints, but the witness has checkpoint 2.",
        end=9,
        farthest=12,
        people=("ada", "sam"),
        reason="the disk broke",
        seal="d" * 64,
    ),
)
"""Events that no script has, that change with every build, or that show all there is to write."""


def golden_events() -> list[NewEvent]:
    """Every golden event, of the present and of old versions."""
    lines = EVENTS.read_text(encoding="utf-8").splitlines() if EVENTS.exists() else []
    return [NewEvent(line["kind"], line["schema"], line["data"].encode()) for line in map(json.loads, lines)]


def golden_shapes() -> dict[str, dict[str, Any]]:
    """The shape of every kind, by version."""
    found: dict[str, dict[str, Any]] = (
        json.loads(SHAPES.read_text(encoding="utf-8")) if SHAPES.exists() else {}
    )
    return found


def samples() -> Iterator[Struct]:
    """Events made by hand, those of every shipped round file, then those of a scripted floor."""
    yield from BY_HAND
    yield from SAMPLES
    yield from _of_round_files()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_journal(Path(folder) / "journal.db", clock=lambda: NOON) as journal,
    ):
        play_everything(journal)
        yield from recorded(journal)


def _of_round_files() -> Iterator[Struct]:
    for sheet_id in sheet_ids():
        for path in sorted(rounds_folder(sheet_id).glob("*.toml")):
            try:
                played = play(read_round_file(path))
            except (FileFailed, FileFault):
                continue
            for one in played:
                yield from one.events


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    registry = floor_registry()
    have = {(event.kind, event.schema) for event in golden_events()}
    shapes = golden_shapes()
    with EVENTS.open("a", encoding="utf-8") as file:
        for sample in samples():
            event = registry.encode(sample)
            if (event.kind, event.schema) not in have:
                have.add((event.kind, event.schema))
                line = {"kind": event.kind, "schema": event.schema, "data": event.data.decode()}
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
    for entry in registry.types():
        known = shapes.setdefault(entry.kind, {})
        known.setdefault(str(entry.schema), msgspec.json.decode(shape_of(entry.type)))
    lines = [f"{json.dumps(kind)}: {json.dumps(shapes[kind], sort_keys=True)}" for kind in sorted(shapes)]
    SHAPES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
