"""Training: a situation is put on the felt, and what the trainee says is checked by the engine."""

from typing import Annotated

from litestar import Controller
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct, structs

from pitboss.api.context import Ctx
from pitboss.api.errors import check_query, not_found
from pitboss.api.routing import acts, reads
from pitboss.api.table_views import jackpot_bet_of, limits_now, line_now, round_of
from pitboss.api.wire import cents
from pitboss.messages.tables import WagerNow
from pitboss.messages.texts import ClauseNumber
from pitboss.messages.training import (
    BetOnLayout,
    CheckedNow,
    ClauseToTrain,
    PlateNow,
    PointAsked,
    PointNow,
    Said,
    SituationNow,
)
from pitboss.money import format_cents, format_exact
from pitboss.projection import project
from pitboss.round import commands as cmd
from pitboss.round.queries import displayed
from pitboss.round.words import act_in_words, cited, consequence
from pitboss.sheets import load, sheet_ids
from pitboss.sheets.register import number_of
from pitboss.training.situations import (
    Situation,
    SituationKind,
    SituationLevel,
    choose,
    find_situation,
    places,
)

SituationSeed = Annotated[int, Meta(ge=0, le=10**9)]
SituationNumber = Annotated[int, Meta(ge=1, le=999)]


class SituationQuery(Struct, frozen=True):
    """What the parts of a question may be."""

    clause: ClauseNumber | None
    seed: SituationSeed
    number: SituationNumber


class TrainingRoutes(Controller):
    """For dealers who learn."""

    path = "/api/train"
    tags = ("training",)

    @reads("/{sheet:str}/clauses", summary="Clauses to train", sync_to_thread=True)
    def clauses(self, ctx: Ctx, sheet: FromPath[str]) -> list[ClauseToTrain]:
        """The clauses of a sheet about which there are situations, with their kinds."""
        ctx.who.may("watch_table")
        trained = _trained(ctx, sheet)
        if trained is None:
            raise not_found(f"there is no sheet {sheet}")
        kinds = dict[str, set[SituationKind]]()
        for place in places(trained):
            for clause in place.clauses:
                kinds.setdefault(number_of(clause), set()).add(place.kind)
        game = load(trained)
        return [
            ClauseToTrain(clause, entry.gist, tuple(sorted(kinds[clause])))
            for clause, entry in game.register.items()
            if clause in kinds
        ]

    @reads("/{sheet:str}", summary="A situation", sync_to_thread=True)
    def situation(
        self,
        ctx: Ctx,
        sheet: FromPath[str],
        kind: FromQuery[SituationKind | None] = None,
        clause: FromQuery[ClauseNumber | None] = None,
        seed: FromQuery[SituationSeed] = 0,
        number: FromQuery[SituationNumber] = 1,
        level: FromQuery[SituationLevel] = "hard",
    ) -> SituationNow:
        """One of a set: the same seed gives the same set, and each number another situation of it."""
        ctx.who.may("watch_table")
        check_query(SituationQuery, {"clause": clause, "seed": seed, "number": number})
        trained = _trained(ctx, sheet)
        found = choose(trained, kind, clause, seed, number, level) if trained else None
        if found is None:
            raise not_found(f"no situation of {sheet} fits: choose another clause, or leave it out")
        return situation_now(found)

    @acts("/{sheet:str}/{situation:str}", summary="Answer", status_code=200, sync_to_thread=True)
    def answer(
        self, ctx: Ctx, sheet: FromPath[str], situation: FromPath[str], data: JSONBody[Said]
    ) -> CheckedNow:
        """Check a trainee's answer: what is right of it, and why, by clause."""
        ctx.who.may("watch_table")
        trained = _trained(ctx, sheet)
        found = find_situation(trained, situation) if trained else None
        if found is None:
            raise not_found(f"there is no situation {situation} of {sheet}")
        return checked(found, data)


def _trained(ctx: Ctx, sheet: str) -> str | None:
    """The id of a sheet that is in force here, and in the library with its round files."""
    game = ctx.site.floor.rulebook.named(sheet)
    return game.sheet.id if game and game.sheet.id in sheet_ids() else None


