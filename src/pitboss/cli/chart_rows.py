"""The rows of ``pitboss chart``: every irregularity of a sheet, tried on the engine in each phase."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from pitboss.cards import UNKNOWN
from pitboss.cli.chart_rounds import (
    ANTE,
    LIMITS,
    ORPHAN,
    OVER,
    OVER_MAXIMUM,
    PLAIN,
    TOO_LITTLE,
    TOO_MUCH,
    UNDER,
    UNDER_MINIMUM,
    Phase,
    bet_on,
    decision_bet,
    device_of,
)
from pitboss.people import role_in_words
from pitboss.plural import times_in_words
from pitboss.refusal import Refusal
from pitboss.round import Round, apply, decide, evolve
from pitboss.round import commands as cmd
from pitboss.round import events as ev
from pitboss.round.queries import cards_seen, decision_open
from pitboss.settlement.stakes import Stake, stakes
from pitboss.sheets import Game
from pitboss.sheets.model import Irregularity
from pitboss.sheets.register import sort_key
from pitboss.sheets.words import INTERRUPTION, subject
from pitboss.words import say

NONE: Final = "–"
_WORDS: Final[dict[type, str]] = {
    ev.RoundVoided: "void",
    ev.HandInvalidated: "out",
    ev.HandFolded: "folds",
    ev.OptionsGiven: "choose",
    ev.ReconstructionBegun: "put right",
    ev.PlayerBarred: "barred",
    ev.PlayerRestricted: "restricted",
    ev.TableRestricted: "later rounds",
    ev.JackpotRegistered: "goes on, jackpot as registered",
    ev.OrderOfCardsDecided: "order decided",
}
"""The events that a cell of the chart names."""


class ChartRow(Struct, frozen=True, kw_only=True):
    """One irregularity: its clauses, who decides, what has happened, and the answer in each phase."""

    clauses: tuple[str, ...]
    by: str
    gist: str
    cells: tuple[str, ...]


def rows(game: Game, found: Sequence[Phase]) -> list[ChartRow]:
    """Every irregularity of a sheet, in the order of the clauses."""
    made = [*_reports(game, found), *_limits(game, found), *_sizes(game, found), *_leaving(game, found)]
    made += [_interruption(game, found), _declining(game, found), _late(game, found)]
    return sorted(made, key=lambda row: sort_key(row.clauses[0]))


def _row(clauses: Sequence[str], gist: str, cells: Sequence[str], by: str = "Dealer") -> ChartRow:
    """A row; without clauses of its own it has those that its cells cite."""
    cited = clauses or sorted({number for cell in cells for number in _numbers(cell)}, key=sort_key)
    return ChartRow(clauses=tuple(cited), by=by, gist=gist, cells=tuple(cells))


def _reports(game: Game, found: Sequence[Phase]) -> Iterator[ChartRow]:
    for clause, policy in game.sheet.irregularities.items():
        cells = [answer(game, phase.state, clause, policy) for phase in found]
        yield _row((clause,), policy.gist, cells, role_in_words(policy.by))


def answer(game: Game, state: Round, clause: str, policy: Irregularity) -> str:
    """The engine's answers to reports of a clause, for what a report may say of it."""
    if policy.effect == "judge_second_look" and cards_seen(game, state):
        state = evolve(evolve(state, ev.HandExamined(1)), ev.HandExamined(4, additional=True))
    if policy.effect == "return_orphan" and not state.closed:
        return _refused(game, state, bet_on(ORPHAN, "jackpot", 500))
    said = [_said(game, state, report) for report in _variants(clause, policy)]
    match policy.effect:
        case "ruling" if "void" in said:
            return "ruling"
        case "return_orphan":
            return "bet back" if "goes on" in said else said[0]
        case "judge_second_look" if said[0] != NONE:
            return f"{said[0]} if on purpose"
        case "wagered_in_error" if said[0] != NONE:
            return f"other hands {said[0]}"
        case "void_unless_52" if said[0] != NONE:
            return f"{said[0]} unless 52 cards"
    return _in_either_case(*dict.fromkeys(said))


def _in_either_case(first: str, second: str = "") -> str:
    """The answer for cards that cannot be put right, and for cards that can."""
    if not second:
        return first
    if second == f"put right, {first}":
        return f"{first}; put right if possible"
    return f"{first}; or {second}"


