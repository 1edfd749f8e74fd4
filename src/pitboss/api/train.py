"""Training: a situation is put on the felt, and what the trainee says is checked by the engine."""

from random import Random
from typing import Annotated

from litestar import Controller
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct, structs

from pitboss.api.acts import Box, Clause, PlayerName
from pitboss.api.errors import not_found
from pitboss.api.routing import acts, reads
from pitboss.api.views import RoundNow, WagerNow, round_of
from pitboss.api.who import Who
from pitboss.audit.words import act_in_words, cited, consequence
from pitboss.money import format_cents, parse_cents
from pitboss.records.training import Kind, Situation, find_situation, places
from pitboss.round import commands as cmd
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.model import Role

SheetName = Annotated[str, Meta(min_length=1, max_length=100)]
SituationName = Annotated[str, Meta(min_length=1, max_length=200)]
Net = Annotated[str, Meta(pattern=r"^-?\d{1,12}(\.\d{1,2})?$", examples=["-25.00"])]
Seed = Annotated[int, Meta(ge=0, le=2**53)]


class SituationNow(Struct, frozen=True):
    """A situation and what is asked about it."""

    id: str
    sheet: str
    kind: Kind
    what: str
    """What has happened; for a settlement, nothing but the cards."""
    table: dict[str, str | None]
    """The device, the prescribed jackpot bet and what the sign shows."""
    round: RoundNow
    """As the Dealer sees it."""
    bets: tuple["Area", ...]
    """For a settlement, what lies on the layout; bonuses come besides."""


class Area(Struct, frozen=True):
    """A bet on the layout."""

    box: int
    wager: WagerNow


class LineSaid(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bet gets, as the trainee says."""

    box: Box
    player: PlayerName
    bet: Annotated[str, Meta(max_length=20)]
    net: Net


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """The trainee's answer: lines for a settlement, the rest for an irregularity."""

    lines: Annotated[tuple[LineSaid, ...], Meta(max_length=100)] = ()
    role: Role | None = None
    void: bool = False
    out: Annotated[tuple[Box, ...], Meta(max_length=7)] = ()
    must_choose: Annotated[tuple[Box, ...], Meta(max_length=7)] = ()


class PointNow(Struct, frozen=True):
    """One thing that was asked, with what is right and why."""

    what: str
    right: bool
    said: str
    should: str
    clauses: tuple[str, ...]
    why: str


class CheckedNow(Struct, frozen=True):
    """An answer, point by point."""

    right: bool
    points: tuple[PointNow, ...]


class Training(Controller):
    """For dealers who learn."""

    path = "/api/train"
    tags = ("training",)

    @reads("/{sheet:str}", summary="A situation", sync_to_thread=True)
    def situation(
        self,
        who: NamedDependency[Who],
        sheet: FromPath[str],
        kind: FromQuery[Kind | None] = None,
        clause: FromQuery[Clause | None] = None,
        seed: FromQuery[Seed] = 0,
    ) -> SituationNow:
        """One of those that fit, chosen by the seed: the same seed gives the same."""
        who.may("watch_table")
        fitting = [
            place
            for place in (places(sheet) if sheet in sheet_ids() else ())
            if kind in (None, place.kind) and (clause is None or clause in place.clauses)
        ]
        if not fitting:
            raise not_found(f"no situation of {sheet} fits: choose another clause, or leave it out")
        found = find_situation(sheet, Random(seed).choice(fitting).id)
        assert found is not None, "a situation that is listed is there"
        return situation_now(found)

    @acts("/{sheet:str}/{situation:str}", summary="Answer", status_code=200, sync_to_thread=True)
    def answer(
        self,
        who: NamedDependency[Who],
        sheet: FromPath[str],
        situation: FromPath[str],
        data: JSONBody[Said],
    ) -> CheckedNow:
        """What is right of it, and why, by clause."""
        who.may("watch_table")
        found = find_situation(sheet, situation) if sheet in sheet_ids() else None
        if found is None:
            raise not_found(f"there is no situation {situation} of {sheet}")
        points = _of_lines(found, data) if found.place.kind == "settle" else _of_report(found, data)
        return CheckedNow(all(point.right for point in points), points)


def situation_now(found: Situation) -> SituationNow:
    """A situation without what is asked."""
    game, settles = load(found.place.sheet), found.place.kind == "settle"
    # What a Dealer sees who is about to pay: the hands that decide lie open, nothing is paid yet.
    seen = round_of(game, found.after if settles else found.before, found.place.round, None, None)
    round_ = structs.replace(seen, settlement=None, phase="playing") if settles else seen
    what = "" if settles else _happened(found)
    table = found.before.table
    bets = tuple(
        Area(box.number, WagerNow(wager.bet, wager.player, format_cents(wager.amount)))
        for box in found.before.boxes
        for wager in box.wagers
    )
    display = found.before.display
    plate = {
        "device": table.device,
        "jackpot_bet": format_cents(table.jackpot_bet) if table.jackpot_bet else None,
        "displayed": format_cents(int(display.value)) if display else None,
    }
    return SituationNow(
        found.place.id, found.place.sheet, found.place.kind, what, plate, round_, bets if settles else ()
    )


def _happened(found: Situation) -> str:
    """What is reported, without the clause that is asked about."""
    assert isinstance(found.command, cmd.Report), "an irregularity is reported"
    game = load(found.place.sheet)
    told = act_in_words(game, structs.replace(found.command, by=None), found.before, found.after)
    return f"{game.sheet.irregularities[found.command.clause].gist}; the Dealer {told}"


def _of_lines(found: Situation, said: Said) -> tuple[PointNow, ...]:
    given = {(line.box, line.player, line.bet): _cents(line.net) for line in said.lines}
    points = []
    for line in found.lines:
        answer = given.pop((line.box, line.player, line.bet), None)
        right = answer == line.net
        told = "" if answer is None else format_cents(answer)
        what = f"{line.bet} of {line.player}, box {line.box}"
        points.append(PointNow(what, right, told, format_cents(line.net), line.clauses, line.why))
    for (box, player, bet), net in given.items():
        what = f"{bet} of {player}, box {box}"
        points.append(PointNow(what, not net, format_cents(net), "", (), "there is no such line"))
    return tuple(points)


def _of_report(found: Situation, said: Said) -> tuple[PointNow, ...]:
    game, clauses = load(found.place.sheet), found.place.clauses
    told = [consequence(game, event, found.command) for event in found.events]
    why = "; ".join(text for text in told if text) or f"play goes on{cited(clauses)}"
    asked = (
        ("who decides", said.role or "", found.decided_by or ""),
        ("whether the round is void", _yes(said.void), _yes(bool(found.after.void))),
        ("hands that go out", _boxes(said.out), _boxes(found.out)),
        ("who must choose", _boxes(said.must_choose), _boxes(found.must_choose)),
    )
    return tuple(
        PointNow(what, answer == right, answer, right, clauses, why) for what, answer, right in asked
    )


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def _boxes(boxes: tuple[int, ...]) -> str:
    return ", ".join(map(str, sorted(set(boxes))))


def _cents(text: str) -> int:
    return (-1 if text.startswith("-") else 1) * parse_cents(text.removeprefix("-"))