def checked(found: Situation, said: Said) -> CheckedNow:
    """An answer held against what the engine did."""
    points = _of_report(found, said) if found.place.kind == "report" else _of_lines(found, said)
    return CheckedNow(all(point.right for point in points), points)


def situation_now(found: Situation) -> SituationNow:
    """A situation without what is asked."""
    game, settles = load(found.place.sheet), found.place.kind != "report"
    # What a Dealer sees who is about to pay: the hands that decide lie open, nothing is paid yet.
    seen = round_of(game, found.after if settles else found.before, 1, None, None)
    phase = "playing" if settles else seen.phase
    boxes = tuple(structs.replace(box, rank=None) for box in seen.boxes)
    round_ = structs.replace(
        seen, settlement=None, phase=phase, boxes=boxes, dealer_rank=None, dealer_qualifies=None
    )
    table, shows = found.before.table, displayed(game, found.before)
    plate = PlateNow(
        device=table.device,
        boxes=table.boxes,
        limits=limits_now(table),
        jackpot_bet=jackpot_bet_of(table),
        displayed=None if shows is None else format_exact(shows),
    )
    bets = tuple(
        BetOnLayout(box.number, WagerNow(wager.bet, wager.player, format_cents(wager.amount)))
        for box in found.before.boxes
        for wager in box.wagers
        if settles
    )
    what = _remembered(found) if settles else _happened(found)
    return SituationNow(
        id=found.place.id,
        sheet=found.place.sheet,
        kind=found.place.kind,
        what=what,
        table=plate,
        round=round_,
        bets=bets,
    )


def _remembered(found: Situation) -> str:
    """What the settlement depends on and the layout does not show."""
    told = []
    if found.before.memory.under_minimum:
        names = ", ".join(sorted(found.before.memory.under_minimum))
        told.append(f"settled under the minimum in an earlier round: {names}")
    if found.before.registered is not None:
        told.append(f"the jackpot system failed; registered before: {format_exact(found.before.registered)}")
    return "; ".join(told)


def _happened(found: Situation) -> str:
    """What is reported, without the clause that is asked about."""
    assert isinstance(found.command, cmd.Report), "an irregularity is reported"
    game = load(found.place.sheet)
    told = act_in_words(game, structs.replace(found.command, by=None), found.before, found.after)
    return f"{game.sheet.irregularities[found.command.clause].gist}; the Dealer {told}"


def _of_lines(found: Situation, said: Said) -> tuple[PointNow, ...]:
    given = {(line.box, line.player, line.bet): line for line in said.lines}
    points = []
    for line in found.lines:
        answer = given.pop((line.box, line.player, line.bet), None)
        right = answer is not None and (answer.result, cents(answer.net)) == (line.result, line.net)
        points.append(
            project(
                PointNow,
                line,
                asks="line",
                right=right,
                said=format_cents(cents(answer.net)) if answer else "",
                should=format_cents(line.net),
                said_result=answer.result if answer else None,
                line=line_now(line),
            )
        )
    for (box, player, bet), invented in given.items():
        net, why = format_cents(cents(invented.net)), "nothing is settled here"
        points.append(
            PointNow(
                asks="line",
                right=False,
                said=net,
                should="",
                clauses=(),
                why=why,
                said_result=invented.result,
                line=None,
                box=box,
                player=player,
                bet=bet,
            )
        )
    return tuple(points)


def _of_report(found: Situation, said: Said) -> tuple[PointNow, ...]:
    game, clauses = load(found.place.sheet), found.place.clauses
    told = [consequence(game, event, found.command) for event in found.events]
    why = "; ".join(text for text in told if text) or f"play goes on{cited(clauses)}"
    asked: tuple[tuple[PointAsked, str, str], ...] = (
        ("role", said.role or "", found.decided_by or ""),
        ("void", _yes(said.void), _yes(bool(found.after.void))),
        ("out", _boxes(said.out), _boxes(found.out)),
        ("must_choose", _boxes(said.must_choose), _boxes(found.must_choose)),
    )
    return tuple(
        PointNow(asks=what, right=answer == right, said=answer, should=right, clauses=clauses, why=why)
        for what, answer, right in asked
    )


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def _boxes(boxes: tuple[int, ...]) -> str:
    return ", ".join(map(str, sorted(set(boxes))))
