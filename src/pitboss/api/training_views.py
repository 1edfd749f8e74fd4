"""A training situation as a trainee sees it, and an answer to it held against what the engine did."""

from typing import Final

from msgspec import structs

from pitboss.api.table_views import jackpot_bet_of, limits_now, line_now, round_of
from pitboss.messages.tables import WagerNow
from pitboss.messages.training import (
    BetOnLayout,
    CheckedNow,
    PlateNow,
    PointAsked,
    PointNow,
    Said,
    SituationNow,
)
from pitboss.money import format_cents, format_exact, parse_signed_cents
from pitboss.projection import project
from pitboss.reason import Reason, because
from pitboss.round import commands as cmd
from pitboss.round.queries import displayed
from pitboss.round.state import Round
from pitboss.round.words import act_said, cited, consequence
from pitboss.sheets import Game, load
from pitboss.training.situations import Situation
from pitboss.words import say

NOTHING: Final = because("train.nothing_settled")


def checked(found: Situation, said: Said) -> CheckedNow:
    """An answer held against what the engine did."""
    points = _of_report(found, said) if found.place.kind == "report" else _of_lines(found, said)
    return CheckedNow(all(point.right for point in points), points)


def plate_now(game: Game, state: Round) -> PlateNow:
    """The plate of a table that stands in no floor, with what its link displays."""
    table, shows = state.table, displayed(game, state)
    return PlateNow(
        device=table.device,
        boxes=table.boxes,
        limits=limits_now(table),
        jackpot_bet=jackpot_bet_of(table),
        displayed=None if shows is None else format_exact(shows),
    )


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
    bets = tuple(
        BetOnLayout(box.number, WagerNow(wager.bet, wager.player, format_cents(wager.amount)))
        for box in found.before.boxes
        for wager in box.wagers
        if settles
    )
    said = _remembered(found) if settles else _happened(found)
    return SituationNow(
        id=found.place.id,
        sheet=found.place.sheet,
        kind=found.place.kind,
        what=say(said) if said else "",
        said=said,
        table=plate_now(game, found.before),
        round=round_,
        bets=bets,
    )


def _remembered(found: Situation) -> Reason | None:
    """Facts that the settlement depends on and the layout does not show."""
    told = []
    if found.before.memory.under_minimum:
        names = tuple(sorted(found.before.memory.under_minimum))
        told.append(because("train.under_minimum", players=names))
    if found.before.registered is not None:
        value = format_exact(found.before.registered)
        told.append(because("train.jackpot_failed", value=value))
    return because("sentences", all=tuple(told)) if told else None


def _happened(found: Situation) -> Reason:
    """The report without the clause in question."""
    assert isinstance(found.command, cmd.Report), "an irregularity is reported"
    game = load(found.place.sheet)
    did = act_said(game, structs.replace(found.command, by=None), found.before, found.after)
    return because("train.happened", gist=game.sheet.irregularities[found.command.clause].gist, did=did)


def _of_lines(found: Situation, said: Said) -> tuple[PointNow, ...]:
    given = {(line.box, line.player, line.bet): line for line in said.lines}
    points = []
    for line in found.lines:
        answer = given.pop((line.box, line.player, line.bet), None)
        net = parse_signed_cents(answer.net) if answer else None
        right = answer is not None and (answer.result, net) == (line.result, line.net)
        points.append(
            project(
                PointNow,
                line,
                asks="line",
                right=right,
                said="" if net is None else format_cents(net),
                should=format_cents(line.net),
                said_result=answer.result if answer else None,
                line=line_now(line),
                reason=line.reason,
            )
        )
    for (box, player, bet), invented in given.items():
        points.append(
            PointNow(
                asks="line",
                right=False,
                said=format_cents(parse_signed_cents(invented.net)),
                should="",
                clauses=(),
                why=say(NOTHING),
                reason=NOTHING,
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
    told = tuple(filter(None, (consequence(game, event, found.command) for event in found.events)))
    why = because("sentences", all=told) if told else cited(because("train.goes_on"), clauses)
    asked: tuple[tuple[PointAsked, str, str], ...] = (
        ("role", said.role or "", found.decided_by or ""),
        ("void", _yes(said.void), _yes(bool(found.after.void))),
        ("out", _boxes(said.out), _boxes(found.out)),
        ("must_choose", _boxes(said.must_choose), _boxes(found.must_choose)),
    )
    return tuple(
        PointNow(
            asks=what,
            right=answer == right,
            said=answer,
            should=right,
            clauses=clauses,
            why=say(why),
            reason=why,
        )
        for what, answer, right in asked
    )


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def _boxes(boxes: tuple[int, ...]) -> str:
    return ", ".join(map(str, sorted(set(boxes))))