def _variants(clause: str, policy: Irregularity) -> Iterator[cmd.Report]:
    box = ORPHAN if policy.effect == "return_orphan" else TOO_MUCH
    for fixed in (False, True) if "reconstructed" in policy.needs else (None,):
        yield cmd.Report(
            clause=clause,
            boxes=(box,) if "box" in policy.needs else (),
            reconstructed=fixed,
            intentional=True if "intentional" in policy.needs else None,
            order=(UNKNOWN, UNKNOWN) if "order" in policy.needs else (),
            count=51 if "count" in policy.needs or "wrong_count" in policy.when else None,
            action=_action(policy),
        )


def _action(policy: Irregularity) -> cmd.Action | None:
    if "action" not in policy.needs:
        return None
    return "close" if policy.effect == "restrict_table" else "void"


def _said(game: Game, state: Round, report: cmd.Report) -> str:
    answered = decide(game, state, report)
    if isinstance(answered, Refusal):
        others = [cited for cited in answered.clauses if cited != report.clause]
        contradicted = answered.code == "report_contradicted" and others
        return (
            "; ".join(_see(game, other, alone=len(others) == 1) for other in others) if contradicted else NONE
        )
    words = [_WORDS[type(event)] for event in answered if type(event) in _WORDS]
    return ", ".join(dict.fromkeys(words)) or "goes on"


def _see(game: Game, clause: str, *, alone: bool) -> str:
    """The clause that applies instead; of several, each with what it is about."""
    policy = game.sheet.irregularities.get(clause)
    if alone or not policy or not policy.subjects:
        return f"see {clause}"
    return f"{say(subject(policy.subjects[0]))}: see {clause}"


def _limits(game: Game, found: Sequence[Phase]) -> Iterator[ChartRow]:
    """Bets outside the limits or without an Ante: refused if noticed in time, settled by a clause if not."""
    wrong = [
        (OVER_MAXIMUM, "ante", OVER, "A bet is over the maximum"),
        (UNDER_MINIMUM, "ante", UNDER, "A bet is under the minimum"),
    ]
    for bet, rule in game.sheet.bets.items():
        if rule.needs_ante and bet != "jackpot":
            wrong.append((ORPHAN, bet, 500, f"A {rule.title} bet was placed without an Ante"))
    for box, bet, amount, gist in wrong:
        noticed = _refused(game, found[0].state, bet_on(ORPHAN, bet, amount))
        later = _stood(game, found[-1].state, box, bet, {LIMITS.maximum: "at the maximum"})
        cells = [noticed if not p.state.closed else NONE if p.state.settled else later for p in found]
        yield _row((), gist, cells)


def _sizes(game: Game, found: Sequence[Phase]) -> Iterator[ChartRow]:
    """Decision bets of a wrong size: refused as they are placed, or settled by a clause."""
    end = found[-1].state
    moments = {step.bet: step for step in reversed(game.script(device_of(game)).decisions)}
    for due in reversed(moments.values()):
        if due.takes_back:
            continue
        rule = game.sheet.bets[due.bet]
        sizes = due.sizes or rule.sizes
        size = sizes[-1] * ANTE
        high = _stood(game, end, TOO_MUCH, due.bet, {size: "at its size"})
        low = _stood(game, end, TOO_LITTLE, due.bet, {})
        cells = []
        for state in (phase.state for phase in found):
            if state.box(TOO_MUCH).has(due.bet):
                cells.append(NONE if state.settled else f"too high: {high}; too low: {low}")
            else:
                wrong = bet_on(TOO_MUCH, due.bet, size + 100)
                cells.append(_refused(game, state, wrong, "decision_bet_size"))
        gist = f"The {rule.title} is not {'the size of' if sizes == (1,) else times_in_words(sizes)} the Ante"
        yield _row(tuple(dict.fromkeys(_numbers(f"{high} {low}"))), gist, cells)


def _leaving(game: Game, found: Sequence[Phase]) -> Iterator[ChartRow]:
    """A player walks away before they have decided, and after their first decision bet."""
    first = game.script(device_of(game)).decisions[0]
    undecided = [_left(game, phase.state) if _open(phase) else NONE for phase in found]
    yield _row((), "A player walks away before they have decided", undecided)
    after = [_decided(game, phase) for phase in found]
    decided = [_left(game, state) if state else NONE for state in after]
    title = game.sheet.bets[first.bet].title
    did = f"let the {title} ride" if first.takes_back else f"placed a {title}"
    yield _row((), f"A player walks away after they have {did}", decided)


