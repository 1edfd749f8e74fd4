"""``decide(games, link, command)``: the events of a command to a link, or its refusal. Pure."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.claims import detect_wins, now_ordered, rule_order
from pitboss.jackpots.clauses import growth_clauses
from pitboss.jackpots.contributing import accept_bets, finish_round, record_hands, return_bets
from pitboss.jackpots.control import correct_display, fail_system, propose_change, restore_system
from pitboss.jackpots.evolve import evolve
from pitboss.jackpots.membership import join_table, open_link, remove_table
from pitboss.jackpots.moving import close_link, move_money, receive_money, release_overflow
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
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.refusal import refuse as refuse_with
from pitboss.sheets.game import Games
from pitboss.sheets.house_acts import cite, refuse


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
