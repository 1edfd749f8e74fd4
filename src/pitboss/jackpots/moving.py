"""Money that leaves a link or arrives from another, and the end of a link."""

from fractions import Fraction

from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.clauses import growth_clauses
from pitboss.jackpots.config import NextSeed, OtherLink
from pitboss.jackpots.queue import lead, shown
from pitboss.jackpots.state import Link
from pitboss.people import approval_fault, role_fault
from pitboss.reason import because
from pitboss.refusal import Refusal
from pitboss.sheets.game import Games
from pitboss.sheets.house_acts import cite, refuse


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
