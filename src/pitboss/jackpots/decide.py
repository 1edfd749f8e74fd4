"""``decide(games, link, command)``: the events of a command to a link, or its refusal. Pure.

Failure of the jackpot system, changes of parameters, and documented corrections.

Money that leaves a link or arrives from another, and the end of a link.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.claims import detect_wins, now_ordered, rule_order
from pitboss.jackpots.config import NextSeed, OtherLink, config_fault
from pitboss.jackpots.contributing import accept_bets, finish_round, record_hands, return_bets
from pitboss.jackpots.evolve import evolve
from pitboss.jackpots.membership import join_table, open_link, remove_table
from pitboss.jackpots.parts import failure_clauses, growth_clauses
from pitboss.jackpots.queue import lead, shown, spare
from pitboss.jackpots.state import Link
from pitboss.jackpots.verifying import (
    check_claim,
    close_claim,
    deny_claim,
    pay_claim,
    reverse_award,
    seed_from,
    sign_claim,
)
from pitboss.money import format_exact
from pitboss.people import approval_fault, role_fault
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.refusal import refuse as refuse_with
from pitboss.sheets.game import Games
from pitboss.sheets.house import cite, refuse


def release_overflow(games: Games, link: Link, command: cmd.ReleaseOverflow) -> ev.JackpotDecision:
    """Send overflow where the configuration says; overflow kept for the next seed stays."""
    game, to = lead(games, link), link.config.overflow_to
    if fault := role_fault(command.by, "pit_manager", because("act.release_overflow")):
        return refuse(game, *fault)
    if isinstance(to, NextSeed):
        return refuse(game, "config_not_possible", because("config_not_possible.overflow_waits"))
    if not link.overflow:
        return ()
    return (
        ev.MoneyMoved(
            part="overflow",
            amount=link.overflow,
            to=to,
            approved=command.by,
            cited=cite(game, *growth_clauses(game)),
        ),
    )


def move_money(games: Games, link: Link, command: cmd.MoveMoney) -> ev.JackpotDecision:
    """An approved transfer; the display's money moves only while nobody plays for it."""
    game = lead(games, link)
    if fault := approval_fault(command.approval, because("act.move_money")):
        return refuse(game, *fault)
    if refusal := _to_itself(games, link, command.to):
        return refusal
    if command.part == "display" and (refusal := _in_use(games, link)):
        return refusal
    held = {"display": link.pool, "reserve": link.reserve, "overflow": link.overflow}[command.part]
    if not 0 < command.amount <= held:
        why = because("too_much.held", part=command.part, amount=str(command.amount))
        return refuse(game, "too_much", why)
    return (
        ev.MoneyMoved(
            part=command.part,
            amount=command.amount,
            to=command.to,
            approved=command.approval,
            cited=cite(game),
        ),
    )


def receive_money(games: Games, link: Link, command: cmd.ReceiveMoney) -> ev.JackpotDecision:
    """The receiving half of another link's transfer, in the same append."""
    game = lead(games, link)
    if command.amount <= 0:
        return refuse(game, "too_much", because("too_much.nothing"))
    room = max(Fraction(0), link.config.cap - shown(games, link))
    overflow = max(Fraction(0), command.amount - room) if command.part == "display" else Fraction(0)
    return (
        ev.MoneyReceived(
            part=command.part,
            amount=command.amount,
            overflow=overflow,
            from_link=command.from_link,
            cited=cite(game, *growth_clauses(game)),
        ),
    )


def close_link(games: Games, link: Link, command: cmd.CloseLink) -> ev.JackpotDecision:
    """Close a link and send all its money elsewhere."""
    game = lead(games, link)
    if fault := approval_fault(command.approval, because("act.close_link")):
        return refuse(game, *fault)
    if refusal := _to_itself(games, link, command.to) or _in_use(games, link):
        return refusal
    if link.claims:
        return refuse(game, "claims_open", because("claims_open.unfiled"))
    parts: tuple[tuple[cmd.LinkHolding, Fraction], ...] = (
        ("display", link.pool),
        ("reserve", link.reserve),
        ("overflow", link.overflow),
    )
    moves = tuple(
        ev.MoneyMoved(part=part, amount=amount, to=command.to, approved=command.approval, cited=cite(game))
        for part, amount in parts
        if amount
    )
    return (*moves, ev.LinkClosed(command.approval))


def _in_use(games: Games, link: Link) -> Refusal | None:
    game = lead(games, link)
    if link.in_play:
        return refuse(game, "round_in_play", because("round_in_play.link", rounds=tuple(link.in_play)))
    if link.unpaid:
        why = because("claims_open.link", claims=tuple(claim.id for claim in link.unpaid))
        return refuse(game, "claims_open", why)
    return None


def _to_itself(games: Games, link: Link, to: object) -> Refusal | None:
    if to == OtherLink(link.id):
        return refuse(lead(games, link), "too_much", because("too_much.to_itself"))
    return None


def fail_system(games: Games, link: Link, command: cmd.FailSystem) -> ev.JackpotDecision:
    """Register the last display and suspend the link. Idempotent."""
    game = lead(games, link)
    clauses = failure_clauses(game)
    if fault := role_fault(command.by, "dealer", because("act.report_failure")):
        return refuse(game, *fault, *clauses)
    if not command.reason.strip():
        return refuse(game, "argument_missing", because("argument_missing.failure"), *clauses)
    if link.failure:
        return ()
    return (ev.JackpotFailed(shown(games, link), command.by, command.reason, cite(game, *clauses)),)