def _open(phase: Phase) -> bool:
    return not phase.state.box(PLAIN).decided


def _decided(game: Game, phase: Phase) -> Round | None:
    """The round with the first decision taken on the plain box, if it was not yet; None before it is due."""
    if not _open(phase):
        return phase.state
    due = decision_open(game, phase.state, phase.state.box(PLAIN)) if phase.state.closed else None
    if due is None:
        return None
    stays = cmd.Check(PLAIN) if due.takes_back else decision_bet(game, phase.state, PLAIN)
    answered = apply(game, phase.state, stays)
    return None if isinstance(answered, Refusal) else answered[0]


def _left(game: Game, state: Round) -> str:
    events = decide(game, state, cmd.LeaveTable(PLAIN))
    if isinstance(events, Refusal):
        return NONE
    left = next(event for event in events if isinstance(event, ev.PlayerLeft))
    ends = [_WORDS[type(event)] for event in events if isinstance(event, ev.HandFolded | ev.HandInvalidated)]
    word = ends[0] if ends else "checks" if left.tell_shift_manager else "settled"
    return f"{word} ({left.clauses[0]})"


def _interruption(game: Game, found: Sequence[Phase]) -> ChartRow:
    cells = [_interrupted(game, phase.state) for phase in found]
    return _row(game.sheet.interruption.clauses, f"{say(INTERRUPTION)} affects the round", cells)


def _interrupted(game: Game, state: Round) -> str:
    events = decide(game, state, cmd.InterruptPlay())
    if isinstance(events, Refusal):
        return NONE
    match events[-1]:
        case ev.RoundVoided(clauses):
            return f"void ({clauses[0]})"
        case ev.OptionsGiven():
            return f"choose ({events[-1].withdraw_clauses[0]})"
        case last:
            return f"goes on ({last.clauses[0]})" if isinstance(last, ev.PlayInterrupted) else NONE


def _declining(game: Game, found: Sequence[Phase]) -> ChartRow:
    rule = game.sheet.decline
    taken = {"folded": "counts as folded", "lower": "counts as lower"}[rule.taken_as]
    answers = [decide(game, phase.state, cmd.DeclineToShow(PLAIN)) for phase in found]
    cells = [NONE if isinstance(each, Refusal) else taken for each in answers]
    return _row(rule.clauses, "A player does not show their hand", cells)


def _late(game: Game, found: Sequence[Phase]) -> ChartRow:
    """A bet placed or taken back after the announcement that no more are taken."""
    cells = []
    for phase in found:
        placed = _refused(game, phase.state, bet_on(PLAIN, "ante", 100), "bet_after_close")
        back = _refused(game, phase.state, cmd.WithdrawBet(PLAIN, "ante"), "withdrawal_after_close")
        cells.append(placed if placed == back else f"placing: {placed}; taking back: {back}")
    return _row((), 'A bet is placed, raised or taken back after "No more Bets"', cells)


def _refused(game: Game, state: Round, command: cmd.Command, code: str = "") -> str:
    """The refusal of an act with its clause; a dash if it is accepted, or refused for another reason."""
    answered = decide(game, state, command)
    if not isinstance(answered, Refusal) or (code and answered.code != code):
        return NONE
    return f"refused ({game.sheet.refusals.get(answered.code, answered.clauses)[0]})"


def _stood(game: Game, state: Round, box: int, bet: str, sizes: dict[int, str]) -> str:
    """How much of an unnoticed wrong bet stands, in words, with the clause that says so."""
    stake = _stake(game, state, box, bet)
    if stake.returned:
        return f"bet back ({stake.returned[0]})"
    if stake.lost:
        return f"bet lost ({stake.lost[0]})"
    word = "as placed" if stake.stood == stake.placed else sizes[stake.stood]
    later = _stake(game, state, box, bet, frozenset({stake.player}))
    return f"{word} ({stake.clauses[0]}){'; next time back' if later.returned else ''}"


def _stake(game: Game, state: Round, box: int, bet: str, before: frozenset[str] = frozenset()) -> Stake:
    """A bet as it is settled; ``before`` are the players who were settled under the minimum already."""
    found = stakes(game, state.table, state.box(box), before)
    return next(stake for stake in found if stake.bet == bet)


def _numbers(cell: str) -> list[str]:
    """The clauses that a cell cites in brackets."""
    return re.findall(r"\(([0-9.]+[a-z]?)\)", cell)