def restore_system(games: Games, link: Link, command: cmd.RestoreSystem) -> ev.JackpotDecision:
    """Resume accepting bets, once the sign shows exactly what the record says."""
    game = lead(games, link)
    clauses = failure_clauses(game)
    if not link.failure:
        return refuse(game, "not_suspended", because("not_suspended"), *clauses)
    if fault := role_fault(command.by, "pit_manager", because("act.restore_jackpot")):
        return refuse(game, *fault, *clauses)
    if command.displayed != (value := shown(games, link)):
        why = because("display_differs", value=format_exact(value))
        return refuse(game, "display_differs", why, *clauses)
    return (ev.JackpotRestored(command.by, command.displayed),)


def propose_change(games: Games, link: Link, command: cmd.ProposeChange) -> ev.JackpotDecision:
    """Queue parameters for the next 100 % hit; in an empty pool they apply at once."""
    game = lead(games, link)
    if fault := approval_fault(command.approval, because("act.change_link")):
        return refuse(game, *fault)
    if why := config_fault(command.config):
        return refuse(game, "config_not_possible", why, *growth_clauses(game))
    return (ev.ChangeQueued(command.config, command.approval),)


def correct_display(games: Games, link: Link, command: cmd.CorrectDisplay) -> ev.JackpotDecision:
    """A correction by two people; values of frozen claims stay."""
    game = lead(games, link)
    if fault := approval_fault(command.approval, because("act.correct_display")):
        return refuse(game, *fault)
    value = shown(games, link)
    if not command.amount:
        return refuse(game, "argument_missing", because("argument_missing.correction"))
    if spare(games, link) + command.amount < 0:
        return refuse(game, "below_zero", because("below_zero"))
    room = max(Fraction(0), link.config.cap - value)
    overflow = max(Fraction(0), command.amount - room)
    return (ev.DisplayCorrected(command.amount, overflow, command.approval, cite(game)),)


def decide(games: Games, link: Link | None, command: cmd.JackpotCommand) -> ev.JackpotDecision:
    """The events of a command, or the refusal; no events for a repetition."""
    if isinstance(command, cmd.OpenLink):
        if link is not None:
            return refuse(lead(games, link), "link_known", because("link_known", link=link.id))
        return open_link(games, command)
    if link is None:
        return refuse_with("no_such_link", because("no_such_link.unopened"))
    if link.closed:
        return refuse(lead(games, link), "link_closed", because("link_closed", link=link.id))
    answer = _DECIDE[type(command)](games, link, command)
    if isinstance(answer, Refusal) or not answer:
        return answer
    return (*answer, *_follows(games, link, answer))


def apply(
    games: Games, link: Link | None, command: cmd.JackpotCommand
) -> tuple[Link, tuple[ev.JackpotEvent, ...]] | Refusal:
    """Decide, then evolve: the link and the events, or the refusal."""
    answer = decide(games, link, command)
    if isinstance(answer, Refusal):
        return answer
    for event in answer:
        link = evolve(link, event)
    assert link is not None, "a link that does not exist refuses everything else"
    return link, answer


def _follows(games: Games, link: Link, answer: tuple[ev.JackpotEvent, ...]) -> Iterator[ev.JackpotEvent]:
    """The events that may follow from any command.

    An empty pool takes queued parameters; claims that no longer wait get their place; the house covers what a
    new order of claims lacks; a display above the cap becomes overflow.
    """
    for event in answer:
        link = evolve(link, event)
    if link.closed:
        return
    game = lead(games, link)
    if link.queued and not (link.pool or link.in_play or link.unpaid):
        config = link.queued.config
        changed = ev.ConfigChanged(
            config, seed_from(link, Fraction(config.reset)), cite(game, *growth_clauses(game))
        )
        link = evolve(link, changed)
        yield changed
    for ordered in now_ordered(games, link):
        link = evolve(link, ordered)
        yield ordered
    if (lacking := -spare(games, link)) > 0:
        covered = ev.ShortfallCovered(lacking, cite(game))
        link = evolve(link, covered)
        yield covered
    excess = shown(games, link) - link.config.cap
    if excess > 0:
        yield ev.LimitApplied(excess, cite(game, *growth_clauses(game)))


_DECIDE: Final[dict[type, Callable[[Games, Link, Any], ev.JackpotDecision]]] = {
    cmd.JoinTable: join_table,
    cmd.RemoveTable: remove_table,
    cmd.AcceptBets: accept_bets,
    cmd.RecordHands: record_hands,
    cmd.ReturnBets: return_bets,
    cmd.FinishRound: finish_round,
    cmd.DetectWins: detect_wins,
    cmd.RuleOrder: rule_order,
    cmd.CheckClaim: check_claim,
    cmd.SignClaim: sign_claim,
    cmd.PayClaim: pay_claim,
    cmd.DenyClaim: deny_claim,
    cmd.CloseClaim: close_claim,
    cmd.ReverseAward: reverse_award,
    cmd.FailSystem: fail_system,
    cmd.RestoreSystem: restore_system,
    cmd.ProposeChange: propose_change,
    cmd.CorrectDisplay: correct_display,
    cmd.ReleaseOverflow: release_overflow,
    cmd.MoveMoney: move_money,
    cmd.ReceiveMoney: receive_money,
    cmd.CloseLink: close_link,
}
